"""EvoChart-QA: real charts, with answers printed in them or to be read off.

arXiv:2409.01577. Licence unclear (the card says other, the code GPL-3.0): never redistribute rows. The whole
benchmark is the split `train`.

Rule: a numeric gold wants exactly one number in the final answer; it must be equal where the value is printed
(`is_clear`), and within 5% of the gold elsewhere (a gold of 0 must be met). Any other gold wants the same
text, without regard to case.
"""

import re

from ..answers import after_last, first_line, number, numbers, stated
from ..pictures import Picture
from ..suite import Asks, Benchmark, Facts, Item, Row, Source

TOLERANCE = 0.05
_CUE = re.compile(r"(?:final\s+)?answer(?:\s+is)?\**\s*[:：]?", re.IGNORECASE)


def item(row: Row) -> Item:
    facts = {"id": str(row["__index"]), "gold": str(row["answer"]), "clear": bool(row["is_clear"])}
    prompt = f"{row['question']}\nPut your final answer in \\boxed{{}}, without a unit unless you are asked"
    " for one."
    return Item(prompt, (Picture.of(row["image"]),), facts)


def score(response: str, facts: Facts, judge: Asks) -> float:
    found = final(response)
    gold = number(facts["gold"])
    if gold is None:
        return float(found.strip().casefold() == facts["gold"].strip().casefold())
    values = numbers(found)
    if len(values) != 1:
        return 0.0
    off = abs(values[0] - gold)
    return float(off == 0 if facts["clear"] else off <= TOLERANCE * abs(gold))


def final(response: str) -> str:
    """The answer set apart, else the line after the last cue, else the response."""
    apart = stated(response)
    if apart is not None:
        return apart
    cued = after_last(_CUE, response)
    return first_line(cued) if cued else response


BENCHMARK = Benchmark(
    key="evochart",
    display="EvoChart",
    category="Charts & Tables",
    rows=1250,
    source=Source("gsarch/EvoChart-QA", "7ad141b29ccd734df073e163f59bb7cad8f2ed29", ("train",)),
    item=item,
    score=score,
)
