"""Compiled: jokers of the table exchanged for cards of the hand, and laid again at once."""

# ruff: noqa: ARG001 - all parts have one signature; see `calling`

from __future__ import annotations

import numpy as np

from meldwise.partition.kernel.compiling import Int, compiled, inlined
from meldwise.partition.kernel.general import Words
from meldwise.partition.kernel.layout import FULL, JOKERS
from meldwise.partition.kernel.rows import Facts
from meldwise.partition.kernel.words import popcount
from meldwise.playout.open.adding import may_add, slot_for, take_joker
from meldwise.playout.open.arranging import left_of
from meldwise.playout.open.calling import Numbers, call_part
from meldwise.playout.open.cards import JOKER_BIT, seat_at
from meldwise.playout.open.laying import keep, lay_off_card, may_end, note, put_down, restore
from meldwise.playout.open.layout import (
    ANYWHERE,
    CALLS,
    CARDS,
    KEEP,
    KNOWN,
    LAY_MELDS,
    MELD_SIZE,
    MELDS,
    OPEN_POINTS,
    OPENED,
    PUBLIC,
    REUSE,
    SIZE,
    SPARE,
    SWAP,
    SWAPS,
    SWAPS_OPENED,
    TABLE,
    TWICE,
    WILDS,
)


@inlined
def may_swap(rules: Facts, state: Words, seat: Int) -> Int:
    """Whether a seat may exchange a joker of the table at all as things are."""
    needs = rules[SWAPS_OPENED] or rules[OPEN_POINTS]
    return rules[SWAPS] and (not needs or state[seat_at(seat) + OPENED])


@compiled
def swappable(rules: Facts, state: Words, seat: Int, more: Int) -> Int:
    """Whether a card of a seat, or one of these more (bits by code), can take a joker's place."""
    if not may_swap(rules, state, seat):
        return False
    cards = state[seat_at(seat) + CARDS] & FULL | more
    for number in range(state[MELDS]):
        meld = TABLE + MELD_SIZE * number
        left = cards if state[meld + WILDS] else np.int64(0)
        while left:
            low = left & -left
            left ^= low
            if slot_for(rules, state, meld, popcount(low - 1)) >= 0:
                return True
    return False


@compiled
def swap_one(
    rules: Facts, state: Words, desk: Words, numbers: Numbers, seat: Int, unused: Int
) -> Int:
    """Exchange a joker of the table, where that leaves less, and lay it again; whether it was."""
    at = seat_at(seat)
    if not may_swap(rules, state, seat):
        return 0
    for number in range(state[MELDS]):
        meld = TABLE + MELD_SIZE * number
        if state[meld + WILDS] == 0:
            continue
        left = state[at + CARDS] & FULL
        while left:
            low = left & -left
            left ^= low
            code = popcount(low - 1)
            slot = slot_for(rules, state, meld, code)
            if slot >= 0 and swap_here(rules, state, desk, numbers, seat, number, code):
                return 1
    return 0


@compiled
def swap_here(
    rules: Facts, state: Words, desk: Words, numbers: Numbers, seat: Int, number: Int, code: Int
) -> Int:
    """Exchange this joker for this card if that leaves less; whether it was."""
    at, meld = seat_at(seat), TABLE + MELD_SIZE * number
    before = left_of(rules, state, desk, numbers, state[at + CARDS], state[at + TWICE])
    keep(state, desk, SPARE)
    put_down(state, seat, code)
    take_joker(state, meld, code, slot_for(rules, state, meld, code))
    state[at + CARDS] += JOKER_BIT
    state[at + SIZE] += 1
    state[at + KNOWN] += JOKER_BIT
    state[PUBLIC] -= JOKER_BIT
    note(state, desk, SWAP, code, number, 0, 0)
    done = call_part(desk[CALLS + LAY_MELDS], rules, state, desk, numbers, seat, JOKERS)
    if not done and rules[REUSE] == ANYWHERE and may_add(rules, state, seat):
        done = lay_off_card(rules, state, desk, numbers, seat, JOKERS)
    if not done and rules[REUSE] == KEEP:
        done = may_end(rules, state, seat)
    after = left_of(rules, state, desk, numbers, state[at + CARDS], state[at + TWICE])
    if done and after < before:
        return True
    restore(state, desk, SPARE)
    return False


__all__ = ["swap_one", "swappable"]
