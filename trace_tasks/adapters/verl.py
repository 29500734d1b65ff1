"""veRL and EasyR1: rows in veRL's layout, and the reward functions that the two load by path and name.

custom_reward_function.path=<this file> custom_reward_function.name=compute_score          # veRL
worker.reward.reward_function=<this file>:compute_scores                                   # EasyR1
"""

from collections.abc import Mapping, Sequence
from typing import Any

from trace_tasks.adapters.rewards import score
from trace_tasks.records import canonical

DATA_SOURCE = "maveryn/trace"


def training_row(
    row: Mapping[str, Any], prompt_column: str = "prompt_answer", index: int = 0
) -> dict[str, Any]:
    """A row for veRL's Parquet: the prompt with a place for the picture, and what is needed to score."""
    truth = {name: row[name] for name in ("answer_gt", "annotation_gt", "reward_contract", "image_sizes")}
    return {
        "data_source": DATA_SOURCE,
        "prompt": [{"role": "user", "content": f"<image>{row[prompt_column]}"}],
        "images": row["images"],
        "ability": row["domain"],
        "reward_model": {"style": "rule", "ground_truth": canonical(truth).decode()},
        "extra_info": {"index": index, "prompt_column": prompt_column, "task": row["task"]},
    }


def compute_score(
    data_source: str, solution_str: str, ground_truth: str, extra_info: Mapping[str, Any] | None = None
) -> dict[str, float]:
    """veRL's reward of one response: `score`, and the parts that it logs."""
    scores = score(
        solution_str, _truth(ground_truth), (extra_info or {}).get("prompt_column", "prompt_answer")
    )
    return {"score": scores["overall"], "acc": scores["answer_reward"], "format": scores["format"]}


def compute_scores(
    reward_inputs: Sequence[Mapping[str, Any]], format_weight: float = 0.0
) -> list[dict[str, float]]:
    """EasyR1's reward of a batch; each input has `response` and `ground_truth`."""
    found = []
    for given in reward_inputs:
        scores = score(given["response"], _truth(given["ground_truth"]), format_weight=format_weight)
        parts = {"accuracy": scores["answer_reward"], "format": scores["format"]}
        found.append({"overall": scores["overall"], **parts})
    return found


def _truth(ground_truth: str) -> dict[str, Any]:
    import msgspec

    truth: dict[str, Any] = msgspec.json.decode(ground_truth)
    return truth
