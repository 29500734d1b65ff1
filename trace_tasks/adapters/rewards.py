"""Scoring rows of the table: what every adapter does with a response."""

from collections.abc import Mapping
from typing import Any

import msgspec

from ..scoring import score_trace_response

#: The scoring mode by prompt column.
MODES = {"prompt_answer": "answer", "prompt_answer_and_annotation": "answer_and_annotation"}


def score(
    response: str, row: Mapping[str, Any], prompt_column: str = "prompt_answer", **options: Any
) -> dict[str, float]:
    """All scores of a response to a row; `options` as in `score_trace_response`."""
    sizes = row.get("image_sizes") or [None]
    size = (sizes[0]["width"], sizes[0]["height"]) if sizes[0] else None
    return score_trace_response(
        response,
        msgspec.json.decode(row["answer_gt"]),
        msgspec.json.decode(row["annotation_gt"]),
        msgspec.json.decode(row["reward_contract"]),
        trace_reward_mode=MODES[prompt_column],
        image_size=size,
        **options,
    )
