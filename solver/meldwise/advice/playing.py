"""Playing on from complete states: the one place that chooses who plays the playouts."""

from __future__ import annotations

from typing import Final

from meldwise.advice.outcomes import Outcomes
from meldwise.advice.plainplay import played_plainly
from meldwise.advice.wholeturn import Advised
from meldwise.playout.starts import Starts
from meldwise.position import Position

# How all players play on in playouts, in words.
STYLE: Final = "greedily"


def played(position: Position, starts: Starts, action: Advised, seed: int) -> Outcomes:
    """Play an action in complete states of a position and then on to the end of the hand.

    Args:
        position: The position.
        starts: Complete states of it.
        action: A legal action of it.
        seed: For what the players leave to chance.
    """
    del seed  # Greedy players leave nothing to chance.
    return played_plainly(position, starts, action)
