"""The command `trace-eval`. Exit 0: all holds; 1: data, model, judge or scores are at fault; 2: a wrong
command."""

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from .suite import KEYS, SEEDS, VALIDATION, benchmark

app = typer.Typer(
    help="The evaluation suite: 24 benchmarks and TRACE validation.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
Folder = Annotated[Path, typer.Argument(metavar="RUN", help="The folder of a run.")]
Sources = Annotated[
    list[Path],
    typer.Argument(metavar="SOURCE...", help="Folders of runs, or files such as the published scores."),
]


@app.command("run")
def run_command(
    model: Annotated[
        str, typer.Option(help="A folder, a Hub repository, or the server's name for the model.")
    ],
    output: Annotated[
        Path, typer.Option(metavar="RUN", help="The run's folder; an existing one is resumed.")
    ],
    benchmarks: Annotated[str, typer.Option(help="Keys by commas, `all`, or `validation`.")] = "all",
    seeds: Annotated[str, typer.Option(help="Seeds by commas.")] = ",".join(map(str, SEEDS)),
    revision: Annotated[
        str | None, typer.Option(help="Commit of the model; of a server's, what it loaded.")
    ] = None,
    url: Annotated[
        str | None, typer.Option(help="An OpenAI-compatible server, such as http://host:8000/v1.")
    ] = None,
    judge_url: Annotated[str | None, typer.Option(help="The judge's server.")] = None,
    judge_model: Annotated[str | None, typer.Option(help="The judge; Qwen/Qwen3-32B by default.")] = None,
    dtype: Annotated[str, typer.Option(help="Of the weights, without a server.")] = "bfloat16",
    batch_size: Annotated[int, typer.Option(min=1, help="Rows at a time, without a server.")] = 8,
    workers: Annotated[int, typer.Option(min=1, help="Requests at a time, to a server.")] = 64,
    max_tokens: Annotated[int | None, typer.Option(min=1, help="Shorter responses than the suite's.")] = None,
    limit: Annotated[
        int | None, typer.Option(min=1, help="Only so many rows of each: not comparable.")
    ] = None,
    unverified: Annotated[
        bool, typer.Option(help="Allow other rows than the suite's: not comparable.")
    ] = False,
) -> None:
    """Run benchmarks on a model; whatever is done already is kept."""
    from .run import Plan, environment, run

    keys = chosen(benchmarks)
    if url and not revision:
        raise typer.BadParameter("a server cannot be asked for its weights: give --revision")
    told = {
        "TRACE_EVAL_JUDGE_URL": judge_url or os.environ.get("TRACE_EVAL_JUDGE_URL"),
        "TRACE_EVAL_JUDGE_MODEL": judge_model or os.environ.get("TRACE_EVAL_JUDGE_MODEL"),
        "TRACE_EVAL_WORKERS": workers,
        "TRACE_EVAL_UNVERIFIED": "1" if unverified else None,
    }
    plan = Plan(model, output, keys, numbers(seeds), revision, url, dtype, batch_size, max_tokens, limit)
    with environment(**told):
        run(plan)
    status_command(output)


@app.command("status")
def status_command(folder: Folder) -> None:
    """How far a run has got: scores, and responses of what has none yet."""
    import json

    from .run import responses_so_far, score_path
    from .scores import fixed

    seeds = sorted({int(p.stem) for p in folder.glob("scores/*/*.json")} | set(SEEDS))
    open_cells = 0
    print(f"{'benchmark':22}" + "".join(f"{seed:>14}" for seed in seeds))
    for key in (*KEYS, VALIDATION):
        cells = []
        for seed in seeds:
            path = score_path(folder, key, seed)
            if path.exists():
                cells.append(fixed(json.loads(path.read_text())["score"]))
            else:
                count = responses_so_far(folder, key, seed)
                open_cells += key != VALIDATION
                cells.append(f"{count}/{benchmark(key).rows}" if count else "–")
        print(f"{key:22}" + "".join(f"{cell:>14}" for cell in cells))
    print(
        f"{open_cells} of {len(KEYS) * len(seeds)} scores are open" if open_cells else "all scores are there"
    )


@app.command("summarize")
def summarize_command(
    sources: Sources,
    output: Annotated[Path, typer.Option(metavar="DIR", help="Where results.json, table.md and plots go.")],
    models: Annotated[str, typer.Option(help="Only these ids, by commas, in this order.")] = "",
    base: Annotated[
        list[str], typer.Option(metavar="MODEL=BASE", help="Compare a model with a base; may be repeated.")
    ] = [],  # noqa: B006 - typer copies defaults
    plots: Annotated[bool, typer.Option(help="With plots.")] = True,
) -> None:
    """Sum up scores: data, a Markdown table, and plots of changes."""
    from .summary import summarize

    for path in summarize(selected(sources, models, base), output, plots):
        print(path)


@app.command("table")
def table_command(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE...", help="Markdown files with the two marks.")
    ],
    check: Annotated[bool, typer.Option(help="Write nothing; exit 1 if a table is not up to date.")] = False,
) -> None:
    """Put the table of the published scores between the marks of Markdown files."""
    from .summary import filled

    for path in files:
        text = path.read_text(encoding="utf-8")
        if check and filled(text) != text:
            fail(f"{path}: its table is not that of the published scores")
        if not check:
            path.write_text(filled(text), encoding="utf-8")


@app.command("compare")
def compare_command(
    base: Annotated[Path, typer.Argument(metavar="BASE", help="A run.")],
    model: Annotated[Path, typer.Argument(metavar="MODEL", help="Another run.")],
    anyway: Annotated[bool, typer.Option(help="Even if their receipts differ.")] = False,
) -> None:
    """The changes from one run to another, paired by seed."""
    from .scores import change, groups, of_run
    from .verify import differences

    found = list(differences(base, model))
    if found and not anyway:
        fail("not comparable:\n  " + "\n  ".join(found))
    before, after = of_run(base), of_run(model)
    for name, keys in groups().items():
        changed = change(before, after, keys)
        if changed:
            print(f"{name:24}{changed.signed():>18}")


@app.command("verify")
def verify_command(folder: Folder) -> None:
    """Score a run again from its stored rows, and check its receipts."""
    from .verify import problems

    found = list(problems(folder))
    if found:
        fail("\n".join(found))
    print("all scores follow from their rows, and all receipts are the suite's")


def chosen(text: str) -> list[str]:
    """Benchmarks named on the command line."""
    if text == "all":
        return [*KEYS]
    keys = [VALIDATION if key == "validation" else key for key in text.split(",")]
    unknown = [key for key in keys if key not in (*KEYS, VALIDATION)]
    if unknown:
        raise typer.BadParameter(
            f"no benchmark {', '.join(unknown)}; there are {', '.join((*KEYS, VALIDATION))}"
        )
    return keys


def numbers(text: str) -> list[int]:
    try:
        return [int(part) for part in text.split(",")]
    except ValueError:
        raise typer.BadParameter(f"seeds are numbers by commas, not {text}") from None


def selected(sources: list[Path], wanted: str, base: list[str]) -> list["Model"]:  # type: ignore[name-defined] # noqa: F821
    """The models of all sources, those that are wanted, with the bases that are named."""
    from dataclasses import replace

    from .scores import read

    models = {model.id: model for source in sources for model in read(source)}
    for pair in base:
        one, _, other = pair.partition("=")
        if one not in models or other not in models:
            raise typer.BadParameter(f"--base {pair}: the models are {', '.join(models)}")
        models[one] = replace(models[one], base=other)
    ids = wanted.split(",") if wanted else list(models)
    unknown = [one for one in ids if one not in models]
    if unknown:
        raise typer.BadParameter(f"no model {', '.join(unknown)}; there are {', '.join(models)}")
    return [models[one] for one in ids]


def fail(message: str) -> None:
    print(f"trace-eval: {message}", file=sys.stderr)
    raise typer.Exit(1)


def main() -> None:
    """Run the command; a fault that the user can mend is one message, exit 1."""
    from .chat import ServerError
    from .judge import JudgeError
    from .pictures import PictureError
    from .run import RunError
    from .scores import ScoresError
    from .sources import SourceError
    from .suite import RowError

    try:
        app()
    except KeyboardInterrupt:
        print("trace-eval: stopped; the same command goes on from here", file=sys.stderr)
        raise SystemExit(130) from None
    except (
        RunError,
        RowError,
        JudgeError,
        ServerError,
        SourceError,
        ScoresError,
        PictureError,
        OSError,
    ) as error:
        print(f"trace-eval: {error}", file=sys.stderr)
        raise SystemExit(1) from error
