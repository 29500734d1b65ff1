"""The state and the picture of one series, and charts of it to ask about."""

from collections.abc import Callable
from itertools import pairwise
from typing import Literal, get_args

from msgspec.structs import replace

from trace_tasks.engine import Canvas, Scene

from .._axes import Scale, axes, draw_threshold, fitted, roundest
from .._courses import Levels, ruled
from .._makers import sheet
from .._marks import MARKS, print_values
from .._topics import measures, topic

Sequence = Literal["column", "line", "area", "lollipop", "step"]  # forms for labels in an order
Form = Literal["column", "line", "area", "lollipop", "step", "bar", "dot"]
SEQUENCE, FORMS = get_args(Sequence), get_args(Form)
TIPS = {  # what shows a value, in one and in many
    "column": ("middle of the top edge of the column", "middles of the top edges of the columns"),
    "bar": ("middle of the far end of the bar", "middles of the far ends of the bars"),
    "line": ("point on the line", "points on the line"),
    "area": ("point on the upper edge of the area", "points on the upper edge of the area"),
    "lollipop": ("marker at the end of the stem", "markers at the ends of the stems"),
    "dot": ("marker", "markers"),
    "step": ("marker on the step line", "markers on the step line"),
}


NOUNS = {"Day of the month": "day", "Name": "person"}
COUNTED = ("Day of the month", "Week", "Kilometer", "Age group")  # axes that need their title
EARLY = 2019  # a year that no chart shows by months or quarters


class SingleSeries(Scene):
    subject: str
    context: str  # place and time
    unit: str
    source: str
    axis: str  # what the labels are
    labels: tuple[str, ...]  # all different
    values: tuple[int, ...]  # one for each label
    form: Form
    printed: bool  # values stand at the marks; else exact ones lie on grid lines
    scale: Scale

    about = (
        "The chart “{scene.subject}” shows one value for each {scene.noun}.",
        "Look at the chart “{scene.subject}”. It has one value for each {scene.noun}.",
        "In the chart “{scene.subject}”, each {scene.noun} has one value.",
    )

    @property
    def scene_variant(self) -> str:
        return self.form

    @property
    def load(self) -> float:
        return len(self.values) + (0 if self.printed else 3) + len(self.scale.steps(self.scale.minor)) / 10

    @property
    def noun(self) -> str:
        return NOUNS.get(self.axis, self.axis.lower())

    @property
    def naming(self) -> str:
        """How an answer names a label."""
        if self.labels[0][-5:-4] == " " and self.labels[0][-4:].isdigit():
            return f"that {self.noun} with its year, as in “{self.labels[0][:-4]}{EARLY}”"
        return f"that {self.noun}, as printed on the axis"

    def called(self, label: str) -> str:
        """A label as a sentence names it: what is just a number needs its noun."""
        return f"{self.noun} {label}" if self.axis in COUNTED and label.isdigit() else label

    @property
    def tip(self) -> str:
        return TIPS[self.form][0]

    @property
    def tips(self) -> str:
        return TIPS[self.form][1]

    @property
    def flat(self) -> bool:
        return self.form in ("bar", "dot")

    @property
    def clearance(self) -> int:  # the least distance of a value from a threshold that shows
        return 1 if self.printed else max(self.scale.minor if self.gridded else self.scale.span // 28, 1)

    @property
    def gridded(self) -> bool:
        return not self.printed and all(v % self.scale.minor == 0 for v in self.values)

    def where(self, test: Callable[[int], bool]) -> list[str]:
        return [label for label, value in zip(self.labels, self.values, strict=True) if test(value)]

    def value(self, label: str) -> int:
        return self.values[self.labels.index(label)]

    def thresholds(self) -> list[int]:
        """One clear threshold between each two neighbours in size, where there is room for one."""
        room = [
            (a + self.clearance, b - self.clearance)
            for a, b in pairwise(sorted({*self.values, self.scale.low, self.scale.high}))
        ]
        multiple = self.scale.minor if self.gridded else 1
        found = [roundest(a, b, multiple) for a, b in room]
        return [t for t in found if t is not None]

    def draw(self, c: Canvas, threshold: int | None = None):
        drawn = not self.printed and (not self.gridded or c.rng.chance(0.4))
        line = threshold if drawn else None
        size = self._size(c.rng)
        on = sheet(c, size, (self.subject, self.context, self.source), self.unit, self.printed)
        title = self.axis if self.axis in COUNTED or on.maker.heading == "figure" else ""
        span = replace(self.scale, high=max(self.values)) if on.bare else self.scale
        made = axes(c, on, span, self.labels, title, self.flat, line)
        MARKS[self.form](c, on, made, self.values)
        for i, (label, value) in enumerate(zip(self.labels, self.values, strict=True)):
            c.mark("point", label, point=made.place(i, value))
        if line is not None:
            draw_threshold(c, on, made, line)
        if self.printed:
            print_values(c, on, made, self.values, self.form)

    def _size(self, rng) -> tuple[float, float]:
        n, lines = len(self.values), self.scale.span // self.scale.minor
        deep = max(lines * 13.0, rng.uniform(270, 430) if self.printed else rng.uniform(385, 450))
        if self.flat:
            return min(max(deep + 300, rng.uniform(680, 960)), 1180), max(n * rng.uniform(32, 44) + 190, 470)
        word = max(len(part) for label in self.labels for part in label.split(" ", 1))
        slot = max(rng.uniform(46, 62), min(8.0 * word + 10, 88.0))
        return min(max(n * slot + 150, 620), 1180), min(deep + 230, 900)


def series(
    rng,
    form: Form | None,
    forms: tuple[Form, ...],
    pick: Callable[[object, Levels, int], list[int]],
    *,
    count: int,
    exact: bool = True,
    additive: bool = False,
) -> SingleSeries:
    """A chart of one measure whose `count` values are picked from the levels that its readers can tell.

    `exact`: a value can be read to the unit (printed or on a grid line). `additive`: a sum means something.
    """
    form = form or rng.goal(forms, "form")
    ordered = form in SEQUENCE and (forms == SEQUENCE or form != "column" or rng.chance(0.4))
    about = topic(
        rng,
        rng.choice(
            [
                m
                for m in measures(ordered, count)
                if m.high - m.low >= 2 * count + 4
                and (m.additive or not additive)
                and not (m.axis == "ages" and form in ("line", "area", "step"))
            ]
        ),
        count,
    )
    printed = rng.chance(rng.dial(0.75, 0.2))
    span, levels = ruled(rng, about.measure, form, count, printed, exact)
    picked = pick(rng, levels, count)
    values = tuple(picked if ordered else rng.shuffled(picked))
    return SingleSeries(
        subject=about.measure.subject,
        context=about.context,
        unit=about.measure.unit,
        source=about.measure.source,
        axis=about.axis,
        labels=about.labels,
        values=values,
        form=form,
        printed=printed,
        scale=fitted(span, values, printed),
    )
