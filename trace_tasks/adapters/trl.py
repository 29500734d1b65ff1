"""TRL: rows as `GRPOTrainer` wants them, and a reward function to hand to it.

trainer = GRPOTrainer(model, reward_funcs=trl.answer_reward, train_dataset=trl.dataset(rows), ...)
"""

from collections.abc import Mapping, Sequence
from typing import Any

from .rewards import score


def training_row(row: Mapping[str, Any], prompt_column: str = "prompt_answer") -> dict[str, Any]:
    """The columns to add: a conversation, whose picture TRL puts first. `images` and the answers stay."""
    return {"prompt": [{"role": "user", "content": row[prompt_column]}]}


def dataset(rows: Any, prompt_column: str = "prompt_answer") -> Any:
    """A table or a stream of rows, with the column `prompt`."""
    return rows.map(training_row, fn_kwargs={"prompt_column": prompt_column})


def answer_reward(completions: Sequence[Any], **columns: Sequence[Any]) -> list[float]:
    """1 for the right answer, else 0."""
    return _rewards(completions, columns, "prompt_answer")


def grounded_reward(completions: Sequence[Any], **columns: Sequence[Any]) -> list[float]:
    """The right answer, and how well its annotation fits: for rows of `prompt_answer_and_annotation`."""
    return _rewards(completions, columns, "prompt_answer_and_annotation")


def _rewards(
    completions: Sequence[Any], columns: Mapping[str, Sequence[Any]], prompt_column: str
) -> list[float]:
    needed = ("answer_gt", "annotation_gt", "reward_contract", "image_sizes")
    rows = [dict(zip(needed, values)) for values in zip(*(columns[name] for name in needed))]
    texts = [given if isinstance(given, str) else given[-1]["content"] for given in completions]
    return [score(text, row, prompt_column)["overall"] for text, row in zip(texts, rows)]
