"""Compiled: any hand that the tables hold, with wilds and cards held twice.

A node of the search is a choice of sets in rising rank order, each with every number of wilds
that it may take. What the sets leave of the four suits is looked up; their rows, added up over the
units spent, and what the idle wilds count give the node's deadwood. A bound on what sets of later
ranks could still save cuts it off.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from meldwise.partition.kernel.compiling import Int, compiled, inlined
from meldwise.partition.kernel.layout import (
    CLASS,
    CLASSES,
    COLUMN,
    FIRST,
    FULL,
    GATHER,
    JOKERS,
    KEY,
    LANES,
    LARGE,
    LEAST,
    LONE,
    LOOSE_RANKS,
    MOST,
    OPTIONS,
    ORDER,
    ROW,
    ROWS,
    SPREAD,
    SUIT,
    TOO_MUCH,
    TOP,
    UNIT_RANKS,
    VALUES,
    VECTORS,
    WILD_RANKS,
)
from meldwise.partition.kernel.plain import WORK as PLAIN_WORK
from meldwise.partition.kernel.plain import plain_search, thrown_code
from meldwise.partition.kernel.rows import Facts, Rows, row_of
from meldwise.partition.kernel.vectors import BEYOND, least_match, least_sums, lesser_sums
from meldwise.partition.kernel.words import popcount

Words = NDArray[np.int64]

Lanes = NDArray[np.int16]

# What the search writes on in ``work``, int64, from these offsets. The hand's wilds.
UNITS = 0
# By rank of which sets may be laid: its first option, the one after the last, the rank.
_FIRST, _LAST, _RANK = 16, 32, 48
# By node of the path: its cards, numbers of units in sets as bits, rank and option next to try.
_CARDS, _SECOND, _BITS, _NUMBER, _OPTION = 64, 80, 96, 112, 128
# The path: options and ranks by which each node was reached.
_PATH, _PATH_RANK = 144, 160
# The best node: cards, depth, units in sets as bits, and its path.
BEST_CARDS, BEST_SECOND, BEST_DEPTH, _BEST_BITS, BEST_PATH, BEST_RANK = 176, 177, 178, 179, 192, 208
WORK = 224

# And in ``lanes``, int16, by number of units. What the wilds still count when so many are spent,
# `BEYOND` past the last: two rows, so that it can be read from any lane on.
IDLE = 0
# Spending one unit and nothing else.
_ONE = 16
# Two suits together, kept whole or with a card thrown.
_LOW, _HIGH, _LOW_THROWN, _HIGH_THROWN = 24, 32, 40, 48
# By node: deadwood of all runs.
_TOTAL = 64
# By rank, two rows each: minus what sets from it on save with all units but so many.
_GAIN = 192
LANES_OF_WORK = 192 + 2 * LANES * 15


@inlined
def suit_row(facts: Facts, cards: Int, second: Int, suit: Int) -> Int:
    """Where the row of a suit's cards begins."""
    shift = 13 * suit
    return ROWS + ROW * row_of(facts, cards >> shift & SUIT, second >> shift & SUIT)


@inlined
def all_runs(
    rows: Rows,
    facts: Facts,
    lanes: Lanes,
    cards: Int,
    second: Int,
    units: Int,
    throw: bool,
    to: Int,
) -> None:
    """The least deadwood of runs in all suits for each number of units, one card thrown or none."""
    s, h = suit_row(facts, cards, second, 0), suit_row(facts, cards, second, 1)
    d, c = suit_row(facts, cards, second, 2), suit_row(facts, cards, second, 3)
    if units == 0:
        kept = np.int64(rows[s]) + rows[h] + rows[d] + rows[c]
        if throw:
            kept += min(
                rows[s + LANES] - rows[s],
                rows[h + LANES] - rows[h],
                rows[d + LANES] - rows[d],
                rows[c + LANES] - rows[c],
            )
        lanes[to] = kept
        return
    least_sums(lanes, _LOW, rows, s, rows, h)
    least_sums(lanes, _HIGH, rows, d, rows, c)
    least_sums(lanes, to, lanes, _LOW, lanes, _HIGH)
    if throw:
        # A wild thrown is one more unit spent.
        least_sums(lanes, to, lanes, to, lanes, _ONE)
        least_sums(lanes, _LOW_THROWN, rows, s + LANES, rows, h)
        lesser_sums(lanes, _LOW_THROWN, rows, s, rows, h + LANES)
        least_sums(lanes, _HIGH_THROWN, rows, d + LANES, rows, c)
        lesser_sums(lanes, _HIGH_THROWN, rows, d, rows, c + LANES)
        lesser_sums(lanes, to, lanes, _LOW_THROWN, lanes, _HIGH)
        lesser_sums(lanes, to, lanes, _LOW, lanes, _HIGH_THROWN)


@inlined
def count_wilds(facts: Facts, lanes: Lanes, cards: Int, second: Int) -> Int:
    """How many wilds a hand has; what they count when so many are spent goes to ``IDLE``."""
    jokers = cards >> JOKERS
    units = np.int64(0)
    for index in range(facts[CLASSES]):
        ranks, value = np.int64(facts[CLASS + 2 * index]), facts[CLASS + 2 * index + 1]
        count = jokers if ranks >> 13 else np.int64(0)
        if ranks & SUIT:
            mask = (ranks & SUIT) * COLUMN
            count += popcount(cards & FULL & mask) + popcount(second & mask)
        for _ in range(count):
            lanes[IDLE + units] = value
            units += 1
    lanes[IDLE + units] = 0
    for spent in range(units - 1, -1, -1):
        lanes[IDLE + spent] += lanes[IDLE + spent + 1]
    if facts[LONE + LANES - 1]:
        for spent in range(units):
            lanes[IDLE + spent] = lanes[IDLE + spent + facts[LONE + units - spent]]
    for spent in range(units + 1, 2 * LANES):
        lanes[IDLE + spent] = BEYOND
    return units


@inlined
def vector_of(cards: Int, second: Int, rank: Int) -> Int:
    """The counts of S H D C of a rank, as a number of base three."""
    once = ((cards >> rank & COLUMN) * GATHER) >> 39 & 15
    twice = ((second >> rank & COLUMN) * GATHER) >> 39 & 15
    return (
        (once & 1)
        + (twice & 1)
        + 3 * ((once >> 1 & 1) + (twice >> 1 & 1))
        + 9 * ((once >> 2 & 1) + (twice >> 2 & 1))
        + 27 * ((once >> 3) + (twice >> 3))
    )


@inlined
def ranks_often(cards: Int, second: Int, least: Int) -> Int:
    """Ranks of which at least so many cards are held, as bits; five or more count as four."""
    one = two = three = four = np.int64(0)
    for suit in range(4):
        held = cards >> 13 * suit & SUIT
        four |= three & held
        three |= two & held
        two |= one & held
        one |= held
    if second:
        for suit in range(4):
            held = second >> 13 * suit & SUIT
            four |= three & held
            three |= two & held
            two |= one & held
    if least == 2:
        return two
    if least == 3:
        return three
    return one if least < 2 else four


@inlined
def list_ranks(facts: Facts, work: Words, cards: Int, second: Int, units: Int) -> Int:
    """List the ranks of which sets may be laid; how many there are."""
    least = np.int64(facts[LEAST + units])
    unit_ranks = np.int64(facts[UNIT_RANKS])
    ranks = np.int64(0)
    if least <= 8:
        ranks = ranks_often(cards, second, least)
    if units and unit_ranks:
        ranks |= ranks_often(cards, second, 1) & unit_ranks
    count = 0
    while ranks:
        low = ranks & -ranks
        ranks ^= low
        rank = popcount(low - 1)
        kind = unit_ranks >> rank & 1
        vector = vector_of(cards, second, rank)
        if facts[MOST + (kind * VECTORS + vector) * LANES + units]:
            first = FIRST + kind * (VECTORS + 1) + vector
            work[_FIRST + count], work[_LAST + count] = facts[first], facts[first + 1]
            work[_RANK + count] = rank
            count += 1
    return count


@inlined
def bound_gains(
    facts: Facts, work: Words, lanes: Lanes, cards: Int, second: Int, units: Int, count: Int
) -> None:
    """For each listed rank, minus what sets from it on save with all units but so many."""
    last = _GAIN + 2 * LANES * count
    for spent in range(2 * LANES):
        lanes[last + spent] = 0 if spent <= units else BEYOND
    for number in range(count - 1, -1, -1):
        rank = work[_RANK + number]
        value = np.int64(facts[VALUES + rank])
        kind = np.int64(facts[UNIT_RANKS]) >> rank & 1
        most = MOST + (kind * VECTORS + vector_of(cards, second, rank)) * LANES
        here = _GAIN + 2 * LANES * number
        later = here + 2 * LANES
        for kept in range(2 * LANES):
            lanes[here + kept] = lanes[later + kept]
        for own in range(units + 1):
            saved = np.int64(facts[most + own]) * value
            if saved:
                for kept in range(units - own + 1):
                    lanes[here + kept] = min(
                        np.int64(lanes[here + kept]), lanes[later + kept + own] - saved
                    )


@inlined
def lower_bound(lanes: Lanes, units: Int, node: Int, number: Int, fewest: Int) -> Int:
    """What no choice of sets from a rank on can pass below a node that spends ``fewest``."""
    if units == 0:
        return np.int64(lanes[_TOTAL + LANES * node]) + lanes[_GAIN + 2 * LANES * number]
    return least_match(lanes, _TOTAL + LANES * node, lanes, _GAIN + 2 * LANES * number + fewest)


@inlined
def node_deadwood(lanes: Lanes, units: Int, node: Int, bits: Int) -> Int:
    """The least deadwood of a node whose sets spend one of these numbers of units."""
    if units == 0:
        return np.int64(lanes[_TOTAL + LANES * node])
    least, spent = np.int64(LARGE), 0
    while bits:
        if bits & 1:
            least = min(least, least_match(lanes, _TOTAL + LANES * node, lanes, IDLE + spent))
        bits >>= 1
        spent += 1
    return least


@compiled
def search(
    rows: Rows,
    facts: Facts,
    work: Words,
    lanes: Lanes,
    cards: Int,
    second: Int,
    throw: bool,
    bound: Int,
    enough: Int,
) -> Int:
    """The least deadwood of a hand if it is less than ``bound``, else ``bound``.

    Args:
        rows: See `layout`.
        facts: See `layout`.
        work: Room; the best node stays in it.
        lanes: Room, from `new_lanes`.
        cards: First word of the hand.
        second: Second word.
        throw: Whether a card is thrown.
        bound: Deadwood that must be passed.
        enough: Deadwood at which the search may end.
    """
    units = count_wilds(facts, lanes, cards, second)
    work[UNITS] = units
    natural = FULL & ~(np.int64(facts[LOOSE_RANKS]) * COLUMN)
    cards &= natural
    second &= natural
    node, number, option, count = 0, 0, 0, -1
    bits, fewest = np.int64(1), np.int64(0)
    while True:
        all_runs(rows, facts, lanes, cards, second, units, throw, _TOTAL + LANES * node)
        dead = node_deadwood(lanes, units, node, bits)
        if dead < bound:
            bound = dead
            work[BEST_CARDS], work[BEST_SECOND], work[BEST_DEPTH] = cards, second, node
            work[_BEST_BITS] = bits
            for step in range(1, node + 1):
                work[BEST_PATH + step] = work[_PATH + step]
                work[BEST_RANK + step] = work[_PATH_RANK + step]
            if bound <= enough:
                return bound
        if count < 0:
            count = list_ranks(facts, work, cards, second, units)
            if count == 0:
                return bound
            bound_gains(facts, work, lanes, cards, second, units, count)
            option = work[_FIRST]
        # The next child that may be better: of this node, else of the nearest before it.
        look = True
        while True:
            if look and (
                number >= count or lower_bound(lanes, units, node, number, fewest) >= bound
            ):
                node -= 1
                if node < 0:
                    return bound
                cards, second, bits = work[_CARDS + node], work[_SECOND + node], work[_BITS + node]
                number, option = work[_NUMBER + node], work[_OPTION + node]
                fewest = np.int64(facts[TOP + (bits & -bits)])
            look = option == work[_LAST + number]
            if look:
                number += 1
                option = work[_FIRST + number]
                continue
            way, rank = np.int64(facts[OPTIONS + option]), work[_RANK + number]
            option += 1
            more, after = way >> 16, np.int64(0)
            while more:
                low = more & -more
                more ^= low
                after |= bits * low
            after &= (2 << units) - 1
            if after == 0:
                continue
            least = np.int64(facts[TOP + (after & -after)])
            saved = (way >> 8 & 255) * np.int64(facts[VALUES + rank])
            # What the runs lose to the set only makes it more.
            if lower_bound(lanes, units, node, number + 1, least) - saved < bound:
                break
        work[_CARDS + node], work[_SECOND + node], work[_BITS + node] = cards, second, bits
        work[_NUMBER + node], work[_OPTION + node] = number, option
        node += 1
        work[_PATH + node], work[_PATH_RANK + node] = option - 1, rank
        once = ((way & 15) * SPREAD & COLUMN) << rank
        twice = ((way >> 4 & 15) * SPREAD & COLUMN) << rank
        cards &= ~(twice | (once & ~second))
        second &= ~once
        bits, fewest = after, least
        number += 1
        option = work[_FIRST + number]


@inlined
def new_lanes() -> Lanes:
    """The lanes that a search writes on."""
    lanes = np.zeros(LANES_OF_WORK, np.int16)
    lanes[_ONE : _ONE + LANES] = BEYOND
    lanes[_ONE + 1] = 0
    return lanes


@inlined
def thrown_card(
    rows: Rows, facts: Facts, work: Words, lanes: Lanes, cards: Int, second: Int, least: Int
) -> Int:
    """The card to throw: of those that leave ``least`` the dearest, then the lowest code."""
    plain = FULL & ~(np.int64(facts[WILD_RANKS]) * COLUMN)
    # A search that finds nothing better leaves the best node as it is.
    at_best, at_best_twice = work[BEST_CARDS], work[BEST_SECOND]
    bits = work[_BEST_BITS]
    for index in range(JOKERS + 1):
        code = np.int64(facts[ORDER + index])
        bit = np.int64(1) << code
        if code == JOKERS:
            if cards < bit:
                continue
            kept, twice = cards - bit, second
        elif not cards & bit:
            continue
        elif second & bit:
            kept, twice = cards, second ^ bit
        else:
            kept, twice = cards ^ bit, second
        if code < JOKERS and bit & plain & at_best:
            # Often the sets of the best node need not change for this card.
            units = count_wilds(facts, lanes, cards, second)
            fewer, fewer_twice = at_best ^ bit, at_best_twice
            if at_best_twice & bit:
                fewer, fewer_twice = at_best, at_best_twice ^ bit
            all_runs(rows, facts, lanes, fewer, fewer_twice, units, False, _TOTAL)
            if node_deadwood(lanes, units, 0, bits) <= least:
                return code
        if search(rows, facts, work, lanes, kept, twice, False, least + 1, least) <= least:
            return code
    return -1


@compiled
def general_deadwood(
    rows: Rows, facts: Facts, cards: Words, second: Words, out: NDArray[np.int32]
) -> None:
    """Least deadwood of hands; −1 where the second word is `TOO_MUCH`.

    Args:
        rows: See `layout`; all rows that these hands need are filled.
        facts: See `layout`.
        cards: First words of the hands, shape (n,).
        second: Second words.
        out: Filled, shape (n,).
    """
    work, lanes = np.zeros(max(WORK, PLAIN_WORK), np.int64), new_lanes()
    wilds = ~FULL | np.int64(facts[WILD_RANKS]) * COLUMN
    for row in range(len(cards)):
        if second[row] >= TOO_MUCH:
            out[row] = -1
        elif second[row] | cards[row] & wilds == 0:
            out[row] = plain_search(rows, facts, work, cards[row], False) >> KEY
        else:
            out[row] = search(rows, facts, work, lanes, cards[row], second[row], False, LARGE, 0)


@compiled
def general_discard(
    rows: Rows,
    facts: Facts,
    cards: Words,
    second: Words,
    out: NDArray[np.int32],
    thrown: NDArray[np.int16],
) -> None:
    """As `general_deadwood` after the best discard, whose code goes to ``thrown``."""
    work, lanes = np.zeros(max(WORK, PLAIN_WORK), np.int64), new_lanes()
    wilds = ~FULL | np.int64(facts[WILD_RANKS]) * COLUMN
    for row in range(len(cards)):
        if second[row] >= TOO_MUCH:
            out[row], thrown[row] = -1, -1
        elif cards[row] == 0:
            out[row], thrown[row] = 0, -1
        elif second[row] | cards[row] & wilds == 0:
            key = plain_search(rows, facts, work, cards[row], True)
            out[row], thrown[row] = key >> KEY, thrown_code(key)
        else:
            least = search(rows, facts, work, lanes, cards[row], second[row], True, LARGE, 0)
            out[row] = least
            thrown[row] = thrown_card(rows, facts, work, lanes, cards[row], second[row], least)
