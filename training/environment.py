"""What a run ran on: code, packages, machine. Facts only, and nothing that names a person or a host."""

import os
import platform
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import msgspec

PACKAGES = (
    "torch",
    "torchvision",
    "transformers",
    "trl",
    "accelerate",
    "datasets",
    "huggingface-hub",
    "tokenizers",
    "safetensors",
    "vllm",
    "numpy",
    "pillow",
    "skia-python",
)


class Gpu(msgspec.Struct, frozen=True):
    """One visible GPU; memory in MiB as the driver states it."""

    name: str
    memory_mib: int


def gpus() -> list[Gpu] | None:
    """The GPUs this process may use, by `nvidia-smi`; None where there is no such driver."""
    command = ["nvidia-smi", "--query-gpu=index,uuid,name,memory.total", "--format=csv,noheader,nounits"]
    try:
        listing = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout
    except (OSError, subprocess.SubprocessError):
        return None
    return visible(listing, os.environ.get("CUDA_VISIBLE_DEVICES"))


def visible(listing: str, chosen: str | None) -> list[Gpu]:
    """The GPUs of `nvidia-smi`'s lines that CUDA_VISIBLE_DEVICES leaves.

    >>> visible("0, GPU-a, NVIDIA H100 80GB HBM3, 81559\\n1, GPU-b, NVIDIA H100 80GB HBM3, 81559\\n", "1")
    [Gpu(name='NVIDIA H100 80GB HBM3', memory_mib=81559)]
    """
    found = {}
    for line in listing.strip().splitlines():
        index, uuid, name, memory = (field.strip() for field in line.split(","))
        found[index] = found[uuid] = Gpu(name, int(float(memory)))
    if chosen is None:
        return [gpu for key, gpu in found.items() if key.isdigit()]
    return [found[key.strip()] for key in chosen.split(",") if key.strip() in found]


def code() -> dict[str, Any]:
    """The package's version, and the commit of its clone with whether files differ from it."""
    import trace_tasks

    return {"package": f"trace-tasks {trace_tasks.__version__}", **commit(Path(__file__).parent)}


def commit(folder: Path) -> dict[str, Any]:
    def git(*arguments: str) -> str:
        command = ["git", "-C", str(folder), *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout.strip()

    try:
        return {"commit": git("rev-parse", "HEAD"), "modified": bool(git("status", "--porcelain", "-uno"))}
    except (OSError, subprocess.SubprocessError):
        return {"commit": None, "modified": None}


def machine() -> dict[str, Any]:
    """Python, packages, processor and GPUs."""
    return {
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "cpus": len(os.sched_getaffinity(0)),
        "gpus": [gpu.name for gpu in gpus() or []],
        "packages": {name: found for name in PACKAGES if (found := installed(name))},
    }


def installed(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def quiet() -> None:
    """Libraries in this process keep to themselves: no telemetry, no progress bars, no advice."""
    os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    os.environ.setdefault("TRANSFORMERS_VERBOSITY", "error")
    if not sys.stderr.isatty():
        os.environ.setdefault("HF_HUB_DISABLE_PROGRESS_BARS", "1")
        os.environ.setdefault("HF_DATASETS_DISABLE_PROGRESS_BARS", "1")
