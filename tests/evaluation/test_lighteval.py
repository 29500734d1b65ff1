"""The suite through lighteval's own commands: a tiny checkpoint, and a scripted model behind a server."""

import pytest

from tests.evaluation.conftest import ROOT, command, results_of
from tests.evaluation.rows import ORDER, fixtures

TASKS = str(ROOT / "evaluation" / "tasks.py")
MODEL_FILE = str(ROOT / "evaluation" / "server_model.py")


@pytest.mark.parametrize("tasks", ["trace_eval,trace_validation"])
def test_scripted_model_behind_a_server(published, model_server, judge_server, tmp_path, tasks):
    """All 24 and the validation, each score as worked out by hand."""
    done = command(
        published,
        *(
            "lighteval",
            "custom",
            "scripted",
            MODEL_FILE,
            tasks,
            "--custom-tasks",
            TASKS,
            "--output-dir",
            "out",
        ),
        cwd=tmp_path,
        TRACE_EVAL_URL=model_server.url,
        TRACE_EVAL_MODEL_REVISION="v1",
        TRACE_EVAL_SEED="43",
        TRACE_EVAL_JUDGE_URL=judge_server.url,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    found = results_of(tmp_path / "out")
    expected = {key: fixture.total for key, fixture in fixtures().items()}
    assert {key: found[_task(key)] for key in ORDER} == pytest.approx(expected)
    mean = sum(total for key, total in expected.items() if key != "trace_validation") / 24
    assert found["trace_eval:_average"] == pytest.approx(mean)

    asked = [body for body in model_server.bodies if body["max_tokens"] > 1]
    assert len(asked) == sum(len(fixture.script) for fixture in fixtures().values())
    assert {body["seed"] for body in asked} == {43}
    assert {(body["temperature"], body["top_p"], body["max_tokens"]) for body in asked} == {
        (0.6, 1.0, 4096),
        (0.6, 0.95, 2048),
    }
    assert {(body["top_k"], body["repetition_penalty"], body["presence_penalty"]) for body in asked} == {
        (-1, 1.0, 0.0)
    }
    assert {tuple(body["mm_processor_kwargs"].values()) for body in asked} == {
        (3_136, 12_845_056),
        (262_144, 4_194_304),
    }
    assert model_server.most_at_once > 4
    kinds = ["".join(part["type"][0] for part in body["messages"][-1]["content"]) for body in asked]
    assert set(kinds) == {"it", "iit", "iiit", "iiiit", "titit"}  # pictures in front, or in their places
    assert {body["temperature"] for body in judge_server.bodies} == {0.0}
    assert {body["chat_template_kwargs"]["enable_thinking"] for body in judge_server.bodies} == {False}


def test_tiny_checkpoint(published, checkpoint, judge_server, tmp_path):
    """All tasks by `lighteval accelerate` with the vision backend."""
    arguments = f"model_name={checkpoint},dtype=float32,batch_size=4,generation_size=3"
    done = command(
        published,
        *("lighteval", "accelerate", arguments, "trace_eval,trace_validation", "--vision-model"),
        *("--custom-tasks", TASKS, "--output-dir", "out", "--save-details"),
        cwd=tmp_path,
        TRACE_EVAL_JUDGE_URL=judge_server.url,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    found = results_of(tmp_path / "out")
    assert {_task(key) for key in ORDER} <= found.keys()
    assert all(0 <= found[_task(key)] <= 100 for key in ORDER)
    assert not [path for path in checkpoint.iterdir() if path.is_dir()]  # no cache in the model's folder


def _task(key: str) -> str:
    return key if key == "trace_validation" else f"trace_eval:{key}"
