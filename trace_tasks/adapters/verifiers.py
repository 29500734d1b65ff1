"""`verifiers`: a taskset of single questions, drawn on the fly and endless, or read from a release folder.

    from trace_tasks.adapters.verifiers import TraceConfig, TraceTaskset
    taskset = TraceTaskset(TraceConfig(tasks=["task_games__match3__gem_count"]))

For `vf-eval` and its like, which import a taskset by the name of a module: a file of your own that says
`from trace_tasks.adapters.verifiers import *`.
"""

import base64
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import verifiers.v1 as vf

from ..release.onthefly import stored_rows
from ..stream import TaskStream
from .rewards import score

__all__ = ["TraceConfig", "TraceTaskset"]

#: What scoring needs of a row.
TRUTH = ("answer_gt", "annotation_gt", "reward_contract", "image_sizes")


class TraceConfig(vf.TasksetConfig):  # type: ignore[misc]
    """`tasks`: ids, none for all; `source`: a Parquet shard to read instead of drawing from `seed`."""

    tasks: tuple[str, ...] = ()
    seed: int = 0
    difficulty: float | None = None
    prompt_column: str = "prompt_answer"
    source: Path | None = None


class TraceData(vf.TaskData):  # type: ignore[misc]
    """The question, and what scores its answer."""

    truth: dict[str, Any]
    prompt_column: str


class TraceTask(vf.Task[TraceData, vf.State, vf.TaskConfig]):  # type: ignore[misc]
    @vf.reward  # type: ignore[untyped-decorator]
    async def correct(self, task: TraceData, trace: Any) -> float:
        """What the last reply earns under the row's reward contract."""
        return score(trace.last_reply, task.truth, task.prompt_column)["overall"]


class TraceTaskset(vf.Taskset[TraceTask, TraceConfig]):  # type: ignore[misc]
    """Single-turn tasks with one picture each; endless unless they are read from a file."""

    def __init__(self, config: TraceConfig):
        super().__init__(config)
        self.INFINITE = config.source is None

    def load(self) -> Iterator[TraceTask]:
        config = self.config
        if config.source is not None:
            rows = stored_rows(config.source, config.tasks)
        else:
            params = {} if config.difficulty is None else {"difficulty": config.difficulty}
            rows = iter(TaskStream(config.tasks, config.seed, params=params))
        for row in rows:
            yield TraceTask(task_data(row, config.prompt_column), config.task)


def task_data(row: dict[str, Any], prompt_column: str) -> TraceData:
    """A row as `verifiers` stores it, its picture as a data URL before the question."""
    packed = base64.b64encode(row["images"][0]["bytes"]).decode()
    picture = vf.ImageUrlContentPart(image_url=vf.ImageUrlSource(url=f"data:image/png;base64,{packed}"))
    question = vf.TextContentPart(text=row[prompt_column])
    return TraceData(
        id=row["instance_id"],
        name=row["task"],
        prompt=[vf.UserMessage(content=[picture, question])],
        truth={name: row[name] for name in TRUTH},
        prompt_column=prompt_column,
    )
