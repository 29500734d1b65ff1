"""The looks of many makers of charts, as data: who draws the page, its heading, its type and its lines."""

from msgspec import Struct
from msgspec.structs import replace

from trace_tasks.engine import Box, Canvas, mix
from trace_tasks.engine.words import MEASURES


class Maker(Struct, frozen=True, kw_only=True):
    """How one kind of maker sets a chart."""

    themes: str  # names of the themes that suit it
    pairs: tuple[tuple[str, str], ...]  # type for body and heading; empty: as the style has it
    heading: str = "left"  # left, middle, or "figure": a numbered caption below
    weight: int = 600  # of the heading
    rule: str = ""  # over the heading: "line", "tab"
    card: bool = False  # a panel on the paper
    frame: str = "floor"  # lines around the plot: floor, open, arrows, box, none
    ticks: str = ""  # out, in
    grid: str = "solid"  # solid, dash, dot; "": only where values are read from lines
    unit: str = "heading"  # where the unit stands: heading, axis, top
    colors: str = "palette"  # of the marks: palette, accent, ink
    fill: str = "solid"  # of areas: solid, gradient, hatch, pale
    bar: tuple[float, float] = (0.55, 0.75)  # share of its slot that a bar takes
    radius: float = 0.0  # of the ends of bars
    rough: bool = False  # printed or drawn on paper that shows its grain
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
        rough=True,
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
        frame="arrows",
        ticks="out",
        unit="axis",
        fill="hatch",
        rough=True,
    ),
    "board": Maker(
        themes="blackboard greenboard blueprint",
        pairs=(("Kalam", "Kalam"), ("Kalam", "Caveat")),
        heading="middle",
        weight=700,
        frame="arrows",
        ticks="out",
        grid="dash",
        unit="top",
        fill="hatch",
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
        bar=(0.7, 0.86),
    ),
    "monitor": Maker(
        themes=f"{_DARK} blackboard solarized_light",
        pairs=(("IBM Plex Mono", "IBM Plex Mono"), ("Fira Sans Condensed", "Fira Sans Condensed")),
        frame="box",
        ticks="out",
        grid="dot",
        unit="top",
        fill="pale",
    ),
}


#: What may stand before and after figures in these units.
AFFIXES = {"%": ("", "%"), "°C": ("", " °C"), "$": ("$", ""), "€": ("€", "")}

#: Units that are things one counts.
COUNTS = {m.unit for m in MEASURES if m.unit.isalpha() and m.unit.endswith("s")}
COUNTS -= {"hours", "minutes", "days", "ms", "points", "units", "tonnes"}


class Sheet(Struct):
    """A page of a maker: the room left for the chart, and the colour of the ground beneath it."""

    maker: Maker
    room: Box
    ground: str
    value_title: str  # of the value axis; empty where the heading or the figures have the unit
    printed: bool  # values stand at the marks: no grid lines behind them
    bare: bool  # and so no value axis
    affixes: tuple[str, str]  # what stands before and after each figure

    def figure(self, value: int) -> str:
        return f"{value:,}".join(self.affixes)

    def rule(self, c: Canvas, strength: float) -> str:
        """The colour of lines that stand back from the marks."""
        return mix(self.ground, c.ink, strength)


def sheet(
    c: Canvas, size: tuple[float, float], heading: tuple[str, str, str], unit: str, printed: bool
) -> Sheet:
    """Open a page as a maker that suits the theme would: heading, source and frame are drawn.

    `heading` is subject, context and source.
    """
    subject, context, source = heading
    width, height = size
    maker = MAKERS[c.rng.choice([name for name, m in MAKERS.items() if c.theme.name in m.themes.split()])]
    body, display = c.rng.choice(maker.pairs)
    grow = (1.12 if width > 900 else 1.0) * (1.15 if "Condensed" in body else 1.0)
    c.style = replace(
        c.style,
        body=body,
        display=display,
        base=round(c.style.base * grow),
        texture="grain" if maker.rough and c.style.texture == "grain" else "none",
        degradation="none" if c.style.degradation in ("noise", "light") else c.style.degradation,
    )
    bare = printed and maker.frame != "box" and (maker.frame == "none" or c.rng.chance(0.3))
    room, ground = c.page(width, height, c.rng.uniform(20, 34)), c.paper
    if maker.card:
        edge = c.rng.uniform(6, 16)
        ground = c.theme.panel if maker.radius or c.rng.chance(0.3) else c.paper
        c.rect(c.bounds.inset(edge), ground, c.theme.grid, 1.2, radius=2 * maker.radius, shadow=maker.radius)
        room = room.inset(edge * 0.6)
    affixes = AFFIXES[unit] if unit in AFFIXES and c.rng.chance(0.6) else ("", "")
    told = any(affixes) or unit.lower().rstrip("s") in subject.lower()
    if (bare or maker.unit == "heading") and not told:
        told_unit = "thousands" if unit == "thousand" else unit
        context += f", {'number of' if unit in COUNTS else 'in'} {told_unit}"
    if maker.heading == "figure":
        room = _caption(c, room, f"{subject}, {context}. Source: {source}.")
    else:
        room = _source(c, _heading(c, maker, room, subject, context[0].upper() + context[1:]), source)
    along = "" if told else unit
    if maker.heading == "figure":
        along = subject if told else f"{subject} ({unit})"
    title = "" if bare or maker.unit == "heading" else along
    return Sheet(maker, room, ground, title, printed, bare, affixes)


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
    return room.trim(top=small * 1.5)


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
