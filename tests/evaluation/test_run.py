"""`trace-eval run`: killed and resumed, another checkpoint at the same path, wrong rows, a failing judge."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.evaluation.chat_server import judging
from tests.evaluation.conftest import command
from tests.evaluation.rows import fixtures

FIXTURES = fixtures()
KEYS = ("puzzlevqa", "countqa", "mathverse")
SERVED = ("--model", "scripted", "--revision", "v1", "--output", "run")
FEWER = "--unverified"  # the fixtures have six rows or so


def run(published, tmp_path, *arguments: str, **variables: str):
    return command(published, "trace-eval", "run", *arguments, cwd=tmp_path, **variables)


def score(folder: Path, key: str, seed: int) -> dict:
    return json.loads((folder / "run" / "scores" / key / f"{seed}.json").read_text())


def test_killed_and_resumed(published, model_server, judge_server, tmp_path):
    """Nothing is asked twice, and the scores are those of a run that was not killed."""
    arguments = (*SERVED, FEWER, "--url", model_server.url, "--judge-url", judge_server.url, "--workers", "1")
    arguments += ("--benchmarks", ",".join(KEYS), "--seeds", "42,43")
    model_server.delay = 0.15
    script = Path(sys.executable).with_name("trace-eval")
    environment = published.environment
    child = subprocess.Popen(
        [str(script), "run", *arguments], cwd=tmp_path, env=environment, stderr=subprocess.PIPE
    )
    deadline = time.monotonic() + 300
    while len(model_server.bodies) < 17 and child.poll() is None and time.monotonic() < deadline:
        time.sleep(0.02)
    os.kill(child.pid, signal.SIGKILL)
    child.communicate()
    assert child.returncode == -signal.SIGKILL
    time.sleep(0.5)
    asked = len(model_server.bodies)
    assert 17 <= asked < 34
    with (tmp_path / "run" / "responses" / "countqa-42.jsonl").open("a") as file:
        file.write('{"key": "cut off')  # as if it had been killed within a write

    model_server.delay = 0
    done = run(published, tmp_path, *arguments)
    assert done.returncode == 0, done.stderr[-3000:]
    rows = sum(len(FIXTURES[key].script) for key in KEYS)
    probes = 4  # two of each process
    assert len(model_server.bodies) - probes in (2 * rows, 2 * rows + 1)  # one may have been lost on its way
    for key in KEYS:
        for seed in (42, 43):
            found = score(tmp_path, key, seed)
            assert found["score"] == pytest.approx(FIXTURES[key].total)
            assert found["receipt"]["rows"] == len(FIXTURES[key].script)
            assert found["receipt"]["model"] == {"backend": "server", "model": "scripted", "commit": "v1"}
            assert found["receipt"]["verified"] is False

    before = len(model_server.bodies), len(judge_server.bodies)
    again = run(published, tmp_path, *arguments)
    assert again.returncode == 0
    assert (len(model_server.bodies), len(judge_server.bodies)) == before
    assert f"{2 * len(KEYS)}/{2 * len(KEYS)}" in again.stderr.replace(" ", "") or "puzzlevqa" in again.stdout

    other = run(published, tmp_path, *arguments, "--revision", "v2")
    assert other.returncode == 1
    assert "of another model" in other.stderr

    verified = command(published, "trace-eval", "verify", "run", cwd=tmp_path)
    assert verified.returncode == 1
    problems = verified.stderr.removeprefix("trace-eval: ").splitlines()
    assert {line.partition(": ")[2] for line in problems if "rows," not in line} == {
        "its rows were not verified"
    }

    path = tmp_path / "run" / "scores" / "puzzlevqa" / "42.json"
    path.write_text(path.read_text().replace('"score": 50.0', '"score": 60.0'))
    tampered = command(published, "trace-eval", "verify", "run", cwd=tmp_path)
    assert "puzzlevqa seed 42: the score is 50.0, stored is 60.0" in tampered.stderr


def test_two_checkpoints_at_one_path(published, checkpoint, tmp_path):
    """Seeds are applied and repeat; other weights at one path get their own responses, or are refused."""
    from tests.evaluation.tiny import build

    shutil.copytree(checkpoint, tmp_path / "model")
    arguments = (FEWER, "--model", "model", "--dtype", "float32", "--batch-size", "2", "--max-tokens", "6")
    arguments += ("--benchmarks", "puzzlevqa")
    first = run(published, tmp_path, *arguments, "--seeds", "42,43", "--output", "run")
    assert first.returncode == 0, first.stderr[-3000:]
    said = {seed: responses(tmp_path / "run", seed) for seed in (42, 43)}
    assert said[42] != said[43]
    assert max(map(len, said[42])) > 1  # whole texts, not their first characters

    repeated = run(published, tmp_path, *arguments, "--seeds", "42", "--output", "again")
    assert repeated.returncode == 0
    assert responses(tmp_path / "again", 42) == said[42]

    build(tmp_path / "model", seed=1)
    refused = run(published, tmp_path, *arguments, "--seeds", "42", "--output", "run")
    assert refused.returncode == 1
    assert "of another model" in refused.stderr

    shutil.rmtree(tmp_path / "run" / "scores")  # only the responses of the first weights are left
    other = run(published, tmp_path, *arguments, "--seeds", "42", "--output", "run")
    assert other.returncode == 0
    assert responses(tmp_path / "run", 42) != said[42]


def responses(folder: Path, seed: int) -> list[str]:
    lines = (folder / "scores" / "puzzlevqa" / f"{seed}.rows.jsonl").read_text().splitlines()
    return [json.loads(line)["response"] for line in lines]


def test_wrong_number_of_rows(published, model_server, tmp_path):
    """Without leave to differ, rows that are not the suite's stop the run before the model is asked."""
    arguments = (*SERVED, "--url", model_server.url, "--benchmarks", "puzzlevqa", "--seeds", "42")
    done = run(published, tmp_path, *arguments)
    assert done.returncode == 1
    assert "puzzlevqa: 6 rows in declare-lab/PuzzleVQA@09290d05682a, the suite has 2000" in done.stderr
    assert not model_server.bodies


def test_wrong_file(published, model_server, tmp_path):
    arguments = (*SERVED, "--url", model_server.url, "--benchmarks", "mme_reasoning", "--seeds", "42")
    done = run(published, tmp_path, *arguments)
    assert done.returncode == 1
    assert "MME_Reasoning.tsv has the MD5" in done.stderr
    assert "not b243f44778782d3821523689f6b40a1e" in done.stderr


@pytest.mark.parametrize("fault", ["nonsense", "refuses", "absent"])
def test_judge_that_fails(published, model_server, judge_server, tmp_path, fault):
    """The run stops with the row named and no score; mended, it goes on without asking the model again."""
    if fault == "nonsense":
        judge_server.answer = lambda body: "Well, it depends. " * 40
    elif fault == "refuses":
        judge_server.status = 400
    arguments = (*SERVED, FEWER, "--url", model_server.url, "--benchmarks", "mathverse", "--seeds", "42")
    url = () if fault == "absent" else ("--judge-url", judge_server.url)
    done = run(published, tmp_path, *arguments, *url)
    assert done.returncode == 1
    assert "trace-eval: mathverse row " in done.stderr
    expected = {"nonsense": "undecided after 5 tries", "refuses": "status 400", "absent": "needs a judge"}
    assert expected[fault] in done.stderr
    assert not (tmp_path / "run" / "scores").exists()
    if fault != "nonsense":
        return
    asked = len(model_server.bodies)
    judge_server.answer = judging
    (tmp_path / "run" / "judge.jsonl").unlink()
    done = run(published, tmp_path, *arguments, *url)
    assert done.returncode == 0, done.stderr[-2000:]
    assert len(model_server.bodies) == asked + 2  # the probe only
    assert score(tmp_path, "mathverse", 42)["score"] == pytest.approx(FIXTURES["mathverse"].total)


def test_server_that_does_not_read_pictures(published, model_server, tmp_path):
    model_server.reads_pictures = False
    arguments = (*SERVED, FEWER, "--url", model_server.url, "--benchmarks", "puzzlevqa", "--seeds", "42")
    done = run(published, tmp_path, *arguments)
    assert done.returncode == 1
    assert "does not read pictures" in done.stderr
    assert len(model_server.bodies) == 2
