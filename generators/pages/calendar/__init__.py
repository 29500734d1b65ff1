"""Calendars: one month, hung on a wall, standing on a desk, printed in a planner or shown by an app."""

import calendar
from datetime import date
from typing import ClassVar

from trace_tasks.engine import Canvas, Found, Scene
from trace_tasks.engine.words import WEEKDAYS

from .looks import looks_for
from .months import HEADERS, MARKS, MONTHS, TONES, Month

ORDINALS = ("first", "second", "third", "fourth", "fifth")


class Calendar(Scene):
    year: int  # from 2008 to 2031
    month: int
    first: int  # weekday of the left column: 0 Monday, 6 Sunday
    header: str  # a way to write the weekdays, a key of HEADERS
    mark: str  # a key of MARKS
    marked: tuple[int, ...]  # days with the mark, ascending
    notes: tuple[tuple[int, str], ...]  # day and what stands there
    neighbours: bool  # days of the months before and after are shown faintly
    weeks: bool  # week numbers are shown; only where weeks begin on Monday

    WEEK: ClassVar[str] = "Weekdays are Monday to Friday; the weekend is Saturday and Sunday."
    about = (
        "The picture shows a calendar for {scene.title}.",
        "This is a calendar page for {scene.title}.",
        "The calendar shows {scene.title}.",
    )

    @classmethod
    def sample(cls, rng):
        return blank(rng, rng.dial(0, 5), tuple(HEADERS))

    @property
    def load(self):
        return len(self.marked) + len(self.notes) + 3 * self.neighbours + 2 * (self.first == 6) + self.weeks

    @property
    def title(self) -> str:
        return f"{MONTHS[self.month - 1]} {self.year}"

    @property
    def length(self) -> int:
        return calendar.monthrange(self.year, self.month)[1]

    def days(self) -> range:
        return range(1, self.length + 1)

    def weekday(self, day: int) -> int:
        return calendar.weekday(self.year, self.month, day)

    def is_weekend(self, day: int) -> bool:
        return self.weekday(day) >= 5

    def date(self, day: int) -> str:
        return f"{MONTHS[self.month - 1]} {day}"

    def workdays(self, days_off: bool) -> list[int]:
        return [d for d in self.days() if not self.is_weekend(d) and not (days_off and d in self.marked)]

    def columns(self) -> list[int]:
        return [(self.first + k) % 7 for k in range(7)]

    def before(self) -> int:
        return (self.weekday(1) - self.first) % 7

    def neighbour(self, step: int) -> tuple[int, int]:
        """Year and month of the month before (-1) or after (1)."""
        turned = self.year * 12 + self.month - 1 + step
        return turned // 12, turned % 12 + 1

    def as_month(self) -> Month:
        columns = self.columns()
        rows = -(-(self.before() + self.length) // 7)
        mondays = [min(max(7 * r + 1 - self.before(), 1), self.length) for r in range(rows)]
        numbers = [_week_number(self.year, self.month, d) for d in mondays] if self.weeks else []
        return Month(
            length=self.length,
            before=self.before(),
            titles=tuple(HEADERS[self.header][k] for k in columns),
            weekend=tuple(i for i, k in enumerate(columns) if k >= 5),
            previous=calendar.monthrange(*self.neighbour(-1))[1] if self.neighbours else 0,
            weeks=tuple(str(n) for n in numbers),
            marked=self.marked,
            mark=self.mark,
            notes=dict(self.notes),
        )

    def draw(self, c: Canvas):
        c.rng.choice(looks_for(self, c))(self, c)


def _week_number(year: int, month: int, day: int) -> int:
    return date(year, month, day).isocalendar().week


def blank(rng, marks: int, headers: tuple[str, ...]) -> Calendar:
    """A month with its clutter, and so many marked days."""
    year, month = rng.integer(2008, 2031), rng.integer(1, 12)
    days = range(1, calendar.monthrange(year, month)[1] + 1)
    monday = rng.dial(0.0, 1.0) < 0.55
    noted = sorted(rng.sample(days, rng.dial(4, 16)))
    return Calendar(
        year=year,
        month=month,
        first=0 if monday else 6,
        header=rng.choice(headers),
        mark=rng.choice(tuple(MARKS)),
        marked=tuple(sorted(rng.sample(days, marks))),
        notes=tuple(zip(noted, rng.sample(tuple(TONES), len(noted)), strict=True)),
        neighbours=rng.dial(0.0, 1.0) > 0.4,
        weeks=monday and rng.chance(0.25),
    )


# ---- tasks


@Calendar.task(
    answer="string",
    annotation="bbox",
    operations=("direct_retrieval",),
    ask=(
        "What is the heading of the column that holds {date}? Give it exactly as printed.",
        "Under which column heading is {date}? Write the heading as the calendar does.",
        "On what day of the week is {date}? Answer with the column heading, as the calendar spells it.",
    ),
    answer_is="the heading of the column, spelled as in the picture",
    witness_is="the cell of {date}",
)
def date_weekday_label(cal, query, day: int):
    return Found(HEADERS[cal.header][cal.weekday(day)], at=("day", day))


@date_weekday_label.sample
def with_named_columns(rng):
    return blank(rng, rng.dial(0, 5), tuple(HEADERS))


@date_weekday_label.operands
def any_day(rng, cal, query):
    column = rng.goal(range(7))
    return {"day": rng.choice([d for d in cal.days() if cal.weekday(d) == column])}


@date_weekday_label.words
def its_date(cal, query, day):
    return {"date": cal.date(day)}


@Calendar.task(
    answer="integer",
    annotation="bbox",
    operations=("filtering", "ranking"),
    ask=(
        "On which day of the month does the {ordinal} {weekday} of {month} fall?",
        "What is the date of the {ordinal} {weekday} in {month}? Give the number of the day.",
        "Find the {ordinal} {weekday} of {month}. Which day of the month is it?",
    ),
    answer_is="the day of the month",
    witness_is="the cell of that day",
)
def weekday_occurrence_date(cal, query, weekday: int, occurrence: int):
    days = [d for d in cal.days() if cal.weekday(d) == weekday]
    return Found(days[occurrence - 1], at=("day", days[occurrence - 1]), because={"days": days})


@weekday_occurrence_date.operands
def occurrence_of_a_day(rng, cal, query):
    day = rng.goal(range(1, 29)) if rng.goal(range(10), "late") else rng.integer(29, max(cal.length, 29))
    day = min(day, cal.length)
    return {"weekday": cal.weekday(day), "occurrence": (day + 6) // 7}


@weekday_occurrence_date.words
def ordinal_and_name(cal, query, weekday, occurrence):
    return {"ordinal": ORDINALS[occurrence - 1], "weekday": WEEKDAYS[weekday], "month": MONTHS[cal.month - 1]}


@Calendar.task(
    answer="integer",
    annotation="bbox_set",
    operations=("filtering", "counting"),
    ask=(
        "{scene.WEEK} How many of the {mark} are {group}?",
        "How many of the month's {mark} are {group}? {scene.WEEK}",
        "Count the {mark} that are {group}. {scene.WEEK}",
    ),
    answer_is="the number of those days",
    witness_is="the cells of those days",
)
def marked_day_class_count(cal, query, weekend: bool):
    hits = [d for d in cal.marked if cal.is_weekend(d) == weekend]
    return Found(len(hits), at=[("day", d) for d in hits], because={"marked": list(cal.marked)})


@marked_day_class_count.sample
def with_so_many_marks(rng):
    weekend = rng.goal((False, True), "class")
    count = rng.goal(range(1, 8) if weekend else range(1, 11), "count")
    cal = blank(rng, 0, tuple(HEADERS))
    same = [d for d in cal.days() if cal.is_weekend(d) == weekend]
    other = [d for d in cal.days() if cal.is_weekend(d) != weekend]
    days = rng.sample(same, count) + rng.sample(other, rng.dial(1, 6))
    return Calendar(
        **{f: getattr(cal, f) for f in cal.__struct_fields__ if f != "marked"}, marked=tuple(sorted(days))
    )


@marked_day_class_count.operands
def asked_class(rng, cal, query):
    return {"weekend": rng.goal((False, True), "class")}


@marked_day_class_count.words
def mark_and_group(cal, query, weekend):
    return {"mark": MARKS[cal.mark][1], "group": "weekend days" if weekend else "weekdays"}


@Calendar.task(
    answer="integer",
    annotation="bbox_set",
    operations=("filtering", "counting", "comparison"),
    queries={"weekday_range_count": "weekdays", "weekend_range_count": "weekend days"},
    ask=(
        "{scene.WEEK} How many {query} are there from {start} to {end}, both included?",
        "Count the {query} from {start} up to and including {end}; {start} itself counts too. {scene.WEEK}",
        "How many {query} are there between {start} and {end}, if both dates count? {scene.WEEK}",
    ),
    answer_is="the number of {query} in that range",
    witness_is="the cells of those days",
)
def date_range_day_class_count(cal, query, first_day: int, last_day: int):
    weekend = query == "weekend_range_count"
    hits = [d for d in range(first_day, last_day + 1) if cal.is_weekend(d) == weekend]
    return Found(len(hits), at=[("day", d) for d in hits])


@date_range_day_class_count.operands
def range_with_so_many(rng, cal, query):
    weekend = query == "weekend_range_count"
    count = rng.goal(range(1, 9) if weekend else range(3, 19))
    ranges = [
        (a, b)
        for a in cal.days()
        for b in range(a + 2, cal.length + 1)
        if count not in (a, b) and sum(cal.is_weekend(d) == weekend for d in range(a, b + 1)) == count
    ]
    first_day, last_day = rng.choice(ranges)
    return {"first_day": first_day, "last_day": last_day}


@date_range_day_class_count.words
def both_ends(cal, query, first_day, last_day):
    return {"start": cal.date(first_day), "end": cal.date(last_day)}


@Calendar.task(
    answer="integer",
    annotation="bbox_map",
    operations=("formula_evaluation",),
    queries={"workday_after_offset_date": "after", "workday_before_offset_date": "before"},
    ask=(
        "{rule} Which day of the month is {count} workdays {query} {date}? Do not count {date} itself.",
        "{rule} Start at {date} and count {count} workdays {way}, without {date} itself. Which day of the "
        "month do you reach?",
        "Find the day that is {count} workdays {query} {date}, not counting {date} itself. Which day of the "
        "month is it? {rule}",
    ),
    answer_is="the day of the month",
    witness_is="the cell of {date} and the cell of the day reached",
)
def workday_offset_date(cal, query, day: int, count: int, days_off: bool):
    workdays = cal.workdays(days_off)
    if query == "workday_after_offset_date":
        reached = [d for d in workdays if d > day][count - 1]
    else:
        reached = [d for d in workdays if d < day][-count]
    return Found(reached, at={"reference_date": ("day", day), "target_date": ("day", reached)})


@workday_offset_date.sample
def with_days_off(rng):
    return blank(rng, rng.dial(0, 4), tuple(HEADERS))


@workday_offset_date.operands
def way_to_a_workday(rng, cal, query):
    days_off = bool(cal.marked)
    after = query == "workday_after_offset_date"
    workdays = cal.workdays(days_off)
    wanted, hoped = rng.goal(range(4, 32) if after else range(1, 29)), rng.dial(2, 12)
    target = min(workdays[3:] if after else workdays[:-3], key=lambda d: abs(d - wanted))
    starts = [d for d in cal.days() if (d < target if after else d > target)]
    ways = {d: sum(min(d, target) < w < max(d, target) for w in workdays) + 1 for d in starts}
    fitting = [d for d, n in ways.items() if n >= 2 and n != target]
    day = min(rng.shuffled(fitting), key=lambda d: abs(ways[d] - hoped)) if fitting else rng.choice([])
    return {"day": day, "count": ways[day], "days_off": days_off}


@workday_offset_date.words
def rule_and_date(cal, query, day, count, days_off):
    off = f", and every {MARKS[cal.mark][0]} is a day off" if days_off else ""
    return {
        "date": cal.date(day),
        "rule": f"Workdays are Monday to Friday{off}.",
        "way": "forwards" if query == "workday_after_offset_date" else "backwards",
    }
