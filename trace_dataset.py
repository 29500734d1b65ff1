"""Trace for `datasets`: instances drawn when they are asked for, or read from the shards of a release folder.

    import trace_dataset

    rows = trace_dataset.load("charts", split="train", streaming=True, difficulty=0.5)
    table = trace_dataset.load(split="train", samples_per_task=8, num_proc=2)
    table = trace_dataset.load("games", split="validation", source="release-dataset")

Without options the rows are those of the published table, whose columns they have (but for `trace_ref`, which
is empty where there are no trace shards). `datasets` 3 also runs this file as a loading script:
`load_dataset("trace_dataset.py", "charts", trust_remote_code=True)`.
"""

import dataclasses
import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import datasets

from trace_tasks import __version__, registry
from trace_tasks.fingerprint import fingerprint
from trace_tasks.release.onthefly import draw_rows, recipe_of, shards_of, stored_rows
from trace_tasks.release.table import FEATURES

VERSION = datasets.Version(__version__)
PROMPT_MODES = ("answer", "answer_and_annotation")
#: What a release folder has settled already.
DRAWN_BY = ("seed", "samples_per_task", "validation_per_task", "difficulty", "style_seed")


@dataclasses.dataclass
class TraceConfig(datasets.BuilderConfig):  # type: ignore[misc]
    """One configuration. `domain`: None for all; `tasks`: ids, None for all of the domain.

    `seed` is that of `train`; `validation` has it plus 1000, and no state of `train`. `difficulty`: 0 easy
    to 1 hard; None: the full range. `style_seed`: one look for all. `prompt_mode`, `answer` or
    `answer_and_annotation`, adds a column `prompt` with that wording. `source`: a release folder to read
    from instead of drawing.
    """

    domain: str | None = None
    tasks: list[str] | None = None
    seed: int = 42
    samples_per_task: int = 64
    validation_per_task: int = 2
    difficulty: float | None = None
    style_seed: int | None = None
    prompt_mode: str | None = None
    source: str | None = None

    def check(self) -> None:
        """Raise ValueError, or UnknownTaskError, for what cannot be."""
        if self.prompt_mode not in (None, *PROMPT_MODES):
            raise ValueError(f"prompt_mode {self.prompt_mode!r} is not one of: {', '.join(PROMPT_MODES)}")
        changed = [
            field.name
            for field in dataclasses.fields(self)
            if field.name in DRAWN_BY and getattr(self, field.name) != field.default
        ]
        if self.source is not None and changed:
            raise ValueError(f"a release folder has settled {', '.join(changed)}; leave out `source` to draw")
        for task in self.tasks or ():
            domain = registry.task(task).id.removeprefix("task_").split("__")[0]
            if self.domain not in (None, domain):
                raise ValueError(f"{task} is not in the domain {self.domain}")

    def task_ids(self) -> list[str]:
        return sorted(set(self.tasks)) if self.tasks else registry.list_tasks(self.domain)


class Trace(datasets.GeneratorBasedBuilder):  # type: ignore[misc]
    """The builder: a configuration for each domain, and `default` for all of them."""

    VERSION = VERSION
    BUILDER_CONFIG_CLASS = TraceConfig
    BUILDER_CONFIGS = [  # noqa: RUF012 - as `datasets` wants it
        TraceConfig(name="default", version=VERSION, description="All domains."),
        *(TraceConfig(name=domain, version=VERSION, domain=domain) for domain in registry.DOMAINS),
    ]
    DEFAULT_CONFIG_NAME = "default"
    DEFAULT_WRITER_BATCH_SIZE = 64

    def __init__(self, *args: Any, hash: str | None = None, **options: Any):
        """The cache of a builder lies under a hash of the code and of the source folder's manifest."""
        parts = [hash or "", fingerprint(), manifest_of(options.get("source"))]
        super().__init__(*args, hash=hashlib.sha256("\n".join(parts).encode()).hexdigest(), **options)
        self.config.check()

    def _info(self) -> datasets.DatasetInfo:
        features = dict(FEATURES)
        if self.config.prompt_mode:
            features = {"prompt": FEATURES["prompt_answer"], **features}
        return datasets.DatasetInfo(
            description=__doc__,
            homepage="https://huggingface.co/datasets/maveryn/trace",
            license="apache-2.0",
            features=datasets.Features.from_dict(features),
        )

    def _split_generators(self, dl_manager: Any) -> list[datasets.SplitGenerator]:
        return [
            datasets.SplitGenerator(name=split, gen_kwargs={"split": split, "shards": self.shards(split)})
            for split in ("train", "validation")
        ]

    def shards(self, split: str) -> list[Any]:
        """What workers and nodes share out: files of the source, or groups of tasks."""
        if self.config.source is None:
            return shards_of(self.config.task_ids())
        files = sorted(Path(self.config.source, "data").glob(f"{split}-*.parquet"))
        if not files:
            raise FileNotFoundError(f"{self.config.source} has no data/{split}-*.parquet")
        return [str(path) for path in files]

    def _generate_examples(self, split: str, shards: list[Any]) -> Iterator[tuple[str, dict[str, Any]]]:
        chosen, mode = frozenset(self.config.task_ids()), self.config.prompt_mode
        for k, shard in enumerate(shards):
            for n, row in enumerate(self.rows(split, shard, chosen)):
                yield f"{k}-{n}", {"prompt": row[f"prompt_{mode}"], **row} if mode else row

    def rows(self, split: str, shard: Any, chosen: frozenset[str]) -> Iterator[dict[str, Any]]:
        if isinstance(shard, str):
            return stored_rows(Path(shard), chosen)
        config = self.config
        params = {"difficulty": config.difficulty, "style_seed": config.style_seed}
        recipe = recipe_of(config.seed, config.samples_per_task, config.validation_per_task, params)
        return draw_rows(recipe, split, shard)


def manifest_of(source: str | None) -> str:
    """What changes whenever the shards of a release folder do."""
    if source is None:
        return ""
    files = sorted(Path(source, "data").glob("*.parquet"))
    stats = [f"{path.resolve()} {path.stat().st_size} {path.stat().st_mtime_ns}" for path in files]
    return "\n".join(stats)


def load(
    name: str = "default",
    *,
    split: str | None = None,
    streaming: bool = False,
    num_proc: int | None = None,
    cache_dir: str | None = None,
    **options: Any,
) -> Any:
    """Rows of a configuration: of one split, or of both by name.

    `streaming`: as an iterable, without writing anything. Otherwise a table, made once by `num_proc`
    processes and kept under `cache_dir`; another seed, option, task or version of the code makes another.
    `options` are the fields of `TraceConfig`.
    """
    builder = Trace(cache_dir=cache_dir, config_name=name, **options)
    if streaming:
        return builder.as_streaming_dataset(split=split)
    builder.download_and_prepare(num_proc=num_proc)
    return builder.as_dataset(split=split)
