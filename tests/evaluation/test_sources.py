"""Converting a table once, and pictures in every form."""

import base64
import csv
import dataclasses
import hashlib
import io
import json

import pytest
from PIL import Image

from trace_tasks.evaluation import sources
from trace_tasks.evaluation.pictures import Picture, PictureError, within
from trace_tasks.evaluation.sources import SourceError, convert, verify_converted
from trace_tasks.evaluation.suite import benchmark


@pytest.fixture
def bench(tmp_path, monkeypatch):
    """CountBenchQA with a table of three rows that is there already."""
    monkeypatch.setenv("TRACE_EVAL_DATA", str(tmp_path))
    monkeypatch.delenv("TRACE_EVAL_UNVERIFIED", raising=False)
    path = tmp_path / "downloads" / "CountBenchQA.tsv"
    path.parent.mkdir()
    with path.open("w", newline="") as file:
        writer = csv.writer(file, delimiter="\t")
        writer.writerow(["index", "image", "question", "answer"])
        writer.writerows([[n, "x" * 200_000, 'How\tmany "dogs"?', n + 2] for n in range(3)])
    md5 = hashlib.md5(path.read_bytes()).hexdigest()
    given = benchmark("countbenchqa")
    return dataclasses.replace(given, rows=3, source=dataclasses.replace(given.source, md5=md5))


def rows_of(folder):
    import pyarrow.parquet as pq

    return pq.read_table(folder / "rows.parquet").to_pylist()


def test_converted_once(bench, tmp_path, monkeypatch):
    folder = convert(bench)
    rows = rows_of(folder)
    assert [(row["index"], row["question"], row["answer"]) for row in rows] == [
        (str(n), 'How\tmany "dogs"?', str(n + 2)) for n in range(3)
    ]
    manifest = json.loads((folder / "manifest.json").read_text())
    assert (manifest["rows"], manifest["md5"]) == (3, bench.source.md5)
    (tmp_path / "downloads" / "CountBenchQA.tsv").unlink()
    assert convert(bench) == folder
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".")]


def test_wrong_hash(bench, tmp_path):
    other = dataclasses.replace(bench, source=dataclasses.replace(bench.source, md5="0" * 32))
    with pytest.raises(SourceError, match=rf"MD5 {bench.source.md5}, not 0{{32}}"):
        convert(other)
    assert [path.name for path in tmp_path.iterdir()] == ["downloads"]


def test_wrong_count(bench, tmp_path, monkeypatch):
    more = dataclasses.replace(bench, rows=4)
    with pytest.raises(SourceError, match="3 rows converted, the suite has 4"):
        convert(more)
    assert [path.name for path in tmp_path.iterdir()] == ["downloads"]
    monkeypatch.setenv("TRACE_EVAL_UNVERIFIED", "1")
    with pytest.warns(UserWarning, match="3 rows converted"):
        folder = convert(more)
    monkeypatch.delenv("TRACE_EVAL_UNVERIFIED")
    with pytest.raises(SourceError, match="3 rows"):  # what was let pass then is not used now
        convert(more)
    assert folder.exists()


def test_a_changed_conversion_is_noticed(bench):
    folder = convert(bench)
    verify_converted(bench, folder)
    (folder / "rows.parquet").write_bytes(b"x")
    with pytest.raises(SourceError, match="is not what was converted"):
        verify_converted(bench, folder)


def test_an_interrupted_conversion_leaves_nothing(bench, tmp_path, monkeypatch):
    monkeypatch.setattr(sources, "file_digest", lambda *args: (_ for _ in ()).throw(KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        convert(bench)
    assert [path.name for path in tmp_path.iterdir()] == ["downloads"]


def made(mode: str, size=(40, 30), form="PNG") -> bytes:
    buffer = io.BytesIO()
    Image.new(mode, size).save(buffer, form)
    return buffer.getvalue()


@pytest.mark.parametrize("mode", ["RGB", "RGBA", "L", "LA", "P", "1", "I;16"])
def test_pictures_in_every_form(mode):
    encoded = made(mode)
    for value in (
        encoded,
        {"bytes": encoded, "path": None},
        base64.b64encode(encoded).decode(),
        Image.new("RGB", (9, 9)),
    ):
        assert Picture.of(value).shown(1, 10**9).mode == "RGB"
    address = "data:image/png;base64," + base64.b64encode(encoded).decode()
    assert Picture.of(address).encoded == encoded
    assert Picture.of(encoded).digest == hashlib.sha256(encoded).hexdigest()


def test_transparent_becomes_white():
    assert Picture.of(made("RGBA")).shown(1, 10**9).getpixel((0, 0)) == (255, 255, 255)


@pytest.mark.parametrize(
    "value", [None, "", b"", "no base64!", b"no picture", {"bytes": None, "path": "x.png"}, 5]
)
def test_no_picture(value):
    with pytest.raises(PictureError):
        Picture.of(value)


def test_a_cut_picture():
    cut = made("RGB", (200, 200), "JPEG")[:-200]
    with pytest.raises(PictureError, match="cannot be decoded"):
        Picture.of(cut).shown(1, 10**9)


@pytest.mark.parametrize("size", [(10, 10), (300, 4), (5000, 4000), (512, 512), (1, 20000)])
def test_sizes(size):
    picture = Image.new("RGB", size)
    fitted = within(picture, 3136, 1_000_000)
    width, height = fitted.size
    if 3136 <= size[0] * size[1] <= 1_000_000:
        assert fitted is picture
    else:
        assert width % 28 == height % 28 == 0
        assert 3136 <= width * height <= 1_000_000
