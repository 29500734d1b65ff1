"""Places to stand things in: textured floors and walls in perspective, light, and shadows on the floor."""

from collections.abc import Iterable, Sequence
from math import cos, pi, sin, sqrt
from typing import NamedTuple

import numpy as np

from trace_tasks.engine import Rng, skia

from ._render import Camera, Trace, Vec, circles, hulls, unit
from ._shading import Light, colored
from ._textures import N, mean_tone, sampled, texture

CIRCLE = tuple((round(cos(pi * i / 24), 6), round(sin(pi * i / 24), 6)) for i in range(48))
AROUND = np.array(CIRCLE[::4])


class Room(NamedTuple):
    """Floor texture and how far a tile of it spans; wall texture and its span; the light; what runs along
    the wall: a skirting board's colour, and `rail`, the height of a rail under which the wall is panelled.
    """

    floor: str
    span: float
    wall: str
    wall_span: float = 2.4
    skirting: str = ""
    mood: str = "day"
    rail: float = 0.0


MOODS = {  # light from the key, from the sky, how bright surfaces get, how fast it falls off to one side
    "day": ((0.92, 0.88, 0.82), (0.50, 0.53, 0.58), 1.06, 0.16),
    "sun": ((1.16, 1.06, 0.90), (0.46, 0.53, 0.62), 1.05, 0.12),
    "lamp": ((1.02, 0.89, 0.70), (0.44, 0.41, 0.39), 1.10, 0.26),
    "cool": ((0.86, 0.90, 0.97), (0.48, 0.53, 0.60), 1.06, 0.22),
}
ROOMS = {
    "floor light": (
        Room("oak", 2.4, "white wall", skirting="#f2efe9"),
        Room("ash", 2.4, "sage wall", skirting="#f0eee6", rail=0.8),
        Room("beige carpet", 2.4, "blue wall", skirting="#f4f2ec"),
        Room("ceramic", 2.4, "metro tiles", 1.6, mood="cool"),
        Room("checker", 2.4, "ochre wall", skirting="#6b4a2f"),
        Room("terracotta", 2.4, "white wall", skirting="#b5714f", mood="sun"),
        Room("foam", 2.4, "wallpaper", 2.0, skirting="#ffffff"),
        Room("pale foam", 2.4, "warm wallpaper", 2.0, skirting="#ffffff"),
        Room("concrete", 2.6, "white brick", 1.7, mood="cool"),
        Room("slabs", 2.8, "brick", 1.7, mood="sun"),
        Room("decking", 2.4, "white wall", mood="sun"),
        Room("oak", 2.4, "rose wall", skirting="#f2efe9", rail=0.75),
        Room("pale oak", 2.4, "blue wall", skirting="#f4f2ec", mood="sun"),
    ),
    "floor dark": (
        Room("walnut", 2.4, "dark wall", skirting="#39424d", mood="lamp"),
        Room("walnut", 2.4, "teal wall", skirting="#2c4b50", rail=0.8),
        Room("charcoal carpet", 2.4, "plum wall", skirting="#4a3b48", mood="lamp"),
        Room("slate", 2.4, "brick", 1.7),
        Room("asphalt", 2.6, "white brick", 1.7, mood="cool"),
        Room("asphalt", 2.6, "brick", 1.7, mood="sun"),
        Room("blue carpet", 2.4, "dark wall", skirting="#39424d"),
    ),
    "table light": (
        Room("bench", 2.4, "white brick", 3.6),
        Room("linen", 2.4, "sage wall"),
        Room("pale oak", 3.2, "metro tiles", 3.0, mood="cool"),
        Room("marble", 3.4, "metro tiles", 3.0),
        Room("concrete", 3.2, "blue wall", mood="cool"),
        Room("bench", 2.4, "rose wall", mood="sun"),
        Room("pale oak", 3.2, "ochre wall", mood="sun"),
        Room("marble", 3.4, "white wall"),
    ),
    "table dark": (
        Room("desk", 2.4, "dark wall", mood="lamp"),
        Room("felt", 2.4, "plum wall", mood="lamp"),
        Room("navy cloth", 2.4, "white brick", 3.6, mood="lamp"),
        Room("graphite", 3.2, "teal wall", mood="cool"),
        Room("desk", 2.4, "teal wall"),
        Room("desk", 2.4, "brick", 3.6, mood="lamp"),
    ),
}
EVEN = {"beige carpet", "charcoal carpet", "blue carpet", "concrete", "asphalt", "graphite", "linen", "felt",
        "navy cloth", "marble"}  # fmt: skip


class Patch(NamedTuple):
    """A flat polygon painted on the floor, in floor coordinates (x, z); `hole` is an inner outline."""

    outline: tuple[tuple[float, float], ...]
    color: str
    hole: tuple[tuple[float, float], ...] = ()


class Setting(NamedTuple):
    """A room as one picture shows it."""

    room: Room
    light: Light
    shift: tuple[float, float]
    window: str  # what its light falls on: floor, wall or nothing


def setting(rng: Rng, dark: bool, table: bool, even: bool = False) -> Setting:
    """Draw a room and where its light comes from; an `even` floor looks the same from every side."""
    rooms = ROOMS[f"{'table' if table else 'floor'} {'dark' if dark else 'light'}"]
    room = rng.choice([r for r in rooms if r.floor in EVEN] if even else rooms)
    key, sky, _, _ = MOODS[room.mood]
    side = rng.choice((-1, 1))
    toward = unit((side * rng.uniform(0.35, 0.8), rng.uniform(0.95, 1.35), rng.uniform(-0.8, -0.2)))
    red, green, blue = (0.10 + 0.34 * v * v for v in mean_tone(room.floor))
    window = rng.choice(("floor", "wall", "")) if room.mood in ("day", "sun") and not even else ""
    return Setting(
        room, Light(toward, key, sky, (red, green, blue)), (rng.uniform(0, 3), rng.uniform(0, 3)), window
    )


def _surfaces(camera: Camera, place: Setting, away: float, horizon: int, words: np.ndarray) -> None:
    """Fill in floor and wall, both parallel to the rows of the picture, and darker where they meet."""
    room, one = place.room, np.float32(1)
    _, up, forward = camera.axes()
    level = up[1]
    bright = MOODS[room.mood][2]
    tint = tuple(bright * (a + 1.2 * b) / 1.56 for a, b in zip(*place.light[1:3], strict=True))
    xs = (np.arange(camera.width) + (0.5 - camera.width / 2)).astype(np.float32) / np.float32(camera.focal)
    ys = ((camera.height / 2 - 0.5) - np.arange(camera.height)).astype(np.float32) / np.float32(camera.focal)
    ahead, rise = level - ys * np.float32(forward[1]), forward[1] + ys * np.float32(level)
    for name, span, rows in (
        (room.wall, room.wall_span, slice(0, horizon)),
        (room.floor, room.span, slice(horizon, None)),
    ):
        if not len(ys[rows]):
            continue
        texels = np.float32(N / span)
        if name is room.wall:
            t = np.float32(away) / ahead[rows]
            v = -(camera.at[1] + t * rise[rows])
            near, depth = -v / np.float32(0.34), 0.30
        else:
            t = np.float32(-camera.at[1]) / rise[rows]
            v = t * ahead[rows]
            near, depth = (np.float32(away) - v) / np.float32(0.42), 0.42
            v = place.shift[1] - v
        near = np.maximum(near, 0)
        tone = one - np.float32(depth) / (one + near * near)
        start = float(place.shift[0] * texels)
        sampled(texture(name, tint), start, t * texels, xs, v * texels, tone, words[rows])


def _q(p: Sequence[float]) -> tuple[float, float]:
    return round(p[0] * 64) / 64, round(p[1] * 64) / 64


def _gradient(canvas, box, colors: Sequence[int], a, b) -> None:
    paint = skia.Paint(Shader=skia.GradientShader.MakeLinear([_q(a), _q(b)], list(colors)))
    canvas.drawRect(skia.Rect(*box), paint)


def _argb(color: str, opacity: float = 1.0) -> int:
    return round(opacity * 255) << 24 | int(color[1:7], 16)


def painted(trace: Trace, place: Setting, away: float, patches: Sequence[Patch] = ()) -> np.ndarray:
    """The finished view as (h, w, 4) bytes. `away` is how far before the camera the wall stands."""
    camera = trace.camera
    w, h = camera.width, camera.height
    pixels = np.empty((h, w, 4), np.uint8)
    _, _, forward = camera.axes()
    level = sqrt(forward[0] * forward[0] + forward[2] * forward[2])
    foot = (camera.at[0] + forward[0] / level * away, 0.0, camera.at[2] + forward[2] / level * away)
    horizon = min(max(round(camera.project(foot)[1]), 0), h)
    info = skia.ImageInfo.Make(w, h, skia.kRGBA_8888_ColorType, skia.kPremul_AlphaType)
    with np.errstate(all="ignore"):
        _surfaces(camera, place, away, horizon, pixels.view(np.uint32)[:, :, 0])
    surface = skia.Surface.MakeRasterDirect(info, pixels)
    canvas = surface.getCanvas()
    _along_the_wall(canvas, camera, place, foot, horizon)
    _falloff(canvas, place, w, h)
    if place.window:
        span = (0, horizon) if place.window == "wall" else (horizon, h)
        canvas.save()
        canvas.clipRect(skia.Rect(0, span[0], w, span[1]))
        _window_light(canvas, camera, place, foot)
        canvas.restore()
    canvas.save()
    canvas.clipRect(skia.Rect(0, horizon, w, h))
    for patch in patches:
        path = skia.Path()
        path.addPoly([_q(camera.project((x, 0.0, z))) for x, z in patch.outline], True)
        if patch.hole:
            path.addPoly([_q(camera.project((x, 0.0, z))) for x, z in patch.hole], True)
            path.setFillType(skia.PathFillType.kEvenOdd)
        canvas.drawPath(path, skia.Paint(AntiAlias=True, Color=_argb(patch.color)))
    _shadows(canvas, trace, place.light)
    canvas.restore()
    colored(trace, place.light, pixels)
    return pixels


def _falloff(canvas, place: Setting, w: int, h: int) -> None:
    """The side away from the light is darker: flat strips, each darker by two shades."""
    steps = round(MOODS[place.room.mood][3] * 127)
    for i in range(1, steps + 1):
        a, b = w * (0.2 + 0.8 * i / (steps + 1)), w * (0.2 + 0.8 * (i + 1) / (steps + 1))
        if place.light.toward[0] > 0:
            a, b = w - b, w - a
        canvas.drawRect(skia.Rect(round(a), 0, round(b), h), skia.Paint(Color=2 * i << 24))


def _along_the_wall(canvas, camera: Camera, place: Setting, foot: Vec, horizon: int) -> None:
    """Skirting board, rail and panels."""
    room, w = place.room, camera.width

    def strip(low: float, high: float, color: int) -> float:
        ends = [camera.project((foot[0], y, foot[2]))[1] for y in (high, low)]
        canvas.drawRect(skia.Rect(0, _q(ends)[0], w, _q(ends)[1]), skia.Paint(AntiAlias=True, Color=color))
        return ends[0]

    if room.rail:
        strip(0, room.rail, 0x30FFFFFF)
        strip(room.rail - 0.03, room.rail - 0.005, 0x38000000)
        strip(room.rail, room.rail + 0.05, _argb(room.skirting))
    if room.skirting:
        top = strip(0, 0.11, _argb(room.skirting))
        strip(0.095, 0.11, 0x50FFFFFF)
        strip(0.088, 0.095, 0x30000000)
        _gradient(canvas, (0, round(top), w, horizon), (0, 0x48000000), (0, top), (0, horizon))
    canvas.drawRect(skia.Rect(0, horizon - 1, w, horizon + 1), skia.Paint(Color=0x60000000))


def _window_light(canvas, camera: Camera, place: Setting, foot: Vec) -> None:
    """Four panes of daylight, on the floor or on the wall."""
    right, _, forward = camera.axes()
    on_wall = place.window == "wall"
    shift, slant = place.shift, 0.5 if place.light.toward[0] > 0 else -0.5

    def pixel(a: float, b: float) -> tuple[float, float]:
        across, off = shift[0] - 1.9 + a + b * slant, 0.0 if on_wall else b - 1.9 - shift[1] * 0.3
        x, z = (foot[i] + right[i] * across + forward[i] * off for i in (0, 2))
        return _q(camera.project((x, b + 0.2 if on_wall else 0.0, z)))

    path = skia.Path()
    for a in (0.0, 0.62):
        for b in (0.0, 0.72):
            corners = ((a, b), (a + 0.54, b), (a + 0.54, b + 0.64), (a, b + 0.64))
            path.addPoly([pixel(*p) for p in corners], True)
    paint = skia.Paint(AntiAlias=True, Color=0x30FFF3D6)
    paint.setMaskFilter(skia.MaskFilter.MakeBlur(skia.kNormal_BlurStyle, 2.5))
    canvas.drawPath(path, paint)


def _shadows(canvas, trace: Trace, light: Light) -> None:
    """Cast shadows and the darker contact beneath things; what may overlap is one shape, so none adds up."""
    camera, (lx, ly, lz) = trace.camera, light.toward
    solids = [solid for _, solid in trace.parts]
    x, y, z, r = np.moveaxis(np.array([circles(solid) for solid in solids]), 2, 0)
    feet = [i for i, s in enumerate(solids) if s.shape != "handle" and s.middle[1] - s.reach[1] < 0.03]
    grown = np.array([[0.46 if solids[i].shape == "ellipsoid" else 1.07] for i in feet])
    lowest = np.array([range(4) if solids[i].shape == "block" else [0] * 4 for i in feet])
    bx, bz, br = (v[np.array(feet)[:, None], lowest] for v in (x, z, r))
    mx, mz = (v.sum(1, keepdims=True) / 4 for v in (bx, bz))
    contact = hulls(mx + (bx - mx) * grown, mz + (bz - mz) * grown, br * grown, AROUND)
    cast = hulls(x - y * (lx / ly), z - y * (lz / ly), r, AROUND)
    scale = camera.focal / 900
    owners = [owner for owner, _ in trace.parts]
    thin = [max(reach[0], reach[2]) < 0.09 for _, reach in trace.hulls]
    everything = range(len(owners))
    for parts, outlines, blur, dark in ((everything, cast, 3.6, 0.42), (feet, contact, 3.0, 0.74)):
        paths: dict[int, skia.Path] = {}
        pixels = camera.project_floor(*outlines).tolist()
        for i, ring in zip(parts, pixels, strict=True):
            paths.setdefault(owners[i], skia.Path()).addPoly([*map(tuple, ring)], True)
        for share in (1.0, 0.25):  # the shadows of thin poles are sharper
            some = [path for owner, path in paths.items() if thin[owner] == (share < 1)]
            reach = round(blur * share * scale * 64) / 64
            paint = skia.Paint(AntiAlias=True, Color=round(dark * 255) << 24)
            paint.setMaskFilter(skia.MaskFilter.MakeBlur(skia.kNormal_BlurStyle, reach))
            for path in _merged(some):
                canvas.drawPath(path, paint)


def _merged(paths: Iterable[skia.Path]) -> list[skia.Path]:
    """The paths, those whose bounds meet joined into one."""
    done: list[skia.Path] = []
    for path in paths:
        apart = []
        for other in done:
            if skia.Rect.Intersects(other.getBounds(), path.getBounds()):
                path.addPath(other)
            else:
                apart.append(other)
        done = [*apart, path]
    return done
