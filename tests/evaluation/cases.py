"""Responses to each benchmark with the score that its rule gives, worked out by hand.

A case is (what differs in the facts, response, score). `[[...]]` in a response is what the judge will
reply. The score None says that the judge stays undecided; a score may be all marks, where there are
several.
"""

from collections.abc import Iterator
from typing import Any

LONG = "First I look at the left side, then at the right, and I weigh what I see. " * 60
Case = tuple[dict[str, Any], str, Any]
COLORS = {"A": "red", "B": "blue", "C": "green", "D": "none of these"}


def letters(gold: str, *cases: tuple[str, float], **facts: Any) -> list[Case]:
    return [({"gold": gold, **facts}, response, score) for response, score in cases]


def golds(*cases: tuple[Any, str, float], **facts: Any) -> list[Case]:
    return [({"gold": gold, **facts}, response, score) for gold, response, score in cases]


SHARED = [  # of the benchmarks with the shared matcher and a judge behind it; the gold is B
    ("B", 1.0),
    ("(B)", 1.0),
    ("b", 0.0),  # small letters are none, and the text "b" is in one option only: not the gold one
    ("The answer is B.", 1.0),
    ("The correct answer is **B** because of the colour of the thing on the wall", 1.0),
    ("blue", 1.0),
    ("It is BLUE!", 1.0),
    (
        "B is right, as anyone can see who looks twice [[C]]",
        0.0,
    ),  # not among the last four words: to the judge
    ("A or B [[Z]]", 0.0),
    ("red or blue [[Z]]", 0.0),
    ("", 0.0),
    ("   \n", 0.0),
    (LONG + "So it is B", 1.0),
    (LONG + "[[B]]", 1.0),
    (LONG + "[[Z]]", 0.0),
    ("Cannot determine the answer", 0.0),
    ("Z", 0.0),
    ("C", 0.0),
]

FROM_PROSE = [  # the gold is B
    ("B", 1.0),
    ("(B)", 1.0),
    ("**B**", 1.0),
    ("B.", 1.0),
    ("B. blue", 1.0),
    ("<answer>B</answer>", 1.0),
    ("<answer>C</answer> although B", 0.0),
    ("First A seemed right.\nThen the light changed.\nThe answer is B", 1.0),
    ("The final answer: B\nOption A: red is out.", 1.0),
    ("Option B: blue\nC", 0.0),
    (LONG + "\nB", 1.0),
    ("Not A but B?\nB", 1.0),
    ("C\nthen some words without any letter", 0.0),
    ("b", 1.0),
    ("Answer: (B), the blue one", 1.0),
]


def units(gold: str, *cases: tuple[str, float, float]) -> list[Case]:
    facts = {"part": "fintabnetqa", "gold": gold}
    return [(facts, response, {"score": relieved, "exact": exact}) for response, relieved, exact in cases]


def table_cases() -> list[Case]:
    vwtq = {"part": "vwtq"}
    fact = {"part": "vtabfact"}
    return [
        *golds(("1,200", "1200", 1.0), ("1200", "1200.0000001", 1.0), ("1200", "1200.000002", 0.0), **vwtq),
        *golds(("a||b", "B||A", 1.0), ("a||b", "a", 0.0), ("a", "a||a", 1.0), ("-3", "−3", 1.0), **vwtq),
        *golds(
            ("Café", "cafe.", 1.0),
            ("Paris", "Answer: “Paris”", 1.0),
            ("Paris", "Paris (France)", 1.0),
            **vwtq,
        ),
        *golds(
            ("2004-xx-xx", "2004-xx-xx", 1.0), ("x", "", 0.0), ("x", LONG, 0.0), ("a|b", "a|b", 1.0), **vwtq
        ),
        *golds(("5", "<answer>5</answer>", 1.0), ("5", "5 years", 0.0), ("Mr. X", "mr. x", 1.0), **vwtq),
        *golds(("1", "True", 1.0), ("0", "FALSE.", 1.0), ("1", "true or false", 0.0), ("0", "", 0.0), **fact),
        *golds(("1", "It is true", 1.0), ("0", "true", 0.0), **fact),
        *golds(("2004-01-02", "2004-1-2", 1.0), ("2004-01-02", "2004-01-03", 0.0), **vwtq),
        *units(
            "$ 1,200 million", ("1200", 1, 0), ("$1,200,000,000", 1, 1), ("1.2 billion", 1, 1), ("13", 0, 0)
        ),
        *units("14%", ("14", 1, 0), ("0.14", 1, 1), ("14 %", 1, 1), ("15%", 0, 0), ("", 0, 0)),
        *units("12 million", ("12000000", 1, 1), ("12 billion", 1, 0), ("12 thousand dollars", 1, 0)),
        *units("30 shares", ("30", 1, 1), ("thirty", 0, 0)),
        *units("(5)", ("5", 1, 1), ("−5", 0, 0)),
    ]


def chart_cases() -> list[Case]:
    def one(
        gold: str, response: str, score: float, years: tuple[bool, ...] = (False,), kind: str = "Factoid"
    ) -> Case:
        return {"gold": gold, "years": list(years), "kind": kind}, response, score

    return [
        one("100", "The answer is 105.", 1.0),
        one("100", "The answer is 105.1", 0.0),
        one("100", "The answer is 94.9", 0.0),
        one("0", "The answer is 0.0", 1.0),
        one("0", "The answer is 0.01", 0.0),
        one("-4", "The answer is −4.1", 1.0),
        one("50%", "The answer is 51", 1.0),
        one("2010", "The answer is 2011", 0.0, (True,)),
        one("2010", "The answer is 2011", 1.0),
        one("Japan", "The answer is **japan**.", 1.0),
        one("Japan", "The answer is Japab", 0.8),
        one("Japan", "The answer is China", 0.0),
        one("[a, b]", "The answer is ['a', 'b']", 1.0),
        one("['a', 'b']", "The answer is ['b', 'a']", 0.0),
        one("['10', '20']", "The answer is [10, 50]", 0.5),
        one("['10', '20']", "The answer is 10", 0.5),
        one("10", "The answer is [10, 20]", 0.5),
        one("['2010', '2011']", "The answer is ['2010', '2012']", 0.5, (True,)),
        one("7", "The answer is 7.2", 1.0, (True, False), "Conversational"),
        one("7", "The answer is 7.2", 0.0, (False, True), "Conversational"),
        one("true", "<answer>True</answer>", 1.0, (False,), "Fact Checking"),
        one("b", r"<answer>\boxed{b}</answer>", 1.0, (False,), "Multi Choice"),
        one("b", "<answer>a</answer><answer>b</answer>", 0.0, (False,), "Multi Choice"),
        one("unanswerable", "The answer is unanswerable.", 1.0),
        one("1,000", "The answer is 1000", 0.8),  # a comma is no part of a number here: edit distance 1 of 5
        one("[]", "The answer is []", 1.0),
        one("5", "", 0.0),
        one("5", LONG, 0.0),
        one("5", "5", 1.0),
        one("5", "The answer is 4. No: the answer is 5.", 1.0),
    ]


def evochart_cases() -> list[Case]:
    def one(gold: str, clear: bool, response: str, score: float) -> Case:
        return {"gold": gold, "clear": clear}, response, score

    return [
        one("100", True, r"\boxed{100}", 1.0),
        one("100", True, r"\boxed{100.0}", 1.0),
        one("100", True, r"\boxed{101}", 0.0),
        one("100", False, r"\boxed{105}", 1.0),
        one("100", False, r"\boxed{95}", 1.0),
        one("100", False, r"\boxed{105.01}", 0.0),
        one("1,200", True, r"\boxed{1200}", 1.0),
        one("1200", True, r"\boxed{1,200}", 1.0),
        one("1200", True, r"\boxed{1.2e3}", 1.0),
        one("15", True, r"\boxed{15%}", 1.0),
        one("15%", True, r"\boxed{15}", 0.0),
        one("-3", True, r"\boxed{−3}", 1.0),
        one("0", False, r"\boxed{0.001}", 0.0),
        one("0", False, r"\boxed{0}", 1.0),
        one("20", True, r"\boxed{10-20}", 0.0),
        one("20", True, r"\boxed{10 or 20}", 0.0),
        one("20", True, "<answer>20</answer>", 1.0),
        one("20", True, '{"answer": 20}', 1.0),
        one("20", True, "From 5 to 9.\nFinal answer: 20\nas 5 and 9 show", 1.0),
        one("Japan", True, r"\boxed{ JAPAN }", 1.0),
        one("Japan", True, r"\boxed{Japan.}", 0.0),
        one("20", True, "", 0.0),
        one("20", True, LONG + "20", 1.0),
        one("20", True, r"\boxed{10} no, \boxed{20}", 1.0),
        one("20", True, r"\boxed{20", 1.0),
    ]


def mathvision_cases() -> list[Case]:
    choice = {"options": {"A": "1", "B": "2", "C": "3", "D": "4", "E": r"\frac{1}{2}"}}
    drawn = {"options": {x: x for x in "ABCDE"}}
    free: dict[str, Any] = {"options": {}}
    return [
        *golds(("B", r"\boxed{B}", 1.0), ("B", r"\boxed{(b)}", 1.0), ("B", r"\boxed{2}", 1.0), **choice),
        *golds(("E", r"\boxed{0.5}", 1.0), ("B", r"\boxed{3}", 0.0), ("B", "The answer is B", 1.0), **choice),
        *golds(
            ("B", "A or B [[Z]]", 0.0),
            ("B", "hm, nothing fits here [[B]]", 1.0),
            ("B", "[[NONE]]", 0.0),
            **choice,
        ),
        *golds(("C", r"\boxed{\text{C}}", 1.0), ("C", r"\boxed{D}", 0.0), **drawn),
        *golds(("0.75", r"\boxed{\frac{3}{4}}", 1.0), (r"\frac{3}{4}", r"\boxed{0.7500001}", 1.0), **free),
        *golds(
            ("0.75", r"\boxed{0.7501}", 0.0),
            ("5", r"\boxed{x = 5}", 1.0),
            ("1000", r"\boxed{1,000}", 1.0),
            **free,
        ),
        *golds(
            (r"2\sqrt{3}", r"\boxed{3.4641016}", 1.0),
            ("-3", r"\boxed{−3}", 1.0),
            (r"\pi", r"\boxed{3.14}", 0.0),
            **free,
        ),
        *golds(
            ("12", r"\boxed{13} wait \boxed{12}", 1.0),
            ("12", "12", 1.0),
            ("12", "The answer is 12.", 1.0),
            **free,
        ),
        *golds(
            ("12", LONG + "[[12]]", 1.0), ("12", r"\boxed{}", 0.0), ("6", r"\boxed{2 \times 3}", 1.0), **free
        ),
        *golds(
            (r"2\frac{1}{2}", r"\boxed{2.500002}", 0.0),
            (r"2\frac{1}{2}", r"\boxed{2.5}", 1.0),
            ("9", r"\boxed{3^2}", 1.0),
            ("5 cm", r"\boxed{5}", 0.0),
            **free,
        ),
    ]


def mathvista_cases() -> list[Case]:
    def facts(kind: str, precision: int = 0, options: dict[str, str] | None = None) -> dict[str, Any]:
        return {"kind": kind, "precision": precision, "options": options or {}}

    whole, real, several = facts("integer"), facts("float", 2), facts("list")
    choice = facts("text", 0, {"A": "Yes", "B": "No", "C": "Perhaps"})
    return [
        *golds(("1200", r"\boxed{1,200}", 1.0), ("3", r"\boxed{3.9}", 1.0), ("3", "3", 1.0), **whole),
        *golds(
            ("-3", r"\boxed{−3}", 1.0),
            ("12", r"\boxed{12 years}", 1.0),
            ("12", r"\boxed{10-12}[[11]]", 0.0),
            **whole,
        ),
        *golds(
            ("12", r"\boxed{a dozen}[[12]]", 1.0),
            ("12", LONG + "[[NONE]]", 0.0),
            ("12", "Final answer: 12.", 1.0),
            **whole,
        ),
        *golds(
            ("2.35", r"\boxed{2.3489}", 1.0),
            ("2.3", r"\boxed{2.3}", 1.0),
            ("2.35", r"\boxed{2.36}", 0.0),
            **real,
        ),
        *golds(
            ("0.5", r"\boxed{0.50}", 1.0),
            ("1.0", r"\boxed{1}", 1.0),
            ("2.35", "<answer>2.35</answer>", 1.0),
            **real,
        ),
        *golds(
            ("[1, 2]", r"\boxed{[1,2]}", 1.0),
            ("[1, 2]", r"\boxed{[2, 1]}", 0.0),
            ("[1, 2]", "[1, 2]", 1.0),
            **several,
        ),
        *golds(("No", r"\boxed{B}", 1.0), ("No", r"\boxed{(b)}", 1.0), ("No", r"\boxed{Noo}", 1.0), **choice),
        *golds(
            ("No", r"\boxed{A}", 0.0),
            ("No", "B", 1.0),
            ("No", "A or B [[B]]", 1.0),
            ("No", LONG + "[[NONE]]", 0.0),
            **choice,
        ),
        *golds(("Perhaps", r"\boxed{perhap}", 1.0), ("No", "<answer>No</answer>", 1.0), **choice),
    ]


def judged_pairs(multi: str, free: str) -> list[Case]:
    return [
        *golds(
            ("A", "[[A]]", 1.0),
            ("A", "[[ A ]]", 1.0),
            ("A", "[[B~no]]", 0.0),
            ("A", "[[a~yes]]", 1.0),
            kind=multi,
        ),
        *golds(
            ("A", "", 0.0),
            ("A", "  ", 0.0),
            ("A", "[[NONE]]", 0.0),
            ("A", "A or B [[A, B~no]]", 0.0),
            kind=multi,
        ),
        *golds(("5", "[[5]]", 1.0), ("5", "[[5.0~yes]]", 1.0), ("5", "[[five~yes]]", 1.0), kind=free),
        *golds(("5", "[[6~no]]", 0.0), ("5", LONG + "[[5]]", 1.0), ("5", LONG + "[[NONE]]", 0.0), kind=free),
        *golds(
            (r"\frac{1}{2}", "[[0.5~yes]]", 1.0),
            ("-2", "[[−2~yes]]", 1.0),
            ("50°", "[[50~yes]]", 1.0),
            kind=free,
        ),
    ]


def charxiv_cases() -> list[Case]:
    yes, no = '{"extracted_answer": "x", "score": 1}', '{"extract_answer": "x", "score": 0}'
    replies = [
        (yes, 1.0),
        (no, 0.0),
        (f"```json\n{yes}\n```", 1.0),
        (f"Here: {yes}", 1.0),
    ]
    replies += [('{"score": "1", "extracted_answer": ""}', 1.0)]
    kinds = [
        ({"gold": "x", "kind": kind}, f"[[{reply}]]", score)
        for kind in (1, 2, 3)
        for reply, score in replies[:4]
    ]
    rest = [({"gold": "0.25", "kind": 4}, f"{LONG} [[{reply}]]", score) for reply, score in replies]
    undecided = ['{"score": 1}', '{"extracted_answer": "x", "score": 2}', "yes", '["extracted_answer", 1]']
    stopped = [({"gold": "x", "kind": 1}, f"[[{reply}]]", None) for reply in undecided]
    return [*kinds, *rest, *stopped, ({"gold": "x", "kind": 1}, "", 0.0)]


def wemath_cases() -> list[Case]:
    extra = [
        ("Reasoning: so. Answer: <B>", 1.0),
        ("Answer: <B>. That is because of the two equal sides of the figure", 1.0),
        ("Answer: B", 1.0),
        ("Answer:\n\n<C>", 0.0),
        ("answer <b> is it [[B]]", 1.0),
        ("Answer: Because [[Z]]", 0.0),
    ]
    return letters("B", *SHARED, *extra, options=COLORS)


def logic_cases() -> list[Case]:
    return golds(
        ("A", "A", 1.0),
        ("A", "(A)", 1.0),
        ("A, C", r"\boxed{C, A}", 1.0),
        ("A, C", r"\boxed{A}", 0.0),
        ("A", r"\boxed{A, C}", 0.0),
        ("A, C", "Answer: A and C", 1.0),
        ("3", "Answer: C", 1.0),
        ("C", "Answer: 3", 1.0),
        ("3", "Answer: 3", 1.0),
        ("B", "B.", 1.0),
        ("B", "<answer>B</answer>", 1.0),
        ("B", r"Answer: C, or \boxed{B} [[B]]", 1.0),
        ("B", "I take the second one of them all [[B]]", 1.0),
        ("B", "I take none of them, they all fail [[Z]]", 0.0),
        ("B, D", "Both the second and fourth [[D, B]]", 1.0),
        ("B", "", 0.0),
        ("B", LONG + "[[B]]", 1.0),
        ("B", "A or B [[A, B]]", 0.0),
        ("B", "**Answer: B**", 1.0),
        ("I", r"\boxed{\text{I}}", 1.0),
    )


ANSWER_LINE = [  # the gold is B
    ("So it goes.\nAnswer: B", 1.0),
    ("ANSWER: b", 1.0),
    ("answer:B", 1.0),
    ("Answer: (B)", 0.0),
    ("**Answer:** B", 0.0),
    ("Answer: **B**", 0.0),
    ("Answer: Because of it", 0.0),
    ("B", 0.0),
    ("The answer is B", 0.0),
    ("Answer: A\nNo.\nAnswer: B", 0.0),
    ("Answer: B. Again, answer: B", 1.0),
    ("<answer>B</answer>", 1.0),
    ("<answer>(B)</answer>", 1.0),
    (r"\boxed{B}", 1.0),
    (r"Answer: B and \boxed{A}", 0.0),
    (r"Answer: B and \boxed{42}", 1.0),
    (r"\boxed{A} no, \boxed{B}", 1.0),
    ("", 0.0),
    (LONG + "Answer: B", 1.0),
    ("Answer: E", 0.0),
]


def mme_cases() -> list[Case]:
    def rule(checker: str, gold: str, state: str, *replies: tuple[str, float]) -> Iterator[Case]:
        facts = {"kind": "rule", "checker": checker, "gold": gold, "state": state}
        for reply, score in replies:
            yield facts, f"[[{reply}]]", score

    choice = {"kind": "choice", "checker": "", "state": ""}
    open_ = {"kind": "open", "checker": "", "state": ""}
    four = "[[1,0,3,4],[3,4,1,2],[2,1,4,3],[4,3,2,0]]"
    six = "[[1,2,3,4,5,6],[4,5,6,1,2,3],[2,3,1,5,6,4],[5,6,4,2,3,1],[3,1,2,6,4,5],[6,4,5,3,1,2]]"
    towers = "{'top': [3,0,0], 'bottom': [0,0,0], 'left': [3,0,0], 'right': [1,0,0]}"
    return [
        *golds(
            ("A", "[[A]]", 1.0),
            ("A,C", "[[C, A]]", 1.0),
            ("A,C", "[[A]]", 0.0),
            ("A", "[[Z]]", 0.0),
            **choice,
        ),
        *golds(("2", "[[B]]", 1.0), ("['A', 'C']", "[[A, C]]", 1.0), ("A", "", 0.0), **choice),
        *golds(("3.14", "[[3.1416~yes]]", 1.0), ("5", "[[6~no]]", 0.0), ("5", "[[NONE]]", 0.0), **open_),
        *rule(
            "match", "{'a': 1}", "", ('{"a": 1}', 1.0), ('{"a": "1"}', 1.0), ('{"a": 2}', 0.0), ("null", 0.0)
        ),
        *rule("multi_match", "['x', 'y']", "", ('["y", "x"]', 1.0), ('["x"]', 0.0), ("5", 0.0)),
        *rule("coordinate", "[[1, 2], [3, 4]]", "", ("[[1,2],[3,4]]", 1.0), ("[[3,4],[1,2]]", 0.0)),
        *rule(
            "expression", "2*x+y=7", "", ('"y + x*2 = 7"', 1.0), ('"7 = 2x + y"', 1.0), ('"x + 2*y = 7"', 0.0)
        ),
        *rule(
            "24_points",
            "",
            "[8, 3, 8, 3]",
            ('"8/(3-8/3)"', 1.0),
            ('"8*3"', 0.0),
            ('"8+8+8"', 0.0),
            ('"24"', 0.0),
        ),
        *rule("sudoku_4x4", "", four, ("[[1,2,3,4],[3,4,1,2],[2,1,4,3],[4,3,2,1]]", 1.0)),
        *rule(
            "sudoku_4x4", "", four, ("[[1,2,3,4],[3,4,1,2],[2,1,4,3],[4,3,2,2]]", 0.0), ("[[1,2],[3,4]]", 0.0)
        ),
        *rule("sudoku_4x4", "", four, ("[[2,1,3,4],[3,4,1,2],[1,2,4,3],[4,3,2,1]]", 0.0)),
        *rule("sudoku_6x6", "", six, (six, 1.0), (six.replace("[1,2,3,4,5,6]", "[2,1,3,4,5,6]"), 0.0)),
        *rule(
            "skyscraper", "", towers, ("[[1,2,3],[2,3,1],[3,1,2]]", 1.0), ("[[1,3,2],[2,1,3],[3,2,1]]", 0.0)
        ),
        *rule(
            "yinyang",
            "",
            "[['w',''],['','']]",
            ('[["w","w"],["w","b"]]', 1.0),
            ('[["w","b"],["b","w"]]', 0.0),
        ),
        *rule(
            "yinyang",
            "",
            "[['w',''],['','']]",
            ('[["b","w"],["w","w"]]', 0.0),
            ('[["w","w"],["w","w"]]', 0.0),
        ),
        *rule("sudoku", "", f"{{'grid': {four}}}", ("[[1,2,3,4],[3,4,1,2],[2,1,4,3],[4,3,2,1]]", 1.0)),
        *rule("24_points", "", "[24]", ('"24"', 1.0)),
        ({"kind": "open", "checker": "value", "gold": "5", "state": ""}, "[[five~yes]]", 1.0),
        ({"kind": "value", "checker": "", "gold": "5", "state": ""}, "[[five~yes]]", 1.0),
        ({"kind": "rule", "checker": "match", "gold": "{'a': 1}", "state": ""}, "[[a is 1]]", None),
        *rule("hashi", "", "[[3,0,3]]", ("[[[0,0],[0,2],3]]", 0.0)),
        *rule("hashi", "", "[[1,0],[0,1]]", ("[[[0,0],[1,1]]]", 0.0)),
        *rule("hashi", "", "[[1,0,1],[0,0,0],[1,0,1]]", ("[[[0,0],[0,2]],[[2,0],[2,2]]]", 0.0)),
        *rule("hashi", "", "[[2]]", ("[[[0,0],[0,0]]]", 0.0)),
        *rule("hashi", "", "[[2,0,1,0,1]]", ("[[[0,0],[0,2]],[[0,0],[0,4]]]", 0.0)),
        *rule("hashi", "", "[[2,0,1],[0,0,0],[1,0,0]]", ("[[[0,0],[0,2]],[[0,0],[2,0],1]]", 1.0)),
        *rule("hashi", "", "[[2,0,1],[0,0,0],[1,0,0]]", ("[[[0,0],[0,2],2]]", 0.0), ("[[[0,2],[2,0]]]", 0.0)),
    ]


def realworld_cases() -> list[Case]:
    own = [
        ("B", 1.0),
        ("b", 1.0),
        ("(B)", 1.0),
        ("<answer>B</answer>", 1.0),
        (r"\boxed{B}", 1.0),
        ("Answer: B", 1.0),
        (r"Answer: B or \boxed{A}", 0.0),
        (LONG + "\nB", 1.0),
        ("It is blue", 1.0),
        ("A or B", 0.0),
        ("", 0.0),
        ("C", 0.0),
    ]
    word: dict[str, Any] = {"options": {}}
    return [
        *letters("B", *own, options=COLORS),
        *golds(
            ("3", "3", 1.0),
            ("3", " 3. ", 1.0),
            ("Yes", "YES", 1.0),
            ("3", "three", 0.0),
            ("3", "13", 0.0),
            **word,
        ),
        *golds(
            ("3", r"\boxed{3}", 1.0), ("3", "", 0.0), ("3", "3 cars", 0.0), ("1,000", "1000", 0.0), **word
        ),
    ]


def counting_cases() -> list[Case]:
    return golds(
        ("3", r"\boxed{3}", 1.0),
        ("3", r"\boxed{4} or \boxed{3}", 1.0),
        ("12", "3 rows of 4 make 12", 1.0),
        ("12", "12 in 3 rows", 0.0),
        ("1000", "1,000", 1.0),
        ("3", "three", 1.0),
        ("3", "one, two, three", 1.0),
        ("3", "Answer: 3, of 5 in all", 0.0),
        ("0", "none", 0.0),
        ("0", "zero", 1.0),
        ("5", "2-5", 1.0),
        ("3", "3.5", 0.0),
        ("3", "", 0.0),
        ("3", "<answer>3 cups</answer> of 9", 1.0),
        ("3", '{"answer": 3} as 9 are not', 1.0),
        ("3", LONG + "3", 1.0),
        ("-3", "−3", 1.0),
        ("20", "twenty", 1.0),
        ("21", "twenty one", 0.0),
        ("3", "answer: about 3", 1.0),
    )


CASES: dict[str, list[Case]] = {
    "chartqapro": chart_cases(),
    "charxivreason": charxiv_cases(),
    "tablevqabench": table_cases(),
    "evochart": evochart_cases(),
    "mathvision": mathvision_cases(),
    "mathvista": mathvista_cases(),
    "mathverse": judged_pairs("multi-choice", "free-form"),
    "wemath": wemath_cases(),
    "phyx_mini_mc": letters(
        "B",
        ("B", 1.0),
        (r"\boxed{B}", 1.0),
        ("{B}", 1.0),
        (r"\boxed{C} although B", 0.0),
        (r"\boxed{42} hence B", 1.0),
        ("The correct option is B, not C.", 1.0),
        ("Answer: (B). C is wrong.", 1.0),
        ("**Answer: B**", 1.0),
        ("Not A, so B", 1.0),
        ("B, not A", 0.0),
        ("Because of gravity", 0.0),
        ("", 0.0),
        ("b", 0.0),
        (LONG + "B", 1.0),
        ("A or B", 1.0),  # the last one that stands alone
        ("Option A is wrong; the answer is B", 1.0),
        ("E", 0.0),
    ),
    "mmmu_pro_vision": letters(
        "B",
        *SHARED,
        ("Answer: B", 1.0),
        ("Answer: A\nAnswer: B", 1.0),
        ("Answer: (B) blue", 1.0),
        ("Answer: blue", 1.0),
        ("Answer: A or B [[Z]]", 0.0),
        ("B\nAnswer: C", 0.0),
        options=COLORS,
    ),
    "realworldqa": realworld_cases(),
    "mmstar": letters("B", *SHARED, options=COLORS),
    "embspatial": letters("B", *FROM_PROSE, ("A or B", 0.0), ("", 0.0), ("nothing", 0.0)),
    "spatialvizbench_cot": letters(
        "B",
        *FROM_PROSE,
        ("<think>A?</think><answer>B</answer>", 1.0),
        ("A or B [[Z]]", 0.0),
        ("A or B [[B]]", 1.0),
        ("", 0.0),
        options=COLORS,
    ),
    "cvbench_3d": letters("B", *SHARED, options=COLORS),
    "erqa": letters(
        "B", *FROM_PROSE, ("A or B [[Z]]", 0.0), ("A or B [[B]]", 1.0), ("", 0.0), options=COLORS
    ),
    "blink": letters("B", *SHARED, options=COLORS),
    "countbenchqa": golds(
        ("2", "2", 1.0),
        ("2", "12", 1.0),
        ("2", "There are 2.", 1.0),
        ("2", "two", 0.0),
        ("10", "1", 0.0),
        ("10", "10", 1.0),
        ("3", "1, 2 or 3", 1.0),
        ("3", "", 0.0),
        ("3", "  ", 0.0),
        ("3", "4", 0.0),
        ("3", "3.5", 1.0),
        ("3", "-3", 1.0),
        ("3", "３", 0.0),
        ("3", LONG + "3", 1.0),
        ("3", LONG, 0.0),
        ("3", r"\boxed{3}", 1.0),
    ),
    "countqa": counting_cases(),
    "treebench": letters(
        "B",
        ("B", 1.0),
        ("(B)", 1.0),
        ("The best answer is B", 1.0),
        ("The correct option is B, not A", 1.0),
        ("Answer: B", 1.0),
        ("A, no B", 0.0),
        ("Clearly B", 0.0),  # C is its first capital
        ("Both are wrong", 1.0),  # and here it is B
        ("b", 0.0),
        ("<answer>b</answer> not A", 1.0),
        (r"<answer>the answer is \boxed{B}</answer>", 1.0),
        ("<answer>A</answer> B", 0.0),
        ("", 0.0),
        ("F", 0.0),
        ("the one with the long red handle that lies on the table over there", 0.0),
        ("it is, I think after a long look at all of them, B", 1.0),
        ("<think>A</think>B", 1.0),
    ),
    "puzzlevqa": letters("B", *ANSWER_LINE, letters="ABCD"),
    "visualpuzzles": letters("B", *ANSWER_LINE),
    "logicvista": logic_cases(),
    "mme_reasoning": mme_cases(),
    "trace_validation": [
        ({"type": kind, "value": value}, response, score)
        for kind, value, response, score in (
            ("integer", 5, '{"answer": 5}', 1.0),
            ("integer", 5, '{"answer": 5.0}', 1.0),
            ("integer", 5, '{"answer": "5"}', 0.0),
            ("integer", 5, 'So\n```json\n{"answer": 5}\n```', 1.0),
            ("integer", 5, "5", 1.0),
            ("integer", 5, "five", 0.0),
            ("integer", 5, "", 0.0),
            ("integer", 1, '{"answer": true}', 0.0),
            ("integer", -3, '{"answer": -3}', 1.0),
            ("number", 2.5, '{"answer": 2.5}', 1.0),
            ("number", 2.5, '{"answer": 2.49}', 0.0),
            ("option_letter", "B", '{"answer": "b "}', 1.0),
            ("option_letter", "B", '{"answer": "A"}', 0.0),
            ("string", "Oak", '{"answer": "oak"}', 1.0),
            ("string", "Oak", "<answer>oak</answer>", 1.0),
            ("integer", 5, '{"answer": 4} then {"answer": 5}', 1.0),
            ("integer", 5, LONG + '{"answer": 5}', 1.0),
        )
    ],
}
