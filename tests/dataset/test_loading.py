"""`datasets` reads the folder, and draws on the fly: every way gives the same rows."""

import json

import pyarrow.parquet as pq
import pytest

from tests.dataset.clients import offline, run
from tests.dataset.releases import TASKS

OPTIONS = {"tasks": list(TASKS), "samples_per_task": 4, "validation_per_task": 1}


@pytest.fixture(scope="module")
def env(tmp_path_factory):
    return offline(tmp_path_factory.mktemp("home"))


@pytest.fixture(scope="module")
def published(release):
    """Rows of the release by split, sorted."""
    found = {}
    for split in ("train", "validation"):
        rows = [row for p in release.glob(f"data/{split}-*.parquet") for row in pq.read_table(p).to_pylist()]
        sizes = [(row["image_sizes"][0]["width"], row["image_sizes"][0]["height"]) for row in rows]
        found[split] = sorted([row["instance_id"], row["task"], *size] for row, size in zip(rows, sizes))
    return found


def test_the_local_folder_by_domain(release, published, env):
    for config, split in (("default", "train"), ("games", "train"), ("symbolic", "validation")):
        found = run("local", release, config, split, env=env)
        domain = "" if config == "default" else f"task_{config}__"
        expected = [row for row in published[split] if row[1].startswith(domain)]
        assert sorted(found["rows"]) == expected
        assert found["streamed"] == found["rows"]
        assert found["shards"] == {"default": 3, "games": 2, "symbolic": 1}[config]
        assert found["first"] < 1


def test_on_the_fly_the_rows_are_those_of_the_release(published, env, tmp_path):
    alone = run("table", "default", 1, tmp_path / "one", json.dumps(OPTIONS), env=env)
    shared = run("table", "default", 2, tmp_path / "two", json.dumps(OPTIONS), env=env)
    streamed = run("streamed", "default", json.dumps(OPTIONS), env=env)
    assert {split: sorted(rows) for split, rows in alone["rows"].items()} == published
    assert alone["rows"] == shared["rows"]
    assert streamed["rows"] == alone["rows"]["train"]
    assert streamed["shards"] == 3
    assert streamed["prompt"] is None


def test_another_seed_task_or_code_is_another_cache(env, tmp_path):
    few = {"tasks": [TASKS[0]], "samples_per_task": 1, "validation_per_task": 1}
    first = run("table", "games", 1, tmp_path, json.dumps(few), env=env)
    assert run("table", "games", 1, tmp_path, json.dumps(few), env=env)["files"] == first["files"]
    for change in ({"seed": 5}, {"tasks": [TASKS[1]]}, {"difficulty": 0.9}, {"prompt_mode": "answer"}):
        other = run("table", "games", 1, tmp_path, json.dumps({**few, **change}), env=env)
        assert other["files"] != first["files"], change
        assert (other["rows"] == first["rows"]) == ("prompt_mode" in change)


def test_changed_code_has_another_fingerprint(tmp_path, monkeypatch):
    from trace_tasks import fingerprint as module

    (tmp_path / "scene.py").write_text("a = 1")
    monkeypatch.setattr(module, "sources", lambda: [("scene", tmp_path / "scene.py")])
    before = module.fingerprint.__wrapped__()
    (tmp_path / "scene.py").write_text("a = 2")
    assert module.fingerprint.__wrapped__() != before


def test_the_sources_are_all_there():
    from trace_tasks.fingerprint import sources

    names = {name for name, _ in sources()}
    assert {"trace_tasks/engine/canvas.py", "trace_tasks/build.py", "generators/games/match3.py"} <= names


def test_stored_shards_are_a_source(release, published, env, tmp_path):
    options = {"source": str(release), "prompt_mode": "answer_and_annotation"}
    found = run("table", "games", 2, tmp_path, json.dumps(options), env=env)
    games = {split: [row for row in rows if "games" in row[1]] for split, rows in published.items()}
    assert {split: sorted(rows) for split, rows in found["rows"].items()} == games
    assert found["columns"][0] == "prompt"
    streamed = run("streamed", "games", json.dumps(options), env=env)
    assert sorted(streamed["rows"]) == games["train"]
    assert '"annotation"' in streamed["prompt"]


def test_two_nodes_share_the_stream_without_overlap(env):
    options = json.dumps({**OPTIONS, "samples_per_task": 2})
    whole = run("streamed", "default", options, env=env)["rows"]
    found = run("nodes", options, env=env)
    assert sorted(found["0"] + found["1"]) == sorted(whole)
    assert min(map(len, found.values())) >= 2


def test_a_stream_goes_on_where_it_stopped(env):
    found = run("resumed", json.dumps({**OPTIONS, "samples_per_task": 2}), 3, env=env)
    assert found["seen"] + found["rest"] == found["whole"]


def test_the_endless_stream_is_a_dataset_too(env):
    found = run("endless", json.dumps(TASKS), env=env)
    assert len(found["rows"]) == 4
    assert {"number", "difficulty", "images"} <= set(found["columns"])
    assert max(found["later"]) > 0
    assert found["number"] >= 7


@pytest.mark.parametrize(
    "options, said",
    [
        ({"prompt_mode": "both"}, "prompt_mode 'both' is not one of: answer, answer_and_annotation"),
        ({"tasks": ["task_symbolic__clock__time_extremum_label"]}, "is not in the domain games"),
        ({"tasks": ["task_games__match3__gem_counts"]}, "nearest: task_games__match3__gem_count"),
        ({"source": "x", "seed": 7}, "a release folder has settled seed"),
        ({"source": "/nowhere"}, "/nowhere has no data/"),
    ],
)
def test_options_that_cannot_be(env, options, said):
    assert said in run("refused", json.dumps(options), env=env)["error"]
