"""One card ahead: what each unseen card would make of a hand."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from meldwise.advice.belief.measuring import Measure
from meldwise.batch.oneply import look_ahead
from meldwise.playout.starts import Counts


@dataclass(frozen=True, eq=False, slots=True)
class OnePly:
    """What the next card does for a hand between turns.

    Args:
        now: Deadwood of the hand, in points.
        after: int64 (53,): the least deadwood after drawing each card and throwing the best one;
            that of now where no such card is unseen, or it does not help.
        helps: bool (53,): whether a card is unseen and improves the melds. A card that is only of
            less value than one in hand does not.
        unseen: Copies of each card that may come, shape (53,).
    """

    now: int
    after: NDArray[np.int64]
    helps: NDArray[np.bool_]
    unseen: Counts

    @property
    def cards(self) -> int:
        """How many cards are unseen."""
        return int(self.unseen.sum())

    @property
    def outs(self) -> NDArray[np.int64]:
        """Codes of the unseen cards that improve the melds, the best first."""
        found = np.flatnonzero(self.helps)
        return found[np.argsort(self.after[found], kind="stable")]

    @property
    def helping(self) -> int:
        """How many unseen cards improve the melds."""
        return int(self.unseen[self.helps].sum())

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
    now = measure.deadwood(hands)
    coming = np.broadcast_to(unseen, hands.shape)
    after, helps = look_ahead(
        now, hands, coming, measure.values, lambda drawn: measure.throw(drawn)[0]
    )
    after = np.where(coming > 0, after, now[:, None])
    return [OnePly(int(now[row]), after[row], helps[row], unseen) for row in range(len(hands))]
