"""CountBenchQA: how many of a thing a web photo shows, two to ten.

arXiv:2302.12066, arXiv:2407.07726. No licence declared: never redistribute rows. Captions state the count and
are never shown. The Hub copy has 491 rows; the suite uses the 487 of the VLMEvalKit table, which is of a
known hash.

Rule, of VLMEvalKit: the gold number, as text, occurs somewhere in the response. So 2 matches 12, and a
response that lists numbers may pass.
"""

from ..pictures import Picture
from ..suite import Asks, Benchmark, Facts, Item, Row, Source


def item(row: Row) -> Item:
    facts = {"id": str(row["index"]), "gold": str(int(row["answer"]))}
    prompt = f"{row['question']}\nAnswer with the number alone, in digits."
    return Item(prompt, (Picture.of(row["image"]),), facts)


def score(response: str, facts: Facts, judge: Asks) -> float:
    return float(facts["gold"] in response)


BENCHMARK = Benchmark(
    key="countbenchqa",
    display="CountBenchQA",
    category="Perception & Counting",
    rows=487,
    source=Source(
        "vikhyatk/CountBenchQA",
        "76d600309e9d6147bd3713b4cd431518ac1206c8",
        ("test",),
        file="CountBenchQA.tsv",
        url="https://opencompass.openxlab.space/utils/VLMEval/CountBenchQA.tsv",
        md5="fc73c8d4ffa665431448753f094d56ff",
    ),
    item=item,
    score=score,
)
