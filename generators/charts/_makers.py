"""The looks of many makers of charts, as data: who draws the page, its heading, its type and its lines."""

from collections.abc import Sequence
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from trace_tasks.engine import Box, Canvas, Point, mix, smooth_path


class Maker(Struct, frozen=True, kw_only=True):
    """How one kind of maker sets a chart."""

    themes: str  # names of the themes that suit it
    pairs: tuple[tuple[str, str], ...]  # type for body and heading; empty: as the style has it
    heading: str = "left"  # left, middle, or "figure": a numbered caption below
    weight: int = 600  # of the heading
    rule: str = ""  # over the heading: "line", "tab"
    card: bool = False  # a panel on the paper
    frame: str = "floor"  # lines around the plot: floor, open, box, none
    ticks: str = ""  # out, in
    grid: str = "solid"  # solid, dash, dot; "": only where values are read from lines
    unit: str = "heading"  # where the unit stands: heading, axis, top
    side: str = "left"  # of the value axis
    colors: str = "palette"  # of the marks: palette, accent, ink, many
    fill: str = "solid"  # of areas: solid, gradient, hatch, pale
    bar: tuple[float, float] = (0.55, 0.75)  # share of its slot that a bar takes
    radius: float = 0.0  # of the ends of bars
    sketch: bool = False  # lines drawn by hand
    tinted: bool = False  # the plot has a ground of its own, with pale grid lines


_LIGHT = "white off_white ice mint lilac"
_DARK = "slate navy nord charcoal solarized_dark"
MAKERS: dict[str, Maker] = {
    "report": Maker(
        themes=f"{_LIGHT} slate navy",
        pairs=(("Open Sans", "Lora"), ("Open Sans", "Montserrat"), ("Open Sans", "Noto Serif")),
        rule="line",
    ),
    "newspaper": Maker(
        themes="white off_white newsprint salmon sand",
        pairs=(("Libre Franklin", "Libre Franklin"), ("Libre Franklin", "Source Serif 4")),
        weight=700,
        rule="tab",
        side="right",
        bar=(0.6, 0.78),
    ),
    "journal": Maker(
        themes="white off_white",
        pairs=(("STIX", "STIX"), ("DejaVu Sans", "DejaVu Sans"), ("Source Serif 4", "Source Serif 4")),
        heading="figure",
        frame="box",
        ticks="in",
        grid="",
        unit="axis",
        colors="ink",
        bar=(0.45, 0.65),
    ),
    "plotting library": Maker(
        themes="white off_white ice lilac newsprint nord slate",
        pairs=(("DejaVu Sans", "DejaVu Sans"), ("Roboto", "Roboto"), ("Open Sans", "Open Sans")),
        weight=400,
        frame="none",
        ticks="out",
        unit="axis",
        bar=(0.7, 0.9),
        tinted=True,
    ),
    "spreadsheet": Maker(
        themes="white ice",
        pairs=(("Open Sans", "Open Sans"), ("Roboto", "Roboto"), ("Open Sans", "Open Sans")),
        heading="middle",
        weight=400,
        card=True,
        unit="axis",
        bar=(0.4, 0.6),
    ),
    "dashboard": Maker(
        themes=f"{_LIGHT} solarized_light {_DARK}",
        pairs=(("Inter", "Inter"), ("Roboto", "Roboto"), ("Atkinson Hyperlegible", "Atkinson Hyperlegible")),
        card=True,
        frame="none",
        grid="dash",
        colors="accent",
        fill="gradient",
        radius=6,
    ),
    "textbook": Maker(
        themes="white off_white sand graph_blue solarized_light mint",
        pairs=(("Noto Serif", "Noto Serif"), ("Source Serif 4", "Source Serif 4"), ("Lora", "Lora")),
        heading="figure",
        frame="open",
        ticks="out",
        unit="axis",
        fill="pale",
        bar=(0.5, 0.8),
    ),
    "notebook": Maker(
        themes="sand graph_blue kraft off_white newsprint",
        pairs=(("Kalam", "Kalam"), ("Kalam", "Caveat")),
        heading="middle",
        weight=700,
        frame="open",
        ticks="out",
        grid="",
        unit="axis",
        fill="hatch",
        sketch=True,
    ),
    "board": Maker(
        themes="blackboard greenboard blueprint",
        pairs=(("Kalam", "Kalam"), ("Kalam", "Caveat")),
        heading="middle",
        weight=700,
        frame="open",
        ticks="out",
        grid="dash",
        unit="top",
        fill="hatch",
        sketch=True,
    ),
    "blueprint": Maker(
        themes="blueprint navy graph_blue",
        pairs=(("IBM Plex Mono", "IBM Plex Mono"), ("Barlow Condensed", "Oswald")),
        frame="box",
        ticks="in",
        grid="dot",
        unit="axis",
        colors="accent",
        fill="pale",
    ),
    "magazine": Maker(
        themes="white off_white salmon sand kraft mint lilac solarized_light charcoal nord navy",
        pairs=(
            ("Barlow Condensed", "Oswald"),
            ("Roboto", "Roboto Slab"),
            ("Atkinson Hyperlegible", "Atkinson Hyperlegible"),
        ),
        weight=700,
        frame="none",
        unit="top",
        colors="many",
        bar=(0.7, 0.86),
    ),
    "monitor": Maker(
        themes=f"{_DARK} blackboard solarized_light",
        pairs=(("IBM Plex Mono", "IBM Plex Mono"), ("Fira Sans Condensed", "Fira Sans Condensed")),
        frame="box",
        ticks="out",
        grid="dot",
        unit="top",
        side="right",
        fill="pale",
    ),
}


#: What may stand before and after figures in these units.
AFFIXES = {"%": ("", "%"), "°C": ("", "°"), "$": ("$", ""), "€": ("€", ""), "$ per month": ("$", "")}


class Sheet(Struct):
    """A page of a maker: the room left for the chart, and the colour of the ground beneath it."""

    maker: Maker
    room: Box
    ground: str
    value_title: str  # of the value axis; empty where the heading has the unit
    affixes: tuple[str, str] = ("", "")  # what stands before and after each figure

    def figure(self, value: int) -> str:
        return f"{value:,}".join(self.affixes)

    def rule(self, c: Canvas, strength: float = 0.2) -> str:
        """The colour of lines that stand back from the marks."""
        return mix(c.theme.grid, c.ink, strength)


def sheet(
    c: Canvas, width: float, height: float, subject: str, context: str, unit: str, source: str
) -> Sheet:
    """Open a page as a maker that suits the theme would: heading, source and frame are drawn."""
    maker = MAKERS[c.rng.choice([name for name, m in MAKERS.items() if c.theme.name in m.themes.split()])]
    body, display = c.rng.choice(maker.pairs)
    grow = (1.12 if width > 900 else 1.0) * (1.15 if "Condensed" in body else 1.0)
    c.style = replace(c.style, body=body, display=display, base=round(c.style.base * grow))
    room, ground = c.page(width, height, c.rng.uniform(20, 34)), c.paper
    if maker.card:
        edge = c.rng.uniform(6, 16)
        ground = c.theme.panel if maker.radius or c.rng.chance(0.3) else c.paper
        c.rect(c.bounds.inset(edge), ground, c.theme.grid, 1.2, radius=2 * maker.radius, shadow=maker.radius)
        room = room.inset(edge * 0.6)
    told = unit.lower() in subject.lower()
    context = context if maker.unit != "heading" or told else f"{context}, in {unit}"
    if maker.heading == "figure":
        room = _caption(c, room, f"{subject}, {context}. Source: {source}.")
    else:
        room = _source(c, _heading(c, maker, room, subject, context), source)
    along = subject if told else f"{subject} ({unit})"
    affixes = AFFIXES[unit] if unit in AFFIXES and c.rng.chance(0.6) else ("", "")
    return Sheet(maker, room, ground, {"heading": "", "axis": along, "top": unit}[maker.unit], affixes)


def _heading(c: Canvas, maker: Maker, room: Box, title: str, subtitle: str) -> Box:
    if maker.rule:
        c.line(room.corners[0], room.corners[1], c.theme.accent if maker.rule == "tab" else c.ink, 1.5)
        if maker.rule == "tab":
            c.rect(Box(room.x0, room.y0, room.x0 + 42, room.y0 + 8), c.theme.accent)
        room = room.trim(top=20)
    x, anchor = (room.x0, "lt") if maker.heading == "left" else (room.cx, "mt")
    large, small = c.pt(c.rng.choice((2, 2, 3))), c.pt(0)
    c.text(title, (x, room.y0), large, anchor=anchor, fit=room.w, weight=maker.weight, family=c.style.display)
    room = room.trim(top=large * 1.3)
    c.text(subtitle, (x, room.y0), small, anchor=anchor, color=c.theme.muted, fit=room.w)
    return room.trim(top=small * 1.7)


def _source(c: Canvas, room: Box, source: str) -> Box:
    foot, room = room.bottom(c.pt(-1), gap=10)
    how = c.rng.choice((("l", foot.x0), ("l", foot.x0), ("r", foot.x1)))
    c.text(f"Source: {source}", (how[1], foot.y1), c.pt(-1), anchor=f"{how[0]}s", color=c.theme.muted)
    return room


def _caption(c: Canvas, room: Box, text: str) -> Box:
    size = c.pt(0)
    text = f"{c.rng.choice(('Figure', 'Fig.'))} {c.rng.integer(1, 9)}. {text}"
    wide = c.measure(text, size)[0]
    lines = 1 if wide <= room.w else 1 + int(wide * 1.06 / room.w)
    foot, room = room.bottom(lines * size * 1.4, gap=14)
    c.paragraph(text, foot, size)
    return room.trim(top=6)


def stroke(
    c: Canvas,
    maker: Maker,
    points: Sequence[Point],
    color: str,
    width: float,
    dash: Sequence[float] = (),
) -> None:
    """A line through the points, with the tremor of a hand where the maker sketches."""
    if not maker.sketch:
        c.polyline(points, color, width, dash, cap="butt" if dash else "round")
        return
    for a, b in pairwise(points):
        reach = abs(b[0] - a[0]) + abs(b[1] - a[1])
        n = max(2, min(int(reach / 45), 9))
        way = [(a[0] + (b[0] - a[0]) * i / n, a[1] + (b[1] - a[1]) * i / n) for i in range(n + 1)]
        for i in range(1, n):
            way[i] = (way[i][0] + c.rng.uniform(-1.1, 1.1), way[i][1] + c.rng.uniform(-1.1, 1.1))
        c.path(smooth_path(way), None, color, width, dash)
