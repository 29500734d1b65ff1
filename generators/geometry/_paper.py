"""Squared paper, dot paper, chalkboards, geoboards and screens: the sheet, its grid, and the pens for it."""

from typing import NamedTuple

from msgspec.structs import replace

from trace_tasks.engine import Box, Canvas, Point, darker, lighter, linear, mix, skia

from ._lattice import ROW, Lattice, Spot


class Look(NamedTuple):
    """A kind of sheet: its surface, its grid, what one draws on it with, and what stands around the grid."""

    paper: str
    rule: str
    heavy: str  # every so many rules; the same as `rule` where none is heavier
    every: int
    pens: tuple[str, ...]
    hand: str  # ink, pencil, chalk, band
    grid: str  # lines, dots, crosses, pegs
    frames: tuple[str, ...]  # bleed (for many figures), note, margin, pad, header, figure, axes, app, ...


_BALLPOINT = ("#1f3fa8", "#1d222b", "#b3202c", "#14663f")
_PRINT = ("#15181d", "#0f4c81", "#7a1f3d", "#20504f")
_SCREEN = ("#1565c0", "#c62828", "#2e7d32", "#6a1b9a", "#b84300")
_CHALK = ("#f4f1e6", "#ffe58a", "#a9dcff", "#ffc2cf", "#c4f0c0")
_NEON = ("#ffd54f", "#80deea", "#ff9e80", "#c5e1a5", "#f8bbd0")
LIGHT = {
    "exercise book": Look("#fdfdf9", "#a9c8e6", "#a9c8e6", 1, _BALLPOINT, "pencil", "lines", ("margin",)),
    "squared pad": Look("#fbfbfd", "#b9c0e0", "#b9c0e0", 1, _BALLPOINT, "ink", "lines", ("note", "margin")),
    "engineering pad": Look(
        "#f0f5e3", "#b2d198", "#83b36c", 5, ("#2f3338", "#24416b"), "pencil", "lines", ("pad",)
    ),
    "millimetre paper": Look(
        "#fffaf4", "#f0c29c", "#df9257", 5, ("#1d1d1f", "#15508f"), "ink", "lines", ("note", "axes")
    ),
    "worksheet": Look("#ffffff", "#c3c9d1", "#c3c9d1", 1, _PRINT, "ink", "lines", ("header", "axes")),
    "textbook": Look("#fbfaf6", "#cbc4b3", "#cbc4b3", 1, _PRINT, "ink", "lines", ("figure", "axes")),
    "dot journal": Look("#fbf8ef", "#a39b8a", "#a39b8a", 1, _BALLPOINT, "pencil", "dots", ("note",)),
    "dot worksheet": Look("#ffffff", "#7d858f", "#7d858f", 1, _PRINT, "ink", "dots", ("header", "figure")),
    "exam sheet": Look("#f5f2e8", "#b9b3a3", "#b9b3a3", 1, _PRINT, "ink", "crosses", ("header", "figure")),
    "geometry app": Look("#ffffff", "#d3d9e0", "#aab3be", 5, _SCREEN, "ink", "lines", ("app",)),
    "graph paper": Look(
        "#f4f9ff", "#b4d2ee", "#7fb0dc", 5, _PRINT, "ink", "lines", ("axes", "bleed", "figure")
    ),
    "kraft": Look("#dcc5a0", "#b79666", "#b79666", 1, ("#1b1d24", "#12356b"), "pencil", "lines", ("note",)),
    "beech geoboard": Look(
        "#e3c08a", "#8a6a3c", "#8a6a3c", 1, ("#b3202c", "#1f3fa8", "#14663f"), "band", "pegs", ("wood",)
    ),
}
DARK = {
    "blackboard": Look("#262b2d", "#50595c", "#50595c", 1, _CHALK, "chalk", "lines", ("board", "bleed")),
    "green board": Look("#1f4435", "#47735f", "#47735f", 1, _CHALK, "chalk", "lines", ("board", "bleed")),
    "blueprint": Look(
        "#123f73", "#3a6ea9", "#5f92cb", 5, ("#f2f7ff", "#ffe08a"), "ink", "lines", ("drawing", "axes")
    ),
    "night app": Look("#1b2027", "#3a4450", "#586575", 5, _NEON, "ink", "lines", ("app",)),
    "slide": Look("#17233f", "#384a76", "#384a76", 1, _NEON, "ink", "lines", ("header", "axes")),
    "night dots": Look("#20242b", "#75808e", "#75808e", 1, _NEON, "ink", "dots", ("bleed", "header")),
    "black geoboard": Look("#2b2d33", "#c9ccd2", "#c9ccd2", 1, _NEON, "band", "pegs", ("plate",)),
}


class Sheet(NamedTuple):
    """A drawn sheet: where lattice points lie in pixels, and the pens that suit it."""

    look: Look
    box: Box  # the whole steps that the figures use
    pitch: float
    lattice: Lattice
    pens: tuple[str, ...]  # shuffled; the first is the main one
    spots: list[Point]  # the dots, crosses or pegs of the grid

    def at(self, p: Spot) -> Point:
        x, y = p if self.lattice == "square" else (p[0] + p[1] / 2, p[1] * ROW)
        return (self.box.x0 + x * self.pitch, self.box.y1 - y * self.pitch)


_PADS = {  # room around the grid in pixels: left, top, right, bottom
    "bleed": (14, 14, 14, 14),
    "note": (16, 52, 16, 16),
    "margin": (84, 52, 16, 18),
    "pad": (16, 58, 16, 14),
    "header": (34, 92, 34, 34),
    "figure": (60, 84, 60, 76),
    "axes": (62, 42, 48, 84),
    "app": (66, 58, 16, 16),
    "wood": (44, 44, 44, 44),
    "board": (44, 44, 44, 62),
    "drawing": (30, 30, 30, 66),
    "plate": (40, 40, 40, 40),
}
_WOOD = "#7a5230"
_RUNNING = ("bleed", "note", "margin", "pad", "app", "board")  # the grid runs on past the figures


def sheet(
    c: Canvas, columns: int, height: float, lattice: Lattice, step: int, *, pegs: bool, single: bool
) -> Sheet:
    """Open a page and draw an empty sheet of `columns` x `height` steps. Axes count in multiples of `step`.

    `pegs` allows geoboards, which suit straight sides between lattice points only; a `single` figure never
    stands on a bare grid.
    """
    looks = (DARK if c.style.dark else LIGHT).values()
    look = c.rng.choice([k for k in looks if pegs or k.grid != "pegs"])
    ink = "#e9edf3" if c.style.dark else "#23272d"
    more = 0.04 if look.hand == "chalk" else 0.16
    rules = (mix(look.rule, ink, more), mix(look.heavy, ink, more))
    if lattice == "triangular" and look.grid == "lines":  # dense: pale, and of no hue of its own
        rules = (mix(look.paper, ink, 0.2),) * 2
    look = look._replace(rule=rules[0], heavy=rules[1])
    unfit = {"bleed": single, "axes": lattice == "triangular"}
    frame = c.rng.choice([k for k in look.frames if not unfit.get(k)] or ["figure"])
    plain = c.style.dark or look.grid == "pegs" or "app" in look.frames
    by_hand = look.hand == "chalk" or frame in ("note", "margin")
    c.style = replace(
        c.style,
        body="Kalam" if by_hand else c.style.body,
        texture="none" if plain or c.style.texture == "fibre" else c.style.texture,
        degradation="none" if c.style.degradation in ("noise", "light") else c.style.degradation,
    )
    left, top, right, bottom = map(float, _PADS[frame])
    pitch = min(c.rng.uniform(27, 46), (1240 - left - right) / columns, (960 - top - bottom) / height)
    large = single and frame not in ("note", "margin", "pad")
    pitch = min(max(pitch, 600 / max(columns, height)), 88 if large else 64)  # no thumbnails
    if frame in ("bleed", "note", "margin"):  # the paper was cut along its rules
        left, right, top, bottom = (round(pad / pitch + 0.2) * pitch for pad in (left, right, top, bottom))
    w, h = columns * pitch, height * pitch
    wide, high = max(w + left + right, 448), max(h + top + bottom, 448)
    c.page(wide, high, paper=look.paper)
    x, y = left + (wide - w - left - right) / 2, top + (high - h - top - bottom) / 2
    page = Sheet(look, Box(x, y, x + w, y + h), pitch, lattice, tuple(c.rng.shuffled(look.pens)), [])
    room = _surface(c, page, frame)
    if frame not in _RUNNING:
        room = page.box.inset(0 if look.grid == "lines" else -min(pitch * 0.5, 16))
    _grid(c, page, frame == "axes", room)
    _furniture(c, page, frame, step, ink)
    return page


def _surface(c: Canvas, page: Sheet, frame: str) -> Box:
    """The board or page, without its grid; gives the part that the grid may cover."""
    look, paper, room = page.look, page.look.paper, c.bounds
    if frame in ("wood", "board"):
        rail = mix(_WOOD, paper, 0.15)
        c.rect(c.bounds, linear((0, 0), (0, c.height), (lighter(rail, 0.12), darker(rail, 0.2))))
        room = c.bounds.inset(22).trim(bottom=18 if frame == "board" else 0)
        c.rect(room, paper)
    elif frame == "plate":
        c.rect(c.bounds, darker(paper, 0.35))
        c.rect(c.bounds.inset(10), paper, radius=22)
    if look.hand == "chalk" and c.rng.chance(0.6):
        with c.clip(room):
            _wiped(c)
    if frame in ("wood", "board"):
        c.rect(room, None, darker(rail, 0.5), 3)
        c.line((room.x0 + 2, room.y0 + 3), (room.x1 - 2, room.y0 + 3), "#00000040", 4)
    return room.trim(top=44) if frame == "pad" else room


def _wiped(c: Canvas) -> None:
    """What a felt eraser leaves: wide faint sweeps with a few finer streaks in them."""
    lean = c.rng.uniform(-0.22, 0.22)
    for _ in range(c.rng.integer(3, 5)):
        x, y = c.rng.uniform(-0.1, 0.45) * c.width, c.rng.uniform(0.05, 0.95) * c.height
        reach = c.rng.uniform(0.35, 0.7) * c.width
        for dy, width in ((0, 58), (c.rng.uniform(-24, 24), 5), (c.rng.uniform(-24, 24), 2.5)):
            a, b = (x, y + dy), (x + reach, y + dy + reach * lean)
            dust = "#ffffff08" if width > 20 else "#ffffff0b"
            c.line(a, b, linear(a, b, ("#ffffff00", dust, dust, "#ffffff00"), (0, 0.15, 0.7, 1)), width)


def _tray(c: Canvas, page: Sheet) -> None:
    """The ledge under a chalkboard, with some chalk and at times an eraser."""
    rail, wood = c.bounds.bottom(40)[0], mix(_WOOD, page.look.paper, 0.15)
    c.rect(rail.top(7)[0], lighter(wood, 0.25))
    c.rect(rail.top(7)[1].top(4)[0], darker(wood, 0.45))
    x = c.rng.uniform(0.08, 0.5) * c.width
    for pen in page.pens[: c.rng.integer(1, 3)]:
        c.rect(
            Box(x, rail.y0 - 3, x + c.rng.uniform(22, 52), rail.y0 + 6), pen, darker(pen, 0.3), 1, radius=3
        )
        x += 66
    if c.rng.chance(0.5):
        c.rect(Box(x + 20, rail.y0 - 8, x + 108, rail.y0 + 5), "#3a3d42", radius=2)
        c.rect(
            Box(x + 20, rail.y0 - 14, x + 108, rail.y0 - 6), "#b98a55", darker("#b98a55", 0.3), 1, radius=2
        )


def _grid(c: Canvas, page: Sheet, counted: bool, room: Box) -> None:
    """Rules or points in the room; heavy rules stand at round numbers of `counted` axes, else evenly."""
    look, box, pitch = page.look, page.box, page.pitch
    rise = pitch if page.lattice == "square" else pitch * ROW
    xs = range(-int((box.x0 - room.x0) / pitch + 0.01), int((room.x1 - box.x0) / pitch + 0.01) + 1)
    ys = range(-int((room.y1 - box.y1) / rise + 0.01), int((box.y1 - room.y0) / rise + 0.01) + 1)
    if look.grid != "lines":
        odd = 0 if page.lattice == "square" else 0.5
        spots = [(box.x0 + (i + j % 2 * odd) * pitch, box.y1 - j * rise) for i in xs for j in ys]
        page.spots.extend(p for p in spots if room.inset(2).holds(p))
        _points(c, page)
        return
    every = look.every if page.lattice == "square" and min(len(xs), len(ys)) > 14 else 1

    def pen(i: int, among: range) -> tuple[str, float]:
        first = 0 if counted else among[(len(among) - 1) % every // 2]
        return (look.heavy, 1.5) if every > 1 and (i - first) % every == 0 else (look.rule, 1.0)

    for j in ys:
        y = round(box.y1 - j * rise) + 0.5
        c.line((room.x0, y), (room.x1, y), *pen(j, ys), cap="butt")
    if page.lattice == "square":
        for i in xs:
            x = round(box.x0 + i * pitch) + 0.5
            c.line((x, room.y0), (x, room.y1), *pen(i, xs), cap="butt")
        return
    with c.clip(room):
        lean = room.h / ROW / 2  # how far a slanted rule runs sideways
        for way in (1, -1):
            start = box.x0 - way * (room.y1 - box.y1) / ROW / 2
            first = -int((start - room.x0 + max(way * lean, 0)) / pitch) - 1
            for i in range(first, int((room.x1 - start + max(-way * lean, 0)) / pitch) + 2):
                x = start + i * pitch
                c.line((x, room.y1), (x + way * lean, room.y0), look.rule, 1, cap="butt")


def _points(c: Canvas, page: Sheet) -> None:
    look, path, shade = page.look, skia.Path(), skia.Path()
    for x, y in page.spots:
        x, y = round(x * 64) / 64, round(y * 64) / 64
        if look.grid == "crosses":
            for dx, dy in ((3.5, 0), (0, 3.5)):
                path.moveTo(x - dx, y - dy)
                path.lineTo(x + dx, y + dy)
        elif look.grid == "pegs":
            shade.addCircle(x + 1.5, y + 2, 4.2)
            path.addCircle(x, y, 3.8)
        else:
            path.addCircle(x, y, 1.4 + page.pitch * 0.018)
    if look.grid == "crosses":
        c.path(path, None, look.rule, 1.3)
        return
    if look.grid == "pegs":
        c.path(shade, "#00000055")
    c.path(path, look.rule)


def _furniture(c: Canvas, page: Sheet, frame: str, step: int, ink: str) -> None:
    look, box = page.look, page.box
    faint = mix(ink, look.paper, 0.35)
    number, part = c.rng.integer(1, 28), c.rng.integer(1, 12)
    if frame in ("note", "margin"):
        left = _holes(c, page) if frame == "margin" else 8
        note = c.rng.choice(("Ex. {0}", "p. {0}, no. {1}", "Homework no. {1}", "{1} a)", "Task {1}"))
        at = (left + 12, min((box.y0 + 8) / 2, 40))
        c.text(note.format(4 * number, part), at, 24, anchor="lm", color=ink, family="Kalam", need=False)
    elif frame == "pad":
        texts = (f"Course MA {100 + number}", f"Problem {part}", "Sheet 1 of 2")
        _cells(c, c.bounds.top(44)[0], texts, faint)
    elif frame == "drawing":
        c.rect(box, None, faint, 2.2)
        strip = Box(max(box.x1 - 330, box.x0), box.y1, box.x1, box.y1 + 36)
        _cells(c, strip, (f"DRG {number:02}-{part:02}", f"SHEET {part}", f"REV {'ABCD'[part % 4]}"), faint)
    elif frame == "header":
        title = c.rng.choice(("Exercise", "Worksheet", "Practice sheet", "Homework", "Problem set", "Quiz"))
        size, family = c.pt(1.7), c.style.display
        wide = c.text(f"{title} {number}", (34, 36), size, anchor="lm", weight=700, family=family, need=False)
        c.line((34, 66), (c.width - 34, 66), faint, 1.4)
        line = max(c.width - 200, wide.x1 + 74)
        c.text("Name", (line - 8, 42), 14, anchor="rm", color=faint, need=False)
        c.line((line, 48), (c.width - 34, 48), faint, 1.2)
    elif frame == "figure":
        head = c.rng.choice(("Plane figures", "Figures on a grid", "Measuring figures", "Practice"))
        c.text(f"{part}.{number % 5 + 1}  {head}", (box.x0, 40), 14, anchor="lm", color=faint, need=False)
        c.text(str(12 * part + number), (box.x1, 40), 14, anchor="rm", color=faint, need=False)
        c.line((box.x0, 54), (box.x1, 54), faint, 1)
    elif frame == "axes":
        _axes(c, page, ink, step)
    elif frame == "app":
        _app(c, page, ink)
    elif frame == "board":
        _tray(c, page)
    if frame in ("figure", "axes"):
        caption = f"{'Fig.' if number % 2 else 'Figure'} {part}.{number}"
        x, anchor = (box.cx, "mm") if number % 3 else (box.x0, "lm")
        c.text(caption, (x, c.height - 32), 16, anchor=anchor, color=ink, weight=700, need=False)


def _holes(c: Canvas, page: Sheet) -> float:
    """Punch holes with the shadow of their upper edge, and a margin rule, whose place is given."""
    box, pitch = page.box, page.pitch
    x = round(box.x0 - (pitch if box.x0 - pitch > 32 else 0)) + 0.5
    c.line((x, 0), (x, c.height), "#e0787c", 1.8, cap="butt")
    for share in c.rng.choice(((0.2, 0.8), (0.12, 0.5, 0.88))):
        at = (17, share * c.height)
        c.circle(at, 9.5, "#868b92", "#ffffff", 1.2)
        c.circle((at[0] + 0.5, at[1] + 1), 8.1, "#c8ccd0")
    return x


def _cells(c: Canvas, strip: Box, texts: tuple[str, ...], color: str) -> None:
    """The ruled boxes of a title block."""
    c.rect(strip, None, color, 1.6)
    for cell, text in zip(strip.columns(len(texts)), texts, strict=True):
        c.line((cell.x1, cell.y0), (cell.x1, cell.y1), color, 1.2)
        c.text(text, cell.center, 15, color=color, fit=cell.w - 10, need=False)


def _axes(c: Canvas, page: Sheet, ink: str, step: int) -> None:
    """Two axes; the last numbers make way for the arrows."""
    box, pitch = page.box, page.pitch
    c.arrow((box.x0, box.y1), (box.x1 + 24, box.y1), ink, 1.8, 9)
    c.arrow((box.x0, box.y1), (box.x0, box.y0 - 22), ink, 1.8, 9)
    every = 1 if pitch > 30 and step < 10 else 2
    for i in range(0, round(box.w / pitch), every):
        c.text(str(i * step), (box.x0 + i * pitch, box.y1 + 9), 13, anchor="mt", color=ink)
    for j in range(every, round(box.h / pitch), every):
        c.text(str(j * step), (box.x0 - 9, box.y1 - j * pitch), 13, anchor="rm", color=ink)
    c.text("x", (box.x1 + 20, box.y1 + 9), 15, anchor="mt", color=ink, italic=True)
    c.text("y", (box.x0 - 10, box.y0 - 16), 15, anchor="rm", color=ink, italic=True)


def _app(c: Canvas, page: Sheet, ink: str) -> None:
    """The window of a drawing program: a title bar, and tools down the left side."""
    bar, side = c.bounds.top(42)[0], c.bounds.left(50)[0].trim(top=42)
    chrome = mix(page.look.paper, ink, 0.07)
    c.rect(side, chrome)
    c.rect(bar, mix(page.look.paper, ink, 0.12))
    c.line((0, 42), (c.width, 42), mix(chrome, ink, 0.2), 1)
    c.line((50, 42), (50, c.height), mix(chrome, ink, 0.2), 1)
    for i, dot in enumerate(("#ff5f57", "#febc2e", "#28c840")):
        c.circle((20 + 18 * i, 21), 6, dot)
    name = c.rng.choice(("sketch", "construction", "drawing", "figures", "lesson")) + c.rng.choice(
        (".ggb", "", " - edited")
    )
    c.text(name, (c.width / 2, 21), 14, color=ink, need=False)
    active = c.rng.integer(0, 5)
    for i in range(6):
        room = Box.at((25, 74 + 44 * i), 34)
        if i == active:
            c.rect(room, mix(chrome, page.pens[0], 0.25), radius=7)
        _tool(c, i, room.inset(9), ink)


def _tool(c: Canvas, i: int, box: Box, ink: str) -> None:
    low, high = (box.x0, box.y1), (box.x1, box.y0)
    if i == 0:
        c.polygon([box.point(0.1, 0), box.point(0.1, 0.95), box.point(0.38, 0.7), box.point(0.85, 0.72)], ink)
    elif i == 1:
        c.circle(box.center, 3.5, ink)
    elif i == 2:
        c.line(low, high, ink, 1.8)
        for end in (low, high):
            c.circle(end, 2.4, ink)
    elif i == 3:
        c.polygon([box.point(0.5, 0), box.point(1, 1), box.point(0, 1)], None, ink, 1.8)
    elif i == 4:
        c.circle(box.center, box.w / 2, None, ink, 1.8)
    else:
        c.polyline([high, low, (box.x1, box.y1)], ink, 1.8)
