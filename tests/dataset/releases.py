"""Small releases for the tests, and changes to them that nobody should get away with."""

import shutil
from pathlib import Path

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq

from trace_tasks.records import file_sha256, readable
from trace_tasks.release.pack import MANIFEST, FileEntry, Manifest
from trace_tasks.release.plan import Plan, ReleaseRecipe, Split, plan_of

TASKS = (
    "task_games__match3__gem_count",
    "task_games__match3__swap_clear_count",
    "task_symbolic__clock__time_extremum_label",
)


def small(per_task: int = 4, shards: int = 3, tasks: tuple[str, ...] = TASKS, **options) -> Plan:
    splits = (
        Split(name="validation", seed=1042, per_task=1),
        Split(name="train", seed=42, per_task=per_task, shards=shards),
    )
    return plan_of(ReleaseRecipe(name="small", tasks=tasks, splits=splits, **options))


RECIPE = """\
name: small
tasks: [{tasks}]
splits:
  - {{name: validation, seed: 1042, per_task: 1}}
  - {{name: train, seed: 42, per_task: {per_task}, shards: 3}}
"""


def recipe_file(folder: Path, per_task: int = 4, tasks: tuple[str, ...] = TASKS) -> Path:
    """The recipe of `small` as a file."""
    path = folder / "recipe.yaml"
    path.write_text(RECIPE.format(tasks=", ".join(tasks), per_task=per_task))
    return path


def copied(release: Path, target: Path) -> Path:
    shutil.copytree(release, target)
    return target


def rewritten(path: Path, change) -> None:
    """Write a Parquet file again with `change(rows)` in place of its rows, everything else as it was."""
    table = pq.read_table(path)
    rows = change(table.to_pylist())
    with pq.ParquetWriter(path, table.schema, write_page_index=True) as writer:
        writer.write_table(pa.Table.from_pylist(rows, table.schema))


def resealed(release: Path) -> None:
    """Make the manifest agree with the files as they are: only their contents can give the change away."""
    manifest = msgspec.json.decode((release / MANIFEST).read_bytes(), type=Manifest)
    files = {
        path: FileEntry(file_sha256(release / path), (release / path).stat().st_size, entry.rows)
        for path, entry in manifest.files.items()
    }
    sealed = msgspec.structs.replace(manifest, files=files).sealed()
    (release / MANIFEST).write_bytes(readable(sealed))
