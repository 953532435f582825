"""Compiled: the value of a small network, wherever its weights and inputs stand."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from meldwise.partition.kernel.compiling import Int, compiled
from meldwise.playout.values.functions import FIRST, INPUTS, SECOND

Reals: TypeAlias = NDArray[np.float64]
Float: TypeAlias = Any
"""A float64 in compiled code; to Python it is a `float` or one of NumPy's."""


@compiled
def forward(reals: Reals, first: Int, inputs: Int, hidden: Int) -> Float:
    """What a network makes of its inputs; see `meldwise.playout.values.functions`.

    Args:
        reals: Holds all that it needs.
        first: Where its weights begin.
        inputs: Where its inputs begin.
        hidden: Where it may work.
    """
    at = first + INPUTS * FIRST
    for unit in range(FIRST):
        reals[hidden + unit] = reals[at + unit]
    for source in range(INPUTS):
        known = reals[inputs + source]
        if known != 0.0:
            row = first + source * FIRST
            for unit in range(FIRST):
                reals[hidden + unit] += known * reals[row + unit]
    at += FIRST
    bias = at + FIRST * SECOND
    for unit in range(SECOND):
        reals[hidden + FIRST + unit] = reals[bias + unit]
    for source in range(FIRST):
        known = reals[hidden + source]
        if known > 0.0:
            row = at + source * SECOND
            for unit in range(SECOND):
                reals[hidden + FIRST + unit] += known * reals[row + unit]
    at = bias + SECOND
    total = reals[at + SECOND]
    for unit in range(SECOND):
        total += max(0.0, reals[hidden + FIRST + unit]) * reals[at + unit]
    return total
