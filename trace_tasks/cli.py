"""The commands. Exit 0: all holds; 1: the data, or the place for it, is at fault; 2: a wrong command line."""

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

if TYPE_CHECKING:
    from .audit_report import Limits, TaskAudit

# Everything else is imported where it is used: `--help` answers at once.

UsageError: Any = typer.BadParameter.__base__  # of click, or of the typer that brings its own

TaskOption = Annotated[list[str], typer.Option("--task", metavar="ID", help="A task id; may be repeated.")]
DomainOption = Annotated[list[str], typer.Option("--domain", metavar="D", help="All tasks of a domain.")]
AllOption = Annotated[bool, typer.Option("--all", help="All tasks.")]
WorkersOption = Annotated[
    int, typer.Option(min=1, help="Processes to work with.", show_default="one for each CPU")
]
FolderArgument = Annotated[Path, typer.Argument(metavar="DIR", help="A dataset folder.")]

RESUMES = {"trace-generate": "; the same command goes on from here"}
CPUS = len(os.sched_getaffinity(0))


def list_command(
    domain: Annotated[str | None, typer.Option(metavar="D", help="Only this domain.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="With types, operations and queries.")] = False,
) -> None:
    """List the registered tasks, one id a line."""
    from . import registry

    ids = registry.list_tasks(domain)
    if not as_json:
        print("\n".join(ids))
        return
    from .records import readable

    described = [describe(registry.task(task_id)) for task_id in ids]
    sys.stdout.write(readable(described).decode())


def describe(task: Any) -> dict[str, Any]:
    _, scene, _ = task.id.split("__")
    return {
        "task": task.id,
        "domain": task.id.removeprefix("task_").split("__")[0],
        "scene": scene,
        "answer": task.answer,
        "annotation": task.annotation,
        "operations": list(task.operations),
        "queries": list(task.queries),
        "params": ["query_id", "difficulty", "style_seed", *task.parameters],
    }


def generate_command(
    *,
    task: TaskOption = [],  # noqa: B006 - typer copies defaults
    domain: DomainOption = [],  # noqa: B006
    all_tasks: AllOption = False,
    config: Annotated[
        Path | None, typer.Option(metavar="F.yaml", help="A build configuration, instead of tasks.")
    ] = None,
    samples_per_task: Annotated[int | None, typer.Option(min=1, help="Instances of each task.")] = None,
    seed: Annotated[int | None, typer.Option(help="Sampling seed.", show_default="42")] = None,
    param: Annotated[
        list[str], typer.Option(metavar="NAME=VALUE", help="A parameter of the tasks; may be repeated.")
    ] = [],  # noqa: B006
    max_attempts: Annotated[int | None, typer.Option(min=1, show_default="100")] = None,
    strict: Annotated[
        bool, typer.Option("--strict", help="Generate and replay everything twice, and compare.")
    ] = False,
    output: Annotated[Path | None, typer.Option(metavar="DIR", help="The folder to make.")] = None,
    workers: WorkersOption = CPUS,
) -> None:
    """Generate a dataset folder.

    What is finished stays in DIR.partial until DIR is complete: after Ctrl-C or a crash, the same command
    goes on from there.
    """
    from .build import build
    from .recipe import Recipe, TaskCount, read_recipe
    from .records import plural

    if config is not None:
        if any((task, domain, all_tasks, samples_per_task, seed is not None, param, max_attempts, strict)):
            raise Wrong("--config says what to generate; beside it go only --output and --workers")
        recipe = read_recipe(config)
    elif output is None:
        raise Wrong("where to? Give --output DIR")
    else:
        params, count = dict(map(parameter, param)), samples_per_task or 1
        recipe = Recipe(
            sampling_seed=42 if seed is None else seed,
            max_attempts_per_instance=max_attempts or 100,
            strict_repro=strict,
            tasks=tuple(TaskCount(task_id, count, params) for task_id in chosen(task, domain, all_tasks)),
        )
    output = output or Path(recipe.output_root, recipe.dataset_name)
    with progress("generating", recipe.total) as advance:
        build(recipe, output, workers, advance)
    made = plural(recipe.total, "instance"), plural(len({entry.task_id for entry in recipe.tasks}), "task")
    print(f"{made[0]} of {made[1]} in {output}")


def validate_command(folder: FolderArgument, workers: WorkersOption = CPUS) -> None:
    """Replay every instance of a dataset folder and check every file; one line for each fault."""
    from .records import INSTANCES, plural
    from .validate import validate

    rows = folder / INSTANCES
    total = rows.read_bytes().count(b"\n") if rows.is_file() else 0
    with progress("validating", total) as advance:
        faults = validate(folder, workers, advance)
    for fault in faults:
        print(fault)
    if faults:
        files = {fault.file.partition(":")[0] for fault in faults}
        fail(f"{folder}: {plural(len(faults), 'fault')} in {plural(len(files), 'file')}", 1)
    print(f"{folder}: {plural(total, 'instance')}, all hold")


def export_command(
    folder: FolderArgument,
    output: Annotated[Path, typer.Option(metavar="F", help="The file to write.")],
    file_format: Annotated[str, typer.Option("--format", metavar="jsonl|parquet")] = "jsonl",
    prompt_variant: Annotated[str, typer.Option(metavar="answer|answer_and_annotation")] = "answer",
) -> None:
    """Write a dataset folder as one flat file for training."""
    from .export import FORMATS, VARIANTS, export
    from .records import plural

    one_of("--format", file_format, FORMATS)
    one_of("--prompt-variant", prompt_variant, VARIANTS)
    with progress("exporting", None) as advance:
        rows = export(folder, output, file_format, prompt_variant, advance)
    print(f"{plural(rows, 'row')} in {output}")


def audit_command(
    *,
    task: TaskOption = [],  # noqa: B006
    domain: DomainOption = [],  # noqa: B006
    all_tasks: AllOption = False,
    seeds: Annotated[int, typer.Option(min=1, help="How many seeds.")] = 64,
    start: Annotated[int, typer.Option(help="The first seed.")] = 0,
    most_attempts: Annotated[float, typer.Option(help="Limit of the mean attempts.")] = 3.0,
    most_share: Annotated[float, typer.Option(help="Limit of the share of the most common answer.")] = 0.35,
    most_ms: Annotated[float, typer.Option(help="Limit of the mean time of an instance.")] = 60.0,
    allow: Annotated[
        list[str],
        typer.Option(
            metavar="NAME[:LIMIT]", help="Exempt a task id or domain/scene from a limit, or from all."
        ),
    ] = [],  # noqa: B006
    json_file: Annotated[Path | None, typer.Option("--json", metavar="FILE", help="Also write all.")] = None,
    workers: WorkersOption = CPUS,
) -> None:
    """Audit tasks over many seeds: attempts, rejections, speed, answers, pictures."""
    from .audit_report import LIMIT_NAMES, Limits, audit

    for name in allow:
        if ":" in name:
            one_of("--allow", name.partition(":")[2], LIMIT_NAMES)
    tasks = chosen(task, domain, all_tasks)
    with progress("auditing", len(tasks)) as advance:
        audits = audit(tasks, start, seeds, workers, advance)
    if json_file:
        from .export import whole
        from .records import readable

        with whole(json_file) as fresh:
            fresh.write_bytes(readable(audits))
    limits = Limits(attempts=most_attempts, share=most_share, ms=most_ms)
    show_audits(audits, limits, allow)


def show_audits(audits: "list[TaskAudit]", limits: "Limits", allow: Sequence[str]) -> None:
    from rich.console import Console

    from .audit_report import exempt, table
    from .records import plural

    passed = {done.task: exempt(done.task, done.passed(limits), allow) for done in audits}
    width = None if sys.stdout.isatty() else 160
    Console(width=width).print(table(audits, {task for task, found in passed.items() if found}))
    for task, found in passed.items():
        for what in found.values():
            print(f"{task}: {what}")
    if count := sum(map(bool, passed.values())):
        fail(f"{count} of {plural(len(audits), 'task')} {'passes' if count == 1 else 'pass'} a limit", 1)


def gallery_command(
    output: Annotated[Path, typer.Argument(metavar="OUT", help="The folder to make.")],
    task: TaskOption = [],  # noqa: B006
    domain: DomainOption = [],  # noqa: B006
    per_task: Annotated[int, typer.Option(min=1, help="Pictures of each task.")] = 2,
    seed: Annotated[int, typer.Option(help="The first seed.")] = 42,
    workers: WorkersOption = CPUS,
) -> None:
    """Make a page to look at tasks: OUT/index.html, which needs no server. Without a choice, of all tasks."""
    from .gallery import gallery
    from .records import plural

    tasks = chosen(task, domain, not task and not domain)
    with progress("drawing", len(tasks)) as advance:
        gallery(output, tasks, per_task, seed, workers, advance)
    print(f"{plural(len(tasks), 'task')} in {output / 'index.html'}")


class Wrong(Exception):
    """A wrong command line; the message says what is accepted."""


def chosen(tasks: Sequence[str], domains: Sequence[str], everything: bool) -> list[str]:
    """The task ids of exactly one of the three ways to choose."""
    from . import registry

    if sum(map(bool, (tasks, domains, everything))) != 1:
        raise Wrong("choose tasks in one way: --task ID (repeated), --domain D (repeated) or --all")
    if tasks:
        return [registry.task(task_id).id for task_id in dict.fromkeys(tasks)]
    found = (
        [i for domain in domains for i in registry.list_tasks(domain)] if domains else registry.list_tasks()
    )
    if not found:
        raise Wrong("no tasks are registered there")
    return sorted(set(found))


def parameter(text: str) -> tuple[str, Any]:
    import yaml

    name, given, value = text.partition("=")
    try:
        if given and name:
            return name, yaml.safe_load(value)
    except yaml.YAMLError:
        pass
    raise Wrong(f"--param {text!r} is not NAME=VALUE")


def one_of(option: str, value: str, accepted: Sequence[str] | dict[str, Any]) -> None:
    if value not in accepted:
        raise Wrong(f"{option} {value!r} is not one of: {', '.join(accepted)}")


@contextmanager
def progress(what: str, total: int | None) -> Iterator[Callable[[int], None]]:
    """A progress bar on stderr, where that is a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(what, total=total)
        yield lambda n: bar.advance(task, n)


def fail(message: str, code: int) -> NoReturn:
    print(message, file=sys.stderr)
    raise SystemExit(code)


def run(command: Callable[..., None]) -> None:
    """Run a command; every expected error is one line on stderr and an exit code."""
    name = f"trace-{command.__name__.removesuffix('_command')}"
    app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
    app.command()(guarded(command, name))
    try:
        code = app(prog_name=name, standalone_mode=False)
    except UsageError as error:
        fail(f"{name}: {' '.join(error.format_message().split())} (try {name} --help)", 2)
    raise SystemExit(code or 0)


def guarded(command: Callable[..., None], name: str) -> Callable[..., None]:
    """The command with its errors turned into exits, before typer turns them into something else."""

    @wraps(command)
    def within(**options: Any) -> None:
        try:
            command(**options)
            sys.stdout.flush()
        except BrokenPipeError:  # whoever read the output has seen enough
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise SystemExit(0) from None
        except KeyboardInterrupt:
            fail(f"{name}: stopped{RESUMES.get(name, '')}", 130)
        except Exception as error:
            fail(f"{name}: {one_line(error)}", exit_code(error))

    return within


def one_line(error: Exception) -> str:
    if isinstance(error, OSError) and error.filename:
        return f"{error.filename}: {error.strerror}"
    return " ".join(str(error).split())


def exit_code(error: Exception) -> int:
    """1 or 2 for an error that the user can do something about; any other is raised again."""
    from .records import DataError

    if isinstance(error, Wrong):
        return 2
    if isinstance(error, DataError | OSError):
        return 1
    from .engine.instance import ParameterError
    from .parallel import WorkerDied
    from .recipe import RecipeError
    from .registry import UnknownTaskError

    if isinstance(error, UnknownTaskError | ParameterError | RecipeError):
        return 2
    if isinstance(error, WorkerDied):
        return 1
    raise error


def run_list() -> None:
    run(list_command)


def run_generate() -> None:
    run(generate_command)


def run_validate() -> None:
    run(validate_command)


def run_export() -> None:
    run(export_command)


def run_audit() -> None:
    run(audit_command)


def run_gallery() -> None:
    run(gallery_command)
