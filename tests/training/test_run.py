"""A run from start to end on the tiny model: logs, receipts, killing, resuming, early refusals."""

import json
import os
import signal
import subprocess
import sys
import time

import msgspec
import pytest

from tests.training.conftest import small
from trace_tasks.training import files, preflight
from trace_tasks.training import run as running
from trace_tasks.training.environment import Gpu
from trace_tasks.training.files import RunError
from trace_tasks.training.profile import read_profile

pytest.importorskip("trl", reason="the extra `train` is not installed")

RUN = """
import sys
from pathlib import Path
from tests.training.conftest import small
from trace_tasks.training.run import run
run(small(), Path(sys.argv[1]), Path(sys.argv[2]))
"""

FILL_UP = """
import sys
from pathlib import Path
from tests.training.conftest import small
from trace_tasks.training import files, worker
job = worker.Job(profile=small(), prepared=Path(sys.argv[1]), output=Path(sys.argv[2]))
first = job.output / "checkpoint-2" / "trainer_state.json"
files.free_bytes = lambda folder: 0 if first.exists() else 10**9
worker.read_job = lambda path: job
worker.main(None)
"""


@pytest.fixture(scope="module")
def whole(prepared, tmp_path_factory):
    """An uninterrupted run of 4 steps, saved at 2 and 4."""
    folder = tmp_path_factory.mktemp("whole")
    running.run(small(), prepared, folder)
    return folder


def tensors(checkpoint):
    from safetensors.torch import load_file

    return load_file(checkpoint / "model.safetensors")


def history(checkpoint):
    return json.loads((checkpoint / "trainer_state.json").read_text())["log_history"]


def same(one, other):
    import torch

    ours, theirs = tensors(one), tensors(other)
    return ours.keys() == theirs.keys() and all(torch.equal(ours[name], theirs[name]) for name in ours)


def drawn(log):
    """What a log says but for times."""
    return [
        {k: v for k, v in entry.items() if "time" not in k and "runtime" not in k and "per_second" not in k}
        for entry in log
        if "loss" in entry or "eval_loss" in entry
    ]


def test_logs_and_receipts(whole):
    steps = [entry for entry in history(whole / "checkpoint-4") if "reward" in entry]
    assert [entry["step"] for entry in steps] == [1, 2, 3, 4]
    for entry in steps:
        parts = 0.95 * entry["rewards/answer_reward/mean"] + 0.05 * entry["rewards/format_reward/mean"]
        assert entry["reward"] == pytest.approx(parts, abs=1e-6)
    validated = [entry["step"] for entry in history(whole / "checkpoint-4") if "eval_reward" in entry]
    assert validated == [2, 4]
    before, after = files.read_json(whole / running.BEFORE), files.read_json(whole / running.AFTER)
    assert before["profile_sha256"] == small().sha256
    assert before["resolved"]["arithmetic"]["completions"] == 8
    assert before["machine"]["packages"]["trl"]
    assert before["prepared"]["files"]["base/model.safetensors"]["sha256"]
    assert after["steps"] == 4
    assert set(after["reward_curve"]["last_tenth"]) == {
        "reward",
        "rewards/answer_reward/mean",
        "rewards/format_reward/mean",
    }
    assert "model.safetensors" in after["files"]


def test_running_again_does_nothing(whole, prepared):
    stamp = (whole / "checkpoint-4" / "model.safetensors").stat().st_mtime_ns
    assert running.run(small(), prepared, whole).name == "checkpoint-4"
    assert (whole / "checkpoint-4" / "model.safetensors").stat().st_mtime_ns == stamp


def test_killed_and_resumed_is_the_same_run(whole, prepared, tmp_path):
    """Killed after step 2 and started again: weights, optimizer, order of rows and log equal, bit for bit."""
    import torch

    folder = tmp_path / "run"
    process = subprocess.Popen(
        [sys.executable, "-c", RUN, str(prepared), str(folder)],
        start_new_session=True,
        stdout=subprocess.DEVNULL,
    )
    deadline = time.monotonic() + 240
    while not running.complete(folder / "checkpoint-2", 1) and time.monotonic() < deadline:
        time.sleep(0.02)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    assert running.last_checkpoint(folder, small()).name == "checkpoint-2"
    assert not (folder / running.AFTER).exists()

    assert running.run(small(), prepared, folder).name == "checkpoint-4"
    assert files.read_json(folder / running.BEFORE)["resumed_from_step"] == 2
    assert same(folder / "checkpoint-4", whole / "checkpoint-4")
    assert not same(folder / "checkpoint-4", whole / "checkpoint-2")
    moments = [torch.load(f / "checkpoint-4" / "optimizer.pt")["state"] for f in (folder, whole)]
    assert all(torch.equal(moments[0][k]["exp_avg"], moments[1][k]["exp_avg"]) for k in moments[1])
    assert drawn(history(folder / "checkpoint-4")) == drawn(history(whole / "checkpoint-4"))


def test_the_stream_resumes_where_it_stopped(prepared, tmp_path):
    """The endless source: 4 steps in one go equal 2 steps, a new process, and 2 more."""
    stream = {"tasks": ["task_graph__node_link__node_color_count"], "difficulty": [0.0, 0.5], "ramp_rows": 16}
    settings = {"data__stream": stream, "rollout__max_prompt_tokens": 4096}
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    running.run(small(**settings), prepared, whole)
    running.run(small(**settings), prepared, parts)
    (parts / "checkpoint-4").rename(parts / "put-aside")
    running.run(small(**settings), prepared, parts)
    assert same(whole / "checkpoint-4", parts / "checkpoint-4")
    ours, theirs = (drawn(history(f / "checkpoint-4")) for f in (whole, parts))
    assert [{k: v for k, v in e.items() if k != "epoch"} for e in ours] == [
        {k: v for k, v in e.items() if k != "epoch"} for e in theirs
    ]


@pytest.mark.parametrize("lost", ["trainer_state.json", "optimizer.pt", "model.safetensors", "rng_state.pth"])
def test_a_half_written_checkpoint_does_not_count(whole, tmp_path, lost):
    import shutil

    for name in ("checkpoint-2", "checkpoint-4"):
        shutil.copytree(whole / name, tmp_path / name)
    (tmp_path / "checkpoint-4" / lost).unlink()
    assert running.last_checkpoint(tmp_path, small()).name == "checkpoint-2"


def test_another_profile_in_the_same_folder(whole, prepared):
    with pytest.raises(RunError, match="another profile"):
        running.run(small(optimizer__learning_rate=1e-3), prepared, whole)


# What is refused before any long work


def refused(match, profile, prepared, output, monkeypatch):
    monkeypatch.setattr(running, "launch", lambda *a: pytest.fail("it was launched"))
    with pytest.raises(RunError, match=match) as caught:
        running.run(profile, prepared, output)
    assert "\n" not in str(caught.value)


def test_missing_gpu(prepared, tmp_path, monkeypatch):
    monkeypatch.setattr(preflight, "find_spec", lambda name: True)
    monkeypatch.setattr(preflight.environment, "gpus", lambda: None)
    refused("no GPU .* needs 8 x H100", read_profile("trace-qwen2.5-vl-3b"), prepared, tmp_path, monkeypatch)


@pytest.mark.parametrize(
    "found, match",
    [
        ([Gpu("NVIDIA H100 80GB HBM3", 81559)] * 4, "4 GPUs visible, the profile needs 8 x H100"),
        ([Gpu("NVIDIA A100", 81559)] * 8, "GPU 0 is a NVIDIA A100"),
        ([Gpu("NVIDIA H100 80GB HBM3", 81559)] * 7 + [Gpu("NVIDIA H100 MIG", 40000)], "GPU 7 has 42 GB"),
    ],
)
def test_wrong_gpus(found, match):
    with pytest.raises(RunError, match=match):
        preflight.check_gpus(read_profile("trace-qwen2.5-vl-3b").hardware, found)


def test_right_gpus():
    preflight.check_gpus(
        read_profile("trace-qwen2.5-vl-7b").hardware, [Gpu("NVIDIA H100 80GB HBM3", 81559)] * 8
    )


def test_missing_package(prepared, tmp_path, monkeypatch):
    monkeypatch.setattr(preflight, "find_spec", lambda name: None if name == "vllm" else True)
    refused(
        "vllm not installed: pip install",
        read_profile("trace-qwen2.5-vl-3b"),
        prepared,
        tmp_path,
        monkeypatch,
    )


def test_full_disk_before_the_run(prepared, tmp_path, monkeypatch):
    monkeypatch.setattr(files, "free_bytes", lambda folder: 10_000)
    refused("a run of demo needs 0.05 GB", small(), prepared, tmp_path / "new", monkeypatch)
    assert not (tmp_path / "new").exists()


def test_full_disk_at_a_checkpoint(prepared, tmp_path):
    """A disk that fills up while training: the run stops with one line, and the earlier checkpoint stands."""
    done = subprocess.run(
        [sys.executable, "-c", FILL_UP, str(prepared), str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=240,
    )
    assert done.returncode == 1
    assert (
        done.stderr.strip().splitlines()[-1].startswith("trace-train: the checkpoint of step 4 needs 0.00 GB")
    )
    assert "nothing was written" in running.reason(tmp_path)
    assert running.last_checkpoint(tmp_path, small()).name == "checkpoint-2"


def test_changed_files(prepared, tmp_path, monkeypatch):
    import shutil

    copy = tmp_path / "prepared"
    shutil.copytree(prepared, copy)
    weights = copy / "base" / "model.safetensors"
    data = bytearray(weights.read_bytes())
    data[-1] ^= 1
    weights.write_bytes(data)
    refused("base/model.safetensors: sha256 .* prepare again", small(), copy, tmp_path / "run", monkeypatch)
    (copy / "base" / "config.json").unlink()
    refused("config.json: missing", small(), copy, tmp_path / "run", monkeypatch)


def test_not_prepared(tmp_path, prepared, monkeypatch):
    refused("`trace-train prepare` makes it", small(), tmp_path / "none", tmp_path / "run", monkeypatch)
    refused(
        "prepared with other pixel limits",
        small(images__min_pixels=1000),
        prepared,
        tmp_path / "run",
        monkeypatch,
    )
    other = msgspec.structs.replace(small(), base=msgspec.structs.replace(small().base, repo="another/model"))
    refused("prepared with base demo/base@local", other, prepared, tmp_path / "run", monkeypatch)
    named = msgspec.structs.replace(
        small(), base=msgspec.structs.replace(small().base, files={"model.safetensors": "0" * 64})
    )
    refused("is not the one that the profile names", named, prepared, tmp_path / "run", monkeypatch)
