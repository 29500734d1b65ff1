"""Textures of floors and walls: repeating tiles of 512 texels, of integer noise, and their halvings."""

from collections.abc import Callable, Sequence
from functools import lru_cache

import numpy as np

N = 512  # texels along a tile of texture


def _hash(h: int, w: int, salt: int) -> np.ndarray:
    """White noise in 0..1 from an integer hash (the lowbias32 constants of Wellons, 2018)."""
    x = np.arange(h * w, dtype=np.uint32) + np.uint32(salt * 0x9E3779B1 % 2**32)
    for shift, factor in ((16, 0x7FEB352D), (15, 0x846CA68B)):
        x ^= x >> np.uint32(shift)
        x *= np.uint32(factor)
    return ((x ^ x >> np.uint32(16)) >> np.uint32(16)).astype(np.float32).reshape(h, w) / np.float32(65536)


def noise(rows: int, columns: int, salt: int, n: int = N) -> np.ndarray:
    """Smooth periodic noise in -1..1 with `rows` x `columns` lumps."""
    grid = _hash(rows, columns, salt) * 2 - 1
    for axis, cells in ((0, rows), (1, columns)):
        step = n // cells
        share = ((np.arange(n) % step) / np.float32(step)).astype(np.float32)
        share = share * share * (3 - 2 * share)
        share = share[:, None] if axis == 0 else share[None, :]
        grid = (
            np.repeat(grid, step, axis) * (1 - share) + np.repeat(np.roll(grid, -1, axis), step, axis) * share
        )
    return grid


def _tone(color: str) -> np.ndarray:
    return np.array([int(color[i : i + 2], 16) for i in (1, 3, 5)], np.float32)


def _wash(base: str, *layers: np.ndarray) -> np.ndarray:
    """A colour times 1 + the sum of the layers."""
    tone = np.ones((N, N), np.float32)
    for layer in layers:
        tone = tone + layer
    return _tone(base) * tone[..., None]


def _planks(base: str, boards: int = 4, gap: float = 0.55) -> np.ndarray:
    width = N // boards
    x, y = np.arange(N)[None, :], np.arange(N)[:, None]
    board = x // width
    shift = (board * 197 + 60) % N
    piece = ((y + shift) // (N // 2)) % 2
    tones = _hash(1, 2 * boards, 5 + boards)[0] - 0.5
    grain = noise(4, 128, 11) * 0.05 + noise(8, 64, 12) * 0.05 + noise(2, 256, 13) * 0.035
    grain = np.where(piece == 1, grain, np.roll(grain, 133, 1))
    color = _wash(base, tones[board * 2 + piece] * 0.16, grain)
    joint = (x % width < 2) | ((y + shift) % (N // 2) < 2)
    return np.where(joint[..., None], color * np.float32(gap), color)


def _tiles(first: str, second: str, grout: str, across: int = 4, running: bool = False) -> np.ndarray:
    size = N // across
    tall = size // 2 if running else size
    y = np.arange(N)
    row, shift = y // tall, (y // tall) % 2 * running
    x = y[None, :] + np.array([[0], [size // 2]])  # of rows, and of rows moved by half a tile
    column, line = (x // size % across)[shift], max(size // 42, 2)
    own = _hash(N // tall, across, 21)[row[:, None], column] - np.float32(0.5)
    tone = 1 + own * np.float32(0.12) + noise(16, 16, 22) * 0.04 + noise(64, 64, 23) * 0.025
    color = tone[..., None] * _tone(first)
    if second != first:
        color = np.where(
            ((row[:, None] + column) % 2 == 1)[..., None], tone[..., None] * _tone(second), color
        )
    seam = (x % size < line)[shift] | (y % tall < line)[:, None]
    color[seam] = _tone(grout)
    return color


def _concrete(base: str, depth: float = 1.0) -> np.ndarray:
    clouds = (noise(4, 4, 31) * 0.05 + noise(8, 8, 32) * 0.045 + noise(32, 32, 33) * 0.03) * depth
    return _wash(base, clouds, (_hash(N, N, 34) - 0.5) * 0.06)


def _carpet(base: str) -> np.ndarray:
    return _wash(base, (_hash(N, N, 41) - 0.5) * 0.34, noise(128, 128, 42) * 0.08, noise(8, 8, 43) * 0.04)


def _mats(first: str, second: str) -> np.ndarray:
    x, y = (
        np.arange(N)[None, :] + 0 * np.arange(N)[:, None],
        np.arange(N)[:, None] + 0 * np.arange(N)[None, :],
    )
    half = N // 2
    tooth = np.where((y // 32) % 2 == 0, 7, -7)
    teeth = np.where((x // 32) % 2 == 0, 7, -7)
    a, b = ((x + tooth) // half) % 2, ((y + teeth) // half) % 2
    color = np.where(((a + b) % 2 == 0)[..., None], _tone(first), _tone(second))
    seam = (np.roll(a, 2, 1) != a) | (np.roll(b, 2, 0) != b)
    dimple = ((x % 16 - 8) ** 2 + (y % 16 - 8) ** 2 < 9) * -0.035
    color = color * (1 + dimple + (_hash(N, N, 61) - 0.5) * 0.04)[..., None]
    return np.where(seam[..., None], color * np.float32(0.72), color)


def _cloth(base: str) -> np.ndarray:
    x, y = np.arange(N)[None, :], np.arange(N)[:, None]
    weave = np.where((x // 2 + y // 2) % 2 == 0, 0.035, -0.035).astype(np.float32)
    return _wash(base, weave, noise(128, 16, 71) * 0.03, noise(16, 128, 72) * 0.03, noise(4, 4, 73) * 0.03)


def _stripes(first: str, second: str, count: int = 8) -> np.ndarray:
    width = N // count
    band = (np.arange(N)[None, :] // (width // 2)) % 2 + 0 * np.arange(N)[:, None]
    return (
        np.where(band[..., None] == 1, _tone(second), _tone(first))
        * (1 + noise(64, 64, 81) * 0.012)[..., None]
    )


def _plaster(base: str) -> np.ndarray:
    return _wash(base, noise(8, 8, 91) * 0.015, noise(64, 64, 92) * 0.012, (_hash(N, N, 93) - 0.5) * 0.02)


TEXTURES: dict[str, tuple[Callable[..., np.ndarray], tuple]] = {
    "oak": (_planks, ("#c0996f", 8)),
    "pale oak": (_planks, ("#cfb898", 8)),
    "walnut": (_planks, ("#7a5640", 8)),
    "ash": (_planks, ("#b9ab98", 8)),
    "bench": (_planks, ("#b8936b", 8)),
    "desk": (_planks, ("#86603f", 8)),
    "decking": (_planks, ("#9c7656", 8, 0.3)),
    "ceramic": (_tiles, ("#d8d5cd", "#d2cec6", "#a9a49a")),
    "checker": (_tiles, ("#e6e3db", "#50565c", "#8c8c88")),
    "terracotta": (_tiles, ("#b5714f", "#ad6847", "#d1bfa8")),
    "slabs": (_tiles, ("#9fa09b", "#a9a8a0", "#73736d", 2)),
    "slate": (_tiles, ("#616a72", "#5a626a", "#3f454b")),
    "concrete": (_concrete, ("#a9a8a4",)),
    "marble": (_concrete, ("#dfdbd4", 0.55)),
    "asphalt": (_concrete, ("#73757a",)),
    "graphite": (_concrete, ("#5a5f66",)),
    "beige carpet": (_carpet, ("#bfae94",)),
    "blue carpet": (_carpet, ("#617ca0",)),
    "charcoal carpet": (_carpet, ("#63636b",)),
    "foam": (_mats, ("#e9c46a", "#7fc0b5")),
    "pale foam": (_mats, ("#b8cbe0", "#e3dccf")),
    "linen": (_cloth, ("#e2d9c6",)),
    "felt": (_cloth, ("#4b806c",)),
    "navy cloth": (_cloth, ("#4c5f8e",)),
    "wallpaper": (_stripes, ("#dfe5e6", "#cdd8da")),
    "warm wallpaper": (_stripes, ("#eee0cc", "#e4d0b4")),
    "brick": (_tiles, ("#a4553f", "#a4553f", "#c8bcae", 4, True)),
    "white brick": (_tiles, ("#d9d6d0", "#d9d6d0", "#bdb8b0", 4, True)),
    "metro tiles": (_tiles, ("#eceeed", "#eceeed", "#bcc2c2", 4, True)),
    "white wall": (_plaster, ("#dedbd4",)),
    "sage wall": (_plaster, ("#aebba5",)),
    "blue wall": (_plaster, ("#93a9bd",)),
    "ochre wall": (_plaster, ("#d3b078",)),
    "rose wall": (_plaster, ("#cfa79c",)),
    "dark wall": (_plaster, ("#505b6a",)),
    "plum wall": (_plaster, ("#69566a",)),
    "teal wall": (_plaster, ("#40707a",)),
}


def _texture(name: str, tint: Sequence[float]) -> np.ndarray:
    """The tile as rows of packed RGBA words, times red, green and blue of `tint`, softened along the rows;
    below it the tile with its rows halved in number again and again (level k starts at row 2N - (2N >> k)).
    """
    maker, colors = TEXTURES[name]
    level = np.full((N, N, 4), 255, np.uint8)
    level[..., :3] = np.minimum(maker(*colors) * np.array(tint, np.float32), 255)
    words = level.view(np.uint32)[:, :, 0]
    words = mean_words(words, mean_words(np.roll(words, 1, 1), np.roll(words, -1, 1)))
    levels = [words]
    while len(words) > 8:
        words = mean_words(words[::2], words[1::2])
        levels.append(words)
    return np.concatenate(levels)


texture = lru_cache(72)(_texture)


@lru_cache(64)
def mean_tone(name: str) -> tuple[float, float, float]:
    """The mean colour of a texture, each channel in 0..1."""
    coarse = _texture(name, (1.0, 1.0, 1.0))[-8:].view(np.uint8).reshape(-1, 4).astype(np.int64).sum(0)
    red, green, blue = (int(v) / (8 * N * 255) for v in coarse[:3])
    return red, green, blue


def sampled(tile: np.ndarray, start: float, step, xs, v, tone, out: np.ndarray) -> None:
    """A texture's words on rows of pixels: u runs along row i as start + step[i] * x, v holds for the row.

    `v` must be monotone; rows are averaged over as much of the tile as a row of pixels covers, and times
    `tone`, one number (0..1) a row.
    """
    foot = np.abs(np.diff(v, append=v[-1:] * 2 - v[-2:-1])) if len(v) > 1 else np.ones_like(v)
    level = sum((foot >= 2.0**k).astype(np.int32) for k in range(1, 6))
    share = np.where(foot < 1, v - np.floor(v), np.minimum(foot / np.left_shift(1, level) - 1, 1))
    row = np.floor(v).astype(np.int32) & np.int32(N - 1)
    first = 2 * N - (2 * N >> level) + (row >> level)
    coarser = 2 * N - (2 * N >> (level + 1)) + (row >> (level + 1))
    second = np.where(foot < 1, (row + 1) & np.int32(N - 1), coarser)
    whole = np.floor(tone * np.float32(256)).astype(np.uint32)
    rest = np.floor(tone * share * np.float32(256)).astype(np.uint32)
    near, far = (whole - rest)[:, None], rest[:, None]
    step = np.asarray(step, np.float32)[:, None] * 2
    origin = np.float32(start * 2 + 64 * N)
    fine = np.empty((48, 2 * N), np.uint32)  # the texels, and the means of neighbours between
    offsets = np.arange(48)[:, None] * (2 * N)
    for a in range(0, len(v), 48):  # no more rows than a cache holds
        rows = slice(a, a + 48)
        words = _mixed(tile[first[rows]], tile[second[rows]], near[rows], far[rows])
        n = len(words)
        fine[:n, ::2] = words
        fine[:n, 1:-1:2] = mean_words(words[:, :-1], words[:, 1:])
        fine[:n, -1] = mean_words(words[:, -1], words[:, 0])
        u = (step[rows] * xs + origin).astype(np.int64)
        u &= np.int64(2 * N - 1)
        u += offsets[:n]
        np.take(fine.reshape(-1), u, out=out[rows], mode="clip")


def _mixed(a: np.ndarray, b: np.ndarray, near: np.ndarray, far: np.ndarray) -> np.ndarray:
    """Packed colours a * near + b * far, in 1/256, two bytes at a time."""
    odd, even = np.uint32(0x00FF00FF), np.uint32(0x0000FF00)
    outer = (a & odd) * near
    outer += (b & odd) * far
    outer >>= np.uint32(8)
    outer &= odd
    a &= even
    b &= even
    a >>= np.uint32(8)
    b >>= np.uint32(8)
    a *= near
    b *= far
    a += b
    a &= even
    a |= outer
    a |= np.uint32(0xFF000000)
    return a


def mean_words(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """The mean of packed bytes: (a & b) + (a ^ b) / 2."""
    return (a & b) + (((a ^ b) & np.uint32(0xFEFEFEFE)) >> np.uint32(1))
