"""Multiple-choice rows: lettered options, and the question around them."""

import ast
import re
from collections.abc import Mapping, Sequence
from typing import Any

LETTERS = "ABCDEFGHIJKL"
LETTER_ONLY = "Answer with the letter of the right option only."
LAST_LINE = 'Think step by step. End with a line of its own that reads "Answer: X", where X is the letter'
" of your choice."


def lettered(options: Sequence[Any]) -> dict[str, str]:
    """Options by letter."""
    return {letter: str(option) for letter, option in zip(LETTERS, options)}


def listed(options: Mapping[str, str], form: str = "{}. {}") -> str:
    """Options, one a line."""
    return "\n".join(form.format(letter, option) for letter, option in options.items())


def columns(row: Mapping[str, Any], letters: str = LETTERS) -> dict[str, str]:
    """The options of a row that has a column for each letter; empty ones are none."""
    return {letter: str(row[letter]) for letter in letters if row.get(letter) not in (None, "", "nan")}


def literal(value: Any) -> list[Any]:
    """A list, given as such or as a Python literal; flattened once if it nests."""
    items = ast.literal_eval(value) if isinstance(value, str) else value
    if not isinstance(items, list | tuple):
        raise ValueError(f"{value!r:.80} is no list")
    return [inner for item in items for inner in (item if isinstance(item, list | tuple) else [item])]


def inline(question: str, letters: str = "ABCD") -> dict[str, str]:
    """Options that stand in a question as `A: ..`, `(A) ..` or `A. ..`; those not found are empty.

    >>> inline("Which?\\nOptions: A: red, B: light, blue, C: no, D: yes")
    {'A': 'red', 'B': 'light, blue', 'C': 'no', 'D': 'yes'}
    """
    found = {}
    rest = question
    marks = [f"(?:\\({x}\\)|(?<![A-Za-z]){x}[.:])" for x in letters]
    for index, letter in enumerate(letters):
        start = re.search(marks[index], rest)
        if not start:
            return dict.fromkeys(letters, "")
        rest = rest[start.end() :]
        stop = re.search(marks[index + 1], rest) if index + 1 < len(letters) else None
        found[letter] = rest[: stop.start() if stop else len(rest)].strip().rstrip(",.;").strip()
    return found


def option_lines(text: str, letters: str = "ABCDEFGH", separator: str = ";") -> dict[str, str]:
    """Options of one text, split only where the next letter stands as a label; separators may be inside.

    >>> option_lines("A. 2; 3; B. 4; C. No correct answer")
    {'A': '2; 3', 'B': '4', 'C': 'No correct answer'}
    """
    found: dict[str, str] = {}
    rest = text
    for letter, following in zip(letters, letters[1:] + " "):
        label = re.match(rf"\s*{letter}\s*[.:)]", rest)
        if not label:
            break
        rest = rest[label.end() :]
        stop = re.search(rf"{re.escape(separator)}\s*{following}\s*[.:)]|\n\s*{following}\s*[.:)]", rest)
        found[letter] = rest[: stop.start() if stop else len(rest)].strip().rstrip(separator).strip()
        rest = rest[stop.start() :].lstrip(separator) if stop else ""
    return found
