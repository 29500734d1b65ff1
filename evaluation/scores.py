"""Scores of models by seed and benchmark, and their statistics. Improvements are paired by seed."""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path
from typing import Any, NamedTuple

from .suite import CATEGORIES, KEYS, NAME, VALIDATION

PUBLISHED = Path(__file__).parent / "results" / "trace_eval_v1.json"
OVERALL = "overall"
Seeded = dict[int, float]


class ScoresError(ValueError):
    """Scores that cannot be read, or not compared."""


class Spread(NamedTuple):
    """A mean over seeds and its sample standard deviation; None with one seed."""

    mean: float
    std: float | None

    def __str__(self) -> str:
        return fixed(self.mean) + ("" if self.std is None else f" ± {fixed(self.std)}")

    def signed(self) -> str:
        """With the sign of the mean."""
        return ("" if fixed(self.mean).startswith("-") else "+") + str(self)


def fixed(value: float) -> str:
    """With two decimals, halves away from zero.

    >>> fixed(40.625), fixed(-0.004)
    ('40.63', '0.00')
    """
    text = str(Decimal(repr(round(value, 9))).quantize(Decimal("0.01"), ROUND_HALF_UP))
    return "0.00" if text == "-0.00" else text


def spread(values: Mapping[int, float]) -> Spread:
    """The mean and the sample standard deviation."""
    listed = list(values.values())
    mean = math.fsum(listed) / len(listed)
    if len(listed) == 1:
        return Spread(mean, None)
    return Spread(mean, math.sqrt(math.fsum((x - mean) ** 2 for x in listed) / (len(listed) - 1)))


@dataclass(frozen=True)
class Model:
    """A model's scores: percent, by seed and benchmark. `base`: the id of the model it is compared with."""

    id: str
    name: str
    scores: Mapping[int, Mapping[str, float]]
    validation: float | None = None
    base: str | None = None
    about: Mapping[str, Any] = field(default_factory=dict)

    def seeds(self, keys: Sequence[str] = KEYS) -> list[int]:
        """The seeds that have a score for all these benchmarks."""
        return sorted(seed for seed, scores in self.scores.items() if all(key in scores for key in keys))

    def of(self, keys: Sequence[str]) -> Seeded:
        """The unweighted mean over benchmarks, by seed; empty if no seed has them all."""
        return {
            seed: math.fsum(self.scores[seed][key] for key in keys) / len(keys) for seed in self.seeds(keys)
        }


def groups() -> dict[str, tuple[str, ...]]:
    """The benchmarks of every row of a table, by name: each benchmark, each category, all."""
    return {**{key: (key,) for key in KEYS}, **CATEGORIES, OVERALL: KEYS}


def change(base: Model, model: Model, keys: Sequence[str]) -> Spread | None:
    """The change of the mean over benchmarks, paired by seed; None without common seeds."""
    before, after = base.of(keys), model.of(keys)
    common = sorted(before.keys() & after.keys())
    return spread({seed: after[seed] - before[seed] for seed in common}) if common else None


def read(path: Path) -> list[Model]:
    """The models of a run's folder, or of a file such as the published scores or a `results.json`."""
    if path.is_dir():
        return [of_run(path)]
    try:
        return of_file(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ScoresError(f"{path} holds no scores: {error}") from error


def of_file(data: Mapping[str, Any]) -> list[Model]:
    """The models of a file's content."""
    if data["suite"] != NAME:
        raise ScoresError(f"scores of the suite {data['suite']}, not {NAME}")
    validation = data.get("validation", {}).get("scores", {})
    models = []
    for entry in data["models"]:
        scores = {int(seed): row for seed, row in data["scores"][entry["id"]].items()}
        known = {
            name: entry[name] for name in ("repository", "revision", "scale", "receipt") if name in entry
        }
        models.append(
            Model(entry["id"], entry["name"], scores, validation.get(entry["id"]), entry.get("base"), known)
        )
    return models


def of_run(folder: Path) -> Model:
    """The model of a run's folder, as far as it has got; every score must come from the same model."""
    receipts = [json.loads(path.read_text()) for path in sorted(folder.glob("scores/*/*.json"))]
    if not receipts:
        raise ScoresError(f"{folder} holds no scores")
    scores: dict[int, dict[str, float]] = {}
    validation = None
    for one in receipts:
        if one["receipt"]["model"] != receipts[0]["receipt"]["model"]:
            raise ScoresError(f"{folder} holds scores of two models")
        if one["benchmark"] == VALIDATION:
            validation = one["score"]
        else:
            scores.setdefault(one["seed"], {})[one["benchmark"]] = one["score"]
    about = {"receipts": {f"{one['benchmark']}/{one['seed']}": one["receipt"] for one in receipts}}
    return Model(folder.name, receipts[0]["model"], scores, validation, None, about)
