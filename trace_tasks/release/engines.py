"""A release on several machines: steps for datatrove's executors (local, Slurm, Ray), over one shared folder.

    from datatrove.executor import RayPipelineExecutor
    from trace_tasks.release import engines

    draw, pack, seal = engines.steps("release.yaml", "/shared/release-dataset")
    drawing = RayPipelineExecutor([draw], tasks=200, workers=64)
    packing = RayPipelineExecutor([pack], tasks=17, depends=drawing)
    RayPipelineExecutor([seal], tasks=1, depends=packing).run()

Parts and shards are pure functions of the recipe and their number, so it does not matter which machine makes
which, or how often: a rank that is killed is run again, and the bytes are those of a build in one process.
"""

from pathlib import Path
from typing import Any

import msgspec

from ..records import DataError
from .pack import ShardJob, check_same, finish, pack_shard, prepare, seal_folder, share, unpacked, work_folder
from .parts import PartJob, draw_part, drawn_already
from .plan import Plan, plan_of, read_release_recipe


class Step(msgspec.Struct, frozen=True):
    """Called by an executor with its rank and the number of ranks."""

    plan: Plan
    output: Path

    @property
    def work(self) -> Path:
        return self.output.with_name(f"{self.output.name}.partial")

    def __call__(self, data: Any = None, rank: int = 0, world_size: int = 1) -> None:
        if self.output.exists():  # all ranks that come after the end
            return
        check_same(self.work, self.plan)
        self.run(rank, world_size)

    def run(self, rank: int, world: int) -> None:
        raise NotImplementedError


class Draw(Step, frozen=True):
    """Draw a share of the parts; those that are there are kept."""

    def run(self, rank: int, world: int) -> None:
        for task in share(self.plan.tasks, rank, world):
            if not drawn_already(self.work, task):
                draw_part(PartJob(self.plan, task, self.work))


class Pack(Step, frozen=True):
    """Pack a share of the shards; all parts must be there."""

    def run(self, rank: int, world: int) -> None:
        mine = {shard.id for shard in share(self.plan.shards, rank, world)}
        for job in unpacked(self.work, self.plan):
            if job.shard.id in mine:
                pack_shard(ShardJob(job.shard, self.work))


class Seal(Step, frozen=True):
    """Write manifest and card, and let the folder appear; one rank."""

    def run(self, rank: int, world: int) -> None:
        if rank:
            return
        if left := unpacked(self.work, self.plan):
            raise DataError(f"{self.work}: {left[0].shard.id} is not packed yet; run that step again")
        finish(self.work, self.plan)
        seal_folder(self.work, self.output)


def steps(recipe: str | Path, output: str | Path) -> tuple[Draw, Pack, Seal]:
    """The three steps of a release, in order, and the work folder beside `output` made ready for them."""
    plan, target = plan_of(read_release_recipe(Path(recipe))), Path(output).absolute()
    prepare(work_folder(target), plan)
    return Draw(plan, target), Pack(plan, target), Seal(plan, target)
