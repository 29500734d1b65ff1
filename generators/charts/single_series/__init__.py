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
        "absolute_endpoint_change_value": "the size of the difference, without a sign",
        "signed_endpoint_change_value": "the last value minus the first, with a minus sign for a fall",
        "percent_endpoint_change_value": "the change as a percentage of the first value, with a minus sign "
        "for a fall",
    },
    ask=(
        "How much does the value change from the first {scene.noun} shown to the last? Give {query}.",
        "Compare the first {scene.noun} on the axis with the last: what is the change? Give {query}.",
        "By how much does the value differ between the leftmost and the rightmost {scene.noun}? Give "
        "{query}.",
    ),
    answer_is="{query}",
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
        "What is the average change per step from {start} to {end}, where a step leads from one "
        "{scene.noun} to the next on the axis? Give its size, without a sign.",
        "Take the difference between the values at {start} and {end} and divide it by the number of steps "
        "from label to label that lead from one to the other. What is the result, without a sign?",
        "From {start} to {end}, what is the net change of the value divided by the number of steps from one "
        "{scene.noun} to the next? Ignore the sign.",
    ),
    answer_is="the size of the average change per step",
    witness_is="the {scene.tips} at {start} and {end}",
)
def interval_rate_value(chart, query, start: str, end: str):
    steps = chart.labels.index(end) - chart.labels.index(start)
    change = chart.value(end) - chart.value(start)
    at = {"start_mark": ("point", start), "end_mark": ("point", end)}
    return Found(abs(change) // steps, at=at, because={"change": change, "steps": steps})


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


@SingleSeries.task(
    answer="integer",
    annotation="point_set",
    operations=("filtering", "counting", "ranking"),
    queries={
        "longest_increasing_streak_length": "rising",
        "longest_decreasing_streak_length": "falling",
    },
    ask=(
        "Read from left to right, how many data points make up the longest run of steadily {query} values? "
        "Count the points of the run, its first and last included.",
        "What is the length of the longest unbroken {query} streak from left to right, as the number of its "
        "data points including the one where it begins?",
        "Find the longest stretch of neighbouring points in which the value keeps {query} with every step "
        "to the right. How many points belong to it, both ends included?",
    ),
    answer_is="the number of points in the longest {query} run",
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
    return series(
        rng,
        scene_variant,
        SEQUENCE,
        lambda rng, levels, n: winding(rng, levels, turns),
        count=n,
        exact=False,
    )


@SingleSeries.task(
    answer="integer",
    annotation="point_set",
    operations=("counting",),
    queries={"peak_turning_point_count": "peaks", "trough_turning_point_count": "troughs"},
    ask=(
        "How many {query} does the series have: values {side} than both of their neighbours? The first and "
        "the last value do not count.",
        "Count the {query}. A value is one when it is {side} than the values just before and just after it; "
        "the two ends of the series are left out.",
        "How many values, the first and the last left out, are {query}: {side} than the value to the left "
        "and {side} than the value to the right?",
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
    return series(
        rng,
        scene_variant,
        SEQUENCE,
        lambda rng, levels, n: winding(rng, levels, turns),
        count=n,
        exact=False,
    )


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
        "Going from left to right, which is the first {scene.noun} whose value lies {query} {threshold}?",
        "Read from left to right, at which {scene.noun} does the series first show a value {query} "
        "{threshold}?",
        "Follow the series from its left end. Which {scene.noun} is the first with a value {query} "
        "{threshold}?",
    ),
    answer_is="the label of that {scene.noun}, as it stands on the axis",
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
        "How many values lie {query} {threshold}?",
        "Count the data marks whose value is {query} {threshold}. How many are there?",
        "For how many of the labels on the axis is the value {query} {threshold}?",
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
        "How many values lie from {low} to {high}, both limits included?",
        "Count the data marks whose value is at least {low} and at most {high}. How many are there?",
        "For how many of the labels on the axis is the value neither under {low} nor over {high}?",
    ),
    answer_is="the number of values from {low} to {high}, limits included",
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
        "median_order_statistic_label": "median value (the one in the middle when all are sorted by size)",
        "nth_highest_order_statistic_label": "{nth} highest value",
        "nth_lowest_order_statistic_label": "{nth} lowest value",
    },
    ask=(
        "Which {scene.noun} has the {query}?",
        "For which {scene.noun} does the chart show the {query}?",
        "Rank all values by size. Which {scene.noun} has the {query}?",
    ),
    answer_is="the label of that {scene.noun}, as it stands on the axis",
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
        "median_order_statistic_value": "median (the value in the middle when all are sorted by size)",
        "nth_highest_order_statistic_value": "{nth} highest value",
        "nth_lowest_order_statistic_value": "{nth} lowest value",
    },
    ask=(
        "What is the {query} in the chart?",
        "Sort all the values by size. What is the {query}?",
        "Read the chart: how large is the {query} of the series?",
    ),
    answer_is="the {query}",
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


def listing(labels: tuple[str, ...]) -> str:
    """The labels as a phrase: A; A and B; A, B and C."""
    return " and ".join(part for part in (", ".join(labels[:-1]), labels[-1]) if part)


@SingleSeries.task(
    answer="integer",
    annotation="point_set",
    operations=("aggregation", "state_update"),
    ask=(
        "Leave out {gone}. What is the mean of the remaining values?",
        "Without {gone}, what is the average of all the other values in the chart?",
        "If {gone} are removed from the chart, what is the arithmetic mean of the values that stay?",
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
    return {"gone": listing(removed)}


@SingleSeries.task(
    answer="integer",
    annotation="point_set",
    operations=("aggregation", "state_update", "formula_evaluation"),
    ask=(
        "Leave out {gone}. What percentage of the total of the remaining values is the value of {target}?",
        "Without {gone}, what share of the sum of all the other values does {target} have, in percent?",
        "Take {gone} out of the chart. Of the total of what is left, how many percent does {target} make up?",
    ),
    answer_is="the share of {target} in percent",
    witness_is="the {scene.tips} that remain, that for {target} included",
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


target_share_after_removal.words(lambda chart, query, removed, target: {"gone": listing(removed)})
