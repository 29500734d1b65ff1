"""Many figures on the sheet: how many are of one class?"""

from collections.abc import Callable, Sequence
from functools import cache

from trace_tasks.engine import Found, Rng

from .. import _lattice as lat
from .arrange import arranged, polygon
from .compared import angle_pool
from .state import Figure, GraphPaper

#: What is easily taken for a class: a few stand among the figures.
NEAR = {
    "acute": "right",
    "right": "obtuse isosceles",  # of the angles, and of the triangles
    "obtuse": "right",
    "triangle": "quadrilateral",
    "quadrilateral": "pentagon",
    "pentagon": "hexagon",
    "hexagon": "pentagon",
    "circle": "ellipse",
    "ellipse": "circle",
    "square": "rhombus",
    "rectangle": "parallelogram",
    "rhombus": "parallelogram",
    "parallelogram": "rhombus",
    "equilateral": "isosceles",
    "isosceles": "scalene",
    "scalene": "right",
    "convex": "concave",
    "concave": "convex",
}


def assorted(rng: Rng, wanted: str, kinds: Sequence[str], make: Callable[[str], Figure], most: int, **facts):
    """The goal's number of figures of the wanted class, rarely none, among others; the harder, the more."""
    count = rng.goal((0, *(2 * [*range(1, most + 1)])))
    total = max(rng.dial(6, 13), count + 2)
    others = [k for k in kinds if k != wanted]
    near = [k for k in NEAR[wanted].split() if k in kinds] * 2
    drawn_kinds = [wanted] * count + near + [rng.choice(others) for _ in range(total - count - len(near))]
    return arranged(rng, [make(kind) for kind in rng.shuffled(drawn_kinds)], **facts)


def counted(paper: GraphPaper, wanted: str, classify: Callable[[Figure], str]) -> Found:
    classes = [classify(f) for f in paper.figures]
    return Found(
        classes.count(wanted),
        [("figure", i) for i, k in enumerate(classes) if k == wanted],
        {"classes": classes},
    )


COUNT_ASK = (
    "How many {query} do you see?",
    "Count the {query}. How many are there?",
    "How many of the figures are {query}?",
)


@GraphPaper.task(
    answer="integer",
    annotation="bbox_set",
    operations=("filtering", "counting", "formula_evaluation"),
    queries={
        "acute_angle_count": "acute (less than {scene.RIGHT} degrees)",
        "right_angle_count": "right angles ({scene.RIGHT} degrees)",
        "obtuse_angle_count": "obtuse (more than {scene.RIGHT} degrees)",
    },
    ask=(
        "Each angle is marked with an arc. How many of the angles are {query}?",
        "Look at the angles marked with arcs. How many are {query}?",
        "How many of the angles marked with arcs are {query}?",
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
    return assorted(rng, query.split("_")[0], list(pools), lambda kind: rng.choice(pools[kind]), 6, gap=2)


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
            a, b = rng.choice(((1, 1), (2, 2)) if kind == "circle" else ((2, 1), (1, 2), (3, 2), (2, 3)))
            return Figure("ellipse", ((0, 0), (2 * a, 2 * b)))
        n = GraphPaper.CORNERS[kind]
        return polygon(lat.convex(rng, n, rng.integer(3, 5) + (n > 4), rng.integer(3, 4) + (n > 4)))

    return assorted(rng, query.split("_")[0], kinds, make, 6)


@GraphPaper.task(
    answer="integer",
    annotation="bbox_set",
    operations=("counting",),
    queries={
        "convex_polygon_count": "convex (all interior angles under {scene.STRAIGHT} degrees)",
        "concave_polygon_count": "concave (an interior angle over {scene.STRAIGHT} degrees)",
    },
    ask=(
        "How many of the polygons are {query}?",
        "Count the polygons that are {query}. How many are there?",
        "How many of these polygons are {query}?",
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
        return polygon(shape(rng, n, 3 + n // 3 + rng.integer(0, 1), 3 + n // 3))

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
        lambda kind: polygon(lat.quadrilateral(rng, kind, 5)),
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
    marks = "Ticks mark equal sides of a triangle and a small square marks a right angle. "
    return {"marks": marks if paper.marked else "Every corner is a grid point. "}


@triangle_type_count.sample
def assorted_triangles(rng, query):
    lattice = "triangular" if rng.dial(0.0, 1.0) > 0.45 else "square"
    kinds = ("equilateral", "isosceles", "right", "scalene")
    return assorted(
        rng,
        triangle_query(query),
        kinds,
        lambda kind: polygon(lat.triangle(rng, kind, 5, lattice)),
        6,
        lattice=lattice,
        marked=lattice == "square",
    )
