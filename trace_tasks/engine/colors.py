"""Colour arithmetic, named colours, and published palettes. Colours are "#rrggbb" (or "#rrggbbaa")
strings.
"""

import math
from functools import lru_cache

#: Colours that questions may name. Each has shades that a person calls by that name; an instance uses one.
NAMED: dict[str, tuple[str, ...]] = {
    "red": ("#d32f2f", "#e53935", "#c62828"),
    "orange": ("#fb8c00", "#f57c00", "#ff9800"),
    "yellow": ("#fdd835", "#ffd600", "#fbe03c"),
    "green": ("#2e9e44", "#388e3c", "#3fa34d"),
    "blue": ("#1e66d0", "#1976d2", "#2962ff"),
    "purple": ("#7b1fa2", "#8e35b8", "#6a2fb5"),
    "pink": ("#f06cb0", "#f48fb1", "#ff80c0"),
    "brown": ("#795548", "#7a4b2a", "#6d4c2f"),
    "gray": ("#8a8f94", "#808489", "#92979b"),
    "black": ("#1c1c1c", "#111111", "#222326"),
    "white": ("#ffffff", "#fafafa", "#f7f7f5"),
    "cyan": ("#18c5de", "#00bcd4", "#22d3ee"),
    "gold": ("#e0a800", "#d9a514", "#e6b422"),
}

#: Categorical palettes as published: Tableau 10, Okabe and Ito (2008), ColorBrewer Set1 and Dark2 (Brewer and
#: Harrower), Paul Tol's bright and muted, Material Design 500s, Solarized accents (Schoonover), Nord aurora
#: and
#: frost, D3 category10, IBM Carbon, and the Few/Excel-era office sets.
PALETTES: dict[str, tuple[str, ...]] = {
    "tableau10": (
        "#4e79a7",
        "#f28e2b",
        "#e15759",
        "#76b7b2",
        "#59a14f",
        "#edc948",
        "#b07aa1",
        "#ff9da7",
        "#9c755f",
    ),
    "okabe_ito": ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442", "#000000"),
    "set1": ("#e41a1c", "#377eb8", "#4daf4a", "#984ea3", "#ff7f00", "#a65628", "#f781bf", "#ffff33"),
    "dark2": ("#1b9e77", "#d95f02", "#7570b3", "#e7298a", "#66a61e", "#e6ab02", "#a6761d", "#666666"),
    "tol_bright": ("#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377", "#bbbbbb"),
    "tol_muted": ("#332288", "#88ccee", "#44aa99", "#117733", "#ddcc77", "#cc6677", "#882255", "#aa4499"),
    "material": ("#3f51b5", "#f44336", "#4caf50", "#ff9800", "#9c27b0", "#00bcd4", "#795548", "#ffc107"),
    "solarized": ("#268bd2", "#cb4b16", "#859900", "#d33682", "#b58900", "#2aa198", "#6c71c4", "#dc322f"),
    "nord": ("#5e81ac", "#bf616a", "#a3be8c", "#b48ead", "#d08770", "#88c0d0", "#ebcb8b"),
    "category10": (
        "#1f77b4",
        "#ff7f0e",
        "#2ca02c",
        "#d62728",
        "#9467bd",
        "#8c564b",
        "#e377c2",
        "#bcbd22",
        "#17becf",
    ),
    "carbon": (
        "#6929c4",
        "#1192e8",
        "#005d5d",
        "#9f1853",
        "#fa4d56",
        "#198038",
        "#002d9c",
        "#b28600",
        "#ee538b",
    ),
    "office": ("#4472c4", "#ed7d31", "#a5a5a5", "#ffc000", "#5b9bd5", "#70ad47", "#264478", "#9e480e"),
    "newsroom": ("#006ba2", "#db444b", "#3ebcd2", "#379a8b", "#ebb434", "#b4ba39", "#9a607f", "#d1b07c"),
}


@lru_cache(4096)
def rgb(color: str) -> tuple[int, int, int]:
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)


def hexed(r: float, g: float, b: float) -> str:
    return "#{:02x}{:02x}{:02x}".format(*(min(max(round(v), 0), 255) for v in (r, g, b)))


@lru_cache(4096)
def mix(a: str, b: str, share: float) -> str:
    """`a` with `share` (0..1) of `b` blended in, in sRGB."""
    return hexed(*(x + (y - x) * share for x, y in zip(rgb(a), rgb(b), strict=True)))


def lighter(color: str, share: float = 0.3) -> str:
    return mix(color, "#ffffff", share)


def darker(color: str, share: float = 0.3) -> str:
    return mix(color, "#000000", share)


def alpha(color: str, opacity: float) -> str:
    """`color` with the opacity 0..1."""
    return f"{color[:7]}{round(opacity * 255):02x}"


_LINEAR = tuple(v / 255 / 12.92 if v <= 10 else ((v / 255 + 0.055) / 1.055) ** 2.4 for v in range(256))


@lru_cache(8192)
def luminance(color: str) -> float:
    """Relative luminance (WCAG 2.2): 0 black, 1 white."""
    r, g, b = rgb(color)
    return 0.2126 * _LINEAR[r] + 0.7152 * _LINEAR[g] + 0.0722 * _LINEAR[b]


def contrast(a: str, b: str) -> float:
    """Contrast ratio (WCAG 2.2): 1 none, 21 black on white."""
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)


@lru_cache(4096)
def readable(color: str, under: str, ratio: float = 4.7) -> str:
    """`color`, moved towards black or white until it reaches the contrast `ratio` over `under`."""
    pole = "#000000" if luminance(under) > 0.18 else "#ffffff"
    return next(
        (c for c in (mix(color, pole, i / 12) for i in range(13)) if contrast(c, under) >= ratio), pole
    )


@lru_cache(4096)
def lab(color: str) -> tuple[float, float, float]:
    """CIE L*a*b* under D65."""
    r, g, b = (_LINEAR[v] for v in rgb(color))
    x = (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047
    y = 0.2126729 * r + 0.7151522 * g + 0.0721750 * b
    z = (0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883
    fx, fy, fz = (v ** (1 / 3) if v > 216 / 24389 else (24389 / 27 * v + 16) / 116 for v in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


@lru_cache(65536)
def difference(a: str, b: str) -> float:
    """CIEDE2000 (Sharma, Wu and Dalal 2005); 1 is just noticeable, 20 plainly another colour."""
    (l1, a1, b1), (l2, a2, b2) = lab(a), lab(b)
    c_mean7 = ((math.hypot(a1, b1) + math.hypot(a2, b2)) / 2) ** 7
    g = 0.5 * (1 - math.sqrt(c_mean7 / (c_mean7 + 25**7)))
    a1, a2 = a1 * (1 + g), a2 * (1 + g)
    c1, c2 = math.hypot(a1, b1), math.hypot(a2, b2)
    h1, h2 = (math.degrees(math.atan2(y, x)) % 360 for x, y in ((a1, b1), (a2, b2)))
    turn = (h2 - h1 + 180) % 360 - 180 if c1 * c2 else 0.0
    dl, dc, dh = l2 - l1, c2 - c1, 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2))
    l_mean, c_mean = (l1 + l2) / 2, (c1 + c2) / 2
    h_mean = (h1 + turn / 2) % 360 if c1 * c2 else h1 + h2
    t = (
        1
        - 0.17 * math.cos(math.radians(h_mean - 30))
        + 0.24 * math.cos(math.radians(2 * h_mean))
        + 0.32 * math.cos(math.radians(3 * h_mean + 6))
        - 0.20 * math.cos(math.radians(4 * h_mean - 63))
    )
    sl = 1 + 0.015 * (l_mean - 50) ** 2 / math.sqrt(20 + (l_mean - 50) ** 2)
    sc, sh = 1 + 0.045 * c_mean, 1 + 0.015 * c_mean * t
    rotation = -math.sin(math.radians(60 * math.exp(-(((h_mean - 275) / 25) ** 2))))
    rotation *= 2 * math.sqrt(c_mean**7 / (c_mean**7 + 25**7))
    return math.sqrt((dl / sl) ** 2 + (dc / sc) ** 2 + (dh / sh) ** 2 + rotation * (dc / sc) * (dh / sh))


@lru_cache(1024)
def standing_out(palette: str, paper: str, apart: float = 20.0, ratio: float = 1.7) -> tuple[str, ...]:
    """The members of a palette that show on `paper` and differ by CIEDE2000 >= `apart` from each other."""
    kept: list[str] = []
    for color in PALETTES[palette]:
        if contrast(color, paper) >= ratio and all(difference(color, k) >= apart for k in (*kept, paper)):
            kept.append(color)
    return tuple(kept)
