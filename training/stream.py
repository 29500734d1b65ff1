"""The endless source: instances drawn when they are needed, from easy to hard.

The n-th instance is a function of the settings and n alone, so a resumed run goes on where it stopped and any
process can draw any part.
"""

from collections.abc import Iterator
from itertools import count
from typing import TYPE_CHECKING, Any

from trace_tasks import registry
from trace_tasks.api import generate_task
from trace_tasks.engine.rng import Rng
from trace_tasks.records import canonical

from .profile import Stream

if TYPE_CHECKING:
    from trace_tasks.engine.sample import Sample


def difficulty(settings: Stream, n: int) -> float:
    """Of the n-th instance: from the first value to the second, linearly, then constant.

    >>> [difficulty(Stream(difficulty=(0.0, 0.5), ramp_rows=10), n) for n in (0, 5, 10, 99)]
    [0.0, 0.25, 0.5, 0.5]
    """
    start, end = settings.difficulty
    return start + (end - start) * min(n / settings.ramp_rows, 1.0)


def sample_at(settings: Stream, tasks: list[str], n: int) -> "Sample":
    """The n-th instance: a task drawn uniformly, at the difficulty that has been reached."""
    rng = Rng("training stream", settings.seed, n)
    params = {"difficulty": difficulty(settings, n), **settings.params}
    return generate_task(rng.choice(tasks), rng.integer(0, 2**62), params)


def columns(sample: "Sample") -> dict[str, Any]:
    """A sample as a row of the published table, its picture not yet encoded."""
    return {
        "images": [sample.image],
        "image_sizes": [{"width": sample.image.width, "height": sample.image.height}],
        "prompt_answer": sample.prompt_variants["answer_only"],
        "prompt_answer_and_annotation": sample.prompt_variants["answer_and_annotation"],
        "answer_gt": canonical(sample.answer_gt.to_dict()).decode(),
        "annotation_gt": canonical(sample.annotation_gt.to_dict()).decode(),
        "reward_contract": canonical(sample.reward_contract).decode(),
        "instance_id": f"{sample.task_id}:{sample.seed}",
        "domain": sample.domain,
        "task": sample.task_id,
        "scene_id": sample.scene_id,
        "query_id": sample.query_id,
        "scene_variant": sample.scene_variant,
    }


def rows(settings: Stream, start: int = 0) -> Iterator[dict[str, Any]]:
    """Rows without end, from the `start`-th on. UnknownTaskError when a task does not exist."""
    tasks = [registry.task(task_id).id for task_id in settings.tasks] or registry.list_tasks()
    for n in count(start):
        yield columns(sample_at(settings, tasks, n))
