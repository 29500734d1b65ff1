"""Every example runs as its docstring or first line says."""

import subprocess
import sys
from pathlib import Path

import pytest

from trace_tasks.validate import validate

EXAMPLES = Path(__file__).parents[1] / "examples"


def run(*command: object) -> str:
    done = subprocess.run([sys.executable, *map(str, command)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_generate_and_validate(tmp_path):
    printed = run(EXAMPLES / "generate_and_validate.py", "--output", tmp_path / "small")
    assert "8 instances" in printed
    assert "0 faults" in printed
    assert "with one bit flipped: images/00000/" in printed


def test_export_for_training(tmp_path):
    printed = run(EXAMPLES / "export_for_training.py", "--output", tmp_path)
    assert "right, in the format: [1.0, " in printed
    assert "right, not in it:     [0.95, " in printed
    assert "wrong:                [0.05, " in printed


def test_replay_and_score():
    printed = run(EXAMPLES / "replay_and_score.py")
    assert "witness: True" in printed
    assert "right answer and witness: 1.00" in printed
    assert "right answer alone: 0.50" in printed
    assert "right witness alone: 0.00" in printed


@pytest.mark.parametrize("config", sorted(EXAMPLES.glob("*.yaml")), ids=lambda path: path.name)
def test_configurations(config, tmp_path):
    generate = "from trace_tasks.cli import run_generate; run_generate()"
    run("-c", generate, "--config", config, "--output", tmp_path / "made", "--workers", 1)
    assert validate(tmp_path / "made") == []


def test_every_example_is_run_here():
    scripts = {path.stem for path in EXAMPLES.glob("*.py")}
    assert scripts == {"generate_and_validate", "export_for_training", "replay_and_score"}
