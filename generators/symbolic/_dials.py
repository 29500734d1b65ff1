"""Round dials: cases, rims, faces, rings of ticks, numerals round the edge, hands, glass.

Everything is drawn in units of a hundredth of the face's radius, centre at (0, 0), under a transform.
Angles are degrees clockwise from the top.
"""

from functools import lru_cache
from math import cos, radians, sin
from typing import NamedTuple

from trace_tasks.engine import (
    Box,
    Canvas,
    Point,
    alpha,
    darker,
    fonts,
    lighter,
    linear,
    mix,
    polygon_path,
    radial,
    skia,
    smooth_path,
)
from trace_tasks.engine.colors import luminance

ROMAN = ("XII", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI")
ARABIC = ("12", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11")

#: Light, middle and dark of the materials of rims and cases.
METALS = {
    "steel": ("#f4f6f8", "#aab2ba", "#5f6870"),
    "gold": ("#fbe9b0", "#cfa14a", "#7d5a1c"),
    "brass": ("#f0d79a", "#b58b3c", "#6a4c18"),
    "copper": ("#f5cdb2", "#b8724a", "#6d3a20"),
    "black": ("#5b6067", "#26292d", "#0c0d0f"),
    "white": ("#ffffff", "#eceef0", "#b9bfc5"),
    "oak": ("#d9ae74", "#b3803f", "#7c5424"),
    "walnut": ("#8a5d3b", "#5f3c23", "#371f10"),
    "red": ("#f08078", "#c8322b", "#7c1512"),
    "teal": ("#7fd0c8", "#2a938b", "#145650"),
    "blue": ("#8fb6ea", "#2f68b5", "#163a70"),
    "mint": ("#dff5ea", "#9fd8bf", "#5a9a80"),
    "rose": ("#fbdde2", "#e5a3b0", "#a8606f"),
    "mustard": ("#f7dc8e", "#d9a521", "#8f6a0c"),
}

#: Outlines of hands: (share of the length, half width), mirrored; and whether the outline is curved.
HANDS: dict[str, tuple[bool, tuple[tuple[float, float], ...]]] = {
    "baton": (False, ((-0.2, 1.0), (1.0, 1.0))),
    "tapered": (False, ((-0.26, 1.2), (1.0, 0.72))),
    "dauphine": (False, ((-0.14, 0.1), (0.1, 1.35), (1.0, 0.08))),
    "leaf": (True, ((-0.1, 0.4), (0.08, 0.45), (0.36, 1.2), (0.6, 1.15), (0.86, 0.5), (1.0, 0.12))),
    "sword": (False, ((-0.12, 0.6), (0.1, 0.6), (0.74, 1.35), (1.0, 0.08))),
    "pencil": (False, ((-0.16, 1.0), (0.9, 1.0), (1.0, 0.12))),
    "spade": (
        True,
        ((-0.12, 0.5), (0.3, 0.42), (0.6, 0.45), (0.67, 1.5), (0.76, 1.6), (0.86, 0.5), (1.0, 0.1)),
    ),
}


class Face(NamedTuple):
    """Colours of a face: centre, edge, ink of ticks and numerals, hands, second hand."""

    centre: str
    edge: str
    ink: str
    hands: str
    accent: str


def at(angle: float, radius: float) -> Point:
    """The point at this angle and radius."""
    return radius * sin(radians(angle)), -radius * cos(radians(angle))


def turned(points: list[Point], angle: float) -> list[Point]:
    """Points given as (right of the hand, along the hand), turned to the angle."""
    s, k = sin(radians(angle)), cos(radians(angle))
    return [(x * k + y * s, x * s - y * k) for x, y in points]


def metal(name: str, reach: float):
    """A gradient over a rim, from the light at the top left."""
    return linear((-reach * 0.7, -reach * 0.7), (reach * 0.7, reach * 0.7), METALS[name])


def ring(c: Canvas, centre: Point, inner: float, outer: float, fill) -> None:
    """The area between two radii: much less to paint than the whole disc."""
    c.circle(centre, (inner + outer) / 2, None, fill, outer - inner)


def cast_shadow(c: Canvas, radius: float) -> None:
    """The soft shadow of a disc on what lies close behind it."""
    c.circle((1.5, 2), radius + 1, shadow=15)


def rim(c: Canvas, name: str, outer: float, inner: float = 100, steps: int = 2) -> None:
    """A bevelled ring between two radii, its inner slope lit from below; wood shows its grain."""
    light, tone, dark = METALS[name]
    middle = inner + (outer - inner) * 0.42 if steps > 1 else inner
    ring(c, (0, 0), middle - 1, outer, metal(name, outer))
    c.circle((0, 0), outer, None, darker(dark, 0.3), 0.6)
    if name in ("oak", "walnut"):
        for i in range(5):
            c.circle((0, 0), inner + (outer - inner) * (i + 0.7) / 5.4, None, alpha(dark, 0.4), 0.5)
    if steps > 1:
        slope = linear((-middle, -middle), (middle, middle), (dark, tone, light), (0.15, 0.5, 0.85))
        ring(c, (0, 0), inner - 2, middle, slope)


def plate(c: Canvas, face: Face) -> None:
    """The face itself, darker at its edge, where the rim shades it."""
    tones = (face.centre, mix(face.centre, face.edge, 0.4), face.edge)
    c.circle((0, 0), 101, radial((-10, -14), 118, tones))
    shade = tuple(alpha("#000000", share) for share in (0, 0.06, 0.3))
    ring(c, (0.6, 1.4), 92, 102, radial((0.6, 1.4), 102, shade, (0.91, 0.95, 1.0)))


def glass(c: Canvas, strength: float) -> None:
    """A gleam over the upper left of the face."""
    c.path(_gleam(), alpha("#ffffff", strength))


@lru_cache(1)
def _gleam():
    path = skia.Path()
    path.addArc(skia.Rect(-97, -97, 97, 97), 150, 165)
    path.quadTo(-20, -40, -84, 48.5)
    path.close()
    return path


@lru_cache(256)
def rays(inner: float, outer: float, count: int = 60, skip: int = 0, start: float = 0, sweep: float = 360):
    """Radial strokes at `count` equal steps from `start`, without every `skip`-th."""
    path = skia.Path()
    for i in range(count):
        if not skip or i % skip:
            angle = start + sweep * i / count
            path.addPath(polygon_path((at(angle, inner), at(angle, outer)), close=False))
    return path


@lru_cache(64)
def beads(radius: float, size: float, count: int, skip: int = 0):
    """Dots at `count` equal steps, without every `skip`-th."""
    path = skia.Path()
    for i in range(count):
        if not skip or i % skip:
            x, y = (round(v, 2) for v in at(360 * i / count, radius))
            path.addCircle(x, y, size)
    return path


def ring_of_ticks(c: Canvas, kind: str, face: Face, bold: bool) -> None:
    """Sixty ticks, each fifth one stronger; `bold` where no numeral names them."""
    soft, ink = mix(face.ink, face.edge, 0.3), mix(face.ink, face.edge, 0.14)
    if kind == "bars":
        c.path(rays(91, 97.5, 60, 5), None, ink, 1.5, cap="butt")
        c.path(rays(78 if bold else 86, 97.5, 12), None, ink, 4.6 if bold else 3.4, cap="butt")
    elif kind == "lines":
        c.path(rays(91.5, 97, 60, 5), None, soft, 0.9, cap="butt")
        c.path(rays(80 if bold else 87, 97, 12), None, ink, 2.2 if bold else 1.7, cap="butt")
    elif kind == "railway":
        c.circle((0, 0), 97, None, soft, 0.8)
        c.circle((0, 0), 91, None, soft, 0.8)
        c.path(rays(91, 97, 60, 5), None, soft, 0.9, cap="butt")
        c.path(rays(76 if bold else 90, 97.4, 12), None, ink, 2.6, cap="butt")
    elif kind == "dots":
        c.path(beads(94, 1.15, 60, 5), soft)
        c.path(beads(92 if not bold else 89, 2.4 if not bold else 4.2, 12), ink)
    else:  # applied: batons with a bevel, as on watches
        c.path(rays(93, 97.5, 60, 5), None, soft, 0.8, cap="butt")
        c.path(rays(76 if bold else 88, 96, 12), None, darker(ink, 0.35), 4.6 if bold else 3.2, cap="butt")
        c.path(rays(76.6 if bold else 88.6, 95.4, 12), None, ink, 3 if bold else 1.8, cap="butt")


def numerals(c: Canvas, texts: tuple[str, ...], ink: str, size: float, radius: float, **how) -> None:
    """Texts at equal angles from the top, empty ones left out; hands may cross them, as on any clock."""
    c.path(_lettering(texts, size, radius, **how), ink)


@lru_cache(256)
def _lettering(
    texts: tuple[str, ...], size: float, radius: float, family: str, weight: int, spun: bool = False
):
    """One path of all texts: upright, or `spun` with their feet to the centre."""
    path, font = skia.Path(), fonts.font(family, size, weight)
    rise = font.getMetrics().fCapHeight / 2
    for i, text in enumerate(texts):
        angle = 360 * i / len(texts)
        glyphs = font.textToGlyphs(text)
        widths = font.getWidths(glyphs)
        x, y = at(angle, radius)
        s, k = (sin(radians(angle)), cos(radians(angle))) if spun else (0.0, 1.0)
        pen = -sum(widths) / 2
        for glyph, width in zip(glyphs, widths, strict=True):
            place = (k, -s, x + k * pen - s * rise, s, k, y + s * pen + k * rise, 0, 0, 1)
            outline = skia.Path(font.getPath(glyph))
            outline.transform(skia.Matrix.MakeAll(*(round(v, 4) for v in place)))
            path.addPath(outline)
            pen += width
    return path


def hand(
    c: Canvas, kind: str, angle: float, length: float, width: float, face: Face, facet: float = 0
) -> None:
    """A hand and its shadow, its edge drawn in the face's tone; `facet` lightens one half of it."""
    curved, profile = HANDS[kind]
    right = [(half * width, share * length) for share, half in profile]
    outline = turned(right + [(-x, y) for x, y in reversed(right)], angle)
    build = smooth_path if curved else polygon_path
    path = build(outline, close=True) if curved else build(outline)
    c.path(path, None, mix(face.centre, face.hands, 0.12), 1.5, shadow=5)
    c.path(path, face.hands)
    if facet and not curved:
        axis = [(0.0, right[-1][1]), (0.0, right[0][1])]
        c.polygon(turned(right + axis, angle), lighter(face.hands, facet))


def needle(c: Canvas, angle: float, length: float, tail: float, width: float, color: str, end: str) -> None:
    """A thin hand: plain, with a disc near its tip, or with a counterweight."""
    half = width / 2
    bar = turned([(-half, -tail), (half, -tail), (half, length), (-half, length)], angle)
    c.polygon(bar, color, shadow=4)
    if end == "disc":
        c.circle(turned([(0, length * 0.74)], angle)[0], 6.2, color)
    elif end == "weight":
        c.circle(turned([(0, -tail)], angle)[0], 3.4, color)
    c.circle((0, 0), 3.2, color)


def pointer(c: Canvas, angle: float, length: float, color: str, edge: str) -> None:
    """A short setting hand: a thin stem with a broad arrow head."""
    stem = turned(
        [
            (0.9, 0),
            (0.9, length - 12),
            (5.5, length - 12),
            (0, length),
            (-5.5, length - 12),
            (-0.9, length - 12),
            (-0.9, 0),
        ],
        angle,
    )
    c.polygon(stem, color, edge, 0.7, shadow=4)


# ---- cases: what holds the dial. Each draws everything outside the face.

#: How far each case reaches from the centre: to the sides, up, and down.
REACH = {
    "wall": (114, 114, 116),
    "drum": (124, 124, 126),
    "wrist": (134, 168, 168),  # on a strap that runs on
    "cushion": (136, 172, 174),  # a watch round its cushion
    "bells": (126, 164, 141),
    "pocket": (118, 170, 120),
    "square": (124, 124, 123),
    "neon": (122, 122, 122),
    "octagon": (128, 128, 130),
}


def case(c: Canvas, kind: str, name: str, strap: str) -> None:
    if kind in ("wall", "drum", "neon"):
        width = {"wall": 110, "drum": 120, "neon": 112}[kind]
        cast_shadow(c, width)
        rim(c, name, width)
        if kind == "neon":
            tones = [alpha(strap, share) for share in (0, 0.5, 1, 0.5, 0)]
            ring(c, (0, 0), 93, 121, radial((0, 0), 121, tones, (0.77, 0.86, 0.885, 0.91, 1.0)))
            c.circle((0, 0), 107, None, lighter(strap, 0.6), 1.6)
    elif kind in ("wrist", "cushion"):
        if kind == "cushion":
            _cushion(c, strap)
        _wrist(c, name, strap, 169 if kind == "wrist" else 168.5)
    elif kind == "bells":
        _bells(c, name)
    elif kind == "pocket":
        c.circle((0, -147), 17, None, METALS[name][2], 6.5)
        c.circle((0, -147), 17, None, METALS[name][0], 2.2)
        c.rect(
            Box.at((0, -122), 26, 20), linear((-13, 0), (13, 0), METALS[name]), METALS[name][2], 0.6, radius=4
        )
        c.path(rays_of_crown(-122), None, alpha(METALS[name][2], 0.6), 1.2)
        cast_shadow(c, 114)
        rim(c, name, 114)
    else:
        _box(c, kind, name)


def grain(c: Canvas, box: Box, tone: str, width: float = 1.3) -> None:
    """The lines of wood along a box."""
    with c.clip(box):
        for _ in range(14):
            y, bend = box.y0 + box.h * c.rng.random(), box.h * c.rng.uniform(-0.06, 0.06)
            line = [(box.x0 + box.w * u / 3, y + bend * (u % 2)) for u in range(4)]
            c.path(smooth_path(line), None, alpha(darker(tone, 0.5), c.rng.uniform(0.08, 0.25)), width)


def _box(c: Canvas, kind: str, name: str) -> None:
    """A square or eight-sided case: flat, with a lit and a shaded edge."""
    light, middle, dark = METALS[name]
    edge = linear((-100, -110), (100, 110), (light, middle, dark))
    if kind == "square":
        c.rect(Box.at((0, 0), 244), mix(middle, light, 0.25), dark, 0.8, radius=34, shadow=16)
        if name in ("oak", "walnut"):
            grain(c, Box.at((0, 0), 236), dark, 0.8)
        c.rect(Box.at((0, 0), 238), None, edge, 5, radius=31)
    else:
        c.polygon([at(22.5 + 45 * i, 131) for i in range(8)], middle, dark, 1.2, shadow=18)
        c.polygon([at(22.5 + 45 * i, 127) for i in range(8)], None, edge, 6)
        c.polygon([at(22.5 + 45 * i, 119) for i in range(8)], None, alpha(dark, 0.6), 1.2)
    rim(c, "gold" if kind == "octagon" else name, 105, steps=1)


@lru_cache(8)
def rays_of_crown(y: float):
    path = skia.Path()
    for x in range(-9, 10, 3):
        path.moveTo(x, y - 8)
        path.lineTo(x, y + 8)
    return path


def _cushion(c: Canvas, strap: str) -> None:
    """A pillow for a watch, rounded away at its ends."""
    tone = "#e6ddcb" if luminance(strap) < 0.12 else "#4a4d53"
    shades = [darker(tone, share) for share in (0.62, 0.34, 0.14, 0.02, 0.0, 0.06, 0.2, 0.4, 0.66)]
    c.rect(
        Box.at((0, 0), 240, 338),
        linear((0, -169), (0, 169), shades, (0, 0.05, 0.15, 0.32, 0.45, 0.68, 0.85, 0.95, 1)),
        darker(tone, 0.5),
        0.8,
        radius=30,
        shadow=18,
    )


def _wrist(c: Canvas, name: str, strap: str, reach: float) -> None:
    light, middle, dark = METALS[name]
    for side in (-1, 1):
        band = [(-50, 88 * side), (50, 88 * side), (43, reach * side), (-43, reach * side)]
        c.polygon(
            band,
            linear((-50, 0), (50, 0), (darker(strap, 0.4), lighter(strap, 0.08), darker(strap, 0.45))),
            shadow=8,
        )
        for x in (-1, 1):
            c.line((x * 44, 100 * side), (x * 38, reach * side), lighter(strap, 0.4), 1, dash=(4, 3))
        if reach < 169:  # the strap bends away over the cushion
            bend = linear(
                (0, 100 * side), (0, reach * side), ("#00000000", "#00000048", "#000000d0"), (0, 0.6, 1)
            )
            c.polygon(band, bend)
        for x in (-1, 1):
            lug = [(x * 50, 84 * side), (x * 66, 76 * side), (x * 63, 124 * side), (x * 50, 126 * side)]
            c.polygon(lug, linear((x * 66, 0), (x * 48, 0), (light, middle, dark)), dark, 0.6)
    c.rect(Box(110, -11, 127, 11), linear((0, -11), (0, 11), (light, middle, dark)), dark, 0.8, radius=3)
    for y in (-6, -2, 2, 6):
        c.line((113, y), (126, y), alpha(dark, 0.8), 1)
    cast_shadow(c, 112)
    rim(c, name, 114)


def _bells(c: Canvas, name: str) -> None:
    light, middle, dark = METALS[name]
    for x in (-1, 1):
        c.line((x * 58, 84), (x * 82, 136), dark, 12)
        c.line((x * 58, 84), (x * 81, 134), middle, 7)
        with c.transform((x * 66, -108), x * 33):
            c.line((0, 0), (0, 24), dark, 6)
            dome = skia.Path()
            dome.addArc(skia.Rect(-44, -40, 44, 44), 180, 180)
            dome.close()
            c.path(dome, linear((-44, 0), (44, 0), (dark, light, middle, dark), (0, 0.3, 0.6, 1)), dark, 1)
            c.circle((0, -41), 5, middle, dark, 1)
    c.line((0, -104), (0, -132), dark, 5)
    c.rect(Box.at((0, -134), 22, 13), linear((-11, 0), (11, 0), (light, middle, dark)), dark, 0.8, radius=4)
    cast_shadow(c, 116)
    rim(c, name, 116)
