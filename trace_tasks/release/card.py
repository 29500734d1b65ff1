"""The dataset card: front matter by which `datasets` and the Hub find the shards, and what to know."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

import yaml

from .plan import Plan, Shard, domain_of
from .table import FEATURES

README = "README.md"
DEFAULT = "default"

TEMPLATE = """\
---
{front}---

# {title}

Deterministic, grounded visual-reasoning tasks for training and testing vision-language models with verifiable
rewards: {rows} rows of {tasks} tasks in {domains} domains. Every row comes from one small typed state: the
picture, the prompt, the typed answer, the witness in image pixels and the execution trace cannot disagree.

```python
from datasets import load_dataset

everything = load_dataset("{repo}", split="train", streaming=True)
one_domain = load_dataset("{repo}", "{example}", split="train")
```

| split | rows | rows a task | seed |
| --- | --- | --- | --- |
{splits}

No split holds a state of another. {order}

| domain | tasks | rows |
| --- | --- | --- |
{domain_rows}

## Columns

| column | what it holds |
| --- | --- |
| `images` | a list of one picture, PNG; at most 1,280,000 pixels |
| `image_sizes` | its width and height |
| `prompt_answer`, `prompt_answer_and_annotation` | what is asked, without and with an annotation |
| `answer_gt`, `annotation_gt` | JSON `{{"type", "value"}}`; annotations are in pixels of the picture |
| `reward_contract` | JSON: how a response is scored (`trace_tasks.score_trace_response`) |
| `trace_ref` | JSON: the line of `traces/<shard_id>.jsonl.zst` that holds the execution trace, and its hash |
| `instance_id`, `domain`, `task`, `scene_id`, `query_id`, `scene_variant` | what the row is |
| `trace_supervision_mode` | advisory |

## Made by

`trace_tasks` {version}, recipe `{plan_hash}`. `manifest.json` has the recipe, the versions, the counts of
every task and a SHA-256 for every file; `python scripts/build_release_dataset.py --verify --output-dir DIR`
checks a downloaded folder against it, down to solving and drawing rows again from their traces.

Licence: Apache-2.0. Fonts and icons in the pictures come from packages with their own licences.
"""

ORDER = (
    "A shard holds whole tasks of one domain, the first row of each, then the second of each, so that a "
    "stream is mixed from its first rows on."
)


def render(plan: Plan, rows: Mapping[str, int], sizes: Mapping[str, int], repo: str = "maveryn/trace") -> str:
    """The text of README.md. `sizes`: bytes of the table by shard."""
    counts = Counter(map(domain_of, plan.tasks))
    per_task = plan.rows_of_task
    return TEMPLATE.format(
        front=yaml.safe_dump(front_matter(plan, rows, sizes), sort_keys=False, width=110),
        title="Trace",
        repo=repo,
        rows=f"{sum(rows.values()):,}",
        tasks=f"{len(plan.tasks):,}",
        domains=len(counts),
        example=next(iter(counts)),
        splits="\n".join(
            f"| `{split.name}` | {rows[split.name]:,} | {split.per_task} | {split.seed} |"
            for split in plan.recipe.splits
        ),
        order=ORDER,
        domain_rows="\n".join(
            f"| `{domain}` | {count} | {count * per_task:,} |" for domain, count in counts.items()
        ),
        version=plan.identity()["versions"]["trace_tasks"],
        plan_hash=plan.hash,
    )


def front_matter(plan: Plan, rows: Mapping[str, int], sizes: Mapping[str, int]) -> dict[str, Any]:
    domains = list(dict.fromkeys(map(domain_of, plan.tasks)))
    return {
        "license": "apache-2.0",
        "pretty_name": "Trace",
        "language": ["en"],
        "task_categories": ["visual-question-answering", "image-text-to-text"],
        "tags": ["visual-reasoning", "synthetic", "verifiable-rewards", "grounding"],
        "size_categories": [size_category(sum(rows.values()))],
        "configs": [default_config(plan), *(domain_config(plan, domain) for domain in domains)],
        "dataset_info": [info(plan, sizes, name) for name in (DEFAULT, *domains)],
    }


def default_config(plan: Plan) -> dict[str, Any]:
    files = [{"split": split.name, "path": f"data/{split.name}-*.parquet"} for split in ordered(plan)]
    return {"config_name": DEFAULT, "default": True, "data_files": files}


def ordered(plan: Plan) -> list[Any]:
    """The splits, the largest first, as people expect them."""
    return sorted(plan.recipe.splits, key=lambda split: -split.per_task)


def domain_config(plan: Plan, domain: str) -> dict[str, Any]:
    """The shards that hold rows of the domain; with a filter where one of them holds others too."""
    chosen = {split.name: shards_of(plan, split.name, domain) for split in ordered(plan)}
    config: dict[str, Any] = {
        "config_name": domain,
        "data_files": [
            {"split": split, "path": [shard.table_path for shard in shards]}
            for split, shards in chosen.items()
        ],
    }
    if any(shard.domains != [domain] for shards in chosen.values() for shard in shards):
        config["filters"] = [["domain", "=", domain]]
    return config


def shards_of(plan: Plan, split: str, domain: str) -> list[Shard]:
    return [shard for shard in plan.shards if shard.split == split and domain in shard.domains]


def info(plan: Plan, sizes: Mapping[str, int], name: str) -> dict[str, Any]:
    """`dataset_info` of a configuration: the features, and the rows and bytes of its splits."""
    tasks = [task for task in plan.tasks if name in (DEFAULT, domain_of(task))]
    splits = []
    for split in ordered(plan):
        shards = [s for s in plan.shards if s.split == split.name and (name == DEFAULT or name in s.domains)]
        total = sum(sizes[s.id] * sum(t in s.tasks for t in tasks) // len(s.tasks) for s in shards)
        rows = len(tasks) * split.per_task
        splits.append({"name": split.name, "num_bytes": total, "num_examples": rows})
    total = sum(split["num_bytes"] for split in splits)
    return {
        "config_name": name,
        "features": [{"name": column, **described(kind)} for column, kind in FEATURES.items()],
        "splits": splits,
        "download_size": total,
        "dataset_size": total,
    }


def described(feature: Any) -> dict[str, Any]:
    """A feature as front matter states it."""
    match feature:
        case [{"_type": "Image"}]:
            return {"list": "image"}
        case [dict(fields)]:
            return {"list": [{"name": name, **described(kind)} for name, kind in fields.items()]}
        case _:
            return {"dtype": feature["dtype"]}


def size_category(rows: int) -> str:
    """The Hub's name of a size.

    >>> size_category(66000), size_category(12)
    ('10K<n<100K', 'n<1K')
    """
    steps = [1, 1_000, 10_000, 100_000, 1_000_000, 10_000_000]
    names = ["n<1K", "1K<n<10K", "10K<n<100K", "100K<n<1M", "1M<n<10M", "10M<n<100M"]
    return names[max(k for k, step in enumerate(steps) if rows >= step)]
