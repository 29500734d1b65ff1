"""One series by NumPy and the statistics module, on values read back from where the marks stand."""

import itertools
import statistics

import msgspec
import numpy as np
import pytest

from trace_tasks import generate_task
from trace_tasks.engine.canvas import Canvas
from trace_tasks.engine.rng import Rng
from trace_tasks.engine.style import draw_style
from trace_tasks.generators.charts._axes import Scale
from trace_tasks.generators.charts.single_series import (
    SingleSeries,
    endpoint_change_value,
    interval_rate_value,
    interval_value_count,
    monotone_streak_length,
    observed_threshold_crossing_label,
    order_statistic_label,
    order_statistic_value,
    remaining_mean_after_removal,
    target_share_after_removal,
    threshold_value_count,
    turning_point_count,
)

TASK = "task_charts__single_series__"


def endpoint_change(values, labels, query, asked):
    change = int(np.diff(values[[0, -1]])[0])
    return {"absolute": abs(change), "signed": change, "percent": change / values[0] * 100}[
        query.split("_")[0]
    ]


def interval_rate(values, labels, query, asked):
    part = values[labels.index(asked["start"]) : labels.index(asked["end"]) + 1]
    return abs(statistics.fmean(np.diff(part).tolist()))


def interval_count(values, labels, query, asked):
    return np.count_nonzero(np.clip(values, asked["low"], asked["high"]) == values)


def streak(values, labels, query, asked):
    signs = np.sign(np.diff(values)) * (1 if "increasing" in query else -1)
    runs = sorted((len(list(run)) for sign, run in itertools.groupby(signs) if sign == 1), reverse=True)
    assert len(runs) == 1 or runs[0] > runs[1]
    assert 0 not in signs
    return runs[0] + 1


def turning_points(values, labels, query, asked):
    bends = np.diff(np.sign(np.diff(values)))
    return np.count_nonzero(bends == (-2 if "peak" in query else 2))


def crossing(values, labels, query, asked):
    side = np.sign(values - asked["threshold"])
    assert 0 not in side
    k = int(np.argmax(side == (1 if "above" in query else -1)))
    assert k > 0
    return labels[k]


def threshold_count(values, labels, query, asked):
    assert asked["threshold"] not in values
    ranked = np.sort(values)
    below = int(np.searchsorted(ranked, asked["threshold"]))
    return len(values) - below if "above" in query else below


def order_value(values, labels, query, asked):
    assert len(set(values.tolist())) == len(values)
    if query.startswith("median"):
        assert len(values) % 2
        return statistics.median(values.tolist())
    k = asked["rank"]
    return int(np.partition(values, -k)[-k] if "highest" in query else np.partition(values, k - 1)[k - 1])


def order_label(values, labels, query, asked):
    return labels[values.tolist().index(order_value(values, labels, query, asked))]


def remaining_mean(values, labels, query, asked):
    return statistics.fmean(values[~np.isin(labels, asked["removed"])].tolist())


def target_share(values, labels, query, asked):
    assert asked["target"] not in asked["removed"]
    left = values[~np.isin(labels, asked["removed"])]
    return values[labels.index(asked["target"])] / left.sum() * 100


ORACLES = {
    "endpoint_change_value": endpoint_change,
    "interval_rate_value": interval_rate,
    "interval_value_count": interval_count,
    "monotone_streak_length": streak,
    "observed_threshold_crossing_label": crossing,
    "order_statistic_label": order_label,
    "order_statistic_value": order_value,
    "remaining_mean_after_removal": remaining_mean,
    "target_share_after_removal": target_share,
    "threshold_value_count": threshold_count,
    "turning_point_count": turning_points,
}
APPROXIMATE = {  # read by shape, not to the unit
    "monotone_streak_length",
    "observed_threshold_crossing_label",
    "order_statistic_label",
    "threshold_value_count",
    "turning_point_count",
}


def read_back(marks, flat: bool) -> tuple[list[str], np.ndarray]:
    """Labels and values from the marks alone, by a line through two ticks, if there are any."""
    along = 0 if flat else 1
    ticks = [(place["point"][along], v) for kind, v, place in marks if kind == "tick"]
    points = [(label, place["point"][along]) for kind, label, place in marks if kind == "point"]
    if not ticks:
        return [label for label, _ in points], np.array([])
    (a, low), (b, high) = min(ticks), max(ticks)
    values = np.array([low + (at - a) * (high - low) / (b - a) for _, at in points])
    return [label for label, _ in points], values


@pytest.mark.parametrize("objective", ORACLES)
@pytest.mark.parametrize("seed", range(15))
def test_answer_from_the_marks(objective, seed):
    sample = generate_task(TASK + objective, seed=seed)
    payload = sample.trace_payload
    state = msgspec.convert(payload["state"], SingleSeries)
    labels, read = read_back(payload["marks"], state.form in ("bar", "dot"))
    assert tuple(labels) == state.labels
    values = np.array(state.values)
    if read.size:
        assert np.allclose(read, values, atol=state.scale.span / 2000)
        values = np.rint(read).astype(int) if state.scale.span < 1000 else values
    expected = ORACLES[objective](values, labels, sample.query_id, payload["operands"])
    if isinstance(expected, str):
        assert sample.answer_gt.value == expected
    else:
        assert sample.answer_gt.value == pytest.approx(float(expected), abs=1e-9)


@pytest.mark.parametrize("objective", ORACLES)
def test_values_that_are_not_printed_can_be_read(objective):
    checked = 0
    for seed in range(15, 27):
        payload = generate_task(TASK + objective, seed=seed).trace_payload
        state = msgspec.convert(payload["state"], SingleSeries)
        if state.printed:
            continue
        checked += 1
        places = [place["point"] for kind, _, place in payload["marks"] if kind == "tick"]
        assert len(places) >= 3
        length = max(np.ptp(np.array(places), axis=0))
        if objective in APPROXIMATE:
            apart = np.diff(sorted(set(state.values)))
            assert min(apart) * length / state.scale.span > 7  # px between values that differ
        else:
            assert all(value % state.scale.minor == 0 for value in state.values)
            assert length / (state.scale.span / state.scale.minor) > 9.5  # px between grid lines
    assert checked >= 3


def drawing(state: SingleSeries, seed: int, **shown) -> tuple[np.ndarray, list[str]]:
    canvas = Canvas(draw_style(Rng("style", seed)), Rng("layout", seed))
    state.draw(canvas, **shown)
    return canvas.pixels.copy(), [run.text for run in canvas.texts]


RAIN = SingleSeries(
    subject="Monthly rainfall",
    context="Fairview, 2020",
    unit="mm",
    source="Regional weather office",
    axis="Month",
    labels=("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul"),
    values=(40, 60, 80, 50, 30, 90, 20),
    form="column",
    printed=True,
    scale=Scale(0, 100, 20, 20),
)
CHANGED = {
    "a value": {"values": (40, 60, 80, 50, 30, 92, 20)},
    "a label": {"labels": ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Aug")},
    "the subject": {"subject": "Monthly snowfall"},
    "the scale": {"scale": Scale(0, 120, 20, 20)},
}


@pytest.mark.parametrize("printed", [True, False])
@pytest.mark.parametrize("form", ["column", "bar", "line", "area", "lollipop", "dot", "step"])
@pytest.mark.parametrize("change", CHANGED)
def test_what_matters_shows(form, change, printed):
    one = msgspec.structs.replace(RAIN, form=form, printed=printed)
    other = msgspec.structs.replace(one, **CHANGED[change])
    for seed in (2, 5):
        a, b = drawing(one, seed)[0], drawing(other, seed)[0]
        assert a.shape != b.shape or np.count_nonzero(a != b) > 20


def test_printed_values_stand_in_the_picture():
    for seed in range(6):
        texts = drawing(RAIN, seed)[1]
        assert all(str(value) in texts for value in RAIN.values)
        assert all(label in texts for label in RAIN.labels)


def test_by_hand():
    assert endpoint_change_value(RAIN, "absolute_endpoint_change_value").answer == 20
    assert endpoint_change_value(RAIN, "signed_endpoint_change_value").answer == -20
    assert endpoint_change_value(RAIN, "percent_endpoint_change_value").answer == -50
    assert interval_rate_value(RAIN, start="Jan", end="Jun").answer == 10
    assert interval_value_count(RAIN, low=30, high=60).answer == 4
    assert monotone_streak_length(RAIN, "longest_increasing_streak_length").answer == 3
    assert turning_point_count(RAIN, "peak_turning_point_count").answer == 2
    assert turning_point_count(RAIN, "trough_turning_point_count").answer == 1
    crossing_task = observed_threshold_crossing_label
    assert crossing_task(RAIN, "observed_above_threshold_crossing_label", threshold=70).answer == "Mar"
    assert crossing_task(RAIN, "observed_below_threshold_crossing_label", threshold=35).answer == "May"
    assert order_statistic_label(RAIN, "median_order_statistic_label", rank=0).answer == "Apr"
    assert order_statistic_label(RAIN, "nth_lowest_order_statistic_label", rank=3).answer == "Jan"
    assert order_statistic_value(RAIN, "nth_highest_order_statistic_value", rank=2).answer == 80
    assert remaining_mean_after_removal(RAIN, removed=("Mar", "Jun")).answer == 40
    assert threshold_value_count(RAIN, "below_threshold_count", threshold=45).answer == 3
    assert target_share_after_removal(RAIN, removed=("Mar", "Jun"), target="Apr").answer == 25
    rising = monotone_streak_length(RAIN, "longest_increasing_streak_length")
    assert rising.at == [("point", "Jan"), ("point", "Feb"), ("point", "Mar")]
