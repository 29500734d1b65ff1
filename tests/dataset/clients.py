"""Scenarios with the real clients, each run in a process of its own: what it returns is printed as JSON."""

import json
import socket
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
LOOPBACK = ("127.0.0.1", "localhost", "::1", None)


def run(scenario: str, *given: object, env: dict[str, str]) -> dict:
    """Run a scenario of this module with this environment; fail with its output if it does."""
    command = [sys.executable, "-m", "tests.dataset.clients", scenario, *map(str, given)]
    basis = {"PATH": "/usr/bin:/bin", "PYTHONPATH": str(ROOT), "HOME": env["HF_HOME"], "OMP_NUM_THREADS": "1"}
    done = subprocess.run(command, capture_output=True, text=True, env={**basis, **env}, cwd=ROOT)
    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def offline(home: Path) -> dict[str, str]:
    return {"HF_HOME": str(home), "HF_HUB_OFFLINE": "1", "HF_DATASETS_DISABLE_PROGRESS_BARS": "1"}


def only_loopback() -> None:
    """Refuse every other host."""
    resolve = socket.getaddrinfo

    def checked(host, *rest, **options):
        if host not in LOOPBACK:
            raise AssertionError(f"{host} was looked up")
        return resolve(host, *rest, **options)

    socket.getaddrinfo = checked


def brief(rows) -> list[list]:
    """Enough of rows to compare them."""
    return [[row["instance_id"], row["task"], *row["images"][0].size] for row in rows]


def load(repo, config, split, revision):
    from datasets import load_dataset

    table = load_dataset(repo, config, split=split, revision=revision)
    return {"rows": brief(table), "columns": table.column_names, "types": str(table.features["images"])}


def local(folder, config, split):
    from datasets import load_dataset

    streamed = load_dataset(folder, config, split=split, streaming=True)
    table = load_dataset(folder, config, split=split)
    start = time.monotonic()
    next(iter(streamed))
    first = time.monotonic() - start
    return {"rows": brief(table), "streamed": brief(streamed), "shards": streamed.num_shards, "first": first}


def stream(repo, config, revision):
    from datasets import load_dataset

    start = time.monotonic()
    rows = load_dataset(repo, config, split="train", streaming=True, revision=revision)
    next(iter(rows))
    first = time.monotonic() - start
    return {"rows": brief(rows), "first": first}


def hub_files(repo, revision):
    from huggingface_hub import snapshot_download

    return {"folder": snapshot_download(repo, repo_type="dataset", revision=revision)}


def table(config, num_proc, cache, options):
    import trace_dataset

    start = time.monotonic()
    workers = int(num_proc) if int(num_proc) > 1 else None
    found = trace_dataset.load(config, num_proc=workers, cache_dir=cache, **json.loads(options))
    rows = {split: brief(found[split]) for split in found}
    files = sorted({file["filename"] for file in found["train"].cache_files})
    return {
        "rows": rows,
        "files": files,
        "columns": found["train"].column_names,
        "s": time.monotonic() - start,
    }


def streamed(config, options):
    import trace_dataset

    start = time.monotonic()
    rows = trace_dataset.load(config, split="train", streaming=True, **json.loads(options))
    first_row = next(iter(rows))
    first = time.monotonic() - start
    return {"rows": brief(rows), "first": first, "shards": rows.num_shards, "prompt": first_row.get("prompt")}


def nodes(options):
    from datasets.distributed import split_dataset_by_node

    import trace_dataset

    rows = trace_dataset.load("default", split="train", streaming=True, **json.loads(options))
    return {str(rank): brief(split_dataset_by_node(rows, rank, 2)) for rank in range(2)}


def resumed(options, after):
    import trace_dataset

    def fresh():
        return trace_dataset.load("default", split="train", streaming=True, **json.loads(options))

    whole, rows = brief(fresh()), fresh()
    running = iter(rows)
    seen = brief(next(running) for _ in range(int(after)))
    state, again = json.loads(json.dumps(rows.state_dict())), fresh()
    again.load_state_dict(state)
    return {"whole": whole, "seen": seen, "rest": brief(again)}


def endless(tasks):
    from itertools import islice

    from trace_tasks.stream import Curriculum, TaskStream

    stream = TaskStream(json.loads(tasks), seed=3, curriculum=Curriculum(step=0.5))
    rows = stream.dataset()
    first = list(islice(rows, 4))
    for row in first:
        stream.report(row["task"], 1.0)
    later = [row["difficulty"] for row in islice(rows, 4)]
    return {"rows": brief(first), "columns": rows.column_names, "later": later, "number": stream.number}


def refused(options):
    import trace_dataset

    try:
        trace_dataset.load("games", split="train", streaming=True, **json.loads(options))
    except Exception as error:
        return {"error": f"{type(error).__name__}: {error}"}
    return {"error": None}


if __name__ == "__main__":
    only_loopback()
    print(json.dumps(globals()[sys.argv[1]](*sys.argv[2:])))
