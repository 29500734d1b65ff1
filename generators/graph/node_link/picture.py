"""How a graph is shown: textbook figures, whiteboards, network maps, flow and state diagrams."""

from collections.abc import Sequence
from itertools import product
from math import hypot, sqrt
from typing import TYPE_CHECKING, NamedTuple

from trace_tasks.engine import Box, Canvas, Point, alpha, contrast, darker, lighter, mix, polygon_path, skia

from .._diagrams import Room, arranged, plate_places

if TYPE_CHECKING:
    from .scene import Edge, Graph


class Look(NamedTuple):
    shape: str  # disc, hexagon, square, dot, station, box, pill, host, person
    fill: str  # paper, panel, one (colour), many (colours), ink
    line: float  # edge width against the style's stroke
    edge: str = "ink"  # ink, muted, accent
    backdrop: str = "plain"  # plain, dots, squares, card
    bend: float = 0.0  # how far edges bow, as a share of their length
    glow: bool = False


LOOKS: dict[str, Look] = {
    "textbook dots": Look("dot", "ink", 0.8),
    "textbook circles": Look("disc", "paper", 0.75),
    "bowed circles": Look("disc", "paper", 0.8, bend=0.08),
    "flat discs": Look("disc", "one", 1.0, "muted", bend=0.08),
    "palette discs": Look("disc", "many", 0.9, "muted"),
    "ring badges": Look("ring", "panel", 1.0, "muted", "card"),
    "hexagons": Look("hexagon", "one", 1.0, "muted", "dots"),
    "tiles": Look("square", "many", 1.0, "ink", "squares"),
    "squared paper": Look("disc", "paper", 0.9, "ink", "squares"),
    "glow": Look("disc", "one", 0.8, "accent", glow=True),
    "diagram editor": Look("box", "panel", 0.8, "muted", "dots"),
    "flow boxes": Look("box", "one", 0.9, "ink"),
    "pills": Look("pill", "many", 0.9, "muted", "card"),
    "soft pills": Look("pill", "tint", 0.8, "ink", bend=0.08),
    "network map": Look("host", "panel", 0.9, "muted", "dots"),
    "contacts": Look("person", "panel", 0.8, "muted"),
    "transit": Look("station", "paper", 2.1, "accent"),
    "colored dots": Look("dot", "one", 1.0, "muted", bend=0.08),
}
HEXAGON = ((1, 0), (0.5, 0.866), (-0.5, 0.866), (-1, 0), (-0.5, -0.866), (0.5, -0.866))
MOST_BOW = 20.0  # px that the control point of a bowed edge lies beside it; the edge itself bows half as far
COMPACT = ("disc", "hexagon", "square", "ring")  # hold a short name only


def choose_look(c: Canvas, graph: "Graph") -> Look:
    """One of the looks that suit the names, the theme and what is coloured."""
    longest = max(len(node.name) for node in graph.nodes)
    fitting = [
        look
        for look in LOOKS.values()
        if (look.shape not in COMPACT or longest <= 3)
        and (look.shape != "box" or longest > 1)
        and (look.shape != "pill" or longest > 3)
        and (look.shape != "host" or graph.subject in ("hosts", "routers", "services"))
        and (look.shape != "person" or graph.subject == "people")
        and (look.shape != "station" or graph.subject in ("cities", "towns", "stations"))
        and (not look.glow or c.style.dark)
        and not (look.shape in ("host", "person") and graph.nodes[0].color)
        and not (look.fill in ("one", "many", "tint") and graph.edges[0].color)  # a red node is no red edge
    ]
    special = [look for look in fitting if look.shape in ("host", "person", "station")]
    return c.rng.choice(special if special and c.rng.chance(0.25) else fitting)


class Figure:
    """One drawing of a graph: sizes, then places, then ink."""

    def __init__(self, c: Canvas, graph: "Graph"):
        self.c, self.graph, self.look = c, graph, choose_look(c, graph)
        self.hand = c.style.body in ("Kalam", "Caveat")
        digits = graph.lettered or any(map(str.isdigit, "".join(graph.names)))
        self.family = "Caveat" if self.hand and digits else c.style.body  # Kalam's 1 looks like an l
        self.grow = 1.25 if self.family == "Caveat" else 1.0  # it looks small
        self.size = c.pt(c.rng.choice((0, 0.4, 0.8)))
        self.weight = 400 if self.look.fill == "paper" else c.rng.choice((500, 600))
        self.italic = self.look.fill in ("paper", "ink") and graph.subject == "letters" and c.rng.chance(0.5)
        self.colored = bool(graph.nodes[0].color)
        self.half_w, self.half_h = self._half()
        self.beside = self.look.shape in ("dot", "station")
        self.label_size = c.pt(c.rng.choice((-0.4, 0)))
        self.pairs = graph.index_pairs()
        self.page()
        self.points = self.place()
        self.stroke = max(c.style.stroke * self.look.line, 1.5)
        self.paint()

    def width(self, text: str, size: float, weight: int) -> float:
        return self.c.measure(text, size * self.grow, weight=weight, family=self.family)[0]

    def _half(self) -> tuple[float, float]:
        """Half the size of a node."""
        c, shape = self.c, self.look.shape
        widest = max(self.width(n.name, self.size, self.weight) for n in self.graph.nodes)
        if shape == "dot":
            r = c.rng.uniform(9, 13) if self.colored else c.rng.uniform(5, 8)
            return r, r
        if shape == "station":
            r = c.rng.uniform(9, 12)
            return r, r
        if shape in COMPACT:
            r = max(widest / 2 + 8, self.size * c.rng.uniform(1.0, 1.35))
            return r, r
        half_h = self.size * (1.25 if shape in ("host", "person") else c.rng.uniform(1.05, 1.3))
        icon = 2 * half_h - 4 if shape in ("host", "person") else 0
        return (widest + icon) / 2 + c.rng.uniform(10, 14), half_h

    # ---- places

    def page(self) -> None:
        """Open a page with room for every node; `box` is what the layout may fill."""
        c = self.c
        w, h = self._extent()
        title = self.graph.title if c.rng.chance(0.55) else ""
        margin = c.rng.uniform(24, 40)
        top = c.pt(2) * 2.1 if title else 0
        box = c.page(w + 2 * margin, h + 2 * margin + top, margin, self.paper())
        self.ink = c.ink if contrast(c.ink, c.paper) >= 6 else "#1c2126"
        self.ground = c.paper
        if self.look.backdrop == "card" and c.paper == c.theme.paper:
            c.rect(c.bounds.inset(12), c.theme.panel, c.theme.grid, 1.2, radius=max(c.style.corner, 4))
            self.ground = c.theme.panel
        elif self.look.backdrop in ("dots", "squares"):
            self._backdrop()
        if title:
            head, box = box.top(top)
            align, size = c.rng.choice("lm"), c.pt(2)
            at = (head.x0 if align == "l" else head.cx, head.y0 + size * 0.35)
            face = c.style.display
            c.text(title, at, size, anchor=f"{align}t", weight=600, family=face, color=self.ink, fit=head.w)
        pad = self.size * 1.3 if self.beside else 0
        self.box = box.inset(pad * 2.0 if self.beside and len(self.graph.nodes[0].name) > 2 else pad, pad)

    def _extent(self) -> tuple[float, float]:
        """Width and height that leave a gap around each node, more where edges are many or labelled."""
        rng, n, m = self.c.rng, len(self.graph.nodes), len(self.graph.edges)
        gap = rng.uniform(98, 120) + (38 if self.beside else 0) + 3.2 * max(m - n, 0)
        gap += 46 if self.graph.lettered else 0
        wide = gap * sqrt((self.half_w + 13) / (self.half_h + 13))
        cells = n + 1.6 * (len(self.graph.components()) - 1)
        area = cells * (2 * self.half_w + wide) * (2 * self.half_h + gap)
        aspects = (1.0, 1.2, 1.35, 1.5, 1.6) if self.half_w > 40 else (0.8, 1.0, 1.2, 1.35, 1.5, 1.7)
        w = min(max(sqrt(area * rng.choice(aspects)), 420), 1180)
        return w, min(max(area / w, 400), 1e6 / w - 90)

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

    def place(self) -> list[Point]:
        c, graph = self.c, self.graph
        levels = graph.levels()
        kinds = {
            "force": 5,
            "circle": 2 if len(self.pairs) <= 1.35 * len(graph.nodes) else 0.2,
            "grid": 3,
            "levels": 5 if graph.directed and levels else 0,
        }
        room = Room(
            self.half_w,
            self.half_h,
            clear=(17 if self.beside else 13) + (5 if self.look.bend else 0),
            link=(44 if graph.directed else 32) + (34 if graph.lettered else 0),
            angle=0.95 if not self.look.bend else 0.93,
        )
        return arranged(c.rng, len(graph.nodes), self.pairs, self.box, room, c.rng.weighted(kinds), levels)

    # ---- ink

    def paint(self) -> None:
        c, graph = self.c, self.graph
        flat = {
            "ink": self.ink,
            "muted": mix(self.ink, self.ground, 0.35),
            "accent": c.theme.accent if contrast(c.theme.accent, self.ground) > 2.4 else self.ink,
        }[self.look.edge]
        for edge, (i, j) in zip(graph.edges, self.pairs, strict=True):
            self.edge(edge, self.points[i], self.points[j], c.named(edge.color) if edge.color else flat)
        self.fills = self._fills()
        for k, node in enumerate(graph.nodes):
            self.node(k, legible(c.named(node.color) if node.color else self.fills[k % len(self.fills)]))
        if graph.lettered:
            self.plates(flat)
        if self.beside:
            for k, node in enumerate(graph.nodes):
                c.label(
                    node.name,
                    self.points[k],
                    self.half_w + 6,
                    self.size * self.grow,
                    prefer=self._free_sides(k),
                    weight=self.weight,
                    italic=self.italic,
                    family=self.family,
                    color=self.ink,
                )

    def _fills(self) -> Sequence[str]:
        c = self.c
        showing = [p for p in c.style.palette if contrast(p, self.ground) >= 1.6] or [self.ink]
        return {
            "paper": [self.ground],
            "panel": [mix(self.ground, "#ffffff", 0.65 if not c.style.dark else 0.1)],
            "ink": [self.ink],
            "one": showing[:1],
            "many": showing[:4],
            "tint": [mix(self.ground, s, 0.22) for s in showing[:3]],
        }[self.look.fill]

    def edge(self, edge: "Edge", p: Point, q: Point, color: str) -> None:
        c, directed, bend = self.c, self.graph.directed, 0.0 if self.graph.lettered else self.look.bend
        width = max(self.stroke * 1.5, 3.0) if edge.color else self.stroke
        bend = min(bend, MOST_BOW / hypot(q[0] - p[0], q[1] - p[1]))
        mid = ((p[0] + q[0]) / 2 - (q[1] - p[1]) * bend, (p[1] + q[1]) / 2 + (q[0] - p[0]) * bend)
        start = self.border(p, mid, 2 if directed else 0)
        tip = self.border(q, mid, 3 if directed else 0)
        c.mark("edge", edge.ends, segment=(start, tip))
        head = max(11.0, width * 3.6) if directed else 0
        run = hypot(tip[0] - mid[0], tip[1] - mid[1])
        ux, uy = (tip[0] - mid[0]) / run, (tip[1] - mid[1]) / run
        end = (tip[0] - ux * head * 0.8, tip[1] - uy * head * 0.8)
        if self.look.glow:
            c.path(_curve(start, mid, end, bend), None, alpha(color, 0.25), width * 3)
        if self.hand:
            self._by_hand(start, mid, end, color, width)
        else:
            c.path(_curve(start, mid, end, bend), None, color, width, cap="butt" if directed else "round")
        if directed:
            side, notch = head * 0.42, 0.78
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

    def _by_hand(self, start: Point, mid: Point, end: Point, color: str, width: float) -> None:
        """A stroke that is not quite straight."""
        rng = self.c.rng
        path = skia.Path()
        path.moveTo(*start)
        a, b = (
            ((start[0] + 2 * mid[0]) / 3, (start[1] + 2 * mid[1]) / 3),
            ((end[0] + 2 * mid[0]) / 3, (end[1] + 2 * mid[1]) / 3),
        )
        path.cubicTo(
            a[0] + rng.uniform(-4, 4),
            a[1] + rng.uniform(-4, 4),
            b[0] + rng.uniform(-4, 4),
            b[1] + rng.uniform(-4, 4),
            *end,
        )
        self.c.path(path, None, color, width)

    def border(self, center: Point, toward: Point, gap: float) -> Point:
        """Where the way from a node's centre leaves its outline, `gap` px on."""
        dx, dy = toward[0] - center[0], toward[1] - center[1]
        length = hypot(dx, dy)
        if self.half_w == self.half_h and self.look.shape != "square":
            reach = self.half_w
        else:
            reach = length * min(self.half_w / max(abs(dx), 1e-6), self.half_h / max(abs(dy), 1e-6))
        if self.look.shape in ("pill", "person") and abs(dx) * reach / length > self.half_w - self.half_h:
            u, cap = abs(dx) / length, self.half_w - self.half_h  # into the round end
            reach = cap * u + sqrt(cap * cap * (u * u - 1) + self.half_h * self.half_h)
        share = (reach + gap) / length
        return (center[0] + dx * share, center[1] + dy * share)

    def node(self, k: int, fill: str) -> None:
        c, node, center = self.c, self.graph.nodes[k], self.points[k]
        box = c.mark("node", node.name, box=Box.at(center, 2 * self.half_w, 2 * self.half_h), point=center)
        self.outline(box, fill, bool(node.color))
        if self.beside:
            return
        if self.look.shape in ("host", "person"):
            center = ((box.x0 + 2 * self.half_h + box.x1 - 6) / 2, center[1])
            self._glyph(self.look.shape, (box.x0 + self.half_h, center[1]))
        c.text(
            node.name,
            center,
            self.size * self.grow,
            weight=self.weight,
            italic=self.italic,
            family=self.family,
            color=self.ink if self.look.fill in ("paper", "tint") and not node.color else None,
        )

    def outline(self, box: Box, fill: str, colored: bool) -> None:
        """The body of a node; colored ones are rimmed in ink."""
        c, look, center, r = self.c, self.look, box.center, self.half_w
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
            c.circle(center, r, fill if colored else "#ffffff", "#101317", max(r * 0.36, 3))
        elif look.shape == "hexagon":
            c.polygon([(center[0] + r * u, center[1] + r * v) for u, v in HEXAGON], fill, rim, width)
        elif look.shape in ("host", "person"):
            rim = mix(self.ink, fill, 0.4) if c.style.dark else rim
            c.rect(box, fill, rim, width, self.half_h if look.shape == "person" else self.corner, shadow=4)
        else:
            c.rect(box, fill, rim, width, {"pill": self.half_h, "square": 4}.get(look.shape, self.corner))

    @property
    def corner(self) -> float:
        return max(self.c.style.corner, 2)

    def _glyph(self, shape: str, at: Point) -> None:
        """A rack unit or a head and shoulders."""
        c, s = self.c, self.size * 0.62
        tint = c.color(0)
        if shape == "host":
            for dy in (-0.72, 0.0, 0.72):
                slot = Box.at((at[0], at[1] + dy * s), 2.1 * s, 0.58 * s)
                c.rect(slot, tint, radius=2)
                c.circle((slot.x1 - 0.32 * s, slot.cy), 0.13 * s, "#ffffff")
            return
        r = self.half_h - 4
        c.circle(at, r, tint)
        light = lighter(tint, 0.75)
        c.circle((at[0], at[1] - 0.25 * r), 0.32 * r, light)
        c.wedge((at[0], at[1] + 0.72 * r), 0.58 * r, 180, 180, light)

    def plates(self, flat: str) -> None:
        """What stands on the edges: a weight or a word, on a plate that interrupts the line."""
        c, graph = self.c, self.graph
        texts = [edge.text or str(edge.weight) for edge in graph.edges]
        widths = [self.width(t, self.label_size, 600) for t in texts]
        half = [(max(w / 2 + 5, self.label_size * 0.72), self.label_size * 0.72) for w in widths]
        spots = plate_places(self.points, self.pairs, half, (self.half_w, self.half_h))
        rimmed, pale = c.rng.chance(0.35), mix(self.ground, "#ffffff", 0.5 if not c.style.dark else 0.06)
        for edge, text, (w, h), spot in zip(graph.edges, texts, half, spots, strict=True):
            box = Box.at(spot, 2 * w, 2 * h)
            c.rect(
                box, pale if rimmed else self.ground, flat if rimmed else None, 1.2, radius=h if rimmed else 3
            )
            with c.group("label", edge.ends):
                c.text(
                    text,
                    spot,
                    self.label_size * self.grow,
                    weight=600,
                    family=self.family,
                    color=self.ink,
                )

    def _free_sides(self, k: int) -> str:
        """Compass sides of a node, those far from its edges first."""
        (x, y), ways = self.points[k], []
        for i, j in self.pairs:
            if k in (i, j):
                p, q = self.points[j if i == k else i]
                d = hypot(p - x, q - y)
                ways.append(((p - x) / d, (q - y) / d))
        sides = {
            "e": (1, 0),
            "w": (-1, 0),
            "n": (0, -1),
            "s": (0, 1),
            "ne": (0.7, -0.7),
            "nw": (-0.7, -0.7),
            "se": (0.7, 0.7),
            "sw": (-0.7, 0.7),
        }
        near = {side: max((u * a + v * b for a, b in ways), default=-1) for side, (u, v) in sides.items()}
        return " ".join(sorted(sides, key=lambda side: round(near[side], 2)))


def _curve(start: Point, mid: Point, end: Point, bend: float) -> skia.Path:
    path = skia.Path()
    path.moveTo(round(start[0], 2), round(start[1], 2))
    if bend:
        path.quadTo(round(mid[0], 2), round(mid[1], 2), round(end[0], 2), round(end[1], 2))
    else:
        path.lineTo(round(end[0], 2), round(end[1], 2))
    return path


def legible(fill: str) -> str:
    """The fill, a little lighter where neither dark nor white letters would be clear on it."""
    return fill if max(contrast(fill, "#ffffff"), contrast(fill, "#14171a")) > 4.7 else lighter(fill, 0.12)
