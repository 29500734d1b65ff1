"""The commands: exit status, one line for each fault."""

import sys

import pytest
import yaml

from trace_tasks.training import cli


def called(monkeypatch, capsys, *words):
    monkeypatch.setattr(sys, "argv", ["trace-train", *words])
    with pytest.raises(SystemExit) as caught:
        cli.main()
    return caught.value.code, *capsys.readouterr()


@pytest.mark.parametrize("name", ["trace-qwen2.5-vl-3b", "trace-qwen2.5-vl-7b", "demo"])
def test_check(monkeypatch, capsys, name):
    monkeypatch.setattr("trace_tasks.training.check.find_spec", lambda module: None)
    code, out, _ = called(monkeypatch, capsys, "check", name)
    assert code == 0
    assert yaml.safe_load(out)["profile"] == name
    assert "completions in a step" in out
    assert "TRL is not installed here" in out


def test_check_compares_fields_with_the_trainer(monkeypatch, capsys):
    pytest.importorskip("trl")
    code, out, _ = called(monkeypatch, capsys, "check", "trace-qwen2.5-vl-3b")
    assert code == 0
    assert "has all these fields" in out


@pytest.mark.parametrize(
    "words, code, said",
    [
        (("check", "trace-qwen2.5-3b"), 2, "did you mean 'trace-qwen2.5-vl-3b'"),
        (("check", "none.yaml"), 2, "cannot read none.yaml"),
        (("check",), 2, "PROFILE"),
        (("chekc", "x"), 2, "chekc"),
        (("run", "demo", "--prepared", "none", "--output", "out"), 1, "trace-train"),
        (("verify", "none"), 1, ".trace_model_revision.json is missing"),
        (("merge", "none", "--prepared", "none", "--output", "out"), 1, "receipt_before.json is missing"),
    ],
)
def test_faults(monkeypatch, capsys, tmp_path, words, code, said):
    monkeypatch.chdir(tmp_path)
    status, _, error = called(monkeypatch, capsys, *words)
    assert status == code
    assert said in error
    assert len(error.strip().splitlines()) == 1
