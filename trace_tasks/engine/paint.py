"""Paints, gradients and paths: what the canvas draws with.

Coordinates are rounded to 1/64 px, so that the last bit of a sine, which differs between CPUs, never reaches
the picture. Colours are "#rrggbb" or "#rrggbbaa"; wherever a fill or stroke is taken, a gradient from
`linear` or `radial` is too.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import TypeAlias

from .colors import rgb
from .layout import Point
from .skia_import import skia

Fill: TypeAlias = str | skia.Shader


@lru_cache(8192)
def ink(color: str) -> int:
    opacity = int(color[7:9], 16) if len(color) == 9 else 255
    r, g, b = rgb(color)
    return opacity << 24 | r << 16 | g << 8 | b


def q(value: float) -> float:
    """Rounded to 1/64 px."""
    return round(value * 64) / 64


def linear(a: Point, b: Point, colors: Sequence[str], stops: Sequence[float] | None = None) -> skia.Shader:
    """A gradient along the line from `a` to `b`."""
    return skia.GradientShader.MakeLinear([xy(a), xy(b)], [ink(c) for c in colors], stops and list(stops))


def radial(
    center: Point, radius: float, colors: Sequence[str], stops: Sequence[float] | None = None
) -> skia.Shader:
    """A gradient from `center` outwards to `radius`."""
    return skia.GradientShader.MakeRadial(
        xy(center), q(radius), [ink(c) for c in colors], stops and list(stops)
    )


def xy(point: Point) -> tuple[float, float]:
    return round(point[0] * 64) / 64, round(point[1] * 64) / 64  # q, without the calls


@lru_cache(8192)
def plain_paint(color: str, width: float, dash: tuple[float, ...], cap: str, blur: float) -> skia.Paint:
    paint = skia.Paint(AntiAlias=True, Color=ink(color))
    if width:
        paint.setStyle(skia.Paint.kStroke_Style)
        paint.setStrokeWidth(width)
        paint.setStrokeCap(
            {"round": skia.Paint.kRound_Cap, "butt": skia.Paint.kButt_Cap, "square": skia.Paint.kSquare_Cap}[
                cap
            ]
        )
        paint.setStrokeJoin(skia.Paint.kMiter_Join if cap == "square" else skia.Paint.kRound_Join)
    if dash:
        paint.setPathEffect(skia.DashPathEffect.Make(list(dash), 0))
    if blur:
        paint.setMaskFilter(skia.MaskFilter.MakeBlur(skia.kNormal_BlurStyle, blur))
    return paint


def paint_of(
    fill: Fill, width: float = 0, dash: Sequence[float] = (), cap: str = "round", blur: float = 0
) -> skia.Paint:
    if isinstance(fill, str):
        return plain_paint(fill, width, tuple(dash), cap, blur)
    paint = skia.Paint(plain_paint("#000000", width, tuple(dash), cap, blur))
    paint.setShader(fill)
    paint.setDither(True)  # no bands, and three times as fast in Skia's raster pipeline
    return paint


def rect_of(box: Sequence[float]) -> skia.Rect:
    return skia.Rect(*(round(side * 64) / 64 for side in box))


def polygon_path(points: Sequence[Point], close: bool = True) -> skia.Path:
    path = skia.Path()
    path.addPoly([xy(p) for p in points], close)
    return path


def smooth_path(points: Sequence[Point], close: bool = False, tension: float = 1 / 6) -> skia.Path:
    """A Catmull-Rom curve through the points, as cubic Beziers."""
    path = skia.Path()
    path.moveTo(*xy(points[0]))
    first, last = (points[-1], points[:2]) if close else (points[0], (points[-1],))
    line = (first, *points, *last)
    for p in zip(line, line[1:], line[2:], line[3:]):
        a = (p[1][0] + (p[2][0] - p[0][0]) * tension, p[1][1] + (p[2][1] - p[0][1]) * tension)
        b = (p[2][0] - (p[3][0] - p[1][0]) * tension, p[2][1] - (p[3][1] - p[1][1]) * tension)
        path.cubicTo(*xy(a), *xy(b), *xy(p[2]))
    if close:
        path.close()
    return path
