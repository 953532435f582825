"""Compiled: what the next card from the stock does for a hand.

For every unseen card the hand draws it and throws its best discard. The mean of the deadwood left
is the expected deadwood; the shares of cards that lead to certain deadwood are the outs.
"""

# ruff: noqa: PLR0915 - compiled loops keep their arrays and numbers one by one

from __future__ import annotations

import numpy as np
from numba.np.numpy_support import carray

from meldwise.partition.kernel.compiling import Int, compiled
from meldwise.partition.kernel.layout import COLUMN, FULL, JOKERS, KEY
from meldwise.partition.kernel.plain import plain_search
from meldwise.partition.kernel.words import popcount
from meldwise.playout.addresses import int16_at, int32_at
from meldwise.playout.closed.calling import call_part
from meldwise.playout.closed.hands import is_plain, joiners, least_thrown
from meldwise.playout.closed.memory import (
    FACTS_AT,
    FOUND,
    FOUND_LENGTH,
    ONE_PLY_CALL,
    ROWS_AT,
    UNSEEN,
    Ints,
)
from meldwise.playout.closed.record import VALUE
from meldwise.playout.network import Reals

# What is found.
EXPECTED = FOUND
OUT = FOUND + 1
WITHIN_LIMIT = FOUND + 2
WITHIN_HALF = FOUND + 3
IMPROVING = FOUND + 4
EXTENDING = FOUND + 5
LEAST_IN_REACH = FOUND + 6


@compiled
def one_ply_part(ints: Ints, reals: Reals, cards: Int, second: Int, dead: Int, limit: Int) -> Int:
    """What `one_ply` describes; the dearest card stands at `EXTENDING` when it is called."""
    rows = carray(int16_at(ints[ROWS_AT]), ints[ROWS_AT + 1])
    facts = carray(int32_at(ints[FACTS_AT]), ints[FACTS_AT + 1])
    dearest = np.int64(reals[EXTENDING])
    unseen, unseen_twice = ints[UNSEEN], ints[UNSEEN + 1]
    plain = is_plain(ints, cards, second)
    thrown = least_thrown(ints, reals, cards, second)
    near = joiners(ints, cards, second) & FULL
    weight, total = np.int64(0), np.int64(0)
    nothing = within = half = improving = extending = np.int64(0)
    lowest = np.int64(1 << 30)
    # Cards that join nothing go or drive out another one, and those of a rank do so alike.
    left = unseen & FULL & ~near
    rank = np.int64(0)
    while left:
        alike = left & (COLUMN << rank)
        if alike:
            left ^= alike
            times = popcount(alike) + popcount(alike & unseen_twice)
            found = min(dead, thrown + ints[VALUE + rank])
            weight += times
            total += times * found
            lowest = min(lowest, found)
            nothing += times * np.int64(found == 0)
            within += times * np.int64(found <= limit)
            half += times * np.int64(2 * found <= limit)
            improving += times * np.int64(found < dead)
            extending += times * np.int64(found <= dead - dearest)
        rank += 1
    left = unseen & near
    jokers = unseen >> JOKERS
    while left or jokers:
        times = np.int64(1)
        if left:
            low = left & -left
            left ^= low
            times += np.int64((unseen_twice & low) != 0)
            more, twice = cards | low, second | (cards & low)
        else:
            times, jokers = jokers, np.int64(0)
            more, twice = cards + (1 << JOKERS), second
        # Of plain hands the search stands here; others take so long that a call does not matter.
        if plain and is_plain(ints, more, twice):
            found = plain_search(rows, facts, ints, more, True) >> KEY
        else:
            found = least_thrown(ints, reals, more, twice)
        weight += times
        total += times * found
        lowest = min(lowest, found)
        nothing += times * np.int64(found == 0)
        within += times * np.int64(found <= limit)
        half += times * np.int64(2 * found <= limit)
        improving += times * np.int64(found < dead)
        extending += times * np.int64(found <= dead - dearest)
    if weight == 0:
        reals[FOUND : FOUND + FOUND_LENGTH] = 0.0
        reals[EXPECTED], reals[LEAST_IN_REACH] = dead, dead
        return 0
    share = 1.0 / weight
    reals[EXPECTED], reals[LEAST_IN_REACH] = total * share, lowest
    reals[OUT], reals[WITHIN_LIMIT], reals[WITHIN_HALF] = (
        nothing * share,
        within * share,
        half * share,
    )
    reals[IMPROVING], reals[EXTENDING] = improving * share, extending * share
    return 0


@compiled
def one_ply(
    ints: Ints, reals: Reals, cards: Int, second: Int, dead: Int, limit: Int, dearest: Int
) -> None:
    """Expected deadwood and outs of a hand that draws next from the unseen cards.

    Args:
        ints: See `memory`; `look` has been called.
        reals: See `memory`; from `FOUND` filled: points for `EXPECTED` and `LEAST_IN_REACH`, else
            shares of the unseen cards.
        cards: The hand, first word.
        second: Second word.
        dead: Its deadwood.
        limit: The deadwood of `WITHIN_LIMIT`; half of it is that of `WITHIN_HALF`.
        dearest: The dearest card that is in no meld: a card is `EXTENDING` that lets it go.
    """
    reals[EXTENDING] = dearest
    call_part(
        ints[ONE_PLY_CALL],
        ints,
        reals,
        np.int64(cards),
        np.int64(second),
        np.int64(dead),
        np.int64(limit),
    )
