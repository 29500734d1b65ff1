"""Two processes beside one: replicated and sharded, saved in shards, merged."""

import json

import pytest

from tests.training.conftest import small
from trace_tasks.training import files
from trace_tasks.training import run as running
from trace_tasks.training.merge import merge, verify

pytest.importorskip("trl", reason="the extra `train` is not installed")

TWO = {"hardware__processes": 2, "hardware__responses_at_once": 4}


@pytest.fixture(scope="module")
def runs(prepared, tmp_path_factory):
    """The same 4 steps by one process, by two replicas, and by two halves of one model."""
    folder = tmp_path_factory.mktemp("processes")
    patch = pytest.MonkeyPatch()
    patch.setattr(running, "WORKER", "tests.training.by_row")
    running.run(small(), prepared, folder / "one")
    running.run(small(**TWO), prepared, folder / "replicas")
    patch.setenv("SHARD_ON_CPU", "1")
    running.run(small(**TWO, hardware__sharding="fsdp"), prepared, folder / "shards")
    patch.undo()
    return folder


def curve(run, key):
    log = json.loads((run / "checkpoint-4" / "trainer_state.json").read_text())["log_history"]
    return [entry[key] for entry in log if key in entry]


@pytest.mark.parametrize("kind", ["replicas", "shards"])
def test_the_same_curve_as_one_process(runs, kind):
    for key, tolerance in (("loss", 1e-5), ("grad_norm", 1e-4), ("reward", 1e-9), ("entropy", 1e-4)):
        assert curve(runs / kind, key) == pytest.approx(
            curve(runs / "one", key), rel=tolerance, abs=tolerance
        ), key
    assert any(abs(loss) > 1e-4 for loss in curve(runs / "one", "loss"))


def logits(folder, tiny):
    import torch

    from trace_tasks.training.demo import answers, rows

    model, processor = answers.load(folder)
    with torch.no_grad():
        return model(**answers.encode(processor, rows.rows("test", 6), "Look.")).logits


def test_sharded_checkpoint_merges_to_the_same_model(runs, prepared, tiny, tmp_path):
    """Two ways to save two processes' model, one file each after merging, and equal logits."""
    import torch

    shards = list((runs / "shards" / "checkpoint-4" / "pytorch_model_fsdp_0").glob("*.distcp"))
    assert len(shards) == 2
    for kind in ("one", "replicas", "shards"):
        merge(runs / kind, prepared, tmp_path / kind)
        assert verify(tmp_path / kind) == []
        assert len(list((tmp_path / kind).glob("*.safetensors"))) == 1
        assert not [name for name in files.names(tmp_path / kind) if "optim" in name or "rng" in name]
    one, replicas, halves = (logits(tmp_path / kind, tiny) for kind in ("one", "replicas", "shards"))
    assert torch.allclose(replicas, one, atol=1e-4)
    assert torch.allclose(halves, one, atol=1e-4)
    assert not torch.allclose(one, logits(prepared / "base", tiny), atol=1e-3)


def test_sharded_run_resumes(runs, prepared, monkeypatch):
    """From step 2 of the sharded run to step 4 again: the same shards."""
    import torch

    from trace_tasks.training.merge import gathered, trained_model

    monkeypatch.setattr(running, "WORKER", "tests.training.by_row")
    monkeypatch.setenv("SHARD_ON_CPU", "1")
    folder = runs / "shards"
    (folder / "checkpoint-4").rename(folder / "first-4")
    running.run(small(**TWO, hardware__sharding="fsdp"), prepared, folder)
    like = trained_model(runs / "one" / "checkpoint-4", prepared / "base", torch.float32).state_dict()
    again = gathered(folder / "checkpoint-4" / "pytorch_model_fsdp_0", like)
    first = gathered(folder / "first-4" / "pytorch_model_fsdp_0", like)
    assert all(torch.equal(again[name], first[name]) for name in like)
