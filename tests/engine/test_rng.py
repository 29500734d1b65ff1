"""Streams, goals and the dial."""

from collections import Counter
from statistics import mean

import pytest

from trace_tasks.engine.rng import Reject, Rng


def test_a_stream_is_its_name_and_nothing_else():
    """Fixed values: a change here changes every published sample."""
    rng = Rng("task", 42, 0, "state")
    assert [rng.integer(0, 999) for _ in range(5)] == [510, 387, 257, 779, 671]
    assert Rng("task", 42, 0, "style").integer(0, 10**9) != Rng("task", 42, 0, "state").integer(0, 10**9)


def test_names_do_not_run_together():
    assert Rng("a", "bc").random() != Rng("ab", "c").random()


def test_nothing_to_choose_from_names_who_asked():
    def picks_a_pawn(rng):
        return rng.choice([])

    with pytest.raises(Reject, match="picks_a_pawn"):
        picks_a_pawn(Rng(1))


@pytest.mark.parametrize("ends", [(3, 9), (9, 3), (4, 4)])
def test_the_dial_covers_both_ends_evenly(ends):
    easy, hard = ends
    seen = Counter(Rng(i).dial(easy, hard) for i in range(4000))
    assert set(seen) == set(range(min(ends), max(ends) + 1))
    assert min(seen.values()) > 0.8 * max(seen.values())


@pytest.mark.parametrize(("difficulty", "low", "high"), [(0.0, 5, 6), (0.5, 7, 10), (1.0, 11, 12)])
def test_a_set_difficulty_narrows_the_dial(difficulty, low, high):
    seen = {Rng(i, difficulty=difficulty).dial(5, 12) for i in range(400)}
    assert low <= min(seen)
    assert max(seen) <= high


def test_a_float_dial_stays_a_float():
    assert isinstance(Rng(1).dial(0.5, 2), float)
    assert 0.5 <= min(Rng(i).dial(0.5, 2.0) for i in range(300)) < 0.6


def test_a_goal_outlives_attempts_and_streams():
    instance = ("task", 7)
    goals = {Rng("task", 7, attempt, stream, instance=instance).goal(range(50))
             for attempt in range(9) for stream in ("state", "operands")}  # fmt: skip
    assert len(goals) == 1
    spread = Counter(Rng(instance=("task", seed)).goal("abcd") for seed in range(4000))
    assert min(spread.values()) > 0.85 * max(spread.values())


def test_goals_of_different_names_are_independent():
    rngs = [Rng(instance=("task", seed)) for seed in range(400)]
    same = mean(rng.goal(range(4), "x") == rng.goal(range(4), "y") for rng in rngs)
    assert 0.15 < same < 0.35


def test_the_right_letter_is_uniform():
    places = Counter(
        Rng(s, instance=("t", s)).letters_with("right", "abc").index("right") for s in range(2000)
    )
    assert min(places.values()) > 0.8 * max(places.values())
    assert sorted(Rng(1, instance=("t", 1)).letters_with("right", "abc")) == ["a", "b", "c", "right"]


def test_shuffles_and_samples_are_uniform_permutations():
    orders = Counter(tuple(Rng(i).shuffled("abc")) for i in range(6000))
    assert len(orders) == 6
    assert min(orders.values()) > 0.85 * max(orders.values())
    assert Counter(c for i in range(3000) for c in Rng(i).sample("abcd", 2)).keys() == set("abcd")
    with pytest.raises(Reject, match="sample of 3 from 2"):
        Rng(1).sample("ab", 3)


def test_bell_has_the_stated_mean_and_spread():
    draws = [Rng(i).bell(10, 2) for i in range(3000)]
    assert mean(draws) == pytest.approx(10, abs=0.15)
    assert mean((d - 10) ** 2 for d in draws) == pytest.approx(4, rel=0.1)
