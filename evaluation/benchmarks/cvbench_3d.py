"""CV-Bench, 3D: which of two things is nearer, and which are further apart.

arXiv:2406.16860. Apache-2.0. The column `prompt` is sent as it is. The gold is in parentheses.

Rule: the shared matcher; where it fails, a judge names the option. Micro over the 1,200 rows of the config
3D.
"""

from ..matchers import infer, judged
from ..pictures import Picture
from ..suite import Asks, Benchmark, Facts, Item, Row, Source
from ._choices import lettered


def item(row: Row) -> Item:
    facts = {
        "id": str(row["idx"]),
        "question": row["question"],
        "options": lettered(row["choices"]),
        "gold": str(row["answer"]).strip("() "),
    }
    return Item(row["prompt"], (Picture.of(row["image"]),), facts)


def score(response: str, facts: Facts, judge: Asks) -> float:
    if not response.strip():
        return 0.0
    found = infer(response, facts["options"])
    if found is None:
        found = judged(response, facts["question"], facts["options"], judge, f"cvbench_3d row {facts['id']}")
    return float(found == facts["gold"])


BENCHMARK = Benchmark(
    key="cvbench_3d",
    display="CV-Bench 3D",
    category="Spatial Reasoning",
    rows=1200,
    source=Source(
        "nyu-visionx/CV-Bench", "bc284db50d036958861cb60cdd7b77612052ce0d", ("test",), configs=("3D",)
    ),
    item=item,
    score=score,
    judge=True,
)
