"""Counts of named icons by NumPy, on arrays of names."""

import msgspec
import numpy as np
import pytest

from trace_tasks import generate_task
from trace_tasks.engine import icons
from trace_tasks.engine.canvas import Canvas
from trace_tasks.engine.rng import Rng
from trace_tasks.engine.style import draw_style
from trace_tasks.generators.icons.named_grid import (
    ALIKE,
    NamedGrid,
    group_predicate_count,
    line_adjacency_pair_count,
    row_column_shape_extreme_number,
    scoped_attribute_count,
)

TASK = "task_icons__named_grid__"


def line_count(lines, query, asked):
    return int(np.count_nonzero(lines[asked["line"] - 1] == asked["icon"]))


def pair_count(lines, query, asked):
    line, (a, b) = lines[asked["line"] - 1], (asked["icon"], asked["other"])
    first, second = line[:-1], line[1:]
    return int(
        np.count_nonzero((first == a) & (second == b)) + np.count_nonzero((first == b) & (second == a))
    )


def extreme(lines, query, asked):
    counts = (lines == asked["icon"]).sum(axis=1)
    order = np.argsort(-counts if "most" in query else counts, kind="stable")
    assert counts[order[0]] != counts[order[1]]
    assert counts[order[0]] > 0
    return int(order[0]) + 1


def group_count(lines, query, asked):
    counts = (lines == asked["icon"]).sum(axis=1)
    assert counts.any()
    if "_no_" in query:
        return int(np.count_nonzero(counts == 0))
    return int(np.count_nonzero(counts >= asked["n"] if "at_least" in query else counts == asked["n"]))


ORACLES = {
    "scoped_attribute_count": line_count,
    "line_adjacency_pair_count": pair_count,
    "row_column_shape_extreme_number": extreme,
    "group_predicate_count": group_count,
}


@pytest.mark.parametrize("objective", ORACLES)
@pytest.mark.parametrize("seed", range(15))
def test_answers(objective, seed):
    found = generate_task(TASK + objective, seed=seed)
    names = np.array(found.trace_payload["state"]["icons"])
    lines = names if found.query_id.startswith("row") else names.T
    assert found.answer_gt.value == ORACLES[objective](lines, found.query_id, found.trace_payload["operands"])
    if objective in ("scoped_attribute_count", "line_adjacency_pair_count", "group_predicate_count"):
        assert len(found.annotation_gt.value) == found.answer_gt.value


GRID = NamedGrid(
    icons=(
        ("cat", "key", "cat", "bus", "cat"),
        ("key", "key", "bus", "cat", "key"),
        ("bus", "cat", "key", "cat", "key"),
    ),
    drawing="solid",
)


def test_worked_by_hand():
    assert scoped_attribute_count(GRID, "row_shape_count", icon="cat", line=1).answer == 3
    assert scoped_attribute_count(GRID, "column_shape_count", icon="key", line=5).answer == 2
    pairs = line_adjacency_pair_count(
        GRID, "row_unordered_adjacent_pair_count", line=3, icon="key", other="cat"
    )
    assert pairs.answer == 3
    assert pairs.at[0] == ("pair", ((2, 1), (2, 2)))
    down = line_adjacency_pair_count(
        GRID, "column_unordered_adjacent_pair_count", line=1, icon="cat", other="key"
    )
    assert (down.answer, down.at) == (1, [("pair", ((0, 0), (1, 0)))])
    best = row_column_shape_extreme_number(GRID, "row_fewest_shape_number", icon="key")
    assert (best.answer, best.at) == (1, [("cell", (0, 1))])
    none = group_predicate_count(GRID, "column_no_shape_count", icon="bus", n=0)
    assert (none.answer, none.at) == (2, [("column", 2), ("column", 5)])
    assert group_predicate_count(GRID, "row_at_least_shape_count", icon="key", n=2).answer == 2
    assert group_predicate_count(GRID, "row_exactly_shape_count", icon="cat", n=2).answer == 1


@pytest.mark.parametrize("seed", range(15))
def test_nothing_in_a_grid_looks_like_another(seed):
    state = NamedGrid.sample(Rng("deck", seed))
    names = {name for row in state.icons for name in row}
    assert all(len(names & group) <= 1 for group in ALIKE)
    assert names <= set(icons.names(style=state.drawing))


def drawn(state, seed):
    canvas = Canvas(draw_style(Rng("style", seed)), Rng("layout", seed))
    state.draw(canvas)
    return canvas


@pytest.mark.parametrize("seed", range(12))
def test_every_icon_is_seen_at_its_cell(seed):
    before = drawn(GRID, seed)
    row = ("cat", "cat", *GRID.icons[0][2:])
    after = drawn(msgspec.structs.replace(GRID, icons=(row, *GRID.icons[1:])), seed)
    changed = np.argwhere((before.pixels != after.pixels).any(axis=2))
    box = before.marks["cell", (0, 1)].box
    assert len(changed) > 100
    assert (changed.min(axis=0) >= (box.y0 - 12, box.x0 - 12)).all()
    assert (changed.max(axis=0) <= (box.y1 + 12, box.x1 + 12)).all()
