"""Rows of the suite as documents of lighteval, and as the chat messages that a model is sent."""

import json
import os
from collections.abc import Callable, Sequence
from typing import Any

from lighteval.tasks.requests import Doc

from .ledger import digest
from .pictures import Picture
from .suite import PICTURE, VALIDATION, Benchmark, Facts, Row, RowError, Sampling, benchmark

GROUP = "trace_eval"


def task_name(key: str) -> str:
    """The task of a benchmark: `trace_eval:<key>`, so that `trace_eval` names the group of all 24."""
    return VALIDATION if key == VALIDATION else f"{GROUP}:{key}"


def key_of(task: str) -> str | None:
    """The benchmark of a task name, with or without `|0`; None for a task that is not of the suite."""
    name = task.partition("|")[0]
    if name == VALIDATION:
        return name
    group, _, key = name.partition(":")
    return key if group == GROUP else None


def document(row: Row, task: str) -> Doc:
    """The document of a row. Its pictures stay encoded; facts are JSON, so that all rows have one layout."""
    key = key_of(task)
    assert key is not None
    item = benchmark(key).item(row)
    if not item.images:
        raise RowError(f"{key} row {item.facts['id']} has no picture")
    if item.prompt.count(PICTURE) not in (0, len(item.images)):
        raise RowError(f"{key} row {item.facts['id']} has not as many places as pictures")
    specific = {
        "benchmark": key,
        "row": item.facts["id"],
        "facts": json.dumps(item.facts, ensure_ascii=False),
    }
    return Doc(
        query=item.prompt,
        instruction=item.system,
        images=list(item.images),
        choices=[str(item.facts.get("gold", ""))],
        gold_index=0,
        specific=specific,
    )


def facts_of(doc: Doc) -> Facts:
    facts: Facts = json.loads(doc.specific["facts"])
    return facts


def benchmark_of(doc: Doc) -> Benchmark:
    return benchmark(doc.specific["benchmark"])


def is_ours(doc: Doc) -> bool:
    """Whether a document is of the suite."""
    return isinstance(doc.specific, dict) and "facts" in doc.specific


def messages(doc: Doc, part: Callable[[Picture], Any]) -> list[dict[str, Any]]:
    """The chat of a document: a system turn if it has one, then pictures and text in their places."""
    pictures = iter(doc.images)
    texts = doc.query.split(PICTURE)
    if len(texts) == 1:  # no places: pictures in front
        content = [*map(part, pictures), {"type": "text", "text": doc.query}]
    else:
        content = []
        for text, picture in zip(texts, [*pictures, None]):
            content += [{"type": "text", "text": text}] if text else []
            content += [part(picture)] if picture else []
    user = {"role": "user", "content": content}
    if doc.instruction is None:
        return [user]
    return [{"role": "system", "content": [{"type": "text", "text": doc.instruction}]}, user]


def content_digest(doc: Doc) -> str:
    """What a model is shown: the texts and the pictures, in order."""
    return digest(doc.instruction, doc.query, [picture.digest for picture in doc.images])


def data_fingerprint(docs: Sequence[Doc]) -> str:
    """Of what is asked and what is expected, over all rows, in any order."""
    return digest(sorted(digest(content_digest(doc), doc.specific["facts"]) for doc in docs))


def sampling_of(doc: Doc) -> Sampling:
    """The sampling of the benchmark, changed by TRACE_EVAL_TEMPERATURE, TOP_P and MAX_TOKENS where set."""
    given = benchmark_of(doc).sampling
    return Sampling(
        float(os.environ.get("TRACE_EVAL_TEMPERATURE") or given.temperature),
        float(os.environ.get("TRACE_EVAL_TOP_P") or given.top_p),
        int(os.environ.get("TRACE_EVAL_MAX_TOKENS") or given.max_tokens),
        given.min_pixels,
        given.max_pixels,
    )
