"""MathVerse, version Vision Only: the whole problem is drawn in the picture.

arXiv:2403.14624. MIT. 788 of the 3,940 rows. The model sees the picture and the column `query_cot`; the full
question, `question_for_eval`, is for the judge only.

Rule: a judge extracts a short answer from every response. It is right when it equals the gold; otherwise the
judge says whether the two mean the same (other units or notation may; multiple choice must match exactly).
"""

from ..judge import TRIES, short_text, zero_or_one
from ..pictures import Picture
from ..suite import Asks, Benchmark, Facts, Item, Row, Source


def item(row: Row) -> Item:
    facts = {
        "id": str(row["sample_index"]),
        "question": row["question_for_eval"],
        "gold": str(row["answer"]),
        "kind": row["question_type"],
    }
    return Item(row["query_cot"], (Picture.of(row["image"]),), facts)


def score(response: str, facts: Facts, judge: Asks) -> float:
    row = f"mathverse row {facts['id']}"
    if not response.strip():
        return 0.0  # nothing to extract from
    answer: str = judge.ask(
        "Extract the final answer from a response to a geometry or function problem: the letter of a"
        " choice, a"
        " value, or an expression. Reply with it alone, or with NONE if there is none.\n\n"
        f"Response:\n<<<\n{response}\n>>>",
        short_text,
        row,
        TRIES,
    )
    if answer.strip() == facts["gold"].strip():
        return 1.0
    exact = (
        " The answers are letters of choices and must be the same." if facts["kind"] == "multi-choice" else ""
    )
    question = (
        "Do these two answers to a problem agree? They agree when they mean the same; units and notation may"
        f" differ.{exact} NONE agrees with nothing.\n\n"
        f"Problem: {facts['question']}\nReference answer: {facts['gold']}\nAnswer to check: {answer}\n\n"
        "Reply with 1 if they agree and 0 if they do not, and nothing else."
    )
    return float(judge.ask(question, zero_or_one, row, TRIES))


BENCHMARK = Benchmark(
    key="mathverse",
    display="MathVerse",
    category="Visual Math",
    rows=788,
    source=Source(
        "AI4Math/MathVerse",
        "3bc86196678bad115a923d2851c6821dbe235939",
        ("testmini",),
        configs=("testmini",),
        keep=("problem_version", lambda version: version == "Vision Only"),
    ),
    item=item,
    score=score,
    judge=True,
)
