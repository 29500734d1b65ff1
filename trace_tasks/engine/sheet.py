"""The sheet: the page's pixels, the marks that name what lies where, and the transforms they follow."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, overload

import numpy as np
from msgspec import Struct

from .degrade import paper_tile, spread
from .layout import Box, Point
from .paint import ink, q, rect_of
from .rng import Reject, Rng
from .skia_import import skia
from .style import Style

MAX_PIXELS = 1_280_000
MIN_TEXT = 12.0  # px: type size of anything that must be read
Segment = tuple[Point, Point]
Key = tuple[str, object]  # kind and id of a mark


class Mark(Struct):
    """Where a named thing is: any of a box, a point and a segment; `visible` is the share of it that
    shows.
    """

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


class Sheet:
    """The page and its marks; Canvas adds shapes and text."""

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
        once.
        """
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
            spread(paper_tile(self.style.texture, self.paper), self._words)
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
        follow.
        """
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
            self._sk.clipRRect(skia.RRect.MakeRectXY(rect_of(shape), radius, radius), doAntiAlias=True)
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
