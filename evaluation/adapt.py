"""What lighteval 0.13 does otherwise than this suite needs, replaced for the documents of the suite only.

- It loads one config of one repository: here a benchmark's own loader runs, which also counts the rows.
- Its vision backend puts text before pictures, cuts prompts that are too long, ignores the seed, and gives a
  text where a list of texts is expected.
- Its response cache does not know the weights, the data or the prompt, and is written into the model's
  folder.
"""

from collections.abc import Sequence
from importlib.metadata import version
from itertools import groupby
from typing import Any

import torch
from lighteval.models.model_output import ModelResponse
from lighteval.models.transformers import vlm_transformers_model as vlm
from lighteval.tasks.lighteval_task import LightevalTask
from lighteval.tasks.registry import Registry
from lighteval.tasks.requests import Doc
from tqdm import tqdm
from transformers import set_seed

from . import sources
from .documents import benchmark_of, is_ours, key_of, messages, sampling_of
from .ledger import digest
from .models import Responses, fingerprint_of_files, response_key
from .pictures import Picture
from .suite import RowError, benchmark

SUPPORTED = "0.13."
_originals: dict[str, Any] = {}


def install() -> None:
    """Replace what has to be, once a process."""
    if _originals:
        return
    found = version("lighteval")
    if not found.startswith(SUPPORTED):
        raise RuntimeError(f"lighteval {found} is installed; the suite is made for {SUPPORTED}x")
    _originals["load"] = LightevalTask.download_dataset_worker
    _originals["generate"] = vlm.VLMTransformersModel.greedy_until
    _originals["cache"] = vlm.SampleCache
    LightevalTask.download_dataset_worker = staticmethod(load)
    vlm.VLMTransformersModel.greedy_until = generate
    vlm.SampleCache = NoCache


def only_these_tasks(table: Sequence[Any]) -> None:
    """Let lighteval know no other tasks: some of its own ask the network when they are imported."""
    configs = {config.name: config for config in table}
    Registry.load_all_task_configs = staticmethod(lambda *args, **kwargs: dict(configs))


class NoCache:
    """In the place of lighteval's response cache; responses of the suite are kept by `models.Responses`."""

    def __init__(self, config: Any = None) -> None:
        pass

    def _init_registry(self, registry: Registry) -> None:
        pass


def load(task: LightevalTask) -> Any:
    """The rows of a task of the suite, as the one split `all`; of any other task what lighteval loads."""
    key = key_of(task.name)
    if key is None:
        return _originals["load"](task)
    return {"all": sources.load(benchmark(key))}


def generate(model: Any, docs: list[Doc]) -> list[ModelResponse]:
    """Responses of a transformers model. Equal seeds give equal responses, also when a run is resumed."""
    if not all(map(is_ours, docs)):
        return _originals["generate"].__wrapped__(model, docs)  # type: ignore[no-any-return]
    responses = Responses.from_environment()
    params = model.config.generation_parameters
    drawn = {
        "temperature": params.temperature or 0.0,
        "top_p": params.top_p,
        "top_k": params.top_k or 0,
        "repetition_penalty": params.repetition_penalty or 1.0,
    }  # all told, for what is not comes from the checkpoint: Qwen2.5-VL has a penalty of 1.05, a top_k of 1
    identity = fingerprint(model)
    found: dict[int, str] = {}
    order = sorted(range(len(docs)), key=lambda i: (docs[i].task_name, -len(docs[i].query), i))
    tasks = [list(group) for _, group in groupby(order, key=lambda i: docs[i].task_name)]
    size = model.batch_size
    batches = [task[i : i + size] for task in tasks for i in range(0, len(task), size)]
    for batch in tqdm(batches, desc="generate", leave=False):
        chosen = [docs[i] for i in batch]
        limit = model.config.generation_size or max(sampling_of(doc).max_tokens for doc in chosen)
        keys = [
            response_key(doc, identity, {**drawn, "max_tokens": limit, "seed": params.seed}) for doc in chosen
        ]
        texts = responses.get(keys)
        if texts is None:
            if params.seed is not None:
                set_seed(int(digest(params.seed, keys)[:8], 16))
            texts = _batch(model, chosen, limit, drawn)
            responses.put(keys, chosen, texts)
        found.update(zip(batch, texts))
    for doc in docs:
        doc.images = []  # they are not to be saved, and take memory
    return [ModelResponse(input=doc.query, text=[found[i]]) for i, doc in enumerate(docs)]


def _batch(model: Any, docs: Sequence[Doc], limit: int, drawn: dict[str, Any]) -> list[str]:
    prompts = [
        model.tokenizer.apply_chat_template(
            messages(doc, lambda picture: {"type": "image"}), tokenize=False, add_generation_prompt=True
        )
        for doc in docs
    ]
    pictures = [[_shown(picture, doc) for picture in doc.images] for doc in docs]
    sampling = sampling_of(docs[0])  # a batch is of one task
    inputs = model.processor(
        text=prompts,
        images=pictures,
        size={"shortest_edge": sampling.min_pixels, "longest_edge": sampling.max_pixels},  # not as saved
        padding="longest",
        return_tensors="pt",
    )
    length = inputs["input_ids"].shape[1]
    if length + 1 > model.max_length:
        rows = ", ".join(doc.specific["row"] for doc in docs)
        raise RowError(
            f"{docs[0].task_name} rows {rows}: {length} tokens, the model takes {model.max_length}"
        )
    inputs = inputs.to(model.device)
    if model.torch_dtype is not None:
        inputs = inputs.to(model.torch_dtype)
    how: dict[str, Any] = {"do_sample": False, "repetition_penalty": drawn["repetition_penalty"]}
    if drawn["temperature"]:
        how = {"do_sample": True, **{name: value for name, value in drawn.items() if value is not None}}
    with torch.inference_mode():
        ids = model.model.generate(
            **inputs,
            **how,
            max_new_tokens=limit,
            pad_token_id=model.pad_token_id,
            eos_token_id=model.eos_token_id,
            renormalize_logits=True,
        )
    texts: list[str] = model.processor.batch_decode(ids[:, length:], skip_special_tokens=True)
    return texts


def _shown(picture: Picture, doc: Doc) -> Any:
    sampling = benchmark_of(doc).sampling
    return picture.shown(sampling.min_pixels, sampling.max_pixels)


def fingerprint(model: Any) -> dict[str, Any]:
    """What tells this model's responses from any other's: the weights, and how they are run."""
    config = model.config
    told: dict[str, Any] = getattr(model, "_trace_fingerprint", None) or {
        "backend": "transformers",
        "dtype": str(config.dtype),
        **fingerprint_of_files(config.model_name, getattr(model.model.config, "_commit_hash", None)),
    }
    model._trace_fingerprint = told
    return told
