"""From the cards a player saw to the hand he kept, and hands that he would not still hold."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from meldwise.advice.belief.evidence import Suspect
from meldwise.advice.belief.measuring import KINDS, Counts, Measure
from meldwise.position import Position

# How often a hand is believed that its player would rather have shown: without deadwood, fit
# for a knock, or with melds that he could have laid down.
_FINISHED: Final = 0.02
_COULD_KNOCK: Final = 0.45
_COULD_LAY: Final = 0.15

# More than any card is worth.
_DEAREST: Final = 1 << 10


@dataclass(frozen=True, eq=False)
class Development:
    """How an opponent's hand comes to be, from cards drawn.

    Args:
        measure: What hands are worth.
        position: What is seen.
    """

    measure: Measure
    position: Position

    def kept(self, suspect: Suspect, drawn: Counts) -> Counts:
        """The hand that a player keeps of his known cards and those drawn, shape (n, 53).

        He throws what leaves the least deadwood, the dearest of equals, but no wilds and nothing
        that he is known to hold.
        """
        hands: Counts = drawn + suspect.known
        for _ in range(suspect.more):
            hands = self._thrown(suspect, hands)
        return hands

    def _thrown(self, suspect: Suspect, hands: Counts) -> Counts:
        rows = np.arange(len(hands))
        codes = self.measure.throw(hands)[1]
        held = hands[rows, codes].astype(np.int64)
        barred = (held <= suspect.known[codes]) | self.measure.wild[codes]
        if barred.any():
            codes = codes.copy()
            codes[barred] = self._other_throw(suspect, hands[barred])
        after = hands.copy()
        after[rows, codes] -= 1
        return after

    def _other_throw(self, suspect: Suspect, hands: Counts) -> NDArray[np.int64]:
        """As the best discard, of the cards that may be thrown; a wild if there is nothing else."""
        able = hands > suspect.known
        natural = able & ~self.measure.wild
        able = np.where(natural.any(axis=1, keepdims=True), natural, able)
        rows, codes = np.nonzero(able)
        fewer = hands[rows]
        fewer[np.arange(len(rows)), codes] -= 1
        # The least deadwood, then the dearest card, then the lowest code.
        values = self.measure.values[codes]
        key = (self.measure.deadwood(fewer) * _DEAREST - values) * KINDS + codes
        firsts = np.flatnonzero(np.diff(rows, prepend=-1))
        found: NDArray[np.int64] = np.minimum.reduceat(key, firsts) % KINDS
        return found

    def belief(self, suspect: Suspect, hands: Counts) -> NDArray[np.float64]:
        """How believable each hand is that a player still holds, 0 to 1, shape (n,)."""
        found = np.ones(len(hands))
        declares = self.position.rules.deal_win.min
        if suspect.turns == 0 and declares is not None and self.position.phase != "deal":
            found[self.measure.held(hands) >= declares] = _FINISHED
        if suspect.turns == 0:
            return found
        left = self.measure.deadwood(hands)
        if self.position.terms.in_play:
            demands = self.position.rules.open
            needed = 1 if suspect.opened else max(1, demands.min_points)
            melded = self.measure.held(hands) - left
            found[melded >= needed] = _COULD_LAY
            return found
        knock = self.position.rules.knock
        if knock.allowed and knock.limit != "upcard" and knock.timing == "with_discard":
            limit = 0 if knock.limit is None else knock.limit
            found[left <= limit] = _COULD_KNOCK
        if self.position.rules.meld.time != "once":
            found[left == 0] = _FINISHED
        return found
