"""Compiled: how likely the next player can meld a discard.

Each other card that would make a meld with the discard is held by that player with some chance:
surely if it was seen taken, surely not if it lies elsewhere, and less likely where neighbours of
it were thrown or passed. The weights of that were measured on self-play of gin.
"""

from __future__ import annotations

from meldwise.partition.kernel.compiling import Int, compiled, inlined
from meldwise.partition.kernel.layout import FULL, JOKERS
from meldwise.partition.kernel.words import popcount
from meldwise.playout.closed.memory import CHANCES, Ints
from meldwise.playout.closed.record import HIGH_ACE, SET_COPIES, WILDS
from meldwise.playout.closed.words import copies
from meldwise.playout.network import Float, Reals

# Chances of a card are multiplied by these for each card refused of its rank and next to it.
SAME_RANK = 0.65
NEIGHBOUR = 0.75


@compiled
def holding_chances(
    reals: Reals,
    unseen: Int,
    unseen_twice: Int,
    known: Int,
    known_twice: Int,
    refused: Int,
    hidden: Int,
) -> None:
    """The chance that a player holds each card.

    Args:
        reals: See `memory`; from `CHANCES` filled.
        unseen: Cards that may be in that player's hand, first word.
        unseen_twice: Second word.
        known: Cards that are known to be there, first word.
        known_twice: Second word.
        refused: Cards that the player threw or did not take, bit by code.
        hidden: How many cards of that hand are not known.
    """
    number = popcount(unseen & FULL) + popcount(unseen_twice) + (unseen >> JOKERS)
    base = min(1.0, hidden / max(1, number))
    for code in range(JOKERS + 1):
        if copies(known, known_twice, code):
            reals[CHANCES + code] = 1.0
            continue
        there = copies(unseen, unseen_twice, code)
        chance = base * there
        if there and code < JOKERS and refused:
            rank, suit = code % 13, code // 13
            for other in range(4):
                if other != suit and refused >> (13 * other + rank) & 1:
                    chance *= SAME_RANK
            if rank > 0 and refused >> (code - 1) & 1:
                chance *= NEIGHBOUR
            if rank < 12 and refused >> (code + 1) & 1:
                chance *= NEIGHBOUR
        reals[CHANCES + code] = min(1.0, chance)


@inlined
def chance_at(ints: Ints, reals: Reals, suit: Int, rank: Int) -> Float:
    """The chance of a card by its place in a suit; there is none beyond the ends."""
    if rank == 13 and ints[HIGH_ACE]:
        rank = 0
    if rank < 0 or rank > 12:
        return 0.0
    return reals[CHANCES + 13 * suit + rank]


@compiled
def danger(ints: Ints, reals: Reals, code: Int) -> Float:
    """The chance that a player can meld a discard with two cards of that player's own."""
    if code >= JOKERS or ints[WILDS] >> code & 1:
        return 1.0
    rank, suit = code % 13, code // 13
    safe = 1.0
    first = 0 if ints[SET_COPIES] > 1 else 1
    for one in range(first, 4):
        for two in range(one + 1, 4):
            left = reals[CHANCES + 13 * ((suit + one) % 4) + rank]
            safe *= 1.0 - left * reals[CHANCES + 13 * ((suit + two) % 4) + rank]
    below, above = chance_at(ints, reals, suit, rank - 1), chance_at(ints, reals, suit, rank + 1)
    safe *= 1.0 - below * chance_at(ints, reals, suit, rank - 2)
    safe *= 1.0 - below * above
    safe *= 1.0 - above * chance_at(ints, reals, suit, rank + 2)
    if rank == 0 and ints[HIGH_ACE]:
        safe *= 1.0 - reals[CHANCES + 13 * suit + 12] * reals[CHANCES + 13 * suit + 11]
    return 1.0 - safe
