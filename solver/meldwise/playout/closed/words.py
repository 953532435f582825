"""Compiled: cards as two words; see `meldwise.partition.kernel.layout`."""

from __future__ import annotations

from meldwise.partition.kernel.compiling import Int, inlined
from meldwise.partition.kernel.layout import FULL, JOKERS
from meldwise.partition.kernel.words import popcount


@inlined
def with_card(cards: Int, second: Int, code: Int) -> tuple[Int, Int]:
    """Some cards and one more; a third copy of a card is not counted."""
    if code >= JOKERS:
        return cards + (1 << JOKERS), second
    bit = 1 << code
    return cards | bit, second | (cards & bit)


@inlined
def without_card(cards: Int, second: Int, code: Int) -> tuple[Int, Int]:
    """Some cards less one that is among them."""
    if code >= JOKERS:
        return cards - (1 << JOKERS), second
    bit = 1 << code
    if second & bit:
        return cards, second ^ bit
    return cards ^ bit, second


@inlined
def copies(cards: Int, second: Int, code: Int) -> Int:
    """How many of a card there are."""
    if code >= JOKERS:
        return cards >> JOKERS
    return (cards >> code & 1) + (second >> code & 1)


@inlined
def less(cards: Int, second: Int, gone: Int, gone_twice: Int) -> tuple[Int, Int]:
    """Some cards less others, as far as they are there."""
    jokers = max(0, (cards >> JOKERS) - (gone >> JOKERS))
    once = ((second & ~gone_twice) | (cards & ~gone)) & FULL
    return once | jokers << JOKERS, second & ~gone & FULL


@inlined
def how_many(cards: Int, second: Int) -> Int:
    """The number of cards."""
    return popcount(cards & FULL) + popcount(second) + (cards >> JOKERS)
