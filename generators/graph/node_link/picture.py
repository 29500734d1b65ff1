"""How a graph is shown: textbook figures, whiteboards, network maps, flow and state diagrams."""

from collections.abc import Sequence
from itertools import combinations, product
from math import hypot, sqrt
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from trace_tasks.engine import (
    Box,
    Canvas,
    Point,
    Reject,
    alpha,
    contrast,
    darker,
    lighter,
    mix,
    polygon_path,
    skia,
)
from trace_tasks.engine.colors import readable

from .._diagrams import Room, arranged, plate_places, struck

if TYPE_CHECKING:
    from .scene import Edge, Graph


class Look(NamedTuple):
    shape: str  # disc, hexagon, square, ring, dot, station, box, pill, host, person
    fill: str  # paper, panel, tint, one (colour), ink
    line: float  # edge width against the style's stroke
    edge: str = "ink"  # ink, muted, accent
    backdrop: str = "plain"  # plain, dots, squares
    glow: bool = False


LOOKS = (
    Look("dot", "ink", 0.8),  # textbook dots
    Look("dot", "one", 1.0, "muted"),
    Look("disc", "paper", 0.75),  # textbook circles
    Look("disc", "paper", 0.9, "ink", "squares"),
    Look("disc", "tint", 0.8),
    Look("disc", "one", 1.0, "muted"),
    Look("disc", "ink", 0.9, "muted"),
    Look("disc", "one", 0.8, "accent", glow=True),
    Look("ring", "panel", 1.0, "muted"),
    Look("hexagon", "one", 1.0, "muted", "dots"),
    Look("hexagon", "tint", 0.8),
    Look("square", "one", 1.0, "ink", "squares"),
    Look("square", "tint", 0.9, "muted"),
    Look("box", "panel", 0.8, "muted", "dots"),  # diagram editor
    Look("box", "one", 0.9),
    Look("box", "tint", 0.8, "ink"),
    Look("pill", "one", 0.9, "muted"),
    Look("pill", "tint", 0.8),
    Look("host", "panel", 0.9, "muted", "dots"),  # network map
    Look("person", "panel", 0.8, "muted"),  # contacts
    Look("station", "paper", 2.1, "accent"),  # transit map
)
HEXAGON = ((1, 0), (0.5, 0.866), (-0.5, 0.866), (-1, 0), (-0.5, -0.866), (0.5, -0.866))
COMPACT = ("disc", "hexagon", "square", "ring")  # hold a short name only
WITH_ICON = ("host", "person")
CLEAR = 5.6  # contrast of a name with the fill beneath it
DARK = "#14171a"
SIDES = {
    "e": (1.0, 0.0),
    "w": (-1.0, 0.0),
    "n": (0.0, -1.0),
    "s": (0.0, 1.0),
    "ne": (0.64, -0.64),
    "nw": (-0.64, -0.64),
    "se": (0.64, 0.64),
    "sw": (-0.64, 0.64),
}


def choose_look(c: Canvas, graph: "Graph") -> Look:
    """One of the looks that suit the names, the theme and what is coloured."""
    longest = max(len(node.name) for node in graph.nodes)
    fitting = [
        look
        for look in LOOKS
        if (look.shape not in COMPACT or longest <= 3)
        and (look.shape != "box" or longest > 1)
        and (look.shape != "pill" or longest > 3)
        and (look.shape != "host" or graph.subject in ("hosts", "routers", "services"))
        and (look.shape != "person" or graph.subject == "people")
        and (look.shape != "station" or graph.subject in ("cities", "towns", "stations"))
        and (not look.glow or c.style.dark)
        and not (look.shape in WITH_ICON and graph.nodes[0].color)
        and not (graph.edges[0].color and look.fill in ("one", "tint", "panel"))  # a red node is no red edge
    ]
    special = [look for look in fitting if look.shape in ("host", "person", "station")]
    if graph.nodes[0].color:  # names beside their nodes are all in one ink
        special += [look for look in fitting if look.shape == "dot"]
    share = 0.5 if graph.nodes[0].color or graph.subject in ("hosts", "routers", "services") else 0.3
    return c.rng.choice(special if special and c.rng.chance(share) else fitting)


def vivid(color: str) -> bool:
    channels = [int(color[i : i + 2], 16) for i in (1, 3, 5)]
    return max(channels) - min(channels) > 50


class Figure:
    """One drawing of a graph: sizes, then places, then ink."""

    def __init__(self, c: Canvas, graph: "Graph"):
        self.c, self.graph, self.look = c, graph, choose_look(c, graph)
        self.colored = bool(graph.nodes[0].color)
        self.beside = self.look.shape in ("dot", "station")
        self.lettering()
        self.half_h, self.halves = self._halves()
        self.half_w = max(self.halves)
        self.stroke = max(c.style.stroke * self.look.line, 1.5, 0.09 * self.half_h)
        if graph.directed:
            self.stroke = min(self.stroke, 2.8)  # arrowheads stand out from their shafts
        self.pairs = graph.index_pairs()
        self.place()
        self.page()
        self.paint()

    def lettering(self) -> None:
        """One face, size and weight for all names, and those of labels on edges."""
        c, graph = self.c, self.graph
        self.hand = c.style.body in ("Kalam", "Caveat")
        digits = graph.lettered or any(map(str.isdigit, "".join(graph.names)))
        self.family = "Caveat" if self.hand and digits else c.style.body  # Kalam's 1 looks like an l
        grow = {"Caveat": 1.25, "Barlow Condensed": 1.15}.get(self.family, 1.0)  # they look small
        self.size = c.pt(c.rng.choice((0.4, 0.7, 1.0) if self.beside else (0.4, 0.8, 1.2))) * grow
        self.label_size = c.pt(c.rng.choice((0, 0.3))) * grow
        self.rimmed = c.rng.chance(0.35)  # the plates of labels on edges
        light = self.look.fill == "paper" and self.look.shape != "station" and not self.colored
        self.weight = c.rng.choice((500, 600)) if light else 600
        self.italic = self.look.fill in ("paper", "ink") and graph.subject == "letters" and c.rng.chance(0.5)

    def width(self, text: str, size: float, weight: int) -> float:
        return self.c.measure(text, size, weight=weight, family=self.family)[0]

    def _halves(self) -> tuple[float, list[float]]:
        """Half the height of the nodes, and half the width of each: boxes fit their text."""
        c, shape = self.c, self.look.shape
        self.icon = 0.0
        widths = [self.width(n.name, self.size, self.weight) for n in self.graph.nodes]
        if shape in (*COMPACT, "dot", "station"):
            r = c.rng.uniform(9, 13) if self.colored or shape == "station" else c.rng.uniform(7, 10)
            if shape in COMPACT:
                r = max(max(widths) / 2 + 8, self.size * c.rng.uniform(1.0, 1.2))
            return r, [r] * len(widths)
        half_h = self.size * (1.25 if shape in WITH_ICON else c.rng.uniform(1.05, 1.3))
        self.icon = {"host": self.size * 1.3, "person": 2 * half_h - 8}.get(shape, 0.0)
        self.pad = 4 if shape == "person" else half_h * c.rng.uniform(0.65, 0.85)
        sides = self.pad + self.icon + 8 + half_h * 0.7 if self.icon else 2 * self.pad
        return half_h, [max((width + sides) / 2, half_h * 1.25) for width in widths]

    # ---- places

    def place(self) -> None:
        """The clearest layout in which every name and label has room."""
        c, graph = self.c, self.graph
        n, levels = len(graph.nodes), graph.levels() or ()
        kinds = {
            "force": 5,
            "circle": 2 if len(self.pairs) <= 1.35 * n else 0.2,
            "grid": 3,
            "levels": 5 if graph.directed and levels else 0,
        }
        room = Room(
            self.half_w,
            self.half_h,
            clear=17 if self.beside else 13,
            link=(44 if graph.directed else 32) + (34 if graph.lettered else 0),
            arriving=(0.87 if self.beside else 0.91) if graph.directed else 0.963,
            crossing=4.0 if graph.lettered else 1.0,  # labels beside crossings need a second look
        )
        for points in arranged(c.rng, self.pairs, self._extent(), room, c.rng.weighted(kinds), levels, n):
            self.points = points
            self.bodies = [
                Box.at(at, 2 * w, 2 * self.half_h) for at, w in zip(points, self.halves, strict=True)
            ]
            self.plates = self._plates() if graph.lettered else []
            self.names = self._names() if self.beside else []
            if len(self.plates) == len(graph.edges) * graph.lettered and len(self.names) == n * self.beside:
                return
        raise Reject("no clear layout")

    def _extent(self) -> tuple[float, float]:
        """Width and height that leave a gap around each node, more where edges are many or labelled."""
        rng, n, m = self.c.rng, len(self.graph.nodes), len(self.graph.edges)
        gap = rng.uniform(98, 120) + (38 if self.beside else 0) + 3.2 * max(m - n, 0)
        gap += 46 if self.graph.lettered else 0
        wide = gap * sqrt((self.half_w + 13) / (self.half_h + 13))
        cells = n + 1.6 * (len(self.graph.components()) - 1)
        area = cells * (2 * self.half_w + wide) * (2 * self.half_h + gap)
        aspects = (1.0, 1.2, 1.35, 1.5, 1.6) if self.half_w > 40 else (0.8, 1.0, 1.2, 1.35, 1.5, 1.7)
        w = min(max(sqrt(area * rng.choice(aspects)), 400), 960 if self.beside else 1080)
        return w, min(max(area / w, 380), 7.6e5 / w)

    def _plates(self) -> list[Box]:
        """Where the weight or the word of each edge stands."""
        widths = [self.width(edge.label, self.label_size, 600) for edge in self.graph.edges]
        pad, half_h = (9, self.label_size * 0.86) if self.rimmed else (5, self.label_size * 0.72)
        half = [(max(w / 2 + pad, half_h), half_h) for w in widths]
        return plate_places(self.points, self.pairs, half, self.bodies)

    def _names(self) -> list[Box]:
        """The names beside their nodes, all at one distance; none if one has no room."""
        points, places = np.array(self.points), list[Box]()
        ways_out = self._ways([*self.pairs, *((j, i) for i, j in self.pairs)])
        for k, (node, ways) in enumerate(zip(self.graph.nodes, ways_out, strict=True)):
            boxes = self._beside(node.name, self.points[k])
            around = np.array([box.inset(-3 - self.stroke / 2) for box in boxes.values()])
            met = dict(
                zip(
                    boxes,
                    np.logical_or.reduce(struck(around, points, self.pairs), axis=1).tolist(),
                    strict=True,
                )
            )
            near = {
                side: max((u * a + v * b for a, b in ways), default=-1.0) + 0.2 * (u * v != 0)
                for side, (u, v) in SIDES.items()
            }
            taken = [*self.bodies[:k], *self.bodies[k + 1 :], *self.plates, *places]
            free = (
                boxes[side]
                for side in sorted(boxes, key=lambda side: round(near[side], 2))
                if not met[side] and not any(boxes[side].overlaps(other, 6) for other in taken)
            )
            if (place := next(free, None)) is None:
                return []
            places.append(place)
        return places

    def _beside(self, name: str, at: Point) -> dict[str, Box]:
        """Where a name can stand beside a node, by compass side."""
        w, h = self.c.measure(name, self.size, weight=self.weight, italic=self.italic, family=self.family)
        reach = self.half_h + 7
        tail = self.size * 0.22 if any(k in name for k in "gjpqy") else 0.0  # hangs below the line
        return {
            side: Box.at(
                (at[0] + u * reach + _sign(u) * w / 2, at[1] + v * reach + _sign(v) * h / 2 - tail * (v < 0)),
                w,
                h,
            )
            for side, (u, v) in SIDES.items()
        }

    def _ways(self, pairs: Sequence[tuple[int, int]]) -> list[list[Point]]:
        """Of each node: the directions in which these edges leave it."""
        ways: list[list[Point]] = [[] for _ in self.points]
        for i, j in pairs:
            (x, y), (p, q) = self.points[i], self.points[j]
            d = hypot(p - x, q - y)
            ways[i].append(((p - x) / d, (q - y) / d))
        return ways

    def page(self) -> None:
        """Open a page around what was placed, with the same margin on all sides."""
        c, rng = self.c, self.c.rng
        boxes = (*self.bodies, *self.plates, *self.names)
        extent = Box.around([corner for box in boxes for corner in box.corners[::2]])
        text, above = self._heading()
        size, weight, face = (c.pt(2), 600, c.style.display) if above else (c.pt(), 400, c.style.body)
        margin = rng.uniform(28, 42)
        strip = size * 0.75 + 30 if text else 0
        wide = c.measure(text, size, weight=weight, family=face)[0]
        self.ground = self.paper()
        key = self._key()
        foot = c.pt() + 26 if key else 0
        w = max(extent.w, wide, sum(width for *_, width in key), 448 - 2 * margin)
        h = max(extent.h + strip + foot, 448 - 2 * margin)
        box = c.page(w + 2 * margin, h + 2 * margin, margin, self.ground)
        self.ink = c.ink if contrast(c.ink, c.paper) >= 6 else "#1c2126"
        c.rect(c.bounds, c.paper)  # no texture under flat boxes and thin lines
        if self.look.backdrop in ("dots", "squares"):
            self._backdrop()
        if text:
            halo = self.ground if self.look.backdrop in ("dots", "squares") else None
            anchor, at = "ms", (box.cx, box.y1)
            if above:
                anchor, at = rng.choice((("lt", box.corners[0]), ("mt", (box.cx, box.y0))))
            c.text(text, at, size, anchor=anchor, color=self.ink, weight=weight, family=face, halo=halo)
        room = box.trim(top=strip, bottom=foot) if above else box.trim(bottom=strip + foot)
        x, y = box.cx - sum(width for *_, width in key) / 2 + 10, (box.y1 if above else box.y1 - strip) - 7
        for color, kind, width in key:
            c.rect(Box.at((x + 6, y), 12), color, radius=2)
            c.text(kind, (x + 20, y), anchor="lm", color=self.ink, halo=self.ground)
            x += width
        dx, dy = room.cx - extent.cx, room.cy - extent.cy
        self.points = [(x + dx, y + dy) for x, y in self.points]
        self.bodies, self.plates, self.names = (
            [box.moved(dx, dy) for box in boxes] for boxes in (self.bodies, self.plates, self.names)
        )

    def _key(self) -> list[tuple[str, str, float]]:
        """What the colours stand for, and how wide each entry is: none in a mathematical figure."""
        graph, measure = self.graph, self.c.measure
        shades = {node.color: self.c.named(node.color) for node in graph.nodes if node.color}
        shades |= {edge.color: self._stroke_color(edge.color) for edge in graph.edges if edge.color}
        return [
            (shade, group, measure(group)[0] + 44)
            for (_, shade), group in zip(sorted(shades.items()), graph.groups, strict=False)
        ]

    def _heading(self) -> tuple[str, bool]:
        """A title above the figure or, not above it, a caption."""
        rng, title = self.c.rng, self.graph.title
        if not title:
            return "", False
        printed = self.look.shape in ("dot", "disc", "hexagon", "square") and not self.hand
        if self.graph.subject in ("letters", "vertices", "numbers", "codes") or (printed and rng.chance(0.4)):
            figure = rng.choice(("Figure {a}.{b}: ", "Fig. {b}. ", "Figure {b}. "))
            return figure.format(a=rng.integer(2, 12), b=rng.integer(1, 9)) + title, False
        return title, True

    def paper(self) -> str:
        """The theme's paper, or white when colours of edges would sink into it."""
        shades = {self.c.named(edge.color) for edge in self.graph.edges if edge.color}
        own = self.c.theme.paper
        return own if all(contrast(shade, own) >= 2.1 for shade in shades) else "#ffffff"

    def _backdrop(self) -> None:
        c, pitch = self.c, self.c.rng.choice((20, 24, 28))
        faint = mix(c.paper, c.theme.grid if c.paper == c.theme.paper else "#888888", 0.5)
        xs, ys = range(pitch // 2, c.width, pitch), range(pitch // 2, c.height, pitch)
        path = skia.Path()
        if self.look.backdrop == "dots":
            for x, y in product(xs, ys):
                path.addCircle(x, y, 1.1)
            c.path(path, faint)
            return
        for x in xs:
            path.moveTo(x, 0).lineTo(x, c.height)
        for y in ys:
            path.moveTo(0, y).lineTo(c.width, y)
        c.path(path, None, faint, 1)

    # ---- ink

    def paint(self) -> None:
        c, graph = self.c, self.graph
        flat = {
            "ink": self.ink,
            "muted": mix(self.ink, self.ground, 0.24),
            "accent": c.theme.accent if contrast(c.theme.accent, self.ground) > 3 else self.ink,
        }[self.look.edge]
        self.heads = self._heads()
        for edge, (i, j) in zip(graph.edges, self.pairs, strict=True):
            self.edge(edge, i, j, self._stroke_color(edge.color) if edge.color else flat)
        plain = self._fill()
        for k, node in enumerate(graph.nodes):
            self.node(k, c.named(node.color) if node.color else plain)
        self.label_edges(flat)
        for node, box in zip(graph.nodes, self.names, strict=bool(self.names)):
            self.name(node.name, box.center, self.ink)

    def name(self, text: str, at: Point, color: str, anchor: str = "mm") -> None:
        """A name; white letters look heavier than dark ones of the same weight."""
        self.c.text(
            text,
            at,
            self.size,
            anchor=anchor,
            weight=500 if self.colored and color == "#ffffff" else self.weight,
            italic=self.italic,
            family=self.family,
            color=color,
        )

    def _stroke_color(self, color: str) -> str:
        """A colour that questions name, as strong as the others on this paper."""
        least = 3.8 if contrast(self.ground, "#ffffff") > 5 else 2.9
        return readable(self.c.named(color), self.ground, least)

    def _fill(self) -> str:
        """The fill of all nodes that have no colour of their own."""
        showing = [p for p in self.c.style.palette if contrast(p, self.ground) >= 2.1 and vivid(p)]
        color = showing[0] if showing else self.c.theme.accent
        return {
            "paper": self.ground,
            "panel": mix(self.ground, "#ffffff", 0.65 if not self.c.style.dark else 0.1),
            "ink": self.ink,
            "one": color,
            "tint": mix(self.ground, color, 0.25),
        }[self.look.fill]

    def edge(self, edge: "Edge", i: int, j: int, color: str) -> None:
        """A line from centre to centre, which the nodes cover; an arrow ends at the outline."""
        c, directed, p, q = self.c, self.graph.directed, self.points[i], self.points[j]
        width = max(self.stroke * 1.2, 3.4) if edge.color else self.stroke
        run = hypot(q[0] - p[0], q[1] - p[1])
        ux, uy = (q[0] - p[0]) / run, (q[1] - p[1]) / run
        start, gap = self.reach(i, ux, uy), self.reach(j, ux, uy) + (2.5 if directed else 0)
        tip = (q[0] - ux * gap, q[1] - uy * gap)
        c.mark("edge", edge.ends, segment=((p[0] + ux * start, p[1] + uy * start), tip))
        head = max(min(max(11.0, width * 3.6), self.heads[j]), width * 3) if directed else 0
        end = (tip[0] - ux * head * 0.6, tip[1] - uy * head * 0.6) if directed else q
        path = skia.Path()
        path.moveTo(round(p[0], 2), round(p[1], 2))
        if self.hand:  # not quite straight
            bow = c.rng.uniform(-0.018, 0.018)
            mid = ((p[0] + end[0]) / 2 - uy * run * bow, (p[1] + end[1]) / 2 + ux * run * bow)
            path.quadTo(round(mid[0], 2), round(mid[1], 2), round(end[0], 2), round(end[1], 2))
        else:
            path.lineTo(round(end[0], 2), round(end[1], 2))
        if self.look.glow:
            c.path(path, None, alpha(color, 0.25), width * 3)
        c.path(path, None, color, width, cap="butt" if directed else "round")
        if directed:
            side, notch = head * 0.42, 0.84
            c.path(
                polygon_path(
                    (
                        tip,
                        (tip[0] - ux * head - uy * side, tip[1] - uy * head + ux * side),
                        (tip[0] - ux * head * notch, tip[1] - uy * head * notch),
                        (tip[0] - ux * head + uy * side, tip[1] - uy * head - ux * side),
                    )
                ),
                color,
            )

    def _heads(self) -> list[float]:
        """Of each node: how long arrowheads at it can be without touching each other."""
        arriving = self._ways([(j, i) for i, j in self.pairs])
        longest = []
        for k, ways in enumerate(arriving):
            tips = [(u * reach, v * reach) for u, v in ways for reach in (self.reach(k, u, v) + 9,)]
            least = min((hypot(a - x, b - y) for (a, b), (x, y) in combinations(tips, 2)), default=99.0)
            longest.append(max(least - 2.5, 8.0))
        return longest

    def reach(self, k: int, ux: float, uy: float) -> float:
        """How far the outline of a node is from its centre in a direction."""
        u, v, w, h = abs(ux), abs(uy), self.halves[k], self.half_h
        if self.look.shape == "hexagon":
            return 0.866 * w / max(v, 0.866 * u + 0.5 * v)
        far = min(w / max(u, 1e-6), h / max(v, 1e-6))
        x, y = w - self.corner, h - self.corner
        if u * far > x and v * far > y:  # into the rounded corner
            along = u * x + v * y
            far = along + sqrt(along * along - x * x - y * y + self.corner * self.corner)
        return far

    @property
    def corner(self) -> float:
        """The radius of a node's corners."""
        return {"square": 4.0, "box": max(self.c.style.corner, 2), "host": max(self.c.style.corner, 2)}.get(
            self.look.shape, self.half_h
        )

    def node(self, k: int, fill: str) -> None:
        c, node, center = self.c, self.graph.nodes[k], self.points[k]
        solid = bool(node.color) or self.look.fill in ("one", "ink")
        letters = ("#ffffff" if contrast(fill, "#ffffff") >= 4 else DARK) if solid else self.ink
        if not self.beside:
            fill = readable(fill, letters, CLEAR)
        box = c.mark("node", node.name, box=self.bodies[k], point=center)
        self.outline(box, fill, bool(node.color))
        if self.beside:
            return
        if not self.icon:
            self.name(node.name, center, letters)
            return
        self._glyph((box.x0 + self.pad + self.icon / 2, center[1]))
        self.name(node.name, (box.x0 + self.pad + self.icon + 8, center[1]), letters, "lm")

    def outline(self, box: Box, fill: str, colored: bool) -> None:
        """The body of a node; colored ones are rimmed in ink."""
        c, look, center, r = self.c, self.look, box.center, self.half_h
        framed = look.fill in ("paper", "panel", "tint") or colored
        width = max(self.stroke * 0.85, 1.4) if framed else 1.2
        rim = self.ink if look.fill in ("paper", "ink", "panel") or colored else darker(fill, 0.25)
        if look.fill == "tint" and not colored:
            rim = mix(fill, self.ink, 0.6)
        if look.glow:
            c.circle(center, r + 5, alpha(fill, 0.25))
        if look.shape in ("disc", "dot"):
            c.circle(center, r, fill, rim, width)
        elif look.shape == "ring":
            c.circle(center, r, fill, rim if colored else c.theme.accent, 3.2)
        elif look.shape == "station":
            c.circle(center, r, fill, self.ink, max(r * 0.36, 3))
        elif look.shape == "hexagon":
            c.polygon([(center[0] + r * u, center[1] + r * v) for u, v in HEXAGON], fill, rim, width)
        else:
            icon = look.shape in WITH_ICON
            rim = mix(self.ink, fill, 0.4) if icon and c.style.dark else rim
            c.rect(box, fill, rim, width, self.corner, shadow=4 if icon else 0)

    def _glyph(self, at: Point) -> None:
        """A rack unit or a head and shoulders."""
        c, s = self.c, self.size * 0.62
        tint = self.c.theme.accent
        if self.look.shape == "host":
            for dy in (-0.72, 0.0, 0.72):
                slot = Box.at((at[0], at[1] + dy * s), self.icon, 0.58 * s)
                c.rect(slot, tint, radius=2)
                c.circle((slot.x1 - 0.32 * s, slot.cy), 0.13 * s, "#ffffff")
            return
        r = self.icon / 2
        c.circle(at, r, tint)
        light = lighter(tint, 0.75)
        c.circle((at[0], at[1] - 0.25 * r), 0.32 * r, light)
        c.wedge((at[0], at[1] + 0.72 * r), 0.58 * r, 180, 180, light)

    def label_edges(self, flat: str) -> None:
        """What stands on the edges: a weight or a word, on a plate that interrupts the line."""
        c = self.c
        pale = mix(self.ground, "#ffffff", 0.5 if not c.style.dark else 0.06)
        for edge, box in zip(self.graph.edges, self.plates, strict=bool(self.plates)):
            if self.rimmed:
                c.rect(box, pale, flat, 1.2, radius=box.h / 2)
            else:
                c.rect(box, self.ground, radius=3)
            with c.group("label", edge.ends):
                c.text(
                    edge.label, box.center, self.label_size, weight=600, family=self.family, color=self.ink
                )


def _sign(x: float) -> int:
    return (x > 0) - (x < 0)
