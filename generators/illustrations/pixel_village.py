"""A village seen from above in a role-playing game of the sixteen-bit years: a tile map with things on it."""

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import chain, combinations, product
from math import gcd

from msgspec import Struct

from trace_tasks.engine import LETTERS, Box, Canvas, Found, Reject, Rng, Scene, darker, lighter

from ._cutouts import (
    FLIPS,
    Block,
    Flip,
    Pair,
    Turn,
    blocks,
    cut_up,
    differences,
    mirrored,
    rim,
    telling_swaps,
    telling_turns,
    with_hole,
)
from ._pixels import T, stamp
from ._sites import BANNERS, NAMES, WATER, Cell, Site, Thing, borders, landscape, leeway, plot
from ._sprites import KINDS, SEASONS, Season, in_season, sprite
from ._tiles import LIGHTS, Manner, bordered, enlarged, fenced, ground, lit

BLOCKS, PATCH = 12, 3  # puzzle tiles of a cut-up map; map tiles a side of a missing patch
ZOOM = 2
SHINING = {"lamp": (12, 12), "campfire": (12, 14), "cottage": (24, 36)}  # and where their light comes from


class Land(Struct, frozen=True):
    """A territory: the name on its banner, its colour, and the tile where the banner begins."""

    name: str
    color: str
    row: int
    column: int


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

    def joined(self) -> list[str]:
        """The terrain with both kinds of bridge as one."""
        return joined(self.terrain)

    def puzzle(self) -> tuple[list[Block], int]:
        """The blocks of a cut-up map, and how many lie side by side."""
        side = gcd(*self.size)
        return blocks(self.joined(), side), self.size[1] // side

    # ---- the picture

    def manner(self, rng: Rng) -> Manner:
        paved = any("s" in row for row in self.terrain)
        road = "c" if rng.chance(0.35) and not paved else "p"  # cobbles and paving look alike
        hedge, plots = rng.choice(("hedge", "stones", "flowers")), rng.choice(("fy", "y"))
        return Manner(rng.choice(tuple(LIGHTS)), road, plots, hedge)

    def pixels(self, manner: Manner, shifts: list[tuple[int, int]]):
        """The map in words, one to the sprite pixel."""
        plane = ground(self.terrain, self.season, manner.road)
        fenced(plane, self.terrain, manner.fenced)
        if self.lands:
            bordered(plane, self.owners, self.terrain, manner.border, self.season)
        lamps = []
        placed = [(t.column * T + dx, t.row * T + dy, t) for t, (dx, dy) in zip(self.things, shifts)]
        for x, y, thing in sorted(placed, key=lambda place: place[1] + KINDS[place[2].kind].tall * T):
            stamp(plane, sprite(thing.kind, thing.look, self.season), x, y)
            if thing.kind in SHINING:
                lamps.append((x + SHINING[thing.kind][0], y + SHINING[thing.kind][1]))
        return lit(plane, manner.light, lamps, self.terrain)

    def flipped(self, hole: Cell, flip: Flip) -> "PixelVillage":
        """A square with the tiles around it, mirrored, as a map of its own."""
        side, top, left = PATCH + 2, hole[0] - 1, hole[1] - 1
        things = []
        for thing in self.things:
            r, k, kind = thing.row - top, thing.column - left, KINDS[thing.kind]
            if 0 <= r <= side - kind.tall and 0 <= k <= side - kind.wide:
                k, r = (side - kind.wide - k if flip[0] else k), (side - kind.tall - r if flip[1] else r)
                things.append(Thing(thing.kind, r, k, thing.look))
        terrain = mirrored([row[left : left + side] for row in self.terrain[top : top + side]], flip)
        return PixelVillage(season=self.season, terrain=tuple(terrain), things=tuple(things))

    def draw(
        self,
        c: Canvas,
        hole: Cell | None = None,
        patches: tuple[Flip, ...] = (),
        turned: Turn | None = None,
        swapped: Pair | None = None,
    ):
        seam = gcd(*self.size) if turned or swapped else 0
        shifts = leeway(c.rng, self.terrain, self.things, self.owners, seam)
        manner = self.manner(c.rng)
        plane = self.pixels(manner, shifts)
        if hole:
            big, unit, side = enlarged(plane, ZOOM), T * ZOOM, T * ZOOM * PATCH
            parts = []
            for flip in patches:
                whole_map, (r, k) = big, hole
                if any(flip):
                    other, (r, k) = self.flipped(hole, flip), (1, 1)
                    moves = leeway(c.rng, other.terrain, other.things, ())
                    whole_map = enlarged(other.pixels(manner, moves), ZOOM)
                parts.append(whole_map[r * unit :, k * unit :][:side, :side])
            with_hole(c, big, Box(0, 0, side, side).moved(hole[1] * unit, hole[0] * unit), parts)
        elif turned or swapped:
            names = LETTERS if turned else [str(i + 1) for i in range(BLOCKS)]
            cut_up(c, enlarged(plane, ZOOM), seam * T * ZOOM, names, turned, swapped)
        else:
            whole(c, self, plane, shifts)


def whole(c: Canvas, town: PixelVillage, plane, shifts: list[tuple[int, int]]) -> None:
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
    for i, (thing, (dx, dy)) in enumerate(zip(town.things, shifts)):
        x, y = frame + thing.column * side + dx * zoom, frame + thing.row * side + dy * zoom
        kind = KINDS[thing.kind]
        c.mark("thing", i, box=Box(x, y, x + kind.wide * side, y + kind.tall * side))
    for land in town.lands:
        box = Box(0, 0, 4 * side - 8, side * 0.62).moved(
            frame + land.column * side + 4, frame + land.row * side + 8
        )
        c.rect(box.moved(0, 3), "#00000066")
        c.rect(box, darker(land.color, 0.55))
        c.rect(box.inset(3), "#fbf4e2")
        flag, room = box.inset(3).left(side * 0.4)
        c.rect(flag, land.color)
        c.text(
            land.name,
            room.center,
            min(side * 0.3, 18),
            family="Press Start 2P",
            color="#2b2233",
            fit=room.w - 8,
        )


# ---- the making of a village


def joined(terrain: Iterable[str]) -> list[str]:
    return [row.replace("h", "b").replace("v", "b") for row in terrain]


def built(site: Site, **more) -> PixelVillage:
    terrain = tuple(map("".join, site.grid))
    return PixelVillage(season=site.season, terrain=terrain, things=tuple(site.things), **more)


def site(
    rng: Rng,
    variant: Season | None,
    *,
    river: bool | None = None,
    plots: str = "fys",
    lanes: tuple[int, int] = (1, 3),
) -> tuple[Site, int]:
    """An empty ground and how many things it should hold."""
    season: Season = rng.choice(SEASONS) if variant is None else variant
    columns, rows = rng.dial(13, 20), rng.dial(10, 15)
    grid = landscape(rng, rows, columns, rng.chance(0.6) if river is None else river, rng.dial(*lanes), plots)
    return Site(rng, grid, season), rows * columns * 22 // 100


def village(rng: Rng, variant: Season | None) -> PixelVillage:
    empty, count = site(rng, variant)
    empty.furnish(count)
    return built(empty)


FEW = ("well", "campfire", "chest", "signpost", "mailbox", "scarecrow", "snowman", "cart", "stall")


def countable(season: str, count: int) -> list[str]:
    """Kinds of which a village may have so many."""
    most = {1: 12, 2: 9, 4: 6}
    kinds = [k for k in in_season(season) if k not in ("windmill", "fountain", "boat", "duck")]
    return [k for k in kinds if count <= (4 if k in FEW else most[KINDS[k].wide * KINDS[k].tall])]


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
    return built(empty)


@object_type_count.operands
def counted_kind(rng, town, query):
    counts = Counter(thing.kind for thing in town.things)
    return {"kind": rng.choice([kind for kind, n in counts.items() if n == rng.goal(COUNTS)])}


def plural(town, query, kind: str, land: str = ""):
    return {"plural": KINDS[kind].plural}


object_type_count.words(plural)


@PixelVillage.task(
    answer="integer",
    annotation="bbox_set",
    operations=("filtering", "counting", "spatial_relations", "topology"),
    ask=(
        "How many people are standing on a path? A person counts when the feet are on a path tile, not on "
        "the ground beside it.",
        "Count the people whose feet are on the paths of the village; those beside a path do not count. How "
        "many are there?",
        "Some people stand on the paths, others next to them or elsewhere. How many have their feet on a "
        "path?",
    ),
    answer_is="the number of people on a path",
    witness_is="each person who stands on a path",
)
def person_path_count(town, query):
    hits = [i for i in town.of("person") if town.on_path(town.things[i])]
    return Found(len(hits), at=[("thing", i) for i in hits], because={"people": len(town.of("person"))})


BESIDE = ((-1, 0), (1, 0), (0, -1), (0, 1))


@person_path_count.sample
def walkers(rng, *, scene_variant: Season | None = None):
    empty, count = site(rng, scene_variant, plots="f", lanes=(2, 3))
    path = {(r, k) for r, k in empty.free if empty.letter(r, k) == "p"}
    below = {cell: {empty.letter(cell[0] + 1, cell[1] + i) for i in (-1, 0, 1)} for cell in empty.free - path}
    off = {cell for cell, letters in below.items() if "p" not in letters}  # no feet at a path's edge
    path = {(r, k) for r, k in path if not {empty.letter(r + i, k + j) for i, j in BESIDE} & set("hv")}
    beside = {(r, k) for r, k in off if {(r - 1, k), (r, k - 1), (r, k + 1)} & path}
    empty.need("person", rng.goal(range(1, 10)), path)
    empty.need("person", rng.dial(2, 6), beside)
    empty.need("person", rng.integer(1, 3), off)
    empty.furnish(count, {"person", "scarecrow", "snowman"})
    return built(empty)


@PixelVillage.task(
    answer="integer",
    annotation="bbox_set",
    operations=("filtering", "counting", "logical_composition", "spatial_relations"),
    ask=(
        "The river splits the map in two. How many {plural} are {side} the river, on the bank that reaches "
        "the {edge} edge of the map?",
        "Count only the {plural} on the land {side} the river, that is, between the river and the {edge} "
        "edge. How many are there?",
        "Of the {plural} on this map, how many lie {side} the river (on the side of the {edge} edge)?",
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
    bare = built(empty)
    here, n = rng.choice(sides(bare)), rng.goal(range(1, 8))
    near = {cell for cell in empty.free if bare.bank(Thing("barrel", *cell, 0)) == here}
    far = {cell for cell in empty.free if bare.bank(Thing("barrel", *cell, 0)) not in (here, "in")}
    kind = rng.choice([k for k in countable(empty.season, n + 2) if k != "person"])
    empty.need(kind, n, near)
    empty.need(kind, rng.integer(1, 4), far)
    empty.furnish(count, {kind})
    return built(empty)


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


@river_side_object_count.words
def plural_and_edge(town, query, kind: str, side: str):
    edges = {"left of": "left", "right of": "right", "above": "top", "below": "bottom"}
    return {"plural": KINDS[kind].plural, "edge": edges[side]}


@PixelVillage.task(
    answer="integer",
    annotation="bbox_set",
    operations=("filtering", "counting", "logical_composition"),
    ask=(
        "Borders divide the map into territories, each with its name on a banner. How many {plural} are "
        "inside {land}?",
        "Each territory of this map has a banner with its name. How many {plural} lie within the borders of "
        "{land}?",
        "Find the territory named {land} on its banner. What is the number of {plural} inside its borders?",
    ),
    answer_is="the number of {plural} in {land}",
    witness_is="each of the {plural} in {land}",
)
def territory_object_count(town, query, kind: str, land: str):
    hits = [i for i in town.of(kind) if town.land_of(town.things[i]) == land]
    return Found(len(hits), at=[("thing", i) for i in hits], because={"all": len(town.of(kind))})


@territory_object_count.sample
def realm(rng, *, scene_variant: Season | None = None):
    empty, count = site(rng, scene_variant, plots="")
    parts, n = rng.dial(2, 4), rng.goal(range(1, 8))
    owner = borders(rng, empty.rows, empty.columns, parts)
    for r, k in tuple(empty.free):  # nothing stands by a border
        beside = product(range(max(r - 1, 0), r + 2), range(max(k - 1, 0), k + 2))
        if {owner[i][j] for i, j in beside if i < empty.rows and j < empty.columns} - {owner[r][k]}:
            empty.free.discard((r, k))
    cells = [{(r, k) for r, k in empty.free if owner[r][k] == i} for i in range(parts)]
    for land, letter in zip(rng.shuffled(cells), "fyf"):
        plot(rng, empty.grid, letter, land)
    empty.chart()
    lands = []
    for i, (name, color) in enumerate(zip(rng.sample(NAMES, parts), rng.sample(BANNERS, parts))):
        bare = cells[i] & empty.lying["."]
        spots = [(r, k) for r, k in sorted(bare) if all((r, k + j) in bare for j in range(4))]
        r, k = rng.choice(spots[:3])
        empty.free.difference_update((r, k + j) for j in range(4))
        lands.append(Land(name, color, r, k))
    first, *others = rng.shuffled(range(parts))
    kind = rng.choice([k for k in countable(empty.season, n + 3) if KINDS[k].wide * KINDS[k].tall < 3])
    empty.need(kind, n, cells[first])
    for other in others:
        empty.need(kind, rng.integer(1, 3), cells[other])
    inside(empty, cells, count, kind)
    return built(empty, lands=tuple(lands), owners=tuple("".join(map(str, row)) for row in owner))


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


@PixelVillage.task(
    answer="option_letter",
    annotation="bbox_map",
    operations=("transformation", "matching"),
    ask=(
        "A square of the map is cut out. Which lettered patch belongs there, so that the ground joins up "
        "with its surroundings on every side?",
        "Which of the lettered patches fills the gap with the question mark and joins up on every side?",
        "One square of the picture is missing. Which lettered patch completes the picture, so that "
        "everything goes on across the edges?",
    ),
    answer_is="the letter of that patch",
    witness_is="the missing square and the panel of the patch that fits",
)
def missing_patch_label(town, query, hole: Cell, patches: tuple[Flip, ...]):
    right = patches.index((False, False))
    return Found(LETTERS[right], at={"missing_region": ("missing", 0), "option": ("option", LETTERS[right])})


@missing_patch_label.sample
def for_patch(rng, *, scene_variant: Season | None = None):
    season = rng.choice(SEASONS) if scene_variant is None else scene_variant
    rows, columns = rng.dial(9, 11), rng.choice((11, 12, 13, 14, 18, 19, 20))
    empty = Site(rng, landscape(rng, rows, columns, rng.chance(0.75), 3), season)
    empty.furnish(rows * columns * rng.dial(8, 26) // 100)
    return built(empty)


@missing_patch_label.operands
def patch_and_rivals(rng, town, query):
    """A square that can be told from its mirror images by the ground along its edges."""
    rows, columns = town.size
    ground = town.joined()
    for r, k in rng.shuffled(product(range(1, rows - PATCH), range(1, columns - PATCH))):
        square = [row[k : k + PATCH] for row in ground[r : r + PATCH]]
        rims = [rim(mirrored(square, flip)) for flip in FLIPS]
        if all(differences(a, b) > 2 for a, b in combinations(rims, 2)):
            return {"hole": (r, k), "patches": tuple(rng.letters_with(FLIPS[0], FLIPS[1:]))}
    raise Reject("no square unlike its mirror images")


def puzzle(
    rng: Rng, variant: Season | None, fits: Callable[[list[Block], int], bool], number: int | None = None
) -> PixelVillage:
    """A map that can be cut into BLOCKS square tiles, whose roads and water make it fit for the question.

    The corners in which blocks carry their names are free, and so are the block `number` and a few others:
    the ground alone tells whether they were turned.
    """
    season: Season = rng.choice(SEASONS) if variant is None else variant
    side, tall = rng.choice((4, 4, 5)), rng.chance(0.5)
    rows, columns = (4 * side, 3 * side) if tall else (3 * side, 4 * side)
    for _ in range(30):
        grid = landscape(rng, rows, columns, True, 3)
        if fits(blocks(joined(map("".join, grid)), side), columns // side):
            corners = list(product(range(0, rows, side), range(0, columns, side)))
            bare = [corners[i] for i in (number, *rng.sample(range(BLOCKS), 3))] if number is not None else []
            taken = (product(range(r, r + side), range(k, k + side)) for r, k in bare)
            empty = Site(rng, grid, season, chain(corners, *taken), side)
            empty.furnish(rows * columns * rng.dial(10, 24) // 100)
            return built(empty)
    raise Reject("no map breaks off enough")


@PixelVillage.task(
    answer="option_letter",
    annotation="bbox",
    operations=("transformation",),
    ask=(
        "The map is cut into lettered tiles, and one tile has been rotated in its place. Which one?",
        "One lettered tile of this map has been turned, so that its content no longer joins its neighbours. "
        "Which tile is it?",
        "Exactly one of the lettered tiles has been turned, and its paths or water break off at the edges. "
        "Which letter does it carry?",
    ),
    answer_is="the letter of the rotated tile",
    witness_is="the rotated tile",
)
def rotated_tile_label(town, query, turned: Turn):
    return Found(LETTERS[turned[0]], at=("tile", turned[0]))


@rotated_tile_label.sample
def with_telling_tile(rng, *, scene_variant: Season | None = None):
    number = rng.goal(range(BLOCKS))

    def fits(tiles: list[Block], columns: int) -> bool:
        """No fences, crops or paving in the tile: they would lie on their side."""
        flat = set("".join(tiles[number])) <= set(".pwb")
        return flat and len(telling_turns(tiles, columns, number)) > 0

    return puzzle(rng, scene_variant, fits, number)


@rotated_tile_label.operands
def turned_tile(rng, town, query):
    number = rng.goal(range(BLOCKS))
    return {"turned": (number, rng.choice(telling_turns(*town.puzzle(), number)))}


@PixelVillage.task(
    answer="option_letter",
    annotation="bbox_set",
    operations=("transformation",),
    ask=(
        "The map is cut into numbered tiles, and two of them have changed places. Which two?",
        "Two of the numbered tiles have been exchanged, so that paths, water and other things break off at "
        "their edges. Which pair must be swapped back?",
        "Swapping one pair of numbered tiles makes this map whole again. Which pair is it?",
    ),
    answer_is="the letter of that pair",
    witness_is="the two exchanged tiles",
)
def swapped_tile_pair_label(town, query, swapped: Pair, pairs: tuple[Pair, ...]):
    return Found(LETTERS[pairs.index(swapped)], at=[("tile", swapped[0]), ("tile", swapped[1])])


@swapped_tile_pair_label.sample
def with_telling_swap(rng, *, scene_variant: Season | None = None):
    return puzzle(rng, scene_variant, lambda tiles, n: len(telling_swaps(tiles, n)) > 2)


@swapped_tile_pair_label.operands
def swapped_and_rivals(rng, town, query):
    a, b = rng.choice(telling_swaps(*town.puzzle()))
    others = rng.sample([i for i in range(BLOCKS) if i not in (a, b)], 4)
    wrong = [(a, others[0]), (b, others[1]), (others[2], others[3])]
    wrong = [(min(pair), max(pair)) for pair in wrong]
    return {"swapped": (a, b), "pairs": tuple(rng.letters_with((a, b), wrong))}


@swapped_tile_pair_label.options
def pair_texts(town, query, swapped: Pair, pairs: tuple[Pair, ...]):
    return [f"{a + 1} and {b + 1}" for a, b in pairs]
