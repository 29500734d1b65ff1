"""The pictures of clocks: alone, in rows and on walls, beside options, in a sequence."""

from itertools import pairwise

from trace_tasks.engine import Box, Canvas

from .._displays import DISPLAYS, display
from .timepieces import backdrop, choose, label_plate, reach, timepiece

DAY = 720  # minutes in one turn of the hour hand


def text_of(minutes: int) -> str:
    """A time on a clock of twelve hours, such as 9:05."""
    return f"{minutes % DAY // 60 or 12}:{minutes % 60:02}"


def draw_one(clock, c: Canvas) -> None:
    kinds = ("alarm", "cube", "kitchen", "neon", "wood", "minimal") if clock.alarm >= 0 else ()
    piece = choose(c.rng, clock.numerals, kinds)
    side, up, down = (v / 100 for v in reach(piece))
    radius = c.rng.uniform(180, 250)
    plate = clock.alarm >= 0 and not clock.alarm_color
    around = c.rng.uniform(24, 56)
    w = max(2 * side * radius, 400) + 2 * around
    above = 0 if piece.look.case == "wrist" else around  # a strap runs off the page
    page = c.page(w, (up + down) * radius + 2 * above + 64 * plate, margin=0).inset(around, above)
    backdrop(c, c.bounds, c.style.dark)
    color = c.named(clock.alarm_color) if clock.alarm_color else ""
    room = page.trim(bottom=64) if plate else page
    place(clock, c, 0, room, piece, color)
    if plate:
        label_plate(c, f"Alarm set for {text_of(clock.alarm)}", (page.cx, page.y1 - 24),
                    c.rng.choice(("brass", "card", "tag")), c.pt(1))  # fmt: skip


def place(clock, c: Canvas, i: int, room: Box, piece, alarm_color: str = "") -> Box:
    alarm = clock.alarm if alarm_color else -1
    box = timepiece(c, room, piece, clock.numerals, clock.times[i], clock.second, alarm, alarm_color)
    return c.mark("clock", i, box=box)


def draw_row(clock, c: Canvas) -> None:
    draw_grid(clock, c, 2)


def draw_wall(clock, c: Canvas) -> None:
    draw_grid(
        clock, c, c.rng.choice({4: (2,), 5: (3,), 6: (3, 2), 7: (4,), 8: (4,), 9: (3, 5)}[len(clock.times)])
    )


def draw_grid(clock, c: Canvas, columns: int) -> None:
    """Labelled clocks: all of one make, or of several as on a shop's wall."""
    n, size = len(clock.times), c.pt(1)
    pieces = [choose(c.rng, clock.numerals)] * n
    if c.rng.chance(0.45):
        pieces = [choose(c.rng, clock.numerals) for _ in clock.times]
    side = max(reach(p)[0] for p in pieces) / 100
    tall = max(reach(p)[1] + reach(p)[2] for p in pieces) / 100
    rows, strip, gap, around = -(-n // columns), size * 2.6, 18, c.rng.uniform(20, 40)
    radius = min(
        c.rng.uniform(176, 216) if n == 2 else c.rng.uniform(116, 200),
        ((1260 - 2 * around - gap * (columns - 1)) / columns) / (2 * side),
        ((1000 - 2 * around - gap * (rows - 1)) / rows - strip) / tall,
    )
    cell_w, cell_h = max(2 * side * radius, 150), tall * radius + strip
    page = c.page(
        columns * cell_w + (columns - 1) * gap + 2 * around,
        rows * cell_h + (rows - 1) * gap + 2 * around,
        margin=around,
    )
    backdrop(c, c.bounds, c.style.dark)
    look, boxes, unders = c.rng.choice(("brass", "card", "tag")), [], []
    for i, piece in enumerate(pieces):
        r, k = divmod(i, columns)
        short = (rows * columns - n) * (cell_w + gap) / 2 if r == rows - 1 else 0
        cell = page.grid(rows, columns, gap)[r, k].moved(short, 0)
        under, room = cell.bottom(strip)
        unders.append(under.center)
        boxes.append(place(clock, c, i, room, piece))
    boxes += [
        label_plate(c, label, spot, look, size) for label, spot in zip(clock.labels, unders, strict=True)
    ]
    whole = boxes[0]
    for box in boxes[1:]:
        whole = whole.union(box)
    c.mark("clocks", box=whole)


def draw_match(clock, c: Canvas) -> None:
    """The reference beside or above six lettered options."""
    piece, kind = choose(c.rng, clock.numerals), c.rng.choice(DISPLAYS)
    wide = c.rng.chance(0.5)
    small = clock.digital == "options"
    cell = (224, 124) if small else (212, 212 * (reach(piece)[1] + reach(piece)[2]) / (2 * reach(piece)[0]))
    cell = (cell[0] + 24, cell[1] + 24)
    if wide:
        main = 400
        page = c.page(main + 3 * cell[0] + 120, max(2 * cell[1] + 90, 452), margin=28)
        left, right = page.left(main, 28)
    else:
        main = 330 if not small else 400
        page = c.page(3 * cell[0] + 90, main + 2 * cell[1] + 100, margin=28)
        left, right = page.top(main, 24)
    backdrop(c, c.bounds, c.style.dark)
    _timed(clock, c, 0, c.mark("reference", box=left.inset(6).fit(1.7, 1) if clock.digital == "reference"
                                else fitted(left, piece)), piece, kind)  # fmt: skip
    for i, (_, room) in enumerate(c.options(right, 6, 3), start=1):
        _timed(clock, c, i, room.fit(1.75, 1) if small else room, piece, kind)


def fitted(box: Box, piece) -> Box:
    side, up, down = reach(piece)
    return box.fit(2 * side, up + down)


def _timed(clock, c: Canvas, i: int, box: Box, piece, kind: str) -> None:
    if (clock.digital == "reference") == (i == 0):
        display(c, box, text_of(clock.times[i]), kind)
    else:
        timepiece(c, box, piece, clock.numerals, clock.times[i])


def draw_sequence(clock, c: Canvas) -> None:
    """A row of slots, one of them empty, over a row of lettered options."""
    piece = choose(c.rng, clock.numerals)
    side, up, down = reach(piece)
    cell = c.rng.uniform(216, 264)
    tall = min(cell * (up + down) / (2 * side), 340)
    page = c.page(4 * cell + 3 * 20 + 56, 2 * tall + 150, margin=28)
    backdrop(c, c.bounds, c.style.dark)
    top, low = page.top(tall + 16, 44)
    slots = top.columns(4, 20)
    for i, slot in enumerate(slots):
        c.rect(
            slot,
            c.theme.panel,
            c.theme.grid,
            1.5,
            radius=c.style.corner,
            dash=(8, 6) if i == clock.missing else (),
        )
        if i == clock.missing:
            c.text("?", slot.center, 84, weight=700, family=c.style.display)
            c.mark("slot", i, box=slot)
        else:
            timepiece(c, slot.inset(10), piece, clock.numerals, clock.times[i])
    for a, b in pairwise(slots):
        c.arrow((a.x1 + 2, a.cy), (b.x0 - 2, b.cy), c.ink, 3, 10)
    for i, (_, room) in enumerate(c.options(low, 4, 4), start=4):
        timepiece(c, room, piece, clock.numerals, clock.times[i])


PICTURES = {
    "one": draw_one,
    "pair": draw_row,
    "wall": draw_wall,
    "match": draw_match,
    "sequence": draw_sequence,
}
