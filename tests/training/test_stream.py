"""The endless stream: a function of its settings and the position, from easy to hard."""

from itertools import islice

import pytest

from trace_tasks.registry import UnknownTaskError
from trace_tasks.training.profile import Stream
from trace_tasks.training.stream import difficulty, rows, sample_at

TASKS = ["task_graph__node_link__node_color_count", "task_physics__lever__side_torque_value"]


def test_starting_late_is_skipping():
    settings = Stream(tasks=tuple(TASKS), ramp_rows=10, seed=5)
    whole = [row["instance_id"] for row in islice(rows(settings), 12)]
    assert [row["instance_id"] for row in islice(rows(settings, start=7), 5)] == whole[7:]
    assert len(set(whole)) == 12
    other = [row["instance_id"] for row in islice(rows(Stream(tasks=tuple(TASKS), seed=6)), 12)]
    assert not set(whole) & set(other)


def test_from_easy_to_hard():
    settings = Stream(tasks=(TASKS[0],), difficulty=(0.0, 1.0), ramp_rows=400)
    assert [difficulty(settings, n) for n in (0, 100, 400, 10**9)] == [0.0, 0.25, 1.0, 1.0]
    loads = [
        [len(sample_at(settings, [TASKS[0]], n).trace_payload["marks"]) for n in range(start, start + 12)]
        for start in (0, 400)
    ]
    assert max(sum(loads[0]), 1) < sum(loads[1])


def test_parameters_reach_the_task():
    settings = Stream(tasks=(TASKS[0],), params={"style_seed": 3})
    assert sample_at(settings, [TASKS[0]], 0).trace_payload["stream"]["style_seed"] == 3


def test_unknown_task():
    with pytest.raises(UnknownTaskError, match="nearest"):
        next(rows(Stream(tasks=("task_graph__node_link__node_colour_count",))))
