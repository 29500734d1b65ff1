"""Checking a run: every score again from its stored rows, every receipt against the suite and the others."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from . import judge
from .answers import without_reasoning
from .run import code_fingerprint, environment, source_facts
from .suite import benchmark


def problems(folder: Path) -> Iterator[str]:
    """What does not hold of a run. The judge is asked nothing: its replies are on disk."""
    paths = sorted(folder.glob("scores/*/*.json"))
    if not paths:
        yield f"{folder} holds no scores"
    first: dict[str, Any] | None = None
    with environment(TRACE_EVAL_JUDGE_LEDGER=folder / "judge.jsonl", TRACE_EVAL_JUDGE_URL=None):
        for path in paths:
            result = json.loads(path.read_text())
            first = first or result["receipt"]
            where = f"{result['benchmark']} seed {result['seed']}"
            yield from (f"{where}: {problem}" for problem in _of_receipt(result, first))
            yield from (f"{where}: {problem}" for problem in _of_rows(path, result))


def _of_receipt(result: dict[str, Any], first: dict[str, Any]) -> Iterator[str]:
    told, bench = result["receipt"], benchmark(result["benchmark"])
    for name in ("model", "code", "suite"):
        if told[name] != first[name]:
            yield f"its {name} is not that of the other scores"
    if told["code"] != code_fingerprint():
        yield "it was scored by other code than this"
    if told["source"] != json.loads(json.dumps(source_facts(bench))):
        yield "its source is not that of the suite"
    if told["rows"] != bench.rows:
        yield f"{told['rows']} rows, the suite has {bench.rows}"
    if not told["verified"]:
        yield "its rows were not verified"


def _of_rows(path: Path, result: dict[str, Any]) -> Iterator[str]:
    bench, judging = benchmark(result["benchmark"]), judge.from_environment()
    rows = [json.loads(line) for line in path.with_suffix(".rows.jsonl").read_text().splitlines()]
    if len(rows) != result["receipt"]["rows"] or len({row["row"] for row in rows}) != len(rows):
        yield f"{len(rows)} rows stored, {len({row['row'] for row in rows})} of them different"
        return
    marks = []
    for row in rows:
        try:
            marks.append(bench.marks(without_reasoning(row["response"]), row["facts"], judging))
        except judge.JudgeError as error:
            yield str(error)
            return
        if marks[-1] != row["marks"]:
            yield f"row {row['row']} has the marks {marks[-1]}, stored are {row['marks']}"
    if abs(bench.total(marks) - result["score"]) > 1e-9:
        yield f"the score is {bench.total(marks)}, stored is {result['score']}"


def differences(a: Path, b: Path) -> Iterator[str]:
    """What makes the scores of two runs incomparable: all of a receipt but the model must agree."""
    for path in sorted(a.glob("scores/*/*.json")):
        other = b / path.relative_to(a)
        if other.exists():
            told = [json.loads(p.read_text())["receipt"] for p in (path, other)]
            names = [name for name in told[0] if name != "model" and told[0][name] != told[1].get(name)]
            if names:
                yield f"{path.parent.name} seed {path.stem}: {', '.join(names)}"
