r"""MATH-Vision: competition problems with a picture.

arXiv:2402.14804. MIT. The picture is the column `decoded_image`; `image` is a path. 384 multiple-choice rows
have the letters themselves as options, because the choices are drawn.

Rule: multiple choice wants the gold letter; free form wants an answer equal to the gold as text, as a number
or as LaTeX of the same value, 1e-6 apart at most. The final answer is the last box; without one, the response
as it is; where that does not pass either, a judge extracts it. A box that holds the gold option's text also
passes, as in the authors' script.
"""

import re

from ..answers import after_last, boxes, first_line
from ..judge import TRIES, short_text
from ..matchers import bare_letter, infer
from ..maths import equal
from ..pictures import Picture
from ..suite import Asks, Benchmark, Facts, Item, Row, Source
from ._choices import lettered, listed

_CUE = re.compile(r"answer is:?", re.IGNORECASE)


def item(row: Row) -> Item:
    options = lettered(row["options"] or [])
    question = re.sub(r"<image\d+>", "", row["question"]).strip()
    facts = {"id": str(row["id"]), "question": question, "options": options, "gold": str(row["answer"])}
    if options:
        ask = f"{question}\nChoices:\n{listed(options, '({}) {}')}\nSolve it, and put the letter of the"
        " right choice"
    else:
        ask = f"{question}\nSolve it, and put the final answer, a value or an expression,"
    return Item(f"{ask} in \\boxed{{}}.", (Picture.of(row["decoded_image"]),), facts)


def score(response: str, facts: Facts, judge: Asks) -> float:
    found = boxes(response)[-1:]
    if found:
        return float(right(found[0], facts))
    if right(response, facts):
        return 1.0
    cued = after_last(_CUE, response)
    if cued and right(first_line(cued).rstrip("."), facts):
        return 1.0
    return float(right(extracted(response, facts, judge), facts))


def right(found: str, facts: Facts) -> bool:
    """Whether an answer, or a response that is little more, agrees with the gold."""
    gold, options = facts["gold"], facts["options"]
    if not options:
        return equal(_value(found), gold)
    letter = bare_letter(found) or infer(found, options)
    return letter == gold or (letter not in options and equal(found, options[gold]))


def _value(text: str) -> str:
    """Without the name of the unknown in front, as in x = 5."""
    return re.sub(r"^\$?\s*[A-Za-z]\s*=\s*", "", text.strip())


def extracted(response: str, facts: Facts, judge: Asks) -> str:
    form = f"one letter of {', '.join(facts['options'])}" if facts["options"] else "a value or an expression"
    question = (
        f"Extract the final answer from a response to a problem. It is {form}. Do not solve the problem."
        " Reply"
        " with the answer alone, or with NONE if the response reaches no answer.\n\n"
        f"Problem: {facts['question']}\nResponse:\n<<<\n{response}\n>>>"
    )
    answer: str = judge.ask(question, short_text, f"mathvision row {facts['id']}", TRIES)
    return answer


BENCHMARK = Benchmark(
    key="mathvision",
    display="MathVision",
    category="Visual Math",
    rows=3040,
    source=Source("MathLLMs/MathVision", "2837ddb3f13abaf6b3997c12d80753e5470bd46a", ("test",)),
    item=item,
    score=score,
    judge=True,
)
