"""The warm start: a little supervised training, so that GRPO has some right answers to prefer."""

import json
from pathlib import Path
from typing import Any

import torch

from . import answers

BATCH, RATE, RAMP = 32, 2e-3, 20  # rows of a step, peak learning rate, steps up to it
LOOK_EVERY, LOOK_AT = 10, 128  # steps between looks at held-out rows, and how many


def warm_up(
    folder: Path,
    rows: list[dict[str, Any]],
    held_out: list[dict[str, Any]],
    system_prompt: str,
    *,
    steps: int,
    enough: float,
    seed: int,
) -> dict[str, Any]:
    """Train the model of `folder` on the right answers, at most `steps`, until it draws right answers to each
    task at a rate of `enough`.

    What was reached is saved in the folder; the loss and accuracy of each look are returned.
    """
    model, processor = answers.load(folder)
    examples = tokenized(processor, rows, system_prompt)
    optimizer = torch.optim.AdamW(model.parameters(), lr=RATE, betas=(0.9, 0.98), weight_decay=0.0)
    order = torch.Generator().manual_seed(seed)
    looks = []
    for step in range(1, steps + 1):
        optimizer.param_groups[0]["lr"] = RATE * min(1, step / RAMP)
        model.train()
        loss = model(
            **batch(examples, torch.randint(len(rows), (BATCH,), generator=order).tolist(), processor)
        ).loss
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        if step % LOOK_EVERY == 0 or step == steps:
            accuracy = look(model, processor, held_out[:LOOK_AT], system_prompt)
            looks.append({"step": step, "loss": round(loss.item(), 4), **accuracy})
            print(looks[-1], flush=True)
            if min(accuracy.values()) >= enough:
                break
    model.save_pretrained(folder)
    return {"looks": looks}


def look(model: Any, processor: Any, rows: list[dict[str, Any]], system_prompt: str) -> dict[str, float]:
    """Share of right answers to each task, drawn at temperature 1."""
    said = answers.respond(
        model, processor, rows, system_prompt, temperature=1.0, top_p=1.0, tokens=16, seed=0
    )
    right: dict[str, list[float]] = {}
    for row, hit in zip(rows, answers.exact(said, rows)):
        right.setdefault(row["task"], []).append(hit)
    return {task: round(sum(hits) / len(hits), 4) for task, hits in right.items()}


def right_answer(row: dict[str, Any]) -> str:
    return json.dumps({"answer": json.loads(row["answer_gt"])["value"]})


def tokenized(processor: Any, rows: list[dict[str, Any]], system_prompt: str) -> list[dict[str, Any]]:
    """Each row's prompt, picture and right answer, ready to be put into batches."""
    examples = []
    for row in rows:
        inputs = answers.encode(processor, [row], system_prompt)
        said = processor.tokenizer(right_answer(row) + processor.tokenizer.eos_token)["input_ids"]
        examples.append(
            {
                "prompt": inputs["input_ids"][0].tolist(),
                "said": said,
                "pixel_values": inputs["pixel_values"],
                "image_grid_thw": inputs["image_grid_thw"],
            }
        )
    return examples


def batch(examples: list[dict[str, Any]], chosen: list[int], processor: Any) -> dict[str, torch.Tensor]:
    """Left-padded inputs; the loss is of the answer alone."""
    picked = [examples[n] for n in chosen]
    width = max(len(e["prompt"]) + len(e["said"]) for e in picked)
    pad, image = processor.tokenizer.pad_token_id, processor.image_token_id
    ids, labels = torch.full((len(picked), width), pad), torch.full((len(picked), width), -100)
    for row, example in enumerate(picked):
        whole = torch.tensor(example["prompt"] + example["said"])
        ids[row, width - len(whole) :] = whole
        labels[row, width - len(example["said"]) :] = torch.tensor(example["said"])
    return {
        "input_ids": ids,
        "attention_mask": (ids != pad).long(),
        "mm_token_type_ids": (ids == image).long(),
        "labels": labels,
        "pixel_values": torch.cat([e["pixel_values"] for e in picked]),
        "image_grid_thw": torch.cat([e["image_grid_thw"] for e in picked]),
    }
