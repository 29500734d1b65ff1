"""Clocks: dials with two, three or four hands, and digital displays."""

from itertools import permutations
from typing import ClassVar

from trace_tasks.engine import LETTERS, Canvas, Found, Reject, Scene, Task
from trace_tasks.engine.words import CITIES, FIRM_STEMS, FIRST_NAMES

from .pictures import DAY, PICTURES, text_of

NUMERALS = ("arabic", "quarters", "roman", "ticks")  # from the easiest to read to the hardest
GRAINS = (15, 5, 1, 1)  # the times shown are multiples of this many minutes
PAIRS = (("Start", "End"), ("Departure", "Arrival"), ("Opens", "Closes"), ("Kick-off", "Final whistle"),
         ("Lights on", "Lights off"), ("Take-off", "Landing"), ("Into oven", "Out of oven"))  # fmt: skip
NAMES = (tuple("ABCDEFGHI"), tuple("PQRSTUVWX"), FIRST_NAMES, FIRM_STEMS, CITIES)


def angle_of(minutes: int) -> float:
    """The smaller angle between the hour and the minute hand, in degrees."""
    halves = 11 * minutes % DAY
    return min(halves, DAY - halves) / 2


def clear_of_hands(angle: float, minutes: float) -> bool:
    """Whether a hand at this angle lies well apart from the hour and the minute hand."""
    return all(abs((angle - h + 180) % 360 - 180) >= 15 for h in (minutes / 2, minutes % 60 * 6))


CLEAR = frozenset(t for t in range(DAY) if angle_of(t) >= 16)  # hands well apart


class Clock(Scene):
    show: str  # one, pair, wall, match (a reference, then options), sequence (four slots, then options)
    times: tuple[int, ...]  # minutes after twelve o'clock, below 720, one for each clock in reading order
    numerals: str
    labels: tuple[str, ...] = ()  # under the clocks
    second: int = -1  # where the second hand of a single clock points; -1: it has none
    alarm: int = -1  # minutes after twelve o'clock; -1: none
    alarm_color: str = ""  # of the alarm hand; "": the alarm time stands on a plate
    digital: str = ""  # in a match: reference or options
    missing: int = -1  # in a sequence: the empty slot

    MORNING: ClassVar[str] = "between 1:00 and 11:59 on the same morning"
    TURN: ClassVar[str] = "12"
    STEADY: ClassVar[str] = "The hour and the minute hand move on steadily with the seconds."
    SLOTS: ClassVar[str] = "four"
    degrade: ClassVar[bool] = False  # single minutes are read
    about = (
        "The picture shows {scene.what}.",
        "Here you see {scene.what}.",
        "This is a picture of {scene.what}.",
    )

    @classmethod
    def sample(cls, rng):
        return cls(show="one", times=(rng.choice(moments(rng)),), numerals=numerals_of(rng))

    @property
    def load(self):
        odd = sum(t % 5 > 0 for t in self.times) / len(self.times)
        return len(self.times) + NUMERALS.index(self.numerals) + 3 * odd + 2 * (self.alarm % 60 > 0)

    @property
    def what(self) -> str:
        return {
            "one": "a clock",
            "pair": "two labelled clocks",
            "wall": "several labelled clocks",
            "match": "a clock and lettered options",
            "sequence": "a row of clocks with a gap and, under it, lettered options",
        }[self.show]

    @property
    def scene_variant(self):
        return self.show

    def draw(self, c: Canvas):
        PICTURES[self.show](self, c)


def numerals_of(rng) -> str:
    return NUMERALS[rng.dial(0, 3)]


def moments(rng, low: int = 0, high: int = DAY - 1) -> list[int]:
    """Times that can be read without doubt, fine ones when it shall be hard."""
    grain = GRAINS[rng.dial(0, 3)]
    return [t for t in range(low, high + 1) if t % grain == 0 and t in CLEAR]


# ---- one clock


def readings(minutes: int, second: int, rng) -> list[tuple[int, int]]:
    """Wrong ways to read a clock with a second hand, each by one plain mistake; minutes and seconds."""
    hour, minute = minutes // 60, minutes % 60
    mistakes = [
        (minute // 5 * 60 + (hour * 5 + minute // 12) % 60, second),  # hour and minute hand exchanged
        ((minutes + (1 if second >= 30 else -1)) % DAY, second),  # the next mark to the minute hand
        ((minutes + (60 if minute >= 30 else -60)) % DAY, second),  # the other hour mark
        (hour * 60 + second, minute),  # minute and second hand exchanged
        (hour * 60 + (minute + 5) % 60, second),  # one hour mark on
        (hour * 60 + (minute - 5) % 60, second),
        (minutes, (second + rng.choice((-10, 10, 30))) % 60),
        (second // 5 * 60 + minute, hour * 5),  # hour and second hand exchanged
    ]
    return [pair for pair in dict.fromkeys(mistakes) if pair != (minutes, second)]


@Clock.task(
    answer="option_letter",
    annotation="bbox",
    operations=("direct_retrieval",),
    ask=(
        "What time does the clock show, in hours, minutes and seconds? {scene.STEADY}",
        "Read the hour, the minute and the second hand of the clock. {scene.STEADY} What time is it?",
        "{scene.STEADY} The thin hand counts the seconds. What exact time does the clock show?",
    ),
    answer_is="the letter of the time shown",
    witness_is="the clock",
)
def full_time_readout(clock, query, options: tuple[str, ...]):
    shown = f"{text_of(clock.times[0])}:{clock.second:02}"
    return Found(LETTERS[options.index(shown)], at=("clock", 0), because={"time": shown})


@full_time_readout.sample
def with_second_hand(rng):
    minutes = rng.choice(moments(rng))
    grain = (5, 1)[rng.dial(0, 1)]
    free = [s for s in range(0, 60, grain) if clear_of_hands(s * 6, minutes + s / 60)]
    return Clock(show="one", times=(minutes,), second=rng.choice(free), numerals=numerals_of(rng))


@full_time_readout.operands
def time_options(rng, clock, query):
    wrong = readings(clock.times[0], clock.second, rng)
    texts = [f"{text_of(m)}:{s:02}" for m, s in wrong]
    right = f"{text_of(clock.times[0])}:{clock.second:02}"
    wrong = [t for t in dict.fromkeys(texts) if t != right]
    if len(wrong) < 5:
        raise Reject("too few wrong readings")
    return {"options": rng.letters_with(right, wrong[:4] + rng.sample(wrong[4:], 1))}


def listed(task: Task) -> Task:
    """Options that the prompt lists as they stand."""
    task.options(lambda clock, query, options, **_: options)
    return task


listed(full_time_readout)


@Clock.task(
    answer="option_letter",
    annotation="bbox",
    operations=("formula_evaluation",),
    ask=(
        "What is the smaller angle between the hour hand and the minute hand?",
        "How large is the smaller angle between the hour hand and the minute hand?",
        "The hour hand moves steadily from mark to mark. What is the smaller angle between it and the minute "
        "hand?",
    ),
    answer_is="the letter of the angle",
    witness_is="the clock",
)
def hand_angle_value(clock, query, options: tuple[str, ...]):
    angle = angle_of(clock.times[0])
    return Found(LETTERS[options.index(f"{angle:g}°")], at=("clock", 0), because={"degrees": angle})


@hand_angle_value.operands
def angle_options(rng, clock, query):
    right = angle_of(clock.times[0])
    hour, minute = divmod(clock.times[0], 60)
    stiff = abs(30 * hour - 6 * minute) % 360  # as if the hour hand stood on its mark
    mistakes = [min(stiff, 360 - stiff), 180 - right, right + 30, right - 30, right + 15, right - 15,
                right + 60,                right - 60, right + 45, right - 45, right + 90]  # fmt: skip
    texts, kept = [], [right]
    for wrong in mistakes[:2] + rng.shuffled(mistakes[2:]):
        if 5 <= wrong <= 180 and all(abs(wrong - k) >= 10 for k in kept) and len(texts) < 5:
            kept.append(wrong)
            texts.append(f"{wrong:g}°")
    return {"options": rng.letters_with(f"{right:g}°", texts)}


listed(hand_angle_value)


@Clock.task(
    answer="option_letter",
    annotation="bbox",
    operations=("formula_evaluation",),
    queries={"minutes_after": "{shift} minutes after", "minutes_before": "{shift} minutes before"},
    ask=(
        "What time is it {query} the time shown by the clock?",
        "Which option is the time {query} the time on the clock?",
        "Read the clock. What time is it {query} that time?",
    ),
    answer_is="the letter of that time",
    witness_is="the clock",
)
def offset_readout(clock, query, shift: int, options: tuple[str, ...]):
    after = query == "minutes_after"
    then = text_of(clock.times[0] + (shift if after else -shift))
    return Found(LETTERS[options.index(then)], at=("clock", 0), because={"time": text_of(clock.times[0])})


@offset_readout.operands
def shift_and_options(rng, clock, query):
    shift = rng.dial(2, 59) * 5 + (rng.integer(-2, 2) if rng.chance(0.4) else 0)
    sign = 1 if query == "minutes_after" else -1
    start, right = clock.times[0], clock.times[0] + sign * shift
    exchanged = start % 60 // 5 * 60 + start // 12  # hands taken for each other
    near = rng.shuffled((right + 30, right - 10, right + 10, right + 5, right - 5))
    mistakes = [start - sign * shift, right + 60, right - 60, exchanged + sign * shift, *near]
    wrong = [t for t in dict.fromkeys(map(text_of, mistakes)) if t != text_of(right)]
    return {"shift": shift, "options": rng.letters_with(text_of(right), wrong[:5])}


listed(offset_readout)


@Clock.task(
    answer="option_letter",
    annotation="bbox",
    operations=("formula_evaluation",),
    ask=(
        "{alarm} How many minutes is it until the alarm rings? It rings within {scene.TURN} hours.",
        "{alarm} The alarm rings the next time the clock shows that time, within {scene.TURN} hours. How "
        "many minutes is that from now?",
        "{alarm} It rings less than {scene.TURN} hours after the time shown. How many minutes is that?",
    ),
    answer_is="the letter of the waiting time",
    witness_is="the clock with all its hands",
)
def alarm_wait_time_value(clock, query, options: tuple[str, ...]):
    wait = (clock.alarm - clock.times[0]) % DAY
    return Found(LETTERS[options.index(f"{wait} minutes")], at=("clock", 0), because={"wait": wait})


@alarm_wait_time_value.sample
def alarm_clock(rng):
    minutes, by_hand = rng.choice(moments(rng)), rng.chance(0.6)
    alarms = range(0, DAY, 30) if by_hand else range(0, DAY, 5)
    alarms = [a for a in alarms if 20 <= (a - minutes) % DAY <= DAY - 20]
    apart = [a for a in alarms if not by_hand or clear_of_hands(a / 2, minutes)]
    color = rng.choice(("red", "orange", "green", "blue", "purple")) if by_hand else ""
    numerals = ("arabic", "quarters")[rng.dial(0, 1)]
    return Clock(show="one", times=(minutes,), alarm=rng.choice(apart), alarm_color=color, numerals=numerals)


@alarm_wait_time_value.words
def where_the_alarm_stands(clock, query, options):
    by_hand = f"The short {clock.alarm_color} hand with the arrow head points to the alarm time."
    return {"alarm": by_hand if clock.alarm_color else "The label under the clock gives the alarm time."}


@alarm_wait_time_value.operands
def wait_options(rng, clock, query):
    right = (clock.alarm - clock.times[0]) % DAY
    near = rng.shuffled((right + 10, right - 10, right + 20, right - 20, right + 30, right - 30))
    mistakes = [right + 60, right - 60, DAY - right, *near]
    wrong = [f"{w} minutes" for w in dict.fromkeys(mistakes) if 0 < w < DAY and w != right]
    return {"options": rng.letters_with(f"{right} minutes", wrong[:5])}


listed(alarm_wait_time_value)


# ---- several clocks


@Clock.task(
    answer="option_letter",
    annotation="bbox",
    operations=("formula_evaluation",),
    ask=(
        'How many minutes is it from "{first}" to "{last}"? It is less than {scene.TURN} hours.',
        'Less than {scene.TURN} hours pass from the time on the clock "{first}" to the time on the clock '
        '"{last}". How many minutes is that?',
        'The time on the clock "{last}" comes less than {scene.TURN} hours after the time on the clock '
        '"{first}". How many minutes lie between them?',
    ),
    answer_is="the letter of the time that passes",
    witness_is="the area that holds both clocks with their labels",
)
def elapsed_time_value(clock, query, options: tuple[str, ...]):
    passed = (clock.times[1] - clock.times[0]) % DAY
    return Found(
        LETTERS[options.index(f"{passed} minutes")], at=("clocks", None), because={"minutes": passed}
    )


@elapsed_time_value.sample
def two_moments(rng):
    times = moments(rng)
    first = rng.choice(times)
    last = rng.choice([t for t in times if 20 <= (t - first) % DAY <= DAY - 60])
    return Clock(show="pair", times=(first, last), labels=rng.choice(PAIRS), numerals=numerals_of(rng))


@elapsed_time_value.words
def ends(clock, query, options):
    return {"first": clock.labels[0], "last": clock.labels[1]}


@elapsed_time_value.operands
def elapsed_options(rng, clock, query):
    right = (clock.times[1] - clock.times[0]) % DAY
    near = rng.shuffled((right + 10, right - 10, right + 20, right - 20, right + 30, right - 30))
    mistakes = [DAY - right, right + 60, right - 60, *near]
    wrong = [f"{w} minutes" for w in dict.fromkeys(mistakes) if 0 < w < DAY and w != right]
    return {"options": rng.letters_with(f"{right} minutes", wrong[:5])}


listed(elapsed_time_value)


@Clock.task(
    answer="string",
    annotation="bbox",
    operations=("ranking",),
    queries={"earliest_time_label": "earliest", "latest_time_label": "latest"},
    ask=(
        "All the clocks show times {scene.MORNING}. Which clock shows the {query} time? Give its label.",
        "All these times are {scene.MORNING}. What is the label of the clock with the {query} time?",
        "Each clock shows a time {scene.MORNING}. Which label belongs to the {query} of these times?",
    ),
    answer_is="the label of the clock with the {query} time",
    witness_is="the clock with the {query} time",
)
def time_extremum_label(clock, query):
    pick = min if query == "earliest_time_label" else max
    i = pick(range(len(clock.times)), key=clock.times.__getitem__)
    return Found(clock.labels[i], at=("clock", i), because={"times": [text_of(t) for t in clock.times]})


@time_extremum_label.sample
def wall_of_clocks(rng):
    n = rng.dial(4, 9)
    return Clock(show="wall", times=apart(rng, n), labels=names(rng, n), numerals=numerals_of(rng))


def apart(rng, n: int) -> tuple[int, ...]:
    """Times of one morning, at least ten minutes apart; close together when it shall be hard."""
    span, margin = rng.dial(600, 200), rng.dial(25, 10)
    start = rng.integer(60, DAY - 1 - span)
    kept: list[int] = []
    for t in rng.shuffled(moments(rng, start, start + span)):
        if all(abs(t - k) >= margin for k in kept):
            kept.append(t)
            if len(kept) == n:
                return tuple(kept)
    raise Reject("too few times far enough apart")


def names(rng, n: int) -> tuple[str, ...]:
    pool = rng.choice(NAMES)
    return tuple(rng.shuffled(pool[:n]) if len(pool[0]) == 1 else rng.sample(pool, n))


@Clock.task(
    answer="string",
    annotation="bbox",
    operations=("ranking",),
    ask=(
        "All the clocks show times {scene.MORNING}. Which option lists them from the earliest time to the "
        "latest?",
        "All these times are {scene.MORNING}. Put the clocks in order, earliest time first. Which option is "
        "right?",
        "Each clock shows a time {scene.MORNING}. Which option has the clocks in order, from the earliest "
        "time to the latest?",
    ),
    answer_is="the letter of the option with the right order",
    witness_is="the area that holds all the clocks with their labels",
)
def time_order_label(clock, query, options: tuple[str, ...]):
    order = sorted(range(len(clock.times)), key=clock.times.__getitem__)
    right = ", ".join(clock.labels[i] for i in order)
    return Found(LETTERS[options.index(right)], at=("clocks", None), because={"order": right})


@time_order_label.sample
def four_clocks(rng):
    labels = rng.sample("KLMNPQRSTUVXYZ" if rng.chance(0.5) else rng.choice(NAMES[2:]), 4)
    return Clock(show="wall", times=apart(rng, 4), labels=tuple(labels), numerals=numerals_of(rng))


@time_order_label.operands
def order_options(rng, clock, query):
    times = dict(zip(clock.labels, clock.times, strict=True))
    right = sorted(times, key=times.__getitem__)
    by_minute = sorted(times, key=lambda k: (times[k] % 60, times[k]))  # read by the long hand alone
    swaps = [right[:i] + [right[i + 1], right[i]] + right[i + 2 :] for i in range(3)]
    rest = rng.shuffled(map(list, permutations(right)))
    wrong = []
    for order in (by_minute, *rng.shuffled(swaps), right[::-1], *rest):
        if order != right and order not in wrong:
            wrong.append(order)
    return {"options": [", ".join(order) for order in rng.letters_with(right, wrong[:5])]}


listed(time_order_label)


@Clock.task(
    answer="string",
    annotation="bbox_map",
    operations=("formula_evaluation", "matching"),
    queries={
        "analog_reference_digital_options": "digital clock",
        "digital_reference_analog_options": "clock with hands",
    },
    ask=(
        "Which lettered {query} shows the same time as the {other}?",
        "Read the {other}. Which lettered {query} shows the same time?",
        "Find the lettered {query} that shows the same time as the {other}.",
    ),
    answer_is="the letter of the matching {query}",
    witness_is="the {other} and the matching option",
)
def equivalent_time_label(clock, query):
    letter = LETTERS[clock.times[1:].index(clock.times[0])]
    at = {"reference": ("reference", None), "option": ("option", letter)}
    return Found(letter, at=at, because={"time": text_of(clock.times[0])})


@equivalent_time_label.words
def the_other_kind(clock, query):
    return {"other": "clock with hands" if clock.digital == "options" else "digital clock"}


@equivalent_time_label.sample
def reference_and_options(rng, query):
    right = rng.choice([t for t in moments(rng) if t % 60])
    options = rng.letters_with(right, lookalikes(rng, right, 5))
    digital = "options" if query == "analog_reference_digital_options" else "reference"
    return Clock(show="match", times=(right, *options), digital=digital, numerals=numerals_of(rng))


def lookalikes(rng, right: int, n: int, first: tuple[int, ...] = ()) -> list[int]:
    """Times that a slip would give: hands exchanged, the next hour, five or more minutes off, mirrored."""
    exchanged = right % 60 // 5 * 60 + right // 12
    slips = [exchanged, right + 60, right - 60, DAY - right, right + 5, right - 5, right + 30, right + 10,
             right - 10, right + 120, right - 30, right + 65, right - 55]  # fmt: skip
    order = [*first, *rng.sample(slips[:4], 3), *rng.shuffled(slips[4:])]
    wrong = [t for t in dict.fromkeys(t % DAY for t in order) if t in CLEAR and t != right]
    return wrong[:n]


@Clock.task(
    answer="string",
    annotation="bbox_map",
    operations=("formula_evaluation", "matching"),
    ask=(
        "From each clock in the row to the next, the time moves on by the same number of minutes. Which "
        "lettered clock belongs in the gap?",
        "The {scene.SLOTS} clocks of the row are equal steps of time apart. Which lettered clock is missing?",
        "Each clock in the row is later than the one before it by the same time. Which lettered clock "
        "fills the gap?",
    ),
    answer_is="the letter of the clock that is missing",
    witness_is="the empty slot and the right option",
)
def sequence_completion_label(clock, query):
    i = clock.missing
    near = i + 1 if i < 2 else i - 2  # two neighbours that are both shown give the step
    step = (clock.times[near + 1] - clock.times[near]) % DAY
    known = near if near > i else near + 1
    wanted = (clock.times[known] + (i - known) * step) % DAY
    letter = LETTERS[clock.times[4:].index(wanted)]
    at = {"missing_slot": ("slot", i), "option": ("option", letter)}
    return Found(letter, at=at, because={"step": step, "time": text_of(wanted)})


@sequence_completion_label.sample
def equal_steps(rng):
    grain, place = GRAINS[rng.dial(0, 3)], rng.goal(range(16), "place")
    missing, letter = divmod(place, 4)
    step = grain * rng.integer(-(-10 // grain), 150 // grain)
    starts = [t for t in range(0, DAY, grain) if all((t + k * step) % DAY in CLEAR for k in range(4))]
    start = rng.choice(starts)
    slots = [(start + k * step) % DAY for k in range(4)]
    right = slots[missing]
    likely = tuple(rng.sample((right + 60, right - 15, right + 10), 2))
    options = [t for t in lookalikes(rng, right, 10, likely) if t not in slots][:3]
    options.insert(letter, right)
    return Clock(show="sequence", times=(*slots, *options), missing=missing, numerals=numerals_of(rng))
