"""Text on the sheet: legible ink, fitting, wrapping, labels that find a free place."""

from functools import lru_cache
from math import hypot
from typing import Any

import numpy as np

from . import fonts
from .colors import contrast, hexed
from .layout import Box, Point
from .paint import plain_paint, q
from .rng import Reject
from .shapes import Shapes
from .sheet import MIN_TEXT, TextRun
from .skia_import import skia

_TO_BASELINE = {"t": 1.0, "m": 0.5, "s": 0.0}  # share of the cap height between anchor and baseline
_LUMA = np.array((54, 183, 19), np.int32)  # weights of red, green and blue, in 1/256 (ITU-R BT.709)


@lru_cache(1024)
def _cap_height(family: str, size: float, weight: int) -> float:
    return float(fonts.font(family, size, weight).getMetrics().fCapHeight) or 0.7 * size


class Lettering(Shapes):
    """One-line texts, paragraphs and labels; every text is recorded for the audit."""

    def measure(
        self,
        text: str,
        size: float | None = None,
        *,
        weight: int = 400,
        family: str | None = None,
        italic: bool = False,
    ) -> tuple[float, float]:
        """Advance width and cap height of a text in px."""
        family, size = family or self.style.body, size or self.pt()
        return fonts.measure(text, family, size, weight, italic)[0], _cap_height(family, size, weight)

    def text(
        self,
        text: str,
        at: Point,
        size: float | None = None,
        *,
        anchor: str = "mm",
        color: str | None = None,
        weight: int = 400,
        family: str | None = None,
        italic: bool = False,
        halo: str | None = None,
        fit: float | None = None,
        rotate: float = 0,
        need: bool = True,
    ) -> Box:
        """Draw one line of text and return the box of its ink.

        `anchor` is horizontal (l, m, r) then vertical: t cap line, m middle of the capitals, s baseline.
        Without a `color` the ink is chosen against what lies beneath. `fit` is a width in px: the type
        shrinks to it, not below MIN_TEXT. `halo` is a colour drawn around the letters. `need=False` is for
        context that nobody must read: it may be fainter.
        """
        family, size = family or self.style.body, size or self.pt()
        if fit is not None:
            size = self._fitted(text, size, fit, family, weight, italic)
        if rotate:
            how: dict[str, Any] = {
                "anchor": anchor,
                "color": color,
                "weight": weight,
                "family": family,
                "italic": italic,
            }
            with self.transform(at, rotate):
                return self.text(text, (0, 0), size, halo=halo, need=need, **how)
        advance, tight = fonts.measure(text, family, size, weight, italic)
        x = q(at[0] - advance * {"l": 0, "m": 0.5, "r": 1}[anchor[0]])
        y = q(at[1] + _cap_height(family, size, weight) * _TO_BASELINE[anchor[1]])
        box = Box(x + tight[0], y + tight[1], x + tight[2], y + tight[3])
        self._touch(*box)
        pieces = [(part, fonts.sized(face, size)) for part, face in fonts.runs(text, family, weight, italic)]
        if halo:
            self._string(pieces, x, y, plain_paint(halo, max(size / 4, 4), (), "round", 0))
        device = self._device(box)
        low, high, busy = (halo, halo, False) if halo else self._beneath(device)
        color = color or self._legible_ink(low, high)
        self._string(pieces, x, y, plain_paint(color, 0, (), "round", 0))
        scale = 1.0 if self._matrix is None else hypot(self._matrix.getScaleX(), self._matrix.getSkewY())
        least = min(contrast(color, low), contrast(color, high))
        self.texts.append(TextRun(text, device, size * scale, least, busy, need, self.region(device).copy()))
        return box

    def _fitted(self, text: str, size: float, room: float, family: str, weight: int, italic: bool) -> float:
        """The size at which a text fits a width, `size` at most; under MIN_TEXT is a Reject."""
        advance = fonts.measure(text, family, size, weight, italic)[0]
        if advance <= room:
            return size
        size = int(size * room / advance * 4) / 4
        if size < MIN_TEXT:
            raise Reject("text too long for its place")
        return size

    def paragraph(
        self,
        text: str,
        box: Box,
        size: float | None = None,
        *,
        leading: float = 1.4,
        align: str = "l",
        **how: Any,
    ) -> Box:
        """Text wrapped to the width of `box`, from its top; returns the box that it fills, or rejects."""
        size = size or self.pt()
        lines: list[str] = []
        for word in text.split():
            longer = f"{lines[-1]} {word}" if lines else word
            if (
                lines
                and self.measure(longer, size, **{k: how[k] for k in ("weight", "family") if k in how})[0]
                <= box.w
            ):
                lines[-1] = longer
            else:
                lines.append(word)
        x = {"l": box.x0, "m": box.cx, "r": box.x1}[align]
        for i, line in enumerate(lines):
            self.text(
                line, (x, box.y0 + (i + 0.2) * size * leading), size, anchor=f"{align}t", fit=box.w, **how
            )
        if len(lines) * size * leading > box.h + 1:
            raise Reject("paragraph too long for its place")
        return box._replace(y1=box.y0 + len(lines) * size * leading)

    def label(
        self,
        text: str,
        near: Point,
        gap: float = 8,
        size: float | None = None,
        *,
        inside: Box | None = None,
        prefer: str = "e w n s ne nw se sw",
        **how: Any,
    ) -> Box:
        """A text beside a point, on the first side (compass names, best first) whose pixels are free.

        Draw all other ink first. No free side is a Reject.
        """
        size = size or self.pt()
        w, h = self.measure(text, size, **{k: how[k] for k in ("weight", "family", "italic") if k in how})
        room = inside or self.bounds.inset(3)
        for reach in (gap, gap * 1.6, gap * 2.4):
            for side in prefer.split():
                dx, dy = ("e" in side) - ("w" in side), ("s" in side) - ("n" in side)
                slant = 0.75 if dx and dy else 1.0
                center = (near[0] + dx * (reach * slant + w / 2), near[1] + dy * (reach * slant + h / 2))
                box = Box.at(center, w + 6, h + 8)
                if room.holds(box) and not self._beneath(self._device(box), strict=True)[2]:
                    return self.text(text, center, size, anchor="mm", **how)
        raise Reject("no free place for a label")

    def _string(self, pieces: list[tuple[str, skia.Font]], x: float, y: float, paint: skia.Paint) -> None:
        for part, font in pieces:
            self._sk.drawString(part, x, y, font, paint)
            if len(pieces) > 1:
                x += font.measureText(part)

    def region(self, box: Box) -> np.ndarray:
        """The pixels under a box, one uint32 each, as a view."""
        return self._words[
            max(int(box[1]), 0) : max(int(box[3]) + 1, 1), max(int(box[0]), 0) : max(int(box[2]) + 1, 1)
        ]

    def _beneath(self, box: Box, strict: bool = False) -> tuple[str, str, bool]:
        """Darkest and lightest colour beneath a box, and whether ink with edges runs through it."""
        words = self.region(box)
        if words.size == 0:
            return self.paper, self.paper, True
        first = int(words[0, 0])
        if (words == first).all():
            flat = hexed(first & 255, first >> 8 & 255, first >> 16 & 255)
            return flat, flat, False
        part = words.reshape(-1).view(np.uint8).reshape(*words.shape, 4)[:, :, :3]
        least, most = part.min(axis=(0, 1)), part.max(axis=(0, 1))
        if int((most - least).max()) <= 24:  # the texture of a paper, or a gentle gradient
            return hexed(*map(int, least)), hexed(*map(int, most)), False
        luma = part @ _LUMA
        steps = np.count_nonzero(np.abs(np.diff(luma, axis=0)) > 26 * 256) + np.count_nonzero(
            np.abs(np.diff(luma, axis=1)) > 26 * 256
        )
        order = np.argsort(luma, axis=None, kind="stable")
        flat_pixels, n = part.reshape(-1, 3), luma.size
        low, high = (hexed(*map(int, flat_pixels[order[i]])) for i in (int(n * 0.02), int(n * 0.98)))
        return low, high, bool(steps > (0 if strict else max(3, 0.012 * n)))

    def _legible_ink(self, low: str, high: str) -> str:
        def worst(color: str) -> float:
            return min(contrast(color, low), contrast(color, high))

        soft = (c for c in (self.ink, "#14171a") if worst(c) >= 4.5)
        return next(soft, max(("#000000", "#ffffff"), key=worst))
