"""Where figures lie on a sheet: alone, or apart from each other on the smallest sheet that holds them."""

from collections.abc import Sequence
from math import ceil, floor, log

from trace_tasks.engine import Rng

from .. import _lattice as lat
from .._lattice import ROW, Lattice, Spot
from .state import Figure, GraphPaper


def polygon(points: Sequence[Spot]) -> Figure:
    return Figure("polygon", tuple(points))


def extent(figure: Figure, lattice: Lattice) -> tuple[int, int, int, int]:
    """The steps and rows that a figure needs: left, bottom, right, top."""
    placed = [lat.plane(p, lattice) for p in figure.points]
    high = 1 if lattice == "square" else ROW
    xs, ys = [x for x, _ in placed], [y / high for _, y in placed]
    return floor(min(xs) + 1e-6), floor(min(ys) + 1e-6), ceil(max(xs) - 1e-6), ceil(max(ys) - 1e-6)


def arranged(
    rng: Rng, figures: Sequence[Figure], lattice: Lattice = "square", gap: int = 1, **facts
) -> GraphPaper:
    """A sheet just large enough, with the figures in rows of like height, spread evenly."""
    boxes = [extent(f, lattice) for f in figures]
    sizes = [(x1 - x0, y1 - y0) for x0, y0, x1, y1 in boxes]
    aspect = rng.uniform(0.95, 1.45) * (1 if lattice == "square" else ROW)
    ranked = sorted(range(len(sizes)), key=lambda i: sizes[i][1])
    kinds = [in_rows(ranked, sizes, n, gap) for n in range(1, len(sizes) + 1)]
    best = min(kinds, key=lambda rows: abs(log(proportion(rows, sizes, gap) / aspect)))
    columns = max(width(row, sizes, gap) for row in best)
    moved, y = list(figures), gap
    for row in rng.shuffled(best):
        free, x = columns - width(row, sizes, gap), gap
        high = max(sizes[i][1] for i in row)
        for k, i in enumerate(rng.shuffled(row)):
            share = free * (k + 1) // (len(row) + 1) - free * k // (len(row) + 1)
            dx, dy = x + share - boxes[i][0], y + (high - sizes[i][1]) // 2 - boxes[i][1]
            if lattice == "triangular":  # an odd number of rows would move it by half a step
                dy += dy % 2
                dx -= dy // 2
            moved[i] = moved[i].moved(dx, dy)
            x += share + sizes[i][0] + gap
        y += high + gap
    return GraphPaper(
        columns=columns,
        rows=max(extent(f, lattice)[3] for f in moved) + gap,
        figures=tuple(moved),
        lattice=lattice,
        **facts,
    )


def width(row: list[int], sizes: list[tuple[int, int]], gap: int) -> int:
    return gap + sum(sizes[i][0] + gap for i in row)


def proportion(rows: list[list[int]], sizes: list[tuple[int, int]], gap: int) -> float:
    """Width over height of the sheet for these rows."""
    high = gap + sum(max(sizes[i][1] for i in row) + gap for row in rows)
    return max(width(row, sizes, gap) for row in rows) / high


def in_rows(ranked: list[int], sizes: list[tuple[int, int]], count: int, gap: int) -> list[list[int]]:
    """The figures cut into `count` rows of about the same width."""
    rows: list[list[int]] = [[] for _ in range(count)]
    total, passed = width(ranked, sizes, gap) - gap, 0
    for i in ranked:
        wide = sizes[i][0] + gap
        rows[min((2 * passed + wide) * count // (2 * total), count - 1)].append(i)
        passed += wide
    return [row for row in rows if row]


def alone(rng: Rng, figure: Figure, **facts) -> GraphPaper:
    """A sheet with one figure in its middle, and a scale."""
    x0, y0, x1, y1 = extent(figure, "square")
    w, h = x1 - x0, y1 - y0
    pad = 1 if max(w, h) < 10 else rng.choice((1, 2))
    across = pad + max(ceil((0.62 * h - w) / 2), 0)  # no narrow strips
    up = pad + max(ceil((0.55 * w - h) / 2), 0)
    return GraphPaper(
        columns=w + 2 * across,
        rows=h + 2 * up,
        figures=(figure.moved(across - x0, up - y0),),
        **facts,
    )


def scaled(rng: Rng) -> dict[str, int | str]:
    """What a step of the grid stands for: mostly one unit."""
    step = rng.choice((2, 2, 5, 10)) if rng.dial(0.0, 1.0) > 0.7 else 1
    return {"step": step, "unit": rng.weighted({"unit": 3, "cm": 2, "m": 1})}
