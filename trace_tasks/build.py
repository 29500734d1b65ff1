"""Building a dataset folder: shard by shard, resumable, whole or not at all.

While it runs, everything lies in `OUTPUT.partial/` beside the target: the growing dataset, and for every
finished shard one file in `shards/` whose appearance is what finishes it. A build that was stopped or killed
goes on from there; the last step renames the dataset to OUTPUT.
"""

import fcntl
import os
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import zstandard

from .api import generate_task
from .engine.instance import GenerationError
from .parallel import check_stop, spread
from .recipe import REDRAWS, Recipe, Shard, Slot, check_tasks, instance_seed
from .records import (
    BUILD_REPORT,
    INSTANCES,
    SUMS,
    VALIDATION_REPORT,
    BuildReport,
    DataError,
    Tally,
    TraceRecord,
    TrainInstance,
    ValidationReport,
    canonical,
    file_sha256,
    make_records,
    named_hash,
    readable,
    shard_name,
    trace_path,
    versions,
)
from .validate import picture_faults, replay_faults, response_faults

if TYPE_CHECKING:
    from PIL.Image import Image

    from .engine.sample import Sample

#: Fixed, with no metadata. Over all scenes level 3 takes half the time of level 6 for 6% more bytes.
PNG_LEVEL = 3
ZSTD_LEVEL = 9

#: What every instance passes before it is written; the second list with `strict_repro`.
CHECKS = ["picture_decodes_to_the_same_pixels", "right_response_scores_one"]
STRICT_CHECKS = ["replay_agrees", "second_generation_agrees"]

Made = tuple[TrainInstance, TraceRecord]
Advance = Callable[[int], None]


class Done(msgspec.Struct):
    """What a finished shard leaves for the last step."""

    files: dict[str, str]  # SHA-256 by path
    tallies: dict[str, Tally]
    instances: list[TrainInstance]


class Job(msgspec.Struct):
    """One shard to draw. `taken`: what earlier shards hold of its tasks, once that is known to clash."""

    recipe: Recipe
    shard: Shard
    work: Path
    taken: set[str] = set()


def build(recipe: Recipe, output: Path, workers: int = 1, advance: Advance = lambda n: None) -> None:
    """Make the dataset folder `output`, going on where an earlier build of the same recipe stopped.

    The bytes depend on the recipe alone, not on `workers` or on interruptions. `advance` is called with the
    number of instances after every shard. Raises DataError if `output` exists or cannot be made.
    """
    check_tasks(recipe)
    output = Path(os.path.abspath(output))
    if output.exists() and not (output.is_dir() and not any(output.iterdir())):
        raise DataError(f"{output} exists already; choose another output, or remove it first")
    work = output.with_name(f"{output.name}.partial")
    work.mkdir(parents=True, exist_ok=True)
    with locked(work):
        prepare(work, recipe)
        shards = recipe.shards()
        missing = []
        for shard in shards:
            if finished(work, shard):
                advance(len(shard.slots))
            else:
                missing.append(Job(recipe, shard, work))
        spread(draw_shard, missing, workers, advance)
        write_reports(work, recipe, settled(work, recipe, shards))
        os.rename(work / "dataset", output)
        shutil.rmtree(work)


@contextmanager
def locked(work: Path) -> Iterator[None]:
    """Keep a second build of the same output out."""
    with (work / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise DataError(f"another build is at work in {work}; wait for it or stop it") from None
        yield


def prepare(work: Path, recipe: Recipe) -> None:
    """Make the work folder ready for this recipe; DataError if it holds an unfinished build of another."""
    note = work / "recipe.json"
    mine = {"recipe": recipe.identity(), "versions": versions()}
    if note.exists():
        theirs = msgspec.json.decode(note.read_bytes())
        differing = sorted(
            name for part in mine for name in mine[part] if theirs[part].get(name) != mine[part][name]
        )
        if differing:
            raise DataError(
                f"{work} holds an unfinished build that differs in {', '.join(differing)}; "
                f"finish that one with its own command, choose another output, or remove {work}"
            )
    for leftover in work.glob("tmp-*"):
        shutil.rmtree(leftover)
    for folder in ("shards", "dataset/images", "dataset/traces"):
        (work / folder).mkdir(parents=True, exist_ok=True)
    replace(note, readable(mine))


def replace(path: Path, data: bytes) -> None:
    """Write a file so that it appears whole."""
    fresh = path.with_name(f"{path.name}.new")
    fresh.write_bytes(data)
    os.replace(fresh, path)


def note_of(work: Path, shard: Shard) -> Path:
    return work / "shards" / f"{shard_name(shard.number)}.json"


def read_note(work: Path, shard: Shard) -> Done:
    return msgspec.json.decode(note_of(work, shard).read_bytes(), type=Done)


def finished(work: Path, shard: Shard) -> bool:
    """Whether the shard is there, with its files as they were written."""
    if not note_of(work, shard).exists():
        return False
    try:
        files = read_note(work, shard).files
        return all(file_sha256(work / "dataset" / path) == sha for path, sha in files.items())
    except (msgspec.MsgspecError, FileNotFoundError):  # a power cut can leave an empty file
        return False


def draw_shard(job: Job) -> int:
    """Draw one shard and commit it; the number of its instances."""
    shard_id, taken = shard_name(job.shard.number), set(job.taken)
    done, lines = Done({}, {}, []), []
    with tempfile.TemporaryDirectory(prefix="tmp-", dir=job.work) as name:
        fresh = Path(name)
        (fresh / "images").mkdir()
        for line, slot in enumerate(job.shard.slots):
            check_stop()
            sample, redrawn = draw_new(job.recipe, slot, taken)
            made = make_records(sample, slot.params, job.recipe.instance_version, shard_id, line)
            packed = png(sample.image)
            check(job.recipe, slot, sample, made, packed)
            instance, record = made
            (fresh / "images" / Path(instance.images[0].path).name).write_bytes(packed)
            lines.append(canonical(record) + b"\n")
            done.instances.append(instance)
            count(done.tallies.setdefault(slot.task_id, Tally()), sample, redrawn)
        compressor = zstandard.ZstdCompressor(level=ZSTD_LEVEL, write_checksum=True)
        (fresh / "traces").write_bytes(compressor.compress(b"".join(lines)))
        commit(job, fresh, done)
    return len(job.shard.slots)


def commit(job: Job, fresh: Path, done: Done) -> None:
    """Move a shard into the dataset. Its note comes last: without it, the rest counts for nothing."""
    shard_id, dataset = shard_name(job.shard.number), job.work / "dataset"
    places = {instance.images[0].path: fresh / "images" for instance in done.instances}
    done.files = {path: file_sha256(folder / Path(path).name) for path, folder in places.items()}
    done.files[trace_path(shard_id)] = file_sha256(fresh / "traces")
    (fresh / "note").write_bytes(canonical(done))
    images = dataset / Path(done.instances[0].images[0].path).parent
    note = note_of(job.work, job.shard)
    note.unlink(missing_ok=True)
    shutil.rmtree(images, ignore_errors=True)
    os.rename(fresh / "images", images)
    os.replace(fresh / "traces", dataset / trace_path(shard_id))
    os.replace(fresh / "note", note)


def draw_new(recipe: Recipe, slot: Slot, taken: set[str]) -> "tuple[Sample, int]":
    """The first sample of this place that is not `taken`, which it joins, and how many were."""
    for redraw in range(REDRAWS + 1):
        sample = generate(recipe, slot, redraw)
        mine = key(slot.task_id, f"blake2b:{sample.image_hash}", sample.prompt)
        if mine not in taken:
            taken.add(mine)
            return sample, redraw
    raise DataError(
        f"{slot.task_id}: instance {slot.index} came out as one of the earlier ones {REDRAWS + 1} times; "
        f"ask for fewer instances or freer params"
    )


def generate(recipe: Recipe, slot: Slot, redraw: int) -> "Sample":
    seed = instance_seed(recipe.sampling_seed, slot, redraw)
    try:
        return generate_task(slot.task_id, seed, slot.params, recipe.max_attempts_per_instance)
    except GenerationError as error:
        raise DataError(f"{error}; raise max_attempts_per_instance or free its params") from None


def png(image: "Image") -> bytes:
    packed = BytesIO()
    image.save(packed, "PNG", compress_level=PNG_LEVEL)
    return packed.getvalue()


def check(recipe: Recipe, slot: Slot, sample: "Sample", made: Made, packed: bytes) -> None:
    """Raise DataError if the instance does not come back from what is about to be written."""
    instance, record = made
    faults = [*picture_faults(packed, sample.image), *response_faults(instance, sample.image.size)]
    if recipe.strict_repro:
        stored = msgspec.json.decode(canonical(record), type=TraceRecord)
        faults += replay_faults(instance, stored, sample.image)
        again = generate_task(slot.task_id, sample.seed, slot.params, recipe.max_attempts_per_instance)
        ref = instance.trace_ref
        if make_records(again, slot.params, recipe.instance_version, ref.shard_id, ref.line_index) != made:
            faults.append(("instance_seed", "a second generation differs from the first"))
    if faults:
        field, what = faults[0]
        raise DataError(f"{slot.task_id}, seed {sample.seed}: {field}: {what}; this scene needs mending")


def count(tally: Tally, sample: "Sample", redrawn: int) -> None:
    payload = sample.trace_payload
    tally.add(Tally(1, payload["stream"]["attempt"] + 1, redrawn, payload["rejected"]))


def settled(work: Path, recipe: Recipe, shards: list[Shard]) -> Iterator[Done]:
    """The finished shards; one that repeats an instance of an earlier shard is drawn again, knowing those.

    So the dataset is the one that a single run over all instances would make.
    """
    taken: set[str] = set()
    for shard in shards:
        done = read_note(work, shard)
        if not taken.isdisjoint(keys(done)):
            draw_shard(Job(recipe, shard, work, taken))
            done = read_note(work, shard)
        taken.update(keys(done))
        yield done


def keys(done: Done) -> list[str]:
    return [key(row.task, row.images[0].image_hash, row.prompt) for row in done.instances]


def key(task: str, image_hash: str, prompt: str) -> str:
    """What no two instances of a dataset share."""
    return named_hash(canonical([task, image_hash, prompt]))


def write_reports(work: Path, recipe: Recipe, shards: Iterable[Done]) -> None:
    """Everything of the dataset that is not in a shard."""
    dataset, tallies, files = work / "dataset", dict[str, Tally](), dict[str, str]()
    with (dataset / INSTANCES).open("wb") as rows:
        for done in shards:
            rows.writelines(canonical(row) + b"\n" for row in done.instances)
            files |= done.files
            for task, tally in done.tallies.items():
                tallies.setdefault(task, Tally()).add(tally)
    checks = CHECKS + STRICT_CHECKS if recipe.strict_repro else CHECKS
    passed = ValidationReport(True, dict.fromkeys(checks, recipe.total), [])
    (dataset / VALIDATION_REPORT).write_bytes(readable(passed))
    files |= {name: file_sha256(dataset / name) for name in (INSTANCES, VALIDATION_REPORT)}
    sums = "".join(f"{files[path]}  {path}\n" for path in sorted(files)).encode()
    (dataset / SUMS).write_bytes(sums)
    report = BuildReport(
        instances=recipe.total,
        attempts=sum(tally.attempts for tally in tallies.values()),
        redrawn=sum(tally.redrawn for tally in tallies.values()),
        tasks=tallies,
        recipe=recipe.identity(),
        recipe_hash=recipe.hash,
        versions=versions(),
        sums_hash=named_hash(sums),
    )
    (dataset / BUILD_REPORT).write_bytes(readable(report.sealed()))
