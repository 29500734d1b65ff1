"""Clocks and watches as sold: which case, rim, face, ticks, numerals and hands go together."""

from typing import NamedTuple

from trace_tasks.engine import Box, Canvas, Rng, alpha, darker, lighter, linear, mix
from trace_tasks.engine.words import FIRM_STEMS

from .. import _dials as dials
from .._dials import ARABIC, REACH, ROMAN, Face, case, hand, needle, pointer

SERIF, SANS = (
    ("STIX", "Noto Serif", "Lora", "EB Garamond"),
    ("Inter", "Roboto", "Libre Franklin", "Montserrat"),
)
PLAIN = ("Roboto", "DejaVu Sans", "Libre Franklin", "Open Sans")
ROUND = ("Inter", "Montserrat", "Open Sans")
HOMELY = ("Roboto Slab", "Oswald", "Kalam", "Noto Serif")
SLAB = ("Roboto Slab", "Noto Serif", "Oswald", "Montserrat")
COND = ("Oswald", "Barlow Condensed", "Fira Sans Condensed")

FACES = {
    "white": Face("#ffffff", "#f3f4f4", "#16181b", "#16181b", "#d3261f"),
    "cream": Face("#fdf8ea", "#f0e5c8", "#33261a", "#2b2018", "#a3281c"),
    "ivory": Face("#fffdf6", "#f1ecdc", "#1f2a44", "#1f2a44", "#b5382a"),
    "black": Face("#2b2d31", "#121316", "#f2f2ee", "#f6f6f2", "#ff7a1a"),
    "navy": Face("#27477a", "#0f2145", "#eef3fb", "#f4f6fa", "#f5b13d"),
    "green": Face("#2f6a4f", "#123325", "#f3efdd", "#f5f1e2", "#f0c04a"),
    "silver": Face("#fafbfc", "#ced4d9", "#23282d", "#2a2f36", "#1d5fbf"),
    "champagne": Face("#fbf0d6", "#e1c891", "#3c2c14", "#33260f", "#8a1f2b"),
    "mint": Face("#e9f7f0", "#cfeadc", "#1d3d33", "#1d3d33", "#e2572b"),
    "blush": Face("#fdeeee", "#f6d6d6", "#4a1f2b", "#4a1f2b", "#1f7a8c"),
    "butter": Face("#fff6cf", "#f8e59c", "#3a3114", "#3a3114", "#c8322b"),
    "sky": Face("#eaf4fd", "#cbe1f5", "#14304f", "#14304f", "#e2572b"),
    "burgundy": Face("#7c2233", "#400d18", "#f7ead9", "#f7ead9", "#f0c04a"),
    "night": Face("#15182a", "#090b16", "#e9f1ff", "#f2f6ff", "#ff4fa0"),
}


class Look(NamedTuple):
    """One kind of timepiece; every text of words, every tuple lists what may be combined."""

    case: str
    rims: str
    faces: str
    ticks: str
    hands: str
    families: tuple[str, ...]
    numerals: str  # of the scene's, those that suit it
    end: str = "weight"  # of the second hand
    facet: float = 0.0
    weight: int = 500
    bezel: bool = False


LOOKS: dict[str, Look] = {
    "station": Look(
        "drum",
        "white steel black",
        "white white ivory",
        "bars",
        "tapered",
        SANS,
        "ticks arabic quarters",
        "disc",
        weight=600,
    ),
    "school": Look(
        "wall",
        "black steel white oak",
        "white white cream",
        "railway lines",
        "baton tapered",
        PLAIN,
        "arabic quarters",
        weight=600,
    ),
    "minimal": Look(
        "wall",
        "white black copper oak mint rose",
        "white mint blush sky butter black navy",
        "lines dots",
        "baton pencil",
        ROUND,
        "ticks quarters arabic",
        "plain weight",
        weight=400,
    ),
    "kitchen": Look(
        "wall",
        "red teal mint mustard rose blue",
        "cream white butter sky mint",
        "lines railway dots",
        "pencil sword leaf",
        HOMELY,
        "arabic quarters",
        weight=600,
    ),
    "wood": Look(
        "wall",
        "oak walnut",
        "cream white ivory green",
        "railway lines bars",
        "spade leaf baton",
        SERIF,
        "roman arabic quarters ticks",
    ),
    "regulator": Look(
        "octagon", "oak walnut", "ivory cream white", "railway", "spade leaf", SERIF, "roman arabic"
    ),
    "dress": Look(
        "wrist",
        "gold steel copper",
        "ivory silver champagne navy burgundy",
        "railway applied",
        "leaf dauphine",
        SERIF,
        "roman ticks quarters",
        "plain weight",
        0.25,
    ),
    "field": Look(
        "wrist",
        "steel black gold",
        "black green navy cream",
        "lines railway",
        "sword pencil",
        COND,
        "arabic quarters ticks",
        "weight",
        weight=600,
    ),
    "diver": Look(
        "wrist",
        "steel black",
        "black navy green burgundy",
        "applied bars",
        "sword pencil dauphine",
        COND,
        "ticks quarters arabic",
        "disc",
        weight=600,
        bezel=True,
    ),
    "alarm": Look(
        "bells",
        "red teal brass mint steel blue mustard black",
        "white cream butter",
        "lines railway",
        "sword pencil spade",
        SLAB,
        "arabic quarters roman",
        weight=600,
    ),
    "pocket": Look(
        "pocket",
        "gold brass steel",
        "ivory white champagne",
        "railway",
        "spade leaf",
        SERIF,
        "roman arabic",
        "plain weight",
    ),
    "cube": Look(
        "square",
        "white black mint rose oak walnut steel mustard",
        "white black ivory sky silver",
        "lines bars dots",
        "baton pencil",
        SANS,
        "arabic quarters ticks",
    ),
    "neon": Look(
        "neon",
        "black",
        "night",
        "lines dots bars",
        "baton sword",
        ROUND,
        "arabic quarters ticks roman",
        "plain",
    ),
}
#: Colours of straps and of neon tubes.
STRAPS = ("#5a3620", "#23252b", "#1f2d4d", "#7b4a2a", "#3d4a38", "#6a2129", "#8a8f96")
TUBES = ("#ff3d9a", "#31d7ff", "#7cff6b", "#ffb13d", "#b07bff")


class Piece(NamedTuple):
    """A look with every choice made: what two clocks of one picture share."""

    look: Look
    rim: str
    face: Face
    ticks: str
    hands: str
    family: str
    end: str
    strap: str
    maker: str
    glass: float


def choose(rng: Rng, numerals: str, kinds: tuple[str, ...] = ()) -> Piece:
    """A timepiece that carries these numerals."""
    look = LOOKS[
        rng.choice(
            [k for k, v in LOOKS.items() if numerals in v.numerals.split() and (not kinds or k in kinds)]
        )
    ]
    return Piece(
        look,
        rng.choice(look.rims.split()),
        FACES[rng.choice(look.faces.split())],
        rng.choice(look.ticks.split()),
        rng.choice(look.hands.split()),
        rng.choice(look.families),
        rng.choice(look.end.split()),
        rng.choice(TUBES if look.case == "neon" else STRAPS),
        rng.choice(FIRM_STEMS) if rng.chance(0.6) else "",
        rng.choice((0.0, 0.07, 0.11)),
    )


def reach(piece: Piece) -> tuple[float, float, float]:
    """Sides, up and down, in hundredths of the face's radius."""
    return REACH[piece.look.case]


def timepiece(
    c: Canvas,
    box: Box,
    piece: Piece,
    numerals: str,
    minutes: int,
    seconds: int = -1,
    alarm: int = -1,
    alarm_color: str = "",
) -> Box:
    """Draw a clock as large as the box allows; returns the box of its case.

    `minutes` are counted from twelve o'clock, and so is `alarm`; the minute hand stands on its tick.
    """
    side, up, down = reach(piece)
    scale = min(box.w / (2 * side), box.h / (up + down))
    centre = (box.cx, box.cy + (up - down) * scale / 2)
    face, look = piece.face, piece.look
    with c.transform(centre, scale=scale):
        case(c, look.case, piece.rim, piece.strap)
        if look.bezel:
            _bezel(c, face)
        dials.plate(c, face)
        dials.ring_of_ticks(c, piece.ticks, face, bold=numerals in ("ticks", "quarters"))
        _numerals(c, piece, numerals)
        if piece.maker:
            c.text(
                piece.maker.upper(),
                (0, -36),
                7.5,
                color=face.ink,
                family=piece.family,
                weight=500,
                need=False,
            )
        if alarm >= 0:
            pointer(c, alarm / 2, 42, alarm_color, darker(alarm_color, 0.4))
        thick = 4.6 if piece.hands in ("baton", "tapered", "pencil", "dauphine") else 4.2
        rimmed = mix(face.hands, face.centre, 0.55) if look.bezel else ""
        hand(c, piece.hands, minutes / 2, 54, thick, face.hands, look.facet, rimmed)
        hand(c, piece.hands, minutes % 60 * 6, 86, thick * 0.64, face.hands, look.facet, rimmed)
        c.circle((0, 0), 5.6, face.hands)
        if seconds >= 0:
            needle(c, seconds * 6, 88, 24, 1.7, face.accent, piece.end)
        else:
            c.circle((0, 0), 2.2, mix(face.hands, face.centre, 0.6))
        if piece.glass:
            dials.glass(c, piece.glass)
    return Box(
        centre[0] - side * scale, centre[1] - up * scale, centre[0] + side * scale, centre[1] + down * scale
    )


def _numerals(c: Canvas, piece: Piece, numerals: str) -> None:
    how = {"family": piece.family, "weight": piece.look.weight}
    inner = 72 if piece.ticks in ("bars", "lines", "railway") else 74
    if numerals == "arabic":
        dials.numerals(c, ARABIC, piece.face.ink, 20 if piece.family in COND else 17.5, inner, **how)
    elif numerals == "quarters":
        dials.numerals(c, ARABIC[::3], piece.face.ink, 22, inner - 12, **how)
    elif numerals == "roman":
        dials.numerals(c, ROMAN, piece.face.ink, 18, inner + 2, spun=True, **how)


def _bezel(c: Canvas, face: Face) -> None:
    """A diver's ring: minute strokes and tens."""
    tones = (lighter(face.centre, 0.2), face.edge, face.centre)
    dials.ring(c, (0, 0), 100, 125, darker(face.edge, 0.5))
    dials.ring(c, (0, 0), 104, 124, linear((-90, -90), (90, 90), tones))
    c.path(dials.rays(113, 121, 60, 5), None, face.ink, 1, cap="butt")
    c.path(dials.rays(109, 122, 6, 0, 30), None, face.ink, 3.4, cap="butt")
    tens = ("", "10", "20", "30", "40", "50")
    dials.numerals(c, tens, face.ink, 13, 115, family="Barlow Condensed", weight=600, spun=True)
    c.polygon([dials.at(-6, 122), dials.at(6, 122), dials.at(0, 107)], face.ink)
    dials.ring(c, (0, 0), 99, 104, "#0a0b0d")


# ---- where it hangs or lies


def backdrop(c: Canvas, box: Box, dark: bool) -> None:
    """A wall or a table top with light from above; quiet enough for labels on plates."""
    kind = c.rng.choice(("paint", "paint", "planks", "tiles", "panelling"))
    line = alpha("#ffffff" if dark else "#000000", 0.08)
    step = c.rng.choice((72, 96, 120)) // (2 if kind == "panelling" else 1)
    across, down = range(step, round(box.x1), step), range(step, round(box.y1), step)
    if kind == "planks":
        for i, y in enumerate(down):
            c.rect(Box(box.x0, y - step, box.x1, y), alpha("#000000", 0.04 * (i % 3)))
    if kind in ("planks", "tiles"):
        for y in down:
            c.line((box.x0, y), (box.x1, y), line, 1.6)
    if kind in ("tiles", "panelling"):
        for x in across:
            c.line((x, box.y0), (x, box.y1), line, 1.6)
    light, low = box.top(box.h * 0.25)[0], box.bottom(box.h * 0.25)[0]
    fade(c, light, "#ffffff", 30, 0)
    fade(c, low, "#000000", 0, 44)


def fade(c: Canvas, box: Box, color: str, top: int, low: int) -> None:
    """A colour whose opacity (of 255) runs from top to bottom: one band a level, cheaper than a gradient."""
    levels = range(top, low, 2) if low > top else range(top, low, -2)
    for level, band in zip(levels, box.rows(len(levels)), strict=True):
        c.rect(Box(band.x0, round(band.y0), band.x1, round(band.y1)), alpha(color, level / 255))


def label_plate(c: Canvas, text: str, at: tuple[float, float], look: str, size: float) -> Box:
    """A name plate under a clock; `look` is brass, card or tag."""
    w = c.measure(text, size, weight=700)[0] + size * 1.5
    box = Box.at(at, max(w, size * 2.4), size * 1.75)
    if look == "brass":
        sheen = linear(box.corners[0], box.corners[2], ("#e7cd8f", "#c9a557", "#d8b96f"))
        c.rect(box, sheen, "#7d5a1c", 1, radius=3, shadow=4)
        ink = "#2d1f08"
    elif look == "card":
        c.rect(box, c.theme.panel, c.theme.grid, 1.2, radius=6, shadow=4)
        ink = c.theme.ink
    else:
        c.rect(box, c.theme.ink, radius=size * 0.9, shadow=4)
        ink = c.theme.paper
    c.text(text, box.center, size, weight=700, color=ink)
    return box


__all__ = ["Piece", "backdrop", "choose", "label_plate", "reach", "timepiece"]
