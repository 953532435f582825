"""Compiled: the beginning of a hand, and its settlement."""

from __future__ import annotations

import numpy as np

from meldwise.partition.kernel.compiling import Int, compiled
from meldwise.partition.kernel.layout import JOKERS
from meldwise.playout.closed.hands import held_value, least
from meldwise.playout.closed.layoffs import lay_off
from meldwise.playout.closed.memory import AT_END, COUNTS, POLICY, SCORES, STRIDE, Ints
from meldwise.playout.closed.record import (
    BY_UPCARD,
    HELD,
    LAY_OFF,
    LIMIT,
    MELD_VALUE,
    MODEL,
    NO_LIMIT,
    OWN_MELDS,
    PLAYERS,
    SPADES,
    VALUE,
)
from meldwise.playout.closed.scoring import score_counts
from meldwise.playout.closed.table import DEAD, EXPLORES_AT, FACTOR, HAND, LIMIT_NOW
from meldwise.playout.closed.words import copies
from meldwise.playout.network import Reals
from meldwise.playout.policies import EXPLORES, ROW
from meldwise.playout.randomness import Stream, below, unit
from meldwise.playout.results import KNOCK, OUT, VOID

_UNLIMITED = 1_000_000
# Own turns in one of which a player that explores does so.
_EXPLORED_TURNS = 10


@compiled
def begin_hand(
    ints: Ints,
    reals: Reals,
    stream: Stream,
    upcard: Int,
) -> None:
    """Work out what depends on the hands and on the first upcard (−1: it does not matter)."""
    limit = ints[LIMIT]
    if limit == NO_LIMIT:
        limit = _UNLIMITED
    elif limit == BY_UPCARD:
        limit = ints[VALUE + upcard] if upcard >= 0 else 0
    ints[LIMIT_NOW] = limit
    ints[FACTOR] = ints[SPADES] if 0 <= upcard < 13 else 1
    for seat in range(ints[PLAYERS]):
        own = STRIDE * seat
        ints[own + DEAD] = least(ints, reals, ints[own + HAND], ints[own + HAND + 1])
        ints[own + EXPLORES_AT] = -1
        chance = reals[POLICY + ROW * seat + EXPLORES]
        if chance > 0.0 and unit(stream) < chance:
            ints[own + EXPLORES_AT] = below(stream, _EXPLORED_TURNS)


@compiled
def settle(
    ints: Ints,
    reals: Reals,
    ending: Int,
    ender: Int,
    thrown: bool,
) -> None:
    """Fill counts, deadwood and scores of a hand that ended so.

    Args:
        ints: See `memory`.
        reals: See `memory`.
        ending: As in `meldwise.playout.results`.
        ender: Who ended it, −1: nobody.
        thrown: Whether that player threw a last card.
    """
    players = ints[PLAYERS]
    for seat in range(players):
        cards, second = ints[STRIDE * seat + HAND], ints[STRIDE * seat + HAND + 1]
        dead = least(ints, reals, cards, second)
        ints[AT_END + seat] = dead
        if ints[MODEL] != OWN_MELDS:
            ints[COUNTS + seat] = held_value(ints, cards, second) if ints[HELD] else dead
            continue
        ints[COUNTS + seat] = 0
        if ending == OUT and seat == ender:
            for code in range(JOKERS + 1):
                worth = copies(cards, second, code) * ints[MELD_VALUE + code]
                ints[COUNTS + seat] += worth
    if ending == VOID:
        reals[SCORES : SCORES + players] = 0.0
        return
    if ints[LAY_OFF] and ender >= 0:
        lay_off(
            ints,
            reals,
            ints[STRIDE * ender + HAND],
            ints[STRIDE * (1 - ender) + HAND],
            ender,
            ending,
            ints[LIMIT_NOW] if ending == KNOCK else np.int64(0),
            ints[FACTOR],
        )
        return
    clean = ender >= 0 and ints[AT_END + ender] == 0
    score_counts(ints, reals, ending, ender, clean, thrown, ints[FACTOR])
