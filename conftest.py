"""Modules that need what `make test` does not install are not looked into for doctests."""

from importlib.util import find_spec

NEEDS = {"trace_tasks/adapters/verifiers.py": "verifiers", "trace_tasks/adapters/gym.py": "gymnasium"}
collect_ignore = [path for path, package in NEEDS.items() if find_spec(package) is None]
