"""`trace-train`. Exit 0: all holds; 1: a run or its ground is at fault; 2: a wrong command or profile."""

import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Annotated, Any

import typer

from trace_tasks.cli import UsageError, Wrong, fail, guarded

# Everything else is imported where it is used: `--help` answers at once.

app = typer.Typer(
    add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False, no_args_is_help=True
)
ProfileArgument = Annotated[
    str, typer.Argument(metavar="PROFILE", help="A profile's name, or its YAML file.")
]
PreparedOption = Annotated[Path, typer.Option(metavar="DIR", help="The folder that `prepare` made.")]
OutputOption = Annotated[Path, typer.Option(metavar="DIR", help="The folder to make.")]


def command(function: Callable[..., None]) -> Callable[..., None]:
    """Register a subcommand; a faulty profile counts as a wrong command line."""

    @wraps(function)
    def within(**options: Any) -> None:
        from .profile import ProfileError

        try:
            function(**options)
        except ProfileError as error:
            raise Wrong(str(error)) from None

    name = function.__name__.removesuffix("_command")
    app.command(name)(guarded(within, f"trace-train {name}"))
    return function


@command
def check_command(
    profile: ProfileArgument,
    output: Annotated[Path, typer.Option(metavar="DIR", help="As it will be given to `run`.")] = Path("run"),
) -> None:
    """Resolve a profile and print what trainer and launcher would get. Needs no GPU and no network."""
    import yaml

    from .check import unknown_fields
    from .plan import arithmetic, resolved
    from .profile import read_profile

    read = read_profile(profile)
    division = arithmetic(read)
    yaml.safe_dump(resolved(read, output), sys.stdout, sort_keys=False)
    for line in division.proof():
        print(f"# {line}")
    print(f"# {unknown_fields(read)}")


@command
def prepare_command(
    profile: ProfileArgument,
    output: OutputOption,
    base: Annotated[
        Path | None, typer.Option(metavar="DIR", help="The base model, instead of the Hub's.")
    ] = None,
    dataset: Annotated[
        Path | None, typer.Option(metavar="DIR", help="The dataset, instead of the Hub's.")
    ] = None,
) -> None:
    """Fetch base model and dataset at their commits, compare their hashes, and lay them out for `run`."""
    from .prepare import prepare
    from .profile import read_profile

    prepared = prepare(read_profile(profile), output, base, dataset)
    for use, count in prepared.dataset["rows"].items():
        over = len(prepared.dataset["dropped"][use])
        print(f"{output}: {count} rows for {use}, {over} of them over the prompt limit")


@command
def run_command(
    profile: ProfileArgument,
    prepared: PreparedOption,
    output: OutputOption,
    rank: Annotated[int, typer.Option(help="Of this node, from 0.")] = 0,
    address: Annotated[str, typer.Option(metavar="HOST:PORT", help="Of node 0, with several nodes.")] = "",
) -> None:
    """Train. The same command again goes on from the last complete checkpoint."""
    from .profile import read_profile
    from .run import run

    print(run(read_profile(profile), prepared, output, rank, address))


@command
def smoke_command(profile: ProfileArgument, output: OutputOption) -> None:
    """Two steps of a profile's objective on a tiny model on the CPU, through every stage to `verify`."""
    from .demo.smoke import smoke
    from .profile import read_profile

    print(smoke(read_profile(profile), output))


@command
def merge_command(
    run: Annotated[Path, typer.Argument(metavar="RUN", help="The folder that `run` made.")],
    prepared: PreparedOption,
    output: OutputOption,
    step: Annotated[
        int | None, typer.Option(min=1, help="Of the checkpoint.", show_default="the last")
    ] = None,
) -> None:
    """Write a run's weights as one checkpoint, with processor and provenance."""
    from .merge import merge

    provenance = merge(run, prepared, output, step)
    print(f"{output}: step {provenance['steps']}, {len(provenance['files'])} files")


@command
def verify_command(folder: Annotated[Path, typer.Argument(metavar="DIR", help="A merged folder.")]) -> None:
    """Hash every file of a merged folder again; one line for each difference."""
    from .merge import verify

    faults = verify(folder)
    for fault in faults:
        print(fault)
    if faults:
        fail(f"{folder}: {len(faults)} differences", 1)
    print(f"{folder}: all files are those of the record")


@command
def demo_command(
    output: OutputOption,
    seeds: Annotated[int, typer.Option(min=1, help="How many seeds.")] = 3,
    workers: Annotated[int, typer.Option(min=1, help="Runs at a time.")] = 2,
) -> None:
    """Train a tiny model from nothing, with its control, and plot the reward. Needs no network."""
    from .demo.demo import demo

    print(demo(output, seeds, workers))


def main() -> None:
    try:
        code = app(prog_name="trace-train", standalone_mode=False)
    except UsageError as error:
        fail(f"trace-train: {' '.join(error.format_message().split())} (try trace-train --help)", 2)
    raise SystemExit(code or 0)
