"""Sudoku: every row, column and thick-lined box holds each digit once."""

from functools import cache
from itertools import product

from trace_tasks.engine import LETTERS, Canvas, Found, Reject, Scene

from ._sheets import Sheet

Cell = tuple[int, int]  # row, column; (0, 0) is top left
BOXES = {4: (2, 2), 6: (2, 3), 9: (3, 3)}  # rows and columns of a box, by the size of the board
SIZES = (4, 6, 9, 9, 9)
FILLED = {4: (10, 7), 6: (24, 15), 9: (50, 28)}  # digits on the board, easy to hard


class Sudoku(Scene):
    digits: tuple[tuple[int, ...], ...]  # rows; 0 is an empty cell
    entries: tuple[Cell, ...]  # filled in by the player; the other digits are printed
    degrade = False  # small lettered badges stay crisp
    about = (
        "The picture shows a Sudoku that is being solved. In the finished puzzle each row, each column and "
        "each box with a thick outline holds every digit exactly once. Printed digits and digits written in "
        "count alike.",
        "This is a Sudoku board: no digit may occur twice in a row, a column or a thickly outlined box. "
        "Digits that were filled in count as well as the given ones.",
        "A partly filled Sudoku is shown. Its rule: in each row, each column and each box drawn with thick "
        "lines, all digits are different. It holds for given and for filled-in digits alike.",
    )

    @property
    def load(self):
        return 2 * len(self.digits) ** 2 - len(self.filled)  # an empty cell weighs twice

    @property
    def filled(self) -> dict[Cell, int]:
        return {(r, c): d for r, row in enumerate(self.digits) for c, d in enumerate(row) if d}

    def candidates(self, cell: Cell) -> list[int]:
        return candidates(self.digits, cell)

    def clashes(self, cell: Cell) -> list[Cell]:
        """The other cells of its row, column and box that hold the same digit."""
        digit = self.digits[cell[0]][cell[1]]
        return [(r, c) for r, c in peers(len(self.digits), cell) if self.digits[r][c] == digit]

    def draw(self, c: Canvas, cell: Cell | None = None, lettered: tuple[Cell, ...] = ()):
        sheet = Sheet(c, len(self.digits), BOXES[len(self.digits)], cell)
        for place, box in sheet.cells.items():
            c.mark("cell", place, box=box)
        for place, digit in self.filled.items():
            sheet.write(place, digit, by_hand=place in self.entries)
        for letter, place in zip(LETTERS, lettered):
            sheet.badge(place, letter)


@cache
def units(size: int, cell: Cell) -> tuple[tuple[Cell, ...], ...]:
    """The cells of its row, of its column and of its box."""
    (r, c), (h, w) = cell, BOXES[size]
    top, left = r // h * h, c // w * w
    return (
        tuple((r, i) for i in range(size)),
        tuple((i, c) for i in range(size)),
        tuple((top + i, left + j) for i, j in product(range(h), range(w))),
    )


@cache
def peers(size: int, cell: Cell) -> tuple[Cell, ...]:
    """The other cells of its row, column and box."""
    return tuple(sorted({p for unit in units(size, cell) for p in unit} - {cell}))


def candidates(grid, cell: Cell) -> list[int]:
    seen = {grid[r][c] for r, c in peers(len(grid), cell)}
    return [d for d in range(1, len(grid) + 1) if d not in seen]


def solution(rng, size: int) -> list[list[int]]:
    """A finished board: the cyclic one with its digits, rows, columns, bands and stacks shuffled."""
    h, w = BOXES[size]
    rows = [band * h + i for band in rng.shuffled(range(size // h)) for i in rng.shuffled(range(h))]
    columns = [stack * w + i for stack in rng.shuffled(range(size // w)) for i in rng.shuffled(range(w))]
    digits = rng.shuffled(range(1, size + 1))
    return [[digits[(r % h * w + r // h + c) % size] for c in columns] for r in rows]


def forced(grid: list[list[int]], cell: Cell, digit: int) -> bool:
    """Whether an empty cell must hold this digit: no other fits there, or it fits nowhere else in a unit."""
    size = len(grid)
    if len(candidates(grid, cell)) == 1:
        return True
    for unit in units(size, cell):
        rivals = [p for p in unit if p != cell and not grid[p[0]][p[1]]]
        if not any(all(grid[r][c] != digit for r, c in peers(size, p)) for p in rivals):
            return True
    return False


def rub_out(grid: list[list[int]], cell: Cell) -> bool:
    """Empty a cell if its digit stays forced.

    Emptying only such cells keeps the solution unique: refilled in reverse, each step is forced.
    """
    r, c = cell
    digit, grid[r][c] = grid[r][c], 0
    if not forced(grid, cell, digit):
        grid[r][c] = digit
    return not grid[r][c]


def dig(rng, grid: list[list[int]], leave: int, keep: frozenset[Cell] = frozenset()) -> list[Cell]:
    """Empty cells at random until `leave` digits stand; gives the emptied cells in order."""
    size = len(grid)
    emptied: list[Cell] = []
    spots = [cell for cell in product(range(size), repeat=2) if grid[cell[0]][cell[1]] and cell not in keep]
    surplus = sum(d > 0 for row in grid for d in row) - leave
    for cell in rng.shuffled(spots):
        if len(emptied) < surplus and rub_out(grid, cell):
            emptied.append(cell)
    return emptied


def open_cell(rng, size: int, count: int, digit: int | None = None) -> Sudoku:
    """A puzzle with an empty cell of exactly `count` candidates; `digit` is what its solution has there."""
    for _ in range(20):
        grid = solution(rng, size)
        cell = rng.choice(list(product(range(size), repeat=2)))
        own = grid[cell[0]][cell[1]]
        if digit is not None and own != digit:
            grid = [[{own: digit, digit: own}.get(d, d) for d in row] for row in grid]
            own = digit
        others = rng.shuffled([d for d in range(1, size + 1) if d != own])
        free, seen = others[: count - 1], others[count - 1 :]
        around = rng.shuffled(peers(size, cell))
        if not all(rub_out(grid, p) for p in [cell, *(p for p in around if grid[p[0]][p[1]] in free)]):
            continue
        keep = {next(p for p in around if grid[p[0]][p[1]] == d) for d in seen}
        dig(rng, grid, rng.dial(*FILLED[size]), frozenset(keep))
        return sketched(rng, grid, 0.35 if rng.chance(0.5) else 0.0)
    raise Reject("no cell with so many candidates")


def sketched(rng, grid: list[list[int]], share: float) -> Sudoku:
    """The position with this share of its digits written in by the player."""
    filled = [(r, c) for r, row in enumerate(grid) for c, d in enumerate(row) if d]
    entries = sorted(rng.sample(filled, round(len(filled) * share)))
    return Sudoku(digits=tuple(tuple(row) for row in grid), entries=tuple(entries))


def empty_with(board: Sudoku, count: int) -> list[Cell]:
    spots = [(r, c) for r, row in enumerate(board.digits) for c, digit in enumerate(row) if not digit]
    return [cell for cell in spots if len(board.candidates(cell)) == count]


def support(size: int) -> range:
    return range(1, {4: 3, 6: 5, 9: 7}[size] + 1)


@Sudoku.task(
    answer="integer",
    annotation="bbox",
    operations=("counting",),
    ask=(
        "How many different digits can be put in the highlighted empty cell without repeating a digit that "
        "already stands in its row, its column or its box? Use only these direct rules.",
        "Look at the empty cell that is highlighted. Count the digits that occur neither in its row nor in "
        "its column nor in its box as the board stands now. How many are there?",
        "The highlighted cell is empty. How many candidates does it have, if a digit is a candidate when it "
        "is not yet present in the cell's row, column or box?",
    ),
    answer_is="the number of candidate digits of the highlighted cell",
    witness_is="the highlighted cell",
)
def marked_cell_candidate_count(board, query, cell: Cell):
    digits = board.candidates(cell)
    return Found(len(digits), at=("cell", cell), because={"candidates": digits})


@marked_cell_candidate_count.sample
def counted_cell(rng):
    size = SIZES[rng.dial(0, len(SIZES) - 1)]
    return open_cell(rng, size, rng.goal(support(size)))


@marked_cell_candidate_count.operands
def cell_with_count(rng, board, query):
    return {"cell": rng.choice(empty_with(board, rng.goal(support(len(board.digits)))))}


@Sudoku.task(
    answer="integer",
    annotation="bbox",
    operations=("formula_evaluation", "matching"),
    ask=(
        "Which digit must stand in the highlighted cell? It is the only one that occurs neither in its row "
        "nor in its column nor in its box.",
        "For the highlighted empty cell, every digit but one already stands in its row, its column or its "
        "box. What is the remaining digit?",
        "Rule out each digit found in the row, column and box of the highlighted cell. Which single digit is "
        "left for it?",
    ),
    answer_is="the digit that belongs in the highlighted cell",
    witness_is="the highlighted cell",
)
def marked_cell_value(board, query, cell: Cell):
    (digit,) = board.candidates(cell)
    return Found(digit, at=("cell", cell))


@marked_cell_value.sample
def settled_cell(rng):
    size = SIZES[rng.dial(0, len(SIZES) - 1)]
    return open_cell(rng, size, 1, rng.goal(range(1, size + 1)))


@marked_cell_value.operands
def cell_with_digit(rng, board, query):
    digit = rng.goal(range(1, len(board.digits) + 1))
    return {"cell": rng.choice([p for p in empty_with(board, 1) if board.candidates(p) == [digit]])}


@Sudoku.task(
    answer="option_letter",
    annotation="bbox",
    operations=("matching",),
    ask=(
        "Exactly one of the lettered cells holds a digit that already stands elsewhere in its row, its "
        "column or its box. Which letter marks it?",
        "One lettered cell breaks the rule, because its digit is repeated in the same row, column or box. "
        "What is its letter?",
        "Check the digits in the lettered cells. Which of them is a mistake, being equal to another digit in "
        "its row, column or box?",
    ),
    answer_is="the letter in that cell",
    witness_is="the cell with the wrong digit",
)
def mistake_cell_label(board, query, lettered: tuple[Cell, ...]):
    clashes = {letter: board.clashes(cell) for letter, cell in zip(LETTERS, lettered)}
    (wrong,) = (letter for letter, cells in clashes.items() if cells)
    return Found(wrong, at=("cell", lettered[LETTERS.index(wrong)]), because={"same": clashes[wrong]})


OPTIONS = 6
UNITS = ("row", "column", "box")


@mistake_cell_label.sample
def with_mistake(rng):
    """A position in mid-solution, one of whose entries was changed to a digit that clashes."""
    size = SIZES[rng.dial(0, len(SIZES) - 1)]
    grid = solution(rng, size)
    finished = [list(row) for row in grid]
    emptied = dig(rng, grid, {4: 6, 6: 14, 9: 32}[size])
    back = max(OPTIONS + 1, round(len(emptied) * rng.dial(0.65, 0.35)))
    entries = emptied[-back:]
    for r, c in entries:
        grid[r][c] = finished[r][c]
    where = UNITS.index(rng.goal(UNITS, "unit"))
    for r, c in rng.shuffled(entries):
        found = [{grid[i][j] for i, j in unit if (i, j) != (r, c)} for unit in units(size, (r, c))]
        wrong = sorted(found[where] - {grid[r][c], 0})
        alone = [d for d in wrong if sum(d in seen for seen in found) == 1]
        if alone or wrong:
            grid[r][c] = rng.choice(alone or wrong)
            return Sudoku(digits=tuple(map(tuple, grid)), entries=tuple(sorted(entries)))
    raise Reject("no entry to spoil")


@mistake_cell_label.operands
def lettered_entries(rng, board, query):
    """The mistaken entry, and entries that clash with nothing."""
    clashes = {cell: board.clashes(cell) for cell in board.entries}
    wrong = max(board.entries, key=lambda cell: len(clashes[cell]))  # a lone pair may start with either
    fine = [cell for cell in board.entries if not clashes[cell]]
    return {"lettered": rng.letters_with(wrong, rng.sample(fine, OPTIONS - 1))}
