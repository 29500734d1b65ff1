"""The trainer: TRL's, with one mending, and what happens between its steps."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch
from transformers import TrainerCallback
from trl import GRPOTrainer

from .files import need_room
from .profile import Profile


class Trainer(GRPOTrainer):  # type: ignore[misc]
    """TRL's trainer, which gives back all weights of a checkpoint.

    Checkpoints hold the published names of the weights (`visual.*`, `model.layers.*`), the model in memory
    has others (`model.visual.*`, `model.language_model.*`). The inherited method loads by equal names and
    passes over the rest with a warning, so a resumed run would go on from the initial weights (transformers
    5.17 and 5.24). Sharded checkpoints hold the names of memory and are loaded as they are.
    """

    def _load_from_checkpoint(self, resume_from_checkpoint: str, model: Any = None) -> None:
        if self.is_fsdp_enabled:
            super()._load_from_checkpoint(resume_from_checkpoint, model)
            return
        mine = self.accelerator.unwrap_model(self.model if model is None else model)
        stored = type(mine).from_pretrained(resume_from_checkpoint, dtype=mine.dtype)
        mine.load_state_dict(stored.state_dict(), strict=True)


class ValidationSampling(TrainerCallback):  # type: ignore[misc]
    """Validation draws at its own temperature and top-p, training at the rollout's."""

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self.samplers: list[Any] = []

    def attach(self, trainer: GRPOTrainer) -> None:
        """Both ways to generate keep their settings in one object each."""
        self.samplers = [
            sampler
            for name in ("generation_config", "vllm_generation")
            if (sampler := getattr(trainer, name, None)) is not None
        ]

    def on_step_end(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
        if state.global_step % self.profile.validation.every_steps == 0:
            self.use(self.profile.validation.temperature, self.profile.validation.top_p)

    def on_evaluate(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
        self.use(self.profile.rollout.temperature, self.profile.rollout.top_p)

    def use(self, temperature: float, top_p: float) -> None:
        for sampler in self.samplers:
            sampler.temperature, sampler.top_p = temperature, top_p


class ResumedRandomStates(TrainerCallback):  # type: ignore[misc]
    """Random states of the checkpoint, set once more when the first resumed step begins.

    A stream that starts late is not skipped through, so the trainer restores the states before it opens the
    data loader, which draws from them; a fixed table is, and it restores them after.
    """

    def __init__(self, checkpoint: str) -> None:
        self.checkpoint = checkpoint
        self.restore: Callable[[str], None] | None = None

    def attach(self, trainer: GRPOTrainer) -> None:
        self.restore = trainer._load_rng_state

    def on_step_begin(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
        if self.restore:
            self.restore(self.checkpoint)
            self.restore = None


class RoomForCheckpoint(TrainerCallback):  # type: ignore[misc]
    """Stops before a checkpoint that the disk cannot hold, so that the earlier ones stay the last word."""

    def __init__(self, output: Path) -> None:
        self.output = output

    def on_step_end(self, args: Any, state: Any, control: Any, model: Any = None, **kwargs: Any) -> None:
        if state.global_step % state.save_steps == 0:
            need_room(self.output, checkpoint_bytes(model), f"the checkpoint of step {state.global_step}")


def checkpoint_bytes(model: torch.nn.Module) -> int:
    """Weights and the two moments of AdamW, and 5 % for the rest."""
    return int(3 * 1.05 * sum(p.numel() * p.element_size() for p in model.parameters()))
