"""Prompts are composed from a scene's and a task's own words; both variants come from one place."""

import json
import re
from collections.abc import Sequence
from typing import Any

from .colors import NAMED
from .rng import Reject, Rng

_NUMBER_WORDS = ["three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
_LITERAL = re.compile(rf"\d|\b({'|'.join([*_NUMBER_WORDS, *NAMED])})\b", re.IGNORECASE)
_FIELD = re.compile(r"\{[^{}]*\}")
_LETTER = re.compile("[A-Z]")  # an answer that is asked as a letter, of whichever type
_TOKEN = re.compile(r"-?[A-Za-z0-9_π√°²]+(?:[.:/'-][A-Za-z0-9_π√°²]+)*")

_ANSWER_LINE = {
    "integer": "The answer is {0}, as a whole number.",
    "number": "The answer is {0}, as a number.",
    "option_letter": "The answer is {0}, as one capital letter.",
    "string": "The answer is {0}, as text.",
}
_ITEM = {
    "bbox": "a box [x0, y0, x1, y1]",
    "point": "a point [x, y]",
    "segment": "a segment [[x0, y0], [x1, y1]]",
}
_MANY = {
    "bbox": "boxes [x0, y0, x1, y1]",
    "point": "points [x, y]",
    "segment": "segments [[x0, y0], [x1, y1]]",
}
_SHAPE = {
    "": "{item}",
    "_set": "a list, in any order, of {many}",
    "_sequence": "a list, in order, of {many}",
    "_map": "an object that holds {item} under each of the keys {roles}",
    "_set_map": "an object that holds a list of {many} under each of the keys {roles}",
}
_OPENINGS = (
    "Reason step by step, then end",
    "Work it out first, then end",
    "Think it through and end",
    "End",
)


def check_words(where: str, templates: Sequence[str]) -> None:
    """Refuse wording that states a number or a colour outside a `{field}`: prompts say what the state
    makes true.
    """
    for template in templates:
        if found := _LITERAL.search(_FIELD.sub("", template)):
            raise ValueError(
                f"{where}: {found.group()!r} stands literally in {template!r}; take it from a field"
            )


def compose(
    rng: Rng,
    *,
    about: str,
    question: str,
    options: Sequence[str],
    answer_type: str,
    answer_is: str,
    annotation_type: str,
    witness_is: str,
    roles: Sequence[str],
    answer: object,
) -> dict[str, str]:
    """The two prompt variants. An answer that stands in the prompt outside the options is a Reject."""
    listed = "\n".join(f"{letter}) {text}" for letter, text in zip("ABCDEFGHIJ", options, strict=False))
    kind, _, form = annotation_type.partition("_")
    form = form and "_" + form
    shape = _SHAPE[form].format(item=_ITEM[kind], many=_MANY[kind], roles=", ".join(f'"{r}"' for r in roles))
    form_of_answer = "option_letter" if _LETTER.fullmatch(str(answer)) else answer_type
    answer_line = _ANSWER_LINE[form_of_answer].format(answer_is)
    annotation_line = (
        f"The annotation marks {witness_is}: {shape}, in pixels of this image "
        "with the origin at the top left."
    )
    opening = rng.choice(_OPENINGS)
    taken = set(_TOKEN.findall(f"{about} {question} {answer_line} {annotation_line} {opening}"))
    if answer_type != "option_letter" and _mentions(taken, question, answer):
        raise Reject("the prompt holds the answer")
    example = {
        "annotation": _example(rng, kind, form, roles, answer),
        "answer": _example_answer(rng, form_of_answer, answer),
    }
    head = f"{about} {question}" + (f"\n{listed}" if listed else "")
    return {
        "answer_only": f"{head}\n{answer_line}\n{opening} with a JSON object of this form: "
        f"{json.dumps({'answer': example['answer']}, ensure_ascii=False)}",
        "answer_and_annotation": f"{head}\n{answer_line} {annotation_line}\n"
        f"{opening} with a JSON object of this form: "
        f"{json.dumps(example, ensure_ascii=False)}",
    }


def _mentions(tokens: set[str], question: str, answer: object) -> bool:
    text = str(int(answer) if isinstance(answer, float) and answer.is_integer() else answer)
    return text in tokens or (" " in text and text in question)


def _example_answer(rng: Rng, answer_type: str, answer: object) -> object:
    pool: Sequence[object] = {
        "integer": range(21, 98),
        "number": [n / 4 for n in range(85, 399, 4)],
        "option_letter": "WXYZ",
        "string": ("Example", "Sample", "Text", "Label"),
    }[answer_type]
    return rng.choice([v for v in pool if v != answer])


def _example(rng: Rng, kind: str, form: str, roles: Sequence[str], answer: object) -> object:
    def number(low: int = 104, high: int = 420) -> int:
        return rng.choice([n for n in range(low, high) if n != answer])

    def item() -> list[Any]:
        x, y = number(), number()
        w, h = number(425, 561), number(425, 561)
        if kind == "bbox":
            return [x, y, w, h]
        return [x, y] if kind == "point" else [[x, y], [w, h]]

    many = [item(), item()]
    if form == "":
        return item()
    if form in ("_set", "_sequence"):
        return many
    return {role: item() if form == "_map" else many for role in roles}
