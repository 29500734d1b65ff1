"""Answers of a model to rows of a dataset, and how many of them are exact."""

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch

from .. import data
from ..rewards import answer_reward


def load(folder: Path) -> tuple[Any, Any]:
    """Model and processor of a folder, as anybody would load them."""
    from transformers import AutoModelForImageTextToText, AutoProcessor

    model = AutoModelForImageTextToText.from_pretrained(folder, dtype="auto")
    return model.eval(), AutoProcessor.from_pretrained(folder, padding_side="left")


def encode(processor: Any, rows: Sequence[dict[str, Any]], system_prompt: str) -> Any:
    """Prompts and pictures of rows as one batch of model inputs."""
    from trl.data_utils import prepare_multimodal_messages

    texts = [
        processor.apply_chat_template(
            prepare_multimodal_messages(
                data.conversation(system_prompt, row["prompt_answer"]), images=[row["images"][0]]
            ),
            tokenize=False,
            add_generation_prompt=True,
        )
        for row in rows
    ]
    return processor(text=texts, images=[row["images"][0] for row in rows], padding=True, return_tensors="pt")


def respond(
    model: Any,
    processor: Any,
    rows: Sequence[dict[str, Any]],
    system_prompt: str,
    *,
    temperature: float,
    top_p: float,
    tokens: int,
    seed: int,
    at_once: int = 64,
) -> list[str]:
    """One response for each row, drawn from `seed`."""
    torch.manual_seed(seed)
    model.eval()
    responses: list[str] = []
    for start in range(0, len(rows), at_once):
        inputs = encode(processor, rows[start : start + at_once], system_prompt)
        made = model.generate(  # without gradients, as ever
            **inputs,
            max_new_tokens=tokens,
            do_sample=True,
            temperature=temperature,
            top_p=top_p,
            top_k=0,
            suppress_tokens=[model.config.image_token_id],
        )
        made = made[:, inputs["input_ids"].shape[1] :]
        responses += processor.batch_decode(made, skip_special_tokens=True)
    return responses


def exact(responses: Sequence[str], rows: Sequence[dict[str, Any]]) -> list[float]:
    """1 for each exact answer, else 0."""
    return answer_reward(
        responses, [row["answer_gt"] for row in rows], [row["reward_contract"] for row in rows]
    )


def wilson(hits: float, count: int) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson 1927).

    >>> [round(bound, 3) for bound in wilson(50, 100)]
    [0.404, 0.596]
    """
    z, share = 1.959964, hits / count
    middle = share + z * z / (2 * count)
    reach = z * math.sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    return (middle - reach) / (1 + z * z / count), (middle + reach) / (1 + z * z / count)
