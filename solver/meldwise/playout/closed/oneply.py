"""Compiled: what the next card from the stock does for a hand.

For every unseen card the hand draws it and throws its best discard. The mean of the deadwood left
is the expected deadwood; the shares of cards that lead to certain deadwood are the outs.
"""

# ruff: noqa: PLR0912, PLR0915 - compiled loops keep their arrays and numbers one by one

from __future__ import annotations

import numpy as np

from meldwise.partition.kernel.compiling import Int, compiled
from meldwise.partition.kernel.layout import FULL, JOKERS, KEY
from meldwise.partition.kernel.plain import plain_search
from meldwise.partition.kernel.words import popcount
from meldwise.playout.closed.calling import call_part, carray, int16_at, int32_at, uint8_at
from meldwise.playout.closed.hands import general_least, is_plain, joiners
from meldwise.playout.closed.memory import (
    CLOSED_AT,
    FACTS_AT,
    FOUND,
    FOUND_LENGTH,
    LANES_AT,
    ONE_PLY_CALL,
    ROWS_AT,
    UNSEEN,
    Ints,
    Reals,
)
from meldwise.playout.closed.record import VALUE

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
    closed = carray(uint8_at(ints[CLOSED_AT]), ints[CLOSED_AT + 1])
    lanes = carray(int16_at(ints[LANES_AT]), ints[LANES_AT + 1])
    dearest = np.int64(reals[EXTENDING])
    unseen, unseen_twice = ints[UNSEEN], ints[UNSEEN + 1]
    plain = is_plain(ints, cards, second)
    if plain:
        thrown = plain_search(rows, facts, ints, cards, True) >> KEY
    else:
        thrown = general_least(rows, closed, facts, lanes, ints, cards, second, True)
    near = joiners(ints, cards, second)
    weight, total = np.int64(0), np.int64(0)
    nothing = within = half = improving = extending = np.int64(0)
    lowest = np.int64(1 << 30)
    left = unseen & FULL
    jokers = unseen >> JOKERS
    while left or jokers:
        times, found = np.int64(1), np.int64(-1)
        more, twice = cards, second
        if left:
            low = left & -left
            left ^= low
            times += np.int64((unseen_twice & low) != 0)
            if low & near:
                more, twice = cards | low, second | (cards & low)
            else:
                found = min(dead, thrown + ints[VALUE + popcount(low - 1)])
        else:
            times, jokers = jokers, np.int64(0)
            more = cards + (1 << JOKERS)
        if found < 0:
            if plain and is_plain(ints, more, twice):
                found = plain_search(rows, facts, ints, more, True) >> KEY
            else:
                found = general_least(rows, closed, facts, lanes, ints, more, twice, True)
        weight += times
        total += times * found
        lowest = min(lowest, found)
        if found == 0:
            nothing += times
        if found <= limit:
            within += times
        if 2 * found <= limit:
            half += times
        if found < dead:
            improving += times
        if found <= dead - dearest:
            extending += times
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
