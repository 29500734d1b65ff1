"""TreeBench: small things and their relations in large photos.

arXiv:2507.07999. Apache-2.0, pictures from SA-1B. The whole benchmark is the split `train`, from a table with
base64 pictures. The 68 rows about text in the picture have no option columns, only `multi-choice options`.
One row has two options merged in a column, which is split here.

Rule: in the answer tag, or else the whole response, without stock phrases, the first capital A to E is the
choice; a text of more than ten words without one is wrong. A tag that ends in a boxed letter is that letter.
So prose that starts with such a capital misfires, as in the authors' script.
"""

import re
from itertools import pairwise

from ..answers import answer_tags, boxes
from ..matchers import bare_letter
from ..pictures import Picture
from ..suite import Asks, Benchmark, Facts, Item, Row, Source
from ._choices import LETTER_ONLY, columns, listed

LETTERS = "ABCDEF"
PHRASES = (
    "The best answer is",
    "The correct answer is",
    "The answer is",
    "The answer",
    "The best option is",
    "The correct option is",
    "Best answer:",
    "Best option:",
    "Answer:",
    "Option:",
)


def item(row: Row) -> Item:
    options = unmerged(columns(row, LETTERS))
    facts = {"id": str(row["index"]), "gold": str(row["answer"]).strip().upper()}
    choices = listed(options) if options else str(row["multi-choice options"])
    return Item(f"{row['question']}\n{choices}\n{LETTER_ONLY}", (Picture.of(row["image"]),), facts)


def unmerged(options: dict[str, str]) -> dict[str, str]:
    """Options in columns of their own.

    >>> unmerged({"A": "red B. blue", "C": "green"})
    {'A': 'red', 'B': 'blue', 'C': 'green'}
    """
    found = dict(options)
    for letter, following in pairwise(LETTERS):
        parts = re.split(rf"\s+{following}\.\s*", found.get(letter, ""))
        if following not in found and len(parts) == 2:
            found[letter], found[following] = parts
    return dict(sorted(found.items()))


def score(response: str, facts: Facts, judge: Asks) -> float:
    return float(choice(response) == facts["gold"])


def choice(response: str) -> str | None:
    """The letter of a response; None when it has none."""
    tags = answer_tags(response)
    text = tags[0].upper() if tags else response
    if len(tags) == 1 and (last := boxes(tags[0])[-1:]) and bare_letter(last[0]):
        text = bare_letter(last[0])
    for phrase in PHRASES:
        text = text.replace(phrase.upper() if tags else phrase, "")
    letters = re.findall("[ABCDE]", text)
    return letters[0] if letters else None


BENCHMARK = Benchmark(
    key="treebench",
    display="TreeBench",
    category="Perception & Counting",
    rows=405,
    source=Source("HaochenWang/TreeBench", "a4eb437ab71d14f6ab1a4cf05213d0f72f831b71", ("train",)),
    item=item,
    score=score,
)
