"""Exporting a dataset folder as one flat file for training: JSON Lines or Parquet."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

from .records import BUILD_REPORT, BuildReport, DataError, TrainInstance, canonical, read_instances
from .validate import Fault, hash_faults, read_report, read_sums

FORMATS = ("jsonl", "parquet")
#: Prompt variant by the name that the command takes.
VARIANTS = {"answer": "answer_only", "answer_and_annotation": "answer_and_annotation"}
COLUMNS = (
    "instance_id",
    "domain",
    "task",
    "scene_id",
    "scene_variant",
    "query_id",
    "prompt",
    "answer",
    "answer_gt",
    "annotation_gt",
    "reward_contract",
)
ROWS_AT_ONCE = 128


def export(
    folder: Path,
    output: Path,
    file_format: str = "jsonl",
    prompt_variant: str = "answer",
    advance: Callable[[int], None] = lambda n: None,
) -> int:
    """Write one flat row for every instance of a dataset folder; the number of rows.

    A row holds the columns of `COLUMNS`, all texts: `answer` is the bare right answer, the three after it
    are JSON. `image` is a path relative to the output's folder in `jsonl`; in `parquet` it is the PNG
    itself, typed so that `datasets` decodes it. The file appears whole or not at all. An existing output, one
    inside the dataset folder, and a folder whose files do not match its checksums are DataErrors.
    """
    if file_format not in FORMATS or prompt_variant not in VARIANTS:
        raise ValueError(f"formats: {', '.join(FORMATS)}; prompt variants: {', '.join(VARIANTS)}")
    if output.exists():
        what = "is a folder; name the file to write" if output.is_dir() else "exists; name another file"
        raise DataError(f"{output} {what}")
    check_sums(folder)
    if output.resolve().is_relative_to(folder.resolve()):
        raise DataError(f"{output} lies in the dataset folder; name a file outside it")
    write = write_jsonl if file_format == "jsonl" else write_parquet
    rows = 0
    with whole(output) as fresh:
        for count in write(folder, fresh, output, VARIANTS[prompt_variant]):
            rows += count
            advance(count)
    return rows


def check_sums(folder: Path) -> None:
    """Refuse a folder whose files are not those that were built."""
    if not (folder / BUILD_REPORT).is_file():
        raise DataError(f"{folder} is not a dataset folder: it has no {BUILD_REPORT}")
    faults: list[Fault] = []
    sums = read_sums(folder, read_report(folder, BUILD_REPORT, BuildReport, faults), faults)
    faults += hash_faults((folder, sums))
    if faults:
        raise DataError(f"{folder} is damaged ({faults[0]}); `trace-validate {folder}` lists all faults")


@contextmanager
def whole(output: Path) -> Iterator[Path]:
    """A path to write to that becomes `output` when all went well, and vanishes otherwise."""
    output.parent.mkdir(parents=True, exist_ok=True)
    fresh = output.with_name(f".{output.name}.{os.getpid()}.new")
    try:
        yield fresh
        os.replace(fresh, output)
    finally:
        fresh.unlink(missing_ok=True)


def flat(instance: TrainInstance, variant: str) -> dict[str, str]:
    return {
        "instance_id": instance.instance_id,
        "domain": instance.domain,
        "task": instance.task,
        "scene_id": instance.scene_id,
        "scene_variant": instance.scene_variant,
        "query_id": instance.query_id,
        "prompt": instance.prompt_variants[variant],
        "answer": str(instance.answer_gt["value"]),
        "answer_gt": canonical(instance.answer_gt).decode(),
        "annotation_gt": canonical(instance.annotation_gt).decode(),
        "reward_contract": canonical(instance.reward_contract).decode(),
    }


def write_jsonl(folder: Path, fresh: Path, output: Path, variant: str) -> Iterator[int]:
    home = os.path.relpath(folder.resolve(), output.parent.resolve())
    with fresh.open("wb") as file:
        for instance in read_instances(folder):
            image = {"image": os.path.normpath(os.path.join(home, instance.images[0].path))}
            file.write(canonical({**flat(instance, variant), **image}) + b"\n")
            yield 1


def write_parquet(folder: Path, fresh: Path, output: Path, variant: str) -> Iterator[int]:
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ModuleNotFoundError:
        raise DataError("Parquet needs pyarrow: pip install pyarrow") from None
    schema = parquet_schema(pa)
    instances = read_instances(folder)
    with pq.ParquetWriter(fresh, schema) as writer:
        while batch := list(islice(instances, ROWS_AT_ONCE)):
            rows = [{**flat(row, variant), "image": embedded(folder, row)} for row in batch]
            writer.write_table(pa.Table.from_pylist(rows, schema))
            yield len(rows)


def parquet_schema(pa: Any) -> Any:
    """Arrow types, and the features that tell `datasets` that `image` is a picture."""
    image = pa.struct([("bytes", pa.binary()), ("path", pa.string())])
    features = {
        **{name: {"dtype": "string", "_type": "Value"} for name in COLUMNS},
        "image": {"_type": "Image"},
    }
    fields = [(name, pa.string()) for name in COLUMNS]
    return pa.schema(
        [*fields, ("image", image)], {"huggingface": canonical({"info": {"features": features}})}
    )


def embedded(folder: Path, instance: TrainInstance) -> dict[str, object]:
    path = folder / instance.images[0].path
    try:
        return {"bytes": path.read_bytes(), "path": path.name}
    except FileNotFoundError:
        raise DataError(f"{path} is missing; `trace-validate {folder}` lists all faults") from None
