"""MMMU-Pro, vision: college questions that are wholly in the picture, options included.

arXiv:2409.02813. Apache-2.0. `options` is a Python literal; one row (validation_Accounting_29) nests it
twice.

Rule: the last line that starts with "Answer:", if there is one, else everything; then the shared matcher over
the options; then a judge names the option. Nothing is ever guessed.
"""

import re

from ..matchers import infer, judged
from ..pictures import Picture
from ..suite import Asks, Benchmark, Facts, Item, Row, Source
from ._choices import LAST_LINE, lettered, literal


def item(row: Row) -> Item:
    facts = {
        "id": str(row["id"]),
        "options": lettered(literal(row["options"])),
        "gold": str(row["answer"]).strip().upper(),
    }
    prompt = f"Solve the multiple-choice question in the picture. {LAST_LINE}"
    return Item(prompt, (Picture.of(row["image"]),), facts)


def score(response: str, facts: Facts, judge: Asks) -> float:
    text = last_answer(response)
    if not text:
        return 0.0
    found = text if text in facts["options"] else infer(text, facts["options"])
    if found is None:
        row = f"mmmu_pro_vision row {facts['id']}"
        found = judged(text, "(in a picture that you do not see)", facts["options"], judge, row)
    return float(found == facts["gold"])


def last_answer(response: str) -> str:
    """What the last line with "Answer:" says, by its letter if it names just one; else the response."""
    lines = [line.strip() for line in response.splitlines()]
    said = [line.removeprefix("Answer:").strip() for line in lines if line.startswith("Answer:")]
    if not said:
        return response.strip()
    letters = set(re.findall(r"(?<![A-Za-z])([A-L])(?![A-Za-z])", said[-1]))
    return letters.pop() if len(letters) == 1 else said[-1]


BENCHMARK = Benchmark(
    key="mmmu_pro_vision",
    display="MMMU-ProVis",
    category="Science & General",
    rows=1730,
    source=Source(
        "MMMU/MMMU_Pro", "563f3e84bb3b90893083a1f039cfa13077f2302b", ("test",), configs=("vision",)
    ),
    item=item,
    score=score,
    judge=True,
)
