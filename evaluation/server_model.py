"""The model file for `lighteval custom NAME evaluation/server_model.py TASKS --custom-tasks
evaluation/tasks.py`."""

from trace_tasks.evaluation.models import BehindServer

__all__ = ["BehindServer"]
