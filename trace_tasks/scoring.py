"""Rewards for one model response: the exact answer, the soft annotation, the format."""

import json
import math
import re
from collections.abc import Iterator, Mapping
from itertools import accumulate, islice
from typing import Any, NamedTuple, NoReturn, TypeGuard

import numpy as np
from numpy.typing import NDArray

from trace_tasks import contracts
from trace_tasks.contracts import ANNOTATION_TYPES, ANSWER_TYPES, TypedValue, annotation_groups

Array = NDArray[np.float64]
GroundTruth = TypedValue | Mapping[str, Any] | str | None

# Bounds on hostile input. The longest honest response, 4,096 tokens, stays well inside.
MAX_CHARS = 32_768  # only the end of a longer response is read
MAX_EFFORT = 4_096  # of one search for objects; costs: an object 8, a brace, a string or 64 characters 1
MAX_ATOM = 100  # characters of an answer without JSON
MAX_DIGITS = 308  # a longer integer counts as infinite
MAX_ITEMS = 1_024  # boxes, points or segments in one predicted annotation

_MODE_KEYS = {"answer": {"answer"}, "answer_and_annotation": {"annotation", "answer"}}
_FORMULAS = ("gated", "additive")
_NUMBER_TYPES = ("integer", "number")
_ITEM_SHAPES: dict[str, tuple[int, ...]] = {"bbox": (4,), "point": (2,), "segment": (2, 2)}
_ANNOTATION_KEYS = (
    "annotation_reward",
    "annotation_parse_ok",
    "annotation_predicted_count",
    "annotation_target_count",
    "annotation_shared_roles",
    "point_half_life_px",
)

# Of a text read backwards: a brace, or a whole JSON string. A quote is inside the string when an odd
# number of backslashes precedes it (follows it, backwards); an endless string takes all the rest.
_BACKWARD_TOKEN = re.compile(r'\{|\}|"[^"]*+(?:"(?=\\(?:\\\\)*+(?!\\))[^"]*+)*+(?:"|\Z)')
_ANSWER_TAG = re.compile(r"<(/?)answer>", re.IGNORECASE)
_NOT_WORDS = re.compile(r"[\n{}\[\]]")
_OPEN_FENCE = re.compile(r"```\w*\s*\Z")


class Options(NamedTuple):
    """The checked options of `score_trace_response`; the two task weights add up to 1."""

    mode: str
    formula: str
    answer_weight: float
    annotation_weight: float
    format_weight: float
    half_life: float

    def task_reward(self, answer: float, annotation: float) -> float:
        if self.mode == "answer":
            return answer
        if self.formula == "gated":
            return answer * (self.answer_weight + self.annotation_weight * annotation)
        return self.answer_weight * answer + self.annotation_weight * annotation


class Reading(NamedTuple):
    """What a response says: its JSON object or bare answer, and how far it follows the format."""

    fields: dict[str, Any]  # empty when nothing could be read
    found: bool = False  # a JSON object was read
    structure_ok: bool = False  # it ends with a balanced {...}, in a closing code block or not
    json_ok: bool = False  # which is JSON


def score_trace_response(
    response: str,
    answer_gt: GroundTruth,
    annotation_gt: GroundTruth,
    reward_contract: Mapping[str, Any] | str | None,
    *,
    trace_reward_mode: str = "answer",
    answer_weight: float = 0.5,
    annotation_weight: float = 0.5,
    format_weight: float = 0.0,
    trace_annotation_reward_formula: str = "gated",
    point_half_life_px: float | None = None,
    image_size: tuple[float, float] | None = None,
) -> dict[str, float]:
    """Score one response under reward contract v0.

    `answer_gt`, `annotation_gt` and `reward_contract` may be typed values, their dicts or JSON texts;
    the annotation may be None in mode `answer`, where it is not scored. `trace_reward_mode` is `answer`
    or `answer_and_annotation`, `trace_annotation_reward_formula` is `gated` or `additive`. `image_size`
    is (width, height) in pixels and sets the half-life of point distances unless `point_half_life_px`
    does; with neither it is 32 px.

    Returns floats, flags as 0.0 or 1.0:

    - `overall`: (1 - format_weight) * `task_reward_raw` + format_weight * `format`; `zero_reward`: it is 0
    - `answer_reward`, also as `accuracy`: 0 or 1; `annotation_reward`: 0 to 1
    - `format`: all three of `format_structure_ok` (the response ends with a balanced {...}),
      `format_json_ok` (it is JSON), `format_schema_ok` (its keys are exactly those of the mode)
    - `json_found`: a JSON object was read, at the end or elsewhere; `answer_parse_ok`,
      `annotation_parse_ok`: that part was read, and the contract matches its ground truth
    - `answer_weight`, `annotation_weight`, `format_weight`: the weights used; the first two add up to 1
      and are 1 and 0 in mode `answer`
    - `recovered`: the answer was read from elsewhere than a JSON object at the end
    - `annotation_predicted_count`, `annotation_target_count`: items over all roles
    - `annotation_shared_roles`: roles in both (1 for types without roles)
    - `point_half_life_px`: the half-life used, 0 where distances are not scored

    ValueError for a bad option or a ground truth that is not JSON. No response raises. Of a response
    longer than `MAX_CHARS` only the end is read; an annotation of more than `MAX_ITEMS` items is not read.
    """
    options = _checked_options(
        trace_reward_mode,
        trace_annotation_reward_formula,
        (answer_weight, annotation_weight, format_weight),
        _half_life(point_half_life_px, image_size),
    )
    answer_type, answer = _typed(answer_gt, "answer_gt")
    annotation_type, annotation = _typed(annotation_gt, "annotation_gt")
    contract = _loaded(reward_contract, "reward_contract")
    reading = _read_response(response, answer_type if options.mode == "answer" else None)

    scores = _answer_scores(reading, answer_type, answer, contract)
    if options.mode == "answer":
        scores |= dict.fromkeys(_ANNOTATION_KEYS, 0.0)
    else:
        scores |= _annotation_scores(reading, annotation_type, annotation, contract, options.half_life)
    task = options.task_reward(scores["answer_reward"], scores["annotation_reward"])
    schema_ok = reading.json_ok and reading.fields.keys() == _MODE_KEYS[options.mode]
    overall = (1 - options.format_weight) * task + options.format_weight * schema_ok
    return {
        "overall": overall,
        "accuracy": scores["answer_reward"],
        **scores,
        "task_reward_raw": task,
        "format": float(schema_ok),
        "format_structure_ok": float(reading.structure_ok),
        "format_json_ok": float(reading.json_ok),
        "format_schema_ok": float(schema_ok),
        "json_found": float(reading.found),
        "zero_reward": float(overall == 0),
        "recovered": float(not reading.json_ok and "answer" in reading.fields),
        "answer_weight": options.answer_weight,
        "annotation_weight": options.annotation_weight,
        "format_weight": options.format_weight,
    }


# Options and ground truths


def _checked_options(
    mode: str, formula: str, weights: tuple[float, float, float], half_life: float
) -> Options:
    if mode not in _MODE_KEYS:
        raise ValueError(f"unknown trace_reward_mode {mode!r}; one of {', '.join(_MODE_KEYS)}")
    if formula not in _FORMULAS:
        raise ValueError(
            f"unknown trace_annotation_reward_formula {formula!r}; one of {', '.join(_FORMULAS)}"
        )
    answer, annotation, form = map(float, weights)
    total = answer + annotation
    if not (answer >= 0 and annotation >= 0 and 0 < total < math.inf):
        raise ValueError(f"answer_weight {answer} and annotation_weight {annotation} need a positive sum")
    if not 0 <= form <= 1:
        raise ValueError(f"format_weight {form} is outside [0, 1]")
    if mode == "answer":
        return Options(mode, formula, 1.0, 0.0, form, half_life)
    return Options(mode, formula, answer / total, annotation / total, form, half_life)


def _half_life(point_half_life_px: float | None, image_size: tuple[float, float] | None) -> float:
    if point_half_life_px is not None:
        if not 0 < point_half_life_px < math.inf:
            raise ValueError(f"point_half_life_px {point_half_life_px} is not a positive length")
        return float(point_half_life_px)
    if image_size is None:
        return 32.0
    width, height = image_size
    if not (0 < width < math.inf and 0 < height < math.inf):
        raise ValueError(f"image_size {width} x {height} is not a positive size")
    return min(max(0.035 * math.hypot(width, height), 20.0), 80.0)


def _loaded(value: object, name: str) -> Mapping[str, Any]:
    """A mapping given as itself or as JSON; anything else is empty, which matches no contract."""
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except ValueError as error:
            raise ValueError(f"{name} is not JSON: {error}") from error
    return value if isinstance(value, Mapping) else {}


def _typed(value: GroundTruth, name: str) -> tuple[Any, Any]:
    if isinstance(value, TypedValue):
        return value.type, value.value
    fields = _loaded(value, name)
    return fields.get("type"), fields.get("value")


def _matches(contract: Mapping[str, Any], part: str, part_type: Any) -> bool:
    """Whether a part of the contract is the one derived from the type of its ground truth."""
    types = {"answer": ANSWER_TYPES[0], "annotation": ANNOTATION_TYPES[0], part: part_type}
    try:
        derived = contracts.reward_contract(types["answer"], types["annotation"])
    except ValueError:
        return False
    version = "reward_contract_version"
    return bool(contract.get(version) == derived[version] and contract.get(part) == derived[part])


# Reading the response


def _read_response(response: object, atom_type: object) -> Reading:
    """`atom_type`: the type of an answer that may stand without JSON, None where none may."""
    if not isinstance(response, str):
        return Reading({})
    whole = response.rstrip()
    text = whole[-MAX_CHARS:]
    last = _last_object(text)
    fields = _json_object(last) if last else None
    if fields is not None:
        return Reading(fields, found=True, structure_ok=True, json_ok=True)
    fields, found = _recovered(text, atom_type)
    if not fields and len(text) == len(whole):
        fields = _atom(text, atom_type)
    return Reading(fields, found=found, structure_ok=last is not None)


def _last_object(text: str) -> str | None:
    """The balanced {...} that ends the text, or that is the whole of a code block that ends it."""
    body = text.removesuffix("```").rstrip()
    if not body.endswith("}"):
        return None
    start, stop = next(_objects_backwards(body), (0, 0))
    if stop < len(body):
        return None
    if len(body) < len(text) and not _OPEN_FENCE.search(body, max(start - 100, 0), start):
        return None
    return body[start:stop]


def _recovered(text: str, atom_type: object) -> tuple[dict[str, Any], bool]:
    """The fields of the last object with an answer, and whether any object was found.

    The last answer tag goes before the last code block, and that before the rest.
    """
    found = False
    tagged = _tagged(text)
    for part in (tagged, "".join(text.rsplit("```", 2)[1:2]), text):
        for start, stop in _objects_backwards(part):
            fields = _json_object(part[start:stop])
            found = found or fields is not None
            if fields and "answer" in fields:
                return fields, found
        if part is tagged and (fields := _atom(part, atom_type)):
            return fields, found
    return {}, found


def _tagged(text: str) -> str:
    """What the last closed <answer> tag holds."""
    content = ""
    opened = None
    for tag in _ANSWER_TAG.finditer(text):
        if not tag[1]:
            opened = tag.end()
        elif opened is not None:
            content = text[opened : tag.start()]
            opened = None
    return content


def _atom(text: str, answer_type: object) -> dict[str, Any]:
    """The answer that is all of a text: a JSON number or string, or, for texts, one line of words."""
    text = text.strip()
    if answer_type not in ANSWER_TYPES or not 0 < len(text) <= MAX_ATOM:
        return {}
    try:
        value = _DECODER.decode(text)
    except (ValueError, RecursionError):
        value = None
    if answer_type in _NUMBER_TYPES:
        return {"answer": value} if _is_number(value) else {}
    if isinstance(value, str):
        return {"answer": value}
    return {} if _NOT_WORDS.search(text) else {"answer": text}


def _objects_backwards(text: str) -> Iterator[tuple[int, int]]:
    """Where the balanced {...} of a text start and stop, the last first, outer before inner.

    Read backwards, a JSON object has only one possible start, whatever the prose before it holds. Stops
    once `MAX_EFFORT` is spent, so that the time is linear in the length of the text.
    """
    backwards = text[::-1]
    effort = MAX_EFFORT
    stop = text.rfind("}") + 1
    while stop and effort > 0:
        depth = tokens = 0
        end = len(text)
        for token in islice(_BACKWARD_TOKEN.finditer(backwards, len(text) - stop), effort):
            tokens += 1
            brace = backwards[token.start()]
            depth += (brace == "}") - (brace == "{")
            if depth == 0:
                end = token.end()
                yield len(text) - end, stop
                break
        effort -= 8 + tokens + (end - len(text) + stop) // 64
        stop = text.rfind("}", 0, stop - 1) + 1


def _json_object(text: str) -> dict[str, Any] | None:
    """A text in braces as JSON, None if it is not; of a key given twice the last counts."""
    try:
        value: dict[str, Any] = _DECODER.decode(text)
    except (ValueError, RecursionError):
        return None
    return value


def _integer(digits: str) -> float:
    return int(digits) if len(digits) <= MAX_DIGITS else math.inf


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


_DECODER = json.JSONDecoder(parse_int=_integer, parse_constant=_no_constant)


# The answer


def _answer_scores(
    reading: Reading, answer_type: Any, answer: object, contract: Mapping[str, Any]
) -> dict[str, float]:
    parsed = (
        "answer" in reading.fields
        and _fits(answer_type, answer)
        and _matches(contract, "answer", answer_type)
    )
    reward = parsed and _same(reading.fields["answer"], answer)
    return {"answer_reward": float(reward), "answer_parse_ok": float(parsed)}


def _fits(answer_type: object, answer: object) -> bool:
    """Whether a ground truth has its declared type; an integral float is an integer."""
    if answer_type in _NUMBER_TYPES:
        return _is_number(answer) and (answer_type == "number" or answer == int(answer))
    return isinstance(answer, str | list | dict)


def _is_number(value: object) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < math.inf


def _same(value: object, truth: object) -> bool:
    match truth:
        case str():
            return isinstance(value, str) and value.strip().casefold() == truth.strip().casefold()
        case dict():
            return (
                isinstance(value, dict)
                and value.keys() == truth.keys()
                and all(_same(value[key], item) for key, item in truth.items())
            )
        case list() | tuple():
            return isinstance(value, list) and len(value) == len(truth) and all(map(_same, value, truth))
    return _is_number(value) and _is_number(truth) and value == truth


# The annotation


def _annotation_scores(
    reading: Reading, kind: Any, annotation: object, contract: Mapping[str, Any], half_life: float
) -> dict[str, float]:
    scores = dict.fromkeys(_ANNOTATION_KEYS, 0.0)
    if not _matches(contract, "annotation", kind):
        return scores
    if not kind.startswith("bbox"):
        scores["point_half_life_px"] = half_life
    try:
        target = _item_arrays(kind, annotation)
        predicted = _item_arrays(kind, reading.fields.get("annotation"))
    except ValueError:
        return scores
    target_count, predicted_count = _count(target), _count(predicted)
    if predicted_count > max(MAX_ITEMS, target_count):
        return scores
    shared = [role for role in target if role in predicted]
    total = math.fsum(_group_similarity(kind, predicted[role], target[role], half_life) for role in shared)
    return scores | {
        "annotation_reward": total / len(target.keys() | predicted.keys()),
        "annotation_parse_ok": 1.0,
        "annotation_predicted_count": float(predicted_count),
        "annotation_target_count": float(target_count),
        "annotation_shared_roles": float(len(shared)),
    }


def _count(items: dict[str, Array]) -> int:
    return sum(map(len, items.values()))


def _item_arrays(kind: str, value: object) -> dict[str, Array]:
    """The items of each role: n x 4 for boxes, corners in order; n x 2 for points; n x 2 x 2 for segments.

    ValueError for a wrong shape, a coordinate that is not finite, a box without area.
    """
    groups = annotation_groups(kind, value)
    item_shape = _ITEM_SHAPES[kind.partition("_")[0]]
    items = np.array([item for group in groups.values() for item in group], float).reshape(-1, *item_shape)
    if not np.isfinite(items).all():
        raise ValueError("a coordinate is not finite")
    if item_shape == (4,):
        low, high = np.minimum(items[:, :2], items[:, 2:]), np.maximum(items[:, :2], items[:, 2:])
        if (low == high).any():
            raise ValueError("a box without area")
        items = np.hstack((low, high))
    ends = accumulate(map(len, groups.values()))
    return {role: items[end - len(group) : end] for (role, group), end in zip(groups.items(), ends)}


def _group_similarity(kind: str, predicted: Array, target: Array, half_life: float) -> float:
    """How well the items of one role agree, 0 to 1; two empty sets agree."""
    shorter, longer = sorted((len(predicted), len(target)))
    if not shorter:
        return float(not longer)
    if "_set" in kind:
        total = best_matching(_similarity(kind, predicted[:, None], target[None], half_life))
    else:
        total = math.fsum(_similarity(kind, predicted[:shorter], target[:shorter], half_life))
    return total / longer


def _similarity(kind: str, predicted: Array, target: Array, half_life: float) -> Array:
    """Similarities of items, 0 to 1, by the rules of broadcasting over the leading axes."""
    with np.errstate(all="ignore"):  # of absurdly large coordinates, which have similarity 0
        match kind.partition("_")[0]:
            case "bbox":
                return _iou(predicted, target)
            case "point":
                return _closeness(predicted, target, half_life)
            case _:
                straight = _closeness(predicted, target, half_life).mean(-1)
                crossed = _closeness(predicted[..., ::-1, :], target, half_life).mean(-1)
                better: Array = np.maximum(straight, crossed)
                return better


def _iou(predicted: Array, target: Array) -> Array:
    low = np.maximum(predicted[..., :2], target[..., :2])
    high = np.minimum(predicted[..., 2:], target[..., 2:])
    shared = _area(np.maximum(high - low, 0))
    union = _area(predicted[..., 2:] - predicted[..., :2]) + _area(target[..., 2:] - target[..., :2]) - shared
    overlap: Array = np.divide(shared, union, out=np.zeros_like(shared), where=union > 0)
    return overlap


def _area(size: Array) -> Array:
    area: Array = size[..., 0] * size[..., 1]
    return area


def _closeness(predicted: Array, target: Array, half_life: float) -> Array:
    halvings = (((predicted - target) / half_life) ** 2).sum(-1)
    closeness: Array = np.exp2(-halvings)
    return closeness


def best_matching(gain: Array) -> float:
    """The largest sum of entries of a matrix of gains >= 0, no two in one row or column.

    Shortest augmenting paths (the Hungarian method), from the rows whose best column nobody else wants.
    """
    if len(gain) > len(gain[0]):
        gain = gain.T
    matching = _Matching(gain)
    for row in np.flatnonzero(matching.column_of < 0).tolist():
        matching.augment(row)
    return math.fsum(gain[range(len(gain)), matching.column_of])


class _Matching:
    """Rows and their columns, with prices: row + column price >= gain, equal where matched."""

    def __init__(self, gain: Array) -> None:
        self.gain = gain
        self.row_price, self.column_price = gain.max(1), np.zeros(gain.shape[1])
        self.column_of, self.row_of = np.full(gain.shape[0], -1), np.full(gain.shape[1], -1)
        for row, column in enumerate(gain.argmax(1)):
            if self.row_of[column] < 0:
                self.row_of[column], self.column_of[row] = row, column

    def augment(self, row: int) -> None:
        """Match one more row, by the chain of changes that loses least."""
        came_from = np.full(len(self.row_of), row)
        loss = self.row_price[row] + self.column_price - self.gain[row]  # inf once its column is closed
        open_price = self.column_price.copy()  # likewise
        free = self.row_of < 0
        closed: list[int] = []
        losses: list[float] = []
        while not (ends := free & (loss == (least := loss.min()))).any():
            column = int(loss.argmin())
            closed.append(column)
            losses.append(least)
            loss[column] = open_price[column] = np.inf
            holder = self.row_of[column]
            through = open_price - self.gain[holder] + (least + self.row_price[holder])
            came_from[through < loss] = holder
            np.minimum(loss, through, out=loss)
        spare = least - np.array(losses)
        self.row_price[row] -= least
        self.row_price[self.row_of[closed]] -= spare
        self.column_price[closed] += spare
        column = int(ends.argmax())
        while column >= 0:
            holder = came_from[column]
            self.row_of[column] = holder
            self.column_of[holder], column = column, int(self.column_of[holder])  # -1 for the new row
