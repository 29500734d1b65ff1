"""From the checkpoint of a run to published weights, with the record of where they come from."""

import shutil
from pathlib import Path
from typing import Any

import msgspec

from trace_tasks.records import file_sha256

from . import environment, files
from .files import RunError
from .prepare import Prepared
from .profile import Profile
from .run import AFTER, BEFORE, last_checkpoint, reward_curve, stamp, step_of

PROVENANCE = "trace_training_provenance.json"
REVISION = ".trace_model_revision.json"
RECORDS = frozenset((PROVENANCE, REVISION))
DTYPES = {"bf16": "bfloat16", "fp32": "float32"}


def merge(run: Path, prepared: Path, output: Path, step: int | None = None) -> dict[str, Any]:
    """Write the weights of the run's last checkpoint, or of `step`, to `output`; the provenance.

    The tensors are the trained ones, in the profile's `hardware.weights`: with bf16, the very values that the
    forward passes computed with. Processor, chat template and generation configuration are the base model's.
    RunError when something is missing, or when what was written does not load back equal.
    """
    before = files.read_json(run / BEFORE)
    profile = msgspec.convert(before["profile"], Profile)
    checkpoint = run / f"checkpoint-{step}" if step else last_checkpoint(run, profile)
    if checkpoint is None or not checkpoint.is_dir():
        raise RunError(f"{run} has no complete checkpoint{f' of step {step}' if step else ''}")
    if output.exists():
        raise RunError(f"{output} exists; choose another")
    work = output.with_name(f"{output.name}.partial")
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    write_weights(checkpoint, prepared / "base", work, DTYPES[profile.hardware.weights])
    provenance = record(run, before, checkpoint, work)
    files.write_json(work / PROVENANCE, provenance)
    files.write_json(work / REVISION, revision(provenance, work))
    work.rename(output)
    return provenance


def write_weights(checkpoint: Path, base: Path, target: Path, dtype: str) -> None:
    """Model, processor and generation configuration; every tensor is compared after loading back."""
    import torch
    from transformers import AutoProcessor, GenerationConfig

    model = trained_model(checkpoint, base, getattr(torch, dtype))
    if (base / "generation_config.json").is_file():
        model.generation_config = GenerationConfig.from_pretrained(base)
    model.save_pretrained(target)
    AutoProcessor.from_pretrained(base).save_pretrained(target)
    stored = type(model).from_pretrained(target, dtype="auto").state_dict()
    for name, tensor in model.state_dict().items():
        if name not in stored or stored[name].dtype != tensor.dtype or not torch.equal(stored[name], tensor):
            raise RunError(f"{target}: {name} does not load back as it was trained; nothing was published")


def trained_model(checkpoint: Path, base: Path, dtype: Any) -> Any:
    """The model of a checkpoint, whole or sharded, on the CPU."""
    from transformers import AutoModelForImageTextToText

    shards = next(iter(sorted(checkpoint.glob("pytorch_model_fsdp_*"))), None)
    if shards is None:
        return AutoModelForImageTextToText.from_pretrained(checkpoint, dtype=dtype)
    model = AutoModelForImageTextToText.from_pretrained(base, dtype="float32")
    model.load_state_dict(gathered(shards, model.state_dict()), strict=True)
    return model.to(dtype)


def gathered(shards: Path, like: dict[str, Any]) -> dict[str, Any]:
    """The tensors of a sharded checkpoint, by the names of `like`; RunError when one is missing."""
    import torch
    import torch.distributed.checkpoint as distributed

    held = distributed.FileSystemReader(str(shards)).read_metadata().state_dict_metadata
    if absent := [name for name in like if f"model.{name}" not in held]:
        raise RunError(f"{shards} lacks {len(absent)} tensors, such as {absent[0]}")
    found = {name: torch.empty_like(tensor) for name, tensor in like.items()}
    distributed.load({"model": found}, checkpoint_id=str(shards), no_dist=True)
    return found


def record(run: Path, before: dict[str, Any], checkpoint: Path, work: Path) -> dict[str, Any]:
    """Where the weights come from, and the hash of every file."""
    state = files.read_json(checkpoint / "trainer_state.json")
    after = files.read_json(run / AFTER) if (run / AFTER).exists() else {}
    prepared = msgspec.convert(before["prepared"], Prepared)
    return {
        "name": before["profile"]["name"],
        "base": {
            "repo": prepared.base["repo"],
            "revision": prepared.base["revision"],
            "files": prepared.base["files"],
        },
        "dataset": {k: prepared.dataset.get(k) for k in ("repo", "revision", "tag", "rows", "stream")},
        "dataset_files": {k: v for k, v in prepared.files.items() if k.startswith("data/")},
        "profile": before["profile"],
        "profile_sha256": before["profile_sha256"],
        "code": before["code"],
        "environment": before["machine"],
        "hardware": before["profile"]["hardware"],
        "seeds": before["seeds"],
        "steps": step_of(checkpoint),
        "seconds": after.get("seconds"),
        "reward_curve": reward_curve(state["log_history"]),
        "validation": [entry for entry in state["log_history"] if "eval_reward" in entry],
        "merged_with": {"code": environment.code(), "environment": environment.machine()},
        "created": stamp(),
        "files": files.sums(work, RECORDS),
    }


def revision(provenance: dict[str, Any], work: Path) -> dict[str, Any]:
    """A short card of the same, which also seals the provenance file."""
    return {
        "name": provenance["name"],
        "steps": provenance["steps"],
        "base": f"{provenance['base']['repo']}@{provenance['base']['revision']}",
        "dataset": f"{provenance['dataset']['repo']}@{provenance['dataset']['revision']}",
        "profile_sha256": provenance["profile_sha256"],
        "provenance_sha256": file_sha256(work / PROVENANCE),
    }


def verify(folder: Path) -> list[str]:
    """A line for everything in which a merged folder differs from its records; RunError without records."""
    sealed = files.read_json(folder / REVISION)["provenance_sha256"]
    provenance = files.read_json(folder / PROVENANCE)
    faults = []
    if file_sha256(folder / PROVENANCE) != sealed:
        faults.append(f"{PROVENANCE}: not the one that {REVISION} names")
    return faults + list(files.differences(folder, provenance["files"], RECORDS))
