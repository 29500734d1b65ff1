"""Lettered figures on the sheet: which is the largest, the smallest?"""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import product

from trace_tasks.engine import LETTERS, Found, Reject, Rng

from .. import _lattice as lat
from .arrange import arranged, extent, polygon
from .state import Figure, GraphPaper


def contest(
    rng: Rng,
    query: str,
    pool: Sequence[Figure],
    measure: Callable[[Figure], float],
    count: int,
    gap: float,
    band: float,
) -> list[Figure]:
    """Figures by letter: the extreme one stands out by `gap`, the rest follow within `band`."""
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
    flat: list[Figure] = []
    askew: list[Figure] = []
    for (a, b), m, n in product(((1, 0), (1, 1), (2, 1), (1, 2)), range(1, 9), range(1, 9)):
        u, v = (m * a, m * b), (-n * b, n * a)
        shape = lat.span(u, v) if kind == "rectangle" else [(0, 0), u, v]
        x0, y0, x1, y1 = extent(polygon(shape), "square")
        if not (4 <= x1 - x0 + y1 - y0 <= 14 and max(x1 - x0, y1 - y0) <= 8 and lat.well_shaped(shape)):
            continue
        (askew if b else flat).append(polygon(shape))
    return tuple(flat), tuple(askew)


def compared_shapes(measure: Callable[[Figure], float], gap: float) -> Callable[[Rng, str], GraphPaper]:
    def sample(rng, query):
        kind = rng.goal(("rectangle", "right triangle"), "family")
        flat, askew = shape_pool(kind)
        hard = rng.dial(0.0, 1.0)
        pool = [*flat, *askew] if hard > 0.4 else flat
        turned = [
            f if kind == "rectangle" else polygon(lat.turned(rng, f.points))
            for f in rng.sample(pool, len(pool))
        ]
        figures = contest(rng, query, turned, measure, 5, gap, gap * (11 - 5 * hard))
        return arranged(rng, figures, lettered=True, variant=kind)

    return sample


@GraphPaper.task(
    answer="option_letter",
    annotation="bbox",
    operations=("ranking", "formula_evaluation"),
    queries={"largest": "largest", "smallest": "smallest"},
    ask=(
        "Which {scene.variant} has the {query} area?",
        "Compare the areas of the {scene.variant}s. Which {scene.variant} has the {query} area?",
        "Find the {scene.variant} with the {query} area. Which letter is it?",
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
    queries={"largest": "largest", "smallest": "smallest"},
    ask=(
        "Which {scene.variant} has the {query} perimeter?",
        "Compare the perimeters of the {scene.variant}s. Which {scene.variant} has the {query} perimeter?",
        "Find the {scene.variant} with the {query} perimeter. Which letter is it?",
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
        "Which segment is the {query}?",
        "Compare the lengths of the segments. Which segment is the {query}?",
        "Find the {query} segment. Which letter is it?",
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
    """Angles between lattice directions, from 24 to 145 degrees, right or plainly not."""
    found = []
    for u, v in product(lat.vectors(5), repeat=2):
        if u < v and lat.dot(u, u) >= 8 <= lat.dot(v, v) and abs(lat.dot(u, u) - lat.dot(v, v)) <= 9:
            figure = Figure("angle", (u, (0, 0), v))
            size = figure.degrees()
            if 24 <= size <= 145 and (size == 90 or abs(size - 90) >= 14):
                found.append(figure)
    return tuple(found)


@GraphPaper.task(
    answer="option_letter",
    annotation="point",
    operations=("ranking", "formula_evaluation"),
    queries={"largest": "largest", "smallest": "smallest"},
    ask=(
        "Each angle is marked with an arc. Which angle is the {query}?",
        "Compare the angles marked with arcs. Which angle is the {query}?",
        "Find the {query} of the angles marked with arcs. Which letter is it?",
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
