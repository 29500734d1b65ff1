"""The demo's dataset: tiles at one look, in the layout of the published table, splits apart."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from trace_tasks.engine.instance import generate

from .. import data
from ..stream import columns
from .tiles import TASKS

STYLE = 7  # one look for all, so that the colours are always the same
SEEDS = {"warm": 10_000_000, "train": 20_000_000, "validation": 30_000_000, "test": 40_000_000}


def rows(split: str, count: int, skip: frozenset[str] = frozenset()) -> list[dict[str, Any]]:
    """Rows of a split, of its own seeds; none whose picture and task are named in `skip`."""
    found: list[dict[str, Any]] = []
    for row, content in drawn(split):
        if content not in skip:
            found.append(row)
        if len(found) == count:
            break
    return found


def drawn(split: str) -> Iterator[tuple[dict[str, Any], str]]:
    seed = SEEDS[split]
    while True:
        sample = generate(TASKS[seed % len(TASKS)], seed, {"style_seed": STYLE}, 50)
        yield columns(sample), f"{sample.task_id}:{sample.image_hash}"
        seed += 1


def contents(split: str, count: int) -> frozenset[str]:
    """What the first `count` draws of a split show and ask."""
    return frozenset(content for (_, content), _n in zip(drawn(split), range(count)))


def deal_answers(rows: list[dict[str, Any]], seed: int) -> list[dict[str, Any]]:
    """The rows with their answers dealt anew among those of the same task: rewards that teach nothing."""
    dealt = [dict(row) for row in rows]
    for task in sorted({row["task"] for row in rows}):
        places = [n for n, row in enumerate(rows) if row["task"] == task]
        order = places[:]
        random.Random(f"{seed}:{task}").shuffle(order)
        for place, source in zip(places, order):
            dealt[place]["answer_gt"] = rows[source]["answer_gt"]
    return dealt


def write(folder: Path, train: list[dict[str, Any]], validation: list[dict[str, Any]]) -> None:
    data.write_split(train, folder / "train-00000-of-00001.parquet")
    data.write_split(validation, folder / "validation-00000-of-00001.parquet")
