"""Counts of cards packed in one integer: four bits a place, so that melds are taken away at once.

A place is a rank (from 0) for cards of one suit, or a suit for cards of one rank. Three bits count,
for no rule set has more than seven packs; the fourth stays free to catch a borrow.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

Suits = tuple[int, int, int, int]
"""The packed cards of each suit, in the order S H D C."""

FIELD: Final = 4
FIELD_MASK: Final = (1 << FIELD) - 1

GUARD: Final = int("8" * 13, 16)
"""The free bit of every place: ``(held | GUARD) - cards`` has lost one where cards are lacking."""


def pack(counts: Sequence[int]) -> int:
    """Counts as one integer, the first lowest.

    >>> hex(pack([1, 0, 2]))
    '0x201'
    """
    packed = 0
    for place, count in enumerate(counts):
        packed |= count << (FIELD * place)
    return packed


def count_at(packed: int, place: int) -> int:
    """How many cards there are in a place.

    >>> count_at(0x201, 2)
    2
    """
    return packed >> (FIELD * place) & FIELD_MASK


def lowest_place(packed: int) -> int:
    """The lowest place that holds a card, of one or more.

    >>> lowest_place(0x210)
    1
    """
    return ((packed & -packed).bit_length() - 1) // FIELD


def emptied(packed: int, place: int) -> int:
    """The cards without those of a place.

    >>> hex(emptied(0x210, 1))
    '0x200'
    """
    return packed & ~(FIELD_MASK << (FIELD * place))


def minus(held: int, cards: int) -> int:
    """The cards without some of them; −1 if they are not all there.

    >>> hex(minus(0x210, 0x110)), minus(0x210, 0x020)
    ('0x100', -1)
    """
    left = (held | GUARD) - cards
    return left ^ GUARD if left & GUARD == GUARD else -1
