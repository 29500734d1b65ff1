"""PhyX, mini, multiple choice: physics problems.

arXiv:2505.15929. MIT. The column `question` is the whole prompt with its options; pictures are base64 texts.

Rule: the letter in the last box or pair of braces, else the one after a cue such as "answer", "option" or
"correct", else the last letter A to D that stands alone; it must equal the gold.
"""

import re

from ..answers import boxes
from ..matchers import bare_letter
from ..pictures import Picture
from ..suite import Asks, Benchmark, Facts, Item, Row, Source

_BRACES = re.compile(r"\{([^{}]*)\}")
_CUE = re.compile(
    r"\b(?:correct|answer|option)s?\b[\s:*]*(?:(?:is|option|answer|choice)\b[\s:*]*)*[(\[*\"']*([A-D])(?![A-Za-z'])",
    re.IGNORECASE,
)
_ALONE = re.compile(r"(?<![A-Za-z'])([A-D])(?![A-Za-z'])")


def item(row: Row) -> Item:
    facts = {"id": str(row["index"]), "gold": str(row["answer"]).strip().upper()}
    return Item(row["question"], (Picture.of(row["image"]),), facts)


def score(response: str, facts: Facts, judge: Asks) -> float:
    return float(choice(response) == facts["gold"])


def choice(response: str) -> str | None:
    """The letter a response settles on."""
    for content in reversed(boxes(response) + _BRACES.findall(response)):
        letter = bare_letter(content)
        if letter in "ABCD" and letter:
            return letter
    cued = [match[1] for match in _CUE.finditer(response) if match[1].isupper()]
    alone = _ALONE.findall(response)
    return (cued or alone or [None])[-1]


BENCHMARK = Benchmark(
    key="phyx_mini_mc",
    display="PhyX mini MC",
    category="Science & General",
    rows=1000,
    source=Source(
        "Cloudriver/PhyX",
        "5a23a2762d0626b5f319bd725138cc9b18b45d8f",
        ("phyx_mini_mc",),
        configs=("data_for_llms_eval",),
    ),
    item=item,
    score=score,
)
