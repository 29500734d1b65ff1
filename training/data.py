"""From rows of the published table, or the endless stream, to what the trainer reads."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .files import RunError
from .profile import Profile

if TYPE_CHECKING:
    from datasets import Dataset, IterableDataset

#: Columns that training reads, and the type that each must have.
COLUMNS = {
    "images": "list<image>",
    "image_sizes": "list<struct>",
    "prompt_answer": "string",
    "prompt_answer_and_annotation": "string",
    "answer_gt": "string",
    "annotation_gt": "string",
    "reward_contract": "string",
    "instance_id": "string",
    "task": "string",
}


def load_split(folder: Path, split: str, limit: int | None = None) -> "Dataset":
    """One split of a folder of Parquet shards `<split>-*.parquet`, checked for its columns.

    RunError when there is no such shard or a column is missing or of another type. `limit`: the first rows
    only.
    """
    import datasets

    shards = sorted(str(path) for path in folder.rglob(f"{split}-*.parquet"))
    if not shards:
        raise RunError(f"{folder} has no {split}-*.parquet")
    table = datasets.Dataset.from_parquet(shards)
    check_columns({name: feature_name(kind) for name, kind in table.features.items()}, f"{folder}, {split}")
    return table if limit is None else table.select(range(min(limit, len(table))))


def feature_name(feature: Any) -> str:
    """A `datasets` feature in the words of `COLUMNS`."""
    kind = type(feature).__name__
    if kind in ("List", "LargeList", "Sequence"):
        return f"list<{feature_name(feature.feature)}>"
    if isinstance(feature, dict):
        return "struct"
    return "image" if kind == "Image" else str(getattr(feature, "dtype", kind))


def check_columns(found: Mapping[str, str], where: str) -> None:
    """RunError naming every column that is missing or of another type."""
    faults = [
        f"{name} is {'missing' if name not in found else f'{found[name]}, not {kind}'}"
        for name, kind in COLUMNS.items()
        if found.get(name) != kind
    ]
    if faults:
        raise RunError(f"{where}: wrong columns: {'; '.join(faults)}")


def conversation(system_prompt: str, question: str) -> list[dict[str, str]]:
    """The turns of a prompt; the picture goes before the question."""
    return [{"role": "system", "content": system_prompt}, {"role": "user", "content": question}]


def training_columns(row: Mapping[str, Any], profile: Profile) -> dict[str, Any]:
    """What a reward function may read beside the completion, and the prompt."""
    size = row["image_sizes"][0]
    return {
        "prompt": conversation(profile.system_prompt, row[f"prompt_{profile.data.prompt}"]),
        "answer_gt": row["answer_gt"],
        "annotation_gt": row["annotation_gt"],
        "reward_contract": row["reward_contract"],
        "image_size": [size["width"], size["height"]],
        "mode": profile.data.prompt,
        "instance_id": row["instance_id"],
        "task": row["task"],
    }


def training_rows(table: "Dataset", profile: Profile, dropped: Sequence[str] = ()) -> "Dataset":
    """The table as training rows, in its own order, without the rows `dropped`. Pictures stay packed."""
    out = frozenset(dropped)
    if out:
        kept = [n for n, instance in enumerate(table["instance_id"]) if instance not in out]
        table = table.select(kept)
    reads = ["image_sizes", "answer_gt", "annotation_gt", "reward_contract", "instance_id", "task"]
    reads.append(f"prompt_{profile.data.prompt}")
    surplus = [name for name in table.column_names if name != "images" and name not in reads]
    table = table.remove_columns(surplus)
    packed = table.select_columns(reads).map(
        training_columns, fn_kwargs={"profile": profile}, remove_columns=reads, load_from_cache_file=False
    )
    return attach(packed, table.select_columns(["images"]))


def attach(left: "Dataset", right: "Dataset") -> "Dataset":
    import datasets

    return datasets.concatenate_datasets([left, right], axis=1)


def train_source(
    profile: Profile, prepared: Path, dropped: Sequence[str], start: int
) -> "Dataset | IterableDataset":
    """The fixed rows, shuffled, or the stream from its `start`-th instance on."""
    if profile.data.stream:
        return stream_source(profile, start)
    table = load_split(prepared / "data", profile.data.split)
    return training_rows(table, profile, dropped).shuffle(seed=profile.data.shuffle_seed)


def validation_source(profile: Profile, prepared: Path, dropped: Sequence[str]) -> "Dataset":
    """The first `validation_rows` rows of the validation split that fit the prompt limit."""
    table = load_split(prepared / "data", profile.data.validation_split, profile.data.validation_rows)
    return training_rows(table, profile, dropped)


def stream_source(profile: Profile, start: int) -> "IterableDataset":
    import datasets

    return datasets.IterableDataset.from_generator(
        stream_rows, gen_kwargs={"profile": profile, "start": start}
    )


def stream_rows(profile: Profile, start: int) -> Iterator[dict[str, Any]]:
    """Training rows of the endless stream."""
    from .stream import rows

    assert profile.data.stream is not None
    for row in rows(profile.data.stream, start):
        yield {**training_columns(row, profile), "images": row["images"]}


def write_split(rows: Sequence[Mapping[str, Any]], path: Path) -> None:
    """Rows in the layout of the published table, as one Parquet shard `datasets` decodes pictures from."""
    import datasets

    path.parent.mkdir(parents=True, exist_ok=True)
    features = datasets.Features(
        {
            "images": datasets.List(datasets.Image()),
            "image_sizes": datasets.List(
                {"width": datasets.Value("int64"), "height": datasets.Value("int64")}
            ),
            **{name: datasets.Value("string") for name in rows[0] if name not in ("images", "image_sizes")},
        }
    )
    datasets.Dataset.from_list([dict(row) for row in rows], features=features).to_parquet(str(path))
