"""RealWorldQA: photos from cars and of everyday scenes.

xAI, dataset card. CC BY-ND 4.0. The question says itself whether a letter or a word is wanted.

Rule: for a gold letter A to D, the explicit final letter (answer tag, last box, last "Answer: X", last line),
else the shared matcher; for any other gold, the same text without regard to case and a final period. (The
published scores used a copy of the data in which the open rows had been given letters.)
"""

from ..answers import stated
from ..matchers import bare_letter, explicit, infer
from ..pictures import Picture
from ..suite import Asks, Benchmark, Facts, Item, Row, Source
from ._choices import inline


def item(row: Row) -> Item:
    gold = str(row["answer"]).strip()
    question = row["question"]
    options = {}
    if gold in tuple("ABCD"):
        options = next(
            filter(_found, (inline(question, "ABCD"[:n]) for n in (4, 3, 2))), dict.fromkeys("ABCD", "")
        )
    facts = {"id": str(row["__index"]), "options": options, "gold": gold}
    return Item(question, (Picture.of(row["image"]),), facts)


def _found(options: dict[str, str]) -> bool:
    return all(options.values())


def score(response: str, facts: Facts, judge: Asks) -> float:
    if not facts["options"]:
        return float(_word(stated(response) or response) == _word(facts["gold"]))
    return float(choice(response, facts) == facts["gold"])


def _word(text: str) -> str:
    return text.lower().strip().removesuffix(".").strip()


def choice(response: str, facts: Facts) -> str | None:
    found = explicit(response, "ABCD")
    if found is None and response.strip():
        found = bare_letter(response.strip().splitlines()[-1]) or infer(response, facts["options"])
    return found


BENCHMARK = Benchmark(
    key="realworldqa",
    display="RealWorldQA",
    category="Science & General",
    rows=765,
    source=Source("xai-org/RealworldQA", "17e7f75e092e47169732462ea3cdfebe911105dd", ("test",)),
    item=item,
    score=score,
)
