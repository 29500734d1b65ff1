"""Calendars: one month, hung on a wall, standing on a desk, printed in a planner or shown by an app."""

import calendar
from typing import ClassVar

from trace_tasks.engine import Box, Canvas, Found, Scene
from trace_tasks.engine.words import CITIES, FIRM_STEMS, FIRM_TRADES, WEEKDAYS

from ._chrome import button, chevron, phone, window
from ._months import HEADERS, MARKS, MONTHS, MONTHS_SHORT, Month, Skin, grid, mini
from ._paper import PAPERS, Paper, fade, scenery, season_of, sheet, spiral

ORDINALS = ("first", "second", "third", "fourth", "fifth")
NOTES = ("Dentist", "Yoga", "Rent due", "Book club", "Vet", "Market", "Choir", "Gym", "Piano", "Lunch", "Haircut",
         "Bins out", "Pay day", "Car wash", "Bake sale", "Picnic", "Football", "Call Mum", "Library", "Swim")  # fmt: skip


class Calendar(Scene):
    year: int
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
        "The picture shows the calendar of {scene.title}.",
        "This is a calendar page for {scene.title}.",
        "Look at the month of {scene.title} on the calendar.",
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
        c.rng.choice(LAYOUTS)(self, c)


def _week_number(year: int, month: int, day: int) -> int:
    import datetime

    return datetime.date(year, month, day).isocalendar().week


def blank(rng, marks: int, headers: tuple[str, ...]) -> Calendar:
    """A month with its clutter, and so many marked days."""
    year, month = rng.integer(2001, 2039), rng.integer(1, 12)
    days = range(1, calendar.monthrange(year, month)[1] + 1)
    monday = rng.dial(0.0, 1.0) < 0.55
    noted = sorted(rng.sample(days, rng.dial(0, 8)))
    return Calendar(
        year=year,
        month=month,
        first=0 if monday else 6,
        header=rng.choice(headers),
        mark=rng.choice(tuple(MARKS)),
        marked=tuple(sorted(rng.sample(days, marks))),
        notes=tuple(zip(noted, rng.sample(NOTES, len(noted)), strict=True)),
        neighbours=rng.dial(0.0, 1.0) > 0.4,
        weeks=monday and rng.chance(0.25),
    )


# ---- looks


def printed(c: Canvas, dark: bool = True) -> Paper:
    return c.rng.choice(PAPERS if dark else PAPERS[:8])


def skin_of(c: Canvas, paper: Paper, size: float, **how) -> Skin:
    pens = (
        ("#d6322c", "#1f63c4", "#2b8a3e", "#c2255c")
        if not paper.dark
        else ("#ff7a70", "#6cb6ff", "#7fdc8f", "#ffb13d")
    )
    given = {
        "family": c.style.body,
        "lines": c.rng.choice(("grid", "rows", "none")),
        "number": c.rng.choice(("corner", "right", "middle")),
        "weight": c.rng.choice((400, 500, 600)),
        "header": c.rng.choice(("plain", "band", "line")),
        "notes": c.rng.choice(("chip", "dot", "hand")),
        "pen": c.rng.choice(pens),
        "marker": c.rng.choice(("#ffe14d", "#b8f06a", "#ffb3d1", "#8fe3f5", "#ffc46b")),
    }
    return Skin(paper=paper, size=size, **{**given, **how})


def wall(cal: Calendar, c: Canvas) -> None:
    """A sheet on the wall: a picture above, the month below."""
    paper = printed(c, dark=False)
    w, picture = c.rng.uniform(640, 780), c.rng.uniform(230, 320)
    around = c.rng.uniform(22, 44)
    page = c.page(w + 2 * around, picture + 580 + 2 * around, margin=around)
    sheet(c, page.trim(top=14), paper, under=2)
    top, rest = page.trim(top=14).top(picture)
    scenery(c, top, season_of(cal.month) if c.rng.chance(0.7) else c.rng.choice(("dusk", "night")))
    spiral(c, page.x0 + 24, page.x1 - 24, page.y0 + 16, 15)
    band, body = rest.inset(26, 18).top(58, 8)
    place_title(cal, c, band, paper, 38)
    grid(c, body, cal.as_month(), skin_of(c, paper, 21))


def place_title(cal: Calendar, c: Canvas, band: Box, paper: Paper, size: float) -> None:
    name, year = MONTHS[cal.month - 1], str(cal.year)
    if c.rng.chance(0.5):
        name = name.upper()
    how = {"family": c.style.display, "weight": 700, "color": paper.ink}
    accent = {"family": c.style.display, "color": paper.ink}
    look = c.rng.choice(("middle", "apart", "left"))
    if look == "middle":
        c.text(f"{name} {year}", band.center, size, fit=band.w, **how)
    elif look == "apart":
        c.text(name, (band.x0, band.cy), size, anchor="lm", **how)
        c.text(year, (band.x1, band.cy), size * 0.8, anchor="rm", **accent)
    else:
        box = c.text(name, (band.x0, band.cy), size, anchor="lm", **how)
        c.text(year, (box.x1 + size * 0.4, band.cy), size, anchor="lm", **accent)


def flip(cal: Calendar, c: Canvas) -> None:
    """A desk calendar with a wire binding, on its stand."""
    paper = printed(c)
    w, h = c.rng.uniform(820, 960), c.rng.uniform(600, 700)
    page = c.page(w + 60, h + 96, margin=30)
    fade(c, c.bounds, c.theme.paper, c.theme.panel)
    desk = c.bounds.bottom(90)[0]
    c.rect(desk, "#00000022")
    card = page.trim(top=20, bottom=30)
    c.polygon(((card.x0 + 20, card.y1), (card.x1 - 20, card.y1), (card.x1 + 16, card.y1 + 26), (card.x0 - 16, card.y1 + 26)),
              "#2f343a")  # fmt: skip
    sheet(c, card, paper, under=3)
    spiral(c, card.x0 + 20, card.x1 - 20, card.y0 + 2, 18)
    room = card.inset(28).trim(top=16)
    if c.rng.chance(0.5):
        side, room = room.left(room.w * 0.24, 24)
        art, foot = side.top(side.h * 0.56, 10)
        scenery(c, art, season_of(cal.month))
        c.text(str(cal.month), (foot.x0, foot.y0 + 34), 58, anchor="lm", family=c.style.display, weight=700,
               color=paper.accent, need=False)  # fmt: skip
        c.text(MONTHS[cal.month - 1], (foot.x0, foot.y0 + 92), 30, anchor="lm", family=c.style.display, fit=side.w,
               color=paper.ink, weight=600)  # fmt: skip
        c.text(
            str(cal.year), (foot.x0, foot.y0 + 128), 20, anchor="lm", family=c.style.display, color=paper.ink
        )
    else:
        band, room = room.top(52, 6)
        place_title(cal, c, band, paper, 36)
    grid(c, room, cal.as_month(), skin_of(c, paper, 22, notes=c.rng.choice(("chip", "dot"))))


def poster(cal: Calendar, c: Canvas) -> None:
    """A minimal print: large type, thin rules or none."""
    paper = printed(c)
    w, h = c.rng.uniform(600, 760), c.rng.uniform(760, 940)
    page = c.page(w, h, margin=w * 0.075, paper=paper.sheet)
    band, body = page.top(c.rng.uniform(130, 190), 14)
    name, year, display = MONTHS[cal.month - 1], str(cal.year), c.style.display
    look = c.rng.choice(("number", "name", "block"))
    if look == "number":
        c.text(f"{cal.month:02}", (band.x0, band.cy - 12), 110, anchor="lm", family=display, weight=700,
               color=paper.accent, need=False)  # fmt: skip
        c.text(name, (band.x1, band.cy - 26), 34, anchor="rm", family=display, color=paper.ink, weight=600)
        c.text(year, (band.x1, band.cy + 14), 24, anchor="rm", family=display, color=paper.ink)
    elif look == "name":
        c.text(name.lower() if c.rng.chance(0.4) else name, (band.x0, band.cy - 14), 72, anchor="lm", family=display,
               weight=700, fit=band.w * 0.78, color=paper.ink)  # fmt: skip
        c.text(year, (band.x1, band.cy + 26), 24, anchor="rm", family=display, color=paper.ink)
    else:
        block = band.trim(bottom=14)
        c.rect(block, paper.accent)
        c.text(
            name.upper(),
            (block.x0 + 24, block.cy),
            46,
            anchor="lm",
            family=display,
            weight=700,
            fit=block.w * 0.7,
        )
        c.text(year, (block.x1 - 24, block.cy), 26, anchor="rm", family=display)
    skin = skin_of(c, paper, c.rng.uniform(21, 27), lines=c.rng.choice(("none", "rows", "none")),
                   number=c.rng.choice(("middle", "middle", "corner")), notes="dot",
                   header=c.rng.choice(("plain", "line")))  # fmt: skip
    grid(c, body, cal.as_month(), skin)


def themed(c: Canvas) -> Paper:
    t = c.theme
    return Paper(t.paper, t.ink, t.muted, t.grid, t.accent, t.panel)


def app(cal: Calendar, c: Canvas) -> None:
    """The month view of a desktop program."""
    paper = themed(c)
    maker = c.rng.choice(("lights", "boxes", "none"))
    w, h = c.rng.uniform(960, 1180), c.rng.uniform(700, 790)
    around = 0 if maker == "none" else 22
    page = c.page(w, h, margin=around, paper=c.theme.paper if maker == "none" else c.theme.accent)
    room = window(c, page, "Calendar", maker)
    if c.rng.chance(0.6):
        side, room = room.left(186)
        c.rect(side.trim(bottom=10), c.theme.panel)
        c.line((side.x1, side.y0), (side.x1, side.y1), c.theme.grid, 1)
        lists(c, side.inset(18), paper)
    bar, body = room.inset(18).top(44, 10)
    c.text(cal.title, (bar.x0, bar.cy), 26, anchor="lm", family=c.style.display, weight=700)
    today = Box(bar.x1 - 84, bar.cy - 16, bar.x1, bar.cy + 16)
    button(c, today, "Today")
    chevron(c, (today.x0 - 60, bar.cy), 6, -1)
    chevron(c, (today.x0 - 26, bar.cy), 6, 1)
    if bar.w > 640:
        for i, name in enumerate(("Day", "Week", "Month")):
            button(c, Box.at((today.x0 - 288 + 66 * i, bar.cy), 66, 30), name, name == "Month", 12.5)
    skin = skin_of(c, paper, 17, lines=c.rng.choice(("grid", "grid", "cards")), number=c.rng.choice(("corner", "right")),
                   notes="chip", header="plain", weekend=c.rng.chance(0.5))  # fmt: skip
    grid(c, body, cal.as_month(), skin)


def lists(c: Canvas, box: Box, paper: Paper) -> None:
    """The calendars of a program's side bar."""
    c.text("My calendars", (box.x0, box.y0 + 18), 14, anchor="lm", weight=700, need=False)
    for i, name in enumerate(
        ("Home", "Work", "School", "Birthdays", "Sports", "Travel")[: c.rng.integer(4, 6)]
    ):
        y = box.y0 + 52 + 32 * i
        tick = Box.at((box.x0 + 8, y), 16)
        c.rect(tick, c.color(i % 4), radius=4)
        c.polyline(((tick.x0 + 4, y), (tick.x0 + 7, y + 4), (tick.x0 + 12, y - 4)), paper.sheet, 1.8)
        c.text(name, (box.x0 + 28, y), 14, anchor="lm", need=False)


def handheld(cal: Calendar, c: Canvas) -> None:
    """The month in an app on a phone, with the entries listed below."""
    paper = themed(c)
    page = c.page(c.rng.uniform(500, 560), c.rng.uniform(860, 940), margin=20, paper=c.theme.accent)
    room = phone(c, page, f"{c.rng.integer(7, 21)}:{c.rng.integer(10, 59)}")
    bar, rest = room.top(62, 4)
    c.text(cal.title, (bar.x0 + 8, bar.cy), 27, anchor="lm", family=c.style.display, weight=700)
    chevron(c, (bar.x1 - 56, bar.cy), 7, -1)
    chevron(c, (bar.x1 - 20, bar.cy), 7, 1)
    entries = [f"{cal.date(d)}   {text}" for d, text in cal.notes[:4]]
    body, low = rest.top(rest.h - 60 - 46 * max(len(entries), 1), 12)
    skin = skin_of(
        c, paper, 20, lines=c.rng.choice(("none", "rows")), number="middle", notes="dot", header="plain"
    )
    grid(c, body, cal.as_month(), skin)
    for i, text in enumerate(entries or ["No entries this month"]):
        line = Box(low.x0, low.y0 + 10 + 46 * i, low.x1, low.y0 + 50 + 46 * i)
        c.rect(line, c.theme.panel, radius=10)
        c.rect(Box(line.x0 + 10, line.y0 + 9, line.x0 + 14, line.y1 - 9), c.color(i % 4), radius=2)
        c.text(text, (line.x0 + 26, line.cy), 15, anchor="lm", need=False)


def planner(cal: Calendar, c: Canvas) -> None:
    """A page of a ring binder: large cells to write in, lines for notes at the side."""
    paper = printed(c, dark=False)
    page = c.page(c.rng.uniform(940, 1120), c.rng.uniform(720, 830), margin=24, paper=c.theme.panel)
    sheet(c, page, paper, radius=8)
    for i in range(6):
        y = page.y0 + page.h * (0.12 + 0.152 * i)
        c.circle((page.x0 + 20, y), 8, c.theme.panel, paper.line, 1.4)
    room = page.inset(30).trim(left=22)
    band, rest = room.top(54, 8)
    place_title(cal, c, band, paper, 36)
    if c.rng.chance(0.6):
        side, rest = rest.right(rest.w * 0.19, 18)
        c.text(
            "Notes",
            (side.x0, side.y0 + 14),
            18,
            anchor="lm",
            family=c.style.display,
            color=paper.ink,
            need=False,
        )
        for y in range(round(side.y0) + 52, round(side.y1), 34):
            c.line((side.x0, y), (side.x1, y), paper.line, 1.2)
    skin = skin_of(c, paper, 19, lines="grid", number=c.rng.choice(("corner", "right")), notes="hand")
    grid(c, rest, cal.as_month(), skin)


def office(cal: Calendar, c: Canvas) -> None:
    """A firm's calendar: its name, the month, and the two months beside it in small."""
    paper = printed(c, dark=False)
    w, h = c.rng.uniform(760, 900), c.rng.uniform(840, 960)
    page = c.page(w, h, margin=26)
    sheet(c, page, paper, under=1)
    head, rest = page.top(74)
    c.rect(head, paper.accent)
    firm = f"{c.rng.choice(FIRM_STEMS)} {c.rng.choice(FIRM_TRADES)}"
    c.text(firm, (head.x0 + 28, head.cy), 25, anchor="lm", weight=700, family=c.style.display, need=False)
    c.text(c.rng.choice(CITIES), (head.x1 - 28, head.cy), 16, anchor="rm", need=False)
    band, rest = rest.inset(26, 16).top(58, 4)
    place_title(cal, c, band, paper, 38)
    body, low = rest.top(rest.h - 176, 16)
    skin = skin_of(c, paper, 25, lines="grid", weight=700, notes=c.rng.choice(("chip", "hand")))
    grid(c, body, cal.as_month(), skin)
    parts = low.columns(2, 60)
    letters = tuple(HEADERS["letter"][k] for k in cal.columns())
    for step, part in zip((-1, 1), parts, strict=True):
        year, month = cal.neighbour(step)
        start, length = calendar.monthrange(year, month)
        mini(c, part.inset(part.w * 0.12, 0), f"{MONTHS_SHORT[month - 1]} {year}", length, (start - cal.first) % 7,
             letters, skin)  # fmt: skip


LAYOUTS = (wall, wall, flip, poster, app, app, handheld, planner, office)


# ---- tasks


@Calendar.task(
    answer="string",
    annotation="bbox",
    operations=("direct_retrieval",),
    ask=(
        "What stands at the head of the column in which {date} lies? Give it exactly as it is printed.",
        "Under which column heading is {date}? Write the heading as the calendar has it.",
        "On what day of the week does {date} fall? Answer with the column's heading as the calendar spells it.",
    ),
    answer_is="the heading of the column, spelled as in the picture",
    witness_is="the cell of {date}",
)
def date_weekday_label(cal, query, day: int):
    return Found(HEADERS[cal.header][cal.weekday(day)], at=("day", day))


@date_weekday_label.sample
def with_named_columns(rng):
    return blank(rng, rng.dial(0, 5), tuple(HEADERS)[1:])


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
        "Find the {ordinal} {weekday} that belongs to {month}. Which day of the month is it?",
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
        "{scene.WEEK} How many {mark} days of the month fall on {group}?",
        "How many of the {mark} days are on {group}? {scene.WEEK}",
        "Count the {mark} days that fall on {group}. {scene.WEEK}",
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
    return {"mark": MARKS[cal.mark], "group": "the weekend" if weekend else "weekdays"}


@Calendar.task(
    answer="integer",
    annotation="bbox_set",
    operations=("filtering", "counting", "comparison"),
    queries={"weekday_range_count": "weekdays", "weekend_range_count": "weekend days"},
    ask=(
        "{scene.WEEK} How many {query} are there from {start} to {end}, both included?",
        "Count the {query} from {start} up to and including {end}; {start} itself counts too. {scene.WEEK}",
        "How many {query} lie between {start} and {end}, with both of these dates counted? {scene.WEEK}",
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
        "Workdays are Monday to Friday{off}. On which day of the month is the workday that comes {count} workdays "
        "{query} {date}? {date} itself is not counted.",
        "Start at {date} and count {count} workdays {way}, without counting {date} itself. Which day of the month do "
        "you reach? Workdays are Monday to Friday{off}.",
        "Which day of {month} lies {count} workdays {query} {date}? Workdays are Monday to Friday{off}, and {date} is "
        "not one of those counted.",
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
    return {
        "date": cal.date(day),
        "month": MONTHS[cal.month - 1],
        "off": f", except the {MARKS[cal.mark]} days, which are days off" if days_off else "",
        "way": "forwards" if query == "workday_after_offset_date" else "backwards",
    }
