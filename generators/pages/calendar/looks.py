"""How a month is laid out: on walls and desks, as a print, in a planner, on screens."""

import calendar
from collections.abc import Callable
from typing import Any

from trace_tasks.engine import Box, Canvas, mix, readable
from trace_tasks.engine.words import CITIES, FIRM_STEMS, FIRM_TRADES, WEEKDAYS

from .._chrome import button, chevron, phone, window
from .._paper import PAPERS, Paper, rings, scenery, season_of, sheet, spiral
from .months import EVENTS, MONTHS, MONTHS_SHORT, TONES, Skin, grid, mini

SCREEN = ("Inter", "Roboto", "Open Sans", "Open Sans", "Libre Franklin", "Libre Franklin")


def letters(c: Canvas) -> tuple[str, str]:
    """Families for the days and for titles, as printers would choose them."""
    if c.style.body == "Kalam":
        return "Open Sans", "Noto Serif"
    return c.style.body, c.style.display


def printed(c: Canvas, dark: bool = True) -> Paper:
    return c.rng.choice(PAPERS if dark else PAPERS[:8])


def skin_of(c: Canvas, paper: Paper, size: float, **how) -> Skin:
    pens = (
        ("#d6322c", "#1f63c4", "#2b8a3e", "#c2255c")
        if not paper.dark
        else ("#ff7a70", "#6cb6ff", "#7fdc8f", "#ffb13d")
    )
    given: dict[str, Any] = {
        "family": letters(c)[0],
        "lines": c.rng.choice(("grid", "rows", "none")),
        "number": c.rng.choice(("corner", "right", "middle")),
        "weight": c.rng.choice((400, 500, 600)),
        "header": c.rng.choice(("plain", "band", "line")),
        "biro": c.rng.choice(("#e8ecf4",) if paper.dark else ("#24407a", "#2b2d33", "#1f5c3a", "#5a2b6b")),
        "pen": c.rng.choice(pens),
        "marker": c.rng.choice(("#ffe14d", "#b8f06a", "#ffb3d1", "#8fe3f5", "#ffc46b")),
    }
    given |= how
    if given["lines"] not in ("grid", "cards"):
        given["number"] = "middle"  # under its heading, where no line tells the columns apart
    return Skin(paper=paper, size=size, **given)


def wall(cal, c: Canvas) -> None:
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


def place_title(cal, c: Canvas, band: Box, paper: Paper, size: float) -> None:
    name, year = MONTHS[cal.month - 1], str(cal.year)
    if c.rng.chance(0.5):
        name = name.upper()
    how: dict[str, Any] = {"family": letters(c)[1], "weight": 700, "color": paper.ink}
    light: dict[str, Any] = {**how, "weight": 400}
    look = c.rng.choice(("middle", "apart", "left"))
    if look == "middle":
        c.text(f"{name} {year}", band.center, size, fit=band.w, **how)
    elif look == "apart":
        c.text(name, (band.x0, band.cy), size, anchor="lm", **how)
        c.text(year, (band.x1, band.cy), size * 0.8, anchor="rm", **light)
    else:
        box = c.text(name, (band.x0, band.cy), size, anchor="lm", **how)
        c.text(year, (box.x1 + size * 0.4, band.cy), size, anchor="lm", **light)


def flip(cal, c: Canvas) -> None:
    """A desk calendar with a wire binding, on its stand."""
    paper = printed(c)
    w, h = c.rng.uniform(820, 960), c.rng.uniform(600, 700)
    page = c.page(w + 60, h + 96, margin=30)
    c.fade(c.bounds, c.theme.paper, mix(c.theme.paper, c.theme.ink, 0.14))
    desk = c.bounds.bottom(90)[0]
    c.rect(desk, "#00000022")
    card = page.trim(top=20, bottom=30)
    c.polygon(((card.x0 + 20, card.y1), (card.x1 - 20, card.y1), (card.x1 + 16, card.y1 + 26),
               (card.x0 - 16, card.y1 + 26)), "#2f343a")  # fmt: skip
    sheet(c, card, paper, under=3)
    spiral(c, card.x0 + 20, card.x1 - 20, card.y0 + 2, 18)
    room = card.inset(28).trim(top=16)
    if c.rng.chance(0.5):
        side, room = room.left(room.w * 0.24, 24)
        art, foot = side.top(side.h * 0.56, 10)
        scenery(c, art, season_of(cal.month))
        c.text(str(cal.month), (foot.x0, foot.y0 + 34), 58, anchor="lm", family=letters(c)[1], weight=700,
               color=paper.accent, need=False)  # fmt: skip
        c.text(MONTHS[cal.month - 1], (foot.x0, foot.y0 + 92), 30, anchor="lm", family=letters(c)[1],
               fit=side.w, color=paper.ink, weight=600)  # fmt: skip
        c.text(
            str(cal.year), (foot.x0, foot.y0 + 128), 20, anchor="lm", family=letters(c)[1], color=paper.ink
        )
    else:
        band, room = room.top(52, 6)
        place_title(cal, c, band, paper, 36)
    grid(c, room, cal.as_month(), skin_of(c, paper, 22))


def poster(cal, c: Canvas) -> None:
    """A minimal print: large type, thin rules or none."""
    paper = printed(c)
    w, h = c.rng.uniform(600, 760), c.rng.uniform(760, 940)
    page = c.page(w, h, margin=w * 0.075, paper=paper.sheet)
    band, body = page.top(c.rng.uniform(130, 190), 14)
    name, year, display = MONTHS[cal.month - 1], str(cal.year), letters(c)[1]
    look = c.rng.choice(("number", "name", "block"))
    if look == "number":
        c.text(f"{cal.month:02}", (band.x0, band.cy - 12), 110, anchor="lm", family=display, weight=700,
               color=paper.accent, need=False)  # fmt: skip
        c.text(name, (band.x1, band.cy - 26), 34, anchor="rm", family=display, color=paper.ink, weight=600)
        c.text(year, (band.x1, band.cy + 14), 24, anchor="rm", family=display, color=paper.ink)
    elif look == "name":
        c.text(name.lower() if c.rng.chance(0.4) else name, (band.x0, band.cy - 14), 72, anchor="lm",
               family=display, weight=700, fit=band.w * 0.78, color=paper.ink)  # fmt: skip
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
                   header=c.rng.choice(("plain", "line")))  # fmt: skip
    grid(c, body, cal.as_month(), skin)


def themed(c: Canvas) -> Paper:
    t = c.theme
    return Paper(t.paper, t.ink, t.muted, t.grid, t.accent, t.panel)


def some_day(cal, c: Canvas) -> int:
    """A day to show as today, where that cannot be taken for one of the marks."""
    day = c.rng.integer(1, cal.length)
    return day if cal.mark in ("star", "pushpin", "bell") and day not in cal.marked else 0


def wallpaper(c: Canvas) -> None:
    """What lies behind a window: two blends of the accent, quiet or strong."""
    base = mix(c.theme.accent, c.theme.paper, c.rng.choice((0.0, 0.45, 0.75)))
    c.fade(c.bounds, mix(base, "#101828", 0.35), base)


def screen_family(c: Canvas) -> str:
    """Software is set in sans serifs."""
    return c.style.body if c.style.body in SCREEN else c.rng.choice(SCREEN)


def app(cal, c: Canvas) -> None:
    """The month view of a desktop program."""
    paper = themed(c)
    family, maker = screen_family(c), c.rng.choice(("lights", "boxes", "none"))
    w, h = c.rng.uniform(960, 1180), c.rng.uniform(700, 790)
    around = 0 if maker == "none" else 22
    page = c.page(w, h, margin=around, paper=c.theme.paper)
    if around:
        wallpaper(c)
    room = window(c, page, "Calendar", maker, family)
    if c.rng.chance(0.6):
        side, room = room.left(186)
        with c.clip(page, 0 if maker == "none" else 10):
            c.rect(side, c.theme.panel)
        c.line((side.x1, side.y0), (side.x1, side.y1), c.theme.grid, 1)
        lists(c, side.inset(18), family)
    bar, body = room.inset(18).top(44, 10)
    c.text(cal.title, (bar.x0, bar.cy), 26, anchor="lm", family=family, weight=700)
    today = Box(bar.x1 - 84, bar.cy - 16, bar.x1, bar.cy + 16)
    button(c, today, "Today", family)
    chevron(c, (today.x0 - 60, bar.cy), 6, -1)
    chevron(c, (today.x0 - 26, bar.cy), 6, 1)
    if bar.w > 640:
        for i, name in enumerate(("Day", "Week", "Month")):
            button(c, Box.at((today.x0 - 288 + 66 * i, bar.cy), 66, 30), name, family, name == "Month", 12.5)
    skin = skin_of(c, paper, 17, lines=c.rng.choice(("grid", "grid", "cards")),
                   number=c.rng.choice(("corner", "right")), notes="chip", header="plain",
                   weekend=c.rng.chance(0.5), family=family, today=some_day(cal, c))  # fmt: skip
    grid(c, body, cal.as_month(), skin)


def lists(c: Canvas, box: Box, family: str) -> None:
    """The calendars of a program's side bar."""
    c.text("My calendars", (box.x0, box.y0 + 18), 14, anchor="lm", weight=700, family=family, need=False)
    for i, (name, (tone, _)) in enumerate(EVENTS.items()):
        y = box.y0 + 52 + 32 * i
        tick = Box.at((box.x0 + 8, y), 16)
        c.rect(tick, tone, radius=4)
        c.polyline(((tick.x0 + 4, y), (tick.x0 + 7, y + 4), (tick.x0 + 12, y - 4)), "#ffffff", 1.8)
        c.text(name, (box.x0 + 28, y), 14, anchor="lm", family=family, need=False)


def handheld(cal, c: Canvas) -> None:
    """The month in an app on a phone, with the entries listed below."""
    paper, family = themed(c), screen_family(c)
    page = c.page(c.rng.uniform(500, 560), c.rng.uniform(860, 940), margin=20)
    wallpaper(c)
    room = phone(c, page, f"{c.rng.integer(7, 21)}:{c.rng.integer(10, 59)}", family)
    bar, rest = room.top(62, 4)
    c.text(cal.title, (bar.x0 + 8, bar.cy), 27, anchor="lm", family=family, weight=700)
    chevron(c, (bar.x1 - 56, bar.cy), 7, -1)
    chevron(c, (bar.x1 - 20, bar.cy), 7, 1)
    tabs, rest = rest.bottom(34)
    tint = readable(paper.accent, paper.sheet)
    for u, name in ((0.12, "Today"), (0.5, "Calendars"), (0.9, "Inbox")):
        c.text(name, tabs.point(u, 0.5), 15, family=family, color=tint, need=False)
    step = min(54, 268 / max(len(cal.notes), 1))
    body, low = rest.top(rest.h - 16 - step * max(len(cal.notes), 1), 12)
    skin = skin_of(c, paper, 20, lines=c.rng.choice(("none", "rows")), notes="dot", header="plain",
                   family=family, today=some_day(cal, c))  # fmt: skip
    grid(c, body, cal.as_month(), skin)
    for i, (day, text) in enumerate(cal.notes):
        line = Box(low.x0, low.y0 + step * i, low.x1, low.y0 + step * (i + 0.88))
        c.rect(line, c.theme.panel, radius=8)
        c.rect(Box(line.x0 + 9, line.y0 + 5, line.x0 + 13, line.y1 - 5), TONES[text], radius=2)
        c.text(f"{MONTHS_SHORT[cal.month - 1]} {day}", (line.x0 + 24, line.cy), 14, anchor="lm",
               family=family, weight=600, need=False)  # fmt: skip
        c.text(text, (line.x0 + 92, line.cy), 14, anchor="lm", family=family, need=False)
    if not cal.notes:
        c.text("No events", (low.cx, low.y0 + 22), 14, family=family, color=c.theme.muted, need=False)


JOBS = ("Order paint", "Fix the bike", "Book train", "Water plants", "Return books", "Clean oven",
        "Send parcel", "Buy stamps", "New curtains", "Thank Ana")  # fmt: skip


def planner(cal, c: Canvas) -> None:
    """A page of a ring binder: large cells to write in, lines for notes at the side."""
    paper = printed(c, dark=False)
    page = c.page(c.rng.uniform(940, 1120), c.rng.uniform(720, 830), margin=24, paper=c.theme.panel)
    sheet(c, page, paper, radius=8)
    rings(c, page, c.rng.choice((4, 6)))
    room = page.inset(30).trim(left=22)
    band, rest = room.top(54, 8)
    place_title(cal, c, band, paper, 36)
    skin = skin_of(c, paper, 19, lines="grid", number=c.rng.choice(("corner", "right")))
    if c.rng.chance(0.6):
        side, rest = rest.right(rest.w * 0.19, 18)
        c.text(
            c.rng.choice(("Notes", "To do", "This month")),
            (side.x0, side.y0 + 14),
            18,
            anchor="lm",
            family=letters(c)[1],
            color=paper.ink,
            need=False,
        )
        jobs = c.rng.sample(JOBS, c.rng.integer(4, len(JOBS)))
        for i, y in enumerate(range(round(side.y0) + 56, round(side.y1), 36)):
            c.line((side.x0, y), (side.x1, y), paper.line, 1.2)
            if i < len(jobs):
                c.text(jobs[i], (side.x0 + 2, y - 10), 16, anchor="lm", family="Kalam", color=skin.biro,
                       fit=side.w, need=False)  # fmt: skip
    grid(c, rest, cal.as_month(), skin)


def office(cal, c: Canvas) -> None:
    """A firm's calendar: its name, the month, and the two months beside it in small."""
    paper = printed(c, dark=False)
    w, h = c.rng.uniform(760, 900), c.rng.uniform(840, 960)
    page = c.page(w, h, margin=26)
    sheet(c, page, paper, under=1)
    head, rest = page.top(74)
    c.rect(head, paper.accent)
    firm = f"{c.rng.choice(FIRM_STEMS)} {c.rng.choice(FIRM_TRADES)}"
    c.text(firm, (head.x0 + 28, head.cy), 25, anchor="lm", weight=700, family=letters(c)[1], need=False)
    c.text(c.rng.choice(CITIES), (head.x1 - 28, head.cy), 16, anchor="rm", family=letters(c)[0], need=False)
    band, rest = rest.inset(26, 16).top(58, 4)
    place_title(cal, c, band, paper, 38)
    body, low = rest.top(rest.h - 176, 16)
    skin = skin_of(c, paper, 25, lines="grid", weight=700)
    grid(c, body, cal.as_month(), skin)
    parts = low.columns(2, 60)
    initials = tuple(WEEKDAYS[k][:2] for k in cal.columns())
    for step, part in zip((-1, 1), parts, strict=True):
        year, month = cal.neighbour(step)
        start, length = calendar.monthrange(year, month)
        mini(c, part.inset(part.w * 0.12, 0), f"{MONTHS_SHORT[month - 1]} {year}", length,
             (start - cal.first) % 7, initials, skin)  # fmt: skip


def looks_for(cal, c: Canvas) -> tuple[Callable[..., None], ...]:
    """The layouts that suit a month: today's software only for its years, long headings where they fit."""
    long = cal.header.startswith("full")
    if cal.year >= 2019 and "screen" in c.theme.kinds and c.rng.chance(0.8):
        return (app,) if long or len(cal.notes) > 8 else (app, handheld)
    return (
        (wall, flip, planner, office) if long or len(cal.notes) > 6 else (wall, flip, planner, office, poster)
    )
