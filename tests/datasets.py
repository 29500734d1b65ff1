"""Small datasets for the tests of the builder and of what reads its folders."""

from hashlib import sha256
from pathlib import Path

from trace_tasks.recipe import Recipe, TaskCount

TASKS = ("task_games__match3__gem_count", "task_games__match3__swap_clear_count")


def small(count: int = 6, **fields) -> Recipe:
    return Recipe(tasks=tuple(TaskCount(task, count) for task in TASKS), **fields)


def tree(folder: Path) -> dict[str, str]:
    """SHA-256 of every file by its path."""
    paths = sorted(p for p in folder.rglob("*") if p.is_file())
    return {p.relative_to(folder).as_posix(): sha256(p.read_bytes()).hexdigest() for p in paths}
