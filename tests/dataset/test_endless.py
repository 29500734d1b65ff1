"""The endless stream and its curriculum."""

from itertools import islice

import pytest

from trace_tasks import generate_task
from trace_tasks.engine.rng import Rng
from trace_tasks.registry import UnknownTaskError
from trace_tasks.stream import Curriculum, TaskStream

TASKS = ("task_games__match3__gem_count", "task_games__match3__swap_clear_count")


def briefly(stream, count):
    return [(row["number"], row["instance_id"], row["difficulty"]) for row in islice(stream, count)]


def test_it_can_go_on_anywhere():
    whole = briefly(TaskStream(TASKS, seed=4), 6)
    stream = TaskStream(TASKS, seed=4)
    first = briefly(stream, 2)
    again = TaskStream(TASKS, seed=4)
    again.load_state_dict({**stream.state_dict(), "number": 2})
    assert first + briefly(again, 4) == whole
    assert len({instance for _, instance, _ in whole}) == 6


def test_ranks_share_it():
    whole = briefly(TaskStream(TASKS, seed=4), 6)
    shares = [briefly(TaskStream(TASKS, seed=4, rank=rank, world=2), 3) for rank in range(2)]
    assert sorted(shares[0] + shares[1]) == whole


def test_a_draw_says_how_to_make_the_instance_again():
    stream = TaskStream(TASKS, seed=4, curriculum=Curriculum(start=0.3))
    draw, row = stream.draw(), next(iter(stream))
    again = generate_task(draw.task, draw.seed, draw.params)
    assert draw.params == {"difficulty": 0.3}
    assert row["prompt_answer"] == again.prompt_variants["answer_only"]


def test_the_curriculum_settles_where_the_target_is_met():
    """Against a model that solves a task of difficulty d with probability 1 - d / its own limit."""
    limits = {"easy": 2.0, "fitting": 0.8, "hard": 0.1}
    rates, rng = Curriculum(target=0.5, step=0.05), Rng("curriculum test")
    solved = dict.fromkeys(limits, 0)
    for k in range(3000):
        for task, limit in limits.items():
            reward = float(rng.uniform(0, 1) < 1 - rates.difficulty(task) / limit)
            solved[task] += reward if k >= 1000 else 0
            rates.report(task, reward)
    assert rates.difficulty("easy") > 0.9
    assert solved["fitting"] / 2000 == pytest.approx(0.5, abs=0.05)
    assert solved["hard"] / 2000 == pytest.approx(0.5, abs=0.1)
    assert Curriculum(start=0.2).difficulty("new") == 0.2


def test_its_state_comes_back():
    first = TaskStream(TASKS, seed=1, curriculum=Curriculum())
    first.report(TASKS[0], 1.0)
    second = TaskStream(TASKS, seed=1, curriculum=Curriculum())
    second.load_state_dict(first.state_dict())
    assert second.curriculum.difficulty(TASKS[0]) == first.curriculum.difficulty(TASKS[0]) > 0


def test_what_cannot_be():
    with pytest.raises(UnknownTaskError):
        TaskStream(["task_games__match3__gem_counts"])
    with pytest.raises(ValueError, match="rank 2"):
        TaskStream(TASKS, rank=2, world=2)
    with pytest.raises(ValueError, match="target"):
        Curriculum(target=1.0)
