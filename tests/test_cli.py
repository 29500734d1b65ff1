"""The commands: what they print, and one clear line and the right exit code for every error."""

import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.datasets import TASKS, small, tree
from trace_tasks import cli, list_tasks
from trace_tasks.build import build

ROOT = Path(__file__).parents[1]
TASK = TASKS[0]


@pytest.fixture
def call(monkeypatch, capsys):
    """Run a command in this process: (exit code, stdout, stderr)."""

    def run(name: str, *arguments: object) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", [f"trace-{name}", *map(str, arguments)])
        with pytest.raises(SystemExit) as ended:
            getattr(cli, f"run_{name}")()
        return (ended.value.code, *capsys.readouterr())

    return run


@pytest.fixture(scope="module")
def dataset(tmp_path_factory):
    folder = tmp_path_factory.mktemp("cli") / "dataset"
    build(small(1), folder)
    return folder


def test_the_declared_commands_are_there():
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["scripts"]
    declared = {target for target in scripts.values() if target.startswith("trace_tasks.cli:")}
    assert declared == {f"trace_tasks.cli:{name}" for name in vars(cli) if name.startswith("run_")}


@pytest.mark.parametrize("name", ["list", "generate", "validate", "export", "audit", "gallery"])
def test_help(call, name):
    code, out, err = call(name, "--help")
    assert (code, err) == (0, "")
    assert out.startswith(f"Usage: trace-{name}")


def test_list(call):
    assert call("list") == (0, "\n".join(list_tasks()) + "\n", "")
    assert call("list", "--domain", "games")[1].split() == list_tasks("games")
    described = json.loads(call("list", "--domain", "games", "--json")[1])
    assert [task["task"] for task in described] == list_tasks("games")
    one = next(task for task in described if task["task"] == TASK)
    assert (one["answer"], one["annotation"], one["scene"]) == ("integer", "bbox_set", "match3")


def test_generate_validate_export(call, tmp_path, dataset):
    output = tmp_path / "made"
    tasks = ["--task", TASKS[0], "--task", TASKS[1]]
    code, out, err = call("generate", *tasks, "--seed", 42, "--output", output, "--workers", 1)
    assert (code, out, err) == (0, f"2 instances of 2 tasks in {output}\n", "")
    assert tree(output) == tree(dataset)
    assert call("validate", output) == (0, f"{output}: 2 instances, all hold\n", "")
    assert call("export", output, "--output", tmp_path / "rows.jsonl")[:2] == (
        0,
        f"2 rows in {tmp_path / 'rows.jsonl'}\n",
    )
    picture = next(output.rglob("*.png"))
    picture.write_bytes(b"no picture")
    code, out, err = call("validate", output)
    assert code == 1
    assert picture.name in out
    assert err.count("\n") == 1
    assert "in 1 file" in err


def test_generate_takes_parameters_and_configurations(call, tmp_path):
    given = ("--param", "difficulty=0.5", "--param", "query_id=row_color_gem_count", "--workers", 1)
    assert call("generate", "--task", TASK, *given, "--output", tmp_path / "a")[0] == 0
    row = json.loads((tmp_path / "a" / "train_instances.jsonl").read_text())
    assert row["query_id"] == "row_color_gem_count"
    config = tmp_path / "recipe.yaml"
    config.write_text(
        f"output_root: {tmp_path}\ndataset_name: b\n"
        f"tasks:\n- task_id: {TASK}\n  count: 1\n"
        "  params: {difficulty: 0.5, query_id: row_color_gem_count}\n"
    )
    assert call("generate", "--config", config)[:2] == (0, f"1 instance of 1 task in {tmp_path / 'b'}\n")
    assert (tmp_path / "b" / "train_instances.jsonl").read_text() == json.dumps(
        row, separators=(",", ":"), ensure_ascii=False
    ) + "\n"


@pytest.mark.parametrize(
    ("command", "code", "message"),
    [
        ("list --domain gmaes", 2, "did you mean 'games'?"),
        ("list --josn", 2, "No such option: --josn"),
        ("list extra", 2, "unexpected extra argument"),
        ("generate", 2, "--output DIR"),
        ("generate --output {tmp}/x", 2, "choose tasks in one way"),
        ("generate --all --domain games --output {tmp}/x", 2, "choose tasks in one way"),
        ("generate --task task_games__match3__gem_cuont --output {tmp}/x", 2, f"nearest: {TASK}"),
        ("generate --domain gmaes --output {tmp}/x", 2, "did you mean 'games'?"),
        (f"generate --task {TASK}", 2, "--output DIR"),
        (f"generate --task {TASK} --samples-per-task 0 --output {{tmp}}/x", 2, "--samples-per-task"),
        (f"generate --task {TASK} --samples-per-task many --output {{tmp}}/x", 2, "--samples-per-task"),
        (f"generate --task {TASK} --workers 0 --output {{tmp}}/x", 2, "--workers"),
        (f"generate --task {TASK} --param size --output {{tmp}}/x", 2, "NAME=VALUE"),
        (f"generate --task {TASK} --param size=3 --output {{tmp}}/x", 2, "it takes: difficulty"),
        (f"generate --task {TASK} --param difficulty=3 --output {{tmp}}/x", 2, "from 0 (easy) to 1"),
        (f"generate --task {TASK} --output /proc/none/x", 1, "No such file or directory"),
        (f"generate --task {TASK} --output {{tmp}}/file/x", 1, "Not a directory"),
        (f"generate --task {TASK} --output {{dataset}}", 1, "exists already"),
        ("generate --config {tmp}/none.yaml", 2, "No such file"),
        ("generate --config {tmp}/bad.yaml", 2, "did you mean 'tasks'?"),
        ("generate --config {tmp}/good.yaml --seed 3", 2, "--config says what to generate"),
        ("generate --config {tmp}/typo.yaml", 2, "unknown task 'task_x'"),
        ("validate", 2, "Missing argument 'DIR'"),
        ("validate {tmp}", 1, "is not a dataset folder"),
        ("validate {tmp}/none", 1, "is not a dataset folder"),
        ("export {dataset}", 2, "Missing option '--output'"),
        ("export {dataset} --output {tmp}/f --format csv", 2, "one of: jsonl, parquet"),
        (
            "export {dataset} --output {tmp}/f --prompt-variant all",
            2,
            "one of: answer, answer_and_annotation",
        ),
        ("export {dataset} --output {tmp}", 1, "is a folder"),
        ("export {tmp} --output {tmp}/f", 1, "is not a dataset folder"),
        ("audit", 2, "choose tasks in one way"),
        (f"audit --task {TASK} --allow games/match3:speed", 2, "one of: attempts"),
        (f"audit --task {TASK} --seeds 0", 2, "--seeds"),
        ("gallery", 2, "Missing argument 'OUT'"),
        (f"gallery {{dataset}} --task {TASK}", 1, "is no gallery"),
        ("gallery {tmp}/g --task task_x", 2, "unknown task 'task_x'"),
    ],
)
def test_errors(call, tmp_path, dataset, command, code, message):
    (tmp_path / "file").touch()
    (tmp_path / "bad.yaml").write_text("taskz: []")
    (tmp_path / "good.yaml").write_text(f"tasks: [{{task_id: {TASK}, count: 1}}]")
    (tmp_path / "typo.yaml").write_text("tasks: [{task_id: task_x, count: 1}]")
    before = tree(dataset)
    name, *arguments = command.format(tmp=tmp_path, dataset=dataset).split()
    exit_code, out, err = call(name, *arguments)
    assert (exit_code, out) == (code, "")
    assert err.count("\n") == 1
    assert err.startswith(f"trace-{name}: ")
    assert message in err
    assert tree(dataset) == before
    assert {p.name for p in tmp_path.iterdir()} == {"file", "bad.yaml", "good.yaml", "typo.yaml"}


def test_audit(call, tmp_path):
    file = tmp_path / "audit.json"
    quick = ("--task", TASK, "--seeds", 6, "--workers", 1, "--most-share", 1, "--most-ms", 9999)
    code, out, err = call("audit", *quick, "--json", file)
    assert (code, err) == (0, "")
    assert "games__match3__gem_count" in out
    (found,) = json.loads(file.read_text())
    assert found["samples"] == found["images"] == sum(found["answers"].values()) == 6
    code, out, err = call("audit", *quick[:-1], 0.001)
    assert code == 1
    assert f"{TASK}: " in out
    assert err == "1 of 1 task passes a limit\n"
    assert call("audit", *quick[:-1], 0.001, "--allow", "games/match3:share")[0] == 1
    assert call("audit", *quick[:-1], 0.001, "--allow", "games/match3:ms")[0] == 0
    assert call("audit", *quick[:-1], 0.001, "--allow", TASK)[0] == 0


def test_help_is_fast_and_a_closed_pipe_is_quiet():
    code = "import sys; from trace_tasks.cli import run_list; run_list()"
    loaded = (
        "import sys\nfrom trace_tasks import cli\ntry: cli.run_list()\n"
        "finally: print(sorted({'numpy', 'skia', 'PIL', 'yaml'} & set(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", loaded, "--help"], capture_output=True, text=True, check=True
    )
    assert done.stderr == "[]\n"
    reader = subprocess.Popen(["head", "-c", "1"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
    reader.stdin.write(b"xx")
    reader.stdin.flush()
    reader.wait()  # gone before a line is written
    done = subprocess.run(
        [sys.executable, "-c", code], stdout=reader.stdin, stderr=subprocess.PIPE, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_an_unexpected_error_is_not_hidden(call, monkeypatch):
    def fails(domain=None):
        raise ZeroDivisionError

    monkeypatch.setattr("trace_tasks.registry.list_tasks", fails)
    with pytest.raises(ZeroDivisionError):
        call("list")
