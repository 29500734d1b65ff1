"""The demo's parts, and `smoke`, which goes through all stages."""

import doctest
import json
from collections import Counter

import pytest

from trace_tasks.training.files import RunError
from trace_tasks.training.profile import read_profile

pytest.importorskip("trl", reason="the extra `train` is not installed")

from trace_tasks.training.demo import answers, demo, rows, smoke


def test_smoke_keeps_what_a_profile_is_about(tmp_path):
    profile = read_profile("trace-qwen2.5-vl-7b")
    small = smoke.at_no_size(profile)
    for part in ("objective", "reward", "system_prompt", "seed"):
        assert getattr(small, part) == getattr(profile, part)
    assert small.optimizer.learning_rate == profile.optimizer.learning_rate
    assert "2 steps, merged and verified" in smoke.smoke(profile, tmp_path / "smoke")
    with pytest.raises(RunError, match="exists"):
        smoke.smoke(profile, tmp_path / "smoke")


def test_splits_are_apart_and_reproducible():
    whole = {split: rows.contents(split, 60) for split in rows.SEEDS}
    assert whole == {split: rows.contents(split, 60) for split in rows.SEEDS}
    seen = whole["warm"] | whole["train"]
    fresh = rows.rows("test", 20, seen)
    assert not {f"{row['task']}:{row['instance_id']}" for row in fresh} & seen
    assert len({row["instance_id"] for row in fresh}) == 20


def test_the_control_has_the_same_answers_elsewhere():
    train = rows.rows("train", 80)
    dealt = rows.deal_answers(train, 1)
    moved = sum(a["answer_gt"] != b["answer_gt"] for a, b in zip(train, dealt))
    assert moved > 40
    for task in {row["task"] for row in train}:
        first, second = (
            Counter(r["answer_gt"] for r in part if r["task"] == task) for part in (train, dealt)
        )
        assert first == second
    assert [row["images"] for row in dealt] == [row["images"] for row in train]


def test_counts_are_right_by_their_pictures():
    """One pixel that every tile of a place covers, wherever it is shifted to."""
    counted = 0
    for row in rows.rows("test", 40):
        if row["task"].endswith("tile_count"):
            pixels = [row["images"][0].getpixel((x, y)) for x in (12, 40) for y in (12, 40)]
            covered = sum(max(pixel) - min(pixel) > 60 for pixel in pixels)
            assert covered == json.loads(row["answer_gt"])["value"]
            counted += 1
    assert counted > 10


def test_report(tmp_path):
    results = [
        {
            "seed": seed,
            "kind": kind,
            "rows": 320,
            "before": {"sampled": 0.5, "validation": 0.6},
            "after": {"sampled": 0.9 if kind == "honest" else 0.4, "validation": 0.95},
            "rewards": [0.4, 0.5, 0.6],
        }
        for seed in (1, 2, 3)
        for kind in demo.KINDS
    ]
    table = demo.pooled(results)
    assert table["honest after sampled"]["accuracy"] == 0.9
    assert table["honest after sampled"]["low"] > table["honest before sampled"]["high"]
    assert table["honest after sampled"]["count"] == 960
    assert "0.900" in demo.summary(table)
    demo.plot(results, tmp_path / "curve.png")
    assert (tmp_path / "curve.png").read_bytes().startswith(b"\x89PNG")


def test_docstrings():
    assert doctest.testmod(answers).failed == 0
