"""A small ray caster: a perspective camera, and convex solids in a depth buffer (see `_shading.py`).

Axes: x to the right, y up, z away from the viewer; the floor is y = 0. Directions are kept as (cosine, sine)
made by `turned`, so only + - * / and square roots ever reach a pixel: the picture is the same on every CPU.
"""

from collections.abc import Sequence
from functools import cached_property, lru_cache
from math import sqrt
from typing import NamedTuple

import numpy as np
from msgspec import Struct

from trace_tasks.engine import Box

Vec = tuple[float, float, float]
FAR = np.float32(1e9)
ROUND = ("frustum", "cup", "band")  # bodies of revolution between two rings
BEVEL = 0.014  # of rounded edges, as the light shows them


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
        x, y, z = (a - b for a, b in zip(p, self.at, strict=True))
        return sqrt(x * x + y * y + z * z)

    def project(self, p: Vec) -> tuple[float, float]:
        """The pixel that shows a point."""
        right, up, forward = self.axes()
        d = (p[0] - self.at[0], p[1] - self.at[1], p[2] - self.at[2])
        depth = max(d[0] * forward[0] + d[1] * forward[1] + d[2] * forward[2], 1e-6)
        across = d[0] * right[0] + d[2] * right[2]
        above = d[0] * up[0] + d[1] * up[1] + d[2] * up[2]
        return self.width / 2 + self.focal * across / depth, self.height / 2 - self.focal * above / depth

    def upright(self, middle: Vec, reach: Vec) -> Box:
        """The box of the pixels that show an upright box, given its middle and half extents."""
        (rx, _, rz), (ux, uy, uz), (fx, fy, fz) = self.axes()
        x, y, z = middle[0] - self.at[0], middle[1] - self.at[1], middle[2] - self.at[2]
        levels = (y - reach[1], y + reach[1])
        left = top = 1e9
        right = bottom = -1e9
        for a in (x - reach[0], x + reach[0]):
            for b in (z - reach[2], z + reach[2]):
                across, above, ahead = a * rx + b * rz, a * ux + b * uz, a * fx + b * fz
                for y in levels:
                    inverse = 1 / max(ahead + y * fy, 1e-6)
                    u, v = across * inverse, (above + y * uy) * inverse
                    left, right = u if u < left else left, u if u > right else right
                    bottom, top = v if v > bottom else bottom, v if v < top else top
        width, height, focal = self.width / 2, self.height / 2, self.focal
        return Box(width + focal * left, height - focal * bottom, width + focal * right, height - focal * top)

    def bounds(self, points: np.ndarray) -> Box:
        """The box of the pixels that show points, given in rows."""
        (rx, _, rz), (ux, uy, uz), (fx, fy, fz) = self.axes()
        x, y, z = (points[:, i] - self.at[i] for i in range(3))
        inverse = self.focal / np.maximum(x * fx + y * fy + z * fz, 1e-6)
        across, above = (x * rx + z * rz) * inverse, (x * ux + y * uy + z * uz) * inverse
        middle, half = self.width / 2, self.height / 2
        left, right, low, high = (float(v) for v in (across.min(), across.max(), above.min(), above.max()))
        return Box(middle + left, half - high, middle + right, half - low)

    def project_floor(self, x: np.ndarray, z: np.ndarray) -> np.ndarray:
        """The pixels that show floor points, rounded to 1/64."""
        (rx, _, rz), (ux, uy, uz), (fx, fy, fz) = self.axes()
        dx, dy, dz = x - self.at[0], -self.at[1], z - self.at[2]
        depth = np.maximum(dx * fx + dy * fy + dz * fz, 1e-6)
        px = self.width / 2 + self.focal * (dx * rx + dz * rz) / depth
        py = self.height / 2 - self.focal * (dx * ux + dy * uy + dz * uz) / depth
        return np.floor(np.stack((px, py), -1) * 64 + 0.5) / 64

    def rays(self, px: np.ndarray, py: np.ndarray) -> list[np.ndarray]:
        """Directions through pixels, one unit deep: the parameter along them is the depth."""
        right, up, forward = self.axes()
        a, b = (px - self.width / 2) / self.focal, (self.height / 2 - py) / self.focal
        return [forward[i] + a * right[i] + b * up[i] for i in range(3)]


@lru_cache(256)
def _axes(camera: Camera) -> tuple[Vec, Vec, Vec]:
    (ax, ay, az), (bx, by, bz) = camera.at, camera.target
    fx, fy, fz = unit((bx - ax, by - ay, bz - az))
    level = sqrt(fx * fx + fz * fz)
    return (fz / level, 0.0, -fx / level), (-fx * fy / level, level, -fz * fy / level), (fx, fy, fz)


class Paint(NamedTuple):
    """A surface: colour, finish (matte, gloss, metal, wood) and an optional pattern of a second colour.

    Patterns: `gores` around a ball, `slats` (dark joints of boards, one every `pitch`), `seam` (one joint at
    half of the pitch).
    """

    color: str
    finish: str = "matte"
    pattern: str = ""
    second: str = "#ffffff"
    pitch: float = 0.2


class Solid(NamedTuple):
    """A convex part of an object. `size` by shape:

    block: half width, height, half depth
    frustum: bottom radius, height, top radius (`cup`: without its lid; `band`: without lid and inside);
        with two slopes of the radius, at its ends, the shading blends from one to the other
    ellipsoid: radius across, radius up
    hoop: ring radius, tube radius, lying flat (`handle`: the same, upright)
    `at` is the middle of the base for block, frustum and cup, else the
    centre; `turn` is (cosine, sine).
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
        if self.shape in ROUND:
            r = max(a, self.size[2])
            return r, b / 2, r
        if self.shape == "ellipsoid":
            return a, b, a
        if self.shape == "hoop":
            return a + b, b, a + b
        return (a + b) * abs(self.turn[0]) + b, a + b, (a + b) * abs(self.turn[1]) + b

    @property
    def middle(self) -> Vec:
        lift = self.size[1] / 2 if self.shape in ("block", *ROUND) else 0.0
        return self.at[0], self.at[1] + lift, self.at[2]

    def corners(self) -> list[Vec]:
        (x, y, z), (a, b, d) = self.middle, self.reach
        return [(x + i * a, y + j * b, z + k * d) for i in (-1, 1) for j in (-1, 1) for k in (-1, 1)]

    def local(self, x, y, z):
        """Coordinates relative to `at`, unturned."""
        x, y, z = x - self.at[0], y - self.at[1], z - self.at[2]
        c, s = self.turn
        if s == 0.0 or self.shape in (*ROUND, "ellipsoid", "hoop"):
            return x, y, z
        return x * c + z * s, y, z * c - x * s

    def outward(self, x, y, z):
        """Undo the turn of `local` for a direction."""
        c, s = self.turn
        if s == 0.0 or self.shape in (*ROUND, "ellipsoid", "hoop"):
            return x, y, z
        return x * c - z * s, y, z * c + x * s


def hit(solid: Solid, o, d):
    """Ray parameter of the first hit (FAR for none) and the face; `o`, `d` are triples of arrays."""
    ox, oy, oz = solid.local(*o)
    c, s = solid.turn
    dx, dy, dz = d
    if s != 0.0 and solid.shape in ("block", "handle"):
        dx, dz = dx * c + dz * s, dz * c - dx * s
    return _HITS[solid.shape](solid.size, (ox, oy, oz), (dx, dy, dz))


def _hit_block(size, o, d):
    (ox, oy, oz), (dx, dy, dz) = o, d
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
    return np.where((near <= far) & (far > 1e-3) & (near > 1e-3), near, FAR), face


def _hit_frustum(size, o, d, lid=True, inside=False):
    (ox, oy, oz), (dx, dy, dz) = o, d
    r0, h, r1 = size[:3]
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
    if inside:
        y2 = oy + t2 * dy
        back = real & (y2 >= 0) & (y2 <= h) & (t2 > 1e-3) & (t2 < t)
        t, face = np.where(back, t2, t), np.where(back, np.int16(2), face)
    return t, face


def _hit_cup(size, o, d):
    return _hit_frustum(size, o, d, lid=False, inside=True)


def _hit_band(size, o, d):
    return _hit_frustum(size, o, d, lid=False)


def _hit_ellipsoid(size, o, d):
    (ox, oy, oz), (dx, dy, dz) = o, d
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


def _hit_ring(size, o, d, upright=False):
    (ox, oy, oz), (dx, dy, dz) = o, d
    scale = np.sqrt(dx * dx + dy * dy + dz * dz)
    t = np.maximum(-(ox * dx + oy * dy + oz * dz) / scale - (size[0] + size[1]) * 1.05, 0)
    dx, dy, dz = dx / scale, dy / scale, dz / scale
    for _ in range(14):
        gap = _ring_distance(size, upright, ox + t * dx, oy + t * dy, oz + t * dz)
        t = t + gap
    good = (gap < size[1] * 0.04) & (t > 1e-3)
    return np.where(good, t / scale, FAR).astype(np.float32), np.zeros(np.shape(t), np.int16)


def _hit_handle(size, o, d):
    return _hit_ring(size, o, d, upright=True)


_HITS = {
    "block": _hit_block,
    "frustum": _hit_frustum,
    "cup": _hit_cup,
    "band": _hit_band,
    "ellipsoid": _hit_ellipsoid,
    "hoop": _hit_ring,
    "handle": _hit_handle,
}


def normal(solid: Solid, face, x, y, z):
    """Outward unit normals in local coordinates at local points."""
    if solid.shape == "block":
        w, h, e = solid.size
        r = min(BEVEL, 0.4 * w, 0.4 * h, 0.4 * e)
        y = y - np.float32(h / 2)
        return units(*(_bent(v, np.float32(half - r)) for v, half in ((x, w), (y, h / 2), (z, e))))
    if solid.shape in ROUND:
        r0, h, r1, *slopes = solid.size
        around = np.sqrt(x * x + z * z)
        if slopes:
            k = np.float32(slopes[0]) + y * np.float32((slopes[1] - slopes[0]) / h)
        else:
            k = np.float32((r1 - r0) / h)
        if solid.shape != "frustum":
            sign = np.where(face == 2, np.float32(-1), np.float32(1))
            return [v * sign for v in units(x, -k * around, z)]
        bevel, top = np.float32(min(BEVEL, 0.3 * r1, 0.4 * h)), face == 1
        out = np.where(top, np.maximum(around - (r1 - bevel), 0) / bevel, 1) / (around + np.float32(1e-9))
        lift = np.where(top, 1, np.maximum(y - (h - bevel), 0) / bevel - k)
        return units(x * out, lift, z * out)
    if solid.shape == "ellipsoid":
        r, h = solid.size
        return units(x / (r * r), y / (h * h), z / (r * r))
    if solid.shape == "hoop":
        share = 1 - solid.size[0] / np.sqrt(x * x + z * z)
        return units(x * share, y, z * share)
    share = 1 - solid.size[0] / np.sqrt(x * x + y * y)
    return units(x * share, y * share, z)


def _bent(v, flat):
    """The part of a normal along one axis of a block, whose edges are rounded beyond `flat`."""
    return np.maximum(v - flat, 0) + np.minimum(v + flat, 0)


def units(x, y, z):
    length = np.sqrt(x * x + y * y + z * z) + np.float32(1e-12)
    return [x / length, y / length, z / length]


def _hull(solids: Sequence[Solid]) -> tuple[Vec, Vec]:
    """Middle and half extents of an upright box that holds the solids."""
    spans = [(s.middle, s.reach) for s in solids]
    low = [min(m[i] - r[i] for m, r in spans) for i in range(3)]
    high = [max(m[i] + r[i] for m, r in spans) for i in range(3)]
    mx, my, mz, rx, ry, rz = [(a + b) / 2 for a, b in zip(low, high, strict=True)] + [
        (b - a) / 2 for a, b in zip(low, high, strict=True)
    ]
    return (mx, my, mz), (rx, ry, rz)


def _smooth(parts: Sequence[tuple[int, Solid]]) -> np.ndarray:
    """By code, the code of the first part of the same turned body (the last entry is for -1)."""
    first = 0
    codes: list[int] = []
    for i, (owner, solid) in enumerate(parts):
        before = parts[i - 1]
        if not (i and owner == before[0] and len(solid.size) == len(before[1].size) == 5):
            first = i
        codes.extend(4 * first + face for face in range(4))
    return np.array([*codes, -1], np.int16)


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
        self.owner = np.full((h, w), -1, np.int16)  # the object that each pixel shows
        self.boxes: list[Box] = []  # of each object's whole outline, as if nothing stood before it
        self.areas: list[int] = []
        self.smooth = _smooth(self.parts)  # codes that are alike go over into one another without an edge
        self.hulls = [_hull(solids) for solids in objects]
        part = 0
        for solids in objects:
            part = self._add(solids, part)

    def window(self, solid: Solid) -> tuple[int, int, int, int]:
        """Whole pixels x0, y0, x1, y1 that hold the outline."""
        box = self.camera.upright(solid.middle, solid.reach)
        w, h = self.camera.width, self.camera.height
        return (
            min(max(int(box.x0) - 1, 0), w),
            min(max(int(box.y0) - 1, 0), h),
            min(max(int(box.x1) + 2, 0), w),
            min(max(int(box.y1) + 2, 0), h),
        )

    def rays(self, x0: int, y0: int, x1: int, y1: int):
        return [
            r[y0:y1, None] + c[None, x0:x1]
            if c.any()
            else np.broadcast_to(r[y0:y1, None], (y1 - y0, x1 - x0))
            for r, c in zip(self._rows, self._cols, strict=True)
        ]

    def _add(self, solids: Sequence[Solid], part: int) -> int:
        spans = [self.window(s) for s in solids]
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
        self.owner[into][nearer] = len(self.areas) - 1
        return part

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


def circles(solid: Solid) -> list[tuple[float, float, float, float]]:
    """Level circles (x, y, z, radius) whose hull is the solid, the lowest first: always eight."""
    (x, y, z), (c, s), (a, b) = solid.at, solid.turn, solid.size[:2]
    if solid.shape == "block":
        e = solid.size[2]
        plan = [(u * a, v * e) for u, v in ((1, 1), (-1, 1), (-1, -1), (1, -1))]
        return [(x + u * c - v * s, y + lift, z + v * c + u * s, 0.0) for lift in (0.0, b) for u, v in plan]
    if solid.shape in ROUND:
        return [(x, y, z, a), (x, y + b, z, solid.size[2])] * 4
    if solid.shape == "ellipsoid":
        return [(x, y, z, a), (x, y - 0.7 * b, z, 0.714 * a), (x, y + 0.7 * b, z, 0.714 * a)] * 2 + [
            (x, y, z, a)
        ] * 2
    if solid.shape == "hoop":
        return [(x, y, z, a + b)] * 8
    return [(x + u * a * c, y + v * a, z + u * a * s, b) for u, v in _OCTAGON]


_OCTAGON = ((0, -1), (0.7, -0.7), (1, 0), (0.7, 0.7), (0, 1), (-0.7, 0.7), (-1, 0), (-0.7, -0.7))


def hulls(x: np.ndarray, z: np.ndarray, r: np.ndarray, around: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The convex hull of each row of circles: its farthest points in the directions `around` (n, 2)."""
    u, v = around[:, 0], around[:, 1]
    reach = x[:, :, None] * u + z[:, :, None] * v + r[:, :, None]
    best = np.argmax(reach, 1)
    x, z, r = (np.take_along_axis(a, best, 1) for a in (x, z, r))
    return x + r * u, z + r * v
