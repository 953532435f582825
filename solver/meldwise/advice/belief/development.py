"""From the cards a player saw to the hand he kept, and hands that he would not still hold."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from meldwise.advice.belief.evidence import Suspect
from meldwise.advice.belief.measuring import Measure
from meldwise.playout.starts import Counts
from meldwise.position import Position

# How often a hand is believed that its player would rather have shown: without deadwood, fit
# for a knock, or with melds that he could have laid down.
_FINISHED: Final = 0.02
_COULD_KNOCK: Final = 0.45
_COULD_LAY: Final = 0.15


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
        """The hand that a player keeps of his known cards and those drawn, shape (n, 53)."""
        hands: Counts = drawn + suspect.known
        return self.measure.kept(hands, suspect.known, suspect.more)

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
