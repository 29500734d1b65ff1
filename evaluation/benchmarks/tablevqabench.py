"""TableVQA-Bench: pictures of tables, in four parts.

arXiv:2404.19205. Packaging CC BY 4.0, the authors' code MIT. The columns with the table as text are never
shown.

Rule: `vwtq` and `vwtq_syn` compare sets of values as WikiTableQuestions does; `vtabfact` wants exactly one of
true and false; `fintabnetqa` scores twice, with the unit (exact) and with or without it (relieved). The total
is the unweighted mean of these five numbers. (The authors' own total weighs by rows and leaves `exact` out.)
"""

import re
import unicodedata
from collections.abc import Sequence

from ..answers import answer_tags, level_dashes, unboxed
from ..pictures import Picture
from ..suite import Asks, Benchmark, Carried, Facts, Item, Marks, Row, Source

PARTS = ("vwtq", "vwtq_syn", "vtabfact", "fintabnetqa")
TOLERANCE = 1e-6
_VALUES = (
    "Answer with a single word or value from the table. Join several values by ||, as in 3||5. For example,"
    " to"
    ' "Which years had losses?" answer: 2001||2004.'
)
FORMS = {
    "vwtq": _VALUES,
    "vwtq_syn": _VALUES,
    "vtabfact": "Is this statement true of the table? Answer True or False, and nothing else.",
    "fintabnetqa": "Answer in one or a few words, with the unit if the table states it, as in $ 1,200"
    " million or"
    " 14%.",
}
_UNITS = re.compile(
    r"\b(?:dollar|gallons|square feet|shares|mbtu|mbpd|mbbls|mmbtu|unit|gwh|year|mmcf|mile|mboe)s?\b"
)
_SCALES = {"thousand": "e3", "million": "e6", "billion": "e9", "%": "e-2"}


def item(row: Row) -> Item:
    part = row["__part"]
    facts = {"id": str(row["qa_id"]), "part": part, "gold": str(row["gt"])}
    return Item(f"{row['question']}\n{FORMS[part]}\nAnswer:", (Picture.of(row["image"]),), facts)


def score(response: str, facts: Facts, judge: Asks) -> Marks:
    found = final(response)
    match facts["part"]:
        case "vtabfact":
            said = [word in found.lower() for word in ("true", "false")]
            return {"score": float(said == ([True, False] if facts["gold"] == "1" else [False, True]))}
        case "fintabnetqa":
            exact, relieved = with_units(found, facts["gold"])
            return {"score": float(relieved), "exact": float(exact)}
        case _:
            return {"score": float(same_values(found, facts["gold"]))}


def final(response: str) -> str:
    """The single answer block, or the response; without one leading cue."""
    blocks = answer_tags(response)
    text = unboxed(blocks[0]) if len(blocks) == 1 else response
    return text.strip().removeprefix("Answer: ").strip()


def total(rows: Sequence[Carried]) -> float:
    """The mean of the five numbers, in percent."""
    parts = {part: [row for row in rows if row["part"] == part] for part in PARTS}
    means = [_mean([row["score"] for row in part]) for part in parts.values() if part]
    if parts["fintabnetqa"]:
        means.append(_mean([row["exact"] for row in parts["fintabnetqa"]]))
    return 100 * _mean(means)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


# WikiTableQuestions


def same_values(found: str, gold: str) -> bool:
    """Whether two sets of values, joined by bars, match one to one."""
    wanted, given = ({_unescaped(v) for v in side.replace("||", "|").split("|")} for side in (gold, found))
    wanted_values, given_values = ({normal(v): v for v in side} for side in (wanted, given))
    if len(wanted_values) != len(given_values):
        return False
    return all(any(_same(w, g) for g in given_values) for w in wanted_values)


def _unescaped(text: str) -> str:
    return text.replace("\\n", "\n").replace("\\p", "|").replace("\\\\", "\\").strip()


def _same(a: str, b: str) -> bool:
    if a == b:
        return True
    numbers = _number(a), _number(b)
    if numbers[0] is not None and numbers[1] is not None:
        return abs(numbers[0] - numbers[1]) < TOLERANCE
    dates = _date(a), _date(b)
    return dates[0] is not None and dates[0] == dates[1]


def normal(text: str) -> str:
    """A value without what WikiTableQuestions ignores.

    >>> normal('“Café”  (France)[2]'), normal("Rank.")
    ('cafe', 'rank')
    """
    text = "".join(c for c in unicodedata.normalize("NFKD", text) if unicodedata.category(c) != "Mn")
    text = re.sub("[‘’´`]", "'", re.sub("[“”]", '"', level_dashes(text)))
    previous = None
    while text != previous:
        previous = text
        text = re.sub(r"((?<!^)\[[^\]]*\]|\[\d+\]|[•♦†‡*#+])*$", "", text.strip())
        text = re.sub(r"(?<!^)(\s*\([^)]*\))*$", "", text.strip())
        text = re.sub(r'^"([^"]*)"$', r"\1", text.strip())
    return re.sub(r"\s+", " ", text.removesuffix(".")).lower().strip()


def _number(text: str) -> float | None:
    """Of a normal value; thousands may have commas."""
    try:
        return float(text.replace(",", ""))
    except ValueError:
        return None


def _date(text: str) -> tuple[str, ...] | None:
    """Year, month, day of `y-m-d`, where xx stands for what is not known."""
    match = re.fullmatch(r"(\d+|xx(?:xx)?)-(\d+|xx)-(\d+|xx)", text)
    return tuple(part.lstrip("0") or "0" for part in match.groups()) if match else None


# FinTabNetQA


def with_units(found: str, gold: str) -> tuple[bool, bool]:
    """Whether two answers agree with their units, and whether they agree with or without them."""
    given, wanted = _forms(found), _forms(gold)
    return given[0] == wanted[0], bool({*given} & {*wanted})


def _forms(text: str) -> tuple[float | str, float | str]:
    """The value with its scale, and without."""
    text = re.sub(r"[$(),]", "", normal_keeping_parentheses(text))
    text = re.sub(r"\s+", " ", _UNITS.sub("", text)).strip()
    scaled = text
    for word, power in _SCALES.items():
        scaled = re.sub(rf"\s*{word}s?(?![a-z])", power, scaled)
        text = re.sub(rf"\s*{word}s?(?![a-z])", "", text)
    return _value(scaled), _value(text)


def normal_keeping_parentheses(text: str) -> str:
    """As `normal`, but figures in parentheses stay."""
    plain = re.sub(r"\(([^()]*\d[^()]*)\)", r" \1", text)
    return normal(plain)


def _value(text: str) -> float | str:
    try:
        return round(float(text), 9)
    except ValueError:
        return text.strip()


BENCHMARK = Benchmark(
    key="tablevqabench",
    display="TableVQABench",
    category="Charts & Tables",
    rows=1500,
    source=Source("terryoo/TableVQA-Bench", "17e291af2b1cbc9340509a0412a6f1c05b0a76b5", PARTS),
    item=item,
    score=score,
    total=total,
    carry=("part",),
)
