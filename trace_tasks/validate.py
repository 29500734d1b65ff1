"""Validating a dataset folder: every file by its hash, every instance by replay."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
import zstandard
from PIL import Image

from .api import replay
from .parallel import check_stop, spread
from .recipe import REDRAWS, Recipe, Slot, instance_seed
from .records import (
    BUILD_REPORT,
    INSTANCES,
    SUMS,
    VALIDATION_REPORT,
    BuildReport,
    DataError,
    TraceRecord,
    TrainInstance,
    ValidationReport,
    canonical,
    file_sha256,
    image_path,
    make_records,
    named_hash,
    readable,
    trace_path,
    versions,
)
from .scoring import score_trace_response

if TYPE_CHECKING:
    from .engine.sample import Sample

#: Files hashed by one job.
HASHED_AT_ONCE = 64

Report = TypeVar("Report", BuildReport, ValidationReport)
FieldFault = tuple[str, str]  # field, what is wrong
Advance = Callable[[int], None]


class Fault(msgspec.Struct, frozen=True, order=True):
    """One thing that does not hold. `file` is relative to the dataset folder; `:n` after it is a line."""

    file: str
    instance: str
    field: str
    what: str

    def __str__(self) -> str:
        return ": ".join(filter(None, (self.file, self.instance, self.field, self.what)))


def validate(folder: Path, workers: int = 1, advance: Advance = lambda n: None) -> list[Fault]:
    """Every fault of a dataset folder, sorted; none when all holds. Nothing is written.

    `advance` is called with a number of instances as they are checked. Raises DataError when `folder` is no
    dataset folder at all.
    """
    if not (folder / INSTANCES).is_file() and not (folder / BUILD_REPORT).is_file():
        raise DataError(f"{folder} is not a dataset folder: it has neither {INSTANCES} nor {BUILD_REPORT}")
    faults: list[Fault] = []
    present = read_listing(folder, faults)
    report = read_report(folder, BUILD_REPORT, BuildReport, faults)
    sums = read_sums(folder, report, faults)
    faults += listing_faults(present, sums)
    hashed = [path for path in sums if path in present]
    chunks = [hashed[k : k + HASHED_AT_ONCE] for k in range(0, len(hashed), HASHED_AT_ONCE)]
    hashers = workers if len(chunks) > 16 else 1  # fewer are done before a process has started
    spread(hash_faults, [(folder, {p: sums[p] for p in chunk}) for chunk in chunks], hashers, faults.extend)
    rows = read_rows(folder, faults)
    recipe = read_recipe(report, faults)
    slots = list(islice(recipe.slots(), len(rows))) if recipe else []
    faults += passed_faults(folder, rows)
    faults += report_faults(report, rows) if report else []
    faults += slot_faults(recipe, slots, rows) if recipe else []
    faults += row_set_faults(rows, present)

    def keep(checked: tuple[int, list[Fault]]) -> None:
        advance(checked[0])
        faults.extend(checked[1])

    spread(shard_faults, shard_jobs(folder, rows, slots, present), workers, keep)
    if faults and report:
        faults += version_faults(report)
    return sorted(set(faults))


def version_faults(report: BuildReport) -> Iterator[Fault]:
    """What may be why a replay differs: releases other than those that made the dataset."""
    for name, here in versions().items():
        if (made_with := report.versions.get(name)) != here:
            what = f"made with {name} {made_with}, but this is {here}: replay may differ for it"
            yield Fault(BUILD_REPORT, "", "versions", what)


def read_report(folder: Path, name: str, kind: type[Report], faults: list[Fault]) -> Report | None:
    """A report, or None when it cannot be trusted; what is wrong with it joins `faults`."""
    try:
        data = (folder / name).read_bytes()
        report = msgspec.json.decode(data, type=kind)
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        faults.append(Fault(name, "", "", f"cannot be read: {getattr(error, 'strerror', error)}"))
        return None
    if isinstance(report, BuildReport) and report.sealed() != report:
        faults.append(Fault(name, "", "report_hash", "is not the hash of this report"))
        return None
    if readable(report) != data:
        faults.append(Fault(name, "", "", "is not as it was written"))
    return report


def read_sums(folder: Path, report: BuildReport | None, faults: list[Fault]) -> dict[str, str]:
    """SHA-256 by path; empty, with a fault, when the list itself cannot be trusted."""
    try:
        data = (folder / SUMS).read_bytes()
        lines = data.decode().splitlines()
    except (OSError, UnicodeDecodeError) as error:
        faults.append(Fault(SUMS, "", "", f"cannot be read: {getattr(error, 'strerror', error)}"))
        return {}
    if report and report.sums_hash != named_hash(data):
        faults.append(Fault(SUMS, "", "", f"its hash is not the sums_hash of {BUILD_REPORT}"))
        return {}
    return {path: sha for sha, _, path in (line.partition("  ") for line in lines)}


def read_listing(folder: Path, faults: list[Fault]) -> set[str]:
    """The paths of all files. Faults are links, which a copy would not hold, and empty folders."""
    present = set()
    for path in folder.rglob("*"):
        name = path.relative_to(folder).as_posix()
        if path.is_symlink():
            faults.append(Fault(name, "", "", "is a link, not a file of the dataset"))
            present.add(name)
        elif not path.is_dir():
            present.add(name)
        elif not any(path.iterdir()):
            faults.append(Fault(name, "", "", "is an empty folder, not part of the dataset"))
    return present


def listing_faults(present: set[str], sums: dict[str, str]) -> Iterator[Fault]:
    if sums:
        for path in sorted(sums.keys() - present):
            yield Fault(path, "", "", "is missing")
        for path in sorted(present - sums.keys() - {SUMS, BUILD_REPORT}):
            yield Fault(path, "", "", f"is not part of the dataset ({SUMS} does not list it)")


def hash_faults(job: tuple[Path, dict[str, str]]) -> list[Fault]:
    folder, sums = job
    faults = []
    for path, sha in sums.items():
        check_stop()
        try:
            if file_sha256(folder / path) != sha:
                faults.append(Fault(path, "", "sha256", f"differs from {SUMS}"))
        except OSError as error:
            faults.append(Fault(path, "", "", f"cannot be read: {error.strerror}"))
    return faults


Rows = list[tuple[int, TrainInstance]]


def read_rows(folder: Path, faults: list[Fault]) -> Rows:
    """The train instances that can be read, with their line numbers from 1."""
    rows: Rows = []
    try:
        with (folder / INSTANCES).open("rb") as lines:
            for number, line in enumerate(lines, 1):
                row, wrong = read_row(line)
                faults += [Fault(place(number), row.instance_id if row else "", "", what) for what in wrong]
                rows += [(number, row)] if row else []
    except OSError as error:
        faults.append(Fault(INSTANCES, "", "", f"cannot be read: {error.strerror}"))
    return rows


def read_row(line: bytes) -> tuple[TrainInstance | None, list[str]]:
    """The instance of a line, if it is one, and what is wrong with it."""
    try:
        row = msgspec.json.decode(line, type=TrainInstance)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        return None, [f"cannot be read: {error}"]
    return row, [] if canonical(row) + b"\n" == line else ["is not canonical JSON"]


def place(number: int) -> str:
    return f"{INSTANCES}:{number}"


def passed_faults(folder: Path, rows: Rows) -> Iterator[Fault]:
    """Whether the validation report speaks of these rows."""
    faults: list[Fault] = []
    report = read_report(folder, VALIDATION_REPORT, ValidationReport, faults)
    yield from faults
    if report and not (report.passed and set(report.checks.values()) == {len(rows)}):
        yield Fault(VALIDATION_REPORT, "", "checks", f"do not say that all {len(rows)} instances passed")


def report_faults(report: BuildReport, rows: Rows) -> Iterator[Fault]:
    """Whether the build report speaks of these rows."""
    counts = Counter(row.task for _, row in rows)
    reported = Counter({task: tally.instances for task, tally in report.tasks.items()})
    for task in sorted(counts.keys() | reported.keys()):
        if counts[task] != reported[task]:
            what = f"{reported[task]} of {task} reported, {counts[task]} in {INSTANCES}"
            yield Fault(BUILD_REPORT, "", "tasks", what)
    if report.instances != len(rows):
        yield Fault(BUILD_REPORT, "", "instances", f"{report.instances} reported, {len(rows)} in {INSTANCES}")
    for number, row in rows:
        if row.versions.get("trace_tasks") != report.versions.get("trace_tasks"):
            yield Fault(place(number), row.instance_id, "versions", f"are not those of {BUILD_REPORT}")


def read_recipe(report: BuildReport | None, faults: list[Fault]) -> Recipe | None:
    """The recipe in the build report; what is wrong with it joins `faults`."""
    if report is None:
        return None
    try:
        recipe = msgspec.convert(report.recipe, Recipe)
    except msgspec.ValidationError as error:
        faults.append(Fault(BUILD_REPORT, "", "recipe", str(error)))
        return None
    if report.recipe_hash != recipe.hash:
        faults.append(Fault(BUILD_REPORT, "", "recipe_hash", "is not the hash of the recipe"))
    if recipe.total != report.instances:
        faults.append(Fault(BUILD_REPORT, "", "instances", f"are not the {recipe.total} of the recipe"))
    return recipe


def slot_faults(recipe: Recipe, slots: list[Slot], rows: Rows) -> Iterator[Fault]:
    """Whether the rows stand in the recipe's order, each with a seed of its place."""
    for slot, (number, row) in zip(slots, rows):
        if slot.task_id != row.task:
            what = f"the recipe asks here for instance {slot.index} of {slot.task_id}, not one of {row.task}"
            yield Fault(place(number), row.instance_id, "task", what)
            return
        seeds = (instance_seed(recipe.sampling_seed, slot, redraw) for redraw in range(REDRAWS + 1))
        if row.instance_seed not in seeds:
            what = f"is not a seed of instance {slot.index} of {slot.task_id}"
            yield Fault(place(number), row.instance_id, "instance_seed", what)


def row_set_faults(rows: Rows, present: set[str]) -> Iterator[Fault]:
    """What only shows across rows: repetitions, and pictures or traces without a row."""
    first: dict[tuple[str, str, str], int] = {}
    for number, row in rows:
        for image in row.images:
            earlier = first.setdefault((row.task, image.image_hash, row.prompt), number)
            if earlier != number:
                yield Fault(place(number), row.instance_id, "", f"repeats line {earlier}")
    used = {image.path for _, row in rows for image in row.images}
    used |= {trace_path(row.trace_ref.shard_id) for _, row in rows}
    for path in sorted(p for p in present - used if p.startswith(("images/", "traces/"))):
        yield Fault(path, "", "", f"no line of {INSTANCES} refers to it")


class ShardJob(msgspec.Struct):
    """The rows whose traces lie in one shard."""

    folder: Path
    shard_id: str
    rows: Rows
    params: dict[int, dict[str, Any]]  # by line number, where the recipe tells
    present: set[str]  # of the paths that the rows name


def shard_jobs(folder: Path, rows: Rows, slots: list[Slot], present: set[str]) -> list[ShardJob]:
    by_shard: dict[str, Rows] = defaultdict(list)
    for number, row in rows:
        by_shard[row.trace_ref.shard_id].append((number, row))
    return [
        ShardJob(
            folder,
            shard_id,
            group,
            {number: slots[number - 1].params for number, _ in group if number <= len(slots)},
            present & named_paths(shard_id, group),
        )
        for shard_id, group in by_shard.items()
    ]


def named_paths(shard_id: str, rows: Rows) -> set[str]:
    return {trace_path(shard_id), *(image.path for _, row in rows for image in row.images)}


def shard_faults(job: ShardJob) -> tuple[int, list[Fault]]:
    """How many rows were checked, and what is wrong with them, their traces and their pictures."""
    lines, faults = trace_lines(job)
    for number, row in job.rows:
        check_stop()
        faults += instance_faults(job, lines, number, row)
    named = {row.trace_ref.line_index for _, row in job.rows}
    for k in sorted(set(range(len(lines))) - named):
        faults.append(
            Fault(f"{trace_path(job.shard_id)}:{k + 1}", "", "", f"no line of {INSTANCES} refers to it")
        )
    return len(job.rows), faults


def trace_lines(job: ShardJob) -> tuple[list[bytes], list[Fault]]:
    path = trace_path(job.shard_id)
    if path not in job.present:
        return [], [Fault(path, "", "", f"is missing, and {place(job.rows[0][0])} refers to it")]
    try:
        with zstandard.open(job.folder / path, "rb") as file:
            return file.read().splitlines(), []
    except (OSError, zstandard.ZstdError) as error:
        return [], [Fault(path, "", "", f"cannot be read: {error}")]


def instance_faults(job: ShardJob, lines: list[bytes], number: int, row: TrainInstance) -> Iterator[Fault]:
    def fault(field: str, what: str) -> Fault:
        return Fault(place(number), row.instance_id, field, what)

    picture = None
    if len(row.images) != 1 or row.images[0].path != image_path(job.shard_id, row.instance_id):
        yield fault("images", f"must be one, at {image_path(job.shard_id, row.instance_id)}")
    elif row.images[0].path not in job.present:
        yield fault("images", f"{row.images[0].path} is missing")
    else:
        picture = (job.folder / row.images[0].path).read_bytes()
    if row.trace_ref.line_index not in range(len(lines)):
        yield fault("trace_ref", f"{trace_path(job.shard_id)} has no line {row.trace_ref.line_index + 1}")
        return
    trace_place = f"{trace_path(job.shard_id)}:{row.trace_ref.line_index + 1}"
    line = lines[row.trace_ref.line_index]
    if named_hash(line) != row.trace_ref.trace_record_hash:
        yield Fault(trace_place, row.instance_id, "trace_record_hash", f"differs from {place(number)}")
    try:
        record = msgspec.json.decode(line, type=TraceRecord)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        yield Fault(trace_place, row.instance_id, "", f"cannot be read: {error}")
        return
    again = replayed(row.task, record.payload)
    if isinstance(again, str):
        yield Fault(trace_place, row.instance_id, "payload", again)
        return
    if record.params != job.params.get(number, record.params):
        yield Fault(trace_place, row.instance_id, "params", "are not those of the recipe")
    yield from (fault(*found) for found in row_faults(row, record, again))
    yield from (Fault(trace_place, row.instance_id, *found) for found in record_faults(row, record, again))
    if picture is not None:
        path = row.images[0].path
        yield from (Fault(path, row.instance_id, *found) for found in picture_faults(picture, again.image))


def replay_faults(row: TrainInstance, record: TraceRecord, image: Image.Image) -> list[FieldFault]:
    """How a replay of the stored trace differs from what is stored, and from the picture."""
    again = replayed(row.task, record.payload)
    if isinstance(again, str):
        return [("payload", again)]
    faults = [*row_faults(row, record, again), *record_faults(row, record, again)]
    return faults + ([] if again.image.tobytes() == image.tobytes() else [("pixels", "differ on replay")])


def replayed(task: str, payload: dict[str, Any]) -> "Sample | str":
    """The sample that the stored trace gives, or why it gives none."""
    try:
        return replay(task, payload)
    except Exception as error:  # a garbled state can fail anywhere in a scene
        return f"cannot be replayed: {type(error).__name__}: {error}"


def row_faults(row: TrainInstance, record: TraceRecord, again: "Sample") -> Iterator[FieldFault]:
    """Fields of the row that differ from those that the replay gives."""
    ref = row.trace_ref
    derived, _ = make_records(again, record.params, row.instance_version, ref.shard_id, ref.line_index)
    for field in row.__struct_fields__:
        stored, right = getattr(row, field), getattr(derived, field)
        if field == "versions":
            stored, right = ({**versions, "trace_tasks": ""} for versions in (stored, right))
        if field != "trace_ref" and canonical(stored) != canonical(right):
            yield field, f"stored {short(stored)}, but the replay gives {short(right)}"
    yield from response_faults(row, again.image.size)


def record_faults(row: TrainInstance, record: TraceRecord, again: "Sample") -> Iterator[FieldFault]:
    """Fields of the trace record that differ from those that the replay gives, or from the row."""
    for field in ("instance_id", "instance_seed", "task"):
        if getattr(record, field) != getattr(row, field):
            yield field, f"differs from {INSTANCES}"
    yield from payload_faults(record, again)


def payload_faults(record: TraceRecord, again: "Sample") -> Iterator[FieldFault]:
    for name in sorted(record.payload.keys() | again.trace_payload.keys()):
        stored, right = record.payload.get(name), again.trace_payload.get(name)
        if canonical(stored) != canonical(right):
            yield f"payload.{name}", f"stored {short(stored)}, but the replay gives {short(right)}"


def picture_faults(packed: bytes, image: Image.Image) -> Iterator[FieldFault]:
    """Whether the PNG holds exactly these pixels."""
    try:
        with Image.open(BytesIO(packed), formats=["PNG"]) as picture:
            if (picture.size, picture.mode) != (image.size, image.mode):
                yield (
                    "pixels",
                    f"{picture.mode} of {picture.size}, but the replay gives {image.mode} of {image.size}",
                )
            elif picture.tobytes() != image.tobytes():
                yield "pixels", "differ from those that the replay draws"
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError) as error:
        yield "", f"is no readable PNG: {error}"


def response_faults(row: TrainInstance, size: tuple[int, int]) -> Iterator[FieldFault]:
    """Whether the right response, scored by the row's own contract, earns 1."""
    response = {"annotation": row.annotation_gt.get("value"), "answer": row.answer_gt.get("value")}
    scores = score_trace_response(
        canonical(response).decode(),
        row.answer_gt,
        row.annotation_gt,
        row.reward_contract,
        trace_reward_mode="answer_and_annotation",
        image_size=size,
    )
    if scores["overall"] < 1 - 1e-9:
        yield "reward_contract", f"the right response scores {scores['overall']:.3f}, not 1"


def short(value: Any) -> str:
    text = canonical(value).decode()
    return text if len(text) <= 60 else f"{text[:57]}..."
