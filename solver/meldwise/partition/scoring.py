"""What an arrangement is worth for a goal: levels packed in one integer, compared at once.

From the first level to the last: the goal's own measure, the second measure, fewest cards that
stand for another one, most cards out of the hand (cards that count nothing included), fewest
melds (so that a long run is shown whole).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from meldwise.melds.candidates import Holding
from meldwise.melds.meldrules import MeldRules
from meldwise.melds.shapes import Shape

Goal = Literal["deadwood", "points", "out"]

FIRST = 44
SECOND = 24
WILDS = 16
CARDS = 8
IMPOSSIBLE = -(1 << 62)


@dataclass(frozen=True, slots=True)
class Scoring:
    """Scores of shapes and discards under one goal.

    ``deadwood`` counts the value in hand that melds save, then meld points; ``points`` the other
    way round; ``out`` counts melded cards, then meld points.
    """

    rules: MeldRules
    goal: Goal

    def levels(self, saved: int, points: int, cards: int) -> tuple[int, int]:
        """The goal's own measure and the second one.

        Args:
            saved: Value in hand of what is melded.
            points: Points of the melds.
            cards: Cards melded.
        """
        match self.goal:
            case "deadwood":
                return saved, points
            case "points":
                return points, saved
            case "out":
                return cards, points

    def score(self, saved: int, points: int, cards: int, wilds: int, melds: int) -> int:
        """All levels as one number: those of `levels`, then wilds, cards and melds as ties."""
        first, second = self.levels(saved, points, cards)
        ties = (cards << CARDS) - (wilds << WILDS) - melds
        return (first << FIRST) + (second << SECOND) + ties

    def shape(self, shape: Shape) -> int:
        """The score of one meld."""
        return self.score(shape.saved, shape.points, shape.size, shape.wild_count, 1)

    def thrown(self, code: int) -> int:
        """The score of throwing a card: it no longer counts as deadwood."""
        gone = 1 << CARDS
        if self.goal == "out":
            return (1 << FIRST) + gone
        value = self.rules.hand_values[code]
        return (value << (FIRST if self.goal == "deadwood" else SECOND)) + gone

    def most(self, holding: Holding) -> int:
        """A score that no arrangement of a hand can pass."""
        codes = holding.kinds(self.rules)
        cards = sum(count for _, count in codes)
        if self.goal == "out":
            return (cards + 1) << FIRST
        if self.goal == "deadwood":
            value = sum(self.rules.hand_values[code] * count for code, count in codes)
            return (value + 1) << FIRST
        return (cards * _dearest(self.rules) + 1) << FIRST


@lru_cache(maxsize=256)
def _dearest(rules: MeldRules) -> int:
    """The most that one card can be worth in a meld."""
    slots = [value for window in rules.windows for value in window.values]
    fixed = [known.meld_value or 0 for known in rules.classes]
    return max(*slots, *rules.set_values, *fixed)


def first_level(score: int) -> int:
    """The goal's own measure in a score; the ties, subtracted, may have pushed it under a step."""
    return (score + (1 << SECOND) - 1) >> FIRST


def least_score(first: int) -> int:
    """The least score that still has this much of the goal's own measure."""
    return (first << FIRST) - (1 << SECOND) + 1
