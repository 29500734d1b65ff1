"""Figures on a sheet: outlines by pen, pencil, chalk or rubber band, the marks of geometry, and letters."""

from collections.abc import Iterable, Sequence
from math import atan2, degrees, hypot
from typing import NamedTuple

from trace_tasks.engine import (
    Box,
    Canvas,
    Point,
    Reject,
    alpha,
    darker,
    lighter,
    polygon_path,
    readable,
    skia,
)

from ._paper import Sheet


class Manner(NamedTuple):
    """How the figures of one picture are drawn."""

    fill: str  # none, tint, hatch
    dots: str  # full, hollow
    width: float
    many: bool  # each figure with its own pen
    ringed: bool  # letters stand in rings


def manner(c: Canvas, page: Sheet) -> Manner:
    fills = {"none": 3, "tint": 3, "hatch": 1.2 if page.look.hand != "band" else 0}
    return Manner(
        fill=c.rng.weighted(fills),
        dots=c.rng.choice(("full", "full", "hollow")),
        width={"ink": 2.4, "pencil": 1.9, "chalk": 3.4, "band": 4.6}[page.look.hand]
        + c.rng.uniform(-0.2, 0.5),
        many=c.rng.chance(0.5),
        ringed=c.rng.chance(0.2),
    )


def stroke(
    c: Canvas, page: Sheet, how: Manner, points: Sequence[Point], pen: str, close: bool = True
) -> None:
    """A line through the points by the hand of the sheet."""
    hand = page.look.hand
    if hand == "ink":
        c.path(polygon_path(points, close), None, pen, how.width)
    elif hand == "band":
        c.path(polygon_path([(x + 1.5, y + 2.5) for x, y in points], close), None, "#00000040", how.width)
        c.path(polygon_path(points, close), None, darker(pen, 0.25), how.width)
        c.path(polygon_path(points, close), None, lighter(pen, 0.2), how.width * 0.4)
    elif hand == "chalk":
        c.path(polygon_path(points, close), None, alpha(pen, 0.72), how.width)
        for dash in ((2, 3, 5, 1.5), (1, 2, 3, 4)):
            shifted = [(x + c.rng.uniform(-1.6, 1.6), y + c.rng.uniform(-1.6, 1.6)) for x, y in points]
            c.path(polygon_path(shifted, close), None, alpha(pen, 0.6), 1.4, dash)
    else:
        c.path(_drawn_by_hand(c, points, close), None, alpha(pen, 0.85), how.width)
        c.path(_drawn_by_hand(c, points, close), None, alpha(pen, 0.45), how.width * 0.7)


def _drawn_by_hand(c: Canvas, points: Sequence[Point], close: bool) -> skia.Path:
    """Each side a little bowed, and a little beyond its ends."""
    path = skia.Path()
    for a, b in zip(points, [*points[1:], points[0]] if close else points[1:], strict=False):
        over, bow = 2.2 / (hypot(b[0] - a[0], b[1] - a[1]) or 1), c.rng.uniform(-1.3, 1.3)
        dx, dy = (b[0] - a[0]) * over, (b[1] - a[1]) * over
        middle = ((a[0] + b[0]) / 2 - dy / 2.2 * bow, (a[1] + b[1]) / 2 + dx / 2.2 * bow)
        path.moveTo(*_fixed(a[0] - dx, a[1] - dy))
        path.quadTo(*_fixed(*middle), *_fixed(b[0] + dx, b[1] + dy))
    return path


def _fixed(x: float, y: float) -> Point:
    return round(x * 64) / 64, round(y * 64) / 64


def fill(c: Canvas, page: Sheet, how: Manner, path: skia.Path, pen: str) -> None:
    if how.fill == "tint":
        c.path(path, alpha(pen, 0.17 if not c.style.dark else 0.22))
    elif how.fill == "hatch":
        r = path.getBounds()
        with c.clip(path):
            lines = skia.Path()
            for k in range(int((r.width() + r.height()) / 9) + 1):
                lines.moveTo(*_fixed(r.left() + 9 * k, r.top()))
                lines.lineTo(*_fixed(r.left() + 9 * k - r.height(), r.bottom()))
            c.path(lines, None, alpha(pen, 0.36), 1.2)


def polygon(c: Canvas, page: Sheet, how: Manner, points: Sequence[Point], pen: str) -> None:
    fill(c, page, how, polygon_path(points), pen)
    stroke(c, page, how, points, pen)


def oval(c: Canvas, page: Sheet, how: Manner, box: Box, pen: str) -> None:
    path = skia.Path()
    path.addOval(skia.Rect(*_fixed(box.x0, box.y0), *_fixed(box.x1, box.y1)))
    fill(c, page, how, path, pen)
    if page.look.hand == "band":
        c.ellipse(box, None, darker(pen, 0.25), how.width)
        c.ellipse(box, None, lighter(pen, 0.2), how.width * 0.4)
    else:
        c.ellipse(box, None, pen, how.width)


def dots(c: Canvas, page: Sheet, how: Manner, points: Iterable[Point], pen: str, radius: float = 3.6) -> None:
    for p in points:
        if page.look.hand == "band":
            c.circle(p, radius + 0.6, lighter(page.look.rule, 0.2), darker(page.look.rule, 0.4), 1.2)
        else:
            c.circle(p, radius, pen if how.dots == "full" else page.look.paper, pen, 1.6)


def ticks(c: Canvas, a: Point, b: Point, count: int, color: str, width: float = 1.8) -> None:
    """`count` short strokes across the middle of a side: sides with as many are equal."""
    length = hypot(b[0] - a[0], b[1] - a[1])
    ux, uy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    for k in range(count):
        along = length / 2 + (k - (count - 1) / 2) * 5
        x, y = a[0] + ux * along, a[1] + uy * along
        c.line((x - uy * 7, y + ux * 7), (x + uy * 7, y - ux * 7), color, width)


def right_angle(
    c: Canvas, a: Point, corner: Point, b: Point, color: str, size: float = 12, width: float = 1.6
) -> None:
    """The small square in a right angle."""
    u, v = _toward(corner, a, size), _toward(corner, b, size)
    c.polyline([u, (u[0] + v[0] - corner[0], u[1] + v[1] - corner[1]), v], color, width)


def angle_arc(
    c: Canvas, a: Point, corner: Point, b: Point, color: str, radius: float, width: float = 1.8
) -> None:
    """The arc in an angle under 180 degrees."""
    start = degrees(atan2(a[1] - corner[1], a[0] - corner[0]))
    sweep = (degrees(atan2(b[1] - corner[1], b[0] - corner[0])) - start + 180) % 360 - 180
    c.arc(corner, radius, start, sweep, color, width)


def _toward(a: Point, b: Point, reach: float) -> Point:
    length = hypot(b[0] - a[0], b[1] - a[1])
    return (a[0] + (b[0] - a[0]) * reach / length, a[1] + (b[1] - a[1]) * reach / length)


RING = ((0, -1), (0, 1), (-1, 0), (1, 0), (0.7, -0.7), (-0.7, -0.7), (0.7, 0.7), (-0.7, 0.7))


def distance(p: Point, a: Point, b: Point) -> float:
    """From a point to a segment."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    t = ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / ((dx * dx + dy * dy) or 1)
    t = min(max(t, 0), 1)
    return hypot(p[0] - a[0] - t * dx, p[1] - a[1] - t * dy)


def letter(
    c: Canvas,
    page: Sheet,
    how: Manner,
    text: str,
    spots: Iterable[Point],
    lines: list[tuple[Point, Point]],
    pen: str,
) -> None:
    """A letter at the first spot that is clear of all lines, or else the clearest; it joins the lines."""
    size = max(c.pt(0.8), 18)
    clear, best, most = size * (1.0 if how.ringed else 0.82), (0.0, 0.0), 0.0
    room = c.bounds.inset(size * 0.7)
    for spot in spots:
        free = min(distance(spot, a, b) for a, b in lines) if room.holds(spot) else 0.0
        if free > most:
            best, most = spot, free
        if most >= clear:
            break
    if most < size * 0.72:
        raise Reject("no free place for a letter")
    ink = readable(pen, page.look.paper)
    if how.ringed:
        c.circle(best, size * 0.82, page.look.paper, ink, 1.6)
    c.text(text, best, size * (0.9 if how.ringed else 1), weight=700, color=ink, halo=page.look.paper)
    own = Box.at(best, size * 1.3).corners
    lines += [(own[0], own[1]), (own[2], own[3])]


def corner_letters(
    c: Canvas,
    page: Sheet,
    how: Manner,
    names: str,
    points: Sequence[Point],
    lines: list[tuple[Point, Point]],
    pen: str,
) -> None:
    """A letter at each corner of a figure, on its outer side."""
    n = len(points)
    middle = (sum(x for x, _ in points) / n, sum(y for _, y in points) / n)
    for name, (x, y) in zip(names, points, strict=False):
        spots = [(x + dx * r, y + dy * r) for r in (18, 23) for dx, dy in RING]
        spots.sort(key=lambda p: -hypot(p[0] - middle[0], p[1] - middle[1]))
        letter(c, page, how, name, spots, lines, pen)
