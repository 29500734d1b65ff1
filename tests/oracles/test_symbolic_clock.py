"""Clocks by datetime, complex hands and the pixels of hands, on the stored state."""

import cmath
from datetime import datetime, timedelta
from itertools import pairwise
from math import degrees, radians

import msgspec
import numpy as np
import pytest

from trace_tasks import generate_task
from trace_tasks.engine import Box
from trace_tasks.engine.canvas import Canvas
from trace_tasks.engine.rng import Rng
from trace_tasks.engine.style import draw_style
from trace_tasks.generators.symbolic import _displays as displays
from trace_tasks.generators.symbolic.clock import (
    Clock,
    alarm_wait_time_value,
    elapsed_time_value,
    equivalent_time_label,
    full_time_readout,
    hand_angle_value,
    offset_readout,
    sequence_completion_label,
    time_extremum_label,
    time_order_label,
)
from trace_tasks.generators.symbolic.clock.timepieces import choose, hands_at, reach, signed, timepiece

TASK = "task_symbolic__clock__"
SEEDS = range(15)
NOON = datetime(2024, 1, 1)


def sampled(objective: str, seed: int):
    """The sample, its times as moments, and the text of the option that its letter names."""
    sample = generate_task(TASK + objective, seed=seed)
    state, asked = sample.trace_payload["state"], sample.trace_payload["operands"]
    options = dict(zip("ABCDEF", asked.get("options", ()), strict=False))
    assert len(set(options.values())) == len(options)
    return sample, [NOON + timedelta(minutes=t) for t in state["times"]], options.get(sample.answer_gt.value)


def text(moment: datetime, form: str = "%I:%M") -> str:
    return moment.strftime(form).lstrip("0")


def wait(start: datetime, end: datetime) -> int:
    while end <= start:
        end += timedelta(hours=12)
    return int((end - start).total_seconds()) // 60


def hands(moment: datetime) -> tuple[complex, complex]:
    turn = moment.hour % 12 * 60 + moment.minute
    return cmath.rect(1, radians(turn / 2)), cmath.rect(1, radians(moment.minute * 6))


@pytest.mark.parametrize("seed", SEEDS)
def test_readout(seed):
    sample, times, chosen = sampled("full_time_readout", seed)
    moment = times[0] + timedelta(seconds=sample.trace_payload["state"]["second"])
    assert chosen == text(moment, "%I:%M:%S")


@pytest.mark.parametrize("seed", SEEDS)
def test_angle(seed):
    _, times, chosen = sampled("hand_angle_value", seed)
    hour, minute = hands(times[0])
    assert float(chosen.rstrip("°")) == pytest.approx(abs(degrees(cmath.phase(hour / minute))))


@pytest.mark.parametrize("seed", SEEDS)
def test_offset(seed):
    sample, times, chosen = sampled("offset_readout", seed)
    shift = timedelta(minutes=sample.trace_payload["operands"]["shift"])
    assert chosen == text(times[0] + shift if sample.query_id == "minutes_after" else times[0] - shift)


@pytest.mark.parametrize("seed", SEEDS)
def test_alarm(seed):
    sample, times, chosen = sampled("alarm_wait_time_value", seed)
    alarm = NOON + timedelta(minutes=sample.trace_payload["state"]["alarm"])
    assert chosen == f"{wait(times[0], alarm)} minutes"


@pytest.mark.parametrize("seed", SEEDS)
def test_elapsed(seed):
    _, times, chosen = sampled("elapsed_time_value", seed)
    assert chosen == f"{wait(*times)} minutes"


@pytest.mark.parametrize("seed", SEEDS)
def test_extremum(seed):
    sample, times, _ = sampled("time_extremum_label", seed)
    ranked = sorted(zip(times, sample.trace_payload["state"]["labels"], strict=True))
    assert sample.answer_gt.value == ranked[0 if sample.query_id == "earliest_time_label" else -1][1]
    gaps = np.diff([moment.timestamp() for moment, _ in ranked])
    assert gaps.min() >= 600
    assert ranked[0][0].hour >= 1


@pytest.mark.parametrize("seed", SEEDS)
def test_order(seed):
    sample, times, chosen = sampled("time_order_label", seed)
    labels = sample.trace_payload["state"]["labels"]
    assert chosen.split(", ") == [labels[i] for i in np.argsort(np.array(times, dtype="datetime64[m]"))]


@pytest.mark.parametrize("seed", SEEDS)
def test_equivalent(seed):
    sample, times, _ = sampled("equivalent_time_label", seed)
    agreeing = [letter for letter, t in zip("ABCDEF", times[1:], strict=True) if text(t) == text(times[0])]
    assert agreeing == [sample.answer_gt.value]


@pytest.mark.parametrize("seed", SEEDS)
def test_sequence(seed):
    sample, times, _ = sampled("sequence_completion_label", seed)
    missing = sample.trace_payload["state"]["missing"]
    fitting = []
    for letter, option in zip("ABCD", times[4:], strict=True):
        row = [option if i == missing else t for i, t in enumerate(times[:4])]
        turns = [hands(b)[0] / hands(a)[0] for a, b in pairwise(row)]
        if max(abs(turn - turns[0]) for turn in turns) < 1e-6:
            fitting.append(letter)
    assert fitting == [sample.answer_gt.value]


def one(minutes: int, **more) -> Clock:
    return Clock(show="one", times=(minutes,), numerals="arabic", **more)


def test_by_hand():
    assert hand_angle_value(one(180), options=("75°", "90°")).answer == "B"
    assert hand_angle_value(one(390), options=("15°", "180°")).answer == "A"  # half past six
    assert full_time_readout(one(0, second=5), options=("12:00:05", "1:00:05")).answer == "A"
    assert offset_readout(one(10), "minutes_before", shift=20, options=("12:30", "11:50")).answer == "B"
    assert offset_readout(one(700), "minutes_after", shift=30, options=("12:10", "12:30")).answer == "A"
    late = one(600, alarm=30)  # ten o'clock, alarm at half past twelve
    assert alarm_wait_time_value(late, options=("570 minutes", "150 minutes")).answer == "B"
    pair = Clock(show="pair", times=(690, 15), labels=("Start", "End"), numerals="roman")
    assert elapsed_time_value(pair, options=("45 minutes", "675 minutes")).answer == "A"
    wall = Clock(show="wall", times=(700, 65, 300), labels=("P", "Q", "R"), numerals="ticks")
    assert time_extremum_label(wall, "earliest_time_label").answer == "Q"
    assert time_extremum_label(wall, "latest_time_label").at == ("clock", 0)
    assert time_order_label(wall, options=("P, Q, R", "Q, R, P")).answer == "B"
    match = Clock(show="match", times=(65, 310, 65), numerals="ticks", digital="options")
    assert equivalent_time_label(match).answer == "B"
    row = Clock(show="sequence", times=(680, 5, 50, 95, 6, 45, 5, 65), numerals="ticks", missing=1)
    assert sequence_completion_label(row).answer == "C"


def picture(state: Clock, seed: int = 0) -> np.ndarray:
    canvas = Canvas(draw_style(Rng("style", seed), Clock.kinds, False), Rng("layout", seed))
    state.draw(canvas)
    return canvas.pixels


@pytest.mark.parametrize(
    "objective",
    ["time_extremum_label", "equivalent_time_label", "sequence_completion_label", "elapsed_time_value"],
)
def test_every_time_shows(objective):
    state = msgspec.convert(sampled(objective, 3)[0].trace_payload["state"], Clock)
    before = picture(state)
    for i, t in enumerate(state.times):
        times = tuple((t + 1) % 720 if i == k else other for k, other in enumerate(state.times))
        changed = (picture(msgspec.structs.replace(state, times=times)) != before).any()
        assert changed == (i != state.missing)


@pytest.mark.parametrize(
    "change",
    [
        {"second": 31},
        {"second": -1},
        {"alarm": 630},
        {"alarm_color": ""},
        {"times": (96,)},
        {"numerals": "ticks"},
    ],
    ids=str,
)
def test_every_hand_shows(change):
    state = one(95, second=30, alarm=600, alarm_color="blue")
    before, after = picture(state), picture(msgspec.structs.replace(state, **change))
    assert before.shape != after.shape or (before != after).any()


@pytest.mark.parametrize("seed", SEEDS)
def test_no_hand_crosses_the_makers_name(seed):
    """The box of the name, and rays of hands as fine steps along them."""
    minutes = 47 * seed % 720
    piece = choose(Rng("style", seed), "ticks")._replace(maker="MERIDIAN")
    named = signed(piece, *hands_at(minutes))
    moment = NOON + timedelta(minutes=minutes)
    along = [r * turn for turn, long in zip(hands(moment), (54, 86), strict=True) for r in range(-12, long)]
    inside = [abs(spot.imag) < 24 and abs(spot.real - named.brand) < 5 for spot in along]  # real is up
    assert not (named.brand and any(inside))


def test_labels_show():
    state = Clock(show="pair", times=(90, 200), labels=("Opens", "Closes"), numerals="arabic")
    assert (picture(state) != picture(msgspec.structs.replace(state, labels=("Opens", "Ends")))).any()


@pytest.mark.parametrize("numerals", ["arabic", "quarters", "roman", "ticks"])
@pytest.mark.parametrize("seed", range(8))
def test_hands_point_where_the_time_is(seed, numerals):
    """Between pictures of two times, pixels differ along the four hands and nowhere else."""

    def dial(minutes: int):
        canvas = Canvas(draw_style(Rng("style", seed), frozenset(), False), Rng("layout", seed))
        piece = choose(canvas.rng, numerals)
        page = canvas.page(500, 500, margin=10)
        timepiece(canvas, page, piece, numerals, minutes)
        side, up, down = reach(piece)
        scale = min(page.w / (2 * side), page.h / (up + down))
        return canvas.pixels, complex(page.cx, page.cy + (up - down) * scale / 2), scale

    (before, centre, scale), (after, _, _) = dial(125), dial(405)  # five past two, a quarter to seven
    changed = np.abs(before.astype(int) - after).max(-1) > 40  # a hand, not its soft shadow
    rows, columns = np.nonzero(changed)
    spots = (columns + 0.5 - centre.real) + 1j * (rows + 0.5 - centre.imag)
    turns = np.degrees(np.angle(spots * 1j)) % 360  # clockwise from the top
    shares = np.abs(spots) / scale

    def strip(low: float, high: float) -> list[float]:
        found = turns[(shares > low) & (shares < high)]
        return sorted({angle for angle in (62.5, 30, 202.5, 270)
                       if (np.abs((found - angle + 180) % 360 - 180) < 3).any()})  # fmt: skip

    assert strip(40, 50) == [30, 62.5, 202.5, 270]
    assert strip(66, 78) == [30, 270]
    far = np.min([np.abs((turns - angle + 180) % 360 - 180) for angle in (62.5, 30, 202.5, 270)], axis=0)
    assert (far[shares > 45] < 14).all()


@pytest.mark.parametrize("kind", displays.DISPLAYS)
def test_every_digit_shows(kind):
    def pixels(shown: str) -> np.ndarray:
        canvas = Canvas(draw_style(Rng("style"), frozenset(), False), Rng("layout"))
        canvas.page(400, 240)
        displays.display(canvas, Box(20, 20, 380, 220), shown, kind)
        return canvas.pixels

    base = pixels("10:58")
    for shown in ("12:58", "11:58", "10:38", "10:59", "9:58"):
        assert (pixels(shown) != base).any()


def test_segments_spell_digits():
    assert {digit: len(displays.SEGMENTS[digit]) for digit in "0123456789"} == dict(
        zip("0123456789", (6, 2, 5, 5, 4, 5, 6, 3, 7, 6), strict=True)
    )
    assert len({frozenset(displays.SEGMENTS[digit]) for digit in "0123456789"}) == 10
