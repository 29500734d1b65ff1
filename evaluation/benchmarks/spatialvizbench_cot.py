"""SpatialViz-Bench, with reasoning: rotating, folding, cutting and moving things in the mind.

arXiv:2507.07610. MIT. The authors' pictures are in a zip beside the rows; the one table of the EASI
leaderboard has both, and is converted once.

Rule: the letter that the response settles on (`matchers.from_prose`); where it settles on none, a judge names
the option. The instruction stands before the question.
"""

from ..matchers import from_prose, judged
from ..pictures import Picture
from ..suite import Asks, Benchmark, Facts, Item, Row, Source
from ._choices import columns, listed

INSTRUCTION = (
    "Look at the picture and answer the question. Put your reasoning between <think> and </think>, then"
    " only the"
    " letter of the right option between <answer> and </answer>."
)


def item(row: Row) -> Item:
    options = columns(row, "ABCD")
    facts = {
        "id": str(row["index"]),
        "question": row["question"],
        "options": options,
        "gold": str(row["answer"]).strip().upper(),
    }
    return Item(f"{INSTRUCTION}\n{row['question']}\n{listed(options)}", (Picture.of(row["image"]),), facts)


def score(response: str, facts: Facts, judge: Asks) -> float:
    if not response.strip():
        return 0.0
    found = from_prose(response)
    if found is None:
        row = f"spatialvizbench_cot row {facts['id']}"
        found = judged(response, facts["question"], facts["options"], judge, row)
    return float(found == facts["gold"])


BENCHMARK = Benchmark(
    key="spatialvizbench_cot",
    display="SpatialVizBench COT",
    category="Spatial Reasoning",
    rows=1180,
    source=Source(
        "lmms-lab-si/EASI-Leaderboard-Data",
        "52bb1dd2bc5cd58a291b3a780dab08d19c0ccf0d",
        ("test",),
        file="SpatialVizBench.tsv",
        md5="5ed4cb6463bfed0a92e52ffc4e8b6257",
    ),
    item=item,
    score=score,
    judge=True,
)
