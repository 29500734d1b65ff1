r"""CountQA: counting in cluttered photos.

arXiv:2508.06585. CC BY 4.0. The 1,001 rows hold several questions each, 1,528 in all; they are laid out one
question a row, once.

Rule: the last integer of the final answer (box, tag, JSON field, text after the last cue, or the response),
or, if it has none, the largest number word from zero to twenty, must equal the gold.
"""

import re
from collections.abc import Iterator

from ..answers import after_last, last_integer, stated
from ..pictures import Picture
from ..suite import Asks, Benchmark, Facts, Item, Row, Source

_CUE = re.compile(r"\b(?:answer|choice|option)\b(?:\s+is)?\s*[:=]?", re.IGNORECASE)


def expand(row: Row) -> Iterator[Row]:
    """One row for each question."""
    for number, (question, answer) in enumerate(zip(row["questions"], row["answers"], strict=True)):
        yield {
            "index": f"{row['__index']}_{number}",
            "image": row["image"],
            "question": question,
            "answer": answer,
        }


def item(row: Row) -> Item:
    facts = {"id": str(row["index"]), "gold": str(row["answer"])}
    prompt = f"{row['question']}\nCount, and put the number in \\boxed{{}}."
    return Item(prompt, (Picture.of(row["image"]),), facts)


def score(response: str, facts: Facts, judge: Asks) -> float:
    found = last_integer(final(response))
    return float(found is not None and found == last_integer(facts["gold"]))


def final(response: str) -> str:
    """The answer set apart, else what follows the last cue, else the response."""
    apart = stated(response)
    return apart if apart is not None else after_last(_CUE, response) or response


BENCHMARK = Benchmark(
    key="countqa",
    display="CountQA",
    category="Perception & Counting",
    rows=1528,
    source=Source(
        "Jayant-Sravan/CountQA", "f92cc6fe46542c61e2916e3d2ae9a911e2216b1a", ("test",), expand=expand
    ),
    item=item,
    score=score,
)
