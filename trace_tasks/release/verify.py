"""Verifying a release folder, built here or downloaded: the manifest, every file, every row, and replay."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from ..parallel import spread
from ..records import DataError, file_sha256, readable
from ..validate import Fault
from .card import README
from .pack import MANIFEST, FileEntry, Manifest
from .plan import Plan, Shard, release_versions
from .rows import Checked, ShardRows, check_rows

#: What may lie beside the files of the manifest: the card, and what the Hub and its client add.
BESIDE = (MANIFEST, README, "LICENSE", ".gitattributes", ".gitignore")

Advance = Callable[[int], None]


class ShardJob(msgspec.Struct, frozen=True):
    folder: Path
    plan: Plan
    shard: Shard
    files: dict[str, FileEntry]
    replay: int | None


class ShardResult(msgspec.Struct):
    """What one shard gave. `rows`: those that hold; `differing`: files unlike the manifest's entry."""

    shard: Shard
    faults: list[Fault]
    differing: list[str]
    rows: list[Checked]


def verify(
    folder: Path, workers: int = 1, replay: int | None = None, advance: Advance = lambda n: None
) -> list[Fault]:
    """Every fault of a release folder, sorted; none when all holds. Nothing is written.

    `replay`: how many rows of each task and split are solved and drawn again, the first ones; None: all. The
    others are held against their hashes. `advance` is called with a number of rows as they are checked.
    Raises DataError when `folder` is no release folder at all.
    """
    manifest, faults = read_manifest(folder)
    if manifest is None:
        return faults
    plan = manifest.plan
    faults += manifest_faults(manifest)
    present = {
        p.relative_to(folder).as_posix() for p in folder.rglob("*") if not p.is_dir() or p.is_symlink()
    }
    faults += listing_faults(present, manifest)
    results: list[ShardResult] = []

    def keep(result: ShardResult) -> None:
        results.append(result)
        advance(result.shard.rows)

    jobs = [
        ShardJob(folder, plan, shard, manifest.files, replay)
        for shard in plan.shards
        if {shard.table_path, shard.trace_path} <= present & manifest.files.keys()
    ]
    spread(check_shard, jobs, workers, keep)
    for result in results:
        faults += result.faults
    faults += file_faults(results)
    faults += across_faults(results)
    if faults:
        faults += version_faults(manifest)
    return sorted(set(faults))


def read_manifest(folder: Path) -> tuple[Manifest | None, list[Fault]]:
    """The manifest, or None when it cannot be trusted, and what is wrong with it."""
    path = folder / MANIFEST
    if not path.is_file():
        raise DataError(f"{folder} is not a release folder: it has no {MANIFEST}")
    try:
        data = path.read_bytes()
        manifest = msgspec.json.decode(data, type=Manifest)
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        return None, [Fault(MANIFEST, "", "", f"cannot be read: {error}")]
    if manifest.sealed() != manifest:
        return manifest, [Fault(MANIFEST, "", "manifest_hash", "is not the hash of this manifest")]
    return manifest, [] if readable(manifest) == data else [
        Fault(MANIFEST, "", "", "is not as it was written")
    ]


def manifest_faults(manifest: Manifest) -> Iterator[Fault]:
    """Whether the manifest agrees with its own plan."""
    plan = manifest.plan
    if manifest.plan_hash != plan.hash:
        yield Fault(MANIFEST, "", "plan_hash", "is not the hash of the plan")
    for split in plan.recipe.splits:
        rows = len(plan.tasks) * split.per_task
        if manifest.rows.get(split.name) != rows:
            what = f"{manifest.rows.get(split.name)} of {split.name}, but the plan asks for {rows}"
            yield Fault(MANIFEST, "", "rows", what)
        tallies = manifest.tasks.get(split.name, {})
        for task in sorted(tallies.keys() | set(plan.tasks)):
            count = tallies[task].instances if task in tallies else 0
            if count != split.per_task or task not in plan.tasks:
                what = f"{count} of {task} in {split.name}, which is not what the plan asks for"
                yield Fault(MANIFEST, "", "tasks", what)


def listing_faults(present: set[str], manifest: Manifest) -> Iterator[Fault]:
    listed = {path for shard in manifest.plan.shards for path in (shard.table_path, shard.trace_path)}
    for path in sorted(listed ^ manifest.files.keys()):
        yield Fault(
            MANIFEST, "", "files", f"{path} is {'not ' * (path in listed)}among them, against the plan"
        )
    for path in sorted((listed | manifest.files.keys()) - present):
        yield Fault(path, "", "", "is missing")
    for path in sorted(present - listed - manifest.files.keys() - set(BESIDE)):
        if not path.startswith((".cache/", ".git/")):
            yield Fault(path, "", "", f"is not part of the release ({MANIFEST} does not list it)")


def check_shard(job: ShardJob) -> ShardResult:
    rows, faults = check_rows(ShardRows(job.folder, job.plan, job.shard, job.replay))
    result = ShardResult(job.shard, faults, [], rows)
    unread = {fault.file for fault in faults if fault.what.startswith("cannot be read")}
    for path in (job.shard.table_path, job.shard.trace_path):
        entry, size = job.files[path], (job.folder / path).stat().st_size
        if path in unread and size < entry.bytes:
            result.faults.append(Fault(path, "", "", f"is truncated: {size:,} of {entry.bytes:,} bytes"))
        elif file_sha256(job.folder / path) != entry.sha256:
            result.differing.append(path)
    return result


def file_faults(results: list[ShardResult]) -> Iterator[Fault]:
    """Files unlike the manifest; if none is like it, the manifest is what is wrong."""
    files = [path for result in results for path in result.differing]
    if files and len(files) == 2 * len(results):
        yield Fault(
            MANIFEST, "", "files", f"is stale: none of the {len(files)} files is the one that it lists"
        )
        return
    for path in files:
        yield Fault(path, "", "sha256", f"differs from {MANIFEST}")


def across_faults(results: list[ShardResult]) -> Iterator[Fault]:
    """Instances that stand twice in the release, and states that two splits share."""
    first: dict[str, str] = {}
    splits: dict[tuple[str, str], dict[str, str]] = defaultdict(dict)
    for result in sorted(results, key=lambda result: result.shard.id):
        for row in result.rows:
            earlier = first.setdefault(row.key, row.place)
            if earlier != row.place:
                yield fault_at(row, "", f"repeats {earlier}")
            seen = splits[row.task, row.state]
            seen.setdefault(result.shard.split, row.place)
            others = [place for split, place in seen.items() if split != result.shard.split]
            if others:
                yield fault_at(row, "state", f"is that of {others[0]}, of another split")


def fault_at(row: Checked, field: str, what: str) -> Fault:
    return Fault(row.place, row.instance_id, field, what)


def version_faults(manifest: Manifest) -> Iterator[Fault]:
    """What may be why a replay differs: releases other than those that made the table."""
    here: dict[str, Any] = release_versions()
    for name, made_with in manifest.versions.items():
        if here.get(name) != made_with:
            what = f"made with {name} {made_with}, but this is {here.get(name)}: replay may differ for it"
            yield Fault(MANIFEST, "", "versions", what)
