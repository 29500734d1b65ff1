"""Pixel ground: a grid of tile letters becomes grass, roads, water, bridges, fields and paving that join up.

`.` open ground, `p` road, `w` water, `h` / `v` a bridge that is walked across / down, `f` field, `y` yard,
`s` paving.
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


class Manner(NamedTuple):
    """How a map is drawn: the light, the texture of roads, the fenced plots, what borders are made of."""

    light: str
    road: str
    fenced: str
    border: str


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


def _yard(p: Pix, rng: Rng, season: str) -> None:
    """Trodden grass."""
    worn = mix(SOILS[season].ground, SOILS[season].road, 0.62)
    for x, y in _spread(rng, 60, 12):
        p.ellipse(x + 6, y + 3, rng.integer(4, 8), 2.5, mix(worn, SOILS[season].ground, 0.3))
    for x, y in _spread(rng, 90):
        p.dots(darker(worn, 0.14), (x, y), (x + 2, y), (x + 1, y + 1))


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
    for r in range(SIDE * T // 6):
        for k in range(-1, SIDE * T // 8 + 1):
            x, y = k * 8 + r % 2 * 4, r * 6
            p.box(x, y, x + 7, y + 5, mix(color, darker(color, 0.3), rng.choice((0.0, 0.12, 0.25))))


def _cobbles(p: Pix, rng: Rng, season: str) -> None:
    color = mix(SOILS[season].road, "#a8a8a8", 0.55)
    for r in range(SIDE * T // 6):
        for k in range(-1, SIDE * T // 8 + 1):
            x, y, shade = k * 8 + r * 5 % 8, r * 6, mix(color, darker(color, 0.35), rng.random() * 0.7)
            p.rect(x, y + 1, x + 7, y + 4, shade)
            p.rect(x + 1, y, x + 6, y + 5, shade)
            p.rect(x + 1, y, x + 5, y + 1, lighter(shade, 0.22))
            p.rect(x + 2, y + 4, x + 6, y + 5, darker(shade, 0.15))


_LAYERS = {".": _grass, "p": _road, "c": _cobbles, "w": _water, "f": _field, "y": _yard, "s": _paving}


@lru_cache(64)
def texture(letter: str, season: str) -> np.ndarray:
    """The words of one kind of ground, SIDE x SIDE tiles that repeat."""
    look = SOILS[season]
    joint = darker(mix(look.road, "#a8a8a8", 0.55), 0.32)
    worn = mix(look.ground, look.road, 0.62)
    base = {".": look.ground, "p": look.road, "c": joint, "w": look.water, "f": look.soil, "y": worn}
    p = Pix(SIDE * T, SIDE * T)
    p.rect(0, 0, SIDE * T, SIDE * T, base.get(letter, darker(look.paving, 0.35)))
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


WAVES = (0, 0, 1, 1, 2, 2, 1, 0, 0, -1, -1, -2, -1, 0, 1, 1, 0, -1, -2, -2, -1, 0, 2, 1, 0, -1, -1)


def _wavy(mask: np.ndarray) -> np.ndarray:
    """The mask with edges that wander by up to two pixels."""
    for _ in range(2):
        padded, (h, w) = np.pad(mask, ((0, 0), (2, 2)), mode="edge"), mask.shape
        mask = np.empty_like(mask)
        for i, y in enumerate(range(0, h, 3)):
            shift = 2 + WAVES[i % len(WAVES)]
            mask[y : y + 3] = padded[y : y + 3, shift : shift + w]
        mask = mask.T
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
    mask = _wavy(mask) if r > 4 else mask
    for color in rims:
        np.copyto(part, word(color), where=mask)
        mask = _eaten(mask)
    h, w = tiles[rows, columns].shape
    np.copyto(part, _covered(letter, season, h, w), where=mask)


LANDING = 6  # pixels of a bridge beyond the water, one plank


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


def fenced(plane: np.ndarray, rows: Sequence[str], letters: str) -> None:
    """Put fences around the plots of these letters."""
    field = np.array([[letter in letters for letter in row] for row in rows])
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
    road = np.isin(grid, list("phvs"))  # it runs on under paving
    plane = _covered(".", season, h, w)
    deep, low = darker(look.water, 0.25), darker(look.ground, 0.22)
    for tiles, letter, r, rims in (
        (grid == "f", "f", 4, (low, darker(look.soil, 0.35))),
        (grid == "y", "y", 4, (low,)),
        (road, road_letter, 9, (low, darker(look.road, 0.22), lighter(look.road, 0.12))),
        (grid == "s", "s", 4, (darker(look.paving, 0.5), lighter(look.paving, 0.2))),
        (water, "w", 12, (darker(look.bank, 0.4), look.bank, look.bank, deep, lighter(look.water, 0.5))),
    ):
        if tiles.any():
            _lay(plane, tiles, letter, season, r, rims)
    for letter, (dy, dx) in (("h", (1, 0)), ("v", (0, 1))):
        for r, k in zip(*(axis.tolist() for axis in (grid == letter).nonzero())):
            first = not (min(r - dy, k - dx) >= 0 and grid[r - dy, k - dx] == letter)
            last = not (r + dy < h and k + dx < w and grid[r + dy, k + dx] == letter)
            deck = _bridge(letter, first, last, season)
            plane[r * T : r * T + T, k * T : k * T + T] = deck
            for i, j in ((r - dx, k - dy), (r + dx, k + dy)):  # its ends lie on the banks
                if 0 <= i < h and 0 <= j < w and grid[i, j] != letter:
                    part = slice(-LANDING, None) if (i, j) < (r, k) else slice(LANDING)
                    at = (slice(None), part) if letter == "h" else (part, slice(None))
                    plane[i * T : i * T + T, j * T : j * T + T][at] = deck[at]
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


BAYER = np.array(((0, 8, 2, 10), (12, 4, 14, 6), (3, 11, 1, 9), (15, 7, 13, 5)), np.int32)
WARM, REACH = (256, 214, 146), 40  # the light of a lamp, and how far it falls in sprite pixels


@lru_cache(1)
def _glow() -> np.ndarray:
    """The levels 0..4 of light around a lamp, dithered."""
    y, x = np.mgrid[0 : 2 * REACH, 0 : 2 * REACH]
    far = ((2 * x + 1 - 2 * REACH) ** 2 + (2 * y + 1 - 2 * REACH) ** 2) * 64 // (4 * REACH**2)
    return (np.clip(80 - far * 80 // 64 + np.tile(BAYER, (20, 20)), 0, 79) // 16).astype(np.uint8)


def lit(
    plane: np.ndarray, light: str, lamps: Sequence[tuple[int, int]] = (), rows: Sequence[str] = ()
) -> np.ndarray:
    """A plane of words under a light, with warm light on the land around lamps at night; all alpha becomes
    255.
    """
    strength = LIGHTS[light]
    if light == "day":
        return plane | np.uint32(0xFF000000)
    out = _dimmed(plane, strength)
    if max(strength) >= 220 or not lamps:
        lamps = ()
    levels = np.zeros(plane.shape, np.uint8)
    for x, y in lamps:
        top, left = max(y - REACH, 0), max(x - REACH, 0)
        near = levels[top : y + REACH, left : x + REACH]
        glow = _glow()[top - y + REACH :, left - x + REACH :][: near.shape[0], : near.shape[1]]
        np.maximum(near, glow, out=near)
    if lamps:
        wet = np.array([[letter == "w" for letter in row] for row in rows])
        levels[wet.repeat(T, 0).repeat(T, 1)] = 0
        ramp = [[s + (w - s) * i // 5 for s, w in zip(strength, WARM)] + [256] for i in range(5)]
        shone = levels.nonzero()
        warm = bytes_of(plane)[shone] * np.array(ramp, np.uint16)[levels[shone]] >> 8
        bytes_of(out)[shone] = warm.astype(np.uint8)
    np.copyto(out, plane, where=plane >> 24 == GLOW)
    return out | np.uint32(0xFF000000)


def enlarged(plane: np.ndarray, zoom: int) -> np.ndarray:
    """The RGBA bytes of a plane with every pixel `zoom` pixels wide and high."""
    if zoom == 2:
        pairs = plane.astype(np.uint64)
        pairs |= pairs << np.uint64(32)
        return bytes_of(pairs.view(np.uint32).repeat(2, 0))
    return bytes_of(plane.repeat(zoom, 1).repeat(zoom, 0))


@lru_cache(64)
def _bead(look: str, season: str) -> Stamp:
    """One link of a border."""
    p = Pix(12, 12)
    if look == "hedge":
        leaf = mix("#3f8a3c", SOILS[season].ground, 0.25)
        p.ball(6, 6, 4.8, 4.6, leaf)
        p.dots(lighter(leaf, 0.4), (4, 4), (7, 3), (6, 7))
    elif look == "stones":
        p.ball(6, 6.5, 4, 3.6, "#c4c8ce")
    elif look == "flowers":
        p.ball(6, 7, 4, 3.4, "#3f8a3c")
        p.ball(6, 4.5, 2.8, 2.6, "#f06a8a")
        p.dots("#ffe27a", (5, 4))
    elif look == "buoys":
        p.ball(6, 6, 2.8, 2.8, "#f0603c")
    p.outlined()
    return words(p.a), p.a[:, :, 3] > 0, None


@lru_cache(2)
def _gate(across: bool) -> Stamp:
    """A bar between two posts, where a border crosses a road."""
    p, wood = (Pix(36, 20) if across else Pix(12, 42)), "#9a6a3c"
    if across:
        p.box(6, 8, 30, 11, lighter(wood, 0.2))
        p.box(6, 13, 30, 16, lighter(wood, 0.2))
    else:
        p.box(4, 8, 8, 36, lighter(wood, 0.2))
    for x, y in ((1, 1), (28, 1)) if across else ((3, 1), (3, 26)):
        p.box(x, y, x + 6, y + 15, wood)
        p.box(x, y, x + 6, y + 4, lighter(wood, 0.35))
    p.outlined()
    return words(p.a), p.a[:, :, 3] > 0, None


def bordered(plane: np.ndarray, owners: Sequence[str], rows: Sequence[str], look: str, season: str) -> None:
    """Draw the borders between territories in place: links on land, gates on roads, buoys on water."""
    links: list[tuple[int, int, Stamp]] = []
    grid = np.array([list(row) for row in owners])
    for axis in (0, 1):
        one, two = (grid[:-1], grid[1:]) if axis == 0 else (grid[:, :-1], grid[:, 1:])
        for r, k in zip(*(ends.tolist() for ends in (one != two).nonzero())):
            sides = rows[r][k] + (rows[r + 1][k] if axis == 0 else rows[r][k + 1])
            if set(sides) <= set("phv"):
                links.append((r * T + 8 if axis == 0 else r * T - 9, k * T - 6 + 24 * axis, _gate(axis == 0)))
                continue
            bead = _bead("buoys" if set(sides) <= set("whv") else look, season)
            for i in range(4, T, 8):
                links.append((r * T + (T, i)[axis] - 6, k * T + (i, T)[axis] - 6, bead))
    h, w = plane.shape
    for y, x, link in sorted(links, key=lambda place: place[0] + len(place[2][0])):
        high, wide = link[0].shape
        stamp(plane, link, min(max(x, 0), w - wide), min(max(y, 0), h - high))
