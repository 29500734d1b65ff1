"""What a release is to hold: its recipe, the splits, the shards, and the place of every row.

All instances of a task, of every split, are drawn together as one part: a split never holds a state of a
split that the recipe lists before it, and a part depends on the recipe and its task alone. A shard of the
table holds whole tasks, so it is a pure function of the recipe and its number too.
"""

from collections.abc import Iterator
from functools import cached_property
from itertools import groupby
from pathlib import Path
from typing import Annotated, Any

import msgspec
import yaml

from .. import registry
from ..recipe import Positive, RecipeError, Text, check_keys
from ..records import canonical, named_hash, versions

Name = Annotated[str, msgspec.Meta(pattern=r"^[a-z][a-z0-9_]*$")]


class Split(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One split: rows of each task, sampling seed, and how many shards it is cut into at most."""

    name: Name
    seed: int
    per_task: Positive
    shards: Positive = 1


class ReleaseRecipe(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A release. Without `tasks` and `domains`: all registered tasks. `params` go to every task.

    A split holds no state of the splits listed before it.
    """

    name: Text = "trace"
    instance_version: Text = "v1"
    max_attempts_per_instance: Positive = 100
    domains: tuple[str, ...] = ()
    tasks: tuple[str, ...] = ()
    params: dict[str, Any] = {}
    splits: Annotated[tuple[Split, ...], msgspec.Meta(min_length=1)]


class Shard(msgspec.Struct, frozen=True):
    """One file of the table: the first row of each of some tasks, then the second of each, and so on."""

    split: str
    number: int
    total: int
    tasks: tuple[str, ...]
    per_task: int

    @property
    def id(self) -> str:
        return f"{self.split}-{self.number:05d}-of-{self.total:05d}"

    @property
    def table_path(self) -> str:
        return f"data/{self.id}.parquet"

    @property
    def trace_path(self) -> str:
        return f"traces/{self.id}.jsonl.zst"

    @property
    def rows(self) -> int:
        return len(self.tasks) * self.per_task

    @property
    def domains(self) -> list[str]:
        return list(dict.fromkeys(map(domain_of, self.tasks)))

    def places(self) -> Iterator[tuple[str, int]]:
        """Task and index of every row, in order."""
        return ((task, index) for index in range(self.per_task) for task in self.tasks)

    def line(self, task: str, index: int) -> int:
        """The line, from 0, at which an instance stands."""
        return index * len(self.tasks) + self.tasks.index(task)


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """A recipe with its tasks, named and sorted."""

    recipe: ReleaseRecipe
    tasks: tuple[str, ...]

    @cached_property
    def shards(self) -> list[Shard]:
        return [shard for split in self.recipe.splits for shard in cut(split, self.tasks)]

    @cached_property
    def shard_of(self) -> dict[tuple[str, str], Shard]:
        """The shard by split and task."""
        return {(shard.split, task): shard for shard in self.shards for task in shard.tasks}

    @property
    def rows(self) -> int:
        return len(self.tasks) * self.rows_of_task

    @property
    def rows_of_task(self) -> int:
        return sum(split.per_task for split in self.recipe.splits)

    @property
    def hash(self) -> str:
        return named_hash(canonical(self))

    def identity(self) -> dict[str, Any]:
        """All that shapes the bytes of the release."""
        plan: dict[str, Any] = msgspec.json.decode(canonical(self))
        return {**plan["recipe"], "tasks": plan["tasks"], "versions": release_versions()}


def release_versions() -> dict[str, str]:
    """Everything whose release can change a byte of the table."""
    from importlib.metadata import version

    return {**versions(), "pyarrow": version("pyarrow")}


def domain_of(task_id: str) -> str:
    return task_id.removeprefix("task_").split("__")[0]


def plan_of(recipe: ReleaseRecipe) -> Plan:
    """The plan of a recipe under the registered tasks; UnknownTaskError or ParameterError if it asks for what
    does not exist.
    """
    from ..engine.instance import check_parameters

    chosen = [registry.task(task).id for task in recipe.tasks]
    chosen += [task for domain in recipe.domains for task in registry.list_tasks(domain)]
    tasks = sorted(set(chosen)) if recipe.tasks or recipe.domains else registry.list_tasks()
    if not tasks:
        raise RecipeError("no tasks are registered there")
    if len({split.name for split in recipe.splits}) < len(recipe.splits):
        raise RecipeError("two splits have one name")
    for task in tasks:
        check_parameters(registry.task(task), 0, recipe.params)
    return Plan(recipe, tuple(tasks))


def cut(split: Split, tasks: tuple[str, ...]) -> list[Shard]:
    """The shards of a split. Each holds one domain, unless there are fewer shards than domains."""
    domains = [list(group) for _, group in groupby(tasks, domain_of)]
    shares = dealt([len(group) for group in domains], split.shards)
    groups = domains if shares else [list(tasks)]
    runs = [run for group, share in zip(groups, shares or [split.shards]) for run in even(group, share)]
    return [Shard(split.name, k, len(runs), tuple(run), split.per_task) for k, run in enumerate(runs)]


def dealt(sizes: list[int], shards: int) -> list[int]:
    """How many of the shards go to each group: one, then always one more to where they are largest.

    Empty if there are too few. No group gets more than it has tasks.

    >>> dealt([180, 170, 50], 5), dealt([2, 1], 9), dealt([2, 1], 1)
    ([2, 2, 1], [2, 1], [])
    """
    if shards < len(sizes):
        return []
    shares = [1] * len(sizes)
    for _ in range(min(shards, sum(sizes)) - len(sizes)):
        k = max(range(len(sizes)), key=lambda k: (sizes[k] / shares[k], -k))
        shares[k] += 1
    return shares


def even(tasks: list[str], runs: int) -> Iterator[list[str]]:
    """The tasks in consecutive runs whose lengths differ by at most one; fewer if there are fewer tasks.

    >>> list(even(list("abcde"), 2))
    [['a', 'b', 'c'], ['d', 'e']]
    """
    runs = min(runs, len(tasks))
    short, longer = divmod(len(tasks), runs)
    start = 0
    for k in range(runs):
        end = start + short + (k < longer)
        yield tasks[start:end]
        start = end


def read_release_recipe(path: Path) -> ReleaseRecipe:
    """The recipe in a YAML file; RecipeError says in one line what is wrong."""
    try:
        given = yaml.safe_load(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise RecipeError(f"cannot read {path}: {getattr(error, 'strerror', error)}") from None
    except yaml.YAMLError as error:
        raise RecipeError(f"{path}: not YAML: {getattr(error, 'problem', error)}") from None
    try:
        check_keys(given, ReleaseRecipe, "")
        for k, entry in enumerate(given["splits"] if isinstance(given.get("splits"), list) else []):
            check_keys(entry, Split, f"splits[{k}]: ")
        return msgspec.convert(given, ReleaseRecipe)
    except (RecipeError, msgspec.ValidationError) as error:
        raise RecipeError(f"{path}: {error}") from None
