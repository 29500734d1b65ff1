"""Typefaces by family name, read from the font packages; the system's own fonts are never used.

>>> width, box = measure("Rainfall (mm)", "Inter", 16.0, weight=600)
>>> [part for part, face in runs("∠ABC = 90°", "Lora")]
['∠', 'ABC = 90°']
"""

from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from trace_tasks.engine.skia_import import skia

Box = tuple[float, float, float, float]  # left, top, right, bottom; y grows downwards from the baseline


class Family(NamedTuple):
    """The files of one typeface family. A family without italics answers with its upright."""

    kind: str  # sans, serif, mono, hand, condensed, slab, display, pixel, symbol
    package: str
    upright: str | dict[int, str]  # one variable file, or a static file for each weight
    italic: str | dict[int, str] | None
    weights: tuple[int, int]  # lightest, heaviest
    tabular: bool = True  # digits share one width
    note: str = ""

    def file(self, weight: int, italic: bool) -> str:
        files = self.italic if italic and self.italic else self.upright
        return files if isinstance(files, str) else files[self.nearest(weight)]

    def nearest(self, weight: int) -> int:
        """The weight that is drawn when this one is asked for."""
        lightest, heaviest = self.weights
        if isinstance(self.upright, str):
            return min(max(weight, lightest), heaviest)
        return min(self.upright, key=lambda known: (abs(known - weight), known))


_CORE, _MATPLOTLIB = "justmytype_western_core/fonts/ofl", "matplotlib/mpl-data/fonts/ttf"
_NAMES = {300: "Light", 400: "Regular", 500: "Medium", 600: "SemiBold", 700: "Bold", 800: "ExtraBold"}


def _variable(kind: str, folder: str, stem: str, lightest: int, heaviest: int, axes: str = "wght",
              *, italic: bool = True, tabular: bool = True, note: str = "") -> Family:
    slanted = f"{stem}-Italic[{axes}].ttf" if italic else None
    return Family(kind, folder, f"{stem}[{axes}].ttf", slanted, (lightest, heaviest), tabular, note)


def _static(kind: str, folder: str, stem: str, *weights: int, italic: bool = True, tabular: bool = True,
            note: str = "") -> Family:
    upright = {weight: f"{stem}-{_NAMES[weight]}.ttf" for weight in weights}
    slanted = {weight: f"{stem}-{_NAMES[weight]}Italic.ttf".replace("RegularItalic", "Italic")
               for weight in weights} if italic else None
    return Family(kind, folder, upright, slanted, (weights[0], weights[-1]), tabular, note)


def _dejavu(kind: str, stem: str, slant: str) -> Family:
    upright = {400: f"{stem}.ttf", 700: f"{stem}-Bold.ttf"}
    return Family(kind, _MATPLOTLIB, upright, {400: f"{stem}-{slant}.ttf", 700: f"{stem}-Bold{slant}.ttf"},
                  (400, 700))


def _pkg(name: str) -> str:
    return f"fontpkg_{name}/files"


FAMILIES: dict[str, Family] = {
    "Inter": _variable("sans", f"{_CORE}/inter", "Inter", 100, 900, "opsz,wght", tabular=False),
    "Roboto": _variable("sans", _pkg("roboto"), "Roboto", 100, 900, "wdth,wght"),
    "Open Sans": _variable("sans", _pkg("open_sans"), "OpenSans", 300, 800, "wdth,wght"),
    "Libre Franklin": _variable("sans", _pkg("libre_franklin"), "LibreFranklin", 100, 900, tabular=False),
    "Montserrat": _variable("sans", _pkg("montserrat"), "Montserrat", 100, 900, tabular=False, note="wide"),
    "Atkinson Hyperlegible": _static("sans", _pkg("atkinson_hyperlegible"), "AtkinsonHyperlegible", 400, 700,
                                     tabular=False),
    "DejaVu Sans": _dejavu("sans", "DejaVuSans", "Oblique"),
    "Noto Serif": _variable("serif", f"{_CORE}/notoserif", "NotoSerif", 100, 900, "wdth,wght"),
    "Source Serif 4": _variable("serif", f"{_CORE}/sourceserif4", "SourceSerif4", 200, 900, "opsz,wght"),
    "Lora": _variable("serif", _pkg("lora"), "Lora", 400, 700, tabular=False),
    "EB Garamond": _variable("serif", _pkg("eb_garamond"), "EBGaramond", 400, 800,
                             note="looks small: x-height 0.40 em"),
    "DejaVu Serif": _dejavu("serif", "DejaVuSerif", "Italic"),
    "STIX": Family("serif", _MATPLOTLIB, {400: "STIXGeneral.ttf", 700: "STIXGeneralBol.ttf"},
                   {400: "STIXGeneralItalic.ttf", 700: "STIXGeneralBolIta.ttf"}, (400, 700),
                   note="Times-like; mathematics and physics"),
    "JetBrains Mono": _variable("mono", f"{_CORE}/jetbrainsmono", "JetBrainsMono", 100, 800),
    "Noto Sans Mono": _variable("mono", f"{_CORE}/notosansmono", "NotoSansMono", 100, 900, "wdth,wght",
                                italic=False),
    "IBM Plex Mono": _static("mono", _pkg("ibm_plex_mono"), "IBMPlexMono", 300, 400, 500, 600, 700),
    "Space Mono": _static("mono", _pkg("space_mono"), "SpaceMono", 400, 700),
    "DejaVu Sans Mono": _dejavu("mono", "DejaVuSansMono", "Oblique"),
    "Fira Sans Condensed": _static("condensed", _pkg("fira_sans_condensed"), "FiraSansCondensed",
                                   300, 400, 500, 600, 700, 800, tabular=False),
    "Barlow Condensed": _static("condensed", _pkg("barlow_condensed"), "BarlowCondensed",
                                300, 400, 500, 600, 700, 800, tabular=False),
    "Roboto Slab": _variable("slab", _pkg("roboto_slab"), "RobotoSlab", 100, 900, italic=False,
                             tabular=False),
    "Oswald": _variable("display", _pkg("oswald"), "Oswald", 200, 700, italic=False, tabular=False,
                        note="tall: ascent 1.19 em; headings"),
    "Caveat": _variable("hand", _pkg("caveat"), "Caveat", 400, 700, italic=False,
                        note="looks small: set it a quarter larger"),
    "Kalam": _static("hand", _pkg("kalam"), "Kalam", 300, 400, 700, italic=False, tabular=False,
                     note="tall lines: ascent plus descent 1.6 em"),
    "Permanent Marker": _static("hand", _pkg("permanent_marker"), "PermanentMarker", 400, italic=False,
                                tabular=False, note="small letters are drawn as capitals; titles"),
    "Press Start 2P": _static("pixel", _pkg("press_start_2p"), "PressStart2P", 400, italic=False,
                              note="sharp at multiples of 8 px; 1 em a letter"),
}
SYMBOLS: dict[str, Family] = {  # chess men, suits, dice, dominoes, operators; not for running text
    "STIX Two Math": _static("symbol", f"{_CORE}/stixtwomath", "STIXTwoMath", 400, italic=False),
    "Noto Sans Symbols 2": _static("symbol", f"{_CORE}/notosanssymbols2", "NotoSansSymbols2", 400,
                                   italic=False),
}
_EM = 1024.0
_SIZED: dict[tuple[int, float], skia.Font] = {}
_GLYPH_BOXES: dict[tuple[int, int], Box] = {}
_FALLBACK = ("DejaVu Sans", *SYMBOLS)


def families(*kinds: str) -> tuple[str, ...]:
    """Names of the text families of these kinds, or of all."""
    return tuple(name for name, family in FAMILIES.items() if not kinds or family.kind in kinds)


@cache
def package_file(path: str) -> str:
    """Full path of `package/inner/file`, found without importing the package."""
    package, _, inner = path.partition("/")
    spec = find_spec(package)
    for folder in spec.submodule_search_locations or () if spec else ():
        if (file := Path(folder, inner)).is_file():
            return str(file)
    raise FileNotFoundError(f"{inner} of the package {package} is not installed")


def typeface(family: str, weight: int = 400, italic: bool = False) -> skia.Typeface:
    """The face of a family that is nearest to this weight."""
    known = FAMILIES.get(family) or SYMBOLS[family]
    return typeface_file(f"{known.package}/{known.file(weight, italic)}", known.nearest(weight))


@cache
def typeface_file(path: str, weight: int = 400) -> skia.Typeface:
    """The typeface in the file `package/inner/file`; a variable one is set to this weight."""
    face = skia.FontMgr.New_Custom_Empty().makeFromFile(package_file(path))  # never asks fontconfig
    if face is None:
        raise OSError(f"not a font: {path}")
    if "wght]" not in path:
        return face
    axis, position = skia.FontArguments.VariationPosition, skia.FontArguments.VariationPosition.Coordinates()
    position.append(axis.Coordinate(int.from_bytes(b"wght", "big"), float(weight)))
    variation, arguments = axis(position), skia.FontArguments()
    arguments.setVariationDesignPosition(variation)
    clone = face.makeClone(arguments)
    for char in "Az!":  # else outlines depend on which glyph the process happens to load first
        skia.Font(clone, _EM).getPath(clone.unicharToGlyph(ord(char)))
    return clone


def sized(face: skia.Typeface, size: float) -> skia.Font:
    """A font of this face. It is shared: do not change it."""
    key = face.uniqueID(), size  # faces themselves cannot be hashed
    if key not in _SIZED:
        made = _SIZED[key] = skia.Font(face, size)
        made.setSubpixel(True)
        made.setHinting(skia.FontHinting.kNone)
        made.setEdging(skia.Font.Edging.kAntiAlias)
    return _SIZED[key]


@lru_cache(maxsize=4096)
def font(family: str, size: float, weight: int = 400, italic: bool = False) -> skia.Font:
    """A font of this family. It is shared: do not change it. Characters that it lacks are left to `runs`."""
    return sized(typeface(family, weight, italic), size)


@lru_cache(maxsize=16384)
def runs(text: str, family: str, weight: int = 400,
         italic: bool = False) -> tuple[tuple[str, skia.Typeface], ...]:
    """The text cut into stretches of one typeface, all of whose characters that face can draw."""
    own = typeface(family, weight, italic)
    if text.isascii() and text.isprintable():  # every text family has all of these
        return ((text, own),) if text else ()
    stretches: list[tuple[str, skia.Typeface]] = []
    for char in text:
        face = own if own.unicharToGlyph(ord(char)) else _fallback(char, family, weight, italic)
        if stretches and stretches[-1][1] is face:
            stretches[-1] = (stretches[-1][0] + char, face)
        else:
            stretches.append((char, face))
    return tuple(stretches)


@lru_cache(maxsize=4096)
def _fallback(char: str, family: str, weight: int, italic: bool) -> skia.Typeface:
    mono = family in FAMILIES and FAMILIES[family].kind == "mono"
    for name in ("DejaVu Sans Mono", *_FALLBACK) if mono else _FALLBACK:
        face = typeface(name, weight, italic)
        if face.unicharToGlyph(ord(char)):
            return face
    raise LookupError(f"no font has the character {char!r} (U+{ord(char):04X})")


@lru_cache(maxsize=16384)
def measure(text: str, family: str, size: float, weight: int = 400,
            italic: bool = False) -> tuple[float, Box]:
    """Advance width, and the box of the ink around the baseline's start (all zero where there is no ink)."""
    pen, ink = 0.0, skia.Rect.MakeEmpty()
    for part, face in runs(text, family, weight, italic):
        made = sized(face, size)
        glyphs = made.textToGlyphs(part)
        for glyph, width in zip(glyphs, made.getWidths(glyphs), strict=True):
            left, top, right, bottom = (side * size for side in _glyph_box(face, glyph))
            ink.join(skia.Rect.MakeLTRB(pen + left, top, pen + right, bottom))
            pen += width
    return pen, (ink.left(), ink.top(), ink.right(), ink.bottom())


def _glyph_box(face: skia.Typeface, glyph: int) -> Box:
    """The ink of a glyph, in em."""
    key = face.uniqueID(), glyph
    if key not in _GLYPH_BOXES:
        outline = sized(face, _EM).getPath(glyph)
        box = outline.computeTightBounds() if outline else skia.Rect.MakeEmpty()
        _GLYPH_BOXES[key] = (box.left() / _EM, box.top() / _EM, box.right() / _EM, box.bottom() / _EM)
    return _GLYPH_BOXES[key]
