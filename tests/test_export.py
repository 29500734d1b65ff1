"""Flat rows for training say what the dataset folder says."""

import json
import shutil
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
    with pytest.raises(DataError, match="pip install pyarrow"):
        export(dataset, tmp_path / "rows.parquet", "parquet")
    assert not list(tmp_path.iterdir())


def test_nothing_is_overwritten(dataset, tmp_path):
    output = tmp_path / "rows.jsonl"
    output.write_text("kept")
    with pytest.raises(DataError, match="exists; name another"):
        export(dataset, output)
    with pytest.raises(DataError, match="lies in the dataset folder"):
        export(dataset, dataset / "rows.jsonl")
    assert output.read_text() == "kept"


@pytest.mark.parametrize("file_format", ["jsonl", "parquet"])
@pytest.mark.parametrize("damage", ["picture gone", "picture cut", "row gone", "row twice", "answer changed"])
def test_a_damaged_dataset_is_not_exported(dataset, tmp_path, file_format, damage):
    folder, output = tmp_path / "damaged", tmp_path / f"rows.{file_format}"
    shutil.copytree(dataset, folder)
    picture, rows = next(folder.rglob("*.png")), folder / INSTANCES
    lines = rows.read_bytes().splitlines(keepends=True)
    {
        "picture gone": lambda: picture.unlink(),
        "picture cut": lambda: picture.write_bytes(picture.read_bytes()[:1000]),
        "row gone": lambda: rows.write_bytes(b"".join(lines[1:])),
        "row twice": lambda: rows.write_bytes(b"".join([*lines, lines[0]])),
        "answer changed": lambda: rows.write_bytes(rows.read_bytes().replace(b'"value":', b'"value": ', 1)),
    }[damage]()
    with pytest.raises(DataError, match="is damaged"):
        export(folder, output, file_format)
    assert not output.exists()
