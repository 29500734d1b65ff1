"""Match-3: two neighbouring gems change places; lines of three or more alike clear."""

from functools import lru_cache
from itertools import product
from math import cos, pi, sin, sqrt
from typing import ClassVar

from trace_tasks.engine import (
    LETTERS,
    Box,
    Canvas,
    Found,
    Reject,
    Scene,
    alpha,
    darker,
    lighter,
    linear,
    polygon_path,
    radial,
    smooth_path,
)

from ._boards import board, status

CUTS = {
    "red": "octagon",
    "blue": "round",
    "green": "square",
    "gold": "diamond",
    "purple": "hexagon",
    "cyan": "drop",
    "pink": "star",
}
COLORS = tuple(CUTS)
Cell = tuple[int, int]  # row, column; (0, 0) is top left
Swap = tuple[Cell, Cell]


class Match3(Scene):
    gems: tuple[tuple[str, ...], ...]  # rows of colour names; nothing clears yet
    RUN: ClassVar[str] = "three"
    about = (
        "The picture shows a board of coloured gems.",
        "This is a match-{scene.RUN} board filled with gems.",
        "A puzzle game board holds one gem in every cell.",
    )

    @classmethod
    def sample(cls, rng):
        size, colors = rng.dial(5, 8), rng.sample(COLORS, rng.dial(4, 6))
        gems = [[""] * size for _ in range(size + rng.integer(-1, 1))]
        for r, c in product(range(len(gems)), range(size)):
            left, up = gems[r][max(c - 2, 0) : c], [row[c] for row in gems[max(r - 2, 0) : r]]
            gems[r][c] = rng.choice([k for k in colors if [k, k] not in (left, up)])
        return cls(gems=tuple(map(tuple, gems)))

    @property
    def load(self):
        return len(self.cells())

    def cells(self) -> dict[Cell, str]:
        return {(r, c): gem for r, row in enumerate(self.gems) for c, gem in enumerate(row)}

    def swaps(self) -> list[Swap]:  # of neighbours that differ
        cells = self.cells()
        return [
            ((r, c), other)
            for (r, c), gem in cells.items()
            for other in ((r, c + 1), (r + 1, c))
            if cells.get(other, gem) != gem
        ]

    def cleared(self, a: Cell, b: Cell) -> list[Cell]:
        """The cells whose gems clear once `a` and `b` change places: only lines through a moved gem can."""
        moved = {a: self.gems[b[0]][b[1]], b: self.gems[a[0]][a[1]]}
        gone: set[Cell] = set()
        for start, color in moved.items():
            for dr, dc in ((0, 1), (1, 0)):
                line = [start]
                for sign in (-1, 1):
                    r, c = start[0] + sign * dr, start[1] + sign * dc
                    while 0 <= r < len(self.gems) and 0 <= c < len(self.gems[0]):
                        if moved.get((r, c), self.gems[r][c]) != color:
                            break
                        line.append((r, c))
                        r, c = r + sign * dr, c + sign * dc
                if len(line) >= 3:
                    gone.update(line)
        return sorted(gone)

    def draw(self, c: Canvas, swap: Swap | None = None, arrows: tuple[Swap, ...] = ()):
        header = status(c.rng) if c.rng.chance(0.6) else {}
        cells = board(c, len(self.gems), len(self.gems[0]), numbered=c.rng.chance(0.35), header=header)
        look, size = c.rng.weighted({"jewel": 5, "sweet": 2, "ball": 1}), c.rng.uniform(0.36, 0.42)
        for cell, color in self.cells().items():
            cut = "round" if look == "ball" else CUTS[color]
            gem(c, c.mark("cell", cell, box=cells[cell]), c.named(color), cut, size, look)
        for a, b in (swap,) if swap else ():
            swap_arrow(c, cells[a], cells[b])
        for letter, (a, b) in zip(LETTERS, arrows, strict=False):
            swap_arrow(c, cells[a], cells[b], letter)


# ---- stones


def gem(c: Canvas, cell: Box, color: str, cut: str, size: float, look: str) -> None:
    """One stone in its cell: a faceted jewel, a glossy ball or a boiled sweet."""
    r = cell.w * size

    def stone() -> None:
        c.path(outline(cut, r), darker(color, 0.45), shadow=r * 0.22)
        if look == "jewel":
            facets(c, cut, r * 0.97, color)
        else:
            glow = radial((-r * 0.3, -r * 0.4), r * 1.7, (lighter(color, 0.45), color, darker(color, 0.4)))
            c.path(outline(cut, r * 0.95), glow)
            if look == "sweet":
                c.path(
                    outline(cut, r * 0.66), alpha(lighter(color, 0.35), 0.55), lighter(color, 0.55), r * 0.05
                )
        c.ellipse(Box.at((-r * 0.26, -r * 0.4), r * 0.4, r * 0.2), "#ffffffa6")

    c.stamp((color, cut), cell.center, (cell.w * 1.2, cell.w * 1.2), stone)


def facets(c: Canvas, cut: str, r: float, color: str) -> None:
    """The crown of a cut stone: a bright table, and facets lit from the upper left."""
    girdle, table = ring(cut, r), ring(cut, r * (0.5 if cut == "star" else 0.58))
    for i, (x0, y0) in enumerate(girdle):
        k = (i + 1) % len(girdle)
        x1, y1 = girdle[k]
        nx, ny = (x0 + x1) / 2, (y0 + y1) / 2
        light = -(nx * 0.55 + ny * 0.83) / (sqrt(nx * nx + ny * ny) or 1)
        fill = lighter(color, 0.5 * light) if light > 0 else darker(color, -0.45 * light)
        c.polygon(((x0, y0), (x1, y1), table[k], table[i]), fill, lighter(fill, 0.15), r * 0.02)
    c.polygon(table, linear((-r * 0.5, -r * 0.5), (r * 0.5, r * 0.5), (lighter(color, 0.5), color)))


RADII = {"star": (1.12, 0.6), "drop": (1.14, 0.72, 0.82, 0.92, 0.96, 0.92, 0.82, 0.72), "square": (1.14,)}
CORNERS = {"octagon": 8, "round": 16, "square": 4, "diamond": 4, "hexagon": 6, "drop": 8, "star": 10}


@lru_cache(256)
def ring(cut: str, r: float) -> list[tuple[float, float]]:
    """The corners of a cut around the origin."""
    n, radii = CORNERS[cut], RADII.get(cut, (1.0,))
    turn = pi / n if cut in ("octagon", "square") else 0.0
    return [
        (
            r * radii[i % len(radii)] * sin(turn + 2 * pi * i / n),
            -r * radii[i % len(radii)] * cos(turn + 2 * pi * i / n),
        )
        for i in range(n)
    ]


@lru_cache(256)
def outline(cut: str, r: float):
    corners = ring(cut, r)
    return smooth_path(corners, close=True) if cut in ("round", "drop") else polygon_path(corners)


# ---- swaps


def swap_arrow(c: Canvas, a: Box, b: Box, letter: str = "") -> None:
    """A frame around two neighbours with a slim two-headed arrow, lettered when it is one of several."""
    u, across = a.w, a.cy == b.cy
    pair = a.union(b).inset(u * 0.04)
    c.rect(pair, None, "#10131a", u * 0.09, radius=u * 0.16)
    c.rect(pair, None, "#ffffff", u * 0.045, radius=u * 0.16)
    shape = [(-0.26, 0), (-0.12, -0.12), (-0.12, -0.04), (0.12, -0.04), (0.12, -0.12), (0.26, 0)]
    shape += [(x, -y) for x, y in shape[-2:0:-1]]
    middle = pair.center
    with c.transform(middle, 0 if across else 90, u):
        c.polygon(shape, "#ffffff", "#10131a", 0.045)
    if letter:
        c.mark("arrow", letter, point=middle)
        badge = (middle[0], pair.y0) if across else (pair.x0, middle[1])
        c.circle(badge, max(u * 0.19, 13), "#ffffff", "#10131a", 2)
        c.text(letter, badge, max(u * 0.24, 15), weight=700, color="#10131a")


@Match3.task(
    answer="integer",
    annotation="bbox_set",
    operations=("counting", "state_update"),
    ask=(
        "The two framed gems change places, as the arrow shows. Then every line of {scene.RUN} or more "
        "alike, across or down, clears. How many gems clear before any gem falls?",
        "After the marked swap, how many gems lie in horizontal or vertical lines of {scene.RUN} or more of "
        "one colour?",
        "Make the swap shown by the arrow. How many gems are in rows or columns of at least {scene.RUN} "
        "alike, and so are removed before any gem falls?",
    ),
    answer_is="the number of gems that clear",
    witness_is="every cell whose gem clears, as the cells stand in the picture (empty when none does)",
)
def swap_clear_count(board, query, swap: Swap):
    gone = board.cleared(*swap)
    return Found(len(gone), at=[("cell", cell) for cell in gone], because={"cleared": gone})


CLEARS = (0, 3, 4, 5, 6)


@swap_clear_count.sample
def planted(rng):
    count = rng.goal(CLEARS)
    return board_with(rng, count, LINES.get(count, (count,)))


LINES = {0: (), 6: (3, 3)}  # what a swap completes to clear so many; else one line


def board_with(rng, count, lines, others=()):
    """A board on which some swap clears `count`: `lines` are planted together, `others` elsewhere."""
    start = Match3.sample(rng)
    for _ in range(60):
        gems = [list(row) for row in start.gems]
        for group in (*((length,) for length in others), lines):
            r, c = rng.integer(0, len(gems) - 1), rng.integer(0, len(gems[0]) - 1)
            for length in group:
                plant(rng, gems, r, c, length)
        board = Match3(gems=tuple(map(tuple, gems)))
        if settled(board) and any(len(board.cleared(*swap)) == count for swap in board.swaps()):
            return board
    raise Reject("no place for a line")


def plant(rng, gems, r, c, length):
    """A line of `length` alike that a swap at or beside (r, c) would complete."""
    color, across = rng.choice(sorted({gem for row in gems for gem in row})), rng.chance(0.5)
    hole = rng.integer(0, length - 1)
    for k in range(length):
        spot = (r, c + k - hole) if across else (r + k - hole, c)
        if k == hole:
            side = rng.choice((-1, 1))
            spot = (r + side, c) if across else (r, c + side)
        if 0 <= spot[0] < len(gems) and 0 <= spot[1] < len(gems[0]):
            gems[spot[0]][spot[1]] = color


def settled(board) -> bool:
    lines = (*board.gems, *zip(*board.gems, strict=True))
    return not any(x == y == z for line in lines for x, y, z in zip(line, line[1:], line[2:], strict=False))


@swap_clear_count.operands
def marked_swap(rng, board, query):
    count = rng.goal(CLEARS)  # drawn once: rejected boards do not bend it
    return {"swap": rng.choice([s for s in board.swaps() if len(board.cleared(*s)) == count])}


@Match3.task(
    answer="option_letter",
    annotation="point",
    operations=("counting", "ranking", "state_update"),
    ask=(
        "Each lettered arrow is one possible swap of two gems, made on the board as shown. Which swap clears "
        "the most gems at once, counting horizontal and vertical lines of {scene.RUN} or more alike?",
        "Of the lettered swaps, each tried alone, which one removes the most gems in straight lines of "
        "{scene.RUN} or more of one colour, before any gem falls?",
        "Which arrow marks the swap that would clear the largest number of gems, in rows or columns of at "
        "least {scene.RUN} alike?",
    ),
    answer_is="the letter of that swap",
    witness_is="the middle of the arrow with that letter",
)
def max_clear_swap_label(board, query, arrows: tuple[Swap, ...]):
    counts = {letter: len(board.cleared(*swap)) for letter, swap in zip(LETTERS, arrows, strict=False)}
    best = max(counts, key=counts.__getitem__)
    return Found(best, at=("arrow", best), because={"cleared": counts})


MOST = (4, 5, 6)  # what the best of the lettered swaps clears


@max_clear_swap_label.sample
def with_rivals(rng):
    most = rng.goal(MOST)
    return board_with(rng, most, LINES.get(most, (most,)), others=(3, 3))


@max_clear_swap_label.operands
def rival_swaps(rng, board, query):
    most = rng.goal(MOST)
    clears = {swap: len(board.cleared(*swap)) for swap in board.swaps()}
    best = rng.choice([swap for swap, n in clears.items() if n == most])
    rivals = [swap for swap in rng.shuffled(clears) if clears[swap] < most]
    rivals.sort(key=lambda swap: -clears[swap])  # the strongest first: none is idle when others clear
    chosen = [best]
    for swap in rivals:
        if len(chosen) < 4 and all(apart(swap, other) for other in chosen):
            chosen.append(swap)
    if len(chosen) < 4 or not clears[chosen[1]]:
        raise Reject("too few rival swaps apart")
    return {"arrows": rng.letters_with(best, chosen[1:])}


def apart(swap: Swap, other: Swap) -> bool:
    """Whether the frames around two swaps leave room for a badge."""
    return min(abs(r - y) + abs(c - x) for r, c in swap for y, x in other) > 1


@Match3.task(
    answer="integer",
    annotation="bbox_set",
    operations=("filtering", "counting"),
    queries={
        "grid_color_gem_count": "on the whole board",
        "row_color_gem_count": "in row {line} from the top",
        "column_color_gem_count": "in column {line} from the left",
    },
    ask=(
        "How many {color} gems are {query}?",
        "Count the {color} gems {query}. How many are there?",
        "What is the number of {color} gems {query}?",
    ),
    answer_is="the number of {color} gems {query}",
    witness_is="the cells of those gems",
)
def gem_count(board, query, color: str, line: int):
    axis = {"grid_color_gem_count": None, "row_color_gem_count": 0, "column_color_gem_count": 1}[query]
    hits = [
        cell
        for cell, gem in board.cells().items()
        if gem == color and (axis is None or cell[axis] == line - 1)
    ]
    return Found(len(hits), at=[("cell", cell) for cell in hits])


@gem_count.operands
def color_and_line(rng, board, query):
    whole = query == "grid_color_gem_count"
    lines = board.gems if query != "column_color_gem_count" else tuple(zip(*board.gems, strict=True))
    pairs = [
        (color, i + 1, sum(row.count(color) for row in lines) if whole else line.count(color))
        for color in COLORS
        for i, line in enumerate(lines)
    ]
    count = rng.goal(sorted({n for _, _, n in pairs if n}))
    color, line, _ = rng.choice([p for p in pairs if p[2] == count])
    return {"color": color, "line": line}
