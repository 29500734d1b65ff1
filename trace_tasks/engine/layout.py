"""Boxes: rectangles in image pixels, and the ways to divide them."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

Point = tuple[float, float]
#: The letters of options and of lettered objects; prompts take their examples from the letters after these.
LETTERS = "ABCDEFGHIJKLMNOPQRST"


class Box(NamedTuple):
    """An axis-parallel rectangle: left, top, right, bottom in pixels, origin top left."""

    x0: float
    y0: float
    x1: float
    y1: float

    @classmethod
    def around(cls, points: Iterable[Point], pad: float = 0.0) -> "Box":
        """The smallest box that holds `points`, widened by `pad`."""
        xs, ys = zip(*points, strict=True)
        return cls(min(xs) - pad, min(ys) - pad, max(xs) + pad, max(ys) + pad)

    @classmethod
    def at(cls, center: Point, w: float, h: float | None = None) -> "Box":
        half_w, half_h = w / 2, (w if h is None else h) / 2
        return cls(center[0] - half_w, center[1] - half_h, center[0] + half_w, center[1] + half_h)

    @property
    def w(self) -> float:
        return self.x1 - self.x0

    @property
    def h(self) -> float:
        return self.y1 - self.y0

    @property
    def cx(self) -> float:
        return (self.x0 + self.x1) / 2

    @property
    def cy(self) -> float:
        return (self.y0 + self.y1) / 2

    @property
    def center(self) -> Point:
        return (self.cx, self.cy)

    @property
    def corners(self) -> tuple[Point, Point, Point, Point]:
        """Clockwise from top left."""
        return ((self.x0, self.y0), (self.x1, self.y0), (self.x1, self.y1), (self.x0, self.y1))

    def inset(self, dx: float, dy: float | None = None) -> "Box":
        dy = dx if dy is None else dy
        return Box(self.x0 + dx, self.y0 + dy, self.x1 - dx, self.y1 - dy)

    def trim(self, left: float = 0, top: float = 0, right: float = 0, bottom: float = 0) -> "Box":
        return Box(self.x0 + left, self.y0 + top, self.x1 - right, self.y1 - bottom)

    def moved(self, dx: float, dy: float) -> "Box":
        return Box(self.x0 + dx, self.y0 + dy, self.x1 + dx, self.y1 + dy)

    def point(self, u: float, v: float) -> Point:
        """The point at the shares `u` of the width and `v` of the height."""
        return (self.x0 + u * self.w, self.y0 + v * self.h)

    def fit(self, w: float, h: float) -> "Box":
        """The largest centred box of the proportions w : h."""
        scale = min(self.w / w, self.h / h)
        return Box.at(self.center, w * scale, h * scale)

    def top(self, height: float, gap: float = 0) -> tuple["Box", "Box"]:
        """Cut in two: the top `height` pixels, and what is left under a gap."""
        return self._replace(y1=self.y0 + height), self._replace(y0=self.y0 + height + gap)

    def bottom(self, height: float, gap: float = 0) -> tuple["Box", "Box"]:
        """Cut in two: the bottom `height` pixels, and what is left above a gap."""
        return self._replace(y0=self.y1 - height), self._replace(y1=self.y1 - height - gap)

    def left(self, width: float, gap: float = 0) -> tuple["Box", "Box"]:
        return self._replace(x1=self.x0 + width), self._replace(x0=self.x0 + width + gap)

    def right(self, width: float, gap: float = 0) -> tuple["Box", "Box"]:
        return self._replace(x0=self.x1 - width), self._replace(x1=self.x1 - width - gap)

    def columns(self, parts: int | Sequence[float], gap: float = 0) -> list["Box"]:
        """Side by side: equal parts, or parts in proportion to the given weights."""
        return [self._replace(x0=a, x1=b) for a, b in _divide(self.x0, self.x1, parts, gap)]

    def rows(self, parts: int | Sequence[float], gap: float = 0) -> list["Box"]:
        """One under the other: equal parts, or parts in proportion to the given weights."""
        return [self._replace(y0=a, y1=b) for a, b in _divide(self.y0, self.y1, parts, gap)]

    def grid(self, rows: int, columns: int, gap: float = 0) -> dict[tuple[int, int], "Box"]:
        """Equal cells by (row, column), (0, 0) top left."""
        return {
            (r, c): cell
            for r, row in enumerate(self.rows(rows, gap))
            for c, cell in enumerate(row.columns(columns, gap))
        }

    def holds(self, other: "Point | Box", slack: float = 0.0) -> bool:
        x0, y0, x1, y1 = other if len(other) == 4 else (*other, *other)
        return (
            x0 >= self.x0 - slack
            and y0 >= self.y0 - slack
            and x1 <= self.x1 + slack
            and y1 <= self.y1 + slack
        )

    def overlaps(self, other: "Box", gap: float = 0.0) -> bool:
        return (
            self.x0 < other[2] + gap
            and other[0] < self.x1 + gap
            and self.y0 < other[3] + gap
            and other[1] < self.y1 + gap
        )

    def union(self, other: "Box") -> "Box":
        return Box(
            min(self.x0, other[0]), min(self.y0, other[1]), max(self.x1, other[2]), max(self.y1, other[3])
        )


def _divide(
    start: float, end: float, parts: int | Sequence[float], gap: float
) -> Iterator[tuple[float, float]]:
    weights = [1.0] * parts if isinstance(parts, int) else list(parts)
    room, total = end - start - gap * (len(weights) - 1), sum(weights)
    for weight in weights:
        size = room * weight / total
        yield start, start + size
        start += size + gap


def option_cells(box: Box, count: int, columns: int | None = None, gap: float = 16) -> dict[str, Box]:
    """Equal cells for option panels by letter, in reading order; the last row is centred when it is short.

    Without `columns` the arrangement whose cells are nearest to square is taken.
    """

    def squareness(n: int) -> float:
        rows = -(-count // n)
        cell = (box.w - gap * (n - 1)) / n / max((box.h - gap * (rows - 1)) / rows, 1)
        return max(cell, 1 / cell) + 0.4 * (rows * n - count)

    n = columns or min(range(1, count + 1), key=squareness)
    rows, cells = -(-count // n), {}
    places = list(box.grid(rows, n, gap).items())[:count]
    for letter, ((r, _), cell) in zip(LETTERS, places, strict=False):
        missing = rows * n - count if r == rows - 1 else 0
        cells[letter] = cell.moved(missing * (cell.w + gap) / 2, 0)
    return cells
