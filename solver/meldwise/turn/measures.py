"""What is compared when turns are compared: levels, and their order for each goal."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from meldwise.turn.plan import Goal, Then

Level = Literal["out", "left", "cards", "discard", "points", "wilds", "changes", "swaps"]


class Measure(NamedTuple):
    """What a turn comes to; more of each is better.

    Args:
        out: 1 if it goes out.
        left: Minus the value left in hand.
        cards: Minus the number of cards left in hand.
        discard: Minus the number of cards thrown: of two ways to go out the one that throws
            nothing is better, for some rules pay it double.
        points: By how much the melds on the table grow in value.
        wilds: Wild cards left in hand.
        changes: Minus the number of melds of the table that are not left as they were.
        swaps: Minus the number of exchanges: none is made that leads nowhere.
    """

    out: int = 0
    left: int = 0
    cards: int = 0
    discard: int = 0
    points: int = 0
    wilds: int = 0
    changes: int = 0
    swaps: int = 0


LEVELS: Final[tuple[Level, ...]] = (
    *("out", "left", "cards", "discard"),
    *("points", "wilds", "changes", "swaps"),
)

_OF_GOAL: Final[dict[Goal, tuple[Level, ...]]] = {
    "out": ("out", "left"),
    "least-left": ("left",),
    "most-points": ("points",),
    "most-cards": ("cards",),
    "keep-wilds": ("wilds",),
}
_OF_THEN: Final[dict[Then, Level]] = {
    "fewest-changes": "changes",
    "least-left": "left",
    "most-points": "points",
    "most-cards": "cards",
    "keep-wilds": "wilds",
}


def levels(goal: Goal, then: Then | None) -> tuple[Level, ...]:
    """All levels in the order in which they decide: the goal's, the second one, the others.

    >>> levels("most-points", "fewest-changes")
    ('points', 'changes', 'out', 'left', 'cards', 'discard', 'wilds', 'swaps')
    """
    asked = _OF_GOAL[goal] + (() if then is None else (_OF_THEN[then],))
    return tuple(dict.fromkeys((*asked, *LEVELS)))


def ranked(measure: Measure, order: Sequence[Level]) -> tuple[int, ...]:
    """The measure as a value that is greater for the better turn."""
    return tuple([getattr(measure, level) for level in order])


# No level of a turn comes to so much, nor to so much below 0: a hand of all cards does not.
_ROOM: Final = 1 << 16


@lru_cache(maxsize=1 << 14)
def packed(measure: Measure, order: tuple[Level, ...]) -> int:
    """The measure as one number; sums of such numbers are in the order of the summed measures.

    >>> order = levels("least-left", None)
    >>> packed(Measure(left=-5, cards=-1), order) < packed(Measure(left=-4, cards=-9), order)
    True
    """
    total = 0
    for value in ranked(measure, order):
        total = total * _ROOM + value
    return total


def main_level(goal: Goal) -> Level:
    """The level of which an answer that is not exact tells a bound."""
    return _OF_GOAL[goal][-1]
