"""Exact values: where nothing hidden matters, or little enough is hidden to go through it all."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from meldwise.advice.belief import Belief
from meldwise.advice.belief.enumeration import enumerated_hands, enumerated_starts
from meldwise.advice.outcomes import Outcomes
from meldwise.advice.playing import played
from meldwise.advice.stepping import ends_hand
from meldwise.advice.values import Value, weighted
from meldwise.advice.wholeturn import Advised, steps_of
from meldwise.play.actions import Knock
from meldwise.playout.policies import Policy
from meldwise.playout.starts import NO_CARD, Codes, Counts, Starts

# Cases that are gone through for one action.
MOST_CASES: Final = 4_000


def exact_values(
    belief: Belief, actions: Sequence[Advised], most: int = MOST_CASES
) -> dict[Advised, Value]:
    """What actions are worth, with everything that may be hidden gone through.

    What is hidden is weighted as `meldwise.advice.belief` believes it; after the action all play
    on as in playouts. Actions with too many cases have no such value.

    Args:
        belief: What may lie hidden in the position.
        actions: Legal actions.
        most: Most cases.
    """
    cases = _Cases(belief, most)
    found = {}
    for action in actions:
        known = cases.outcomes(action)
        if known is not None:
            outcomes, chances = known
            found[action] = weighted(outcomes.advantages, outcomes.wins, chances)
    return found


def exact_outcomes(
    belief: Belief,
    action: Advised,
    most: int = MOST_CASES,
    policies: Sequence[Policy] | None = None,
) -> tuple[Outcomes, NDArray[np.float64]] | None:
    """The outcome of every case, and the probability of each; None if they are too many.

    Args:
        belief: What may lie hidden in the position.
        action: A legal action.
        most: Most cases.
        policies: How each seat plays on; see `meldwise.advice.playing.played`.
    """
    return _Cases(belief, most).outcomes(action, policies)


class _Cases:
    """Everything that may be hidden, gone through once for all actions of a position."""

    def __init__(self, belief: Belief, most: int) -> None:
        self._belief = belief
        self._most = most

    def outcomes(
        self, action: Advised, policies: Sequence[Policy] | None = None
    ) -> tuple[Outcomes, NDArray[np.float64]] | None:
        """As `exact_outcomes`."""
        belief, position = self._belief, self._belief.position
        if not ends_hand(position, action):
            cases, played_by = self._going_on, policies
        elif is_certain(belief, action):
            cases, played_by = (belief.starts(1, 0), np.ones(1)), None
        else:
            cases, played_by = self._ending, None
        if cases is None:
            return None
        return played(position, cases[0], action, 0, played_by), cases[1]

    @cached_property
    def _ending(self) -> tuple[Starts, NDArray[np.float64]] | None:
        """All hands; the order of the stock plays no part."""
        hands = enumerated_hands(self._belief, self._most)
        return None if hands is None else (_any_stock(self._belief, hands[0]), hands[1])

    @cached_property
    def _going_on(self) -> tuple[Starts, NDArray[np.float64]] | None:
        """All hands and orders of the stock."""
        if not _stock_is_all(self._belief):
            return None
        return enumerated_starts(self._belief, _draws(self._belief), self._most)


def is_certain(belief: Belief, action: Advised) -> bool:
    """Whether the score of an action that ends the hand is the same whatever is hidden."""
    rules = belief.position.rules
    if isinstance(steps_of(action)[-1], Knock):
        return False
    if belief.position.phase == "deal":
        return False
    # Stakes are paid by who goes out and how; own melds score for who goes out, and nobody else.
    return rules.score.model in ("stakes", "own_melds")


def _stock_is_all(belief: Belief) -> bool:
    """Whether no discards will ever be shuffled, so that the order of the stock decides all."""
    rules = belief.position.rules.stock
    return not (rules.on_empty == "reshuffle" or rules.shuffle)


def _draws(belief: Belief) -> int | None:
    """How many stock cards can be drawn before the wall; None: all."""
    rules, size = belief.position.rules.stock, belief.position.stock
    return None if rules.wall == "none" else max(0, size - rules.wall_at)


def _any_stock(belief: Belief, hands: Counts) -> Starts:
    """States with these hands; the order of the stock plays no part."""
    stock: Codes = np.full((len(hands), belief.position.stock + 1), NO_CARD, np.uint8)
    for row, left in enumerate(belief.left_by(hands)):
        codes = np.repeat(np.arange(len(left)), left)
        stock[row, : len(codes)] = codes
    return belief.starts_of(hands, stock)
