"""One process of a run, started by `accelerate`: `python -m trace_tasks.training.worker JOB.json`."""

import sys
from pathlib import Path
from typing import Any

import msgspec

from . import environment, files
from .files import RunError
from .profile import Profile

JOB = "job.json"
REASON = "stopped.txt"  # why a process gave up, where it could say so
METRICS = "metrics.jsonl"


class Job(msgspec.Struct, frozen=True, kw_only=True):
    """What a process needs to know. Paths are absolute; `resume` is a checkpoint or None."""

    profile: Profile
    prepared: Path
    output: Path
    resume: Path | None = None


def main(path: Path) -> None:
    environment.quiet()
    job = read_job(path)
    try:
        train(job)
    except (RunError, OSError) as error:
        (job.output / REASON).write_text(f"{error}\n", encoding="utf-8")
        print(f"trace-train: {error}", file=sys.stderr, flush=True)
        raise SystemExit(1) from None


def read_job(path: Path) -> Job:
    return msgspec.json.decode(path.read_bytes(), type=Job, dec_hook=lambda kind, value: kind(value))


def train(job: Job) -> Any:
    """Train to the last step of the profile; the trainer, with its model and log."""
    from .prepare import read_prepared

    prepared = read_prepared(job.prepared)
    trainer = make_trainer(job, prepared.dataset["dropped"])
    trainer.train(resume_from_checkpoint=str(job.resume) if job.resume else None)
    if trainer.accelerator.is_main_process:
        write_metrics(job.output / METRICS, trainer.state.log_history)
    trainer.accelerator.end_training()
    return trainer


def make_trainer(job: Job, dropped: dict[str, list[str]]) -> Any:
    """The trainer of a job, without the rows `dropped` of each split."""
    from transformers import AutoProcessor

    from . import data, rewards
    from .trainer import ResumedRandomStates, RoomForCheckpoint, Trainer, ValidationSampling

    profile, base = job.profile, job.prepared / "base"
    functions, _ = rewards.functions(profile.reward)
    sampling = ValidationSampling(profile)
    between: list[Any] = [sampling, *([ResumedRandomStates(str(job.resume))] if job.resume else [])]
    trainer = Trainer(
        model=str(base),
        args=grpo_config(job),
        reward_funcs=functions,
        processing_class=AutoProcessor.from_pretrained(base, padding_side="left", truncation_side="left"),
        train_dataset=data.train_source(profile, job.prepared, dropped.get("train", []), drawn_before(job)),
        eval_dataset=data.validation_source(profile, job.prepared, dropped["validation"]),
        callbacks=[*between, RoomForCheckpoint(job.output)],
    )
    for callback in between:
        callback.attach(trainer)
    return trainer


def grpo_config(job: Job) -> Any:
    """TRL's configuration. Weights stay in fp32 where the optimizer holds them; `bf16` computes in bf16."""
    import torch
    from trl import GRPOConfig

    from .plan import grpo_settings

    skip = bool(job.profile.data.stream and job.resume)  # the stream starts where the checkpoint stands
    args = GRPOConfig(
        **grpo_settings(job.profile, job.output),
        model_init_kwargs={"dtype": "float32"},
        ignore_data_skip=skip,
    )
    hardware = job.profile.hardware
    if args.world_size != hardware.nodes * hardware.processes:
        raise RunError(
            f"{args.world_size} processes started, the profile has {hardware.nodes} x {hardware.processes}"
        )
    if hardware.sharding == "fsdp":
        compute = torch.bfloat16 if args.bf16 else torch.float32
        args.fsdp_plugin_args["mixed_precision_policy"] = {
            "param_dtype": compute,
            "reduce_dtype": torch.float32,
            "output_dtype": compute,
        }
    return args


def drawn_before(job: Job) -> int:
    """Instances of the stream that the steps before the checkpoint have used."""
    if job.resume is None:
        return 0
    steps = int(files.read_json(job.resume / "trainer_state.json")["global_step"])
    return steps * job.profile.rollout.prompts // job.profile.objective.epochs_per_batch


def write_metrics(path: Path, history: list[dict[str, Any]]) -> None:
    path.write_bytes(b"".join(msgspec.json.encode(entry) + b"\n" for entry in history))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
