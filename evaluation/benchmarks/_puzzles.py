"""Whether a structured answer solves a logic puzzle. The given cells must be unchanged."""

import ast
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

Grid = Sequence[Sequence[Any]]
EMPTY = (None, "", 0, "0", ".", "_", "-", " ")


def keeps(given: Grid, grid: Grid) -> bool:
    """Whether a grid has the size of the given one and holds its cells."""
    return [len(row) for row in given] == [len(row) for row in grid] and all(
        cell in EMPTY or str(cell) == str(new)
        for row, new_row in zip(given, grid)
        for cell, new in zip(row, new_row)
    )


def sudoku(given: Grid, grid: Grid) -> bool:
    """Rows, columns and boxes hold every number once; boxes are 2 x 2, or 2 rows by 3 columns."""
    size = len(given)
    high, wide = {4: (2, 2), 6: (2, 3), 9: (3, 3)}[size]
    wanted = set(range(1, size + 1))
    numbers = _integers(grid)
    if not keeps(given, grid) or numbers is None:
        return False
    boxes = [
        {numbers[r + i][c + j] for i in range(high) for j in range(wide)}
        for r in range(0, size, high)
        for c in range(0, size, wide)
    ]
    return all(set(line) == wanted for line in [*numbers, *zip(*numbers), *boxes])


def _integers(grid: Grid) -> list[list[int]] | None:
    try:
        return [[int(cell) for cell in row] for row in grid]
    except (TypeError, ValueError):
        return None


def skyscraper(clues: Mapping[str, Sequence[Any]], grid: Grid) -> bool:
    """A Latin square in which clues (top, bottom, left, right) count the towers seen from there."""
    numbers = _integers(grid)
    size = len(clues["top"])
    if numbers is None:
        return False
    columns = [list(column) for column in zip(*numbers)]
    if any(sorted(line) != list(range(1, size + 1)) for line in numbers + columns):
        return False
    views = {
        "top": columns,
        "bottom": [column[::-1] for column in columns],
        "left": numbers,
        "right": [row[::-1] for row in numbers],
    }
    return all(
        clue in EMPTY or int(clue) == seen(line)
        for side, lines in views.items()
        for clue, line in zip(clues[side], lines)
    )


def seen(line: Sequence[int]) -> int:
    """How many towers are seen along a line.

    >>> seen([2, 1, 4, 3])
    2
    """
    return sum(tower > max(line[:index], default=0) for index, tower in enumerate(line))


def yin_yang(given: Grid, grid: Grid) -> bool:
    """Two colours, each connected, and no 2 x 2 block of one colour."""
    cells = {(r, c): str(cell) for r, row in enumerate(grid) for c, cell in enumerate(row)}
    colors = set(cells.values())
    if not keeps(given, grid) or len(colors) != 2:
        return False
    blocks = ({cells.get((r + i, c + j)) for i in (0, 1) for j in (0, 1)} for r, c in cells)
    return all(len(block) > 1 for block in blocks) and all(_connected(cells, color) for color in colors)


def _connected(cells: Mapping[tuple[int, int], str], color: str) -> bool:
    places = {place for place, its in cells.items() if its == color}
    reached = {min(places)}
    edge = list(reached)
    while edge:
        r, c = edge.pop()
        new = {(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)} & places - reached
        reached |= new
        edge += new
    return reached == places


def hashi(islands: Mapping[tuple[int, int], int], bridges: Sequence[Any]) -> bool:
    """Bridges, as [place, place] or [place, place, 1 or 2], straight between neighbouring islands, that do
    not cross, give each island its number and connect all of them."""
    spans: Counter[tuple[tuple[int, int], tuple[int, int]]] = Counter()
    for bridge in bridges:
        a, b = sorted(tuple(map(int, place)) for place in bridge[:2])
        spans[(a[0], a[1]), (b[0], b[1])] += int(bridge[2]) if len(bridge) > 2 else 1
    if any(n not in (1, 2) for n in spans.values()) or any(not _straight(islands, *span) for span in spans):
        return False
    if any(set(between(*a)) & set(between(*b)) for a, b in combinations(spans, 2)):
        return False
    counts: Counter[tuple[int, int]] = Counter()
    for (a, b), number in spans.items():
        counts[a] += number
        counts[b] += number
    return dict(counts) == dict(islands) and _joined(set(islands), list(spans))


def between(a: tuple[int, int], b: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """The places strictly between two on one line."""
    steps = max(abs(b[0] - a[0]), abs(b[1] - a[1]))
    for i in range(1, steps):
        yield a[0] + (b[0] - a[0]) * i // steps, a[1] + (b[1] - a[1]) * i // steps


def _straight(islands: Mapping[tuple[int, int], int], a: tuple[int, int], b: tuple[int, int]) -> bool:
    on_line = a != b and (a[0] == b[0] or a[1] == b[1])
    return on_line and a in islands and b in islands and not any(place in islands for place in between(a, b))


def _joined(places: set[tuple[int, int]], spans: Sequence[tuple[Any, Any]]) -> bool:
    reached = {min(places)}
    while True:
        new = {place for span in spans if reached & set(span) for place in span} - reached
        if not new:
            return reached == places
        reached |= new


def twenty_four(cards: Sequence[int], expression: str, target: int = 24) -> bool:
    """An expression of + - * / that uses every card once and comes to the target, exactly.

    >>> twenty_four([8, 3, 8, 3], "8 / (3 - 8 / 3)")
    True
    """
    text = expression.split("=")[0].translate(str.maketrans("×÷−–", "*/--")).strip()
    try:
        value = _exact(ast.parse(text, mode="eval").body)
    except (SyntaxError, ValueError, ZeroDivisionError, RecursionError, MemoryError):
        return False
    used = sorted(int(number) for number in re.findall(r"\d+", text))
    return value == target and used == sorted(map(int, cards))


def _exact(node: ast.expr) -> Fraction:
    match node:
        case ast.Constant(value=int() as number):
            return Fraction(number)
        case ast.BinOp(left=left, op=op, right=right):
            a, b = _exact(left), _exact(right)
            match op:
                case ast.Add():
                    return a + b
                case ast.Sub():
                    return a - b
                case ast.Mult():
                    return a * b
                case ast.Div():
                    return a / b
    raise ValueError(ast.dump(node))


def same_expression(a: str, b: str) -> bool:
    """The same up to the order of the terms of sums and of the factors of products.

    >>> same_expression("2*x + y = 7", "y + x*2 = 7"), same_expression("x - y", "y - x")
    (True, False)
    """
    try:
        sides = [
            [_canonical(ast.parse(_spelled(side), mode="eval").body) for side in text.split("=")]
            for text in (a, b)
        ]
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return sides[0] == sides[1] or sides[0] == sides[1][::-1]


def _spelled(text: str) -> str:
    text = text.translate(str.maketrans("×÷−–^", "*/--^")).replace("^", "**").strip()
    return re.sub(r"(?<=\d)(?=[A-Za-z(])", "*", text)


def _canonical(node: ast.expr) -> Any:
    match node:
        case ast.Constant(value=int() | float() as number):
            return ("number", repr(float(number)))
        case ast.Name(id=name):
            return ("name", name)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return ("negative", _canonical(operand))
        case ast.BinOp(op=ast.Add() | ast.Sub()):
            return ("sum", sorted(map(repr, _terms(node))))
        case ast.BinOp(op=ast.Mult()):
            return ("product", sorted(repr(_canonical(factor)) for factor in _factors(node)))
        case ast.BinOp(left=left, op=op, right=right):
            return (type(op).__name__, _canonical(left), _canonical(right))
    raise ValueError(ast.dump(node))


def _terms(node: ast.expr, sign: int = 1) -> Iterator[Any]:
    match node:
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            yield from _terms(left, sign)
            yield from _terms(right, sign)
        case ast.BinOp(left=left, op=ast.Sub(), right=right):
            yield from _terms(left, sign)
            yield from _terms(right, -sign)
        case _:
            yield sign, _canonical(node)


def _factors(node: ast.expr) -> Iterator[ast.expr]:
    match node:
        case ast.BinOp(left=left, op=ast.Mult(), right=right):
            yield from _factors(left)
            yield from _factors(right)
        case _:
            yield node
