"""`trace-publish`: what is made here goes to the Hub; a dry run unless it is confirmed by name."""

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from .cli import CPUS, UsageError, WorkersOption, Wrong, fail, guarded, progress

RepoOption = Annotated[str, typer.Option("--repo", metavar="OWNER/NAME", help="The repository on the Hub.")]
ConfirmOption = Annotated[
    str | None, typer.Option("--confirm", metavar="OWNER/NAME", help="Upload, to this repository.")
]


def publish_dataset(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A release folder.")],
    *,
    repo: RepoOption = "maveryn/trace",
    tag: Annotated[str | None, typer.Option(metavar="NAME", help="Tag the commit.")] = None,
    private: Annotated[bool, typer.Option("--private", help="If the repository must be made.")] = False,
    replay: Annotated[int, typer.Option(min=0, metavar="N", help="Rows of each task to replay before.")] = 1,
    confirm: ConfirmOption = None,
    workers: WorkersOption = CPUS,
) -> None:
    """Publish a release folder as one commit, verified before. Without --confirm nothing is sent.

    Stopped or cut off, the same command goes on: files that arrived are not sent again.
    """
    from .records import plural
    from .release.upload import prepared, upload

    if confirm not in (None, repo):
        raise Wrong(f"--confirm {confirm} is not the repository {repo}")
    with progress("verifying", None) as advance:
        upload_plan = prepared(folder, repo, tag, workers, replay, advance)
    print(f"{repo}: {plural(len(upload_plan.files), 'file')}, {upload_plan.bytes / 1e9:.2f} GB")
    print(f"commit: {upload_plan.message}")
    print(f"tag: {tag or 'none'}")
    if confirm is None:
        print(f"dry run, nothing was sent; to upload: trace-publish dataset {folder} --confirm {repo}")
        return
    with progress("uploading", upload_plan.bytes) as advance:
        commit = upload(upload_plan, private, advance)
    print(f"published: {repo}@{commit}")


COMMANDS: dict[str, Any] = {"dataset": publish_dataset}


def main() -> None:
    """The command `trace-publish`."""
    app = typer.Typer(
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        no_args_is_help=True,
        help=__doc__,
    )
    app.callback()(lambda: None)
    for name, command in COMMANDS.items():
        app.command(name)(guarded(command, f"trace-publish {name}"))
    try:
        code = app(prog_name="trace-publish", standalone_mode=False)
    except UsageError as error:
        message = " ".join(error.format_message().split()) or "which? " + ", ".join(COMMANDS)
        fail(f"trace-publish: {message} (try trace-publish --help)", 2)
    sys.exit(code or 0)
