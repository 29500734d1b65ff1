"""Profiles: the published numbers, the arithmetic, and what is refused."""

import doctest
from dataclasses import fields
from pathlib import Path

import msgspec
import pytest
import yaml

from trace_tasks.training import environment, plan, profile, stream
from trace_tasks.training.profile import ProfileError, profile_from, read_profile

PUBLISHED = ("trace-qwen2.5-vl-3b", "trace-qwen2.5-vl-7b")
BASES = {
    "trace-qwen2.5-vl-3b": "Qwen/Qwen2.5-VL-3B-Instruct@66285546d2b821cf421d4f5eb2576359d3770cd3",
    "trace-qwen2.5-vl-7b": "Qwen/Qwen2.5-VL-7B-Instruct@cc594898137f460bfe9f0759e9844b3ce807cfb5",
}
GRPO = {
    "max_steps": 500,
    "num_generations": 8,
    "max_completion_length": 2048,
    "temperature": 1.0,
    "top_p": 1.0,
    "top_k": 0,
    "learning_rate": 1e-6,
    "lr_scheduler_type": "constant",
    "warmup_steps": 0,
    "optim": "adamw_torch",
    "adam_beta1": 0.9,
    "adam_beta2": 0.999,
    "weight_decay": 0.01,
    "max_grad_norm": 1.0,
    "beta": 0.0,
    "epsilon": 0.2,
    "epsilon_high": 0.3,
    "delta": 3.0,
    "loss_type": "dapo",
    "num_iterations": 1,
    "bf16": True,
    "save_strategy": "steps",
    "save_steps": 100,
    "eval_strategy": "steps",
    "eval_steps": 100,
    "reward_weights": [0.95, 0.05],
    "use_vllm": True,
    "vllm_mode": "colocate",
    "vllm_tensor_parallel_size": 2,
    "vllm_max_model_length": 4096,
    "vllm_importance_sampling_correction": False,
    "fsdp": True,
}
OURS = {
    "dataset": "maveryn/trace@4e5b54361360296a855542b40cfd8b7f81b355fe",
    "dataset_tag": "dataset-v1",
    "prompt": "answer",
    "rollout_prompts_per_step": 128,
    "max_prompt_length": 2048,
    "min_pixels": 262_144,
    "max_pixels": 4_194_304,
    "shuffle_seed": 1,
    "validate_every_steps": 100,
    "validation_temperature": 0.6,
    "validation_top_p": 0.95,
    "param_dtype": "bf16",
    "reduce_dtype": "fp32",
    "reward": "0.95 * answer + 0.05 * format + 0.0 * annotation",
}


@pytest.mark.parametrize("name", PUBLISHED)
def test_published_settings(name):
    resolved = plan.resolved(read_profile(name), Path("run"))
    assert {key: resolved["grpo"][key] for key in GRPO} == GRPO
    assert resolved["ours"] == {**OURS, "base": BASES[name]}
    assert resolved["grpo"]["fsdp_config"]["activation_checkpointing"]
    assert resolved["accelerate"]["num_processes"] == 8
    assert resolved["accelerate"]["mixed_precision"] == "bf16"


@pytest.mark.parametrize("name", PUBLISHED)
def test_one_step_is_128_prompts_of_8(name):
    division = plan.arithmetic(read_profile(name))
    assert division.prompts * division.responses == division.completions == 1024
    assert division.per_process_at_once * division.processes * division.accumulation == 1024
    assert any("128 prompts x 8" in line for line in division.proof())


@pytest.mark.parametrize("name", PUBLISHED)
def test_the_trainer_divides_alike(name, monkeypatch):
    """TRL's own configuration, in a world of 8, comes to the same batch."""
    trl = pytest.importorskip("trl")
    settings = plan.grpo_settings(read_profile(name), Path("run"))
    assert set(settings) <= {field.name for field in fields(trl.GRPOConfig)}
    monkeypatch.setattr(trl.GRPOConfig, "world_size", property(lambda self: 8))
    args = trl.GRPOConfig(**{**settings, "bf16": False, "use_cpu": True})
    assert args.generation_batch_size == 1024
    assert args.steps_per_generation == args.gradient_accumulation_steps


def given(name="trace-qwen2.5-vl-3b"):
    return yaml.safe_load(profile.named(name).read_text())


def test_layout_does_not_matter():
    read = read_profile("trace-qwen2.5-vl-3b")
    assert profile_from(msgspec.to_builtins(read)).sha256 == read.sha256


@pytest.mark.parametrize(
    "section, key, value, message",
    [
        (None, "rolout", {}, "unknown key 'rolout'; did you mean 'rollout'?"),
        (
            "optimizer",
            "lerning_rate",
            1,
            "unknown key 'optimizer.lerning_rate'; did you mean 'learning_rate'?",
        ),
        (
            "hardware",
            "vllm",
            {"tensor_paralel": 2},
            "'hardware.vllm.tensor_paralel'; did you mean 'tensor_parallel'",
        ),
        ("rollout", "responses", 1, "Expected `int` >= 2 - at `$.rollout.responses`"),
        ("rollout", "temperature", "hot", "Expected `float`"),
        ("base", "revision", "main", "matching regex"),
        ("data", "stream", {"tasks": [], "dificulty": [0, 1]}, "did you mean 'difficulty'"),
        ("reward", "annotation", 0.5, "must add up to"),
        ("objective", "loss", "sequence", "Invalid enum value 'sequence'"),
        ("images", "min_pixels", 9_000_000, "min_pixels is larger"),
    ],
)
def test_refused(section, key, value, message):
    plain = given()
    (plain if section is None else plain[section])[key] = value
    with pytest.raises(ProfileError) as caught:
        profile_from(plain)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_annotation_reward_needs_a_prompt_that_asks():
    plain = given()
    plain["reward"] = {"answer": 0.5, "format": 0.05, "annotation": 0.45}
    with pytest.raises(ProfileError, match="asks for one"):
        profile_from(plain)
    plain["data"]["prompt"] = "answer_and_annotation"
    assert plan.reward_weights(profile_from(plain)) == [0.5, 0.05, 0.45]


@pytest.mark.parametrize(
    "section, key, value, message",
    [
        ("hardware", "responses_at_once", 3, "it may be [1, 2, 4, 8, 16, 32, 64, 128]"),
        ("hardware", "processes", 5, "no value fits"),
        ("optimizer", "save_every_steps", 501, "nothing would be saved"),
        ("hardware", "vllm", {"tensor_parallel": 3}, "does not divide 8 processes"),
        ("objective", "epochs_per_batch", 3, "cannot be resumed exactly"),
        ("hardware", "device", "cpu", "needs device cuda"),
    ],
)
def test_arithmetic_that_does_not_come_out(section, key, value, message):
    plain = given()
    plain[section][key] = value
    with pytest.raises(ProfileError) as caught:
        plan.arithmetic(profile_from(plain))
    assert message in str(caught.value)


def test_names_and_files(tmp_path):
    with pytest.raises(ProfileError, match=r"did you mean 'trace-qwen2\.5-vl-3b'"):
        read_profile("trace-qwen2.5-3b")
    with pytest.raises(ProfileError, match="cannot read"):
        read_profile(str(tmp_path / "none.yaml"))
    broken = tmp_path / "broken.yaml"
    broken.write_text("name: [\n")
    with pytest.raises(ProfileError, match=r"line 2: not YAML"):
        read_profile(str(broken))
    broken.write_text("- a\n")
    with pytest.raises(ProfileError, match="expected a mapping"):
        read_profile(str(broken))


def test_validation_draws_at_its_own_temperature():
    pytest.importorskip("trl")
    from types import SimpleNamespace

    from trace_tasks.training.trainer import ValidationSampling

    sampling, config = ValidationSampling(read_profile("trace-qwen2.5-vl-3b")), SimpleNamespace()
    sampling.attach(SimpleNamespace(generation_config=config))
    sampling.on_evaluate(None, None, None)
    seen = []
    for step in (99, 100):
        sampling.on_step_end(None, SimpleNamespace(global_step=step), None)
        seen.append((config.temperature, config.top_p))
    sampling.on_evaluate(None, None, None)
    assert [*seen, (config.temperature, config.top_p)] == [(1.0, 1.0), (0.6, 0.95), (1.0, 1.0)]


@pytest.mark.parametrize("module", [environment, stream])
def test_examples_in_docstrings(module):
    assert doctest.testmod(module).failed == 0
