"""A month as a grid of days, in the ways that print and software set it."""

from typing import NamedTuple

from trace_tasks.engine import Box, Canvas, Point, alpha, mix, polygon_path, readable, smooth_path
from trace_tasks.engine.words import MONTHS, MONTHS_SHORT, WEEKDAYS

from .._paper import Paper

#: How a header may write the days.
HEADERS = {
    "letter": tuple(day[0] for day in WEEKDAYS),
    "two": tuple(day[:2] for day in WEEKDAYS),
    "short": tuple(day[:3] for day in WEEKDAYS),
    "capitals": tuple(day[:3].upper() for day in WEEKDAYS),
    "full": WEEKDAYS,
    "full capitals": tuple(day.upper() for day in WEEKDAYS),
}
#: The marks a day may carry, and what such days are called.
MARKS = {
    "circle": "circled days",
    "highlight": "highlighted days",
    "cell": "shaded days",
    "star": "days with a star",
    "pushpin": "days with a pin",
    "bell": "days with a bell",
}


class Skin(NamedTuple):
    """How a grid is set."""

    paper: Paper
    family: str
    lines: str  # grid, rows, none, cards
    number: str  # where the number stands: corner, right, middle
    size: float  # of the numbers
    weight: int = 500
    header: str = "plain"  # plain, band, line
    weekend: bool = True  # weekends in the accent colour
    notes: str = "chip"  # chip, hand, dot
    pen: str = "#d6322c"
    marker: str = "#ffe14d"
    today: int = 0  # stands on a disc, as in apps


class Month(NamedTuple):
    """What a grid shows; days are named by their number."""

    length: int
    before: int  # empty cells ahead of the first day
    titles: tuple[str, ...]  # of the columns
    weekend: tuple[int, ...]  # columns
    previous: int  # days of the month before; 0: leave neighbours out
    weeks: tuple[str, ...]  # week numbers, row by row, or none
    marked: tuple[int, ...]
    mark: str
    notes: dict[int, str]

    @property
    def rows(self) -> int:
        return -(-(self.before + self.length) // 7)


def grid(c: Canvas, box: Box, month: Month, skin: Skin) -> None:
    """Draw the month and mark its days as ("day", number)."""
    paper, head_h = skin.paper, max(skin.size * 1.7, 30)
    if month.weeks:
        side, box = box.left(34)
    head, body = box.top(head_h)
    _header(c, head, month, skin)
    cells = body.grid(month.rows, 7, 5 if skin.lines == "cards" else 0)
    if month.weeks:
        for r, week in enumerate(month.weeks):
            c.text(week, (side.cx - 4, cells[r, 0].cy), 12, color=paper.soft, family=skin.family, need=False)
    shaded = skin.weekend and month.mark != "cell" and skin.lines in ("grid", "cards")
    for (r, k), cell in cells.items():
        day = r * 7 + k - month.before + 1
        inside = 1 <= day <= month.length
        if skin.lines == "cards" and inside:
            c.rect(cell, paper.tint, radius=c.style.corner)
        elif shaded and k in month.weekend:
            c.rect(cell, paper.tint)
        if inside:
            c.mark("day", day, box=cell)
    _rules(c, body, month.rows, skin)
    for (r, k), cell in cells.items():
        day = r * 7 + k - month.before + 1
        if 1 <= day <= month.length:
            _day(c, cell, day, k in month.weekend, month, skin)
        elif month.previous:
            shown = month.previous + day if day < 1 else day - month.length
            c.text(str(shown), _spot(cell, skin), skin.size * 0.9, color=mix(paper.soft, paper.sheet, 0.12),
                   family=skin.family, need=False)  # fmt: skip


def _header(c: Canvas, head: Box, month: Month, skin: Skin) -> None:
    paper = skin.paper
    if skin.header == "band":
        c.rect(head, paper.accent, radius=2)
    elif skin.header == "line":
        c.line((head.x0, head.y1), (head.x1, head.y1), paper.ink, 1.6)
    size, family = min(max(skin.size * 0.72, 13), 20), skin.family
    room = head.w / 7 - 8

    def widest() -> float:
        return max(c.measure(title, size, family=family, weight=600)[0] for title in month.titles)

    if widest() > room * 1.1:
        family = "Barlow Condensed"
    size = max(min(size, size * room / widest()), 12)
    for k, (title, cell) in enumerate(zip(month.titles, head.columns(7), strict=True)):
        ink = paper.accent if skin.weekend and k in month.weekend else paper.ink
        color = None if skin.header == "band" else readable(ink, paper.sheet, 5.4)
        c.text(title, cell.center, size, family=family, weight=600, color=color)


def _rules(c: Canvas, body: Box, rows: int, skin: Skin) -> None:
    if skin.lines in ("grid", "rows"):
        for row in body.rows(rows):
            c.line((body.x0, row.y0), (body.x1, row.y0), skin.paper.line, 1.2, cap="butt")
        c.line((body.x0, body.y1), (body.x1, body.y1), skin.paper.line, 1.2, cap="butt")
    if skin.lines == "grid":
        for column in body.columns(7):
            c.line((column.x0, body.y0), (column.x0, body.y1), skin.paper.line, 1.2, cap="butt")
        c.line((body.x1, body.y0), (body.x1, body.y1), skin.paper.line, 1.2, cap="butt")


def _spot(cell: Box, skin: Skin) -> Point:
    """The middle of a day's number."""
    reach = skin.size * 0.95 + 5
    if skin.number == "corner":
        return cell.x0 + reach, cell.y0 + reach * 0.86
    if skin.number == "right":
        return cell.x1 - reach, cell.y0 + reach * 0.86
    return cell.center


def _day(c: Canvas, cell: Box, day: int, free: bool, month: Month, skin: Skin) -> None:
    paper, at, size = skin.paper, _spot(cell, skin), skin.size
    marked = day in month.marked
    ink = readable(paper.accent, paper.sheet, 5.2) if free and skin.weekend else paper.ink
    if marked and month.mark == "cell":
        c.rect(cell.inset(1.5), mix(paper.sheet, skin.pen, 0.3), radius=2)
    elif marked and month.mark == "highlight":
        _highlight(c, at, size, skin.marker)
    if day == skin.today:
        c.circle(at, size * 0.95, paper.accent)
    plain = (
        day != skin.today and not (marked and month.mark in ("cell", "highlight")) and skin.lines != "cards"
    )
    c.text(str(day), at, size, family=skin.family, weight=skin.weight, color=ink if plain else None)
    if marked:
        if month.mark == "circle":
            _loop(c, at, size, skin.pen)
        elif month.mark not in ("cell", "highlight"):
            _sticker(c, _beside(cell, at, size, skin), size * 0.58, month.mark, skin.pen, paper)
    if day in month.notes:
        _note(c, cell, month.notes[day], at[1] + size * 0.95, skin)


def _beside(cell: Box, at: Point, size: float, skin: Skin) -> Point:
    """The place of a sticker: next to the number, where it cannot be taken for another day's."""
    if skin.number == "middle":
        return min(at[0] + size * 1.3, cell.x1 - size * 0.5), max(at[1] - size * 0.95, cell.y0 + size * 0.65)
    return at[0] + (size if skin.number == "corner" else -size) * 1.55, at[1]


def _loop(c: Canvas, at: Point, size: float, pen: str) -> None:
    """A pen's loop that overshoots its start."""
    lean, squeeze = c.rng.uniform(-0.12, 0.12), c.rng.uniform(0.78, 0.9)
    ring = ((1, 0), (0.71, 0.71), (0, 1), (-0.71, 0.71), (-1, 0), (-0.71, -0.71), (0, -1), (0.71, -0.71))
    points = [
        (at[0] + size * (0.98 + 0.013 * i) * (x + lean * y), at[1] + size * (0.98 + 0.013 * i) * squeeze * y)
        for i, (x, y) in enumerate(ring + ring[:2])
    ]
    c.path(smooth_path(points), None, pen, max(size * 0.12, 2))


def _highlight(c: Canvas, at: Point, size: float, color: str) -> None:
    x, y, w, h = *at, size * 1.0, size * 0.68
    tilt = c.rng.uniform(-2, 2)
    c.polygon(
        ((x - w, y - h + tilt), (x + w + 3, y - h - tilt), (x + w, y + h - tilt), (x - w - 3, y + h + tilt)),
        color,
    )


STAR = ((0, -1), (0.24, -0.33), (0.95, -0.31), (0.39, 0.13), (0.59, 0.81), (0, 0.42), (-0.59, 0.81),
        (-0.39, 0.13), (-0.95, -0.31), (-0.24, -0.33))  # fmt: skip


def _sticker(c: Canvas, at: Point, size: float, kind: str, pen: str, paper: Paper) -> None:
    if kind == "star":
        c.path(
            polygon_path([(at[0] + x * size, at[1] + y * size) for x, y in STAR]),
            pen,
            alpha("#000000", 0.25),
            1,
        )
    else:
        c.icon(kind, Box.at(at, size * 2), pen)


def _note(c: Canvas, cell: Box, text: str, top: float, skin: Skin) -> None:
    """A short entry under the number, or a dot where there is no room to write."""
    family = "Kalam" if skin.notes == "hand" else skin.family
    size = 17 if skin.notes == "hand" else 13
    wide = c.measure(text, size, family=family, weight=500)[0]
    top = max(top, cell.y0 + cell.h * 0.52)
    if skin.number == "middle":
        top = cell.cy + skin.size * 0.85
    line = Box(cell.x0 + 4, top, cell.x1 - 4, top + size * 1.5)
    tones = ("#2f6fb5", "#3f8f55", "#b5622a", "#8a4fb0", "#b83a5a")
    tone = tones[len(text) % len(tones)]
    if skin.notes == "dot" or wide > line.w - 8 or line.y1 > cell.y1 - 1:
        c.circle((cell.cx, min(top + 5, cell.y1 - 6)), 3.2, tone)
    elif skin.notes == "hand":
        c.text(text, line.center, size, family=family, color=readable(tone, skin.paper.sheet), need=False)
    else:
        c.rect(line, mix(skin.paper.sheet, tone, 0.24), radius=4)
        c.rect(line.left(3)[0], tone, radius=1.5)
        c.text(text, (line.x0 + 8, line.cy), size, anchor="lm", family=family, need=False)


def mini(
    c: Canvas, box: Box, title: str, length: int, before: int, letters: tuple[str, ...], skin: Skin
) -> None:
    """A small month for reference beside the main one."""
    head, body = box.top(22)
    c.text(title, head.center, 13, family=skin.family, weight=600, color=skin.paper.ink, need=False)
    cells = body.grid(7, 7)
    for k, letter in enumerate(letters):
        c.text(
            letter, cells[0, k].center, 11, family=skin.family, weight=600, color=skin.paper.soft, need=False
        )
    for day in range(1, length + 1):
        r, k = divmod(before + day - 1, 7)
        c.text(str(day), cells[r + 1, k].center, 11, family=skin.family, color=skin.paper.soft, need=False)


__all__ = ["HEADERS", "MARKS", "MONTHS", "MONTHS_SHORT", "Month", "Skin", "grid", "mini"]
