"""A rule that is broken fails a case: comparisons, `and` and `or`, numbers and patterns, one at a time.

EQUIVALENT names what may be broken without a case noticing, by a piece of its line, with the reason.
"""

import ast
import copy
import importlib
import importlib.util
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.evaluation.cases import CASES
from tests.evaluation.rows import ORDER
from tests.evaluation.test_scorers import scored
from trace_tasks.evaluation.suite import benchmark

NAME = "trace_tasks.evaluation"
SHARED = ("answers", "matchers", "maths", "benchmarks._puzzles")
#: Functions that write prompts, read rows or make totals; tested in test_rows.py and test_scores.py.
NOT_RULES = {"item", "form", "expand", "interleaved", "_form", "system_prompt", "gold", "unmerged", "total"}
NOT_RULES |= {"problem_score", "_mean", "_found", "_row", "extracted", "judged", "plain"}
EQUIVALENT = {
    'facts["kind"] == "multi-choice"': "only the judge is told; test_how_strictly_a_judge_compares",
    "GENERALISATION_WEIGHT =": "in totals; test_rows",
    "its == color": "the same, as both colours are tried",
    "> _LONGEST": "a bound on time",
    "len(response) < 12": "a shortcut past the judge",
    "abs(len(a) - len(b))": "a shortcut past the edit distance",
}
SWAPS = {
    ast.Lt: ast.GtE,
    ast.LtE: ast.Gt,
    ast.Gt: ast.LtE,
    ast.GtE: ast.Lt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.And: ast.Or,
    ast.Or: ast.And,
}


def sites(tree: ast.Module) -> Iterator[ast.AST]:
    """What can be broken: comparisons and `and`/`or` in rules; tolerances among the module's names."""
    for statement in tree.body:
        if isinstance(statement, ast.FunctionDef) and statement.name not in NOT_RULES:
            for node in ast.walk(statement):
                if isinstance(node, ast.Compare | ast.BoolOp):
                    yield node
        elif isinstance(statement, ast.Assign) and isinstance(getattr(statement.value, "value", None), float):
            yield statement.value


def break_(node: ast.AST) -> None:
    match node:
        case ast.Compare():
            node.ops[0] = SWAPS[type(node.ops[0])]()
        case ast.BoolOp():
            node.op = SWAPS[type(node.op)]()
        case ast.Constant():
            node.value *= 3


def mutants(path: Path) -> Iterator[tuple[str, ast.Module]]:
    """Each line that can be broken, and the module with it broken."""
    text = path.read_text()
    tree = ast.parse(text)
    for index, site in enumerate(sites(tree)):
        line = text.splitlines()[site.lineno - 1].strip()
        if any(part in line for part in EQUIVALENT):
            continue
        broken = copy.deepcopy(tree)
        break_(list(sites(broken))[index])
        yield f"{path.name}:{site.lineno} {line}", ast.fix_missing_locations(broken)


def holds(key: str, given=None) -> bool:
    """Whether all cases of a benchmark hold; a rule that raises does not."""
    try:
        return all(scored(given or benchmark(key), case) == pytest.approx(case[2]) for case in CASES[key])
    except Exception:
        return False


def execute(module, tree: ast.Module) -> dict:
    """The names of a module from another syntax tree, in a module of its own."""
    spec = importlib.util.spec_from_loader(f"{module.__name__}_mutant", loader=None)
    broken = importlib.util.module_from_spec(spec)
    broken.__package__ = module.__package__
    exec(compile(tree, module.__file__, "exec"), broken.__dict__)
    return broken.__dict__


@pytest.mark.parametrize("key", ORDER)
def test_a_broken_rule_fails_a_case(key):
    module = importlib.import_module(benchmark(key).score.__module__)
    alive = [
        line
        for line, tree in mutants(Path(module.__file__))
        if holds(key, execute(module, tree)["BENCHMARK"])
    ]
    assert not alive


@pytest.mark.parametrize("name", SHARED)
def test_a_broken_shared_rule_fails_a_case(name, monkeypatch):
    module = importlib.import_module(f"{NAME}.{name}")
    users = [importlib.import_module(f"{NAME}.benchmarks.{key}") for key in ORDER]
    users += [importlib.import_module(f"{NAME}.{one}") for one in SHARED]
    path, originals = Path(module.__file__), dict(vars(module))
    alive = []
    for line, tree in [("unbroken", ast.parse(path.read_text())), *mutants(path)]:
        broken = execute(module, tree)
        with monkeypatch.context() as patch:
            for user in users:
                for title, value in originals.items():
                    if callable(value) and getattr(user, title, None) is value and title in broken:
                        patch.setattr(user, title, broken[title])
            if all(holds(key) for key in ORDER):
                alive.append(line)
    assert alive == ["unbroken"]
