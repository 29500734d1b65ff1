"""The pictures of clocks: alone, in rows and on walls, beside options, in a sequence."""

from itertools import pairwise

from trace_tasks.engine import Box, Canvas
from trace_tasks.engine.words import CITIES, FIRST_NAMES

from .._displays import DISPLAYS, display
from . import settings
from .timepieces import Piece, choose, cushioned, hands_at, reach, signed, timepiece

DAY = 720  # minutes in one turn of the hour hand
COLUMNS = {2: (2,), 4: (2,), 5: (3,), 6: (3, 2), 7: (4,), 8: (4,), 9: (3, 5)}
WORN = (("Start", "End"), ("Departure", "Arrival"), ("Take-off", "Landing"))  # what watches may tell
PLATES = {"wall": ("brass", "card", "tag"), "shelf": ("card", "tag"), "box": ("brass", "card"),
          "table": ("card", "tag")}  # fmt: skip


def text_of(minutes: int) -> str:
    """A time on a clock of twelve hours, such as 9:05."""
    return f"{minutes % DAY // 60 or 12}:{minutes % 60:02}"


def draw_one(clock, c: Canvas) -> None:
    """A clock on a wall or a table, a watch whose strap runs off the picture."""
    piece = choose(c.rng, clock.numerals, ("shelf",) if clock.alarm >= 0 else ())
    by_hand = bool(clock.alarm_color)
    seconds = [(clock.second * 6, 88, 24)] if clock.second >= 0 else []
    alarm = [(clock.alarm / 2, 42, 0)] if by_hand else []
    piece = signed(piece, *hands_at(clock.times[0] + max(clock.second, 0) / 60), *seconds, *alarm)
    side, up, down = (v / 100 for v in reach(piece))
    radius, around = c.rng.uniform(180, 250), c.rng.uniform(28, 60)
    above = 1 if piece.home == "box" else around
    foot = 100 if piece.home == "shelf" else above
    w = max(2 * side * radius, 400) + 2 * around
    page = c.page(w, (up + down) * radius + above + foot, margin=0).trim(around, above, around, foot)
    if piece.home == "shelf":
        settings.table(c, c.bounds, page.y1 - 26)
        settings.contact(c, fitted(page, piece), piece.on_feet)
    elif piece.home == "wall":
        settings.wall(c, c.bounds)
    else:
        settings.surface(c, c.bounds)
    if piece.home == "table":
        settings.chain(c, (page.cx, page.y0 - 4), piece.metal)
    rings, color = (clock.alarm, c.named(clock.alarm_color)) if by_hand else (-1, "")
    box = timepiece(c, page, piece, clock.numerals, clock.times[0], clock.second, rings, color)
    c.mark("clock", 0, box=box)
    if clock.alarm >= 0 and not by_hand:
        settings.label_plate(c, f"Alarm set for {text_of(clock.alarm)}", (page.cx, c.height - 42),
                             c.rng.choice(("brass", "card", "tag")), c.pt(1))  # fmt: skip


def draw_grid(clock, c: Canvas) -> None:
    """Labelled clocks: on a wall, on shelves, in a box for watches, on a table; of one make or of several."""
    n, size, columns = len(clock.times), c.pt(1), c.rng.choice(COLUMNS[len(clock.times)])
    pieces = pieces_for(clock, c)
    home, heading = pieces[0].home, heading_of(clock.labels) if pieces[0].home == "wall" else ""
    side = max(reach(p)[0] for p in pieces) / 100
    tall = max(reach(p)[1] + reach(p)[2] for p in pieces) / 100
    rows, strip, around = -(-n // columns), size * 2.6, c.rng.uniform(30, 46)
    gap, top = 34 if home == "shelf" else 22, 64 if heading else 0
    radius = min(
        c.rng.uniform(150, 190) if n == 2 else c.rng.uniform(130, 200),
        ((1260 - 2 * around - gap * (columns - 1)) / columns) / (2 * side),
        ((1000 - top - 2 * around - gap * (rows - 1)) / rows - strip) / tall,
    )
    cell_w, cell_h = max(2 * side * radius, 160), tall * radius + strip
    room = c.page(
        columns * cell_w + (columns - 1) * gap + 2 * around,
        rows * cell_h + (rows - 1) * gap + 2 * around + top,
        margin=around,
    )
    head, room = room.top(top)
    short = (rows * columns - n) * (cell_w + gap) / 2
    grid = room.grid(rows, columns, gap)
    cells = [grid[divmod(i, columns)].moved(short * (i // columns == rows - 1), 0) for i in range(n)]
    furnish(c, home, cells, strip, gap, bool(heading))
    if heading:
        settings.sign(c, heading, head.moved(0, -8))
    look, boxes = c.rng.choice(PLATES[home]), []
    for i, (piece, cell) in enumerate(zip(pieces, cells, strict=True)):
        box = fitted(cell.trim(bottom=strip), piece)
        if home == "shelf":
            box = box.moved(0, cell.y1 - strip - box.y1)
            settings.contact(c, box, piece.on_feet)
        boxes.append(timepiece(c, box, piece, clock.numerals, clock.times[i]))
        c.mark("clock", i, box=boxes[i])
        boxes.append(settings.label_plate(c, clock.labels[i], cell.bottom(strip)[0].center, look, size))
    c.mark("clocks", box=Box.around([p for box in boxes for p in box.corners]))


def pieces_for(clock, c: Canvas) -> list[Piece]:
    """Pieces that may stand side by side."""
    n, homes = len(clock.times), ("wall", "shelf", "table", "box")
    first = cushioned(choose(c.rng, clock.numerals, homes if n > 2 or clock.labels in WORN else homes[:3]))
    if c.rng.chance(0.55):
        return [first] * n
    return [first, *(cushioned(choose(c.rng, clock.numerals, (first.home,))) for _ in range(n - 1))]


def heading_of(labels: tuple[str, ...]) -> str:
    """What such names stand for on a wall of clocks."""
    if labels[0] in CITIES:
        return "Departures"
    return "Start of shift" if labels[0] in FIRST_NAMES else ""


def furnish(c: Canvas, home: str, cells: list[Box], strip: float, gap: float, signs: bool) -> None:
    """Draw what the clocks of a grid hang on, stand on or lie in."""
    if home == "box":
        settings.watch_box(c, c.bounds, [cell.inset(-gap / 2 + 4) for cell in cells])
    elif home == "table":
        settings.surface(c, c.bounds)
    else:
        settings.wall(c, c.bounds)
    if home == "wall" and (signs or c.rng.chance(0.4)):
        settings.board(c, c.bounds.inset(12))
    if home == "shelf":
        tone = c.rng.choice(settings.WOODS)
        for y in sorted({cell.y1 for cell in cells}):
            settings.plank(c, Box(0, y - strip, c.width, y), tone)


def fitted(box: Box, piece) -> Box:
    side, up, down = reach(piece)
    return box.fit(2 * side, up + down)


FREE = ("wall", "wall", "box", "table")  # what needs nothing to stand on


def draw_match(clock, c: Canvas) -> None:
    """The reference beside or above six lettered options."""
    piece, kind = cushioned(choose(c.rng, clock.numerals, FREE)), c.rng.choice(DISPLAYS)
    small, look = clock.digital == "options", letter_look(c, piece, clock.digital == "options")
    foot = c.pt(1) * 1.5 if look == "caption" else 12
    side, up, down = reach(piece)
    cell = (248, 150 + foot) if small else (232, 24 + foot + 208 * (up + down) / (2 * side))
    if c.rng.chance(0.5):
        page = c.page(400 + 3 * cell[0] + 120, max(2 * cell[1] + 72, 452), margin=28)
        left, right = page.left(400, 32)
    else:
        main = 330 if not small else 400
        page = c.page(3 * cell[0] + 90, main + 2 * cell[1] + 100, margin=28)
        left, right = page.top(main, 28)
    where = left.inset(6).fit(1.7, 1) if clock.digital == "reference" else fitted(left, piece)
    _timed(clock, c, 0, c.mark("reference", box=where), piece, kind)
    for i, room in enumerate(option_rooms(c, right, 6, 3, look), start=1):
        _timed(clock, c, i, room.fit(1.75, 1) if small else room, piece, kind)


def letter_look(c: Canvas, piece: Piece, wide: bool) -> str:
    """Where an option's letter goes: into a corner only beside what is round."""
    return c.rng.choice(("badge", "caption", "corner")) if piece.home == "wall" and not wide else "caption"


def option_rooms(c: Canvas, box: Box, n: int, columns: int, look: str) -> list[Box]:
    """Lettered panels; gives their rooms, centred in them."""
    left = 0 if look == "caption" else -1.4 * c.pt(1)
    return [room.trim(left=left).inset(12) for _, room in c.options(box, n, columns, look=look)]


def _timed(clock, c: Canvas, i: int, box: Box, piece, kind: str) -> None:
    if (clock.digital == "reference") == (i == 0):
        display(c, box, text_of(clock.times[i]), kind)
    else:
        timepiece(c, box, piece, clock.numerals, clock.times[i])


def draw_sequence(clock, c: Canvas) -> None:
    """A row of slots, one of them empty, over a row of lettered options."""
    piece = cushioned(choose(c.rng, clock.numerals, FREE))
    side, up, down = reach(piece)
    look, cell, gap = letter_look(c, piece, False), c.rng.uniform(216, 256), 38
    tall = min(cell * (up + down) / (2 * side), 340)
    foot = c.pt(1) * 1.5 if look == "caption" else 12
    page = c.page(4 * cell + 3 * gap + 56, 2 * tall + foot + 104, margin=28)
    top, low = page.top(tall, 48)
    slots = top.columns(4, gap)
    for i, slot in enumerate(slots):
        if i == clock.missing:
            c.rect(slot.inset(2), c.theme.panel, c.theme.muted, 3, radius=c.style.corner, dash=(12, 9))
            c.text("?", slot.center, 84, weight=700, family=c.style.display)
            c.mark("slot", i, box=slot)
        else:
            c.rect(slot, c.theme.panel, c.theme.grid, 1.5, radius=c.style.corner)
            timepiece(c, slot.inset(10), piece, clock.numerals, clock.times[i])
    for a, b in pairwise(slots):
        c.arrow((a.x1 + 5, a.cy), (b.x0 - 5, b.cy), c.ink, 3.5, 13)
    for i, room in enumerate(option_rooms(c, low, 4, 4, look), start=4):
        timepiece(c, room, piece, clock.numerals, clock.times[i])


PICTURES = {
    "one": draw_one,
    "pair": draw_grid,
    "wall": draw_grid,
    "match": draw_match,
    "sequence": draw_sequence,
}
