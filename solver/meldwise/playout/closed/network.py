"""Compiled: the value of a small network."""

from __future__ import annotations

from meldwise.partition.kernel.compiling import Int, compiled
from meldwise.playout.closed.memory import HIDDEN, INPUT, WEIGHTS_AT, Float, Reals
from meldwise.playout.values.functions import FIRST, INPUTS, KINDS, SECOND, WEIGHTS


@compiled
def network(reals: Reals, place: Int, kind: Int) -> Float:
    """What a network makes of the inputs; see `meldwise.playout.values.functions`.

    Args:
        reals: See `memory`.
        place: The number of the set of functions.
        kind: Which function of the set.
    """
    first = WEIGHTS_AT + (place * KINDS + kind) * WEIGHTS
    at = first + INPUTS * FIRST
    for unit in range(FIRST):
        reals[HIDDEN + unit] = reals[at + unit]
    for source in range(INPUTS):
        known = reals[INPUT + source]
        if known != 0.0:
            row = first + source * FIRST
            for unit in range(FIRST):
                reals[HIDDEN + unit] += known * reals[row + unit]
    at += FIRST
    bias = at + FIRST * SECOND
    for unit in range(SECOND):
        reals[HIDDEN + FIRST + unit] = reals[bias + unit]
    for source in range(FIRST):
        known = reals[HIDDEN + source]
        if known > 0.0:
            row = at + source * SECOND
            for unit in range(SECOND):
                reals[HIDDEN + FIRST + unit] += known * reals[row + unit]
    at = bias + SECOND
    total = reals[at + SECOND]
    for unit in range(SECOND):
        total += max(0.0, reals[HIDDEN + FIRST + unit]) * reals[at + unit]
    return total
