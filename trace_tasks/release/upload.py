"""A release folder to the Hub: one commit that names the manifest, large files first and never twice."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from ..records import DataError, plural
from .card import README
from .pack import MANIFEST
from .verify import read_manifest, verify

Advance = Callable[[int], None]


class Upload(msgspec.Struct, frozen=True):
    """What is to be sent. `files`: paths in the folder, large ones first, and their bytes."""

    folder: Path
    repo: str
    tag: str | None
    files: dict[str, int]
    message: str

    @property
    def bytes(self) -> int:
        return sum(self.files.values())


def prepared(
    folder: Path,
    repo: str,
    tag: str | None = None,
    workers: int = 1,
    replay: int = 1,
    advance: Advance = lambda n: None,
) -> Upload:
    """The upload of a folder that holds; DataError with the first fault of one that does not."""
    if faults := verify(folder, workers, replay, advance):
        raise DataError(f"{folder} has {plural(len(faults), 'fault')} and stays here: {faults[0]}")
    manifest, _ = read_manifest(folder)
    if manifest is None or not (folder / README).is_file():
        raise DataError(f"{folder} has no {README}")
    files = {path: entry.bytes for path, entry in manifest.files.items()}
    files |= {name: (folder / name).stat().st_size for name in (MANIFEST, README)}
    rows = plural(sum(manifest.rows.values()), "row")
    message = f"Trace {manifest.versions['trace_tasks']}: {rows}, manifest {manifest.manifest_hash}"
    return Upload(folder, repo, tag, files, message)


def upload(plan: Upload, private: bool = False, advance: Advance = lambda n: None) -> str:
    """Send it; the id of the commit. `advance` is called with bytes. DataError says why the Hub refused.

    The commit comes after all large files have arrived, so the repository never shows half a release. Files
    of the table that are no longer part of it are removed by the same commit.
    """
    hub = client()
    with refusals(plan.repo):
        api = hub.HfApi()
        api.create_repo(plan.repo, repo_type="dataset", private=private, exist_ok=True)
        tagged = tags(api, plan.repo)
        added = []
        for path, size in plan.files.items():
            operation = hub.CommitOperationAdd(path_in_repo=path, path_or_fileobj=plan.folder / path)
            api.preupload_lfs_files(plan.repo, [operation], repo_type="dataset")
            added.append(operation)
            advance(size)
        stale = set(api.list_repo_files(plan.repo, repo_type="dataset")) - plan.files.keys()
        stale = {path for path in stale if path.startswith(("data/", "traces/"))}
        removed = [hub.CommitOperationDelete(path_in_repo=path) for path in sorted(stale)]
        done = api.create_commit(
            plan.repo, [*added, *removed], commit_message=plan.message, repo_type="dataset"
        )
        if plan.tag is not None and tagged.get(plan.tag) != done.oid:
            if plan.tag in tagged:
                raise DataError(
                    f"{plan.repo}: the tag {plan.tag} is at {tagged[plan.tag][:12]}, so {done.oid[:12]} was "
                    f"published without a tag; choose another"
                )
            api.create_tag(plan.repo, tag=plan.tag, revision=done.oid, repo_type="dataset")
    return str(done.oid)


def client() -> Any:
    try:
        import huggingface_hub
    except ModuleNotFoundError:
        raise DataError("publishing needs huggingface_hub: pip install 'trace-tasks[data]'") from None
    return huggingface_hub


def tags(api: Any, repo: str) -> dict[str, str]:
    """Commits by tag."""
    return {ref.name: ref.target_commit for ref in api.list_repo_refs(repo, repo_type="dataset").tags}


@contextmanager
def refusals(repo: str) -> Iterator[None]:
    """What the Hub, or the way to it, objects to, as a DataError of one line."""
    import httpx
    from huggingface_hub.errors import HfHubHTTPError, LocalTokenNotFoundError

    expected = (HfHubHTTPError, LocalTokenNotFoundError, httpx.HTTPError)
    try:
        yield
    except (*expected, RuntimeError) as error:
        cause = error.__cause__ or error  # of an upload that failed
        if not isinstance(error, expected) and not isinstance(cause, expected):
            raise
        lines = [line for line in str(cause).splitlines() if line.strip()]
        raise DataError(f"{repo}: {lines[0] if lines else type(cause).__name__}; run it again") from error
