"""Typed values, reward contracts and the scorer: hand-worked cases, an oracle, properties, a fuzz."""

import json
import math
import random
import re
from itertools import permutations
from time import perf_counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linear_sum_assignment

from benchmarks.scoring import hostile
from tests.oracles import scoring as oracle
from trace_tasks.contracts import ANNOTATION_TYPES, ANSWER_TYPES, Annotation, Answer, reward_contract
from trace_tasks.scoring import MAX_ITEMS, best_matching, score_trace_response

ANSWERS = {"integer": 7, "number": 12.5, "option_letter": "C", "string": "Dark Blue"}
BOX = [10, 20, 30, 60]
WITNESSES: dict[str, Any] = {
    "bbox": BOX,
    "point": [10, 20],
    "segment": [[10, 20], [30, 60]],
    "bbox_set": [BOX, [100, 100, 140, 160], [0.5, 0.5, 8, 8]],
    "point_set": [[10, 20], [300, 200], [40, 20]],
    "segment_set": [[[10, 20], [30, 60]], [[1, 1], [1, 90]]],
    "bbox_sequence": [BOX, [100, 100, 140, 160]],
    "point_sequence": [[10, 20], [300, 200], [10, 20]],
    "bbox_map": {"first": BOX, "second": [100, 100, 140, 160]},
    "point_map": {"start": [10, 20], "end": [30, 60]},
    "bbox_set_map": {"red": [BOX], "blue": [], "green": [[100, 100, 140, 160], [0.5, 0.5, 8, 8]]},
    "point_set_map": {"red": [[10, 20]], "blue": [], "green": [[300, 200], [40, 20]]},
}


def score(response: Any, answer: Any = 7, kind: str = "integer", **options: Any) -> dict[str, float]:
    """In mode `answer`."""
    return score_trace_response(
        response, {"type": kind, "value": answer}, None, reward_contract(kind, "bbox"), **options
    )


def score_annotation(
    kind: str, predicted: Any, target: Any, answer: Any = 7, **options: Any
) -> dict[str, float]:
    """In mode `answer_and_annotation`; the right answer is 7."""
    return score_trace_response(
        json.dumps({"annotation": predicted, "answer": answer}),
        {"type": "integer", "value": 7},
        {"type": kind, "value": target},
        reward_contract("integer", kind),
        trace_reward_mode="answer_and_annotation",
        **options,
    )


def similarity(kind: str, predicted: Any, target: Any, **options: Any) -> float:
    scores = score_annotation(kind, predicted, target, **options)
    assert scores["annotation_parse_ok"] == 1
    return scores["annotation_reward"]


# Typed values and the contract


@pytest.mark.parametrize("kind", ANSWER_TYPES)
def test_answer_keeps_its_value(kind):
    assert Answer(kind, ANSWERS[kind]).to_dict() == {"type": kind, "value": ANSWERS[kind]}


@pytest.mark.parametrize(
    "kind, value",
    [
        ("integer", True),
        ("integer", 7.0),
        ("integer", "7"),
        ("number", math.inf),
        ("number", math.nan),
        ("number", False),
        ("option_letter", "c"),
        ("option_letter", "CC"),
        ("option_letter", "Ä"),
        ("string", ""),
        ("string", "  "),
        ("string", 7),
        ("boolean", True),
    ],
)
def test_answer_refuses(kind, value):
    with pytest.raises(ValueError, match="answer"):
        Answer(kind, value)


@pytest.mark.parametrize("kind", ANNOTATION_TYPES)
def test_annotation_keeps_its_value_as_floats(kind):
    annotation = Annotation(kind, WITNESSES[kind])
    value = annotation.to_dict()["value"]
    assert value == WITNESSES[kind]
    assert json.loads(json.dumps(value)) == value
    assert value is not annotation.value
    assert all("." in number for number in re.findall(r"[\d.]+", json.dumps(value)))


def test_annotation_takes_tuples():
    assert Annotation("segment", ((1, 2), (3, 4))) == Annotation("segment", [[1.0, 2.0], [3.0, 4.0]])


@pytest.mark.parametrize(
    "kind, value",
    [
        ("bbox", [1, 2, 3]),
        ("bbox", [1, 2, 1, 4]),
        ("bbox", [3, 2, 1, 4]),
        ("bbox", [1, 2, 3, True]),
        ("bbox", [1, 2, 3, "4"]),
        ("bbox", [1, 2, 3, math.nan]),
        ("bbox", BOX + [1]),
        ("bbox", None),
        ("point", [1, math.inf]),
        ("point", [[1, 2]]),
        ("segment", [1, 2, 3, 4]),
        ("segment", [[1, 2], [3, math.inf]]),
        ("point_set", [1, 2]),
        ("point_set", {"a": [1, 2]}),
        ("bbox_sequence", []),
        ("point_map", {}),
        ("point_map", {1: [1, 2]}),
        ("point_map", [[1, 2]]),
        ("bbox_set_map", {}),
        ("bbox_set_map", {"a": BOX}),
        ("polygon", [[1, 2]]),
    ],
)
def test_annotation_refuses(kind, value):
    with pytest.raises(ValueError, match="annotation") as error:
        Annotation(kind, value)
    assert "\n" not in str(error.value)


def test_sets_may_be_empty():
    assert Annotation("bbox_set", []).value == []
    assert Annotation("point_set_map", {"a": []}).value == {"a": []}


def test_contract_follows_from_the_types():
    assert reward_contract("integer", "bbox_set_map") == {
        "reward_contract_version": "v0",
        "answer": {"id": "answer_exact_match_v0", "type": "integer"},
        "annotation": {"id": "bbox_set_map_soft_iou_v0", "type": "bbox_set_map"},
    }
    ids = [reward_contract("string", kind)["annotation"]["id"] for kind in ANNOTATION_TYPES]
    assert sum("_soft_iou_v0" in name for name in ids) == 5
    assert sum("_soft_distance_v0" in name for name in ids) == 7


@pytest.mark.parametrize("types", [("boolean", "bbox"), ("integer", "polygon")])
def test_contract_refuses_unknown_types(types):
    with pytest.raises(ValueError, match="unknown"):
        reward_contract(*types)


# The answer


@pytest.mark.parametrize(
    "kind, truth, answer, right",
    [
        ("integer", 7, "7", 1),
        ("integer", 7, "7.0", 1),
        ("integer", 7, "70e-1", 1),
        ("integer", 7, "8", 0),
        ("integer", 7, '"7"', 0),
        ("integer", 1, "true", 0),
        ("integer", 0, "false", 0),
        ("integer", 0, "-0.0", 1),
        ("integer", 7, "[7]", 0),
        ("integer", 7, "null", 0),
        ("integer", 7.0, "7", 1),
        ("integer", 7, "1e999", 0),
        ("integer", 10**20, "1" + "0" * 20, 1),
        ("integer", 7, "9" * 5000, 0),
        ("number", 12.5, "12.5", 1),
        ("number", 12.5, "12.50", 1),
        ("number", 3, "3.0", 1),
        ("number", 0.3, "0.30000000000000004", 0),
        ("number", 12.5, '"12.5"', 0),
        ("option_letter", "C", '"C"', 1),
        ("option_letter", "C", '" c "', 1),
        ("option_letter", "C", '"D"', 0),
        ("option_letter", "C", '"C."', 0),
        ("string", "Dark Blue", '"  dark BLUE\\n"', 1),
        ("string", "Straße", '"STRASSE"', 1),
        ("string", "Dark Blue", '"darkblue"', 0),
        ("string", "7", "7", 0),
        ("string", {"a": 1, "b": ["x", 2]}, '{"b": ["X", 2.0], "a": 1}', 1),
        ("string", ["a", "b"], '["b", "a"]', 0),
        ("string", ["a", "b"], '["A", "B"]', 1),
        ("string", ["a"], '["a", "b"]', 0),
        ("string", {"a": 1}, '{"a": 1, "b": 2}', 0),
    ],
)
def test_answer_is_exact_after_normalising(kind, truth, answer, right):
    scores = score(f'{{"answer": {answer}}}', truth, kind)
    assert scores["answer_reward"] == scores["accuracy"] == scores["overall"] == right
    assert scores["format"] == scores["answer_parse_ok"] == 1
    assert scores["zero_reward"] == 1 - right


@pytest.mark.parametrize(
    "kind, truth",
    [
        ("integer", "7"),
        ("integer", 7.5),
        ("integer", True),
        ("number", math.inf),
        ("string", None),
        ("string", 7),
    ],
)
def test_ground_truth_of_another_type_scores_nothing(kind, truth):
    scores = score(json.dumps({"answer": truth}), truth, kind)
    assert scores["answer_reward"] == scores["answer_parse_ok"] == 0


# Reading: where the answer stands, and what that does to the format


@pytest.mark.parametrize(
    "response",
    [
        '{"answer": 7}',
        'I count seven. {"answer": 7}',
        '{"answer": 3} No, wait.\n\n{"answer": 7}\n  ',
        'Said "so {" and then {"answer":\n7 }',
        'Braces {{ } and a quote " before {"answer": 7}',
        'It\'s\n```json\n{"answer": 7}\n```',
        '```\n{"answer": 7}\n```\n',
        '```json {"answer": 7}```',
        '```python\nprint({})\n```\nso {"answer": 7}',
        '{"a": {"answer": 7}',
        '{"answer": 3, "answer": 7}',
        "x" * 100_000 + '{"answer": 7}' + " " * 100_000,
    ],
)
def test_ends_with_the_object(response):
    scores = score(response)
    assert scores["answer_reward"] == scores["format"] == scores["json_found"] == 1
    assert scores["format_structure_ok"] == scores["format_json_ok"] == scores["format_schema_ok"] == 1
    assert scores["recovered"] == 0


@pytest.mark.parametrize(
    "response",
    [
        '{"answer": 7}.',
        '{"answer": 7} I am sure.',
        '{"answer": 7}<|im_end|>',
        '[{"answer": 7}]',
        '{"answer": 7}```',
        'Yes: {"answer": 7, "why": "a } and a { and a \\" there"} is it.',
        '<answer>{"answer": 7}</answer>',
        '<Answer>So {"answer": 7} it is</ANSWER> as {"answer": 8} cannot be.',
        "<answer>8</answer> no, <answer>\n7\n</answer>",
        '```json\n{"answer": 7}\n```\nHope this helps, unlike {"answer": 8} which is wrong.',
        '{"answer": 8} then {"answer": 7} or so',
        '{"note": {"x": 1}, "answer": 7} and {"y": 2}, well',
        'f{"answer": 7} with stray } and } "quote',
        '{"answer": 7} {"answer": NaN}',
        "{\"answer\": 7} {'answer': 8}",
        "7",
        " 7.0\n",
    ],
)
def test_recovered_from_elsewhere(response):
    scores = score(response)
    assert scores["answer_reward"] == scores["answer_parse_ok"] == scores["recovered"] == 1
    assert scores["format"] == scores["format_json_ok"] == scores["format_schema_ok"] == 0


@pytest.mark.parametrize(
    "response",
    [
        "",
        "seven",
        "7 cells",
        "the answer is 7",
        "{",
        "}",
        '{"answer": }',
        "{answer: 7}",
        '{"answer": NaN}',
        '{"answer": Infinity}',
        '{"answer": 07}',
        '{"answer": 7,}',
        '"answer": 7}',
        "true",
        "[7]",
        "NaN",
        "\ud800",
        None,
        7,
        b'{"answer": 7}',
        ["x"],
        '{"Answer": 7} x',
        "x" + " " * 200_000 + "7",
        "<answer>seven</answer>",
        "</answer>7<answer>",
    ],
)
def test_nothing_to_read(response):
    scores = score(response)
    assert scores["overall"] == scores["answer_parse_ok"] == scores["format"] == 0
    assert scores["zero_reward"] == 1


def test_last_object_decides_even_without_an_answer():
    scores = score('{"answer": 7} {"note": 1}')
    assert scores["answer_parse_ok"] == scores["format"] == scores["answer_reward"] == 0
    assert scores["json_found"] == scores["format_json_ok"] == 1


def test_format_flags_tell_what_is_wrong():
    flags = ("format_structure_ok", "format_json_ok", "format_schema_ok")
    cases = {
        "7": "000",
        "{'answer': 7}": "100",
        '{"answer": 7, "b": 1}': "110",
        '{"answer": 7}': "111",
        '{"annotation": [1, 2], "answer": 7}': "110",
    }
    for response, expected in cases.items():
        scores = score(response)
        assert "".join(str(int(scores[flag])) for flag in flags) == expected, response


@pytest.mark.parametrize(
    "kind, truth, response, right",
    [
        ("option_letter", "C", "C", 1),
        ("option_letter", "C", "c", 1),
        ("option_letter", "C", '"C"', 1),
        ("option_letter", "C", "Option C", 0),
        ("string", "dark blue", "Dark blue", 1),
        ("string", "7", "7", 1),
        ("string", "7", '"7"', 1),
        ("number", 12.5, "12.5", 1),
        ("number", 12.5, '"12.5"', 0),
    ],
)
def test_bare_answer(kind, truth, response, right):
    scores = score(response, truth, kind)
    assert scores["answer_reward"] == right
    assert scores["format"] == scores["json_found"] == 0


@pytest.mark.parametrize("response", ["dark\nblue", "{dark blue}", "so dark blue " * 20])
def test_prose_is_no_bare_answer(response):
    assert score(response, "dark blue", "string")["answer_parse_ok"] == 0


def test_bare_answer_counts_in_answer_mode_only():
    contract = reward_contract("integer", "point")
    truths = Answer("integer", 7), Annotation("point", [1, 2]), contract
    for response in ("7", "<answer>7</answer>"):
        assert score_trace_response(response, *truths)["overall"] == 1
        scores = score_trace_response(response, *truths, trace_reward_mode="answer_and_annotation")
        assert scores["overall"] == scores["answer_parse_ok"] == 0


def test_annotation_mode_wants_exactly_its_keys():
    truths = Answer("integer", 7), Annotation("point", [1, 2]), reward_contract("integer", "point")
    for fields, expected in (
        ('"annotation": [1, 2], "answer": 7', 1),
        ('"answer": 7, "annotation": [1, 2]', 1),
        ('"answer": 7', 0),
        ('"answer": 7, "annotation": [1, 2], "b": 1', 0),
    ):
        scores = score_trace_response("{" + fields + "}", *truths, trace_reward_mode="answer_and_annotation")
        assert scores["format"] == expected
        assert scores["answer_reward"] == 1


# The annotation


@pytest.mark.parametrize(
    "predicted, expected",
    [
        ([0, 0, 10, 10], 1),
        ([10, 10, 0, 0], 1),
        ([0, 10, 10, 0], 1),
        ([5, 0, 15, 10], 1 / 3),
        ([0, 0, 5, 10], 1 / 2),
        ([2, 2, 8, 8], 0.36),
        ([10, 0, 20, 10], 0),
        ([-10, -10, 20, 20], 1 / 9),
        ([-1e308, -1e308, 1e308, 1e308], 0),
        ([0, 0, 1e-300, 1e-300], 0),
    ],
)
def test_iou(predicted, expected):
    assert similarity("bbox", predicted, [0, 0, 10, 10]) == pytest.approx(expected, abs=1e-15)


@pytest.mark.parametrize(
    "predicted",
    [
        "[0, 0, 0, 10]",
        "[0, 0, 10, true]",
        '[0, 0, 10, "10"]',
        "[0, 0, 10]",
        "null",
        "[0, 0, 10, 1e999]",
        "[0, 0, 10, NaN]",
        '"0,0,10,10"',
        "[[0, 0, 10, 10]]",
        "[0, 0, 10, " + "9" * 400 + "]",
        '{"x0": 0}',
    ],
)
def test_bad_box_fails_parsing(predicted):
    scores = score_trace_response(
        f'{{"annotation": {predicted}, "answer": 7}}',
        Answer("integer", 7),
        Annotation("bbox", [0, 0, 10, 10]),
        reward_contract("integer", "bbox"),
        trace_reward_mode="answer_and_annotation",
    )
    assert scores["annotation_parse_ok"] == scores["annotation_reward"] == 0


def test_one_bad_item_fails_the_whole_annotation():
    assert score_annotation("point_set", [[1, 2], [3, True]], [[1, 2]])["annotation_parse_ok"] == 0


@pytest.mark.parametrize(
    "options, half_life",
    [
        ({}, 32),
        ({"image_size": (800, 600)}, 35),
        ({"image_size": (100, 100)}, 20),
        ({"image_size": (4000, 3000)}, 80),
        ({"image_size": (800, 600), "point_half_life_px": 7}, 7),
        ({"point_half_life_px": 100.5}, 100.5),
    ],
)
def test_a_point_at_the_half_life_scores_a_half(options, half_life):
    target = [100, 100]
    assert similarity("point", [100 + half_life, 100], target, **options) == pytest.approx(1 / 2)
    assert similarity("point", [100 + half_life, 100 - half_life], target, **options) == pytest.approx(1 / 4)
    assert similarity("point", [100, 100 + 2 * half_life], target, **options) == pytest.approx(1 / 16)
    assert score_annotation("point", target, target, **options)["point_half_life_px"] == half_life


def test_segment_takes_the_better_pairing():
    target = [[0, 0], [100, 0]]
    assert similarity("segment", [[0, 0], [100, 0]], target) == 1
    assert similarity("segment", [[100, 0], [0, 0]], target) == 1
    assert similarity("segment", [[0, 32], [100, 0]], target) == pytest.approx(3 / 4)
    assert similarity("segment", [[100, 32], [0, 32]], target) == pytest.approx(1 / 2)


def test_sets_ignore_order_and_pay_for_extra_and_missing_items():
    a, b, c = [0, 0, 10, 10], [100, 0, 110, 10], [200, 0, 210, 10]
    assert similarity("bbox_set", [b, a], [a, b]) == 1
    assert similarity("bbox_set", [a], [a, b]) == 1 / 2
    assert similarity("bbox_set", [a, b, c], [a]) == 1 / 3
    assert similarity("bbox_set", [a, a], [a, b]) == 1 / 2
    assert similarity("bbox_set", [], [a]) == similarity("bbox_set", [a], []) == 0
    assert similarity("bbox_set", [], []) == 1


def test_matching_is_optimal_not_greedy():
    # Boxes of height 1: [2, 12] fits [0, 10] best (8/12), yet must leave it to [-4, 6] (6/14).
    predicted, target = [[2, 0, 12, 1], [-4, 0, 6, 1]], [[0, 0, 10, 1], [5, 0, 15, 1]]
    assert similarity("bbox_set", predicted, target) == pytest.approx((7 / 13 + 6 / 14) / 2)
    assert best_matching(np.array([[10.0, 9.0], [9.0, 0.0]])) == 18


def test_sequences_go_by_index_over_the_longer_length():
    a, b, c = [0, 0], [1000, 0], [0, 1000]
    assert similarity("point_sequence", [a, b, c], [a, b, c]) == 1
    assert similarity("point_sequence", [b, a, c], [a, b, c]) == pytest.approx(1 / 3)
    assert similarity("point_sequence", [a, b], [a, b, c]) == pytest.approx(2 / 3)
    assert similarity("point_sequence", [a, b, c, a], [a, b]) == pytest.approx(1 / 2)
    assert similarity("point_sequence", [], [a]) == 0


def test_maps_go_by_shared_roles_over_all_roles():
    a, b = [0, 0], [1000, 0]
    assert similarity("point_map", {"y": b, "x": a}, {"x": a, "y": b}) == 1
    assert similarity("point_map", {"x": a}, {"x": a, "y": b}) == 1 / 2
    assert similarity("point_map", {"x": a, "z": b}, {"x": a, "y": b}) == pytest.approx(1 / 3)
    assert similarity("point_map", {"X": a}, {"x": a}) == similarity("point_map", {}, {"x": a}) == 0
    assert similarity("point_set_map", {"x": [b, a], "y": []}, {"x": [a, b], "y": []}) == 1
    assert similarity("point_set_map", {"x": [a], "y": [a]}, {"x": [a, b], "y": []}) == 1 / 4


def test_counts_are_reported():
    scores = score_annotation("bbox_set_map", {"a": [BOX, BOX], "b": []}, {"a": [BOX], "c": []})
    counts = {
        name: scores[f"annotation_{name}"] for name in ("predicted_count", "target_count", "shared_roles")
    }
    assert counts == {"predicted_count": 2, "target_count": 1, "shared_roles": 1}


# Weights, options and contracts


def test_gated_and_additive():
    half = {"kind": "bbox", "predicted": [0, 0, 5, 10], "target": [0, 0, 10, 10]}
    weights = {"answer_weight": 3, "annotation_weight": 1}
    additive = {"trace_annotation_reward_formula": "additive"}
    assert score_annotation(**half)["overall"] == pytest.approx(0.75)
    assert score_annotation(**half, **weights)["overall"] == pytest.approx(0.875)
    assert score_annotation(**half, answer=8)["overall"] == 0
    assert score_annotation(**half, **weights, **additive)["overall"] == pytest.approx(0.875)
    assert score_annotation(**half, **weights, **additive, answer=8)["overall"] == pytest.approx(0.125)
    scores = score_annotation(**half, **weights)
    assert (scores["answer_weight"], scores["annotation_weight"]) == (0.75, 0.25)


def test_format_weight_mixes_task_and_format():
    assert score('{"answer": 8}', format_weight=0.05)["overall"] == pytest.approx(0.05)
    assert score('{"answer": 7}', format_weight=0.05)["overall"] == pytest.approx(1)
    scores = score('{"answer": 7} x', format_weight=0.05)
    assert scores["overall"] == pytest.approx(0.95)
    assert (scores["task_reward_raw"], scores["format_weight"]) == (1, 0.05)
    assert score('{"answer": 7} x', format_weight=1)["zero_reward"] == 1


@pytest.mark.parametrize(
    "options",
    [
        {"trace_reward_mode": "annotation"},
        {"trace_annotation_reward_formula": "product"},
        {"answer_weight": 0, "annotation_weight": 0},
        {"answer_weight": -1, "annotation_weight": 0.5},
        {"answer_weight": 2, "annotation_weight": -1},
        {"answer_weight": math.nan},
        {"answer_weight": math.inf},
        {"format_weight": -0.1},
        {"format_weight": 1.1},
        {"format_weight": math.nan},
        {"point_half_life_px": 0},
        {"point_half_life_px": -3},
        {"point_half_life_px": math.nan},
        {"image_size": (0, 10)},
        {"image_size": (10, math.inf)},
    ],
)
def test_bad_options(options):
    with pytest.raises(ValueError, match=r"trace_|weight|half_life|image_size"):
        score('{"answer": 7}', **options)


def test_ground_truth_that_is_not_json():
    with pytest.raises(ValueError, match="answer_gt is not JSON"):
        score_trace_response("7", "{", None, None)


@pytest.mark.parametrize(
    "part, change",
    [
        ("answer", {"type": "string"}),
        ("answer", {"id": "answer_exact_match_v1"}),
        ("answer", None),
        ("annotation", {"type": "point_set"}),
        ("annotation", {"id": "point_soft_iou_v0"}),
        ("annotation", None),
        ("both", None),
    ],
)
def test_contract_that_does_not_match_scores_nothing(part, change):
    contract = reward_contract("integer", "point")
    if part == "both":
        contract["reward_contract_version"] = "v1"
    else:
        contract[part] = change and contract[part] | change
    scores = score_trace_response(
        '{"annotation": [1, 2], "answer": 7}',
        Answer("integer", 7),
        Annotation("point", [1, 2]),
        contract,
        trace_reward_mode="answer_and_annotation",
        trace_annotation_reward_formula="additive",
    )
    for name in ("answer", "annotation"):
        expected = float(part not in (name, "both"))
        assert scores[f"{name}_reward"] == scores[f"{name}_parse_ok"] == expected
    assert scores["overall"] == (0 if part == "both" else 0.5)
    assert scores["format"] == 1


@pytest.mark.parametrize("contract", [None, {}, "[]", 7, {"reward_contract_version": "v0", "answer": 3}])
def test_contract_of_another_form_scores_nothing(contract):
    scores = score_trace_response('{"answer": 7}', Answer("integer", 7), None, contract)
    assert scores["overall"] == scores["answer_parse_ok"] == 0


def test_ground_truths_as_values_dicts_and_json():
    response = json.dumps({"annotation": WITNESSES["bbox_set"], "answer": 7})
    answer, annotation = Answer("integer", 7), Annotation("bbox_set", WITNESSES["bbox_set"])
    contract = reward_contract("integer", "bbox_set")
    dicts = answer.to_dict(), annotation.to_dict(), contract
    for truths in ((answer, annotation, contract), dicts, tuple(map(json.dumps, dicts))):
        scores = score_trace_response(response, *truths, trace_reward_mode="answer_and_annotation")
        assert scores["overall"] == 1
        assert all(type(value) is float for value in scores.values())


# Properties, and the oracle

number = st.integers(0, 1600).map(lambda n: n / 2)
point = st.tuples(number, number).map(list)
segment = st.tuples(point, point).map(list)
bbox = st.tuples(number, number, st.integers(1, 400), st.integers(1, 400)).map(
    lambda b: [b[0], b[1], b[0] + b[2], b[1] + b[3]]
)
ITEMS = {"bbox": bbox, "point": point, "segment": segment}
roles = st.sampled_from(["a", "b", "c", "d"])


def witness(kind: str) -> st.SearchStrategy[Any]:
    name, _, form = kind.partition("_")
    item = ITEMS[name]
    forms = {
        "": item,
        "set": st.lists(item, max_size=5),
        "sequence": st.lists(item, min_size=1, max_size=5),
        "map": st.dictionaries(roles, item, min_size=1),
        "set_map": st.dictionaries(roles, st.lists(item, max_size=3), min_size=1),
    }
    return forms[form]


kinds = st.sampled_from(ANNOTATION_TYPES)
pairs = kinds.flatmap(lambda kind: st.tuples(st.just(kind), witness(kind), witness(kind)))
answers = st.one_of(
    st.tuples(st.just("integer"), st.integers()),
    st.tuples(st.just("number"), st.floats(allow_nan=False, allow_infinity=False)),
    st.tuples(st.just("option_letter"), st.sampled_from("ABCDEF")),
    st.tuples(st.just("string"), st.text(min_size=1).filter(str.strip)),
)


@given(pairs, answers, st.text())
def test_own_answer_scores_one(pair, typed_answer, prose):
    kind, value, _ = pair
    answer, annotation = Answer(*typed_answer), Annotation(kind, value)
    response = prose + json.dumps(
        {"annotation": annotation.to_dict()["value"], "answer": answer.to_dict()["value"]}
    )
    contract = reward_contract(answer.type, kind)
    for formula in ("gated", "additive"):
        scores = score_trace_response(
            response,
            answer,
            annotation,
            contract,
            trace_reward_mode="answer_and_annotation",
            trace_annotation_reward_formula=formula,
            format_weight=0.1,
        )
        assert scores["overall"] == scores["annotation_reward"] == scores["format"] == 1
    assert score_trace_response(json.dumps({"answer": answer.value}), answer, None, contract)["overall"] == 1


@settings(max_examples=400)
@given(pairs, st.sampled_from([20.0, 32.0, 80.0]))
def test_agrees_with_the_oracle(pair, half_life):
    kind, predicted, target = pair
    expected = oracle.annotation_reward(kind, predicted, target, half_life)
    actual = similarity(kind, predicted, target, point_half_life_px=half_life)
    assert actual == pytest.approx(expected, abs=1e-9)
    assert 0 <= actual <= 1
    assert similarity(kind, target, predicted, point_half_life_px=half_life) == pytest.approx(
        actual, abs=1e-12
    )


@given(
    st.sampled_from(["bbox_set", "point_set", "segment_set"]).flatmap(
        lambda kind: st.tuples(st.just(kind), witness(kind), witness(kind), st.randoms())
    )
)
def test_sets_have_no_order(case):
    kind, predicted, target, rng = case
    expected = similarity(kind, predicted, target)
    rng.shuffle(predicted)
    rng.shuffle(target)
    assert similarity(kind, predicted, target) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("seed", range(200))
def test_matching_agrees_with_scipy(seed):
    rng = np.random.default_rng(seed)
    shape = tuple(rng.integers(1, 40, 2))
    gain = rng.random(shape) if seed % 2 else rng.integers(0, 4, shape).astype(float)
    rows, columns = linear_sum_assignment(gain, maximize=True)
    assert best_matching(gain) == pytest.approx(gain[rows, columns].sum(), abs=1e-9)


def test_matching_agrees_with_every_permutation():
    rng = np.random.default_rng(0)
    for _ in range(100):
        gain = rng.random((5, 5))
        best = max(sum(gain[i, j] for i, j in enumerate(order)) for order in permutations(range(5)))
        assert best_matching(gain) == pytest.approx(best)


# Hostile responses


def mutated(text: str, rng: random.Random) -> str:
    at, to = sorted(rng.randrange(len(text) + 1) for _ in range(2))
    noise = rng.choice(
        [
            '"',
            "{",
            "}",
            "[",
            "]",
            "\\",
            ",",
            ":",
            "```",
            "<answer>",
            "</answer>",
            "\ud800",
            "\0",
            "\u0130",
            "NaN",
            "-Infinity",
            "1e999",
            "9" * 5000,
            "-",
            "true",
            "null",
            "é" * 9,
            "\U0001f600",
        ]
    )
    match rng.randrange(6):
        case 0:
            raw = bytearray(text, "utf-8", "surrogatepass")
            for _ in range(rng.randint(1, 4)):
                raw[rng.randrange(len(raw))] ^= 1 << rng.randrange(8)
            return raw.decode("utf-8", "replace")
        case 1:
            return text[:at] or noise
        case 2:
            depth = rng.choice([1, 50, 3000])
            return text[:at] + "[{"[at % 2] * depth + text[at:to] + "]}"[at % 2] * depth + text[to:]
        case 3:
            return text[:to] + text[at:to] * rng.choice([1, 2, 50]) + text[to:]
        case 4:
            return text[:at] + noise + text[at:]
        case _:
            return text[:at] + noise + text[to:]


def test_twenty_thousand_mutations_never_raise():
    rng = random.Random(20_000)
    truths = [
        (Answer(answer, ANSWERS[answer]), Annotation(kind, WITNESSES[kind]), reward_contract(answer, kind))
        for kind in ANNOTATION_TYPES
        for answer in ANSWER_TYPES
    ]
    right = 0
    for i in range(20_000):
        answer, annotation, contract = truths[i % len(truths)]
        fields = {"annotation": annotation.value, "answer": answer.value}
        response = rng.choice(["", "So ", "```json\n", "<answer>"]) + json.dumps(fields)
        for _ in range(rng.choice([1, 1, 2, 5])):
            response = mutated(response, rng)
        scores = score_trace_response(
            response,
            answer,
            annotation,
            contract,
            trace_reward_mode=("answer", "answer_and_annotation")[i // 48 % 2],
            trace_annotation_reward_formula=rng.choice(["gated", "additive"]),
        )
        assert all(
            0 <= value <= 1 for key, value in scores.items() if not key.endswith(("_count", "_px", "_roles"))
        )
        right += scores["answer_reward"] == 1
    assert 1_000 < right < 19_000  # the mutations neither spare nor spoil everything


@pytest.mark.parametrize("name, response", hostile().items())
def test_huge_responses_are_quick(name, response):
    times = []
    for kind, mode in (
        ("point_set", "answer"),
        ("bbox_set", "answer_and_annotation"),
        ("point_set_map", "answer_and_annotation"),
    ):
        truths = Answer("string", "x"), Annotation(kind, WITNESSES[kind]), reward_contract("string", kind)
        runs = []
        for _ in range(3):
            start = perf_counter()
            scores = score_trace_response(response, *truths, trace_reward_mode=mode)
            runs.append(perf_counter() - start)
        times.append(min(runs))
        assert scores["answer_reward"] == 0
    assert max(times) < 0.05


def test_many_predicted_items():
    target = [[0, 0, 10, 10]]
    crowd = target + [[20, 20, 30, 30]] * (MAX_ITEMS - 1)
    assert similarity("bbox_set", crowd, target) == pytest.approx(1 / MAX_ITEMS)
    assert score_annotation("bbox_set", crowd + target, target)["annotation_parse_ok"] == 0
