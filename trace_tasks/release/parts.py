"""Drawing: one part for each task, which holds its instances of every split.

A part is two files in `parts/` of the work folder: `<task>.rows` with the instances one after the other, and
`<task>.json`, which says where each lies. The second appears last, and makes the part count.
"""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from .. import build
from ..parallel import check_stop
from ..recipe import REDRAWS, Recipe, Slot, TaskCount
from ..records import DataError, Tally, TrainInstance, canonical, file_sha256, make_records, named_hash
from ..validate import response_faults
from .plan import Plan, ReleaseRecipe, Split

if TYPE_CHECKING:
    from ..engine.sample import Sample


class Drawn(msgspec.Struct, frozen=True):
    """One instance as it waits for its shard. `trace`: its line of the trace shard."""

    instance: TrainInstance
    size: tuple[int, int]
    png: bytes
    trace: bytes


class PartNote(msgspec.Struct, frozen=True):
    """Where the instances of a part lie: by split, and for each instance start and length."""

    sha256: str
    spans: dict[str, list[tuple[int, int]]]
    tallies: dict[str, Tally]


class PartJob(msgspec.Struct, frozen=True):
    plan: Plan
    task: str
    work: Path


def draw_part(job: PartJob) -> int:
    """Draw the part of a task and commit it; the number of its instances."""
    spans: dict[str, list[tuple[int, int]]] = {}
    tallies: dict[str, Tally] = {}
    folder = job.work / "parts"
    handle, name = tempfile.mkstemp(prefix=f"tmp-{job.task}-", dir=folder)
    fresh = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            for split, drawn, tally in instances(job.plan, job.task):
                frame = msgspec.msgpack.encode(drawn)
                spans.setdefault(split, []).append((file.tell(), len(frame)))
                tallies.setdefault(split, Tally()).add(tally)
                file.write(frame)
        note = PartNote(file_sha256(fresh), spans, tallies)
        os.replace(fresh, rows_path(job.work, job.task))
        build.replace(note_path(job.work, job.task), canonical(note))
    finally:
        fresh.unlink(missing_ok=True)
    return job.plan.rows_of_task


def rows_path(work: Path, task: str) -> Path:
    return work / "parts" / f"{task}.rows"


def note_path(work: Path, task: str) -> Path:
    return work / "parts" / f"{task}.json"


def read_part_note(work: Path, task: str) -> PartNote:
    return msgspec.json.decode(note_path(work, task).read_bytes(), type=PartNote)


def drawn_already(work: Path, task: str) -> bool:
    """Whether the part is there as it was written."""
    try:
        note = read_part_note(work, task)
        return file_sha256(rows_path(work, task)) == note.sha256
    except (msgspec.MsgspecError, FileNotFoundError):  # a power cut can leave an empty file
        return False


def read_drawn(work: Path, task: str, span: tuple[int, int]) -> Drawn:
    start, length = span
    with rows_path(work, task).open("rb") as file:
        file.seek(start)
        return msgspec.msgpack.decode(file.read(length), type=Drawn)


def instances(plan: Plan, task: str) -> Iterator[tuple[str, Drawn, Tally]]:
    """The instances of a task, as their shards will hold them."""
    for split, slot, sample, redrawn in draws(plan.recipe, task):
        tally = Tally()
        build.count(tally, sample, redrawn)
        yield split.name, packed(plan, split, slot, sample), tally


def draws(recipe: ReleaseRecipe, task: str) -> "Iterator[tuple[Split, Slot, Sample, int]]":
    """The instances of a task, split after split, index after index; and how many draws were put aside."""
    held: set[str] = set()  # states of the splits before
    taken: set[str] = set()  # what no two instances of the release share
    for split in recipe.splits:
        part, states = split_recipe(recipe, split, task), set()
        for index in range(split.per_task):
            check_stop()
            slot = Slot(task, index, recipe.params)
            sample, redrawn = draw_new(part, slot, taken, held)
            states.add(state_key(sample))
            yield split, slot, sample, redrawn
        held |= states


def split_recipe(recipe: ReleaseRecipe, split: Split, task: str) -> Recipe:
    """The part of a split as a recipe of the dataset builder, which draws and checks by it."""
    return Recipe(
        instance_version=recipe.instance_version,
        max_attempts_per_instance=recipe.max_attempts_per_instance,
        sampling_seed=split.seed,
        tasks=(TaskCount(task, split.per_task, recipe.params),),
    )


def draw_new(recipe: Recipe, slot: Slot, taken: set[str], held: set[str]) -> "tuple[Sample, int]":
    """The first sample of this place that is not `taken`, which it joins, and whose state is not `held`;
    and how many were put aside.
    """
    for redraw in range(REDRAWS + 1):
        sample = build.generate(recipe, slot, redraw)
        mine = build.key(slot.task_id, f"blake2b:{sample.image_hash}", sample.prompt)
        if mine not in taken and state_key(sample) not in held:
            taken.add(mine)
            return sample, redraw
    raise DataError(
        f"{slot.task_id}: instance {slot.index} came out as an earlier one, or with a state of an earlier "
        f"split, {REDRAWS + 1} times; ask for fewer instances or freer params"
    )


def state_key(sample: "Sample") -> str:
    return named_hash(canonical(sample.trace_payload["state"]))


def packed(plan: Plan, split: Split, slot: Slot, sample: "Sample") -> Drawn:
    """The sample as its shard will hold it; its right response has scored 1. Pixels are for `verify`."""
    recipe, shard = split_recipe(plan.recipe, split, slot.task_id), plan.shard_of[split.name, slot.task_id]
    line = shard.line(slot.task_id, slot.index)
    made = make_records(sample, slot.params, recipe.instance_version, shard.id, line)
    instance, record = made
    for _, what in response_faults(instance, sample.image.size):
        raise DataError(f"{slot.task_id}, seed {sample.seed}: {what}; this scene needs mending")
    return Drawn(instance, sample.image.size, build.png(sample.image), canonical(record))
