"""The state of an object scene, and its picture."""

from collections.abc import Sequence
from math import sqrt
from typing import ClassVar

import numpy as np
from msgspec import Struct

from trace_tasks.engine import LETTERS, Box, Canvas, Reject, Scene, darker

from .._props import KINDS, WOODS, Build, parts
from .._render import Camera, Paint, Solid, Trace, Vec, turned
from .._rooms import CIRCLE, Patch, Setting, painted, setting

COLORS = ("red", "orange", "yellow", "green", "blue", "purple", "pink", "cyan", "white")
DARK, PALE = "#14171b", "#ffffff"
LEAST_SEEN = 0.4
BADGE = 0.75  # radius of a badge by the size of its letter


class Thing(Struct, frozen=True):
    """One object; (x, y, z) is the middle of its base and y its height above the floor."""

    kind: str
    color: str
    x: float
    z: float
    y: float = 0.0
    turn: float = 0.0  # tangent of half the angle
    scale: float = 1.0

    @property
    def radius(self) -> float:
        return KINDS[self.kind].radius * self.scale

    @property
    def top(self) -> float:
        return self.y + KINDS[self.kind].height * self.scale

    @property
    def center(self) -> Vec:
        return self.x, (self.y + self.top) / 2, self.z

    @property
    def base(self) -> Vec:
        return self.x, self.y, self.z

    @property
    def phrase(self) -> str:
        return f"{self.color} {self.kind}"


class Spot(Struct, frozen=True):
    """A lettered point; one above the floor is the bead at the top of a thin pole that stands on `foot`."""

    name: str
    x: float
    z: float
    y: float = 0.0
    foot: float = 0.0

    @property
    def at(self) -> Vec:
        return self.x, self.y, self.z


class Stand(Struct, frozen=True):
    """Furniture without a letter: plinth, column, table, crate or open crate. `size` is half its width."""

    kind: str
    x: float
    z: float
    size: float
    height: float
    tint: str
    turn: float = 0.0


class ObjectScene(Scene):
    camera: Camera
    things: tuple[Thing, ...]  # clear of each other; in one view, every kind comes once
    table: bool  # things of a table top, or of a floor
    stands: tuple[Stand, ...] = ()
    spots: tuple[Spot, ...] = ()
    second: Camera | None = None  # another view of the same things
    strain: float = 0.0  # 0..1: how near the wrong answers come
    degrade = True
    least_visible: ClassVar[float] = 0.35
    about = (
        "The picture shows several everyday objects.",
        "This is a view of several objects.",
        "Several everyday objects are shown.",
    )

    @property
    def load(self):
        return len(self.things) + len(self.spots) + 3 * self.strain

    @property
    def scene_variant(self):
        return "table" if self.table else "floor"

    @property
    def ground(self) -> str:
        return "table top" if self.table else "floor"

    def distance(self, i: int) -> float:
        """From the camera to the centre of a thing."""
        return self.camera.distance(self.things[i].center)

    def place(self, i: int) -> tuple[float, float]:
        """The pixel of a thing's centre."""
        return self.camera.project(self.things[i].center)

    def spot(self, name: str) -> Spot:
        return next(s for s in self.spots if s.name == name)

    def solids(self, shade) -> list[list[Solid]]:
        """The solids of the things, then of the stands and poles; `shade` maps colour names to colours."""
        things = [parts(t.kind, shade(t.color), t.base, turned(t.turn), t.scale) for t in self.things]
        return [*things, *map(furniture, self.stands), *(_pole(s) for s in self.spots if s.y > 0)]

    def draw(
        self,
        c: Canvas,
        labels: tuple[int, ...] = (),
        ringed: tuple[int, ...] = (),
        arrow: tuple[int, int] | None = None,
        boxed: int | None = None,
    ):
        where = setting(c.rng, c.style.dark, self.table, even=self.second is not None)
        solids = self.solids(c.named)
        patches = [p for i in ringed for p in _ring(self.things[i])]
        if arrow:
            patches.extend(_arrow(self.things[arrow[0]], self.things[arrow[1]]))
        if self.second is None:
            c.page(self.camera.width, self.camera.height, margin=0)
            trace = _view(c, self.camera, solids, where, patches, self)
            for i in range(len(self.things)):
                c.mark("thing", i, box=trace.seen_box(i), visible=trace.shares[i])
            lines = [p for i in ringed for p in _circle(self.things[i], 0.095)[::3]]
            if arrow:
                lines.extend(_stretch(self.things[arrow[0]], self.things[arrow[1]]))
            shown = [Box.at(self.camera.project((x, 0.0, z)), 9) for x, z in lines]
            _letters(c, trace, labels, shown)
            _spots(c, trace, self.spots, shown)
            return
        _two_views(c, self, solids, where, labels, boxed)


def _view(c: Canvas, camera: Camera, solids, where: Setting, patches, scene: ObjectScene, at=(0, 0)) -> Trace:
    trace = Trace(camera, solids)
    if min(trace.shares[: len(scene.things)]) < LEAST_SEEN:
        raise Reject("a thing is hidden")
    if any(not Box(3, 3, camera.width - 3, camera.height - 3).holds(b) for b in trace.boxes):
        raise Reject("a thing is cut by the frame")
    view = painted(trace, where, _wall_distance(camera, scene), patches)
    c.pixels[at[1] : at[1] + camera.height, at[0] : at[0] + camera.width] = view
    return trace


def _wall_distance(camera: Camera, scene: ObjectScene) -> float:
    """Behind everything, measured level from the camera."""
    _, _, (fx, _, fz) = camera.axes()
    level = sqrt(fx * fx + fz * fz)
    points = [(t.x, t.z) for t in scene.things]
    points += [(s.x, s.z) for s in scene.stands] + [(s.x, s.z) for s in scene.spots]
    return max(((x - camera.at[0]) * fx + (z - camera.at[2]) * fz) / level for x, z in points) + 0.75


def _two_views(c: Canvas, scene: ObjectScene, solids, where: Setting, labels, boxed: int | None) -> None:
    head, gap = round(c.pt(1) * 2), 14
    w, h = scene.camera.width, scene.camera.height
    beside = w < h * 1.3
    c.page(
        2 * w + 3 * gap if beside else w + 2 * gap,
        h + head + gap if beside else 2 * (h + head) + gap,
        margin=0,
    )
    names = c.rng.choice((("View 1", "View 2"), ("First view", "Second view"), ("Camera 1", "Camera 2")))
    for n, camera in enumerate((scene.camera, scene.second or scene.camera)):
        at = (gap + n * (w + gap), head) if beside else (gap, head + n * (h + head))
        c.text(names[n], (at[0] + w / 2, at[1] - head / 2), c.pt(1), weight=600, family="Inter")
        trace = _view(c, camera, solids, where, (), scene, at)
        for i in range(len(scene.things)):
            box = trace.seen_box(i).moved(*at)
            c.mark("thing" if n else "first", i, box=box, visible=trace.shares[i])
            if i == boxed and not n:
                c.rect(box.inset(-4), None, "#ffffff", 6)
                c.rect(box.inset(-4), None, c.named("red"), 3.5)
        if n:
            _letters(c, trace, labels, (), at)


def _badge(c: Canvas, letter: str, at, size: float) -> None:
    c.circle(at, size * BADGE, PALE, DARK, 1.8, shadow=3)
    c.text(letter, at, size, weight=700, color=DARK, family="Inter")


def _letters(c: Canvas, trace: Trace, labels: Sequence[int], shown: Sequence[Box], at=(0, 0)) -> None:
    """A lettered badge by each thing: above it, beside it, or else on it; `shown` are boxes to keep off."""
    size = max(c.pt(0.4), 18)
    places = _badge_places(trace, labels, size * BADGE, shown)
    for i, (x, y) in zip(labels, places, strict=True):
        tip = _touched(trace, i, (x, y))
        a, b = (x + at[0], y + at[1]), (tip[0] + at[0], tip[1] + at[1])
        c.line(a, b, DARK, 4.6)
        c.circle(b, 4, PALE, DARK, 1.4)
        c.line(a, b, PALE, 2)
    for letter, (x, y) in zip(LETTERS, places, strict=False):
        _badge(c, letter, (x + at[0], y + at[1]), size)


def _badge_places(trace: Trace, labels: Sequence[int], r: float, shown) -> list[tuple[float, float]]:
    """The middles of the badges of radius `r`: each over free floor or wall by its thing, or else on it."""
    taken: list[Box] = list(shown)
    places = []
    page = Box(0, 0, trace.camera.width, trace.camera.height).inset(3)
    for i in labels:
        box = trace.seen_box(i)
        sides = [(box.cx + dx * r, box.y0 - r - lift) for lift in (9, 20, 34) for dx in (0, 0.9, -0.9)] + [
            (box.x1 + r + 7, box.cy),
            (box.x0 - r - 7, box.cy),
            (box.cx, box.y1 + r + 7),
        ]
        spot = next((p for p in sides if _free(trace, p, r, page, taken, i)), None)
        places.append(spot or _on(trace, i, r, taken))
        taken.append(Box.at(places[-1], 2 * r))
    return places


def _touched(trace: Trace, i: int, p: tuple[float, float]) -> tuple[float, float]:
    """Where a pointer from `p` ends on a thing: a little inside its nearest visible part."""
    box = trace.seen_box(i)
    rows, cols = np.nonzero(trace.within(box)[::2, ::2] == i)
    xs, ys = box.x0 + 2 * cols, box.y0 + 2 * rows
    k = int(np.argmin((xs - p[0]) * (xs - p[0]) + (ys - p[1]) * (ys - p[1])))
    x, y = float(xs[k]), float(ys[k])
    reach = sqrt((x - p[0]) * (x - p[0]) + (y - p[1]) * (y - p[1]))
    return (x, y) if reach < 1 else (x + (x - p[0]) / reach * 6, y + (y - p[1]) / reach * 6)


def _free(trace: Trace, p, r: float, page: Box, taken, own: int) -> bool:
    part = trace.within(Box.at(p, 2 * r + 2))
    return _clear(p, r, page, taken) and not ((part >= 0) & (part != own)).any()


def _on(trace: Trace, i: int, r: float, taken) -> tuple[float, float]:
    """A place on the thing itself."""
    box = trace.seen_box(i)
    for u, v in ((0.5, 0.5), (0.5, 0.35), (0.5, 0.65), (0.35, 0.5), (0.65, 0.5), (0.5, 0.2), (0.5, 0.8)):
        p = box.point(u, v)
        room = Box.at(p, 2 * r)
        part = trace.within(room)
        if part.size and (part == i).mean() > 0.6 and not any(room.overlaps(t, 2) for t in taken):
            return p
    raise Reject("no place for a letter")


def _spots(c: Canvas, trace: Trace, spots: Sequence[Spot], shown: Sequence[Box]) -> None:
    """Dots on the floor, or the beads of poles, each with its letter beside it."""
    size = max(c.pt(0.3), 17)
    pixels = {s.name: trace.camera.project(s.at) for s in spots}
    taken = [*shown, *(Box.at(p, 14) for p in pixels.values())]
    for spot in spots:
        x, y = c.mark("spot", spot.name, point=pixels[spot.name])
        if spot.y == 0:
            if trace.within(Box.at((x, y), 13, 9)).max() >= 0:
                raise Reject("a point is covered")
            c.ellipse(Box.at((x, y), 20, 15), PALE, DARK, 1.2)
            c.ellipse(Box.at((x, y), 12, 9), "#e0245e")
        at = _beside(trace, (x, y), size * BADGE, 11 if spot.y == 0 else 12, taken)
        taken.append(Box.at(at, 2 * size * BADGE))
        _badge(c, spot.name, at, size)


def _beside(trace: Trace, pixel, r: float, gap: float, taken) -> tuple[float, float]:
    """The middle of a badge of radius `r` by a pixel: over the floor if possible, never over a badge."""
    (x, y), reach = pixel, r + gap
    page = Box(0, 0, trace.camera.width, trace.camera.height).inset(3)
    sides = ((0, -1), (1, 0), (-1, 0), (0.8, -0.8), (-0.8, -0.8), (0, 1))
    places = [(x + dx * reach, y + dy * reach) for dx, dy in sides]
    clear = [p for p in places if _clear(p, r, page, taken)]
    if not clear:
        raise Reject("no place for a letter")
    return next((p for p in clear if _free(trace, p, r, page, taken, -5)), clear[0])


def _clear(p, r: float, page: Box, taken) -> bool:
    room = Box.at(p, 2 * r + 2)
    if not page.holds(room):
        return False
    x0, y0, x1, y1 = room.inset(-2)
    return not any(x0 < a1 and a0 < x1 and y0 < b1 and b0 < y1 for a0, b0, a1, b1 in taken)


def _circle(thing: Thing, off: float) -> list[tuple[float, float]]:
    """Floor points around a thing, so far off it."""
    r = thing.radius + off
    return [(thing.x + u * r, thing.z + v * r) for u, v in CIRCLE]


def _stretch(a: Thing, b: Thing) -> list[tuple[float, float]]:
    """Floor points on the line between two things."""
    return [(a.x + (b.x - a.x) * k / 16, a.z + (b.z - a.z) * k / 16) for k in range(1, 16)]


def _ring(thing: Thing) -> list[Patch]:
    """A white ring with dark rims, painted on the floor around a thing."""
    return [
        Patch(tuple(_circle(thing, outer)), color, tuple(_circle(thing, inner)))
        for outer, inner, color in ((0.13, 0.06, DARK), (0.116, 0.074, PALE))
    ]


def _arrow(a: Thing, b: Thing) -> list[Patch]:
    dx, dz = b.x - a.x, b.z - a.z
    length = sqrt(dx * dx + dz * dz)
    ux, uz = dx / length, dz / length

    def strip(half: float, head: float, start: float, end: float):
        neck = end - head * 2.2
        outline = (
            (start, half),
            (neck, half),
            (neck, head),
            (end, 0.0),
            (neck, -head),
            (neck, -half),
            (start, -half),
        )
        return tuple((a.x + ux * s - uz * t, a.z + uz * s + ux * t) for s, t in outline)

    start, end = a.radius + 0.13, length - b.radius - 0.13
    return [
        Patch(strip(0.036, 0.125, start - 0.015, end + 0.045), "#ffffff"),
        Patch(strip(0.02, 0.09, start, end), "#c2185b"),
    ]


def furniture(s: Stand) -> list[Solid]:
    b = Build(s.x, 0.0, s.z, turned(s.turn), 1.0)
    w, h = s.size, s.height
    tint, gap = Paint(s.tint, "wood" if s.tint in WOODS else "matte"), darker(s.tint, 0.5)
    if s.kind == "plinth":
        b.add("block", (0, 0, 0), (w, h, w), tint)
    elif s.kind == "column":
        b.add("frustum", (0, 0, 0), (w, h, w), Paint(s.tint))
    elif s.kind == "crate":
        b.add("block", (0, 0, 0), (w, h, w), Paint(s.tint, "wood", "slats", gap, 0.11))
    elif s.kind == "table":
        for x in (-1, 1):
            for z in (-0.62, 0.62):
                b.add("block", (x * (w - 0.05), 0, z * (w - 0.05)), (0.03, h - 0.05, 0.03), tint)
        b.add("block", (0, h - 0.12, 0), (w - 0.05, 0.08, w * 0.66 - 0.05), tint)
        b.add("block", (0, h - 0.05, 0), (w, 0.05, w * 0.66), tint)
    else:  # an open crate
        wall, deep = 0.018, w * 0.8
        rough = Paint(s.tint, "wood", "seam", gap, h)
        b.add("block", (0, 0, 0), (w, 0.02, deep), Paint(darker(s.tint, 0.3), "wood"))
        for sign in (-1, 1):
            b.add("block", (0, 0, sign * deep), (w, h, wall), rough)
            b.add("block", (sign * w, 0, 0), (wall, h, deep), rough)
            for z in (-deep, deep):
                b.add("block", (sign * w, 0, z), (0.03, h + 0.012, 0.03), Paint(s.tint, "wood"))
    return b.parts


def _pole(s: Spot) -> list[Solid]:
    return [
        Solid("frustum", (s.x, s.foot, s.z), (0.013, s.y - s.foot, 0.013), Paint("#3a3d42")),
        Solid("frustum", (s.x, s.foot, s.z), (0.05, 0.012, 0.05), Paint("#3a3d42")),
        Solid("ellipsoid", (s.x, s.y, s.z), (0.05, 0.05), Paint("#e0245e", "gloss")),
    ]
