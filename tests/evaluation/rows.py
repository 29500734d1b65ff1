"""Rows of every benchmark in its own columns, with scripted responses and scores worked out by hand.

A row's picture is of one colour, which says whose row it is; rows that share a picture differ by `#n` in
the text. A response may tell the judge of the tests what to reply: `[[...]]`.
"""

import base64
import io
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from PIL import Image

from trace_tasks.evaluation.suite import KEYS, VALIDATION

ORDER = (*KEYS, VALIDATION)


def picture(key: str, row: int, extra: int = 0) -> Image.Image:
    return Image.new("RGB", (64, 64), (ORDER.index(key) + 1, row + 1, extra))


def encoded(key: str, row: int, extra: int = 0) -> bytes:
    buffer = io.BytesIO()
    picture(key, row, extra).save(buffer, "PNG")
    return buffer.getvalue()


def base64_text(key: str, row: int, extra: int = 0) -> str:
    return base64.b64encode(encoded(key, row, extra)).decode()


@dataclass
class Fixture:
    """`parts`: rows by config and split, of which `dropped` are not scored. `script`: response and score of
    each row that is scored, in order. `total`: the benchmark's percent."""

    key: str
    parts: dict[tuple[str | None, str], list[dict[str, Any]]]
    script: list[tuple[str, float]]
    total: float
    table: bool = False  # one TSV instead of Parquet
    dropped: int = 0
    images: tuple[str, ...] = ("image",)  # columns of type Image
    marks: list[dict[str, float]] = field(default_factory=list)


def simple(
    key: str,
    split: str,
    rows: Sequence[dict[str, Any]],
    script: list[tuple[str, float]],
    config: str | None = None,
    image: str = "image",
    **more: Any,
) -> Fixture:
    """One part, whose rows get a picture."""
    table = more.get("table", False)
    if table or key == "phyx_mini_mc":
        value = base64_text
        more["images"] = ()
    elif key == "chartqapro":
        value = encoded
        more["images"] = ()
    else:
        value = picture
        more["images"] = (image,)
    parts = {(config, split): [{**row, image: value(key, i)} for i, row in enumerate(rows)]}
    mean = 100 * sum(score for _, score in script) / len(script)
    return Fixture(key, parts, script, more.pop("total", mean), **more)


def chartqapro() -> Fixture:
    def row(
        kind: str, question: list[str], answer: list[str], year: list[str], paragraph: str = ""
    ) -> dict[str, Any]:
        return {
            "Question": question,
            "Answer": answer,
            "Question Type": kind,
            "Year": year,
            "Paragraph": paragraph,
        }

    rows = [
        row("Factoid", ["How much?"], ["200"], ["NO"]),
        row("Factoid", ["When?"], ["2010"], ["YES"]),
        row("Multi Choice", ["Which? a) x b) y"], ["b"], ["NO"]),
        row("Fact Checking", ["Is it so?"], ["true"], ["NO"], "Some context."),
        row("Hypothetical", ["Which two?"], ["['France', 'Spain']"], ["NO", "NO"]),
        row("Conversational", ["First?", "And then?"], ["12", "unanswerable"], ["NO", "NO"]),
    ]
    script = [
        ("Reading the bar. The answer is 209.", 1.0),  # 4.5% off
        ("The answer is 2011.", 0.0),  # a year must be exact
        ("The answer is **b**.", 1.0),
        ("<answer>false</answer>", 0.0),
        ("The answer is ['France', 'Italy'].", 0.5),  # Spain and Italy: 3 of 5 letters differ
        ("", 0.0),
    ]
    return simple("chartqapro", "test", rows, script)


def charxivreason() -> Fixture:
    def row(question: str, answer: str, kind: int) -> dict[str, Any]:
        source = kind % 3 + 1
        return {
            "reasoning_q": question,
            "reasoning_a": answer,
            "reasoning_a_type": kind,
            "reasoning_q_source": source,
        }

    rows = [row("Which line?", "blue, red", 1), row("Up or down?", "up", 2), row("Value?", "1.5", 3)]
    rows += [row("Sum?", "12", 4), row("Ratio?", "0.25", 4), row("Label?", "Time", 1)]
    yes, no = '[[{"extracted_answer": "a", "score": 1}]]', '[[{"extract_answer": "b", "score": 0}]]'
    script = [(yes, 1.0), (no, 0.0), (yes, 1.0), ("", 0.0), (yes, 1.0), ("no idea", 0.0)]
    return simple("charxivreason", "validation", rows, script)


def tablevqabench() -> Fixture:
    golds = {
        "vwtq": ["2001||2004", "1,200"],
        "vwtq_syn": ["Paris", "-3"],
        "vtabfact": ["1", "0"],
        "fintabnetqa": ["$ 12 million", "14%"],
    }
    parts: dict[tuple[str | None, str], list[dict[str, Any]]] = {}
    number = 0
    for split, answers in golds.items():
        parts[None, split] = []
        for gold in answers:
            row = {
                "qa_id": f"{split}_{number}",
                "question": "What?",
                "gt": gold,
                "image": picture("tablevqabench", number),
            }
            parts[None, split].append({**row, "text_html_table": "<b>x</b>", "text_markdown_table": "|x|"})
            number += 1
    script = [
        ("Answer: 2004||2001", 1.0),
        ("1200.5", 0.0),
        ("<answer>“Paris.”</answer>", 1.0),
        ("−3", 1.0),
        ("True", 1.0),
        ("True, not false", 0.0),
        ("12", 1.0),  # relieved only
        ("14 percent", 0.0),
    ]
    # vwtq 1/2, vwtq_syn 1, vtabfact 1/2, relieved 1/2, exact 0: the mean of five
    return Fixture("tablevqabench", parts, script, 100 * (0.5 + 1 + 0.5 + 0.5 + 0) / 5)


def evochart() -> Fixture:
    def row(answer: str, clear: bool) -> dict[str, Any]:
        return {
            "question": "How much?",
            "answer": answer,
            "is_clear": clear,
            "chart_type": "bar",
            "attribute": "x",
        }

    rows = [
        row("100", True),
        row("100", False),
        row("100", False),
        row("Japan", True),
        row("0", False),
        row("7", True),
    ]
    script = [
        (r"\boxed{100}", 1.0),
        (r"\boxed{105}", 1.0),
        (r"\boxed{between 95 and 105}", 0.0),
        ("Answer: japan", 1.0),
        (r"\boxed{0.1}", 0.0),
        ("", 0.0),
    ]
    return simple("evochart", "train", rows, script)


def mathvision() -> Fixture:
    def row(n: int, answer: str, options: list[str]) -> dict[str, Any]:
        rest = {"image": f"images/{n}.jpg", "level": 1, "subject": "algebra", "solution": None}
        return {"id": str(n), "question": "Find it. <image1>", "options": options, "answer": answer, **rest}

    letters = list("ABCDE")
    numbers = ["1", "2", "3", "4", "5"]
    rows = [row(1, "B", numbers), row(2, "C", letters), row(3, r"\frac{3}{4}", []), row(4, "12", [])]
    rows += [row(5, "E", numbers), row(6, "7", [])]
    script = [
        (r"\boxed{2}", 1.0),  # the text of the gold option
        (r"\boxed{\text{D}}", 0.0),
        (r"so \boxed{0.75}", 1.0),
        ("It comes out at a dozen [[12]]", 1.0),
        ("After long work I cannot say which one of these it might be [[NONE]]", 0.0),
        ("The answer is 7.", 1.0),
    ]
    return simple("mathvision", "test", rows, script, image="decoded_image")


def mathvista() -> Fixture:
    def row(
        pid: int,
        answer: str,
        kind: str,
        choices: list[str] | None = None,
        precision: float | None = None,
        unit: str | None = None,
    ) -> dict[str, Any]:
        form = {"choices": choices, "unit": unit, "precision": precision, "answer_type": kind}
        rest = {"image": f"images/{pid}.jpg", "question_type": "multi_choice" if choices else "free_form"}
        return {"pid": str(pid), "question": "What?", "answer": answer, "query": "What?", **form, **rest}

    rows = [
        row(1, "Yes", "text", ["Yes", "No"]),
        row(2, "1200", "integer"),
        row(3, "2.35", "float", precision=2.0),
        row(4, "[1, 2]", "list"),
        row(5, "12", "integer", unit="years"),
        row(6, "blue", "text", ["red", "blue"]),
    ]
    script = [
        (r"\boxed{A}", 1.0),
        (r"\boxed{1,200}", 1.0),
        (r"\boxed{2.3489}", 1.0),  # rounds to 2.35
        (r"\boxed{[2, 1]}", 0.0),
        (r"\boxed{12 years}", 1.0),
        ("I think of the sea and of the sky on a day in June [[A]]", 0.0),
    ]
    return simple("mathvista", "testmini", rows, script, image="decoded_image")


def mathverse() -> Fixture:
    def row(n: int, answer: str, kind: str, version: str = "Vision Only") -> dict[str, Any]:
        texts = {
            "query_wo": "Answer.",
            "query_cot": "Reason, then answer.",
            "question_for_eval": f"Problem {n}",
        }
        ids = {"sample_index": str(n), "problem_index": str(n), "problem_version": version}
        return {**ids, "question": "", "answer": answer, "question_type": kind, **texts}

    rows = [row(1, "A", "multi-choice"), row(2, "B", "multi-choice"), row(3, "5", "free-form")]
    rows += [row(4, "7", "free-form"), row(5, "9", "free-form"), row(6, "1", "free-form")]
    script = [("It is A [[A]]", 1.0), ("[[C~no]]", 0.0), ("[[five~yes]]", 1.0), ("[[eight~no]]", 0.0)]
    script += [("", 0.0), ("rambling [[NONE]]", 0.0)]
    fixture = simple("mathverse", "testmini", rows, script, config="testmini", dropped=2)
    others = [row(7, "A", "multi-choice", "Text Only"), row(8, "2", "free-form", "Text Dominant")]
    fixture.parts["testmini", "testmini"] += [{**r, "image": picture("mathverse", 50)} for r in others]
    return fixture


def wemath() -> Fixture:
    def row(problem: str, step: str, answer: str) -> dict[str, Any]:
        option = "A. 2; 3; B. 4; C. 5; D. No correct answer"
        rest = {"knowledge concept": "area", "question number": 1, "split": "testmini"}
        return {
            "ID": problem,
            "key": step,
            "question": "How long?",
            "option": option,
            "answer": answer,
            **rest,
        }

    two = ["2steps_1", "2steps_2", "2steps_multi"]
    rows = [row(f"2steps_{n}", step, "B") for n in (1, 2, 3) for step in two]
    rows += [row("3steps_1", f"3steps_{step}", "C") for step in ("1", "2", "3", "multi")]
    right, wrong = "Reasoning: so. Answer: <B>", "Answer: <A>."
    script = [(right, 1.0), ("B", 1.0), (right, 1.0)]  # mastery: 1
    script += [(right, 1.0), (right, 1.0), (wrong, 0.0)]  # inadequate generalisation: 1/2
    script += [(wrong, 0.0), (right, 1.0), (right, 1.0)]  # rote memorisation: 0
    script += [
        ("Answer: C", 1.0),
        ("", 0.0),
        ("which of them, who can say, I cannot [[Z]]", 0.0),
        (wrong, 0.0),
    ]
    return simple("wemath", "testmini", rows, script, image="image_path", total=100 * (1 + 0.5) / 4)


def phyx_mini_mc() -> Fixture:
    rows = [
        {
            "index": str(n),
            "question": "A block slides. Options: A: 1 B: 2 C: 3 D: 4",
            "answer": gold,
            "category": "Mechanics",
            "subfield": "Kinematics",
            "reasoning_type": "x",
        }
        for n, gold in enumerate("ABCDAB")
    ]
    script = [(r"\boxed{A}", 1.0), ("The correct option is B.", 1.0), ("Not C, rather D", 0.0), ("So D", 1.0)]
    script += [("", 0.0), ("{B}", 1.0)]
    return simple("phyx_mini_mc", "phyx_mini_mc", rows, script, config="data_for_llms_eval")


def mmmu_pro_vision() -> Fixture:
    options = [str(list("pqrstuvwxy")), str(["one"]), str([["in", "out"]]), str(["1", "2", "3", "4"])]
    golds = ["J", "A", "B", "C", "D", "E"]
    rows = [
        {
            "id": f"validation_{n}",
            "options": options[n] if n < 4 else options[0],
            "answer": gold,
            "subject": "Math",
        }
        for n, gold in enumerate(golds)
    ]
    script = [("Thinking.\nAnswer: J", 1.0), ("Answer: (A)", 1.0), ("Answer: out", 1.0), ("Answer: 4", 0.0)]
    script += [("I weighed it, and it must be the s, surely, or so it seems to me [[D]]", 1.0), ("", 0.0)]
    return simple("mmmu_pro_vision", "test", rows, script, config="vision")


def realworldqa() -> Fixture:
    form = "Please answer directly with only the letter of the correct option and nothing else."
    three = f"Where is it?\n\nA. Left\nB. Right\nC. Ahead\n\n{form}"
    word = "How many cars? Please answer directly with a single word or number."
    rows = [{"question": three, "answer": gold} for gold in "ABCA"]
    rows += [{"question": word, "answer": "3"}, {"question": word, "answer": "Yes"}]
    script = [
        ("A", 1.0),
        ("Answer: B", 1.0),
        ("It is to the Right", 0.0),
        ("", 0.0),
        ("3.", 1.0),
        ("no", 0.0),
    ]
    return simple("realworldqa", "test", rows, script)


def mmstar() -> Fixture:
    question = "What colour?\nOptions: A: red, B: light, blue, C: green, D: none of these"
    rows = [
        {"index": n, "question": question, "answer": gold, "category": "math", "l2_category": "x"}
        for n, gold in enumerate("ABCDAB")
    ]
    script = [
        ("A", 1.0),
        ("light, blue", 1.0),
        ("The answer is D", 0.0),
        ("It has no such colour at all [[D]]", 1.0),
    ]
    script += [("", 0.0), ("Either A or B", 0.0)]
    return simple("mmstar", "val", rows, script)


def embspatial() -> Fixture:
    rows = [
        {
            "index": n,
            "question": '"Where is the lamp?',
            "options": '["left", "right", "above", "below"]',
            "answer": gold,
            "data_source": "ai2thor",
        }
        for n, gold in enumerate("ABCDAB")
    ]
    script = [("A", 1.0), ("<answer>B</answer>", 1.0), ("C. above", 1.0), ("A or D?", 0.0), ("", 0.0)]
    script += [("First I look.\nThe answer is (B), clearly.", 1.0)]
    return simple("embspatial", "test", rows, script, table=True)


def spatialvizbench_cot() -> Fixture:
    rows = [
        {
            "index": n,
            "question": "Which view?",
            "A": "1",
            "B": "2",
            "C": "3",
            "D": "4",
            "answer": gold,
            "category": "MentalFolding",
            "task": "t",
            "level": "Level0",
        }
        for n, gold in enumerate("ABCDAB")
    ]
    script = [("<think>B?</think><answer>A</answer>", 1.0), ("<answer>(C)</answer>", 0.0), ("", 0.0)]
    script += [
        ("nothing is certain [[D]]", 1.0),
        ("nothing is certain [[Z]]", 0.0),
        ("<answer>B.</answer>", 1.0),
    ]
    return simple("spatialvizbench_cot", "test", rows, script, table=True)


def cvbench_3d() -> Fixture:
    prompt = "Which is closer? (A) chair (B) table"
    rows = [
        {
            "idx": n,
            "type": "3D",
            "task": "Depth",
            "question": "Which is closer?",
            "choices": ["chair", "table"],
            "answer": f"({gold})",
            "prompt": prompt,
            "source": "Omni3D",
        }
        for n, gold in enumerate("ABABAB")
    ]
    script = [("(A)", 1.0), ("table", 1.0), ("B", 0.0), ("The thing with four legs and a top [[B]]", 1.0)]
    script += [("", 0.0), ("Cannot determine the answer", 0.0)]
    return simple("cvbench_3d", "test", rows, script, config="3D")


def erqa() -> Fixture:
    question = "The first picture  and the second . Which? Choices: A. one. B. two. C. three. D. four."
    rows = [
        {
            "index": n,
            "question": question,
            "answer": gold,
            "question_type": "Spatial",
            "visual_indices": places,
            "image": json.dumps([base64_text("erqa", n), base64_text("erqa", n, 1)]),
        }
        for n, (gold, places) in enumerate(
            [("A", "[18, 34]"), ("B", "[0, 0]"), ("C", "[]"), ("D", "[18, 34]")]
        )
    ]
    rows += [
        {
            "index": n,
            "question": question,
            "answer": "A",
            "question_type": "Task",
            "visual_indices": "[0]",
            "image": base64_text("erqa", n),
        }
        for n in (4, 5)
    ]
    script = [("A", 1.0), ("It is B.", 1.0), ("", 0.0), ("nobody knows [[D]]", 1.0), ("B", 0.0), ("(A)", 1.0)]
    mean = 100 * sum(score for _, score in script) / len(script)
    return Fixture("erqa", {(None, "test"): rows}, script, mean, table=True, images=())


def blink() -> Fixture:
    from trace_tasks.evaluation.benchmarks.blink import CONFIGS

    parts: dict[tuple[str | None, str], list[dict[str, Any]]] = {}
    for n, config in enumerate(CONFIGS):
        images = {f"image_{i}": picture("blink", n, i - 1) if i <= n % 4 + 1 else None for i in range(1, 5)}
        row = {
            "idx": f"val_{config}_1",
            "sub_task": config,
            "question": "Which?",
            "prompt": "Which? (A) x (B) y",
        }
        choices = ["x", "y", "z", "w"][: 2 + n % 3]
        parts[config, "val"] = [{**row, "choices": choices, "answer": "(B)", "explanation": "", **images}]
    script = [("(B)", 1.0), ("A", 0.0), ("", 0.0), ("somewhere over there by the far side [[B]]", 1.0)]
    script += [("B", 1.0)] * 9 + [("A or B", 0.0)]
    mean = 100 * sum(score for _, score in script) / len(script)
    return Fixture("blink", parts, script, mean, images=("image_1", "image_2", "image_3", "image_4"))


def countbenchqa() -> Fixture:
    rows = [
        {"index": n, "question": "How many cats?", "answer": gold}
        for n, gold in enumerate([2, 3, 10, 4, 5, 6])
    ]
    script = [("2", 1.0), ("There are 13", 1.0), ("ten", 0.0), ("1, 2, 3 or 4", 1.0), ("", 0.0), ("7", 0.0)]
    return simple("countbenchqa", "test", rows, script, table=True)


def countqa() -> Fixture:
    rows = [
        {
            "questions": [f"How many? #{i}" for i in range(len(golds))],
            "answers": golds,
            "objects": ["cup"],
            "categories": ["home"],
            "is_focused": True,
            "full_config": "x",
        }
        for golds in (["3", "12"], ["0"], ["1", "2", "1000"])
    ]
    script = [(r"\boxed{3}", 1.0), ("3 rows of 4, so 12", 1.0), ("none, so zero", 1.0), ("", 0.0)]
    script += [("one and two", 1.0), ("Answer: 1,000", 1.0)]
    return simple("countqa", "test", rows, script)


def treebench() -> Fixture:
    def row(n: int, gold: str, options: dict[str, str], category: str) -> dict[str, Any]:
        columns = {letter: options.get(letter, "") for letter in "ABCDEF"}
        listed = " ".join(f"{letter}. {text}" for letter, text in options.items()) or "A. exit B. stop"
        rest = {"category": category, "l2-category": "x", "target_instances": "[[1, 2, 3, 4]]"}
        return {
            "index": n,
            "question": "What?",
            "multi-choice options": listed,
            **columns,
            "answer": gold,
            **rest,
        }

    four = {"A": "red", "B": "blue", "C": "green", "D": "grey"}
    rows = [row(0, "A", four, "Perception/Attributes"), row(1, "B", {}, "Perception/OCR")]
    rows += [row(2, "C", {"A": "x", "B": "y C. z", "D": "w"}, "Reasoning/Ordering")]
    rows += [row(n, gold, four, "Reasoning/Comparison") for n, gold in ((3, "D"), (4, "A"), (5, "B"))]
    script = [("A", 1.0), ("The best answer is B", 1.0), (r"<answer>so \boxed{C}</answer>", 1.0)]
    script += [("Clearly D", 0.0), ("", 0.0), ("b", 0.0)]
    return simple("treebench", "train", rows, script, table=True)


def puzzlevqa() -> Fixture:
    def row(n: int, options: list[str], answer: str) -> dict[str, Any]:
        leaks = {"caption": "c", "explanation": "e", "deduction": "d"}
        return {
            "question": "What is missing?",
            "options": options,
            "answer": answer,
            "category": "grid",
            **leaks,
        }

    four, three = ["1", "2", "3", "4"], ["small", "medium", "large"]
    rows = [row(0, four, "1"), row(1, four, "2"), row(2, three, "large"), row(3, three, "small")]
    rows += [row(4, four, "4"), row(5, four, "3")]
    script = [
        ("So.\nAnswer: A", 1.0),
        ("**Answer:** B", 0.0),
        ("Answer: C", 1.0),
        ("Answer: (A)", 0.0),
        ("", 0.0),
    ]
    script += [(r"Answer: C, that is \boxed{C}", 1.0)]
    return simple("puzzlevqa", "train", rows, script)


def visualpuzzles() -> Fixture:
    rows = [
        {
            "id": n,
            "category": "Spatial",
            "question": "Which next?",
            "options": ["w", "x", "y", "z"] if n % 2 else None,
            "answer": gold,
        }
        for n, gold in enumerate("ABCDAB")
    ]
    script = [
        ("Answer: A", 1.0),
        ("answer: b", 1.0),
        ("Answer: C or answer: D", 0.0),
        ("<answer>D</answer>", 1.0),
    ]
    script += [("A", 0.0), ("", 0.0)]
    return simple("visualpuzzles", "train", rows, script)


def logicvista() -> Fixture:
    golds = ["A", "B", "A, C", "3", "D", "E"]
    rows = [
        {
            "id": f"v1_{n}",
            "question": "Select from A to E.",
            "answer": gold,
            "reasoning": "r",
            "skill": ["deductive"],
        }
        for n, gold in enumerate(golds)
    ]
    script = [("A", 1.0), ("The options of the second row, as I see it [[B]]", 1.0), (r"\boxed{C, A}", 1.0)]
    script += [("Answer: C", 1.0), ("I cannot tell which it is here [[Z]]", 0.0), ("", 0.0)]
    fixture = simple("logicvista", "test", rows, script, dropped=1)
    blank = {"id": "v1_382", "question": "", "answer": "", "reasoning": "", "skill": [""]}
    fixture.parts[None, "test"].append({**blank, "image": picture("logicvista", 50)})
    return fixture


def mme_reasoning() -> Fixture:
    def row(n: int, kind: str, answer: str, checker: str = "", state: str = "") -> dict[str, Any]:
        ids = {"index": n, "question": f"Solve it {n}.", "answer": answer, "question_type": kind}
        rest = {"reasoning_type": "deductive", "capability": "calculation", "prompt_id": ""}
        return {**ids, "function_id": checker, "special_info": state, **rest}

    given = "[[1, 0, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 0]]"
    solved = "[[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]]"
    changed = "[[2, 1, 3, 4], [3, 4, 1, 2], [1, 2, 4, 3], [4, 3, 2, 1]]"
    rows = [
        row(0, "choice", "A"),
        row(1, "choice", "A,C"),
        row(2, "open", "3.14"),
        row(3, "rule", "", "sudoku_4x4", given),
        row(4, "rule", "", "sudoku_4x4", given),
        row(5, "rule", "", "24_points", "[8, 3, 8, 3]"),
        row(6, "rule", "{'a': 1, 'b': 2}", "match"),
        row(7, "open", "x"),
    ]
    script = [("[[A]]", 1.0), ("[[C, B]]", 0.0), ("about 3.1416 [[pi~yes]]", 1.0), (f"[[{solved}]]", 1.0)]
    script += [(f"[[{changed}]]", 0.0), ('[["8/(3-8/3)"]]', 1.0), ('[[{"b": 2, "a": 1}]]', 1.0), ("", 0.0)]
    return simple("mme_reasoning", "train", rows, script, table=True)


def trace_validation() -> Fixture:
    contract = {
        "reward_contract_version": "v0",
        "answer": {"id": "answer_exact_match_v0", "type": "integer"},
        "annotation": {"id": "bbox_soft_iou_v0", "type": "bbox"},
    }
    rows = [
        {
            "images": [picture(VALIDATION, n)],
            "image_sizes": [{"width": 64, "height": 64}],
            "prompt_answer": "How many?",
            "answer_gt": json.dumps({"type": "integer", "value": n}),
            "reward_contract": json.dumps(contract),
            "instance_id": f"i{n}",
            "domain": "games",
            "task": "task_games__x__y",
        }
        for n in range(6)
    ]
    script = [
        ('{"answer": 0}', 1.0),
        ('So {"answer": 1.0}', 1.0),
        ('{"answer": 3}', 0.0),
        ("3", 1.0),
        ("", 0.0),
    ]
    script += [("five", 0.0)]
    mean = 100 * sum(score for _, score in script) / len(script)
    return Fixture(VALIDATION, {(None, "validation"): rows}, script, mean, images=("images",))


def fixtures() -> dict[str, Fixture]:
    return {key: globals()[key]() for key in ORDER}
