"""Compiled: the best melds of a hand, as they would lie on the table."""

# ruff: noqa: ARG001 - all parts have one signature; see `calling`

from __future__ import annotations

import numpy as np
from numba.np.numpy_support import carray

from meldwise.partition.kernel.compiling import Int, compiled, inlined
from meldwise.partition.kernel.general import LANES_OF_WORK, Words, search
from meldwise.partition.kernel.layout import FULL, JOKERS, KEY, LARGE, SUIT
from meldwise.partition.kernel.plain import plain_search
from meldwise.partition.kernel.rows import Closed, Facts, Rows, fill_within, row_of
from meldwise.partition.kernel.trace import RUN, SUMS, lay_all, mark_cards
from meldwise.partition.kernel.words import popcount
from meldwise.playout.addresses import int8_at, int16_at, int32_at, uint8_at
from meldwise.playout.open.calling import Numbers, call_part
from meldwise.playout.open.layout import (
    CALLS,
    CLOSED_AT,
    CLOSED_SIZE,
    FACTS_AT,
    FACTS_SIZE,
    FOUND,
    KIND,
    LANES_AT,
    LEAST_LEFT,
    LENGTH,
    LINE,
    MARKS_AT,
    MELD_SIZE,
    MOST_FOUND,
    MOST_HELD,
    PAIR,
    PLACES,
    POINTS_AT,
    ROOM,
    ROOM_SIZE,
    ROWS_AT,
    ROWS_SIZE,
    RUN_POINTS,
    SET_VALUES,
    START,
    SUMS_AT,
    WILDS,
)

# Beside the numbers of a meld on the table: its points.
POINTS = 6


@inlined
def fill_rows(rows: Rows, closed: Closed, facts: Facts, cards: Int, twice: Int) -> None:
    """Fill the kernel's rows that a hand needs."""
    for suit in range(4):
        held, doubled = cards >> 13 * suit & SUIT, twice >> 13 * suit & SUIT
        if doubled and not closed[row_of(facts, held, doubled)]:
            fill_within(rows, closed, facts, held, doubled)


@compiled
def least_left(
    rules: Facts, state: Words, desk: Words, numbers: Numbers, as_points: Int, unused: Int
) -> Int:
    """The least points that the cards of ``PAIR`` leave unmelded; as counted in melds or in hand.

    As all parts it takes what `calling.PART` says.
    """
    rows = carray(int16_at(desk[ROWS_AT]), (desk[ROWS_SIZE],))
    facts = carray(int32_at(desk[POINTS_AT] if as_points else desk[FACTS_AT]), (desk[FACTS_SIZE],))
    cards, twice = desk[PAIR], desk[PAIR + 1]
    if twice | cards >> JOKERS == 0:
        return plain_search(rows, facts, desk, cards, False) >> KEY
    closed = carray(uint8_at(desk[CLOSED_AT]), (desk[CLOSED_SIZE],))
    lanes = carray(int16_at(desk[LANES_AT]), (LANES_OF_WORK,))
    fill_rows(rows, closed, facts, cards, twice)
    return search(rows, facts, desk, lanes, cards, twice, False, LARGE, 0)


@inlined
def left_of(
    rules: Facts, state: Words, desk: Words, numbers: Numbers, cards: Int, twice: Int
) -> Int:
    """The least points that a hand leaves unmelded."""
    desk[PAIR], desk[PAIR + 1] = cards, twice
    return call_part(desk[CALLS + LEAST_LEFT], rules, state, desk, numbers, 0, 0)


@compiled
def arrange(
    rules: Facts, state: Words, desk: Words, numbers: Numbers, as_points: Int, unused: Int
) -> Int:
    """The melds of the cards of ``PAIR`` that leave least; how many they are.

    They go to ``FOUND``, in the form of melds on the table but for the owner.
    """
    rows = carray(int16_at(desk[ROWS_AT]), (desk[ROWS_SIZE],))
    closed = carray(uint8_at(desk[CLOSED_AT]), (desk[CLOSED_SIZE],))
    facts = carray(int32_at(desk[POINTS_AT] if as_points else desk[FACTS_AT]), (desk[FACTS_SIZE],))
    lanes = carray(int16_at(desk[LANES_AT]), (LANES_OF_WORK,))
    sums = carray(int16_at(desk[SUMS_AT]), (SUMS,))
    codes = carray(int8_at(desk[MARKS_AT]), (MOST_HELD,))
    melds = carray(int8_at(desk[MARKS_AT] + MOST_HELD), (MOST_HELD,))
    kinds = carray(int8_at(desk[MARKS_AT] + 2 * MOST_HELD), (MOST_FOUND,))
    room = desk[ROOM : ROOM + ROOM_SIZE]
    cards, twice = desk[PAIR], desk[PAIR + 1]
    fill_rows(rows, closed, facts, cards, twice)
    size: Int = 0
    left = cards & FULL
    while left:
        low = left & -left
        left ^= low
        for _ in range(2 if twice & low else 1):
            codes[size] = popcount(low - 1)
            size += 1
    for _ in range(cards >> JOKERS):
        codes[size] = JOKERS
        size += 1
    codes[size:] = -1
    melds[:] = -1
    kinds[:] = -1
    room[:] = 0
    least = search(rows, facts, desk, lanes, cards, twice, False, LARGE, 0)
    lay_all(rows, facts, desk, lanes, sums, room, kinds, least)
    mark_cards(facts, room, codes, melds)
    count: Int = 0
    while count < MOST_FOUND and kinds[count] >= 0:
        meld = FOUND + count * MELD_SIZE
        desk[meld + START] = desk[meld + LENGTH] = desk[meld + WILDS] = 0
        desk[meld + KIND] = kinds[count]
        count += 1
    for column in range(size):
        owner = np.int64(melds[column])
        if owner < 0:
            continue
        meld, code = FOUND + owner * MELD_SIZE, np.int64(codes[column])
        desk[meld + LENGTH] += 1
        if code == JOKERS:
            desk[meld + WILDS] += 1
        elif desk[meld + KIND] == RUN:
            desk[meld + LINE] = code // 13
            desk[meld + START] |= np.int64(1) << code % 13
        else:
            desk[meld + LINE] = code % 13
            desk[meld + START] += 3 ** (code // 13)
    for number in range(count):
        place_meld(rules, desk, FOUND + number * MELD_SIZE)
    return count


@inlined
def place_meld(rules: Facts, desk: Words, meld: Int) -> None:
    """Put the cards of a meld in their slots, at their dearest, and count its points."""
    if desk[meld + KIND] != RUN:
        desk[meld + POINTS] = rules[SET_VALUES + desk[meld + LINE]] * desk[meld + LENGTH]
        return
    ranks, wilds = desk[meld + START], desk[meld + WILDS]
    place = np.int64(rules[PLACES + 8 * ranks + wilds])
    start, length = place >> 4, place & 15
    slots = np.int64(0)
    for slot in range(length):
        if not ranks >> (start + slot) % 13 & 1:
            slots |= np.int64(1) << slot
    desk[meld + START], desk[meld + WILDS] = start, slots
    desk[meld + POINTS] = rules[RUN_POINTS + place]
