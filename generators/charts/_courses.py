"""Courses of values: the levels on which readers can tell values, and series of several kinds on them."""

from bisect import bisect_left

from trace_tasks.engine import Reject
from trace_tasks.engine.words import Measure

from ._axes import Scale, round_ticks, scale

Levels = range  # the values that a chart can show so that they are read without doubt


def ruled(rng, measure: Measure, form: str, count: int, printed: bool, exact: bool) -> tuple[Scale, Levels]:
    """A value axis, and the levels on it that values may take."""
    high = rng.integer(measure.low + (measure.high - measure.low) * 2 // 3, measure.high)
    high, base = max(high, measure.low + 2 * count + 4), 0
    low = max(measure.low, min(high * rng.integer(10, 32) // 100, high - 2 * count - 4))
    if form in ("line", "step", "dot") and rng.chance(0.6):
        low = base = max(low, min(high * rng.integer(40, 65) // 100, high - 2 * count - 4))
    ticks = round_ticks(base, high)
    if printed:
        return scale(base, high, rng.choice(ticks)), range(low, high + 1)
    if not exact:
        plain = scale(base, high, rng.choice(ticks))
        step = max(-(-plain.span // 34), 1)
        return plain, range(max(low, plain.low + step), high + 1, step)
    tick, minor = rng.choice(
        [
            (tick, tick // k)
            for tick in ticks
            for k in (2, 4, 5)
            if tick % k == 0
            and scale(base, high, tick).span * k // tick <= 42
            and (high - low) * k // tick >= count + 3
        ]
    )
    first = -(-max(low, base // tick * tick + 1) // minor) * minor
    return scale(base, high, tick, minor), range(first, high // minor * minor + 1, minor)


def wanted(rng, n: int) -> list[float]:
    """A course of n values from 0 to 1, of the kinds that real series have: not sorted, few far jumps."""
    kind = rng.choice(("walk", "walk", "trend", "hump", "noise"))
    drift = rng.choice((-1, 1)) * rng.uniform(0.4, 0.8)
    for _ in range(20):
        course, at = [], rng.random()
        for i in range(n):
            u = i / (n - 1) - 0.5
            at = min(max(at + rng.uniform(-0.3, 0.3), 0.0), 1.0)
            course.append(
                {"walk": at, "trend": 0.5 + drift * u, "hump": 0.9 - 3.2 * u * u, "noise": 0.5}[kind]
                + rng.uniform(-0.16, 0.16)
            )
        turns = sum((b - a) * (d - b) < 0 for a, b, d in zip(course, course[1:], course[2:], strict=False))
        if turns >= n // 3:
            break
    low, high = min(course), max(course)
    return [(v - low) / (high - low) for v in course]


def settle(course: list[float], levels: Levels) -> list[int]:
    """The course on the levels: each takes the nearest level that is still free."""
    free, found = list(levels), {}
    if len(free) < len(course):
        raise Reject("too few levels")
    for i in sorted(range(len(course)), key=lambda i: (i * 7919) % 101):
        want = levels[0] + course[i] * (levels[-1] - levels[0])
        k = bisect_left(free, want)
        k = min((j for j in (k - 1, k) if 0 <= j < len(free)), key=lambda j: abs(free[j] - want))
        found[i] = free.pop(k)
    return [found[i] for i in range(len(course))]


def varied(rng, levels: Levels, n: int) -> list[int]:
    return settle(wanted(rng, n), levels)


def divided(rng, levels: Levels, n: int, above: set[int]) -> list[int]:
    """Different values with those of the places `above` over a gap, the others under it."""
    course, k = wanted(rng, n), len(above)
    least, most = max(n - k, 1) + 1, len(levels) - 2 - max(k, 1)
    cut = rng.integer(max(least, min(len(levels) // 3, most)), min(most, max(len(levels) * 3 // 4, least)))
    parts = (levels[: cut - 1], levels[cut + 2 :])
    halves = [[i for i in range(n) if (i in above) == side] for side in (False, True)]
    found: dict[int, int] = {}
    for places, part in zip(halves, parts, strict=True):
        found.update(zip(places, settle([course[i] for i in places], part) if places else (), strict=True))
    return [found[i] for i in range(n)]


def winding(rng, levels: Levels, turns: list[int]) -> list[int]:
    """Values that rise (+1) and fall (-1) as the turns say, from neighbour to neighbour."""
    runs = [1] * len(turns)  # how many steps alike begin here
    for i in range(len(turns) - 2, -1, -1):
        if turns[i] == turns[i + 1]:
            runs[i] = runs[i + 1] + 1
    top = len(levels) - 1
    if max(runs) > top:
        raise Reject("too few levels")
    at = rng.integer(*((0, top - runs[0]) if turns[0] > 0 else (runs[0], top)))
    course = [at]
    for i, (turn, left) in enumerate(zip(turns, runs, strict=True)):
        if left > 1:
            room = (top - at if turn > 0 else at) - (left - 1)
            at += turn * rng.integer(1, max(room * 2 // (left + 1), 1))
        else:
            after, far = runs[i + 1] if i + 1 < len(turns) else 0, top * 2 // 5  # no jumps from end to end
            if turn > 0:
                least = max(at + 1, after)
                at = rng.integer(least, min(top, max(at + far, least)))
            else:
                most = min(at - 1, top - after)
                at = rng.integer(max(0, min(at - far, most)), most)
        course.append(at)
    return [levels[i] for i in course]
