"""How sure the mean of samples is: standard errors that mean what they say.

The results of a hand are two crowds, of hands won and of hands lost, and often one of them is
small: where one hand in twenty is won for seventy points, most lots of thirty samples show a mean
that is too low and, by the same want of wins, a spread that is too small. So half a win and half a
loss are added to every lot before its spread is taken, as a prior that knows nothing would have it
(Jeffreys, *Theory of probability*, 1939): each brings what the wins or losses seen brought, and
with few of these what a hand that ended now would bring. The means stay as they are. All samples
alike thus leave an error too: they prove nothing.

A spread that is estimated from few samples is itself unsure, so errors are widened as the t
distribution is: 1.96 of them to either side of a value are about its 95 % interval. It is less with
few samples where wins are rare (some 90 %), and less still where the stake is far from the truth.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

from meldwise.advice.belief import Belief
from meldwise.advice.deciding import heuristic_policy
from meldwise.advice.outcomes import Outcomes
from meldwise.advice.values import NORMAL, Value
from meldwise.playout import showdown_batch
from meldwise.playout.results import OUT, advantage
from meldwise.playout.starts import Starts

Floats = NDArray[np.float64]

# Imagined wins, and as many losses.
_IMAGINED: Final = 0.5

# Hidden hands from which the stake is taken.
_HANDS: Final = 32


@dataclass(frozen=True, slots=True)
class Stake:
    """What is at stake in a hand, in the rule set's own unit.

    Args:
        won: The advantage of winning, if the hand ended now.
        lost: That of losing.
    """

    won: float
    lost: float


def stake_of(belief: Belief, seed: int) -> Stake:
    """What is at stake: somebody goes out now, and all others count what they are believed to hold.

    Args:
        belief: What may lie hidden.
        seed: What the hidden hands follow from.

    >>> from meldwise.position import Position
    >>> line = "tonk 2:0:1 play 4H4D4C9STSJS JS@stock 2C 40 0,0 - -- -- 1:5 n3"
    >>> stake_of(Belief.of(Position.parse(line)), seed=1)
    Stake(won=2.0, lost=-2.0)
    """
    position, seat = belief.position, belief.position.seat
    starts = replace(belief.starts(_HANDS, seed), phase="play")
    others = [other for other in range(starts.players) if other != seat]
    if heuristic_policy(position.rules, position.players) is None:
        # The compiled code does not settle these rules; what hands count is near enough.
        held = belief.development.measure.held
        theirs = np.mean([held(starts.hands[:, other]).mean() for other in others])
        return Stake(float(theirs), -float(held(starts.hands[:1, seat])[0]))
    won = _goes_out(starts, seat, seat).mean()
    lost = np.mean([_goes_out(starts, other, seat).mean() for other in others])
    return Stake(float(won), float(lost))


def _goes_out(starts: Starts, who: int, seat: int) -> Floats:
    """What it would bring one seat if another, or it itself, had no card left."""
    rules = starts.rules
    if rules.score.model != "own_melds":
        hands = starts.hands.copy()
        hands[:, who] = 0
        starts = replace(starts, hands=hands)
    return advantage(showdown_batch(starts, OUT, who), seat, rules)


def sampled(outcomes: Outcomes, stake: Stake) -> Value:
    """The value that samples show.

    >>> found = sampled(Outcomes(np.array([1.0, 3.0] * 50), np.zeros(100)), Stake(30.0, -30.0))
    >>> found.value, round(found.se, 2)
    (2.0, 0.22)
    """
    values, wins = outcomes.advantages, outcomes.wins
    won, lost = float(wins.sum()), float((1.0 - wins).sum())
    brought = float(wins @ values)
    total = float(values.sum())
    imagined = (
        _towards(brought, won, stake.won),
        _towards(total - brought, lost, stake.lost),
    )
    error = _error(total, float(values @ values), len(values), imagined)
    return Value(total / len(values), error, won / len(values), "sampled")


def lead_of(first: Outcomes, second: Outcomes, stake: Stake) -> tuple[float, float | None]:
    """By how much one action is ahead of another on the same samples, and the error of that.

    Of an action that fell far behind there are fewer samples: the first ones, of both alike. What
    is imagined here is that one of the two wins a hand that the other loses.
    """
    both = min(len(first), len(second))
    lead = first.advantages[:both] - second.advantages[:both]
    one, two = first.wins[:both], second.wins[:both]
    only_one, only_two = one * (1.0 - two), two * (1.0 - one)
    gap = stake.won - stake.lost
    imagined = (
        _towards(float(only_one @ lead), float(only_one.sum()), gap),
        _towards(float(only_two @ lead), float(only_two.sum()), -gap),
    )
    total = float(lead.sum())
    return total / both, _error(total, float(lead @ lead), both, imagined)


def _towards(total: float, count: float, usual: float) -> float:
    """What hands of a kind bring: as those seen, and the fewer these are the more as usual."""
    return (total + _IMAGINED * usual) / (count + _IMAGINED)


def _error(total: float, squares: float, count: int, imagined: tuple[float, ...]) -> float | None:
    """The standard error of a mean, some results imagined; None for one sample.

    Args:
        total: The sum of the results.
        squares: The sum of their squares.
        count: How many there are.
        imagined: What is imagined, each `_IMAGINED` times.
    """
    if count < 2:
        return None
    all_in = count + _IMAGINED * len(imagined)
    mean = (total + _IMAGINED * sum(imagined)) / all_in
    spread = squares + _IMAGINED * sum(result**2 for result in imagined) - all_in * mean**2
    return _widened(all_in - 1) * sqrt(max(spread, 0.0) / (all_in - 1) / all_in)


def _widened(freedom: float) -> float:
    """By how much the t distribution's 97.5th percentile is above the normal one's.

    Source: the expansion by E. Cornish and R. Fisher, *The percentile points of distributions
    having known cumulants* (1960).

    >>> [round(_widened(freedom) * NORMAL, 2) for freedom in (2, 9, 29, 99)]
    [4.17, 2.26, 2.05, 1.98]
    """
    z, over = NORMAL, 1.0 / freedom
    terms = (
        (z**2 + 1) / 4,
        (5 * z**4 + 16 * z**2 + 3) / 96,
        (3 * z**6 + 19 * z**4 + 17 * z**2 - 15) / 384,
    )
    return 1.0 + over * (terms[0] + over * (terms[1] + over * terms[2]))
