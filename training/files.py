"""Files of a run: named by hash, placed whole, compared."""

import os
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from trace_tasks.records import DataError, file_sha256, readable

Sums = dict[str, dict[str, Any]]  # by relative path: sha256 (hex) and size (bytes)


class RunError(DataError):
    """A run, or what it stands on, is at fault; the message is one line that says what to do."""


def sums(folder: Path, skip: frozenset[str] = frozenset()) -> Sums:
    """SHA-256 and size of every file below a folder, but those whose relative path is in `skip`."""
    return {
        name: {"sha256": file_sha256(folder / name), "size": (folder / name).stat().st_size}
        for name in names(folder)
        if name not in skip
    }


def names(folder: Path) -> list[str]:
    return sorted(p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file())


def differences(folder: Path, stated: Mapping[str, Mapping[str, Any]], skip: frozenset[str]) -> Iterator[str]:
    """A line for each file that is missing, new, or not what was stated."""
    found = set(names(folder)) - skip
    for name in sorted(found | set(stated)):
        if name not in found:
            yield f"{name}: missing"
        elif name not in stated:
            yield f"{name}: not in the record"
        elif (size := (folder / name).stat().st_size) != stated[name]["size"]:
            yield f"{name}: {size} bytes, the record has {stated[name]['size']}"
        elif (sha := file_sha256(folder / name)) != stated[name]["sha256"]:
            yield f"{name}: sha256 {sha[:12]}..., the record has {stated[name]['sha256'][:12]}..."


def place(source: Path, target: Path) -> None:
    """The file again, under another name: a hard link where the disk allows one, else a copy."""
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        os.link(source.resolve(), target)
    except OSError:
        shutil.copyfile(source, target)


def write_json(path: Path, value: Any) -> None:
    """Write a record so that it appears whole."""
    fresh = path.with_name(f".{path.name}.new")
    fresh.write_bytes(readable(value))
    os.replace(fresh, path)


def read_json(path: Path) -> Any:
    """A record; RunError where there is none, or no JSON."""
    try:
        return msgspec.json.decode(path.read_bytes())
    except FileNotFoundError:
        raise RunError(f"{path} is missing") from None
    except msgspec.DecodeError as error:
        raise RunError(f"{path}: {error}") from None


def free_bytes(folder: Path) -> int:
    """Room on the disk that holds the folder, or would hold it."""
    while not folder.exists():
        folder = folder.parent
    return shutil.disk_usage(folder).free


def need_room(folder: Path, wanted: float, what: str) -> None:
    """RunError when the disk has less than `wanted` bytes free."""
    free = free_bytes(folder)
    if free < wanted:
        raise RunError(
            f"{what} needs {wanted / 1e9:.2f} GB, {folder} has {free / 1e9:.2f} GB free; nothing was written"
        )
