"""Which option a response chooses. Three rules that benchmarks share, and the question to a judge."""

import re
from collections.abc import Callable, Mapping

from .answers import answer_tags, boxes
from .suite import Asks

NONE = "Z"  # the response chooses no option, or refuses
_FAILED = "Failed to obtain answer via API"
_REFUSALS = (
    "Sorry, I can't help with images of people yet.",
    "I can't process this file.",
    "I'm sorry, but without the image provided",
    "Cannot determine the answer",
)
_TO_SPACES = str.maketrans(dict.fromkeys(".()[],:;!*#{}", " "))
_ANSWER_IS = re.compile(r"(?:correct\s+)?answer\s+is:?\s*\**\s*([A-D])\**(?![A-Za-z])", re.IGNORECASE)
_ANSWER_LINE = re.compile(r"answer:\s*([A-Za-z])(?![A-Za-z])", re.IGNORECASE)
JUDGE_TRIES = (0.0, 0.5, 1.0)


def infer(text: str, options: Mapping[str, str]) -> str | None:
    """The option that a short answer names: by its letter, or by its text; None when unclear.

    A letter counts when it is the only one in the text and first occurs among the last four words.

    >>> colors = {"A": "red", "B": "blue"}
    >>> infer("The answer is (B).", colors), infer("It looks blue", colors), infer("Red or blue", colors)
    ('B', 'B', None)
    """
    if _FAILED in text:
        return None
    if any(refusal in text for refusal in _REFUSALS):
        return NONE
    words = text.translate(_TO_SPACES).split()
    named = [letter for letter in options if letter in words]
    if len(named) == 1 and words.index(named[0]) > len(words) - 5:
        return named[0]
    if not named and NONE in words:
        return NONE
    cued = _ANSWER_IS.search(text)
    if cued and cued[1].upper() in options:
        return cued[1].upper()
    return _by_text(text.lower(), options)


def _by_text(text: str, options: Mapping[str, str]) -> str | None:
    if len(text) > 2 * sum(map(len, options.values())):
        return None
    found = [letter for letter, option in options.items() if option and option.lower() in text]
    return found[0] if len(found) == 1 else None


def judged(text: str, question: str, options: Mapping[str, str], judge: Asks, row: str) -> str:
    """The option that a judge reads in a response; NONE when it chooses none of them."""
    listed = "\n".join(f"{letter}. {option}" for letter, option in options.items())
    asked = (
        "A model answered a multiple-choice question. Which option does its answer choose? Do not answer the"
        " question yourself. Compare meanings, not words.\n\n"
        f"Question: {question}\nOptions:\n{listed}\n\nThe model's answer:\n<<<\n{text}\n>>>\n\n"
        f"Reply with one capital letter: {', '.join(options)}, or {NONE} if the answer chooses none of"
        " them, or"
        " more than one."
    )
    letter: str = judge.ask(asked, one_letter({*options, NONE}), row, JUDGE_TRIES)
    return letter


def one_letter(allowed: set[str]) -> Callable[[str], str | None]:
    """Reads a reply that is one of the letters, with nothing around it but punctuation."""

    def read(reply: str) -> str | None:
        letter = reply.strip().strip("().*:\"'` ")
        return letter if letter in allowed else None

    return read


def explicit(text: str, letters: str) -> str | None:
    r"""The letter of the final answers set apart in a response, if they agree; "" if they do not.

    These are every "Answer: X", the content of a single answer tag, and the last box. None: there are none.

    >>> explicit(r"Answer: B, so \boxed{B}", "ABCD"), explicit("Answer: A or Answer: B", "ABCD")
    ('B', '')
    """
    found = [letter.upper() for letter in _ANSWER_LINE.findall(text)]
    tags = answer_tags(text)
    if len(tags) == 1:
        found.append(bare_letter(tags[0]) or bare_letter(*boxes(tags[0])[-1:]))
    if last := boxes(text)[-1:]:
        found.append(bare_letter(last[0]))
    found = [letter for letter in found if letter and letter in letters]
    return None if not found else found[0] if len(set(found)) == 1 else ""


def bare_letter(text: str = "") -> str:
    """The letter that a text consists of, but for brackets, emphasis and LaTeX text commands.

    >>> bare_letter("**(c)**"), bare_letter("C is right")
    ('C', '')
    """
    text = re.sub(r"\\(?:text|mathrm|textbf|mathbf)\s*\{([^{}]*)\}", r"\1", text)
    text = text.strip().strip("()[]{}*_`.:$ ")
    return text.upper() if re.fullmatch(r"[A-Za-z]", text) else ""


# The rule of the spatial benchmarks

_TAIL = 800
_LINES = 6
_LABELLED = re.compile(r"^[\s>*\-#]*(?:\(([A-F])\)|\[([A-F])\]|([A-F])\s*[.):,])")
_ALONE = re.compile(r"(?<![A-Za-z'])([A-F])(?![A-Za-z'])")
_PHRASE = re.compile(
    r"(?:final\s+answer|correct\s+answer|correct\s+option|answer\s+is|answer)\s*(?:is|:|=)?\s*"
    r"(?:option\s+)?[:\s]*[\"'(\[*]*([A-F])(?![A-Za-z'])",
    re.IGNORECASE,
)


def from_prose(text: str) -> str | None:
    """The letter A to F that a free response settles on; None when nothing says so.

    In this order: an answer tag; a letter before a closing tag near the end; the last six lines, from below;
    the same on the last 800 characters; a phrase such as "the answer is"; the only capital in the text.

    >>> from_prose("Left of it, so not A.\\nB. the lamp"), from_prose("It is A or B")
    ('B', None)
    """
    tagged = re.search(r"<answer>\s*[(\[*]*([A-J])(?![A-Za-z])", text, re.IGNORECASE)
    if tagged:
        return tagged[1].upper()
    closing = re.search(r"\b([A-F])\b[\s.)\]*]*</(?:answer|think)>", text[-_TAIL:])
    if closing:
        return closing[1]
    ending = re.split(r"</think>", text, flags=re.IGNORECASE)[-1]
    for part in (ending, text[-_TAIL:]):
        for line in reversed([line for line in part.splitlines() if line.strip()][-_LINES:]):
            if letter := _of_line(line):
                return letter
    phrase = _PHRASE.search(text)
    if phrase and phrase[1].isupper():
        return phrase[1]
    alone = set(_ALONE.findall(text))
    return alone.pop() if len(alone) == 1 else None


def _of_line(line: str) -> str | None:
    if re.match(r"\s*option\s+[A-Z]\s*:", line, re.IGNORECASE):
        return None
    if letter := bare_letter(line):
        return letter if letter in "ABCDEF" else None
    labelled = _LABELLED.match(line)
    if labelled:
        letter = next(filter(None, labelled.groups()))
        return str(letter)
    alone = set(_ALONE.findall(line))
    return alone.pop() if len(alone) == 1 else None
