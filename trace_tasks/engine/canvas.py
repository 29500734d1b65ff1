"""The canvas: Skia drawing into a NumPy buffer that remembers where every named thing and every text went.

Coordinates are image pixels, origin top left, rounded to 1/64 px so that the last bit of a sine, which
differs
between CPUs, never reaches the picture. Colours are "#rrggbb" or "#rrggbbaa"; wherever a fill or stroke is
taken, a gradient from `linear` or `radial` is too.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from math import ceil, hypot
from typing import Any, TypeAlias, overload

import numpy as np
from msgspec import Struct
from PIL import Image

from . import fonts, icons
from .colors import alpha, contrast, hexed, luminance, rgb
from .degrade import degraded, paper_texture
from .layout import LETTERS, Box, Point, option_cells
from .rng import Reject, Rng
from .skia_import import skia
from .style import Style

MAX_PIXELS = 1_280_000
MIN_TEXT = 12.0  # px: type size of anything that must be read
Segment = tuple[Point, Point]
Key = tuple[str, object]  # kind and id of a mark
Fill: TypeAlias = str | skia.Shader
_TO_BASELINE = {"t": 1.0, "m": 0.5, "s": 0.0}  # share of the cap height between anchor and baseline


class Mark(Struct):
    """Where a named thing is: any of a box, a point and a segment; `visible` is the share of it that
    shows."""

    box: Box | None = None
    point: Point | None = None
    segment: tuple[Point, Point] | None = None
    visible: float = 1.0

    def place(self, kind: str) -> list[Any] | None:
        """Its bbox, point (the box's centre serves) or segment, rounded to 1/100 px as records hold it."""
        if kind == "segment":
            return self.segment and [_rounded(end) for end in self.segment]
        if kind == "point" and self.point is None:
            return self.box and _rounded(self.box.center)
        return (place := self.box if kind == "bbox" else self.point) and _rounded(place)


def _rounded(numbers: Sequence[float]) -> list[float]:
    return [round(v, 2) for v in numbers]


class TextRun(Struct):
    """A text as drawn: its ink box, and what the audit needs to judge it."""

    text: str
    box: Box
    size: float
    contrast: float  # against what was beneath, at worst
    busy: bool  # drawn across other ink
    need: bool
    drawn: np.ndarray  # its pixels, to notice later drawing over it


class _Group:
    def __init__(self, key: Key, before: np.ndarray | None):
        self.key, self.before = key, before
        self.box: Box | None = None


@lru_cache(8192)
def ink(color: str) -> int:
    opacity = int(color[7:9], 16) if len(color) == 9 else 255
    r, g, b = rgb(color)
    return opacity << 24 | r << 16 | g << 8 | b


def q(value: float) -> float:
    """Rounded to 1/64 px."""
    return round(value * 64) / 64


def linear(a: Point, b: Point, colors: Sequence[str], stops: Sequence[float] | None = None) -> skia.Shader:
    """A gradient along the line from `a` to `b`."""
    return skia.GradientShader.MakeLinear([_xy(a), _xy(b)], [ink(c) for c in colors], stops and list(stops))


def radial(
    center: Point, radius: float, colors: Sequence[str], stops: Sequence[float] | None = None
) -> skia.Shader:
    """A gradient from `center` outwards to `radius`."""
    return skia.GradientShader.MakeRadial(
        _xy(center), q(radius), [ink(c) for c in colors], stops and list(stops)
    )


def _xy(point: Point) -> tuple[float, float]:
    return q(point[0]), q(point[1])


@lru_cache(8192)
def _plain_paint(color: str, width: float, dash: tuple[float, ...], cap: str, blur: float) -> skia.Paint:
    paint = skia.Paint(AntiAlias=True, Color=ink(color))
    if width:
        paint.setStyle(skia.Paint.kStroke_Style)
        paint.setStrokeWidth(width)
        paint.setStrokeCap(
            {"round": skia.Paint.kRound_Cap, "butt": skia.Paint.kButt_Cap, "square": skia.Paint.kSquare_Cap}[
                cap
            ]
        )
        paint.setStrokeJoin(skia.Paint.kMiter_Join if cap == "square" else skia.Paint.kRound_Join)
    if dash:
        paint.setPathEffect(skia.DashPathEffect.Make(list(dash), 0))
    if blur:
        paint.setMaskFilter(skia.MaskFilter.MakeBlur(skia.kNormal_BlurStyle, blur))
    return paint


def _paint(
    fill: Fill, width: float = 0, dash: Sequence[float] = (), cap: str = "round", blur: float = 0
) -> skia.Paint:
    if isinstance(fill, str):
        return _plain_paint(fill, width, tuple(dash), cap, blur)
    paint = skia.Paint(_plain_paint("#000000", width, tuple(dash), cap, blur))
    paint.setShader(fill)
    return paint


@lru_cache(1024)
def _cap_height(family: str, size: float, weight: int) -> float:
    return float(fonts.font(family, size, weight).getMetrics().fCapHeight) or 0.7 * size


class Canvas:
    """One picture. A scene's `draw` opens a page, then draws and marks.

    `style` is the instance's looks and `rng` its style stream, for the scene's own choices of layout. The
    engine
    passes `watch`, the keys of the witness, whose visibility is measured.
    """

    def __init__(self, style: Style, rng: Rng, watch: frozenset[Key] = frozenset()):
        self.style, self.theme, self.rng = style, style.theme, rng
        self.marks: dict[Key, Mark] = {}
        self.texts: list[TextRun] = []
        self.width = self.height = 0
        self._watch = watch
        self._watched: dict[Key, tuple[np.ndarray, np.ndarray]] = {}
        self._open: list[_Group] = []
        self._matrix: skia.Matrix | None = None
        self._stamps: dict[object, skia.Image] = {}

    # ---- the page

    def page(self, width: float, height: float, margin: float = 28, paper: str | None = None) -> Box:
        """Open a page of this size in px and paint its paper; gives the room inside the margin. Call it
        once."""
        self.width, self.height = round(width), round(height)
        if self.width * self.height > MAX_PIXELS:
            raise Reject(f"page over {MAX_PIXELS} pixels")
        self.pixels = np.empty((self.height, self.width, 4), np.uint8)
        self._words = self.pixels.view(np.uint32)[:, :, 0]
        info = skia.ImageInfo.Make(self.width, self.height, skia.kRGBA_8888_ColorType, skia.kPremul_AlphaType)
        self._surface = skia.Surface.MakeRasterDirect(info, self.pixels)
        self._sk = self._surface.getCanvas()
        self.paper = paper or self.theme.paper
        self._sk.clear(ink(self.paper))
        if self.style.texture != "none":
            self._sk.drawPaint(paper_texture(self.style.texture, self.style.dark))
        return Box(0, 0, self.width, self.height).inset(margin)

    @property
    def bounds(self) -> Box:
        return Box(0, 0, self.width, self.height)

    @property
    def ink(self) -> str:
        return self.theme.ink

    def color(self, i: int) -> str:
        """The i-th colour of the categorical palette. Asking for more than it has is a Reject."""
        if i >= len(self.style.palette):
            raise Reject("palette too small")
        return self.style.palette[i]

    def named(self, color: str) -> str:
        """The shade in which this picture shows a colour that questions may name."""
        return self.style.named(color)

    def pt(self, step: float = 0) -> float:
        """Type sizes: -1 small, 0 body, 1 larger, 2 heading, 3 title; about 1 : 1.25 : 1.6 : 2."""
        return max(round(self.style.base * float(1.25**step), 1), MIN_TEXT)

    # ---- marks

    @overload
    def mark(
        self, kind: str, id: object = ..., *, box: Box, point: Point | None = ..., visible: float = ...
    ) -> Box: ...
    @overload
    def mark(self, kind: str, id: object = ..., *, point: Point, visible: float = ...) -> Point: ...
    @overload
    def mark(
        self, kind: str, id: object = ..., *, segment: Segment, point: Point | None = ...
    ) -> Segment: ...
    def mark(
        self,
        kind: str,
        id: object = None,
        *,
        box: Box | None = None,
        point: Point | None = None,
        segment: Segment | None = None,
        visible: float = 1.0,
    ) -> Any:
        """Name the thing of this kind and id that lies at the given geometry; returns that geometry.

        A mark may have several: a box counts before a point, a point before a segment, as what is returned.
        """
        placed = Mark(visible=visible)
        if box is not None:
            placed.box = self._device(box)
        if point is not None:
            placed.point = self._map(point)
        if segment is not None:
            placed.segment = (self._map(segment[0]), self._map(segment[1]))
        self._add(kind, id, placed)
        return next(g for g in (box, point, segment) if g is not None)

    @contextmanager
    def group(self, kind: str, id: object = None, *, point: Point | None = None) -> Iterator[None]:
        """Name what is drawn inside the `with`: its box is the bounds of that ink; it must stay visible."""
        key = (kind, id)
        group = _Group(key, self._words[::2, ::2].copy() if key in self._watch else None)
        self._open.append(group)
        yield
        self._open.remove(group)
        if group.box is None:
            raise ValueError(f"nothing was drawn in the group {key}")
        self._add(kind, id, Mark(box=group.box, point=None if point is None else self._map(point)))
        if group.before is not None:
            after = self._words[::2, ::2].copy()
            self._watched[key] = (group.before != after, after)

    def _add(self, kind: str, id: object, placed: Mark) -> None:
        if (kind, id) in self.marks:
            raise ValueError(f"two marks are named {(kind, id)}")
        self.marks[kind, id] = placed

    def visible(self, key: Key) -> float:
        """The share of a mark that later drawing left visible (measured for witnesses that are groups)."""
        if key not in self._watched:
            return self.marks[key].visible
        drawn, after = self._watched[key]
        count = int(np.count_nonzero(drawn))
        kept = int(np.count_nonzero(drawn & (self._words[::2, ::2] == after)))
        return kept / count if count else 0.0

    # ---- transforms

    @contextmanager
    def transform(self, move: Point = (0, 0), rotate: float = 0, scale: float | Point = 1) -> Iterator[None]:
        """Draw in moved, then rotated (degrees clockwise), then scaled coordinates; marks and texts
        follow."""
        outer = self._matrix
        self._sk.save()
        self._sk.translate(q(move[0]), q(move[1]))
        self._sk.rotate(rotate)
        self._sk.scale(*(scale if isinstance(scale, tuple) else (scale, scale)))
        self._matrix = self._sk.getTotalMatrix()
        yield
        self._sk.restore()
        self._matrix = outer

    @contextmanager
    def clip(self, shape: "Box | skia.Path", radius: float = 0) -> Iterator[None]:
        """Draw only inside a box or path."""
        self._sk.save()
        if isinstance(shape, Box):
            self._sk.clipRRect(skia.RRect.MakeRectXY(_rect(shape), radius, radius), doAntiAlias=True)
        else:
            self._sk.clipPath(shape, doAntiAlias=True)
        yield
        self._sk.restore()

    def _map(self, point: Point) -> Point:
        if self._matrix is None:
            return (float(point[0]), float(point[1]))
        mapped = self._matrix.mapXY(point[0], point[1])
        return (q(mapped.x()), q(mapped.y()))

    def _device(self, box: Sequence[float]) -> Box:
        if self._matrix is None:
            return Box(*map(float, box))
        r = self._matrix.mapRect(skia.Rect(*box))
        return Box(q(r.left()), q(r.top()), q(r.right()), q(r.bottom()))

    def _touch(self, x0: float, y0: float, x1: float, y1: float) -> None:
        if self._open:
            box = self._device((min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)))
            for group in self._open:
                group.box = box if group.box is None else group.box.union(box)

    # ---- shapes

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
        shape = skia.RRect.MakeRectXY(_rect(box), radius, radius)
        if shadow:
            low = skia.RRect.MakeRectXY(_rect(box.moved(0, shadow * 0.4)), radius, radius)
            self._sk.drawRRect(low, _paint("#00000059" if self.style.dark else "#0000002e", blur=shadow / 2))
        return self._shape(self._sk.drawRRect, shape, box, fill, stroke, width, dash, "square")

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
            self._sk.drawOval(_rect(box.moved(0, shadow * 0.4)), _paint("#00000038", blur=shadow / 2))
        return self._shape(self._sk.drawOval, _rect(box), box, fill, stroke, width, dash)

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
        arc.addArc(_rect(Box.at(center, 2 * radius)), start, sweep)
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
        hole: float = 0,
    ) -> Box:
        """A sector of a disc (of a ring when `hole` is its inner radius); angles as for `arc`."""
        shape = skia.Path()
        shape.arcTo(_rect(Box.at(center, 2 * radius)), start, sweep, True)
        if hole:
            shape.arcTo(_rect(Box.at(center, 2 * hole)), start + sweep, -sweep, False)
        else:
            shape.lineTo(*_xy(center))
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
        itself."""
        r = path.getBounds()
        box = Box(r.left(), r.top(), r.right(), r.bottom())
        if shadow:
            self._sk.save()
            self._sk.translate(0, shadow * 0.4)
            self._sk.drawPath(path, _paint("#00000038", blur=shadow / 2))
            self._sk.restore()
        return self._shape(self._sk.drawPath, path, box, fill, stroke, width, dash, cap)

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
            self._sk.drawPath(path, _paint(color or self.ink))
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
        """Copy an (h, w, 3) uint8 array to whole pixels, top left corner at `at`."""
        (x, y), (h, w) = at, rgb_pixels.shape[:2]
        self.pixels[y : y + h, x : x + w, :3] = rgb_pixels
        self.pixels[y : y + h, x : x + w, 3] = 255
        self._touch(x, y, x + w, y + h)
        return Box(x, y, x + w, y + h)

    def _shape(
        self,
        draw: Callable[[Any, skia.Paint], None],
        shape: Any,
        box: Box,
        fill: Fill | None,
        stroke: Fill | None,
        width: float | None,
        dash: Sequence[float] = (),
        cap: str = "round",
    ) -> Box:
        if fill is not None:
            draw(shape, _paint(fill))
        pad = 0.0
        if stroke is not None:
            width = width or self.style.stroke
            draw(shape, _paint(stroke, width, dash, cap))
            pad = width / 2
        self._touch(box[0] - pad, box[1] - pad, box[2] + pad, box[3] + pad)
        return box

    # ---- text

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
        Without a
        `color` the ink is chosen against what lies beneath. `fit` is a width in px: the type shrinks to it,
        not
        below MIN_TEXT. `halo` is a colour drawn around the letters. `need=False` is for context that nobody
        must
        read: it may be fainter.
        """
        family, size = family or self.style.body, size or self.pt()
        advance, tight = fonts.measure(text, family, size, weight, italic)
        if fit is not None and advance > fit:
            size = int(size * fit / advance * 4) / 4
            if size < MIN_TEXT:
                raise Reject("text too long for its place")
            advance, tight = fonts.measure(text, family, size, weight, italic)
        if rotate:
            with self.transform(at, rotate):
                return self.text(
                    text,
                    (0, 0),
                    size,
                    anchor=anchor,
                    color=color,
                    weight=weight,
                    family=family,
                    italic=italic,
                    halo=halo,
                    need=need,
                )
        x = q(at[0] - advance * {"l": 0, "m": 0.5, "r": 1}[anchor[0]])
        y = q(at[1] + _cap_height(family, size, weight) * _TO_BASELINE[anchor[1]])
        box = Box(x + tight[0], y + tight[1], x + tight[2], y + tight[3])
        self._touch(*box)
        pieces = [(part, fonts.sized(face, size)) for part, face in fonts.runs(text, family, weight, italic)]
        if halo:
            self._string(pieces, x, y, _plain_paint(halo, max(size / 4, 4), (), "round", 0))
        device = self._device(box)
        low, high, busy = (halo, halo, False) if halo else self._beneath(device)
        color = color or self._legible_ink(low, high)
        self._string(pieces, x, y, _plain_paint(color, 0, (), "round", 0))
        scale = 1.0 if self._matrix is None else hypot(self._matrix.getScaleX(), self._matrix.getSkewY())
        self.texts.append(
            TextRun(
                text,
                device,
                size * scale,
                min(contrast(color, low), contrast(color, high)),
                busy,
                need,
                self._region(device).copy(),
            )
        )
        return box

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
        for reach in (gap, gap * 1.6):
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

    def _region(self, box: Box) -> np.ndarray:
        return self._words[
            max(int(box[1]), 0) : max(int(box[3]) + 1, 1), max(int(box[0]), 0) : max(int(box[2]) + 1, 1)
        ]

    def _beneath(self, box: Box, strict: bool = False) -> tuple[str, str, bool]:
        """Darkest and lightest colour beneath a box, and whether ink with edges runs through it."""
        words = self._region(box)
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

        if worst(self.ink) >= 4.5:
            return self.ink
        return max(("#14171a", "#ffffff"), key=worst)

    # ---- option panels

    def options(
        self,
        box: Box,
        count: int,
        columns: int | None = None,
        *,
        frame: bool = True,
        proportion: float | None = None,
    ) -> Iterator[tuple[str, Box]]:
        """Lettered panels, all alike: yields the letter and the room of each, and marks ("option", letter).

        `proportion` is width over height of the panels; without it they fill the box.
        """
        size, look = self.pt(1), self.rng.choice(("badge", "caption", "corner"))
        cells = option_cells(box, count, columns)
        if proportion:
            cells = {k: cell.fit(proportion, 1) for k, cell in cells.items()}
        for letter, cell in cells.items():
            self.mark("option", letter, box=cell)
            if frame:
                self.rect(cell, self.theme.panel, self.theme.grid, 1.5, radius=self.style.corner)
            if look == "caption":
                strip, room = cell.bottom(size * 1.5)
                self.text(letter, strip.center, size, weight=700)
            else:
                corner, room = (cell.x0 + size, cell.y0 + size), cell.trim(left=size * 1.4)
                if look == "badge":
                    self.circle(corner, size * 0.78, self.theme.accent)
                self.text(letter, corner, size, weight=700)
            yield letter, room.inset(10)

    # ---- the end

    def image(self) -> Image.Image:
        """The finished picture, RGB, with the style's degradation (which moves nothing)."""
        picture = Image.frombuffer(
            "RGBA", (self.width, self.height), self.pixels, "raw", "RGBA", 0, 1
        ).convert("RGB")
        return degraded(picture, self.style.degradation, self.rng)


_LUMA = np.array((54, 183, 19), np.int32)


def _rect(box: Sequence[float]) -> skia.Rect:
    return skia.Rect(q(box[0]), q(box[1]), q(box[2]), q(box[3]))


def polygon_path(points: Sequence[Point], close: bool = True) -> skia.Path:
    path = skia.Path()
    path.addPoly([_xy(p) for p in points], close)
    return path


def smooth_path(points: Sequence[Point], close: bool = False, tension: float = 1 / 6) -> skia.Path:
    """A Catmull-Rom curve through the points, as cubic Beziers."""
    path, n = skia.Path(), len(points)
    path.moveTo(*_xy(points[0]))
    for i in range(n if close else n - 1):
        p = [points[(i + k) % n] if close else points[min(max(i + k, 0), n - 1)] for k in (-1, 0, 1, 2)]
        a = (p[1][0] + (p[2][0] - p[0][0]) * tension, p[1][1] + (p[2][1] - p[0][1]) * tension)
        b = (p[2][0] - (p[3][0] - p[1][0]) * tension, p[2][1] - (p[3][1] - p[1][1]) * tension)
        path.cubicTo(*_xy(a), *_xy(b), *_xy(p[2]))
    if close:
        path.close()
    return path


__all__ = [
    "LETTERS",
    "MIN_TEXT",
    "Canvas",
    "Fill",
    "Key",
    "Mark",
    "alpha",
    "linear",
    "luminance",
    "polygon_path",
    "radial",
    "smooth_path",
]
