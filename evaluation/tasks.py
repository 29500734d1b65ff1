"""The suite for lighteval: `--custom-tasks evaluation/tasks.py`.

`trace_eval:<key>` is one benchmark, `trace_eval` all 24, `trace_validation` the held-out part of TRACE.
"""

from lighteval.tasks.lighteval_task import LightevalTaskConfig

from trace_tasks.evaluation import adapt
from trace_tasks.evaluation.documents import document, task_name
from trace_tasks.evaluation.metrics import metric
from trace_tasks.evaluation.suite import KEYS, VALIDATION, Benchmark, benchmark


def config(bench: Benchmark) -> LightevalTaskConfig:
    """The task of a benchmark."""
    return LightevalTaskConfig(
        name=task_name(bench.key),
        prompt_function=document,
        hf_repo=bench.source.repo,
        hf_subset=bench.source.configs[0] or "default",
        hf_revision=bench.source.revision,
        hf_avail_splits=("all",),
        evaluation_splits=("all",),
        few_shots_split="all",
        metrics=(metric(bench.key),),
        generation_size=bench.sampling.max_tokens,
        version=1,
    )


adapt.install()
TASKS_TABLE = [config(benchmark(key)) for key in (*KEYS, VALIDATION)]
