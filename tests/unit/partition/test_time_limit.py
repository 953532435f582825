"""When the time is up there is an answer, and it says how far it can be trusted."""

from __future__ import annotations

import random
import time
from typing import Any

import pytest

from meldwise import BestMelds, best_melds, rules
from meldwise.cards import Hand, pack
from meldwise.partition.clock import Clock, OutOfTimeError
from meldwise.partition.question import Engine
from meldwise.partition.scoring import Goal
from meldwise.rules.ruleset import RuleSet

# Far more than the limit of 0.3 seconds on the slowest machine: it only catches what hangs.
HANGS_MS = 30_000

GERMAN = rules("german-rummy")
WILDCARD = rules("wildcard-rummy", {"deck.packs": 2})
SIZES = (20, 50, 80, 108)


def big_hand(known: RuleSet, size: int, seed: int) -> Hand:
    every = pack(known.packs(), known.jokers_total())
    return Hand(random.Random(seed).sample(every.cards, size))


def assert_honest(best: BestMelds) -> None:
    assert best.elapsed_ms < HANGS_MS
    if best.exact:
        assert best.bound is None
    else:
        assert best.bound is not None
        if best.goal == "points":
            assert best.bound >= best.meld_points
        elif best.goal == "out" and best.out:
            assert best.bound >= sum(meld.size for meld in best.melds)
        else:
            assert 0 <= best.bound <= best.deadwood.points


@pytest.mark.parametrize("known", [GERMAN, WILDCARD], ids=lambda known: known.id)
@pytest.mark.parametrize("goal", ["deadwood", "points", "out"])
@pytest.mark.parametrize("size", SIZES)
def test_big_hands_are_answered_in_time(known: RuleSet, size: int, goal: Goal) -> None:
    hand = big_hand(known, size, seed=size)
    best = best_melds(hand, known, goal=goal, seconds=0.3)
    assert_honest(best)
    assert sum(meld.size for meld in best.melds) + len(best.deadwood.cards) + (
        best.discard is not None
    ) == len(hand)


@pytest.mark.parametrize("engine", ["search", "cp"])
@pytest.mark.parametrize(
    "asked",
    [{"limit": 5}, {"limit": "optimal"}, {"discard": "required"}, {"require": {"points": 40}}],
    ids=str,
)
def test_hard_questions_about_big_hands_end_too(asked: dict[str, Any], engine: Engine) -> None:
    best = best_melds(big_hand(WILDCARD, 40, seed=1), WILDCARD, engine=engine, seconds=0.3, **asked)
    assert_honest(best)


@pytest.mark.parametrize("goal", ["deadwood", "points", "out"])
@pytest.mark.parametrize("engine", ["search", "cp", "auto"])
def test_next_to_no_time_still_gives_an_arrangement(engine: Engine, goal: Goal) -> None:
    hand = big_hand(GERMAN, 110, seed=3)
    best = best_melds(hand, GERMAN, goal=goal, engine=engine, seconds=1e-6)
    assert_honest(best)
    thrown = best.discard is not None
    assert len(best.deadwood.cards) + sum(meld.size for meld in best.melds) + thrown == 110


def test_a_limit_of_steps_is_reached_after_so_many_and_not_before() -> None:
    clock = Clock(60.0, steps=640)
    for _ in range(640):
        clock.step()
    with pytest.raises(OutOfTimeError):
        clock.spend(1)
    at_once = Clock(60.0, steps=100)
    at_once.spend(100)
    with pytest.raises(OutOfTimeError):
        at_once.spend(1)


def test_a_limit_of_time_is_reached_whatever_is_done() -> None:
    clock = Clock(0.01)
    clock.spend(1_000_000)
    time.sleep(0.02)
    assert clock.seconds_left == 0
    with pytest.raises(OutOfTimeError):
        clock.look()
