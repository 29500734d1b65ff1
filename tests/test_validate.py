"""Whatever is changed in a dataset folder is found, and the right file is named."""

import os
import random
import shutil
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest
import zstandard
from PIL import Image

from tests.datasets import TASKS, small
from trace_tasks.build import build
from trace_tasks.records import (
    BUILD_REPORT,
    INSTANCES,
    SUMS,
    VALIDATION_REPORT,
    BuildReport,
    DataError,
    canonical,
    named_hash,
    readable,
    trace_path,
)
from trace_tasks.validate import validate

FLIPS = 60


@pytest.fixture(scope="module")
def original(tmp_path_factory):
    folder = tmp_path_factory.mktemp("original") / "dataset"
    build(small(5), folder)
    assert validate(folder) == []
    return folder


@pytest.fixture(scope="module")
def two_instances(tmp_path_factory):
    folder = tmp_path_factory.mktemp("two") / "dataset"
    build(small(1), folder)
    return folder


@pytest.fixture
def tiny(two_instances, tmp_path):
    return shutil.copytree(two_instances, tmp_path / "tiny")


@pytest.fixture
def folder(original, tmp_path):
    return shutil.copytree(original, tmp_path / "dataset")


def files_of(folder: Path) -> list[Path]:
    return sorted(p for p in folder.rglob("*") if p.is_file())


def named(faults) -> set[str]:
    return {fault.file.partition(":")[0] for fault in faults}


def rows_of(folder: Path) -> list[dict]:
    return [msgspec.json.decode(line) for line in (folder / INSTANCES).read_bytes().splitlines()]


def traces_of(folder: Path, shard_id: str) -> list[dict]:
    with zstandard.open(folder / trace_path(shard_id)) as file:
        return [msgspec.json.decode(line) for line in file.read().splitlines()]


def write(folder: Path, rows: list[dict], traces: dict[str, list[dict]] | None = None) -> None:
    """Store changed records as someone would who knows every hash: only replay can tell."""
    for shard_id, records in (traces or {}).items():
        lines = [canonical(record) for record in records]
        (folder / trace_path(shard_id)).write_bytes(zstandard.compress(b"".join(x + b"\n" for x in lines)))
        for row in rows:
            if row["trace_ref"]["shard_id"] == shard_id:
                line = lines[row["trace_ref"]["line_index"]]
                row["trace_ref"]["trace_record_hash"] = named_hash(line)
    (folder / INSTANCES).write_bytes(b"".join(canonical(row) + b"\n" for row in rows))
    reseal(folder)


def reseal(folder: Path, **changes) -> None:
    sums = "".join(
        f"{sha256(p.read_bytes()).hexdigest()}  {p.relative_to(folder).as_posix()}\n"
        for p in files_of(folder)
        if p.name not in (SUMS, BUILD_REPORT)
    )
    (folder / SUMS).write_text(sums)
    report = msgspec.json.decode((folder / BUILD_REPORT).read_bytes(), type=BuildReport)
    report = msgspec.structs.replace(report, sums_hash=named_hash(sums.encode()), **changes)
    (folder / BUILD_REPORT).write_bytes(readable(report.sealed()))


def test_resealing_changes_nothing(folder):
    write(folder, rows_of(folder), {"shard-00000": traces_of(folder, "shard-00000")})
    assert validate(folder) == []


def test_two_workers_find_the_same(folder):
    picture = next(folder.rglob("*.png"))
    picture.write_bytes(picture.read_bytes()[:-40])
    assert validate(folder, workers=2) == validate(folder) != []


@pytest.mark.parametrize("k", range(FLIPS))
def test_a_flipped_bit_anywhere(tiny, k):
    rng = random.Random(k)
    files = files_of(tiny)
    special = [p for p in files if p.suffix != ".png"]
    path = rng.choice(files if k % 2 else special)
    data = bytearray(path.read_bytes())
    at = rng.randrange(len(data))
    data[at] ^= 1 << rng.randrange(8)
    path.write_bytes(data)
    assert path.relative_to(tiny).as_posix() in named(validate(tiny)), (path, at)


@pytest.mark.parametrize("keep", [0, 0.5, 0.99])
@pytest.mark.parametrize("name", [INSTANCES, BUILD_REPORT, VALIDATION_REPORT, SUMS, "*.png", "*.zst"])
def test_a_file_cut_short(tiny, name, keep):
    path = next(tiny.rglob(name))
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * keep)])
    assert path.relative_to(tiny).as_posix() in named(validate(tiny))


@pytest.mark.parametrize("name", [INSTANCES, BUILD_REPORT, VALIDATION_REPORT, SUMS, "*.png", "*.zst"])
def test_a_file_gone(tiny, name):
    path = next(tiny.rglob(name))
    path.unlink()
    faults = validate(tiny)
    assert path.relative_to(tiny).as_posix() in named(faults)
    assert all("\n" not in str(fault) for fault in faults)


def test_a_file_too_many(folder):
    (folder / "images" / "00000" / "other.png").write_bytes(b"")
    (folder / "notes.txt").symlink_to("/etc/hostname")
    assert named(validate(folder)) == {"images/00000/other.png", "notes.txt"}


def test_a_link_and_an_empty_folder(tiny, tmp_path):
    picture = next(tiny.rglob("*.png"))
    picture.rename(tmp_path / "elsewhere.png")
    picture.symlink_to(tmp_path / "elsewhere.png")
    (tiny / "images" / "more").mkdir()
    found = {(f.file, f.what) for f in validate(tiny)}
    assert (picture.relative_to(tiny).as_posix(), "is a link, not a file of the dataset") in found
    assert ("images/more", "is an empty folder, not part of the dataset") in found


def test_a_row_removed(folder):
    rows = rows_of(folder)
    write(folder, rows[:-1])
    faults = validate(folder)
    assert {BUILD_REPORT, trace_path("shard-00001")} <= named(faults)
    assert any("10 reported, 9 in train_instances.jsonl" in fault.what for fault in faults)


def test_a_row_twice(folder):
    rows = rows_of(folder)
    write(folder, [*rows[:-1], rows[-2]])
    assert any(fault.what == "repeats line 9" for fault in validate(folder))


def test_rows_in_another_order(folder):
    rows = rows_of(folder)
    write(folder, [rows[1], rows[0], *rows[2:]])
    assert {fault.field for fault in validate(folder)} == {"instance_seed"}


def test_pictures_swapped(folder):
    a, b = (folder / row["images"][0]["path"] for row in rows_of(folder)[:2])
    first, second = a.read_bytes(), b.read_bytes()
    a.write_bytes(second)
    b.write_bytes(first)
    reseal(folder)
    faults = validate(folder)
    assert named(faults) == {p.relative_to(folder).as_posix() for p in (a, b)}
    assert {fault.field for fault in faults} == {"pixels"}


def test_one_pixel_changed(folder):
    path = next(folder.rglob("*.png"))
    with Image.open(path) as picture:
        picture.putpixel((5, 5), (1, 2, 3))
        picture.save(path)
    reseal(folder)
    assert [(f.file, f.field) for f in validate(folder)] == [(path.relative_to(folder).as_posix(), "pixels")]


def change_answer(row, record):
    row["answer_gt"]["value"] += 1


def change_annotation(row, record):
    row["annotation_gt"]["value"][0][0] -= 0.5


def change_prompt(row, record):
    row["prompt"] += " "


def change_variant(row, record):
    row["prompt_variants"]["answer_only"] += " "


def change_contract(row, record):
    row["reward_contract"]["answer"]["id"] = "answer_soft_match_v0"


def change_contract_type(row, record):
    row["reward_contract"]["answer"]["type"] = "number"


def change_query(row, record):
    row["query_id"] = "none"


def change_version(row, record):
    row["versions"]["scene"] = "v0"


def change_state(row, record):
    gems = record["payload"]["state"]["gems"]
    gems[0], gems[1] = gems[1], gems[0]


def change_marks(row, record):
    record["payload"]["marks"].pop()


def change_witness(row, record):
    record["payload"]["witness"].append(["cell", [0, 0]])


def change_style(row, record):
    record["payload"]["style"]["base"] += 1


def change_stream(row, record):
    record["payload"]["stream"]["attempt"] += 1


def change_params(row, record):
    record["params"]["difficulty"] = 0.5


def change_trace_seed(row, record):
    record["instance_seed"] += 1


def garble_state(row, record):
    record["payload"]["state"] = {"gems": 7}


def empty_payload(row, record):
    record["payload"] = {}


@pytest.mark.parametrize(
    ("change", "field"),
    [
        (change_answer, "answer_gt"),
        (change_annotation, "annotation_gt"),
        (change_prompt, "prompt"),
        (change_variant, "prompt_variants"),
        (change_contract, "reward_contract"),
        (change_contract_type, "reward_contract"),
        (change_query, "query_id"),
        (change_version, "versions"),
        (change_state, "pixels"),
        (change_marks, "payload.marks"),
        (change_witness, "payload.witness"),
        (change_style, "payload.style"),
        (change_stream, "payload.style"),
        (change_params, "params"),
        (change_trace_seed, "instance_seed"),
        (garble_state, "payload"),
        (empty_payload, "payload"),
    ],
)
def test_a_change_with_every_hash_made_anew(folder, change, field):
    rows = rows_of(folder)
    row = next(r for r in rows if r["task"] == TASKS[0] and r["answer_gt"]["value"] > 0)
    ref = row["trace_ref"]
    traces = traces_of(folder, ref["shard_id"])
    change(row, traces[ref["line_index"]])
    write(folder, rows, {ref["shard_id"]: traces})
    assert field in {f.field for f in validate(folder) if f.instance == row["instance_id"]}


def test_a_whole_instance_of_another_seed(folder, tmp_path):
    """Everything about it is right, except that the recipe does not draw it."""
    build(small(5, sampling_seed=1), tmp_path / "other")
    rows, others = rows_of(folder), rows_of(tmp_path / "other")
    (folder / rows[0]["images"][0]["path"]).unlink()
    shutil.copy(tmp_path / "other" / others[0]["images"][0]["path"], folder / "images" / "00000")
    traces = traces_of(folder, "shard-00000")
    traces[0] = traces_of(tmp_path / "other", "shard-00000")[0]
    write(folder, [others[0], *rows[1:]], {"shard-00000": traces})
    assert [(f.instance, f.field) for f in validate(folder)] == [(others[0]["instance_id"], "instance_seed")]


@pytest.mark.parametrize("line", [b"\n", b"{}\n", b"nonsense\n", b"\xff\xfe\n", b'{"a":' * 5000 + b"\n"])
def test_a_line_that_is_no_instance(folder, line):
    with (folder / INSTANCES).open("ab") as file:
        file.write(line)
    faults = validate(folder)
    assert f"{INSTANCES}:11" in {fault.file for fault in faults}


def test_paths_that_lead_elsewhere(folder):
    rows = rows_of(folder)
    rows[0]["images"][0]["path"] = "../../../etc/hostname"
    rows[1]["trace_ref"]["shard_id"] = "../../secret"
    rows[2]["trace_ref"]["line_index"] = 10**6
    write(folder, rows)
    faults = validate(folder)
    assert {"images", "trace_ref", ""} <= {fault.field for fault in faults}


def test_another_release_is_named_beside_the_faults_it_may_explain(folder):
    report = msgspec.json.decode((folder / BUILD_REPORT).read_bytes())
    reseal(folder, versions={**report["versions"], "pillow": "1.0"})
    assert validate(folder) == []  # it replays all the same
    next(folder.rglob("*.png")).write_bytes(b"")
    assert any("made with pillow 1.0" in fault.what for fault in validate(folder))


def test_a_recipe_that_was_changed(folder):
    recipe = msgspec.json.decode((folder / BUILD_REPORT).read_bytes())["recipe"]
    recipe["tasks"][0]["count"] = 10**9
    reseal(folder, recipe=recipe)
    assert {fault.field for fault in validate(folder)} == {"recipe_hash", "instances", "task"}
    reseal(folder, recipe={})
    assert {fault.field for fault in validate(folder)} == {"recipe"}


def test_no_dataset_folder(tmp_path):
    with pytest.raises(DataError, match="is not a dataset folder"):
        validate(tmp_path)
    with pytest.raises(DataError, match="is not a dataset folder"):
        validate(tmp_path / "missing")


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_a_file_that_may_not_be_read(folder):
    path = next(folder.rglob("*.png"))
    path.chmod(0)
    assert path.relative_to(folder).as_posix() in named(validate(folder))
