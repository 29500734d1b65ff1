"""EmbSpatial-Bench: where things are in indoor scenes, as seen by a robot.

arXiv:2406.05756. CC BY 4.0. The authors' repository mixes two layouts that do not load together, so the rows
come from the one table of the EASI leaderboard, converted once. Pictures are base64 texts.

Rule: the letter that the response settles on (`matchers.from_prose`) must be the gold one.
"""

from ..matchers import from_prose
from ..pictures import Picture
from ..suite import Asks, Benchmark, Facts, Item, Row, Source
from ._choices import LETTER_ONLY, lettered, listed, literal


def item(row: Row) -> Item:
    options = lettered(literal(row["options"]))
    facts = {"id": str(row["index"]), "gold": gold(row["answer"])}
    question = row["question"].strip().strip('"')
    return Item(f"{question}\n{listed(options)}\n{LETTER_ONLY}", (Picture.of(row["image"]),), facts)


def gold(answer: object) -> str:
    """The gold letter; the authors' files number the options from 0."""
    text = str(answer).strip()
    return "ABCD"[int(text)] if text.isdigit() else text.strip("().").upper()


def score(response: str, facts: Facts, judge: Asks) -> float:
    return float(from_prose(response) == facts["gold"])


BENCHMARK = Benchmark(
    key="embspatial",
    display="EmbSpatial",
    category="Spatial Reasoning",
    rows=3640,
    source=Source(
        "lmms-lab-si/EASI-Leaderboard-Data",
        "52bb1dd2bc5cd58a291b3a780dab08d19c0ccf0d",
        ("test",),
        file="EmbSpatialBench.tsv",
        md5="a836cfd8fbe84bb42928ecef1e62ad32",
    ),
    item=item,
    score=score,
)
