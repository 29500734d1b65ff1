"""One series of values over labels: columns, bars, a line, an area, dots, lollipops or steps."""

from collections import defaultdict
from itertools import combinations, pairwise

from trace_tasks.engine import Found, Reject

from .._axes import roundest
from .._courses import Levels, divided, varied, winding
from .chart import FORMS, SEQUENCE, Form, Sequence, SingleSeries, series

ORDINALS = ("", "", "second", "third", "fourth", "fifth")


# ---- change along the sequence


@SingleSeries.task(
    answer="integer",
    annotation="point_map",
    operations=("formula_evaluation",),
    queries={
        "absolute_endpoint_change_value": "difference between the first value and the last",
        "signed_endpoint_change_value": "change from the first value to the last",
        "percent_endpoint_change_value": "percentage change from the first value to the last",
    },
    ask=(
        "What is the {query}?",
        "Read the values at the left end and the right end of the chart. What is the {query}?",
        "Work out the {query}. What is it?",
    ),
    answer_is="this {quantity}",
    witness_is="the {scene.tips} at both ends",
)
def endpoint_change_value(chart, query):
    first, last = chart.values[0], chart.values[-1]
    change = {
        "absolute_endpoint_change_value": abs(last - first),
        "signed_endpoint_change_value": last - first,
        "percent_endpoint_change_value": 100 * (last - first) // first,
    }[query]
    at = {"start_mark": ("point", chart.labels[0]), "end_mark": ("point", chart.labels[-1])}
    return Found(change, at=at, because={"first": first, "last": last})


@endpoint_change_value.words
def quantity_of_change(chart, query):
    return {
        "quantity": {
            "absolute_endpoint_change_value": "difference, without a sign",
            "signed_endpoint_change_value": "change, negative for a fall",
            "percent_endpoint_change_value": "change in percent, negative for a fall",
        }[query]
    }


@endpoint_change_value.sample
def with_clear_change(rng, query, *, scene_variant: Sequence | None = None):
    percent = query == "percent_endpoint_change_value"
    pick = whole_percent if percent else varied
    return series(rng, scene_variant, SEQUENCE, pick, count=rng.dial(6, 18))


def whole_percent(rng, levels: Levels, n: int) -> list[int]:
    values, pairs = varied(rng, levels, n), defaultdict(list)
    for first in {rng.choice(levels) for _ in range(14)}:
        for percent in range(-90, 151):
            last, rest = divmod(first * (100 + percent), 100)
            if not rest and percent and last in levels:
                pairs[percent].append((first, last))
    values[0], values[-1] = rng.choice(pairs[rng.choice(list(pairs))])
    return values


@SingleSeries.task(
    answer="integer",
    annotation="point_map",
    operations=("counting", "formula_evaluation"),
    ask=(
        "What is the average change per {scene.noun} from {from_label} to {to_label}?",
        "By how much does the value change per {scene.noun} on average, from {from_label} to {to_label}?",
        "Take the change from {from_label} to {to_label}. How much is it per {scene.noun}, on average?",
    ),
    answer_is="the average change per {scene.noun}, without a sign",
    witness_is="the {scene.tips} at {from_label} and {to_label}",
)
def interval_rate_value(chart, query, start: str, end: str):
    steps = chart.labels.index(end) - chart.labels.index(start)
    change = chart.value(end) - chart.value(start)
    at = {"start_mark": ("point", start), "end_mark": ("point", end)}
    return Found(abs(change) // steps, at=at, because={"change": change, "steps": steps})


@interval_rate_value.words
def ends_in_words(chart, query, start: str, end: str):
    return {"from_label": chart.called(start), "to_label": chart.called(end)}


@interval_rate_value.sample
def long_sequence(rng, *, scene_variant: Sequence | None = None):
    return series(rng, scene_variant, SEQUENCE, varied, count=rng.dial(6, 18))


@interval_rate_value.operands
def whole_rate(rng, chart, query):
    rates = defaultdict(list)
    for (i, a), (j, b) in combinations(enumerate(chart.values), 2):
        if j - i > 1 and a != b and (b - a) % (j - i) == 0:
            rates[abs(b - a) // (j - i)].append((i, j))
    i, j = rng.choice(rates[rng.choice(list(rates))])
    return {"start": chart.labels[i], "end": chart.labels[j]}


def wound(rng, form: Sequence | None, turns: list[int]):
    """A sequence whose values rise and fall as `turns` say, one value more than turns."""

    def pick(rng, levels: Levels, _: int) -> list[int]:
        return winding(rng, levels, turns)

    return series(rng, form, SEQUENCE, pick, count=len(turns) + 1, exact=False)


@SingleSeries.task(
    answer="integer",
    annotation="point_set",
    operations=("filtering", "counting", "ranking"),
    queries={
        "longest_increasing_streak_length": "rising",
        "longest_decreasing_streak_length": "falling",
    },
    ask=(
        "Read the chart from left to right. How many values are in the longest run of {query} values?",
        "Find the longest unbroken run of {query} values from left to right. How many values does it hold?",
        "From left to right, some neighbouring values keep {query}. How many values are in the longest such "
        "run?",
    ),
    answer_is="the number of values in this run, its first and its last included",
    witness_is="the {scene.tips} that make up this run",
)
def monotone_streak_length(chart, query):
    sign = 1 if query == "longest_increasing_streak_length" else -1
    best, run = [0], [0]
    for i in range(1, len(chart.values)):
        run = [*run, i] if sign * (chart.values[i] - chart.values[i - 1]) > 0 else [i]
        best = max(best, run, key=len)
    labels = [chart.labels[i] for i in best]
    return Found(len(best), at=[("point", label) for label in labels], because={"run": labels})


@monotone_streak_length.sample
def with_one_streak(rng, query, *, scene_variant: Sequence | None = None):
    length = rng.goal(range(3, 9))
    sign = 1 if query == "longest_increasing_streak_length" else -1
    n = max(rng.dial(7, 18), length + 2)

    def outward(k: int) -> list[int]:  # from the streak on; no run of its kind grows as long
        turns: list[int] = []
        run = 0
        for i in range(k):
            run = run + 1 if i and run < length - 2 and rng.chance(0.55) else 0
            turns.append(sign if run else -sign)
        return turns

    before = rng.integer(0, n - length)
    turns = [*outward(before)[::-1], *[sign] * (length - 1), *outward(n - length - before)]
    return wound(rng, scene_variant, turns)


@SingleSeries.task(
    answer="integer",
    annotation="point_set",
    operations=("counting",),
    queries={"peak_turning_point_count": "peaks", "trough_turning_point_count": "troughs"},
    ask=(
        "How many values are {side} than both their neighbours? The first and the last value do not count.",
        "Count the {query}. These are values {side} than both neighbours; the first and the last value do "
        "not count.",
        "Leave out the first and the last value. How many of the others are {query}, {side} than the values "
        "on both sides?",
    ),
    answer_is="the number of {query}",
    witness_is="the {scene.tips} that are {query} (empty when there is none)",
)
def turning_point_count(chart, query):
    sign = 1 if query == "peak_turning_point_count" else -1
    height = [sign * value for value in chart.values]
    turns = [chart.labels[i] for i in range(1, len(height) - 1) if height[i - 1] < height[i] > height[i + 1]]
    return Found(len(turns), at=[("point", label) for label in turns])


@turning_point_count.words
def side_of_turn(chart, query):
    return {"side": "higher" if query == "peak_turning_point_count" else "lower"}


@turning_point_count.sample
def with_turns(rng, query, *, scene_variant: Sequence | None = None):
    count = rng.goal(range(1, 7))
    sign = 1 if query == "peak_turning_point_count" else -1
    runs = 2 * count + rng.integer(0, 2)  # a peak needs a rise and a fall
    n = max(rng.dial(7, 18), runs + 1)
    first = sign if runs < 2 * count + 2 and (runs == 2 * count or rng.chance(0.5)) else -sign
    cuts = sorted(rng.sample(range(1, n - 1), runs - 1))
    lengths = [b - a for a, b in pairwise([0, *cuts, n - 1])]
    turns = [first * (-1) ** k for k, length in enumerate(lengths) for _ in range(length)]
    return wound(rng, scene_variant, turns)


# ---- thresholds


@SingleSeries.task(
    answer="string",
    annotation="point",
    operations=("filtering", "comparison", "ranking"),
    queries={
        "observed_above_threshold_crossing_label": "above",
        "observed_below_threshold_crossing_label": "below",
    },
    ask=(
        "Which is the first {scene.noun}, from left to right, with a value {query} {threshold}?",
        "Read the chart from left to right. Which {scene.noun} is the first one {query} {threshold}?",
        "Start at the left. Which {scene.noun} is the first with a value {query} {threshold}?",
    ),
    answer_is="{scene.naming}",
    witness_is="the {scene.tip} for that {scene.noun}",
)
def observed_threshold_crossing_label(chart, query, threshold: int):
    above = query == "observed_above_threshold_crossing_label"
    beyond = chart.where(lambda v: v > threshold if above else v < threshold)
    return Found(beyond[0], at=("point", beyond[0]), because={"beyond": beyond})


@observed_threshold_crossing_label.sample
def with_crossing(rng, query, *, scene_variant: Sequence | None = None):
    n, share = rng.dial(6, 18), rng.goal(range(24))
    k = 1 + share * (n - 1) // 24
    above = query == "observed_above_threshold_crossing_label"

    def pick(rng, levels, n):
        beyond = {k, *(i for i in range(k + 1, n) if rng.chance(0.6))}
        return divided(rng, levels, n, beyond if above else set(range(n)) - beyond)

    return series(rng, scene_variant, SEQUENCE, pick, count=n, exact=False)


@observed_threshold_crossing_label.operands
def threshold_to_cross(rng, chart, query):
    above, n = query == "observed_above_threshold_crossing_label", len(chart.values)
    k = 1 + rng.goal(range(24)) * (n - 1) // 24
    before, value = chart.values[:k], chart.values[k]
    fits = [t for t in chart.thresholds() if (max(before) < t < value if above else min(before) > t > value)]
    return {"threshold": rng.choice(fits)}


@SingleSeries.task(
    answer="integer",
    annotation="point_set",
    operations=("filtering", "counting", "comparison"),
    queries={"above_threshold_count": "above", "below_threshold_count": "below"},
    ask=(
        "How many values are {query} {threshold}?",
        "Count the values {query} {threshold}. How many are there?",
        "How many of the values shown lie {query} {threshold}?",
    ),
    answer_is="the number of values {query} {threshold}",
    witness_is="the {scene.tips} with a value {query} {threshold}",
)
def threshold_value_count(chart, query, threshold: int):
    above = query == "above_threshold_count"
    hits = chart.where(lambda v: v > threshold if above else v < threshold)
    return Found(len(hits), at=[("point", label) for label in hits])


@threshold_value_count.sample
def with_free_level(rng, query, *, scene_variant: Form | None = None):
    count = rng.goal(range(2, 9))

    def pick(rng, levels, n):
        hits = set(rng.sample(range(n), count))
        return divided(rng, levels, n, hits if query == "above_threshold_count" else set(range(n)) - hits)

    return series(rng, scene_variant, FORMS, pick, count=max(rng.dial(6, 18), count + 2), exact=False)


@threshold_value_count.operands
def threshold_between(rng, chart, query):
    count, above = rng.goal(range(2, 9)), query == "above_threshold_count"
    fits = [
        t for t in chart.thresholds() if len(chart.where(lambda v, t=t: v > t if above else v < t)) == count
    ]
    return {"threshold": rng.choice(fits)}


@SingleSeries.task(
    answer="integer",
    annotation="point_set",
    operations=("filtering", "counting", "comparison"),
    ask=(
        "How many values lie from {low} to {high}? Both limits count.",
        "How many values are at least {low} and at most {high}?",
        "Count the values from {low} to {high}, both included. How many are there?",
    ),
    answer_is="the number of these values",
    witness_is="the {scene.tips} with a value from {low} to {high}",
)
def interval_value_count(chart, query, low: int, high: int):
    hits = chart.where(lambda v: low <= v <= high)
    return Found(len(hits), at=[("point", label) for label in hits])


@interval_value_count.sample
def any_chart(rng, *, scene_variant: Form | None = None):
    count = max(rng.dial(6, 18), rng.goal(range(1, 8)) + 2)
    return series(rng, scene_variant, FORMS, varied, count=count)


@interval_value_count.operands
def interval_around(rng, chart, query):
    count, ranked = rng.goal(range(1, 8)), sorted(chart.values)
    multiple = 1 if chart.printed else chart.scale.minor
    i = rng.integer(1, len(ranked) - count - 1)
    low = roundest(ranked[i - 1] + 1, ranked[i], multiple)
    high = roundest(ranked[i + count - 1], ranked[i + count] - 1, multiple)
    if low == high:
        raise Reject("the interval is a single value")
    return {"low": low, "high": high}


# ---- ranks


def ranked_label(chart: SingleSeries, query: str, rank: int) -> str:
    """The label at the rank from the top or from the bottom, or in the middle; no two values are equal."""
    falling = sorted(chart.labels, key=chart.value, reverse=True)
    if query.startswith("median"):
        return falling[len(falling) // 2]
    return falling[rank - 1] if query.startswith("nth_highest") else falling[-rank]


def ranked_series(rng, query: str, form: Form | None, exact: bool) -> SingleSeries:
    n = rng.dial(6, 17)
    return series(rng, form, FORMS, varied, count=n | 1 if query.startswith("median") else n, exact=exact)


def rank_wanted(rng, chart, query) -> dict[str, int]:
    return {"rank": 0 if query.startswith("median") else rng.goal(range(2, 6), "rank")}


def rank_in_words(chart, query, rank: int) -> dict[str, str]:
    return {"nth": ORDINALS[rank]}


@SingleSeries.task(
    answer="string",
    annotation="point",
    operations=("ranking",),
    queries={
        "median_order_statistic_label": "median value, in the middle when all are sorted",
        "nth_highest_order_statistic_label": "{nth} highest value",
        "nth_lowest_order_statistic_label": "{nth} lowest value",
    },
    ask=(
        "Which {scene.noun} has the {query}?",
        "Find the {query}. Which {scene.noun} does it belong to?",
        "Rank all the values. Which {scene.noun} has the {query}?",
    ),
    answer_is="{scene.naming}",
    witness_is="the {scene.tip} for that {scene.noun}",
)
def order_statistic_label(chart, query, rank: int):
    label = ranked_label(chart, query, rank)
    return Found(label, at=("point", label), because={"value": chart.value(label)})


@order_statistic_label.sample
def ranked_shapes(rng, query, *, scene_variant: Form | None = None):
    return ranked_series(rng, query, scene_variant, exact=False)


order_statistic_label.operands(rank_wanted)
order_statistic_label.words(rank_in_words)


@SingleSeries.task(
    answer="integer",
    annotation="point",
    operations=("ranking",),
    queries={
        "median_order_statistic_value": "median value, in the middle when all are sorted",
        "nth_highest_order_statistic_value": "{nth} highest value",
        "nth_lowest_order_statistic_value": "{nth} lowest value",
    },
    ask=(
        "What is the {query}?",
        "Rank all the values. What is the {query}?",
        "Read all the values in the chart. What is the {query}?",
    ),
    answer_is="this value",
    witness_is="the {scene.tip} that shows this value",
)
def order_statistic_value(chart, query, rank: int):
    label = ranked_label(chart, query, rank)
    return Found(chart.value(label), at=("point", label), because={"label": label})


@order_statistic_value.sample
def ranked_values(rng, query, *, scene_variant: Form | None = None):
    return ranked_series(rng, query, scene_variant, exact=True)


order_statistic_value.operands(rank_wanted)
order_statistic_value.words(rank_in_words)


# ---- what is left after a removal


def listing(chart: SingleSeries, labels: tuple[str, ...]) -> str:
    """The labels as a phrase: A; A and B; A, B and C."""
    *most, last = map(chart.called, labels)
    return f"{', '.join(most)} and {last}" if most else last


@SingleSeries.task(
    answer="integer",
    annotation="point_set",
    operations=("aggregation", "state_update"),
    ask=(
        "Leave out {gone}. What is the mean of the other values?",
        "What is the average of all the values without {gone}?",
        "Take {gone} out of the chart. What is the mean of the values that are left?",
    ),
    answer_is="the mean of the remaining values",
    witness_is="the {scene.tips} that remain",
)
def remaining_mean_after_removal(chart, query, removed: tuple[str, ...]):
    kept = [label for label in chart.labels if label not in removed]
    total = sum(map(chart.value, kept))
    at = [("point", label) for label in kept]
    return Found(total // len(kept), at=at, because={"sum": total, "count": len(kept)})


@remaining_mean_after_removal.sample
def chart_to_thin(rng, *, scene_variant: Form | None = None):
    return series(rng, scene_variant, FORMS, varied, count=rng.dial(6, 14))


@remaining_mean_after_removal.operands
def whole_mean_without(rng, chart, query):
    k, total, n = rng.goal((2, 3), "removed"), sum(chart.values), len(chart.values)
    fits = [
        gone
        for gone in combinations(range(n), k)
        if (total - sum(chart.values[i] for i in gone)) % (n - k) == 0
    ]
    return {"removed": [chart.labels[i] for i in rng.choice(fits)]}


@remaining_mean_after_removal.words
def removed_in_words(chart, query, removed: tuple[str, ...]):
    return {"gone": listing(chart, removed)}


@SingleSeries.task(
    answer="integer",
    annotation="point_set",
    operations=("aggregation", "state_update", "formula_evaluation"),
    ask=(
        "Leave out {gone}. What percentage of the remaining total is the value for {part}?",
        "Take {gone} out of the chart and add up the rest. What percentage of this sum is the value for "
        "{part}?",
        "Ignore {gone}. What share of the total of the other values, {part} included, is the value for "
        "{part}?",
    ),
    answer_is="this share in percent",
    witness_is="the {scene.tips} that remain, that for {part} included",
)
def target_share_after_removal(chart, query, removed: tuple[str, ...], target: str):
    kept = [label for label in chart.labels if label not in removed]
    total = sum(map(chart.value, kept))
    at = [("point", label) for label in kept]
    return Found(
        100 * chart.value(target) // total, at=at, because={"sum": total, "part": chart.value(target)}
    )


@target_share_after_removal.sample
def with_whole_share(rng, *, scene_variant: Form | None = None):
    count = rng.dial(6, 14)
    return series(rng, scene_variant, FORMS, whole_share, count=count, additive=True)


def whole_share(rng, levels: Levels, n: int) -> list[int]:
    """Values of which one is a whole percentage of the sum without some others."""
    values, k = varied(rng, levels, n), rng.goal((1, 2, 3), "removed")
    target, freed, *rest = rng.sample(range(n), n)
    others = sum(values[i] for i in rest[k:])
    for percent in rng.shuffled(range(4, 61)):
        for level in levels if len(levels) < 60 else rng.sample(levels, 60):
            value, left = divmod(percent * (others + level), 100 - percent)
            if not left and value in levels and value != level:
                values[target], values[freed] = value, level
                return values
    raise Reject("no whole percentage")


@target_share_after_removal.operands
def removal_and_target(rng, chart, query):
    k, total, n = rng.goal((1, 2, 3), "removed"), sum(chart.values), len(chart.values)
    shares = defaultdict(list)
    for gone in combinations(range(n), k):
        left = total - sum(chart.values[i] for i in gone)
        for i, value in enumerate(chart.values):
            if 100 * value % left == 0 and i not in gone:
                shares[100 * value // left].append((gone, i))
    gone, i = rng.choice(shares[rng.choice(list(shares))])
    return {"removed": [chart.labels[j] for j in gone], "target": chart.labels[i]}


@target_share_after_removal.words
def share_in_words(chart, query, removed: tuple[str, ...], target: str):
    return {"gone": listing(chart, removed), "part": chart.called(target)}
