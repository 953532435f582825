"""Compiled: the hands that players keep of what they saw, where a hand is a word of one pack."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from meldwise.partition.kernel.compiling import Int, compiled, inlined
from meldwise.partition.kernel.layout import KEY
from meldwise.partition.kernel.plain import WORK, Words, plain_search, thrown_code
from meldwise.partition.kernel.rows import Facts, Rows
from meldwise.playout.starts import Counts


@inlined
def word_of(hands: Counts, row: Int) -> Int:
    """A hand of one pack without wilds as a word, bit by code."""
    word = np.int64(0)
    for code in range(52):
        word |= np.int64(hands[row, code]) << code
    return word


@compiled
def words_of(hands: Counts, out: Words) -> None:
    """Hands of one pack without wilds as words, bit by code."""
    for row in range(len(hands)):
        out[row] = word_of(hands, row)


@compiled
def plain_kept(
    rows: Rows,
    facts: Facts,
    values: NDArray[np.int64],
    hands: Counts,
    known: Counts,
    more: Int,
) -> None:
    """Throw so many cards from each hand: what leaves the least deadwood, the dearest of equals.

    Args:
        rows: See `meldwise.partition.kernel.layout`.
        facts: See there.
        values: What each card counts, by code.
        hands: Copies by code of one pack without wilds, shape (n, 53); changed in place.
        known: Copies by code of cards that are not thrown, shape (53,).
        more: How many cards are thrown; so many of each hand are not known at least.
    """
    work = np.empty(WORK, np.int64)
    barred = np.int64(0)
    for code in range(52):
        barred |= np.int64(known[code]) << code
    for row in range(len(hands)):
        cards = word_of(hands, row)
        for _ in range(more):
            code = thrown_code(plain_search(rows, facts, work, cards, True))
            if barred >> code & 1:
                code = _other_throw(rows, facts, work, values, cards, cards & ~barred)
            cards &= ~(np.int64(1) << code)
            hands[row, code] = 0


@compiled
def _other_throw(
    rows: Rows, facts: Facts, work: Words, values: NDArray[np.int64], cards: Int, able: Int
) -> Int:
    """Of the cards that may be thrown that which leaves least, the dearest of equals."""
    least, dearest, found = np.int64(1) << 62, np.int64(0), np.int64(0)
    for code in range(52):
        if not able >> code & 1:
            continue
        left = plain_search(rows, facts, work, cards & ~(np.int64(1) << code), False) >> KEY
        if left < least or (left == least and values[code] > dearest):
            least, dearest, found = left, values[code], np.int64(code)
    return found
