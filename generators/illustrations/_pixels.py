"""Pixel art by code: a small picture with shaded strokes, and stamps of it on a plane of 32-bit words."""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from trace_tasks.engine import darker, lighter

T = 24  # sprite pixels a side of one map tile
OUTLINE = "#2b2233"
SHADE, GLOW = 96, 254  # alpha of cast shadows, and of pixels that shine by themselves at night
STONE, STRAW, SNOW = "#9aa0a8", "#e2b84a", "#eef4fb"


class Pix:
    """A small RGBA picture with the strokes of a pixel artist. Coordinates are pixels; x1, y1 are outside."""

    def __init__(self, w: int = T, h: int = T):
        self.a = np.zeros((h, w, 4), np.uint8)
        self.y, self.x = _centers(w, h)

    def fill(self, mask: np.ndarray, color: str, alpha: int = 255) -> np.ndarray:
        self.a[mask] = (*tone(color), alpha)
        return mask

    def rect(self, x0: int, y0: int, x1: int, y1: int, color: str, alpha: int = 255) -> None:
        self.a[max(y0, 0) : y1, max(x0, 0) : x1] = (*tone(color), alpha)

    def box(self, x0: int, y0: int, x1: int, y1: int, color: str) -> None:
        """A rectangle lit at its top and left edges, dark at the right and bottom."""
        self.rect(x0, y0, x1, y1, darker(color, 0.28))
        self.rect(x0, y0, x1 - 1, y1 - 1, lighter(color, 0.25))
        self.rect(x0 + 1, y0 + 1, x1 - 1, y1 - 1, color)

    def oval(self, cx: float, cy: float, rx: float, ry: float) -> np.ndarray:
        dx, dy = (self.x - cx) / rx, (self.y - cy) / ry
        return dx * dx + dy * dy <= 1

    def ellipse(self, cx: float, cy: float, rx: float, ry: float, color: str, alpha: int = 255) -> None:
        self.fill(self.oval(cx, cy, rx, ry), color, alpha)

    def ball(self, cx: float, cy: float, rx: float, ry: float, color: str) -> None:
        """An ellipse with a lit side and a dark side."""
        whole = self.fill(self.oval(cx, cy, rx, ry), darker(color, 0.28))
        self.fill(whole & self.oval(cx - rx * 0.16, cy - ry * 0.18, rx, ry), color)
        self.fill(
            whole & self.oval(cx - rx * 0.32, cy - ry * 0.36, rx * 0.5, ry * 0.45), lighter(color, 0.28)
        )

    def poly(self, points: Sequence[tuple[float, float]], color: str, alpha: int = 255) -> np.ndarray:
        inside = np.zeros(self.x.shape, bool)
        for (ax, ay), (bx, by) in zip(points, [*points[1:], points[0]]):
            if ay != by:
                cut = ax + (self.y - ay) * (bx - ax) / (by - ay)
                inside ^= ((ay > self.y) != (by > self.y)) & (self.x < cut)
        return self.fill(inside, color, alpha)

    def line(self, x0: int, y0: int, x1: int, y1: int, color: str, thick: int = 1) -> None:
        steps = max(abs(x1 - x0), abs(y1 - y0), 1)
        for i in range(steps + 1):
            x, y = (
                (2 * x0 * steps + 2 * (x1 - x0) * i + steps) // (2 * steps),
                (2 * y0 * steps + 2 * (y1 - y0) * i + steps) // (2 * steps),
            )
            self.rect(x, y, x + thick, y + thick, color)

    def dots(self, color: str, *places: tuple[int, int], size: int = 1, alpha: int = 255) -> None:
        for x, y in places:
            self.rect(x, y, x + size, y + size, color, alpha)

    def rows(self, mask: np.ndarray, step: int, color: str, start: int = 0) -> None:
        """Every `step`-th pixel row of a mask: shingles, planks, straw."""
        self.fill(mask & (((self.y.astype(int) - start) % step) == 0), color)

    def outlined(self, color: str = OUTLINE) -> "Pix":
        solid = self.a[:, :, 3] > 0
        near = np.zeros_like(solid)
        near[1:] |= solid[:-1]
        near[:-1] |= solid[1:]
        near[:, 1:] |= solid[:, :-1]
        near[:, :-1] |= solid[:, 1:]
        self.fill(near & ~solid, color)
        return self

    def grounded(self, cx: float, cy: float, rx: float, ry: float = 2.5) -> "Pix":
        """A cast shadow on the ground, towards the right."""
        self.fill(self.oval(cx + 1.5, cy, rx, ry) & (self.a[:, :, 3] == 0), "#000000", SHADE)
        return self


@lru_cache(32)
def _centers(w: int, h: int) -> np.ndarray:
    return np.mgrid[0:h, 0:w] + 0.5


@lru_cache(4096)
def tone(color: str) -> tuple[int, int, int]:
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)


Stamp = tuple[np.ndarray, np.ndarray, np.ndarray | None]  # RGBA words, where they are solid, where they shade


def words(pixels: np.ndarray) -> np.ndarray:
    """RGBA bytes as one 32-bit word a pixel, the form in which maps are put together."""
    return pixels.view(np.uint32)[:, :, 0]


def stamp(plane: np.ndarray, thing: Stamp, x: int, y: int) -> None:
    """Lay a sprite on a plane of words, in place."""
    pixels, solid, shade = thing
    h, w = pixels.shape
    under = plane[y : y + h, x : x + w]
    if shade is not None:  # three eighths darker, byte by byte
        dim = under - (under >> 2 & 0x3F3F3F) - (under >> 3 & 0x1F1F1F)
        np.copyto(under, dim, where=shade)
    np.copyto(under, pixels, where=solid)
