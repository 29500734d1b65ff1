"""Reward functions: what they give, that they log apart, what they cost."""

import doctest
import json
import time

import pytest

from trace_tasks import generate_task
from trace_tasks.training import rewards
from trace_tasks.training.profile import Reward
from trace_tasks.training.stream import columns

TASK = "task_graph__node_link__node_color_count"


@pytest.fixture(scope="module")
def row():
    return columns(generate_task(TASK, 3, {"difficulty": 0.0}))


def score(function, row, *completions, **more):
    names = ("answer_gt", "annotation_gt", "reward_contract", "instance_id")
    repeated = {name: [row[name]] * len(completions) for name in names}
    turns = [[{"role": "assistant", "content": text}] for text in completions]
    return function(completions=turns, prompts=[None] * len(turns), trainer_state=None, **repeated, **more)


def answered(row, keys=("answer",)):
    parts = {
        "answer": json.loads(row["answer_gt"])["value"],
        "annotation": json.loads(row["annotation_gt"])["value"],
    }
    return json.dumps({key: parts[key] for key in keys})


def test_answer_and_format_are_apart(row):
    right, bare = answered(row), str(json.loads(row["answer_gt"])["value"])
    said = (f"Counting them. {right}", bare, '{"answer": -5}', "no idea", f"{right} or so", "")
    assert score(rewards.answer_reward, row, *said) == [1.0, 1.0, 0.0, 0.0, 1.0, 0.0]
    assert score(rewards.format_reward, row, *said) == [1.0, 0.0, 1.0, 0.0, 0.0, 0.0]


def test_format_follows_the_mode(row):
    both = answered(row, ("annotation", "answer"))
    assert score(rewards.format_reward, row, both, mode=["answer"]) == [0.0]
    assert score(rewards.format_reward, row, both, mode=["answer_and_annotation"]) == [1.0]


def test_annotation(row):
    both, alone = answered(row, ("annotation", "answer")), answered(row)
    size = [[row["image_sizes"][0]["width"], row["image_sizes"][0]["height"]]] * 2
    assert score(rewards.annotation_reward, row, both, alone, image_size=size) == [1.0, 0.0]
    assert score(rewards.annotation_reward, row, both) == [1.0]


def test_weights():
    functions, weights = rewards.functions(Reward(answer=0.95, format=0.05))
    assert [f.__name__ for f in functions] == ["answer_reward", "format_reward"]
    assert weights == [0.95, 0.05]
    functions, weights = rewards.functions(Reward(answer=0.5, format=0.1, annotation=0.4))
    assert functions[-1] is rewards.annotation_reward
    assert weights == [0.5, 0.1, 0.4]


def test_completions_of_any_shape():
    turns = [{"role": "assistant", "content": [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]}]
    assert [rewards.text(c) for c in ("ab", turns, [], [{"role": "assistant", "content": "c"}])] == [
        "ab",
        "ab",
        "",
        "c",
    ]


def test_the_cost_of_a_step_is_small(row):
    """1,024 long completions, the published step, in far less than generating them takes."""
    long = "I look at every node and count. " * 250 + answered(row)
    start = time.process_time()
    for function in (rewards.answer_reward, rewards.format_reward):
        assert sum(score(function, row, *[long] * 1024)) == 1024
    assert time.process_time() - start < 3.0


def test_docstrings():
    assert doctest.testmod(rewards).failed == 0
