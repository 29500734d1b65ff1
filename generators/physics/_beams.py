"""Balance beams: textbook levers, laboratory rules, seesaws, hoists, school balances, free-body diagrams."""

from collections.abc import Callable
from typing import NamedTuple

from trace_tasks.engine import (
    Box,
    Canvas,
    Point,
    darker,
    lighter,
    linear,
    mix,
    polygon_path,
    smooth_path,
)


class Scale(NamedTuple):
    marks: int  # on each side of the pivot
    step: int  # distance between neighbours
    length: str  # unit of the distances
    unit: str  # of the weights

    def labels(self) -> dict[int, str]:
        return {m: str(abs(m) * self.step) for m in range(-self.marks, self.marks + 1)}


class Frame(NamedTuple):
    """Where the beam lies: the pivot is at `middle` on the beam's axis."""

    middle: Point
    pitch: float  # px between marks
    half: float  # px from the pivot to an end of the beam
    thick: float
    ink: str
    floor: float  # y of the ground, or of the ceiling when the beam hangs

    def x(self, mark: int) -> float:
        return self.middle[0] + mark * self.pitch

    @property
    def top(self) -> float:
        return self.middle[1] - self.thick / 2

    @property
    def bottom(self) -> float:
        return self.middle[1] + self.thick / 2

    @property
    def body(self) -> Box:
        return Box.at(self.middle, 2 * self.half, self.thick)


class Rig(NamedTuple):
    papers: tuple[str, ...]
    ink: str
    scenery: Callable[[Canvas, Frame], None]
    support: Callable[[Canvas, Frame, str], None]
    beam: Callable[[Canvas, Frame, str], None]
    load: Callable[[Canvas, Box, str, bool], None]  # one weight of this colour; whether it is the unknown
    loads: tuple[str, ...]  # colours
    beams: tuple[str, ...]
    thick: float
    place: str  # of the weights: on, under, or pressing (arrows)
    families: tuple[str, ...] = ("Inter", "Open Sans", "Source Serif 4", "Roboto", "STIX")
    hung: bool = False  # from above; otherwise the pivot stands on the ground
    numbers: str = ""  # above, below or on the beam; where there is none, off the side of the weights
    units: str = "N kN kg g"
    lengths: str = "m cm"
    often: float = 1.0

    def suits(self, scale: Scale) -> bool:
        return scale.unit in self.units.split() and scale.length in self.lengths.split()


PRINTED = (
    "Distance from the pivot in {}",
    "Numbers: distance from the pivot ({})",
    "Distances in {} from the pivot",
)
COUNTED = ("Each mark = {} {}", "1 division = {} {}", "Marks every {} {}", "Distance between marks: {} {}")


def beam(c: Canvas, scale: Scale, sizes: dict[int, int | None]) -> None:
    """Open a page and draw a level beam with a weight at each of these marks; None is the unknown weight."""
    rig = RIGS[c.rng.weighted({name: rig.often for name, rig in RIGS.items() if rig.suits(scale)})]
    pitch = min(c.rng.uniform(70, 96), c.rng.uniform(960, 1000) / (2 * scale.marks))
    half, side = (scale.marks + c.rng.uniform(0.52, 0.66)) * pitch, c.rng.uniform(34, 50)
    bulk = pitch * c.rng.uniform(1.15, 1.6)
    tallest = tall(bulk, 1)
    above = {"on": 48 + tallest, "under": 168.0 if rig.hung else 150.0, "pressing": 260.0}[rig.place]
    below = {"on": 210.0, "under": tallest + (160 if rig.hung else 230), "pressing": 220.0}[rig.place]
    spare = max(max(2 * (half + side) * c.rng.uniform(0.46, 0.6), 480) - above - rig.thick - below, 0)
    spare = min(spare, 90)
    above += spare * 0.4 * rig.hung
    below += spare * (1 - 0.4 * rig.hung)
    room = c.page(2 * (half + side), above + rig.thick + below, side, c.rng.choice(rig.papers))
    floor = 44.0 if rig.hung else c.height - c.rng.uniform(40, 50)
    frame = Frame((room.cx, above + rig.thick / 2), pitch, half, rig.thick, rig.ink, floor)
    family, color = c.rng.choice(rig.families), c.rng.choice(rig.beams)
    rig.scenery(c, frame)
    rig.support(c, frame, color)
    rig.beam(c, frame, color)
    graduate(c, rig, frame, scale, family)
    if rig.support in (trestle, pedestal, stand):
        axle(c, frame)
    if rig.hung:
        clevis(c, frame)
    one = c.rng.choice(rig.loads) if c.rng.chance(0.5) else None
    most = max(size for size in sizes.values() if size)
    for mark, size in sizes.items():
        label = "?" if size is None else f"{size} {scale.unit}"
        fill, x, share = one or c.rng.choice(rig.loads), frame.x(mark), 0.6 if size is None else size / most
        if rig.place == "pressing":
            box = push(c, frame, x, label, fill, 62 + 100 * share, family)
        else:
            high = tall(bulk, share)
            drop = c.rng.choice((44, 78, 112)) + spare * 0.3 if rig.place == "under" else -frame.thick - high
            box = Box.at((x, frame.bottom + drop + high / 2), pitch * (0.82 + 0.1 * share), high)
            weigh(c, rig, frame, box, fill, label, family)
        c.mark("weight", mark, box=box)


def tall(bulk: float, share: float) -> float:
    """The height of a weight that is this share of the largest."""
    return 50 + bulk * share


def weigh(c: Canvas, rig: Rig, frame: Frame, box: Box, color: str, label: str, family: str) -> None:
    """A weight, on the beam or on a string from it, with its label."""
    unknown = label == "?"
    rig.load(c, box, color, unknown)
    if rig.place == "under":
        eye = frame.bottom if rig.numbers == "on" else frame.middle[1]
        tie = box.y0 + (7 if rig.load is tag else 0)
        c.line((box.cx, eye), (box.cx, tie), frame.ink, 2)
        for y in (eye, tie):  # a peg and a knot
            c.circle((box.cx, y), 3.4, frame.ink)
    at = box.trim(top=16 * (rig.load is brass)).center
    if unknown and rig.load in (block, brass, tag):
        c.rect(Box.at(at, 46, 46), "#fffdf4", "#3a3f45", 1.4, radius=4)
    if unknown:
        c.text(label, at, 34, weight=700, family="Inter")
    else:
        c.text(label, at, 20, weight=700, family=family, fit=box.w - 9)


def push(c: Canvas, frame: Frame, x: float, label: str, color: str, reach: float, family: str) -> Box:
    """A force that presses on the beam, as an arrow."""
    tip = frame.top - 2
    dash = (7, 6) if label == "?" else ()
    arrow = c.arrow((x, tip - reach), (x, tip), color, 5, 17, dash)
    size = 26 if label == "?" else 20
    text = c.text(label, (x, tip - reach - 18), size, weight=700, family=family, fit=frame.pitch - 6)
    return arrow.union(text)


def graduate(c: Canvas, rig: Rig, frame: Frame, scale: Scale, family: str) -> None:
    """Ticks at the marks, with the distances printed or not, and a note that says what they mean."""
    where = rig.numbers or ("below" if rig.place != "under" else "above")
    printed = rig.beam is rule or c.rng.chance(0.65)  # among fine divisions nobody counts marks
    tick = max(min(frame.thick * 0.4, 10), 8)
    edge, out = (frame.bottom, 1) if where == "below" else (frame.top, -1)
    if where == "on":
        edge, out = frame.bottom, -1
    for mark, text in scale.labels().items():
        if not mark:
            continue
        x = frame.x(mark)
        if rig.beam is rule:  # the longest of its divisions
            c.line((x, edge), (x, edge + 13), frame.ink, 2, cap="butt")
        else:
            c.line((x, edge - tick * (where == "below")), (x, edge + out * tick), frame.ink, 2, cap="butt")
        y = frame.middle[1] - 2 if where == "on" else edge + out * (tick + 14)
        if printed:
            c.text(text, (x, y), 16 if where == "on" else 18, weight=600, family=family)
    if printed:
        c.text("0", zero(rig, frame), 16, weight=600, family=family)
        note = c.rng.choice(PRINTED).format(scale.length)
    else:
        note = c.rng.choice(COUNTED).format(scale.step, scale.length)
    aside = frame.bottom if where == "below" else frame.top
    y = aside + (1 if where == "below" else -1) * (tick + (50 if printed and where != "on" else 28))
    at = (frame.middle[0] - frame.half + 4, y)
    if rig.scenery is playground:
        c.rect(Box(at[0] - 8, y - 17, at[0] + 330, y + 17), "#fffdf4", frame.ink, 1.5, radius=5)
    c.text(note, at, 19, anchor="lm", family=family, color=rig.ink, fit=316)


def zero(rig: Rig, frame: Frame) -> Point:
    """A place for the zero by the pivot: under a hung beam, inside a sketched wedge, else on the beam."""
    x, y = frame.middle
    if rig.hung:
        return x, frame.bottom + 20
    if rig.support is sketched_wedge:
        return x, frame.bottom + 54
    return (x, y) if rig.support is wedge else (x + 26, y)


# ---- scenery


def nothing(c: Canvas, frame: Frame) -> None:
    pass


def squares(c: Canvas, frame: Frame) -> None:
    color, gap = mix(c.paper, frame.ink, 0.12), 28
    for i in range(1, int(c.width / gap) + 1):
        c.line((i * gap, 0), (i * gap, c.height), color, 1)
    for i in range(1, int((c.height - 60) / gap) + 1):
        c.line((0, i * gap), (c.width, i * gap), color, 1)


def playground(c: Canvas, frame: Frame) -> None:
    w, h = c.width, c.height
    c.rect(c.bounds, linear((0, 0), (0, h), (darker(c.paper, 0.08), lighter(c.paper, 0.55))))
    cloud = mix(c.paper, "#ffffff", 0.8)
    for _ in range(3):
        x, y = c.rng.uniform(0.05, 0.9) * w, c.rng.uniform(0.04, 0.2) * h
        for dx, r in ((0, 22), (24, 30), (54, 24), (80, 16)):
            c.circle((x + dx, y), r, cloud)
    hill = [
        (-40, h),
        (-40, h * 0.66),
        (w * 0.25, h * 0.58),
        (w * 0.6, h * 0.68),
        (w + 40, h * 0.57),
        (w + 40, h),
    ]
    c.path(smooth_path(hill), "#a7cf8b")
    c.rect(Box(0, frame.floor, w, h), linear((0, frame.floor), (0, h), ("#7fb35e", "#cfe3b4"), (0, 0.55)))


def bench(c: Canvas, frame: Frame) -> None:
    """A laboratory wall and a bench top."""
    wall = Box(0, 0, c.width, frame.floor)
    c.rect(wall, linear((0, 0), (0, frame.floor), (lighter(c.paper, 0.5), c.paper)))
    wood = c.rng.choice(("#d9c4a0", "#cdb58b", "#e3d6c0", "#c8ccd0"))
    c.rect(Box(0, frame.floor, c.width, c.height), wood)
    c.rect(Box(0, frame.floor, c.width, frame.floor + 7), darker(wood, 0.18))


# ---- supports


def hatched(c: Canvas, frame: Frame, y: float, half: float, up: bool = False) -> None:
    x0, x1 = frame.middle[0] - half, frame.middle[0] + half
    c.line((x0, y), (x1, y), frame.ink, 2.6)
    n = int((x1 - x0 - 10) / 14)
    for i in range(n + 1):
        x = x0 + 10 + i * (x1 - x0 - 10) / n
        c.line((x, y), (x - 10, y + (-11 if up else 11)), frame.ink, 1.3)


def wedge(c: Canvas, frame: Frame, color: str) -> None:
    """A prism whose edge bears on a plate under the beam."""
    x, tip = frame.middle[0], frame.bottom + 6
    half = min((frame.floor - tip) * 0.42, 96)
    shade = linear((x - half, 0), (x + half, 0), (lighter(color, 0.4), lighter(color, 0.1)))
    c.polygon(((x, tip), (x + half, frame.floor), (x - half, frame.floor)), shade, frame.ink, 2.4)
    c.rect(Box(x - 17, frame.bottom, x + 17, tip), frame.ink, radius=1)
    hatched(c, frame, frame.floor, frame.half * 0.6)


def sketched_wedge(c: Canvas, frame: Frame, color: str) -> None:
    x, tip = frame.middle[0], frame.bottom
    half = min((frame.floor - tip) * 0.5, 100)
    wobble = c.rng.uniform(-4, 4)
    c.polyline(
        ((x - 2, tip), (x + half, frame.floor + wobble), (x - half, frame.floor), (x + 3, tip - 2)),
        frame.ink,
        3,
    )
    hatched(c, frame, frame.floor, frame.half * 0.45)


def trestle(c: Canvas, frame: Frame, color: str) -> None:
    """The steel frame of a playground seesaw."""
    x, y = frame.middle
    for foot in (-54, 54):
        c.line((x, y), (x + foot, frame.floor + 8), "#3d4650", 11)
        c.line((x, y), (x + foot, frame.floor + 8), "#6b7783", 5)
    c.line((x - 34, (y + frame.floor) / 2 + 8), (x + 34, (y + frame.floor) / 2 + 8), "#3d4650", 7)
    c.ellipse(Box.at((x, frame.floor + 12), 150, 16), "#00000022")


def pedestal(c: Canvas, frame: Frame, color: str) -> None:
    """A moulded post with a fork that holds the beam, on a round foot, as school balances have."""
    (x, y), low = frame.middle, frame.floor
    edge, light, dark = darker(color, 0.4), lighter(color, 0.4), darker(color, 0.16)
    post = [(x - 11, y - 8), (x + 11, y - 8), (x + 20, low - 14), (x - 20, low - 14)]
    c.polygon(post, linear((x - 20, y), (x + 20, y), (light, color, dark)), edge, 1.4)
    foot = Box(x - 104, low - 18, x + 104, low)
    c.rect(foot, linear(foot.corners[0], foot.corners[3], (light, dark)), edge, 1.4, radius=9, shadow=6)
    collar = Box(x - 26, y - frame.thick / 2 - 16, x + 26, y + frame.thick / 2 + 18)
    c.rect(collar, linear(collar.corners[0], collar.corners[3], (light, dark)), edge, 1.4, radius=12)


def stand(c: Canvas, frame: Frame, color: str) -> None:
    """A retort stand: rod, foot and a clamped bearing behind the rule."""
    x, y = frame.middle
    rod = Box(x - 6, y - 74, x + 6, frame.floor)
    c.rect(rod, linear((x - 6, 0), (x + 6, 0), ("#e6eaee", "#8d969f", "#c9d0d6"), (0, 0.6, 1)), "#6a737c", 1)
    c.rect(Box(x - 86, frame.floor - 13, x + 86, frame.floor), "#3a4149", radius=3, shadow=6)
    c.rect(Box.at((x, y - 4), 34, frame.thick + 30), "#4b545d", "#23282d", 1.2, radius=5)


def axle(c: Canvas, frame: Frame) -> None:
    """The pin on which the beam turns."""
    r = min(frame.thick * 0.34, 11)
    shade = linear((0, frame.middle[1] - r), (0, frame.middle[1] + r), ("#f2f5f8", "#8b949e"))
    c.circle(frame.middle, r, shade, "#3a424a", 1.6)
    c.circle(frame.middle, r * 0.34, "#3a424a")


def hook(c: Canvas, frame: Frame, color: str) -> None:
    """A rod from the ceiling; see `clevis` for its lower end."""
    x, top = frame.middle[0], frame.top
    hatched(c, frame, frame.floor, frame.half * 0.5, up=True)
    c.line((x, frame.floor), (x, top - 24), frame.ink, 3.4)


def clevis(c: Canvas, frame: Frame) -> None:
    """The fork of a hanger round the beam, and the pin through both."""
    x, y = frame.middle
    steel = linear((x - 12, 0), (x + 12, 0), (mix(c.paper, frame.ink, 0.1), mix(c.paper, frame.ink, 0.34)))
    c.rect(Box(x - 7, frame.top - 32, x + 7, frame.top - 20), frame.ink, radius=2)
    c.rect(Box(x - 12, frame.top - 22, x + 12, max(frame.bottom - 3, y + 9)), steel, frame.ink, 2, radius=7)
    c.circle((x, y), 5.5, c.paper, frame.ink, 2.4)


# ---- beams


def plank(c: Canvas, frame: Frame, color: str) -> None:
    c.rect(frame.body, linear(frame.body.corners[0], frame.body.corners[3], (lighter(color, 0.2), color)),
           frame.ink, 2, radius=2)  # fmt: skip


def moulded(c: Canvas, frame: Frame, color: str) -> None:
    body = frame.body
    c.rect(body, linear(body.corners[0], body.corners[3], (lighter(color, 0.22), darker(color, 0.16))),
           darker(color, 0.4), 1.5, radius=frame.thick / 2, shadow=8)  # fmt: skip


def painted(c: Canvas, frame: Frame, color: str) -> None:
    """The plank of a seesaw, with handles."""
    moulded(c, frame, color)
    for sign in (-1, 1):
        x = frame.middle[0] + sign * (frame.half - frame.pitch * 0.1)
        c.arc((x, frame.top), 9, 180, 180, "#3d4650", 4)


def rule(c: Canvas, frame: Frame, color: str) -> None:
    """A wooden rule with fine divisions along its upper edge."""
    body = frame.body
    c.rect(body, linear(body.corners[0], body.corners[3], (lighter(color, 0.25), darker(color, 0.06))),
           darker(color, 0.45), 1.4, radius=2, shadow=5)  # fmt: skip
    n = int(frame.half / frame.pitch * 5)
    for i in range(-n, n + 1):
        x = frame.middle[0] + i * frame.pitch / 5
        c.line((x, body.y0), (x, body.y0 + 6), darker(color, 0.6), 1, cap="butt")


def girder(c: Canvas, frame: Frame, color: str) -> None:
    body = frame.body
    c.rect(body, lighter(color, 0.2), darker(color, 0.4), 2)
    for y in (body.y0 + 5, body.y1 - 5):
        c.line((body.x0, y), (body.x1, y), darker(color, 0.25), 2, cap="butt")


def stroke(c: Canvas, frame: Frame, color: str) -> None:
    (x, y), half = frame.middle, frame.half
    points = [(x - half, y + 1), (x - half * 0.4, y - 1.5), (x + half * 0.3, y + 1.5), (x + half, y)]
    c.path(smooth_path(points), None, frame.ink, frame.thick)


# ---- weights


def block(c: Canvas, box: Box, color: str, unknown: bool) -> None:
    """A box lit from the upper left, with a bevelled edge."""
    ink, face = darker(color, 0.55), box.inset(5)
    c.rect(box, lighter(color, 0.52), radius=3, shadow=5)
    c.polygon((box.corners[3], box.corners[0], box.corners[1], face.corners[1], face.corners[0],
               face.corners[3]), lighter(color, 0.86))  # fmt: skip
    c.rect(face, linear(face.corners[0], face.corners[2], (lighter(color, 0.78), lighter(color, 0.62))))
    c.rect(box, None, ink, 2, radius=3, dash=(6, 5) if unknown else ())


def crate(c: Canvas, box: Box, color: str, unknown: bool) -> None:
    c.rect(
        box,
        linear(box.corners[0], box.corners[3], (lighter(color, 0.1), color)),
        darker(color, 0.5),
        2.4,
        radius=2,
    )
    for y in (box.y0 + box.h * 0.2, box.y1 - box.h * 0.2):
        c.line((box.x0 + 3, y), (box.x1 - 3, y), darker(color, 0.35), 1.6)
    plate = Box.at(box.center, box.w - 4, min(box.h * 0.5, 40))
    c.rect(plate, "#fff8e7" if not unknown else "#ffe9a8", darker(color, 0.5), 1.2, radius=2)


def brass(c: Canvas, box: Box, color: str, unknown: bool) -> None:
    """A turned mass with a neck and a hook."""
    tone = "#b9c0c7" if unknown else color
    neck = Box(box.cx - box.w * 0.13, box.y0 + 10, box.cx + box.w * 0.13, box.y0 + 17)
    edge = darker(tone, 0.12)
    shade = linear((box.x0, 0), (box.x1, 0), (edge, lighter(tone, 0.5), edge), (0, 0.45, 1))
    c.circle((box.cx, box.y0 + 5.5), 5.5, None, "#4a4f55", 2.4)
    c.rect(neck, shade, darker(tone, 0.5), 1)
    c.rect(box.trim(top=16), shade, darker(tone, 0.5), 1.2, radius=5, shadow=4)


def container(c: Canvas, box: Box, color: str, unknown: bool) -> None:
    c.polyline(((box.x0 + 8, box.y0 + 12), (box.cx, box.y0), (box.x1 - 8, box.y0 + 12)), "#3a3f45", 2)
    body = box.trim(top=12)
    shade = linear(body.corners[0], body.corners[1], (lighter(color, 0.16), darker(color, 0.12)))
    c.rect(body, shade, darker(color, 0.45), 2, radius=2, shadow=5)
    for i in range(1, 8):
        x = body.x0 + i * body.w / 8
        c.line((x, body.y0 + 3), (x, body.y1 - 3), darker(color, 0.12), 1.4)
    c.rect(Box.at(box.center, box.w - 3, 30), "#f7f4ec" if not unknown else "#ffe9a8", radius=2)


def tag(c: Canvas, box: Box, color: str, unknown: bool) -> None:
    """A plastic tab with a slanted shoulder."""
    cut = box.w * 0.18
    shape = [(box.x0 + cut, box.y0), (box.x1 - cut, box.y0), (box.x1, box.y0 + cut), (box.x1, box.y1),
             (box.x0, box.y1), (box.x0, box.y0 + cut)]  # fmt: skip
    tone = "#ffffff" if unknown else color
    c.path(polygon_path(shape), tone, darker(color, 0.4), 1.6, shadow=5)
    c.circle((box.cx, box.y0 + 7), 3, "#2b2f33")


def outline(c: Canvas, box: Box, color: str, unknown: bool) -> None:
    c.rect(box.inset(1), None, color, 2.6, radius=3, dash=(8, 6) if unknown else ())


SOFT = ("#3b6ea8", "#b0563b", "#4b8a5a", "#8a6a3a", "#7a5aa0", "#6b7680")
PRINT = ("Source Serif 4", "STIX", "Noto Serif", "Open Sans", "Libre Franklin")
HAND = ("Kalam",)
RIGS: dict[str, Rig] = {
    "textbook": Rig(("#ffffff", "#fdfbf5", "#f6f8fb"), "#1f2328", nothing, wedge, plank, block, SOFT,
                    ("#d8dde3", "#e8d3ae", "#c9dcea", "#d9e6cf"), 26, "on", PRINT),
    "textbook, hung": Rig(("#ffffff", "#fbf8f0", "#f4f7f4"), "#23272c", nothing, hook, plank, block, SOFT,
                          ("#d8dde3", "#e3cfae", "#cfdfe8"), 26, "under", PRINT, True),
    "exercise book": Rig(("#fbfdff", "#fdfdf8"), "#26354f", squares, sketched_wedge, stroke, outline,
                         ("#23407a", "#a03327", "#2f6b3f"), ("#26354f",), 7, "on", HAND, often=0.6),
    "laboratory": Rig(("#dfe7ea", "#e9e6df", "#d9e2dc"), "#2a2f35", bench, stand, rule, brass,
                      ("#d9ab4a", "#cfa04a", "#c98f55"), ("#e8c57e", "#f0d9a5", "#e5b96b"), 34, "under",
                      numbers="above", units="g N", lengths="cm", often=3),
    "playground": Rig(("#8ec9ee", "#9ed4f0", "#f3c7a0"), "#232a31", playground, trestle, painted, crate,
                      ("#b98549", "#a8743d", "#c49a62"), ("#e0483e", "#f2a32c", "#3f8fd0", "#4aa564"), 24,
                      "on", numbers="below", units="kg N", lengths="m", often=2.5),
    "hoist": Rig(("#eef1f4", "#e8e4da", "#dfe6ee"), "#23292f", nothing, hook, girder, container,
                 ("#c0392b", "#2c6fa8", "#2e8b6f", "#d08a2e", "#66727f"), ("#f0b429", "#9aa7b4", "#d9824a"),
                 28, "under", hung=True, units="kN kg", lengths="m", often=2.5),
    "school balance": Rig(("#fdf6e8", "#eaf4f7", "#f5eef8"), "#20262c", nothing, pedestal, moulded, tag,
                          ("#ef6351", "#f6bd60", "#7fb069", "#5aa9e6"), ("#9fc5ee", "#f7d36b", "#a9d8b8"), 36,
                          "under", ("Montserrat", "Open Sans", "Atkinson Hyperlegible"), numbers="on",
                          units="g N", lengths="cm", often=2),
    "blueprint": Rig(("#123a6b", "#0f3a5f", "#1b3f78"), "#eef5ff", squares, sketched_wedge, stroke, outline,
                     ("#eef5ff", "#ffd166", "#bfe3ff"), ("#eef5ff",), 6, "on",
                     ("Barlow Condensed", "Fira Sans Condensed"), often=0.7),
    "blackboard": Rig(("#23282b", "#1f4033"), "#f2efe6", nothing, sketched_wedge, stroke, outline,
                      ("#f2efe6", "#ffe08a", "#9fd8ff", "#ffb3a7"), ("#f2efe6",), 7, "on", HAND, often=0.5),
    "blackboard, hung": Rig(("#2b3034", "#21463a"), "#f2efe6", nothing, hook, stroke, outline,
                            ("#f2efe6", "#ffe08a", "#9fd8ff"), ("#f2efe6",), 7, "under", HAND, True,
                            often=0.5),
    "force diagram": Rig(("#ffffff", "#f6f8fa", "#fff9ef"), "#1b2430", nothing, wedge, plank, block,
                         ("#c62828", "#1565c0", "#2e7d32", "#6a1b9a"), ("#dfe5ec", "#f0dfbf"), 26, "pressing",
                         PRINT, units="N kN"),
    "night force diagram": Rig(("#171c24", "#0f1b33", "#20242c"), "#e8edf4", nothing, wedge, plank, block,
                               ("#ff8a70", "#6cb4ff", "#ffd166", "#8be9a8"), ("#3a4656", "#4a4f63"), 26,
                               "pressing", units="N kN"),
}  # fmt: skip
