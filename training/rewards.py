"""The reward functions: plain functions of completions and dataset columns, as GRPO trainers call them.

Each gets the completions of a batch and, aligned with them, the columns of the dataset, and gives one number
from 0 to 1 for each. They are logged apart; the profile's weights make the reward. All three score by
`score_trace_response`, so training and evaluation cannot disagree.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from trace_tasks.scoring import score_trace_response

from .profile import Reward

#: A completion: its text, or the conversation turns that it consists of.
Completion = str | Sequence[Mapping[str, Any]]
RewardFunction = Callable[..., list[float]]


def answer_reward(
    completions: Sequence[Completion],
    answer_gt: Sequence[str],
    reward_contract: Sequence[str],
    **columns: Any,
) -> list[float]:
    """1 for the exact answer, else 0.

    >>> from trace_tasks.contracts import reward_contract
    >>> contract = reward_contract("integer", "bbox_set")
    >>> truth = '{"type": "integer", "value": 3}'
    >>> answer_reward(['so {"answer": 3}', '{"answer": 4}'], [truth] * 2, [contract] * 2)
    [1.0, 0.0]
    """
    return [
        score_trace_response(text(completion), answer, None, contract)["answer_reward"]
        for completion, answer, contract in zip(completions, answer_gt, reward_contract, strict=True)
    ]


def format_reward(
    completions: Sequence[Completion],
    answer_gt: Sequence[str],
    reward_contract: Sequence[str],
    mode: Sequence[str] | None = None,
    **columns: Any,
) -> list[float]:
    """1 when the response ends with a JSON object that has exactly the keys of its mode, else 0.

    `mode` is `answer` where the dataset has no such column.
    """
    modes = mode if mode is not None else ["answer"] * len(completions)
    return [
        score_trace_response(text(completion), answer, None, contract, trace_reward_mode=wanted)["format"]
        for completion, answer, contract, wanted in zip(
            completions, answer_gt, reward_contract, modes, strict=True
        )
    ]


def annotation_reward(
    completions: Sequence[Completion],
    answer_gt: Sequence[str],
    annotation_gt: Sequence[str],
    reward_contract: Sequence[str],
    image_size: Sequence[Sequence[float]] | None = None,
    **columns: Any,
) -> list[float]:
    """0 to 1: how well the witness lies where it should. `image_size`: (width, height) in px of each row."""
    sizes: Sequence[Any] = image_size if image_size is not None else [None] * len(completions)
    return [
        score_trace_response(
            text(completion),
            answer,
            annotation,
            contract,
            trace_reward_mode="answer_and_annotation",
            image_size=(size[0], size[1]) if size else None,
        )["annotation_reward"]
        for completion, answer, annotation, contract, size in zip(
            completions, answer_gt, annotation_gt, reward_contract, sizes, strict=True
        )
    ]


def functions(reward: Reward) -> tuple[list[RewardFunction], list[float]]:
    """The reward functions and their weights. The annotation is scored only where it has a weight."""
    parts: list[tuple[RewardFunction, float]] = [
        (answer_reward, reward.answer),
        (format_reward, reward.format),
    ]
    if reward.annotation:
        parts.append((annotation_reward, reward.annotation))
    return [function for function, _ in parts], [weight for _, weight in parts]


def text(completion: Completion) -> str:
    """The words of a completion: of a conversation, its last turn."""
    if isinstance(completion, str):
        return completion
    content = completion[-1]["content"] if completion else ""
    if isinstance(content, str):
        return content
    return "".join(part.get("text", "") for part in content)
