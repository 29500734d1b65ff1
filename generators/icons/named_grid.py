"""A grid of everyday icons with numbered rows and columns."""

from itertools import combinations, pairwise, product

from trace_tasks.engine import Canvas, Found, Reject, Scene, icons

from ._trays import tray

#: Things that look or sound too much alike to lie in one grid.
ALIKE = tuple(
    frozenset(group.split(", "))
    for group in (
        "crab, lobster, scorpion, shrimp, spider",
        "bee, mosquito, ladybug, butterfly",
        "duck, swan, turkey, rooster, parrot",
        "snake, worm, lizard, crocodile, dragon",
        "goat, deer, cow, horse, sheep, camel",
        "pig, koala, panda, hippo, mouse, rabbit, hedgehog",
        "dolphin, whale, fish",
        "otter, cat, dog",
        "octopus, jellyfish",
        "baguette, croissant, sausage, hot dog, chili pepper, carrot, corn cob",
        "cookie, doughnut, pizza slice, watermelon slice, cheese",
        "lemon, egg, pear, apple, avocado, peanut, tomato, strawberry, pumpkin",
        "cupcake, ice cream, birthday cake, mushroom",
        "cocktail, wine glass, beer mug, coffee cup",
        "burger, sandwich, taco, bread slice",
        "candy, lollipop, pretzel",
    )
)
#: Icons that not everybody would name at a glance.
DOUBTFUL = {
    "solid": (
        "sheep, cow, horse, hippo, koala, otter, mouse, snake, worm, turkey, sausage, peanut, lemon, "
        "croissant, blender, kettle, desk, table, wardrobe, door, mirror, rake, trowel, battery, webcam, "
        "tape measure, drone, satellite, satellite dish, stapler, eraser, wallet, sleigh, snowmobile, "
        "caravan, cable car, tank, well, temple, store, wheat ear, tornado, shuttlecock, curling stone, "
        "metronome, flask, test tube, bandage, toilet roll, screw, fireplace, stove, target, island"
    ),
    "line": (
        "sheep, otter, worm, shrimp, lizard, mosquito, peanut, steak, croissant, seashell, satellite, "
        "satellite dish, curling stone, boxing glove, cable car, canoe, sprout, fountain, factory, door, "
        "mirror, scarf, wave, feather, test tube, bandage"
    ),
}
THEMES = ("animals", "food")  # large enough to fill a grid by themselves
Cell = tuple[int, int]  # row, column; (0, 0) is top left


class NamedGrid(Scene):
    icons: tuple[tuple[str, ...], ...]  # rows of names, all of which exist in `drawing`
    drawing: str  # solid silhouettes or line drawings
    about = (
        "The picture shows a grid of icons whose rows and columns are numbered along the edges.",
        "Icons lie in a grid whose rows and columns have numbers.",
        "Each cell of this grid holds one icon; the numbers at the edges count the rows and the columns.",
    )

    @classmethod
    def sample(cls, rng):
        rows, columns = rng.dial(5, 8), rng.dial(5, 8) + rng.integer(0, 1)
        drawing = rng.choice(icons.STYLES)
        kinds = deck(rng, drawing, rng.dial(4, 8))
        return cls(
            icons=tuple(tuple(rng.choice(kinds) for _ in range(columns)) for _ in range(rows)),
            drawing=drawing,
        )

    @property
    def load(self):
        return len(self.icons) * len(self.icons[0])

    def lines(self, query: str) -> list[list[tuple[Cell, str]]]:
        """The rows, or for a query about columns the columns, as cells with their icons."""
        rows = [[((r, c), name) for c, name in enumerate(row)] for r, row in enumerate(self.icons)]
        return rows if query.startswith("row") else [list(column) for column in zip(*rows)]

    def cells(self, query: str, line: int, icon: str) -> list[Cell]:
        return [cell for cell, name in self.lines(query)[line - 1] if name == icon]

    def counts(self, query: str, icon: str) -> dict[int, int]:
        """How many of an icon each line holds, by the line's number."""
        return {i + 1: [n for _, n in line].count(icon) for i, line in enumerate(self.lines(query))}

    def draw(self, c: Canvas):
        rows, columns = len(self.icons), len(self.icons[0])
        place = tray(c, self.icons, self.drawing)
        for r, k in product(range(rows), range(columns)):
            c.mark("cell", (r, k), box=place[r, k])
            for other in ((r, k + 1), (r + 1, k)):
                if other in place:
                    c.mark("pair", ((r, k), other), segment=(place[r, k].center, place[other].center))
        for r in range(rows):
            c.mark("row", r + 1, box=place[r, 0].union(place[r, columns - 1]))
        for k in range(columns):
            c.mark("column", k + 1, box=place[0, k].union(place[rows - 1, k]))


def deck(rng, drawing: str, count: int) -> list[str]:
    """Different icons that nobody confuses: of one theme, or each of another category."""
    themed = rng.chance(0.4)
    pool = icons.names(rng.choice(THEMES), drawing) if themed else icons.names(style=drawing)
    doubtful = DOUBTFUL[drawing].split(", ")
    kept: list[str] = []
    for name in rng.shuffled(name for name in pool if name not in doubtful):
        clash = any(
            any({name, other} <= group for group in ALIKE)
            or (not themed and icons.ICONS[name].category == icons.ICONS[other].category)
            for other in kept
        )
        if not clash and " of " not in icons.plural(name) and not name.endswith("s"):
            kept.append(name)
        if len(kept) == count:
            break
    return kept


def with_lines(grid: NamedGrid, query: str, lines: list[list[str]]) -> NamedGrid:
    """The grid with these rows, or for a query about columns these columns."""
    rows = lines if query.startswith("row") else zip(*lines)
    return NamedGrid(icons=tuple(map(tuple, rows)), drawing=grid.drawing)


def names_of(grid: NamedGrid, query: str) -> tuple[list[list[str]], list[str]]:
    """The icons of each line, and the names that occur."""
    lines = [[name for _, name in line] for line in grid.lines(query)]
    return lines, sorted({name for line in lines for name in line})


def with_count(rng, line: list[str], icon: str, others: list[str], count: int) -> list[str]:
    """The line with exactly `count` of the icon."""
    line = [rng.choice(others) if name == icon else name for name in line]
    for i in rng.sample(range(len(line)), count):
        line[i] = icon
    return line


ROW, COLUMN = "row {line}", "column {line}"
COUNTS = (0, 1, 2, 3, 4, 5)


@NamedGrid.task(
    answer="integer",
    annotation="bbox_set",
    operations=("filtering", "counting"),
    queries={"row_shape_count": ROW, "column_shape_count": COLUMN},
    ask=(
        "How many {things} are in {query}?",
        "Look only at {query}. How many of its icons are {things}?",
        "Count the {things} in {query}. How many are there?",
    ),
    answer_is="the number of {things} in {query}",
    witness_is="the cells of those {things} (empty when there is none)",
)
def scoped_attribute_count(grid, query, icon: str, line: int):
    hits = grid.cells(query, line, icon)
    return Found(len(hits), at=[("cell", cell) for cell in hits])


@scoped_attribute_count.sample
def line_with_count(rng, query):
    grid = NamedGrid.sample(rng)
    lines, names = names_of(grid, query)
    count = rng.goal(COUNTS[: len(lines[0]) + 1])
    i = rng.choice([i for i in range(len(lines)) if i + 1 != count])
    icon = rng.choice(names)
    lines[i] = with_count(rng, lines[i], icon, [n for n in names if n != icon], count)
    if not any(icon in line for line in lines):
        raise Reject("an icon that is nowhere")
    return with_lines(grid, query, lines)


@scoped_attribute_count.operands
def icon_and_line(rng, grid, query):
    lines, names = names_of(grid, query)
    count = rng.goal(COUNTS[: len(lines[0]) + 1])
    found = [(icon, line, n) for icon in names for line, n in grid.counts(query, icon).items()]
    icon, line, _ = rng.choice([f for f in found if f[2] == count != f[1]])
    return {"icon": icon, "line": line}


def plural_words(grid, query, icon: str, **_):
    return {"things": icons.plural(icon)}


scoped_attribute_count.words(plural_words)


@NamedGrid.task(
    answer="integer",
    annotation="segment_set",
    operations=("filtering", "counting", "spatial_relations"),
    queries={"row_unordered_adjacent_pair_count": ROW, "column_unordered_adjacent_pair_count": COLUMN},
    ask=(
        "In {query}, how many neighbouring pairs consist of one {icon} and one {other}? An icon may belong "
        "to two pairs.",
        "How many pairs of direct neighbours in {query} are one {icon} and one {other}, in either order? "
        "Pairs may share an icon.",
        "Look only at {query}. How many times do one {icon} and one {other} stand next to each other there, "
        "in either order? An icon with such a neighbour on both sides counts twice.",
    ),
    answer_is="the number of such neighbouring pairs in {query}",
    witness_is="each of those pairs, as the segment that joins the centres of its cells (empty when there is "
    "none)",
)
def line_adjacency_pair_count(grid, query, line: int, icon: str, other: str):
    steps = pairwise(grid.lines(query)[line - 1])
    hits = [(a, b) for (a, first), (b, second) in steps if {first, second} == {icon, other}]
    return Found(len(hits), at=[("pair", hit) for hit in hits])


def touching(line: list[str], icon: str, other: str) -> int:
    return sum({a, b} == {icon, other} for a, b in pairwise(line))


@line_adjacency_pair_count.sample
def line_with_pairs(rng, query):
    grid = NamedGrid.sample(rng)
    lines, names = names_of(grid, query)
    count = rng.goal(COUNTS[: len(lines[0])])
    i = rng.choice([i for i in range(len(lines)) if i + 1 != count])
    icon, other = rng.sample(names, 2)
    length = len(lines[i])
    both = rng.uniform(0.45, 0.7) if count < 2 else min(0.6 + 0.07 * count, 0.95)
    for _ in range(200):
        line = [rng.choice((icon, other)) if rng.chance(both) else rng.choice(names) for _ in range(length)]
        if count >= 3 and rng.chance(0.6):  # many pairs come from a run that alternates
            start = rng.integer(0, length - count - 1)
            line[start : start + count + 1] = ((icon, other) * count)[: count + 1]
        if touching(line, icon, other) == count:
            lines[i] = line
            return with_lines(grid, query, lines)
    raise Reject("no line with so many pairs")


@line_adjacency_pair_count.operands
def pair_and_line(rng, grid, query):
    lines, names = names_of(grid, query)
    count = rng.goal(COUNTS[: len(lines[0])])
    found = [
        (i + 1, a, b)
        for i, line in enumerate(lines)
        if i + 1 != count
        for a, b in combinations(names, 2)
        if a in line and b in line and touching(line, a, b) == count
    ]
    line, *pair = rng.choice(found)
    icon, other = rng.shuffled(pair)
    return {"line": line, "icon": icon, "other": other}


@NamedGrid.task(
    answer="integer",
    annotation="bbox_set",
    operations=("filtering", "counting", "ranking"),
    queries={
        "row_most_shape_number": "row holds the most",
        "row_fewest_shape_number": "row holds the fewest",
        "column_most_shape_number": "column holds the most",
        "column_fewest_shape_number": "column holds the fewest",
    },
    ask=(
        "Which {query} {things}? Give its number as printed at the edge.",
        "Compare the {lines} by how many {things} they have. Which {query}?",
        "By its number at the edge of the grid, which {query} {things}?",
    ),
    answer_is="the number of that {one_line}",
    witness_is="the cells of the {things} in that {one_line}",
)
def row_column_shape_extreme_number(grid, query, icon: str):
    counts = grid.counts(query, icon)
    best = (max if "most" in query else min)(counts, key=counts.__getitem__)
    at = [("cell", cell) for cell in grid.cells(query, best, icon)]
    return Found(best, at=at, because={"counts": counts})


@row_column_shape_extreme_number.words
def line_words(grid, query, icon: str, **_):
    line = query.split("_")[0]
    return {"things": icons.plural(icon), "one_line": line, "lines": f"{line}s"}


@row_column_shape_extreme_number.sample
def one_best_line(rng, query):
    """One line has the most, or the fewest but at least one; the next best comes as near as the dial says."""
    grid = NamedGrid.sample(rng)
    lines, names = names_of(grid, query)
    icon, best, length = rng.choice(names), rng.goal(range(len(lines)), "line"), len(lines[0])
    extreme = rng.integer(2, min(4, length - 1)) if "most" in query else rng.integer(1, min(2, length - 2))
    near, far = (extreme - 1, 0) if "most" in query else (extreme + 1, min(extreme + 3, length - 1))
    rivals = [near, *(rng.integer(*sorted((near, far))) for _ in lines[2:])]
    rest = [n for n in names if n != icon]
    for i, count in zip([j for j in range(len(lines)) if j != best], rng.shuffled(rivals)):
        lines[i] = with_count(rng, lines[i], icon, rest, count)
    lines[best] = with_count(rng, lines[best], icon, rest, extreme)
    return with_lines(grid, query, lines)


@row_column_shape_extreme_number.operands
def icon_with_one_best(rng, grid, query):
    best = rng.goal(range(len(grid.lines(query))), "line") + 1
    pick = max if "most" in query else min
    fit = []
    for icon in names_of(grid, query)[1]:
        counts = grid.counts(query, icon)
        extreme = pick(counts.values())
        if counts[best] == extreme >= 1 and list(counts.values()).count(extreme) == 1:
            fit.append(icon)
    return {"icon": rng.choice(fit)}


@NamedGrid.task(
    answer="integer",
    annotation="bbox_set",
    operations=("filtering", "counting", "comparison"),
    queries={
        "row_at_least_shape_count": "rows hold at least {n} {things}",
        "column_at_least_shape_count": "columns hold at least {n} {things}",
        "row_exactly_shape_count": "rows hold exactly {n} {things}",
        "column_exactly_shape_count": "columns hold exactly {n} {things}",
        "row_no_shape_count": "rows hold no {icon} at all",
        "column_no_shape_count": "columns hold no {icon} at all",
    },
    ask=(
        "How many {query}?",
        "Go through the {lines} one by one. How many {query}?",
        "Look at the whole grid. How many {query}?",
    ),
    answer_is="the number of such {lines}",
    witness_is="each of those {lines}, as one box from its first cell to its last (empty when there is none)",
)
def group_predicate_count(grid, query, icon: str, n: int):
    counts = grid.counts(query, icon)
    hits = [line for line, count in counts.items() if meets(query, count, n)]
    kind = query.split("_")[0]
    return Found(len(hits), at=[(kind, line) for line in hits], because={"counts": counts})


group_predicate_count.words(line_words)


def meets(query: str, count: int, n: int) -> bool:
    return count >= n if "at_least" in query else count == n


def hit_count(rng, query: str, lines: int) -> int:
    most = lines - 1 if "_no_" in query else lines  # the icon lies somewhere
    return rng.goal(range(min(most, 6) + 1))


def threshold(rng, query: str, hits: int) -> int:
    return 0 if "_no_" in query else rng.goal([n for n in (2, 3) if n != hits], "threshold")


@group_predicate_count.sample
def lines_that_meet(rng, query):
    grid = NamedGrid.sample(rng)
    lines, names = names_of(grid, query)
    hits = hit_count(rng, query, len(lines))
    n = threshold(rng, query, hits)
    icon, length = rng.choice(names), len(lines[0])
    near = [m for m in range(min(n + 2, length) + 1) for _ in range(3 if abs(m - n) == 1 else 1)]
    chosen = set(rng.sample(range(len(lines)), hits))
    for i, line in enumerate(lines):
        count = rng.choice([m for m in near if meets(query, m, n) == (i in chosen)])
        lines[i] = with_count(rng, line, icon, [x for x in names if x != icon], count)
    if not any(icon in line for line in lines):
        raise Reject("an icon that is nowhere")
    return with_lines(grid, query, lines)


@group_predicate_count.operands
def icon_and_threshold(rng, grid, query):
    lines, names = names_of(grid, query)
    hits = hit_count(rng, query, len(lines))
    n = threshold(rng, query, hits)
    fit = [x for x in names if sum(meets(query, m, n) for m in grid.counts(query, x).values()) == hits]
    return {"icon": rng.choice(fit), "n": n}
