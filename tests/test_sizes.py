"""Code stays small: the limits past which a function, task or file must be cut."""
import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FILES = sorted(p for folder in ("trace_tasks", "generators") for p in (ROOT / folder).rglob("*.py"))
MOST_FILE_LINES = 600
MOST_FUNCTION_LINES = 40  # of code: without signature, docstring and wording
MOST_PARAMETERS = 7  # positional; options of drawing functions are keywords


def body_lines(function: ast.FunctionDef) -> int:
    first = function.body[0]
    documented = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    body = function.body[1:] if documented else function.body
    return body[-1].end_lineno - body[0].lineno + 1 if body else 0


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(ROOT)))
def test_sizes(path):
    text = path.read_text()
    assert text.count("\n") <= MOST_FILE_LINES or path.name in ("icons.py", "words.py")  # tables
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef):
            where = f"{path.relative_to(ROOT)}:{node.lineno} {node.name}"
            assert body_lines(node) <= MOST_FUNCTION_LINES, where
            assert len(node.args.args) <= MOST_PARAMETERS + 1, where
