"""MMStar: questions that cannot be answered without the picture.

arXiv:2403.20330. No licence declared: never redistribute rows. Options stand in the question.

Rule: the shared matcher; where it fails, a judge names the option. Micro over 1,500 rows.
"""

from ..matchers import infer, judged
from ..pictures import Picture
from ..suite import Asks, Benchmark, Facts, Item, Row, Source
from ._choices import LETTER_ONLY, inline


def item(row: Row) -> Item:
    facts = {
        "id": str(row["index"]),
        "question": row["question"],
        "options": inline(row["question"]),
        "gold": str(row["answer"]).strip().upper(),
    }
    return Item(f"{row['question']}\n{LETTER_ONLY}", (Picture.of(row["image"]),), facts)


def score(response: str, facts: Facts, judge: Asks) -> float:
    if not response.strip():
        return 0.0
    found = infer(response, facts["options"])
    if found is None:
        found = judged(response, facts["question"], facts["options"], judge, f"mmstar row {facts['id']}")
    return float(found == facts["gold"])


BENCHMARK = Benchmark(
    key="mmstar",
    display="MMStar",
    category="Science & General",
    rows=1500,
    source=Source("Lin-Chen/MMStar", "bc98d668301da7b14f648724866e57302778ab27", ("val",)),
    item=item,
    score=score,
    judge=True,
)
