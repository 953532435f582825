"""Compiled: the run table of a suit, filled on demand.

A row is one multiset of a suit's cards. Its lane u is the least deadwood that disjoint runs of
these cards leave when they spend exactly u units; lane 8 + u the same when one of the cards is
thrown. A row rests on those of smaller multisets: its lowest card is dead, or in one of the runs
that begin with it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from meldwise.partition.kernel.compiling import Int, compiled, inlined
from meldwise.partition.kernel.layout import (
    COLUMN,
    DEAD,
    FULL,
    GROUP,
    IMPOSSIBLE,
    KEY,
    LANES,
    LIMIT,
    LOOSE_RANKS,
    ROW,
    ROWS,
    RUNS,
    SINGLE,
    SUIT,
    THROW_KEYS,
    TOO_MUCH,
    UNIT_RANKS,
    VALUES,
)

Rows = NDArray[np.int16]
Closed = NDArray[np.uint8]
Facts = NDArray[np.int32]


@inlined
def row_of(facts: Facts, held: Int, doubled: Int) -> Int:
    """The number of the row of a multiset: ranks held, and ranks held twice."""
    if doubled == 0:
        return held
    first = np.int64(facts[GROUP + doubled])
    # Within a group the doubled ranks are known: their bits are left out.
    while doubled:
        low = (doubled & -doubled) - 1
        held = (held & low) | (held >> 1 & ~low)
        doubled = (doubled & (doubled - 1)) >> 1
    return first + held


@inlined
def row_without(facts: Facts, held: Int, doubled: Int, bit: Int) -> Int:
    """The row of a multiset without one card of the rank with this bit."""
    if doubled & bit:
        return row_of(facts, held, doubled ^ bit)
    return row_of(facts, held ^ bit, doubled)


@inlined
def fill_row(rows: Rows, closed: Closed, facts: Facts, held: Int, doubled: Int) -> None:
    """Fill one row; those of all smaller multisets within it are filled."""
    number = row_of(facts, held, doubled)
    row = ROWS + ROW * number
    closed[number] = 1
    for lane in range(ROW):
        rows[row + lane] = IMPOSSIBLE
    if held == 0:
        rows[row] = 0
        return
    lowest = 13
    for rank in range(12, -1, -1):
        if not held >> rank & 1:
            continue
        lowest = rank
        if not facts[UNIT_RANKS] >> rank & 1:
            before = ROWS + ROW * row_without(facts, held, doubled, 1 << rank)
            for lane in range(LANES):
                rows[row + LANES + lane] = min(rows[row + LANES + lane], rows[before + lane])
    low = 1 << lowest
    dead = ROWS + ROW * row_without(facts, held, doubled, low)
    for lane in range(LANES):
        rows[row + lane] = min(IMPOSSIBLE, rows[dead + lane] + facts[VALUES + lowest])
    limit, others = facts[LIMIT], held ^ low
    more = others
    while True:
        run = more | low
        bits = facts[RUNS + run]
        if bits:
            after = ROWS + ROW * row_of(facts, held & ~(run & ~doubled), doubled & ~run)
            for units in range(limit + 1):
                if bits >> units & 1:
                    for lane in range(units, limit + 1):
                        rows[row + lane] = min(rows[row + lane], rows[after + lane - units])
        if more == 0:
            return
        more = (more - 1) & others


@compiled
def fill_single(rows: Rows, closed: Closed, facts: Facts) -> None:
    """Fill all rows without doubled ranks, and the short tables made of their first lanes."""
    for held in range(SINGLE):
        fill_row(rows, closed, facts, held, 0)
        dead = np.int64(rows[ROWS + ROW * held])
        rows[DEAD + held] = dead
        best = np.int64(IMPOSSIBLE) << KEY
        for rank in range(13):
            if held >> rank & 1:
                more = rows[DEAD + (held ^ (1 << rank))] - dead
                best = min(best, more << KEY | (1023 - facts[VALUES + rank]) << 6 | rank)
        facts[THROW_KEYS + held] = best


@inlined
def fill_within(rows: Rows, closed: Closed, facts: Facts, held: Int, doubled: Int) -> None:
    """Fill the rows of a multiset and of all that it contains."""
    inside = 0
    while True:
        twice = doubled & inside
        less = 0
        while True:
            if not closed[row_of(facts, inside, less)]:
                fill_row(rows, closed, facts, inside, less)
            if less == twice:
                break
            less = (less - twice) & twice
        if inside == held:
            return
        inside = (inside - held) & held


@compiled
def fill_missing(
    rows: Rows, closed: Closed, facts: Facts, missing: NDArray[np.int64], count: Int
) -> None:
    """Fill what `missing_rows` found."""
    for index in range(count):
        held, doubled = missing[index] & SUIT, missing[index] >> 13
        if not closed[row_of(facts, held, doubled)]:
            fill_within(rows, closed, facts, held, doubled)


@compiled
def missing_rows(
    closed: Closed,
    facts: Facts,
    cards: NDArray[np.int64],
    second: NDArray[np.int64],
    missing: NDArray[np.int64],
) -> Int:
    """List the suits of these hands whose rows are not filled; how many were found.

    Args:
        closed: See `layout`.
        facts: See `layout`.
        cards: First words of the hands.
        second: Second words.
        missing: Filled with held | doubled << 13; it has room for four of each hand.
    """
    count = 0
    natural = FULL & ~(facts[LOOSE_RANKS] * np.int64(COLUMN))
    for index in range(len(cards)):
        doubles = second[index]
        if doubles == 0 or doubles >= TOO_MUCH:
            continue
        held, twice = cards[index] & natural, doubles & natural
        while twice:
            if twice & SUIT and not closed[row_of(facts, held & SUIT, twice & SUIT)]:
                missing[count] = (held & SUIT) | (twice & SUIT) << 13
                count += 1
            held >>= 13
            twice >>= 13
    return count
