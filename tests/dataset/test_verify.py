"""Verification finds what was changed and names it, with the file's hash against it and without."""

import io
import shutil

import msgspec
import pyarrow.parquet as pq
import pytest
from PIL import Image

from tests.dataset.releases import copied, resealed, rewritten, small
from trace_tasks.records import DataError, readable
from trace_tasks.release.pack import MANIFEST, Manifest, build_release
from trace_tasks.release.verify import verify

FIRST, SECOND = "data/train-00000-of-00003.parquet", "data/train-00001-of-00003.parquet"


@pytest.fixture
def broken(release, tmp_path):
    return copied(release, tmp_path / "copy")


def said(folder, **options):
    return [str(fault) for fault in verify(folder, **options)]


def test_a_release_holds(release):
    assert said(release) == []
    assert said(release, replay=0) == []


def test_the_card_may_change_and_the_hub_may_add_its_own(broken):
    (broken / "README.md").write_text("# other words")
    (broken / ".gitattributes").write_text("")
    (broken / ".cache" / "huggingface").mkdir(parents=True)
    (broken / ".cache" / "huggingface" / "x.metadata").write_text("")
    assert said(broken) == []


def flipped(rows):
    image = Image.open(io.BytesIO(rows[2]["images"][0]["bytes"]))
    red, green, blue = image.getpixel((5, 5))
    image.putpixel((5, 5), (red ^ 1, green, blue))
    packed = io.BytesIO()
    image.save(packed, "PNG")
    rows[2]["images"][0]["bytes"] = packed.getvalue()
    return rows


def answered(rows):
    answer = msgspec.json.decode(rows[1]["answer_gt"])
    answer["value"] = answer["value"] + 1
    rows[1]["answer_gt"] = msgspec.json.encode(answer, order="sorted").decode()
    return rows


CHANGES = {
    "a flipped pixel": (flipped, f"{FIRST}:3: ", "pixels: differ from those that the replay draws"),
    "a changed answer": (answered, f"{FIRST}:2: ", "answer_gt: stored"),
    "a removed row": (lambda rows: rows[:1] + rows[2:], FIRST, "row 2, is missing"),
    "a repeated row": (
        lambda rows: [rows[0], *rows[:1], *rows[2:]],
        FIRST,
        "line 1 is none of a row of its own",
    ),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_changed_row_is_named_by_its_file_hash_and_without_it(broken, name):
    change, place, what = CHANGES[name]
    rewritten(broken / FIRST, change)
    hashed = f"{FIRST}: sha256: differs from {MANIFEST}"
    found = said(broken)
    assert [line for line in found if line.startswith(place) and what in line], found
    assert hashed in found
    resealed(broken)
    found = said(broken)
    assert [line for line in found if line.startswith(place) and what in line], found
    assert hashed not in found


@pytest.mark.parametrize("name", ["a flipped pixel", "a changed answer"])
def test_without_replay_the_hash_of_the_row_tells(broken, name):
    change, place, _ = CHANGES[name]
    rewritten(broken / FIRST, change)
    resealed(broken)
    (fault,) = said(broken, replay=0)
    assert fault.startswith(place)
    assert "instance_id: is not the hash of what the row says and shows" in fault


def test_swapped_shards(broken):
    for other in ("data/train-{}-of-00003.parquet", "traces/train-{}-of-00003.jsonl.zst"):
        first, second = (broken / other.format(number) for number in ("00000", "00001"))
        first.rename(broken / "aside")
        second.rename(first)
        (broken / "aside").rename(second)
        resealed(broken)
        found = said(broken)
        assert found, other
    assert f"{FIRST}: shard_id: holds rows of train-00001-of-00003" in found
    assert f"{SECOND}: shard_id: holds rows of train-00000-of-00003" in found


def test_a_stale_manifest(broken, tmp_path):
    build_release(small(max_attempts_per_instance=99, instance_version="v2"), tmp_path / "older")
    shutil.copy(tmp_path / "older" / MANIFEST, broken / MANIFEST)
    found = said(broken)
    assert f"{MANIFEST}: files: is stale: none of the 8 files is the one that it lists" in found


def test_a_manifest_that_was_edited(broken):
    manifest = msgspec.json.decode((broken / MANIFEST).read_bytes(), type=Manifest)
    changed = msgspec.structs.replace(manifest, rows={**manifest.rows, "train": 9})
    (broken / MANIFEST).write_bytes(readable(changed))
    found = said(broken)
    assert f"{MANIFEST}: manifest_hash: is not the hash of this manifest" in found
    assert f"{MANIFEST}: rows: 9 of train, but the plan asks for 12" in found


@pytest.mark.parametrize("sealed", [False, True])
def test_a_truncated_file(broken, sealed):
    path = broken / FIRST
    data = path.read_bytes()
    path.write_bytes(data[:-1000])
    if sealed:
        resealed(broken)
    found = said(broken)
    assert any(line.startswith(f"{FIRST}: cannot be read: ") for line in found), found
    assert sealed or f"{FIRST}: is truncated: {len(data) - 1000:,} of {len(data):,} bytes" in found


def test_a_missing_file_and_one_too_many(broken):
    (broken / FIRST).unlink()
    (broken / "data" / "notes.txt").write_text("")
    assert said(broken) == [
        f"data/notes.txt: is not part of the release ({MANIFEST} does not list it)",
        f"{FIRST}: is missing",
    ]


def test_another_state_in_the_trace(broken):
    import zstandard

    path = broken / "traces/train-00002-of-00003.jsonl.zst"
    lines = zstandard.decompress(path.read_bytes(), max_output_size=1 << 26).splitlines()
    lines[0] = lines[0].replace(b'"attempt":0', b'"attempt":7', 1)
    path.write_bytes(zstandard.compress(b"\n".join(lines) + b"\n"))
    resealed(broken)
    found = said(broken)
    assert any(
        "trace_record_hash: differs from data/train-00002-of-00003.parquet:1" in line for line in found
    )


def test_other_columns_and_no_page_index(broken):
    table = pq.read_table(broken / FIRST)
    pq.write_table(table.drop_columns(["scene_variant"]), broken / FIRST)
    pq.write_table(pq.read_table(broken / SECOND), broken / SECOND)
    resealed(broken)
    found = said(broken)
    assert any(line.startswith(f"{FIRST}: has not the columns of the table") for line in found)
    assert f"{SECOND}: has no page index" in found


def test_a_folder_without_a_manifest(tmp_path):
    with pytest.raises(DataError, match="is not a release folder"):
        verify(tmp_path)
