"""Compiled: what the value functions make of a hand."""

from __future__ import annotations

from meldwise.partition.kernel.compiling import Int, compiled
from meldwise.playout.closed.memory import HIDDEN, INPUT, WEIGHTS_AT
from meldwise.playout.network import Float, Reals, forward
from meldwise.playout.values.functions import KINDS, WEIGHTS


@compiled
def network(reals: Reals, place: Int, kind: Int) -> Float:
    """What a value function makes of the inputs.

    Args:
        reals: See `memory`.
        place: The number of the set of functions.
        kind: Which function of the set.
    """
    return forward(reals, WEIGHTS_AT + (place * KINDS + kind) * WEIGHTS, INPUT, HIDDEN)
