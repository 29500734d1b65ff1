"""The published table, worked out again from the published scores by seed."""

import json
import statistics
from pathlib import Path

import pytest

from trace_tasks.evaluation import scores, summary
from trace_tasks.evaluation.cli import app
from trace_tasks.evaluation.suite import CATEGORIES, KEYS, ROWS, benchmark, benchmarks

ROOT = Path(__file__).parents[2]
MODELS = ("qwen2.5-vl-3b-base", "trace-qwen2.5-vl-3b", "qwen2.5-vl-7b-base", "trace-qwen2.5-vl-7b")
#: Published means of the two base models, two decimals.
BASES = {
    "chartqapro": (31.57, 45.81),
    "charxivreason": (28.90, 39.73),
    "tablevqabench": (69.27, 75.20),
    "evochart": (48.51, 57.07),
    "mathvision": (19.25, 24.81),
    "mathvista": (58.13, 68.67),
    "mathverse": (33.59, 43.44),
    "wemath": (17.87, 35.20),
    "phyx_mini_mc": (32.80, 40.97),
    "mmmu_pro_vision": (26.59, 35.70),
    "realworldqa": (60.35, 65.45),
    "mmstar": (52.27, 61.89),
    "embspatial": (59.07, 69.42),
    "spatialvizbench_cot": (30.08, 35.14),
    "cvbench_3d": (58.67, 76.25),
    "erqa": (35.33, 39.00),
    "blink": (44.52, 53.31),
    "countbenchqa": (65.43, 82.14),
    "countqa": (14.88, 19.59),
    "treebench": (39.26, 38.02),
    "puzzlevqa": (32.55, 44.57),
    "visualpuzzles": (26.20, 31.08),
    "logicvista": (36.47, 42.65),
    "mme_reasoning": (22.62, 25.17),
}


@pytest.fixture(scope="module")
def published():
    return {model.id: model for model in scores.read(scores.PUBLISHED)}


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    """The cells that `trace-eval summarize` writes, by row."""
    output = tmp_path_factory.mktemp("summary")
    arguments = ["summarize", str(scores.PUBLISHED), "--output", str(output), "--models", ",".join(MODELS)]
    app(arguments, standalone_mode=False)
    assert len(list(output.glob("change-*.png"))) == 2
    read_back = {model.id: model for model in scores.read(output / "results.json")}
    assert [dict(read_back[one].scores) for one in MODELS] == [
        dict(model.scores) for model in scores.read(scores.PUBLISHED) if model.id in MODELS
    ]
    lines = (output / "table.md").read_text().splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("|")]
    return {row[0].strip("*"): row[1:] for row in rows}


def test_cells(table, published):
    """24 benchmarks by 4 models; two of them against the published means."""
    for key, bases in BASES.items():
        cells = table[benchmark(key).display]
        assert (cells[0], cells[2]) == tuple(f"{mean:.2f}" for mean in bases), key
        for cell, one in zip(cells, MODELS):
            values = [published[one].scores[seed][key] for seed in (42, 43, 44)]
            assert float(cell) == pytest.approx(sum(values) / 3, abs=0.005 + 1e-9)


def test_overall_and_paired_rows(table):
    assert table["Overall"] == [
        "39.34 ± 0.63",
        "42.85 ± 0.39",
        "47.93 ± 0.30",
        "51.99 ± 0.17",
        "+3.51 ± 0.25",
        "+4.06 ± 0.41",
    ]
    assert table["TRACE validation"] == ["24.45", "41.05", "34.25", "51.55", "+16.60", "+17.30"]


def test_paired_by_another_way(published):
    """The same by numpy-free textbook formulas on the raw file."""
    raw = json.loads(scores.PUBLISHED.read_text())["scores"]
    for base, model in (MODELS[:2], MODELS[2:]):
        by_seed = [
            statistics.mean(raw[model][seed].values()) - statistics.mean(raw[base][seed].values())
            for seed in ("42", "43", "44")
        ]
        found = scores.change(published[base], published[model], KEYS)
        assert found.mean == pytest.approx(statistics.mean(by_seed))
        assert found.std == pytest.approx(statistics.stdev(by_seed))


def test_rows_and_categories():
    assert sum(bench.rows for bench in benchmarks()) == ROWS == 32_805
    assert [len(keys) for keys in CATEGORIES.values()] == [4] * 6
    assert all(bench.key in CATEGORIES[bench.category] for bench in benchmarks())
    assert len({bench.display for bench in benchmarks()}) == 24


def test_revisions_are_pinned():
    for bench in [*benchmarks(), benchmark("trace_validation")]:
        assert len(bench.source.revision) == 40
        assert bench.source.md5 is not None or bench.source.file is None


def test_incomplete_runs_say_so(published):
    part = scores.Model("part", "Part", {42: {"mmstar": 50.0}})
    text = summary.markdown([published[MODELS[0]], part])
    assert "Incomplete, so not comparable: Part." in text
    assert "| **Overall** | 39.34 ± 0.63 | – |" in text


def written(folder: Path, model: str, shift: float, **receipt) -> Path:
    """A run's folder with a score for every cell."""
    for number, key in enumerate(KEYS):
        for seed in (42, 43, 44):
            path = folder / "scores" / key / f"{seed}.json"
            path.parent.mkdir(parents=True, exist_ok=True)
            told = {"model": {"files": model}, "code": "c", **receipt}
            score = number + shift * (seed - 41)
            path.write_text(
                json.dumps({"benchmark": key, "seed": seed, "score": score, "model": model, "receipt": told})
            )
    return folder


def test_compare(tmp_path, capsys):
    a, b = written(tmp_path / "a", "A", 1.0), written(tmp_path / "b", "B", 2.0)
    app(["compare", str(a), str(b)], standalone_mode=False)
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 24 + 6 + 1
    assert lines[-1].split(maxsplit=1) == ["overall", "+2.00 ± 1.00"]  # changes of 1, 2 and 3
    other = written(tmp_path / "c", "C", 2.0, code="d")
    assert app(["compare", str(a), str(other)], standalone_mode=False) == 1
    assert "mmstar seed 42: code" in capsys.readouterr().err


def test_two_models_in_one_run(tmp_path):
    folder = written(tmp_path / "a", "A", 1.0)
    path = folder / "scores" / "mmstar" / "42.json"
    path.write_text(path.read_text().replace('"files": "A"', '"files": "B"'))
    with pytest.raises(scores.ScoresError, match="two models"):
        scores.of_run(folder)


def test_table_of_the_docs_is_generated():
    assert not app(["table", "--check", str(ROOT / "docs" / "evaluation.md")], standalone_mode=False)


def test_another_suite_is_refused(tmp_path):
    path = tmp_path / "other.json"
    path.write_text('{"suite": "other", "models": [], "scores": {}}')
    with pytest.raises(scores.ScoresError, match="not trace_eval_v1"):
        scores.read(path)
