"""Circuits by modified nodal analysis in floating point, on the flat list of parts between nodes."""

import itertools

import numpy as np
import pytest

from trace_tasks import generate_task
from trace_tasks.engine.canvas import Canvas
from trace_tasks.engine.rng import Rng
from trace_tasks.engine.style import draw_style
from trace_tasks.generators.physics._schematics import Block
from trace_tasks.generators.physics.circuit_state_change import (
    CHANGES,
    CircuitStateChange,
    bulb_brightness_change_label,
)

TASK = "task_physics__circuit_state_change__bulb_brightness_change_label"
OHMS = {True: 1e-7, False: 1e7}  # of a closed and of an open switch


def flat(block, a, b, fresh):
    """Parts as (kind, label, closed, node, node)."""
    if not block["parts"]:
        return [(block["kind"], block["label"], block["closed"], a, b)]
    if block["kind"] == "parallel":
        return [part for inner in block["parts"] for part in flat(inner, a, b, fresh)]
    nodes = [a, *(next(fresh) for _ in block["parts"][1:]), b]
    return [
        part
        for inner, ends in zip(block["parts"], itertools.pairwise(nodes))
        for part in flat(inner, *ends, fresh)
    ]


def bulb_powers(circuit, thrown=""):
    parts = flat(circuit, 1, 0, itertools.count(2))
    n = max(max(part[3:]) for part in parts) + 1
    matrix, right = np.zeros((n + 1, n + 1)), np.zeros(n + 1)
    for kind, label, closed, a, b in parts:
        g = 1 / OHMS[closed != (label == thrown)] if kind == "switch" else 1.0
        matrix[a, a] += g
        matrix[b, b] += g
        matrix[a, b] -= g
        matrix[b, a] -= g
    matrix[0] = 0
    matrix[0, 0] = 1  # node 0 is earth
    matrix[1, n] = matrix[n, 1] = 1  # the battery's current, and its voltage
    right[n] = 1
    voltage = np.linalg.solve(matrix, right)
    return {label: (voltage[a] - voltage[b]) ** 2 for kind, label, _, a, b in parts if kind == "bulb"}


def change(old, new):
    if abs(old - new) < 1e-4:
        return "stays"
    if min(old, new) > 1e-5:
        return "brightens" if new > old else "dims"
    return "turns_on" if new > old else "turns_off"


@pytest.mark.parametrize("query", CHANGES)
@pytest.mark.parametrize("seed", range(8))
def test_answer(query, seed):
    found = generate_task(TASK, seed=seed, params={"query_id": query})
    circuit = found.trace_payload["state"]["circuit"]
    before = bulb_powers(circuit)
    after = bulb_powers(circuit, found.trace_payload["operands"]["switch"])
    done = {bulb: f"{change(before[bulb], after[bulb])}_after_switch_change" for bulb in before}
    assert [bulb for bulb, what in done.items() if what == query] == [found.answer_gt.value]


def part(kind, label, closed=True):
    return Block(kind=kind, label=label, closed=closed)


def circuit(closed):
    """L1 in series with L2, beside which a branch of a switch and L3 lies."""
    branch = Block(kind="series", parts=(part("switch", "S1", closed), part("bulb", "L3")))
    group = Block(kind="parallel", parts=(part("bulb", "L2"), branch))
    return CircuitStateChange(circuit=Block(kind="series", parts=(part("bulb", "L1"), group)), symbols="IEC")


def test_worked_by_hand():
    """Open: half the voltage each. Closed: two thirds on L1, one third on L2 and L3."""
    opened, closed = circuit(False), circuit(True)
    assert {k: str(v) for k, v in opened.powers().items()} == {"L1": "1/4", "L2": "1/4", "L3": "0"}
    assert {k: str(v) for k, v in closed.powers().items()} == {"L1": "4/9", "L2": "1/9", "L3": "1/9"}
    for query, bulb in zip(CHANGES, ("L1", "L2", "L3")):
        found = bulb_brightness_change_label(opened, query, switch="S1")
        assert found.answer == bulb
        assert found.at == {"switch": ("switch", "S1"), "bulb": ("bulb", bulb)}
    assert closed.changes("S1")["turns_off_after_switch_change"] == ["L3"]


def test_a_switch_beside_a_bulb_shorts_it():
    group = Block(kind="parallel", parts=(part("bulb", "L2"), part("switch", "S1", False)))
    board = CircuitStateChange(
        circuit=Block(kind="series", parts=(part("bulb", "L1"), group)), symbols="ANSI"
    )
    assert {k: str(v) for k, v in board.powers("S1").items()} == {"L1": "1", "L2": "0"}
    assert board.changes("S1")["turns_off_after_switch_change"] == ["L2"]


def drawn(state, seed):
    canvas = Canvas(draw_style(Rng("style", seed)), Rng("layout", seed))
    state.draw(canvas)
    return canvas


@pytest.mark.parametrize("seed", range(12))
def test_the_position_of_a_switch_is_seen_there(seed):
    opened, closed = drawn(circuit(False), seed), drawn(circuit(True), seed)
    ys, xs = np.nonzero((opened.pixels != closed.pixels).any(axis=2))
    box = opened.marks["switch", "S1"].box
    assert len(xs) > 60
    assert box.x0 - 6 <= xs.min() < xs.max() <= box.x1 + 6
    assert box.y0 - 6 <= ys.min() < ys.max() <= box.y1 + 6


@pytest.mark.parametrize("seed", range(6))
def test_how_parts_are_joined_is_seen(seed):
    pair = (part("bulb", "L1"), part("bulb", "L2"))
    series, parallel = (
        drawn(CircuitStateChange(circuit=Block(kind=kind, parts=pair), symbols="IEC"), seed)
        for kind in ("series", "parallel")
    )
    assert series.pixels.shape != parallel.pixels.shape or (series.pixels != parallel.pixels).any()
