"""CharXiv, reasoning questions: charts of scientific papers.

arXiv:2406.18521. Questions CC BY-SA 4.0; the charts belong to the authors of the papers.

Rule: a judge reads the question, the gold answer and the response, and says whether they agree. What counts
as agreement depends on the type of the answer, which is the column `reasoning_a_type` (not
`reasoning_q_source`).
"""

from ..judge import json_object
from ..pictures import Picture
from ..suite import Asks, Benchmark, Facts, Item, Row, Source

GUIDANCE = {
    1: "Your answer is text written in the chart. Give labels in full; separate several terms by commas.",
    2: "If the question names options, your answer is one of them; otherwise it is a short phrase.",
    3: "Your answer is a number written in the chart; do not work out another one.",
    4: "Your answer is {form}.",
}
AGREEMENT = {
    1: "They agree when they name the same terms. Notation and the order of several terms may differ; if"
    " any term"
    " differs, they do not agree.",
    2: "If the question names options, they agree only on the very same option. Otherwise they agree when"
    " they"
    " mean the same.",
    3: "They agree only when the values are exactly equal; notation may differ, as in 1500 and 1.5e3. There"
    " is no"
    " tolerance.",
}
AGREEMENT[4] = AGREEMENT[3]
TRIES = (0.0, 0.5, 1.0)


def item(row: Row) -> Item:
    kind = int(row["reasoning_a_type"])
    gold = str(row["reasoning_a"])
    facts = {"id": str(row["__index"]), "question": row["reasoning_q"], "gold": gold, "kind": kind}
    guidance = GUIDANCE[kind].format(form=_form(gold))
    prompt = f"{row['reasoning_q']}\n{guidance} Close with a short final answer."
    return Item(prompt, (Picture.of(row["image"]),), facts)


def _form(gold: str) -> str:
    decimals = len(gold.partition(".")[2])
    if not decimals:
        return "an exact integer"
    return f"a number with {decimals} decimal place{'s' * (decimals > 1)}"


def score(response: str, facts: Facts, judge: Asks) -> float:
    question = (
        "Decide whether a response answers a question about a chart as the reference answer does. First"
        " find the"
        f" final answer in the response. {AGREEMENT[facts['kind']]} A response without a final answer does"
        " not"
        " agree.\n\n"
        f"Question: {facts['question']}\nReference answer:"
        f" {facts['gold']}\nResponse:\n<<<\n{response}\n>>>\n\n"
        'Reply with JSON only: {"extracted_answer": "the final answer", "score": 1 if they agree, otherwise'
        " 0}"
    )
    return float(judge.ask(question, verdict, f"charxivreason row {facts['id']}", TRIES))


def verdict(reply: str) -> int | None:
    """The score of a reply that also says which answer it is about, under either name of that key."""
    found = json_object(reply) or {}
    named = "extracted_answer" in found or "extract_answer" in found
    score = str(found.get("score"))
    return int(score) if named and score in ("0", "1") else None


BENCHMARK = Benchmark(
    key="charxivreason",
    display="CharXivReason",
    category="Charts & Tables",
    rows=1000,
    source=Source("princeton-nlp/CharXiv", "f441eb632fc62f6f777830a0f47619e6e86459b0", ("validation",)),
    item=item,
    score=score,
    judge=True,
)
