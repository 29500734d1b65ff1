"""Figures on a sheet: outlines by pen, pencil, chalk or rubber band, the marks of geometry, and letters."""

from collections.abc import Iterable, Sequence
from functools import cache
from math import atan2, degrees, hypot
from typing import NamedTuple

import numpy as np

from trace_tasks.engine import (
    Box,
    Canvas,
    Point,
    Reject,
    alpha,
    darker,
    lighter,
    mix,
    polygon_path,
    readable,
    skia,
)

from ._paper import Sheet

TINT = 0.18  # opacity of a fill


class Manner(NamedTuple):
    """How the figures of one picture are drawn."""

    tinted: bool
    dots: str  # full, hollow
    width: float
    many: bool  # each figure with its own pen
    letter: float  # size of the letters in px


def manner(c: Canvas, page: Sheet, figures: int) -> Manner:
    return Manner(
        tinted=c.rng.chance(0.5),
        dots=c.rng.choice(("full", "full", "hollow")),
        width={"ink": 2.4, "pencil": 1.9, "chalk": 3.4, "band": 4.6}[page.look.hand]
        + c.rng.uniform(-0.2, 0.5),
        many=1 < figures <= len(page.pens) and c.rng.chance(0.4),
        letter=27 if page.look.hand == "chalk" else max(c.pt(), 21 if c.style.body == "Kalam" else 18),
    )


def trace(c: Canvas, page: Sheet, how: Manner, path: skia.Path, pen: str) -> None:
    """A line along the path by the hand of the sheet, opaque."""
    hand = page.look.hand
    if hand == "band":
        path.offset(1.5, 2.5)
        c.path(path, None, "#00000040", how.width)
        path.offset(-1.5, -2.5)
        c.path(path, None, darker(pen, 0.25), how.width)
        c.path(path, None, lighter(pen, 0.2), how.width * 0.4)
    elif hand == "chalk":  # dense in the middle, broken by the tooth of the board at its sides
        c.path(path, None, mix(pen, page.look.paper, 0.35), how.width * 0.7)
        c.path(path, None, _grain(pen), how.width * 1.2)
    else:
        c.path(path, None, mix(pen, page.look.paper, 0.12 if hand == "pencil" else 0), how.width)


@cache
def _grain(pen: str) -> skia.Shader:
    """Chalk of a colour on the rough face of a board; Skia copies the tile at each use, so it is small."""
    tooth = np.random.Generator(np.random.PCG64(7)).integers(0, 256, (40, 40))
    rough = (tooth + np.roll(tooth, 1, 0) + np.roll(tooth, 1, 1)) // 3
    tile = np.empty((40, 40, 4), np.uint8)
    tile[:, :, :3] = [int(pen[k : k + 2], 16) for k in (1, 3, 5)]
    tile[:, :, 3] = np.clip((rough - 70) * 4, 0, 215)
    image = skia.Image.fromarray(tile, colorType=skia.kRGBA_8888_ColorType)
    return image.makeShader(skia.TileMode.kRepeat, skia.TileMode.kRepeat)


def stroke(c: Canvas, page: Sheet, how: Manner, points: Sequence[Point], pen: str) -> None:
    """An open line through the points."""
    path = polygon_path(points, close=False)
    clear(c, page, how, path)
    trace(c, page, how, path, pen)


def clear(c: Canvas, page: Sheet, how: Manner, path: skia.Path) -> None:
    """Take away the dots, crosses and pegs that would sit on a line like beads."""
    reach, under = 10 if page.look.grid == "pegs" else 6, skia.Path()
    skia.Paint(Style=skia.Paint.kStroke_Style, StrokeWidth=how.width + reach).getFillPath(path, under)
    for spot in page.spots:
        if under.contains(*spot):
            c.circle(spot, reach, page.look.paper)


def outline(c: Canvas, page: Sheet, how: Manner, path: skia.Path, pen: str) -> None:
    """A closed figure, filled in the manner of the picture."""
    clear(c, page, how, path)
    if how.tinted:
        c.path(path, alpha(pen, TINT))
    trace(c, page, how, path, pen)


def oval(box: Box) -> skia.Path:
    path = skia.Path()
    path.addOval(skia.Rect(*(round(v * 64) / 64 for v in box)))
    return path


def dots(c: Canvas, page: Sheet, how: Manner, points: Iterable[Point], pen: str, radius: float = 3.6) -> None:
    for p in points:
        if page.look.hand == "band":
            c.circle(p, radius + 0.6, lighter(page.look.rule, 0.2), darker(page.look.rule, 0.4), 1.2)
        else:
            c.circle(p, radius, pen if how.dots == "full" else page.look.paper, pen, 1.6)


def tick(c: Canvas, a: Point, b: Point, color: str) -> None:
    """A short stroke across the middle of a side: sides with one are equal."""
    x, y, length = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2, hypot(b[0] - a[0], b[1] - a[1])
    ux, uy = (b[0] - a[0]) / length * 7, (b[1] - a[1]) / length * 7
    c.line((x - uy, y + ux), (x + uy, y - ux), color, 1.8)


def right_angle(c: Canvas, a: Point, corner: Point, b: Point, color: str) -> None:
    """The small square in a right angle."""
    u, v = _toward(corner, a, 12), _toward(corner, b, 12)
    c.polyline([u, (u[0] + v[0] - corner[0], u[1] + v[1] - corner[1]), v], color, 1.6)


def angle_arc(c: Canvas, page: Sheet, how: Manner, points: Sequence[Point], pen: str, radius: float) -> None:
    """The arc in an angle under 180 degrees, given as end, corner, end."""
    a, (x, y), b = points
    start = degrees(atan2(a[1] - y, a[0] - x))
    sweep = (degrees(atan2(b[1] - y, b[0] - x)) - start + 180) % 360 - 180
    path = skia.Path()
    path.addArc(skia.Rect(*(round(v * 64) / 64 for v in Box.at((x, y), 2 * radius))), start, sweep)
    trace(c, page, how._replace(width=how.width * 0.8), path, pen)


def _toward(a: Point, b: Point, reach: float) -> Point:
    length = hypot(b[0] - a[0], b[1] - a[1])
    return (a[0] + (b[0] - a[0]) * reach / length, a[1] + (b[1] - a[1]) * reach / length)


RING = ((0, -1), (0, 1), (-1, 0), (1, 0), (0.7, -0.7), (-0.7, -0.7), (0.7, 0.7), (-0.7, 0.7))


def middle(points: Sequence[Point]) -> Point:
    """The visual centre: of a triangle that of its inner circle, else the mean of the corners."""
    n = len(points)
    weights = [
        hypot(points[k - 1][0] - points[k - 2][0], points[k - 1][1] - points[k - 2][1]) for k in range(n)
    ]
    weights = weights if n == 3 else [1.0] * n
    x, y = (sum(w * p[i] for w, p in zip(weights, points, strict=True)) / sum(weights) for i in (0, 1))
    return (x, y)


def distance(p: Point, a: Point, b: Point) -> float:
    """From a point to a segment."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    t = ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / ((dx * dx + dy * dy) or 1)
    t = min(max(t, 0), 1)
    return hypot(p[0] - a[0] - t * dx, p[1] - a[1] - t * dy)


def letter(
    c: Canvas,
    page: Sheet,
    size: float,
    text: str,
    spots: Iterable[Point],
    lines: list[tuple[Point, Point]],
    pen: str,
    ground: str = "",
) -> None:
    """A letter at the first spot that is clear of all lines, or else the clearest; it joins the lines.

    `ground` is the colour around the letter: that of the paper, or of the figure that holds it.
    """
    best, most = (0.0, 0.0), 0.0
    room = c.bounds.inset(size * 0.7)
    for spot in spots:
        free = min(distance(spot, a, b) for a, b in lines) if room.holds(spot) else 0.0
        if free > most:
            best, most = spot, free
        if most >= size * 0.82:
            break
    if most < size * 0.72:
        raise Reject("no free place for a letter")
    ground = ground or page.look.paper
    for spot in page.spots:
        if distance(best, spot, spot) < size * 0.7:
            c.circle(spot, 6, ground)
    c.text(text, best, size, weight=700, color=readable(pen, ground), halo=ground)
    own = Box.at(best, size * 1.3).corners
    lines += [(own[0], own[1]), (own[2], own[3])]


def corner_letters(
    c: Canvas,
    page: Sheet,
    size: float,
    names: str,
    points: Sequence[Point],
    lines: list[tuple[Point, Point]],
    pen: str,
) -> None:
    """A letter at each corner of a figure, on its outer side, from the lower left one round."""
    first = min(range(len(points)), key=lambda k: points[k][0] - points[k][1])
    cx, cy = middle(points)
    for name, (x, y) in zip(names, [*points[first:], *points[:first]], strict=False):
        spots = [(x + dx * r, y + dy * r) for r in (size, size * 1.3) for dx, dy in RING]
        spots.sort(key=lambda p: -hypot(p[0] - cx, p[1] - cy))
        letter(c, page, size, name, spots, lines, pen)
