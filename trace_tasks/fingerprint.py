"""A hash of all code that shapes a sample, so that no cache outlives a change."""

import hashlib
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from . import registry
from .records import canonical, versions

HOME = Path(__file__).parent


@cache
def fingerprint() -> str:
    """SHA-256 over the package's sources, all scenes, and the versions of what lies beneath."""
    total = hashlib.sha256(canonical(versions()))
    for name, path in sorted(sources()):
        total.update(name.encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()


def sources() -> Iterator[tuple[str, Path]]:
    """Name and place of every file: sources and tables beside them."""
    homes = {"trace_tasks": HOME}
    if spec := find_spec("trace_tasks.generators"):
        homes["generators"] = Path(next(iter(spec.submodule_search_locations or ())))
    for name, home in homes.items():
        for path in home.rglob("*"):
            if path.is_file() and path.suffix != ".pyc":
                yield f"{name}/{path.relative_to(home).as_posix()}", path
    for module in registry.scenes().values():
        if not module.startswith("trace_tasks.") and (found := find_spec(module)) and found.origin:
            yield module, Path(found.origin)
