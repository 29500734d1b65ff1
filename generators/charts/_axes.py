"""Axes: a value scale with round ticks, categories along the other side, grid lines, titles."""

from msgspec import Struct

from trace_tasks.engine import Box, Canvas, Point, Reject, mix

from ._makers import Sheet, stroke

DASH = {"solid": (), "dash": (5.0, 4.0), "dot": (1.5, 3.5), "": (4.0, 3.0)}


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
    return scale(low, high, min(span.tick, max(round_ticks(low, high))))


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
    titles: tuple[str, str],
    horizontal: bool = False,
    bare: bool = False,
) -> Axes:
    """Draw empty axes into the room of the sheet. `titles` are those of categories and values (empty: none).

    `bare` leaves out ticks and grid lines, for charts that print every value.
    """
    make = _horizontal if horizontal else _upright
    made = make(c, sheet, scale, labels, titles, bare)
    if sheet.maker.tinted:
        sheet.ground = mix(c.paper, c.ink, 0.12)
        c.rect(made.plot, sheet.ground)
    if not bare:
        _grid(c, sheet, made)
    _frame(c, sheet, made, bare)
    return made


def _upright(c, sheet, scale, labels, titles, bare) -> Axes:
    size, room, right = c.pt(-1), sheet.room, sheet.maker.side == "right"
    figures = {v: sheet.figure(v) for v in scale.steps(scale.tick)}
    wide = 4 if bare else max(c.measure(f, size)[0] for f in figures.values()) + 12
    if titles[1] and sheet.maker.unit == "axis":
        strip, room = room.left(size * 1.3, gap=size * 0.7)
        c.text(titles[1], strip.center, c.pt(0), rotate=-90, color=c.theme.muted, fit=room.h)
    elif titles[1] and sheet.maker.unit == "top":
        x, anchor = (room.x1, "rt") if right else (room.x0, "lt")
        c.text(titles[1], (x, room.y0), size, anchor=anchor, color=c.theme.muted)
        room = room.trim(top=size * 1.9)
    plot = room.trim(left=8 if right else wide, right=wide if right else 12, top=20)
    rows, turned = _fold(c, labels, size, plot.w / len(labels) - 7)
    low = (
        max(c.measure(r[0], size)[0] for r in rows) + 14 if turned else max(map(len, rows)) * size * 1.2 + 12
    )
    if titles[0]:
        strip, plot = plot.bottom(size * 1.2, gap=6)
        c.text(titles[0], strip.center, c.pt(0), color=c.theme.muted)
    plot = plot.trim(bottom=low)
    slots = [b.cx for b in plot.columns(len(labels))]
    for x, lines in zip(slots, rows, strict=True):
        for k, line in enumerate(lines):
            if turned:
                c.text(line, (x, plot.y1 + 9), size, anchor="rm", rotate=-90)
            else:
                c.text(line, (x, plot.y1 + 9 + k * size * 1.2), size, anchor="mt")
    made = Axes(plot, scale, slots, False)
    if not bare:
        x, anchor = (plot.x1 + 9, "lm") if right else (plot.x0 - 9, "rm")
        for v, figure in figures.items():
            c.text(figure, (x, made.at(v)), size, anchor=anchor)
            c.mark("tick", v, point=made.across(v)[1 if right else 0])
    return made


def _horizontal(c, sheet, scale, labels, titles, bare) -> Axes:
    size, room = c.pt(-1), sheet.room
    wide = max(c.measure(label, size)[0] for label in labels) + 12
    if titles[1] and sheet.maker.unit == "axis":
        strip, room = room.bottom(size * 1.2, gap=6)
        c.text(titles[1], (room.x0 + (wide + room.w) / 2, strip.cy), c.pt(0), color=c.theme.muted)
    elif titles[1] and sheet.maker.unit == "top":
        c.text(titles[1], (room.x1, room.y0), size, anchor="rt", color=c.theme.muted)
        room = room.trim(top=size * 1.9)
    plot = room.trim(left=wide, right=size * 1.6, top=4, bottom=4 if bare else size * 1.2 + 10)
    made = Axes(plot, scale, [b.cy for b in plot.rows(len(labels))], True)
    for y, label in zip(made.slots, labels, strict=True):
        c.text(label, (plot.x0 - 9, y), size, anchor="rm")
    for v in () if bare else scale.steps(scale.tick):
        c.text(sheet.figure(v), (made.at(v), plot.y1 + 9), size, anchor="mt")
        c.mark("tick", v, point=made.across(v)[1])
    return made


def _fold(c: Canvas, labels, size: float, room: float) -> tuple[list[list[str]], bool]:
    """Labels in one line, in two where they have a space, or else turned to read upwards."""
    for rows in ([[label] for label in labels], [label.split(" ", 1) for label in labels]):
        if all(c.measure(line, size)[0] <= room for row in rows for line in row):
            return rows, False
    if room < size:
        raise Reject("no room for the labels")
    return [[label] for label in labels], True


def _grid(c: Canvas, sheet: Sheet, made: Axes) -> None:
    scale, maker = made.scale, sheet.maker
    if not maker.grid and scale.minor == scale.tick and c.rng.chance(0.6):
        return
    for v in scale.steps(scale.minor):
        major = v % scale.tick == 0
        fine = scale.minor < scale.tick
        color = sheet.rule(c, (0.34 if fine else 0.1) if major else 0.17)
        if maker.tinted:
            color = c.paper if c.style.dark else mix(c.paper, "#ffffff", 0.7)
        a, b = made.across(v)
        c.line(
            a,
            b,
            color,
            1.3 if major and fine else 1.0,
            () if major and fine else DASH[maker.grid],
            cap="butt",
        )


def _frame(c: Canvas, sheet: Sheet, made: Axes, bare: bool) -> None:
    maker, p = sheet.maker, made.plot
    base = (p.corners[0], p.corners[3]) if made.horizontal else (p.corners[3], p.corners[2])
    spine = (p.corners[3], p.corners[2]) if made.horizontal else (p.corners[0], p.corners[3])
    color = mix(c.ink, sheet.ground, 0.25)
    width = 2.0 if maker.sketch else 1.4
    if maker.frame == "box":
        c.rect(p, None, color, width)
    elif maker.frame != "none" or bare:
        stroke(c, maker, base, color, width)
        if maker.frame == "open" and not bare:
            stroke(c, maker, spine, color, width)
    if maker.ticks and not bare:
        end, sign = (1, 1) if made.horizontal or maker.side == "right" else (0, -1)
        for v in made.scale.steps(made.scale.minor):
            x, y = made.across(v)[end]
            reach = (6 if v % made.scale.tick == 0 else 3.5) * sign * (-1 if maker.ticks == "in" else 1)
            c.line((x, y), (x, y + reach) if made.horizontal else (x + reach, y), color, 1.2)
