"""Reading the final answer out of a response: boxes, tags, cues, numbers."""

import json
import math
import re
from collections.abc import Iterator

_ANSWER_TAG = re.compile(r"<answer>(.*?)</answer>", re.IGNORECASE | re.DOTALL)
_BOX = re.compile(r"\\(?:f?boxed|fbox)\s*\{")
_JSON_ANSWER = re.compile(r'"answer"\s*:\s*("(?:[^"\\]|\\.)*"|[^\s,}\]][^,}\]\n]*)')
_DASHES = str.maketrans("−–—‐‑", "-----", "\u200b\ufeff")
_NUMBER = re.compile(
    r"(?<![\w.])[-+]?(?:\d{1,3}(?:,\d{3})+(?![\d,]*\d)|\d+)(?:\.\d+)?(?:[eE][-+]?\d+)?|(?<![\w.])[-+]?\.\d+"
)
WORDS = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
]


def without_reasoning(text: str) -> str:
    """What follows the last closing think tag; all of it where there is none.

    >>> without_reasoning("<think>A or B?</think> B")
    'B'
    """
    return re.split(r"</think(?:ing)?>", text, flags=re.IGNORECASE)[-1].strip()


def boxes(text: str) -> list[str]:
    r"""The contents of all balanced LaTeX boxes, in order.

    >>> boxes(r"so \boxed{\frac{1}{2}} or \boxed{3")
    ['\\frac{1}{2}']
    """
    found = []
    for match in _BOX.finditer(text):
        depth = 1
        for end in range(match.end(), len(text)):
            depth += {"{": 1, "}": -1}.get(text[end], 0)
            if not depth:
                found.append(text[match.end() : end].strip())
                break
    return found


def answer_tags(text: str) -> list[str]:
    """The contents of all closed answer tags."""
    return [content.strip() for content in _ANSWER_TAG.findall(text)]


def json_answer(text: str) -> str | None:
    """The last field `"answer"` of anything that looks like JSON, as text."""
    fields = _JSON_ANSWER.findall(text)
    if not fields:
        return None
    try:
        value = json.loads(fields[-1])
    except ValueError:
        value = fields[-1].strip()
    return value if isinstance(value, str) else json.dumps(value)


def stated(text: str) -> str | None:
    """The answer where it is set apart: the last box, else the last answer tag, else a JSON field."""
    for found in (boxes(text), answer_tags(text)):
        if found:
            return unboxed(found[-1])
    return json_answer(text)


def unboxed(text: str) -> str:
    """The last box in a text, or the text."""
    inner = boxes(text)
    return inner[-1] if inner else text


def after_last(cue: re.Pattern[str], text: str) -> str | None:
    """What follows the last match of a cue."""
    end = None
    for match in cue.finditer(text):
        end = match.end()
    return None if end is None else text[end:].strip()


def first_line(text: str) -> str:
    """The first line that is not blank, without markdown emphasis around it."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return plain(lines[0]) if lines else ""


def plain(text: str) -> str:
    """Without balanced markdown emphasis and dollar signs around it.

    >>> plain("**42**"), plain("`x`"), plain("$-3$")
    ('42', 'x', '-3')
    """
    previous = None
    while text != previous:
        previous = text = text.strip()
        for mark in ("**", "__", "`", "*", "$"):
            if text.startswith(mark) and text.endswith(mark) and len(text) > 2 * len(mark):
                text = text[len(mark) : -len(mark)]
                break
    return text


def level_dashes(text: str) -> str:
    """With every kind of minus and dash as `-`."""
    return text.translate(_DASHES)


def numbers(text: str) -> list[float]:
    """All numbers in a text; thousands may have commas.

    >>> numbers("1,234 of −5.5, then 10-20%")
    [1234.0, -5.5, 10.0, 20.0]
    """
    return list(_values(level_dashes(text)))


def _values(text: str) -> Iterator[float]:
    for match in _NUMBER.finditer(re.sub(r"(?<=\d)-(?=[\d.])", " ", text)):
        value = float(match[0].replace(",", ""))
        if math.isfinite(value):
            yield value


def number(text: str) -> float | None:
    """The number that is the whole of a text, or None.

    >>> number("1,500"), number("3 apples"), number("12.5%")
    (1500.0, None, None)
    """
    text = level_dashes(text).strip()
    match = _NUMBER.fullmatch(text)
    if not match:
        return None
    value = float(text.replace(",", ""))
    return value if math.isfinite(value) else None


def last_integer(text: str) -> int | None:
    """The last integer of a text; failing that, the largest number word from zero to twenty."""
    whole = re.findall(r"(?<![\w.])-?(?:\d{1,3}(?:,\d{3})+|\d+)(?!\.?\d)", level_dashes(text))
    if whole and len(whole[-1]) < 30:
        return int(whole[-1].replace(",", ""))
    words = [WORDS.index(word) for word in re.findall(r"[a-z]+", text.lower()) if word in WORDS]
    return max(words, default=None)
