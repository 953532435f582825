"""The networks of value functions by the plain formula."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from meldwise.playout.values.functions import FIRST, INPUTS, SECOND


def plain_network(weights: NDArray[np.floating], inputs: NDArray[np.floating]) -> float:
    """What a network makes of its inputs: two layers of rectified units, one output."""
    known = np.split(weights, np.cumsum([INPUTS * FIRST, FIRST, FIRST * SECOND, SECOND, SECOND]))
    first = np.maximum(0, inputs @ known[0].reshape(INPUTS, FIRST) + known[1])
    second = np.maximum(0, first @ known[2].reshape(FIRST, SECOND) + known[3])
    return float(second @ known[4] + known[5][0])
