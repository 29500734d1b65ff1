"""Preparing: commits and hashes, columns, what is too long; from folders and from a Hub."""

import shutil

import msgspec
import pytest

from tests.training.conftest import serving, small
from trace_tasks.training import data, files
from trace_tasks.training.files import RunError
from trace_tasks.training.profile import Base, Data

pytest.importorskip("trl", reason="the extra `train` is not installed")

from trace_tasks.training import prepare as preparing

BASE, DATASET = ("model", "demo/base"), ("dataset", "demo/tiles")


def hub_profile(commits):
    profile = small()
    plain = msgspec.to_builtins(profile.data) | {"repo": "demo/tiles", "revision": commits[DATASET]}
    return msgspec.structs.replace(
        profile, base=Base(repo="demo/base", revision=commits[BASE]), data=msgspec.convert(plain, Data)
    )


def test_record(prepared):
    record = preparing.check_prepared(small(), prepared)
    assert record.dataset["rows"] == {"train": 32, "validation": 4}
    assert record.dataset["dropped"] == {"train": [], "validation": []}
    assert set(record.files) == set(files.names(prepared)) - {preparing.RECORD}


def test_pixel_limits_lie_in_the_folder(prepared):
    from transformers import AutoProcessor

    size = AutoProcessor.from_pretrained(prepared / "base").image_processor.size
    limits = small().images
    assert (size["shortest_edge"], size["longest_edge"]) == (limits.min_pixels, limits.max_pixels)


def test_the_base_is_left_alone(tiny, tmp_path):
    before = files.sums(tiny / "base")
    preparing.prepare(
        small(images__max_pixels=3136), tmp_path / "p", base=tiny / "base", dataset=tiny / "dataset"
    )
    assert files.sums(tiny / "base") == before


def test_token_counts_are_the_real_ones(prepared, tiny):
    from transformers import AutoProcessor

    from trace_tasks.training.demo import answers, rows

    processor, system = AutoProcessor.from_pretrained(prepared / "base"), small().system_prompt
    for row in rows.rows("test", 4):
        for side in (30, 56, 100, 240):
            wide = {**row, "images": [row["images"][0].resize((side, side // 2 + 15))]}
            width, height = wide["images"][0].size
            counted = preparing.prompt_tokens(
                processor, system, row["prompt_answer"], [{"width": width, "height": height}]
            )
            assert counted == answers.encode(processor, [wide], system)["input_ids"].shape[1]


def test_long_prompts_are_dropped(tiny, prepared, tmp_path):
    from transformers import AutoProcessor

    processor, table = (
        AutoProcessor.from_pretrained(prepared / "base"),
        data.load_split(tiny / "dataset", "train"),
    )
    lengths = [
        preparing.prompt_tokens(processor, small().system_prompt, row["prompt_answer"], row["image_sizes"])
        for row in table
    ]
    profile = small(rollout__max_prompt_tokens=sorted(lengths)[len(lengths) // 2])
    record = preparing.prepare(profile, tmp_path / "p", base=tiny / "base", dataset=tiny / "dataset")
    dropped = set(record.dataset["dropped"]["train"])
    assert 0 < len(dropped) < 32
    kept = data.train_source(profile, tmp_path / "p", record.dataset["dropped"]["train"], 0)
    assert len(kept) == 32 - len(dropped)
    assert not dropped & set(kept["instance_id"])


def test_rows_keep_their_pictures(prepared):
    """Prompt, truth and picture of one row stay together through shuffling."""
    from trace_tasks.training.demo import rows

    source = {row["instance_id"]: row for row in rows.rows("train", 32)}
    made = data.train_source(small(), prepared, [], 0)
    assert list(made["instance_id"]) != list(source)
    for row in made:
        theirs = source[row["instance_id"]]
        assert row["images"][0].tobytes() == theirs["images"][0].tobytes()
        assert row["answer_gt"] == theirs["answer_gt"]
        assert row["prompt"][1] == {"role": "user", "content": theirs["prompt_answer"]}
        assert row["image_size"] == [56, 56]


@pytest.mark.parametrize(
    "change, match",
    [
        (lambda t: t.remove_columns("reward_contract"), "reward_contract is missing"),
        (lambda t: t.rename_column("images", "image"), "images is missing"),
        (lambda t: t.remove_columns("answer_gt").add_column("answer_gt", [3] * len(t)), "answer_gt is int64"),
    ],
)
def test_wrong_columns(tiny, tmp_path, change, match):
    import datasets

    shutil.copytree(tiny / "dataset", tmp_path / "d")
    path = tmp_path / "d" / "train-00000-of-00001.parquet"
    table = datasets.Dataset.from_parquet(str(path))
    path.unlink()
    change(table).to_parquet(str(path))
    with pytest.raises(RunError, match=match) as caught:
        preparing.prepare(small(), tmp_path / "p", base=tiny / "base", dataset=tmp_path / "d")
    assert "\n" not in str(caught.value)
    assert not (tmp_path / "p").exists()


def test_a_stream_takes_validation_rows_alone(tiny, tmp_path):
    """Whatever folder a shard lies in, it lies there again."""
    (tmp_path / "d" / "tiles").mkdir(parents=True)
    shutil.copy(tiny / "dataset" / "validation-00000-of-00001.parquet", tmp_path / "d" / "tiles")
    profile = small(data__stream={})
    record = preparing.prepare(profile, tmp_path / "p", base=tiny / "base", dataset=tmp_path / "d")
    assert record.dataset["rows"] == {"validation": 4}
    assert list(record.dataset["stream"]["difficulty"]) == [0.0, 1.0]
    assert "data/tiles/validation-00000-of-00001.parquet" in record.files


def test_splits_that_share_rows(tiny, tmp_path):
    (tmp_path / "d").mkdir()
    for split in ("train", "validation"):
        shutil.copy(tiny / "dataset" / "train-00000-of-00001.parquet", tmp_path / "d" / f"{split}-0.parquet")
    with pytest.raises(RunError, match="in both splits"):
        preparing.prepare(small(), tmp_path / "p", base=tiny / "base", dataset=tmp_path / "d")


def test_wrong_places(tiny, tmp_path):
    with pytest.raises(RunError, match="no model folder"):
        preparing.prepare(small(), tmp_path / "p", base=tmp_path, dataset=tiny / "dataset")
    with pytest.raises(RunError, match=r"has no train-\*\.parquet"):
        preparing.prepare(small(), tmp_path / "p", base=tiny / "base", dataset=tmp_path)
    with pytest.raises(RunError, match="is no prepared folder"):
        preparing.prepare(small(), tmp_path, base=tiny / "base", dataset=tiny / "dataset")
    with pytest.raises(RunError, match="no Hub revision"):
        preparing.prepare(small(), tmp_path / "p")


def test_base_with_a_wrong_hash(tiny, tmp_path):
    named = msgspec.structs.replace(
        small(), base=Base(repo="demo/base", revision="local", files={"model.safetensors": "0" * 64})
    )
    with pytest.raises(RunError, match=r"model\.safetensors has sha256 .*, expected 000"):
        preparing.prepare(named, tmp_path / "p", base=tiny / "base", dataset=tiny / "dataset")


@pytest.fixture
def online(tiny, tmp_path, monkeypatch):
    """The tiny base and dataset on a Hub, which alone is asked."""
    from huggingface_hub import constants

    with serving({BASE: tiny / "base", DATASET: tiny / "dataset"}) as (served, commits):
        url = served.url
        monkeypatch.setattr(constants, "HF_HUB_OFFLINE", False)
        monkeypatch.setattr(constants, "ENDPOINT", url)
        monkeypatch.setattr(constants, "HF_HUB_CACHE", str(tmp_path / "cache"))
        monkeypatch.setattr(
            constants, "HUGGINGFACE_CO_URL_TEMPLATE", url + "/{repo_id}/resolve/{revision}/{filename}"
        )
        yield commits


def test_from_a_hub(online, tiny, tmp_path, prepared):
    record = preparing.prepare(hub_profile(online), tmp_path / "p")
    assert record.base["revision"] == online[BASE]
    local = preparing.read_prepared(prepared)
    assert record.base["files"]["model.safetensors"] == local.base["files"]["model.safetensors"]
    assert {k: v for k, v in record.files.items() if k.startswith("data/")} == {
        k: v for k, v in local.files.items() if k.startswith("data/")
    }


def test_a_download_that_was_damaged(online, tiny, tmp_path):
    preparing.prepare(hub_profile(online), tmp_path / "p")
    (blob,) = (tmp_path / "cache").rglob("model.safetensors")
    data = bytearray(blob.read_bytes())
    data[-1] ^= 1
    blob.resolve().write_bytes(data)
    with pytest.raises(RunError, match=r"model demo/base: model\.safetensors has sha256"):
        preparing.prepare(hub_profile(online), tmp_path / "q")


def test_no_such_revision(online, tmp_path):
    profile = msgspec.structs.replace(hub_profile(online), base=Base(repo="demo/base", revision="d" * 40))
    with pytest.raises(RunError, match="model demo/base@ddd"):
        preparing.prepare(profile, tmp_path / "p")
