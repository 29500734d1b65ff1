"""Graph paper: figures with their corners on the points of a grid, to be measured, told apart, counted."""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import product
from math import ceil, floor, hypot, sqrt
from typing import ClassVar, Literal

from msgspec import Struct

from trace_tasks.engine import LETTERS, Box, Canvas, Found, Point, Reject, Rng, Scene

from . import _figures as drawn
from . import _lattice as lat
from ._lattice import ROW, Spot
from ._paper import Sheet, sheet

Variant = Literal["rectangle", "triangle", "parallelogram"]


CORNER_NAMES = ("ABCD", "PQRS", "KLMN", "STUV", "EFGH")


class Figure(Struct, frozen=True):
    """`points`: the corners of a polygon; the two ends of a segment or of the known part of a line; end, corner,
    end of an angle; the lower left and upper right corner of the box of an ellipse. Lattice coordinates, y up:
    whole, but for equilateral triangles on a square grid and for circles of odd diameter."""

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
    lattice: Literal["square", "triangular"] = "square"
    lettered: bool = False  # figures carry the letters A, B, C, ... in their order
    marked: bool = False  # triangles carry the marks of equal sides and right angles
    step: int = 1  # length of a step of the grid
    unit: Literal["unit", "cm", "m"] = "unit"
    variant: str = "standard"
    RIGHT: ClassVar[int] = 90  # degrees in a right angle
    STRAIGHT: ClassVar[int] = 180
    CORNERS: ClassVar[dict[str, int]] = {"triangle": 3, "quadrilateral": 4, "pentagon": 5, "hexagon": 6}
    about = (
        "The picture shows a drawing on a {scene.lattice} grid.",
        "Something has been drawn on a {scene.lattice} grid, with corners and ends marked by dots.",
        "This is a geometry drawing on a {scene.lattice} grid.",
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
    def spacing(self) -> str:
        return self._many(self.unit)

    @property
    def units(self) -> str:
        return {"unit": "units", "cm": "centimetres", "m": "metres"}[self.unit]

    def _many(self, unit: str) -> str:
        return f"{self.step} {unit}{'s' if unit == 'unit' and self.step > 1 else ''}"

    def draw(self, c: Canvas):
        height = self.rows if self.lattice == "square" else self.rows * ROW
        straight = not self.marked and all(f.kind == "polygon" for f in self.figures)
        page = sheet(c, self.columns, height, self.lattice, self.step, pegs=straight)
        how = drawn.manner(c, page)
        pens = page.pens if how.many else page.pens[:1]
        placed = [[page.at(p) for p in f.points] for f in self.figures]
        for i, (figure, points) in enumerate(zip(self.figures, placed, strict=True)):
            self._draw_figure(c, page, how, i, figure, points, pens[i % len(pens)])
        lines = [s for f, points in zip(self.figures, placed, strict=True) for s in _lines(f, points, page)]
        if (
            len(placed) == 1
            and len(placed[0]) <= 4
            and self.figures[0].kind != "ellipse"
            and c.rng.chance(0.5)
        ):
            drawn.corner_letters(c, page, how, c.rng.choice(CORNER_NAMES), placed[0], lines, pens[0])
        if self.lettered:
            for i, (figure, points) in enumerate(zip(self.figures, placed, strict=True)):
                spots = _letter_spots(figure, points, page.pitch)
                drawn.letter(c, page, how, LETTERS[i], spots, lines, pens[i % len(pens)])

    def _draw_figure(
        self, c: Canvas, page: Sheet, how: drawn.Manner, i: int, figure: Figure, points: list[Point], pen: str
    ) -> None:
        box = Box.around(points, 3)
        if figure.kind == "ellipse":
            drawn.oval(c, page, how, box.inset(3), pen)
            drawn.dots(c, page, how, [box.center], pen, 2.8)
        elif figure.kind == "polygon":
            drawn.polygon(c, page, how, points, pen)
            if self.marked:
                _mark_classes(c, figure, points, c.style.dark)
            drawn.dots(c, page, how, points, pen)
            for k, p in enumerate(points):
                c.mark("corner", (i, k), point=p)
        elif figure.kind == "angle":
            drawn.stroke(c, page, how, points, pen, close=False)
            drawn.angle_arc(c, *points, pen, _arc_radius(page))
            drawn.dots(c, page, how, points[1:2], pen)
            drawn.dots(c, page, how, (points[0], points[2]), pen, 2.4)
        else:
            ends = points if figure.kind == "segment" else _extended(points, page.box)
            drawn.stroke(c, page, how, ends, pen, close=False)
            drawn.dots(c, page, how, points, pen, 4.2)
            c.mark("segment", i, segment=(points[0], points[1]))
        c.mark("figure", i, box=box, point=points[1] if figure.kind == "angle" else None)


def _mark_classes(c: Canvas, figure: Figure, points: list[Point], dark: bool) -> None:
    """Equal sides get equal ticks, a right angle its square: what a textbook prints in triangles."""
    color = "#f5f5f0" if dark else "#22252b"
    squares = [round(lat.dot(s, s), 1) for s in lat.sides(figure.points)]
    for k, own in enumerate(squares):
        if squares.count(own) > 1:
            drawn.ticks(c, points[k], points[(k + 1) % 3], 1, color)
    for k, corner in enumerate(figure.angles()):
        if corner == 90:
            drawn.right_angle(c, points[k - 1], points[k], points[(k + 1) % 3], color)


def _extended(points: list[Point], box: Box) -> list[Point]:
    """A line through two points, to both sides until it leaves the box."""
    (x0, y0), (x1, y1) = points
    dx, dy = x1 - x0, y1 - y0
    reach = min(
        max((box.x0 - x0) / dx, (box.x1 - x0) / dx),
        max((box.y0 - y0) / dy, (box.y1 - y0) / dy) if dy else 9e9,
    )
    back = max(
        min((box.x0 - x0) / dx, (box.x1 - x0) / dx),
        min((box.y0 - y0) / dy, (box.y1 - y0) / dy) if dy else -9e9,
    )
    return [(x0 + dx * back, y0 + dy * back), (x0 + dx * reach, y0 + dy * reach)]


def _arc_radius(page: Sheet) -> float:
    return min(page.pitch * 0.75, 26)


def _lines(figure: Figure, points: list[Point], page: Sheet) -> list[tuple[Point, Point]]:
    """What a letter must keep clear of."""
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


def _letter_spots(figure: Figure, points: list[Point], pitch: float) -> list[Point]:
    """Places for a letter, best first: around the corner of an angle, beside a segment or the side of a shape."""
    if figure.kind == "angle":
        return [(points[1][0] + dx * r, points[1][1] + dy * r) for r in (17, 21, 25) for dx, dy in drawn.RING]
    turned = 1 if figure.kind == "polygon" and lat.doubled_area(figure.points) < 0 else -1
    spots = []
    for (x0, y0), (x1, y1) in zip(points, [*points[1:], points[0]], strict=True):
        length = hypot(x1 - x0, y1 - y0)
        out = ((y1 - y0) / length * turned, (x0 - x1) / length * turned)
        spots += [
            (x0 + (x1 - x0) * t + out[0] * reach, y0 + (y1 - y0) * t + out[1] * reach)
            for t in (0.5, 0.3, 0.7)
            for reach in (17, 21)
        ]
    return sorted(spots, key=lambda p: p[1]) if figure.kind == "polygon" else spots


# ---- states


def ringed(points: Sequence[Spot], lattice: str = "square") -> Figure:
    return Figure("polygon", tuple(points))


def extent(figure: Figure, lattice: str) -> tuple[int, int, int, int]:
    """The cells of the plane that a figure needs: left, bottom, right, top; two rows of a triangular grid a cell."""
    placed = [lat.plane(p, lattice) for p in figure.points]
    high = 1 if lattice == "square" else 2 * ROW
    xs, ys = [x for x, _ in placed], [y / high for _, y in placed]
    return floor(min(xs) + 1e-6), floor(min(ys) + 1e-6), ceil(max(xs) - 1e-6), ceil(max(ys) - 1e-6)


def arranged(
    rng: Rng, figures: Sequence[Figure], lattice: str = "square", gap: int = 1, **facts
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


def scaled(rng: Rng, unit: str = "") -> dict[str, int | str]:
    """What a step of the grid stands for: mostly one unit."""
    step = rng.choice((2, 2, 5, 10)) if rng.dial(0.0, 1.0) > 0.7 else 1
    return {"step": step, "unit": rng.weighted({"unit": 3, "cm": 2, "m": 1})}


def example_number(answer: int) -> int:
    """A number for the wording that is not the answer."""
    return 7 if answer != 7 else 15


# ---- one figure, measured

SCALE = "Neighbouring lines or dots of the grid are {scene.spacing} apart."


def family(rng: Rng, scene_variant: str | None) -> str:
    return scene_variant or rng.goal(("rectangle", "triangle", "parallelogram"), "variant")


@GraphPaper.task(
    answer="integer",
    annotation="point_set",
    operations=("formula_evaluation",),
    ask=(
        SCALE + " What is the area of the {scene.variant}, in square {scene.units}?",
        "Find the area of the {scene.variant} in square {scene.units}. " + SCALE,
        SCALE + " How many square {scene.units} does the {scene.variant} cover?",
    ),
    answer_is="the area of the {scene.variant} in square {scene.units}",
    witness_is="every corner of the {scene.variant}",
)
def polygon_area_value(paper, query):
    figure = paper.figures[0]
    area = figure.area()
    return Found(round(area * paper.step**2), corners(paper), {"steps": area, "step": paper.step})


def corners(paper: GraphPaper) -> list:
    return [("corner", (0, k)) for k in range(len(paper.figures[0].points))]


@polygon_area_value.sample
def measured_polygon(rng, *, scene_variant: Variant | None = None):
    """A rectangle, triangle or parallelogram of whole area; the harder, the larger and the more askew."""
    kind, reach, askew = family(rng, scene_variant), rng.dial(5, 13), rng.chance(rng.dial(0.1, 0.95))
    for _ in range(200):
        u = (rng.integer(2, reach), rng.integer(1, reach // 2) if askew else 0)
        v = (rng.integer(-reach // 2, reach // 2), rng.integer(2, reach))
        if kind == "rectangle":
            a, b = rng.choice(lat.TILTS) if askew else (1, 0)
            m, n = (
                rng.integer(1, max(reach // a // 2, 2)),
                rng.integer(1, max(reach // b // 2, 2) if b else reach),
            )
            u, v = ((m + 1, 0), (0, n + 1)) if not askew else ((m * a, m * b), (-n * b, n * a))
        shape = lat.turned(rng, lat.span(u, v) if kind != "triangle" else [(0, 0), u, v])
        area, box = lat.doubled_area(shape), extent(ringed(shape), "square")
        right = kind != "parallelogram" or lat.quadrilateral_class(shape) == "parallelogram"
        small = max(box[2] - box[0], box[3] - box[1]) <= 15
        if right and small and area % 2 == 0 and abs(area) >= 12 and lat.well_shaped(shape):
            return alone(rng, ringed(shape), variant=kind, **scaled(rng))
    raise Reject(f"no {kind}")


@GraphPaper.task(
    answer="integer",
    annotation="point_set",
    operations=("formula_evaluation",),
    ask=(
        SCALE + " What is the perimeter of the {scene.variant}, in {scene.units}?",
        "Find the perimeter of the {scene.variant} in {scene.units}. " + SCALE,
        SCALE + " How long is the way once around the {scene.variant}, in {scene.units}?",
    ),
    answer_is="the perimeter of the {scene.variant} in {scene.units}",
    witness_is="every corner of the {scene.variant}",
)
def polygon_perimeter_value(paper, query):
    figure = paper.figures[0]
    return Found(
        round(figure.perimeter() * paper.step), corners(paper), {"sides": lat.lengths(figure.points)}
    )


@polygon_perimeter_value.sample
def whole_sided_polygon(rng, *, scene_variant: Variant | None = None):
    """A rectangle, triangle or parallelogram whose sides are all whole."""
    kind, reach = family(rng, scene_variant), rng.dial(8, 16)
    if kind == "rectangle":
        u, v = (rng.integer(2, reach), 0), (0, rng.integer(2, max(reach - 3, 4)))
        if rng.chance(rng.dial(0.0, 0.8)):
            m, n = rng.sample((1, 2, 3), 2)
            u, v = rng.choice((((3 * m, 4 * m), (-4 * n, 3 * n)), ((4 * m, 3 * m), (-3 * n, 4 * n))))
    else:
        pairs = lat.whole_sided(kind, reach)
        u, v = rng.choice(pairs[rng.choice(list(pairs))])
    shape = lat.turned(rng, lat.span(u, v) if kind != "triangle" else [(0, 0), u, v])
    return alone(rng, ringed(shape), variant=kind, **scaled(rng))


@GraphPaper.task(
    answer="integer",
    annotation="point_set",
    operations=("counting", "formula_evaluation"),
    ask=(
        "At how many corners of the polygon is the interior angle exactly {scene.RIGHT} degrees?",
        "Count the corners where the angle inside the polygon is a right angle ({scene.RIGHT} degrees).",
        "How many interior angles of the polygon are right angles, that is, exactly {scene.RIGHT} degrees?",
    ),
    answer_is="the number of right interior angles",
    witness_is="every corner of the polygon with a right interior angle (empty when there is none)",
)
def right_angle_vertex_count(paper, query):
    angles = paper.figures[0].angles()
    hits = [("corner", (0, k)) for k, a in enumerate(angles) if a == 90]
    return Found(len(hits), hits, {"angles": angles})


@right_angle_vertex_count.sample
def cornered_polygon(rng):
    """A rectangle whose corners are kept (one right angle), cut off (none) or notched (two), turned askew."""
    count, w, h = rng.goal(range(8)), rng.integer(6, 9), rng.integer(6, 8)
    ways = [(a, b, c, d) for a, b, c, d in product(range(3), repeat=4) if a + b + c + d == count]
    hard = rng.dial(0.0, 1.0)
    ways.sort(key=lambda way: abs(sum(x != 1 for x in way) - 4 * hard))
    points: list[Spot] = []
    inward = ((1, 1), (-1, 1), (-1, -1), (1, -1))
    for k, (corner, way) in enumerate(
        zip(((0, 0), (w, 0), (w, h), (0, h)), rng.choice(ways[:5]), strict=True)
    ):
        dx, dy = inward[k]
        a, b = rng.integer(1, 2), rng.integer(1, 2)
        before = (corner[0] + dx * a, corner[1]) if k % 2 else (corner[0], corner[1] + dy * b)
        after = (corner[0], corner[1] + dy * b) if k % 2 else (corner[0] + dx * a, corner[1])
        middle = (corner[0] + dx * a, corner[1] + dy * b)
        points += {0: [before, after], 1: [corner], 2: [before, middle, after]}[way]
    a, b = rng.choice(((1, 0), (1, 1), (2, 1), (1, 2)) if hard > 0.4 else ((1, 0),))
    askew = lat.turned(rng, [(a * x - b * y, b * x + a * y) for x, y in points])
    return alone(rng, ringed(askew))


PI_FORM = "Give it exactly, as a whole multiple of π written like {example}π."


@GraphPaper.task(
    answer="string",
    annotation="bbox",
    operations=("formula_evaluation",),
    ask=(
        SCALE + " What is the circumference of the circle, in {scene.units}? " + PI_FORM,
        "Find the circumference of the circle in {scene.units}. " + SCALE + " " + PI_FORM,
        SCALE + " How long is the circle's edge, in {scene.units}? " + PI_FORM,
    ),
    answer_is="the circumference in {scene.units} as an exact multiple of π",
    witness_is="the circle",
)
def circle_circumference_value(paper, query):
    diameter = 2 * paper.figures[0].radii[0] * paper.step
    return Found(f"{round(diameter)}π", ("figure", 0), {"diameter": diameter})


@circle_circumference_value.sample
def single_circle(rng):
    size = rng.dial(3, 16)
    return alone(rng, Figure("ellipse", ((0, 0), (size, size))), variant="circle", **scaled(rng))


@circle_circumference_value.words
def another_circumference(paper, query):
    return {"example": example_number(round(2 * paper.figures[0].radii[0] * paper.step))}


@GraphPaper.task(
    answer="string",
    annotation="bbox",
    operations=("formula_evaluation",),
    ask=(
        SCALE + " What is the area of the ellipse, in square {scene.units}? " + PI_FORM,
        "Find the area inside the ellipse in square {scene.units}. " + SCALE + " " + PI_FORM,
        SCALE + " How many square {scene.units} does the ellipse cover? " + PI_FORM,
    ),
    answer_is="the area in square {scene.units} as an exact multiple of π",
    witness_is="the ellipse",
)
def ellipse_area_value(paper, query):
    a, b = (r * paper.step for r in paper.figures[0].radii)
    return Found(f"{round(a * b)}π", ("figure", 0), {"semi_axes": [a, b]})


@ellipse_area_value.sample
def single_ellipse(rng):
    long = rng.dial(3, 9)
    short = rng.choice([s for s in range(1, 8) if 1.2 <= long / s <= 3])
    a, b = rng.shuffled((long, short))
    return alone(rng, Figure("ellipse", ((0, 0), (2 * a, 2 * b))), variant="ellipse", **scaled(rng))


@ellipse_area_value.words
def another_area(paper, query):
    return {
        "example": example_number(
            round(paper.figures[0].radii[0] * paper.figures[0].radii[1] * paper.step**2)
        )
    }


@GraphPaper.task(
    answer="number",
    annotation="segment",
    operations=("formula_evaluation",),
    ask=(
        "What is the slope of the line? Both dotted points lie on points of the grid. {rounding}",
        "Find the slope (rise over run) of the line through the dotted points, which are points of the grid. {rounding}",
        "The line passes through the dotted grid points. What is its slope? {rounding}",
    ),
    answer_is="the slope of the line",
    witness_is="the part of the line between the dotted points",
)
def line_slope_value(paper, query):
    (x0, y0), (x1, y1) = paper.figures[0].points
    return Found(round((y1 - y0) / (x1 - x0), 2), ("segment", 0), {"rise": y1 - y0, "run": x1 - x0})


@line_slope_value.words
def rounding(paper, query):
    places = 2
    return {
        "rounding": f"Give it as a decimal, rounded to {places} decimal places if it has more; it is negative when "
        "the line falls from left to right."
    }


@line_slope_value.sample
def sloping_line(rng):
    run = rng.dial(2, 14)
    rise = rng.choice(
        [r for r in range(1, 12) if r != run and 0.2 <= r / run <= 6 and 100 * r % run * 2 != run]
    ) * rng.goal((1, -1), "sign")
    figure = Figure(rng.choice(("segment", "line")), ((0, 0), (run, rise)))
    return alone(rng, figure, variant=figure.kind)


# ---- lettered figures, compared


def contest(
    rng: Rng,
    query: str,
    pool: Sequence[Figure],
    measure: Callable[[Figure], float],
    count: int,
    gap: float,
    band: float,
) -> list[Figure]:
    """Figures in the order of their letters: the extreme one stands out by `gap`, the rest follow within `band`."""
    sign = 1 if query == "largest" else -1
    for _ in range(40):
        best = rng.choice(pool)
        top = measure(best) * sign
        near = [f for f in rng.shuffled(pool) if gap <= top - sign * measure(f) <= band]
        rivals: list[Figure] = []
        for figure in near:
            if all(measure(figure) != measure(r) or rng.chance(0.3) for r in rivals):
                rivals.append(figure)
            if len(rivals) == count - 1:
                return rng.letters_with(best, rivals)
    raise Reject("no close rivals")


def extreme(
    paper: GraphPaper, query: str, measure: Callable[[Figure], float]
) -> tuple[int, dict[str, float]]:
    values = [measure(f) for f in paper.figures]
    pick = max if query == "largest" else min
    i = pick(range(len(values)), key=values.__getitem__)
    return i, {LETTERS[k]: value for k, value in enumerate(values)}


@cache
def shape_pool(kind: str) -> tuple[tuple[Figure, ...], tuple[Figure, ...]]:
    """Rectangles or right triangles up to a size: those along the grid lines, and those askew."""
    flat, askew = [], []
    for (a, b), m, n in product(((1, 0), (1, 1), (2, 1), (1, 2)), range(1, 9), range(1, 9)):
        u, v = (m * a, m * b), (-n * b, n * a)
        shape = lat.span(u, v) if kind == "rectangle" else [(0, 0), u, v]
        x0, y0, x1, y1 = extent(ringed(shape), "square")
        if not (4 <= x1 - x0 + y1 - y0 <= 14 and max(x1 - x0, y1 - y0) <= 8 and lat.well_shaped(shape)):
            continue
        (askew if b else flat).append(ringed(shape))
    return tuple(flat), tuple(askew)


def compared_shapes(measure: Callable[[Figure], float], gap: float) -> Callable[[Rng, str], GraphPaper]:
    def sample(rng, query):
        kind = rng.goal(("rectangle", "right triangle"), "family")
        flat, askew = shape_pool(kind)
        hard = rng.dial(0.0, 1.0)
        pool = [*flat, *askew] if hard > 0.4 else flat
        turned = [
            f if kind == "rectangle" else ringed(lat.turned(rng, f.points))
            for f in rng.sample(pool, len(pool))
        ]
        figures = contest(rng, query, turned, measure, 5, gap, gap * (11 - 5 * hard))
        return arranged(rng, figures, gap=2, lettered=True, variant=kind)

    return sample


@GraphPaper.task(
    answer="option_letter",
    annotation="bbox",
    operations=("ranking", "formula_evaluation"),
    queries={"largest": "largest", "smallest": "smallest"},
    ask=(
        "Which lettered {scene.variant} has the {query} area?",
        "Each {scene.variant} carries a letter. Which one covers the {query} area?",
        "Compare the areas of the lettered {scene.variant}s. Which letter belongs to the {query}?",
    ),
    answer_is="the letter of the {scene.variant} with the {query} area",
    witness_is="the {scene.variant} with the {query} area",
)
def area_extremum_label(paper, query):
    i, areas = extreme(paper, query, Figure.area)
    return Found(LETTERS[i], ("figure", i), {"areas": areas})


area_extremum_label.sample(compared_shapes(Figure.area, 1.0))


@GraphPaper.task(
    answer="option_letter",
    annotation="bbox",
    operations=("ranking", "formula_evaluation"),
    queries={"largest": "longest", "smallest": "shortest"},
    ask=(
        "Which lettered {scene.variant} has the {query} perimeter?",
        "Each {scene.variant} carries a letter. Which one has the {query} perimeter?",
        "Compare the perimeters of the lettered {scene.variant}s. Which letter belongs to the {query}?",
    ),
    answer_is="the letter of the {scene.variant} with the {query} perimeter",
    witness_is="the {scene.variant} with the {query} perimeter",
)
def perimeter_extremum_label(paper, query):
    i, perimeters = extreme(paper, query, Figure.perimeter)
    return Found(LETTERS[i], ("figure", i), {"perimeters": perimeters})


perimeter_extremum_label.sample(compared_shapes(Figure.perimeter, 0.9))


@GraphPaper.task(
    answer="option_letter",
    annotation="segment",
    operations=("ranking", "formula_evaluation"),
    queries={"largest": "longest", "smallest": "shortest"},
    ask=(
        "Which lettered segment is the {query}?",
        "Each segment carries a letter. Which one is the {query}?",
        "Compare the lengths of the lettered segments. Which letter belongs to the {query} one?",
    ),
    answer_is="the letter of the {query} segment",
    witness_is="the {query} segment, from end to end",
)
def length_extremum_label(paper, query):
    i, lengths = extreme(paper, query, Figure.length)
    return Found(LETTERS[i], ("segment", i), {"lengths": lengths})


@length_extremum_label.sample
def close_segments(rng, query):
    hard = rng.dial(0.0, 1.0)
    reach = round(6 + 3 * hard)
    pool = [Figure("segment", ((0, 0), (x, y))) for x, y in lat.vectors(reach) if x >= 0 and (x or y > 0)]
    if hard < 0.4:
        pool = [f for f in pool if min(abs(f.points[1][0]), abs(f.points[1][1])) <= 1] + pool[::9]
    figures = contest(rng, query, pool, Figure.length, 6, 0.35, 4 - 2.4 * hard)
    return arranged(rng, figures, gap=2, lettered=True)


@cache
def angle_pool() -> tuple[Figure, ...]:
    """Angles between lattice directions, from 15 to 165 degrees, right or plainly not."""
    found = []
    for u, v in product(lat.vectors(5), repeat=2):
        if u < v and lat.dot(u, u) >= 8 <= lat.dot(v, v) and abs(lat.dot(u, u) - lat.dot(v, v)) <= 9:
            figure = Figure("angle", (u, (0, 0), v))
            size = figure.degrees()
            if 18 <= size <= 162 and (size == 90 or abs(size - 90) >= 14):
                found.append(figure)
    return tuple(found)


@GraphPaper.task(
    answer="option_letter",
    annotation="point",
    operations=("ranking", "formula_evaluation"),
    queries={"largest": "largest", "smallest": "smallest"},
    ask=(
        "Which lettered angle is the {query}? Each angle is the one marked by the arc.",
        "Each angle is marked by an arc and carries a letter. Which one is the {query}?",
        "Compare the angles that the arcs mark. Which letter belongs to the {query} one?",
    ),
    answer_is="the letter of the {query} angle",
    witness_is="the corner point of the {query} angle",
)
def angle_extremum_label(paper, query):
    i, sizes = extreme(paper, query, Figure.degrees)
    return Found(LETTERS[i], ("figure", i), {"degrees": sizes})


@angle_extremum_label.sample
def close_angles(rng, query):
    hard = rng.dial(0.0, 1.0)
    gap = 14 - 7 * hard
    pool = [f for f in rng.sample(angle_pool(), 160) if hard > 0.4 or 0 in (*f.points[0], *f.points[2])]
    figures = contest(rng, query, pool, Figure.degrees, 6, gap, gap * 5)
    return arranged(rng, figures, gap=2, lettered=True)


# ---- figures counted by class


def assorted(rng: Rng, wanted: str, kinds: Sequence[str], make: Callable[[str], Figure], most: int, **facts):
    """The goal's number of figures of the wanted class among others; the harder, the more."""
    count = rng.goal(range(most + 1))
    total = max(rng.dial(6, 12), count + 2)
    others = [k for k in kinds if k != wanted]
    drawn_kinds = [wanted] * count + [rng.choice(others) for _ in range(total - count)]
    return arranged(rng, [make(kind) for kind in rng.shuffled(drawn_kinds)], **facts)


def counted(paper: GraphPaper, wanted: str, classify: Callable[[Figure], str]) -> Found:
    classes = [classify(f) for f in paper.figures]
    return Found(
        classes.count(wanted),
        [("figure", i) for i, k in enumerate(classes) if k == wanted],
        {"classes": classes},
    )


COUNT_ASK = (
    "How many {query} are there in the drawing?",
    "Count the {query}. How many are drawn?",
    "What is the number of {query} in the picture?",
)


@GraphPaper.task(
    answer="integer",
    annotation="bbox_set",
    operations=("filtering", "counting", "formula_evaluation"),
    queries={
        "acute_angle_count": "acute (less than {scene.RIGHT} degrees)",
        "right_angle_count": "right angles (exactly {scene.RIGHT} degrees)",
        "obtuse_angle_count": "obtuse (more than {scene.RIGHT} and less than {scene.STRAIGHT} degrees)",
    },
    ask=(
        "Each angle is marked by an arc. How many of the marked angles are {query}?",
        "Look at the angles that the arcs mark. How many are {query}?",
        "How many of the angles marked by arcs are {query}?",
    ),
    answer_is="the number of those angles",
    witness_is="each of those angles with both its sides (empty when there is none)",
)
def angle_type_count(paper, query):
    return counted(paper, query.split("_")[0], angle_class)


def angle_class(figure: Figure) -> str:
    size = figure.degrees()
    return "right" if size == 90 else "acute" if size < 90 else "obtuse"


@cache
def angles_by_class(flat: bool) -> dict[str, tuple[Figure, ...]]:
    pool = [f for f in angle_pool() if not flat or 0 in (*f.points[0], *f.points[2])]
    return {k: tuple(f for f in pool if angle_class(f) == k) for k in ("acute", "right", "obtuse")}


@angle_type_count.sample
def assorted_angles(rng, query):
    pools = angles_by_class(rng.dial(0.0, 1.0) < 0.4)
    return assorted(rng, query.split("_")[0], list(pools), lambda kind: rng.choice(pools[kind]), 6)


@GraphPaper.task(
    answer="integer",
    annotation="bbox_set",
    operations=("filtering", "counting"),
    queries={
        "triangle_count": "triangles",
        "quadrilateral_count": "quadrilaterals",
        "pentagon_count": "pentagons",
        "hexagon_count": "hexagons",
        "circle_count": "circles",
        "ellipse_count": "ellipses that are not circles",
    },
    ask=COUNT_ASK,
    answer_is="the number of {query}",
    witness_is="each of those figures (empty when there is none)",
)
def shape_type_count(paper, query):
    return counted(paper, query.split("_")[0], lambda f: f.shape)


@shape_type_count.sample
def assorted_shapes(rng, query):
    kinds = ("triangle", "quadrilateral", "pentagon", "hexagon", "circle", "ellipse")

    def make(kind):
        if kind in ("circle", "ellipse"):
            a, b = rng.choice(
                ((1, 1), (1.5, 1.5), (2, 2)) if kind == "circle" else ((2, 1), (1, 2), (3, 2), (2, 3))
            )
            return Figure("ellipse", ((0, 0), (2 * a, 2 * b)))
        n = GraphPaper.CORNERS[kind]
        return ringed(lat.convex(rng, n, rng.integer(3, 5) + (n > 4), rng.integer(3, 4) + (n > 4)))

    return assorted(rng, query.split("_")[0], kinds, make, 6)


@GraphPaper.task(
    answer="integer",
    annotation="bbox_set",
    operations=("counting",),
    queries={
        "convex_polygon_count": "convex (no interior angle over {scene.STRAIGHT} degrees)",
        "concave_polygon_count": "concave (some interior angle over {scene.STRAIGHT} degrees)",
    },
    ask=(
        "How many of the polygons are {query}?",
        "Count the polygons that are {query}. How many are there?",
        "Of the polygons in the drawing, how many are {query}?",
    ),
    answer_is="the number of those polygons",
    witness_is="each of those polygons (empty when there is none)",
)
def polygon_convexity_count(paper, query):
    return counted(paper, query.split("_")[0], convexity)


def convexity(figure: Figure) -> str:
    return "concave" if max(figure.angles()) > 180 else "convex"


@polygon_convexity_count.sample
def assorted_polygons(rng, query):
    def make(kind):
        n = rng.integer(4, 7)
        shape = lat.convex if kind == "convex" else lat.concave
        return ringed(shape(rng, n, 3 + n // 3 + rng.integer(0, 1), 3 + n // 3))

    return assorted(rng, query.split("_")[0], ("convex", "concave"), make, 7)


@GraphPaper.task(
    answer="integer",
    annotation="bbox_set",
    operations=("filtering", "counting"),
    queries={
        "square_count": "squares",
        "non_square_rectangle_count": "rectangles that are not squares",
        "non_square_rhombus_count": "rhombuses that are not squares",
        "slanted_parallelogram_count": "parallelograms that are neither rectangles nor rhombuses",
    },
    ask=COUNT_ASK,
    answer_is="the number of {query}",
    witness_is="each of those quadrilaterals (empty when there is none)",
)
def quadrilateral_type_count(paper, query):
    return counted(
        paper, query.removesuffix("_count").split("_")[-1], lambda f: lat.quadrilateral_class(f.points)
    )


@quadrilateral_type_count.sample
def assorted_quadrilaterals(rng, query):
    kinds = ("square", "rectangle", "rhombus", "parallelogram", "other")
    return assorted(
        rng,
        query.removesuffix("_count").split("_")[-1],
        kinds,
        lambda kind: ringed(lat.quadrilateral(rng, kind, 5)),
        6,
    )


@GraphPaper.task(
    answer="integer",
    annotation="bbox_set",
    operations=("filtering", "counting"),
    queries={
        "equilateral_triangle_count": "equilateral triangles",
        "right_triangle_count": "right triangles",
        "scalene_triangle_count": "scalene triangles without a right angle",
        "non_equilateral_isosceles_triangle_count": "isosceles triangles that are not equilateral",
    },
    ask=tuple("{marks}" + ask for ask in COUNT_ASK),
    answer_is="the number of {query}",
    witness_is="each of those triangles (empty when there is none)",
)
def triangle_type_count(paper, query):
    return counted(paper, triangle_query(query), lambda f: lat.triangle_class(f.points, paper.lattice))


def triangle_query(query: str) -> str:
    return query.removesuffix("_triangle_count").split("_")[-1]


@triangle_type_count.words
def meaning_of_marks(paper, query):
    marks = "Equal sides of a triangle carry equal ticks and a right angle carries a small square. "
    return {"marks": marks if paper.marked else "Every corner lies on a crossing or a dot of the grid. "}


@triangle_type_count.sample
def assorted_triangles(rng, query):
    lattice = "triangular" if rng.dial(0.0, 1.0) > 0.45 else "square"
    kinds = ("equilateral", "isosceles", "right", "scalene")
    return assorted(
        rng,
        triangle_query(query),
        kinds,
        lambda kind: ringed(lat.triangle(rng, kind, 5, lattice)),
        6,
        lattice=lattice,
        marked=lattice == "square",
    )
