"""Match-3 by run lengths over whole rows and columns, instead of triples around the moved gems."""

from itertools import groupby

import msgspec
import numpy as np
import pytest

from trace_tasks import generate_task
from trace_tasks.engine.canvas import Canvas
from trace_tasks.engine.rng import Rng
from trace_tasks.engine.style import draw_style
from trace_tasks.generators.games.match3 import Match3

TASK = "task_games__match3__"
SEEDS = range(15)


def state_of(sample) -> Match3:
    return msgspec.convert(sample.trace_payload["state"], Match3)


def clears(gems, a, b) -> set[tuple[int, int]]:
    grid = np.array(gems, dtype=object)
    grid[tuple(a)], grid[tuple(b)] = grid[tuple(b)], grid[tuple(a)]
    gone = set()
    for lines, place in ((grid, lambda i, j: (i, j)), (grid.T, lambda i, j: (j, i))):
        for i, line in enumerate(lines):
            j = 0
            for _, run in groupby(line):
                length = len(list(run))
                if length >= 3:
                    gone |= {place(i, k) for k in range(j, j + length)}
                j += length
    return gone


@pytest.mark.parametrize("seed", SEEDS)
def test_swap_clear_count(seed):
    sample = generate_task(TASK + "swap_clear_count", seed=seed)
    gone = clears(state_of(sample).gems, *sample.trace_payload["operands"]["swap"])
    assert sample.answer_gt.value == len(gone) == len(sample.annotation_gt.value)
    assert {tuple(cell) for _, cell in sample.trace_payload["witness"]} == gone


@pytest.mark.parametrize("seed", SEEDS)
def test_max_clear_swap_label(seed):
    sample = generate_task(TASK + "max_clear_swap_label", seed=seed)
    counts = [
        len(clears(state_of(sample).gems, *swap)) for swap in sample.trace_payload["operands"]["arrows"]
    ]
    assert sorted(counts)[-1] > sorted(counts)[-2]
    assert sample.answer_gt.value == "ABCD"[int(np.argmax(counts))]


@pytest.mark.parametrize("seed", SEEDS)
def test_gem_count(seed):
    sample = generate_task(TASK + "gem_count", seed=seed)
    grid, asked = np.array(state_of(sample).gems), sample.trace_payload["operands"]
    line = asked["line"] - 1
    part = {"grid": grid, "row": grid[line : line + 1], "column": grid[:, line : line + 1]}[
        sample.query_id.split("_")[0]
    ]
    assert sample.answer_gt.value == int((part == asked["color"]).sum()) == len(sample.annotation_gt.value)


def test_by_hand():
    r, b, g = "red", "blue", "green"
    board = Match3(gems=((r, b, g, b), (b, r, r, g), (r, g, b, r), (g, b, r, b)))
    assert board.cleared((0, 0), (1, 0)) == [
        (1, 0),
        (1, 1),
        (1, 2),
    ]  # the red slides down and completes a row
    assert board.cleared((0, 2), (0, 3)) == []
    assert ((0, 0), (0, 1)) in board.swaps()
    assert ((1, 1), (1, 2)) not in board.swaps()  # alike: no swap


def test_no_board_starts_with_a_line():
    for seed in SEEDS:
        gems = state_of(generate_task(TASK + "swap_clear_count", seed=seed)).gems
        assert not clears(gems, (0, 0), (0, 0))


def test_every_gem_shows():
    state = state_of(generate_task(TASK + "gem_count", seed=2))

    def pixels(board) -> np.ndarray:
        canvas = Canvas(draw_style(Rng("looks"), degrade=False), Rng("layout"))
        board.draw(canvas)
        return np.asarray(canvas.image())

    before = pixels(state)
    for r, row in enumerate(state.gems):
        for c, gem in enumerate(row):
            other = "red" if gem != "red" else "blue"
            rows = [list(line) for line in state.gems]
            rows[r][c] = other
            assert (pixels(Match3(gems=tuple(map(tuple, rows)))) != before).any()
