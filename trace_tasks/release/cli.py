"""The command behind `scripts/build_release_dataset.py`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..cli import CPUS, WorkersOption, Wrong, fail, progress, run

if TYPE_CHECKING:
    from .plan import Plan

RECIPE = Path(__file__).parents[2] / "scripts" / "recipes" / "release.yaml"


def build_release_command(
    *,
    recipe: Annotated[Path, typer.Option(metavar="F.yaml", help="What to build.")] = RECIPE,
    output_dir: Annotated[Path, typer.Option(metavar="DIR", help="The folder to make.")] = Path(
        "release-dataset"
    ),
    workers: WorkersOption = CPUS,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only print the plan and what it costs.")
    ] = False,
    verify: Annotated[bool, typer.Option("--verify", help="Check the folder instead of making it.")] = False,
    replay: Annotated[
        int | None,
        typer.Option(min=0, metavar="N", help="With --verify: rows of each task and split to replay."),
    ] = None,
) -> None:
    """Build the published table, or verify it.

    What is finished stays in DIR.partial until DIR is complete: after Ctrl-C or a crash, the same command
    goes on from there.
    """
    if (dry_run and verify) or (replay is not None and not verify):
        raise Wrong("--dry-run goes without --verify, and --replay only with it")
    if verify:
        return check(output_dir, workers, replay)
    from .plan import plan_of, read_release_recipe

    plan = plan_of(read_release_recipe(recipe))
    return announce(plan, workers) if dry_run else make(plan, output_dir, workers)


def announce(plan: "Plan", workers: int) -> None:
    """Print the plan, the size and the time."""
    from collections import Counter

    from ..records import plural
    from .estimate import estimate
    from .plan import domain_of

    counts = Counter(map(domain_of, plan.tasks))
    print(f"{plan.recipe.name}: {plural(plan.rows, 'row')} of {plural(len(plan.tasks), 'task')}, {plan.hash}")
    for split in plan.recipe.splits:
        shards = [shard for shard in plan.shards if shard.split == split.name]
        sizes = [shard.rows for shard in shards]
        print(
            f"  {split.name}: {plural(sum(sizes), 'row')}, {split.per_task} a task, seed {split.seed}, "
            f"{plural(len(shards), 'shard')} of {min(sizes)} to {max(sizes)} rows"
        )
    print("  " + ", ".join(f"{domain} {count}" for domain, count in counts.items()))
    one = estimate(plan)
    seconds, size, needed = one.of(plan.rows, workers)
    print(f"{1 / one.seconds:.0f} rows per second per core, {one.table * 1000 / 1e6:.0f} MB for 1,000 rows")
    print(f"{workers} workers on idle cores: about {minutes(seconds)}")
    print(f"the release: {size / 1e9:.2f} GB; while it is built: {needed / 1e9:.2f} GB")


def minutes(seconds: float) -> str:
    """
    >>> minutes(59), minutes(4000)
    ('59 s', '67 min')
    """
    return f"{seconds:.0f} s" if seconds < 120 else f"{seconds / 60:.0f} min"


def make(plan: "Plan", output: Path, workers: int) -> None:
    from time import perf_counter

    from ..records import plural
    from .pack import build_release

    start = perf_counter()
    with progress("drawing", plan.rows) as advance:
        manifest = build_release(plan, output, workers, advance)
    size = sum(entry.bytes for entry in manifest.files.values())
    print(f"{plural(plan.rows, 'row')} of {plural(len(plan.tasks), 'task')} in {output}: {size / 1e9:.2f} GB")
    print(f"{manifest.manifest_hash}, {minutes(perf_counter() - start)}")


def check(folder: Path, workers: int, replay: int | None) -> None:
    from ..records import plural
    from .verify import read_manifest, verify

    manifest, _ = read_manifest(folder)
    total = sum(manifest.rows.values()) if manifest else None
    with progress("verifying", total) as advance:
        faults = verify(folder, workers, replay, advance)
    for fault in faults:
        print(fault)
    if faults:
        fail(
            f"{folder}: {plural(len(faults), 'fault')} in {plural(len({f.file for f in faults}), 'file')}", 1
        )
    print(f"{folder}: {plural(total or 0, 'row')}, all hold")


def run_build_release() -> None:
    run(build_release_command)
