"""An endless stream of instances for training, and a curriculum that keeps each task near a success rate."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from . import registry
from .api import generate_task
from .engine.rng import Rng

if TYPE_CHECKING:
    from .engine.sample import Sample


class Curriculum:
    """The difficulty of each task, moved by the rewards that are reported for it.

    A reward above `target` makes the task harder, one below easier: by `step` for a whole point, so the task
    settles where it is solved at the target rate. Tasks that are too hard at 0, or too easy at 1, stay there.

    >>> rates = Curriculum(target=0.5, step=0.2)
    >>> rates.report("task", 1.0)
    >>> rates.report("task", 1.0)
    >>> round(rates.difficulty("task"), 3)
    0.2
    """

    def __init__(self, target: float = 0.5, step: float = 0.05, start: float = 0.0):
        if not (0 < target < 1 and step > 0 and 0 <= start <= 1):
            raise ValueError("a target between 0 and 1, a positive step, and a start from 0 to 1")
        self.target, self.step, self.start = target, step, start
        self.reached: dict[str, float] = {}

    def difficulty(self, task: str) -> float:
        return self.reached.get(task, self.start)

    def report(self, task: str, reward: float) -> None:
        """Take note of one response; `reward` lies between 0 and 1."""
        moved = self.difficulty(task) + self.step * (reward - self.target)
        self.reached[task] = min(max(moved, 0.0), 1.0)

    def state_dict(self) -> dict[str, float]:
        return dict(self.reached)

    def load_state_dict(self, state: Mapping[str, float]) -> None:
        self.reached = dict(state)


class Draw(msgspec.Struct, frozen=True):
    """One instance of the stream: its number, and all that it takes to generate it again."""

    number: int
    task: str
    seed: int
    params: dict[str, Any]

    def sample(self) -> "Sample":
        return generate_task(self.task, self.seed, self.params)


class TaskStream:
    """Rows without end: tasks drawn uniformly, seeds by number, difficulty by the curriculum.

    Iterating gives rows of the published table with `difficulty` and `number` added. Rewards come back
    through `report`. `rank` and `world`: this process draws every `world`-th number. `state_dict` holds
    where it stands and what the curriculum has reached; with it, another stream of the same arguments goes
    on exactly there.
    """

    def __init__(
        self,
        tasks: Iterable[str] = (),
        seed: int = 0,
        *,
        curriculum: Curriculum | None = None,
        params: Mapping[str, Any] | None = None,
        rank: int = 0,
        world: int = 1,
    ):
        if not 0 <= rank < world:
            raise ValueError(f"rank {rank} is not one of {world}")
        self.tasks = [registry.task(task).id for task in tasks] or registry.list_tasks()
        self.seed, self.curriculum, self.params = seed, curriculum, dict(params or {})
        self.number, self.world = rank, world

    def __iter__(self) -> Iterator[dict[str, Any]]:
        from .release.onthefly import sample_row

        while True:
            draw = self.draw()
            row = {**sample_row(draw.sample()), "number": draw.number}
            self.number += self.world
            yield {**row, "difficulty": draw.params.get("difficulty")}

    def draw(self) -> Draw:
        """The instance that comes next."""
        rng = Rng("endless", self.seed, self.number)
        task = rng.choice(self.tasks)
        params = {**self.params}
        if self.curriculum is not None:
            params["difficulty"] = self.curriculum.difficulty(task)
        return Draw(self.number, task, rng.integer(0, 2**62), params)

    def report(self, task: str, reward: float) -> None:
        if self.curriculum is not None:
            self.curriculum.report(task, reward)

    def state_dict(self) -> dict[str, Any]:
        reached = self.curriculum.state_dict() if self.curriculum else {}
        return {"number": self.number, "curriculum": reached}

    def load_state_dict(self, state: Mapping[str, Any]) -> None:
        self.number = state["number"]
        if self.curriculum is not None:
            self.curriculum.load_state_dict(state["curriculum"])

    def dataset(self) -> Any:
        """The stream for trainers that want a `datasets.IterableDataset`; resume it by `state_dict` of this
        object, not of the dataset, which would draw all again that it skips.
        """
        import datasets

        from .release.table import FEATURES, SIDE

        extra = {"number": {**SIDE, "dtype": "int64"}, "difficulty": {**SIDE, "dtype": "float64"}}
        features = datasets.Features.from_dict({**FEATURES, **extra})
        return datasets.IterableDataset.from_generator(_rows, features, gen_kwargs={"stream": self})


def _rows(stream: TaskStream) -> Iterator[dict[str, Any]]:
    yield from stream
