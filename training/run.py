"""A run: checks, a receipt, the launch through `accelerate`, and a receipt of what came out."""

import os
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import msgspec
import yaml

from trace_tasks.records import file_sha256

from . import environment, files
from .files import RunError
from .plan import accelerate_settings, resolved
from .preflight import preflight
from .prepare import RECORD, Prepared
from .profile import Profile
from .worker import JOB, REASON, Job

BEFORE, AFTER, ACCELERATE = "receipt_before.json", "receipt_after.json", "accelerate.yaml"
WORKER = "trace_tasks.training.worker"
#: What a complete checkpoint holds besides its weights. The trainer writes the last of them last.
STATE_FILES = ("scheduler.pt", "trainer_state.json")


def run(profile: Profile, prepared: Path, output: Path, rank: int = 0, address: str = "") -> Path:
    """Train, from the last complete checkpoint in `output` where there is one; the last checkpoint.

    `rank` and `address` (HOST:PORT of node 0) place this node among several. RunError when a check fails or
    the training stops early.
    """
    prepared, output = prepared.resolve(), output.resolve()
    record = preflight(profile, prepared, output)
    if profile.hardware.nodes > 1 and not address:
        raise RunError(
            f"{profile.name} runs on {profile.hardware.nodes} nodes: give --address HOST:PORT of node 0"
        )
    output.mkdir(parents=True, exist_ok=True)
    check_same(profile, output)
    resume = last_checkpoint(output, profile)
    if resume and step_of(resume) >= profile.optimizer.steps:
        return resume
    write_files(profile, prepared, output, resume)
    (output / REASON).unlink(missing_ok=True)
    started = time.time()
    if rank == 0:
        files.write_json(output / BEFORE, receipt(profile, prepared, record, output, resume))
    status = launch(profile, output, rank, address)
    last = last_checkpoint(output, profile)
    if status or last is None or step_of(last) < profile.optimizer.steps:
        reached = (
            f"the same command goes on from step {step_of(last)}" if last else "no checkpoint was reached"
        )
        raise RunError(f"training stopped with status {status}{reason(output)}; {reached}")
    if rank == 0:
        files.write_json(output / AFTER, outcome(output, last, time.time() - started))
    return last


def reason(output: Path) -> str:
    said = output / REASON
    return f" ({said.read_text(encoding='utf-8').strip()})" if said.exists() else ""


def check_same(profile: Profile, output: Path) -> None:
    """RunError when `output` holds the run of another profile."""
    if (output / BEFORE).exists():
        theirs = files.read_json(output / BEFORE)
        if theirs["profile_sha256"] != profile.sha256:
            raise RunError(
                f"{output} holds a run of another profile ({theirs['profile']['name']}); choose another"
            )


def write_files(profile: Profile, prepared: Path, output: Path, resume: Path | None) -> None:
    """What the processes read; every node writes the same."""
    job = Job(profile=profile, prepared=prepared, output=output, resume=resume)
    files.write_json(output / JOB, msgspec.to_builtins(job, enc_hook=str))
    settings = yaml.safe_dump(accelerate_settings(profile), sort_keys=False)
    (output / ACCELERATE).write_text(settings, encoding="utf-8")


def launch(profile: Profile, output: Path, rank: int, address: str) -> int:
    """Start the processes of this node and wait; the exit status."""
    host, _, port = (address or f"127.0.0.1:{free_port()}").rpartition(":")
    command = [sys.executable, "-m", *launcher(profile, output, rank, host, port)]
    command += ["-m", WORKER, str(output / JOB)]
    own = {"TOKENIZERS_PARALLELISM": "false"}
    if profile.hardware.device == "cpu":
        own |= {"OMP_NUM_THREADS": os.environ.get("OMP_NUM_THREADS", "1"), "ACCELERATE_USE_CPU": "true"}
    return subprocess.call(command, env={**os.environ, **own})


def launcher(profile: Profile, output: Path, rank: int, host: str, port: str) -> list[str]:
    """Module and options that start the processes of one node.

    `accelerate launch`, but for several processes on CPUs, which it starts through MPI alone; what it calls
    for GPUs is called here for those.
    """
    hardware = profile.hardware
    if hardware.nodes * hardware.processes == 1:
        return ["accelerate.commands.launch", "--config_file", str(output / ACCELERATE), "--quiet"]
    if hardware.device == "cpu":
        nodes = ["--nnodes", str(hardware.nodes), "--node_rank", str(rank)]
        meeting = ["--master_addr", host, "--master_port", port]
        return ["torch.distributed.run", *nodes, "--nproc_per_node", str(hardware.processes), *meeting]
    meeting = ["--main_process_ip", host, "--main_process_port", port, "--machine_rank", str(rank)]
    return ["accelerate.commands.launch", "--config_file", str(output / ACCELERATE), *meeting]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def checkpoints(output: Path) -> list[Path]:
    """All checkpoint folders, by step."""
    return sorted((p for p in output.glob("checkpoint-*") if p.name[11:].isdigit()), key=step_of)


def step_of(checkpoint: Path) -> int:
    return int(checkpoint.name.removeprefix("checkpoint-"))


def last_checkpoint(output: Path, profile: Profile) -> Path | None:
    """The newest checkpoint that was written to its end."""
    processes = profile.hardware.nodes * profile.hardware.processes
    for checkpoint in reversed(checkpoints(output)):
        if complete(checkpoint, processes):
            return checkpoint
    return None


def complete(checkpoint: Path, processes: int) -> bool:
    """Whether weights, optimizer, schedule, all random states and the trainer's state are there."""
    random_states = len(list(checkpoint.glob("rng_state*.pth")))
    weights = [*checkpoint.glob("*.safetensors"), *checkpoint.glob("pytorch_model_fsdp_*/.metadata")]
    moments = [*checkpoint.glob("optimizer.pt"), *checkpoint.glob("optimizer_*/.metadata")]
    if not weights or not moments or random_states < processes:
        return False
    if not all((checkpoint / name).is_file() for name in STATE_FILES):
        return False
    try:
        state = files.read_json(checkpoint / "trainer_state.json")
    except RunError:
        return False
    return bool(state["global_step"] == step_of(checkpoint))


def receipt(
    profile: Profile, prepared: Path, record: Prepared, output: Path, resume: Path | None
) -> dict[str, Any]:
    """What the run stands on, written before it starts."""
    return {
        "profile": msgspec.to_builtins(profile),
        "profile_sha256": profile.sha256,
        "resolved": resolved(profile, output),
        "prepared": msgspec.to_builtins(record),
        "prepared_sha256": file_sha256(prepared / RECORD),
        "seeds": seeds(profile),
        "resumed_from_step": step_of(resume) if resume else None,
        "code": environment.code(),
        "machine": environment.machine(),
        "started": stamp(),
    }


def seeds(profile: Profile) -> dict[str, int]:
    stream = {"stream": profile.data.stream.seed} if profile.data.stream else {}
    return {"sampling": profile.seed, "data_order": profile.data.shuffle_seed, **stream}


def stamp() -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())


def outcome(output: Path, last: Path, seconds: float) -> dict[str, Any]:
    """What came out, written after the last step."""
    history = files.read_json(last / "trainer_state.json")["log_history"]
    return {
        "checkpoint": last.name,
        "steps": step_of(last),
        "seconds": round(seconds, 1),
        "reward_curve": reward_curve(history),
        "validation": [entry for entry in history if "eval_reward" in entry],
        "files": files.sums(last),
        "finished": stamp(),
    }


def reward_curve(history: list[dict[str, Any]], points: int = 50) -> dict[str, Any]:
    """Means of the reward and its parts: of the first and last tenth of the steps, and of `points` spans."""
    steps = [entry for entry in history if "reward" in entry]
    if not steps:
        return {}
    parts = ["reward", *sorted(k for k in steps[0] if k.startswith("rewards/") and k.endswith("/mean"))]
    tenth, span = max(len(steps) // 10, 1), max(len(steps) // points, 1)
    return {
        "first_tenth": averages(steps[:tenth], parts),
        "last_tenth": averages(steps[-tenth:], parts),
        "spans": [
            {"to_step": steps[min(k + span, len(steps)) - 1]["step"], **averages(steps[k : k + span], parts)}
            for k in range(0, len(steps), span)
        ],
    }


def averages(entries: list[dict[str, Any]], parts: list[str]) -> dict[str, float]:
    return {part: round(sum(e[part] for e in entries) / len(entries), 6) for part in parts}
