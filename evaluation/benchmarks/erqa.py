"""ERQA: embodied reasoning over one or several pictures.

arXiv:2503.20020. CC BY 4.0. No revision of a Hub copy was pinned, so the rows come from the one table of the
EASI leaderboard, of a known hash. `visual_indices` says at which characters of the question the pictures
belong; all zero, or not one for each picture, means in front.

Rule: the letter that the response settles on (`matchers.from_prose`); where it settles on none, a judge names
the option.
"""

from collections.abc import Sequence

from ..matchers import from_prose, judged
from ..pictures import Picture
from ..suite import PICTURE, Asks, Benchmark, Facts, Item, Row, Source
from ._choices import inline, literal


def item(row: Row) -> Item:
    raw = row["image"]
    images = literal(raw) if isinstance(raw, str) and raw.lstrip().startswith("[") else [raw]
    places = [int(place) for place in literal(row["visual_indices"])] if row["visual_indices"] else []
    facts = {
        "id": str(row["index"]),
        "question": row["question"],
        "options": inline(row["question"]),
        "gold": str(row["answer"]).strip("(). ").upper(),
    }
    prompt = interleaved(row["question"], places, len(images))
    return Item(prompt, tuple(Picture.of(image) for image in images), facts)


def interleaved(question: str, places: Sequence[int], images: int) -> str:
    """The question with a mark where each picture belongs; as it is when they belong in front.

    >>> interleaved("Before  and after", [7, 17], 2).replace(PICTURE, "<image>")
    'Before <image> and after<image>'
    """
    if len(places) != images or not any(places):
        return question
    pieces = []
    done = 0
    for place in sorted(places):
        pieces += [question[done:place], PICTURE]
        done = place
    return "".join([*pieces, question[done:]])


def score(response: str, facts: Facts, judge: Asks) -> float:
    if not response.strip():
        return 0.0
    found = from_prose(response)
    if found is None:
        found = judged(response, facts["question"], facts["options"], judge, f"erqa row {facts['id']}")
    return float(found == facts["gold"])


BENCHMARK = Benchmark(
    key="erqa",
    display="ERQA",
    category="Spatial Reasoning",
    rows=400,
    source=Source(
        "lmms-lab-si/EASI-Leaderboard-Data",
        "52bb1dd2bc5cd58a291b3a780dab08d19c0ccf0d",
        ("test",),
        file="ERQA.tsv",
        md5="40d45d4f0bb1852dbc68b28ee70d4ca5",
    ),
    item=item,
    score=score,
    judge=True,
)
