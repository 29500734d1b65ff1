"""One figure on the sheet, to be measured."""

from itertools import product
from typing import Literal

from trace_tasks.engine import Found, Reject, Rng

from .. import _lattice as lat
from .._lattice import Spot
from .arrange import alone, extent, polygon, scaled
from .state import Figure, GraphPaper

Variant = Literal["rectangle", "triangle", "parallelogram"]
SCALE = "Neighbouring grid points are {scene.spacing} apart."


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
        area, box = lat.doubled_area(shape), extent(polygon(shape), "square")
        right = kind != "parallelogram" or lat.quadrilateral_class(shape) == "parallelogram"
        small = max(box[2] - box[0], box[3] - box[1]) <= 15
        if right and small and area % 2 == 0 and abs(area) >= 12 and lat.well_shaped(shape):
            return alone(rng, polygon(shape), variant=kind, **scaled(rng))
    raise Reject(f"no {kind}")


@GraphPaper.task(
    answer="integer",
    annotation="point_set",
    operations=("formula_evaluation",),
    ask=(
        SCALE + " What is the perimeter of the {scene.variant}, in {scene.units}?",
        "Find the perimeter of the {scene.variant} in {scene.units}. " + SCALE,
        SCALE + " How long is the perimeter of the {scene.variant}, in {scene.units}?",
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
    return alone(rng, polygon(shape), variant=kind, **scaled(rng))


@GraphPaper.task(
    answer="integer",
    annotation="point_set",
    operations=("counting", "formula_evaluation"),
    ask=(
        "At how many corners of the polygon is the interior angle {scene.RIGHT} degrees?",
        "Count the corners where the polygon has an interior angle of {scene.RIGHT} degrees.",
        "How many interior angles of the polygon are right angles ({scene.RIGHT} degrees)?",
    ),
    answer_is="the number of right interior angles",
    witness_is="every corner of the polygon with a right interior angle (empty when there is none)",
)
def right_angle_vertex_count(paper, query):
    angles = paper.figures[0].angles()
    hits = [("corner", (0, k)) for k, a in enumerate(angles) if a == 90]
    return Found(len(hits), hits, {"angles": angles})


CORNERS = {"cut": 0, "kept": 1, "notched": 2}  # right angles that each way of ending a corner leaves
ROOFS = {"none": 0, "valley": 0, "steep": 0, "square": 1}  # and each way of breaking the top side


@right_angle_vertex_count.sample
def cornered_polygon(rng):
    """A rectangle with its corners kept, cut off or notched and its top side broken, turned askew."""
    count, w, h, hard = rng.goal(range(8)), rng.integer(8, 10), rng.integer(6, 8), rng.dial(0.0, 1.0)
    roof = rng.choice(list(ROOFS)) if hard > 0.3 else "none"
    ways = [k for k in product(CORNERS, repeat=4) if sum(map(CORNERS.get, k)) + ROOFS[roof] == count]
    if not ways:
        raise Reject("no such corners")
    ways.sort(key=lambda way: abs(sum(x != "kept" for x in way) - 4 * hard))
    points: list[Spot] = []
    for k, way in enumerate(rng.choice(ways[:5])):
        points += corner(rng, k, w, h, way)
        if k == 2 and roof != "none":
            x, rise = rng.integer(4, w - 4), {"valley": -1, "steep": 2, "square": 1}[roof]
            points += [(x + 1, h), (x, h + rise), (x - 1, h)]
    a, b = rng.choice(((1, 0), (1, 1), (2, 1), (1, 2)) if hard > 0.4 else ((1, 0),))
    askew = lat.turned(rng, [(a * x - b * y, b * x + a * y) for x, y in points])
    return alone(rng, polygon(askew))


def corner(rng: Rng, k: int, w: int, h: int, way: str) -> list[Spot]:
    """The k-th corner of a rectangle, anticlockwise from the lower left, ended in one of the ways."""
    x, y = ((0, 0), (w, 0), (w, h), (0, h))[k]
    inner_x = x + rng.integer(1, 2) * (1 if x == 0 else -1)
    inner_y = y + rng.integer(1, 2) * (1 if y == 0 else -1)
    ends: list[Spot] = [(x, inner_y), (inner_x, y)]
    before, after = ends if k % 2 == 0 else ends[::-1]
    if way == "kept":
        return [(x, y)]
    return [before, (inner_x, inner_y), after] if way == "notched" else [before, after]


def example_number(answer: int) -> int:
    """A number for the wording that is not the answer."""
    return 7 if answer != 7 else 15


PI_FORM = "Give it as a multiple of π, like {example}π."


@GraphPaper.task(
    answer="string",
    annotation="bbox",
    operations=("formula_evaluation",),
    ask=(
        SCALE + " What is the circumference of the circle, in {scene.units}? " + PI_FORM,
        "Find the circumference of the circle in {scene.units}. " + SCALE + " " + PI_FORM,
        SCALE + " How long is the circumference of the circle, in {scene.units}? " + PI_FORM,
    ),
    answer_is="the circumference",
    witness_is="the circle",
)
def circle_circumference_value(paper, query):
    diameter = 2 * paper.figures[0].radii[0] * paper.step
    return Found(f"{round(diameter)}π", ("figure", 0), {"diameter": diameter})


@circle_circumference_value.sample
def single_circle(rng):
    size = 2 * rng.dial(2, 9)
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
    answer_is="the area",
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
        "What is the slope of the line?",
        "Find the slope of the line, its rise divided by its run.",
        "The dots on the line are grid points. What is the slope of the line?",
    ),
    answer_is="the slope, rounded to {places} decimal places",
    witness_is="the part of the line between its two dots",
)
def line_slope_value(paper, query):
    (x0, y0), (x1, y1) = paper.figures[0].points
    return Found(round((y1 - y0) / (x1 - x0), 2), ("segment", 0), {"rise": y1 - y0, "run": x1 - x0})


@line_slope_value.words
def rounding(paper, query):
    return {"places": 2}


@line_slope_value.sample
def sloping_line(rng):
    run = rng.dial(2, 14)
    rise = rng.choice(
        [r for r in range(1, 12) if r != run and 0.2 <= r / run <= 6 and 100 * r % run * 2 != run]
    ) * rng.goal((1, -1), "sign")
    figure = Figure(rng.choice(("segment", "line")), ((0, 0), (run, rise)))
    return alone(rng, figure, variant=figure.kind)
