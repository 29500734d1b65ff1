"""What a dataset folder holds: its file names, the train instance, the trace record, and their hashes."""

import hashlib
import platform
from collections import Counter
from collections.abc import Iterator, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from . import __version__

if TYPE_CHECKING:
    from .engine.sample import Sample

INSTANCES = "train_instances.jsonl"
BUILD_REPORT = "build_report.json"
VALIDATION_REPORT = "validation_report.json"
SUMS = "SHA256SUMS"  # of every other file but the build report; `sha256sum -c` reads it


class DataError(Exception):
    """The data, or the folder it lies in, is at fault; the message says what to do."""


class ImageRef(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One picture; `image_hash` is of its size and pixels, `path` relative to the dataset folder."""

    image_id: str
    format: str
    image_hash: str
    path: str


class TraceRef(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where the trace record lies: a line, counted from 0, of `traces/<shard_id>.jsonl.zst`."""

    shard_id: str
    line_index: int
    trace_record_hash: str


class TrainInstance(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One line of `train_instances.jsonl`."""

    instance_version: str
    instance_id: str
    instance_seed: int
    domain: str
    task: str
    scene_id: str
    scene_variant: str
    query_id: str
    prompt: str
    prompt_variants: dict[str, str]
    images: tuple[ImageRef, ...]
    answer_gt: dict[str, Any]
    annotation_gt: dict[str, Any]
    reward_contract: dict[str, Any]
    trace_ref: TraceRef
    versions: dict[str, str]


class TraceRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One execution trace: what was asked for, and the payload from which `trace_tasks.replay` runs."""

    instance_id: str
    instance_seed: int
    task: str
    params: dict[str, Any]
    payload: dict[str, Any]


class Tally(msgspec.Struct):
    """Counts of one task: instances, the attempts they took, repetitions drawn again, rejections."""

    instances: int = 0
    attempts: int = 0
    redrawn: int = 0
    rejected: dict[str, int] = {}

    def add(self, other: "Tally") -> None:
        self.instances += other.instances
        self.attempts += other.attempts
        self.redrawn += other.redrawn
        self.rejected = dict(Counter(self.rejected) + Counter(other.rejected))


class BuildReport(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`build_report.json`. `report_hash` is of the report without it, so that a change inside shows."""

    instances: int
    attempts: int
    redrawn: int
    tasks: dict[str, Tally]
    recipe: dict[str, Any]
    recipe_hash: str
    versions: dict[str, str]
    sums_hash: str  # of the file SUMS
    report_hash: str = ""

    def sealed(self) -> "BuildReport":
        """The report with its hash."""
        bare = msgspec.structs.replace(self, report_hash="")
        return msgspec.structs.replace(bare, report_hash=named_hash(canonical(bare)))


class ValidationReport(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`validation_report.json`: how many instances passed each check while they were built."""

    passed: bool
    checks: dict[str, int]
    faults: list[str]


def canonical(value: Any) -> bytes:
    """The one JSON text of a value: sorted keys, no spaces.

    >>> canonical({"b": 1, "a": [2.0, "x"]})
    b'{"a":[2.0,"x"],"b":1}'
    """
    return msgspec.json.encode(value, order="sorted")


def readable(value: Any) -> bytes:
    """The canonical JSON text of a report, indented and closed by a newline."""
    return msgspec.json.format(canonical(value), indent=2) + b"\n"


def named_hash(data: bytes) -> str:
    """BLAKE2b of 128 bits, as `blake2b:<hex>`."""
    return f"blake2b:{hashlib.blake2b(data, digest_size=16).hexdigest()}"


def plural(count: int, noun: str) -> str:
    """
    >>> plural(1, "fault"), plural(2000, "task")
    ('1 fault', '2,000 tasks')
    """
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def file_sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def versions() -> dict[str, str]:
    """Everything whose release can change a byte of a dataset."""
    packages = {name: version(name) for name in ("numpy", "pillow", "skia-python", "msgspec", "zstandard")}
    return {"python": platform.python_version(), "trace_tasks": __version__, **packages}


def shard_name(number: int) -> str:
    return f"shard-{number:05d}"


def image_path(shard_id: str, instance_id: str) -> str:
    return f"images/{shard_id.removeprefix('shard-')}/{instance_id}.png"


def trace_path(shard_id: str) -> str:
    return f"traces/{shard_id}.jsonl.zst"


def content_id(content: Mapping[str, Any], image_hash: str) -> str:
    """The id of an instance: the hash of all that it says and shows."""
    return named_hash(canonical({**content, "image_hash": image_hash})).replace("blake2b:", "inst_")


def make_records(
    sample: "Sample", params: Mapping[str, Any], instance_version: str, shard_id: str, line_index: int
) -> tuple[TrainInstance, TraceRecord]:
    """The two records of a sample that stands at this line of this shard.

    `instance_id` is the hash of what the instance says and shows (question, answer, annotation, contract,
    pixels), whatever seed or release it comes from.
    """
    content: dict[str, Any] = {
        "instance_version": instance_version,
        "domain": sample.domain,
        "task": sample.task_id,
        "scene_id": sample.scene_id,
        "scene_variant": sample.scene_variant,
        "query_id": sample.query_id,
        "prompt": sample.prompt,
        "prompt_variants": sample.prompt_variants,
        "answer_gt": sample.answer_gt.to_dict(),
        "annotation_gt": sample.annotation_gt.to_dict(),
        "reward_contract": sample.reward_contract,
    }
    image_hash = f"blake2b:{sample.image_hash}"
    instance_id = content_id(content, image_hash)
    record = TraceRecord(
        instance_id=instance_id,
        instance_seed=sample.seed,
        task=sample.task_id,
        params=dict(params),
        payload=sample.trace_payload,
    )
    image = ImageRef(sample.image_id, "png", image_hash, image_path(shard_id, instance_id))
    instance = TrainInstance(
        **content,
        instance_id=instance_id,
        instance_seed=sample.seed,
        images=(image,),
        trace_ref=TraceRef(shard_id, line_index, named_hash(canonical(record))),
        versions={"trace_tasks": __version__, **sample.task_versions},
    )
    return instance, record


def read_instances(folder: Path) -> Iterator[TrainInstance]:
    """The train instances of a dataset folder; DataError names the first line that is none."""
    path = folder / INSTANCES
    if not path.is_file():
        raise DataError(f"{folder} is not a dataset folder: it has no {INSTANCES}")
    with path.open("rb") as lines:
        for number, line in enumerate(lines, 1):
            try:
                yield msgspec.json.decode(line, type=TrainInstance)
            except (msgspec.MsgspecError, UnicodeDecodeError) as error:
                raise DataError(
                    f"{path}, line {number}: {error}; `trace-validate` lists all faults"
                ) from None
