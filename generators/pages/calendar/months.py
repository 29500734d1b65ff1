"""A month as a grid of days, in the ways that print and software set it."""

from typing import NamedTuple

from trace_tasks.engine import Box, Canvas, Point, darker, mix, readable, smooth_path
from trace_tasks.engine.words import MONTHS, MONTHS_SHORT, WEEKDAYS

from .._paper import Paper

#: How a header may write the days.
HEADERS = {
    "two": tuple(day[:2] for day in WEEKDAYS),
    "short": tuple(day[:3] for day in WEEKDAYS),
    "capitals": tuple(day[:3].upper() for day in WEEKDAYS),
    "full": WEEKDAYS,
    "full capitals": tuple(day.upper() for day in WEEKDAYS),
}
#: The marks a day may carry: what one such day is called, and several.
MARKS = {
    "circle": ("circled day", "circled days"),
    "highlight": ("highlighted day", "highlighted days"),
    "cell": ("shaded day", "shaded days"),
    "star": ("day with a star", "days with a star"),
    "pushpin": ("day with a pin", "days with a pin"),
    "bell": ("day with a bell", "days with a bell"),
}
#: What may be noted on a day, by the calendar of a program that holds it, with that calendar's colour.
EVENTS = {
    "Home": ("#2f6fb5", ("Bins out", "Haircut", "Car wash", "Market", "Library", "Plumber", "Window fix")),
    "Health": ("#b83a5a", ("Dentist", "Vet", "Optician", "Check-up", "Flu jab")),
    "Family": ("#b5622a", ("Call Mum", "Picnic", "Zoo trip", "Lunch", "Gran visits", "Cinema")),
    "Clubs": ("#8a4fb0", ("Book club", "Choir", "Piano", "Bake sale", "Chess", "Quiz night")),
    "Sports": ("#3f8f55", ("Yoga", "Gym", "Football", "Swim", "Tennis", "Long run")),
    "Money": ("#6d7680", ("Rent due", "Pay day", "Tax form", "Budget")),
}
TONES = {text: tone for tone, texts in EVENTS.values() for text in texts}


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
    notes: str = "hand"  # hand; on screens chip, or a dot that a list explains
    biro: str = "#24407a"  # of notes by hand
    pen: str = "#d6322c"
    marker: str = "#ffe14d"
    today: int = 0  # stands on a disc, as in apps

    @property
    def screen(self) -> bool:
        return self.notes != "hand"


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
    paper, head_h = skin.paper, max(skin.size * 1.9, 34)
    if month.weeks:
        side, box = box.left(34)
    head, body = box.top(head_h)
    _header(c, head, month, skin)
    cells = body.grid(month.rows, 7, 5 if skin.lines == "cards" else 0)
    if month.weeks:
        for r, week in enumerate(month.weeks):
            c.text(
                week,
                (side.cx - 4, _spot(cells[r, 0], skin)[1]),
                12,
                color=paper.soft,
                family=skin.family,
                need=False,
            )
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
    room = head.w / 7 - 14

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
    reach = skin.size * 1.05 + 5
    if skin.number == "corner":
        return cell.x0 + reach, cell.y0 + reach * 0.86
    if skin.number == "right":
        return cell.x1 - reach, cell.y0 + reach * 0.86
    return cell.cx, cell.cy - skin.size * 0.25


def _day(c: Canvas, cell: Box, day: int, free: bool, month: Month, skin: Skin) -> None:
    paper, at, size = skin.paper, _spot(cell, skin), skin.size
    mark = month.mark if day in month.marked else ""
    ink = readable(paper.accent, paper.sheet, 5.2) if free and skin.weekend else paper.ink
    if mark == "cell":
        c.rect(cell.inset(1.5), mix(paper.sheet, skin.pen, 0.3), radius=4 if skin.screen else 0)
    elif mark == "highlight":
        _highlight(c, cell, at, skin)
    if day == skin.today:
        c.circle(at, size * 0.95, paper.accent)
    plain = day != skin.today and mark not in ("cell", "highlight") and skin.lines != "cards"
    c.text(str(day), at, size, family=skin.family, weight=skin.weight, color=ink if plain else None)
    if mark == "circle":
        _ring(c, at, skin)
    elif mark in ("star", "pushpin", "bell"):
        _sticker(c, at, mark, skin)
    if day in month.notes:
        _note(
            c,
            cell,
            month.notes[day],
            at[1] + size * (1.05 if mark == "circle" or day == skin.today else 0.75),
            skin,
        )


RING = ((1, 0), (0.71, 0.71), (0, 1), (-0.71, 0.71), (-1, 0), (-0.71, -0.71), (0, -1), (0.71, -0.71))


def _ring(c: Canvas, at: Point, skin: Skin) -> None:
    """A clean ring on a screen; on paper a pen's loop that overshoots its start."""
    size = skin.size
    if skin.screen:
        c.circle(at, size * 0.95, None, skin.pen, 2.4)
        return
    lean, squeeze = c.rng.uniform(-0.12, 0.12), c.rng.uniform(0.78, 0.9)
    points = [
        (at[0] + size * (0.93 + 0.021 * i) * (x + lean * y), at[1] + size * (0.93 + 0.021 * i) * squeeze * y)
        for i, (x, y) in enumerate(RING + RING[:2])
    ]
    c.path(smooth_path(points), None, skin.pen, max(size * 0.11, 2))


def _highlight(c: Canvas, cell: Box, at: Point, skin: Skin) -> None:
    """A filled plate on a screen; on paper the stroke of a marker, within the day's cell."""
    x, y, w, h = *at, skin.size * 0.95, skin.size * 0.68
    if skin.screen:
        c.rect(Box.at(at, 2.1 * w, 2.4 * h), skin.marker, radius=h * 0.5)
        return
    tilt = c.rng.uniform(-2, 2)
    with c.clip(cell.inset(3)):
        c.polygon(
            (
                (x - w, y - h + tilt),
                (x + w + 3, y - h - tilt),
                (x + w, y + h - tilt),
                (x - w - 3, y + h + tilt),
            ),
            skin.marker,
        )


STAR = ((0, -1), (0.24, -0.33), (0.95, -0.31), (0.39, 0.13), (0.59, 0.81), (0, 0.42), (-0.59, 0.81),
        (-0.39, 0.13), (-0.95, -0.31), (-0.24, -0.33))  # fmt: skip


def _sticker(c: Canvas, at: Point, kind: str, skin: Skin) -> None:
    """A star, bell or pin that touches the day's number: flat on a screen, an object on paper."""
    size, depth = skin.size * 0.5, 0 if skin.screen else 4
    side = -1 if skin.number == "right" else 1
    x, y = at[0] + side * size * 2.9, at[1]
    if skin.number == "middle":
        x, y = at[0] + size * 2.2, at[1] - size * 1.6
    if kind == "pushpin":
        tip = (x - side * size * 0.9, y + size * 0.9)
        head = (x + side * size * 0.35, y - size * 0.35)
        c.line(tip, head, "#767d85", max(size * 0.17, 1.6))
        c.circle(head, size * 0.62, skin.pen, darker(skin.pen, 0.3), 0.8, shadow=depth)
        c.circle((head[0] - size * 0.2, head[1] - size * 0.22), size * 0.17, "#ffffffb0")
    elif kind == "star":
        points = [(x + u * size, y + v * size) for u, v in STAR]
        c.polygon(points, skin.pen, darker(skin.pen, 0.2) if skin.screen else "#ffffff", 1, shadow=depth)
    elif skin.screen:
        c.icon(kind, Box.at((x, y), size * 2.1), skin.pen)
    else:
        x += side * size * 0.25
        c.circle((x, y), size, "#ffffff", "#d8dade", 0.8, shadow=depth)
        c.icon(kind, Box.at((x, y), size * 1.45), "#b3261e" if skin.paper.dark else skin.pen)


def _note(c: Canvas, cell: Box, text: str, top: float, skin: Skin) -> None:
    """A short entry under the number: a dot, a bar with its calendar's colour, or a few words by hand."""
    tone = TONES[text]
    if skin.notes == "dot":
        c.circle((cell.cx, min(top + 6, cell.y1 - 5)), 3.4, tone)
    elif skin.notes == "chip":
        line = Box(cell.x0 + 4, top + 2, cell.x1 - 4, top + 21)
        c.rect(line, mix(skin.paper.sheet, tone, 0.24), radius=4)
        c.rect(line.left(3.5)[0], tone, radius=1.5)
        fits = c.measure(text, 13, family=skin.family)[0] < line.w - 12
        family = skin.family if fits else "Barlow Condensed"
        c.text(text, (line.x0 + 9, line.cy), 13, anchor="lm", family=family, need=False)
    else:
        anchor = {"corner": "l", "right": "r", "middle": "m"}[skin.number]
        edge = _spot(cell, skin)[0] + skin.size * {"l": -0.6, "r": 0.6, "m": 0}[anchor]  # of the number
        room = cell.w - 10 if anchor == "m" else cell.w - skin.size * 0.45 - 9
        size = min(17, 17 * room / c.measure(text, 17, family="Kalam")[0], (cell.y1 - top) * 0.8)
        ink = readable(skin.biro, skin.paper.sheet)
        c.text(
            text, (edge, top + size * 0.7), size, anchor=f"{anchor}m", family="Kalam", color=ink, need=False
        )


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


__all__ = ["EVENTS", "HEADERS", "MARKS", "MONTHS", "MONTHS_SHORT", "TONES", "Month", "Skin", "grid", "mini"]
