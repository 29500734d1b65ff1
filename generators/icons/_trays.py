"""What a grid of icons lies on: cards, stickers, felt, shelves, tiles, screens, with numbers at the edges."""

from collections.abc import Callable
from functools import cache, partial
from itertools import pairwise
from typing import NamedTuple

from trace_tasks.engine import (
    Box,
    Canvas,
    alpha,
    contrast,
    darker,
    icons,
    lighter,
    linear,
    mix,
    radial,
    readable,
    skia,
)

Cells = dict[tuple[int, int], Box]  # by row and column, (0, 0) top left
Names = tuple[tuple[str, ...], ...]

#: Sets of hues for icons or tiles, as toy makers and phone makers use them.
HUES = (
    ("#e4572e", "#17bebb", "#f2b134", "#5b6ee1", "#76b041", "#d1478c"),
    ("#d7263d", "#1b998b", "#f46036", "#3a7ca5", "#8f5fd0"),
    ("#3a86ff", "#8338ec", "#ff006e", "#fb5607", "#06a77d"),
    ("#e0564f", "#4f9d5b", "#f0a03c", "#3f8fd0", "#b565a7"),
    ("#ef476f", "#118ab2", "#06a27c", "#9b5fc0", "#f08a24"),
    ("#2a9d8f", "#e9a23b", "#e76f51", "#3f6fd8", "#c2528b"),
    ("#e0325c", "#0083c9", "#5fa052", "#8a3fd0", "#e8700c"),
)


class Look(NamedTuple):
    papers: tuple[str, ...]
    stage: Callable[[Canvas, Box, Cells], None]  # what lies under all the cells
    tile: Callable[[Canvas, float, str], None] | None  # one cell of this width and hue, around the origin
    ink: Callable[[str, str], str]  # the icon's colour, from its hue and the paper
    base: Callable[[str], str]  # the tone that fills the icon, from its hue
    faces: tuple[str, ...]  # type of the numbers
    gap: float = 0.08  # between cells, as a share of their pitch
    share: float = 0.64  # of the cell that the icon takes
    rim: float = 26  # from the numbers to the edge of the page
    cut: str = "flat"  # flat, sticker, or cloth
    one_hue: float = 0.08  # how often all the icons have one colour
    standing: bool = False  # the icons stand on the bottom of their cells


def tray(c: Canvas, names: Names, drawing: str) -> Cells:
    """Open a page, draw the icons by rows in this drawing style, number the edges; gives the cells."""
    look = LOOKS[c.rng.choice(list(LOOKS))]
    rows, columns = len(names), len(names[0])
    pitch = min(max(c.rng.uniform(640, 860) / max(rows, columns), 66), 124)
    size = c.rng.uniform(17, 21)
    strip = 1.6 * size + 20
    w, h = columns * pitch + strip + 2 * look.rim, rows * pitch + strip + 2 * look.rim
    room = c.page(w, h, look.rim, c.rng.choice(look.papers))
    board = room.trim(left=strip, top=strip)
    cells = {key: cell.inset(pitch * look.gap / 2) for key, cell in board.grid(rows, columns).items()}
    look.stage(c, board, cells)
    hues = c.rng.choice(HUES)
    if c.rng.chance(look.one_hue):
        hues = (c.rng.choice(hues),)
    order = c.rng.shuffled(sorted({name for row in names for name in row})) if c.rng.chance(0.5) else []
    for (r, k), cell in cells.items():
        name = names[r][k]
        hue = hues[order.index(name) % len(hues)] if order else c.rng.choice(hues)
        if look.tile:
            c.stamp(
                ("tile", hue), cell.center, (cell.w + 12, cell.w + 12), partial(look.tile, c, cell.w, hue)
            )
        icon(c, name, drawing, cell, look, hue)
    edge_numbers(c, board, cells, size, look)
    return cells


@cache
def silhouette(name: str, drawing: str) -> skia.Path:
    """All that the contours of an icon enclose, its holes too."""
    contours: list[skia.Path] = []
    steps = skia.Path.Iter(icons.path(name, drawing), True)
    while (step := steps.next())[0] != skia.Path.kDone_Verb:
        verb, points = step
        if verb == skia.Path.kMove_Verb:
            contours.append(skia.Path().moveTo(points[0]))
        elif verb == skia.Path.kQuad_Verb:
            contours[-1].quadTo(points[1], points[2])
        elif verb == skia.Path.kCubic_Verb:
            contours[-1].cubicTo(points[1], points[2], points[3])
        elif verb == skia.Path.kLine_Verb:
            contours[-1].lineTo(points[1])
    whole = skia.Path()
    for contour in contours:  # all run the same way round, so that none cuts a hole
        points = [contour.getPoint(i) for i in range(contour.countPoints())]
        if sum(a.x() * b.y() - b.x() * a.y() for a, b in zip(points, [*points[1:], points[0]])) > 0:
            whole.addPath(contour)
        else:
            whole.reverseAddPath(contour)
    return whole


def icon(c: Canvas, name: str, drawing: str, cell: Box, look: Look, hue: str) -> None:
    outline, color, base = icons.path(name, drawing), look.ink(hue, c.paper), look.base(hue)
    box = outline.getBounds()
    bulk = (box.width() * box.height()) ** 0.5
    size = max(cell.w * look.share, 40) * min(max(0.82 / bulk, 0.88), 1.12)  # alike to the eye

    def glyph() -> None:
        with c.transform((-size / 2, -size / 2), 0, size):
            if look.cut == "sticker":
                with c.transform((0, 0.03)):
                    c.path(outline, "#00000030", "#00000030", 0.19)
                c.path(outline, "#ffffff", "#ffffff", 0.17)
            if look.cut == "cloth":
                with c.transform((0.015, 0.035)):
                    c.path(silhouette(name, drawing), "#00000055")
            c.path(silhouette(name, drawing), base)
            c.path(outline, linear((0, 0), (0, 1), (lighter(color, 0.1), darker(color, 0.1))))

    drop = 0.0
    if look.standing:  # on the bottom of the cell
        drop = cell.h / 2 - (box.bottom() - 0.5) * size
    c.stamp(("icon", name, color, base), (cell.cx, cell.cy + drop), (size * 1.3, size * 1.3), glyph)


BADGES = ("plain", "plain", "disc", "tab")


def edge_numbers(c: Canvas, board: Box, cells: Cells, size: float, look: Look) -> None:
    """1, 2, 3, ... along the left and the top edge, clear of any frame."""
    badge = c.rng.choice(BADGES[2:] if look.stage in (wallpaper, table_top) else BADGES)
    fill, face = (
        mix(c.paper, c.rng.choice(("#ffffff", "#000000")), c.rng.choice((0.6, 0.8))),
        c.rng.choice(look.faces),
    )
    rows, columns = max(r for r, _ in cells) + 1, max(k for _, k in cells) + 1
    out = 15 + size * 0.8
    spots = [(str(r + 1), (board.x0 - out, cells[r, 0].cy)) for r in range(rows)]
    spots += [(str(k + 1), (cells[0, k].cx, board.y0 - out)) for k in range(columns)]
    for text, at in spots:
        if badge == "disc":
            c.circle(at, size * 0.8, fill)
        if badge == "tab":
            c.rect(Box.at(at, size * 1.6, size * 1.5), fill, radius=5)
        c.text(text, at, size, weight=700, family=face)


# ---- stages: what lies under the cells


def bare(c: Canvas, board: Box, cells: Cells) -> None:
    pass


def table_top(c: Canvas, board: Box, cells: Cells) -> None:
    """Boards with light from one corner over the whole page; their seams lie between the rows of cells."""
    a, b = c.bounds.corners[0], c.bounds.corners[2]
    c.rect(c.bounds, linear(a, b, (lighter(c.paper, 0.1), darker(c.paper, 0.14))))
    rows = len({r for r, _ in cells})
    seams = [0, *(board.y0 + i * board.h / rows for i in range(rows + 1)), c.height]
    for top, bottom in pairwise(seams):
        plank = Box(0, top, c.width, bottom)
        c.line(plank.corners[0], plank.corners[1], alpha("#000000", 0.14), 1.6)
        c.rect(plank, alpha(c.rng.choice(("#ffffff", "#000000")), c.rng.uniform(0.0, 0.05)))


def wallpaper(c: Canvas, board: Box, cells: Cells) -> None:
    """The background of a phone or tablet: a gradient with soft shapes."""
    other = c.rng.choice(("#7b5fd9", "#2f9bd6", "#e0677f", "#19a58a", "#f0924c", "#c75fc0"))
    c.rect(c.bounds, linear(c.bounds.corners[0], c.bounds.corners[2], (c.paper, other)))
    for _ in range(3):
        at = c.bounds.point(c.rng.random(), c.rng.random())
        reach = c.bounds.w * c.rng.uniform(0.25, 0.5)
        c.circle(at, reach, radial(at, reach, ("#ffffff1c", "#ffffff00")))


def ruled(c: Canvas, board: Box, cells: Cells) -> None:
    """A printed card with a ruled grid."""
    rule = readable(c.rng.choice(HUES)[0], "#ffffff", 4.7) if c.rng.chance(0.6) else "#22252a"
    width, white = c.rng.choice((1.2, 2.4)), "#fffdf8"
    c.rect(board.inset(-4), white, rule, 3, radius=c.rng.choice((0, 4, 10)), shadow=8)
    xs, ys = sorted({cell.x0 for cell in cells.values()}), sorted({cell.y0 for cell in cells.values()})
    tint = alpha(rule, 0.09)
    checked = c.rng.chance(0.5)
    for (r, k), cell in cells.items():
        if (r + k * checked) % 2:
            c.rect(cell, tint)
    for x in xs[1:]:
        c.line((x, board.y0 - 3), (x, board.y1 + 3), rule, width)
    for y in ys[1:]:
        c.line((board.x0 - 3, y), (board.x1 + 3, y), rule, width)


def felt(c: Canvas, board: Box, cells: Cells) -> None:
    """A felt board with a wooden frame and stitched lines."""
    wood = c.rng.choice(("#8a5a2b", "#b07b45", "#5d3a1e"))
    c.rect(c.bounds.inset(5), None, wood, 10)
    c.rect(c.bounds.inset(10), None, darker(wood, 0.4), 1.5)
    if c.rng.chance(0.7):
        for cell in cells.values():
            c.rect(cell.inset(-1), None, alpha("#ffffff", 0.3), 1.6, radius=6, dash=(6, 5))


#: Rims and floors of trays.
LACQUERS = (("#17120f", "#8d1f1f"), ("#1c1c1e", "#3a3b40"), ("#7a1f1f", "#1d1715"), ("#10261d", "#2b4a3b"))
WOODS = (("#6d4323", "#ecd9b4"), ("#8a5a2b", "#f3e6cb"), ("#a9772f", "#f6ead2"), ("#4b3a2c", "#e6dac6"))


def lacquer(tones: tuple[tuple[str, str], ...], c: Canvas, board: Box, cells: Cells) -> None:
    """A tray with compartments, as bento boxes have."""
    rim, floor = c.rng.choice(tones)
    c.rect(board.inset(-6), linear(board.corners[0], board.corners[3], (lighter(rim, 0.18), rim)),
           radius=14, shadow=14)  # fmt: skip
    for cell in cells.values():
        c.rect(cell, linear(cell.corners[0], cell.corners[3], (darker(floor, 0.16), floor)), radius=9)
        c.rect(cell, None, darker(floor, 0.3), 1.4, radius=9)


def shelves(c: Canvas, board: Box, cells: Cells) -> None:
    """A case with a plank under each row."""
    wood = c.rng.choice(("#b98149", "#8b5e3c", "#d9b98a", "#5e4630", "#e8e2d8"))
    case = board.inset(-10)
    sheen = linear(case.corners[0], case.corners[1], (lighter(wood, 0.05), darker(wood, 0.22)))
    c.rect(case, sheen, darker(wood, 0.45), 1.2, radius=3, shadow=12)
    for r in sorted({r for r, _ in cells}):
        row = [cell for (i, _), cell in cells.items() if i == r]
        back = Box(board.x0, row[0].y0 - 2, board.x1, row[0].y1)
        c.rect(
            back,
            linear(
                back.corners[0], back.corners[3], (mix(wood, "#ffffff", 0.62), mix(wood, "#ffffff", 0.78))
            ),
        )
        plank = Box(board.x0, row[0].y1, board.x1, row[0].y1 + max(row[0].w * 0.07, 5))
        c.rect(plank, linear(plank.corners[0], plank.corners[3], (lighter(wood, 0.15), darker(wood, 0.2))))


def chalk(c: Canvas, board: Box, cells: Cells) -> None:
    for cell in cells.values():
        c.rect(cell, None, alpha("#ffffff", 0.55), 1.6, radius=4)


# ---- tiles: one cell


def card(c: Canvas, w: float, hue: str) -> None:
    c.rect(Box.at((0, 0), w), "#fffefb", "#0000001c", 1, radius=w * 0.1, shadow=7)


def app(c: Canvas, w: float, hue: str) -> None:
    box = Box.at((0, 0), w)
    base = readable(hue, "#ffffff", 3.4)
    c.rect(box, linear(box.corners[0], box.corners[3], (lighter(base, 0.14), darker(base, 0.1))),
           radius=w * 0.24, shadow=6)  # fmt: skip


def memory(c: Canvas, w: float, hue: str) -> None:
    c.rect(Box.at((0, 0), w), lighter(hue, 0.15), darker(hue, 0.3), 1.5, radius=w * 0.12, shadow=6)
    c.circle((0, 0), w * 0.43, "#fffaf0", alpha(darker(hue, 0.3), 0.5), 1.5)


def wooden(c: Canvas, w: float, hue: str) -> None:
    box = Box.at((0, 0), w)
    c.rect(box, linear(box.corners[0], box.corners[3], ("#efd6a8", "#d9b578")), "#a87f45", 1.2,
           radius=w * 0.08, shadow=7)  # fmt: skip
    for y in (-0.31, -0.12, 0.1, 0.33):
        c.line((-w * 0.44, w * y), (w * 0.44, w * (y + 0.03)), "#b98d4f38", 1.5)


def dark_ink(hue: str, paper: str) -> str:
    return readable(hue, "#fffaf0", 3.6)


def pale_ink(hue: str, paper: str) -> str:
    return mix(hue, "#ffffff", 0.62)


def felt_ink(hue: str, paper: str) -> str:
    return next(
        (x for s in (0.0, 0.2, 0.35, 0.5, 0.62) if contrast(x := lighter(hue, s), paper) >= 2.6), "#f4efe4"
    )


def white_ink(hue: str, paper: str) -> str:
    return "#ffffff"


def cream_ink(hue: str, paper: str) -> str:
    return "#fbf3e2"


def black_ink(hue: str, paper: str) -> str:
    return "#1d1f23"


def branded(hue: str, paper: str) -> str:
    return "#4a2c14"


def tinted(hue: str) -> str:
    return lighter(hue, 0.68)


def frosted(hue: str) -> str:
    """A paler tone of the tiles of `app`."""
    return lighter(readable(hue, "#ffffff", 3.4), 0.34)


def bronze(hue: str) -> str:
    return "#94795c"


def burnt(hue: str) -> str:
    return "#c6955a"


def smudged(hue: str) -> str:
    return mix(mix(hue, "#ffffff", 0.62), "#26363a", 0.7)


ROUND = ("Montserrat", "Open Sans", "Atkinson Hyperlegible")
SLAB = ("Roboto Slab", "Source Serif 4", "Noto Serif")
PHONE = ("Inter", "Roboto")
LOOKS: dict[str, Look] = {
    "flash cards": Look(("#4a7fa3", "#a06a40", "#e6dfce", "#5f8f66", "#e0ab8c", "#c9d9e2"), table_top, card,
                        dark_ink, tinted, ROUND),
    "bingo": Look(("#f3ead8", "#dfeaf2", "#f6d9d5", "#e3eedb", "#3f6f8a"), ruled, None, dark_ink, tinted,
                  SLAB, 0.0, 0.66),
    "launcher": Look(("#f2709c", "#4286f4", "#11998e", "#ff7e5f", "#5f72bd", "#3c4a63"), wallpaper, app,
                     white_ink, frosted, PHONE, 0.26, 0.62, 30),
    "stickers": Look(("#cfe8ef", "#f7d9c4", "#d9bf98", "#fde2e4", "#dde5b6", "#5a6496"), bare, None, dark_ink,
                     tinted, ROUND, 0.0, 0.64, cut="sticker", one_hue=0.0),
    "felt": Look(("#1f5a3f", "#274a7a", "#6b2440", "#3f434d", "#22565c"), felt, None, felt_ink, tinted, ROUND,
                 0.1, 0.66, 34, "cloth", 0.0),
    "bento": Look(("#e7dcc8", "#b7a58a", "#d5cfc4", "#5f7560"), partial(lacquer, LACQUERS), None,
                  cream_ink, bronze, SLAB, 0.1),
    "wooden tray": Look(("#dfe5e2", "#efe6dc", "#4f6672", "#c9d6df"), partial(lacquer, WOODS), None,
                        dark_ink, tinted, SLAB, 0.1),
    "shelf": Look(("#eef1ec", "#dfe7ea", "#f3e7dc", "#4f6470"), shelves, None, dark_ink, tinted, SLAB, 0.16,
                  0.72, standing=True),
    "memory": Look(("#2f716a", "#f1e3d3", "#454a72", "#b7d3df", "#efc88b"), table_top, memory, dark_ink,
                   tinted, ROUND, 0.1, 0.56),
    "worksheet": Look(("#ffffff", "#fcfbf7", "#eef4f8"), ruled, None, black_ink, partial(lighter, share=0.5),
                      ROUND, 0.0, 0.68),
    "chalkboard": Look(("#23282b", "#1f4033", "#2b3a4a"), chalk, None, pale_ink, smudged, ("Kalam",), 0.08,
                       0.66, one_hue=0.0),
    "wooden tiles": Look(("#6d8873", "#e9e0d2", "#6b4a32", "#a9bcc4"), table_top, wooden, branded, burnt,
                         SLAB, 0.1),
}  # fmt: skip
