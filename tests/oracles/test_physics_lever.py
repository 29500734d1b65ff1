"""Levers by SymPy, on distances read back from where the weights are drawn."""

import msgspec
import numpy as np
import pytest
import sympy

from trace_tasks import generate_task
from trace_tasks.engine.canvas import Canvas
from trace_tasks.engine.rng import Rng
from trace_tasks.engine.style import draw_style
from trace_tasks.generators.physics.lever import (
    Lever,
    Weight,
    missing_weight_balance_value,
    side_torque_value,
)

TASK = "task_physics__lever__"


def distances(found):
    """The signed distance of each weight in its unit, from the middle of its box."""
    places = {m[1]: m[2]["bbox"] for m in found.trace_payload["marks"] if m[0] == "weight"}
    state = found.trace_payload["state"]
    centers = {mark: (box[0] + box[2]) / 2 - found.image.width / 2 for mark, box in places.items()}
    pitch = np.median([centers[mark] / mark for mark in centers])
    return {mark: round(center / pitch) * state["step"] for mark, center in centers.items()}


@pytest.mark.parametrize("seed", range(15))
def test_missing_weight(seed):
    found = generate_task(TASK + "missing_weight_balance_value", seed=seed)
    where, hidden = distances(found), found.trace_payload["operands"]["hidden"]
    x = sympy.Symbol("x")
    sizes = {w["mark"]: w["size"] for w in found.trace_payload["state"]["weights"]}
    sizes[hidden] = x
    (solution,) = sympy.solve(sum(size * where[mark] for mark, size in sizes.items()), x)
    assert found.answer_gt.value == solution
    assert solution > 0


@pytest.mark.parametrize("seed", range(15))
def test_side_torque(seed):
    found = generate_task(TASK + "side_torque_value", seed=seed)
    sign = {"left": -1, "right": 1}[found.trace_payload["operands"]["side"]]
    where = distances(found)
    sizes = {w["mark"]: w["size"] for w in found.trace_payload["state"]["weights"]}
    turning = np.array([[sizes[mark], abs(d)] for mark, d in where.items() if d * sign > 0])
    assert found.answer_gt.value == int(turning[:, 0] @ turning[:, 1])
    assert len(found.annotation_gt.value) == len(turning) >= 2
    assert sum(sizes[mark] * d for mark, d in where.items()) == 0  # the beam may well be level


LEVER = Lever(
    weights=(Weight(mark=-3, size=10), Weight(mark=-1, size=6), Weight(mark=2, size=18)),
    marks=4,
    step=5,
    unit="N",
    length="cm",
)


def test_worked_by_hand():
    assert side_torque_value(LEVER, "single", side="left").answer == 10 * 15 + 6 * 5
    assert side_torque_value(LEVER, "single", side="right").at == [("weight", 2)]
    missing = missing_weight_balance_value(LEVER, "single", hidden=-1)  # (18 x 10 - 10 x 15) / 5
    assert missing.answer == 6
    assert missing.at == {"left_weights": [("weight", -3), ("weight", -1)], "right_weights": [("weight", 2)]}


def drawn(state, seed, **asked):
    canvas = Canvas(draw_style(Rng("style", seed)), Rng("layout", seed))
    state.draw(canvas, **asked)
    return canvas.pixels


CHANGES = (
    {"weights": (Weight(mark=-3, size=11), *LEVER.weights[1:])},
    {"weights": (Weight(mark=-2, size=10), *LEVER.weights[1:])},
    {"step": 10},
    {"length": "m"},
    {"unit": "kN"},
)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("change", CHANGES)
def test_what_matters_is_seen(seed, change):
    before, after = drawn(LEVER, seed), drawn(msgspec.structs.replace(LEVER, **change), seed)
    assert before.shape != after.shape or (before != after).any()


@pytest.mark.parametrize("seed", range(6))
def test_the_unknown_weight_is_not_seen(seed):
    heavier = (LEVER.weights[0], Weight(mark=-1, size=7), LEVER.weights[2])
    other = msgspec.structs.replace(LEVER, weights=heavier)
    assert (drawn(LEVER, seed, hidden=-1) == drawn(other, seed, hidden=-1)).all()
