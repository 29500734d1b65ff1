"""An append-only file of answers by the digest of what was asked: what is in it is never asked again."""

import fcntl
import hashlib
import json
import os
import threading
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any


def digest(*parts: Any) -> str:
    """A SHA-256 of values in plain JSON types, and of bytes by their own digest."""
    text = json.dumps(parts, sort_keys=True, ensure_ascii=False, separators=(",", ":"), default=_of_bytes)
    return hashlib.sha256(text.encode()).hexdigest()


def _of_bytes(value: object) -> str:
    if isinstance(value, bytes):
        return hashlib.sha256(value).hexdigest()
    raise TypeError(f"{type(value).__name__} has no digest")


class Ledger:
    """Entries of a JSON Lines file, by key. Writing is safe against being killed, threads and processes.

    An entry that a killed process left incomplete is dropped when the file is next opened for writing.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._entries: dict[str, dict[str, Any]] = {}
        self._lock = threading.Lock()
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists():
            self._read(path.read_bytes())

    def _read(self, content: bytes) -> None:
        whole = content.rfind(b"\n") + 1
        for line in content[:whole].splitlines():
            if line:
                entry = json.loads(line)
                self._entries[entry["key"]] = entry
        if whole < len(content):
            with self.path.open("r+b") as file:
                fcntl.flock(file, fcntl.LOCK_EX)
                if file.seek(0, os.SEEK_END) == len(content):  # nobody has gone on writing
                    file.truncate(whole)

    def __contains__(self, key: str) -> bool:
        return key in self._entries

    def __len__(self) -> int:
        return len(self._entries)

    def __getitem__(self, key: str) -> dict[str, Any]:
        return self._entries[key]

    def add(self, entries: Iterable[Mapping[str, Any]]) -> None:
        """Append entries, each with a `key`, in one write that is on the disk when this returns."""
        listed = [dict(entry) for entry in entries]
        lines = "".join(json.dumps(entry, ensure_ascii=False) + "\n" for entry in listed).encode()
        with self._lock, self.path.open("ab") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            file.write(lines)
            file.flush()
            os.fsync(file.fileno())
            self._entries.update((entry["key"], entry) for entry in listed)
