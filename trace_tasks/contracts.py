"""Typed answers and annotations, and the reward contract that follows from their types."""

import math
from itertools import chain
from typing import Any

import msgspec

BBox = tuple[float, float, float, float]  # x0, y0, x1, y1
Point = tuple[float, float]  # x, y
Segment = tuple[Point, Point]  # undirected

_ANNOTATION_SHAPES: dict[str, Any] = {
    "bbox": BBox,
    "point": Point,
    "segment": Segment,
    "bbox_set": list[BBox],
    "point_set": list[Point],
    "segment_set": list[Segment],
    "bbox_sequence": list[BBox],
    "point_sequence": list[Point],
    "bbox_map": dict[str, BBox],
    "point_map": dict[str, Point],
    "bbox_set_map": dict[str, list[BBox]],
    "point_set_map": dict[str, list[Point]],
}

ANSWER_TYPES = ("integer", "number", "option_letter", "string")
ANNOTATION_TYPES = tuple(_ANNOTATION_SHAPES)
REWARD_CONTRACT_VERSION = "v0"


def annotation_groups(annotation_type: str, value: object) -> dict[str, list[Any]]:
    """The items of an annotation, listed by role; one without roles has the single role `""`.

    An item is a `BBox`, a `Point` or a `Segment`: tuples of floats, in pixels. Only the shape is
    checked: ValueError for an unknown type, a wrong nesting or length, a boolean or a text in place
    of a number. Coordinates may still be infinite, corners in any order.
    """
    items = _shaped(annotation_type, value)
    match annotation_type.partition("_")[2]:
        case "":
            return {"": [items]}
        case "map":
            return {role: [item] for role, item in items.items()}
        case "set_map":
            return dict(items)
        case _:
            return {"": items}


class TypedValue(msgspec.Struct, frozen=True):
    """A value with its declared type; `value` holds plain JSON types only."""

    type: str
    value: Any

    def to_dict(self) -> dict[str, Any]:
        """`{"type": ..., "value": ...}` in plain JSON types; the caller may change it freely."""
        return {"type": self.type, "value": msgspec.to_builtins(self.value)}


class Answer(TypedValue, frozen=True):
    """An answer of one of `ANSWER_TYPES`.

    `integer`: an int; `number`: a finite int or float; `option_letter`: one capital A-Z; `string`: a
    text that is not blank. A value that does not fit its type is a ValueError.
    """

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "value", _checked_answer(self.type, self.value))


class Annotation(TypedValue, frozen=True):
    """A witness in final-image pixels, of one of `ANNOTATION_TYPES`; `value` becomes lists of floats.

    A bbox is `[x0, y0, x1, y1]` with x0 < x1 and y0 < y1, a point `[x, y]`, a segment two points; a
    `set` or `sequence` is a list of them, a `map` a dict by role. Sets may be empty, sequences and maps
    not. A value that does not fit its type, or a coordinate that is not finite, is a ValueError.
    """

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "value", _checked_annotation(self.type, self.value))


def reward_contract(answer_type: str, annotation_type: str) -> dict[str, Any]:
    """The reward contract of an instance, derived from its two types; ValueError for an unknown type.

    >>> reward_contract("integer", "bbox_set")["annotation"]
    {'id': 'bbox_set_soft_iou_v0', 'type': 'bbox_set'}
    """
    if answer_type not in ANSWER_TYPES:
        raise ValueError(f"unknown answer type {answer_type!r}; one of {', '.join(ANSWER_TYPES)}")
    if annotation_type not in ANNOTATION_TYPES:
        raise ValueError(f"unknown annotation type {annotation_type!r}; one of {', '.join(ANNOTATION_TYPES)}")
    similarity = "soft_iou" if annotation_type.startswith("bbox") else "soft_distance"
    return {
        "reward_contract_version": REWARD_CONTRACT_VERSION,
        "answer": {"id": "answer_exact_match_v0", "type": answer_type},
        "annotation": {"id": f"{annotation_type}_{similarity}_v0", "type": annotation_type},
    }


def _checked_answer(answer_type: str, value: object) -> int | float | str:
    match answer_type, value:
        case "integer" | "number", bool():
            pass
        case "integer" | "number", int():
            return int(value)
        case "number", float() if math.isfinite(value):
            return float(value)
        case "option_letter", str() if len(value) == 1 and "A" <= value <= "Z":
            return str(value)
        case "string", str() if value.strip():
            return str(value)
    if answer_type not in ANSWER_TYPES:
        raise ValueError(f"unknown answer type {answer_type!r}; one of {', '.join(ANSWER_TYPES)}")
    raise ValueError(f"{value!r:.80} is not a valid {answer_type} answer")


def _checked_annotation(annotation_type: str, value: object) -> Any:
    groups = annotation_groups(annotation_type, value)
    form = annotation_type.partition("_")[2]
    if not groups or (form == "sequence" and not groups[""]):
        raise ValueError(f"{annotation_type} annotation: {value!r:.80} is empty")
    for item in chain.from_iterable(groups.values()):
        _check_item(annotation_type, _in_lists(item))
    return _in_lists(_shaped(annotation_type, value))


def _shaped(annotation_type: str, value: object) -> Any:
    if annotation_type not in _ANNOTATION_SHAPES:
        raise ValueError(f"unknown annotation type {annotation_type!r}; one of {', '.join(ANNOTATION_TYPES)}")
    try:
        return msgspec.convert(value, _ANNOTATION_SHAPES[annotation_type])
    except msgspec.ValidationError as error:
        raise ValueError(f"{annotation_type} annotation: {error}") from error


def _check_item(annotation_type: str, item: list[Any]) -> None:
    points = item if isinstance(item[0], list) else [item]
    if not all(map(math.isfinite, chain.from_iterable(points))):
        raise ValueError(f"{annotation_type} annotation: {item} is not finite")
    if len(item) == 4 and not (item[0] < item[2] and item[1] < item[3]):
        raise ValueError(f"{annotation_type} annotation: {item} needs x0 < x1 and y0 < y1")


def _in_lists(value: Any) -> Any:
    if isinstance(value, dict):
        return {role: _in_lists(part) for role, part in value.items()}
    return [_in_lists(part) for part in value] if isinstance(value, tuple | list) else value
