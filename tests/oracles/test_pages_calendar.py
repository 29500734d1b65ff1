"""Calendars by NumPy's business days and Zeller's congruence, on the state and where the cells stand."""

import msgspec
import numpy as np
import pytest

from trace_tasks import generate_task
from trace_tasks.engine.canvas import Canvas
from trace_tasks.engine.rng import Rng
from trace_tasks.engine.style import draw_style
from trace_tasks.generators.pages.calendar import (
    Calendar,
    date_range_day_class_count,
    date_weekday_label,
    marked_day_class_count,
    weekday_occurrence_date,
    workday_offset_date,
)

TASK = "task_pages__calendar__"
SEEDS = range(15)
NAMES = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def zeller(year: int, month: int, day: int) -> int:
    """Monday is 0."""
    if month < 3:
        year, month = year - 1, month + 12
    return (day + 13 * (month + 1) // 5 + year + year // 4 - year // 100 + year // 400 + 5) % 7


def sampled(objective: str, seed: int):
    sample = generate_task(TASK + objective, seed=seed)
    return sample, sample.trace_payload["state"], sample.trace_payload["operands"]


def iso(state, day: int) -> np.datetime64:
    return np.datetime64(f"{state['year']}-{state['month']:02}-{day:02}")


def cells(sample) -> dict[int, list[float]]:
    return {id_: place["bbox"] for kind, id_, place in sample.trace_payload["marks"] if kind == "day"}


def length_of(state) -> int:
    first = np.datetime64(f"{state['year']}-{state['month']:02}")
    return int(((first + 1).astype("datetime64[D]") - first.astype("datetime64[D]")).astype(int))


@pytest.mark.parametrize("seed", SEEDS)
def test_the_days_stand_in_the_columns_of_their_weekdays(seed):
    sample, state, _ = sampled("weekday_occurrence_date", seed)
    boxes = cells(sample)
    assert sorted(boxes) == list(range(1, length_of(state) + 1))
    lefts = sorted({round(box[0]) for box in boxes.values()})
    columns = [lefts.index(round(boxes[d][0])) for d in sorted(boxes)]
    assert columns == [(zeller(state["year"], state["month"], d) - state["first"]) % 7 for d in sorted(boxes)]
    assert all(boxes[d + 7][1] > boxes[d][1] for d in range(1, len(boxes) - 6))


@pytest.mark.parametrize("seed", SEEDS)
def test_heading_of_a_date(seed):
    sample, state, asked = sampled("date_weekday_label", seed)
    name, answer = NAMES[zeller(state["year"], state["month"], asked["day"])], sample.answer_gt.value
    assert name.lower().startswith(answer.lower())
    assert len(answer) == {"two": 2, "short": 3, "capitals": 3}.get(state["header"], len(name))
    assert answer.isupper() == ("capitals" in state["header"])


@pytest.mark.parametrize("seed", SEEDS)
def test_occurrence_of_a_weekday(seed):
    sample, state, asked = sampled("weekday_occurrence_date", seed)
    mask = "".join("1" if i == asked["weekday"] else "0" for i in range(7))
    first = iso(state, 1)
    day = np.busday_offset(first, asked["occurrence"] - 1, roll="forward", weekmask=mask)
    assert sample.answer_gt.value == int((day - first).astype(int)) + 1


@pytest.mark.parametrize("seed", SEEDS)
def test_marked_days_of_a_class(seed):
    sample, state, asked = sampled("marked_day_class_count", seed)
    busy = np.is_busday([iso(state, d) for d in state["marked"]])
    assert sample.answer_gt.value == np.count_nonzero(busy != asked["weekend"])


@pytest.mark.parametrize("seed", SEEDS)
def test_days_of_a_class_in_a_range(seed):
    sample, state, asked = sampled("date_range_day_class_count", seed)
    mask = "1111100" if sample.query_id == "weekday_range_count" else "0000011"
    end = iso(state, asked["last_day"]) + 1
    assert sample.answer_gt.value == np.busday_count(iso(state, asked["first_day"]), end, weekmask=mask)


@pytest.mark.parametrize("seed", SEEDS)
def test_workdays_on_or_back(seed):
    sample, state, asked = sampled("workday_offset_date", seed)
    start, after = iso(state, asked["day"]), sample.query_id == "workday_after_offset_date"
    off = [iso(state, d) for d in state["marked"]] if asked["days_off"] else []
    # a start off duty counts from the workday behind it, so that the next one is the first
    roll, step = ("backward", asked["count"]) if after else ("forward", -asked["count"])
    reached = np.busday_offset(start, step, roll=roll, holidays=off)
    assert sample.answer_gt.value == int((reached - iso(state, 1)).astype(int)) + 1


MAY_2024 = Calendar(
    year=2024,
    month=5,  # begins on a Wednesday
    first=0,
    header="short",
    mark="circle",
    marked=(1, 4, 9, 19),
    notes=((14, "Vet"),),
    neighbours=True,
    weeks=False,
)


def test_by_hand():
    assert date_weekday_label(MAY_2024, day=19).answer == "Sun"
    assert weekday_occurrence_date(MAY_2024, weekday=4, occurrence=5).answer == 31
    assert marked_day_class_count(MAY_2024, weekend=False).at == [("day", 1), ("day", 9)]
    assert marked_day_class_count(MAY_2024, weekend=True).answer == 2
    ranged = date_range_day_class_count(MAY_2024, "weekend_range_count", first_day=4, last_day=12)
    assert ranged.at == [("day", d) for d in (4, 5, 11, 12)]
    after, before = "workday_after_offset_date", "workday_before_offset_date"
    assert workday_offset_date(MAY_2024, after, day=3, count=4, days_off=False).answer == 9
    assert workday_offset_date(MAY_2024, after, day=3, count=4, days_off=True).answer == 10
    assert workday_offset_date(MAY_2024, before, day=12, count=2, days_off=True).answer == 8
    assert workday_offset_date(MAY_2024, after, day=4, count=1, days_off=False).answer == 6


def picture(state: Calendar, seed: int) -> np.ndarray:
    canvas = Canvas(draw_style(Rng("style", seed), Calendar.kinds, False), Rng("layout", seed))
    state.draw(canvas)
    return canvas.pixels


@pytest.mark.parametrize(
    "change",
    [
        {"marked": (1, 4, 9)},
        {"marked": (1, 4, 9, 20)},
        {"mark": "highlight"},
        {"month": 6},
        {"year": 2025},
        {"first": 6},
        {"header": "full"},
    ],
    ids=str,
)
@pytest.mark.parametrize("seed", range(3))
def test_what_matters_shows(change, seed):
    before, after = picture(MAY_2024, seed), picture(msgspec.structs.replace(MAY_2024, **change), seed)
    assert before.shape != after.shape or (before != after).any()


@pytest.mark.parametrize("mark", ["circle", "highlight", "cell", "star", "pushpin", "bell"])
@pytest.mark.parametrize("seed", range(6))
def test_a_mark_shows_in_its_own_cell(mark, seed):
    plain = msgspec.structs.replace(MAY_2024, mark=mark, marked=(), notes=())
    canvas = Canvas(draw_style(Rng("style", seed), Calendar.kinds, False), Rng("layout", seed))
    plain.draw(canvas)
    x0, y0, x1, y1 = canvas.marks["day", 22].box
    marked = picture(msgspec.structs.replace(plain, marked=(22,)), seed)
    rows, columns = np.nonzero((marked != canvas.pixels).any(-1))
    inside = (rows >= y0 - 1) & (rows <= y1 + 1) & (columns >= x0 - 1) & (columns <= x1 + 1)
    assert len(rows) > 100
    assert inside.mean() > 0.95
