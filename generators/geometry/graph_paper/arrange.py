"""Where figures lie on a sheet: alone, or apart from each other on the smallest sheet that holds them."""

from collections.abc import Sequence
from math import ceil, floor, sqrt

from trace_tasks.engine import Reject, Rng

from .. import _lattice as lat
from .._lattice import ROW, Lattice, Spot
from .state import Figure, GraphPaper


def polygon(points: Sequence[Spot]) -> Figure:
    return Figure("polygon", tuple(points))


def extent(figure: Figure, lattice: Lattice) -> tuple[int, int, int, int]:
    """The cells that a figure needs: left, bottom, right, top; two rows of a triangular grid make a cell."""
    placed = [lat.plane(p, lattice) for p in figure.points]
    high = 1 if lattice == "square" else 2 * ROW
    xs, ys = [x for x, _ in placed], [y / high for _, y in placed]
    return floor(min(xs) + 1e-6), floor(min(ys) + 1e-6), ceil(max(xs) - 1e-6), ceil(max(ys) - 1e-6)


def arranged(
    rng: Rng, figures: Sequence[Figure], lattice: Lattice = "square", gap: int = 1, **facts
) -> GraphPaper:
    """A sheet just large enough, with the figures apart from each other."""
    boxes = [extent(f, lattice) for f in figures]
    sizes = [(x1 - x0, y1 - y0) for x0, y0, x1, y1 in boxes]
    need = sum((w + gap) * (h + gap) for w, h in sizes)
    aspect = rng.uniform(0.95, 1.5) * (1 if lattice == "square" else 1.7)
    columns = max(round(sqrt(need * 1.25 * aspect)), max(w for w, _ in sizes) + 2 * gap)
    rows = max(round(need * 1.25 / columns), max(h for _, h in sizes) + 2 * gap)
    corners: list[tuple[int, int]] | None = None
    for more in range(12):
        corners = _packed(rng, sizes, columns, rows, gap)
        if corners:
            break
        columns, rows = columns + more % 2, rows + (more + 1) % 2
    if not corners:
        raise Reject("no room for the figures")
    moved = []
    for figure, box, (x, y) in zip(figures, boxes, corners, strict=True):
        dx, dy = x - box[0], y - box[1]
        moved.append(figure.moved(dx, dy) if lattice == "square" else figure.moved(dx - dy, 2 * dy))
    return GraphPaper(
        columns=columns,
        rows=rows if lattice == "square" else 2 * rows,
        figures=tuple(moved),
        lattice=lattice,
        **facts,
    )


def _packed(
    rng: Rng, sizes: list[tuple[int, int]], columns: int, rows: int, gap: int
) -> list[tuple[int, int]] | None:
    taken, corners = [0] * (rows + gap), {}
    for i in sorted(range(len(sizes)), key=lambda i: -sizes[i][0] * sizes[i][1]):
        w, h = sizes[i]
        start, left_first = rng.integer(1, max(rows - h - 1, 1)), rng.chance(0.5)
        for y in (*range(start, rows - h), *range(1, start)):
            used = 0
            for row in taken[y : y + h + gap]:
                used |= row
            free = ~used
            for _ in range(w + gap - 1):
                free &= free >> 1
            free &= (1 << columns - w) - 2  # columns 1 .. columns - w - 1
            if free:
                x = ((free & -free) if left_first else free).bit_length() - 1
                break
        else:
            return None
        for k in range(y, y + h + gap):
            taken[k] |= (1 << w + gap) - 1 << x
        corners[i] = (x, y)
    return [corners[i] for i in range(len(sizes))]


def alone(rng: Rng, figure: Figure, **facts) -> GraphPaper:
    """A sheet with one figure, and a scale."""
    x0, y0, x1, y1 = extent(figure, "square")
    pads = [rng.integer(1, 3) for _ in range(4)]
    w, h = x1 - x0, y1 - y0
    for k, lack in ((0, 0.7 * (h + 3) - w - 3), (1, 0.62 * (w + 3) - h - 3)):  # no narrow strips
        more = max(round(lack), 0)
        pads[k] += more // 2
        pads[k + 2] += more - more // 2
    return GraphPaper(
        columns=x1 - x0 + pads[0] + pads[2],
        rows=y1 - y0 + pads[1] + pads[3],
        figures=(figure.moved(pads[0] - x0, pads[1] - y0),),
        **facts,
    )


def scaled(rng: Rng) -> dict[str, int | str]:
    """What a step of the grid stands for: mostly one unit."""
    step = rng.choice((2, 2, 5, 10)) if rng.dial(0.0, 1.0) > 0.7 else 1
    return {"step": step, "unit": rng.weighted({"unit": 3, "cm": 2, "m": 1})}
