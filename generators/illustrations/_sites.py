"""Pixel maps in the making: landscapes of tile letters, and sites on which things are placed."""

from collections.abc import Iterable
from itertools import product

from msgspec import Struct

from trace_tasks.engine import Reject, Rng

from ._sprites import KINDS, Season, in_season

Cell = tuple[int, int]  # row, column of a map tile; (0, 0) is top left
Grid = list[list[str]]  # rows of tile letters, see _tiles.py
WATER = "whv"


class Thing(Struct, frozen=True):
    """Something that stands on the map: its kind (a key of KINDS), top left tile, and which of its looks."""

    kind: str
    row: int
    column: int
    look: int

    @property
    def cells(self) -> list[Cell]:
        kind = KINDS[self.kind]
        return [(self.row + i, self.column + k) for i, k in product(range(kind.tall), range(kind.wide))]


def walk(rng: Rng, length: int, low: int, high: int, fixed: set[int], most: int = 2) -> list[int]:
    """A line across the map as its offset at each step; it shifts now and then, never at a `fixed` step."""
    at, out, since = rng.integer(low, high), [], 0
    for i in range(length):
        if since >= 2 and i not in fixed and rng.chance(0.45):
            at, since = min(max(at + rng.choice((-1, 1)) * rng.integer(1, most), low), high), 0
        out.append(at)
        since += 1
    return out


def lay_line(grid: Grid, line: list[int], wide: int, letter: str) -> None:
    """Write a line that runs down the grid; where it crosses water it becomes a bridge."""
    for r, at in enumerate(line):
        before = line[max(r - 1, 0)]
        for k in range(min(before, at), max(before, at) + wide):
            grid[r][k] = "v" if letter == "p" and grid[r][k] in WATER else letter


def flipped(grid: Grid) -> Grid:
    """Rows for columns; bridges turn with them."""
    return [[{"h": "v", "v": "h"}.get(letter, letter) for letter in line] for line in zip(*grid)]


def landscape(
    rng: Rng, rows: int, columns: int, river: bool, lanes: int, plots: str = "fs", across: bool | None = None
) -> Grid:
    """Open ground with a river or a pond, a road that crosses it, lanes off the road, fields and paving."""
    sideways = rng.chance(0.4) if across is None else across
    if sideways:
        rows, columns = columns, rows
    grid = [["."] * columns for _ in range(rows)]
    middle, wide = columns // 2, rng.integer(2, 3)
    bed = set(range(middle - 4, middle + 5))
    road = walk(rng, columns, 3, rows - 4, bed)
    if river:
        ford = set(range(road[middle] - 2, road[middle] + 4))
        lay_line(grid, walk(rng, rows, middle - 2, middle + 3 - wide, ford), wide, "w")
    grid = flipped(grid)
    lay_line(grid, road, 1, "p")
    grid = flipped(grid)
    free = [k for k in range(1, columns - 1) if k not in bed] if river else list(range(1, columns - 1))
    used: list[int] = []
    for k in rng.shuffled(free):
        if len(used) < lanes and all(abs(k - other) > 2 for other in used):
            used.append(k)
            up = len(used) % 2 == rng.integer(0, 4) % 2
            for r in range(road[k]) if up else range(road[k] + 1, rows):
                grid[r][k] = "p"
    for letter in (*plots, *("" if river else "w"), *plots[: rng.integer(0, 1)]):
        plot(rng, grid, letter)
    return flipped(grid) if sideways else grid


def plot(rng: Rng, grid: Grid, letter: str) -> None:
    """A rectangle of field, paving or pond on open ground; none where there is no room."""
    h, w = (3, 3) if letter == "w" else (rng.integer(2, 3), rng.integer(3, 4))
    for _ in range(12):
        r, k = rng.integer(0, len(grid) - h), rng.integer(0, len(grid[0]) - w)
        around = {grid[i][j] for i, j in product(range(r, r + h), range(k, k + w))}
        if around == {"."}:
            for i, j in product(range(r, r + h), range(k, k + w)):
                grid[i][j] = letter
            return


class Site:
    """The tiles of a map that are still free, and what has been placed."""

    def __init__(self, rng: Rng, grid: Grid, season: Season, taken: Iterable[Cell] = ()):
        self.rng, self.grid, self.season = rng, grid, season
        self.rows, self.columns = len(grid), len(grid[0])
        self.free = set(product(range(self.rows), range(self.columns))) - set(taken)
        self.things: list[Thing] = []
        self.lying = {
            letter: {cell for cell in self.free if self.letter(*cell) == letter} for letter in ".pfsw"
        }
        around = list(product((-1, 0, 1), repeat=2))
        self.open_water = {
            (r, k)
            for r, k in self.lying["w"]
            if all(self.letter(r + i, k + j) in ("w", "") for i, j in around)
        }

    def letter(self, r: int, k: int) -> str:
        return self.grid[r][k] if 0 <= r < self.rows and 0 <= k < self.columns else ""

    def ground_for(self, kind: str) -> set[Cell]:
        """The tiles on which a kind of thing may stand."""
        by = KINDS[kind].by
        letters = ".p" if kind == "person" else ".f" if by == "field" else ".s" if by == "path" else "."
        return self.open_water if by == "water" else set().union(*(self.lying[letter] for letter in letters))

    def put(self, kind: str, only: set[Cell] | None = None) -> bool:
        """Place a thing at the best of a few free spots; whether there was one."""
        form = KINDS[kind]
        spots: list[tuple[int, int, int, int]] = []
        room = self.free & self.ground_for(kind)
        room = room if only is None else room & only
        near, pool = {"path": "ps", "field": "f"}.get(form.by, ""), sorted(room)
        for r, k in (self.rng.choice(pool) for _ in range(24 if pool else 0)):
            if all((r + i, k + j) in room for i, j in product(range(form.tall), range(form.wide))):
                touch = (
                    sum(self.letter(r + form.tall, k + i) in near for i in range(form.wide)) if near else 0
                )
                spots.append((touch, -len(spots), r, k))
                if len(spots) == 3:
                    break
        if not spots:
            return False
        *_, r, k = max(spots)
        self.things.append(Thing(kind, r, k, self.rng.integer(0, form.looks - 1)))
        self.free.difference_update(self.things[-1].cells)
        return True

    def need(self, kind: str, count: int, only: set[Cell] | None = None) -> None:
        for _ in range(count):
            if not self.put(kind, only):
                raise Reject(f"no room for a {kind}")

    def edge(self, depth: int) -> set[Cell]:
        """The free tiles near one side of the map."""
        axis, far = self.rng.integer(0, 1), self.rng.chance(0.5)
        size = (self.rows, self.columns)[axis]
        return {cell for cell in self.free if (size - 1 - cell[axis] if far else cell[axis]) < depth}

    def furnish(self, count: int, without: Iterable[str] = ()) -> None:
        """Fill up to `count` things with small groups of other kinds."""
        kinds = [kind for kind in in_season(self.season) if kind not in without]
        trees = [kind for kind in kinds if kind in ("pine", "oak", "palm")]
        if trees and self.rng.chance(0.6):  # the edge of a forest
            tree, strip = self.rng.choice(trees), self.edge(3)
            for _ in range(min(self.rng.integer(4, 9), count // 4)):
                self.put(tree, strip)
        for kind in self.rng.shuffled(kinds):
            large = KINDS[kind].wide * KINDS[kind].tall > 2
            for _ in range(self.rng.integer(1, 3 if large else 5)):
                if len(self.things) < count and (kind not in ("windmill", "fountain") or not self.has(kind)):
                    self.put(kind)

    def has(self, kind: str) -> bool:
        return any(thing.kind == kind for thing in self.things)
