"""Whether two short mathematical answers are equal: as texts, as numbers, or as LaTeX of the same value."""

import ast
import math
import operator
import re
from collections.abc import Callable

TOLERANCE = 1e-6
_OPERATORS: dict[type, Callable[..., float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Mod: operator.mod,
    ast.FloorDiv: operator.floordiv,
    ast.UAdd: operator.pos,
    ast.USub: operator.neg,
}
_FUNCTIONS: dict[str, Callable[..., float]] = {
    name: getattr(math, name) for name in ("sqrt", "sin", "cos", "tan", "log", "exp")
}
_CONSTANTS = {"pi": math.pi, "e": math.e}
_GROUP = r"\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}"
_LONGEST = 200


def equal(a: str, b: str) -> bool:
    r"""Equal as texts without regard to case, or of values less than 1e-6 apart.

    >>> equal(r"\frac{3}{4}", "0.75"), equal("√2", r"\sqrt{2}"), equal("5 cm", "5")
    (True, True, False)
    """
    a, b = a.strip(), b.strip()
    if a.lower() == b.lower():
        return True
    values = value(a), value(b)
    return None not in values and abs(values[0] - values[1]) < TOLERANCE  # type: ignore[operator]


def value(text: str) -> float | None:
    """The value of an arithmetic expression or a LaTeX formula without variables; None if it has none."""
    if len(text) > _LONGEST:
        return None
    try:
        found = _evaluated(ast.parse(_as_python(text), mode="eval").body)
    except (SyntaxError, ValueError, ArithmeticError, TypeError, RecursionError, MemoryError):
        return None
    return found if math.isfinite(found) else None


def _as_python(text: str) -> str:
    """LaTeX as a Python expression; what is no LaTeX stays as it is."""
    text = text.translate(str.maketrans("−–×÷·∙²³", "--*/**" + "²³")).replace("²", "**2").replace("³", "**3")
    text = text.strip().strip("$").strip()
    text = re.sub(r"\\(?:left|right|displaystyle|,|;|!|quad|:)|~", "", text)
    text = re.sub(r"\\(?:text|mathrm|mathbf|operatorname)\s*" + _GROUP, r"\1", text)
    text = re.sub(r"(?<=\d),(?=\d{3}(?!\d))", "", text)
    mixed = r"(\d+)\s*(\\[dt]?frac\s*" + _GROUP + r"\s*" + _GROUP + ")"
    text = re.sub(mixed, r"(\1+\2)", text)
    previous = None
    while text != previous:
        previous = text
        text = re.sub(r"\\[dt]?frac\s*" + _GROUP + r"\s*" + _GROUP, r"((\1)/(\2))", text)
        text = re.sub(r"\\[dt]?frac\s*(\d)\s*(\d)", r"(\1/\2)", text)
        text = re.sub(r"\\sqrt\s*\[([^\[\]]*)\]\s*" + _GROUP, r"((\2)**(1/(\1)))", text)
        text = re.sub(r"\\sqrt\s*" + _GROUP, r"sqrt(\1)", text)
        text = re.sub(r"\^\s*" + _GROUP, r"**(\1)", text)
    text = re.sub(r"\\sqrt\s*(\d)|√\s*(\d+)", r"sqrt(\1\2)", text)
    text = re.sub(r"√\s*\(", "sqrt(", text)
    text = (
        re.sub(r"\\(?:times|cdot)", "*", text).replace("\\div", "/").replace("\\pi", "pi").replace("π", "pi")
    )
    text = re.sub(r"\\(sin|cos|tan)\b", r"\1", text).replace("^", "**")
    text = re.sub(r"\s*\\?%$", "/100", text)
    text = re.sub(r"(?<=[\d)])\s*(?=sqrt|pi|\()", "*", text)
    return text.replace("{", "(").replace("}", ")").strip()


def _evaluated(node: ast.expr) -> float:
    match node:
        case ast.Constant(value=int() | float() as number) if not isinstance(number, bool):
            return float(number)
        case ast.Name(id=name) if name in _CONSTANTS:
            return _CONSTANTS[name]
        case ast.UnaryOp(op=op, operand=operand):
            return _OPERATORS[type(op)](_evaluated(operand))
        case ast.BinOp(op=ast.Pow(), left=left, right=right):
            return float(_evaluated(left) ** _evaluated(right))  # TypeError for a complex power
        case ast.BinOp(op=op, left=left, right=right) if type(op) in _OPERATORS:
            return _OPERATORS[type(op)](_evaluated(left), _evaluated(right))
        case ast.Call(func=ast.Name(id=name), args=[argument], keywords=[]) if name in _FUNCTIONS:
            return _FUNCTIONS[name](_evaluated(argument))
    raise ValueError(ast.dump(node))
