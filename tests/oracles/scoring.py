"""Annotation similarity by other means: shapely polygons, and every possible matching of small sets."""

import math
from collections.abc import Callable
from itertools import permutations
from typing import Any

from shapely import box

Similarity = Callable[[Any, Any], float]


def iou(predicted: list[float], target: list[float]) -> float:
    one, other = box(*predicted), box(*target)
    return float(one.intersection(other).area / one.union(other).area)


def similarity_of(item: str, half_life: float) -> Similarity:
    def point(predicted: list[float], target: list[float]) -> float:
        return math.exp(-math.log(2) * (math.dist(predicted, target) / half_life) ** 2)

    def segment(predicted: list[list[float]], target: list[list[float]]) -> float:
        return max(sum(map(point, ends, target)) / 2 for ends in permutations(predicted))

    similar: dict[str, Similarity] = {"bbox": iou, "point": point, "segment": segment}
    return similar[item]


def of_set(predicted: list[Any], target: list[Any], similar: Similarity) -> float:
    if not predicted and not target:
        return 1.0
    fewer, more = sorted((predicted, target), key=len)
    best = max(sum(map(similar, chosen, fewer)) for chosen in permutations(more, len(fewer)))
    return best / len(more)


def of_sequence(predicted: list[Any], target: list[Any], similar: Similarity) -> float:
    return sum(map(similar, predicted, target)) / max(len(predicted), len(target))


def annotation_reward(kind: str, predicted: Any, target: Any, half_life: float) -> float:
    item, _, form = kind.partition("_")
    similar = similarity_of(item, half_life)
    if form == "":
        return similar(predicted, target)
    if form == "set":
        return of_set(predicted, target, similar)
    if form == "sequence":
        return of_sequence(predicted, target, similar)
    total = 0.0
    for role in set(predicted) & set(target):
        one, other = predicted[role], target[role]
        total += similar(one, other) if form == "map" else of_set(one, other, similar)
    return total / len(set(predicted) | set(target))
