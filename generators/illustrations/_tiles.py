"""Pixel ground: a grid of tile letters becomes grass, roads, water, bridges, fields and paving that join up.

`.` open ground, `p` road, `w` water, `h` / `v` a bridge that is walked across / down, `f` field, `s` paving.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from trace_tasks.engine import Rng, darker, lighter, mix

from ._pixels import GLOW, Pix, Stamp, T, stamp, tone, words


class Soil(NamedTuple):
    """Colours of the ground; `flowers` are specks on it."""

    ground: str
    road: str
    water: str
    bank: str
    soil: str
    crop: str
    paving: str
    flowers: tuple[str, ...]


SOILS: dict[str, Soil] = {
    "spring": Soil(
        "#8ecb5c",
        "#d9bb84",
        "#4fa8dc",
        "#c9b078",
        "#9a6b42",
        "#6fc04a",
        "#c9c2b4",
        ("#f7f0ff", "#f2a9d0", "#ffe27a"),
    ),
    "summer": Soil(
        "#74b64a", "#dcb878", "#3f95d0", "#d6bd80", "#8f6038", "#d9bc4a", "#bdb6a8", ("#ffe066", "#ffffff")
    ),
    "autumn": Soil(
        "#b9a84e",
        "#c99a62",
        "#4a8fb0",
        "#a88a58",
        "#80583a",
        "#c98a34",
        "#b0a494",
        ("#d9662f", "#b8452c", "#e8b93c"),
    ),
    "winter": Soil(
        "#e6eef6", "#b9a48c", "#8fc6e4", "#c9d9e8", "#a98f78", "#dfe8ee", "#b4bcc6", ("#ffffff", "#cfdbe8")
    ),
    "desert": Soil(
        "#ecd08e", "#c4935c", "#3fa8b8", "#8fb45a", "#b07a48", "#8fb04a", "#d6bfa0", ("#d9b06a", "#f7e4b0")
    ),
    "tropical": Soil(
        "#66c27a",
        "#f0dca4",
        "#30b4cc",
        "#f2e2b0",
        "#8a5f3c",
        "#4fae3c",
        "#d0cabc",
        ("#ff7aa8", "#ffd24a", "#ffffff"),
    ),
}
BAND = 3  # sprite pixels of a coloured border on either side
SIDE = 6  # tiles a side of a texture before it repeats


def word(color: str) -> np.uint32:
    r, g, b = tone(color)
    return np.uint32(255 << 24 | b << 16 | g << 8 | r)


def _spread(rng: Rng, n: int, margin: int = 4) -> list[tuple[int, int]]:
    return [(rng.integer(0, SIDE * T - margin), rng.integer(0, SIDE * T - margin)) for _ in range(n)]


def _grass(p: Pix, rng: Rng, season: str) -> None:
    look = SOILS[season]
    for x, y in _spread(rng, 46, 14):
        p.ellipse(x + 7, y + 4, rng.integer(4, 9), 3, mix(look.ground, lighter(look.ground, 0.5), 0.16))
    for x, y in _spread(rng, 150):
        shade = darker(look.ground, 0.1 if season in ("winter", "desert") else 0.16)
        p.dots(shade, (x, y), (x + 2, y), (x + 1, y + 1))
    for x, y in _spread(rng, 40):
        p.dots(lighter(look.ground, 0.28), (x, y), (x + 1, y))
    for x, y in _spread(rng, 26):
        p.dots(rng.choice(look.flowers), (x + 1, y), (x, y + 1), (x + 2, y + 1), (x + 1, y + 2))


def _road(p: Pix, rng: Rng, season: str) -> None:
    color = SOILS[season].road
    for x, y in _spread(rng, 110):
        p.rect(x, y, x + rng.integer(2, 3), y + 2, darker(color, 0.1))
        p.dots(lighter(color, 0.25), (x, y))
    for x, y in _spread(rng, 60):
        p.dots(darker(color, 0.2), (x, y))


def _water(p: Pix, rng: Rng, season: str) -> None:
    color = SOILS[season].water
    for x, y in _spread(rng, 60, 10):
        p.rect(x, y, x + rng.integer(4, 9), y + 1, lighter(color, 0.32))
        p.rect(x + 2, y + 1, x + 6, y + 2, lighter(color, 0.16))
    for x, y in _spread(rng, 40, 10):
        p.rect(x, y, x + 6, y + 1, darker(color, 0.14))


def _field(p: Pix, rng: Rng, season: str) -> None:
    look = SOILS[season]
    for y in range(0, SIDE * T, 6):
        p.rect(0, y + 4, SIDE * T, y + 6, darker(look.soil, 0.28))
        p.rect(0, y, SIDE * T, y + 1, lighter(look.soil, 0.14))
        for x in range(1, SIDE * T, 6):
            p.dots(look.crop, (x, y), (x + 2, y), (x + 1, y + 1), (x + 1, y + 2))
            p.dots(lighter(look.crop, 0.3), (x + 1, y))


def _paving(p: Pix, rng: Rng, season: str) -> None:
    color = SOILS[season].paving
    for r in range(SIDE * T // 8):
        for k in range(-1, SIDE * T // 12 + 1):
            x, y = k * 12 + r % 2 * 6, r * 8
            p.box(x, y, x + 11, y + 7, mix(color, darker(color, 0.3), rng.choice((0.0, 0.12, 0.25))))


def _cobbles(p: Pix, rng: Rng, season: str) -> None:
    color = mix(SOILS[season].road, "#a8a8a8", 0.55)
    for r in range(SIDE * T // 6):
        for k in range(-1, SIDE * T // 8 + 1):
            x, y, shade = k * 8 + r * 5 % 8, r * 6, mix(color, darker(color, 0.35), rng.random() * 0.7)
            p.rect(x, y + 1, x + 7, y + 4, shade)
            p.rect(x + 1, y, x + 6, y + 5, shade)
            p.rect(x + 1, y, x + 5, y + 1, lighter(shade, 0.22))
            p.rect(x + 2, y + 4, x + 6, y + 5, darker(shade, 0.15))


_LAYERS = {".": _grass, "p": _road, "c": _cobbles, "w": _water, "f": _field, "s": _paving}


@lru_cache(64)
def texture(letter: str, season: str) -> np.ndarray:
    """The words of one kind of ground, SIDE x SIDE tiles that repeat."""
    look = SOILS[season]
    joint = darker(mix(look.road, "#a8a8a8", 0.55), 0.32)
    stone = darker(look.paving, 0.35)
    base = {".": look.ground, "p": look.road, "c": joint, "w": look.water, "f": look.soil, "s": stone}
    p = Pix(SIDE * T, SIDE * T)
    p.rect(0, 0, SIDE * T, SIDE * T, base[letter])
    _LAYERS[letter](p, Rng("texture", letter, season), season)
    return words(p.a)


def _covered(letter: str, season: str, rows: int, columns: int) -> np.ndarray:
    tiled = np.tile(texture(letter, season), (-(-rows // SIDE), -(-columns // SIDE)))
    return tiled[: rows * T, : columns * T]


@lru_cache(32)
def _corner(r: int) -> np.ndarray:
    """Pixels that rounding takes off the top left corner of a tile."""
    y, x = np.mgrid[0:r, 0:r]
    return (2 * (r - x) - 1) ** 2 + (2 * (r - y) - 1) ** 2 > (2 * r) ** 2


def _rounded(tiles: np.ndarray, r: int) -> np.ndarray:
    """The pixels of a set of tiles, outer corners rounded by `r`, inner ones filled; they run off the map."""
    mask = tiles.repeat(T, 0).repeat(T, 1)
    around = np.pad(tiles, 1, mode="edge")
    cut, h, w = _corner(r), *tiles.shape
    for dy, dx in ((-1, -1), (-1, 1), (1, -1), (1, 1)):
        up = around[1 + dy : 1 + dy + h, 1 : 1 + w]
        side = around[1 : 1 + h, 1 + dx : 1 + dx + w]
        slope = around[1 + dy : 1 + dy + h, 1 + dx : 1 + dx + w]
        shape = cut[::-dy, ::-dx]
        for value, where in ((False, tiles & ~up & ~side), (True, ~tiles & up & side & slope)):
            for i, k in zip(*(axis.tolist() for axis in where.nonzero())):
                y, x = i * T + (T - r if dy > 0 else 0), k * T + (T - r if dx > 0 else 0)
                mask[y : y + r, x : x + r][shape] = value
    return mask


def _eaten(mask: np.ndarray) -> np.ndarray:
    """The mask without its outermost pixels; the rim of the map is no edge."""
    inner = mask.copy()
    inner[1:] &= mask[:-1]
    inner[:-1] &= mask[1:]
    inner[:, 1:] &= mask[:, :-1]
    inner[:, :-1] &= mask[:, 1:]
    return inner


def _lay(plane: np.ndarray, tiles: np.ndarray, letter: str, season: str, r: int, rims: Sequence[str]) -> None:
    """Paint one kind of ground on its tiles, with one-pixel rims from the outside in."""
    (top, bottom), (left, right) = ((int(i.min()), int(i.max())) for i in tiles.nonzero())
    rows, columns = slice(max(top - 1, 0), bottom + 2), slice(max(left - 1, 0), right + 2)
    part = plane[rows.start * T : rows.stop * T, columns.start * T : columns.stop * T]
    mask = _rounded(tiles[rows, columns], r)
    for color in rims:
        np.copyto(part, word(color), where=mask)
        mask = _eaten(mask)
    h, w = tiles[rows, columns].shape
    np.copyto(part, _covered(letter, season, h, w), where=mask)


@lru_cache(64)
def _bridge(letter: str, first: bool, last: bool, season: str) -> np.ndarray:
    """One tile of a wooden bridge, with the rails at its top and bottom (left and right) or without."""
    p, wood = Pix(), "#b0804e" if season != "winter" else "#a89684"
    p.rect(0, 0, T, T, wood)
    for x in range(0, T, 6):
        p.rect(x, 0, x + 1, T, darker(wood, 0.45))
        p.rect(x + 1, 0, x + 2, T, lighter(wood, 0.22))
    for there, y in ((first, 0), (last, T - 4)):
        if there:
            p.rect(0, y, T, y + 4, "#5a3a22")
            p.rect(0, y, T, y + 2, "#86582f")
    return words(p.a) if letter == "h" else words(p.a).T


@lru_cache(64)
def _fence(top: bool, right: bool, bottom: bool, left: bool) -> Stamp:
    """The fence on the given sides of one tile of field."""
    p, wood = Pix(), "#b98a58"
    for there, y in ((top, 3), (bottom, 20)):
        if there:
            p.rect(0, y, T, y + 2, wood)
            p.rect(0, y - 1, T, y, lighter(wood, 0.35))
            for x in (1, 13):
                p.rect(x, y - 3, x + 3, y + 4, darker(wood, 0.12))
                p.rect(x, y - 3, x + 1, y + 4, lighter(wood, 0.25))
    for there, x in ((left, 1), (right, 20)):
        if there:
            p.rect(x, 0, x + 2, T, darker(wood, 0.2))
            for y in (1, 13):
                p.rect(x, y, x + 3, y + 7, wood)
                p.rect(x, y, x + 3, y + 1, lighter(wood, 0.35))
    p.outlined()
    return words(p.a), p.a[:, :, 3] > 0, None


def fenced(plane: np.ndarray, rows: Sequence[str]) -> None:
    """Put fences around the fields of a map."""
    field = np.array([[letter == "f" for letter in row] for row in rows])
    around = np.pad(field, 1)
    for r, k in zip(*(axis.tolist() for axis in field.nonzero())):
        near = (around[r, k + 1], around[r + 1, k + 2], around[r + 2, k + 1], around[r + 1, k])
        if not all(near):
            stamp(plane, _fence(*(not bool(there) for there in near)), k * T, r * T)


def ground(rows: Sequence[str], season: str, road_letter: str = "p") -> np.ndarray:
    """The words of a map of tile letters, `T` pixels to the tile; roads of earth (p) or cobbles (c)."""
    grid = np.array([list(row) for row in rows])
    look, (h, w) = SOILS[season], grid.shape
    water = (grid == "w") | (grid == "h") | (grid == "v")
    road = (grid == "p") | (grid == "h") | (grid == "v")
    plane = _covered(".", season, h, w)
    deep, low = darker(look.water, 0.25), darker(look.ground, 0.22)
    for tiles, letter, r, rims in (
        (grid == "f", "f", 4, (low, darker(look.soil, 0.35))),
        (road, road_letter, 8, (low, darker(look.road, 0.22), lighter(look.road, 0.12))),
        (grid == "s", "s", 4, (darker(look.paving, 0.5), lighter(look.paving, 0.2))),
        (water, "w", 9, (darker(look.bank, 0.4), look.bank, look.bank, deep, lighter(look.water, 0.5))),
    ):
        if tiles.any():
            _lay(plane, tiles, letter, season, r, rims)
    for letter, (dy, dx) in (("h", (1, 0)), ("v", (0, 1))):
        for r, k in zip(*(axis.tolist() for axis in (grid == letter).nonzero())):
            first = not (min(r - dy, k - dx) >= 0 and grid[r - dy, k - dx] == letter)
            last = not (r + dy < h and k + dx < w and grid[r + dy, k + dx] == letter)
            plane[r * T : r * T + T, k * T : k * T + T] = _bridge(letter, first, last, season)
    return plane


#: Light by its strength in red, green and blue, of 256; lit windows, lamps and fires keep theirs.
LIGHTS: dict[str, tuple[int, int, int]] = {
    "day": (256, 256, 256),
    "noon": (256, 254, 240),
    "golden": (256, 232, 196),
    "dusk": (226, 186, 206),
    "night": (142, 158, 218),
    "moonlight": (158, 184, 238),
    "overcast": (230, 238, 246),
}


def bytes_of(plane: np.ndarray) -> np.ndarray:
    return plane.view(np.uint8).reshape(*plane.shape, 4)


def _dimmed(plane: np.ndarray, strength: tuple[int, ...]) -> np.ndarray:
    dim = bytes_of(plane) * np.array((*strength, 256), np.uint16) >> 8
    return dim.astype(np.uint8).view(np.uint32)[:, :, 0]


@lru_cache(8)
def _disc(radius: int) -> np.ndarray:
    y, x = np.mgrid[0 : 2 * radius, 0 : 2 * radius]
    return (2 * x + 1 - 2 * radius) ** 2 + (2 * y + 1 - 2 * radius) ** 2 < 4 * radius**2


def lit(plane: np.ndarray, light: str, lamps: Sequence[tuple[int, int]] = ()) -> np.ndarray:
    """A plane of words under a light, with rings of light around lamps at night; all alpha becomes 255."""
    out, strength = plane, LIGHTS[light]
    if light != "day":
        out = _dimmed(plane, strength)
        for radius, share in ((38, 3), (26, 6)) if max(strength) < 220 else ():
            warm = tuple(s + (w - s) * share // 10 for s, w in zip(strength, (256, 226, 180)))
            for x, y in lamps:
                top, left = max(y - radius, 0), max(x - radius, 0)
                near = plane[top : y + radius, left : x + radius]
                where = _disc(radius)[top - y + radius :, left - x + radius :][
                    : near.shape[0], : near.shape[1]
                ]
                ring = _dimmed(np.ascontiguousarray(near), warm)
                np.copyto(out[top : y + radius, left : x + radius], ring, where=where)
        np.copyto(out, plane, where=plane >> 24 == GLOW)
    return out | np.uint32(0xFF000000)


def enlarged(plane: np.ndarray, zoom: int) -> np.ndarray:
    """The RGBA bytes of a plane with every pixel `zoom` pixels wide and high."""
    if zoom == 2:
        pairs = plane.astype(np.uint64)
        pairs |= pairs << np.uint64(32)
        return bytes_of(pairs.view(np.uint32).repeat(2, 0))
    return bytes_of(plane.repeat(zoom, 1).repeat(zoom, 0))


def tinted(plane: np.ndarray, owners: Sequence[str], colors: Sequence[str], tint: bool) -> None:
    """Colour the territories of a map in place: a band inside each border, perhaps a light wash."""
    owner = np.array([[int(d) for d in row] for row in owners])
    (h, w), shade = owner.shape, np.array([word(color) for color in colors], np.uint32)
    if tint:
        wash = np.array([[v * 3 for v in (*tone(color), 255)] for color in colors], np.uint16)
        wide = wash[owner].repeat(T, 0).repeat(T, 1)
        plane[:] = ((bytes_of(plane) * np.uint16(13) + wide) >> 4).astype(np.uint8).view(np.uint32)[:, :, 0]
    around = np.pad(owner, 1, constant_values=-1)
    for dr, dk, rows, columns in (
        (-1, 0, slice(0, BAND), slice(0, T)),
        (1, 0, slice(T - BAND, T), slice(0, T)),
        (0, -1, slice(0, T), slice(0, BAND)),
        (0, 1, slice(0, T), slice(T - BAND, T)),
    ):
        edge = around[1 + dr : 1 + dr + h, 1 + dk : 1 + dk + w] != owner
        for r, k in zip(*(axis.tolist() for axis in edge.nonzero())):
            plane[r * T : r * T + T, k * T : k * T + T][rows, columns] = shade[owner[r, k]]
