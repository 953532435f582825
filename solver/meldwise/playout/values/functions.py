"""Value functions as plain arrays, kept in small files; running them needs no training library."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

# A network: so many inputs, two layers of rectified units, one output in points.
INPUTS: Final = 32
FIRST: Final = 32
SECOND: Final = 16
WEIGHTS: Final = INPUTS * FIRST + FIRST + FIRST * SECOND + SECOND + SECOND + 1

# The functions of a set.
GOING_ON: Final = 0
ENDING_NOW: Final = 1
DRAWING: Final = 2
KINDS: Final = 3


@dataclass(frozen=True, slots=True, eq=False)
class ValueFunctions:
    """What a hand is worth to the player who has just thrown a card, by learned networks.

    One set of networks, or two of which the opponents' style chooses.

    Args:
        weights: float32 (sets, `KINDS`, `WEIGHTS`): for each set the networks for going on after a
            discard, for ending the hand now, and for drawing from the stock. Each has its weights
            input by input for each unit, then the biases, layer by layer.
        rules: The id of the rule set that they were trained for.
        players: For how many players.
    """

    weights: NDArray[np.float32]
    rules: str
    players: int
