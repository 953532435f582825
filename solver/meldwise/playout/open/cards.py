"""Compiled: multisets of cards as two words, and those that a state holds."""

from __future__ import annotations

import numpy as np

from meldwise.partition.kernel.compiling import Int, inlined
from meldwise.partition.kernel.general import Words
from meldwise.partition.kernel.layout import FULL, JOKERS
from meldwise.partition.kernel.rows import Facts
from meldwise.partition.kernel.words import popcount
from meldwise.playout.open.layout import (
    CARDS,
    KNOWN,
    KNOWN_TWICE,
    PILE,
    PILE_CARDS,
    PUBLIC,
    SEAT_SIZE,
    SEATS,
    SIZE,
    TWICE,
)

JOKER_BIT = 1 << JOKERS


@inlined
def copies(cards: Int, twice: Int, code: Int) -> Int:
    """How often a card is in a multiset."""
    if code >= JOKERS:
        return cards >> JOKERS
    return (cards >> code & 1) + (twice >> code & 1)


@inlined
def count_of(cards: Int, twice: Int) -> Int:
    """How many cards a multiset holds."""
    return popcount(cards & FULL) + popcount(twice) + (cards >> JOKERS)


@inlined
def put_in(words: Words, at: Int, code: Int) -> None:
    """Put a card into the multiset whose words begin at a place; no third copy."""
    if code >= JOKERS:
        words[at] += JOKER_BIT
        return
    bit = np.int64(1) << code
    words[at + 1] |= words[at] & bit
    words[at] |= bit


@inlined
def take_out(words: Words, at: Int, code: Int) -> None:
    """Take a card that it holds out of a multiset."""
    if code >= JOKERS:
        words[at] -= JOKER_BIT
        return
    bit = np.int64(1) << code
    if words[at + 1] & bit:
        words[at + 1] ^= bit
    else:
        words[at] &= ~bit


@inlined
def seat_at(seat: Int) -> Int:
    """Where the numbers of a seat begin."""
    return SEATS + SEAT_SIZE * seat


@inlined
def gain_card(state: Words, seat: Int, code: Int) -> None:
    """A card comes to a seat's hand."""
    at = seat_at(seat)
    put_in(state, at + CARDS, code)
    state[at + SIZE] += 1


@inlined
def lose_card(state: Words, seat: Int, code: Int) -> None:
    """A card leaves a seat's hand; it is no longer known to be there."""
    at = seat_at(seat)
    take_out(state, at + CARDS, code)
    state[at + SIZE] -= 1
    left = copies(state[at + CARDS], state[at + TWICE], code)
    if copies(state[at + KNOWN], state[at + KNOWN_TWICE], code) > left:
        take_out(state, at + KNOWN, code)


@inlined
def throw_on_pile(state: Words, code: Int) -> None:
    """A card is put on the discard pile."""
    state[PILE_CARDS + state[PILE]] = code
    state[PILE] += 1
    put_in(state, PUBLIC, code)


@inlined
def top_of_pile(state: Words) -> Int:
    """The upcard; −1 where there is none."""
    return state[PILE_CARDS + state[PILE] - 1] if state[PILE] else np.int64(-1)


@inlined
def points_of(rules: Facts, values: Int, cards: Int, twice: Int) -> Int:
    """What all cards of a multiset count in hand."""
    total = (cards >> JOKERS) * rules[values + JOKERS]
    once = cards & FULL
    while once:
        low = once & -once
        once ^= low
        value = rules[values + popcount(low - 1)]
        total += 2 * value if twice & low else value
    return total
