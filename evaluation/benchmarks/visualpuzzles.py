"""VisualPuzzles: logic puzzles that need no knowledge.

arXiv:2504.10342. MIT. The whole benchmark is the split `train`. Options may be missing: then they are drawn.

Rule: as for PuzzleVQA, the letters after "answer:", in a single answer tag and in the last box must agree.
"""

from ..matchers import explicit
from ..pictures import Picture
from ..suite import Asks, Benchmark, Facts, Item, Row, Source
from ._choices import LAST_LINE, lettered, listed


def item(row: Row) -> Item:
    options = lettered(row["options"] or [])
    choices = listed(options, "({}) {}") if options else "The options A to D are in the picture."
    facts = {"id": str(row["id"]), "gold": str(row["answer"]).strip().upper()}
    return Item(f"{row['question']}\n{choices}\n{LAST_LINE}", (Picture.of(row["image"]),), facts)


def score(response: str, facts: Facts, judge: Asks) -> float:
    return float(explicit(response, "ABCD") == facts["gold"])


BENCHMARK = Benchmark(
    key="visualpuzzles",
    display="VisualPuzzles",
    category="Puzzles & Logic",
    rows=1168,
    source=Source("neulab/VisualPuzzles", "e6bc28fb1adcd27f25476b917e8c35c67b64027b", ("train",)),
    item=item,
    score=score,
)
