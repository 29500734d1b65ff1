"""The metric of a task: marks of all rows at once, many questions to the judge at a time, and their total."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from lighteval.metrics.metrics_corpus import CorpusLevelComputation
from lighteval.metrics.metrics_sample import SampleLevelComputation
from lighteval.metrics.utils.metric_utils import CorpusLevelMetric
from lighteval.models.model_output import ModelResponse
from lighteval.tasks.requests import Doc, SamplingMethod
from tqdm import tqdm

from . import judge
from .answers import without_reasoning
from .documents import benchmark_of, facts_of
from .suite import Carried, benchmark

SCORE = "score"


def text_of(response: ModelResponse) -> str:
    """The response's text; some backends give a text, some a list of one."""
    text = response.text
    if isinstance(text, str):
        return text
    if len(text) != 1:
        raise ValueError(f"{len(text)} responses where one is expected")
    return str(text[0])


class RowMarks(SampleLevelComputation):
    """The marks of responses. Equal for equal benchmarks, in every process."""

    def __init__(self, key: str) -> None:
        self.key = key

    def __str__(self) -> str:
        return f"RowMarks({self.key})"

    def compute(self, responses: Sequence[ModelResponse], docs: Sequence[Doc]) -> list[Carried]:
        """In the order of the documents; stops at the first row that cannot be scored."""
        judging = judge.from_environment()
        bench = benchmark(self.key)

        def marks(pair: tuple[ModelResponse, Doc]) -> Carried:
            response, doc = pair
            return benchmark_of(doc).marks(without_reasoning(text_of(response)), facts_of(doc), judging)

        with ThreadPoolExecutor(judging.workers if bench.judge else 1) as pool:
            try:
                found = pool.map(marks, zip(responses, docs))
                return list(tqdm(found, total=len(docs), desc=f"score {self.key}", leave=False))
            except BaseException:
                pool.shutdown(cancel_futures=True)
                raise


class Total(CorpusLevelComputation):
    """The benchmark's own total, in percent."""

    def __init__(self, key: str) -> None:
        self.key = key

    def __str__(self) -> str:
        return f"Total({self.key})"

    def compute_corpus(self, rows: Sequence[Carried]) -> dict[str, float]:
        """As a mapping, of which lighteval makes no bootstrap: its resamples would break up groups."""
        return {SCORE: benchmark(self.key).total(rows)}


def metric(key: str) -> Any:
    """The metric of a benchmark."""
    return CorpusLevelMetric(
        metric_name=SCORE,
        higher_is_better=True,
        category=SamplingMethod.GENERATIVE,
        sample_level_fn=RowMarks(key),
        corpus_level_fn=Total(key),
        batched_compute=True,
    )
