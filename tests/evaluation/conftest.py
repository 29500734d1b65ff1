"""What the tests with lighteval share: a Hub with fixture rows, a tiny checkpoint, and commands offline."""

import csv
import json
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.evaluation.chat_server import ChatServer, color_of, judging, texts_of
from tests.evaluation.rows import ORDER, Fixture, fixtures
from trace_tasks.evaluation.suite import benchmark

ROOT = Path(__file__).parents[2]
#: Read by every child process at its start: no host but this one, and none of lighteval's own tasks that
#: ask the network when they are imported.
OFFLINE = """
import socket, sys, types
_ask = socket.getaddrinfo
def _only_here(host, *args, **kwargs):
    if host not in (None, "127.0.0.1", "localhost", "::1", b"127.0.0.1"):
        raise socket.gaierror(f"the tests allow no {host}")
    return _ask(host, *args, **kwargs)
socket.getaddrinfo = _only_here
_stub = types.ModuleType("lighteval.tasks.tasks.tiny_benchmarks")
_stub.TASKS_TABLE = []
sys.modules[_stub.__name__] = _stub
"""


def publish(hub, fixture: Fixture, data: Path) -> None:
    """Put the rows of a fixture where its benchmark looks for them."""
    source = benchmark(fixture.key).source
    folder = hub.add(source.repo, source.revision)
    if fixture.table:
        (rows,) = fixture.parts.values()
        path = data / "downloads" / source.file if source.url else folder / (source.file or "TreeBench.tsv")
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, list(rows[0]), delimiter="\t")
            writer.writeheader()
            writer.writerows(rows)
        return
    import datasets

    configs: dict[str, list[str]] = {}
    for (config, split), rows in fixture.parts.items():
        name = f"data/{config or 'default'}/{split}-00000-of-00001.parquet"
        part = datasets.Dataset.from_list(rows)
        for column in fixture.images:
            feature = datasets.Image()
            part = part.cast_column(column, datasets.List(feature) if column == "images" else feature)
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        part.to_parquet(str(folder / name))
        configs.setdefault(config or "default", []).append(f"  - split: {split}\n    path: {name}")
    listed = "\n".join(
        f"- config_name: {name}\n  data_files:\n" + "\n".join(files) for name, files in configs.items()
    )
    (folder / "README.md").write_text(f"---\nconfigs:\n{listed}\n---\n")


@pytest.fixture(scope="session")
def published(tmp_path_factory):
    """The loopback Hub with all fixtures, and the environment of commands that read from it."""
    pytest.importorskip("lighteval", reason="the extra `eval` is not installed")
    from tests.evaluation.hub import Hub

    folder = tmp_path_factory.mktemp("published")
    hub = Hub(folder / "hub")
    data = folder / "data"
    for fixture in fixtures().values():
        publish(hub, fixture, data)
    (folder / "site").mkdir()
    (folder / "site" / "sitecustomize.py").write_text(OFFLINE)
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("HF_", "TRACE_EVAL_"))}
    environment = {
        **kept,
        "PYTHONPATH": str(folder / "site"),
        "HF_ENDPOINT": hub.url,
        "HF_HOME": str(folder / "hf"),
        "HF_HUB_DISABLE_XET": "1",
        "HF_HUB_DISABLE_TELEMETRY": "1",
        "HF_HUB_DISABLE_PROGRESS_BARS": "1",
        "HF_UPDATE_DOWNLOAD_COUNTS": "0",
        "HF_TOKEN": "hf_dummy",
        "NO_PROXY": "127.0.0.1,localhost",
        "OMP_NUM_THREADS": "1",
        "CUDA_VISIBLE_DEVICES": "",
        "TRACE_EVAL_DATA": str(data),
        "TRACE_EVAL_UNVERIFIED": "1",
    }
    return SimpleNamespace(hub=hub, environment=environment, folder=folder)


def command(published, *arguments: str, cwd: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a command of this environment, offline; an empty variable is unset."""
    environment = {**published.environment, **variables}
    environment = {name: value for name, value in environment.items() if value != ""}
    script = Path(sys.executable).with_name(arguments[0])
    return subprocess.run(
        [str(script), *arguments[1:]], cwd=cwd, env=environment, capture_output=True, text=True, timeout=900
    )


def scripted_answers() -> dict[tuple[int, int, int], str]:
    """The scripted response of a row, by benchmark, picture and `#n` in its text."""
    answers = {}
    for number, (key, fixture) in enumerate(fixtures().items(), 1):
        script = iter(fixture.script)
        for row, raw in enumerate([row for rows in fixture.parts.values() for row in rows]):
            keep = benchmark(key).source.keep
            if keep and not keep[1](raw[keep[0]]):
                continue
            for marker in range(len(raw["questions"]) if key == "countqa" else 1):
                answers[number, row + 1, marker] = next(script)[0]
    return answers


@pytest.fixture
def model_server():
    """A server that answers each row as its fixture says."""
    answers = scripted_answers()

    def answer(body):
        red, green, _ = color_of(body)
        _, marked, rest = texts_of(body).partition("#")
        return answers[red, green, int(rest[0]) if marked and red == ORDER.index("countqa") + 1 else 0]

    server = ChatServer(answer)
    yield server
    server.stop()


@pytest.fixture
def judge_server():
    server = ChatServer(judging)
    yield server
    server.stop()


@pytest.fixture(scope="session")
def checkpoint(tmp_path_factory) -> Path:
    """A Qwen2.5-VL of some ten thousand random weights."""
    pytest.importorskip("lighteval", reason="the extra `eval` is not installed")
    from tests.evaluation.tiny import build

    folder = tmp_path_factory.mktemp("model") / "tiny"
    build(folder, seed=0)
    return folder


def results_of(folder: Path) -> dict[str, float]:
    """The scores that lighteval wrote, by task."""
    (path,) = folder.rglob("results_*.json")
    return {
        task.partition("|")[0]: row["score"] for task, row in json.loads(path.read_text())["results"].items()
    }
