"""Compiled: everything put down that can be, in the order that leaves least."""

# ruff: noqa: ARG001 - all parts have one signature; see `calling`

from __future__ import annotations

import numpy as np

from meldwise.partition.kernel.compiling import Int, compiled
from meldwise.partition.kernel.general import Words
from meldwise.partition.kernel.layout import FULL, JOKERS
from meldwise.partition.kernel.rows import Facts
from meldwise.partition.kernel.words import popcount
from meldwise.playout.open.adding import fitting, may_add
from meldwise.playout.open.calling import Numbers, call_part
from meldwise.playout.open.cards import points_of, seat_at
from meldwise.playout.open.laying import keep, restore, throwable
from meldwise.playout.open.layout import (
    CALLS,
    CARDS,
    FIRST,
    LAY_MELDS,
    LAY_OFF_ALL,
    LAY_OFF_JOKERS,
    PLACE_IN_ORDER,
    SIZE,
    SWAP_ONE,
    TWICE,
    VALUES,
)
from meldwise.playout.open.swapping import swappable

# What comes first: melds of the hand, lay-offs, or exchanged jokers.
MELDS_FIRST, ADDS_FIRST, SWAPS_FIRST = 0, 1, 2
# Less than any hand counts.
NOTHING = -1


@compiled
def place_in_order(
    rules: Facts, state: Words, desk: Words, numbers: Numbers, seat: Int, order: Int
) -> Int:
    """Put down all that can be put down, in an order."""
    again = True
    while again and state[seat_at(seat) + SIZE]:
        again = False
        if order == SWAPS_FIRST and call_part(
            desk[CALLS + SWAP_ONE], rules, state, desk, numbers, seat, 0
        ):
            again = True
            continue
        if order == ADDS_FIRST and call_part(
            desk[CALLS + LAY_OFF_ALL], rules, state, desk, numbers, seat, 0
        ):
            again = True
        if call_part(desk[CALLS + LAY_MELDS], rules, state, desk, numbers, seat, -1):
            again = True
        if order != ADDS_FIRST and call_part(
            desk[CALLS + LAY_OFF_ALL], rules, state, desk, numbers, seat, 0
        ):
            again = True
        if call_part(desk[CALLS + SWAP_ONE], rules, state, desk, numbers, seat, 0):
            again = True
        order = np.int64(MELDS_FIRST)
    at = seat_at(seat)
    jokers = state[at + CARDS] >> JOKERS
    # Jokers are worth keeping for the next meld, but not when they are all that is left.
    if jokers and state[at + SIZE] - jokers <= 1:
        call_part(desk[CALLS + LAY_OFF_JOKERS], rules, state, desk, numbers, seat, 0)
    return 0


@compiled
def left_at_end(rules: Facts, state: Words, seat: Int) -> Int:
    """What a hand counts once the dearest card is thrown; `NOTHING` if the seat is then out."""
    at = seat_at(seat)
    if state[at + SIZE] == 0:
        return NOTHING
    may = throwable(rules, state, seat)
    if state[at + SIZE] == 1 and may:
        return NOTHING
    dearest = np.int64(rules[VALUES + JOKERS]) if may >> JOKERS else np.int64(0)
    may &= FULL
    while may:
        low = may & -may
        may ^= low
        dearest = max(dearest, np.int64(rules[VALUES + popcount(low - 1)]))
    return points_of(rules, VALUES, state[at + CARDS], state[at + TWICE]) - dearest


@compiled
def place_all(
    rules: Facts, state: Words, desk: Words, numbers: Numbers, seat: Int, unused: Int
) -> Int:
    """Put down all that can be put down, in the order that leaves least."""
    adds = may_add(rules, state, seat) and fitting(rules, state, seat) & (
        state[seat_at(seat) + CARDS] & FULL
    )
    swaps = swappable(rules, state, seat, 0)
    if not (adds or swaps):
        call_part(desk[CALLS + PLACE_IN_ORDER], rules, state, desk, numbers, seat, MELDS_FIRST)
        return 0
    keep(state, desk, FIRST)
    best, least = np.int64(MELDS_FIRST), np.int64(1 << 30)
    for order in (SWAPS_FIRST, ADDS_FIRST, MELDS_FIRST):
        if (order == SWAPS_FIRST and not swaps) or (order == ADDS_FIRST and not adds):
            continue
        restore(state, desk, FIRST)
        call_part(desk[CALLS + PLACE_IN_ORDER], rules, state, desk, numbers, seat, order)
        left = left_at_end(rules, state, seat)
        if left == NOTHING:
            return 0
        if left < least:
            best, least = np.int64(order), left
    if best != MELDS_FIRST:
        # Played again rather than kept, so that the trail is that of this order.
        restore(state, desk, FIRST)
        call_part(desk[CALLS + PLACE_IN_ORDER], rules, state, desk, numbers, seat, best)
    return 0


__all__ = ["NOTHING", "left_at_end", "place_all", "place_in_order"]
