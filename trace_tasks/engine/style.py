"""The looks of one instance: theme, palette, type, strokes, texture, degradation."""

from functools import cache

from msgspec import Struct

from .colors import NAMED, PALETTES, standing_out
from .rng import Rng


class Theme(Struct, frozen=True):
    """Paper and inks that go together; `ink` and `muted` reach a contrast of 4.5 on `paper` and on
    `panel`.
    """

    name: str
    paper: str
    panel: str  # cards and plates on the paper
    ink: str
    muted: str  # secondary text
    grid: str  # rules and grid lines
    accent: str
    kinds: frozenset[str]  # what a scene may ask for


def _theme(
    name: str, kinds: str, paper: str, panel: str, ink: str, muted: str, grid: str, accent: str
) -> Theme:
    return Theme(name, paper, panel, ink, muted, grid, accent, frozenset(kinds.split()))


THEMES: dict[str, Theme] = {
    t.name: t
    for t in (
        _theme(
            "white", "light print screen", "#ffffff", "#f5f6f8", "#1f2328", "#59626b", "#dfe3e8", "#1f6feb"
        ),
        _theme(
            "off_white",
            "light print screen",
            "#faf9f6",
            "#f1efe9",
            "#2a2722",
            "#635d52",
            "#e2ddd2",
            "#a8442a",
        ),
        _theme(
            "newsprint", "light print paper", "#f3efe4", "#ebe5d6", "#1e1b16", "#5a5347", "#d6cebb", "#9d2b22"
        ),
        _theme("salmon", "light print", "#fff1e5", "#fbe5d4", "#33302e", "#66605c", "#e6d3c3", "#0f5499"),
        _theme("ice", "light screen", "#f3f7fb", "#ffffff", "#12263a", "#4d6175", "#d5e0ea", "#0b72b9"),
        _theme("mint", "light screen", "#f1f8f4", "#ffffff", "#17332a", "#4b665c", "#d0e4da", "#14805e"),
        _theme("lilac", "light screen", "#f6f3fb", "#ffffff", "#2a2140", "#5f5678", "#dfd8ee", "#6b3fc4"),
        _theme("sand", "light paper", "#f6ecd9", "#fbf4e6", "#3a2f20", "#685a44", "#e0d0b3", "#9a5b13"),
        _theme("kraft", "craft paper", "#d9bf98", "#e6d1b0", "#2b2013", "#4a3a25", "#bfa276", "#7a2e12"),
        _theme("graph_blue", "light paper", "#f7fbff", "#ecf4fd", "#132a4c", "#4a6080", "#cfe0f3", "#b3261e"),
        _theme(
            "solarized_light",
            "light screen",
            "#fdf6e3",
            "#f5edd6",
            "#073642",
            "#4f646c",
            "#e3dac2",
            "#1a6fae",
        ),
        _theme("slate", "dark screen", "#1e242b", "#28303a", "#e8edf2", "#a9b6c3", "#3a4551", "#58b4ff"),
        _theme("navy", "dark screen", "#0f1b33", "#182745", "#e9effa", "#a9b8d6", "#2b3d61", "#ffb547"),
        _theme("nord", "dark screen", "#2e3440", "#3b4252", "#eceff4", "#c3cbd9", "#4c566a", "#88c0d0"),
        _theme("charcoal", "dark screen", "#161616", "#232323", "#f4f4f4", "#b8b8b8", "#3a3a3a", "#ff7eb6"),
        _theme(
            "solarized_dark", "dark screen", "#002b36", "#073642", "#eee8d5", "#a8b8b8", "#16505e", "#f0b429"
        ),
        _theme(
            "blackboard", "dark craft board", "#23282b", "#2c3236", "#f2efe6", "#c9c8be", "#454c50", "#ffe08a"
        ),
        _theme(
            "greenboard", "dark craft board", "#1f4033", "#27503f", "#f3f1e3", "#c9d6c6", "#3b6553", "#ffe08a"
        ),
        _theme(
            "blueprint", "dark craft board", "#123a6b", "#18467f", "#eef5ff", "#bcd3ee", "#2d5c97", "#ffd166"
        ),
    )
}

#: Pairs of families (body, display) that are seen together in print and on screens.
PAIRS: tuple[tuple[str, str], ...] = (
    ("Inter", "Inter"),
    ("Open Sans", "Noto Serif"),
    ("Source Serif 4", "Source Serif 4"),
    ("Open Sans", "Open Sans"),
    ("Fira Sans Condensed", "Fira Sans Condensed"),
    ("DejaVu Sans", "DejaVu Sans"),
    ("Inter", "Source Serif 4"),
    ("Noto Serif", "Noto Serif"),
    ("Roboto", "Roboto Slab"),
    ("Roboto", "Roboto"),
    ("Libre Franklin", "Lora"),
    ("Open Sans", "Montserrat"),
    ("Roboto", "Source Serif 4"),
    ("Libre Franklin", "Libre Franklin"),
    ("STIX", "STIX"),
    ("Atkinson Hyperlegible", "Atkinson Hyperlegible"),
    ("IBM Plex Mono", "IBM Plex Mono"),
    ("Lora", "Lora"),
    ("Barlow Condensed", "Oswald"),
    ("Roboto Slab", "Roboto Slab"),
    ("DejaVu Serif", "DejaVu Serif"),
)
HANDWRITTEN: tuple[tuple[str, str], ...] = (("Kalam", "Kalam"), ("Kalam", "Caveat"))


class Style(Struct, frozen=True):
    """Everything about looks that is drawn once per instance. Replaying the style stream gives it again."""

    theme: Theme
    palette_name: str
    palette: tuple[str, ...]  # stands out from the paper, members tell apart
    body: str  # font families
    display: str
    base: float  # body type size, px
    stroke: float  # main line width, px
    corner: float  # corner radius, px
    texture: str  # of the paper: none, grain, fibre
    degradation: str  # none, blur, jpeg, noise, light
    shade: int  # which shade of each named colour

    @property
    def dark(self) -> bool:
        return "dark" in self.theme.kinds

    def named(self, color: str) -> str:
        """This instance's shade of a colour that a question may name."""
        shades = NAMED[color]
        return shades[self.shade % len(shades)]


@cache
def _themes(kinds: frozenset[str]) -> tuple[Theme, ...]:
    return tuple(t for t in THEMES.values() if not kinds or kinds & t.kinds)


@cache
def _palettes(paper: str) -> tuple[str, ...]:
    return tuple(p for p in PALETTES if len(standing_out(p, paper)) >= 4)


def draw_style(rng: Rng, kinds: frozenset[str] = frozenset(), degrade: bool = True) -> Style:
    """A style from the style stream; `kinds` limits the themes (light, dark, print, screen, paper, craft,
    board).
    """
    theme = rng.choice(_themes(kinds))
    palette = rng.choice(_palettes(theme.paper))
    by_hand = rng.chance(0.5 if "craft" in theme.kinds else 0.04)
    body, display = rng.choice(HANDWRITTEN if by_hand else PAIRS)
    colors = standing_out(palette, theme.paper)
    start = rng.integer(0, len(colors) - 1)
    return Style(
        theme=theme,
        palette_name=palette,
        palette=colors[start:] + colors[:start],
        body=body,
        display=display,
        base=rng.integer(15, 18) + (2 if by_hand else 0),
        stroke=rng.uniform(1.6, 3.0, 2),
        corner=rng.choice((0.0, 0.0, 3.0, 6.0, 10.0)),
        texture=rng.weighted({"none": 8, "grain": 1, "fibre": 1 if "screen" not in theme.kinds else 0}),
        degradation=rng.weighted({"none": 88, "blur": 3, "jpeg": 3, "noise": 3, "light": 3})
        if degrade
        else "none",
        shade=rng.integer(0, 5),
    )
