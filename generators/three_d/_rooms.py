"""Places to stand things in: textured floors and walls in perspective, light, and shadows on the floor."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import cos, pi, sin, sqrt
from typing import NamedTuple

import numpy as np

from trace_tasks.engine import Rng, skia

from ._render import Camera, Trace, Vec, hull, outline_points, unit
from ._shading import Light, colored
from ._textures import N, lined, texture

CIRCLE = tuple((round(cos(pi * i / 24), 6), round(sin(pi * i / 24), 6)) for i in range(48))


class Room(NamedTuple):
    """Floor texture and how far a tile of it spans; wall texture, its span and height (0: to the ceiling),
    and the colour of the skirting board; the light. A room without a wall is a studio sweep."""

    floor: str
    span: float
    wall: str = ""
    wall_span: float = 2.0
    wall_height: float = 0.0
    skirting: str = ""
    mood: str = "day"


MOODS = {
    "day": ((0.80, 0.77, 0.72), (0.42, 0.45, 0.50), (0.22, 0.20, 0.18), 0.30),
    "sun": ((0.98, 0.92, 0.78), (0.38, 0.45, 0.55), (0.22, 0.22, 0.18), 0.18),
    "lamp": ((0.92, 0.81, 0.66), (0.30, 0.29, 0.30), (0.18, 0.16, 0.14), 0.62),
    "studio": ((0.82, 0.82, 0.82), (0.46, 0.46, 0.47), (0.26, 0.26, 0.26), 0.25),
    "cool": ((0.72, 0.78, 0.86), (0.40, 0.45, 0.52), (0.20, 0.21, 0.24), 0.45),
}
FLOORS = {
    "light": (
        Room("oak", 2.4, "white wall", skirting="#f2efe9"),
        Room("ash", 2.6, "sage wall", skirting="#f0eee6"),
        Room("beige carpet", 1.6, "blue wall", skirting="#f4f2ec", mood="lamp"),
        Room("ceramic", 2.4, "metro tiles", 1.6, mood="cool"),
        Room("checker", 2.4, "ochre wall", skirting="#6b4a2f"),
        Room("terracotta", 2.2, "white wall", skirting="#b5714f", mood="sun"),
        Room("foam", 2.2, "wallpaper", 1.8, skirting="#ffffff"),
        Room("pale foam", 2.2, "warm wallpaper", 1.8, skirting="#ffffff"),
        Room("concrete", 2.6, "brick", 1.7, mood="cool"),
        Room("slabs", 3.0, "hedge", 1.8, 1.5, mood="sun"),
        Room("lawn", 1.7, "fence", 2.4, 1.5, mood="sun"),
        Room("decking", 2.6, "hedge", 1.8, 1.5, mood="sun"),
        Room("#e4e1dc", 0, mood="studio"),
        Room("#cfd9e2", 0, mood="studio"),
        Room("#e8d6c3", 0, mood="studio"),
    ),
    "dark": (
        Room("walnut", 2.4, "dark wall", skirting="#2a3038", mood="lamp"),
        Room("ebony", 2.4, "teal wall", skirting="#203a3e", mood="lamp"),
        Room("charcoal carpet", 1.6, "plum wall", skirting="#3a2f39", mood="lamp"),
        Room("slate", 2.4, "brick", 1.7, mood="cool"),
        Room("asphalt", 2.6, "white brick", 1.7, mood="cool"),
        Room("graphite", 2.6, "dark wall", mood="cool"),
        Room("blue carpet", 1.6, "dark wall", skirting="#2a3038"),
        Room("#4a525c", 0, mood="studio"),
        Room("#54474f", 0, mood="studio"),
    ),
}
TABLES = {
    "light": (
        Room("bench", 2.0, "white brick", 3.4, mood="day"),
        Room("linen", 1.6, "sage wall", mood="day"),
        Room("oak", 3.2, "metro tiles", 3.0, mood="cool"),
        Room("ceramic", 3.4, "white wall", mood="day"),
        Room("concrete", 3.0, "blue wall", mood="cool"),
        Room("bench", 2.0, "rose wall", mood="sun"),
        Room("#e4e1dc", 0, mood="studio"),
        Room("#d9e2da", 0, mood="studio"),
        Room("#e9dccb", 0, mood="studio"),
    ),
    "dark": (
        Room("desk", 2.0, "dark wall", mood="lamp"),
        Room("felt", 1.6, "plum wall", mood="lamp"),
        Room("navy cloth", 1.6, "dark wall", mood="lamp"),
        Room("slate", 3.4, "teal wall", mood="cool"),
        Room("desk", 2.0, "teal wall", mood="day"),
        Room("#46505a", 0, mood="studio"),
        Room("#5a4d45", 0, mood="studio"),
    ),
}


class Patch(NamedTuple):
    """A flat polygon painted on the floor, in floor coordinates (x, z); `hole` is an inner outline."""

    outline: tuple[tuple[float, float], ...]
    color: str
    hole: tuple[tuple[float, float], ...] = ()


class Setting(NamedTuple):
    """A room as one picture shows it."""

    room: Room
    light: Light
    turn: tuple[float, float]
    shift: tuple[float, float]
    gloom: float


def setting(rng: Rng, dark: bool, table: bool, toward: Vec | None = None) -> Setting:
    """Draw a room, how its floor lies, and where its light comes from."""
    room = rng.choice((TABLES if table else FLOORS)["dark" if dark else "light"])
    key, sky, ground, gloom = MOODS[room.mood]
    side = rng.choice((-1, 1))
    toward = toward or unit(
        (side * rng.uniform(0.25, 0.75), rng.uniform(0.95, 1.4), rng.uniform(-0.75, 0.05))
    )
    turn = rng.choice(((1.0, 0.0), (0.0, 1.0), (1.0, 0.0), (0.8, 0.6), (0.96, -0.28)))
    return Setting(room, Light(toward, key, sky, ground), turn, (rng.uniform(0, 3), rng.uniform(0, 3)), gloom)


def _sampled(levels, start, step, xs, texels) -> np.ndarray:
    """Texture words by pixel: u and v run along each row as start + step * x; `texels` a pixel, by row."""
    out = np.empty((len(texels), len(xs)), np.uint32)
    level = np.zeros(len(texels), np.int8)
    for k in range(1, len(levels)):
        level += texels > 1.15 * 2**k
    changes = sorted({*range(0, len(texels), 48), *(np.flatnonzero(level[1:] != level[:-1]) + 1).tolist()})
    changes.append(len(texels))  # bands of rows with one level, and no more rows than a cache holds
    for a, b in pairwise(changes):
        k = int(level[a])
        n, scale = N >> k, np.float32(1 / (1 << k))
        u, v = (
            ((s[a:b] * scale + np.float32(64 * n))[:, None] + (t[a:b] * scale)[:, None] * xs[None, :]).astype(
                np.int64
            )
            for s, t in zip(start, step, strict=True)
        )
        mask = np.int64(n - 1)
        v &= mask
        v <<= np.int64(n.bit_length() - 1)
        u &= mask
        v |= u
        np.take(levels[k], v, out=out[a:b], mode="clip")
    return out


def _ground(camera: Camera, place: Setting, horizon: int, nudge: float) -> np.ndarray:
    room, (c, s) = place.room, place.turn
    right, up, forward = camera.axes()
    rows = np.arange(horizon, camera.height, dtype=np.float32) + np.float32(0.5 + nudge)
    ys = (np.float32(camera.height / 2) - rows) / np.float32(camera.focal)
    xs = (
        np.arange(camera.width, dtype=np.float32) + np.float32(0.5 + nudge - camera.width / 2)
    ) / np.float32(camera.focal)
    t = np.float32(-camera.at[1]) / (forward[1] + ys * np.float32(up[1]))
    x, z = (camera.at[i] + place.shift[i // 2] + t * (forward[i] + ys * np.float32(up[i])) for i in (0, 2))
    texels = np.float32(N / room.span)
    start = ((x * c + z * s) * texels, (z * c - x * s) * texels)
    step = (t * texels * (right[0] * c + right[2] * s), t * texels * (right[2] * c - right[0] * s))
    return _sampled(texture(room.floor), start, step, xs, t * np.float32(N / room.span / camera.focal * 1.5))


def _wall(camera: Camera, place: Setting, away: float, horizon: int, nudge: float) -> np.ndarray:
    room = place.room
    _, up, forward = camera.axes()
    level = sqrt(forward[0] * forward[0] + forward[2] * forward[2])
    rows = np.arange(0, horizon, dtype=np.float32) + np.float32(0.5 + nudge)
    ys = (np.float32(camera.height / 2) - rows) / np.float32(camera.focal)
    xs = (
        np.arange(camera.width, dtype=np.float32) + np.float32(0.5 + nudge - camera.width / 2)
    ) / np.float32(camera.focal)
    t = np.float32(away) / (level + ys * np.float32((up[0] * forward[0] + up[2] * forward[2]) / level))
    y = camera.at[1] + t * (forward[1] + ys * np.float32(up[1]))
    texels = np.float32(N / room.wall_span)
    start = (0 * t + place.shift[0] * texels, -y * texels)
    step = (t * texels, 0 * t)
    return _sampled(texture(room.wall), start, step, xs, t * texels / np.float32(camera.focal))


def _smooth(name: str, sampled: Callable[[float], np.ndarray]) -> np.ndarray:
    """One sample a pixel, or the mean of two for textures with hard lines."""
    if not lined(name):
        return sampled(0.0)
    a, b = sampled(-0.25), sampled(0.25)
    both, either = a & b, a ^ b  # the mean of packed bytes: (a & b) + (a ^ b) / 2
    either &= np.uint32(0xFEFEFEFE)
    either >>= np.uint32(1)
    both += either
    return both


def _q(p: Sequence[float]) -> tuple[float, float]:
    return round(p[0] * 64) / 64, round(p[1] * 64) / 64


def _gradient(canvas, box, colors: Sequence[int], a, b) -> None:
    paint = skia.Paint(Shader=skia.GradientShader.MakeLinear([_q(a), _q(b)], list(colors)))
    canvas.drawRect(skia.Rect(*box), paint)


def _argb(color: str, opacity: float = 1.0) -> int:
    return round(opacity * 255) << 24 | int(color[1:7], 16)


def painted(trace: Trace, place: Setting, away: float, patches: Sequence[Patch] = ()) -> np.ndarray:
    """The finished view as (h, w, 4) bytes. `away` is how far before the camera the wall stands."""
    camera, room = trace.camera, place.room
    w, h = camera.width, camera.height
    pixels = np.empty((h, w, 4), np.uint8)
    _, _, forward = camera.axes()
    level = sqrt(forward[0] * forward[0] + forward[2] * forward[2])
    foot = (camera.at[0] + forward[0] / level * away, 0.0, camera.at[2] + forward[2] / level * away)
    seam = camera.project(foot)[1]
    horizon = min(max(round(seam), 0), h)
    info = skia.ImageInfo.Make(w, h, skia.kRGBA_8888_ColorType, skia.kPremul_AlphaType)
    words = pixels.view(np.uint32)[:, :, 0]
    if room.wall:
        with np.errstate(all="ignore"):
            if horizon < h:
                words[horizon:] = _smooth(room.floor, lambda n: _ground(camera, place, horizon, n))
            if horizon > 0:
                words[:horizon] = _smooth(room.wall, lambda n: _wall(camera, place, away, horizon, n))
    else:
        pixels[:] = _sweep(camera, room.floor, seam)
    surface = skia.Surface.MakeRasterDirect(info, pixels)
    canvas = surface.getCanvas()
    if room.wall:
        _backdrop(canvas, camera, place, foot, horizon)
    canvas.save()
    canvas.clipRect(skia.Rect(0, horizon if room.wall else 0, w, h))
    for patch in patches:
        path = skia.Path()
        path.addPoly([_q(camera.project((x, 0.0, z))) for x, z in patch.outline], True)
        if patch.hole:
            path.addPoly([_q(camera.project((x, 0.0, z))) for x, z in patch.hole], True)
            path.setFillType(skia.PathFillType.kEvenOdd)
        canvas.drawPath(path, skia.Paint(AntiAlias=True, Color=_argb(patch.color, 0.92)))
    _shadows(canvas, trace, place.light)
    canvas.restore()
    if place.gloom > 0.28:
        _vignette(pixels, place)
    colored(trace, place.light, pixels)
    return pixels


def _backdrop(canvas, camera: Camera, place: Setting, foot: Vec, horizon: int) -> None:
    room, w = place.room, camera.width
    if room.wall_height:
        top = round(camera.project((foot[0], room.wall_height, foot[2]))[1])
        if top > 0:
            _gradient(canvas, (0, 0, w, top), (0xFF7FB2DE, 0xFFD7E6F0), (0, 0), (0, max(top, 60)))
        horizon_shade = 0.35
    else:
        horizon_shade = 0.16
        if room.skirting:
            top = round(camera.project((foot[0], 0.11, foot[2]))[1])
            canvas.drawRect(skia.Rect(0, top, w, horizon), skia.Paint(Color=_argb(room.skirting)))
            canvas.drawRect(skia.Rect(0, top, w, top + 1), skia.Paint(Color=0x38000000))
    black = round(horizon_shade * 255) << 24
    _gradient(canvas, (0, horizon - 70, w, horizon), (0x00000000, black), (0, horizon - 70), (0, horizon))
    _gradient(
        canvas, (0, horizon, w, horizon + 26), (black * 2 & 0xFF000000, 0), (0, horizon), (0, horizon + 26)
    )


def _sweep(camera: Camera, color: str, seam: float) -> np.ndarray:
    """A paper roll that rises behind the things without a seam: one colour a row."""
    h = camera.height
    middle = min(max(seam / h, 0.08), 0.8)
    stops, tones = (0.0, middle, middle + (1 - middle) * 0.4, 1.0), (0.80, 0.97, 1.06, 0.98)
    rows = np.empty((h, 1, 4), np.uint8)
    for y in range(h):
        u = (y + 0.5) / h
        k = next(i for i in range(3) if u <= stops[i + 1])
        share = (u - stops[k]) / (stops[k + 1] - stops[k])
        tone = tones[k] + (tones[k + 1] - tones[k]) * share
        rows[y, 0] = [*(min(int(int(color[i : i + 2], 16) * tone + 0.5), 255) for i in (1, 3, 5)), 255]
    return rows


def _vignette(pixels: np.ndarray, place: Setting) -> None:
    """Darken towards the corners, away from where the light comes from."""
    h, w = pixels.shape[:2]
    x = (np.arange(w, dtype=np.float32) + np.float32(0.5)) / np.float32(w) - np.float32(
        0.5 + place.light.toward[0] * 0.2
    )
    y = (np.arange(h, dtype=np.float32) + np.float32(0.5)) / np.float32(h) - np.float32(0.55)
    columns, rows = x * x * np.float32(place.gloom * 300), y * y * np.float32(place.gloom * 300)
    keep = np.minimum(np.float32(256) - rows[:, None] - columns[None, :], 256).astype(np.uint32)
    words, odd = pixels.view(np.uint32)[:, :, 0], np.uint32(0x00FF00FF)
    green = (words >> np.uint32(8)) & odd  # two bytes at a time
    words &= odd
    for part in (words, green):
        part *= keep
    words >>= np.uint32(8)
    words &= odd
    green &= ~odd
    words |= green
    words |= np.uint32(0xFF000000)


def _shadows(canvas, trace: Trace, light: Light) -> None:
    """Cast shadows and the darker contact beneath things, each layer as one shape so that none adds up."""
    camera, (lx, ly, lz) = trace.camera, light.toward
    outlines = [outline_points(solid) for _, solid in trace.parts]
    points = np.concatenate(outlines)
    fallen = camera.project_floor(
        points[:, 0] - points[:, 1] * (lx / ly), points[:, 2] - points[:, 1] * (lz / ly)
    ).tolist()
    cast, contact, start = skia.Path(), skia.Path(), 0
    for (_, solid), outline in zip(trace.parts, outlines, strict=True):
        ring = hull(map(tuple, fallen[start : start + len(outline)]))
        start += len(outline)
        if len(ring) > 2:
            cast.addPoly(ring, True)
        if solid.shape != "handle" and solid.middle[1] - solid.reach[1] < 0.03:
            foot = outline[: 4 if solid.shape == "block" else 12]
            grown = 0.78 if solid.shape == "ellipsoid" else 1.06
            x, _, z = solid.middle
            around = camera.project_floor(x + (foot[:, 0] - x) * grown, z + (foot[:, 2] - z) * grown)
            contact.addPoly(hull(map(tuple, around.tolist())), True)
    scale = camera.focal / 700
    for path, blur, dark in ((cast, 3.4, 0.40), (contact, 5.0, 0.62)):
        paint = skia.Paint(AntiAlias=True, Color=round(dark * 255) << 24)
        paint.setMaskFilter(skia.MaskFilter.MakeBlur(skia.kNormal_BlurStyle, round(blur * scale * 64) / 64))
        canvas.drawPath(path, paint)
