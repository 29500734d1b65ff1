"""What a benchmark is, and which of them make up the suite.

A benchmark is one module in `benchmarks/`, named by its key, with a `BENCHMARK`. Nothing here needs
lighteval.
"""

import functools
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, Protocol

from .pictures import Picture

NAME = "trace_eval_v1"
SEEDS = (42, 43, 44)
ROWS = 32_805
#: The benchmarks in the order of the published table, by category.
CATEGORIES: dict[str, tuple[str, ...]] = {
    "Charts & Tables": ("chartqapro", "charxivreason", "tablevqabench", "evochart"),
    "Visual Math": ("mathvision", "mathvista", "mathverse", "wemath"),
    "Science & General": ("phyx_mini_mc", "mmmu_pro_vision", "realworldqa", "mmstar"),
    "Spatial Reasoning": ("embspatial", "spatialvizbench_cot", "cvbench_3d", "erqa"),
    "Perception & Counting": ("blink", "countbenchqa", "countqa", "treebench"),
    "Puzzles & Logic": ("puzzlevqa", "visualpuzzles", "logicvista", "mme_reasoning"),
}
KEYS = tuple(key for keys in CATEGORIES.values() for key in keys)
VALIDATION = "trace_validation"
#: In a prompt: here belongs the next picture. A prompt without any has its pictures in front.
PICTURE = "\N{OBJECT REPLACEMENT CHARACTER}"

Row = Mapping[str, Any]
Facts = dict[str, Any]  # plain JSON types
Marks = dict[str, float]  # "score" is 0 to 1; a benchmark may add others
Carried = dict[str, Any]  # the marks of a row and the facts that its benchmark's total needs


class RowError(RuntimeError):
    """A row that cannot be asked or scored; the message names it."""


class Asks(Protocol):
    """A judge: another model that reads responses. See `judge.Judge`."""

    def ask(
        self, question: str, read: Callable[[str], Any], row: str, temperatures: Sequence[float] = ...
    ) -> Any:
        """The first reply that `read` makes sense of; raises, naming the row, when there is none."""


@dataclass(frozen=True)
class Sampling:
    """How responses are drawn, and between which sizes pictures are shown."""

    temperature: float = 0.6
    top_p: float = 1.0
    max_tokens: int = 4096
    min_pixels: int = 3_136
    max_pixels: int = 12_845_056


@dataclass(frozen=True)
class Source:
    """Where the rows come from. Either parts that `datasets` loads, or one `file` of the repository.

    A row gets the key `__part`: the config and split that it came from. `keep` is a column and what a row
    must hold there. `expand` makes several rows of one. A source with a file or an `expand` is converted
    once to Parquet; `md5` is that of the file.
    """

    repo: str
    revision: str
    splits: tuple[str, ...]
    configs: tuple[str | None, ...] = (None,)
    keep: tuple[str, Callable[[Any], bool]] | None = None
    file: str | None = None
    url: str | None = None  # of a file that is not on the Hub
    md5: str | None = None
    expand: Callable[[Row], Iterable[Row]] | None = None

    @property
    def converted(self) -> bool:
        return self.file is not None or self.expand is not None


@dataclass(frozen=True)
class Item:
    """What a model is asked about a row, and what scoring needs to know of it."""

    prompt: str
    images: tuple[Picture, ...]
    facts: Facts
    system: str | None = None


def mean_score(rows: Sequence[Carried]) -> float:
    """The mean over all rows, in percent."""
    total: float = sum(row["score"] for row in rows)
    return 100 * total / len(rows)


@dataclass(frozen=True)
class Benchmark:
    """One benchmark. `rows`: how many are scored. `carry`: the facts that `total` reads beside the marks."""

    key: str
    display: str
    category: str
    rows: int
    source: Source
    item: Callable[[Row], Item]
    score: Callable[[str, Facts, Asks], float | Marks]
    judge: bool = False  # whether a row may need one
    total: Callable[[Sequence[Carried]], float] = mean_score
    carry: tuple[str, ...] = ()
    sampling: Sampling = field(default_factory=Sampling)

    def marks(self, response: str, facts: Facts, judge: Asks) -> Carried:
        """The marks of one response, beside the facts that are carried to the total."""
        marks = self.marks_of(self.score(response, facts, judge))
        return {"id": facts["id"], **marks, **{name: facts[name] for name in self.carry}}

    @staticmethod
    def marks_of(score: float | Marks) -> Marks:
        return score if isinstance(score, dict) else {"score": float(score)}


@functools.cache
def benchmark(key: str) -> Benchmark:
    """The benchmark of a key; KeyError names what there is."""
    if key not in (*KEYS, VALIDATION):
        raise KeyError(f"no benchmark {key!r}; there are {', '.join((*KEYS, VALIDATION))}")
    found: Benchmark = import_module(f".benchmarks.{key}", __package__).BENCHMARK
    return found


def benchmarks() -> list[Benchmark]:
    """The 24 of the suite, in the order of the table."""
    return [benchmark(key) for key in KEYS]
