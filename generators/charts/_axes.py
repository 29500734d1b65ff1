"""Axes: a value scale with round ticks, categories along the other side, grid lines, titles."""

from msgspec import Struct

from trace_tasks.engine import Box, Canvas, Point, Reject, mix

from ._makers import Sheet

DASH = {"solid": (), "dash": (5.0, 4.0), "dot": (1.5, 3.5), "": ()}


class Scale(Struct, frozen=True):
    """A value axis from `low` to `high` with labelled ticks; `minor` is the distance of its grid lines."""

    low: int
    high: int
    tick: int
    minor: int

    @property
    def span(self) -> int:
        return self.high - self.low

    def steps(self, step: int) -> list[int]:
        return list(range(self.low, self.high + 1, step))


def round_ticks(low: int, high: int, fewest: int = 4, most: int = 8) -> list[int]:
    """The tick distances among 1, 2, 5, 10, ... that cut low..high (widened to ticks) into fewest..most.

    >>> round_ticks(0, 87)
    [20]
    """
    steps = [m * 10**e for e in range(6) for m in (1, 2, 5)]
    return [s for s in steps if fewest <= -(-high // s) - low // s <= most]


def scale(low: int, high: int, tick: int, minor: int | None = None) -> Scale:
    """The scale that holds low..high and begins and ends at a tick."""
    return Scale(low // tick * tick, -(-high // tick) * tick, tick, minor or tick)


def roundest(low: int, high: int, multiple: int = 1) -> int | None:
    """The multiple in low..high that looks roundest.

    >>> roundest(43, 61), roundest(43, 44), roundest(43, 44, 5)
    (50, 44, None)
    """
    for step in (500, 200, 100, 50, 20, 10, 5, 2, 1):
        first = -(-low // step) * step
        if first <= high and first % multiple == 0:
            return first
    first = -(-low // multiple) * multiple
    return first if first <= high else None


def fitted(span: Scale, values: tuple[int, ...], printed: bool) -> Scale:
    """The scale cut to the values, with ticks closer together if few would be left, and room for figures."""
    room = (max(values) - min(values)) // 10 if printed else 1
    low, high = (max(min(values) - room, 0) if span.low else 0), max(values) + room
    if span.minor < span.tick:
        return scale(low, high, span.tick, span.minor)
    if not (ticks := round_ticks(low, high)):
        raise Reject("no round ticks for these values")
    return scale(low, high, min(span.tick, max(ticks)))


class Axes(Struct):
    """Where values and categories lie in the picture."""

    plot: Box
    scale: Scale
    slots: list[float]  # middles of the categories, along x or (when horizontal) y
    horizontal: bool

    @property
    def slot(self) -> float:
        """The room of one category in px."""
        return (self.plot.h if self.horizontal else self.plot.w) / len(self.slots)

    def at(self, value: float) -> float:
        """The coordinate of a value."""
        share = (value - self.scale.low) / self.scale.span
        return self.plot.x0 + share * self.plot.w if self.horizontal else self.plot.y1 - share * self.plot.h

    def place(self, i: int, value: float) -> Point:
        """The point at a value above (or beside) the i-th category."""
        return (self.at(value), self.slots[i]) if self.horizontal else (self.slots[i], self.at(value))

    def across(self, value: float) -> tuple[Point, Point]:
        """The ends of the line at a value through the whole plot."""
        v, p = self.at(value), self.plot
        return ((v, p.y0), (v, p.y1)) if self.horizontal else ((p.x0, v), (p.x1, v))


def axes(
    c: Canvas,
    sheet: Sheet,
    scale: Scale,
    labels: tuple[str, ...],
    title: str = "",
    horizontal: bool = False,
    line: int | None = None,
) -> Axes:
    """Draw empty axes into the room of the sheet, with a `title` of the categories.

    `line` is a value for which `draw_threshold` will draw a line: its figure gets room.
    """
    made = (_horizontal if horizontal else _upright)(c, sheet, scale, labels, title, line)
    if sheet.maker.tinted and not sheet.printed:
        sheet.ground = mix(c.paper, c.ink, 0.1)
        c.rect(made.plot, sheet.ground)
    if not sheet.printed:
        _grid(c, sheet, made)
    _frame(c, sheet, made)
    return made


def draw_threshold(c: Canvas, sheet: Sheet, made: Axes, value: int) -> None:
    """A dashed line through the plot with its value at the end."""
    a, b = made.across(value)
    color = mix(c.theme.accent, c.ink, 0.35)
    c.line(a, b, color, 2, (9, 6), cap="butt")
    at, anchor = ((a[0], a[1] - 6), "ms") if made.horizontal else ((b[0] + 7, b[1]), "lm")
    c.text(sheet.figure(value), at, c.pt(-1), anchor=anchor, weight=600)


def _upright(c, sheet, scale, labels, title, line) -> Axes:
    size, room, over = c.pt(-1), sheet.room, sheet.value_title and sheet.maker.unit == "top"
    figures = {} if sheet.bare else {v: sheet.figure(v) for v in scale.steps(scale.tick)}
    wide = max((c.measure(f, size)[0] + 12 for f in figures.values()), default=4)
    if sheet.value_title and not over:
        room = room.trim(left=size * 1.2 + 6)
    tail = 14 if line is None else c.measure(sheet.figure(line), size, weight=600)[0] + 12
    plot = room.trim(left=wide, right=tail, top=2.4 * size if over or sheet.bare else size)
    rows, turned = _fold(c, labels, size, plot.w / len(labels) - 7)
    low = (
        max(c.measure(r[0], size)[0] for r in rows) + 14 if turned else max(map(len, rows)) * size * 1.2 + 12
    )
    if title:
        strip, plot = plot.bottom(size * 1.2, gap=3)
        c.text(title, strip.center, size, color=c.theme.muted)
    plot = Box(*map(round, plot.trim(bottom=low)))
    slots = [b.cx for b in plot.columns(len(labels))]
    for x, lines in zip(slots, rows, strict=True):
        for k, part in enumerate(lines):
            if turned:
                c.text(part, (x, plot.y1 + 9), size, anchor="rm", rotate=-90)
            elif part:
                c.text(part, (x, plot.y1 + 9 + k * size * 1.2), size, anchor="mt")
    made = Axes(plot, scale, slots, False)
    for v, figure in figures.items():
        c.text(figure, (plot.x0 - 9, made.at(v)), size, anchor="rm")
        c.mark("tick", v, point=made.across(v)[0])
    if sheet.value_title and not over:
        c.text(
            sheet.value_title,
            (sheet.room.x0 + size * 0.6, plot.cy),
            size,
            rotate=-90,
            color=c.theme.muted,
            fit=plot.h + 20,
        )
    elif over:
        y = plot.y0 - (18 if sheet.maker.frame == "arrows" else 1.15 * size)
        c.text(sheet.value_title, (room.x0, y), size, anchor="ls", color=c.theme.muted)
    return made


def _horizontal(c, sheet, scale, labels, title, line) -> Axes:
    size, room = c.pt(-1), sheet.room
    wide = max(c.measure(label, size)[0] for label in labels) + 12
    plot = room.trim(left=wide, right=size * 1.6, top=4 if line is None else size * 1.4)
    if sheet.value_title:
        strip, plot = plot.bottom(size * 1.2, gap=6)
        c.text(sheet.value_title, strip.center, size, color=c.theme.muted)
    plot = Box(*map(round, plot.trim(bottom=4 if sheet.bare else size * 1.2 + 10)))
    made = Axes(plot, scale, [b.cy for b in plot.rows(len(labels))], True)
    for y, label in zip(made.slots, labels, strict=True):
        c.text(label, (plot.x0 - 9, y), size, anchor="rm")
    for v in () if sheet.bare else scale.steps(scale.tick):
        c.text(sheet.figure(v), (made.at(v), plot.y1 + 9), size, anchor="mt")
        c.mark("tick", v, point=made.across(v)[1])
    return made


def _fold(c: Canvas, labels, size: float, room: float) -> tuple[list[list[str]], bool]:
    """Labels in one line, in two where they have a space, or else turned to read upwards.

    Years below months and quarters stand once, where they begin.
    """
    split = [label.split(" ", 1) for label in labels]
    if all(len(row) == 2 and row[1].isdigit() and len(row[1]) == 4 for row in split):
        return [
            row if not i or row[1] != split[i - 1][1] else [row[0], ""] for i, row in enumerate(split)
        ], False
    for rows in ([[label] for label in labels], split):
        if all(c.measure(line, size)[0] <= room for row in rows for line in row):
            return rows, False
    if room < size:
        raise Reject("no room for the labels")
    return [[label] for label in labels], True


def _grid(c: Canvas, sheet: Sheet, made: Axes) -> None:
    scale, maker, fine = made.scale, sheet.maker, made.scale.minor < made.scale.tick
    if not (maker.grid or fine) and c.rng.chance(0.6):
        return
    for v in scale.steps(scale.minor):
        strong = fine and v % scale.tick == 0
        color = sheet.rule(c, 0.36 if strong else 0.17)
        if maker.tinted and not fine:
            color = c.paper if c.style.dark else mix(c.paper, "#ffffff", 0.7)
        (x0, y0), (x1, y1) = (_crisp(end) for end in made.across(v))
        c.line((x0, y0), (x1, y1), color, 1.0, () if fine else DASH[maker.grid], cap="butt")


def _crisp(p: Point) -> Point:
    return round(p[0]) + 0.5, round(p[1]) + 0.5


def _frame(c: Canvas, sheet: Sheet, made: Axes) -> None:
    maker, p, flat = sheet.maker, made.plot, made.horizontal
    foot, top, end = p.corners[3], p.corners[0], p.corners[2]
    color = mix(c.ink, sheet.ground, 0.25)
    if maker.frame == "box":
        c.rect(p, None, color, 1.4)
    elif maker.frame == "arrows" and not sheet.bare:
        c.arrow(foot, (end[0] + 12, end[1]), color, 1.6, 8)
        c.arrow(foot, (top[0], top[1] - 12), color, 1.6, 8)
    elif maker.frame != "none" or sheet.bare:
        c.line(foot, top if flat else end, color, 1.4, cap="square")
        if maker.frame == "open" and not sheet.bare:
            c.line(foot, end if flat else top, color, 1.4, cap="square")
    if maker.ticks and not sheet.bare:
        side, sign = (1, 1) if flat else (0, -1)
        for v in made.scale.steps(made.scale.minor):
            x, y = _crisp(made.across(v)[side])
            reach = (6 if v % made.scale.tick == 0 else 3.5) * sign * (-1 if maker.ticks == "in" else 1)
            c.line((x, y), (x, y + reach) if flat else (x + reach, y), color, 1.2, cap="butt")
