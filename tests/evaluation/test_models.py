"""Documents, what a kept response depends on, and the limits of the vision backend."""

import copy
import dataclasses

import pytest
from PIL import Image

pytest.importorskip("lighteval", reason="the extra `eval` is not installed")

from lighteval.models.model_input import GenerationParameters
from lighteval.models.model_output import ModelResponse
from lighteval.models.transformers.vlm_transformers_model import (
    VLMTransformersModel,
    VLMTransformersModelConfig,
)

from tests.evaluation.chat_server import ChatServer
from tests.evaluation.rows import ORDER, fixtures
from trace_tasks.evaluation import adapt, tasks
from trace_tasks.evaluation.chat import ServerError
from trace_tasks.evaluation.documents import data_fingerprint, document, key_of, messages, task_name
from trace_tasks.evaluation.metrics import text_of
from trace_tasks.evaluation.models import BehindServer, Responses, fingerprint_of_files, response_key
from trace_tasks.evaluation.pictures import Picture
from trace_tasks.evaluation.suite import PICTURE, RowError


def doc(key: str = "puzzlevqa", row: int = 0, **changes):
    ((rows),) = fixtures()[key].parts.values()
    raw = {name: value if key != "erqa" else str(value) for name, value in rows[row].items()}
    made = document({**raw, **changes, "__index": row, "__part": ""}, task_name(key))
    made.task_name = f"{task_name(key)}|0"
    return made


@pytest.fixture
def model(checkpoint):
    config = VLMTransformersModelConfig(
        model_name=str(checkpoint),
        dtype="float32",
        batch_size=2,
        generation_size=4,
        generation_parameters=GenerationParameters(temperature=1.0, seed=42),
    )
    return VLMTransformersModel(config)


def said(model, docs) -> list[str]:
    return [text_of(response) for response in model.greedy_until(copy.deepcopy(docs))]


def test_table():
    assert [config.name for config in tasks.TASKS_TABLE] == [task_name(key) for key in ORDER]
    assert [key_of(config.name) for config in tasks.TASKS_TABLE] == list(ORDER)
    assert key_of("mmlu:anatomy|0") is None


def test_places_of_pictures():
    def kinds(one):
        return [
            part if isinstance(part, str) else part["text"]
            for part in messages(one, lambda _: "picture")[-1]["content"]
        ]

    assert kinds(doc())[0] == "picture"
    assert kinds(doc("erqa"))[:4] == ["The first picture ", "picture", " and the second ", "picture"]
    validation = messages(doc("trace_validation"), lambda _: "picture")
    assert [turn["role"] for turn in validation] == ["system", "user"]


def test_a_kept_response_depends_on_everything():
    model, drawn = {"model": "m", "files": "1"}, {"temperature": 0.6, "seed": 42}
    one = doc()
    other_prompt, other_picture = doc(question="Another?"), doc()
    other_picture.images = [Picture.of(doc(row=1).images[0].encoded)]
    keys = [
        response_key(one, model, drawn),
        response_key(other_prompt, model, drawn),
        response_key(other_picture, model, drawn),
        response_key(doc(row=1), model, drawn),
        response_key(one, {**model, "files": "2"}, drawn),
        response_key(one, model, {**drawn, "seed": 43}),
        response_key(one, model, {**drawn, "temperature": 0.7}),
    ]
    assert len(set(keys)) == len(keys)
    assert response_key(doc(), dict(model), dict(drawn)) == keys[0]


def test_data_fingerprint_sees_golds_and_ignores_order():
    docs = [doc(row=n) for n in range(3)]
    assert data_fingerprint(docs) == data_fingerprint(docs[::-1])
    changed = doc(row=0, answer="2")
    assert data_fingerprint([changed, *docs[1:]]) != data_fingerprint(docs)


def test_fingerprint_of_files(tmp_path):
    (tmp_path / "model.safetensors").write_bytes(b"weights")
    (tmp_path / "config.json").write_text("{}")
    first = fingerprint_of_files(str(tmp_path), None)
    (tmp_path / "README.md").write_text("no part of the model")
    assert fingerprint_of_files(str(tmp_path), None) == first
    (tmp_path / "model.safetensors").write_bytes(b"Weights")
    assert fingerprint_of_files(str(tmp_path), None) != first
    assert fingerprint_of_files("owner/name", "abc") == {"model": "owner/name", "commit": "abc"}
    with pytest.raises(ValueError, match="commit of the model owner/name is not known"):
        fingerprint_of_files("owner/name", None)


def test_seeds_of_the_vision_backend(model):
    docs = [doc(row=n) for n in range(4)]
    first = said(model, docs)
    assert said(model, docs) == first
    model.config.generation_parameters.seed = 43
    assert said(model, docs) != first


def test_a_part_that_is_kept_is_not_said_anew(model, tmp_path, monkeypatch):
    """A run that is resumed gives what the whole run gives."""
    docs = [doc(row=n) for n in range(5)]
    whole = said(model, docs)
    monkeypatch.setenv("TRACE_EVAL_RESPONSES", str(tmp_path / "responses.jsonl"))
    assert said(model, docs[:2]) is not None  # other batches than of all five
    (tmp_path / "responses.jsonl").unlink()
    calls = []
    batch = adapt._batch

    def stops(*arguments):
        calls.append(1)
        if len(calls) == 3:
            raise KeyboardInterrupt
        return batch(*arguments)

    monkeypatch.setattr(adapt, "_batch", stops)
    with pytest.raises(KeyboardInterrupt):
        said(model, docs)
    assert len(Responses.from_environment().ledger) == 4
    assert said(model, docs) == whole
    assert len(calls) == 4


def test_a_prompt_that_is_too_long_is_not_cut(model):
    model._max_length = 40
    with pytest.raises(RowError, match=r"trace_eval:puzzlevqa\|0 rows 0: \d+ tokens, the model takes 40"):
        said(model, [doc()])


def test_sizes_are_the_suites_and_not_the_checkpoints(model):
    told = []
    processor = model.processor

    class Listening:
        def __call__(self, **given):
            told.append(processor(**given))
            return told[-1]

        def __getattr__(self, name):
            return getattr(processor, name)

    model.processor = Listening()
    one = doc()
    one.images = [Picture.of(Image.new("RGB", (560, 560)))]
    said(model, [one, doc("trace_validation")])
    assert [batch["image_grid_thw"].tolist() for batch in told] == [[[1, 40, 40]], [[1, 38, 38]]]


def test_pictures_are_not_kept(model):
    docs = [doc()]
    model.greedy_until(docs)
    assert docs[0].images == []


def test_rows_without_pictures_or_places_are_refused(monkeypatch):
    from trace_tasks.evaluation.benchmarks import puzzlevqa

    item = puzzlevqa.item

    def patched(**changes):
        made = dataclasses.replace(
            puzzlevqa.BENCHMARK, item=lambda row: dataclasses.replace(item(row), **changes)
        )
        monkeypatch.setattr("trace_tasks.evaluation.documents.benchmark", lambda key: made)

    patched(images=())
    with pytest.raises(RowError, match="puzzlevqa row 0 has no picture"):
        doc()
    patched(prompt=PICTURE * 2)
    with pytest.raises(RowError, match="not as many places as pictures"):
        doc()


@pytest.mark.parametrize("text", ["B", "Answer: B", ""])
def test_text_of_either_form(text):
    assert text_of(ModelResponse(text=text)) == text_of(ModelResponse(text=[text])) == text
    with pytest.raises(ValueError, match="2 responses"):
        text_of(ModelResponse(text=["a", "b"]))


def test_a_server_in_need_of_a_name(monkeypatch):
    config = VLMTransformersModelConfig(model_name="m")
    for name in ("TRACE_EVAL_URL", "TRACE_EVAL_MODEL_REVISION"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(ValueError, match="TRACE_EVAL_MODEL_REVISION"):
        BehindServer(config)


def test_a_server_that_refuses_pictures_stops_the_run(monkeypatch):
    server = ChatServer(lambda body: "A")
    monkeypatch.setenv("TRACE_EVAL_URL", server.url)
    monkeypatch.setenv("TRACE_EVAL_MODEL_REVISION", "v1")
    behind = BehindServer(VLMTransformersModelConfig(model_name="m"))
    server.status = 400
    with pytest.raises(ServerError, match="status 400"):
        behind.greedy_until([doc()])
    server.status = 200
    broken = doc()
    broken.images = [Picture(b"no picture")]
    with pytest.raises(ValueError, match="cannot be decoded"):
        behind.greedy_until([doc(row=1), broken])
    server.stop()
