"""Paper textures and mild degradations: none moves a coordinate, none uses floating-point reductions."""

from functools import cache, lru_cache
from io import BytesIO

import numpy as np
from PIL import Image, ImageFilter

from .colors import rgb
from .rng import Rng

_TILE = 256


def _hashed(salt: int) -> np.ndarray:
    """A tile of white noise, uint32, from an integer hash (the lowbias32 constants of Wellons, 2018)."""
    x = np.arange(_TILE * _TILE, dtype=np.uint32) + np.uint32(salt * 0x9E3779B1 % 2**32)
    for shift, factor in ((16, 0x7FEB352D), (15, 0x846CA68B)):
        x ^= x >> np.uint32(shift)
        x *= np.uint32(factor)
    return (x ^ x >> np.uint32(16)).reshape(_TILE, _TILE)


@cache
def _grain(kind: str) -> np.ndarray:
    """Values 0..255 around 128: fine grain, or fibres that run across the sheet."""
    noise = (_hashed(1) >> np.uint32(24)).astype(np.int64)
    if kind == "fibre":
        noise = sum((np.roll(noise, k, axis=1) for k in range(9)), np.zeros_like(noise)) // 9
        noise = np.clip(128 + (noise - 128) * 3, 0, 255)
    return noise


@lru_cache(64)
def paper_tile(kind: str, color: str) -> np.ndarray:
    """A tile of textured paper, uint32 pixels: a few levels around `color`, far below any text's contrast."""
    noise = _grain(kind) - 128
    shift = noise * 3 // 64
    tile = np.full((_TILE, _TILE, 4), 255, np.uint8)
    tile[..., :3] = np.clip(np.array(rgb(color)) + shift[..., None], 0, 255)
    return tile.view(np.uint32)[..., 0]


def spread(tile: np.ndarray, words: np.ndarray) -> None:
    """Cover a page of uint32 pixels with copies of a tile."""
    height, width = words.shape
    for y in range(0, height, _TILE):
        for x in range(0, width, _TILE):
            part = words[y : y + _TILE, x : x + _TILE]
            part[:] = tile[: part.shape[0], : part.shape[1]]


def degraded(picture: Image.Image, kind: str, rng: Rng) -> Image.Image:
    """The picture after a mild blur, JPEG, sensor noise or slanting light; `none` returns it as it is."""
    if kind == "blur":
        return picture.filter(ImageFilter.BoxBlur(0.6))
    if kind == "jpeg":
        packed = BytesIO()
        picture.save(packed, "JPEG", quality=rng.integer(70, 88), subsampling=0)
        return Image.open(packed).convert("RGB")
    if kind in ("noise", "light"):
        pixels = np.asarray(picture).astype(np.int16)
        height, width = pixels.shape[:2]
        if kind == "noise":
            shift = (_grain("grain") - 128) * rng.integer(5, 9) // 128
            shift = np.tile(shift, (-(-height // _TILE), -(-width // _TILE)))[:height, :width]
        else:
            slope = np.arange(width, dtype=np.int64) * 17 // width - 8
            shift = np.broadcast_to(slope if rng.chance(0.5) else slope[::-1], (height, width))
        return Image.fromarray(np.clip(pixels + shift.astype(np.int16)[..., None], 0, 255).astype(np.uint8))
    return picture
