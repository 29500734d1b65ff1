"""The rows of a benchmark: loaded at a pinned revision, converted where they must be, and counted."""

import csv
import hashlib
import json
import os
import shutil
import sys
import tempfile
import urllib.request
import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from .ledger import digest
from .suite import Benchmark, Row, Source

CONVERTER = 1  # of what `convert` writes
PART = "__part"
INDEX = "__index"


class SourceError(RuntimeError):
    """Rows that are not those of the suite."""


def unverified() -> bool:
    """Whether TRACE_EVAL_UNVERIFIED allows other rows than the suite's, for a try on a part or a copy."""
    return os.environ.get("TRACE_EVAL_UNVERIFIED", "") not in ("", "0")


def folder() -> Path:
    """Where converted sources are kept: TRACE_EVAL_DATA, or the user's cache."""
    return Path(os.environ.get("TRACE_EVAL_DATA") or Path.home() / ".cache" / "trace_tasks" / "evaluation")


def check(holds: bool, problem: str) -> None:
    """SourceError unless it holds; a warning where other rows are allowed."""
    if holds:
        return
    if not unverified():
        raise SourceError(problem)
    warnings.warn(problem, stacklevel=2)


@dataclass(frozen=True)
class Rows:
    """The rows of a benchmark, each a mapping with `__part` and, from 0 within its part, `__index`."""

    parts: tuple[tuple[str, Any], ...]

    def __len__(self) -> int:
        return sum(len(part) for _, part in self.parts)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        for name, part in self.parts:
            for index, row in enumerate(part):
                yield {**row, PART: name, INDEX: index}


def load(benchmark: Benchmark) -> Rows:
    """All rows of a benchmark; SourceError when there are more or fewer than the suite has."""
    source = benchmark.source
    rows = Rows((("", _parquet(convert(benchmark))),)) if source.converted else plain(source)
    check(
        len(rows) == benchmark.rows,
        f"{benchmark.key}: {len(rows)} rows in {source.repo}@{source.revision[:12]}, the suite has"
        f" {benchmark.rows}",
    )
    return rows


def plain(source: Source) -> Rows:
    """The rows as `datasets` loads them, pictures left encoded."""
    import datasets

    parts = []
    for config in source.configs:
        for split in source.splits:
            part = datasets.load_dataset(source.repo, name=config, revision=source.revision, split=split)
            for name, feature in part.features.items():
                encoded = _encoded(feature, datasets)
                if encoded is not None:
                    part = part.cast_column(name, encoded)
            if source.keep is not None:
                column, wanted = source.keep
                part = part.select([i for i, value in enumerate(part[column]) if wanted(value)])
            parts.append((split if len(source.splits) > 1 else config or split, part))
    return Rows(tuple(parts))


def _encoded(feature: Any, datasets: Any) -> Any:
    """The same feature with pictures left encoded; None where it holds none."""
    image = datasets.Image(decode=False)
    if isinstance(feature, datasets.Image):
        return image
    inner = getattr(feature, "feature", None)
    return datasets.List(image) if isinstance(inner, datasets.Image) else None


# Converting


def convert(benchmark: Benchmark) -> Path:
    """The folder of a converted source: `rows.parquet` and a manifest. Made once, whole or not at all."""
    source = benchmark.source
    name = digest(
        CONVERTER, source.repo, source.revision, source.file, source.md5, benchmark.key, unverified()
    )
    target = folder() / f"{benchmark.key}-{name[:12]}"
    if (target / "manifest.json").exists():
        verify_converted(benchmark, target, thorough=False)
        return target
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=f".{benchmark.key}-") as scratch:
        fresh = Path(scratch) / "fresh"
        fresh.mkdir()
        with _raw(source, Path(scratch)) as rows:
            count = _write(fresh / "rows.parquet", rows)
        check(
            count == benchmark.rows,
            f"{benchmark.key}: {count} rows converted, the suite has {benchmark.rows}",
        )
        manifest = {
            "benchmark": benchmark.key,
            "source": f"{source.repo}@{source.revision}",
            "file": source.file,
            "md5": source.md5,
            "rows": count,
            "sha256": file_digest(fresh / "rows.parquet", "sha256"),
        }
        (fresh / "manifest.json").write_text(json.dumps(manifest, indent=2) + "\n")
        os.replace(fresh, target)
    return target


def verify_converted(benchmark: Benchmark, target: Path, thorough: bool = True) -> None:
    """Check a converted folder against its manifest; thorough: its hash too."""
    manifest = json.loads((target / "manifest.json").read_text())
    path = target / "rows.parquet"
    if thorough and file_digest(path, "sha256") != manifest["sha256"]:
        raise SourceError(f"{path} is not what was converted; delete {target}")
    check(
        manifest["rows"] == benchmark.rows,
        f"{target}: {manifest['rows']} rows, the suite has {benchmark.rows}",
    )


@contextmanager
def _raw(source: Source, scratch: Path) -> Iterator[Iterable[Row]]:
    if source.file is None:
        assert source.expand is not None
        expand = source.expand
        yield (new for row in plain(source) for new in expand(row))
        return
    path = _fetched(source, scratch)
    if source.md5 is not None:
        found = file_digest(path, "md5")
        check(found == source.md5, f"{source.file} has the MD5 {found}, not {source.md5}")
    csv.field_size_limit(sys.maxsize)
    with path.open(encoding="utf-8", newline="") as file:
        yield csv.DictReader(file, delimiter="\t")


def _fetched(source: Source, scratch: Path) -> Path:
    assert source.file is not None
    if source.url is None:
        from huggingface_hub import hf_hub_download

        return Path(hf_hub_download(source.repo, source.file, repo_type="dataset", revision=source.revision))
    given = folder() / "downloads" / source.file  # put there by hand, where the address is out of reach
    if given.exists():
        return given
    path = scratch / source.file
    with urllib.request.urlopen(source.url, timeout=600) as reply, path.open("wb") as file:
        shutil.copyfileobj(reply, file)
    return path


def _write(path: Path, rows: Iterable[Row]) -> int:
    """Rows of texts, and pictures as bytes, in row groups small enough for large photos."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    count = 0
    writer = None
    try:
        flat = map(_flat, rows)
        while group := list(islice(flat, 32)):
            table = pa.Table.from_pylist(group, schema=writer.schema if writer else None)
            writer = writer or pq.ParquetWriter(path, table.schema)
            writer.write_table(table)
            count += len(group)
    finally:
        if writer:
            writer.close()
    if not count:
        raise SourceError("a source without rows")
    return count


def _flat(row: Row) -> dict[str, Any]:
    return {
        name: value["bytes"]
        if isinstance(value, dict)
        else value
        if isinstance(value, bytes)
        else str(value or "")
        for name, value in row.items()
    }


def _parquet(target: Path) -> Any:
    import datasets

    return datasets.load_dataset("parquet", data_files=str(target / "rows.parquet"), split="train")


def file_digest(path: Path, algorithm: str) -> str:
    """The hex digest of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, algorithm).hexdigest()
