"""Colours for a traced view: one key light, light from sky and ground, gloss, metal, smooth outlines."""

from functools import lru_cache
from math import sqrt
from typing import NamedTuple

import numpy as np

from ._render import FAR, Solid, Trace, Vec, hit, normal, unit, units
from ._textures import mean_words, noise

LINEAR = np.array([(v / 255) ** 2.2 for v in range(256)], np.float32)
_SHOULDER = [v if (v := i / 511) < 0.5 else 1 - 0.5 / (1 + (v - 0.5) / 0.5) for i in range(1024)]
_TONES = np.array([round(255 * v ** (1 / 2.2)) for v in _SHOULDER], np.uint32)
TONES = [_TONES << np.uint32(8 * k) for k in range(3)]  # of light in 1/511: red, green and blue bytes
FINISHES = ("matte", "gloss", "metal", "wood")
_SPECKS = (1 + noise(64, 64, 101, 256) * 0.02 + noise(8, 8, 102, 256) * 0.05).astype(np.float32).ravel()
_WOOD = (1 + noise(128, 4, 103, 256) * 0.10 + noise(32, 2, 104, 256) * 0.10).astype(np.float32).ravel()
_SUBPIXELS = ((-0.125, -0.375), (0.375, -0.125), (0.125, 0.375), (-0.375, 0.125))


class Light(NamedTuple):
    """The key light's direction (towards it) and colour, and the ambient light from above and from below."""

    toward: Vec
    key: Vec = (0.80, 0.77, 0.72)
    sky: Vec = (0.42, 0.45, 0.50)
    ground: Vec = (0.22, 0.20, 0.18)


def colored(trace: Trace, light: Light, pixels: np.ndarray) -> None:
    """Lay the objects over `pixels` (h, w, 4), with antialiased outlines and shadows on one another."""
    code, w = trace.code.ravel(), trace.code.shape[1]
    edge = np.zeros(len(code), bool)
    for step in (1, w):
        at = np.flatnonzero(code[step:] != code[:-step])
        at = at[trace.smooth[code[at]] != trace.smooth[code[at + step]]]
        edge[at] = edge[at + step] = True
    spots = np.flatnonzero(edge)
    with np.errstate(all="ignore"):
        sub = _Samples.within_pixels(trace, spots, w)
        inner = np.flatnonzero((code >= 0) & ~edge)
        source = _first_alike(trace.smooth[sub.code].reshape(4, -1))
        hits = np.flatnonzero((source == np.arange(len(source))) & (sub.code >= 0))
        rows, cols = np.divmod(inner.astype(np.int32), np.int32(w))
        both = _Samples(
            np.concatenate([cols + np.float32(0.5), sub.x[hits]]),
            np.concatenate([rows + np.float32(0.5), sub.y[hits]]),
            np.concatenate([trace.depth.ravel()[inner], sub.t[hits]]),
            np.concatenate([code[inner], sub.code[hits]]),
        )
        color = _shaded_by_owner(trace, light, both)
    flat = pixels.view(np.uint32).ravel()
    sub_color = np.tile(flat[spots], 4)
    sub_color[hits] = color[len(inner) :]
    flat[inner] = color[: len(inner)]
    total = sub_color[source].reshape(4, -1)
    flat[spots] = mean_words(mean_words(total[0], total[1]), mean_words(total[2], total[3]))


def _first_alike(codes: np.ndarray) -> np.ndarray:
    """For each of the four samples of a pixel, the first that shows the same face: it is coloured for all."""
    source = np.arange(codes.size).reshape(codes.shape)
    for j in range(1, len(codes)):
        for i in reversed(range(j)):
            source[j] = np.where(codes[j] == codes[i], source[i], source[j])
    return source.ravel()


def _shaded_by_owner(trace: Trace, light: Light, samples: "_Samples") -> np.ndarray:
    """Packed colours of samples, one object after another (so that all arrays stay small)."""
    part = samples.code >> np.int16(2)
    order = np.argsort(part, kind="stable")
    starts = np.searchsorted(part[order], np.arange(len(trace.parts) + 1)).tolist()
    color = np.empty(len(order), np.uint32)
    first = 0
    for owner in range(len(trace.areas)):
        last = first + sum(i == owner for i, _ in trace.parts)
        pick = order[starts[first] : starts[last]]
        if pick.size:
            inside = [v - starts[first] for v in starts[first : last + 1]]
            group = _Group(owner, [s for _, s in trace.parts[first:last]], inside)
            color[pick] = _shade(trace, light, group, _Samples(*(v[pick] for v in samples)))
        first = last
    return color


class _Group(NamedTuple):
    """One object's parts, and where the samples of each start."""

    owner: int
    solids: list[Solid]
    starts: list[int]


class _Samples(NamedTuple):
    """Points of the picture and what each shows: ray parameter, and part * 4 + face (-1 for none)."""

    x: np.ndarray
    y: np.ndarray
    t: np.ndarray
    code: np.ndarray

    @classmethod
    def within_pixels(cls, trace: Trace, spots: np.ndarray, w: int) -> "_Samples":
        """Four samples in each of the given pixels, traced through the parts that its neighbours show."""
        n = len(spots)
        rows, cols = np.divmod(spots.astype(np.int32), np.int32(w))
        x = np.concatenate([cols + np.float32(0.5 + dx) for dx, _ in _SUBPIXELS])
        y = np.concatenate([rows + np.float32(0.5 + dy) for _, dy in _SUBPIXELS])
        t, code = np.full(4 * n, FAR, np.float32), np.full(4 * n, -1, np.int16)
        pixels, starts = _around(trace, rows, cols)
        for part, (_, solid) in enumerate(trace.parts):
            near = pixels[starts[part] : starts[part + 1]]
            if near.size:
                pick = np.concatenate([near, near + n, near + 2 * n, near + 3 * n])
                own, face = hit(solid, trace.camera.at, trace.camera.rays(x[pick], y[pick]))
                nearer = own < t[pick]
                won = pick[nearer]
                t[won], code[won] = own[nearer], face[nearer] + np.int16(part * 4)
        return cls(x, y, t, code)


def _around(trace: Trace, rows: np.ndarray, cols: np.ndarray) -> tuple[np.ndarray, list[int]]:
    """Which of the given pixels show each part, or have a neighbour that does: part after part, and where
    each part starts.
    """
    code, width = np.pad(trace.code, 1, constant_values=-1).ravel(), trace.code.shape[1] + 2
    middle = (rows + 1) * width + cols + 1
    shown = [code[middle + step] >> np.int16(2) for step in (0, -1, 1, -width, width)]
    for i in range(1, 5):
        for j in range(i):
            shown[i] = np.where(shown[i] == shown[j], np.int16(-1), shown[i])
    parts = np.concatenate(shown)
    order = np.argsort(parts, kind="stable")
    starts = np.searchsorted(parts[order], np.arange(len(trace.parts) + 1)).tolist()
    return order % len(rows), starts


def _shade(trace: Trace, light: Light, group: _Group, samples: _Samples) -> np.ndarray:
    """Packed colours of one object's samples, which are sorted by part."""
    d = trace.camera.rays(samples.x, samples.y)
    p = [np.float32(o) + samples.t * v for o, v in zip(trace.camera.at, d, strict=True)]
    n, albedo, open_sky = _surfaces(group, samples, p, np.float32(1.1 / trace.camera.focal))
    finish = _finishes(group)
    lx, ly, lz = (np.float32(v) for v in light.toward)
    facing = n[0] * lx + n[1] * ly + n[2] * lz
    lit = np.maximum(facing * np.float32(0.82) + np.float32(0.18), 0) * open_sky
    lit *= _unshaded(trace, light, group, p)
    open_sky *= np.minimum(np.float32(0.55) + p[1] * np.float32(2.6), 1)
    up = n[1] * np.float32(0.5) + np.float32(0.5)
    open_sky *= np.float32(0.68) + up * np.float32(0.38)
    view = units(*d)
    along = view[0] * n[0] + view[1] * n[1] + view[2] * n[2]
    rise = view[1] - 2 * along * n[1]  # of the reflected ray
    glint = _gleam(units(lx - view[0], ly - view[1], lz - view[2]), n, facing, finish)
    rim = np.maximum(1 + along, 0)
    rim = rim * rim * rim
    mirror = _by_finish(finish == 1, lambda: 0.04 + rim * np.float32(0.55), lambda: rim * np.float32(0.12))
    glint += mirror * np.maximum(rise * np.float32(0.6) + np.float32(0.4), 0) * open_sky
    metal = np.flatnonzero(finish == 2) if np.ndim(finish) else np.arange(len(glint) if finish == 2 else 0)
    bright = _mirrored(rise[metal])
    out = np.full(len(glint), 0xFF000000, np.uint32)
    for k in range(3):
        sky = np.float32(light.ground[k]) + np.float32(light.sky[k] - light.ground[k]) * up
        glow = sky * open_sky + np.float32(light.key[k]) * lit
        if metal.size:
            glow[metal] = glow[metal] * np.float32(0.45) + bright
        glow *= albedo[k]
        glow += glint
        np.minimum(glow, 2, out=glow)
        glow *= np.float32(511)
        glow += np.float32(0.5)
        out |= TONES[k].take(glow.astype(np.int64))
    return out


def _finishes(group: _Group):
    """The number of each sample's finish: one for all, where they are alike."""
    kinds = [FINISHES.index(s.paint.finish) for s in group.solids]
    if min(kinds) == max(kinds):
        return kinds[0]
    return np.repeat(np.array(kinds, np.int8), np.diff(group.starts))


def _surfaces(group: _Group, samples: _Samples, p, pixel: np.float32):
    """Normals, linear colours, and how open to the light each point is (less deep inside a cup).

    `pixel` is the width of a pixel, one unit before the camera.
    """
    n, albedo = ([np.empty(len(samples.t), np.float32) for _ in range(3)] for _ in range(2))
    depths = np.ones(len(samples.t), np.float32)
    cups = [(s.at[1], s.at[1] + s.size[1]) for s in group.solids if s.shape == "cup"]
    for part, solid in enumerate(group.solids):
        span = slice(group.starts[part], group.starts[part + 1])
        if span.stop == span.start:
            continue
        face = samples.code[span] & np.int16(3)
        inner = solid.local(*(v[span] for v in p))
        for to, v in zip(n, solid.outward(*normal(solid, face, *inner)), strict=True):
            to[span] = v
        second = pattern(solid, face, inner, samples.t[span] * pixel)
        grain = _grain(solid, *inner)
        for to, a, b in zip(albedo, _rgb(solid.paint.color), _rgb(solid.paint.second), strict=True):
            np.multiply(grain, a if second is None else a + (b - a) * second, out=to[span])
        if solid.shape == "cup":
            bottom, top = min(cups)[0], max(c[1] for c in cups)
            low = np.float32(0.45) + (p[1][span] - np.float32(bottom)) * np.float32(0.55 / (top - bottom))
            depths[span] = np.where(face == 2, low, 1)
    return n, albedo, depths


def _grain(solid: Solid, x, y, z) -> np.ndarray:
    """Gentle unevenness of a surface around 1: long fibres in wood, faint specks elsewhere."""
    wood = solid.paint.finish == "wood"
    across, down = (36, 190) if wood else (170, 170)
    u = ((x + z * np.float32(0.7)) * np.float32(across)).astype(np.int32) & np.int32(255)
    v = ((y + z * np.float32(0.31)) * np.float32(down)).astype(np.int32) & np.int32(255)
    u += v << np.int32(8)
    return (_WOOD if wood else _SPECKS).take(u)


def _mirrored(rise) -> np.ndarray:
    """What polished metal reflects from a direction that rises so far: a bright sky over a dark horizon."""
    sky = np.float32(0.34) + np.clip(rise * np.float32(1.7) + np.float32(0.15), 0, 1) * np.float32(0.62)
    gap = np.clip(np.abs(rise + np.float32(0.07)) * np.float32(14) - np.float32(0.4), 0, 1)
    return sky * (np.float32(0.42) + gap * np.float32(0.22))


def _gleam(half, n, facing, finish) -> np.ndarray:
    """The highlight: wide and faint on matte things; on glossy ones the image of a soft lamp."""
    close = np.maximum(half[0] * n[0] + half[1] * n[1] + half[2] * n[2], 0)
    wide = close
    for _ in range(3):
        wide = wide * wide

    def glossy():
        lamp = np.clip((close - np.float32(0.968)) * np.float32(45), 0, 1)
        return wide * np.float32(0.08) + lamp * lamp * (3 - 2 * lamp) * np.float32(0.5)

    shine = _by_finish((finish == 0) | (finish == 3), lambda: wide * np.float32(0.06), glossy)
    return shine * np.clip(facing * 5, 0, 1)


def _by_finish(which, yes, no) -> np.ndarray:
    """Values of yes() where `which` holds, else of no(); only what is needed is computed."""
    if np.ndim(which):
        return np.where(which, yes(), no())
    return yes() if which else no()


def _unshaded(trace: Trace, light: Light, group: _Group, p) -> np.ndarray:
    """The share of the key light that other things let through: each counts as the ellipsoid around it."""
    through = np.ones(len(p[0]), np.float32)
    own = trace.hulls[group.owner]
    for owner, (middle, reach) in enumerate(trace.hulls):
        if owner == group.owner or not _may_shade(middle, reach, *own, light.toward):
            continue
        toward = unit((light.toward[0] / reach[0], light.toward[1] / reach[1], light.toward[2] / reach[2]))
        x, y, z = ((v - np.float32(m)) * np.float32(1 / r) for v, m, r in zip(p, middle, reach, strict=True))
        along = x * np.float32(toward[0]) + y * np.float32(toward[1]) + z * np.float32(toward[2])
        off = x * x + y * y + z * z - along * along
        dark = np.clip((np.float32(1.2) - off) * np.float32(1.6), 0, 1) * np.clip(
            along * np.float32(-1.6), 0, 1
        )
        through *= 1 - np.float32(0.8) * dark * dark * (3 - 2 * dark)
    return through


@lru_cache(4096)
def _may_shade(a: Vec, reach: Vec, b: Vec, own: Vec, toward: Vec) -> bool:
    """Whether a thing about `a` can stand between the light and a thing about `b`."""
    d = (a[0] - b[0], a[1] - b[1], a[2] - b[2])
    along = d[0] * toward[0] + d[1] * toward[1] + d[2] * toward[2]
    room = sqrt(sum(v * v for v in reach)) + sqrt(sum(v * v for v in own))
    off = d[0] * d[0] + d[1] * d[1] + d[2] * d[2] - along * along
    return along > -0.3 * room and off < room * room


def pattern(solid: Solid, face, inner, foot):
    """Share of the second colour, or None; edges are as soft as `foot`, the width of a pixel there."""
    kind, pitch, (x, y, z) = solid.paint.pattern, np.float32(solid.paint.pitch), inner
    if not kind:
        return None
    half, soft = np.float32(0.5), 1 / foot
    if kind == "gores":
        a, b = np.abs(x), np.abs(z)
        ring = (np.where(x > 0, 1, 0) + np.where(z > 0, 1, 0) + np.where(a > b, 1, 0)) & 1
        edge = np.minimum(np.minimum(a, b), np.abs(a - b) * np.float32(0.707))
        inside = np.where(ring == 1, edge, -edge)
        cap = np.float32(0.3 * solid.size[0]) - np.sqrt(x * x + z * z)
        inside = np.maximum(inside, cap)
    else:  # slats, or one seam at half of the pitch
        u = (
            y / pitch + half
            if kind == "seam"
            else np.where(face == 1, z if solid.shape == "block" else x, y) / pitch
        )
        away = u - np.floor(u)
        inside = (np.float32(0.06 if kind == "slats" else 0.035) - np.minimum(away, 1 - away)) * pitch
    return np.clip(inside * soft + half, 0, 1)


@lru_cache(512)
def _rgb(color: str) -> tuple[np.float32, np.float32, np.float32]:
    return tuple(LINEAR[int(color[i : i + 2], 16)] for i in (1, 3, 5))
