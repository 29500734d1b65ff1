"""Puzzles on a picture of square tiles: a missing square with patches, a tile turned, two tiles exchanged.

A block is a square part of a map as rows of tile letters; a seam is where two blocks meet.
"""

from collections.abc import Sequence
from itertools import combinations
from operator import ne

import numpy as np

from trace_tasks.engine import LETTERS, Box, Canvas

Block = list[str]
Pair = tuple[int, int]  # of blocks, by their places in reading order from 0
Turn = tuple[int, int]  # a block by its place, and its quarter turns clockwise
Flip = tuple[bool, bool]  # whether a patch is mirrored left to right, and top to bottom
FLIPS: tuple[Flip, ...] = ((False, False), (False, True), (True, False), (True, True))
MATS = ("#20242e", "#f4f1ea", "#3b2a20", "#16323a", "#e8e2d2")
FONT = "Press Start 2P"
TELLING = 5  # map tiles that must break off along the seams of a block for its misfit to show


def with_hole(c: Canvas, picture: np.ndarray, hole: Box, patches: Sequence[np.ndarray]) -> None:
    """The picture with a square cut out, and the lettered patches below it or beside it, at the same scale.

    Marks ("missing", 0) and ("option", letter). `hole` is in pixels of the picture.
    """
    (h, w), side, pad = picture.shape[:2], round(hole.w), 24
    wide, high, gap = side + 24, side + 52, 20
    below = w >= 4 * wide + 3 * gap
    row, column = (w, high) if below else (2 * wide + gap, 2 * high + gap)
    if below:
        page = c.page(w + 2 * pad, h + high + 3 * pad, margin=pad)
        place, panels = page.top(h, pad)
    else:
        page = c.page(w + row + 3 * pad, max(h, column) + 2 * pad, margin=pad)
        place, panels = page.left(w, pad)
    x, y = int(place.x0), round(place.cy - h / 2)
    c.rect(Box(x, y, x + w, y + h).inset(-3), c.theme.muted)
    c.bitmap(picture, (x, y))
    gone = c.mark("missing", 0, box=hole.moved(x, y))
    c.rect(gone, "#20242e")
    c.rect(gone.inset(3), None, "#ffffff", 2, dash=(8, 6))
    c.text("?", gone.center, 54, family=FONT, color="#ffffff")
    cells = Box.at(panels.center, row, column).grid(*((1, 4) if below else (2, 2)), gap)
    for letter, patch, cell in zip(LETTERS, patches, cells.values()):
        card = c.mark("option", letter, box=Box.at((round(cell.cx), round(cell.cy)), wide, high))
        c.rect(card, c.theme.panel, c.theme.grid, 2, radius=4)
        strip, room = card.top(40)
        c.text(letter, strip.center, 18, family=FONT)
        c.bitmap(patch, (int(room.x0) + 12, int(room.y0)))


def cut_up(
    c: Canvas,
    picture: np.ndarray,
    side: int,
    names: Sequence[str],
    turned: Turn | None = None,
    swapped: Pair | None = None,
) -> None:
    """The picture cut into named square tiles, one turned or two exchanged; marks ("tile", i)."""
    rows, columns = picture.shape[0] // side, picture.shape[1] // side
    gap = c.rng.choice((3, 5, 8))
    step, pad = side + gap, c.rng.choice((gap, 16, 26))
    c.page(columns * step - gap + 2 * pad, rows * step - gap + 2 * pad, margin=pad, paper=c.rng.choice(MATS))
    order = exchanged(range(rows * columns), swapped) if swapped else range(rows * columns)
    shape = c.rng.choice(("disc", "plate"))
    for i, source in enumerate(order):
        (r, k), (x, y) = divmod(source, columns), (pad + i % columns * step, pad + i // columns * step)
        part = picture[r * side : r * side + side, k * side : k * side + side]
        if turned and turned[0] == i:
            part = np.rot90(part, -turned[1])
        c.mark("tile", i, box=c.bitmap(part, (x, y)))
        badge = Box(x + 5, y + 5, x + 37, y + 37)
        if shape == "disc":
            c.ellipse(badge, "#14171a", "#ffffff", 2)
        else:
            c.rect(badge, "#14171a", "#ffffff", 2, radius=5)
        c.text(names[i], badge.center, 13, family=FONT, color="#ffffff")


def blocks(rows: Sequence[str], side: int) -> list[Block]:
    """A map cut into blocks, in reading order."""
    return [
        [row[k : k + side] for row in rows[r : r + side]]
        for r in range(0, len(rows), side)
        for k in range(0, len(rows[0]), side)
    ]


def mirrored(rows: list[str], flip: Flip) -> list[str]:
    rows = [row[::-1] for row in rows] if flip[0] else rows
    return rows[::-1] if flip[1] else rows


def rim(block: Block) -> str:
    """The letters along the four sides of a block: top, right, bottom, left."""
    return block[0] + "".join(row[-1] for row in block) + block[-1] + "".join(row[0] for row in block)


def differences(a: Sequence[str], b: Sequence[str]) -> int:
    return sum(map(ne, a, b))


def breaks(tiles: list[Block], columns: int, i: int) -> int:
    """How many map tiles along the seams of a block have another kind of ground across the seam."""
    tile, total = tiles[i], 0
    if i >= columns:
        total += differences(tile[0], tiles[i - columns][-1])
    if i + columns < len(tiles):
        total += differences(tile[-1], tiles[i + columns][0])
    if i % columns:
        total += sum(row[0] != other[-1] for row, other in zip(tile, tiles[i - 1]))
    if (i + 1) % columns:
        total += sum(row[-1] != other[0] for row, other in zip(tile, tiles[i + 1]))
    return total


def turn(block: Block, quarters: int) -> Block:
    """A block turned clockwise."""
    for _ in range(quarters):
        block = ["".join(line) for line in zip(*block[::-1])]
    return block


def exchanged(tiles: Sequence, pair: Pair) -> list:
    a, b = pair
    order = {a: b, b: a}
    return [tiles[order.get(i, i)] for i in range(len(tiles))]


def with_turn(tiles: list[Block], i: int, quarters: int) -> list[Block]:
    return [*tiles[:i], turn(tiles[i], quarters), *tiles[i + 1 :]]


def telling_turns(tiles: list[Block], columns: int, number: int) -> list[int]:
    """The quarter turns of a block that plainly break its seams, and that no turn of another block mends."""
    turns, others = [], [i for i in range(len(tiles)) if i != number]
    for quarters in (1, 2, 3):
        shown = with_turn(tiles, number, quarters)
        broken = breaks(shown, columns, number) - breaks(tiles, columns, number)
        if broken >= TELLING and all(
            breaks(shown, columns, i) - breaks(with_turn(shown, i, q), columns, i) < broken
            for i in others
            if breaks(shown, columns, i) >= broken
            for q in (1, 2, 3)
        ):
            turns.append(quarters)
    return turns


def telling_swaps(tiles: list[Block], columns: int) -> list[Pair]:
    """Pairs of blocks, not neighbours, whose exchange plainly breaks the seams of both."""
    base = [breaks(tiles, columns, i) for i in range(len(tiles))]
    pairs = []
    for pair in combinations(range(len(tiles)), 2):
        if pair[1] - pair[0] not in (1, columns):
            shown = exchanged(tiles, pair)
            if all(breaks(shown, columns, i) >= base[i] + TELLING for i in pair):
                pairs.append(pair)
    return pairs
