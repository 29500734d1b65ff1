"""Time of `score_trace_response`: ordinary responses by type, and hostile ones of a megabyte.

Run `python benchmarks/scoring.py`. Medians, in microseconds (ordinary) and milliseconds (hostile).
"""

import json
import random
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from trace_tasks.contracts import ANNOTATION_TYPES, Annotation, Answer, reward_contract
from trace_tasks.scoring import score_trace_response

MEGABYTE = 1_000_000
ITEMS = 12  # in an ordinary set, sequence or map
ANSWERS = {"integer": 7, "number": 12.5, "option_letter": "C", "string": "dark blue"}
THINKING = "The second row is the longest, so I count its cells one by one. " * 30


def seconds(run: Callable[[], object], repeats: int) -> float:
    times = []
    for _ in range(repeats):
        start = perf_counter()
        run()
        times.append(perf_counter() - start)
    return median(times)


def item(name: str, rng: random.Random) -> Any:
    x, y, dx, dy = rng.uniform(0, 600), rng.uniform(0, 400), rng.uniform(5, 90), rng.uniform(5, 90)
    return {"bbox": [x, y, x + dx, y + dy], "point": [x, y], "segment": [[x, y], [x + dx, y + dy]]}[name]


def witness(kind: str, rng: random.Random) -> Any:
    name, _, form = kind.partition("_")
    if not form:
        return item(name, rng)
    items = [item(name, rng) for _ in range(ITEMS)]
    if form == "map":
        return {f"role {i}": part for i, part in enumerate(items)}
    return {"first": items[::2], "second": items[1::2]} if form == "set_map" else items


def shaken(value: Any, rng: random.Random, pixels: float = 2) -> Any:
    """The same witness with each coordinate off by up to so many pixels."""
    if isinstance(value, dict):
        return {role: shaken(part, rng, pixels) for role, part in value.items()}
    if isinstance(value, list):
        return [shaken(part, rng, pixels) for part in value]
    return round(value + rng.uniform(-pixels, pixels), 1)


def elsewhere(value: Any, rng: random.Random) -> Any:
    """A witness of the same form with other coordinates."""
    return shaken(value, rng, 300)


def answer_microseconds(kind: str, repeats: int = 2_000) -> float:
    response = THINKING + json.dumps({"answer": ANSWERS[kind]})
    truths = Answer(kind, ANSWERS[kind]), None, reward_contract(kind, "bbox")
    return 1e6 * seconds(partial(score_trace_response, response, *truths), repeats)


def annotation_microseconds(
    kind: str, predict: Callable[[Any, random.Random], Any], repeats: int = 300
) -> float:
    rng = random.Random(kind)
    truth = witness(kind, rng)
    response = THINKING + json.dumps({"annotation": predict(truth, rng), "answer": 7})
    truths = Answer("integer", 7), Annotation(kind, truth), reward_contract("integer", kind)
    run = partial(score_trace_response, response, *truths, trace_reward_mode="answer_and_annotation")
    return 1e6 * seconds(partial(run, image_size=(800, 600)), repeats)


def hostile() -> dict[str, str]:
    boxes = json.dumps([[i, i, i + 9, i + 9] for i in range(100_000)])
    near = json.dumps([[i / 100, i / 100] for i in range(1_000)])
    shapes = {
        "opening braces": "{",
        "closing braces": "}",
        "brace pairs": "{}",
        "braces in a list": "{},",
        "bad objects": "{x}",
        "nested keys": '{"a":',
        "quotes": '"',
        "quoted closing braces": '"}',
        "escaped quotes": '\\"',
        "backslashes": "\\",
        "almost answers": '{"answer"}',
        "empty answers": '{"answer":}',
        "opening tags": "<answer>",
        "tags": "<answer></answer>",
        "fences": "```",
        "open lists": "[",
        "digits": "9",
        "spaces": " ",
        "prose": "the answer is ",
    }
    texts = {name: (text * (MEGABYTE // len(text) + 1))[:MEGABYTE] for name, text in shapes.items()}
    return texts | {
        "prose, then closing braces": "x" * (MEGABYTE - 100) + "}" * 100,
        "a string, then closing braces": '"' + "x" * 31_000 + '"' + "}" * 1_000,
        "a list of objects": '{"answer": [' + "{}," * 300_000 + "{}]}",
        "deep objects": '{"answer":' * 100_000 + "7" + "}" * 100_000,
        "deep lists": '{"answer":' + "[" * 500_000 + "]" * 500_000 + "}",
        "deep lists that fit": '{"answer":' + "[" * 16_000 + "]" * 16_000 + "}",
        "huge integer": '{"answer": ' + "9" * MEGABYTE + "}",
        "huge integer that fits": '{"answer": ' + "9" * 32_000 + "}",
        "long fraction": '{"answer": 0.' + "3" * 32_000 + "}",
        "many integers": '{"annotation": [' + "9," * 16_000 + '9], "answer": 7}',
        "100,000 boxes": '{"annotation": ' + boxes + ', "answer": 7}',
        "3,000 boxes": '{"annotation": [' + "[0,0,1,1]," * 3_000 + '[0,0,1,1]], "answer": 7}',
        "1,000 points, close together": '{"annotation": ' + near + ', "answer": 7}',
        "3,000 roles": '{"annotation": {' + ",".join(f'"{i}":[]' for i in range(3_000)) + '}, "answer": 7}',
    }


def hostile_milliseconds(response: str, kind: str, repeats: int = 5) -> float:
    """Of both modes, against a ground truth of `ITEMS` items."""
    truths = (
        Answer("string", "x"),
        Annotation(kind, witness(kind, random.Random(kind))),
        reward_contract("string", kind),
    )
    run = partial(score_trace_response, response, *truths)
    times = [
        seconds(partial(run, trace_reward_mode=mode), repeats) for mode in ("answer", "answer_and_annotation")
    ]
    return 1e3 * max(times)


def main() -> None:
    print("answers, median microseconds")
    for kind in ANSWERS:
        print(f"  {kind:16}{answer_microseconds(kind):8.1f}")
    print(f"annotations of {ITEMS} items, median microseconds: near the truth, and far from it")
    for kind in ANNOTATION_TYPES:
        near, far = annotation_microseconds(kind, shaken), annotation_microseconds(kind, elsewhere)
        print(f"  {kind:16}{near:8.1f}{far:8.1f}")
    print("hostile responses, milliseconds, the slowest of both modes and three annotation types")
    for name, response in hostile().items():
        worst = max(
            hostile_milliseconds(response, kind) for kind in ("bbox_set", "segment_set", "point_set_map")
        )
        print(f"  {name:32}{len(response):10,} characters{worst:8.2f}")


if __name__ == "__main__":
    main()
