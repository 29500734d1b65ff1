"""MME-Reasoning: inductive, deductive and abductive reasoning; choices, values and puzzles.

arXiv:2505.21327. Code Apache-2.0; the card names no licence. One table, of a known hash, with base64
pictures.

Rule: a judge rewrites every response in the form that its checker reads. Choices must be the same set of
labels. Open answers are compared by the judge. Structured answers must equal the gold literal (maps, lists of
ids, ordered coordinates, expressions up to the order of terms) or solve the puzzle in `special_info`: sudoku,
skyscraper, hashi, yin-yang, 24. A row that names a checker which is not here stops the run: of the twelve
arithmetic layouts only the names of their checkers are public knowledge, not the layouts.
"""

import ast
import json
from collections.abc import Callable
from typing import Any, NamedTuple

from ..judge import TRIES, short_text, zero_or_one
from ..pictures import Picture
from ..suite import Asks, Benchmark, Facts, Item, Row, RowError, Source
from . import _puzzles
from .logicvista import alike, labels


class Rule(NamedTuple):
    """How a response is rewritten, and when that is right, given the gold literal and the puzzle's state."""

    form: str
    right: Callable[[Any, Any, Any], bool]


def item(row: Row) -> Item:
    facts = {
        "id": str(row["index"]),
        "question": row["question"],
        "gold": str(row["answer"] or ""),
        "kind": str(row["question_type"]).strip().lower(),
        "checker": str(row.get("function_id") or "").strip(),
        "state": str(row.get("special_info") or ""),
    }
    return Item(row["question"], (Picture.of(row["image"]),), facts)


def score(response: str, facts: Facts, judge: Asks) -> float:
    if not response.strip():
        return 0.0
    if facts["checker"] and facts["kind"] not in ("choice", "open"):
        return float(_by_rule(response, facts, judge))
    if facts["kind"] == "choice":
        return float(_by_choice(response, facts, judge))
    return _by_meaning(response, facts, judge)


def _by_choice(response: str, facts: Facts, judge: Asks) -> bool:
    form = "the labels of the chosen options, separated by commas, or Z if it chooses none"
    found = _rewritten(response, form, facts, judge, lambda reply: labels(reply.strip("[] ")) or _none(reply))
    gold = labels(facts["gold"].strip("[]").replace("'", ""))
    if gold is None:
        raise RowError(f"{_row(facts)}: the gold {facts['gold']!r} names no option")
    return alike(found, gold)


def _none(reply: str) -> frozenset[str] | None:
    return frozenset("Z") if reply.strip().strip("[].") == "Z" else None


def _by_meaning(response: str, facts: Facts, judge: Asks) -> float:
    found = _rewritten(response, "the final answer alone, or NONE", facts, judge, short_text)
    question = (
        "Do these two answers agree? Other forms of a number do, and so do decimals that are equal to two"
        " places."
        " NONE agrees with nothing.\n\n"
        f"Question: {facts['question']}\nReference answer: {facts['gold']}\nAnswer to check: {found}\n\n"
        "Reply with 1 if they agree and 0 if they do not, and nothing else."
    )
    return float(judge.ask(question, zero_or_one, _row(facts), TRIES))


def _by_rule(response: str, facts: Facts, judge: Asks) -> bool:
    rule = rule_of(facts["checker"])
    if rule is None:
        raise RowError(f"{_row(facts)}: there is no checker {facts['checker']!r}")
    gold = _literal(facts["gold"], facts) if facts["gold"] else None
    state = _literal(facts["state"], facts) if facts["state"] else None
    found = _rewritten(response, f"{rule.form}, or null if it reaches no answer", facts, judge, _json)
    if found == _NULL:
        return False
    try:
        return bool(rule.right(json.loads(found), gold, state))
    except (TypeError, ValueError, KeyError, IndexError, AttributeError):
        return False  # the answer has not the form of one


_NULL = "null"


def _json(reply: str) -> str | None:
    text = reply.strip().removeprefix("```json").removeprefix("```").removesuffix("```").strip()
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return None
    return text


def _rewritten(response: str, form: str, facts: Facts, judge: Asks, read: Callable[[str], Any]) -> Any:
    question = (
        f"Read the final answer in a response to a problem, and reply with {form}. Write nothing else, and"
        " do not"
        f" solve the problem.\n\nProblem: {facts['question']}\nResponse:\n<<<\n{response}\n>>>"
    )
    return judge.ask(question, read, _row(facts), TRIES)


def _row(facts: Facts) -> str:
    return f"mme_reasoning row {facts['id']}"


def _literal(text: str, facts: Facts) -> Any:
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError):
        if text.strip()[:1] in "[{(":
            raise RowError(f"{_row(facts)}: {text[:80]!r} is no literal") from None
        return text


# Checkers, by a word in their name; the first that fits


def rule_of(checker: str) -> Rule | None:
    """The rule of a checker's name."""
    name = checker.lower().replace("-", "_")
    return next((rule for words, rule in RULES.items() if any(word in name for word in words.split())), None)


def _same(found: Any, gold: Any, state: Any) -> bool:
    return bool(_plain(found) == _plain(gold))


def _same_set(found: Any, gold: Any, state: Any) -> bool:
    return sorted(map(repr, map(_plain, found))) == sorted(map(repr, map(_plain, gold)))


def _plain(value: Any) -> Any:
    """With numbers and texts as texts, sequences as lists."""
    if isinstance(value, dict):
        return {str(key): _plain(part) for key, part in value.items()}
    return [_plain(part) for part in value] if isinstance(value, list | tuple) else str(value).strip().lower()


def _equation(found: Any, gold: Any, state: Any) -> bool:
    return _puzzles.same_expression(str(found), str(gold))


def _points(found: Any, gold: Any, state: Any) -> bool:
    return _puzzles.twenty_four([int(card) for card in _sole(state)], str(found))


def _bridges(found: Any, gold: Any, state: Any) -> bool:
    grid = _sole(state)
    cells = ((r, c, cell) for r, row in enumerate(grid) for c, cell in enumerate(row))
    return _puzzles.hashi({(r, c): int(n) for r, c, n in cells if n not in _puzzles.EMPTY}, found)


def _sole(state: Any) -> Any:
    """The state, or the only value of a mapping around it."""
    return next(iter(state.values())) if isinstance(state, dict) and len(state) == 1 else state


_GRID = "the full grid as a JSON list of rows"
RULES = {
    "24": Rule("the expression as a JSON string", _points),
    "hashi bridge": Rule(
        "the bridges as a JSON list of [[row, column], [row, column], number], counted from 0", _bridges
    ),
    "skyscraper": Rule(_GRID, lambda found, gold, state: _puzzles.skyscraper(state, found)),
    "sudoku": Rule(_GRID, lambda found, gold, state: _puzzles.sudoku(_sole(state), found)),
    "yin": Rule(_GRID, lambda found, gold, state: _puzzles.yin_yang(_sole(state), found)),
    "coordinate": Rule("the places in order as a JSON list of [row, column]", _same),
    "expression": Rule("the equation as a JSON string", _equation),
    "multi_match": Rule("the ids as a JSON list", _same_set),
    "match": Rule("a JSON object from id to number", _same),
}

BENCHMARK = Benchmark(
    key="mme_reasoning",
    display="MME-Reasoning",
    category="Puzzles & Logic",
    rows=1188,
    source=Source(
        "InternScience/MME-Reasoning",
        "fa63872e19d9fb10d74e993655435f91642d4d96",
        ("train",),
        file="MME_Reasoning.tsv",
        md5="b243f44778782d3821523689f6b40a1e",
    ),
    item=item,
    score=score,
    judge=True,
)
