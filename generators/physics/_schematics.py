"""Circuit diagrams of series and parallel groups: symbols by IEC or ANSI, or pictures of real parts."""

from itertools import pairwise
from typing import NamedTuple

from msgspec import Struct

from trace_tasks.engine import Box, Canvas, Point, linear, mix, radial, smooth_path

CELL = (128.0, 104.0)  # room of one part along and across the current, px


class Block(Struct, frozen=True):
    """A part between two terminals, or several parts in series or in parallel."""

    kind: str  # bulb, resistor, switch, series, parallel
    label: str = ""
    closed: bool = True  # of a switch
    parts: tuple["Block", ...] = ()

    def leaves(self) -> list["Block"]:
        return [leaf for part in self.parts for leaf in part.leaves()] if self.parts else [self]


class Placed(NamedTuple):
    """Where things go, with the current from left to right; `turned` diagrams swap x and y."""

    parts: list[tuple[Block | None, Point]]  # a part, or the battery, and its middle
    wires: list[tuple[Point, Point]]
    dots: list[Point]


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
                              "#1d2733", "#ffe9a8", SANS, 2.6),
    "EDA sheet": Look(("#fffdf2", "#ffffff", "#f5f5ef"), "#8b1a1a", ("#0a7a2f", "#00695c"), "#0b3f8a",
                      "#fff7c2", MONO, 2.0, grid="dots"),
    "dark EDA": Look(("#10151c", "#1b1f2b", "#001b26"), "#f2c94c", ("#4fc38a", "#58b4ff"), "#e8edf4",
                     "#2a2f1a", MONO, 2.0, grid="dots"),
    "squared paper": Look(("#fbfdff", "#fdfdf6"), "#1f3a7a", ("#1f3a7a", "#2b2f36"), "#2b2f36", "none",
                          ("Kalam",), 2.8, grid="lines"),
    "blackboard": Look(("#23282b", "#1f4033"), "#f2efe6", ("#f2efe6", "#ffe08a", "#9fd8ff"), "#f2efe6",
                       "none", ("Kalam",), 3.2),
    "blueprint": Look(("#123a6b", "#0f3a5f"), "#eef5ff", ("#eef5ff", "#bfe3ff"), "#eef5ff", "none",
                      ("Barlow Condensed", "IBM Plex Mono", "Fira Sans Condensed"), 2.2, grid="lines"),
    "bench": Look(("#e9e4da", "#dfe7ea", "#f4efe6", "#cfd8d3"), "#2b2f36", ("#b3261e", "#1a4f9c", "#2b2f36"),
                  "#20242a", "#fdf6d8", ("Inter", "Open Sans", "Montserrat"), 4.5, True),
    "worksheet with pictures": Look(("#ffffff", "#fffdf5"), "#2b2f36", ("#d05a1e", "#2f6fb0", "#3a7d44"),
                                    "#20242a", "#fff3b8",
                                    ("Atkinson Hyperlegible", "Open Sans", "Montserrat"), 4.0, True),
}  # fmt: skip


def schematic(c: Canvas, circuit: Block, symbols: str) -> None:
    """Open a page and draw the circuit across a battery; marks each part by its kind and label."""
    look = LOOKS[c.rng.choice(list(LOOKS))]
    along, across = size(circuit)
    turned = across > along + 1 or (along < 5 and c.rng.chance(0.35))
    cell = CELL if not turned else (128.0, 138.0)
    w, h = along * cell[0], across * cell[1]
    rim, gap = c.rng.uniform(56, 76), c.rng.uniform(96, 116)
    long, short = w + 2 * rim + 68, h + 2 * rim + gap - cell[1] / 2 + 20
    most = (800, 1000) if turned else (1000, 800)
    zoom = min(max(min(most[0] / long, most[1] / short), 0.95), 1.4)
    spare = max(460 / zoom - short, 0)  # a flat circuit gets a deeper loop
    placed, start = Placed([], [], []), (rim + 34, rim + 8)
    y = lay(placed, circuit, (*start, w, h), cell)
    close_loop(placed, (rim, rim + w + 68), y, start[1] + h + gap + spare - cell[1] / 2)
    page = (long * zoom, (short + spare) * zoom)
    c.page(*(page[::-1] if turned else page), paper=c.rng.choice(look.papers))
    backdrop(c, look)
    with c.transform(scale=zoom):
        Pen(c, look, symbols, turned).draw(placed)


def size(block: Block) -> tuple[float, float]:
    """Cells along and across the current."""
    if not block.parts:
        return 1.0, 1.0
    each = [size(part) for part in block.parts]
    if block.kind == "series":
        return sum(a for a, _ in each), max(b for _, b in each)
    return max(a for a, _ in each) + 0.5, sum(b for _, b in each)


def lay(placed: Placed, block: Block, room: tuple[float, float, float, float], cell: Point) -> float:
    """Place a block in a room (left, top, width, height); gives the y at which its ends lie."""
    x, y, w, h = room
    if not block.parts:
        mid = y + cell[1] / 2
        placed.parts.append((block, (x + w / 2, mid)))
        half = cell[0] * 0.3
        placed.wires.extend((((x, mid), (x + w / 2 - half, mid)), ((x + w / 2 + half, mid), (x + w, mid))))
        return mid
    if block.kind == "series":
        sizes = [size(part) for part in block.parts]
        spare = w / sum(a for a, _ in sizes)
        level = y
        for part, (a, _) in zip(block.parts, sizes):
            level = lay(placed, part, (x, y, a * spare, h), cell)
            x += a * spare
        return level
    inset = cell[0] * 0.25
    levels = []
    for part in block.parts:
        high = size(part)[1] * cell[1]
        levels.append(lay(placed, part, (x + inset, y, w - 2 * inset, high), cell))
        y += high
    for side, out in ((x + inset, x), (x + w - inset, x + w)):
        placed.wires.append(((side, levels[0]), (side, levels[-1])))
        placed.wires.append(((out, levels[0]), (side, levels[0])))
        placed.dots.extend((side, level) for level in levels[:-1])
    return levels[0]


def close_loop(placed: Placed, xs: Point, y: float, low: float) -> None:
    """The battery below, and the wires to it."""
    left, right = xs
    middle = (left + right) / 2
    placed.parts.append((None, (middle, low)))
    corner = [(left + 34, y), (left, y), (left, low), (middle - 34, low)]
    other = [(right - 34, y), (right, y), (right, low), (middle + 34, low)]
    for path in (corner, other):
        placed.wires.extend(pairwise(path))


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
        for a, b in placed.wires:
            c.line(self.at(a), self.at(b), self.wire, look.width)
        for dot in placed.dots:
            c.circle(self.at(dot), look.width * 1.9, self.wire)
        for part, middle in placed.parts:
            kind = part.kind if part else "battery"
            with c.transform(self.at(middle), 90 if self.turned else 0):
                getattr(self, kind)(part, CELL[0] * 0.3)
                if part:
                    c.mark(
                        kind,
                        part.label,
                        box=Box(-34, -31, 34, 17) if kind == "switch" else Box.at((0, 0), 52),
                    )
            if part:
                self.name(part.label, self.at(middle))

    def name(self, label: str, at: Point) -> None:
        """Beside the symbol, off the wire."""
        anchor, aside, above = ("lm", 34, 0) if self.turned else ("mm", 0, 38)
        if self.look.pictures:
            aside, above = aside and 46, above and 45
        self.c.text(label, (at[0] + aside, at[1] - above), self.size, anchor=anchor, weight=600,
                    family=self.family, color=self.look.text)  # fmt: skip

    def leads(self, inner: float, half: float) -> None:
        for sign in (-1, 1):
            self.c.line((sign * half, 0), (sign * inner, 0), self.wire, self.look.width)

    def bulb(self, part: Block, half: float) -> None:
        c, look, r = self.c, self.look, 21.0
        if look.pictures:
            self.lamp(half)
            return
        self.leads(r, half)
        c.circle((0, 0), r, None if look.lamp == "none" else look.lamp, look.ink, look.width)
        if self.symbols == "IEC":
            d = r * 0.7071
            c.line((-d, -d), (d, d), look.ink, look.width, cap="butt")
            c.line((-d, d), (d, -d), look.ink, look.width, cap="butt")
        else:
            loop = [(-r, 0), (-8, 0), (-5, -9), (0, -13), (5, -9), (8, 0), (r, 0)]
            c.path(smooth_path(loop), None, look.ink, look.width)

    def resistor(self, part: Block, half: float) -> None:
        c, look = self.c, self.look
        if self.symbols == "IEC" or look.pictures:
            self.leads(26, half)
            fill = "#e9d6a8" if look.pictures else None
            c.rect(Box.at((0, 0), 52, 20), fill, look.ink, look.width * 0.8, radius=6 if look.pictures else 0)
            if look.pictures:
                for x, band in ((-15, "#7a3b1d"), (-4, "#1b1b1b"), (7, "#b3261e")):
                    c.rect(Box.at((x, 0), 5, 20), band)
            return
        self.leads(27, half)
        zigzag = [(-27, 0)] + [(-27 + 4.5 + 9 * i, 11 if i % 2 else -11) for i in range(6)] + [(27, 0)]
        c.polyline(zigzag, look.ink, look.width)

    def switch(self, part: Block, half: float) -> None:
        c, look = self.c, self.look
        reach = 25.0
        self.leads(reach, half)
        if look.pictures:
            self.knife(part.closed, reach)
            return
        tip = (reach, 0) if part.closed else (reach - 5, -23)
        c.line((-reach, 0), tip, look.ink, look.width * 1.15)
        for x in (-reach, reach):
            c.circle((x, 0), 4.5, c.paper, look.ink, look.width)

    def battery(self, part: None, half: float) -> None:
        c, look = self.c, self.look
        if look.pictures:
            self.dry_cell()
            return
        plates = ((-15, 22, 1.0), (-5, 11, 2.2), (5, 22, 1.0), (15, 11, 2.2))
        for sign in (-1, 1):
            c.line((sign * 36, 0), (sign * 15, 0), self.wire, look.width)
        for x, tall, fat in plates:
            c.line((x, -tall), (x, tall), look.ink, look.width * fat, cap="butt")
        upright = -90 if self.turned else 0
        for text, x in (("+", -28), ("−", 28)):
            c.text(text, (x, -17), 18, weight=600, family="Inter", color=look.text, rotate=upright)

    # ---- pictures of real parts

    def lamp(self, half: float) -> None:
        """A small lamp in a holder, seen from above the bench."""
        c = self.c
        self.leads(28, half)
        c.rect(Box.at((0, 0), 58, 30), linear((0, -15), (0, 15), ("#5a626b", "#343a41")), radius=6, shadow=6)
        for x in (-23, 23):
            c.circle((x, 0), 4.5, "#d9b45a", "#7a6230", 1)
        c.circle((0, 0), 22, radial((-6, -7), 34, ("#ffffff", self.look.lamp, "#d9c78a")), "#8a8f96", 1.6)
        c.path(smooth_path(((-9, 4), (-5, -4), (0, 4), (5, -4), (9, 4))), None, "#8a5a1e", 2)

    def knife(self, closed: bool, reach: float) -> None:
        """A knife switch: its blade lies in the far clip, or stands off at an angle."""
        c = self.c
        c.rect(Box.at((0, 3), 72, 26), "#f3efe6", "#9a948a", 1.4, radius=5, shadow=5)
        for x in (-reach, reach):
            c.rect(Box.at((x, 0), 9, 17), "#c9964a", "#6e4e1f", 1.2, radius=2)
        tip = (reach + 4, 0) if closed else (reach - 8, -26)
        c.line((-reach, 0), tip, "#6e4e1f", 8)
        c.line((-reach, 0), tip, "#e0b265", 5)
        c.circle(tip, 5.5, "#2b2f36")

    def dry_cell(self) -> None:
        c = self.c
        for x in (-38, 2):
            body = Box(x, -15, x + 34, 15)
            c.rect(body, linear((0, -15), (0, 15), ("#555d66", "#1e2227", "#3a4048")), radius=4, shadow=5)
            c.rect(
                body._replace(x0=x + 24),
                linear((0, -15), (0, 15), ("#e8b86a", "#b57a24", "#d9a552")),
                radius=4,
            )
            c.rect(Box(x + 34, -6, x + 39, 6), "#b9bec4")
