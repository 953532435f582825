"""Compiled: hands without wilds and without a card held twice. One number a suit, sets on top.

A node of the search is a choice of sets in rising rank order. Its deadwood is the sum of four
looked-up numbers; a bound on what the sets of later ranks could still save cuts it off.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from meldwise.partition.kernel.compiling import Int, compiled, inlined
from meldwise.partition.kernel.layout import (
    COLUMN,
    DEAD,
    GATHER,
    KEY,
    LEAST,
    PLAIN_FIRST,
    PLAIN_OPTIONS,
    SPREAD,
    SUIT,
    THROW_KEYS,
    VALUES,
)
from meldwise.partition.kernel.rows import Facts, Rows
from meldwise.partition.kernel.words import popcount

Words = NDArray[np.int64]

# So few ranks with sets are tried out in every combination, which is quicker than bounds.
_FEW = 3
# A rank has at most eleven options (sets of two or more of four suits), or is left alone.
_COMBINATIONS = 12**_FEW

# What the search writes on, int64, from these offsets: by rank of which sets may be laid its first
# option, the one after the last, the rank and what sets from it on could save; by node of the
# path its cards, deadwood, rank and next option; the cards that each combination leaves.
_FIRST, _LAST, _RANK, _GAIN = 0, 16, 32, 48
_CARDS, _DEAD, _NUMBER, _OPTION = 64, 80, 96, 112
_LEFT = 128
WORK = _LEFT + _COMBINATIONS


@inlined
def plain_runs(rows: Rows, facts: Facts, cards: Int, throw: bool) -> Int:
    """The least deadwood that runs alone leave, shifted by `KEY`.

    With a card thrown, the bits below name it: the dearest of the best, then the lowest code.
    """
    s, h = cards & SUIT, cards >> 13 & SUIT
    d, c = cards >> 26 & SUIT, cards >> 39 & SUIT
    kept = (np.int64(rows[DEAD + s]) + rows[DEAD + h] + rows[DEAD + d] + rows[DEAD + c]) << KEY
    if not throw:
        return kept
    return kept + min(
        np.int64(facts[THROW_KEYS + s]),
        np.int64(facts[THROW_KEYS + h]) + 16,
        np.int64(facts[THROW_KEYS + d]) + 32,
        np.int64(facts[THROW_KEYS + c]) + 48,
    )


@inlined
def thrown_code(key: Int) -> Int:
    """The code of the card that `plain_runs` names."""
    return 13 * (key >> 4 & 3) + (key & 15)


@inlined
def ranks_held(cards: Int, least: Int) -> Int:
    """Ranks of which at least so many different cards are held, as bits."""
    s, h = cards & SUIT, cards >> 13 & SUIT
    d, c = cards >> 26 & SUIT, cards >> 39 & SUIT
    if least == 3:
        return (s & h & (d | c)) | (d & c & (s | h))
    if least == 2:
        return (s & h) | (d & c) | ((s | h) & (d | c))
    if least == 4:
        return s & h & d & c
    return 0


@inlined
def plain_search(rows: Rows, facts: Facts, work: Words, cards: Int, throw: bool) -> Int:
    """What `plain_runs` gives for the best choice of sets.

    Args:
        rows: See `layout`.
        facts: See `layout`.
        work: Room.
        cards: The hand, bit by code.
        throw: Whether a card is thrown.
    """
    root = plain_runs(rows, facts, cards, throw)
    ranks = ranks_held(cards, facts[LEAST])
    if ranks == 0 or root == 0:
        return root
    if popcount(ranks) <= _FEW:
        return all_combinations(rows, facts, work, cards, ranks, throw, root)
    return bounded_search(rows, facts, work, cards, ranks, throw, root)


@inlined
def first_place(cards: Int, rank: Int) -> Int:
    """Where in the facts the number of the first option of a rank stands."""
    return PLAIN_FIRST + (((cards >> rank & COLUMN) * GATHER) >> 39 & 15)


@inlined
def all_combinations(
    rows: Rows, facts: Facts, work: Words, cards: Int, ranks: Int, throw: bool, best: Int
) -> Int:
    """The best of every choice of sets of a few ranks."""
    work[_LEFT] = cards
    count = 1
    while ranks:
        low = ranks & -ranks
        ranks ^= low
        rank = popcount(low - 1)
        place, known = first_place(cards, rank), count
        for index in range(np.int64(facts[place]), np.int64(facts[place + 1])):
            way = np.int64(facts[PLAIN_OPTIONS + index])
            kept = ~(((way & 15) * SPREAD & COLUMN) << rank)
            for before in range(known):
                left = work[_LEFT + before] & kept
                work[_LEFT + count] = left
                count += 1
                best = min(best, plain_runs(rows, facts, left, throw))
    return best


@inlined
def bounded_search(
    rows: Rows, facts: Facts, work: Words, cards: Int, ranks: Int, throw: bool, bound: Int
) -> Int:
    """The best of every choice of sets that may be better than ``bound``."""
    root = bound
    count = 0
    while ranks:
        low = ranks & -ranks
        ranks ^= low
        rank = popcount(low - 1)
        place = first_place(cards, rank)
        first, last = np.int64(facts[place]), np.int64(facts[place + 1])
        if first < last:
            work[_FIRST + count], work[_LAST + count], work[_RANK + count] = first, last, rank
            # For now the most that this rank's sets save; the first option takes most.
            most = np.int64(facts[PLAIN_OPTIONS + first]) >> 8 & 255
            work[_GAIN + count] = most * np.int64(facts[VALUES + rank]) << KEY
            count += 1
    work[_GAIN + count] = 0
    for number in range(count - 1, -1, -1):
        work[_GAIN + number] += work[_GAIN + number + 1]
    depth = 0
    dead, left, number, option = root, cards, 0, work[_FIRST]
    while True:
        if number >= count or ((dead >> KEY) << KEY) - work[_GAIN + number] >= bound:
            depth -= 1
            if depth < 0:
                return bound
            dead, left = work[_DEAD + depth], work[_CARDS + depth]
            number, option = work[_NUMBER + depth], work[_OPTION + depth]
            continue
        if option == work[_LAST + number]:
            number += 1
            option = work[_FIRST + number]
            continue
        way, rank = np.int64(facts[PLAIN_OPTIONS + option]), work[_RANK + number]
        saved = ((way >> 8 & 255) * np.int64(facts[VALUES + rank]) << KEY) + work[
            _GAIN + number + 1
        ]
        if ((dead >> KEY) << KEY) - saved >= bound:
            # The options that follow take fewer cards.
            number += 1
            option = work[_FIRST + number]
            continue
        work[_DEAD + depth], work[_CARDS + depth] = dead, left
        work[_NUMBER + depth], work[_OPTION + depth] = number, option + 1
        depth += 1
        left &= ~(((way & 15) * SPREAD & COLUMN) << rank)
        dead = plain_runs(rows, facts, left, throw)
        number += 1
        option = work[_FIRST + number]
        bound = min(bound, dead)
        if bound == 0:
            return bound


@compiled
def plain_deadwood(
    rows: Rows, facts: Facts, cards: NDArray[np.int64], out: NDArray[np.int32]
) -> None:
    """Least deadwood of hands without wilds from one pack.

    Args:
        rows: See `layout`.
        facts: See `layout`.
        cards: Hands, bit by code, shape (n,).
        out: Filled, shape (n,).
    """
    work = np.empty(WORK, np.int64)
    for row in range(len(cards)):
        out[row] = plain_search(rows, facts, work, cards[row], False) >> KEY


@compiled
def plain_discard(
    rows: Rows,
    facts: Facts,
    cards: NDArray[np.int64],
    out: NDArray[np.int32],
    thrown: NDArray[np.int16],
) -> None:
    """As `plain_deadwood` after the best discard, whose code goes to ``thrown`` (−1: no card)."""
    work = np.empty(WORK, np.int64)
    for row in range(len(cards)):
        if cards[row] == 0:
            out[row], thrown[row] = 0, -1
            continue
        key = plain_search(rows, facts, work, cards[row], True)
        out[row], thrown[row] = key >> KEY, thrown_code(key)
