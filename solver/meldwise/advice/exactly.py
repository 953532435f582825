"""Exact values: where nothing hidden matters, or little enough is hidden to go through it all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from meldwise.advice.belief import Belief
from meldwise.advice.belief.enumeration import enumerated_hands, enumerated_starts
from meldwise.advice.belief.measuring import Counts
from meldwise.advice.outcomes import Outcomes
from meldwise.advice.playing import played
from meldwise.advice.stepping import ends_hand
from meldwise.advice.values import Value, weighted
from meldwise.advice.wholeturn import Advised, steps_of
from meldwise.play.actions import Knock
from meldwise.playout.policies import Policy
from meldwise.playout.starts import NO_CARD, Codes, Starts

# Cases that are gone through for one action.
MOST_CASES: Final = 4_000


def exact_value(belief: Belief, action: Advised, most: int = MOST_CASES) -> Value | None:
    """What an action is worth, with everything that may be hidden gone through; None if too much.

    What is hidden is weighted as `meldwise.advice.belief` believes it; after the action all play
    on as in playouts.

    Args:
        belief: What may lie hidden in the position.
        action: A legal action.
        most: Most cases.
    """
    found = exact_outcomes(belief, action, most)
    if found is None:
        return None
    outcomes, chances = found
    return weighted(outcomes.advantages, outcomes.wins, chances)


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
    position = belief.position
    if ends_hand(position, action):
        if is_certain(belief, action):
            return played(position, belief.starts(1, 0), action, 0), np.ones(1)
        hands = enumerated_hands(belief, most)
        if hands is None:
            return None
        starts = _any_stock(belief, hands[0])
        return played(position, starts, action, 0), hands[1]
    if not _stock_is_all(belief):
        return None
    cases = enumerated_starts(belief, _draws(belief), most)
    if cases is None:
        return None
    return played(position, cases[0], action, 0, policies), cases[1]


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
