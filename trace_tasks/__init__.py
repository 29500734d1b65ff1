"""Trace: deterministic, grounded visual-reasoning tasks with verifiable rewards."""

from .api import generate_task, replay
from .registry import UnknownTaskError, list_tasks
from .scoring import score_trace_response

__version__ = "0.1.0"
__all__ = ["UnknownTaskError", "__version__", "generate_task", "list_tasks", "replay", "score_trace_response"]
