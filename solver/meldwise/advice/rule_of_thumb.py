"""Values without samples where no value function is at hand: a rule of thumb, and said to be one.

What the hand may be expected to count after the next card is set against what the others are
believed to count now. That ranks actions tolerably; as a value it is rough.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from meldwise.advice.belief import Belief
from meldwise.advice.reasons import Reasoner
from meldwise.advice.stepping import ends_hand, hand_after
from meldwise.advice.values import Value
from meldwise.advice.wholeturn import Advised
from meldwise.play.actions import Declare, Draw, GoOut

_SAMPLES: Final = 64

# What the chance to go out with the next card is worth, in points of deadwood.
_OUT: Final = 10.0

# So much the others lose until the hand ends, for each turn that it is likely to last.
_LATER: Final = 0.8


def rules_of_thumb(
    belief: Belief, actions: tuple[Advised, ...], reasoner: Reasoner
) -> tuple[Value, ...]:
    """A rough value for each action, all from the same believed hands."""
    position = belief.position
    measure = belief.development.measure
    hands = belief.hands(_SAMPLES, 0)
    others = [seat for seat in range(position.players) if seat != position.seat]
    count = measure.held if position.rules.count.hand == "held" else measure.deadwood
    theirs = np.array([count(hands[:, seat]) for seat in others])
    return tuple(
        Value(_value(belief, action, reasoner, theirs), None, None, "heuristic")
        for action in actions
    )


def _value(
    belief: Belief,
    action: Advised,
    reasoner: Reasoner,
    theirs: np.ndarray,
) -> float:
    mine, over = _expected(belief, action, reasoner)
    if isinstance(action, Declare):
        # Two such hands and nobody wins; alone, everybody pays.
        rules = belief.position.rules
        alone = (theirs < (rules.deal_win.min or 0)).all(axis=0).mean()
        return float(alone) * rules.deal_win.factor * rules.score.stake * belief.position.players
    if over:
        lowest = theirs.min(axis=0)
        if belief.position.rules.score.model == "stakes":
            return float((lowest > mine).mean() - 2 * (lowest <= mine).mean())
        return float(theirs.mean()) - mine
    if belief.position.rules.score.model == "stakes":
        return float((_LATER * theirs.min(axis=0) > mine).mean()) * 2 - 1
    return _LATER * float(theirs.mean()) - mine


def _expected(belief: Belief, action: Advised, reasoner: Reasoner) -> tuple[float, bool]:
    """What the hand may be expected to count, and whether the hand is over then."""
    position = belief.position
    ahead, left = reasoner.ahead(action), reasoner.deadwood(action)
    if ends_hand(position, action):
        bonus = position.rules.score.gin_bonus if isinstance(action, GoOut) else 0
        return float(left or 0) - bonus, True
    if position.rules.count.hand == "held" and left is not None:
        # Nothing is gained by melds in hand but that they may soon go down.
        melded = left - ahead.now if ahead is not None else 0
        return left - 0.5 * melded, False
    if ahead is not None:
        return ahead.expected - _OUT * ahead.chance(0), False
    if action == Draw("discard"):
        hand = hand_after(position, action)
        if hand is not None:
            return float(reasoner.after_throwing(hand)) - 1.0, False
    return float(left or 0), False
