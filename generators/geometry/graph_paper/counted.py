"""Many figures on the sheet: how many are of one class?"""

from collections.abc import Callable, Sequence
from functools import cache

from trace_tasks.engine import Found, Rng

from .. import _lattice as lat
from .arrange import arranged, polygon
from .compared import angle_pool
from .state import Figure, GraphPaper


def assorted(rng: Rng, wanted: str, kinds: Sequence[str], make: Callable[[str], Figure], most: int, **facts):
    """The goal's number of figures of the wanted class among others; the harder, the more."""
    count = rng.goal(range(most + 1))
    total = max(rng.dial(6, 13), count + 2)
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
        return polygon(lat.convex(rng, n, rng.integer(3, 5) + (n > 4), rng.integer(3, 4) + (n > 4)))

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
    marks = "Equal sides of a triangle carry equal ticks and a right angle carries a small square. "
    return {
        "marks": marks if paper.marked else "Every corner lies on a grid point (a crossing, dot or peg). "
    }


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
