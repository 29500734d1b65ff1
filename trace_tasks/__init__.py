"""Trace: deterministic, grounded visual-reasoning tasks with verifiable rewards."""

from typing import TYPE_CHECKING, Any

from .api import generate_task, replay
from .registry import UnknownTaskError, list_tasks

if TYPE_CHECKING:
    from .scoring import score_trace_response

__version__ = "0.1.0"
__all__ = [
    "UnknownTaskError",
    "__version__",
    "generate_task",
    "list_tasks",
    "replay",
    "score_trace_response",
]


def __getattr__(name: str) -> Any:
    """Scoring brings NumPy; it is imported when first asked for, so that generation starts fast."""
    if name == "score_trace_response":
        from .scoring import score_trace_response

        return score_trace_response
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
