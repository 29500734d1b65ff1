"""What must be so before a run starts. Each check ends in one line that says what is wrong and what to do."""

from importlib.util import find_spec
from pathlib import Path

from . import environment, files
from .files import RunError
from .plan import arithmetic
from .prepare import Prepared, check_prepared
from .profile import Hardware, Profile

MODULES = ("torch", "transformers", "trl", "accelerate", "datasets")


def preflight(profile: Profile, prepared: Path, output: Path) -> Prepared:
    """Check machine, disk and prepared folder; the record of that folder. RunError or ProfileError."""
    arithmetic(profile)
    check_modules(profile.hardware)
    check_gpus(profile.hardware, environment.gpus() if profile.hardware.device == "cuda" else [])
    files.need_room(output, profile.hardware.disk_gb * 1e9, f"a run of {profile.name}")
    return check_prepared(profile, prepared)


def check_modules(hardware: Hardware) -> None:
    wanted = (*MODULES, "vllm") if hardware.vllm else MODULES
    missing = [name for name in wanted if find_spec(name) is None]
    if missing:
        pins = "train-gpu.txt" if hardware.device == "cuda" else "train-cpu.txt"
        raise RunError(
            f"{', '.join(missing)} not installed: pip install -c constraints/{pins} 'trace-tasks[train]'"
            f"{' vllm' if 'vllm' in missing else ''}"
        )


def check_gpus(hardware: Hardware, found: list[environment.Gpu] | None) -> None:
    """Compare the GPUs of this node with the profile."""
    if hardware.device == "cpu":
        return
    wanted = f"{hardware.processes} x {hardware.gpu or 'GPU'}"
    if not found:
        why = "nvidia-smi finds no driver" if found is None else "none is visible"
        raise RunError(f"no GPU ({why}); the profile needs {wanted} on each node")
    if len(found) != hardware.processes:
        raise RunError(
            f"{len(found)} GPUs visible, the profile needs {wanted} on each node; set CUDA_VISIBLE_DEVICES,"
            " or hardware.processes in a profile of your own (`trace-train check` does the division)"
        )
    for number, gpu in enumerate(found):
        if hardware.gpu not in gpu.name:
            raise RunError(f"GPU {number} is a {gpu.name}, the profile needs {wanted}")
        if hardware.gpu_memory_gb and gpu.memory_mib * 2**20 < 0.97 * hardware.gpu_memory_gb * 1e9:
            memory = gpu.memory_mib * 2**20 / 1e9
            raise RunError(f"GPU {number} has {memory:.0f} GB, the profile needs {hardware.gpu_memory_gb} GB")
