"""Compiled: the knocker's melds against the defender's best lay-offs; one pack, two players.

The knocker chooses the melds that score best for him. The defender lays off so that least is left;
cards of a run go on in order, so what can be laid off are beginnings of a few chains of cards.
"""

# ruff: noqa: PLR0913, PLR0917 - compiled loops keep their arrays and numbers one by one

from __future__ import annotations

import numpy as np

from meldwise.partition.kernel.compiling import Int, compiled
from meldwise.partition.kernel.layout import COLUMN, GATHER, RUNS, SETS, SPREAD, SUIT
from meldwise.partition.kernel.words import popcount
from meldwise.playout.closed.calling import facts_of
from meldwise.playout.closed.hands import held_value, least
from meldwise.playout.closed.memory import COUNTS, ROOM, Ints
from meldwise.playout.closed.record import AGAINST_GIN, SET_MAX, TARGETS
from meldwise.playout.closed.scoring import lead, score_counts
from meldwise.playout.network import Reals

# In the room: the knocker's possible melds; those chosen; by chain its length and where
# its cards begin; the cards of the chains; how many of each chain are laid off; the best choice;
# and the cards whose melds are listed, with how many these are.
_MELDS = ROOM
_MOST_MELDS = 128
_CHOSEN = _MELDS + _MOST_MELDS
_LEFT = _CHOSEN + 16
_NEXT = _LEFT + 16
_LENGTH = _NEXT + 16
_BEGIN = _LENGTH + 32
_CHAIN = _BEGIN + 32
_TAKEN = _CHAIN + 256
_BEST = _TAKEN + 32
_LISTED_FOR = _BEST + 16
_LISTED = _LISTED_FOR + 1

_RUNS_ONLY, _SETS_ONLY = 1, 2


@compiled
def list_melds(ints: Ints, cards: Int) -> Int:
    """List every meld among some cards; how many there are."""
    facts = facts_of(ints)
    count = 0
    for suit in range(4):
        held = cards >> 13 * suit & SUIT
        for low in range(13):
            run = 1 << low
            while run & SUIT and run & held == run:
                if facts[RUNS + run] & 1 and count < _MOST_MELDS:
                    ints[_MELDS + count] = run << 13 * suit
                    count += 1
                run |= run << 1
    for rank in range(13):
        suits = ((cards >> rank & COLUMN) * GATHER) >> 39 & 15
        part = suits
        while part:
            vector = (part & 1) + 3 * (part >> 1 & 1) + 9 * (part >> 2 & 1) + 27 * (part >> 3)
            if facts[SETS + vector] & 1 and count < _MOST_MELDS:
                ints[_MELDS + count] = (part * SPREAD & COLUMN) << rank
                count += 1
            part = (part - 1) & suits
    return count


@compiled
def add_chain(ints: Ints, chains: Int, hand: Int, first: Int, step: Int, most: Int) -> Int:
    """Add the cards of a hand that can be laid off one after the other; the number of chains."""
    begin = _CHAIN if chains == 0 else ints[_BEGIN + chains - 1] + ints[_LENGTH + chains - 1]
    length, code = 0, first
    while length < most and hand >> code & 1:
        ints[begin + length] = np.int64(1) << code
        length += 1
        code += step
    if length == 0:
        return chains
    ints[_BEGIN + chains], ints[_LENGTH + chains] = begin, length
    ints[_TAKEN + chains] = 0
    return chains + 1


@compiled
def list_chains(ints: Ints, melds: Int, hand: Int) -> Int:
    """List what a hand can lay off on the chosen melds; how many chains there are."""
    chains = 0
    for number in range(melds):
        meld = ints[_CHOSEN + number]
        lowest = popcount((meld & -meld) - 1)
        size = popcount(meld)
        if meld == ((np.int64(1) << size) - 1) << lowest:
            if ints[TARGETS] == _SETS_ONLY:
                continue
            rank = lowest % 13
            chains = add_chain(ints, chains, hand, lowest - 1, -1, rank)
            chains = add_chain(ints, chains, hand, lowest + size, 1, 13 - rank - size)
        elif size < ints[SET_MAX] and ints[TARGETS] != _RUNS_ONLY:
            missing = (COLUMN << lowest % 13) & ~meld
            chains = add_chain(ints, chains, hand, popcount((missing & -missing) - 1), 1, 1)
    return chains


@compiled
def least_after_laying_off(
    ints: Ints,
    reals: Reals,
    melds: Int,
    hand: Int,
    whole: Int,
) -> Int:
    """The least that a hand counts when it lays off on the chosen melds."""
    chains = list_chains(ints, melds, hand)
    best = whole
    while chains and best:
        # The next choice of beginnings, counted up like the digits of a number.
        digit = 0
        while digit < chains and ints[_TAKEN + digit] == ints[_LENGTH + digit]:
            ints[_TAKEN + digit] = 0
            digit += 1
        if digit == chains:
            break
        ints[_TAKEN + digit] += 1
        laid, fits = np.int64(0), True
        for chain in range(chains):
            for place in range(ints[_TAKEN + chain]):
                card = ints[ints[_BEGIN + chain] + place]
                fits = fits and not laid & card
                laid |= card
        if fits:
            best = min(best, least(ints, reals, hand & ~laid, np.int64(0)))
    return best


@compiled
def put_first(ints: Ints, melds: Int, best: Int) -> None:
    """Put the best choice of the melds listed first: for the same cards it is likely best again."""
    for number in range(best):
        for place in range(number, melds):
            if ints[_MELDS + place] == ints[_BEST + number]:
                ints[_MELDS + place] = ints[_MELDS + number]
                ints[_MELDS + number] = ints[_BEST + number]
                break


@compiled
def lay_off(
    ints: Ints,
    reals: Reals,
    own: Int,
    other: Int,
    ender: Int,
    ending: Int,
    most: Int,
    factor: Int,
) -> None:
    """Settle a hand with lay-offs: fill counts and scores.

    Args:
        ints: See `memory`.
        reals: See `memory`.
        own: Cards of the player who knocked or went out, one word.
        other: Cards of the other player.
        ender: Who knocked or went out.
        ending: As in `meldwise.playout.results`.
        most: What that player may be left with.
        factor: Multiplies everything.
    """
    mine, theirs = COUNTS + ender, COUNTS + 1 - ender
    whole = least(ints, reals, other, np.int64(0))
    held = held_value(ints, own, np.int64(0))
    if ints[_LISTED_FOR] != own:
        ints[_LISTED_FOR], ints[_LISTED] = own, list_melds(ints, own)
    melds = ints[_LISTED]
    best, best_left, best_count, best_melds = -1e18, held, whole, 0
    # A lead never grows with the own count, nor falls with the other's, whatever the model of
    # scores: least deadwood on which nothing is laid off is as good as it gets.
    lowest = least(ints, reals, own, np.int64(0))
    ints[mine], ints[theirs] = lowest, whole
    score_counts(ints, reals, ending, ender, bool(lowest == 0), True, factor)
    most_gain = lead(ints, reals, ender)
    chosen, left, following, fresh = 0, own, 0, True
    while best < most_gain or best_left > lowest:
        value = held_value(ints, left, np.int64(0)) if fresh else most + 1
        if value <= most:
            ints[mine], ints[theirs] = value, whole
            score_counts(ints, reals, ending, ender, bool(value == 0), True, factor)
            gain = lead(ints, reals, ender)
            # What is laid off only makes it worse.
            if gain >= best and whole and (value or ints[AGAINST_GIN]):
                ints[theirs] = least_after_laying_off(ints, reals, chosen, other, whole)
                score_counts(ints, reals, ending, ender, bool(value == 0), True, factor)
                gain = lead(ints, reals, ender)
            if gain > best or (gain == best and value < best_left):
                best, best_left, best_count = gain, value, ints[theirs]
                best_melds = chosen
                for number in range(chosen):
                    ints[_BEST + number] = ints[_CHOSEN + number]
        while following < melds and ints[_MELDS + following] & ~left:
            following += 1
        fresh = following < melds
        if fresh:
            meld = ints[_MELDS + following]
            ints[_LEFT + chosen], ints[_NEXT + chosen] = left, following + 1
            ints[_CHOSEN + chosen] = meld
            chosen += 1
            left &= ~meld
            following += 1
        elif chosen == 0:
            break
        else:
            chosen -= 1
            left, following = ints[_LEFT + chosen], ints[_NEXT + chosen]
    put_first(ints, melds, best_melds)
    ints[mine], ints[theirs] = best_left, best_count
    score_counts(ints, reals, ending, ender, bool(best_left == 0), True, factor)
