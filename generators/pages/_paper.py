"""Printed pages: papers with their inks, bindings, and pictures such as calendars carry."""

from itertools import pairwise
from typing import NamedTuple

from trace_tasks.engine import Box, Canvas, Point, alpha, darker, lighter, radial, skia, smooth_path
from trace_tasks.engine.colors import luminance


class Paper(NamedTuple):
    """A stock and the inks printed on it."""

    sheet: str
    ink: str
    soft: str  # secondary print
    line: str
    accent: str
    tint: str  # pale fill

    @property
    def dark(self) -> bool:
        return luminance(self.ink) > luminance(self.sheet)


PAPERS = (
    Paper("#ffffff", "#1d2126", "#7d858d", "#d4d9de", "#c8322b", "#f3f5f7"),
    Paper("#fffdf7", "#2c2418", "#8a7e6b", "#e0d6c2", "#a8442a", "#f7f0e1"),
    Paper("#fdf6ec", "#3a2a1d", "#8d7a66", "#e4d3bd", "#b5622a", "#f8e9d3"),
    Paper("#f4f8fb", "#16324a", "#6d8396", "#cddbe6", "#1f6fb5", "#e4eef6"),
    Paper("#f5f8f1", "#22382a", "#71826f", "#d3decb", "#3f7d4c", "#e6efdf"),
    Paper("#fdf3f4", "#43202b", "#94737c", "#ecd5d9", "#b83a5a", "#f9e3e6"),
    Paper("#f6f3fb", "#2d2346", "#7d7494", "#dcd4ec", "#6b3fc4", "#ece5f8"),
    Paper("#e9dcc3", "#33261a", "#76654d", "#cdb994", "#8a2f1d", "#dfcfae"),
    Paper("#22272e", "#eef1f4", "#909aa5", "#3d454e", "#f0b429", "#2d333b"),
    Paper("#1d2b3f", "#edf2fa", "#8d9db5", "#34465f", "#ff9a62", "#26374f"),
)


def rings(c: Canvas, box: Box, count: int) -> None:
    """A binder's rings along the left edge of a sheet, each through its hole."""
    for i in range(count):
        y = box.y0 + box.h * (i + 0.7) / (count + 0.4)
        c.circle((box.x0 + 22, y), 8, darker(c.paper, 0.25), alpha("#000000", 0.3), 1)
        wire = skia.Path()
        wire.addArc(skia.Rect(box.x0 - 46, y - 14, box.x0 + 25, y + 16), 180, 175)
        c.path(wire, None, "#6b737b", 6.5, shadow=5)
        c.path(wire, None, "#c9d0d6", 3)


def spiral(c: Canvas, x0: float, x1: float, y: float, size: float, metal: str = "#9aa2aa") -> None:
    """Wire loops through punched holes along the top edge of a sheet."""
    count = int((x1 - x0) / (size * 1.9))
    for i in range(count):
        x = x0 + (i + 0.5) * (x1 - x0) / count
        c.rect(Box.at((x, y + size * 0.62), size * 0.62, size * 0.5), "#2b2f34", radius=size * 0.2)
        for dx, tone in ((-size * 0.16, darker(metal, 0.35)), (size * 0.12, lighter(metal, 0.35))):
            loop = skia.Path()
            loop.addArc(
                skia.Rect(x + dx - size * 0.2, y - size * 0.85, x + dx + size * 0.2, y + size * 0.7), 95, 330
            )
            c.path(loop, None, tone, size * 0.15)


def sheet(c: Canvas, box: Box, paper: Paper, radius: float = 3, under: int = 0) -> None:
    """A sheet with its shadow, over the edges of `under` more."""
    for i in range(under, 0, -1):
        c.rect(
            box.moved(i * 1.6, i * 2.6),
            darker(paper.sheet, 0.05 * i),
            darker(paper.sheet, 0.2),
            0.8,
            radius=radius,
        )
    c.rect(box, paper.sheet, radius=radius, shadow=12)


#: Sky above and at the horizon, sun or moon, and the hills from the far one to the near one.
SEASONS = {
    "winter": ("#7fa3c7", "#e6eef5", "#fffdf2", ("#b8cbdd", "#93abc4", "#e9f0f6", "#ffffff")),
    "spring": ("#8cc9ea", "#eef8e6", "#fff6c4", ("#b9d6c0", "#8fc08a", "#6aa860", "#4f8f4a")),
    "summer": ("#4aa8e0", "#fdf0cf", "#fff2a6", ("#7fb7c9", "#5b9aa0", "#e6cf8f", "#d9b968")),
    "autumn": ("#e8a46a", "#fbe6c4", "#fff3d0", ("#c98f6b", "#b0643f", "#8c4426", "#5f2d1c")),
    "dusk": ("#3b2f63", "#f2946b", "#ffd79a", ("#7a4a78", "#583768", "#3a2650", "#22183a")),
    "night": ("#0d1738", "#3f5f96", "#f4f1dc", ("#2b4270", "#203359", "#152444", "#0c1730")),
}


def season_of(month: int) -> str:
    return ("winter", "spring", "summer", "autumn")[month % 12 // 3]


def scenery(c: Canvas, box: Box, season: str) -> None:
    """A landscape in layers: sky, sun or moon, ranges of hills, trees that stand on the nearest."""
    high, low, disc, hills = SEASONS[season]
    with c.clip(box):
        c.fade(box, high, low)
        _sun(c, box, disc, 0.14 if season == "night" else 0.5)
        if season == "night":
            for _ in range(40):
                spot = box.point(c.rng.random(), c.rng.random() * 0.6)
                c.circle(spot, c.rng.uniform(0.6, 1.7), "#ffffffcc")
        elif season != "dusk":
            for _ in range(c.rng.integer(2, 4)):
                spot = box.point(c.rng.random(), c.rng.uniform(0.1, 0.4))
                _cloud(c, spot, box.h * c.rng.uniform(0.05, 0.09))
        tops: list[Point] = []
        for i, tone in enumerate(hills):
            level, rough = 0.48 + 0.13 * i, (0.2, 0.13, 0.09, 0.05)[i]
            tops = [box.point(u / 8 - 0.05, level + c.rng.uniform(-rough, rough)) for u in range(10)]
            path = smooth_path(tops) if i or c.rng.chance(0.5) else smooth_path(tops, tension=0.03)
            path.lineTo(box.x1 + 60, box.y1)
            path.lineTo(box.x0 - 60, box.y1)
            path.close()
            c.path(path, tone)
            if i == 1 and season == "summer":
                _sea(c, box.bottom(box.h * 0.3)[0])
        feet = [_foot(tops, box, c.rng.random(), c.rng.random()) for _ in range(c.rng.integer(5, 11))]
        for x, y in sorted(feet, key=lambda foot: foot[1]):
            _tree(c, (x, y), box.h * c.rng.uniform(0.14, 0.2) * (0.5 + (y - box.y0) / box.h), season)


def _sun(c: Canvas, box: Box, disc: str, glow: float) -> None:
    spot = box.point(c.rng.uniform(0.18, 0.82), c.rng.uniform(0.2, 0.36))
    radius = box.h * c.rng.uniform(0.06, 0.1)
    halo = [alpha(disc, glow * share) for share in (1, 0.42, 0.14, 0)]
    c.circle(spot, radius * 4, radial(spot, radius * 4, halo, (0.2, 0.45, 0.7, 1)))
    c.circle(spot, radius, disc)


def _sea(c: Canvas, water: Box) -> None:
    c.fade(water, "#5aa6c4", "#2f7ea6")
    for _ in range(14):
        x, y = water.point(c.rng.random(), c.rng.uniform(0.05, 0.6))
        c.line((x, y), (x + water.w * 0.04, y), "#ffffff66", 1.4)


def _foot(tops: list[Point], box: Box, across: float, down: float) -> Point:
    """A place on the nearest hill: under the line through its tops, `down` towards the lower edge."""
    x = box.x0 + box.w * across
    (x0, y0), (x1, y1) = next(pair for pair in pairwise(tops) if pair[1][0] >= x)
    ridge = max(y0 + (y1 - y0) * (x - x0) / (x1 - x0), min(y0, y1)) + box.h * 0.03
    return x, min(ridge + down * (box.y1 - ridge) * 0.9, box.y1)


def _cloud(c: Canvas, at: Point, size: float) -> None:
    puffs = skia.Path()
    for dx, dy, r in ((-1.2, 0.2, 0.6), (-0.4, -0.2, 0.85), (0.5, 0, 0.7), (1.2, 0.25, 0.5)):
        puffs.addCircle(round(at[0] + dx * size, 2), round(at[1] + dy * size, 2), round(r * size, 2))
    c.path(puffs, "#ffffffd8")


def _tree(c: Canvas, foot: tuple[float, float], height: float, season: str) -> None:
    x, y = foot
    leaf = {
        "winter": "#5f7f78",
        "spring": "#3f7d45",
        "summer": "#3d7a54",
        "autumn": "#d07a2a",
        "dusk": "#1a1230",
    }.get(season, "#081026")
    c.line((x, y), (x, y - height * 0.6), "#5b4030" if leaf > "#3" else leaf, height * 0.07)
    c.ellipse(Box.at((x, y), height * 0.5, height * 0.09), alpha("#000000", 0.14))
    if season in ("winter", "night", "dusk"):
        for i in range(3):
            top, w = y - height * 1.1 + i * height * 0.26, height * (0.16 + 0.08 * i)
            c.polygon(((x, top), (x + w, top + height * 0.42), (x - w, top + height * 0.42)), leaf)
            if season == "winter":
                c.polygon(
                    ((x, top), (x + w * 0.5, top + height * 0.2), (x - w * 0.5, top + height * 0.2)),
                    "#f4f8fb",
                )
    else:
        for dx, dy, r in ((-0.16, 0.6, 0.2), (0.16, 0.62, 0.2), (0, 0.8, 0.22)):
            c.circle((x + dx * height, y - dy * height), r * height, leaf)
        c.circle((x - 0.06 * height, y - 0.84 * height), 0.12 * height, lighter(leaf, 0.1))
