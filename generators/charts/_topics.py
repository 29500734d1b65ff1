"""What charts are about: a measure, the labels of its axis, and a place and time that go with it."""

from msgspec import Struct

from trace_tasks.engine.words import (
    FIRM_STEMS,
    FIRM_TRADES,
    MEASURES,
    MONTHS,
    MONTHS_SHORT,
    POOLS,
    TOWNS,
    Measure,
)

#: Measures that belong to a firm or to a whole country rather than to a town.
_OF_FIRMS = {
    "Monthly revenue",
    "Quarterly profit",
    "Share price",
    "Sick days",
    "Website visits",
    "Newsletter open rate",
    "App downloads",
    "Server response time",
}
_NATIONAL = {"Exports", "CO2 emissions", "Milk output", "Fuel price", "Population by age group"}


class Topic(Struct, frozen=True):
    """A measure with its labels, placed somewhere in time."""

    measure: Measure
    labels: tuple[str, ...]
    context: str

    @property
    def axis(self) -> str:
        return POOLS[self.measure.axis].title


#: Longer rows of labels for charts that go on past the pool's end.
_LONGER = {
    "months": tuple(f"{month} {year}" for year in range(2021, 2025) for month in MONTHS_SHORT),
    "weeks": tuple(f"W{week}" for week in range(1, 53)),
    "distances": tuple(str(kilometer) for kilometer in range(1, 43)),
}


def measures(ordered: bool, count: int) -> list[Measure]:
    """The measures with at least `count` labels that stand in an order, or do not."""
    return [
        m
        for m in MEASURES
        if POOLS[m.axis].ordered == ordered and len(_LONGER.get(m.axis, POOLS[m.axis].labels)) >= count
    ]


def topic(rng, measure: Measure, count: int) -> Topic:
    """`count` labels of the measure, neighbours when they have an order, and a context."""
    pool, labels = POOLS[measure.axis], POOLS[measure.axis].labels
    if not pool.ordered:
        return Topic(measure, tuple(rng.sample(labels, count)), _context(rng, measure, False))
    long = len(labels) < count or measure.axis != "months" or rng.chance(0.25)
    labels = _LONGER.get(measure.axis, labels) if long else labels
    start = rng.integer(0, len(labels) - count)
    dated = long and measure.axis == "months"
    return Topic(measure, labels[start : start + count], _context(rng, measure, dated))


def _context(rng, measure: Measure, dated: bool) -> str:
    """Place and year; without the year where the labels have it (`dated`)."""
    year = str(rng.integer(2012, 2025))
    place = rng.choice(TOWNS)
    if measure.subject in _OF_FIRMS:
        place = f"{rng.choice(FIRM_STEMS)} {rng.choice(FIRM_TRADES)}"
    elif measure.subject in _NATIONAL:
        place = "national total"
    if dated or measure.axis in ("years", "quarters"):
        return place
    if measure.axis in ("towns", "cities", "regions", "teams", "stocks"):
        return year
    if measure.axis == "days":
        return f"{place}, {rng.choice(MONTHS)} {year}"
    return f"{place}, {year}"
