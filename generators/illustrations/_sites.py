"""Pixel maps in the making: landscapes of tile letters, and sites on which things are placed."""

from collections.abc import Container, Iterable, Sequence
from itertools import product

from msgspec import Struct

from trace_tasks.engine import Reject, Rng
from trace_tasks.engine.words import TOWNS

from ._groups import GROUPS, Group
from ._sprites import KINDS, Season, in_season

Cell = tuple[int, int]  # row, column of a map tile; (0, 0) is top left
Grid = list[list[str]]  # rows of tile letters, see _tiles.py
WATER = "whv"
ONCE = ("windmill", "fountain", "well", "signpost")  # kinds of which a village has one


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


def walk(
    rng: Rng, length: int, low: int, high: int, fixed: set[int], most: int = 2, bend: float = 0.45
) -> list[int]:
    """A line across the map as its offset at each step; it shifts now and then, never at a `fixed` step."""
    at, out, since = rng.integer(low, high), [], 0
    for i in range(length):
        if since >= 2 and i not in fixed and rng.chance(bend):
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
    rng: Rng, rows: int, columns: int, river: bool, lanes: int, plots: str = "fys", across: bool | None = None
) -> Grid:
    """Open ground with a river or a pond, a road that crosses it, lanes off the road, fields and paving."""
    sideways = rng.chance(0.4) if across is None else across
    if sideways:
        rows, columns = columns, rows
    grid = [["."] * columns for _ in range(rows)]
    middle, wide = columns // 2, rng.integer(2, 3)
    bed = set(range(middle - 4, middle + 5))
    road = walk(rng, columns, 3, rows - 4, bed | {columns - 2, columns - 1})  # straight off the map
    if river:
        ford = set(range(road[middle] - 2, road[middle] + 4))
        lay_line(grid, walk(rng, rows, middle - 3, middle + 4 - wide, ford, 2, 0.8), wide, "w")
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


def plot(rng: Rng, grid: Grid, letter: str, within: set[Cell] | None = None) -> None:
    """A rectangle of field, yard, paving by a road, or pond on open ground; none where there is no room."""
    h, w = {"w": (3, 3), "s": (rng.integer(2, 3), rng.integer(4, 5))}.get(letter, (4, rng.integer(5, 6)))
    h, w = (w, h) if letter in "fy" and rng.chance(0.4) else (h, w)
    ring, rim = ".p" if letter != "w" else ".", int(letter in "fy")
    for _ in range(90 if letter == "s" else 30):
        r, k = rng.integer(rim, len(grid) - h - rim), rng.integer(rim, len(grid[0]) - w - rim)
        inside = set(product(range(r, r + h), range(k, k + w)))
        around = set(product(range(r - 1, r + h + 1), range(k - 1, k + w + 1))) - inside
        near = {grid[i][j] for i, j in around if 0 <= i < len(grid) and 0 <= j < len(grid[0])}
        if (
            {grid[i][j] for i, j in inside} == {"."}
            and near <= set(ring)
            and (letter != "s" or "p" in near)
            and (within is None or inside <= within)
        ):
            for i, j in inside:
                grid[i][j] = letter
            return


#: Towns whose names promise no water, wood, hill or bridge.
WILD = (
    "wood well ford brook water mere lake mill river sea port bridge hill cliff ridge marsh bourne vale harb"
)
NAMES = [t for t in TOWNS if len(t) < 10 and " " not in t and not any(w in t.lower() for w in WILD.split())]
BANNERS = ("#d23a3a", "#2f6fd0", "#e0a020", "#8a3fb0", "#1f9a6a", "#e070a8")


def borders(rng: Rng, rows: int, columns: int, parts: int) -> list[list[int]]:
    """Two to four territories: stepped lines cut the map in two, then the halves."""
    across, along = (set(range(n // 2 - 2, n // 2 + 3)) for n in (rows, columns))  # straight where they meet
    down = walk(rng, rows, columns // 2 - 1, columns // 2 + 1, across)
    level = [walk(rng, columns, rows // 2 - 1, rows // 2 + 1, along, 1) for _ in range(2)]
    halves = {2: (), 3: (rng.integer(0, 1),), 4: (0, 1)}[parts]
    owner = {}
    for r, k in product(range(rows), range(columns)):
        half = int(k >= down[r])
        owner[r, k] = (half, int(half in halves and r >= level[half][k]))
    names = sorted(set(owner.values()))
    return [[names.index(owner[r, k]) for k in range(columns)] for r in range(rows)]


def leeway(
    rng: Rng, terrain: Sequence[str], things: Sequence[Thing], owners: Sequence[str], seam: int = 0
) -> list[tuple[int, int]]:
    """How far each thing stands off its tiles, in sprite pixels: away from the rim, banks, roads and borders.

    Nothing crosses a seam between blocks of `seam` tiles; people on a road have their feet in its middle.
    """
    taken = {cell for thing in things for cell in thing.cells}
    rows, columns = len(terrain), len(terrain[0])

    def room(cells: list[Cell], dr: int, dk: int) -> int:
        found, (row, column) = 3, cells[0]
        for r, k in {(r + dr, k + dk) for r, k in cells} - set(cells):
            if not (0 <= r < rows and 0 <= k < columns):
                found = -3
            elif (r, k) in taken or (seam and (r // seam, k // seam) != (row // seam, column // seam)):
                found = min(found, 0)
            elif any(grid[r][k] != grid[row][column] for grid in (terrain, owners) if grid):
                found = -3
        return found

    def shift(cells: list[Cell], dr: int, dk: int) -> int:
        low, high = -room(cells, -dr, -dk), room(cells, dr, dk)
        return rng.integer(low, high) if low <= high else (low + high) // 2

    def rise(thing: Thing) -> int:
        walks = thing.kind == "person" and terrain[thing.row][thing.column] == "p"
        return -8 if walks else shift(thing.cells, 1, 0)

    return [(shift(thing.cells, 0, 1), rise(thing)) for thing in things]


class Site:
    """The tiles of a map that are still free, and what has been placed."""

    def __init__(self, rng: Rng, grid: Grid, season: Season, taken: Iterable[Cell] = (), seam: int = 0):
        self.rng, self.grid, self.season, self.seam = rng, grid, season, seam
        self.rows, self.columns = len(grid), len(grid[0])
        self.free = set(product(range(self.rows), range(self.columns))) - set(taken)
        self.things: list[Thing] = []
        self.chart()

    def chart(self) -> None:
        """Note which free tiles bear what: plots and water only where they go on all around."""
        self.lying: dict[str, set[Cell]] = {letter: set() for letter in ".pfswyhv"}
        for r, k in self.free:
            letter, around = self.letter(r, k), product((-1, 0, 1), repeat=2)
            rimmed = letter in "fyw"
            if not rimmed or all(self.letter(r + i, k + j) in (letter, "") for i, j in around):
                self.lying[letter].add((r, k))

    def letter(self, r: int, k: int) -> str:
        return self.grid[r][k] if 0 <= r < self.rows and 0 <= k < self.columns else ""

    def ground_for(self, kind: str) -> list[set[Cell]]:
        """The sets of tiles in which a kind of thing may stand, the best first."""
        letters = {"path": ".s", "field": "f.", "yard": "y.", "water": "w", "people": ".ps"}
        return [self.lying[letter] for letter in letters.get(KINDS[kind].by, ".")]

    def fits(self, kind: str, r: int, k: int, only: set[Cell] | None = None) -> int:
        """How well a kind of thing would stand at a tile: 0 not at all."""
        form = KINDS[kind]
        cells = {(r + i, k + j) for i, j in product(range(form.tall), range(form.wide))}
        if not (cells <= self.free and (only is None or cells <= only)):
            return 0
        if self.seam and len({(i // self.seam, j // self.seam) for i, j in cells}) > 1:
            return 0
        if kind == "person" and self.letter(r, k) == "p" and (r - 1, k) not in self.free:
            return 0  # the head would cover what is there
        grounds = self.ground_for(kind)
        place = next((i for i, ground in enumerate(grounds) if cells <= ground), None)
        if place is None:
            return 0
        if form.by in ("field", "yard"):
            return 4 - 2 * place
        below = {self.letter(r + form.tall, k + i) for i in range(form.wide)}
        return 2 if form.by == "path" and below <= {"p", "s"} else 1

    def spot(self, kind: str, only: set[Cell] | None = None, near: Iterable[Cell] = ()) -> Cell:
        """A good tile of a few drawn at random: where the thing belongs, near others or in open space."""
        room = self.free & set().union(*self.ground_for(kind))
        pool = sorted(room if only is None else room & only)
        best, at, found = -99, None, 0
        for r, k in (self.rng.choice(pool) for _ in range(24 if pool else 0)):
            fit = self.fits(kind, r, k, only)
            if not fit:
                continue
            if near:  # close to one of them, but not in line with it
                beside = -min(2 * (abs(r - i) + abs(k - j)) + 3 * (r == i or k == j) for i, j in near)
            else:
                beside = sum((r + i, k + j) in self.free for i in (-2, 0, 3) for j in (-2, 0, 3)) // 3
            found += 1
            if fit * 5 + beside > best:
                best, at = fit * 5 + beside, (r, k)
            if found == 4:
                break
        if at is None:
            raise Reject(f"no room for a {kind}")
        return at

    def put(self, kind: str, at: Cell) -> None:
        self.things.append(Thing(kind, *at, self.rng.integer(0, KINDS[kind].looks - 1)))
        self.free.difference_update(self.things[-1].cells)
        if kind == "person" and self.letter(*at) == "p":
            self.free.discard((at[0] - 1, at[1]))

    def need(self, kind: str, count: int, only: set[Cell] | None = None) -> None:
        """Place so many, most of them in small flocks."""
        flock: list[Cell] = []
        for _ in range(count):
            flock = flock if self.rng.chance(0.2 if kind == "person" else 0.75) else []
            at = self.spot(kind, only, flock)
            flock = [*flock, at]
            self.put(kind, at)

    def settle(self, group: Group, kinds: Container[str]) -> None:
        """Place a group as far as there is room, with kinds out of the given ones."""
        pick, turn = {}, self.rng.choice((1, -1))
        corner: Cell | None = None
        for names, r, k in group.members:
            if names not in pick:
                fit = [name for name in names.split("|") if name in kinds]
                pick[names] = self.rng.choice(fit) if fit else ""
            kind = pick[names]
            if corner is None:
                corner = self.spot(kind, self.home(kind)) if kind else None
                if corner is None:
                    return
                self.put(kind, corner)
                width = KINDS[kind].wide
            elif kind:
                at = (corner[0] + r, corner[1] + (k if turn > 0 else width - k - KINDS[kind].wide))
                once = kind in ONCE and self.has(kind)
                if not once and self.fits(kind, *at) and self.rng.chance(0.85):
                    self.put(kind, at)

    def home(self, kind: str) -> set[Cell] | None:
        """Where the first of a group must stand: crops in fields, flocks in a yard while there is room."""
        by = KINDS[kind].by
        return (
            self.lying["f"]
            if by == "field"
            else self.free & self.lying["y"] or None
            if by == "yard"
            else None
        )

    def furnish(self, count: int, without: Iterable[str] = ()) -> None:
        """Fill up to `count` things with groups of other kinds."""
        kinds = set(in_season(self.season)) - set(without)
        weights = {i: group.weight for i, group in enumerate(GROUPS)}
        plots = [by for by, letter in (("yard", "y"), ("field", "f")) if self.free & self.lying[letter]]
        for _ in range(30):
            if len(self.things) >= count or not weights:
                return
            first = {i: w for i, w in weights.items() if plots and GROUPS[i].home == plots[-1]}
            group = GROUPS[i := self.rng.weighted(first or weights)]
            weights[i] *= 0.4
            plots = plots[:-1]
            kinds -= {kind for kind in ONCE if self.has(kind)}
            try:
                self.settle(group, kinds)
            except Reject:
                del weights[i]

    def has(self, kind: str) -> bool:
        return any(thing.kind == kind for thing in self.things)
