"""A lever in balance: weights at graduated distances on both sides of a pivot."""

from msgspec import Struct

from trace_tasks.engine import Canvas, Found, Reject, Scene

from ._beams import Scale, beam

#: Unit of the weights, unit of the distances, distances between marks, and the weights that are usual there.
SYSTEMS = (
    ("N", "m", (1, 2), range(2, 61)),
    ("N", "cm", (5, 10, 20), range(1, 21)),
    ("kN", "m", (1, 2, 3), range(2, 41)),
    ("kg", "m", (1,), range(5, 81)),
    ("kg", "cm", (10, 20, 25), range(1, 31)),
    ("g", "cm", (2, 5, 10), range(10, 251, 5)),
)


def balanced_spots(rng, marks: int, count: int) -> list[int]:
    """Different marks in random order, at least one on each side."""
    left = rng.integer(max(1, count - marks), min(count - 1, marks))
    spots = [-m for m in rng.sample(range(1, marks + 1), left)]
    return rng.shuffled(spots + rng.sample(range(1, marks + 1), count - left))


SIDES = {"left": -1, "right": 1}


class Weight(Struct, frozen=True):
    mark: int  # counted from the pivot, negative on the left
    size: int


class Lever(Scene):
    weights: tuple[Weight, ...]  # in balance; by mark, at most one at each
    marks: int  # on each side
    step: int  # distance between neighbouring marks
    unit: str  # of the weights
    length: str  # unit of the distances
    about = (
        "The picture shows a light horizontal beam on a pivot, with weights at marked distances.",
        "A beam of negligible weight rests level on its pivot and carries labelled weights.",
        "Labelled weights act on a level beam. The marks count the distance from the pivot; the beam's own "
        "weight does not matter.",
    )

    @classmethod
    def sample(cls, rng):
        """Sizes are drawn until the last one comes out whole and usual."""
        unit, length, steps, sizes = rng.choice(SYSTEMS)
        marks, count = rng.dial(4, 7), rng.dial(3, 6)
        for _ in range(400):
            mark, *others = balanced_spots(rng, marks, count)
            rest = [Weight(mark=m, size=rng.choice(sizes)) for m in others]
            size, over = divmod(-sum(w.mark * w.size for w in rest), mark)
            if not over and size in sizes:
                weights = sorted([*rest, Weight(mark=mark, size=size)], key=lambda w: w.mark)
                step = rng.choice(steps)
                return cls(weights=tuple(weights), marks=marks, step=step, unit=unit, length=length)
        raise Reject("no balance with whole weights")

    @property
    def load(self):
        return len(self.weights) * 2 + self.marks

    def side(self, name: str) -> list[Weight]:
        return [w for w in self.weights if w.mark * SIDES[name] > 0]

    def torque(self, weights: list[Weight]) -> int:
        """Weight times distance from the pivot, added up."""
        return sum(w.size * abs(w.mark) * self.step for w in weights)

    def draw(self, c: Canvas, hidden: int | None = None):
        scale = Scale(self.marks, self.step, self.length, self.unit)
        beam(c, scale, {w.mark: None if w.mark == hidden else w.size for w in self.weights})


@Lever.task(
    answer="integer",
    annotation="bbox_set",
    operations=("aggregation", "formula_evaluation"),
    ask=(
        "For each weight on the {side} of the pivot, multiply its size in {scene.unit} by its distance from "
        "the pivot in {scene.length}. What is the sum of these products?",
        "Multiply each weight by its distance from the pivot and add these products for the {side} side. "
        "What is the total, in {product}?",
        "Add up weight times distance from the pivot over all weights on the {side} side. What do you get, "
        "in {product}?",
    ),
    answer_is="that sum, in {product}",
    witness_is="each weight on the {side} side",
)
def side_torque_value(lever, query, side: str):
    weights = lever.side(side)
    terms = [w.size * abs(w.mark) * lever.step for w in weights]
    return Found(sum(terms), at=[("weight", w.mark) for w in weights], because={"terms": terms})


@side_torque_value.operands
def busier_side(rng, lever, query):
    return {"side": max(rng.shuffled(SIDES), key=lambda side: len(lever.side(side)))}


@side_torque_value.words
def product_unit(lever, query, **_):
    return {"product": f"{lever.unit}·{lever.length}"}


@Lever.task(
    answer="integer",
    annotation="bbox_set_map",
    operations=("formula_evaluation",),
    ask=(
        "The lever is in balance. How large is the weight marked with a question mark, in {scene.unit}?",
        "The beam stays level by itself: weight times distance from the pivot adds up to the same on both "
        "sides. How many {scene.unit} is the unknown weight, shown with a question mark?",
        "Which weight, in {scene.unit}, must stand in place of the question mark so that the beam stays "
        "level?",
    ),
    answer_is="the size of the unknown weight in {scene.unit}",
    witness_is="all weights on the left of the pivot and all weights on its right, the unknown one included",
)
def missing_weight_balance_value(lever, query, hidden: int):
    (unknown,) = (w for w in lever.weights if w.mark == hidden)
    own, other = ("left", "right") if hidden < 0 else ("right", "left")
    rest = lever.torque(lever.side(other)) - lever.torque([w for w in lever.side(own) if w != unknown])
    roles = {f"{side}_weights": [("weight", w.mark) for w in lever.side(side)] for side in SIDES}
    return Found(rest // (abs(hidden) * lever.step), at=roles, because={"torque_left_to_balance": rest})


@missing_weight_balance_value.operands
def unknown_weight(rng, lever, query):
    return {"hidden": rng.choice(lever.weights).mark}
