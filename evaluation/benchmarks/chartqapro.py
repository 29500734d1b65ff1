"""ChartQAPro: charts from many sources, with questions of several turns and unanswerable ones.

arXiv:2504.05506. MIT. Pictures are raw bytes. Only the last turn is graded, against the last answer.

Rule: lists are compared place by place. A year (flag YES) must be the same text. Numbers may be 5% off, a
gold of 0 must be met. Other texts score by ANLS. As in the authors' script, rows of fact checking and
multiple choice go the same way, although their paper says exact match.
"""

import ast
import math
import re

from ..answers import after_last, answer_tags, plain, unboxed
from ..pictures import Picture
from ..suite import Asks, Benchmark, Facts, Item, Row, Source

TOLERANCE = 0.05
ANLS_THRESHOLD = 0.5
CONVERSATIONAL = "Conversational"
_CUE = re.compile(r"the answer is:?", re.IGNORECASE)
FORMS = {
    "Factoid": "The answer is a word, a number or a short phrase. Several answers form a list in brackets,"
    " such as"
    " ['x', 'y'].",
    "Multi Choice": "The answer is the letter of the right option, in lower case: a, b, c or d.",
    CONVERSATIONAL: "The answer is a word, a number or a short phrase. Several answers form a list in"
    " brackets.",
    "Fact Checking": "The answer is true or false.",
    "Hypothetical": "The answer is a word, a number or a short phrase. Several answers form a list in"
    " brackets.",
}


def item(row: Row) -> Item:
    kind = row["Question Type"]
    *before, question = zip(row["Question"], row["Answer"])
    turns = "".join(f"Earlier question: {q}\nIts answer: {a}\n" for q, a in before)
    context = f"{row['Paragraph']}\n\n" if row.get("Paragraph") else ""
    prompt = (
        f"{context}{turns}Question: {question[0]}\n\nReason step by step about the chart. {FORMS[kind]} If"
        " the"
        " chart does not tell, the answer is the word unanswerable. Close with the sentence: The answer is X."
    )
    facts = {
        "id": str(row["__index"]),
        "gold": row["Answer"][-1],
        "years": [str(flag).upper() == "YES" for flag in row["Year"]],
        "kind": kind,
    }
    return Item(prompt, (Picture.of(row["image"]),), facts)


def score(response: str, facts: Facts, judge: Asks) -> float:
    gold = as_list(_trimmed(facts["gold"]), bare_words=True)
    found = as_list(_trimmed(final(response)))
    years = facts["years"][-1:] if facts["kind"] == CONVERSATIONAL else facts["years"]
    if len(years) < len(gold):
        years = years * len(gold)
    pairs = [similarity(g, f, year) for g, f, year in zip(gold, found, years)]
    return sum(pairs) / max(len(gold), len(found))


def final(response: str) -> str:
    """The single answer block, else the end of the closing sentence; else the whole response."""
    blocks = answer_tags(response)
    if len(blocks) == 1:
        return unboxed(blocks[0])
    closing = after_last(_CUE, response)
    if blocks or not closing:
        return response
    return plain(plain(closing.splitlines()[0]).rstrip(".,;:!"))


def _trimmed(text: str) -> str:
    return text.strip(".").strip("\n")


def as_list(text: str, bare_words: bool = False) -> list[str]:
    """The items of a text that looks like a list; otherwise the text alone."""
    inside = re.fullmatch(r"\s*\[(.*)\]\s*", text, re.DOTALL)
    if not inside:
        return [text]
    try:
        items = ast.literal_eval(text.strip())
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        items = [part.strip().strip("'\"") for part in inside[1].split(",")] if bare_words else None
    return [str(x).strip(" '") for x in items] if isinstance(items, list) and items else [text]


def similarity(gold: str, found: str, year: bool) -> float:
    """How far one answer agrees with one gold answer, 0 to 1."""
    gold, found = gold.strip(), found.strip()
    if year:
        return float(gold.lower() == found.lower())
    numbers = _number(gold), _number(found)
    if numbers[0] is not None and numbers[1] is not None:
        return float(abs(numbers[1] - numbers[0]) <= TOLERANCE * abs(numbers[0]))
    return anls(gold.lower(), found.lower())


def _number(text: str) -> float | None:
    try:
        value = float(text.replace("−", "-").strip("%"))
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def anls(a: str, b: str) -> float:
    """1 less the edit distance over the longer length, where that is under one half; else 0."""
    longest = max(len(a), len(b))
    if not longest:
        return 1.0
    if abs(len(a) - len(b)) >= ANLS_THRESHOLD * longest:
        return 0.0
    distance = edits(a, b) / longest
    return 1 - distance if distance < ANLS_THRESHOLD else 0.0


def edits(a: str, b: str) -> int:
    """The Levenshtein distance.

    >>> edits("kitten", "sitting")
    3
    """
    before = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        row = [i]
        for j, y in enumerate(b, 1):
            row.append(min(before[j] + 1, row[-1] + 1, before[j - 1] + (x != y)))
        before = row
    return before[-1]


BENCHMARK = Benchmark(
    key="chartqapro",
    display="ChartQAPro",
    category="Charts & Tables",
    rows=1948,
    source=Source("ahmed-masry/ChartQAPro", "e27c2874825874d6767d2bbc538ed4f0dc2c64c2", ("test",)),
    item=item,
    score=score,
)
