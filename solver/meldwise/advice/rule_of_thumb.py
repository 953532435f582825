"""Values without samples where no value function is at hand: a rule of thumb, and said to be one.

What the hand may be expected to count after the next card is set against what the others are
believed to count now. That ranks actions tolerably; as a value it is rough.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from meldwise.advice.playing import played
from meldwise.advice.prospects import Prospects
from meldwise.advice.values import Value
from meldwise.advice.wholeturn import Advised
from meldwise.play.actions import Declare, Draw, GoOut

_SAMPLES: Final = 64

# What the chance to go out with the next card is worth, in points of deadwood.
_OUT: Final = 10.0

# What the others will have lost by the time the hand ends, as a share of what they have now.
_LATER: Final = 0.8


def rules_of_thumb(prospects: Prospects) -> tuple[Value, ...]:
    """A rough value for each action, all from the same believed hands."""
    position, measure = prospects.position, prospects.measure
    hands = prospects.belief.hands(_SAMPLES, 0)
    others = [seat for seat in range(position.players) if seat != position.seat]
    count = measure.held if prospects.counts_held else measure.deadwood
    theirs = np.array([count(hands[:, seat]) for seat in others])
    return tuple(
        Value(_value(prospects, action, theirs), None, None, "heuristic")
        for action in prospects.actions
    )


def going_out_now(prospects: Prospects, actions: Sequence[Advised]) -> list[Value]:
    """What actions are worth with which the hand surely ends in this turn, on believed hands.

    Args:
        prospects: What the hand becomes.
        actions: Legal actions: turns that go out, or an upcard with which that can be done.
    """
    starts = prospects.belief.starts(_SAMPLES, 0)
    outcomes = [played(prospects.position, starts, action, 0) for action in actions]
    return [Value(float(one.advantages.mean()), None, None, "heuristic") for one in outcomes]


def _value(prospects: Prospects, action: Advised, theirs: NDArray[np.int64]) -> float:
    rules = prospects.position.rules
    if isinstance(action, Declare):
        # Two such hands and nobody wins; alone, everybody pays.
        alone = (theirs < (rules.deal_win.min or 0)).all(axis=0).mean()
        stakes = rules.deal_win.factor * rules.score.stake
        return float(alone) * stakes * prospects.position.players
    mine, lowest = _expected(prospects, action), theirs.min(axis=0)
    if action in prospects.ending:
        if rules.score.model == "stakes":
            won = float((lowest > mine).mean())
            return _in_stakes(prospects, won) - (1 - won) * rules.score.stake
        return float(theirs.mean()) - mine
    if rules.score.model == "stakes":
        return _in_stakes(prospects, float((_LATER * lowest > mine).mean()))
    return _LATER * float(theirs.mean()) - mine


def _in_stakes(prospects: Prospects, won: float) -> float:
    """The advantage where one wins a stake from each of the others, with such a chance."""
    position = prospects.position
    others, stake = position.players - 1, position.rules.score.stake
    return stake * position.players * (won - (1 - won) / others)


def _expected(prospects: Prospects, action: Advised) -> float:
    """What the hand may be expected to count."""
    left, ahead = prospects.left[action], prospects.ahead.get(action)
    if action in prospects.ending:
        bonus = prospects.position.rules.score.gin_bonus if isinstance(action, GoOut) else 0
        return float(left or 0) - bonus
    if prospects.counts_held and left is not None:
        # Melds in hand are worth something only because they may soon go down.
        melded = left - ahead.now if ahead is not None else 0
        return left - 0.5 * melded
    if ahead is not None:
        return ahead.expected - _OUT * ahead.chance(0)
    hand = prospects.hands[action]
    if action == Draw("discard") and hand is not None:
        return float(prospects.after_throwing(hand)) - 1.0
    return float(left or 0)
