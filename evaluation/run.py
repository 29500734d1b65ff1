"""Running the suite: one benchmark and seed at a time, resumable, with a receipt for every score.

A run's folder:

    scores/<key>/<seed>.json         the score and its receipt; a row of it that is there is done
    scores/<key>/<seed>.rows.jsonl   row, facts, response and marks
    responses/<key>-<seed>.jsonl     what the model has said so far
    judge.jsonl                      what the judge has said
"""

import hashlib
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from . import judge, sources
from .ledger import Ledger
from .suite import NAME, VALIDATION, Benchmark, benchmark

PACKAGES = ("lighteval", "transformers", "torch", "datasets", "pillow")


class RunError(RuntimeError):
    """A run that cannot go on."""


@dataclass(frozen=True)
class Plan:
    """What to run. `url`: of a server; without one the model runs here, by transformers."""

    model: str
    output: Path
    keys: Sequence[str]
    seeds: Sequence[int]
    revision: str | None = None
    url: str | None = None
    dtype: str = "bfloat16"
    batch_size: int = 8
    max_tokens: int | None = None
    limit: int | None = None

    @property
    def cells(self) -> list[tuple[str, int]]:
        """Benchmark and seed, in order; TRACE validation has one seed."""
        from .benchmarks.trace_validation import SEEDS

        return [(key, seed) for key in self.keys for seed in (SEEDS if key == VALIDATION else self.seeds)]


def code_fingerprint() -> str:
    """Of all that turns rows into prompts and responses into scores: the sources of this package."""
    total = hashlib.sha256()
    here = Path(__file__).parent
    for path in (*sorted(here.glob("*.py")), *sorted(here.glob("benchmarks/*.py"))):
        total.update(f"{path.name} {hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return total.hexdigest()


def source_facts(bench: Benchmark) -> dict[str, Any]:
    """The source of a benchmark, as far as a receipt states it."""
    told = asdict(bench.source)
    return {
        name: told[name] for name in ("repo", "revision", "splits", "configs", "file", "md5") if told[name]
    }


def receipt(plan: Plan, bench: Benchmark, identity: Mapping[str, Any]) -> dict[str, Any]:
    """All that scores depend on, but for the content of the rows, which is added when they are run."""
    sampling = asdict(bench.sampling)
    if plan.max_tokens:
        sampling["max_tokens"] = plan.max_tokens
    told: dict[str, Any] = {
        "suite": NAME,
        "model": dict(identity),
        "code": code_fingerprint(),
        "packages": {name: version(name) for name in PACKAGES},
        "source": source_facts(bench),
        "sampling": sampling,
        "judge": judge.from_environment().fingerprint if bench.judge else None,
        "limit": plan.limit,
        "verified": not sources.unverified(),
    }
    return json.loads(json.dumps(told))  # type: ignore[no-any-return]


def score_path(output: Path, key: str, seed: int) -> Path:
    return output / "scores" / key / f"{seed}.json"


def done(plan: Plan, key: str, seed: int, wanted: Mapping[str, Any]) -> bool:
    """Whether a cell has a score that the receipt of this plan would have; RunError for another model's."""
    path = score_path(plan.output, key, seed)
    if not path.exists():
        return False
    found = json.loads(path.read_text())["receipt"]
    if found["model"] != wanted["model"]:
        raise RunError(
            f"{path} is of another model: {found['model']}, not {wanted['model']}. Choose another --output."
        )
    return {name: part for name, part in found.items() if name not in ("data", "rows")} == dict(wanted)


@contextmanager
def environment(**values: object) -> Iterator[None]:
    """Variables for the time of the block; None leaves one unset."""
    before = {name: os.environ.get(name) for name in values}

    def put(given: Mapping[str, object]) -> None:
        for name, value in given.items():
            os.environ.pop(name, None)
            if value is not None:
                os.environ[name] = str(value)

    put(values)
    try:
        yield
    finally:
        put(before)


def run(plan: Plan) -> None:
    """Run what is not done. Whatever stops it, the next run goes on from there."""
    with (
        environment(
            TRACE_EVAL_JUDGE_LEDGER=os.environ.get("TRACE_EVAL_JUDGE_LEDGER") or plan.output / "judge.jsonl",
            TRACE_EVAL_URL=plan.url,
            TRACE_EVAL_MODEL_REVISION=plan.revision,
            TRACE_EVAL_MAX_TOKENS=plan.max_tokens,
        ),
        sources_ready(plan),
    ):
        from tqdm import tqdm

        from . import adapt, tasks

        adapt.only_these_tasks(tasks.TASKS_TABLE)
        model = loaded(plan)
        identity = model.identity if plan.url else adapt.fingerprint(model)
        wanted = {key: receipt(plan, benchmark(key), identity) for key in plan.keys}
        open_cells = [cell for cell in plan.cells if not done(plan, *cell, wanted[cell[0]])]
        progress = tqdm(
            open_cells, initial=len(plan.cells) - len(open_cells), total=len(plan.cells), desc="suite"
        )
        for key, seed in progress:
            progress.set_postfix_str(f"{key}, seed {seed}")
            with environment(TRACE_EVAL_RESPONSES=plan.output / "responses" / f"{key}-{seed}.jsonl"):
                run_cell(plan, model, benchmark(key), seed, wanted[key])


@contextmanager
def sources_ready(plan: Plan) -> Iterator[None]:
    """Fail early, before a model is loaded, where a converted source is not what it should be."""
    for key in plan.keys:
        if benchmark(key).source.converted:
            sources.convert(benchmark(key))
    yield


def loaded(plan: Plan) -> Any:
    """The model, once for the whole run."""
    if plan.url:
        from lighteval.models.custom.custom_model import CustomModelConfig

        from .models import BehindServer

        return BehindServer(CustomModelConfig(model_name=plan.model, model_definition_file_path=__file__))
    from lighteval.models.transformers.vlm_transformers_model import (
        VLMTransformersModel,
        VLMTransformersModelConfig,
    )

    return VLMTransformersModel(
        VLMTransformersModelConfig(
            model_name=plan.model,
            revision=plan.revision or "main",
            dtype=plan.dtype,
            batch_size=plan.batch_size,
            generation_size=plan.max_tokens,
        )
    )


def run_cell(plan: Plan, model: Any, bench: Benchmark, seed: int, told: Mapping[str, Any]) -> None:
    """Run one benchmark with one seed, and write its score whole."""
    from lighteval.logging.evaluation_tracker import EvaluationTracker
    from lighteval.models.model_input import GenerationParameters
    from lighteval.pipeline import ParallelismManager, Pipeline, PipelineParameters

    from .documents import data_fingerprint, task_name

    model.seed = seed
    model.config.generation_parameters = GenerationParameters(
        temperature=bench.sampling.temperature, top_p=bench.sampling.top_p, seed=seed
    )
    pipeline = Pipeline(
        tasks=task_name(bench.key),
        pipeline_parameters=PipelineParameters(
            launcher_type=ParallelismManager.CUSTOM if plan.url else ParallelismManager.ACCELERATE,
            max_samples=plan.limit,
            remove_reasoning_tags=False,  # done when scoring
            bootstrap_iters=0,
        ),
        evaluation_tracker=EvaluationTracker(output_dir=str(plan.output / "lighteval")),
        model=model,
    )
    task = f"{task_name(bench.key)}|0"
    data = data_fingerprint(pipeline.documents_dict[task])
    pipeline.evaluate()
    rows = [_row(detail) for detail in pipeline.evaluation_tracker.details_logger.details[task]]
    score = pipeline.evaluation_tracker.metrics_logger.metric_aggregated[task]["score"]
    path = score_path(plan.output, bench.key, seed)
    path.parent.mkdir(parents=True, exist_ok=True)
    _whole(
        path.with_suffix(".rows.jsonl"), "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    )
    result = {
        "benchmark": bench.key,
        "seed": seed,
        "score": score,
        "model": plan.model,
        "receipt": {**told, "data": data, "rows": len(rows)},
    }
    _whole(path, json.dumps(result, indent=1) + "\n")


def _row(detail: Any) -> dict[str, Any]:
    from .metrics import text_of

    return {
        "row": detail.doc.specific["row"],
        "facts": json.loads(detail.doc.specific["facts"]),
        "response": text_of(detail.model_response),
        "marks": detail.metric["score"],
    }


def _whole(path: Path, text: str) -> None:
    fresh = path.with_name(f".{path.name}.new")
    fresh.write_text(text, encoding="utf-8")
    os.replace(fresh, path)


def responses_so_far(output: Path, key: str, seed: int) -> int:
    """How many responses a cell has on disk."""
    path = output / "responses" / f"{key}-{seed}.jsonl"
    return len(Ledger(path)) if path.exists() else 0
