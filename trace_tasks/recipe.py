"""What a build is to make: its configuration file, the instances in order, their seeds, and the shards."""

from collections import Counter
from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import yaml

from .engine.rng import digest
from .records import canonical, named_hash

#: A build is cut into about this many shards, each of this few to this many instances.
SHARDS, LEAST, MOST = 64, 8, 128
#: How often an instance that is already in the dataset is drawn again.
REDRAWS = 50

Positive = Annotated[int, msgspec.Meta(ge=1)]
Text = Annotated[str, msgspec.Meta(min_length=1)]


class RecipeError(ValueError):
    """A build configuration that cannot be followed; the message says what is accepted."""


class TaskCount(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many instances of one task, with which parameters."""

    task_id: str
    count: Positive
    params: dict[str, Any] = {}


class Recipe(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A build configuration. The dataset goes to `output_root/dataset_name`.

    `strict_repro`: generate and replay every instance a second time and compare.
    """

    output_root: Text = "outputs"
    dataset_name: Annotated[str, msgspec.Meta(pattern=r"^[^/\0]+$")] = "trace"
    instance_version: Text = "v1"
    image_format: Literal["png"] = "png"
    strict_repro: bool = False
    max_attempts_per_instance: Positive = 100
    sampling_seed: int = 42
    tasks: Annotated[tuple[TaskCount, ...], msgspec.Meta(min_length=1)]

    @property
    def total(self) -> int:
        return sum(entry.count for entry in self.tasks)

    def identity(self) -> dict[str, Any]:
        """All that shapes the bytes of the dataset: everything but where it goes."""
        fields: dict[str, Any] = msgspec.json.decode(canonical(self))
        del fields["output_root"]
        return fields

    @property
    def hash(self) -> str:
        return named_hash(canonical(self.identity()))

    def slots(self) -> Iterator["Slot"]:
        """The instances to draw, in order; entries of one task go on counting."""
        drawn: Counter[str] = Counter()
        for entry in self.tasks:
            for _ in range(entry.count):
                yield Slot(entry.task_id, drawn[entry.task_id], entry.params)
                drawn[entry.task_id] += 1

    def shards(self) -> "list[Shard]":
        """Runs of consecutive instances; they depend on the recipe alone."""
        size = min(max(-(-self.total // SHARDS), LEAST), MOST)
        slots = list(self.slots())
        return [Shard(k, slots[k * size : (k + 1) * size]) for k in range(-(-len(slots) // size))]


class Slot(msgspec.Struct, frozen=True):
    """A place in the dataset: the `index`-th instance of a task."""

    task_id: str
    index: int
    params: dict[str, Any]


class Shard(msgspec.Struct, frozen=True):
    number: int
    slots: list[Slot]


def instance_seed(sampling_seed: int, slot: Slot, redraw: int = 0) -> int:
    """A 63-bit seed by name: no two sampling seeds share a stream. `redraw` counts repetitions put aside."""
    return digest("instance", sampling_seed, slot.task_id, slot.index, redraw) >> 193


def read_recipe(path: Path) -> Recipe:
    """The recipe in a YAML file; RecipeError says in one line what is wrong."""
    try:
        given = yaml.safe_load(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise RecipeError(f"cannot read {path}: {getattr(error, 'strerror', error)}") from None
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f", line {mark.line + 1}" if mark else ""
        raise RecipeError(f"{path}{where}: not YAML: {getattr(error, 'problem', error)}") from None
    try:
        check_keys(given, Recipe, "")
        for k, entry in enumerate(given["tasks"] if isinstance(given.get("tasks"), list) else []):
            check_keys(entry, TaskCount, f"tasks[{k}]: ")
        return msgspec.convert(given, Recipe)
    except (RecipeError, msgspec.ValidationError) as error:
        raise RecipeError(f"{path}: {error}") from None


def check_keys(given: object, kind: type[msgspec.Struct], where: str) -> None:
    """Raise RecipeError, naming the nearest key, if `given` is no mapping or holds a key that is unknown."""
    known = kind.__struct_fields__
    if not isinstance(given, dict):
        raise RecipeError(f"{where}expected a mapping with the keys {', '.join(known)}")
    for key in given:
        if key not in known:
            near = get_close_matches(str(key), known, n=1, cutoff=0.5)
            hint = f"did you mean {near[0]!r}?" if near else f"accepted: {', '.join(known)}"
            raise RecipeError(f"{where}unknown key {key!r}; {hint}")


def check_tasks(recipe: Recipe) -> None:
    """Raise UnknownTaskError or ParameterError for the first task or parameter that does not exist."""
    from . import registry
    from .engine.instance import check_parameters

    for entry in recipe.tasks:
        check_parameters(registry.task(entry.task_id), 0, entry.params)
