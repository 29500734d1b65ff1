"""The builder: the same bytes however it runs, whole or not at all, nothing finished is done twice."""

import fcntl
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path

import msgspec
import pytest

from tests.datasets import TASKS, small, tree
from trace_tasks import build as builder
from trace_tasks.build import build
from trace_tasks.engine.instance import GenerationError
from trace_tasks.recipe import (
    LEAST,
    MOST,
    REDRAWS,
    Recipe,
    RecipeError,
    Slot,
    TaskCount,
    instance_seed,
    read_recipe,
)
from trace_tasks.records import DataError, TrainInstance, read_instances
from trace_tasks.registry import UnknownTaskError
from trace_tasks.validate import validate

LONG = ["--samples-per-task", "20", "--seed", "7"]


@pytest.fixture(scope="module")
def plain(tmp_path_factory):
    output = tmp_path_factory.mktemp("plain") / "dataset"
    build(small(), output)
    return output


def command(output: Path) -> list[str]:
    code = "from trace_tasks.cli import run_generate; run_generate()"
    tasks = [part for task in TASKS for part in ("--task", task)]
    return [sys.executable, "-c", code, *tasks, *LONG, "--workers", "2", "--output", str(output)]


def started(output: Path, shards: int) -> subprocess.Popen:
    """A long build in a process group of its own, that has finished some shards."""
    run = subprocess.Popen(command(output), start_new_session=True, stderr=subprocess.PIPE, text=True)
    until = time.monotonic() + 60
    while len(notes(output)) < shards:
        assert run.poll() is None, run.stderr.read()
        assert time.monotonic() < until
        time.sleep(0.01)
    return run


def notes(output: Path) -> list[Path]:
    return sorted(output.with_name(f"{output.name}.partial").glob("shards/*.json"))


def inodes(output: Path, ready: list[Path]) -> dict[str, int]:
    """The finished pictures of these shards: a file drawn again is another file."""
    dataset = output.with_name(f"{output.name}.partial") / "dataset"
    paths = [p for note in ready for p in msgspec.json.decode(note.read_bytes())["files"]]
    return {path: (dataset / path).stat().st_ino for path in paths}


def children(pid: int) -> list[int]:
    return [int(p) for p in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def gone(pid: int) -> bool:
    with suppress(FileNotFoundError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    return True


def test_what_a_folder_holds(plain):
    rows = list(read_instances(plain))
    assert [row.task for row in rows] == [task for task in TASKS for _ in range(6)]
    assert {p.name for p in plain.iterdir()} == {
        "images",
        "traces",
        "train_instances.jsonl",
        "validation_report.json",
        "build_report.json",
        "SHA256SUMS",
    }
    report = msgspec.json.decode((plain / "build_report.json").read_bytes())
    assert report["instances"] == len(rows) == 12
    assert report["attempts"] == sum(tally["attempts"] for tally in report["tasks"].values())
    assert {"numpy", "pillow", "skia-python", "python", "trace_tasks"} <= set(report["versions"])
    assert validate(plain) == []
    done = subprocess.run(["sha256sum", "-c", "--quiet", "SHA256SUMS"], cwd=plain, check=False)
    assert done.returncode == 0
    assert not plain.with_name("dataset.partial").exists()


@pytest.mark.parametrize("workers", [2, 3])
def test_the_same_bytes_for_any_number_of_workers(plain, tmp_path, workers):
    counted = []
    build(small(), tmp_path / "elsewhere", workers, counted.append)
    assert tree(tmp_path / "elsewhere") == tree(plain)
    assert sum(counted) == 12


def test_killed_in_the_middle_and_resumed(tmp_path):
    output = tmp_path / "dataset"
    run = started(output, shards=2)
    workers = children(run.pid)
    os.kill(run.pid, signal.SIGKILL)
    run.wait()
    until = time.monotonic() + 20
    while not all(map(gone, workers)):  # nobody is left to write
        assert time.monotonic() < until
        time.sleep(0.01)
    assert not output.exists()
    before = inodes(output, notes(output))
    assert before
    subprocess.run(command(output), check=True, stdout=subprocess.DEVNULL)
    after = {path: (output / path).stat().st_ino for path in before}
    assert after == before
    build(small(20, sampling_seed=7), tmp_path / "uninterrupted")
    assert tree(output) == tree(tmp_path / "uninterrupted")
    assert not output.with_name("dataset.partial").exists()


def test_ctrl_c_keeps_what_is_finished(tmp_path):
    output = tmp_path / "dataset"
    run = started(output, shards=1)
    os.killpg(run.pid, signal.SIGINT)
    _, errors = run.communicate(timeout=60)
    assert run.returncode == 130
    assert errors.count("\n") == 1
    assert "same command" in errors
    assert not output.exists()
    assert notes(output)
    assert not list(tmp_path.glob("dataset.partial/tmp-*"))


def test_a_finished_shard_that_was_damaged_is_drawn_again(plain, tmp_path, monkeypatch):
    output = tmp_path / "dataset"
    with monkeypatch.context() as patch:
        patch.setattr(builder, "write_reports", stopped)
        with pytest.raises(KeyboardInterrupt):
            build(small(), output)
    pictures = sorted(tmp_path.glob("dataset.partial/dataset/images/*/*.png"))
    assert len(pictures) == 12
    pictures[0].write_bytes(b"")
    build(small(), output)
    assert tree(output) == tree(plain)


def stopped(*_):
    raise KeyboardInterrupt


def test_another_recipe_in_the_work_folder_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(builder, "write_reports", stopped)
    with pytest.raises(KeyboardInterrupt):
        build(small(2), tmp_path / "dataset")
    with pytest.raises(DataError, match=r"differs in sampling_seed, tasks; .*remove .*dataset\.partial"):
        build(small(3, sampling_seed=1), tmp_path / "dataset")


def test_two_builds_of_one_output(tmp_path):
    work = tmp_path / "dataset.partial"
    work.mkdir()
    with (work / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with pytest.raises(DataError, match="another build is at work"):
            build(small(2), tmp_path / "dataset")


def test_what_exists_is_never_overwritten(plain, tmp_path):
    before = tree(plain)
    with pytest.raises(DataError, match="exists already"):
        build(small(), plain)
    assert tree(plain) == before
    (tmp_path / "empty").mkdir()
    build(small(1), tmp_path / "empty")
    assert validate(tmp_path / "empty") == []


def test_sampling_seeds_share_nothing():
    seeds = {
        instance_seed(seed, Slot(task, index, {}), redraw)
        for seed in (42, 43, 1042)
        for task in TASKS
        for index in range(200)
        for redraw in range(3)
    }
    assert len(seeds) == 3 * 2 * 200 * 3
    assert all(0 <= seed < 2**63 for seed in seeds)


def test_entries_of_one_task_go_on_counting():
    recipe = Recipe(tasks=(TaskCount("a", 2), TaskCount("b", 1), TaskCount("a", 2, {"difficulty": 1})))
    assert [(s.task_id, s.index) for s in recipe.slots()] == [
        ("a", 0),
        ("a", 1),
        ("b", 0),
        ("a", 2),
        ("a", 3),
    ]


@pytest.mark.parametrize("count", [1, 7, 8, 9, 1000, 64_000, 100_000])
def test_shards_cover_the_recipe(count):
    shards = Recipe(tasks=(TaskCount("a", count),)).shards()
    assert [slot.index for shard in shards for slot in shard.slots] == list(range(count))
    assert all(LEAST <= len(shard.slots) <= MOST for shard in shards[:-1])


@pytest.mark.parametrize("repeated", [3, LEAST + 1])  # in the same shard, in a later one
def test_a_repetition_is_drawn_again(tmp_path, monkeypatch, repeated):
    recipe = Recipe(tasks=(TaskCount(TASKS[0], LEAST + 2),))
    first, original = next(recipe.slots()), builder.generate

    def generate(recipe, slot, redraw):
        return original(recipe, first if (slot.index, redraw) == (repeated, 0) else slot, redraw)

    monkeypatch.setattr(builder, "generate", generate)
    build(recipe, tmp_path / "dataset")
    rows: list[TrainInstance] = list(read_instances(tmp_path / "dataset"))
    assert len({row.instance_id for row in rows}) == len(rows)
    assert rows[repeated].instance_seed == instance_seed(42, Slot(TASKS[0], repeated, {}), 1)
    report = msgspec.json.decode((tmp_path / "dataset" / "build_report.json").read_bytes())
    assert report["redrawn"] == report["tasks"][TASKS[0]]["redrawn"] == 1
    assert validate(tmp_path / "dataset") == []


def test_a_task_with_too_few_different_instances(tmp_path, monkeypatch):
    recipe = Recipe(tasks=(TaskCount(TASKS[0], 2),))
    same = builder.generate(recipe, next(recipe.slots()), 0)
    monkeypatch.setattr(builder, "generate", lambda *_: same)
    with pytest.raises(DataError, match=f"instance 1 .* {REDRAWS + 1} times"):
        build(recipe, tmp_path / "dataset")
    assert not (tmp_path / "dataset").exists()


def test_a_task_without_a_valid_draw(tmp_path, monkeypatch):
    def generate_task(task_id, seed, *_):
        raise GenerationError(task_id, seed, Counter({"too dark": 100}))

    monkeypatch.setattr(builder, "generate_task", generate_task)
    with pytest.raises(DataError, match="100 x too dark"):
        build(small(1), tmp_path / "dataset")


def test_strict_repro_sees_a_second_generation_that_differs(tmp_path, monkeypatch):
    build(small(1, strict_repro=True), tmp_path / "good")
    assert validate(tmp_path / "good") == []
    original, calls = builder.generate_task, []

    def generate_task(task_id, seed, *rest):
        calls.append(seed)
        return original(task_id, seed + (len(calls) > 1), *rest)

    monkeypatch.setattr(builder, "generate_task", generate_task)
    with pytest.raises(DataError, match="a second generation differs"):
        build(small(1, strict_repro=True), tmp_path / "bad")


def test_a_configuration_file(tmp_path):
    file = tmp_path / "recipe.yaml"
    file.write_text(f"dataset_name: mine\nsampling_seed: 3\ntasks:\n- {{task_id: {TASKS[0]}, count: 2}}\n")
    assert read_recipe(file) == Recipe(dataset_name="mine", sampling_seed=3, tasks=(TaskCount(TASKS[0], 2),))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("sampling_sed: 1\ntasks: []", "unknown key 'sampling_sed'; did you mean 'sampling_seed'?"),
        ("tasks: [{task_id: a, cuont: 2}]", r"tasks\[0\]: unknown key 'cuont'; did you mean 'count'?"),
        ("tasks: [{task_id: a, count: 0}]", "`int` >= 1"),
        ("tasks: [{task_id: a, count: 2}]\nimage_format: gif", "Invalid enum value 'gif'"),
        ("tasks: []", "length >= 1"),
        ("{}", "missing required field `tasks`"),
        ("- 1", "expected a mapping with the keys output_root"),
        ("tasks: [", "line 1: not YAML"),
        ("tasks: 3", "Expected `array`"),
    ],
)
def test_a_configuration_that_is_wrong(tmp_path, text, message):
    file = tmp_path / "recipe.yaml"
    file.write_text(text)
    with pytest.raises(RecipeError, match=message) as caught:
        read_recipe(file)
    assert "\n" not in str(caught.value)


def test_a_task_that_does_not_exist(tmp_path):
    with pytest.raises(UnknownTaskError, match="nearest"):
        build(Recipe(tasks=(TaskCount("task_games__match3__gem_cuont", 1),)), tmp_path / "dataset")
    assert not list(tmp_path.iterdir())
