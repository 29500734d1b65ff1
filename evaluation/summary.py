"""Tables and plots of scores: `results.json`, Markdown, and the change of every benchmark with error bars."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from . import scores
from .scores import OVERALL, Model, Spread, change, groups, spread
from .suite import CATEGORIES, NAME, SEEDS, VALIDATION, benchmark


def summarize(models: Sequence[Model], output: Path, plots: bool = True) -> list[Path]:
    """Write `results.json`, `table.md` and a plot for each compared pair; the files written."""
    output.mkdir(parents=True, exist_ok=True)
    files = {
        "results.json": json.dumps(as_data(models), indent=1, ensure_ascii=False) + "\n",
        "table.md": markdown(models),
    }
    written = []
    for name, text in files.items():
        written.append(output / name)
        written[-1].write_text(text, encoding="utf-8")
    for base, model in pairs(models) if plots else []:
        written.append(output / f"change-{model.id}.png")
        plot(base, model, written[-1])
    return written


def pairs(models: Sequence[Model]) -> list[tuple[Model, Model]]:
    """Each model with a base, after its base."""
    known = {model.id: model for model in models}
    return [(known[model.base], model) for model in models if model.base in known]


def as_data(models: Sequence[Model]) -> dict[str, Any]:
    """Scores and statistics in plain JSON types; `scores.read` reads it back."""
    return {
        "suite": NAME,
        "seeds": sorted({seed for model in models for seed in model.scores}),
        "models": [
            {"id": m.id, "name": m.name, **({"base": m.base} if m.base else {}), **m.about} for m in models
        ],
        "scores": {m.id: {str(seed): dict(row) for seed, row in m.scores.items()} for m in models},
        "validation": {"scores": {m.id: m.validation for m in models if m.validation is not None}},
        "means": {
            m.id: {name: spread(m.of(keys))._asdict() for name, keys in groups().items() if m.of(keys)}
            for m in models
        },
        "changes": {
            m.id: {
                "base": base.id,
                **{
                    name: found._asdict()
                    for name, keys in groups().items()
                    if (found := change(base, m, keys))
                },
            }
            for base, m in pairs(models)
        },
    }


def markdown(models: Sequence[Model]) -> str:
    """The table: a row for each benchmark, category and the overall mean; changes beside the models."""
    paired = pairs(models)
    heads = ["Benchmark", *(m.name for m in models), *(f"{m.name} − {b.name}" for b, m in paired)]
    lines = [_line(heads), _line([":---", *["---:"] * (len(heads) - 1)])]
    for category, keys in CATEGORIES.items():
        for key in keys:
            lines.append(_line([benchmark(key).display, *_cells(models, paired, (key,), deviations=False)]))
        lines.append(_line([f"**{category}**", *_cells(models, paired, keys)]))
    lines.append(_line(["**Overall**", *_cells(models, paired, groups()[OVERALL])]))
    if any(model.validation is not None for model in models):
        lines.append(_line([benchmark(VALIDATION).display, *_validation(models, paired)]))
    return "\n".join(lines) + "\n\n" + note(models) + "\n"


MARKS = "<!-- trace_eval_v1 -->", "<!-- end of trace_eval_v1 -->"
#: The models of the published table, in its order.
PUBLISHED_MODELS = ("qwen2.5-vl-3b-base", "trace-qwen2.5-vl-3b", "qwen2.5-vl-7b-base", "trace-qwen2.5-vl-7b")


def published_table() -> str:
    """The table of the published scores, with their source."""
    models = {model.id: model for model in scores.read(scores.PUBLISHED)}
    source = json.loads(scores.PUBLISHED.read_text(encoding="utf-8"))["source"]
    return markdown([models[one] for one in PUBLISHED_MODELS]) + f"\n{source}\n"


def filled(text: str) -> str:
    """A Markdown text with the published table between the marks; ScoresError when it has none."""
    before, mark, rest = text.partition(MARKS[0])
    _, end, after = rest.partition(MARKS[1])
    if not (mark and end):
        raise scores.ScoresError(
            f"no place for the table: {MARKS[0]} and {MARKS[1]}, each on a line of its own"
        )
    return f"{before}{mark}\n\n{published_table()}\n{end}{after}"


def note(models: Sequence[Model]) -> str:
    """What the numbers are, and what is missing."""
    seeds = sorted({seed for model in models for seed in model.scores})
    text = (
        f"Percent. Means over the seeds {', '.join(map(str, seeds))}; ± is the sample standard deviation over"
        " seeds. Categories and overall are unweighted means of benchmarks; changes are paired by seed."
    )
    short = [m.name for m in models if m.seeds() != list(SEEDS)]
    return text + (f" Incomplete, so not comparable: {', '.join(short)}." if short else "")


def _cells(
    models: Sequence[Model],
    paired: Sequence[tuple[Model, Model]],
    keys: Sequence[str],
    deviations: bool = True,
) -> list[str]:
    means = [spread(m.of(keys)) if m.of(keys) else None for m in models]
    changes = [change(base, m, keys) for base, m in paired]
    if not deviations:
        means = [found and Spread(found.mean, None) for found in means]
    return ["–" if m is None else str(m) for m in means] + ["–" if c is None else c.signed() for c in changes]


def _validation(models: Sequence[Model], paired: Sequence[tuple[Model, Model]]) -> list[str]:
    cells = ["–" if m.validation is None else scores.fixed(m.validation) for m in models]
    for base, model in paired:
        known = base.validation is not None and model.validation is not None
        cells.append(Spread(model.validation - base.validation, None).signed() if known else "–")  # type: ignore[operator]
    return cells


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def plot(base: Model, model: Model, path: Path) -> None:
    """The change of every benchmark, mean and sample standard deviation over seeds."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    bars: Mapping[str, Spread] = {
        benchmark(key).display: found
        for keys in CATEGORIES.values()
        for key in keys
        if (found := change(base, model, (key,)))
    }
    names = list(bars)[::-1]
    means = [bars[name].mean for name in names]
    figure = Figure(figsize=(8, 0.28 * len(names) + 1.6), dpi=120, layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    colors = ["#1b7f79" if mean >= 0 else "#b4433f" for mean in means]
    axes.barh(names, means, xerr=[bars[n].std or 0 for n in names], color=colors, ecolor="#333333", capsize=2)
    axes.margins(y=0.01)
    axes.axvline(0, color="#333333", linewidth=0.8)
    overall = change(base, model, groups()[OVERALL])
    axes.set_title(
        f"{model.name} − {base.name}" + (f": {overall.signed()} overall" if overall else ""), fontsize=10
    )
    axes.set_xlabel(
        "change in points; bars: mean over seeds, whiskers: sample standard deviation", fontsize=8
    )
    axes.tick_params(labelsize=8)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    figure.savefig(path, metadata={"Software": None})
