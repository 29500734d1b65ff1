"""How things come to stand where they stand: cameras, and objects placed one by one under conditions."""

from collections.abc import Callable, Mapping, Sequence
from math import hypot, sqrt

import numpy as np
from msgspec.structs import replace

from trace_tasks.engine import Box, Reject, Rng

from .._props import FLOOR_KINDS, KINDS, TABLE_KINDS, WOOD
from .._render import Camera
from ._scene import COLORS, ObjectScene, Spot, Thing

Condition = Callable[[Thing, list[Thing]], bool]
Lay = Callable[[list[Thing]], tuple[float, float]]  # a place on the floor, drawn by what stands already
SIZES = ((660, 520), (700, 520), (620, 530), (740, 520), (600, 540), (680, 480))
TINTS = ("#e9e6df", "#cfc8bb", "#8f9499", WOOD, "#5a6472", "#d9c7a8")
LOWEST = 450  # px, of a picture
ROOM_ABOVE = 44  # px over every thing, for a letter


def viewpoint(rng: Rng, low: float = 1.25, high: float = 2.5, width: float = 3.7, size=None) -> Camera:
    """A camera some metres off that sees about `width` metres of floor at the middle of the scene."""
    w, h = size or rng.choice(SIZES)
    up, away, aside = rng.uniform(low, high, 2), rng.uniform(3.3, 4.6, 2), rng.uniform(-0.7, 0.7, 2)
    reach = round(sqrt(up * up + away * away + aside * aside), 2)
    focal = round(min(w * reach / width, h * reach / (width * 0.62)))
    return Camera(
        at=(aside, up, -away), target=(0.0, rng.uniform(0.2, 0.34, 2), 0.15), focal=focal, width=w, height=h
    )


def outline(camera: Camera, thing: Thing) -> Box:
    """A box in the picture that holds the thing."""
    r = thing.radius
    return camera.upright(thing.center, (r, (thing.top - thing.y) / 2, r))


def extent(scene: ObjectScene, rim: float = 0.0) -> list[tuple[float, float, float]]:
    """Points whose hull holds all that must be in the picture."""
    solids = scene.solids(lambda name: "#808080")
    around = [(t.x + a, 0.0, t.z + b) for t in scene.things for a, b in _rim(t.radius + rim)] if rim else []
    return (
        around
        + [p for thing in solids for solid in thing for p in solid.corners()]
        + [s.at for s in scene.spots]
    )


def aimed(
    camera: Camera, points, sides: float = 26, top: float = 46, bottom: float = 24, free: bool = True
) -> Camera:
    """The camera, turned and zoomed so that the points fill the picture; a `free` height follows."""
    w, h, points = camera.width, camera.height, np.array(points)
    for _ in range(3):
        box = camera.bounds(points)
        scale = (w - 2 * sides) / box.w
        if free:
            h = round(min(max(box.h * scale + top + bottom + 0.08 * w, LOWEST), 0.84 * w))
        scale = min(scale, (h - top - bottom) / box.h, 1.6)
        x, y = box.cx - camera.width / 2, camera.height / 2 - (box.cy - (top - bottom) / 2 / scale)
        right, up, forward = camera.axes()
        ray = [forward[i] + x / camera.focal * right[i] + y / camera.focal * up[i] for i in range(3)]
        x, y, z = (round(o + 4 * d, 3) for o, d in zip(camera.at, ray, strict=True))
        camera = Camera(camera.at, (x, y, z), float(int(camera.focal * scale)), w, h)
    return camera


def _rim(r: float) -> tuple[tuple[float, float], ...]:
    return (r, 0.0), (-r, 0.0), (0.0, r), (0.0, -r)


def framed(scene: ObjectScene, rim: float = 0.0) -> ObjectScene:
    """The scene as its cameras frame it; `rim` leaves room on the floor around each thing."""
    points = extent(scene, rim)
    if scene.second is None:
        return replace(scene, camera=aimed(scene.camera, points))
    views = (aimed(camera, points, 18, 40, 18, free=False) for camera in (scene.camera, scene.second))
    return replace(scene, **dict(zip(("camera", "second"), views, strict=True)))


def overlap(a: Box, b: Box) -> float:
    """Shared area over the smaller area."""
    w, h = min(a.x1, b.x1) - max(a.x0, b.x0), min(a.y1, b.y1) - max(a.y0, b.y0)
    return w * h / min(a.w * a.h, b.w * b.h) if w > 0 and h > 0 else 0.0


def anything(thing: Thing, before: list[Thing]) -> bool:
    return True


def outfit(rng: Rng, table: bool, count: int, first: int = 0) -> list[tuple[str, str]]:
    """Kinds and colours: every kind comes once, the `first` ones with a flat top."""
    kinds = rng.shuffled(TABLE_KINDS if table else FLOOR_KINDS)
    flat = [k for k in kinds if KINDS[k].flat_top][:first]
    kinds = (flat + [k for k in kinds if k not in flat])[:count]
    return [(kind, rng.choice(COLORS)) for kind in kinds]


class Placer:
    """Places things on the floor, each seen whole, clear of the others, and as its condition asks."""

    def __init__(self, rng: Rng, cameras: Sequence[Camera], crowding: float = 0.16, clear: float = 0.07):
        self.rng, self.cameras, self.crowding, self.clear = rng, cameras, crowding, clear
        self.things: list[Thing] = []
        self.outlines: list[tuple[Box, ...]] = []  # of the things, in each camera
        self.walls: list[tuple[float, float, float]] = []  # x, z, radius of what else stands there

    def fits(self, thing: Thing) -> bool:
        r = thing.radius + self.clear
        if any(hypot(thing.x - x, thing.z - z) < r + s for x, z, s in self.walls):
            return False
        if any(hypot(thing.x - t.x, thing.z - t.z) < r + t.radius for t in self.things):
            return False
        for k, camera in enumerate(self.cameras):
            box = outline(camera, thing)
            if not Box(10, ROOM_ABOVE, camera.width - 10, camera.height - 14).holds(box):
                return False
            if any(overlap(box, other[k]) > self.crowding for other in self.outlines):
                return False
        return True

    def add(self, thing: Thing) -> None:
        self.things.append(thing)
        self.outlines.append(tuple(outline(camera, thing) for camera in self.cameras))

    def try_place(
        self, kind: str, color: str, good: Condition, lay: Lay | None = None, tries: int = 70
    ) -> Thing | None:
        """Place a thing where `good` holds, at random or among the places that `lay` draws."""
        rng = self.rng
        turn, scale = rng.uniform(-0.9, 0.9, 2), rng.uniform(0.88, 1.14, 2)
        for _ in range(tries):
            x, z = lay(self.things) if lay else (rng.uniform(-2.0, 2.0, 2), rng.uniform(-1.5, 2.3, 2))
            thing = Thing(kind, color, x, z, turn=turn, scale=scale)
            if good(thing, self.things) and self.fits(thing):
                self.add(thing)
                return thing
        return None


def scattered(
    rng: Rng,
    camera: Camera,
    table: bool,
    conditions: Sequence[Condition],
    *,
    flat: int = 0,
    lays: Mapping[int, Lay] | None = None,
    **how,
) -> list[Thing]:
    """One thing for each condition, in that order; the first `flat` have flat tops."""
    for _ in range(25):
        placer = Placer(rng, [camera], **how)
        looks = outfit(rng, table, len(conditions), flat)
        if all(
            placer.try_place(*look, good, (lays or {}).get(k))
            for k, (look, good) in enumerate(zip(looks, conditions, strict=True))
        ):
            return placer.things
    raise Reject("no room for the things")


def floor_scene(
    rng: Rng, camera: Camera, conditions: Sequence[Condition], strain: float, **how
) -> ObjectScene:
    """A scene of one thing for each condition, not yet framed."""
    table = rng.chance(0.4)
    things = scattered(rng, camera, table, conditions, **how)
    return ObjectScene(camera=camera, things=tuple(things), table=table, strain=strain)


class Ground:
    """The floor of a scene, and where a dot on it is seen clear of the things."""

    def __init__(self, scene: ObjectScene):
        self.scene, camera = scene, scene.camera
        self.page = Box(40, 40, camera.width - 40, camera.height - 36)
        self.outlines = [outline(camera, t).inset(-9) for t in scene.things]

    def open(self, x: float, z: float, taken: Sequence[Spot], apart: float = 46) -> bool:
        """Whether a dot can lie there, at least `apart` pixels from the other dots."""
        camera = self.scene.camera
        pixel = camera.project((x, 0.0, z))
        if not self.page.holds(pixel) or any(box.holds(pixel) for box in self.outlines):
            return False
        if any(hypot(x - t.x, z - t.z) < t.radius + 0.21 for t in self.scene.things):
            return False
        dots = [camera.project((s.x, 0.0, s.z)) for s in taken]
        return all(hypot(pixel[0] - a, (pixel[1] - b) * 1.3) > apart for a, b in dots)


def dotted(
    rng: Rng,
    scene: ObjectScene,
    names: str,
    goods: Sequence[Callable[[float, float, list[Spot]], bool]],
    lay: Callable[[int], tuple[float, float]] | None = None,
) -> tuple[Spot, ...]:
    """One lettered dot on the floor for each condition; `lay` draws a place for the k-th of them."""
    ground = Ground(scene)
    for _ in range(12):
        spots: list[Spot] = []
        for k, (name, good) in enumerate(zip(names, goods, strict=True)):
            for _ in range(80):
                x, z = lay(k) if lay else (rng.uniform(-1.9, 1.9, 2), rng.uniform(-1.5, 2.2, 2))
                if good(x, z, spots) and ground.open(x, z, spots):
                    spots.append(Spot(name, x, z))
                    break
            else:
                break
        if len(spots) == len(names):
            return tuple(spots)
    raise Reject("no room for the points")


def along(a: Thing, b: Thing, x: float, z: float) -> tuple[float, float]:
    """Position of (x, z) on the line from a to b: metres past a, and metres to the left as one walks."""
    dx, dz = b.x - a.x, b.z - a.z
    length = hypot(dx, dz)
    return ((x - a.x) * dx + (z - a.z) * dz) / length, ((z - a.z) * dx - (x - a.x) * dz) / length


def beside(a: Thing, b: Thing, past: float, left: float) -> tuple[float, float]:
    """The floor point at such a position on the line from a to b: the inverse of `along`."""
    dx, dz = b.x - a.x, b.z - a.z
    length = hypot(dx, dz)
    return (
        round(a.x + (dx * past - dz * left) / length, 2),
        round(a.z + (dz * past + dx * left) / length, 2),
    )
