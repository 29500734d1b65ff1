"""The marks of one series: bars, lines, areas, steps, stems, dots, and the values printed at them."""

from collections.abc import Callable, Sequence

from trace_tasks.engine import Box, Canvas, alpha, linear, mix, polygon_path, readable

from ._axes import Axes
from ._makers import Sheet, stroke

Values = Sequence[int]


def color_of(c: Canvas, on: Sheet, bars: bool = False) -> Callable[[int], str]:
    """The colour of the i-th mark, strong enough for thin lines on this ground; only bars take many."""
    how = on.maker.colors
    if how == "many" and bars:
        return lambda i: readable(c.style.palette[i % len(c.style.palette)], on.ground, 2.4)
    if how == "ink":
        one = c.rng.choice((mix(c.ink, on.ground, 0.3), c.color(0), "#7d8790"))
    else:
        one = c.theme.accent if how == "accent" else c.color(0)
    one = readable(one, on.ground, 3.0)
    return lambda i: one


def bars(c: Canvas, on: Sheet, made: Axes, values: Values, printed: bool) -> None:
    maker, color = on.maker, color_of(c, on, bars=True)
    wide = made.slot * c.rng.uniform(*maker.bar)
    for i, value in enumerate(values):
        foot, tip = made.place(i, made.scale.low), made.place(i, value)
        across = (0, wide / 2) if made.horizontal else (wide / 2, 0)
        box = Box.around((foot, tip))
        box = Box(box.x0 - across[0], box.y0 - across[1], box.x1 + across[0], box.y1 + across[1])
        fill_bar(c, on, box, color(i), made.horizontal)


def fill_bar(c: Canvas, on: Sheet, box: Box, color: str, flat: bool) -> None:
    maker, edge = on.maker, mix(color, c.ink, 0.35)
    if maker.fill == "gradient":
        a, b = (box.corners[1], box.corners[0]) if flat else (box.corners[0], box.corners[3])
        with c.clip(box):
            long = box._replace(x0=box.x0 - 20) if flat else box._replace(y1=box.y1 + 20)
            c.rect(long, linear(a, b, (color, mix(color, on.ground, 0.3))), radius=maker.radius)
    elif maker.fill == "hatch":
        c.rect(box, mix(color, on.ground, 0.72))
        with c.clip(box):
            for k in range(int((box.w + box.h) / 9)):
                c.line((box.x0 + 9 * k, box.y0), (box.x0 + 9 * k - box.h, box.y1), alpha(color, 0.7), 1.4)
        stroke(c, maker, (*box.corners, box.corners[0]), edge, 2.0)
    elif maker.fill == "pale":
        c.rect(box, mix(color, on.ground, 0.55), color, 1.6)
    else:
        c.rect(box, color, radius=maker.radius)


def line(c: Canvas, on: Sheet, made: Axes, values: Values, printed: bool) -> None:
    color, points = color_of(c, on)(0), [made.place(i, v) for i, v in enumerate(values)]
    stroke(c, on.maker, points, color, c.style.stroke + 0.4)
    dots(c, on, points, lambda i: color)


def area(c: Canvas, on: Sheet, made: Axes, values: Values, printed: bool) -> None:
    color, points = color_of(c, on)(0), [made.place(i, v) for i, v in enumerate(values)]
    base = made.at(made.scale.low)
    shape = polygon_path([*points, (points[-1][0], base), (points[0][0], base)])
    top = min(y for _, y in points)
    strength = c.rng.uniform(0.25, 0.5)
    fade = linear((0, top), (0, base), (alpha(color, strength + 0.2), alpha(color, 0.08)))
    if printed:  # hide the lines behind the figures
        c.path(shape, mix(on.ground, color, strength))
    else:
        c.path(shape, fade if on.maker.fill == "gradient" else alpha(color, strength))
    stroke(c, on.maker, points, color, c.style.stroke)
    dots(c, on, points, lambda i: color)


def step(c: Canvas, on: Sheet, made: Axes, values: Values, printed: bool) -> None:
    color, half = color_of(c, on)(0), made.slot / 2
    ends = [made.place(i, v) for i, v in enumerate(values)]
    way = [(x + side * half, y) for x, y in ends for side in (-1, 1)]
    stroke(c, on.maker, way, color, c.style.stroke + 0.4)
    dots(c, on, ends, lambda i: color)


def stems(c: Canvas, on: Sheet, made: Axes, values: Values, printed: bool) -> None:
    color = color_of(c, on)
    for i, value in enumerate(values):
        stroke(c, on.maker, (made.place(i, made.scale.low), made.place(i, value)), color(i), c.style.stroke)
    dots(c, on, [made.place(i, v) for i, v in enumerate(values)], color, 1.6)


def dot_plot(c: Canvas, on: Sheet, made: Axes, values: Values, printed: bool) -> None:
    for y in made.slots:
        c.line((made.plot.x0, y), (made.plot.x1, y), on.rule(c, 0.3), 1.2, (1.5, 4), cap="butt")
    dots(c, on, [made.place(i, v) for i, v in enumerate(values)], color_of(c, on), 1.5)


def dots(c: Canvas, on: Sheet, points, color: Callable[[int], str], grow: float = 1.0) -> None:
    look, r = c.rng.choice(("full", "full", "hollow", "square", "diamond")), c.rng.uniform(3.8, 5.2) * grow
    for i, (x, y) in enumerate(points):
        if look == "square":
            c.rect(Box.at((x, y), 1.8 * r), color(i))
        elif look == "diamond":
            c.polygon(((x, y - 1.3 * r), (x + 1.3 * r, y), (x, y + 1.3 * r), (x - 1.3 * r, y)), color(i))
        elif look == "hollow":
            c.circle((x, y), r, on.ground, color(i), 2.2)
        else:
            c.circle((x, y), r, color(i), on.ground, 1.2)


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
    """The value at each mark, on the side where no line runs, or inside of long bars."""
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
            gap = 7 if form == "bar" else 13
            c.text(text, (x + gap, y), size, anchor="lm", weight=weight, halo=on.ground, color=c.ink)
        elif form in ("line", "area"):
            _print_at_bend(c, on, made, values, i, (text, size, weight, form == "area"))
        else:
            gap = 6 if form == "column" else 13
            c.text(text, (x, y - gap), size, anchor="ms", weight=weight, halo=on.ground, color=c.ink)


def _print_at_bend(c: Canvas, on: Sheet, made: Axes, values: Values, i: int, how) -> None:
    """A value at the i-th point of a line: beside the sides where the line rises, below in a valley."""
    (text, size, weight, filled), (x, y), last = how, made.place(i, values[i]), len(values) - 1
    before, after = (made.at(values[max(min(k, last), 0)]) for k in (i - 1, i + 1))
    reach = c.measure(text, size, weight=weight)[0] / made.slot / 2
    left, right = (y - before) * reach > 6, (y - after) * reach > 6  # where the line rises into the text
    if i in (0, last) and not filled:
        left = right = left or right
    if left and right and made.plot.y1 - y > 2.4 * size:
        halo, color = (None, None) if filled else (on.ground, c.ink)
        c.text(text, (x, y + 13), size, anchor="mt", weight=weight, halo=halo, color=color)
        return
    if left and right:  # no room below: keep off the steeper line
        left, right = before < after, before > after
    side = {(True, False): "l", (False, True): "r"}.get((left, right), "m")
    x += {"l": 1, "r": -1, "m": 0}[side]
    c.text(text, (x, y - 12), size, anchor=f"{side}s", weight=weight, halo=on.ground, color=c.ink)
