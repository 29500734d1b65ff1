"""Shapes on the sheet: each method draws, tells open groups about its ink, and returns its bounds."""

from collections.abc import Callable, Sequence
from functools import partial
from math import ceil, hypot
from typing import Any

import numpy as np

from . import icons
from .colors import mix, rgb
from .layout import Box, Point
from .paint import Fill, paint_of, polygon_path, rect_of, xy
from .sheet import Sheet
from .skia_import import skia


class Shapes(Sheet):
    """Rectangles, ellipses, lines, polygons, paths, arrows, icons, stamps and bitmaps."""

    def rect(
        self,
        box: Box,
        fill: Fill | None = None,
        stroke: Fill | None = None,
        width: float | None = None,
        radius: float = 0,
        dash: Sequence[float] = (),
        shadow: float = 0,
    ) -> Box:
        """A rectangle with an optional soft shadow of the given reach in px."""
        shape = skia.RRect.MakeRectXY(rect_of(box), radius, radius)
        if shadow:
            low = skia.RRect.MakeRectXY(rect_of(box.moved(0, shadow * 0.4)), radius, radius)
            self._sk.drawRRect(
                low, paint_of("#00000059" if self.style.dark else "#0000002e", blur=shadow / 2)
            )
        return self._shape(partial(self._sk.drawRRect, shape), box, fill, stroke, width, dash, "square")

    def ellipse(
        self,
        box: Box,
        fill: Fill | None = None,
        stroke: Fill | None = None,
        width: float | None = None,
        dash: Sequence[float] = (),
        shadow: float = 0,
    ) -> Box:
        if shadow:
            self._sk.drawOval(rect_of(box.moved(0, shadow * 0.4)), paint_of("#00000038", blur=shadow / 2))
        return self._shape(partial(self._sk.drawOval, rect_of(box)), box, fill, stroke, width, dash)

    def circle(
        self,
        center: Point,
        radius: float,
        fill: Fill | None = None,
        stroke: Fill | None = None,
        width: float | None = None,
        dash: Sequence[float] = (),
        shadow: float = 0,
    ) -> Box:
        return self.ellipse(Box.at(center, 2 * radius), fill, stroke, width, dash, shadow)

    def line(
        self,
        a: Point,
        b: Point,
        color: Fill | None = None,
        width: float | None = None,
        dash: Sequence[float] = (),
        cap: str = "round",
    ) -> Box:
        return self.polyline((a, b), color, width, dash, cap)

    def polyline(
        self,
        points: Sequence[Point],
        color: Fill | None = None,
        width: float | None = None,
        dash: Sequence[float] = (),
        cap: str = "round",
    ) -> Box:
        return self.path(polygon_path(points, close=False), None, color or self.ink, width, dash, cap)

    def polygon(
        self,
        points: Sequence[Point],
        fill: Fill | None = None,
        stroke: Fill | None = None,
        width: float | None = None,
        dash: Sequence[float] = (),
        shadow: float = 0,
    ) -> Box:
        return self.path(polygon_path(points), fill, stroke, width, dash, shadow=shadow)

    def arc(
        self,
        center: Point,
        radius: float,
        start: float,
        sweep: float,
        color: Fill | None = None,
        width: float | None = None,
        dash: Sequence[float] = (),
    ) -> Box:
        """A circular arc; angles in degrees clockwise from east, as the picture shows them."""
        arc = skia.Path()
        arc.addArc(rect_of(Box.at(center, 2 * radius)), start, sweep)
        return self.path(arc, None, color or self.ink, width, dash)

    def wedge(
        self,
        center: Point,
        radius: float,
        start: float,
        sweep: float,
        fill: Fill | None = None,
        stroke: Fill | None = None,
        width: float | None = None,
        *,
        hole: float = 0,
    ) -> Box:
        """A sector of a disc (of a ring when `hole` is its inner radius); angles as for `arc`."""
        shape = skia.Path()
        shape.arcTo(rect_of(Box.at(center, 2 * radius)), start, sweep, True)
        if hole:
            shape.arcTo(rect_of(Box.at(center, 2 * hole)), start + sweep, -sweep, False)
        else:
            shape.lineTo(*xy(center))
        shape.close()
        return self.path(shape, fill, stroke, width)

    def path(
        self,
        path: skia.Path,
        fill: Fill | None = None,
        stroke: Fill | None = None,
        width: float | None = None,
        dash: Sequence[float] = (),
        cap: str = "round",
        shadow: float = 0,
    ) -> Box:
        """Any Skia path; returns its bounds. Build one with `polygon_path`, `smooth_path` or skia.Path
        itself.
        """
        r = path.getBounds()
        box = Box(r.left(), r.top(), r.right(), r.bottom())
        if shadow:
            self._sk.save()
            self._sk.translate(0, shadow * 0.4)
            self._sk.drawPath(path, paint_of("#00000038", blur=shadow / 2))
            self._sk.restore()
        return self._shape(partial(self._sk.drawPath, path), box, fill, stroke, width, dash, cap)

    def arrow(
        self,
        a: Point,
        b: Point,
        color: Fill | None = None,
        width: float | None = None,
        head: float | None = None,
        dash: Sequence[float] = (),
        both: bool = False,
    ) -> Box:
        """A straight arrow whose tip is at `b` (and at `a` too when `both`); `head` is its length in px."""
        width = width or self.style.stroke
        head = head or max(9.0, width * 4)
        length = hypot(b[0] - a[0], b[1] - a[1]) or 1.0
        ux, uy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
        start = (a[0] + ux * head * 0.8, a[1] + uy * head * 0.8) if both else a
        box = self.line(
            start, (b[0] - ux * head * 0.8, b[1] - uy * head * 0.8), color, width, dash, cap="butt"
        )
        for (x, y), sign in ((b, 1), (a, -1)) if both else ((b, 1),):
            back, side = (x - sign * ux * head, y - sign * uy * head), head * 0.42
            box = box.union(
                self.polygon(
                    (
                        (x, y),
                        (back[0] - uy * side, back[1] + ux * side),
                        (back[0] + uy * side, back[1] - ux * side),
                    ),
                    color or self.ink,
                )
            )
        return box

    def fade(self, box: Box, top: str, low: str) -> Box:
        """A blend from top to bottom, one flat band for each shade: far cheaper than a gradient."""
        bands = min(max(abs(a - b) for a, b in zip(rgb(top), rgb(low), strict=True)) + 1, round(box.h))
        for i, band in enumerate(box.rows(bands)):
            color = mix(top, low, i / max(bands - 1, 1))
            self.rect(Box(band.x0, round(band.y0), band.x1, round(band.y1)), color)
        return box

    def icon(
        self, name: str, box: Box, color: Fill | None = None, rotate: float = 0, mirror: bool = False
    ) -> Box:
        """An everyday icon from `icons`, as large as the box allows."""
        size = min(box.w, box.h)
        with (
            self.transform(box.center, rotate, (-size if mirror else size, size)),
            self.transform((-0.5, -0.5)),
        ):
            path = icons.path(name)
            r = path.getBounds()
            self._touch(r.left(), r.top(), r.right(), r.bottom())
            self._sk.drawPath(path, paint_of(color or self.ink))
        return box

    def stamp(self, name: object, at: Point, size: Point, draw: Callable[[], Any]) -> Box:
        """Draw something repeated, centred at whole pixels near `at`: drawn once per name, then copied.

        `draw` draws on this canvas around the origin, inside a box of `size`; it sets no mark and no text.
        """
        width, height = ceil(size[0]), ceil(size[1])
        if name not in self._stamps:
            surface = skia.Surface(width, height)
            page, matrix, groups = self._sk, self._matrix, self._open
            self._sk, self._matrix, self._open = surface.getCanvas(), None, []
            self._sk.translate(width / 2, height / 2)
            draw()
            self._sk, self._matrix, self._open = page, matrix, groups
            self._stamps[name] = surface.makeImageSnapshot()
        x, y = round(at[0] - width / 2), round(at[1] - height / 2)
        box = Box(x, y, x + width, y + height)
        self._sk.drawImage(self._stamps[name], x, y)
        self._touch(*box)
        return box

    def bitmap(self, rgb_pixels: np.ndarray, at: tuple[int, int] = (0, 0)) -> Box:
        """Copy an (h, w, 3) uint8 array to whole pixels, top left corner at `at`.

        An (h, w, 4) array, whose last channel must be 255, takes a fifth of the time.
        """
        (x, y), (h, w) = at, rgb_pixels.shape[:2]
        if rgb_pixels.shape[2] == 4:
            self._words[y : y + h, x : x + w] = np.ascontiguousarray(rgb_pixels).view(np.uint32)[:, :, 0]
        else:
            self.pixels[y : y + h, x : x + w, :3] = rgb_pixels
            self.pixels[y : y + h, x : x + w, 3] = 255
        self._touch(x, y, x + w, y + h)
        return Box(x, y, x + w, y + h)

    def _shape(
        self,
        draw: Callable[[skia.Paint], None],
        box: Box,
        fill: Fill | None,
        stroke: Fill | None,
        width: float | None,
        dash: Sequence[float] = (),
        cap: str = "round",
    ) -> Box:
        if fill is not None:
            draw(paint_of(fill))
        pad = 0.0
        if stroke is not None:
            width = width or self.style.stroke
            draw(paint_of(stroke, width, dash, cap))
            pad = width / 2
        self._touch(box[0] - pad, box[1] - pad, box[2] + pad, box[3] + pad)
        return box
