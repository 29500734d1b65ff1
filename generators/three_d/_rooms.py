"""Places to stand things in: floors and walls with a texture in perspective, light, and shadows on the floor."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import cos, pi, sin, sqrt
from typing import NamedTuple

import numpy as np

from trace_tasks.engine import Rng, skia

from ._render import Camera, Light, Trace, Vec, colored, hull, outline_points, unit

CIRCLE = tuple((round(cos(pi * i / 24), 6), round(sin(pi * i / 24), 6)) for i in range(48))
N = 512  # texels along a tile of texture


def _hash(h: int, w: int, salt: int) -> np.ndarray:
    """White noise in 0..1 from an integer hash (the lowbias32 constants of Wellons, 2018)."""
    x = np.arange(h * w, dtype=np.uint32) + np.uint32(salt * 0x9E3779B1 % 2**32)
    for shift, factor in ((16, 0x7FEB352D), (15, 0x846CA68B)):
        x ^= x >> np.uint32(shift)
        x *= np.uint32(factor)
    return ((x ^ x >> np.uint32(16)) >> np.uint32(16)).astype(np.float32).reshape(h, w) / np.float32(65536)


def _noise(rows: int, columns: int, salt: int, n: int = N) -> np.ndarray:
    """Smooth periodic noise in -1..1 with `rows` x `columns` lumps."""
    grid = _hash(rows, columns, salt) * 2 - 1
    for axis, cells in ((0, rows), (1, columns)):
        step = n // cells
        share = ((np.arange(n) % step) / np.float32(step)).astype(np.float32)
        share = share * share * (3 - 2 * share)
        share = share[:, None] if axis == 0 else share[None, :]
        grid = np.repeat(grid, step, axis) * (1 - share) + np.repeat(np.roll(grid, -1, axis), step, axis) * share
    return grid


def _tone(color: str) -> np.ndarray:
    return np.array([int(color[i : i + 2], 16) for i in (1, 3, 5)], np.float32)


def _wash(base: str, *layers: np.ndarray) -> np.ndarray:
    """A colour times 1 + the sum of the layers."""
    tone = np.ones((N, N), np.float32)
    for layer in layers:
        tone = tone + layer
    return _tone(base) * tone[..., None]


def _planks(base: str, boards: int = 4, gap: float = 0.55, whole: bool = False) -> np.ndarray:
    width = N // boards
    x, y = np.arange(N)[None, :], np.arange(N)[:, None]
    board = x // width
    shift = (board * 197 + 60) % N
    piece = ((y + shift) // (N // 2)) % 2 * (0 if whole else 1)
    tones = _hash(1, 2 * boards, 5 + boards)[0] - 0.5
    grain = _noise(4, 128, 11) * 0.05 + _noise(8, 64, 12) * 0.05 + _noise(2, 256, 13) * 0.035
    grain = np.where(piece == 1, grain, np.roll(grain, 133, 1))
    color = _wash(base, tones[board * 2 + piece] * 0.24, grain)
    joint = (x % width < 2) | ((y + shift) % (N // 2) < (0 if whole else 2))
    return np.where(joint[..., None], color * np.float32(gap), color)


def _tiles(first: str, second: str, grout: str, across: int = 4, running: bool = False) -> np.ndarray:
    size = N // across
    tall = size // 2 if running else size
    x, y = np.arange(N)[None, :], np.arange(N)[:, None]
    row = y // tall
    x = x + (row % 2) * (size // 2) if running else x + 0 * y
    column = (x // size) % across
    odd = ((row + column) % 2)[..., None] if not running else np.zeros((N, N, 1), int)
    own = _hash(N // tall, across, 21)[row % (N // tall), column] - 0.5
    tone = 1 + own * 0.12 + _noise(16, 16, 22) * 0.04 + _noise(64, 64, 23) * 0.025
    color = np.where(odd == 1, _tone(second), _tone(first)) * tone[..., None]
    line = max(size // 42, 2)
    seam = (x % size < line) | (y % tall < line)
    return np.where(seam[..., None], _tone(grout) * (1 + _noise(128, 128, 24) * 0.06)[..., None], color)


def _concrete(base: str) -> np.ndarray:
    clouds = _noise(4, 4, 31) * 0.05 + _noise(8, 8, 32) * 0.045 + _noise(32, 32, 33) * 0.03
    return _wash(base, clouds, (_hash(N, N, 34) - 0.5) * 0.07)


def _carpet(base: str) -> np.ndarray:
    return _wash(base, (_hash(N, N, 41) - 0.5) * 0.34, _noise(128, 128, 42) * 0.08, _noise(8, 8, 43) * 0.04)


def _grass(base: str) -> np.ndarray:
    blades = _noise(64, 256, 51) * 0.2 + _noise(128, 512, 52) * 0.22 + _noise(8, 8, 53) * 0.1
    return _wash(base, blades) * (1 + (_noise(16, 16, 54) * 0.12)[..., None] * np.array([1.0, 0.2, 0.3], np.float32))


def _mats(first: str, second: str) -> np.ndarray:
    x, y = np.arange(N)[None, :] + 0 * np.arange(N)[:, None], np.arange(N)[:, None] + 0 * np.arange(N)[None, :]
    half = N // 2
    tooth = np.where((y // 32) % 2 == 0, 7, -7)
    teeth = np.where((x // 32) % 2 == 0, 7, -7)
    a, b = ((x + tooth) // half) % 2, ((y + teeth) // half) % 2
    color = np.where(((a + b) % 2 == 0)[..., None], _tone(first), _tone(second))
    seam = (np.roll(a, 2, 1) != a) | (np.roll(b, 2, 0) != b)
    dimple = ((x % 16 - 8) ** 2 + (y % 16 - 8) ** 2 < 9) * -0.035
    color = color * (1 + dimple + (_hash(N, N, 61) - 0.5) * 0.04)[..., None]
    return np.where(seam[..., None], color * np.float32(0.72), color)


def _cloth(base: str) -> np.ndarray:
    x, y = np.arange(N)[None, :], np.arange(N)[:, None]
    weave = np.where((x // 2 + y // 2) % 2 == 0, 0.035, -0.035).astype(np.float32)
    return _wash(base, weave, _noise(128, 16, 71) * 0.03, _noise(16, 128, 72) * 0.03, _noise(4, 4, 73) * 0.03)


def _stripes(first: str, second: str, count: int = 8) -> np.ndarray:
    width = N // count
    band = (np.arange(N)[None, :] // (width // 2)) % 2 + 0 * np.arange(N)[:, None]
    return np.where(band[..., None] == 1, _tone(second), _tone(first)) * (1 + _noise(64, 64, 81) * 0.012)[..., None]


def _plaster(base: str) -> np.ndarray:
    return _wash(base, _noise(8, 8, 91) * 0.015, _noise(64, 64, 92) * 0.012, (_hash(N, N, 93) - 0.5) * 0.02)


def _hedge(base: str) -> np.ndarray:
    return _wash(base, _noise(32, 32, 95) * 0.3, _noise(64, 64, 96) * 0.28, _noise(8, 8, 97) * 0.16)


TEXTURES: dict[str, tuple[Callable[..., np.ndarray], tuple]] = {
    "oak": (_planks, ("#c79a66",)),
    "walnut": (_planks, ("#7b5436",)),
    "ash": (_planks, ("#b9ab98", 8)),
    "ebony": (_planks, ("#4a3a31",)),
    "bench": (_planks, ("#b98a57", 2)),
    "desk": (_planks, ("#8d5f3b", 2)),
    "decking": (_planks, ("#9c7656", 8, 0.3)),
    "ceramic": (_tiles, ("#d8d5cd", "#d2cec6", "#a9a49a")),
    "checker": (_tiles, ("#e6e3db", "#50565c", "#8c8c88")),
    "terracotta": (_tiles, ("#b5714f", "#ad6847", "#d1bfa8")),
    "slabs": (_tiles, ("#9fa09b", "#a9a8a0", "#73736d", 2)),
    "slate": (_tiles, ("#4d555c", "#474e55", "#33383d")),
    "concrete": (_concrete, ("#a9a8a4",)),
    "asphalt": (_concrete, ("#5b5d60",)),
    "graphite": (_concrete, ("#3f4348",)),
    "beige carpet": (_carpet, ("#bfae94",)),
    "blue carpet": (_carpet, ("#566f8f",)),
    "charcoal carpet": (_carpet, ("#4a4a50",)),
    "lawn": (_grass, ("#6f9a45",)),
    "foam": (_mats, ("#e9c46a", "#7fc0b5")),
    "pale foam": (_mats, ("#b8cbe0", "#e3dccf")),
    "linen": (_cloth, ("#e2d9c6",)),
    "felt": (_cloth, ("#3d6b5a",)),
    "navy cloth": (_cloth, ("#39486a",)),
    "wallpaper": (_stripes, ("#dfe5e6", "#cdd8da")),
    "warm wallpaper": (_stripes, ("#eee0cc", "#e4d0b4")),
    "brick": (_tiles, ("#a4553f", "#a4553f", "#c8bcae", 4, True)),
    "white brick": (_tiles, ("#d9d6d0", "#d9d6d0", "#bdb8b0", 4, True)),
    "metro tiles": (_tiles, ("#eceeed", "#eceeed", "#bcc2c2", 4, True)),
    "white wall": (_plaster, ("#dedbd4",)),
    "sage wall": (_plaster, ("#aebba5",)),
    "blue wall": (_plaster, ("#93a9bd",)),
    "ochre wall": (_plaster, ("#d3b078",)),
    "rose wall": (_plaster, ("#cfa79c",)),
    "dark wall": (_plaster, ("#3b4450",)),
    "plum wall": (_plaster, ("#51424f",)),
    "teal wall": (_plaster, ("#2f5257",)),
    "fence": (_planks, ("#8d7760", 8, 0.35, True)),
    "hedge": (_hedge, ("#476b35",)),
}


@lru_cache(24)
def texture(name: str) -> list[np.ndarray]:
    """The tile as packed RGBA words, then halved again and again."""
    maker, colors = TEXTURES[name]
    level = np.full((N, N, 4), 255, np.uint8)
    level[..., :3] = np.clip(maker(*colors), 0, 255).astype(np.uint8)
    levels = [level]
    while len(level) > 16:
        four = level.reshape(len(level) // 2, 2, len(level) // 2, 2, 4).astype(np.uint16)
        level = ((four[:, 0, :, 0] + four[:, 1, :, 0] + four[:, 0, :, 1] + four[:, 1, :, 1] + 2) >> 2).astype(np.uint8)
        levels.append(level)
    return [np.ascontiguousarray(v).view(np.uint32).reshape(-1) for v in levels]


class Room(NamedTuple):
    """Floor texture and how far a tile of it spans; wall texture, its span and height (0: to the ceiling), and
    the colour of the skirting board; the light. A room without a wall is a studio sweep of two colours."""

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
    "lamp": ((0.92, 0.76, 0.55), (0.30, 0.29, 0.30), (0.18, 0.15, 0.12), 0.62),
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
    toward = toward or unit((side * rng.uniform(0.25, 0.75), rng.uniform(0.95, 1.4), rng.uniform(-0.75, 0.05)))
    turn = rng.choice(((1.0, 0.0), (0.0, 1.0), (1.0, 0.0), (0.8, 0.6), (0.96, -0.28)))
    return Setting(room, Light(toward, key, sky, ground), turn, (rng.uniform(0, 3), rng.uniform(0, 3)), gloom)


def _sampled(levels, start, step, xs, texels) -> np.ndarray:
    """Texture words for every pixel: u and v run along each row as start + step * x; `texels` a pixel, by row."""
    out = np.empty((len(texels), len(xs)), np.uint32)
    level = np.zeros(len(texels), np.int8)
    for k in range(1, len(levels)):
        level += texels > 1.15 * 2**k
    changes = [0, *(np.flatnonzero(level[1:] != level[:-1]) + 1), len(texels)]
    for a, b in zip(changes, changes[1:], strict=False):
        k = int(level[a])
        n, scale = N >> k, np.float32(1 / (1 << k))
        u, v = (
            ((s[a:b] * scale + np.float32(64 * n))[:, None] + (t[a:b] * scale)[:, None] * xs[None, :]).astype(np.int64)
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
    xs = (np.arange(camera.width, dtype=np.float32) + np.float32(0.5 + nudge - camera.width / 2)) / np.float32(camera.focal)
    t = np.float32(-camera.at[1]) / (forward[1] + ys * np.float32(up[1]))
    x, z = (camera.at[i] + place.shift[i // 2] + t * (forward[i] + ys * np.float32(up[i])) for i in (0, 2))
    texels = np.float32(N / room.span)
    start = ((x * c + z * s) * texels, (z * c - x * s) * texels)
    step = (t * texels * (right[0] * c + right[2] * s), t * texels * (right[2] * c - right[0] * s))
    return _sampled(texture(room.floor), start, step, xs, t * np.float32(N / room.span / camera.focal * 1.5))


def _wall(camera: Camera, place: Setting, away: float, horizon: int, nudge: float) -> np.ndarray:
    room = place.room
    _, up, forward = camera.axes()
    level = sqrt(forward[0] ** 2 + forward[2] ** 2)
    rows = np.arange(0, horizon, dtype=np.float32) + np.float32(0.5 + nudge)
    ys = (np.float32(camera.height / 2) - rows) / np.float32(camera.focal)
    xs = (np.arange(camera.width, dtype=np.float32) + np.float32(0.5 + nudge - camera.width / 2)) / np.float32(camera.focal)
    t = np.float32(away) / (level + ys * np.float32((up[0] * forward[0] + up[2] * forward[2]) / level))
    y = camera.at[1] + t * (forward[1] + ys * np.float32(up[1]))
    texels = np.float32(N / room.wall_span)
    start = (0 * t + place.shift[0] * texels, -y * texels)
    step = (t * texels, 0 * t)
    return _sampled(texture(room.wall), start, step, xs, t * texels / np.float32(camera.focal))


def _smooth(name: str, sampled: Callable[[float], np.ndarray]) -> np.ndarray:
    """One sample a pixel, or the mean of two for textures with hard lines."""
    if TEXTURES[name][0] not in (_planks, _tiles, _mats, _stripes):
        return sampled(0.0)
    a, b = sampled(-0.25), sampled(0.25)
    both, either = a & b, a ^ b  # the mean of packed bytes: (a & b) + (a ^ b) / 2
    either &= np.uint32(0xFEFEFEFE)
    either >>= np.uint32(1)
    both += either
    return both


def _q(p: Sequence[float]) -> tuple[float, float]:
    return round(p[0] * 64) / 64, round(p[1] * 64) / 64


def _gradient(canvas, box, colors: Sequence[int], a, b, stops=None, blend=None) -> None:
    paint = skia.Paint(Shader=skia.GradientShader.MakeLinear([_q(a), _q(b)], list(colors), stops))
    canvas.drawRect(skia.Rect(*box), paint)


def _argb(color: str, opacity: float = 1.0) -> int:
    return round(opacity * 255) << 24 | int(color[1:7], 16)


def painted(trace: Trace, place: Setting, away: float, patches: Sequence[Patch] = ()) -> np.ndarray:
    """The finished view as (h, w, 4) bytes. `away` is how far before the camera the wall stands."""
    camera, room = trace.camera, place.room
    w, h = camera.width, camera.height
    pixels = np.empty((h, w, 4), np.uint8)
    _, _, forward = camera.axes()
    level = sqrt(forward[0] ** 2 + forward[2] ** 2)
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
            top = camera.project((foot[0], 0.11, foot[2]))[1]
            canvas.drawRect(skia.Rect(0, round(top), w, horizon), skia.Paint(Color=_argb(room.skirting)))
            canvas.drawRect(skia.Rect(0, round(top), w, round(top) + 1), skia.Paint(Color=0x38000000))
    black = round(horizon_shade * 255) << 24
    _gradient(canvas, (0, horizon - 70, w, horizon), (0x00000000, black), (0, horizon - 70), (0, horizon))
    _gradient(canvas, (0, horizon, w, horizon + 26), (black * 2 & 0xFF000000, 0), (0, horizon), (0, horizon + 26))


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
    x = (np.arange(w, dtype=np.float32) + np.float32(0.5)) / np.float32(w) - np.float32(0.5 + place.light.toward[0] * 0.2)
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
    """Cast shadows and the darker contact beneath each thing, each layer as one shape so that none adds up."""
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
