"""The functions that people import."""

import operator
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from . import registry

if TYPE_CHECKING:
    from .engine.sample import Sample


def generate_task(
    task_id: str, seed: int = 0, params: Mapping[str, Any] | None = None, max_attempts: int = 100
) -> "Sample":
    """Generate one instance.

    The same task id, seed, params, package version and locked dependencies give the same sample, pixel for
    pixel. `params`: `query_id`, `difficulty` (0 easy to 1 hard), `style_seed` (looks only), and the scene's
    own. Raises UnknownTaskError, ParameterError (both name what is accepted), or GenerationError (counts the
    reasons) when `max_attempts` draws were all rejected.
    """
    task = registry.task(task_id)
    from .engine.instance import generate

    if isinstance(seed, bool):
        raise TypeError(f"seed must be an integer, not {seed!r}")
    try:
        seed = operator.index(seed)  # NumPy's integers are welcome
    except TypeError:
        raise TypeError(f"seed must be an integer, not {seed!r}") from None
    if max_attempts < 1:
        raise ValueError(f"max_attempts must be at least 1, not {max_attempts}")
    if not isinstance(params, Mapping | None):
        raise TypeError(f"params must be a mapping of names to values, not {params!r}")
    return generate(task, seed, dict(params or {}), max_attempts)


def replay(task_id: str, trace_payload: Mapping[str, Any]) -> "Sample":
    """Make an instance again from its stored trace: decode the state, solve, draw."""
    task = registry.task(task_id)
    from .engine import instance

    return instance.replay(task, dict(trace_payload))
