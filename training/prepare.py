"""Before a run: fetch base and dataset at their commits, hash them, and lay them out for the trainer.

DIR/base/          the model, its processor saved with the profile's pixel limits
DIR/data/          the Parquet shards of the dataset
DIR/prepared.json  the record: commits, hashes, rows, the rows that are too long
"""

import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from trace_tasks.records import file_sha256

from . import data, environment, files
from .files import RunError
from .profile import Base, Profile

if TYPE_CHECKING:
    from datasets import Dataset

RECORD = "prepared.json"
MODEL_FILES = ("*.json", "*.safetensors", "*.txt", "*.jinja", "*.model")
DATA_FILES = ("*.parquet", "**/*.parquet", "README.md")


class Prepared(msgspec.Struct, frozen=True, kw_only=True):
    """The record of a prepared folder. `files`: SHA-256 and size of all that lies in it."""

    profile: str
    base: dict[str, Any]
    dataset: dict[str, Any]
    images: dict[str, Any]
    files: files.Sums


def prepare(
    profile: Profile, output: Path, base: Path | None = None, dataset: Path | None = None
) -> Prepared:
    """Make the folder. `base` and `dataset` are local folders to use instead of the Hub's.

    RunError when a file has not the hash that profile or Hub state, when a column is wrong, or when `output`
    exists and is no earlier preparation.
    """
    if output.exists() and not (output / RECORD).exists():
        raise RunError(f"{output} exists and is no prepared folder; choose another")
    work = output.with_name(f"{output.name}.partial")
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    base_sums = lay_base(
        profile, base or fetch(profile.base.repo, profile.base.revision, "model", MODEL_FILES), work
    )
    source = dataset or fetch(profile.data.repo, profile.data.revision, "dataset", DATA_FILES)
    rows = lay_data(profile, source, work)
    prepared = Prepared(
        profile=profile.name,
        base={"repo": profile.base.repo, "revision": profile.base.revision, "files": base_sums},
        dataset={
            "repo": profile.data.repo,
            "revision": profile.data.revision,
            "tag": profile.data.tag,
            **rows,
        },
        images=msgspec.to_builtins(profile.images),
        files=files.sums(work),
    )
    files.write_json(work / RECORD, prepared)
    shutil.rmtree(output, ignore_errors=True)
    work.rename(output)
    return prepared


def fetch(repo: str, revision: str, kind: str, patterns: Sequence[str]) -> Path:
    """A snapshot of a Hub repository at a commit, its large files compared with the Hub's hashes."""
    environment.quiet()
    from huggingface_hub import HfApi, snapshot_download
    from huggingface_hub.errors import HfHubHTTPError, LocalEntryNotFoundError

    if revision == "local":
        raise RunError(f"{repo} has no Hub revision: give its folder")
    try:
        folder = Path(
            snapshot_download(repo, revision=revision, repo_type=kind, allow_patterns=list(patterns))
        )
        entries = HfApi().list_repo_tree(repo, revision=revision, repo_type=kind, recursive=True)
        stated = {entry.path: entry.lfs.sha256 for entry in entries if getattr(entry, "lfs", None)}
    except (HfHubHTTPError, LocalEntryNotFoundError, OSError) as error:
        raise RunError(f"{kind} {repo}@{revision}: {str(error).splitlines()[0]}") from None
    check_hashes(
        folder, {name: sha for name, sha in stated.items() if (folder / name).exists()}, f"{kind} {repo}"
    )
    return folder


def check_hashes(folder: Path, stated: Mapping[str, str], what: str) -> None:
    """RunError naming the first file that is missing or has another SHA-256."""
    for name, sha in stated.items():
        if not (folder / name).is_file():
            raise RunError(f"{what}: {name} is missing in {folder}")
        if (found := file_sha256(folder / name)) != sha:
            raise RunError(f"{what}: {name} has sha256 {found}, expected {sha}; fetch it again")


def lay_base(profile: Profile, source: Path, work: Path) -> files.Sums:
    """Link the model in, save its processor with the pixel limits; the hashes of the original files.

    The limits must lie in the folder: a rollout engine reads the processor from there, not from the trainer.
    """
    check_model_folder(source, profile.base)
    target = work / "base"
    for pattern in MODEL_FILES:
        for path in sorted(source.glob(pattern)):
            files.place(path, target / path.name)
    original = files.sums(target)
    save_limits(profile, source, target)
    return original


def check_model_folder(source: Path, base: Base) -> None:
    if not (source / "config.json").is_file() or not list(source.glob("*.safetensors")):
        raise RunError(f"{source} is no model folder: it needs config.json and *.safetensors")
    check_hashes(source, base.files, f"base model {base.repo}")


def save_limits(profile: Profile, source: Path, target: Path) -> None:
    from transformers import AutoProcessor

    limits = profile.images
    processor = AutoProcessor.from_pretrained(
        source, min_pixels=limits.min_pixels, max_pixels=limits.max_pixels
    )
    for name in ("preprocessor_config.json", "processor_config.json", "video_preprocessor_config.json"):
        (target / name).unlink(missing_ok=True)  # a hard link must not be written through
    fresh = target.with_name("processor.new")
    processor.save_pretrained(fresh)
    for path in fresh.iterdir():
        (target / path.name).unlink(missing_ok=True)
        path.rename(target / path.name)
    fresh.rmdir()


def lay_data(profile: Profile, source: Path, work: Path) -> dict[str, Any]:
    """Link the shards in; the number of rows of each split, and the ids of those that are too long.

    A run on the endless stream takes the validation split alone.
    """
    settings = profile.data
    wanted = {"validation": settings.validation_split}
    if settings.stream is None:
        wanted = {"train": settings.split, **wanted}
    tables = {}
    for use, split in wanted.items():
        for path in sorted(source.rglob(f"{split}-*.parquet")):
            files.place(path, work / "data" / path.relative_to(source))
        limit = settings.validation_rows if use == "validation" else None
        tables[use] = data.load_split(work / "data", split, limit)
    ids = {use: set(table["instance_id"]) for use, table in tables.items()}
    if shared := ids["validation"] & ids.get("train", set()):
        raise RunError(f"{source}: {len(shared)} instances are in both splits, such as {min(shared)}")
    return {
        "rows": {use: len(table) for use, table in tables.items()},
        "dropped": {use: too_long(table, profile, work / "base") for use, table in tables.items()},
        "stream": msgspec.to_builtins(settings.stream),
    }


def too_long(table: "Dataset", profile: Profile, base: Path) -> list[str]:
    """Ids of the rows whose prompt, picture included, has more than `max_prompt_tokens` tokens."""
    from transformers import AutoProcessor

    processor = AutoProcessor.from_pretrained(base)
    limit, long = profile.rollout.max_prompt_tokens, []
    question = f"prompt_{profile.data.prompt}"
    for row in table.select_columns(["instance_id", "image_sizes", question]):
        if prompt_tokens(processor, profile.system_prompt, row[question], row["image_sizes"]) > limit:
            long.append(row["instance_id"])
    return long


def prompt_tokens(
    processor: Any, system_prompt: str, question: str, sizes: Sequence[Mapping[str, int]]
) -> int:
    """Tokens of a prompt as the model gets it, counted from the picture's size without its pixels."""
    from trl.data_utils import prepare_multimodal_messages

    turns = prepare_multimodal_messages(
        data.conversation(system_prompt, question), images=[None] * len(sizes)
    )
    text = processor.apply_chat_template(turns, tokenize=False, add_generation_prompt=True)
    return len(processor.tokenizer(text)["input_ids"]) + sum(
        image_tokens(processor.image_processor, size["width"], size["height"]) - 1 for size in sizes
    )


def image_tokens(image_processor: Any, width: int, height: int) -> int:
    """Tokens that a picture of this size in px becomes."""
    return int(
        image_processor.get_number_of_image_patches(height, width, {}) // image_processor.merge_size**2
    )


def read_prepared(folder: Path) -> Prepared:
    """The record of a prepared folder; RunError where there is none."""
    if not folder.is_dir():
        raise RunError(f"{folder} does not exist; `trace-train prepare` makes it")
    return msgspec.convert(files.read_json(folder / RECORD), Prepared)


def check_prepared(profile: Profile, folder: Path) -> Prepared:
    """The record, after comparing it with the profile and every file with the record."""
    prepared = read_prepared(folder)
    wanted = {
        "base": f"{profile.base.repo}@{profile.base.revision}",
        "dataset": f"{profile.data.repo}@{profile.data.revision}",
    }
    for part, want in wanted.items():
        held = getattr(prepared, part)
        if (have := f"{held['repo']}@{held['revision']}") != want:
            raise RunError(f"{folder} was prepared with {part} {have}, the profile has {want}; prepare again")
    if prepared.images != msgspec.to_builtins(profile.images):
        raise RunError(f"{folder} was prepared with other pixel limits; prepare again")
    for name, sha in profile.base.files.items():
        if prepared.base["files"].get(name, {}).get("sha256") != sha:
            raise RunError(f"{folder}: base model file {name} is not the one that the profile names")
    for line in files.differences(folder, prepared.files, frozenset((RECORD,))):
        raise RunError(f"{folder}/{line}; prepare again")
    return prepared
