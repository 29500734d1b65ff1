"""Sudoku boards by NumPy, and their unique solutions by z3."""

import msgspec
import numpy as np
import pytest
import z3

from trace_tasks import generate_task
from trace_tasks.engine.canvas import Canvas
from trace_tasks.engine.rng import Rng
from trace_tasks.engine.style import draw_style
from trace_tasks.generators.puzzles.sudoku import (
    Sudoku,
    marked_cell_candidate_count,
    marked_cell_value,
    mistake_cell_label,
)

TASK = "task_puzzles__sudoku__"
SHAPES = {4: (2, 2), 6: (2, 3), 9: (3, 3)}


def units_of(grid, r, c):
    h, w = SHAPES[len(grid)]
    top, left = r - r % h, c - c % w
    return grid[r], grid[:, c], grid[top : top + h, left : left + w].ravel()


def missing(grid, r, c):
    seen = np.unique(np.concatenate(units_of(grid, r, c)))
    return np.setdiff1d(np.arange(1, len(grid) + 1), seen).tolist()


def solutions(grid, most=2):
    """Up to `most` solutions, by z3."""
    n = len(grid)
    cell = [[z3.Int(f"c{r}_{c}") for c in range(n)] for r in range(n)]
    solver = z3.Solver()
    for r in range(n):
        for c in range(n):
            solver.add(cell[r][c] >= 1, cell[r][c] <= n)
            if grid[r, c]:
                solver.add(cell[r][c] == int(grid[r, c]))
    places = np.arange(n * n).reshape(n, n)
    for k in range(n):
        h, w = SHAPES[n]
        for unit in units_of(places, k, k)[:2] + (units_of(places, k // (n // w) * h, k % (n // w) * w)[2],):
            solver.add(z3.Distinct([cell[i // n][i % n] for i in unit]))
    found = []
    while len(found) < most and solver.check() == z3.sat:
        model = solver.model()
        found.append([[model[x].as_long() for x in row] for row in cell])
        solver.add(z3.Or([x != v for row, line in zip(cell, found[-1]) for x, v in zip(row, line)]))
    return found


@pytest.mark.parametrize("seed", range(15))
def test_candidates(seed):
    found = generate_task(TASK + "marked_cell_candidate_count", seed=seed)
    grid = np.array(found.trace_payload["state"]["digits"])
    r, c = found.trace_payload["operands"]["cell"]
    assert grid[r, c] == 0
    assert found.answer_gt.value == len(missing(grid, r, c))


@pytest.mark.parametrize("seed", range(12))
def test_value_belongs_to_the_only_solution(seed):
    found = generate_task(TASK + "marked_cell_value", seed=seed)
    grid = np.array(found.trace_payload["state"]["digits"])
    r, c = found.trace_payload["operands"]["cell"]
    assert missing(grid, r, c) == [found.answer_gt.value]
    (solution,) = solutions(grid)
    assert solution[r][c] == found.answer_gt.value


@pytest.mark.parametrize("seed", range(15))
def test_one_lettered_cell_is_wrong(seed):
    found = generate_task(TASK + "mistake_cell_label", seed=seed)
    grid = np.array(found.trace_payload["state"]["digits"])
    lettered = found.trace_payload["operands"]["lettered"]
    wrong = [
        "ABCDEF"[i]
        for i, (r, c) in enumerate(lettered)
        if any(np.count_nonzero(unit == grid[r, c]) > 1 for unit in units_of(grid, r, c))
    ]
    assert wrong == [found.answer_gt.value]
    assert len(lettered) == 6


BOARD = Sudoku(digits=((1, 2, 0, 0), (0, 0, 2, 0), (2, 0, 0, 1), (0, 3, 0, 2)), entries=((0, 1), (3, 1)))


def test_worked_by_hand():
    assert marked_cell_candidate_count(BOARD, cell=(0, 2)).because == {"candidates": [3, 4]}
    assert marked_cell_candidate_count(BOARD, cell=(0, 3)).answer == 2
    assert marked_cell_value(BOARD, cell=(3, 0)).answer == 4  # 3 and 2 in its row, 1 and 2 in its column
    assert marked_cell_value(BOARD, cell=(2, 1)).answer == 4
    spoilt = msgspec.structs.replace(BOARD, digits=((1, 2, 0, 0), (0, 0, 2, 0), (2, 0, 0, 1), (0, 2, 0, 2)))
    label = mistake_cell_label(spoilt, lettered=((0, 0), (3, 1), (2, 3)))
    assert label.answer == "B"
    assert set(label.because["same"]) == {(0, 1), (3, 3), (2, 0)}


def drawn(state, seed, **asked):
    canvas = Canvas(draw_style(Rng("style", seed)), Rng("layout", seed))
    state.draw(canvas, **asked)
    return canvas


@pytest.mark.parametrize("seed", range(10))
def test_digits_and_the_highlight_are_seen(seed):
    before = drawn(BOARD, seed, cell=(0, 2))
    digits = ((1, 4, 0, 0), *BOARD.digits[1:])
    changed = drawn(msgspec.structs.replace(BOARD, digits=digits), seed, cell=(0, 2))
    moved = drawn(BOARD, seed, cell=(0, 3))
    ys, xs = np.nonzero((before.pixels != changed.pixels).any(axis=2))
    box = before.marks["cell", (0, 1)].box
    assert len(xs) > 30
    assert box.x0 < xs.min() < xs.max() < box.x1
    assert box.y0 < ys.min() < ys.max() < box.y1
    assert np.count_nonzero((before.pixels != moved.pixels).any(axis=2)) > 2000
