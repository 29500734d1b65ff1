"""Publishing to a Hub and reading from it, with the real clients against one on the loopback."""

import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pyarrow.parquet as pq
import pytest

from tests import hub as loopback
from tests.dataset.clients import run
from tests.dataset.releases import copied, rewritten
from trace_tasks.release.pack import MANIFEST
from trace_tasks.release.verify import verify

ROOT = Path(__file__).parents[2]
REPO = "maveryn/trace"


@pytest.fixture(scope="module")
def hub():
    with loopback.running() as running:
        yield running


@pytest.fixture(scope="module")
def env(hub, tmp_path_factory):
    return loopback.environment(hub, tmp_path_factory.mktemp("home"))


def publish(folder, *options, env) -> subprocess.CompletedProcess:
    code = "import tests.dataset.clients as c; c.only_loopback(); import trace_tasks.publish as p; p.main()"
    command = [
        sys.executable,
        "-c",
        code,
        "dataset",
        str(folder),
        "--workers",
        "1",
        "--replay",
        "0",
        *options,
    ]
    basis = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)}
    return subprocess.run(command, capture_output=True, text=True, env={**basis, **env}, cwd=ROOT)


@pytest.fixture(scope="module")
def published(release, hub, env):
    """The release, pushed and tagged."""
    done = publish(release, "--confirm", REPO, "--tag", "dataset-v1", env=env)
    assert done.returncode == 0, done.stderr
    return done.stdout


def repo(hub):
    return hub.repos["dataset", REPO]


def rows_of(release, split):
    paths = sorted(release.glob(f"data/{split}-*.parquet"))
    return [row["instance_id"] for path in paths for row in pq.read_table(path).to_pylist()]


def test_a_dry_run_sends_nothing(release, hub, env):
    before = len(hub.log)
    done = publish(release, env=env)
    assert done.returncode == 0, done.stderr
    assert "dry run, nothing was sent" in done.stdout
    assert len(hub.log) == before


def test_one_commit_names_the_manifest_and_is_tagged(release, hub, published):
    manifest = msgspec.json.decode((release / MANIFEST).read_bytes())
    kept = repo(hub)
    assert len(kept.order) == 2
    assert kept.commits[kept.head]["title"] == f"Trace 0.1.0: 15 rows, manifest {manifest['manifest_hash']}"
    assert kept.tags == {"dataset-v1": kept.head}
    assert set(kept.commits[kept.head]["files"]) == {*manifest["files"], MANIFEST, "README.md"}
    assert f"published: {REPO}@{kept.head}" in published


def test_it_is_loaded_by_domain_and_revision(release, hub, published, env):
    for revision in ("dataset-v1", repo(hub).head):
        found = run("load", REPO, "games", "train", revision, env=env)
        assert {row[1].split("__")[0] for row in found["rows"]} == {"task_games"}
    found = run("load", REPO, "default", "validation", "main", env=env)
    assert [row[0] for row in found["rows"]] == rows_of(release, "validation")
    assert found["types"] == "List(Image(mode=None, decode=True))"


def test_it_is_streamed(release, hub, published, env):
    found = run("stream", REPO, "default", "dataset-v1", env=env)
    assert [row[0] for row in found["rows"]] == rows_of(release, "train")
    assert found["first"] < 5  # of which 3 may be the import, when the machine is busy
    assert any(status == 206 for *_, status in hub.log) or hub.count("GET", "/resolve/") > 0


def test_what_is_downloaded_is_verified(hub, published, env, tmp_path):
    folder = Path(run("hub_files", REPO, "dataset-v1", env=env)["folder"])
    assert verify(copied(folder, tmp_path / "folder"), replay=1) == []


def test_again_nothing_is_sent_twice(release, hub, published, env):
    sent = hub.count("PUT", "/_lfs/")
    done = publish(release, "--confirm", REPO, "--tag", "dataset-v1", env=env)
    assert hub.count("PUT", "/_lfs/") == sent
    assert done.returncode == 0, done.stderr
    assert repo(hub).tags["dataset-v1"] == repo(hub).head


def test_a_wrong_token(release, hub, published, env):
    before = repo(hub).head
    done = publish(release, "--confirm", REPO, env={**env, "HF_TOKEN": "hf_wrong"})
    assert done.returncode == 1
    assert "401" in done.stderr
    assert done.stderr.count("\n") == 1, done.stderr
    assert repo(hub).head == before


def test_an_interrupted_upload_goes_on(release, hub, env):
    other = "maveryn/cut-off"
    hub.stored.clear()
    hub.drop_after = 3
    done = publish(release, "--repo", other, "--confirm", other, env=env)
    hub.drop_after = None
    assert done.returncode == 1, done.stdout
    assert "run it again" in done.stderr
    assert len(hub.stored) == 3
    assert len(hub.repos["dataset", other].order) == 1, "no half release"
    sent = hub.count("PUT", "/_lfs/")
    assert publish(release, "--repo", other, "--confirm", other, env=env).returncode == 0
    assert hub.count("PUT", "/_lfs/") == sent + 5
    assert len(hub.repos["dataset", other].order) == 2


def test_a_release_that_does_not_hold_stays_here(release, env, tmp_path):
    broken = copied(release, tmp_path / "broken")
    rewritten(broken / "data" / "train-00000-of-00003.parquet", lambda rows: rows[:-1])
    done = publish(broken, "--confirm", REPO, env=env)
    assert done.returncode == 1
    assert "stays here" in done.stderr


def test_the_wrong_name_does_not_confirm(release, env):
    done = publish(release, "--confirm", "maveryn/other", env=env)
    assert (done.returncode, "is not the repository" in done.stderr) == (2, True)
