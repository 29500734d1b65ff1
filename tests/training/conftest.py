"""A tiny base model, a tiny dataset and a prepared folder, made once; and a short profile for them."""

from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest

from tests import hub
from trace_tasks.training.profile import read_profile

collect_ignore = ["by_row.py"]  # a worker, which imports torch and changes it


def small(**changes):
    """The demo's profile at 4 steps of 2 prompts x 4 responses, with `section__key=value` changed."""
    plain = msgspec.to_builtins(read_profile("demo"))
    plain["rollout"] |= {"prompts": 2, "responses": 4}
    plain["optimizer"] |= {"steps": 4, "save_every_steps": 2}
    plain["validation"]["every_steps"] = 2
    plain["data"]["validation_rows"] = 4
    plain["hardware"] |= {"responses_at_once": 8, "disk_gb": 0.05}
    for name, value in changes.items():
        section, _, key = name.partition("__")
        plain[section][key] = value
    from trace_tasks.training.profile import profile_from

    return profile_from(plain)


@pytest.fixture(autouse=True)
def alone(monkeypatch):
    """No process that a test starts looks for a Hub, or takes more than a thread."""
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    monkeypatch.setenv("OMP_NUM_THREADS", "1")


@contextmanager
def serving(folders: dict[tuple[str, str], Path]):
    """A Hub that holds folders by (kind, name); gives it and the commit of each."""
    with hub.running() as served:
        commits = {}
        for key, folder in folders.items():
            files = {
                path.relative_to(folder).as_posix(): (path.read_bytes(), path.suffix in hub.LARGE)
                for path in folder.rglob("*")
                if path.is_file()
            }
            served.repos[key] = hub.Repo()
            commits[key] = served.repos[key].commit(files, "files")
        yield served, commits


@pytest.fixture(scope="session")
def tiny(tmp_path_factory):
    """A folder with `base` (barely warmed up) and `dataset`."""
    pytest.importorskip("trl", reason="the extra `train` is not installed")
    import torch

    torch.set_num_threads(1)
    from trace_tasks.training.demo import rows, tiny, warm

    folder = tmp_path_factory.mktemp("tiny")
    learn, system = rows.rows("warm", 128), read_profile("demo").system_prompt
    texts = [system, *(t for row in learn for t in (row["prompt_answer"], warm.right_answer(row)))]
    tiny.make_model(folder / "base", texts)
    warm.warm_up(folder / "base", learn, learn[:8], system, steps=60, enough=2.0, seed=0)
    rows.write(folder / "dataset", rows.rows("train", 32), rows.rows("validation", 8))
    return folder


@pytest.fixture(scope="session")
def prepared(tiny):
    from trace_tasks.training.prepare import prepare

    prepare(small(), tiny / "prepared", base=tiny / "base", dataset=tiny / "dataset")
    return tiny / "prepared"
