"""Every scorer on responses worked out by hand."""

import json

import pytest
from tests.evaluation.cases import CASES
from tests.evaluation.rows import ORDER
from tests.evaluation.test_rows import ScriptedJudge

from trace_tasks.contracts import reward_contract
from trace_tasks.evaluation.answers import without_reasoning
from trace_tasks.evaluation.suite import Benchmark, benchmark


def scored(bench: Benchmark, case) -> float:
    """The score of a case by the benchmark's rule."""
    told, response, _ = case
    facts = {"id": "1", "question": "Which?", **told}
    if bench.key == "trace_validation":
        facts |= {"answer_gt": json.dumps(told), "reward_contract": reward_contract(told["type"], "bbox")}
    marks = bench.score(without_reasoning(response), facts, ScriptedJudge())
    return marks["score"] if isinstance(marks, dict) else float(marks)


@pytest.mark.parametrize("key", ORDER)
def test_cases(key):
    assert len(CASES[key]) >= 15
    wrong = [
        (case, found) for case in CASES[key] if abs((found := scored(benchmark(key), case)) - case[2]) > 1e-9
    ]
    assert not wrong, "\n".join(
        f"{case[0]} {case[1][-80:]!r}: {found}, not {case[2]}" for case, found in wrong
    )
