"""The registry: a task id names its scene's file, and that file alone is imported."""

import importlib
import pkgutil
from difflib import get_close_matches
from functools import cache
from importlib.metadata import entry_points
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .engine.scene import Task

DOMAINS = (
    "charts",
    "games",
    "geometry",
    "graph",
    "icons",
    "illustrations",
    "pages",
    "physics",
    "puzzles",
    "symbolic",
    "three_d",
)
ENTRY_POINTS = "trace_tasks.scenes"


class UnknownTaskError(LookupError):
    """No such task, scene or domain; the message names the nearest ones."""


@cache
def scenes() -> dict[tuple[str, str], str]:
    """Module name of every scene by (domain, scene), third parties' (entry points `domain.scene`)
    included.
    """
    found = {}
    for domain in DOMAINS:
        try:
            package = importlib.import_module(f"trace_tasks.generators.{domain}")
        except ModuleNotFoundError:
            continue
        for module in pkgutil.iter_modules(package.__path__):
            if not module.name.startswith("_"):
                found[domain, module.name] = f"{package.__name__}.{module.name}"
    for entry in entry_points(group=ENTRY_POINTS):
        domain, _, scene = entry.name.partition(".")
        found[domain, scene] = entry.value
    return found


@cache
def scene_tasks(domain: str, scene: str) -> "dict[str, Task]":
    """The tasks of one scene by id; imports its module."""
    from .engine.scene import Task

    module = importlib.import_module(scenes()[domain, scene])
    tasks = {}
    for value in vars(module).values():
        if isinstance(value, Task):
            value.id = f"task_{domain}__{scene}__{value.objective}"
            tasks[value.id] = value
    return tasks


def task(task_id: str) -> "Task":
    """The task of this id; raises UnknownTaskError with the nearest ids."""
    if not isinstance(task_id, str):
        raise TypeError(f"a task id is text such as 'task_games__match3__gem_count', not {task_id!r}")
    parts = task_id.removeprefix("task_").split("__") if task_id.startswith("task_") else []
    if len(parts) == 3 and (parts[0], parts[1]) in scenes():
        tasks = scene_tasks(parts[0], parts[1])
        if task_id in tasks:
            return tasks[task_id]
    known = list_tasks()
    near = [t for t in known if task_id and t.endswith(f"__{task_id}")][:3]
    near = near or get_close_matches(task_id, known, n=3, cutoff=0.5)
    hint = f"; nearest: {', '.join(near)}" if near else "; `trace-list` shows all"
    raise UnknownTaskError(f"unknown task {task_id!r}{hint}")


def list_tasks(domain: str | None = None) -> list[str]:
    """Sorted ids of all registered tasks, or of one domain's."""
    known = sorted({d for d, _ in scenes()})
    if domain is not None and domain not in known:
        near = get_close_matches(domain, known, n=1, cutoff=0.4)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise UnknownTaskError(f"unknown domain {domain!r}{hint} Domains: {', '.join(known)}")
    return sorted(i for d, s in scenes() if domain in (None, d) for i in scene_tasks(d, s))
