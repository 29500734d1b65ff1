"""Verifying the rows of one shard: their place, their trace, their hash, and their replay."""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import msgspec
import zstandard
from PIL import Image

from ..engine.sample import pixels_hash
from ..parallel import check_stop
from ..recipe import REDRAWS, Slot, instance_seed
from ..records import TraceRecord, TraceRef, canonical, content_id, make_records, named_hash, plural
from ..validate import Fault, payload_faults, picture_faults, replayed, response_faults, short
from .plan import Plan, Shard
from .table import COLUMNS, arrow, read_table, schema, texts

#: Faults listed for one file; the rest are counted.
MOST = 20


class ShardRows(msgspec.Struct, frozen=True):
    """One shard to check. `replay`: how many rows of each task, the first ones; None: all."""

    folder: Path
    plan: Plan
    shard: Shard
    replay: int | None


class Checked(msgspec.Struct, frozen=True):
    """What is compared across shards. `key`: what no two rows share; `state`: hash of the scene's state."""

    place: str
    instance_id: str
    task: str
    key: str
    state: str


def check_rows(job: ShardRows) -> tuple[list[Checked], list[Fault]]:
    """The rows that hold together with their trace, and all that is wrong with the shard."""
    faults: list[Fault] = []
    table = open_faults(job)
    lines, unread = trace_lines(job)
    faults += table + unread
    if faults:
        return [], faults
    rows, seen = [], set[int]()
    number = 0
    for group in read_table(job.folder / job.shard.table_path):
        for row in group:
            check_stop()
            number += 1
            place = f"{job.shard.table_path}:{number}"
            found = list(row_faults(job, place, row, lines, seen))
            if found and found[0].field == "shard_id":
                return [], faults + found[:1]
            faults += [msgspec.structs.replace(fault, instance=row["instance_id"] or "") for fault in found]
            if not any(fault.field in ("trace_ref", "images") for fault in found):
                rows.append(checked(place, row, lines))
    faults += missing_rows(job, seen, number)
    return rows, capped(faults)


def capped(faults: list[Fault]) -> list[Fault]:
    """At most `MOST` faults, and how many more there are."""
    if len(faults) <= MOST:
        return faults
    file = faults[0].file.partition(":")[0]
    return [*faults[:MOST], Fault(file, "", "", f"and {plural(len(faults) - MOST, 'more fault')}")]


def open_faults(job: ShardRows) -> list[Fault]:
    """Whether the Parquet file can be opened, with the right columns and page indexes."""
    path, pa = job.shard.table_path, arrow()
    try:
        with pa.parquet.ParquetFile(job.folder / path) as file:
            found, groups = file.schema_arrow, file.metadata.num_row_groups
            indexed = groups == 0 or file.metadata.row_group(0).column(0).has_offset_index
    except (OSError, pa.ArrowException) as error:
        return [Fault(path, "", "", f"cannot be read: {str(error).splitlines()[0]}")]
    features = (found.metadata or {}).get(b"huggingface")
    if not found.equals(schema()) or features != schema().metadata[b"huggingface"]:
        return [Fault(path, "", "", f"has not the columns of the table: {', '.join(COLUMNS)}")]
    return [] if indexed else [Fault(path, "", "", "has no page index")]


def trace_lines(job: ShardRows) -> tuple[list[bytes], list[Fault]]:
    path = job.shard.trace_path
    try:
        with zstandard.open(job.folder / path, "rb") as file:
            lines = file.read().splitlines()
    except (OSError, zstandard.ZstdError) as error:
        return [], [Fault(path, "", "", f"cannot be read: {error}")]
    if len(lines) != job.shard.rows:
        return lines, [Fault(path, "", "", f"has {len(lines)} lines, not {job.shard.rows}")]
    return lines, []


def missing_rows(job: ShardRows, seen: set[int], count: int) -> Iterator[Fault]:
    path = job.shard.table_path
    if count != job.shard.rows:
        yield Fault(path, "", "", f"has {plural(count, 'row')}, not {job.shard.rows}")
    for line, (task, index) in enumerate(job.shard.places()):
        if line not in seen:
            yield Fault(path, "", "", f"instance {index} of {task}, row {line + 1}, is missing")


def row_faults(
    job: ShardRows, place: str, row: dict[str, Any], lines: list[bytes], seen: set[int]
) -> Iterator[Fault]:
    """What is wrong with one row, by place in the table or in the traces."""
    try:
        ref = msgspec.json.decode(row["trace_ref"], type=TraceRef)
    except (msgspec.MsgspecError, TypeError) as error:
        yield Fault(place, "", "trace_ref", f"cannot be read: {error}")
        return
    if ref.shard_id != job.shard.id:
        yield Fault(job.shard.table_path, "", "shard_id", f"holds rows of {ref.shard_id}")
        return
    if ref.line_index not in range(len(lines)) or ref.line_index in seen:
        yield Fault(place, "", "trace_ref", f"line {ref.line_index + 1} is none of a row of its own")
        return
    seen.add(ref.line_index)
    task, index = divmod_place(job.shard, ref.line_index)
    if row["task"] != task:
        yield Fault(place, "", "task", f"the plan has here instance {index} of {task}")
    line, trace_place = lines[ref.line_index], f"{job.shard.trace_path}:{ref.line_index + 1}"
    if named_hash(line) != ref.trace_record_hash:
        yield Fault(trace_place, "", "trace_record_hash", f"differs from {place}")
    try:
        record = msgspec.json.decode(line, type=TraceRecord)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        yield Fault(trace_place, "", "", f"cannot be read: {error}")
        return
    yield from seed_faults(job, trace_place, record, Slot(task, index, job.plan.recipe.params))
    if job.replay is None or index < job.replay:
        yield from replay_faults(job, place, trace_place, row, record)
    yield from hash_faults(job, place, row)


def divmod_place(shard: Shard, line: int) -> tuple[str, int]:
    """Task and index of a line."""
    index, k = divmod(line, len(shard.tasks))
    return shard.tasks[k], index


def seed_faults(job: ShardRows, place: str, record: TraceRecord, slot: Slot) -> Iterator[Fault]:
    split = next(split for split in job.plan.recipe.splits if split.name == job.shard.split)
    if record.instance_seed not in (instance_seed(split.seed, slot, redraw) for redraw in range(REDRAWS + 1)):
        yield Fault(place, "", "instance_seed", f"is not a seed of instance {slot.index} of {slot.task_id}")
    if record.params != slot.params:
        yield Fault(place, "", "params", "are not those of the recipe")


def replay_faults(
    job: ShardRows, place: str, trace_place: str, row: dict[str, Any], record: TraceRecord
) -> Iterator[Fault]:
    """How the row differs from what solving and drawing its trace again gives."""
    again = replayed(row["task"], record.payload)
    if isinstance(again, str):
        yield Fault(trace_place, "", "payload", again)
        return
    ref = msgspec.json.decode(row["trace_ref"], type=TraceRef)
    version = job.plan.recipe.instance_version
    derived, _ = make_records(again, record.params, version, ref.shard_id, ref.line_index)
    for column, right in texts(derived).items():
        if row[column] != right:
            yield Fault(
                place, "", column, f"stored {short(row[column])}, but the replay gives {short(right)}"
            )
    yield from (Fault(trace_place, "", *found) for found in payload_faults(record, again))
    for image in (row["images"] or [])[:1]:
        yield from (Fault(place, "", *found) for found in picture_faults(image["bytes"], again.image))
    yield from (Fault(place, "", *found) for found in response_faults(derived, again.image.size))


def hash_faults(job: ShardRows, place: str, row: dict[str, Any]) -> Iterator[Fault]:
    """Whether the picture and the words of a row are those that its id is the hash of."""
    images = row["images"] or []
    if len(images) != 1 or images[0]["path"] != f"{row['instance_id']}.png":
        yield Fault(place, "", "images", f"must be one, {row['instance_id']}.png")
        return
    try:
        with Image.open(BytesIO(images[0]["bytes"]), formats=["PNG"]) as picture:
            size, hashed = picture.size, pixels_hash(picture)
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError) as error:
        yield Fault(place, "", "images", f"is no readable PNG: {error}")
        return
    if row["image_sizes"] != [{"width": size[0], "height": size[1]}]:
        yield Fault(place, "", "image_sizes", f"{row['image_sizes']}, but the picture has {size}")
    try:
        stated = content(row, job.plan.recipe.instance_version)
    except (msgspec.MsgspecError, TypeError) as error:
        yield Fault(place, "", "", f"cannot be read: {error}")
        return
    if content_id(stated, f"blake2b:{hashed}") != row["instance_id"]:
        yield Fault(place, "", "instance_id", "is not the hash of what the row says and shows")


def content(row: dict[str, Any], instance_version: str) -> dict[str, Any]:
    """What an instance id is the hash of, beside the pixels."""
    annotated = row["prompt_answer_and_annotation"]
    plain = ("domain", "task", "scene_id", "scene_variant", "query_id")
    coded = ("answer_gt", "annotation_gt", "reward_contract")
    return {
        "instance_version": instance_version,
        **{name: row[name] for name in plain},
        "prompt": annotated,
        "prompt_variants": {"answer_only": row["prompt_answer"], "answer_and_annotation": annotated},
        **{name: msgspec.json.decode(row[name]) for name in coded},
    }


def checked(place: str, row: dict[str, Any], lines: list[bytes]) -> Checked:
    ref = msgspec.json.decode(row["trace_ref"], type=TraceRef)
    record = msgspec.json.decode(lines[ref.line_index], type=TraceRecord)
    state = named_hash(canonical(record.payload["state"]))
    picture = named_hash(row["images"][0]["bytes"])
    key = named_hash(canonical([row["task"], picture, row["prompt_answer_and_annotation"]]))
    return Checked(place, row["instance_id"], row["task"], key, state)
