"""A small ray caster: a perspective camera, convex solids in a depth buffer, shading by one key light and the sky.

Axes: x to the right, y up, z away from the viewer; the floor is y = 0. Directions are kept as (cosine, sine) made
by `turned`, so only + - * / and square roots ever reach a pixel: the picture is the same on every CPU.
"""

from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from math import sqrt
from typing import NamedTuple

import numpy as np
from msgspec import Struct

from trace_tasks.engine import Box

Vec = tuple[float, float, float]
FAR = np.float32(1e9)
LINEAR = np.array([(v / 255) ** 2.2 for v in range(256)], np.float32)
GAMMA = np.array([round(255 * (i / 1023) ** (1 / 2.2)) for i in range(1024)], np.uint8)
_SUBPIXELS = ((-0.125, -0.375), (0.375, -0.125), (0.125, 0.375), (-0.375, 0.125))


def turned(t: float) -> tuple[float, float]:
    """The (cosine, sine) of a turn whose half angle has the tangent `t`: -1..1 is -90..90 degrees."""
    return (1 - t * t) / (1 + t * t), 2 * t / (1 + t * t)


def unit(v: Vec) -> Vec:
    length = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2])
    return v[0] / length, v[1] / length, v[2] / length


class Camera(Struct, frozen=True):
    """A pinhole camera without roll. `focal` and the picture's size are in pixels."""

    at: Vec
    target: Vec
    focal: float
    width: int
    height: int

    def axes(self) -> tuple[Vec, Vec, Vec]:
        """Unit vectors to the right, up and forward, as the picture shows them."""
        return _axes(self)

    def depth(self, p: Vec) -> float:
        """How far before the camera's plane a point lies."""
        f = self.axes()[2]
        return sum((p[i] - self.at[i]) * f[i] for i in range(3))

    def distance(self, p: Vec) -> float:
        return sqrt(sum((p[i] - self.at[i]) ** 2 for i in range(3)))

    def project(self, p: Vec) -> tuple[float, float]:
        """The pixel that shows a point."""
        right, up, forward = self.axes()
        d = (p[0] - self.at[0], p[1] - self.at[1], p[2] - self.at[2])
        depth = max(d[0] * forward[0] + d[1] * forward[1] + d[2] * forward[2], 1e-6)
        across = d[0] * right[0] + d[2] * right[2]
        above = d[0] * up[0] + d[1] * up[1] + d[2] * up[2]
        return self.width / 2 + self.focal * across / depth, self.height / 2 - self.focal * above / depth

    def project_floor(self, x: np.ndarray, z: np.ndarray) -> np.ndarray:
        """The pixels that show floor points, rounded to 1/64."""
        (rx, _, rz), (ux, uy, uz), (fx, fy, fz) = self.axes()
        dx, dy, dz = x - self.at[0], -self.at[1], z - self.at[2]
        depth = np.maximum(dx * fx + dy * fy + dz * fz, 1e-6)
        px = self.width / 2 + self.focal * (dx * rx + dz * rz) / depth
        py = self.height / 2 - self.focal * (dx * ux + dy * uy + dz * uz) / depth
        return np.floor(np.stack((px, py), 1) * 64 + 0.5) / 64

    def floor_at(self, px: float, py: float) -> tuple[float, float] | None:
        """The floor point (x, z) that a pixel shows, or None above the horizon."""
        right, up, forward = self.axes()
        a, b = (px - self.width / 2) / self.focal, (self.height / 2 - py) / self.focal
        d = [forward[i] + a * right[i] + b * up[i] for i in range(3)]
        if d[1] > -1e-3:
            return None
        t = -self.at[1] / d[1]
        return self.at[0] + t * d[0], self.at[2] + t * d[2]


@lru_cache(256)
def _axes(camera: Camera) -> tuple[Vec, Vec, Vec]:
    fx, fy, fz = unit(tuple(b - a for a, b in zip(camera.at, camera.target, strict=True)))
    level = sqrt(fx * fx + fz * fz)
    return (fz / level, 0.0, -fx / level), (-fx * fy / level, level, -fz * fy / level), (fx, fy, fz)


class Paint(NamedTuple):
    """A surface: colour, finish (matte, gloss, metal) and an optional pattern of a second colour.

    Patterns: `bands` of `pitch` along the height, `gores` around a ball, `slats` (dark joints of boards).
    """

    color: str
    finish: str = "matte"
    pattern: str = ""
    second: str = "#ffffff"
    pitch: float = 0.2


class Solid(NamedTuple):
    """A convex part of an object. `size` by shape:

    block: half width, height, half depth · frustum: bottom radius, height, top radius · cup: the same without its
    lid · ellipsoid: radius across, radius up · hoop: ring radius, tube radius (flat) · handle: the same, upright.
    `at` is the middle of the base for block, frustum and cup, else the centre; `turn` is (cosine, sine) about y.
    """

    shape: str
    at: Vec
    size: tuple[float, ...]
    paint: Paint
    turn: tuple[float, float] = (1.0, 0.0)

    @property
    def reach(self) -> Vec:
        """Half extents of an upright box about `middle` that holds the solid."""
        a, b = self.size[0], self.size[1]
        if self.shape == "block":
            c, s = abs(self.turn[0]), abs(self.turn[1])
            d = self.size[2]
            return a * c + d * s, b / 2, a * s + d * c
        if self.shape in ("frustum", "cup"):
            r = max(a, self.size[2])
            return r, b / 2, r
        if self.shape == "ellipsoid":
            return a, b, a
        if self.shape == "hoop":
            return a + b, b, a + b
        return (a + b) * abs(self.turn[0]) + b, a + b, (a + b) * abs(self.turn[1]) + b

    @property
    def middle(self) -> Vec:
        lift = self.size[1] / 2 if self.shape in ("block", "frustum", "cup") else 0.0
        return self.at[0], self.at[1] + lift, self.at[2]

    def corners(self) -> list[Vec]:
        (x, y, z), (a, b, d) = self.middle, self.reach
        return [(x + i * a, y + j * b, z + k * d) for i in (-1, 1) for j in (-1, 1) for k in (-1, 1)]

    def local(self, x, y, z):
        """Coordinates relative to `at`, unturned."""
        x, y, z = x - self.at[0], y - self.at[1], z - self.at[2]
        c, s = self.turn
        if s == 0.0 or self.shape in ("frustum", "cup", "ellipsoid", "hoop"):
            return x, y, z
        return x * c + z * s, y, z * c - x * s

    def outward(self, x, y, z):
        """Undo the turn of `local` for a direction."""
        c, s = self.turn
        if s == 0.0 or self.shape in ("frustum", "cup", "ellipsoid", "hoop"):
            return x, y, z
        return x * c - z * s, y, z * c + x * s


def hit(solid: Solid, o, d, shadow: bool = False):
    """Ray parameter of the first hit (FAR for none) and the face that is hit; `o`, `d` are triples of arrays."""
    ox, oy, oz = solid.local(*o)
    c, s = solid.turn
    dx, dy, dz = d
    if s != 0.0 and solid.shape in ("block", "handle"):
        dx, dz = dx * c + dz * s, dz * c - dx * s
    return _HITS[solid.shape](solid.size, ox, oy, oz, dx, dy, dz, shadow)


def _hit_block(size, ox, oy, oz, dx, dy, dz, shadow):
    w, h, e = size
    near = far = face = None
    for k, (o, d, low, high) in enumerate(((ox, dx, -w, w), (oy, dy, 0.0, h), (oz, dz, -e, e))):
        inverse = 1 / d
        a, b = (low - o) * inverse, (high - o) * inverse
        enter, leave = np.minimum(a, b), np.maximum(a, b)
        if near is None:
            near, far, face = enter, leave, np.zeros(np.shape(enter), np.int16)
        else:
            face = np.where(enter > near, np.int16(k), face)
            near, far = np.maximum(near, enter), np.minimum(far, leave)
    return np.where((near <= far) & (far > 1e-3) & ((near > 1e-3) | shadow), near, FAR), face


def _hit_frustum(size, ox, oy, oz, dx, dy, dz, shadow, lid=True):
    r0, h, r1 = size
    k = (r1 - r0) / h
    at = r0 + k * oy
    a = dx * dx + dz * dz - (k * k) * dy * dy if k else dx * dx + dz * dz
    b = ox * dx + oz * dz - k * at * dy if k else ox * dx + oz * dz
    disc = b * b - a * (ox * ox + oz * oz - at * at)
    root = np.sqrt(np.maximum(disc, 0))
    t1, t2 = (-b - root) / a, (-b + root) / a
    if k:
        t1, t2 = np.minimum(t1, t2), np.maximum(t1, t2)
    y1 = oy + t1 * dy
    real = disc > 0
    t = np.where(real & (y1 >= 0) & (y1 <= h) & (t1 > 1e-3), t1, FAR)
    face = np.zeros(np.shape(t), np.int16)
    if lid:
        top = (h - oy) / dy
        x, z = ox + top * dx, oz + top * dz
        on_top = (x * x + z * z <= r1 * r1) & (top < t) & (top > 1e-3)
        t, face = np.where(on_top, top, t), on_top.astype(np.int16)
    if shadow or not lid:
        y2 = oy + t2 * dy
        inside = real & (y2 >= 0) & (y2 <= h) & (t2 > 1e-3) & (t2 < t)
        t, face = np.where(inside, t2, t), np.where(inside, np.int16(2), face)
    return t, face


def _hit_cup(size, ox, oy, oz, dx, dy, dz, shadow):
    return _hit_frustum(size, ox, oy, oz, dx, dy, dz, shadow, lid=False)


def _hit_ellipsoid(size, ox, oy, oz, dx, dy, dz, shadow):
    r, h = size
    ox, oy, oz = ox / r, oy / h, oz / r
    dx, dy, dz = dx / r, dy / h, dz / r
    a = dx * dx + dy * dy + dz * dz
    b = ox * dx + oy * dy + oz * dz
    disc = b * b - a * (ox * ox + oy * oy + oz * oz - 1)
    root = np.sqrt(np.maximum(disc, 0))
    t = (-b - root) / a
    good = (disc > 0) & (t > 1e-3)
    return np.where(good, t, FAR), np.zeros(np.shape(t), np.int16)


def _ring_distance(size, upright, x, y, z):
    flat, off = (np.sqrt(x * x + y * y), z) if upright else (np.sqrt(x * x + z * z), y)
    around = flat - size[0]
    return np.sqrt(around * around + off * off) - size[1]


def _hit_ring(size, ox, oy, oz, dx, dy, dz, shadow, upright=False):
    scale = np.sqrt(dx * dx + dy * dy + dz * dz)
    t = np.maximum(-(ox * dx + oy * dy + oz * dz) / scale - (size[0] + size[1]) * 1.05, 0)
    dx, dy, dz = dx / scale, dy / scale, dz / scale
    for _ in range(14):
        gap = _ring_distance(size, upright, ox + t * dx, oy + t * dy, oz + t * dz)
        t = t + gap
    good = (gap < size[1] * 0.04) & (t > 1e-3)
    return np.where(good, t / scale, FAR).astype(np.float32), np.zeros(np.shape(t), np.int16)


def _hit_handle(size, ox, oy, oz, dx, dy, dz, shadow):
    return _hit_ring(size, ox, oy, oz, dx, dy, dz, shadow, upright=True)


_HITS = {
    "block": _hit_block,
    "frustum": _hit_frustum,
    "cup": _hit_cup,
    "ellipsoid": _hit_ellipsoid,
    "hoop": _hit_ring,
    "handle": _hit_handle,
}


def normal(solid: Solid, face, x, y, z):
    """Outward unit normals in local coordinates at local points."""
    zero = np.zeros_like(x)
    if solid.shape == "block":
        w, h, e = solid.size
        sides = [
            np.where(face == 0, np.where(x > 0, np.float32(1), np.float32(-1)), zero),
            np.where(face == 1, np.where(y > h / 2, np.float32(1), np.float32(-1)), zero),
            np.where(face == 2, np.where(z > 0, np.float32(1), np.float32(-1)), zero),
        ]
        return sides
    if solid.shape in ("frustum", "cup"):
        r0, h, r1 = solid.size
        k = (r1 - r0) / h
        around = np.sqrt(x * x + z * z)
        n = _unit(x, -k * around, z)
        top = face == 1
        n = [np.where(top, zero, n[0]), np.where(top, np.float32(1), n[1]), np.where(top, zero, n[2])]
        inside = np.where(face == 2, np.float32(-1), np.float32(1))
        return [v * inside for v in n]
    if solid.shape == "ellipsoid":
        r, h = solid.size
        return _unit(x / (r * r), y / (h * h), z / (r * r))
    if solid.shape == "hoop":
        share = 1 - solid.size[0] / np.sqrt(x * x + z * z)
        return _unit(x * share, y, z * share)
    share = 1 - solid.size[0] / np.sqrt(x * x + y * y)
    return _unit(x * share, y * share, z)


def _unit(x, y, z):
    length = np.sqrt(x * x + y * y + z * z) + np.float32(1e-12)
    return [x / length, y / length, z / length]


class Trace:
    """The depth buffer of one view: which part of which object each pixel shows.

    `objects` gives the solids of each object, in the order of their numbers.
    """

    def __init__(self, camera: Camera, objects: Sequence[Sequence[Solid]]):
        self.camera = camera
        self.parts = [(i, solid) for i, solids in enumerate(objects) for solid in solids]
        w, h = camera.width, camera.height
        right, up, forward = camera.axes()
        xs = ((np.arange(w) + 0.5 - w / 2) / camera.focal).astype(np.float32)
        ys = ((h / 2 - np.arange(h) - 0.5) / camera.focal).astype(np.float32)
        self._cols = [xs * np.float32(v) for v in right]
        self._rows = [np.float32(f) + ys * np.float32(v) for f, v in zip(forward, up, strict=True)]
        self.depth = np.full((h, w), FAR, np.float32)
        self.code = np.full((h, w), -1, np.int16)  # part * 4 + face
        self.boxes: list[Box] = []  # of each object's whole outline, as if nothing stood before it
        self.areas: list[int] = []
        self.windows: list[tuple[int, int, int, int]] = []
        part = 0
        for solids in objects:
            part = self._add(solids, part)

    def window(self, solids: Iterable[Solid]) -> tuple[int, int, int, int]:
        """Whole pixels x0, y0, x1, y1 that hold the outlines."""
        points = [self.camera.project(p) for s in solids for p in s.corners()]
        xs, ys = [p[0] for p in points], [p[1] for p in points]
        w, h = self.camera.width, self.camera.height
        return (
            min(max(int(min(xs)) - 1, 0), w),
            min(max(int(min(ys)) - 1, 0), h),
            min(max(int(max(xs)) + 2, 0), w),
            min(max(int(max(ys)) + 2, 0), h),
        )

    def rays(self, x0: int, y0: int, x1: int, y1: int):
        return [
            r[y0:y1, None] + c[None, x0:x1] if c.any() else np.broadcast_to(r[y0:y1, None], (y1 - y0, x1 - x0))
            for r, c in zip(self._rows, self._cols, strict=True)
        ]

    def _add(self, solids: Sequence[Solid], part: int) -> int:
        spans = [self.window([s]) for s in solids]
        self.windows.extend(spans)
        x0, y0 = min(s[0] for s in spans), min(s[1] for s in spans)
        x1, y1 = max(s[2] for s in spans), max(s[3] for s in spans)
        depth = np.full((max(y1 - y0, 1), max(x1 - x0, 1)), FAR, np.float32)
        code = np.full(depth.shape, -1, np.int16)
        with np.errstate(all="ignore"):
            for solid, (a, b, c, d) in zip(solids, spans, strict=True):
                if c > a and d > b:
                    t, face = hit(solid, self.camera.at, self.rays(a, b, c, d))
                    into = (slice(b - y0, d - y0), slice(a - x0, c - x0))
                    nearer = t < depth[into]
                    np.copyto(depth[into], t, where=nearer)
                    np.copyto(code[into], face + np.int16(part * 4), where=nearer)
                part += 1
        shown = code >= 0
        rows, cols = np.flatnonzero(shown.any(1)), np.flatnonzero(shown.any(0))
        if rows.size:
            self.boxes.append(Box(x0 + cols[0], y0 + rows[0], x0 + cols[-1] + 1, y0 + rows[-1] + 1))
        else:
            self.boxes.append(Box(x0, y0, x0, y0))
        self.areas.append(int(np.count_nonzero(shown)))
        into = (slice(y0, y0 + depth.shape[0]), slice(x0, x0 + depth.shape[1]))
        nearer = depth < self.depth[into]
        np.copyto(self.depth[into], depth, where=nearer)
        np.copyto(self.code[into], code, where=nearer)
        return part

    @cached_property
    def owner(self) -> np.ndarray:
        """The object that each pixel shows, -1 for none."""
        owners = np.array([*(i for i, _ in self.parts for _ in range(4)), -1], np.int16)
        return owners[self.code]

    @cached_property
    def shares(self) -> list[float]:
        """The visible share of each object."""
        seen = [int(np.count_nonzero(self.within(box) == i)) for i, box in enumerate(self.boxes)]
        return [n / area if area else 0.0 for n, area in zip(seen, self.areas, strict=True)]

    def within(self, box: Box) -> np.ndarray:
        """The owners of the pixels in a box."""
        return self.owner[max(int(box.y0), 0) : int(box.y1), max(int(box.x0), 0) : int(box.x1)]

    @lru_cache(256)  # noqa: B019
    def seen_box(self, i: int) -> Box:
        """The box of the visible pixels of an object."""
        box = self.boxes[i]
        shown = self.within(box) == i
        rows, cols = np.flatnonzero(shown.any(1)), np.flatnonzero(shown.any(0))
        if not rows.size:
            return box
        return Box(box.x0 + cols[0], box.y0 + rows[0], box.x0 + cols[-1] + 1, box.y0 + rows[-1] + 1)

    def covers(self, i: int, j: int) -> int:
        """How many pixels of object j the object i hides, nothing else being there."""
        a = Trace(self.camera, [[s for k, s in self.parts if k == i], [s for k, s in self.parts if k == j]])
        return a.areas[1] - int(np.count_nonzero(a.owner == 1))


class Light(NamedTuple):
    """The key light's direction (towards it) and colour, and the ambient light from above and from below."""

    toward: Vec
    key: Vec = (0.80, 0.77, 0.72)
    sky: Vec = (0.42, 0.45, 0.50)
    ground: Vec = (0.22, 0.20, 0.18)


def colored(trace: Trace, light: Light, pixels: np.ndarray) -> None:
    """Lay the objects over `pixels` (h, w, 4), with antialiased outlines and shadows on one another."""
    code, (h, w) = trace.code, trace.code.shape
    edge = np.zeros((h, w), bool)
    across, down = code[:, 1:] != code[:, :-1], code[1:] != code[:-1]
    edge[:, 1:] |= across
    edge[:, :-1] |= across
    edge[1:] |= down
    edge[:-1] |= down
    spots = np.flatnonzero(edge)
    with np.errstate(all="ignore"):
        sub = _Samples.within_pixels(trace, spots, w)
        inner = np.flatnonzero(np.where(edge, np.int16(-1), code) >= 0)
        hits = np.flatnonzero(sub.code >= 0)
        rows, cols = np.divmod(inner.astype(np.int32), np.int32(w))
        both = _Samples(
            np.concatenate([cols + np.float32(0.5), sub.x[hits]]),
            np.concatenate([rows + np.float32(0.5), sub.y[hits]]),
            np.concatenate([trace.depth.ravel()[inner], sub.t[hits]]),
            np.concatenate([code.ravel()[inner], sub.code[hits]]),
        )
        order = np.argsort(both.code >> np.int16(2), kind="stable")
        color = np.empty((len(order), 3), np.uint8)
        color[order] = _shade(trace, light, _Samples(*(v[order] for v in both)))
    flat, n = pixels.reshape(-1, 4), len(spots)
    sub_color = np.tile(flat[spots, :3], (4, 1))
    sub_color[hits] = color[len(inner) :]
    flat[inner, :3] = color[: len(inner)]
    total = sub_color.reshape(4, n, 3).astype(np.uint16)
    flat[spots, :3] = ((total[0] + total[1] + total[2] + total[3] + 2) >> 2).astype(np.uint8)


class _Samples(NamedTuple):
    """Points of the picture and what each shows: ray parameter, and part * 4 + face (-1 for none)."""

    x: np.ndarray
    y: np.ndarray
    t: np.ndarray
    code: np.ndarray

    @classmethod
    def within_pixels(cls, trace: Trace, spots: np.ndarray, w: int) -> "_Samples":
        """Four samples in each of the given pixels, traced."""
        n = len(spots)
        rows, cols = np.divmod(spots.astype(np.int32), np.int32(w))
        x = np.concatenate([cols + np.float32(0.5 + dx) for dx, _ in _SUBPIXELS])
        y = np.concatenate([rows + np.float32(0.5 + dy) for _, dy in _SUBPIXELS])
        t, code = np.full(4 * n, FAR, np.float32), np.full(4 * n, -1, np.int16)
        for part, (_, solid) in enumerate(trace.parts):
            x0, y0, x1, y1 = trace.windows[part]
            first, last = np.searchsorted(rows, y0), np.searchsorted(rows, y1)
            near = np.flatnonzero((cols[first:last] >= x0) & (cols[first:last] < x1)) + first
            if near.size:
                pick = np.concatenate([near, near + n, near + 2 * n, near + 3 * n])
                own, face = hit(solid, trace.camera.at, _directions(trace.camera, x[pick], y[pick]))
                nearer = own < t[pick]
                won = pick[nearer]
                t[won], code[won] = own[nearer], face[nearer] + np.int16(part * 4)
        return cls(x, y, t, code)


def _directions(camera: Camera, px: np.ndarray, py: np.ndarray):
    right, up, forward = camera.axes()
    a, b = (px - camera.width / 2) / camera.focal, (camera.height / 2 - py) / camera.focal
    return [forward[i] + a * right[i] + b * up[i] for i in range(3)]


def _shade(trace: Trace, light: Light, samples: _Samples) -> np.ndarray:
    """Colours of samples that are sorted by part."""
    d = _directions(trace.camera, samples.x, samples.y)
    p = [np.float32(o) + samples.t * v for o, v in zip(trace.camera.at, d, strict=True)]
    count = len(samples.t)
    n = [np.empty(count, np.float32) for _ in range(3)]
    albedo = [np.empty(count, np.float32) for _ in range(3)]
    deep = np.ones(count, np.float32)
    starts = np.searchsorted(samples.code >> np.int16(2), np.arange(len(trace.parts) + 1)).tolist()
    for part, (_, solid) in enumerate(trace.parts):
        span = slice(starts[part], starts[part + 1])
        if span.stop > span.start:
            face = samples.code[span] & np.int16(3)
            inner = solid.local(*(v[span] for v in p))
            for to, v in zip(n, solid.outward(*normal(solid, face, *inner)), strict=True):
                to[span] = v
            _surface(solid, face, inner, [v[span] for v in albedo])
            if solid.shape == "cup":
                low = np.minimum(np.float32(0.35) + inner[1] * np.float32(0.65 / solid.size[1]), 1)
                deep[span] = np.where(face == 2, low, 1)
    finish = np.array([("matte", "gloss", "metal").index(s.paint.finish) for _, s in trace.parts], np.int8)
    finish = np.repeat(finish, np.diff(starts))
    lx, ly, lz = (np.float32(v) for v in light.toward)
    lit = np.maximum((n[0] * lx + n[1] * ly + n[2] * lz) * np.float32(0.86) + np.float32(0.14), 0) * deep
    _shade_from_others(trace, light, starts, p, n, lit)
    up = n[1] * np.float32(0.5) + np.float32(0.5)
    open_sky = np.minimum(np.float32(0.62) + p[1] * np.float32(2.6), 1) * deep
    view = _unit(*d)
    along = view[0] * n[0] + view[1] * n[1] + view[2] * n[2]
    half = _unit(lx - view[0], ly - view[1], lz - view[2])
    glint = _gleam(half, n, lit, finish)
    rim = np.maximum(1 + along, 0)
    glint += np.where(finish == 1, rim * rim * rim * up, 0) * np.float32(0.16)
    metal = np.flatnonzero(finish == 2)
    mirror = view[1][metal] - 2 * along[metal] * n[1][metal]
    bright = np.float32(0.34) + np.clip(mirror * np.float32(1.7) + np.float32(0.15), 0, 1) * np.float32(0.62)
    bright = np.where((mirror > -0.16) & (mirror < 0.02), bright * np.float32(0.62), bright) * np.float32(0.62)
    out = np.empty((count, 3), np.uint8)
    for k in range(3):
        sky = np.float32(light.ground[k]) + np.float32(light.sky[k] - light.ground[k]) * up
        glow = sky * open_sky + np.float32(light.key[k]) * lit
        glow[metal] = glow[metal] * np.float32(0.45) + bright
        value = np.clip(albedo[k] * glow + glint, 0, 1)
        out[:, k] = GAMMA[(value * np.float32(1023) + np.float32(0.5)).astype(np.int16)]
    return out


def _surface(solid: Solid, face, inner, albedo) -> None:
    """Fill the linear colours of a solid's points."""
    second = _pattern(solid, face, *inner)
    for to, a, b in zip(albedo, _rgb(solid.paint.color), _rgb(solid.paint.second), strict=True):
        to[:] = a if second is None else a + (b - a) * second


def _gleam(half, n, lit, finish) -> np.ndarray:
    """The highlight: wide and faint on matte things, small on glossy ones."""
    glint = np.maximum(half[0] * n[0] + half[1] * n[1] + half[2] * n[2], 0)
    for _ in range(3):
        glint = glint * glint
    wide, sharp = glint, glint
    for _ in range(3):
        sharp = sharp * sharp
    return np.where(finish == 0, wide * np.float32(0.07), sharp * np.float32(0.6)) * (lit > 0.1)


def _shade_from_others(trace: Trace, light: Light, starts, p, n, lit: np.ndarray) -> None:
    """Dim `lit` where a solid stands between a point and the key light."""
    direction = [np.float32(v) for v in light.toward]
    blockers = [(i, solid) for i, solid in trace.parts if min(solid.reach) > 0.028]
    owners = [i for i, _ in trace.parts]
    for owner in range(len(trace.areas)):
        own = [s for i, s in trace.parts if i == owner]
        first = owners.index(owner)
        span = slice(starts[first], starts[first + len(own)])
        others = [b for i, b in blockers if (i != owner or len(own) > 1) and any(_may_shade(b, s, light.toward) for s in own)]
        if not others:
            continue
        bright = np.flatnonzero(lit[span] > 0.16) + span.start
        start = [v[bright] + m[bright] * np.float32(0.012) for v, m in zip(p, n, strict=True)]
        dark = np.zeros(len(bright), bool)
        for blocker in others:
            x, y, z = (v - np.float32(m) for v, m in zip(start, blocker.middle, strict=True))
            along = x * direction[0] + y * direction[1] + z * direction[2]
            reach = np.float32(sum(v * v for v in blocker.reach))
            near = np.flatnonzero(x * x + y * y + z * z - along * along < reach)
            if near.size:
                t, _ = hit(blocker, [v[near] for v in start], direction, shadow=True)
                dark[near] |= t < FAR
        lit[bright[dark]] *= np.float32(0.22)


@lru_cache(4096)
def _may_shade(blocker: Solid, solid: Solid, toward: Vec) -> bool:
    a, b = blocker.middle, solid.middle
    d = (a[0] - b[0], a[1] - b[1], a[2] - b[2])
    (ax, ay, az), (bx, by, bz) = blocker.reach, solid.reach
    along = d[0] * toward[0] + d[1] * toward[1] + d[2] * toward[2]
    room = sqrt(ax * ax + ay * ay + az * az) + sqrt(bx * bx + by * by + bz * bz)
    off = d[0] * d[0] + d[1] * d[1] + d[2] * d[2] - along * along
    return solid is not blocker and along > -0.35 * room and off < room * room


def _pattern(solid: Solid, face, x, y, z):
    """Share of the second colour, or None."""
    kind, pitch = solid.paint.pattern, np.float32(solid.paint.pitch)
    if not kind:
        return None
    if kind == "bands":
        step = y / pitch
        return np.where(step - np.floor(step) < 0.5, np.float32(0), np.float32(1))
    if kind == "gores":
        ring = (np.where(x > 0, 1, 0) + np.where(z > 0, 1, 0) + np.where(x * x > z * z, 1, 0)) & 1
        return np.where(np.abs(y) > solid.size[1] * 0.93, 1, ring).astype(np.float32)
    if kind == "belt":
        return np.where(np.abs(y) < pitch, np.float32(1), np.float32(0))
    u = np.where(face == 1, z if solid.shape == "block" else x, y) / pitch  # slats
    share = u - np.floor(u)
    return np.where((share < 0.07) | (share > 0.93), np.float32(1), np.float32(0))


@lru_cache(512)
def _rgb(color: str) -> tuple[np.float32, np.float32, np.float32]:
    return tuple(LINEAR[int(color[i : i + 2], 16)] for i in (1, 3, 5))


_CIRCLE = np.array(
    [(1.0, 0.0), (0.866, 0.5), (0.5, 0.866), (0.0, 1.0), (-0.5, 0.866), (-0.866, 0.5), (-1.0, 0.0), (-0.866, -0.5),
     (-0.5, -0.866), (0.0, -1.0), (0.5, -0.866), (0.866, -0.5)]
)  # fmt: skip
_SQUARE = np.array([(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)])


def outline_points(solid: Solid) -> np.ndarray:
    """Points (x, y, z) of the surface whose hull is the solid, near enough for a shadow; the lowest ring first."""
    (x, y, z), (c, s) = solid.at, solid.turn
    if solid.shape == "handle":
        r = solid.size[0] + solid.size[1]
        u, v = _CIRCLE[:, 0] * r, _CIRCLE[:, 1] * r
        return np.stack((x + u * c, y + v, z + u * s), 1)
    if solid.shape == "block":
        w, h, e = solid.size
        u, v = _SQUARE[:, 0] * w, _SQUARE[:, 1] * e
        u, v = u * c - v * s, v * c + u * s
        return np.concatenate([np.stack((x + u, np.full(4, y + lift), z + v), 1) for lift in (0.0, h)])
    if solid.shape in ("frustum", "cup"):
        rings = ((0.0, solid.size[0]), (solid.size[1], solid.size[2]))
    elif solid.shape == "ellipsoid":
        r, h = solid.size
        rings = ((0.0, r), (-0.7 * h, 0.714 * r), (0.7 * h, 0.714 * r))
    else:
        rings = ((0.0, solid.size[0] + solid.size[1]),)
    u, v = _CIRCLE[:, 0], _CIRCLE[:, 1]
    return np.concatenate([np.stack((x + u * r, np.full(12, y + lift), z + v * r), 1) for lift, r in rings])


def hull(points: Iterable[tuple[float, float]]) -> list[tuple[float, float]]:
    """The convex hull, in a constant sense of rotation (Andrew's monotone chain)."""
    ordered = sorted(set(points))
    ends: list[list[tuple[float, float]]] = []
    for sequence in (ordered, ordered[::-1]):
        chain: list[tuple[float, float]] = []
        for p in sequence:
            while len(chain) > 1 and (chain[-1][0] - chain[-2][0]) * (p[1] - chain[-2][1]) <= (
                chain[-1][1] - chain[-2][1]
            ) * (p[0] - chain[-2][0]):
                chain.pop()
            chain.append(p)
        ends.append(chain[:-1])
    return ends[0] + ends[1]
