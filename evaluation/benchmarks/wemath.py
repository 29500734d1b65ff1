"""We-Math: problems of two or three steps, asked step by step and as a whole.

arXiv:2407.01284. CC BY-NC 4.0. The column `image_path` holds the picture. Options are one text in which
semicolons also occur inside options.

Rule: the letter of each row by the shared matcher; else the first letter after the last "Answer"; else a
judge names it. The 1,740 rows make 525 problems. Strict score: all steps and the whole right is mastery, 1;
all steps right but not the whole is inadequate generalisation, 1/2; a wrong step with the whole right is rote
memorisation, 0; a wrong step and the whole wrong is insufficient knowledge, 0. The total is not a mean over
rows.
"""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence

from ..matchers import infer, judged
from ..pictures import Picture
from ..suite import Asks, Benchmark, Carried, Facts, Item, Row, Source
from ._choices import listed, option_lines

GENERALISATION_WEIGHT = 0.5


def item(row: Row) -> Item:
    options = option_lines(row["option"])
    facts = {
        "id": f"{row['ID']}/{row['key']}",
        "problem": str(row["ID"]),
        "step": str(row["key"]),
        "question": row["question"],
        "options": options,
        "gold": str(row["answer"]).strip().upper(),
    }
    prompt = (
        f"{row['question']}\nOptions:\n{listed(options)}\nFirst write a section headed Reasoning, then a"
        " section"
        " headed Answer that gives the letter of the right option in angle brackets, as in Answer: <A>."
    )
    return Item(prompt, (Picture.of(row["image_path"]),), facts)


def score(response: str, facts: Facts, judge: Asks) -> float:
    return float(choice(response, facts, judge) == facts["gold"])


def choice(response: str, facts: Facts, judge: Asks) -> str:
    found = infer(response.replace("<", " ").replace(">", " "), facts["options"])
    if found is None and "answer" in response.lower():
        after = re.split("answer", response, flags=re.IGNORECASE)[-1].strip(" <>:.*()\n")
        found = after[0] if re.match(r"[A-H](?![A-Za-z])", after) else None
    if found is None and response.strip():
        found = judged(response, facts["question"], facts["options"], judge, f"wemath row {facts['id']}")
    return found or ""


def total(rows: Sequence[Carried]) -> float:
    """The strict score over problems, in percent."""
    problems: dict[str, dict[str, bool]] = defaultdict(dict)
    for row in rows:
        problems[row["problem"]][row["step"]] = row["score"] == 1
    return 100 * sum(map(problem_score, problems.values())) / len(problems)


def problem_score(steps: Mapping[str, bool]) -> float:
    """1 for mastery, 1/2 for inadequate generalisation, 0 otherwise.

    >>> problem_score({"2steps_1": True, "2steps_2": True, "2steps_multi": False})
    0.5
    """
    whole = [right for step, right in steps.items() if step.endswith("multi")]
    parts = [right for step, right in steps.items() if not step.endswith("multi")]
    if len(whole) != 1 or not parts:
        raise ValueError(f"a problem with the steps {', '.join(sorted(steps))}")
    if not all(parts):
        return 0.0
    return 1.0 if whole[0] else 1 - GENERALISATION_WEIGHT


BENCHMARK = Benchmark(
    key="wemath",
    display="WeMath",
    category="Visual Math",
    rows=1740,
    source=Source("We-Math/We-Math", "527c44d4d94c4e3c7c98157460146a8b18c8420a", ("testmini",)),
    item=item,
    score=score,
    judge=True,
    total=total,
    carry=("problem", "step"),
)
