"""An answer, if not the best, for hands that no engine gets through in time."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from meldwise.melds.candidates import Candidate, Holding, hand_candidates
from meldwise.melds.meldrules import MeldRules
from meldwise.melds.shapes import Capacity
from meldwise.partition.arrangement import Arrangement
from meldwise.partition.clock import Clock, OutOfTimeError
from meldwise.partition.scoring import Goal, Scoring

# Melds with many wilds are too many to list for such a hand, so a few wilds are put in at a time:
# so many of each class, and of all classes together.
WILDS_OF_A_CLASS = 2
WILDS_AT_A_TIME = 4


def makeshift(rules: MeldRules, holding: Holding, goal: Goal, clock: Clock) -> Arrangement:
    """Always the best meld that still fits; what was found when the limit is reached.

    Args:
        rules: The rules of melds.
        holding: The hand.
        goal: What is best.
        clock: The limit.
    """
    scoring = Scoring(rules, goal)
    melds: list[Candidate] = []
    wilds = list(holding.capacity)
    free = holding
    with suppress(OutOfTimeError):
        while True:
            known = hand_candidates(rules, Holding(free.naturals, _a_few(wilds)), clock.step)
            if not known:
                break
            best = max(known, key=lambda candidate: scoring.shape(candidate.shape))
            melds.append(best)
            wilds = [n - used for n, used in zip(wilds, best.shape.units, strict=True)]
            naturals = [list(ranks) for ranks in free.naturals]
            for code, count in best.naturals():
                naturals[code // 13][code % 13] -= count
            free = Holding(tuple(map(tuple, naturals)), tuple(wilds))
    return Arrangement(sum(scoring.shape(meld.shape) for meld in melds), tuple(melds))


def _a_few(wilds: Sequence[int]) -> Capacity:
    some, room = [], WILDS_AT_A_TIME
    for count in wilds:
        some.append(min(count, WILDS_OF_A_CLASS, room))
        room -= some[-1]
    return tuple(some)
