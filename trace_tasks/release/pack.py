"""Building a release folder: parts are drawn, shards packed from them, and the manifest seals the whole.

While it runs, everything lies in `OUTPUT.partial/` beside the target, which takes twice the space of the
release. A build that was stopped or killed goes on from there; the last step renames the release to OUTPUT.
"""

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import zstandard

from ..build import ZSTD_LEVEL, locked, replace
from ..parallel import check_stop, spread
from ..records import DataError, Tally, canonical, file_sha256, named_hash, readable
from .card import README, render
from .parts import Drawn, PartJob, draw_part, drawn_already, read_drawn, read_part_note
from .plan import Plan, Shard
from .table import table_row, write_table

MANIFEST = "manifest.json"

Advance = Callable[[int], None]


class FileEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One file of the release."""

    sha256: str
    bytes: int
    rows: int


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`manifest.json`. `manifest_hash` is of the manifest without it, so that a change inside shows.

    `tasks`: by split and task. The card, which may be edited later, is no part of it.
    """

    plan: Plan
    plan_hash: str
    versions: dict[str, str]
    rows: dict[str, int]
    tasks: dict[str, dict[str, Tally]]
    files: dict[str, FileEntry]
    manifest_hash: str = ""

    def sealed(self) -> "Manifest":
        """The manifest with its hash."""
        bare = msgspec.structs.replace(self, manifest_hash="")
        return msgspec.structs.replace(bare, manifest_hash=named_hash(canonical(bare)))


class ShardJob(msgspec.Struct, frozen=True):
    shard: Shard
    work: Path


def build_release(plan: Plan, output: Path, workers: int = 1, advance: Advance = lambda n: None) -> Manifest:
    """Make the release folder `output`, going on where an earlier build of the same plan stopped.

    The bytes depend on the plan alone, not on `workers` or on interruptions. `advance` is called with a
    number of rows: each counts once when it is drawn. Raises DataError if `output` exists or cannot be
    made.
    """
    output = Path(os.path.abspath(output))
    work = work_folder(output)
    with locked(work):
        prepare(work, plan)
        missing = []
        for task in plan.tasks:
            if drawn_already(work, task):
                advance(plan.rows_of_task)
            else:
                missing.append(PartJob(plan, task, work))
        spread(draw_part, missing, workers, advance)
        spread(pack_shard, unpacked(work, plan), workers, lambda _: None)
        manifest = finish(work, plan)
        seal_folder(work, output)
    return manifest


def seal_folder(work: Path, output: Path) -> None:
    """Let the finished release appear, and remove what made it."""
    os.rename(work / "release", output)
    shutil.rmtree(work)


def work_folder(output: Path) -> Path:
    """The folder in which a build of `output` works, made; DataError if `output` is there already."""
    if output.exists() and not (output.is_dir() and not any(output.iterdir())):
        raise DataError(f"{output} exists already; choose another output, or remove it first")
    work = output.with_name(f"{output.name}.partial")
    work.mkdir(parents=True, exist_ok=True)
    return work


def prepare(work: Path, plan: Plan) -> None:
    """Make the work folder ready for this plan; DataError if it holds an unfinished build of another."""
    check_same(work, plan)
    for folder in ("parts", "shards", "release/data", "release/traces"):
        (work / folder).mkdir(parents=True, exist_ok=True)
    for leftover in (work / "parts").glob("tmp-*"):
        leftover.unlink()
    for leftover in work.glob("tmp-*"):
        shutil.rmtree(leftover)
    replace(work / "plan.json", readable(plan.identity()))


def check_same(work: Path, plan: Plan) -> None:
    """DataError if the work folder belongs to another plan, or to other versions."""
    note, mine = work / "plan.json", plan.identity()
    if not note.exists():
        return
    theirs = msgspec.json.decode(note.read_bytes())
    differing = sorted(name for name in mine if theirs.get(name) != mine[name])
    if "versions" in differing:
        differing += [k for k, v in mine["versions"].items() if theirs.get("versions", {}).get(k) != v]
    if differing:
        raise DataError(
            f"{work} holds an unfinished build that differs in {', '.join(differing)}; finish that one with "
            f"its own command, choose another output, or remove {work}"
        )


def unpacked(work: Path, plan: Plan) -> list[ShardJob]:
    """The shards still to pack."""
    return [ShardJob(shard, work) for shard in plan.shards if not packed_already(work, shard)]


def shard_note(work: Path, shard: Shard) -> Path:
    return work / "shards" / f"{shard.id}.json"


def read_entries(work: Path, shard: Shard) -> dict[str, FileEntry]:
    return msgspec.json.decode(shard_note(work, shard).read_bytes(), type=dict[str, FileEntry])


def packed_already(work: Path, shard: Shard) -> bool:
    """Whether the shard is there, with its files as they were written."""
    try:
        entries = read_entries(work, shard)
        return all(file_sha256(work / "release" / path) == entry.sha256 for path, entry in entries.items())
    except (msgspec.MsgspecError, FileNotFoundError):
        return False


def pack_shard(job: ShardJob) -> int:
    """Write one shard of the table and its traces from the parts of its tasks; the number of its rows."""
    shard, release = job.shard, job.work / "release"
    with suppress(FileNotFoundError):
        shard_note(job.work, shard).unlink()
    with tempfile.TemporaryDirectory(prefix="tmp-", dir=job.work) as name:
        table, traces = Path(name, "table"), Path(name, "traces")
        write_shard(job.work, shard, table, traces)
        entries = {}
        for fresh, path in ((table, shard.table_path), (traces, shard.trace_path)):
            entries[path] = FileEntry(file_sha256(fresh), fresh.stat().st_size, shard.rows)
            os.replace(fresh, release / path)
    replace(shard_note(job.work, shard), canonical(entries))
    return shard.rows


def write_shard(work: Path, shard: Shard, table: Path, traces: Path) -> None:
    compressor = zstandard.ZstdCompressor(level=ZSTD_LEVEL, write_checksum=True)
    with traces.open("wb") as file, compressor.stream_writer(file) as lines:

        def rows() -> Iterator[dict[str, Any]]:
            for drawn in drawn_rows(work, shard):
                check_stop()
                lines.write(drawn.trace + b"\n")
                yield table_row(drawn.instance, drawn.png, drawn.size)

        write_table(table, rows())


def drawn_rows(work: Path, shard: Shard) -> Iterator[Drawn]:
    """The rows of a shard, in order, read from the parts one at a time."""
    spans = {task: read_part_note(work, task).spans[shard.split] for task in shard.tasks}
    return (read_drawn(work, task, spans[task][index]) for task, index in shard.places())


def finish(work: Path, plan: Plan) -> Manifest:
    """Everything of the release that is not in a shard: the manifest and the card."""
    notes = {task: read_part_note(work, task) for task in plan.tasks}
    splits = [split.name for split in plan.recipe.splits]
    manifest = Manifest(
        plan=plan,
        plan_hash=plan.hash,
        versions=plan.identity()["versions"],
        rows={split.name: len(plan.tasks) * split.per_task for split in plan.recipe.splits},
        tasks={split: {task: notes[task].tallies[split] for task in plan.tasks} for split in splits},
        files={path: entry for shard in plan.shards for path, entry in read_entries(work, shard).items()},
    ).sealed()
    (work / "release" / MANIFEST).write_bytes(readable(manifest))
    (work / "release" / README).write_text(
        render(plan, manifest.rows, sizes(plan, manifest)), encoding="utf-8"
    )
    return manifest


def sizes(plan: Plan, manifest: Manifest) -> dict[str, int]:
    """Bytes of the table by shard."""
    return {shard.id: manifest.files[shard.table_path].bytes for shard in plan.shards}


def share(items: Sequence[Any], rank: int, world: int) -> Sequence[Any]:
    """What falls to one of several machines.

    >>> share("abcde", 1, 2)
    'bd'
    """
    return items[rank::world]
