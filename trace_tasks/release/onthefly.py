"""Rows of the table without a build: drawn when they are asked for, or read from the shards of a release."""

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..build import png
from ..records import make_records
from .parts import draws
from .plan import ReleaseRecipe, Split
from .table import read_table, table_row

if TYPE_CHECKING:
    from ..engine.sample import Sample

#: At most this many shares for workers and nodes.
SHARDS = 64
#: Between the seeds of `train` and of `validation`.
APART = 1000


def recipe_of(seed: int, train: int, validation: int, params: Mapping[str, Any]) -> ReleaseRecipe:
    """The recipe of the published table, with these numbers. Parameters that are None stay out."""
    splits = (
        Split(name="validation", seed=seed + APART, per_task=validation),
        Split(name="train", seed=seed, per_task=train),
    )
    given = {name: value for name, value in params.items() if value is not None}
    return ReleaseRecipe(splits=splits, params=given)


def shards_of(tasks: list[str]) -> list[list[str]]:
    """The tasks dealt out to at most `SHARDS` shares."""
    count = min(SHARDS, len(tasks))
    return [tasks[k::count] for k in range(count)]


def draw_rows(recipe: ReleaseRecipe, split: str, tasks: list[str]) -> Iterator[dict[str, Any]]:
    """The rows of some tasks: the first of each, then the second of each, and so on."""
    running = [samples(recipe, split, task) for task in tasks]
    for together in zip(*running):
        for sample in together:
            yield sample_row(sample, recipe.instance_version)


def samples(recipe: ReleaseRecipe, split: str, task: str) -> "Iterator[Sample]":
    """The instances of a task in a split, which know those of the splits before it."""
    for its_split, _, sample, _ in draws(recipe, task):
        if its_split.name == split:
            yield sample
        elif split == recipe.splits[0].name:
            return


def sample_row(sample: "Sample", instance_version: str = "v1") -> dict[str, Any]:
    """A sample as a row of the table; it has no trace shard to refer to."""
    instance, _ = make_records(sample, {}, instance_version, "", 0)
    return {**table_row(instance, png(sample.image), sample.image.size), "trace_ref": None}


def stored_rows(path: Path, tasks: Collection[str] = ()) -> Iterator[dict[str, Any]]:
    """The rows of a Parquet shard that belong to these tasks; without a choice, all."""
    for group in read_table(path):
        yield from (row for row in group if not tasks or row["task"] in tasks)
