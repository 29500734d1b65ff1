r"""MathVista: mathematics in charts, figures, tables and photos.

arXiv:2310.02255. Its own parts CC BY-SA 4.0, for testing only. The picture is the column `decoded_image`. The
gold of multiple choice is the option's text. The unit belongs to the question, never to the answer.

Rule, of the authors: a letter stands for its option, anything else for the option nearest by edit distance;
integers are cut, floats rounded to `precision` decimals, lists compared as text; then both must be equal. The
final answer is the one set apart in the response, or the response if it is nothing else; otherwise a judge
extracts it. (VLMEvalKit, which the published scores were made with, rounds no floats and always fails the two
rows with lists.)
"""

import ast
import math
import re

from ..answers import after_last, first_line, level_dashes, number, numbers, stated
from ..judge import TRIES, short_text
from ..matchers import bare_letter, infer
from ..pictures import Picture
from ..suite import Asks, Benchmark, Facts, Item, Row, Source
from ._choices import lettered, listed
from .chartqapro import edits

_CUE = re.compile(r"(?:final\s+answer|answer\s+is|answer)\s*(?:is)?\s*:", re.IGNORECASE)
NO_ANSWER = "NONE"


def item(row: Row) -> Item:
    options = lettered(row["choices"] or [])
    facts = {
        "id": str(row["pid"]),
        "question": row["question"],
        "options": options,
        "gold": str(row["answer"]),
        "kind": row["answer_type"],
        "precision": int(row["precision"]) if row["precision"] is not None else 0,
    }
    unit = f" (Unit: {row['unit']})" if row["unit"] else ""
    choices = f"\nChoices:\n{listed(options, '({}) {}')}" if options else ""
    prompt = f"{row['question']}{unit}{choices}\nSolve it, and put {form(facts)} in \\boxed{{}}."
    return Item(prompt, (Picture.of(row["decoded_image"]),), facts)


def form(facts: Facts) -> str:
    """What the final answer must look like."""
    if facts["options"]:
        return "the letter of the right choice"
    decimals = facts["precision"]
    return {
        "integer": "the answer, an integer such as 1, 2 or 3,",
        "float": f"the answer, a number with {decimals} decimal place{'s' * (decimals > 1)},",
        "list": "the answer, a Python list such as [1, 2, 3],",
    }[facts["kind"]]


def score(response: str, facts: Facts, judge: Asks) -> float:
    found = final(response, facts)
    answer = None if found is None else normal(found, facts)
    if answer is None:
        found = extracted(response, facts, judge)
        answer = normal(found, facts) if found != NO_ANSWER else None
    return float(answer == facts["gold"])


def final(response: str, facts: Facts) -> str | None:
    """The answer set apart in a response, or the response that is nothing but an answer."""
    apart = stated(response)
    if apart is not None:
        return apart
    cued = after_last(_CUE, response)
    if cued:
        return first_line(cued).rstrip(".")
    if facts["options"]:
        return infer(response, facts["options"])
    plain = response.strip().rstrip(".")
    return plain if number(plain) is not None or plain.startswith("[") else None


def normal(text: str, facts: Facts) -> str | None:
    """An answer in the form of the gold; None if it has no such form."""
    text = level_dashes(text).strip()
    if facts["options"]:
        letter = bare_letter(text) or infer(text, facts["options"])
        if letter in facts["options"]:
            return str(facts["options"][letter])
        options: list[str] = list(facts["options"].values())
        return None if not text else min(options, key=lambda option: edits(text, option))
    if facts["kind"] == "list":
        try:
            return str(ast.literal_eval(text))
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            return None
    value = number(text)
    if value is None and len(numbers(text)) == 1:
        value = numbers(text)[0]  # with a unit
    if value is None or not math.isfinite(value):
        return None
    return str(int(value)) if facts["kind"] == "integer" else str(round(value, facts["precision"]))


def extracted(response: str, facts: Facts, judge: Asks) -> str:
    listed_options = f"\nChoices:\n{listed(facts['options'], '({}) {}')}" if facts["options"] else ""
    question = (
        f"Extract {form(facts)} from a response to a problem, without a unit. Do not solve the problem."
        " Reply with"
        f" the answer alone, or with {NO_ANSWER} if the response reaches no answer.\n\n"
        f"Problem: {facts['question']}{listed_options}\nResponse:\n<<<\n{response}\n>>>"
    )
    answer: str = judge.ask(question, short_text, f"mathvista row {facts['id']}", TRIES)
    return answer


BENCHMARK = Benchmark(
    key="mathvista",
    display="MathVista",
    category="Visual Math",
    rows=1000,
    source=Source("AI4Math/MathVista", "2b6ad69445fbb5695c9b165475e8decdbeb97747", ("testmini",)),
    item=item,
    score=score,
    judge=True,
)
