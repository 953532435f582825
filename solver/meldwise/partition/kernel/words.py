"""Compiled: hands of card codes or counts packed in two words each; see `layout`."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from meldwise.partition.kernel.compiling import Int, compiled, inlined
from meldwise.partition.kernel.layout import JOKERS, TOO_MUCH


@inlined
def popcount(bits: Int) -> Int:
    """How many bits of a number up to 2^63 − 1 are set."""
    x = np.uint64(bits)
    x = x - (x >> np.uint64(1) & np.uint64(0x5555555555555555))
    x = (x & np.uint64(0x3333333333333333)) + (x >> np.uint64(2) & np.uint64(0x3333333333333333))
    x = (x + (x >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64(x * np.uint64(0x0101010101010101) >> np.uint64(56))


@compiled
def pack_codes(
    codes: NDArray[np.int8],
    limits: NDArray[np.int64],
    cards: NDArray[np.int64],
    second: NDArray[np.int64],
) -> Int:
    """Pack hands given as card codes; the first row that is wrong, or −1.

    Args:
        codes: int8 or int64, shape (n, k); −1 is no card, 53 and 54 are jokers too.
        limits: `Limits` as an array.
        cards: Filled, shape (n,).
        second: Filled, shape (n,).
    """
    allowed, packs, most_jokers, most_wilds, most_cards, wilds = limits
    for row in range(codes.shape[0]):
        once = twice = jokers = size = np.int64(0)
        for column in range(codes.shape[1]):
            code = np.int64(codes[row, column])
            if code == -1:
                continue
            size += 1
            if code < 0 or code > 54:
                return row
            if code >= JOKERS:
                jokers += 1
                continue
            bit = np.int64(1) << code
            if twice & bit:
                return row
            twice |= once & bit
            once |= bit
        if once & ~allowed or (twice and packs == 1) or jokers > most_jokers:
            return row
        cards[row] = once | jokers << JOKERS
        second[row] = twice
        spent = jokers
        if once & wilds:
            spent += popcount(once & wilds) + popcount(twice & wilds)
        if spent > most_wilds or size > most_cards:
            second[row] = TOO_MUCH
    return -1


@compiled
def pack_counts(
    counts: NDArray[np.int8],
    limits: NDArray[np.int64],
    cards: NDArray[np.int64],
    second: NDArray[np.int64],
) -> Int:
    """Pack hands given as counts, int8 or int64 of shape (n, 53); see `pack_codes`."""
    allowed, packs, most_jokers, most_wilds, most_cards, wilds = limits
    for row in range(counts.shape[0]):
        once = twice = size = np.int64(0)
        for code in range(JOKERS):
            count = np.int64(counts[row, code])
            if count < 0 or count > packs:
                return row
            once |= np.int64(count > 0) << code
            twice |= np.int64(count > 1) << code
            size += count
        jokers = np.int64(counts[row, JOKERS])
        if jokers < 0 or once & ~allowed or jokers > most_jokers:
            return row
        cards[row] = once | jokers << JOKERS
        second[row] = twice
        spent = jokers
        if once & wilds:
            spent += popcount(once & wilds) + popcount(twice & wilds)
        if spent > most_wilds or size + jokers > most_cards:
            second[row] = TOO_MUCH
    return -1
