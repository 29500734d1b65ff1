"""The marks of one series: bars, lines, areas, steps, stems, dots, and the values printed at them."""

from collections.abc import Sequence

from trace_tasks.engine import Box, Canvas, Point, alpha, linear, mix, polygon_path, readable

from ._axes import Axes
from ._makers import Sheet

Values = Sequence[int]


def color_of(c: Canvas, on: Sheet) -> str:
    """The colour of the marks, strong enough for thin lines on this ground."""
    how = on.maker.colors
    if how == "ink":
        one = c.rng.choice((mix(c.ink, on.ground, 0.3), c.color(0), "#7d8790"))
    else:
        one = c.theme.accent if how == "accent" else c.color(0)
    return readable(one, on.ground, 4.5 if c.style.dark else 3.0)


def bars(c: Canvas, on: Sheet, made: Axes, values: Values) -> None:
    color, wide = color_of(c, on), made.slot * c.rng.uniform(*on.maker.bar)
    for i, value in enumerate(values):
        foot, tip = made.place(i, made.scale.low), made.place(i, value)
        across = (0, wide / 2) if made.horizontal else (wide / 2, 0)
        box = Box.around((foot, tip))
        box = Box(box.x0 - across[0], box.y0 - across[1], box.x1 + across[0], box.y1 + across[1])
        fill_bar(c, on, box, color, made.horizontal)


def fill_bar(c: Canvas, on: Sheet, box: Box, color: str, flat: bool) -> None:
    maker, edge = on.maker, mix(color, c.ink, 0.35)
    if maker.fill == "gradient":
        a, b = (box.corners[1], box.corners[0]) if flat else (box.corners[0], box.corners[3])
        with c.clip(box):
            long = box._replace(x0=box.x0 - 20) if flat else box._replace(y1=box.y1 + 20)
            c.rect(long, linear(a, b, (color, mix(color, on.ground, 0.2))), radius=maker.radius)
    elif maker.fill == "hatch":
        c.rect(box, mix(color, on.ground, 0.72))
        with c.clip(box):
            for k in range(int((box.w + box.h) / 9)):
                c.line((box.x0 + 9 * k, box.y0), (box.x0 + 9 * k - box.h, box.y1), alpha(color, 0.7), 1.4)
        c.rect(box, None, edge, 1.8)
    elif maker.fill == "pale":
        c.rect(box, mix(color, on.ground, 0.12 if c.style.dark else 0.55), color, 1.6)
    else:
        c.rect(box, color, radius=maker.radius)


def line(c: Canvas, on: Sheet, made: Axes, values: Values) -> None:
    color, points = color_of(c, on), [made.place(i, v) for i, v in enumerate(values)]
    c.polyline(points, color, c.style.stroke + 0.4)
    dots(c, on, points, color)


def area(c: Canvas, on: Sheet, made: Axes, values: Values) -> None:
    color, points = color_of(c, on), [made.place(i, v) for i, v in enumerate(values)]
    base = made.at(made.scale.low)
    shape = polygon_path([*points, (points[-1][0], base), (points[0][0], base)])
    top = min(y for _, y in points)
    strength = c.rng.uniform(0.2, 0.32)
    fade = linear((0, top), (0, base), (alpha(color, strength + 0.15), alpha(color, 0.08)))
    c.path(shape, fade if on.maker.fill == "gradient" else alpha(color, strength))
    c.polyline(points, color, c.style.stroke)
    dots(c, on, points, color)


def step(c: Canvas, on: Sheet, made: Axes, values: Values) -> None:
    color, half = color_of(c, on), made.slot / 2
    ends = [made.place(i, v) for i, v in enumerate(values)]
    way = [(x + side * half, y) for x, y in ends for side in (-1, 1)]
    c.polyline(way, color, c.style.stroke + 0.4)
    dots(c, on, ends, color)


def stems(c: Canvas, on: Sheet, made: Axes, values: Values) -> None:
    color = color_of(c, on)
    for i, value in enumerate(values):
        c.line(made.place(i, made.scale.low), made.place(i, value), color, c.style.stroke, cap="butt")
    dots(c, on, [made.place(i, v) for i, v in enumerate(values)], color, 1.6)


def dot_plot(c: Canvas, on: Sheet, made: Axes, values: Values) -> None:
    for y in made.slots:
        c.line((made.plot.x0, y), (made.plot.x1, y), on.rule(c, 0.35), 1.2, (1.5, 4), cap="butt")
    dots(c, on, [made.place(i, v) for i, v in enumerate(values)], color_of(c, on), 1.5)


def dots(c: Canvas, on: Sheet, points: Sequence[Point], color: str, grow: float = 1.0) -> None:
    look, r = c.rng.choice(("full", "full", "hollow", "square", "diamond")), c.rng.uniform(3.8, 5.2) * grow
    for x, y in points:
        if look == "square":
            c.rect(Box.at((x, y), 1.8 * r), color)
        elif look == "diamond":
            c.polygon(((x, y - 1.3 * r), (x + 1.3 * r, y), (x, y + 1.3 * r), (x - 1.3 * r, y)), color)
        elif look == "hollow":
            c.circle((x, y), r, on.ground, color, 2.2)
        else:
            c.circle((x, y), r, color)


MARKS = {
    "column": bars,
    "bar": bars,
    "line": line,
    "area": area,
    "step": step,
    "lollipop": stems,
    "dot": dot_plot,
}


def print_values(c: Canvas, on: Sheet, made: Axes, values: Values, form: str) -> None:
    """The value at each mark, or inside of long bars."""
    size, weight = c.pt(c.rng.choice((-1, 0))), c.rng.choice((400, 600))
    texts = [on.figure(value) for value in values]
    widths = [c.measure(text, size, weight=weight)[0] for text in texts]
    inside = form == "bar" and on.maker.fill != "hatch" and c.rng.chance(0.5)
    inside = inside and all(
        made.at(value) - made.plot.x0 > w + 24 for value, w in zip(values, widths, strict=True)
    )
    for i, text in enumerate(texts):
        x, y = made.place(i, values[i])
        if inside:
            c.text(text, (x - 8, y), size, anchor="rm", weight=weight)
        elif made.horizontal:
            c.text(text, (x + (7 if form == "bar" else 13), y), size, anchor="lm", weight=weight, color=c.ink)
        elif form in ("line", "area"):
            y, anchor = _beside_line(made, values, i, widths[i], size if form == "line" else 999)
            c.text(text, (x, y), size, anchor=anchor, weight=weight, color=c.ink, halo=on.ground)
        else:
            gap = 6 if form == "column" else 12
            c.text(text, (x, y - gap), size, anchor="ms", weight=weight, color=c.ink)


def _beside_line(made: Axes, values: Values, i: int, width: float, size: float) -> tuple[float, str]:
    """Where a value stands over its point of a line, or under it where the line bends up, and its anchor.

    Type too large for the room below stays above.
    """
    (_, y), last = made.place(i, values[i]), len(values) - 1
    rises = [y - made.at(values[k]) for k in (max(i - 1, 0), min(i + 1, last))]  # to both neighbours, in px
    sign = 1 if sum(rises) <= 0 or made.plot.y1 - y < 2.4 * size else -1
    steep = max(sign * rise for rise in rises) * (width / 2 + 3) / made.slot  # the line beside the figures
    return y - sign * min(max(steep + 4, 11), 24), "ms" if sign > 0 else "mt"
