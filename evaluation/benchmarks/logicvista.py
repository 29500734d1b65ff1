"""LogicVista: inductive, deductive, numerical, spatial and mechanical aptitude tests.

arXiv:2407.04973. Repository Apache-2.0; pictures come from commercial tests: never redistribute. One blank
row is dropped. Golds are letters, lists such as "A, C", and once a digit. The column `reasoning` is never
shown.

Rule: all letters chosen and no other. They are those set apart in the response; where none are, a judge reads
them. Digits stand for letters by place (1 is A) when one side has digits and the other letters.
"""

import re

from ..answers import after_last, answer_tags, boxes, first_line
from ..judge import TRIES
from ..pictures import Picture
from ..suite import Asks, Benchmark, Facts, Item, Row, RowError, Source

_CUE = re.compile(r"(?:final |correct )?answers?\s*(?:is|are)?\s*[:：]", re.IGNORECASE)
_LABELS = re.compile(r"\s*[(\[]?([A-I1-9])[)\]]?\s*", re.ASCII)
NO_ANSWER = frozenset({"Z"})


def item(row: Row) -> Item:
    facts = {"id": str(row.get("id", row["__index"])), "question": row["question"], "gold": row["answer"]}
    return Item(row["question"], (Picture.of(row["image"]),), facts)


def score(response: str, facts: Facts, judge: Asks) -> float:
    gold = labels(facts["gold"])
    if gold is None:
        raise RowError(f"logicvista row {facts['id']}: the gold {facts['gold']!r} names no option")
    if not response.strip():
        return 0.0
    found = apart(response)
    if found is None:
        found = frozenset(extracted(response, facts, judge))
    return float(alike(found, gold))


def labels(text: str) -> frozenset[str] | None:
    """The labels that a text consists of; None when it holds anything else.

    >>> sorted(labels("C, A.")), labels("A or B"), sorted(labels("(B) and (D)"))
    (['A', 'C'], None, ['B', 'D'])
    """
    parts = [
        part
        for part in re.split(r",|;|\band\b|&|\s+(?=[A-I]\b)", text.strip().removesuffix("."))
        if part.strip()
    ]
    matches = [_LABELS.fullmatch(part) for part in parts]
    return frozenset(m[1] for m in matches if m) if parts and all(matches) else None


def apart(response: str) -> frozenset[str] | None:
    """The labels set apart in a response, if all such places agree."""
    places = boxes(response)[-1:] + answer_tags(response)[-1:]
    cued = after_last(_CUE, response)
    if cued:
        places.append(first_line(cued))
    if len(response) < 12:
        places.append(response)
    found = {labels(re.sub(r"\\text\s*\{([^{}]*)\}|[*$]", r"\1", place)) for place in places} - {None}
    return found.pop() if len(found) == 1 else None


def alike(found: frozenset[str], gold: frozenset[str]) -> bool:
    """The same labels, digits read as letters when the kinds differ."""
    digits = [all(label.isdigit() for label in side) for side in (found, gold)]
    if digits[0] != digits[1]:
        found, gold = (
            frozenset(chr(64 + int(x)) if x.isdigit() else x for x in side) for side in (found, gold)
        )
    return found == gold


def extracted(response: str, facts: Facts, judge: Asks) -> list[str]:
    question = (
        "Which options does a response choose? Do not answer the question yourself. Reply with their"
        " letters in"
        " capitals, separated by commas, or with Z if it chooses none.\n\n"
        f"Question: {facts['question']}\nResponse:\n<<<\n{response}\n>>>"
    )
    found: list[str] = judge.ask(question, _read, f"logicvista row {facts['id']}", TRIES)
    return found


def _read(reply: str) -> list[str] | None:
    if reply.strip().strip(".") == "Z":
        return list(NO_ANSWER)
    found = labels(reply)
    return sorted(found) if found else None


BENCHMARK = Benchmark(
    key="logicvista",
    display="LogicVista",
    category="Puzzles & Logic",
    rows=447,
    source=Source(
        "lscpku/LogicVista",
        "6da949acf6ae287b59c98d1a92c8c650dd02550d",
        ("test",),
        keep=("answer", lambda answer: bool((answer or "").strip())),
    ),
    item=item,
    score=score,
    judge=True,
)
