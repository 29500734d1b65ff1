"""A profile resolved: the settings of trainer and launcher, and the arithmetic that ties them together.

The names and meanings on the right-hand side are TRL's `GRPOConfig` (1.16) and Accelerate's launcher (1.15).
"""

from pathlib import Path
from typing import Any

import msgspec

from .profile import Profile, ProfileError

LAYERS = ("Qwen2_5_VLDecoderLayer", "Qwen2_5_VLVisionBlock")  # what FSDP shards and recomputes one by one


class Arithmetic(msgspec.Struct, frozen=True, kw_only=True):
    """How one optimizer step comes about. All counts are of completions but `prompts` and `processes`."""

    prompts: int
    responses: int
    completions: int
    processes: int
    per_process_at_once: int
    accumulation: int
    steps: int

    def proof(self) -> list[str]:
        """The equations, one a line, as `trace-train check` prints them."""
        total = self.per_process_at_once * self.processes * self.accumulation
        return [
            f"{self.prompts} prompts x {self.responses} responses = {self.completions} completions in a step",
            f"{self.per_process_at_once} at once x {self.processes} processes x {self.accumulation}"
            f" accumulated = {total} completions = {total // self.responses} prompts x {self.responses}",
            f"1 optimizer step for each {self.completions} new completions; {self.steps} steps"
            f" = {self.steps * self.prompts} prompts",
        ]


def arithmetic(profile: Profile) -> Arithmetic:
    """The division of one optimizer step over the processes; ProfileError when it does not come out even."""
    rollout, hardware = profile.rollout, profile.hardware
    processes = hardware.nodes * hardware.processes
    completions = rollout.prompts * rollout.responses
    at_once = hardware.responses_at_once * processes
    if completions % at_once:
        fitting = [n for n in range(1, completions + 1) if completions % (n * processes) == 0]
        raise ProfileError(
            f"{rollout.prompts} prompts x {rollout.responses} responses = {completions} completions are no"
            f" multiple of {processes} processes x hardware.responses_at_once {hardware.responses_at_once}"
            f"; {f'it may be {fitting}' if fitting else 'no value fits this number of processes'}"
        )
    check_agreement(profile)
    return Arithmetic(
        prompts=rollout.prompts,
        responses=rollout.responses,
        completions=completions,
        processes=processes,
        per_process_at_once=hardware.responses_at_once,
        accumulation=completions // at_once,
        steps=profile.optimizer.steps,
    )


def check_agreement(profile: Profile) -> None:
    """ProfileError when two settings of a profile exclude each other."""
    hardware, optimizer = profile.hardware, profile.optimizer
    if optimizer.save_every_steps > optimizer.steps:
        raise ProfileError(
            "optimizer.save_every_steps is larger than optimizer.steps: nothing would be saved"
        )
    if optimizer.save_every_steps % profile.objective.epochs_per_batch:
        raise ProfileError(
            "optimizer.save_every_steps is no multiple of objective.epochs_per_batch: a checkpoint inside"
            " a batch of completions cannot be resumed exactly"
        )
    if hardware.vllm and hardware.processes % hardware.vllm.tensor_parallel:
        raise ProfileError(
            f"hardware.vllm.tensor_parallel {hardware.vllm.tensor_parallel} does not divide"
            f" {hardware.processes} processes"
        )
    if hardware.vllm and hardware.device == "cpu":
        raise ProfileError("hardware.vllm needs device cuda")


def grpo_settings(profile: Profile, output: Path) -> dict[str, Any]:
    """The keyword arguments of `trl.GRPOConfig`, plain values only."""
    hardware = profile.hardware
    sharded = hardware.sharding == "fsdp"
    return {
        "output_dir": str(output),
        "per_device_train_batch_size": hardware.responses_at_once,
        "gradient_accumulation_steps": arithmetic(profile).accumulation,
        **optimizer_settings(profile),
        **objective_settings(profile),
        **rollout_settings(profile),
        "seed": profile.seed,
        "data_seed": profile.data.shuffle_seed,
        "shuffle_dataset": False,  # shuffled beforehand, with data.shuffle_seed
        "bf16": hardware.weights == "bf16",
        "use_cpu": hardware.device == "cpu",
        "gradient_checkpointing": hardware.gradient_checkpointing and not sharded,
        **(fsdp_settings(profile) if sharded else {}),
        "save_strategy": "steps",
        "save_steps": profile.optimizer.save_every_steps,
        "eval_strategy": "steps",
        "eval_steps": profile.validation.every_steps,
        "num_generations_eval": 1,
        "per_device_eval_batch_size": hardware.responses_at_once,
        "logging_steps": 1,
        "report_to": [],
        "disable_tqdm": True,
        "remove_unused_columns": False,
    }


def optimizer_settings(profile: Profile) -> dict[str, Any]:
    optimizer = profile.optimizer
    return {
        "max_steps": optimizer.steps,
        "optim": "adamw_torch",
        "learning_rate": optimizer.learning_rate,
        "lr_scheduler_type": "constant_with_warmup" if optimizer.warmup_steps else "constant",
        "warmup_steps": optimizer.warmup_steps,
        "adam_beta1": optimizer.betas[0],
        "adam_beta2": optimizer.betas[1],
        "adam_epsilon": 1e-8,
        "weight_decay": optimizer.weight_decay,
        "max_grad_norm": optimizer.clip_gradient,
    }


def objective_settings(profile: Profile) -> dict[str, Any]:
    objective = profile.objective
    return {
        "loss_type": "dapo",  # the mean over all tokens of the step
        "beta": objective.kl,
        "epsilon": objective.clip_low,
        "epsilon_high": objective.clip_high,
        "delta": objective.dual_clip,
        "num_iterations": objective.epochs_per_batch,
        "scale_rewards": "group",
        "reward_weights": reward_weights(profile),
        "mask_truncated_completions": False,
    }


def rollout_settings(profile: Profile) -> dict[str, Any]:
    rollout = profile.rollout
    return {
        "num_generations": rollout.responses,
        "max_completion_length": rollout.max_response_tokens,
        "temperature": rollout.temperature,
        "top_p": rollout.top_p,
        "top_k": 0,
        **vllm_settings(profile),
    }


def reward_weights(profile: Profile) -> list[float]:
    reward = profile.reward
    return [reward.answer, reward.format, *([reward.annotation] if reward.annotation else [])]


def fsdp_settings(profile: Profile) -> dict[str, Any]:
    return {
        "fsdp": True,
        "fsdp_config": {
            "version": 2,
            "auto_wrap_policy": "TRANSFORMER_BASED_WRAP",
            "transformer_layer_cls_to_wrap": list(LAYERS),
            "reshard_after_forward": True,
            "state_dict_type": "SHARDED_STATE_DICT",
            "cpu_ram_efficient_loading": False,
            "activation_checkpointing": profile.hardware.gradient_checkpointing,
        },
    }


def vllm_settings(profile: Profile) -> dict[str, Any]:
    vllm, rollout = profile.hardware.vllm, profile.rollout
    if vllm is None:
        return {"use_vllm": False}
    return {
        "use_vllm": True,
        "vllm_mode": "colocate",
        "vllm_tensor_parallel_size": vllm.tensor_parallel,
        "vllm_gpu_memory_utilization": vllm.gpu_memory_share,
        "vllm_max_model_length": rollout.max_prompt_tokens + rollout.max_response_tokens,
        "vllm_enable_sleep_mode": True,
        "vllm_importance_sampling_correction": False,
    }


def accelerate_settings(profile: Profile) -> dict[str, Any]:
    """The configuration file of `accelerate launch`. FSDP itself is configured by the trainer's settings."""
    hardware = profile.hardware
    total = hardware.nodes * hardware.processes
    if hardware.device == "cuda":
        kind = "MULTI_GPU" if total > 1 else "NO"
    else:
        kind = "MULTI_CPU" if total > 1 else "NO"
    return {
        "compute_environment": "LOCAL_MACHINE",
        "distributed_type": kind,
        "num_machines": hardware.nodes,
        "num_processes": total,
        "machine_rank": 0,
        "main_training_function": "main",
        "mixed_precision": "bf16" if hardware.weights == "bf16" else "no",
        "rdzv_backend": "static",
        "same_network": True,
        "use_cpu": hardware.device == "cpu",
    }


def other_settings(profile: Profile) -> dict[str, Any]:
    """What neither trainer nor launcher has a field for, and this package does itself."""
    return {
        "base": f"{profile.base.repo}@{profile.base.revision}",
        "dataset": "stream" if profile.data.stream else f"{profile.data.repo}@{profile.data.revision}",
        "dataset_tag": profile.data.tag,
        "prompt": profile.data.prompt,
        "rollout_prompts_per_step": profile.rollout.prompts,
        "max_prompt_length": profile.rollout.max_prompt_tokens,
        "min_pixels": profile.images.min_pixels,
        "max_pixels": profile.images.max_pixels,
        "shuffle_seed": profile.data.shuffle_seed,
        "validate_every_steps": profile.validation.every_steps,
        "validation_temperature": profile.validation.temperature,
        "validation_top_p": profile.validation.top_p,
        "reduce_dtype": profile.hardware.reduce,
        "param_dtype": profile.hardware.weights,
        "reward": f"{profile.reward.answer} * answer + {profile.reward.format} * format"
        f" + {profile.reward.annotation} * annotation",
    }


def resolved(profile: Profile, output: Path) -> dict[str, Any]:
    """Everything that a run of this profile will be given. ProfileError when it cannot be."""
    return {
        "profile": profile.name,
        "profile_sha256": profile.sha256,
        "grpo": grpo_settings(profile, output),
        "accelerate": accelerate_settings(profile),
        "ours": other_settings(profile),
        "arithmetic": msgspec.to_builtins(arithmetic(profile)),
    }
