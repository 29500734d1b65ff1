"""Clocks and watches as sold: which case, rim, face, ticks, numerals and hands go together."""

from math import ceil
from typing import NamedTuple

from trace_tasks.engine import Box, Canvas, Rng, darker, lighter, linear, mix
from trace_tasks.engine.words import FIRM_STEMS

from .. import _dials as dials
from .._dials import ARABIC, REACH, ROMAN, Face, case, hand, needle, pointer

SERIF, SANS = (
    ("STIX", "Noto Serif", "Lora", "EB Garamond"),
    ("Inter", "Roboto", "Libre Franklin", "Montserrat"),
)
PLAIN = ("Roboto", "DejaVu Sans", "Libre Franklin", "Open Sans")
ROUND = ("Inter", "Montserrat", "Open Sans")
HOMELY = ("Roboto Slab", "Oswald", "Montserrat", "Noto Serif")
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


# fmt: off
LOOKS: dict[str, Look] = {
    "station": Look("drum", "white steel black", "white white ivory", "bars", "tapered", SANS,
        "ticks arabic quarters", "disc", weight=600),
    "school": Look("wall", "black steel white oak", "white white cream", "railway lines", "baton tapered",
        PLAIN, "arabic quarters", weight=600),
    "minimal": Look("wall", "white black copper oak mint rose", "white mint blush sky butter black navy",
        "lines dots", "baton pencil", ROUND, "ticks quarters arabic", "plain weight", weight=400),
    "kitchen": Look("wall", "red teal mint mustard rose blue", "cream white butter sky mint",
        "lines railway dots", "pencil sword leaf", HOMELY, "arabic quarters", weight=600),
    "wood": Look("wall", "oak walnut", "cream white ivory green", "railway lines bars", "spade leaf baton",
        SERIF, "roman arabic quarters ticks"),
    "regulator": Look("octagon", "oak walnut", "ivory cream white", "railway", "spade leaf", SERIF,
        "roman arabic"),
    "dress": Look("wrist", "gold steel copper", "ivory silver champagne navy burgundy", "railway applied",
        "leaf dauphine", SERIF, "roman ticks quarters", "plain weight", 0.25),
    "field": Look("wrist", "steel black gold", "black green navy cream", "lines railway", "sword pencil",
        COND, "arabic quarters ticks", "weight", weight=600),
    "diver": Look("wrist", "steel black", "black navy green burgundy", "applied bars",
        "sword pencil dauphine", COND, "ticks quarters arabic", "disc", weight=600, bezel=True),
    "alarm": Look("bells", "red teal brass mint steel blue mustard black", "white cream butter",
        "lines railway", "sword pencil spade", SLAB, "arabic quarters roman", weight=600),
    "pocket": Look("pocket", "gold brass steel", "ivory white champagne", "railway", "spade leaf", SERIF,
        "roman arabic", "plain weight"),
    "cube": Look("square", "white black mint rose oak walnut steel mustard", "white black ivory sky silver",
        "lines bars dots", "baton pencil", SANS, "arabic quarters ticks"),
    "neon": Look("neon", "black", "night", "lines dots bars", "baton sword", ROUND,
        "arabic quarters ticks roman", "plain"),
}
# fmt: on
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
    brand: int = 0  # height of the maker's name above the centre; 0: it is left out

    @property
    def home(self) -> str:
        """Where such a piece belongs: on a wall, on a shelf, in a watch box or on a table."""
        return HOMES[self.look.case]

    @property
    def on_feet(self) -> bool:
        return self.look.case == "bells"

    @property
    def metal(self) -> str:
        return dials.METALS[self.rim][1]


HOMES = {"wall": "wall", "drum": "wall", "octagon": "wall", "neon": "wall", "bells": "shelf",
         "square": "shelf", "wrist": "box", "cushion": "box", "pocket": "table"}  # fmt: skip


def choose(rng: Rng, numerals: str, homes: tuple[str, ...] = ()) -> Piece:
    """A timepiece that carries these numerals and belongs in one of these places, if any."""
    fitting = [
        v for v in LOOKS.values() if numerals in v.numerals.split() and (not homes or HOMES[v.case] in homes)
    ]
    look = rng.choice(fitting)
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


def cushioned(piece: Piece) -> Piece:
    """The piece as shown by a shop: a watch is wrapped round a cushion."""
    return piece._replace(look=piece.look._replace(case="cushion")) if piece.home == "box" else piece


def signed(piece: Piece, *hands: tuple[float, float, float]) -> Piece:
    """The piece with its maker's name where none of the hands (angle, length, tail) passes, or without it."""
    half = len(piece.maker) * 3.1 + 5
    for height in (38, -40):
        points = [dials.at(angle, r) for angle, length, tail in hands
                  for r in range(-round(tail), round(length), 3)]  # fmt: skip
        if piece.maker and not any(abs(x) < half and abs(y + height) < 9 for x, y in points):
            return piece._replace(brand=height)
    return piece


def hands_at(minutes: float) -> list[tuple[float, float, float]]:
    """Angle, length and tail of the hour and the minute hand."""
    return [(minutes / 2, 54, 12), (minutes % 60 * 6, 86, 22)]


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

    `minutes` are counted from twelve o'clock, and so is `alarm`; all hands move on steadily.
    """
    side, up, down = reach(piece)
    scale = round(min(box.w / (2 * side), box.h / (up + down)), 3)
    x, y = round(box.cx), round(box.cy + (up - down) * scale / 2)
    size = (2 * ceil((side + 18) * scale), 2 * ceil((max(up, down) + 22) * scale))
    face, look = piece.face, piece.look
    c.stamp((piece, numerals, scale), (x, y), size, lambda: _dial(c, piece, numerals, scale))
    with c.transform((x, y), scale=scale):
        if alarm >= 0:
            pointer(c, alarm / 2, 42, alarm_color, darker(alarm_color, 0.4))
        thick = 4.8 if piece.hands in ("baton", "tapered", "pencil", "dauphine") else 4.4
        (hour, short, _), (minute, long, _) = hands_at(minutes + max(seconds, 0) / 60)
        hand(c, piece.hands, hour, short, thick, face, look.facet)
        hand(c, piece.hands, minute, long, thick * 0.64, face, look.facet)
        c.circle((0, 0), 5.6, face.hands)
        if seconds >= 0:
            needle(c, seconds * 6, 88, 24, 1.7, face.accent, piece.end)
        else:
            c.circle((0, 0), 2.2, mix(face.hands, face.centre, 0.6))
        if piece.glass:
            dials.glass(c, piece.glass)
    return Box(x - side * scale, y - up * scale, x + side * scale, y + down * scale)


def _dial(c: Canvas, piece: Piece, numerals: str, scale: float) -> None:
    """Everything but the hands."""
    with c.transform(scale=scale):
        case(c, piece.look.case, piece.rim, piece.strap)
        if piece.look.bezel:
            _bezel(c, piece.face)
        dials.plate(c, piece.face)
        dials.ring_of_ticks(c, piece.ticks, piece.face, bold=numerals in ("ticks", "quarters"))
        _numerals(c, piece, numerals)
        if piece.brand and scale > 1.1:
            dials.numerals(c, (piece.maker.upper(),), piece.face.ink, 7.5, piece.brand,
                           family=piece.family, weight=500)  # fmt: skip


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
