"""Graph paper by shapely, sympy, Pick's theorem, diagonals and the law of cosines, on the stored state."""

from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from itertools import combinations
from math import acos, degrees, dist, sqrt

import msgspec
import numpy as np
import pytest
import shapely
import sympy

from trace_tasks import generate_task
from trace_tasks.engine.canvas import Canvas
from trace_tasks.engine.rng import Rng
from trace_tasks.engine.style import draw_style
from trace_tasks.generators.geometry._figures import middle
from trace_tasks.generators.geometry.graph_paper import Figure, GraphPaper
from trace_tasks.registry import task

TASK = "task_geometry__graph_paper__"
SEEDS = range(15)


def made(objective: str, seed: int, **params):
    sample = generate_task(TASK + objective, seed=seed, params=params)
    return sample, msgspec.convert(sample.trace_payload["state"], GraphPaper)


def polygon(figure: Figure) -> shapely.Polygon:
    return shapely.Polygon(figure.points)


def pick(figure: Figure) -> float:
    """Area by counting the lattice points inside and on the outline."""
    shape = polygon(figure)
    x0, y0, x1, y1 = map(int, shape.bounds)
    points = [shapely.Point(x, y) for x in range(x0, x1 + 1) for y in range(y0, y1 + 1)]
    on = sum(shape.exterior.distance(p) < 1e-9 for p in points)
    within = sum(shape.contains(p) for p in points)
    return within + on / 2 - 1


def law_of_cosines(a, corner, b) -> float:
    p, q, r = dist(a, corner), dist(b, corner), dist(a, b)
    return degrees(acos(min(max((p * p + q * q - r * r) / (2 * p * q), -1), 1)))


def triples(points):
    n = len(points)
    return [(points[i - 1], points[i], points[(i + 1) % n]) for i in range(n)]


def hits_of(sample) -> set:
    return {msgspec.json.encode(id_) for _, id_ in sample.trace_payload["witness"]}


def check_count(sample, expected: list[bool]) -> None:
    assert sample.answer_gt.value == sum(expected) == len(sample.annotation_gt.value)
    assert hits_of(sample) == {msgspec.json.encode(i) for i, hit in enumerate(expected) if hit}


def check_extreme(sample, values: list[float], gap: float) -> None:
    ordered = sorted(values, reverse=sample.query_id == "largest")
    assert abs(ordered[0] - ordered[1]) >= gap
    assert sample.answer_gt.value == "ABCDEF"[values.index(ordered[0])]


@pytest.mark.parametrize("seed", SEEDS)
def test_area_by_shapely_and_pick(seed):
    sample, paper = made("polygon_area_value", seed)
    figure = paper.figures[0]
    assert pick(figure) == polygon(figure).area
    assert sample.answer_gt.value == polygon(figure).area * paper.step**2
    assert len(sample.annotation_gt.value) == len(figure.points)


@pytest.mark.parametrize("seed", SEEDS)
def test_perimeter(seed):
    sample, paper = made("polygon_perimeter_value", seed)
    assert sample.answer_gt.value == pytest.approx(polygon(paper.figures[0]).length * paper.step)
    assert all(dist(a, b).is_integer() for a, b, _ in triples(paper.figures[0].points))


@pytest.mark.parametrize("variant", ["rectangle", "triangle", "parallelogram"])
@pytest.mark.parametrize("objective", ["polygon_area_value", "polygon_perimeter_value"])
def test_scene_variant(objective, variant):
    sample, paper = made(objective, 42, scene_variant=variant)
    points = paper.figures[0].points
    assert sample.scene_variant == variant
    assert len(points) == (3 if variant == "triangle" else 4)
    if variant != "triangle":
        a, b, c, d = map(np.array, points)
        assert (a + c == b + d).all()
        assert (dist(a, c) == dist(b, d)) == (variant == "rectangle")


@pytest.mark.parametrize("seed", SEEDS)
def test_right_angle_vertex_count(seed):
    sample, paper = made("right_angle_vertex_count", seed)
    points, shape = paper.figures[0].points, polygon(paper.figures[0])
    right = []
    for a, p, b in triples(points):
        u, v = np.subtract(a, p), np.subtract(b, p)
        inner = p + (u / np.hypot(*u) + v / np.hypot(*v)) / 50  # just inside an angle under 180 degrees
        right.append(int(u @ v) == 0 and shape.contains(shapely.Point(inner)))
        assert int(u @ v) == 0 or abs(law_of_cosines(a, p, b) - 90) >= 12
    assert shape.is_valid
    assert sample.answer_gt.value == sum(right)
    assert hits_of(sample) == {msgspec.json.encode([0, k]) for k, hit in enumerate(right) if hit}


@pytest.mark.parametrize("seed", SEEDS)
def test_exact_multiples_of_pi(seed):
    for objective, measure in (
        ("circle_circumference_value", "circumference"),
        ("ellipse_area_value", "area"),
    ):
        sample, paper = made(objective, seed)
        (x0, y0), (x1, y1) = paper.figures[0].points
        radii = [sympy.Rational(str(d)) / 2 * paper.step for d in (x1 - x0, y1 - y0)]
        curve = sympy.Ellipse(sympy.Point(0, 0), *radii)
        assert sample.answer_gt.value == f"{getattr(curve, measure) / sympy.pi}π"
        assert (radii[0] == radii[1]) == (measure == "circumference")


@pytest.mark.parametrize("seed", SEEDS)
def test_line_slope_value(seed):
    sample, paper = made("line_slope_value", seed)
    slope = sympy.Line(*(sympy.Point(*map(int, p)) for p in paper.figures[0].points)).slope
    rounded = (Decimal(slope.p) / Decimal(slope.q)).quantize(Decimal("0.01"), ROUND_HALF_UP)
    assert sample.answer_gt.value == float(rounded)


@pytest.mark.parametrize("seed", SEEDS)
def test_extremes(seed):
    for objective, gap, measure in (
        ("area_extremum_label", 1, lambda f: polygon(f).area),
        ("perimeter_extremum_label", 0.89, lambda f: polygon(f).length),
        ("length_extremum_label", 0.34, lambda f: shapely.LineString(f.points).length),
        ("angle_extremum_label", 6.9, lambda f: law_of_cosines(*f.points)),
    ):
        sample, paper = made(objective, seed)
        check_extreme(sample, [measure(f) for f in paper.figures], gap)


@pytest.mark.parametrize("seed", SEEDS)
def test_angle_type_count(seed):
    sample, paper = made("angle_type_count", seed)
    classes = []
    for a, corner, b in (f.points for f in paper.figures):
        p, q, r = (
            Fraction(x[0] - y[0]) ** 2 + Fraction(x[1] - y[1]) ** 2
            for x, y in ((a, corner), (b, corner), (a, b))
        )
        classes.append("right" if p + q == r else "acute" if p + q > r else "obtuse")
        assert p + q == r or 12 <= abs(law_of_cosines(a, corner, b) - 90) <= 78
    check_count(sample, [k == sample.query_id.split("_")[0] for k in classes])


@pytest.mark.parametrize("seed", SEEDS)
def test_shape_type_count(seed):
    sample, paper = made("shape_type_count", seed)
    names = {3: "triangle", 4: "quadrilateral", 5: "pentagon", 6: "hexagon"}
    classes = []
    for f in paper.figures:
        w, h = np.subtract(f.points[1], f.points[0])
        curve = "circle" if w == h else "ellipse"
        straight = f.kind == "polygon"
        classes.append(names[len(polygon(f).simplify(0.1).exterior.coords) - 1] if straight else curve)
    check_count(sample, [k == sample.query_id.removesuffix("_count") for k in classes])


@pytest.mark.parametrize("seed", SEEDS)
def test_polygon_convexity_count(seed):
    sample, paper = made("polygon_convexity_count", seed)
    convex = [polygon(f).convex_hull.area == polygon(f).area for f in paper.figures]
    assert all(polygon(f).is_valid for f in paper.figures)
    check_count(sample, [c == (sample.query_id == "convex_polygon_count") for c in convex])


@pytest.mark.parametrize("seed", SEEDS)
def test_quadrilateral_type_count_by_diagonals(seed):
    sample, paper = made("quadrilateral_type_count", seed)
    classes = []
    for f in paper.figures:
        a, b, c, d = map(np.array, f.points)
        equal, square_on = dist(a, c) == dist(b, d), (c - a) @ (d - b) == 0
        kind = {(1, 1): "square", (1, 0): "non_square_rectangle", (0, 1): "non_square_rhombus"}.get(
            (equal, square_on), "slanted_parallelogram"
        )
        classes.append(kind if (a + c == b + d).all() else "other")
    check_count(sample, [k == sample.query_id.removesuffix("_count") for k in classes])


@pytest.mark.parametrize("seed", SEEDS)
def test_triangle_type_count_by_angles(seed):
    sample, paper = made("triangle_type_count", seed)
    classes = []
    for f in paper.figures:
        points = f.points
        if paper.lattice == "triangular":
            points = [(i + j / 2, j * sqrt(3) / 2) for i, j in points]
        angles = sorted(law_of_cosines(*t) for t in triples(points))
        same = sum(abs(p - q) < 0.5 for p, q in combinations(angles, 2))
        scalene = "right" if abs(angles[2] - 90) < 0.01 else "scalene"
        classes.append({3: "equilateral", 1: "non_equilateral_isosceles"}.get(same, scalene))
        assert same == 3 or all(abs(p - q) < 0.01 or abs(p - q) > 3 for p, q in combinations(angles, 2))
    check_count(sample, [k == sample.query_id.removesuffix("_triangle_count") for k in classes])


@pytest.mark.parametrize("seed", SEEDS)
def test_figures_lie_apart_on_the_sheet(seed):
    for objective in ("quadrilateral_type_count", "angle_extremum_label", "shape_type_count"):
        _, paper = made(objective, seed)
        boxes = [shapely.MultiPoint(f.points).envelope for f in paper.figures]
        assert all(p.distance(q) >= 1 for p, q in combinations(boxes, 2))
        room = shapely.box(1, 1, paper.columns - 1, paper.rows - 1)
        assert all(room.covers(box) for box in boxes)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_single_figure_fills_its_sheet(seed):
    for objective in ("circle_circumference_value", "polygon_area_value", "right_angle_vertex_count"):
        _, paper = made(objective, seed)
        x0, y0, x1, y1 = shapely.MultiPoint(paper.figures[0].points).bounds
        assert 0.6 <= max((x1 - x0) / paper.columns, (y1 - y0) / paper.rows) <= 0.93
        assert (x0, y0) == (paper.columns - x1, paper.rows - y1)


def test_letters_stand_at_visual_centres():
    assert middle([(0, 0), (4, 0), (0, 3)]) == (1, 1)  # of the inner circle
    assert middle([(0, 0), (6, 3), (4, 7), (-2, 4)]) == (2, 3.5)


def picture(paper: GraphPaper) -> bytes:
    canvas = Canvas(draw_style(Rng("looks"), GraphPaper.kinds, degrade=False), Rng("layout"))
    paper.draw(canvas)
    return canvas.image().tobytes()


@pytest.mark.parametrize(
    "objective", ["polygon_area_value", "ellipse_area_value", "line_slope_value", "angle_type_count"]
)
def test_every_figure_shows(objective):
    _, paper = made(objective, 3)
    before = picture(paper)
    for i, f in enumerate(paper.figures):
        (x, y), *rest = f.points
        other = msgspec.structs.replace(f, points=((x + 0.5, y + 0.25), *rest))
        figures = (*paper.figures[:i], other, *paper.figures[i + 1 :])
        assert picture(msgspec.structs.replace(paper, figures=figures)) != before


def test_letters_and_marks_show():
    triangle = Figure("polygon", ((1, 1), (5, 1), (1, 4)))
    plain = GraphPaper(columns=8, rows=8, figures=(triangle,))
    assert picture(msgspec.structs.replace(plain, marked=True)) != picture(plain)
    assert picture(msgspec.structs.replace(plain, lettered=True)) != picture(plain)


def solved(objective: str, *figures: Figure, query: str = "single", **facts):
    return task(TASK + objective)(GraphPaper(columns=20, rows=20, figures=figures, **facts), query)


def test_worked_by_hand():
    triangle = Figure("polygon", ((1, 1), (5, 1), (1, 4)))
    assert solved("polygon_area_value", triangle, step=2, variant="triangle").answer == 24
    assert solved("polygon_perimeter_value", triangle, step=2, variant="triangle").answer == 24
    house = Figure("polygon", ((1, 1), (7, 1), (7, 5), (4, 8), (1, 5)))
    assert solved("right_angle_vertex_count", house).at == [
        ("corner", (0, 0)),
        ("corner", (0, 1)),
        ("corner", (0, 3)),
    ]
    notched = Figure("polygon", ((1, 1), (7, 1), (7, 7), (4, 7), (4, 4), (1, 4)))
    assert solved("right_angle_vertex_count", notched).answer == 5
    circle = Figure("ellipse", ((2, 2), (7, 7)))
    assert solved("circle_circumference_value", circle, step=2).answer == "10π"
    assert solved("ellipse_area_value", Figure("ellipse", ((2, 2), (8, 12)))).answer == "15π"
    assert solved("line_slope_value", Figure("line", ((3, 9), (9, 2)))).answer == -1.17
    both = (triangle, Figure("polygon", ((8, 8), (11, 8), (11, 11), (8, 11))))
    assert solved("shape_type_count", *both, query="triangle_count").answer == 1
    assert solved("triangle_type_count", triangle, query="scalene_triangle_count").answer == 0
    assert solved("quadrilateral_type_count", both[1], query="square_count").answer == 1
