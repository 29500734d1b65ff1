"""The state of a sheet of graph paper, and its picture."""

from math import hypot, sqrt
from typing import ClassVar, Literal

from msgspec import Struct

from trace_tasks.engine import LETTERS, Box, Canvas, Point, Scene, mix, polygon_path

from .. import _figures as drawn
from .. import _lattice as lat
from .._lattice import ROW, Lattice, Spot
from .._paper import Sheet, sheet

CORNER_NAMES = ("ABCD", "PQRS", "KLMN", "STUV", "EFGH")


class Figure(Struct, frozen=True):
    """`points`: the corners of a polygon; two points of a segment or line; end, corner, end of an angle; the
    lower left and upper right corner of the box of an ellipse. Lattice coordinates, y up: whole, but for
    equilateral triangles on a square grid.
    """

    kind: Literal["polygon", "segment", "line", "angle", "ellipse"]
    points: tuple[Spot, ...]

    def moved(self, dx: float, dy: float) -> "Figure":
        return Figure(self.kind, tuple((x + dx, y + dy) for x, y in self.points))

    @property
    def radii(self) -> Spot:
        (x0, y0), (x1, y1) = self.points
        return ((x1 - x0) / 2, (y1 - y0) / 2)

    @property
    def shape(self) -> str:
        if self.kind == "ellipse":
            return "circle" if self.radii[0] == self.radii[1] else "ellipse"
        return {3: "triangle", 4: "quadrilateral", 5: "pentagon", 6: "hexagon"}[len(self.points)]

    def length(self) -> float:
        (x0, y0), (x1, y1) = self.points
        return sqrt((x1 - x0) ** 2 + (y1 - y0) ** 2)

    def degrees(self) -> float:
        a, corner, b = self.points
        return lat.angle(lat.minus(a, corner), lat.minus(b, corner))

    def area(self) -> float:
        return abs(lat.doubled_area(self.points)) / 2

    def perimeter(self) -> float:
        return round(sum(lat.lengths(self.points)), 6)

    def angles(self) -> list[float]:
        return lat.interior_angles(self.points)


class GraphPaper(Scene):
    columns: int
    rows: int
    figures: tuple[Figure, ...]  # apart from each other by at least a step
    lattice: Lattice = "square"
    lettered: bool = False  # figures carry the letters A, B, C, ... in their order
    marked: bool = False  # triangles carry the marks of equal sides and right angles
    step: int = 1  # length of a step of the grid
    unit: Literal["unit", "cm", "m"] = "unit"
    variant: str = "standard"
    RIGHT: ClassVar[int] = 90  # degrees in a right angle
    STRAIGHT: ClassVar[int] = 180
    CORNERS: ClassVar[dict[str, int]] = {"triangle": 3, "quadrilateral": 4, "pentagon": 5, "hexagon": 6}
    about = (
        "The picture shows {scene.shown} on a {scene.lattice} grid.",
        "Here you see {scene.shown} on a {scene.lattice} grid.",
        "The drawing on a {scene.lattice} grid shows {scene.shown}.",
    )

    @property
    def scene_variant(self) -> str:
        return self.variant

    @property
    def load(self) -> float:
        corners = sum(len(f.points) for f in self.figures)
        slanted = sum(v[0] != 0 and v[1] != 0 for f in self.figures for v in lat.sides(f.points))
        return corners + slanted + 0.1 * (self.columns + self.rows) + (self.step > 1) - (2 * self.marked)

    @property
    def shown(self) -> str:
        """What the sheet shows, in words."""
        kinds, corners = {f.kind for f in self.figures}, {len(f.points) for f in self.figures}
        if len(self.figures) == 1:
            noun = "line" if kinds <= {"line", "segment"} else self.variant
            noun = "polygon" if noun == "standard" else noun
            return f"a{'n' * (noun == 'ellipse')} {noun}"
        nouns = f"{self.variant}s" if self.variant != "standard" else "figures"
        if self.variant == "standard" and len(kinds) == 1 and kinds != {"ellipse"}:
            known = {3: "triangles", 4: "quadrilaterals"}
            nouns = known.get(max(corners), "polygons") if len(corners) == 1 else "polygons"
            nouns = nouns if kinds == {"polygon"} else f"{min(kinds)}s"
        return f"{'lettered' if self.lettered else 'several'} {nouns}"

    @property
    def spacing(self) -> str:
        return f"{self.step} {self.unit}{'s' if self.unit == 'unit' and self.step > 1 else ''}"

    @property
    def units(self) -> str:
        return {"unit": "units", "cm": "centimetres", "m": "metres"}[self.unit]

    def draw(self, c: Canvas):
        height = self.rows if self.lattice == "square" else self.rows * ROW
        single = len(self.figures) == 1
        straight = not self.marked and not self.lettered and all(f.kind == "polygon" for f in self.figures)
        page = sheet(c, self.columns, height, self.lattice, self.step, pegs=straight, single=single)
        how = drawn.manner(c, page, len(self.figures))
        pens = page.pens if how.many else page.pens[:1]
        placed = [[page.at(p) for p in f.points] for f in self.figures]
        for i, (figure, points) in enumerate(zip(self.figures, placed, strict=True)):
            self._draw_figure(c, page, how, i, figure, points, pens[i % len(pens)])
        lines = [s for f, points in zip(self.figures, placed, strict=True) for s in _lines(f, points, page)]
        few = single and len(placed[0]) <= 4 and self.figures[0].kind != "ellipse"
        if few and c.rng.chance(0.5):
            names = c.rng.choice(CORNER_NAMES)
            drawn.corner_letters(c, page, how.letter, names, placed[0], lines, pens[0])
        if self.lettered:
            self._draw_letters(c, page, how, pens, placed, lines)

    def _draw_letters(
        self,
        c: Canvas,
        page: Sheet,
        how: drawn.Manner,
        pens: tuple[str, ...],
        placed: list[list[Point]],
        lines: list[tuple[Point, Point]],
    ) -> None:
        """Letters of one size, which the tightest shape allows."""
        polygons = [points for f, points in zip(self.figures, placed, strict=True) if f.kind == "polygon"]
        free = [drawn.distance(drawn.middle(p), p[k - 1], p[k]) for p in polygons for k in range(len(p))]
        size = max(min([how.letter, *(1.25 * d for d in free)]), 17)
        for i, (figure, points) in enumerate(zip(self.figures, placed, strict=True)):
            pen = pens[i % len(pens)]
            within = mix(page.look.paper, pen, drawn.TINT) if how.tinted else ""
            ground = within if figure.kind == "polygon" else ""
            drawn.letter(c, page, size, LETTERS[i], _letter_spots(size, figure, points), lines, pen, ground)

    def _draw_figure(
        self, c: Canvas, page: Sheet, how: drawn.Manner, i: int, figure: Figure, points: list[Point], pen: str
    ) -> None:
        box = Box.around(points, 3)
        if figure.kind == "ellipse":
            drawn.outline(c, page, how, drawn.oval(box.inset(3)), pen)
            drawn.dots(c, page, how, [box.center], pen, 2.8)
        elif figure.kind == "polygon":
            drawn.outline(c, page, how, polygon_path(points), pen)
            if self.marked:
                _mark_classes(c, figure, points, c.style.dark)
            drawn.dots(c, page, how, points, pen)
            for k, p in enumerate(points):
                c.mark("corner", (i, k), point=p)
        elif figure.kind == "angle":
            drawn.stroke(c, page, how, points, pen)
            drawn.angle_arc(c, page, how, points, pen, _arc_radius(page))
            drawn.dots(c, page, how, points[1:2], pen)
            drawn.dots(c, page, how, (points[0], points[2]), pen, 2.4)
        else:
            ends = points if figure.kind == "segment" else _extended(points, page.box)
            drawn.stroke(c, page, how, ends, pen)
            drawn.dots(c, page, how, points, pen, 4.2)
            c.mark("segment", i, segment=(points[0], points[1]))
        c.mark("figure", i, box=box, point=points[1] if figure.kind == "angle" else None)


def _mark_classes(c: Canvas, figure: Figure, points: list[Point], dark: bool) -> None:
    """Equal sides get equal ticks, a right angle its square: what a textbook prints in triangles."""
    color = "#f5f5f0" if dark else "#22252b"
    squares = [round(lat.dot(s, s), 1) for s in lat.sides(figure.points)]
    for k, own in enumerate(squares):
        if squares.count(own) > 1:
            drawn.tick(c, points[k], points[(k + 1) % 3], color)
    for k, corner in enumerate(figure.angles()):
        if corner == 90:
            drawn.right_angle(c, points[k - 1], points[k], points[(k + 1) % 3], color)


def _extended(points: list[Point], box: Box) -> list[Point]:
    """A line through two points, to both sides until it leaves the box."""
    (x0, y0), (x1, y1) = points
    dx, dy = x1 - x0, y1 - y0  # never 0
    across = sorted(((box.x0 - x0) / dx, (box.x1 - x0) / dx))
    up = sorted(((box.y0 - y0) / dy, (box.y1 - y0) / dy))
    return [(x0 + dx * t, y0 + dy * t) for t in (max(across[0], up[0]), min(across[1], up[1]))]


def _arc_radius(page: Sheet) -> float:
    return min(page.pitch * 0.75, 26)


def _lines(figure: Figure, points: list[Point], page: Sheet) -> list[tuple[Point, Point]]:
    """What a letter must keep clear of."""
    points = _extended(points, page.box) if figure.kind == "line" else points
    lines = list(
        zip(points, [*points[1:], points[0]] if figure.kind == "polygon" else points[1:], strict=False)
    )
    if figure.kind == "angle":
        (x, y), reach = points[1], _arc_radius(page)
        on_arc = [
            (x + (p[0] - x) * reach / d, y + (p[1] - y) * reach / d)
            for p in (points[0], points[2])
            for d in (hypot(p[0] - x, p[1] - y),)
        ]
        lines.append((on_arc[0], on_arc[1]))
    return lines


def _letter_spots(size: float, figure: Figure, points: list[Point]) -> list[Point]:
    """Places for a letter, best first: in a shape, behind the corner of an angle, beside a segment."""
    if figure.kind == "polygon":
        return [drawn.middle(points)]
    (x, y), *rest = points if figure.kind == "segment" else (points[1], points[0], points[2])
    if figure.kind == "angle":
        u, v = (((p[0] - x) / d, (p[1] - y) / d) for p in rest for d in (hypot(p[0] - x, p[1] - y),))
        back = (-u[0] - v[0], -u[1] - v[1])
        length = hypot(*back) / size
        return [(x + back[0] / length * r, y + back[1] / length * r) for r in (0.95, 1.1, 1.3)]
    dx, dy = rest[0][0] - x, rest[0][1] - y
    out = (dy / hypot(dx, dy) * size, -dx / hypot(dx, dy) * size)
    return [
        (x + dx * t + out[0] * r, y + dy * t + out[1] * r)
        for t in (0.5, 0.35, 0.65)
        for r in (1, -1, 1.25, -1.25)
    ]
