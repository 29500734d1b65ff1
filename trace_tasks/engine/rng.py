"""Named random streams, rejection, goals and the difficulty dial."""

import random
import sys
from collections.abc import Iterable, Sequence
from hashlib import blake2b
from typing import Any, TypeVar, overload

T = TypeVar("T")

#: How far a set difficulty may wander, as a share of the full range.
DIAL_SPREAD = 0.2


#: Fractions of the golden ratio and of square roots, in 1/2**64: steps whose multiples fill [0, 1) evenly,
#: a different one for each common goal so that goals stay independent of each other.
STEPS = {
    "query": 0x9E3779B97F4A7C15,  # golden ratio
    "answer": 0x6A09E667F3BCC909,  # sqrt(2)
    "letter": 0xBB67AE8584CAA73B,  # sqrt(3)
    "form": 0xA54FF53A5F1D36F1,  # sqrt(7)
}


class Reject(Exception):
    """This draw cannot become an instance; the engine draws again and counts the reason."""

    def __init__(self, reason: str):
        super().__init__(reason)
        self.reason = reason


def digest(*name: object) -> int:
    """A 256-bit number that depends on every part of `name` and on nothing else."""
    return int.from_bytes(blake2b("\x1f".join(map(str, name)).encode(), digest_size=32).digest(), "big")


class Rng:
    """A stream of draws that is a pure function of its name.

    Only `Random.getrandbits` of the standard library is used: its Mersenne Twister output is fixed by
    Python's documentation, and every method below is this project's own, so no library release changes a
    sample. `instance` names the instance (it keys `goal`, which does not depend on the attempt); `difficulty`
    narrows `dial`.
    """

    def __init__(self, *name: object, instance: tuple[Any, ...] = (), difficulty: float | None = None):
        self._bits = random.Random(digest(*name)).getrandbits
        self.instance = instance
        self.difficulty = difficulty

    def random(self) -> float:
        """Uniform in [0, 1), a multiple of 2**-53."""
        return self._bits(53) * 2.0**-53

    def integer(self, low: int, high: int) -> int:
        """Uniform over low..high, both included."""
        if high < low:
            raise Reject(f"integer from nothing in {_caller()}")
        return low + self._below(high - low + 1)

    def uniform(self, low: float, high: float, digits: int | None = None) -> float:
        """Uniform in [low, high), rounded to `digits` decimals when given."""
        value = low + (high - low) * self.random()
        return value if digits is None else round(value, digits)

    def chance(self, probability: float) -> bool:
        return self.random() < probability

    def bell(self, mean: float, spread: float) -> float:
        """Close to a normal draw: the sum of twelve uniforms (Irwin-Hall), free of libm and so of the CPU."""
        return mean + spread * (sum(self.random() for _ in range(12)) - 6.0)

    def choice(self, items: Iterable[T]) -> T:
        """One item; nothing to choose from is a Reject that names who asked."""
        pool = items if isinstance(items, Sequence) else list(items)
        if not pool:
            raise Reject(f"choice from nothing in {_caller()}")
        return pool[self._below(len(pool))]

    def weighted(self, items: dict[T, float]) -> T:
        """One key, with probability in proportion to its value."""
        left = self.random() * sum(items.values())
        for item, weight in items.items():
            left -= weight
            if left < 0:
                return item
        return item

    def shuffled(self, items: Iterable[T]) -> list[T]:
        pool = list(items)
        for i in range(len(pool) - 1, 0, -1):
            j = self._below(i + 1)
            pool[i], pool[j] = pool[j], pool[i]
        return pool

    def sample(self, items: Iterable[T], k: int) -> list[T]:
        """`k` different items in random order."""
        pool = list(items)
        if k > len(pool):
            raise Reject(f"sample of {k} from {len(pool)} in {_caller()}")
        for i in range(k):
            j = i + self._below(len(pool) - i)
            pool[i], pool[j] = pool[j], pool[i]
        return pool[:k]

    @overload
    def dial(self, easy: int, hard: int) -> int: ...
    @overload
    def dial(self, easy: float, hard: float) -> float: ...
    def dial(self, easy: float, hard: float) -> float:
        """Between `easy` and `hard`: uniform, or near the instance's difficulty when one is set.

        Two integers give an integer, both ends included; otherwise a float.
        """
        t = self.random()
        if self.difficulty is not None:
            t = min(max(self.difficulty + (t - 0.5) * DIAL_SPREAD, 0.0), 1.0 - 2.0**-53)
        if isinstance(easy, int) and isinstance(hard, int):
            step = 1 if hard >= easy else -1
            return easy + step * int(t * (abs(hard - easy) + 1))
        return easy + (hard - easy) * t

    def goal(self, support: Iterable[T], name: str = "answer") -> T:
        """One item, the same in every attempt and every stream of this instance that asks under this `name`.

        What balances the answers is drawn here: a draw inside an attempt lets easy answers survive more
        often. Over consecutive seeds the draws are a Kronecker sequence, so evenly spread (Niederreiter
        1992); over seeds that are hashes, as in a dataset, they are independent.
        """
        pool = list(support)
        if not pool:
            raise Reject(f"goal from nothing in {_caller()}")
        *place, seed = self.instance
        turn = STEPS.get(name) or digest("step", name) >> 192 | 1
        share: int = ((digest(*place, "goal", name) >> 192) + seed * turn) % 2**64
        return pool[share * len(pool) >> 64]

    def letters_with(self, right: T, wrong: Iterable[T], name: str = "letter") -> list[T]:
        """The options in order A, B, C, ...: `right` stands at a letter that is uniform over instances."""
        options = self.shuffled(wrong)
        options.insert(self.goal(range(len(options) + 1), name), right)
        return options

    def _below(self, n: int) -> int:
        k = n.bit_length()
        value = self._bits(k)
        while value >= n:
            value = self._bits(k)
        return value


def _caller() -> str:
    return sys._getframe(2).f_code.co_qualname
