"""BLINK: fourteen visual tasks that people solve in a blink, with one to four pictures.

arXiv:2404.12390. Apache-2.0; some pictures have other owners. Answers of the split `test` are hidden, so
`val`. The gold is in parentheses.

Rule: the shared matcher; where it fails, a judge names the option. Micro over the 1,901 rows of the 14
configs. (The authors' own total is the mean of the 14 tasks.)
"""

from ..matchers import infer, judged
from ..pictures import Picture
from ..suite import Asks, Benchmark, Facts, Item, Row, Source
from ._choices import lettered, listed

CONFIGS = {
    "Art_Style": 117,
    "Counting": 120,
    "Forensic_Detection": 132,
    "Functional_Correspondence": 130,
    "IQ_Test": 150,
    "Jigsaw": 150,
    "Multi-view_Reasoning": 133,
    "Object_Localization": 122,
    "Relative_Depth": 124,
    "Relative_Reflectance": 134,
    "Semantic_Correspondence": 139,
    "Spatial_Relation": 143,
    "Visual_Correspondence": 172,
    "Visual_Similarity": 135,
}


def item(row: Row) -> Item:
    options = lettered(row["choices"])
    images = [row[f"image_{n}"] for n in range(1, 5) if row.get(f"image_{n}") is not None]
    facts = {
        "id": str(row["idx"]),
        "question": row["question"],
        "options": options,
        "gold": str(row["answer"]).strip("() "),
    }
    prompt = f"{row['question']}\n{listed(options, '({}) {}')}\nAnswer with the letter of the right option"
    " in parentheses."
    return Item(prompt, tuple(map(Picture.of, images)), facts)


def score(response: str, facts: Facts, judge: Asks) -> float:
    if not response.strip():
        return 0.0
    found = infer(response, facts["options"])
    if found is None:
        found = judged(response, facts["question"], facts["options"], judge, f"blink row {facts['id']}")
    return float(found == facts["gold"])


BENCHMARK = Benchmark(
    key="blink",
    display="BLINK",
    category="Perception & Counting",
    rows=sum(CONFIGS.values()),
    source=Source(
        "BLINK-Benchmark/BLINK",
        "a3666eb249237ba3d5eca8db21176cc47967e040",
        ("val",),
        configs=tuple(CONFIGS),
    ),
    item=item,
    score=score,
    judge=True,
)
