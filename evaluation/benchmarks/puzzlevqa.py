"""PuzzleVQA: abstract patterns of colours, numbers, shapes and sizes.

arXiv:2403.13315. Code MIT. The whole benchmark is the split `train`. Caption, explanation and deduction state
the answer and are never shown. The gold is the value of an option; 400 rows have three options.

Rule: the letters after "answer:", in a single answer tag and in the last box must agree
(`matchers.explicit`). "Answer: (B)" and bold letters do not count, as in the authors' script.
"""

from ..matchers import explicit
from ..pictures import Picture
from ..suite import Asks, Benchmark, Facts, Item, Row, RowError, Source
from ._choices import LAST_LINE, lettered, listed


def item(row: Row) -> Item:
    options = lettered(row["options"])
    gold = [letter for letter, option in options.items() if option == str(row["answer"])]
    if len(gold) != 1:
        raise RowError(
            f"puzzlevqa row {row['__index']}: {row['answer']!r} is not one of {list(options.values())}"
        )
    facts = {"id": str(row["__index"]), "gold": gold[0], "letters": "".join(options)}
    prompt = f"{row['question']}\n{listed(options, '({}) {}')}\n{LAST_LINE}"
    return Item(prompt, (Picture.of(row["image"]),), facts)


def score(response: str, facts: Facts, judge: Asks) -> float:
    return float(explicit(response, facts["letters"]) == facts["gold"])


BENCHMARK = Benchmark(
    key="puzzlevqa",
    display="PuzzleVQA",
    category="Puzzles & Logic",
    rows=2000,
    source=Source("declare-lab/PuzzleVQA", "09290d05682a941782582ec8bbd5903347b2baff", ("train",)),
    item=item,
    score=score,
)
