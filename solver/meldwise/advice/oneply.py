"""One card ahead: what each unseen card would make of a hand."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from meldwise.advice.belief.measuring import KINDS, Counts, Measure


@dataclass(frozen=True, eq=False, slots=True)
class OnePly:
    """What the next card does for a hand between turns.

    Args:
        now: Deadwood of the hand, in points.
        after: int64 (53,): the least deadwood after drawing each card and throwing the best one;
            that of now where no such card is unseen, or it does not help.
        idle: int64 (53,): what that would be if the card went with nothing in the hand.
        unseen: Copies of each card that may come, shape (53,).
    """

    now: int
    after: NDArray[np.int64]
    idle: NDArray[np.int64]
    unseen: Counts

    @property
    def cards(self) -> int:
        """How many cards are unseen."""
        return int(self.unseen.sum())

    @property
    def outs(self) -> NDArray[np.int64]:
        """Codes of the unseen cards that improve the melds, the best first.

        A card that is only of less value than one in hand is none of them.
        """
        found = np.flatnonzero((self.after < self.idle) & (self.unseen > 0))
        return found[np.argsort(self.after[found], kind="stable")]

    @property
    def helping(self) -> int:
        """How many unseen cards improve the melds."""
        return int(self.unseen[self.after < self.idle].sum())

    @property
    def expected(self) -> float:
        """The mean deadwood after the next card."""
        if not self.cards:
            return float(self.now)
        return float(self.after @ self.unseen) / self.cards

    def chance(self, most: int) -> float:
        """The chance that the next card brings the deadwood down to so much."""
        return int(self.unseen[self.after <= most].sum()) / self.cards if self.cards else 0.0


def one_ply(measure: Measure, hands: Counts, unseen: Counts) -> list[OnePly]:
    """One card ahead for several hands at once.

    Args:
        measure: What hands are worth.
        hands: Hands between turns, shape (k, 53).
        unseen: Copies of each card that may come, shape (53,).

    >>> from meldwise.position import terms_of
    >>> from meldwise.rules import rules
    >>> hand, unseen = np.zeros((1, 53), np.uint8), np.ones(53, np.uint8)
    >>> hand[0, [6, 19, 12]] = 1
    >>> unseen[[6, 12, 19, 52]] = 0
    >>> ahead = one_ply(Measure(terms_of(rules("gin-rummy"), 2)), hand, unseen)[0]
    >>> ahead.now, ahead.outs.tolist(), ahead.after[[0, 32, 45]].tolist()
    (24, [32, 45], [15, 0, 0])
    """
    kinds = np.flatnonzero(unseen)
    drawn = np.repeat(hands[:, None, :], len(kinds), axis=1)
    drawn[:, np.arange(len(kinds)), kinds] += 1
    now = measure.deadwood(hands)
    left = measure.throw(drawn.reshape(-1, KINDS))[0].reshape(len(hands), len(kinds))
    thrown = measure.throw(hands)[0]
    found = []
    for row in range(len(hands)):
        after = np.full(KINDS, now[row])
        after[kinds] = np.minimum(left[row], now[row])
        idle = np.minimum(now[row], thrown[row] + measure.values)
        found.append(OnePly(int(now[row]), after, idle, unseen))
    return found
