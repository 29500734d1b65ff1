"""Building a release: the same bytes however it runs, whole or not at all, nothing finished is done twice."""

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path

import msgspec
import pyarrow.parquet as pq
import pytest
import zstandard

from tests.dataset.releases import TASKS, recipe_file, small
from tests.datasets import tree
from trace_tasks import registry
from trace_tasks.recipe import RecipeError
from trace_tasks.records import DataError, TraceRecord, TraceRef, named_hash
from trace_tasks.registry import UnknownTaskError
from trace_tasks.release import pack
from trace_tasks.release.pack import MANIFEST, Manifest, build_release
from trace_tasks.release.parts import drawn_already, draws
from trace_tasks.release.plan import ReleaseRecipe, Split, plan_of, read_release_recipe
from trace_tasks.release.table import COLUMNS, ROWS_AT_ONCE

ROOT = Path(__file__).parents[2]
SCRIPT = [sys.executable, str(ROOT / "scripts" / "build_release_dataset.py")]


def command(*options) -> subprocess.CompletedProcess:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run([*SCRIPT, *map(str, options)], capture_output=True, text=True, env=environment)


def read(path: Path) -> list[dict]:
    return pq.read_table(path).to_pylist()


def test_the_published_plan_takes_in_all_tasks():
    plan = plan_of(read_release_recipe(ROOT / "scripts" / "recipes" / "release.yaml"))
    assert plan.tasks == tuple(registry.list_tasks())
    train = [shard for shard in plan.shards if shard.split == "train"]
    held_out = [shard for shard in plan.shards if shard.split == "validation"]
    assert (len(train), len(held_out)) == (16, 1)
    assert sum(shard.rows for shard in train) == 64 * len(plan.tasks)
    assert held_out[0].rows == 2 * len(plan.tasks)
    assert {split.name: split.seed for split in plan.recipe.splits} == {"train": 42, "validation": 1042}
    assert all(len(shard.domains) == 1 for shard in train)
    assert [task for shard in train for task in shard.tasks] == list(plan.tasks)


def test_the_plan_of_a_thousand_tasks():
    sizes = {"charts": 180, "games": 170, "geometry": 170, "graph": 60, "icons": 50, "illustrations": 60}
    sizes |= {"pages": 80, "physics": 50, "puzzles": 60, "symbolic": 60, "three_d": 60}
    tasks = tuple(f"task_{domain}__s__{k:03d}" for domain, size in sizes.items() for k in range(size))
    recipe = read_release_recipe(ROOT / "scripts" / "recipes" / "release.yaml")
    plan = msgspec.structs.replace(small(), recipe=recipe, tasks=tasks)
    rows = Counter()
    for shard in plan.shards:
        rows[shard.split] += shard.rows
    assert rows == {"train": 64_000, "validation": 2_000}
    train = [shard.rows for shard in plan.shards if shard.split == "train"]
    assert len(train) == 16
    assert max(train) < 2 * min(train)


def test_the_files(release):
    assert set(tree(release)) == {
        "README.md",
        MANIFEST,
        *(f"data/train-0000{k}-of-00003.parquet" for k in range(3)),
        *(f"traces/train-0000{k}-of-00003.jsonl.zst" for k in range(3)),
        "data/validation-00000-of-00001.parquet",
        "traces/validation-00000-of-00001.jsonl.zst",
    }
    manifest = msgspec.json.decode((release / MANIFEST).read_bytes(), type=Manifest)
    assert manifest.rows == {"train": 12, "validation": 3}
    sums = {path: entry.sha256 for path, entry in manifest.files.items()}
    assert sums == {p: sha for p, sha in tree(release).items() if p.startswith(("data/", "traces/"))}
    assert {task: tally.instances for task, tally in manifest.tasks["train"].items()} == dict.fromkeys(
        TASKS, 4
    )


def test_the_rows(release):
    ids = set()
    for path in sorted(release.glob("data/*.parquet")):
        traces = (release / "traces" / path.name).with_suffix("").with_suffix(".jsonl.zst")
        lines = zstandard.open(traces, "rb").read().splitlines()
        for number, row in enumerate(read(path)):
            assert tuple(row) == COLUMNS
            ref = msgspec.json.decode(row["trace_ref"], type=TraceRef)
            assert (ref.shard_id, ref.line_index) == (path.stem, number)
            assert named_hash(lines[number]) == ref.trace_record_hash
            record = msgspec.json.decode(lines[number], type=TraceRecord)
            assert (record.instance_id, record.task) == (row["instance_id"], row["task"])
            assert row["images"][0]["bytes"].startswith(b"\x89PNG")
            assert msgspec.json.decode(row["reward_contract"])["reward_contract_version"] == "v0"
            ids.add(row["instance_id"])
    assert len(ids) == 15


def test_rows_are_mixed_and_pages_are_indexed(release):
    (path,) = [p for p in release.glob("data/*.parquet") if len({row["task"] for row in read(p)}) > 1][:1]
    tasks = [row["task"] for row in read(path)]
    assert tasks[: len(set(tasks))] == sorted(set(tasks))
    metadata = pq.ParquetFile(path).metadata
    groups = [metadata.row_group(k) for k in range(metadata.num_row_groups)]
    assert all(group.num_rows <= ROWS_AT_ONCE for group in groups)
    assert all(group.column(0).has_offset_index for group in groups)


def test_splits_share_no_state(monkeypatch):
    """Even where a task has few states: here its states are made to repeat."""
    seen = Counter()

    def coarse(sample):
        return str(int(sample.image_hash, 16) % 3)

    monkeypatch.setattr("trace_tasks.release.parts.state_key", coarse)
    splits = (Split(name="validation", seed=1042, per_task=1), Split(name="train", seed=42, per_task=6))
    by_split = {"validation": set(), "train": set()}
    for split, _, sample, redrawn in draws(ReleaseRecipe(tasks=TASKS[:1], splits=splits), TASKS[0]):
        by_split[split.name].add(coarse(sample))
        seen["redrawn"] += redrawn
    assert by_split["validation"].isdisjoint(by_split["train"])
    assert seen["redrawn"] > 0


def test_the_same_bytes_whatever_the_workers(release, tmp_path):
    build_release(small(), tmp_path / "again", workers=2)
    assert tree(tmp_path / "again") == tree(release)


def test_killed_anywhere_it_goes_on_and_ends_with_the_same_bytes(release, tmp_path):
    output, recipe = tmp_path / "out", recipe_file(tmp_path)
    options = [*SCRIPT, "--recipe", recipe, "--output-dir", output, "--workers", "2"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    parts, shards = tmp_path / "out.partial" / "parts", tmp_path / "out.partial" / "shards"
    for reached in (lambda: any(parts.glob("*.json")), lambda: any(shards.glob("*.json"))):
        run = subprocess.Popen(options, start_new_session=True, env=environment, stderr=subprocess.DEVNULL)
        until = time.monotonic() + 60
        while not reached() and run.poll() is None:
            assert time.monotonic() < until
            time.sleep(0.005)
        with suppress(ProcessLookupError):
            os.killpg(run.pid, signal.SIGKILL)
        run.wait()
        if output.exists():  # it was faster than this test
            break
    before = {
        path: path.stat().st_mtime_ns for path in parts.glob("*.rows") if path.with_suffix(".json").exists()
    }
    assert before
    drawn = []
    build_release(small(), output, advance=drawn.append)
    assert sum(drawn) == small().rows
    assert tree(output) == tree(release)
    assert not (tmp_path / "out.partial").exists()


def test_what_is_finished_is_not_drawn_again(release, tmp_path, monkeypatch):
    monkeypatch.setattr(pack, "finish", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        build_release(small(), tmp_path / "out")
    monkeypatch.undo()
    work = tmp_path / "out.partial"
    (work / "parts" / f"{TASKS[0]}.rows").write_bytes(b"")  # as a power cut can leave it
    (work / "release" / "data" / "train-00001-of-00003.parquet").unlink()
    assert [task for task in TASKS if not drawn_already(work, task)] == [TASKS[0]]
    assert [job.shard.id for job in pack.unpacked(work, small())] == ["train-00001-of-00003"]
    build_release(small(), tmp_path / "out")
    assert tree(tmp_path / "out") == tree(release)


def test_another_recipe_is_kept_out_of_an_unfinished_build(tmp_path, monkeypatch):
    monkeypatch.setattr(pack, "finish", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        build_release(small(per_task=1, tasks=TASKS[:1]), tmp_path / "out")
    monkeypatch.undo()
    with pytest.raises(DataError, match="an unfinished build that differs in splits"):
        build_release(small(per_task=2, tasks=TASKS[:1]), tmp_path / "out")


def test_an_output_that_exists_is_left_alone(release):
    with pytest.raises(DataError, match="exists already"):
        build_release(small(), release)


@pytest.mark.parametrize(
    "text, said",
    [
        ("name: x", "missing required field `splits`"),
        ("splits: [{name: a, seed: 1, per_task: 0}]", "`>= 1`|>= 1"),
        ("splits: [{name: a, seed: 1, per_tasks: 2}]", r"splits\[0\]: unknown key 'per_tasks'; did you mean"),
        ("split: []", "unknown key 'split'; did you mean 'splits'"),
        ("a: [", "not YAML"),
    ],
)
def test_a_recipe_that_cannot_be_followed(tmp_path, text, said):
    (tmp_path / "r.yaml").write_text(text)
    with pytest.raises(RecipeError, match=said):
        read_release_recipe(tmp_path / "r.yaml")


def test_unknown_tasks_and_two_splits_of_one_name():
    with pytest.raises(UnknownTaskError):
        small(tasks=("task_games__match3__gem_counts",))
    with pytest.raises(RecipeError, match="two splits have one name"):
        plan_of(ReleaseRecipe(splits=(Split(name="a", seed=1, per_task=1),) * 2))


def test_the_command(tmp_path):
    recipe = recipe_file(tmp_path, per_task=2, tasks=TASKS[:1])
    plain = command("--recipe", recipe, "--dry-run")
    assert plain.returncode == 0, plain.stderr
    assert "small: 3 rows of 1 task" in plain.stdout
    assert "rows per second per core" in plain.stdout
    assert not list(tmp_path.glob("*.partial"))
    output = tmp_path / "out"
    made = command("--recipe", recipe, "--output-dir", output, "--workers", 1)
    assert made.returncode == 0, made.stderr
    checked = command("--verify", "--output-dir", output, "--workers", 1)
    assert (checked.returncode, checked.stdout) == (0, f"{output}: 3 rows, all hold\n")
    (output / "data" / "train-00000-of-00001.parquet").write_bytes(b"no")
    assert command("--verify", "--output-dir", output, "--workers", 1).returncode == 1
    assert command("--verify", "--dry-run").returncode == 2
    assert command("--recipe", tmp_path / "none.yaml").returncode == 2
