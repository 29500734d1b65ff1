"""Every scorer on responses worked out by hand."""

import json
from typing import Any

import pytest

from tests.evaluation.cases import CASES, Case
from tests.evaluation.rows import ORDER
from tests.evaluation.test_rows import ScriptedJudge
from trace_tasks.contracts import reward_contract
from trace_tasks.evaluation.answers import without_reasoning
from trace_tasks.evaluation.judge import JudgeError
from trace_tasks.evaluation.suite import Benchmark, RowError, benchmark


def scored(bench: Benchmark, case: Case) -> Any:
    """The score of a case by the benchmark's rule, all marks if there are several, None if undecided."""
    told, response, _ = case
    facts = {"id": "1", "question": "Which?", **told}
    if bench.key == "trace_validation":
        facts |= {"answer_gt": json.dumps(told), "reward_contract": reward_contract(told["type"], "bbox")}
    try:
        marks = bench.score(without_reasoning(response), facts, ScriptedJudge())
    except JudgeError:
        return None
    return marks if isinstance(marks, dict) and len(marks) > 1 else bench.marks_of(marks)["score"]


@pytest.mark.parametrize("key", ORDER)
def test_cases(key):
    assert len(CASES[key]) >= 15
    found = [(case, scored(benchmark(key), case)) for case in CASES[key]]
    wrong = [(case, score) for case, score in found if score != pytest.approx(case[2])]
    assert not wrong, "\n".join(
        f"{case[0]} {case[1][-80:]!r}: {score}, not {case[2]}" for case, score in wrong
    )


def test_how_strictly_a_judge_compares():
    """MathVerse tells the judge when answers are letters of choices."""
    asked = []

    class Listening(ScriptedJudge):
        def ask(self, question, *rest):
            asked.append(question)
            return super().ask(question, *rest)

    for kind in ("multi-choice", "free-form"):
        facts = {"id": "1", "question": "", "gold": "A", "kind": kind}
        benchmark("mathverse").score("[[B~no]]", facts, Listening())
    assert ["must be the same" in question for question in asked[1::2]] == [True, False]


def test_a_checker_that_is_not_there_stops_the_run():
    facts = {"id": "7", "question": "", "gold": "", "kind": "rule", "checker": "sum_to_22", "state": ""}
    with pytest.raises(RowError, match="mme_reasoning row 7: there is no checker 'sum_to_22'"):
        benchmark("mme_reasoning").score("[[1]]", facts, ScriptedJudge())
