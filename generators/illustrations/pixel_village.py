"""A village seen from above in a role-playing game of the sixteen-bit years: a tile map with things on it."""

from collections import Counter
from collections.abc import Iterable
from itertools import product
from math import gcd
from typing import ClassVar, Literal

from msgspec import Struct

from trace_tasks.engine import LETTERS, Box, Canvas, Found, Reject, Rng, Scene, darker, lighter
from trace_tasks.engine.words import TOWNS

from ._sprites import KINDS, T, in_season, sprite, stamp
from ._tiles import LIGHTS, enlarged, ground, lit, tinted

Cell = tuple[int, int]  # row, column of a map tile; (0, 0) is top left
Turn = tuple[int, int]  # a puzzle tile by its number in reading order, and its quarter turns clockwise
Season = Literal["spring", "summer", "autumn", "winter", "desert", "tropical"]
BLOCKS, PATCH = 12, 3  # puzzle tiles of a cut-up map; map tiles a side of a missing patch
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


class Land(Struct, frozen=True):
    """A territory: the name on its banner, its colour, and the tile where the banner begins."""

    name: str
    color: str
    row: int
    column: int


class Patch(Struct, frozen=True):
    """A square of the map by its top left tile, perhaps mirrored left to right."""

    row: int
    column: int
    mirrored: bool


class PixelVillage(Scene):
    season: Season
    terrain: tuple[str, ...]  # rows of tile letters, see _tiles.py
    things: tuple[Thing, ...]  # no two share a tile; none stands on a bridge
    lands: tuple[Land, ...] = ()
    owners: tuple[str, ...] = ()  # rows of digits: the index of the land that each tile belongs to
    kinds = frozenset(("screen",))
    degrade = False
    least_visible = 0.9
    about = (
        "The picture shows a pixel-art village from above.",
        "This is the map of a village in a retro role-playing game.",
        "A top-down village scene is drawn in pixel art.",
    )

    @classmethod
    def sample(cls, rng, *, scene_variant: Season | None = None):
        return village(rng, scene_variant)

    @property
    def scene_variant(self):
        return self.season

    @property
    def load(self):
        return len(self.things)

    @property
    def size(self) -> tuple[int, int]:
        return len(self.terrain), len(self.terrain[0])

    def tile(self, cell: Cell) -> str:
        return self.terrain[cell[0]][cell[1]]

    def of(self, kind: str) -> list[int]:
        return [i for i, thing in enumerate(self.things) if thing.kind == kind]

    @property
    def river_runs_down(self) -> bool:
        return any(letter in WATER for letter in self.terrain[0])

    def bank(self, thing: Thing) -> str:
        """The side of the river on which a thing lies: left or right, above or below; else "in it"."""
        down = self.river_runs_down
        lines = list(zip(*self.terrain)) if not down else self.terrain
        before, after = ("left of", "right of") if down else ("above", "below")
        sides = set()
        for cell in thing.cells:
            line, place = cell if down else cell[::-1]
            wet = [i for i, letter in enumerate(lines[line]) if letter in WATER]
            sides.add(before if place < wet[0] else after if place > wet[-1] else "in")
        return sides.pop() if len(sides) == 1 else "in"

    def on_path(self, person: Thing) -> bool:
        return self.tile((person.row, person.column)) == "p"

    def land_of(self, thing: Thing) -> str:  # nothing stands across a border
        return self.lands[int(self.owners[thing.row][thing.column])].name

    def block(self, number: int) -> list[str]:
        """The letters of a puzzle tile, by its place in reading order from 0."""
        (rows, columns), side = self.size, gcd(*self.size)
        r, k = divmod(number, columns // side)
        return [row[k * side : (k + 1) * side] for row in self.terrain[r * side : (r + 1) * side]]

    # ---- the picture

    def pixels(self, light: str, tint: bool = False):
        """The map in words, one to the sprite pixel."""
        plane = ground(self.terrain, self.season)
        if self.lands:
            tinted(plane, self.owners, [land.color for land in self.lands], tint)
        for thing in sorted(self.things, key=lambda t: t.row + KINDS[t.kind].tall):
            stamp(plane, sprite(thing.kind, thing.look, self.season), thing.column * T, thing.row * T)
        return lit(plane, light)

    def draw(
        self,
        c: Canvas,
        hole: Cell | None = None,
        patches: tuple[Patch, ...] = (),
        turned: Turn | None = None,
        swapped: Cell | None = None,
    ):
        plane = self.pixels(c.rng.choice(tuple(LIGHTS)), c.rng.chance(0.6))
        if turned or swapped:
            cut_up(c, self, plane, turned, swapped)
        elif hole:
            with_hole(c, plane, hole, patches)
        else:
            whole(c, self, plane)


def whole(c: Canvas, town: PixelVillage, plane) -> None:
    """The map alone, to the edge of the picture or in a frame."""
    h, w = plane.shape
    zoom = 3 if w * h * 9 < 900_000 and c.rng.chance(0.6) else 2
    frame = c.rng.choice((0, 0, 8, 14, 22))
    c.page(w * zoom + 2 * frame, h * zoom + 2 * frame, margin=0, paper=c.theme.panel if frame else None)
    if frame:
        edge = c.rng.choice(("#2b2233", "#5a3d24", "#e9dfc8", "#1f3a34"))
        c.rect(c.bounds, edge)
        c.rect(c.bounds.inset(frame - 4), lighter(edge, 0.25))
        c.rect(c.bounds.inset(frame - 2), darker(edge, 0.5))
    c.bitmap(enlarged(plane, zoom), (frame, frame))
    side = T * zoom
    for i, thing in enumerate(town.things):
        x, y, kind = frame + thing.column * side, frame + thing.row * side, KINDS[thing.kind]
        c.mark("thing", i, box=Box(x, y, x + kind.wide * side, y + kind.tall * side))
    for land in town.lands:
        box = Box(0, 0, 4 * side - 8, side * 0.62).moved(frame + land.column * side + 4, frame + land.row * side + 8)
        c.rect(box.moved(0, 3), "#00000066")
        c.rect(box, darker(land.color, 0.55))
        c.rect(box.inset(3), "#fbf4e2")
        flag, room = box.inset(3).left(side * 0.4)
        c.rect(flag, land.color)
        c.text(land.name, room.center, min(side * 0.3, 18), family="Press Start 2P", color="#2b2233", fit=room.w - 8)


def with_hole(c: Canvas, plane, hole: Cell, patches: tuple[Patch, ...]) -> None:
    """The map with a square cut out, and the lettered patches beside or below it."""
    big = enlarged(plane, 2)
    (h, w), side, pad = big.shape[:2], 2 * T * PATCH, 24
    cell, below = side + 60, w >= 4 * (side + 60) + 48 - 60
    row = 4 * cell + 48 if below else 2 * cell + 16
    if below:
        c.page(max(w, row) + 2 * pad, h + cell + 3 * pad, margin=pad)
        x, y = (c.width - w) // 2, pad
        panels = Box((c.width - row) / 2, h + 2 * pad, (c.width + row) / 2, h + 2 * pad + cell)
    else:
        c.page(w + row + 3 * pad, max(h, row) + 2 * pad, margin=pad)
        x, y = pad, (c.height - h) // 2
        panels = Box(w + 2 * pad, (c.height - row) / 2, w + 2 * pad + row, (c.height + row) / 2)
    c.rect(Box(x, y, x + w, y + h).inset(-3), c.theme.muted)
    c.bitmap(big, (x, y))
    gap = Box(0, 0, side, side).moved(x + hole[1] * 2 * T, y + hole[0] * 2 * T)
    c.rect(c.mark("missing", 0, box=gap), "#20242e")
    c.rect(gap.inset(3), None, "#ffffff", 2, dash=(8, 6))
    c.text("?", gap.center, 54, family="Press Start 2P", color="#ffffff")
    for patch, (_, room) in zip(patches, c.options(panels, 4, 4 if below else 2)):
        part = big[patch.row * 2 * T :, patch.column * 2 * T :][:side, :side]
        c.bitmap(part[:, ::-1] if patch.mirrored else part, (round(room.cx - side / 2), round(room.cy - side / 2)))


def cut_up(c: Canvas, town: PixelVillage, plane, turned: Turn | None, swapped: Cell | None) -> None:
    """The map cut into tiles, lettered or numbered, one of them turned or two of them exchanged."""
    side, zoom, gap = gcd(*town.size) * T, 2, c.rng.choice((3, 5, 8))
    rows, columns = plane.shape[0] // side, plane.shape[1] // side
    step, pad = side * zoom + gap, c.rng.choice((gap, 16, 26))
    c.page(columns * step - gap + 2 * pad, rows * step - gap + 2 * pad, margin=pad, paper=c.rng.choice(MATS))
    big, order = enlarged(plane, zoom), list(range(rows * columns))
    if swapped:
        a, b = swapped
        order[a], order[b] = b, a
    shape = c.rng.choice(("disc", "plate"))
    for i, source in enumerate(order):
        (r, k), (x, y) = divmod(source, columns), (pad + i % columns * step, pad + i // columns * step)
        part = big[r * side * zoom :, k * side * zoom :][: side * zoom, : side * zoom]
        if turned and turned[0] == i:
            part = part.swapaxes(0, 1) if turned[1] % 2 else part[::-1, ::-1]
            if turned[1] != 2:
                part = part[:, ::-1] if turned[1] == 1 else part[::-1]
        c.mark("tile", i, box=c.bitmap(part, (x, y)))
        badge = Box(x + 7, y + 7, x + 39, y + 39)
        if shape == "disc":
            c.ellipse(badge, "#14171a", "#ffffff", 2)
        else:
            c.rect(badge, "#14171a", "#ffffff", 2, radius=5)
        c.text(LETTERS[i] if turned else str(i + 1), badge.center, 18, weight=700, color="#ffffff")


MATS = ("#20242e", "#f4f1ea", "#3b2a20", "#16323a", "#e8e2d2")

# ---- the making of a village


def walk(rng: Rng, length: int, low: int, high: int, fixed: set[int], most: int = 2) -> list[int]:
    """A line across the map as its offset at each step; it shifts now and then, never at a `fixed` step."""
    at, out, since = rng.integer(low, high), [], 0
    for i in range(length):
        if since >= 2 and i not in fixed and rng.chance(0.45):
            at, since = min(max(at + rng.choice((-1, 1)) * rng.integer(1, most), low), high), 0
        out.append(at)
        since += 1
    return out


def lay_line(grid: list[list[str]], line: list[int], wide: int, letter: str) -> None:
    """Write a line that runs down the grid; where it crosses water it becomes a bridge."""
    for r, at in enumerate(line):
        before = line[max(r - 1, 0)]
        for k in range(min(before, at), max(before, at) + wide):
            grid[r][k] = "v" if letter == "p" and grid[r][k] in WATER else letter


def flipped(grid: list[list[str]]) -> list[list[str]]:
    """Rows for columns; bridges turn with them."""
    return [[{"h": "v", "v": "h"}.get(letter, letter) for letter in line] for line in zip(*grid)]


def landscape(
    rng: Rng, rows: int, columns: int, river: bool, lanes: int, plots: str = "fs", across: bool | None = None
) -> list[list[str]]:
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


def plot(rng: Rng, grid: list[list[str]], letter: str) -> None:
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

    def __init__(self, rng: Rng, grid: list[list[str]], season: str, taken: Iterable[Cell] = ()):
        self.rng, self.grid, self.season = rng, grid, season
        self.rows, self.columns = len(grid), len(grid[0])
        self.free = set(product(range(self.rows), range(self.columns))) - set(taken)
        self.things: list[Thing] = []
        self.lying = {letter: {cell for cell in self.free if self.letter(*cell) == letter} for letter in ".pfsw"}
        around = list(product((-1, 0, 1), repeat=2))
        self.open_water = {
            (r, k) for r, k in self.lying["w"] if all(self.letter(r + i, k + j) in ("w", "") for i, j in around)
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
        form, spots = KINDS[kind], []
        room = self.free & self.ground_for(kind)
        room = room if only is None else room & only
        near, pool = {"path": "ps", "field": "f"}.get(form.by, ""), sorted(room)
        for r, k in (self.rng.choice(pool) for _ in range(24 if pool else 0)):
            if all((r + i, k + j) in room for i, j in product(range(form.tall), range(form.wide))):
                touch = sum(self.letter(r + form.tall, k + i) in near for i in range(form.wide)) if near else 0
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

    def furnish(self, count: int, without: Iterable[str] = ()) -> None:
        """Fill up to `count` things with small groups of other kinds."""
        kinds = [kind for kind in in_season(self.season) if kind not in without]
        for kind in self.rng.shuffled(kinds):
            large = KINDS[kind].wide * KINDS[kind].tall > 2
            for _ in range(self.rng.integer(1, 3 if large else 5)):
                if len(self.things) < count and (kind not in ("windmill", "fountain") or not self.has(kind)):
                    self.put(kind)

    def has(self, kind: str) -> bool:
        return any(thing.kind == kind for thing in self.things)

    def built(self, **more) -> PixelVillage:
        terrain = tuple(map("".join, self.grid))
        return PixelVillage(season=self.season, terrain=terrain, things=tuple(self.things), **more)


SEASONS: tuple[Season, ...] = ("spring", "summer", "autumn", "winter", "desert", "tropical")


def site(
    rng: Rng, variant: Season | None, *, river: bool | None = None, plots: str = "fs", lanes: tuple[int, int] = (1, 3)
) -> tuple[Site, int]:
    """An empty village ground and how many things it should hold."""
    season, columns, rows = variant or rng.choice(SEASONS), rng.dial(13, 20), rng.dial(10, 15)
    grid = landscape(rng, rows, columns, rng.chance(0.6) if river is None else river, rng.dial(*lanes), plots)
    return Site(rng, grid, season), rows * columns * 22 // 100


def village(rng: Rng, variant: Season | None) -> PixelVillage:
    empty, count = site(rng, variant)
    empty.furnish(count)
    return empty.built()


def countable(season: str, count: int) -> list[str]:
    """Kinds of which a village may have so many."""
    most = {1: 12, 2: 9, 4: 6}
    kinds = [k for k in in_season(season) if k not in ("windmill", "fountain", "boat", "duck")]
    return [k for k in kinds if count <= most[KINDS[k].wide * KINDS[k].tall]]


# ---- counting


@PixelVillage.task(
    answer="integer",
    annotation="bbox_set",
    operations=("filtering", "counting"),
    ask=(
        "How many {plural} are there on the whole map?",
        "Count the {plural} in this village. How many are there?",
        "Look over the map: what is the total number of {plural}?",
    ),
    answer_is="the number of {plural}",
    witness_is="each of the {plural}",
)
def object_type_count(town, query, kind: str):
    return Found(len(town.of(kind)), at=[("thing", i) for i in town.of(kind)])


COUNTS = range(2, 11)


@object_type_count.sample
def with_count(rng, *, scene_variant: Season | None = None):
    empty, count = site(rng, scene_variant)
    n = rng.goal(COUNTS)
    kind = rng.choice(countable(empty.season, n))
    empty.need(kind, n)
    empty.furnish(count, {kind})
    return empty.built()


@object_type_count.operands
def counted_kind(rng, town, query):
    counts = Counter(thing.kind for thing in town.things)
    return {"kind": rng.choice([kind for kind, n in counts.items() if n == rng.goal(COUNTS)])}


def plural(town, query, kind: str, **others):
    return {"plural": KINDS[kind].plural}


object_type_count.words(plural)


@PixelVillage.task(
    answer="integer",
    annotation="bbox_set",
    operations=("filtering", "counting", "spatial_relations", "topology"),
    ask=(
        "How many people are standing on a path? A person counts when the feet are on a path tile, not on the ground "
        "beside it.",
        "Count the people whose feet are on the paths of the village; those beside a path do not count. How many are "
        "there?",
        "Some people stand on the paths, others next to them or elsewhere. How many have their feet on a path?",
    ),
    answer_is="the number of people on a path",
    witness_is="each person who stands on a path",
)
def person_path_count(town, query):
    hits = [i for i in town.of("person") if town.on_path(town.things[i])]
    return Found(len(hits), at=[("thing", i) for i in hits], because={"people": len(town.of("person"))})


@person_path_count.sample
def walkers(rng, *, scene_variant: Season | None = None):
    empty, count = site(rng, scene_variant, plots="f", lanes=(2, 3))
    path = {(r, k) for r, k in empty.free if empty.letter(r, k) == "p"}
    beside = {(r + i, k + j) for r, k in path for i, j in ((0, 1), (1, 0), (0, -1), (-1, 0))} - path
    empty.need("person", rng.goal(range(1, 10)), path)
    empty.need("person", rng.dial(2, 6), beside)
    empty.need("person", rng.integer(1, 3), empty.free - path)
    empty.furnish(count, {"person"})
    return empty.built()


@PixelVillage.task(
    answer="integer",
    annotation="bbox_set",
    operations=("filtering", "counting", "logical_composition", "spatial_relations"),
    ask=(
        "The river splits the map in two. How many {plural} are {side} the river?",
        "Count only the {plural} on the bank {side} the river. How many are there?",
        "Of the {plural} on this map, how many lie {side} the river?",
    ),
    answer_is="the number of {plural} {side} the river",
    witness_is="each of those {plural}",
)
def river_side_object_count(town, query, kind: str, side: str):
    hits = [i for i in town.of(kind) if town.bank(town.things[i]) == side]
    return Found(len(hits), at=[("thing", i) for i in hits], because={"all": len(town.of(kind))})


@river_side_object_count.sample
def two_banks(rng, *, scene_variant: Season | None = None):
    empty, count = site(rng, scene_variant, river=True)
    bare = empty.built()
    here, n = rng.choice(sides(bare)), rng.goal(range(1, 8))
    near = {cell for cell in empty.free if bare.bank(Thing("barrel", *cell, 0)) == here}
    far = {cell for cell in empty.free if bare.bank(Thing("barrel", *cell, 0)) not in (here, "in")}
    kind = rng.choice([k for k in countable(empty.season, n + 2) if k != "person"])
    empty.need(kind, n, near)
    empty.need(kind, rng.integer(1, 4), far)
    empty.furnish(count, {kind})
    return empty.built()


def sides(town) -> tuple[str, str]:
    return ("left of", "right of") if town.river_runs_down else ("above", "below")


@river_side_object_count.operands
def kind_and_bank(rng, town, query):
    goal = rng.goal(range(1, 8))
    counts = Counter((t.kind, town.bank(t)) for t in town.things if t.kind != "person")
    hits = [key for key, n in counts.items() if n == goal and key[1] != "in"]
    split = [(kind, side) for kind, side in hits if len(town.of(kind)) > goal]
    kind, side = rng.choice(split)
    return {"kind": kind, "side": side}


river_side_object_count.words(plural)


@PixelVillage.task(
    answer="integer",
    annotation="bbox_set",
    operations=("filtering", "counting", "logical_composition"),
    ask=(
        "Coloured borders divide the map into territories, each with a name on its banner. How many {plural} are "
        "inside {land}?",
        "How many {plural} lie within the borders of {land}?",
        "Find the territory named {land}. What is the number of {plural} inside its coloured border?",
    ),
    answer_is="the number of {plural} in {land}",
    witness_is="each of the {plural} in {land}",
)
def territory_object_count(town, query, kind: str, land: str):
    hits = [i for i in town.of(kind) if town.land_of(town.things[i]) == land]
    return Found(len(hits), at=[("thing", i) for i in hits], because={"all": len(town.of(kind))})


BANNERS = ("#d23a3a", "#2f6fd0", "#e0a020", "#8a3fb0", "#1f9a6a", "#e070a8")


def borders(rng: Rng, rows: int, columns: int, parts: int) -> list[list[int]]:
    """Two to four territories: stepped lines cut the map in two, then the halves."""
    down = walk(rng, rows, columns // 2 - 1, columns // 2 + 1, set())
    level = [walk(rng, columns, rows // 2 - 1, rows // 2 + 1, set(), 1) for _ in range(2)]
    halves = {2: (), 3: (rng.integer(0, 1),), 4: (0, 1)}[parts]
    owner = {}
    for r, k in product(range(rows), range(columns)):
        half = int(k >= down[r])
        owner[r, k] = (half, int(half in halves and r >= level[half][k]))
    names = sorted(set(owner.values()))
    return [[names.index(owner[r, k]) for k in range(columns)] for r in range(rows)]


@territory_object_count.sample
def realm(rng, *, scene_variant: Season | None = None):
    empty, count = site(rng, scene_variant, plots="f")
    parts, n = rng.dial(2, 4), rng.goal(range(1, 8))
    owner = borders(rng, empty.rows, empty.columns, parts)
    cells = [{(r, k) for r, k in empty.free if owner[r][k] == i} for i in range(parts)]
    lands = []
    for i, (name, color) in enumerate(
        zip(rng.sample([t for t in TOWNS if len(t) < 10 and " " not in t], parts), rng.sample(BANNERS, parts))
    ):
        spots = [(r, k) for r, k in sorted(cells[i]) if all((r, k + j) in cells[i] for j in range(4))]
        r, k = rng.choice(spots[:6])
        empty.free.difference_update((r, k + j) for j in range(4))
        lands.append(Land(name, color, r, k))
    first, *others = rng.shuffled(range(parts))
    kind = rng.choice([k for k in countable(empty.season, n + 3) if KINDS[k].wide * KINDS[k].tall < 3])
    empty.need(kind, n, cells[first])
    for other in others:
        empty.need(kind, rng.integer(1, 3), cells[other])
    inside(empty, cells, count, kind)
    return empty.built(lands=tuple(lands), owners=tuple("".join(map(str, row)) for row in owner))


def inside(empty: Site, cells: list[set[Cell]], count: int, kind: str) -> None:
    """Furnish each territory by itself, so that nothing stands across a border."""
    everything, each = set(empty.free), (count - len(empty.things)) // len(cells)
    for land in cells:
        empty.free = everything & land
        empty.furnish(len(empty.things) + each, {kind})
        everything -= {cell for thing in empty.things for cell in thing.cells}


@territory_object_count.operands
def kind_and_land(rng, town, query):
    counts = Counter((t.kind, town.land_of(t)) for t in town.things)
    hits = [key for key, n in counts.items() if n == rng.goal(range(1, 8)) and len(town.of(key[0])) > n]
    kind, land = rng.choice(hits)
    return {"kind": kind, "land": land}


territory_object_count.words(plural)

# ---- a patch, a turned tile, two exchanged tiles


def merged(letter: str) -> str:
    return "b" if letter in "hv" else letter


def rim(rows: list[str]) -> list[str]:
    """The tile letters along the four sides of a square, top, right, bottom, left."""
    last = [row[-1] for row in rows], [row[0] for row in rows]
    return [merged(letter) for letter in (*rows[0], *last[0], *rows[-1], *last[1])]


def square(town: PixelVillage, patch: Patch) -> list[str]:
    rows = [row[patch.column : patch.column + PATCH] for row in town.terrain[patch.row : patch.row + PATCH]]
    return [row[::-1] for row in rows] if patch.mirrored else rows


def differ(a: list[str], b: list[str]) -> int:
    return sum(x != y for x, y in zip(a, b))


@PixelVillage.task(
    answer="option_letter",
    annotation="bbox_map",
    operations=("transformation", "matching"),
    ask=(
        "A square of the map is cut out. Which lettered patch belongs there, so that the paths, the water and all "
        "other things go on across its edges?",
        "Which of the lettered patches fills the gap marked with a question mark and joins up on every side?",
        "One square of the picture is missing. Choose the patch that fits it, unturned, with everything continuing "
        "over the edges.",
    ),
    answer_is="the letter of that patch",
    witness_is="the missing square and the panel of the patch that fits",
)
def missing_patch_label(town, query, hole: Cell, patches: tuple[Patch, ...]):
    right = patches.index(Patch(*hole, False))
    return Found(LETTERS[right], at={"missing_region": ("missing", 0), "option": ("option", LETTERS[right])})


@missing_patch_label.sample
def for_patch(rng, *, scene_variant: Season | None = None):
    season = scene_variant or rng.choice(SEASONS)
    rows, columns = rng.dial(9, 11), rng.choice((11, 12, 13, 14, 18, 19, 20))
    empty = Site(rng, landscape(rng, rows, columns, rng.chance(0.75), 3), season)
    empty.furnish(rows * columns * rng.dial(8, 26) // 100)
    return empty.built()


@missing_patch_label.operands
def patch_and_rivals(rng, town, query):
    rows, columns = town.size
    spots = list(product(range(rows - PATCH + 1), range(columns - PATCH + 1)))
    inner = [s for s in spots if 0 < s[0] < rows - PATCH and 0 < s[1] < columns - PATCH]
    hole = rng.choice([s for s in inner if sum(x != "." for x in rim(square(town, Patch(*s, False)))) > 3])
    right = rim(square(town, Patch(*hole, False)))
    rivals = [Patch(*spot, mirrored) for spot in spots for mirrored in (False, True)]
    chosen, seen = [], [right]
    for rival in rng.shuffled(rivals):
        own, apart = rim(square(town, rival)), abs(rival.row - hole[0]) + abs(rival.column - hole[1])
        busy = sum(x != "." for x in own) > 1
        if len(chosen) < 3 and busy and (apart > 2 or rival.mirrored) and all(differ(own, s) > 2 for s in seen):
            chosen.append(rival)
            seen.append(own)
    if len(chosen) < 3:
        raise Reject("too few rival patches")
    return {"hole": hole, "patches": tuple(rng.letters_with(Patch(*hole, False), chosen))}


def blocks(rng, *, scene_variant: Season | None = None):
    """A map that can be cut into BLOCKS square tiles, with enough roads and water to join them."""
    side, season = rng.choice((4, 4, 5)), scene_variant or rng.choice(SEASONS)
    rows, columns = rng.choice(((3 * side, 4 * side), (4 * side, 3 * side)))
    empty = Site(rng, landscape(rng, rows, columns, True, 3), season)
    empty.furnish(rows * columns * rng.dial(10, 26) // 100)
    return empty.built()


def breaks(town: PixelVillage, tiles: list[list[str]]) -> int:
    """How many map tiles along the seams of the puzzle tiles have another kind of ground across the seam."""
    columns, total = town.size[1] // gcd(*town.size), 0
    for i, tile in enumerate(tiles):
        if (i + 1) % columns:
            total += sum(merged(a[-1]) != merged(b[0]) for a, b in zip(tile, tiles[i + 1]))
        if i + columns < len(tiles):
            total += sum(merged(a) != merged(b) for a, b in zip(tile[-1], tiles[i + columns][0]))
    return total


def turn(rows: list[str], quarters: int) -> list[str]:
    """Rows turned clockwise."""
    for _ in range(quarters):
        rows = ["".join(line) for line in zip(*rows[::-1])]
    return rows


@PixelVillage.task(
    answer="option_letter",
    annotation="bbox",
    operations=("transformation",),
    ask=(
        "The map is cut into lettered tiles, and one tile has been rotated in its place. Which one?",
        "One lettered tile of this map has been turned, so that its content no longer joins its neighbours. Which tile "
        "is it?",
        "Exactly one of the lettered tiles is not upright any more. Which letter does it carry?",
    ),
    answer_is="the letter of the rotated tile",
    witness_is="the rotated tile",
)
def rotated_tile_label(town, query, turned: Turn):
    return Found(LETTERS[turned[0]], at=("tile", turned[0]))


rotated_tile_label.sample(blocks)


@rotated_tile_label.operands
def turned_tile(rng, town, query):
    number, tiles = rng.goal(range(BLOCKS)), [town.block(i) for i in range(BLOCKS)]
    base = breaks(town, tiles)
    for quarters in rng.shuffled((1, 2, 3)):
        shown = [turn(tile, quarters) if i == number else tile for i, tile in enumerate(tiles)]
        if breaks(town, shown) >= base + 4:
            return {"turned": (number, quarters)}
    raise Reject("a turn hardly shows")


@PixelVillage.task(
    answer="option_letter",
    annotation="bbox_set",
    operations=("transformation",),
    ask=(
        "The map is cut into numbered tiles, and two of them have changed places. Which two?",
        "Two of the numbered tiles have been exchanged, so that paths, water and other things break off at their "
        "edges. Which pair must be swapped back?",
        "Swapping one pair of numbered tiles makes this map whole again. Which pair is it?",
    ),
    answer_is="the letter of that pair",
    witness_is="the two exchanged tiles",
)
def swapped_tile_pair_label(town, query, swapped: Cell, pairs: tuple[Cell, ...]):
    return Found(LETTERS[pairs.index(swapped)], at=[("tile", swapped[0]), ("tile", swapped[1])])


swapped_tile_pair_label.sample(blocks)


@swapped_tile_pair_label.operands
def swapped_and_rivals(rng, town, query):
    tiles, columns = [town.block(i) for i in range(BLOCKS)], town.size[1] // gcd(*town.size)
    base = breaks(town, tiles)
    every = [(a, b) for a, b in product(range(BLOCKS), repeat=2) if a < b]
    apart = [p for p in every if p[1] - p[0] not in (1, columns)]
    good = [p for p in rng.shuffled(apart) if breaks(town, exchanged(tiles, p)) >= base + 8][:1]
    a, b = rng.choice(good)
    others = rng.sample([i for i in range(BLOCKS) if i not in (a, b)], 4)
    wrong = [(a, others[0]), (b, others[1]), (others[2], others[3])]
    wrong = [(min(pair), max(pair)) for pair in wrong]
    return {"swapped": (a, b), "pairs": tuple(rng.letters_with((a, b), wrong))}


def exchanged(tiles: list[list[str]], pair: Cell) -> list[list[str]]:
    a, b = pair
    order = {a: b, b: a}
    return [tiles[order.get(i, i)] for i in range(len(tiles))]


@swapped_tile_pair_label.options
def pair_texts(town, query, swapped: Cell, pairs: tuple[Cell, ...]):
    return [f"{a + 1} and {b + 1}" for a, b in pairs]
