"""Flat rows for training say what the dataset folder says."""

import json
import sys
from io import BytesIO

import pyarrow.parquet as pq
import pytest
from PIL import Image

from tests.datasets import small
from trace_tasks import score_trace_response
from trace_tasks.build import build
from trace_tasks.export import COLUMNS, export
from trace_tasks.records import INSTANCES, DataError, read_instances


@pytest.fixture(scope="module")
def dataset(tmp_path_factory):
    folder = tmp_path_factory.mktemp("export") / "dataset"
    build(small(2), folder)
    return folder


def lines(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


@pytest.mark.parametrize(
    ("variant", "key"), [("answer", "answer_only"), ("answer_and_annotation", "answer_and_annotation")]
)
def test_json_lines(dataset, tmp_path, variant, key):
    output = tmp_path / "deep" / "rows.jsonl"
    assert export(dataset, output, "jsonl", variant) == 4
    for row, instance in zip(lines(output), read_instances(dataset), strict=True):
        assert set(row) == {*COLUMNS, "image"}
        assert row["instance_id"] == instance.instance_id
        assert row["prompt"] == instance.prompt_variants[key]
        assert json.loads(row["answer_gt"]) == instance.answer_gt
        assert json.loads(row["annotation_gt"]) == instance.annotation_gt
        assert row["answer"] == str(instance.answer_gt["value"])
        assert (output.parent / row["image"]).samefile(dataset / instance.images[0].path)
        response = json.dumps({"answer": json.loads(row["answer_gt"])["value"]})
        scores = score_trace_response(response, row["answer_gt"], None, row["reward_contract"])
        assert scores["overall"] == 1.0
    assert [p.name for p in output.parent.iterdir()] == ["rows.jsonl"]


def test_parquet(dataset, tmp_path):
    assert export(dataset, tmp_path / "rows.parquet", "parquet") == 4
    export(dataset, tmp_path / "rows.jsonl", "jsonl")
    table = pq.read_table(tmp_path / "rows.parquet")
    features = json.loads(table.schema.metadata[b"huggingface"])["info"]["features"]
    assert features["image"] == {"_type": "Image"}
    assert set(features) == set(table.column_names)
    for row, line, instance in zip(
        table.to_pylist(), lines(tmp_path / "rows.jsonl"), read_instances(dataset), strict=True
    ):
        assert {name: row[name] for name in COLUMNS} == {name: line[name] for name in COLUMNS}
        assert row["image"]["bytes"] == (dataset / instance.images[0].path).read_bytes()
        assert Image.open(BytesIO(row["image"]["bytes"])).mode == "RGB"


def test_the_same_bytes_each_time(dataset, tmp_path):
    for file_format in ("jsonl", "parquet"):
        first, second = (tmp_path / f"{k}.{file_format}" for k in (1, 2))
        export(dataset, first, file_format)
        export(dataset, second, file_format)
        assert first.read_bytes() == second.read_bytes()


def test_parquet_without_pyarrow(dataset, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(DataError, match=r"pip install 'trace-tasks\[parquet\]'"):
        export(dataset, tmp_path / "rows.parquet", "parquet")
    assert not list(tmp_path.iterdir())


def test_nothing_is_left_of_an_export_that_fails(dataset, tmp_path):
    folder, output = tmp_path / "broken", tmp_path / "rows.jsonl"
    folder.mkdir()
    (folder / INSTANCES).write_bytes((dataset / INSTANCES).read_bytes() + b"{}\n")
    output.write_text("kept")
    with pytest.raises(DataError, match="line 5"):
        export(folder, output)
    assert output.read_text() == "kept"
    (folder / INSTANCES).write_bytes((dataset / INSTANCES).read_bytes())
    with pytest.raises(DataError, match="is missing"):
        export(folder, tmp_path / "rows.parquet", "parquet")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["broken", "rows.jsonl"]
