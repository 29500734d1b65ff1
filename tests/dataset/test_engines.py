"""A release built by several machines has the bytes of the build in one process, whatever is killed."""

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from tests.dataset.releases import recipe_file, small
from tests.datasets import tree
from trace_tasks.records import DataError
from trace_tasks.release import engines
from trace_tasks.release.pack import build_release

ROOT = Path(__file__).parents[2]
ROWS = 24
ON_RAY = "import sys, tests.dataset.on_ray; tests.dataset.on_ray.main(*sys.argv[1:])"


def test_steps_in_any_order_of_ranks(release, tmp_path):
    draw, pack, seal = engines.steps(recipe_file(tmp_path), tmp_path / "out")
    for rank in (2, 0, 1):
        draw(None, rank, 3)
    with pytest.raises(DataError, match="is not packed yet"):
        seal(None, 0, 1)
    for rank in (1, 0, 1):  # a rank may run twice
        pack(None, rank, 2)
    seal(None, 0, 1)
    assert tree(tmp_path / "out") == tree(release)
    draw(None, 0, 3)  # too late, and without effect
    assert tree(tmp_path / "out") == tree(release)


def test_machines_with_other_versions_are_refused(tmp_path, monkeypatch):
    draw, _, _ = engines.steps(recipe_file(tmp_path), tmp_path / "out")
    monkeypatch.setattr("trace_tasks.release.plan.release_versions", lambda: {"pyarrow": "0"})
    with pytest.raises(DataError, match="differs in versions"):
        draw(None, 0, 3)


def test_on_ray_with_a_worker_killed_in_the_middle(tmp_path):
    pytest.importorskip("ray", reason="the extra `cluster` is not installed")
    pytest.importorskip("datatrove", reason="the extra `cluster` is not installed")
    build_release(small(per_task=ROWS), tmp_path / "alone")
    recipe = recipe_file(tmp_path, per_task=ROWS)
    run = subprocess.Popen(
        [sys.executable, "-c", ON_RAY, recipe, tmp_path / "out", tmp_path / "logs"],
        start_new_session=True,
        env={**os.environ, "PYTHONPATH": str(ROOT), "RAY_USAGE_STATS_ENABLED": "0", "HF_HUB_OFFLINE": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        killed = kill_when_it_works(tmp_path, run)
        said, _ = run.communicate(timeout=600)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(run.pid, signal.SIGKILL)
    assert run.returncode == 0, said
    assert tree(tmp_path / "out") == tree(tmp_path / "alone")
    assert (tmp_path / "rank-0").read_text() != killed, "the rank that was killed ran again"


def kill_when_it_works(folder: Path, run: subprocess.Popen) -> str:
    """Kill the worker of rank 0, and its helper, in the middle of drawing; what it had noted."""
    note, parts = folder / "rank-0", folder / "out.partial" / "parts"
    until = time.monotonic() + 240
    while not (note.exists() and note.read_text() and any(parts.glob("tmp-*gem_count*"))):
        assert run.poll() is None, run.communicate()[0]
        assert time.monotonic() < until
        time.sleep(0.01)
    noted = note.read_text()
    for pid in map(int, noted.split()):
        os.kill(pid, signal.SIGKILL)
    return noted
