"""Geometry on square and triangular lattices: exact measures, classes, and figures of a wanted class.

A lattice point is (i, j). On the square lattice it lies at x = i, y = j, on the triangular one at
x = i + j / 2, y = j * sqrt(3) / 2; y points up. Dot products are exact (halves at most) for whole points.
"""

from collections.abc import Sequence
from functools import cache
from itertools import product
from math import atan2, cos, degrees, gcd, pi, sin, sqrt
from typing import Literal

from trace_tasks.engine import Reject, Rng

Spot = tuple[float, float]
Lattice = Literal["square", "triangular"]
ROW = sqrt(3) / 2  # height of a row of the triangular lattice
TILTS = ((1, 1), (2, 1), (1, 2), (3, 1), (1, 3))  # directions of sides that are not grid lines


def plane(p: Spot, lattice: Lattice = "square") -> Spot:
    """Where a lattice point lies in the plane."""
    return p if lattice == "square" else (p[0] + p[1] / 2, p[1] * ROW)


def minus(a: Spot, b: Spot) -> Spot:
    return (a[0] - b[0], a[1] - b[1])


def dot(u: Spot, v: Spot, lattice: Lattice = "square") -> float:
    straight = u[0] * v[0] + u[1] * v[1]
    return straight if lattice == "square" else straight + (u[0] * v[1] + u[1] * v[0]) / 2


def cross(u: Spot, v: Spot) -> float:
    return u[0] * v[1] - u[1] * v[0]


def sides(points: Sequence[Spot]) -> list[Spot]:
    """The side vectors of a polygon, from each corner to the next."""
    return [minus(b, a) for a, b in zip(points, [*points[1:], points[0]], strict=True)]


def lengths(points: Sequence[Spot], lattice: Lattice = "square") -> list[float]:
    return [sqrt(dot(s, s, lattice)) for s in sides(points)]


def doubled_area(points: Sequence[Spot]) -> float:
    """Twice the area in lattice cells; positive when the corners run anticlockwise."""
    return sum(cross(a, b) for a, b in zip(points, [*points[1:], points[0]], strict=True))


def angle(u: Spot, v: Spot) -> float:
    """Degrees between two directions of the plane, 0 to 180."""
    return round(degrees(atan2(abs(cross(u, v)), dot(u, v))), 3)


def interior_angles(points: Sequence[Spot]) -> list[float]:
    """Degrees at each corner of a simple polygon in the plane, on its inner side, 0 to 360."""
    turned, out = (1 if doubled_area(points) > 0 else -1), sides(points)
    return [
        round(180 - turned * degrees(atan2(cross(a, b), dot(a, b))), 3)
        for a, b in zip([out[-1], *out[:-1]], out, strict=True)
    ]


def triangle_class(points: Sequence[Spot], lattice: Lattice = "square") -> str:
    """equilateral, isosceles, right (and scalene), or scalene (and not right)."""
    a, b, c = sorted(round(dot(s, s, lattice), 1) for s in sides(points))
    if a == b == c:
        return "equilateral"
    if b in (a, c):
        return "isosceles"
    return "right" if a + b == c else "scalene"


def quadrilateral_class(points: Sequence[Spot]) -> str:
    """square, rectangle, rhombus, parallelogram (none of the former three), or other."""
    u, v, w, _ = sides(points)
    if (u[0] + w[0], u[1] + w[1]) != (0, 0):
        return "other"
    alike = dot(u, u) == dot(v, v)
    if dot(u, v) == 0:
        return "square" if alike else "rectangle"
    return "rhombus" if alike else "parallelogram"


# ---- figures of a wanted class, with one corner anywhere


def span(u: Spot, v: Spot) -> list[Spot]:
    """The parallelogram on two vectors."""
    return [(0, 0), u, (u[0] + v[0], u[1] + v[1]), v]


def turned(rng: Rng, points: Sequence[Spot]) -> list[Spot]:
    """One of the eight lattice symmetries of a figure on the square lattice."""
    flip, swap, back = rng.chance(0.5), rng.chance(0.5), rng.chance(0.5)
    points = [(-x if flip else x, -y if back else y) for x, y in points]
    return [(y, x) if swap else (x, y) for x, y in points]


def convex(rng: Rng, corners: int, w: int, h: int) -> list[Spot]:
    """A convex polygon in a box of w x h whose corners can all be seen as corners."""
    for _ in range(80):
        start = rng.random()
        around = [2 * pi * (start + k + rng.uniform(-0.3, 0.3)) / corners for k in range(corners)]
        points: list[Spot] = [
            (round(w * (1 + round(cos(t), 6)) / 2), round(h * (1 + round(sin(t), 6)) / 2)) for t in around
        ]
        if len({*points}) == corners and well_shaped(points):
            return points
    raise Reject("no convex polygon")


def well_shaped(points: Sequence[Spot], most: float = 148, reflex: int = 0) -> bool:
    """Whether no side is tiny and no corner is too sharp or too flat; `reflex` corners point inwards."""
    corners, out = interior_angles(points), lengths(points)
    inward = [a for a in corners if a > 180]
    return (
        len(inward) == reflex
        and min(out) >= 1.4
        and all(25 <= a <= most for a in corners if a <= 180)
        and all(215 <= a <= 325 for a in inward)
    )


def concave(rng: Rng, corners: int, w: int, h: int) -> list[Spot]:
    """A convex polygon with one more corner pushed in, plainly."""
    for _ in range(80):
        points = convex(rng, corners - 1, w, h)
        after = rng.integer(0, len(points) - 1)
        inner = (rng.integer(1, w - 1), rng.integer(1, h - 1))
        dented = [*points[: after + 1], inner, *points[after + 1 :]]
        far = all(  # from the other sides
            k == after or abs(cross(side, minus(inner, a))) >= 0.95 * sqrt(dot(side, side))
            for k, (a, side) in enumerate(zip(points, sides(points), strict=True))
        )
        if far and inside(inner, points) and well_shaped(dented, reflex=1):
            return dented
    raise Reject("no concave polygon")


def inside(p: Spot, points: Sequence[Spot]) -> bool:
    """Whether a point lies strictly inside a convex polygon."""
    turns = [cross(side, minus(p, a)) for side, a in zip(sides(points), points, strict=True)]
    return all(t > 0 for t in turns) or all(t < 0 for t in turns)


@cache
def vectors(reach: int, lattice: Lattice = "square") -> tuple[tuple[int, int], ...]:
    """The lattice vectors up to this long, but not shorter than 1.9."""
    steps = range(-2 * reach, 2 * reach + 1)
    return tuple(
        (x, y) for x, y in product(steps, repeat=2) if 3.6 <= dot((x, y), (x, y), lattice) <= reach * reach
    )


@cache
def as_long_as(u: Spot, reach: int, lattice: Lattice) -> tuple[tuple[int, int], ...]:
    return tuple(v for v in vectors(reach, lattice) if dot(v, v, lattice) == dot(u, u, lattice))


@cache
def square_on(u: Spot, reach: int, lattice: Lattice) -> tuple[tuple[int, int], ...]:
    return tuple(v for v in vectors(reach, lattice) if dot(u, v, lattice) == 0)


def quadrilateral(rng: Rng, kind: str, reach: int) -> list[Spot]:
    """A quadrilateral of this class that nobody takes for one of another class."""
    for _ in range(300):
        u = rng.choice(vectors(reach))
        if kind == "other":
            points = convex(rng, 4, rng.integer(3, reach), rng.integer(3, reach))
            a, b, c, d = sides(points)
            if all(abs(p[0] + q[0]) + abs(p[1] + q[1]) >= 2 for p, q in ((a, c), (b, d))):
                return points
            continue
        if kind in ("square", "rectangle"):
            step = gcd(u[0], u[1])
            times = step if kind == "square" else rng.integer(1, reach)
            v = (-u[1] // step * times, u[0] // step * times)
        else:
            v = rng.choice(vectors(reach))
        long, short = dot(u, u), dot(v, v)
        tilt = abs(angle(u, v) - 90)
        if (kind in ("rhombus", "parallelogram")) != (16 <= tilt <= 55):
            continue
        if kind in ("square", "rhombus") and long != short:
            continue
        if kind in ("rectangle", "parallelogram") and not 1.6 <= max(long, short) / min(long, short) <= 9:
            continue
        if abs(doubled_area(span(u, v))) >= 6:
            return span(u, v)
    raise Reject(f"no {kind}")


def triangle(rng: Rng, kind: str, reach: int, lattice: Lattice = "square") -> list[Spot]:
    """A triangle of this class that nobody takes for one of another class."""
    for _ in range(300):
        u = rng.choice(vectors(reach, lattice))
        v = _second_side(rng, kind, u, reach, lattice)
        points: list[Spot] = [(0, 0), u, v]
        if _plainly(points, kind, lattice):
            return points
    raise Reject(f"no {kind} triangle")


def _second_side(rng: Rng, kind: str, u: Spot, reach: int, lattice: Lattice) -> Spot:
    if kind == "equilateral":
        x, y = u
        if lattice == "triangular":
            return (-y, x + y)
        return (round(x / 2 - y * ROW, 3), round(x * ROW + y / 2, 3))
    if kind == "isosceles":
        return rng.choice(as_long_as(u, reach, lattice))
    if kind == "right":
        return rng.choice(square_on(u, reach, lattice) or (u,))
    return rng.choice(vectors(reach, lattice))


def _plainly(points: list[Spot], kind: str, lattice: Lattice) -> bool:
    if cross(points[1], points[2]) == 0 or triangle_class(points, lattice) != kind:
        return False
    placed = [plane(p, lattice) for p in points]
    a, b, c = sorted(lengths(placed))
    corners = sorted(interior_angles(placed))
    distinct = {"equilateral": True, "isosceles": a / c <= 0.84}.get(kind, b / a > 1.15 and c / b > 1.1)
    slanted = kind == "right" or all(abs(x - 90) >= 11 for x in corners)
    return distinct and slanted and corners[0] >= 24 and a >= 1.9 and c <= 8


@cache
def whole_vectors(reach: int) -> tuple[tuple[int, int], ...]:
    """The vectors of whole length with both parts at most `reach`, pointing up or right."""
    steps = product(range(-reach, reach + 1), range(reach + 1))
    return tuple(v for v in steps if (v[1] or v[0] > 0) and _whole(v) and dot(v, v) >= 4)


def _whole(v: Spot) -> bool:
    return sqrt(dot(v, v)).is_integer()


@cache
def whole_sided(kind: str, reach: int) -> dict[int, tuple[tuple[Spot, Spot], ...]]:
    """Pairs of side vectors of triangles or parallelograms whose sides are all whole, by perimeter."""
    found: dict[int, list[tuple[Spot, Spot]]] = {}
    for u, v in product(whole_vectors(reach), repeat=2):
        corner = angle(u, v)
        if u <= v or not 25 <= corner <= 155 or max(abs(c) for c in minus(u, v)) > reach:
            continue
        total = sqrt(dot(u, u)) + sqrt(dot(v, v))
        if kind == "parallelogram" and abs(corner - 90) >= 8 and u[1] + v[1] <= reach:
            found.setdefault(round(2 * total), []).append((u, v))
        third = minus(u, v)
        if kind == "triangle" and _whole(third) and min(angle(u, third), 180 - angle(v, third)) >= 18:
            found.setdefault(round(total + sqrt(dot(third, third))), []).append((u, v))
    return {perimeter: tuple(pairs) for perimeter, pairs in sorted(found.items())}
