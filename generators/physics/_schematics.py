"""Circuit diagrams of series and parallel groups: symbols by IEC or ANSI, or pictures of real parts."""

from itertools import pairwise
from typing import NamedTuple

from msgspec import Struct

from trace_tasks.engine import Box, Canvas, Point, linear, mix, radial, skia, smooth_path

CELL = (128.0, 104.0)  # room of one part along and across the current, px
REACH = {"bulb": 21.0, "resistor": 26.0, "switch": 25.0, "battery": 15.0}  # from the middle to the terminals


class Block(Struct, frozen=True):
    """A part between two terminals, or several parts in series or in parallel."""

    kind: str  # bulb, resistor, switch, series, parallel
    label: str = ""
    closed: bool = True  # of a switch
    parts: tuple["Block", ...] = ()

    def leaves(self) -> list["Block"]:
        return [leaf for part in self.parts for leaf in part.leaves()] if self.parts else [self]


class Part(NamedTuple):
    """A part or the battery (None), its middle, whether it stands upright, and where its label goes."""

    block: Block | None
    at: Point
    upright: bool = False
    aside: Point = (0, -1)


class Placed(NamedTuple):
    """Where things go, with the current from left to right; `turned` diagrams swap x and y."""

    parts: list[Part]
    wires: list[list[Point]]

    def junctions(self) -> list[Point]:
        """Where wires leave in three directions or four."""
        ways: dict[Point, set[tuple[int, int]]] = {}
        pieces = set()
        for wire in self.wires:
            ends = [(round(x, 1), round(y, 1)) for x, y in wire]
            pieces |= {(min(a, b), max(a, b)) for a, b in pairwise(ends) if a != b}
        for x, y in {end for piece in pieces for end in piece}:
            found = ways.setdefault((x, y), set())
            for (x0, y0), (x1, y1) in pieces:
                if x0 == x1 == x and y0 <= y <= y1:
                    found |= {(0, -1)} if y > y0 else set()
                    found |= {(0, 1)} if y < y1 else set()
                elif y0 == y1 == y and x0 <= x <= x1:
                    found |= {(-1, 0)} if x > x0 else set()
                    found |= {(1, 0)} if x < x1 else set()
        return sorted(point for point, found in ways.items() if len(found) > 2)


class Look(NamedTuple):
    papers: tuple[str, ...]
    ink: str
    wires: tuple[str, ...]
    text: str
    lamp: str  # fill of a lamp
    families: tuple[str, ...]
    width: float
    pictures: bool = False
    grid: str = ""  # none, dots or lines


PRINT = ("STIX", "Source Serif 4", "Noto Serif", "Open Sans")
SANS = ("Open Sans", "Libre Franklin", "Inter")
MONO = ("IBM Plex Mono", "DejaVu Sans Mono", "Roboto")
LOOKS: dict[str, Look] = {
    "textbook": Look(("#ffffff", "#fdfcf8", "#f7f5ee"), "#16181c", ("#16181c",), "#16181c", "none", PRINT,
                     2.2),
    "coloured textbook": Look(("#ffffff", "#fbf8f1", "#f3f8fb"), "#1d2733", ("#2b5fa3", "#31715b", "#8a4b2a"),
                              "#1d2733", "none", SANS, 2.6),
    "EDA sheet": Look(("#fffdf2", "#ffffff", "#f5f5ef"), "#8b1a1a", ("#0a7a2f", "#00695c"), "#0b3f8a",
                      "none", MONO, 2.0, grid="dots"),
    "dark EDA": Look(("#10151c", "#1b1f2b", "#001b26"), "#f2c94c", ("#4fc38a", "#58b4ff"), "#e8edf4",
                     "none", MONO, 2.0, grid="dots"),
    "squared paper": Look(("#fbfdff", "#fdfdf6"), "#1f3a7a", ("#1f3a7a", "#2b2f36"), "#2b2f36", "none",
                          ("Kalam",), 2.8, grid="lines"),
    "blackboard": Look(("#23282b", "#1f4033"), "#f2efe6", ("#f2efe6", "#ffe08a", "#9fd8ff"), "#f2efe6",
                       "none", ("Kalam",), 3.2),
    "blueprint": Look(("#123a6b", "#0f3a5f"), "#eef5ff", ("#eef5ff", "#bfe3ff"), "#eef5ff", "none",
                      ("Barlow Condensed", "IBM Plex Mono", "Fira Sans Condensed"), 2.2, grid="lines"),
    "bench": Look(("#e9e4da", "#dfe7ea", "#f4efe6", "#cfd8d3"), "#2b2f36", ("#b3261e", "#1a4f9c", "#2b2f36"),
                  "#20242a", "#f1f5f8", ("Inter", "Open Sans", "Montserrat"), 4.5, True),
    "worksheet with pictures": Look(("#ffffff", "#fffdf5"), "#2b2f36", ("#d05a1e", "#2f6fb0", "#3a7d44"),
                                    "#20242a", "#f1f5f8",
                                    ("Atkinson Hyperlegible", "Open Sans", "Montserrat"), 4.0, True),
}  # fmt: skip


def schematic(c: Canvas, circuit: Block, symbols: str) -> None:
    """Open a page and draw the circuit across a battery; marks each part by its kind and label."""
    look = LOOKS[c.rng.choice(list(LOOKS))]
    head, circuit, tail = spread(circuit)
    along, across = size(circuit)
    turned = across > along + 1 or (along < 5 and c.rng.chance(0.35))
    cell = CELL if not turned else (128.0, 138.0)
    w, h = max(along, 2.0 + len(tail) // 2) * cell[0], across * cell[1]
    edge = c.rng.uniform(48, 60)
    rim = edge + 34 * bool(head or tail)
    gap = c.rng.uniform(150, 170) if turned else c.rng.uniform(100, 116)
    long, short = w + 2 * rim + 68, h + 2 * edge + gap - cell[1] / 2 + 20
    most = (800, 1000) if turned else (1000, 800)
    zoom = min(max(min(most[0] / long, most[1] / short), 0.95), 1.55)
    spare = max(
        460 / zoom - short, 200 + cell[1] - h - gap if head or tail else 0, 0
    )  # a flat circuit: a deep loop
    placed, start = Placed([], []), (rim + 34, edge + 8)
    y = lay(placed, circuit, (*start, w, h), cell)
    loop = Box(rim, y, rim + w + 68, start[1] + h + gap + spare - cell[1] / 2)
    close_loop(placed, loop, head, tail)
    page = (long * zoom, (short + spare) * zoom)
    c.page(*(page[::-1] if turned else page), paper=c.rng.choice(look.papers))
    backdrop(c, look)
    with c.transform(scale=zoom):
        Pen(c, look, symbols, turned).draw(placed)


def spread(circuit: Block) -> tuple[list[Block], Block, list[Block]]:
    """Single parts of a series circuit that leave the top row for the left, and for the right and below."""
    parts = list(circuit.parts) if circuit.kind == "series" else []
    single = [part for part in parts if not part.parts]
    if len(single) == len(parts):
        single = single[2:]
    single = single[: 3 if size(circuit)[0] > 4 else 2]
    rest = tuple(part for part in parts if part not in single)
    if not single:
        return [], circuit, []
    top = rest[0] if len(rest) == 1 else Block(kind="series", parts=rest)
    return single[1:2], top, [*single[:1], *single[2:]]


def size(block: Block) -> tuple[float, float]:
    """Cells along and across the current."""
    if not block.parts:
        return 1.0, 1.0
    each = [size(part) for part in block.parts]
    if block.kind == "series":
        return sum(a for a, _ in each), max(b for _, b in each)
    return max(a for a, _ in each) + 0.5, sum(b for _, b in each)


def lay(
    placed: Placed,
    block: Block,
    room: tuple[float, float, float, float],
    cell: Point,
    joined: tuple[bool, bool] = (False, False),
) -> float:
    """Place a block in a room (left, top, width, height); gives the y at which its ends lie.

    `joined` says at which ends it meets another group, whose upright wire it shares.
    """
    x, y, w, h = room
    if not block.parts:
        mid = y + cell[1] / 2
        connect(placed, [(x, mid), (x + w, mid)], [Part(block, (x + w / 2, mid))])
        return mid
    if block.kind == "series":
        sizes = [size(part) for part in block.parts]
        spare = w / sum(a for a, _ in sizes)
        level = y
        groups = [joined[0], *(bool(part.parts) for part in block.parts), joined[1]]
        for i, (part, (a, _)) in enumerate(zip(block.parts, sizes)):
            level = lay(placed, part, (x, y, a * spare, h), cell, (groups[i], groups[i + 2]))
            x += a * spare
        return level
    start, end = (x + cell[0] * 0.25 * (not joined[0]), x + w - cell[0] * 0.25 * (not joined[1]))
    levels = []
    for part in block.parts:
        high = size(part)[1] * cell[1]
        levels.append(lay(placed, part, (start, y, end - start, high), cell, (True, True)))
        y += high
    for side, out in ((start, x), (end, x + w)):
        placed.wires.append([(side, levels[-1]), (side, levels[0]), (out, levels[0])])
    return levels[0]


def connect(placed: Placed, path: list[Point], parts: list[Part]) -> None:
    """Wires along a path that stop at the terminals of the parts that lie on it, in this order."""
    placed.parts.extend(parts)
    stretch = [path[0]]
    todo = list(parts)
    for a, b in pairwise(path):
        while todo and (b[0] - a[0]) * (todo[0].at[1] - a[1]) == (b[1] - a[1]) * (todo[0].at[0] - a[0]):
            part = todo.pop(0)
            reach = REACH[part.block.kind if part.block else "battery"]
            ux, uy = ((v > u) - (v < u) for u, v in zip(a, b))
            (x, y) = part.at
            placed.wires.append([*stretch, (x - reach * ux, y - reach * uy)])
            stretch = [(x + reach * ux, y + reach * uy)]
        stretch.append(b)
    placed.wires.append(stretch)


def close_loop(placed: Placed, loop: Box, head: list[Block], tail: list[Block]) -> None:
    """The battery below, the parts at the sides, and the wires that join them."""
    x0, y0, x1, y1 = loop
    below = [x0 + (x1 - x0) * share for share in ((0.3, 0.7) if len(tail) == 2 else (0.5,))]
    middle = (y0 + y1) / 2
    parts = [Part(block, (x0, middle), True, (-1, 0)) for block in head]
    parts += [Part(None, (below[0], y1)), *(Part(block, (below[1], y1)) for block in tail[1:])]
    parts += [Part(block, (x1, middle), True, (1, 0)) for block in tail[:1]]
    connect(placed, [(x0 + 34, y0), (x0, y0), (x0, y1), (x1, y1), (x1, y0), (x1 - 34, y0)], parts)


def backdrop(c: Canvas, look: Look) -> None:
    if not look.grid:
        return
    color, gap = mix(c.paper, look.ink, 0.14), 24
    if look.grid == "lines":
        for i in range(1, int(c.width / gap) + 1):
            c.line((i * gap, 0), (i * gap, c.height), color, 1)
        for i in range(1, int(c.height / gap) + 1):
            c.line((0, i * gap), (c.width, i * gap), color, 1)
    else:
        for i in range(1, int(c.width / gap) + 1):
            c.line((i * gap, gap), (i * gap, c.height), color, 2, dash=(0.1, gap))


class Pen:
    """Draws placed parts; symbols lie along x around the origin and are turned where the diagram is."""

    def __init__(self, c: Canvas, look: Look, symbols: str, turned: bool):
        self.c, self.look, self.symbols, self.turned = c, look, symbols, turned
        self.family = c.rng.choice(look.families)
        self.wire = c.rng.choice(look.wires)
        self.size = 20 if "Condensed" in self.family or self.family == "Kalam" else 18

    def at(self, point: Point) -> Point:
        return (point[1], point[0]) if self.turned else point

    def draw(self, placed: Placed) -> None:
        c, look = self.c, self.look
        net = skia.Path()
        for wire in placed.wires:
            net.addPoly([skia.Point(*self.at(point)) for point in wire], False)
        c.path(net, None, self.wire, look.width)
        for dot in placed.junctions():
            c.circle(self.at(dot), look.width * 1.9, self.wire)
        for part in placed.parts:
            block, kind = part.block, part.block.kind if part.block else "battery"
            self.upright = part.upright != self.turned
            with c.transform(self.at(part.at), 90 if self.upright else 0):
                getattr(self, kind)(block)
                if block:
                    box = Box(-40, -33, 40, 17) if kind == "switch" else Box.at((0, 0), 56)
                    c.mark(kind, block.label, box=box)
            if block:
                self.name(block, part.at, part.aside)

    def name(self, block: Block, at: Point, aside: Point) -> None:
        """Beside the symbol, off the wire."""
        (x, y), (dx, dy) = self.at(at), self.at(aside)
        thick = {"bulb": 21, "resistor": 12, "switch": 17 if self.look.pictures else 7}[block.kind]
        if block.kind == "switch" and (dx > 0 or dy < 0):  # where the open blade is
            thick = 31 if self.look.pictures else 21
        far, anchor = thick + (9 if dx else 16), "rm" if dx < 0 else "lm" if dx > 0 else "mm"
        self.c.text(block.label, (x + far * dx, y + far * dy), self.size, anchor=anchor, weight=600,
                    family=self.family, color=self.look.text)  # fmt: skip

    def bulb(self, part: Block) -> None:
        c, look, r = self.c, self.look, 21.0
        if look.pictures:
            self.lamp()
            return
        c.circle((0, 0), r, None if look.lamp == "none" else look.lamp, look.ink, look.width)
        if self.symbols == "IEC":
            d = r * 0.7071
            c.line((-d, -d), (d, d), look.ink, look.width, cap="butt")
            c.line((-d, d), (d, -d), look.ink, look.width, cap="butt")
        else:
            loop = [(-r, 0), (-8, 0), (-5, -9), (0, -13), (5, -9), (8, 0), (r, 0)]
            c.path(smooth_path(loop), None, look.ink, look.width)

    def resistor(self, part: Block) -> None:
        c, look = self.c, self.look
        if self.symbols == "IEC" or look.pictures:
            fill = "#e9d6a8" if look.pictures else None
            c.rect(Box.at((0, 0), 52, 20), fill, look.ink, look.width * 0.8, radius=6 if look.pictures else 0)
            if look.pictures:
                for x, band in ((-15, "#7a3b1d"), (-4, "#1b1b1b"), (7, "#b3261e")):
                    c.rect(Box.at((x, 0), 5, 20), band)
            return
        zigzag = (
            [(-26, 0)] + [(-26 + 52 / 12 + 52 / 6 * i, 11 if i % 2 else -11) for i in range(6)] + [(26, 0)]
        )
        c.polyline(zigzag, look.ink, look.width)

    def switch(self, part: Block) -> None:
        c, look = self.c, self.look
        reach = 25.0
        if look.pictures:
            self.knife(part.closed, reach)
            return
        tip = (reach, 0) if part.closed else (reach - 5, -23)
        c.line((-reach, 0), tip, look.ink, look.width * 1.15)
        for x in (-reach, reach):
            c.circle((x, 0), 4.5, c.paper, look.ink, look.width)

    def battery(self, part: None) -> None:
        c, look = self.c, self.look
        if look.pictures:
            self.dry_cell()
            return
        plates = ((-15, 22, 1.0), (-5, 11, 2.2), (5, 22, 1.0), (15, 11, 2.2))
        for x, tall, fat in plates:
            c.line((x, -tall), (x, tall), look.ink, look.width * fat, cap="butt")
        self.poles("+−", 29, -17)

    def poles(self, signs: str, x: float, y: float) -> None:
        for sign, at in zip(signs, (-x, x)):
            turn = -90 if self.upright else 0
            self.c.text(sign, (at, y), 20, weight=600, family="Inter", color=self.look.text, rotate=turn)

    # ---- pictures of real parts

    def lamp(self) -> None:
        """A small lamp in its holder, seen from above the bench; clear glass, so that none looks lit."""
        c = self.c
        c.rect(Box.at((0, 0), 64, 34), linear((0, -17), (0, 17), ("#5a626b", "#343a41")), radius=7, shadow=6)
        for x in (-26, 26):
            c.circle((x, 0), 4, "#d9b45a", "#7a6230", 1)
        c.circle((0, 0), 21, linear((0, -21), (0, 21), ("#e0c27a", "#a37f35")), "#6e5526", 1.2)
        glass = radial((-6, -7), 30, ("#ffffff", self.look.lamp, "#b9c6d0"))
        c.circle((0, 0), 18, glass, "#8a949e", 1.2)
        c.path(smooth_path(((-9, 5), (-5, -4), (0, 5), (5, -4), (9, 5))), None, "#5a5148", 1.8)
        c.arc((0, 0), 13, 200, 60, "#ffffffcc", 2.5)

    def knife(self, closed: bool, reach: float) -> None:
        """A knife switch: its blade lies in the far clip, or stands off at an angle."""
        c = self.c
        c.rect(Box.at((0, 0), 88, 32), linear((0, -16), (0, 16), ("#f8f4ec", "#dcd5c6")), "#8f887c", 1.4,
               radius=6, shadow=5)  # fmt: skip
        for x in (-reach, reach):
            c.rect(Box.at((x, 0), 12, 20), linear((0, -10), (0, 10), ("#e0b46c", "#a87432")), "#6e4e1f", 1.2,
                   radius=2)  # fmt: skip
        for x, y in ((-38, -10), (-38, 10), (38, -10), (38, 10)):
            c.circle((x, y), 2, "#a9a294")
        tip = (reach + 8, 0) if closed else (reach - 3, -26)
        c.line((-reach, 0), tip, "#6e4e1f", 8)
        c.line((-reach, 0), tip, "#e8c07a", 5)
        c.circle((-reach, 0), 4, "#f4e2b8", "#6e4e1f", 1.2)
        c.circle(tip, 6.5, "#2b2f36", "#0f1114", 1)

    def dry_cell(self) -> None:
        c = self.c
        for x in (-50, 0):  # the cap of one touches the other
            body = Box(x, -15, x + 45, 15)
            c.rect(body, linear((0, -15), (0, 15), ("#6a727b", "#1e2227", "#3a4048")), radius=3, shadow=5)
            cap = linear((0, -15), (0, 15), ("#f0c67c", "#b57a24", "#d9a552"))
            c.rect(body._replace(x0=x + 32), cap, radius=3)
            c.rect(Box(x + 45, -6, x + 50, 6), "#b9bec4", "#7d8288", 0.8)
        self.poles("−+", 64, -16)
