"""Gymnasium: one question, one response, one reward.

import gymnasium, trace_tasks.adapters.gym
env = gymnasium.make("trace_tasks/Trace-v0", tasks=("task_games__match3__gem_count",))
observation, info = env.reset(seed=1)
_, reward, *_ = env.step('{"answer": 3}')
"""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np

from .. import registry
from ..api import generate_task
from ..records import canonical
from ..release.onthefly import sample_row
from .rewards import MODES, score

ID = "trace_tasks/Trace-v0"


class TraceEnv(gymnasium.Env):  # type: ignore[misc]
    """A new instance at every reset; the episode ends with the first step.

    An observation is `image` (height, width, 3) and `prompt`. `seed` at reset decides the instance;
    without it, the environment's own generator. `info` after a step holds all scores and the right answer.
    """

    metadata = {"render_modes": ["rgb_array"]}  # noqa: RUF012

    def __init__(
        self,
        tasks: Sequence[str] = (),
        *,
        difficulty: float | None = None,
        prompt_column: str = "prompt_answer",
        render_mode: str | None = None,
    ):
        self.tasks = [registry.task(task).id for task in tasks] or registry.list_tasks()
        self.params = {} if difficulty is None else {"difficulty": difficulty}
        self.prompt_column, self.mode, self.render_mode = prompt_column, MODES[prompt_column], render_mode
        self.action_space = Words()
        self.observation_space = gymnasium.spaces.Dict({"image": Picture(), "prompt": Words()})

    def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed)
        task = self.tasks[int(self.np_random.integers(len(self.tasks)))]
        sample = generate_task(task, int(self.np_random.integers(2**62)), self.params)
        self.row = sample_row(sample)
        self.picture = np.asarray(sample.image)
        info = {"task": task, "seed": sample.seed, "instance_id": self.row["instance_id"]}
        return self.observation(), info

    def observation(self) -> dict[str, Any]:
        return {"image": self.picture.copy(), "prompt": self.row[self.prompt_column]}

    def step(self, action: str) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        scores = score(action, self.row, self.prompt_column)
        info = {**scores, "answer": self.row["answer_gt"]}
        return self.observation(), scores["overall"], True, False, info

    def render(self) -> Any:
        return self.picture


class Picture(gymnasium.spaces.Space):  # type: ignore[misc]
    """RGB pictures of any size."""

    def __init__(self) -> None:
        super().__init__(dtype=np.uint8)

    def contains(self, x: Any) -> bool:
        return isinstance(x, np.ndarray) and x.dtype == np.uint8 and x.ndim == 3 and x.shape[2] == 3

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        height, width = self.np_random.integers(1, 256, 2)
        return self.np_random.integers(0, 256, (height, width, 3), dtype=np.uint8)


class Words(gymnasium.spaces.Space):  # type: ignore[misc]
    """Texts of any length and alphabet."""

    def __init__(self) -> None:
        super().__init__(dtype=str)

    def contains(self, x: Any) -> bool:
        return isinstance(x, str)

    def sample(self, mask: Any = None, probability: Any = None) -> str:
        return canonical({"answer": int(self.np_random.integers(20))}).decode()


gymnasium.register(ID, f"{__name__}:TraceEnv")
