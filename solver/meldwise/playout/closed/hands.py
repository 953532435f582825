"""Compiled: deadwood and best discards of hands, of whatever rules the kernel holds."""

# ruff: noqa: ARG001, PLR0913, PLR0917 - compiled loops keep their arrays and numbers one by one

from __future__ import annotations

from dataclasses import dataclass
from threading import Lock

import numpy as np
from numba.np.numpy_support import carray

from meldwise.partition.kernel.compiling import Int, compiled, inlined
from meldwise.partition.kernel.general import new_lanes, ranks_often, search, thrown_card
from meldwise.partition.kernel.layout import (
    COLUMN,
    FULL,
    GATHER,
    JOKERS,
    KEY,
    LARGE,
    LIMIT,
    LOOSE_RANKS,
    ORDER,
    RUNS,
    SETS,
    SUIT,
)
from meldwise.partition.kernel.plain import plain_search, thrown_code
from meldwise.partition.kernel.rows import fill_within, row_of
from meldwise.partition.kernel.tables import tables_of
from meldwise.partition.kernel.words import popcount
from meldwise.playout.addresses import int16_at, int32_at, uint8_at
from meldwise.playout.closed.calling import address_of, call_part, facts_of, put_addresses
from meldwise.playout.closed.memory import (
    CLOSED_AT,
    DEADWOOD_CALL,
    FACTS_AT,
    LANES_AT,
    ONE_PLY_CALL,
    ROWS_AT,
    Closed,
    Facts,
    Ints,
    Lanes,
    Rows,
)
from meldwise.playout.closed.record import LOOSE, VALUE, WILDS, record
from meldwise.playout.closed.words import copies, without_card
from meldwise.playout.network import Reals
from meldwise.position.terms import terms_of
from meldwise.rules.ruleset import RuleSet

# What `deadwood_part` is asked for: the least deadwood; that after the best discard; or that, above
# seven bits with the code of the card.
LEAST = 0
THROWN = 1
WITH_CARD = 2


@dataclass(frozen=True, slots=True, eq=False)
class Tables:
    """The integers of a table at which nothing has happened yet, and the arrays they point to."""

    ints: Ints
    rows: Rows
    closed: Closed
    facts: Facts
    lanes: Lanes
    lock: Lock


def tables_at(rules: RuleSet, players: int) -> Tables:
    """The tables of a rule set for so many players, with integers of their own.

    Raises:
        RequestError: a rule set that is not played here.
    """
    from meldwise.playout.closed.oneply import one_ply_part

    ints = record(rules, players).copy()
    terms = terms_of(rules, players)
    kernel = tables_of(terms.melds, terms.jokers)
    lanes = _lanes()
    put_addresses(
        ints,
        (ROWS_AT, CLOSED_AT, FACTS_AT, LANES_AT),
        (kernel.rows, kernel.closed, kernel.facts, lanes),
    )
    ints[DEADWOOD_CALL] = address_of(deadwood_part)
    ints[ONE_PLY_CALL] = address_of(one_ply_part)
    return Tables(ints, kernel.rows, kernel.closed, kernel.facts, lanes, kernel.lock)


@compiled
def _lanes() -> Lanes:
    return new_lanes()


@inlined
def is_plain(ints: Ints, cards: Int, second: Int) -> bool:
    """Whether a hand has no wilds and no card twice."""
    return bool((second | (cards & ints[WILDS])) == 0)


@inlined
def value(ints: Ints, code: Int) -> Int:
    """What a card counts in hand."""
    return ints[VALUE + code]


@compiled
def held_value(ints: Ints, cards: Int, second: Int) -> Int:
    """What all cards of a hand count."""
    total = (cards >> JOKERS) * ints[VALUE + JOKERS]
    left = cards & FULL
    while left:
        low = left & -left
        left ^= low
        total += ints[VALUE + popcount(low - 1)] * (1 + np.int64((second & low) != 0))
    return total


@compiled
def wilds_held(ints: Ints, cards: Int, second: Int) -> Int:
    """How many wild cards a hand has."""
    wilds = ints[WILDS] & FULL
    return (cards >> JOKERS) + popcount(cards & wilds) + popcount(second & wilds)


@inlined
def general_least(
    rows: Rows,
    closed: Closed,
    facts: Facts,
    lanes: Lanes,
    ints: Ints,
    cards: Int,
    second: Int,
    throw: bool,
) -> Int:
    """The least deadwood of any hand, a card thrown or none.

    Of more wilds than the tables hold, which no game here deals but once in millions of hands,
    those above are taken to be melded.
    """
    spare = wilds_held(ints, cards, second) - np.int64(facts[LIMIT])
    code = np.int64(JOKERS)
    while spare > 0:
        if ints[WILDS] >> code & 1 and copies(cards, second, code) > 0:
            cards, second = without_card(cards, second, code)
            spare -= 1
        else:
            code -= 1
    if second:
        natural = FULL & ~(np.int64(facts[LOOSE_RANKS]) * COLUMN)
        for suit in range(4):
            held = (cards & natural) >> 13 * suit & SUIT
            twice = (second & natural) >> 13 * suit & SUIT
            if twice and not closed[row_of(facts, held, twice)]:
                fill_within(rows, closed, facts, held, twice)
    return search(rows, facts, ints, lanes, cards, second, throw, np.int64(LARGE), np.int64(0))


@compiled
def deadwood_part(ints: Ints, reals: Reals, cards: Int, second: Int, what: Int, spare: Int) -> Int:
    """The deadwood of a hand; ``what`` is `LEAST`, `THROWN` or `WITH_CARD`."""
    rows = carray(int16_at(ints[ROWS_AT]), ints[ROWS_AT + 1])
    facts = carray(int32_at(ints[FACTS_AT]), ints[FACTS_AT + 1])
    if is_plain(ints, cards, second):
        key = plain_search(rows, facts, ints, cards, what != LEAST)
        if what == WITH_CARD:
            return key >> KEY << 7 | np.int64(thrown_code(key))
        return key >> KEY
    closed = carray(uint8_at(ints[CLOSED_AT]), ints[CLOSED_AT + 1])
    lanes = carray(int16_at(ints[LANES_AT]), ints[LANES_AT + 1])
    dead = general_least(rows, closed, facts, lanes, ints, cards, second, what != LEAST)
    if what == WITH_CARD:
        code = np.int64(thrown_card(rows, facts, ints, lanes, cards, second, dead))
        return dead << 7 | code
    return dead


@inlined
def least(ints: Ints, reals: Reals, cards: Int, second: Int) -> Int:
    """The least deadwood of a hand."""
    return call_part(ints[DEADWOOD_CALL], ints, reals, np.int64(cards), np.int64(second), LEAST, 0)


@inlined
def least_thrown(ints: Ints, reals: Reals, cards: Int, second: Int) -> Int:
    """The least deadwood of a hand after the best discard."""
    return call_part(ints[DEADWOOD_CALL], ints, reals, np.int64(cards), np.int64(second), THROWN, 0)


@compiled
def best_throw(ints: Ints, reals: Reals, cards: Int, second: Int, barred: Int) -> tuple[Int, Int]:
    """The deadwood after the best discard, and its code: the dearest, then the lowest.

    ``barred`` is a card that may not be thrown unless it is there twice; −1: none.
    """
    key = call_part(
        ints[DEADWOOD_CALL], ints, reals, np.int64(cards), np.int64(second), WITH_CARD, 0
    )
    dead, code = key >> 7, key & 127
    if code != barred or copies(cards, second, code) > 1:
        return dead, code
    facts = facts_of(ints)
    dead, code = np.int64(LARGE), np.int64(-1)
    for index in range(JOKERS + 1):
        known = np.int64(facts[ORDER + index])
        if known == barred or copies(cards, second, known) == 0:
            continue
        kept, twice = without_card(cards, second, known)
        count = least(ints, reals, kept, twice)
        if count < dead:
            dead, code = count, known
    return dead, code


@inlined
def turned(mask: Int, by: Int) -> Int:
    """The ranks of a suit moved up round the circle."""
    return (mask << by | mask >> (13 - by)) & SUIT


@compiled
def may_join(ints: Ints, cards: Int, second: Int, code: Int) -> bool:
    """Whether a card could be in a meld with cards of a hand; false only if it surely is not."""
    if ints[LOOSE] or code >= JOKERS or ints[WILDS] >> code & 1:
        return True
    if cards & ints[WILDS]:
        return True
    rank = code % 13
    column = COLUMN << rank
    if popcount(cards & column) + popcount(second & column) >= 2:
        return True
    near = turned(1, (rank + 1) % 13) | turned(1, (rank + 2) % 13)
    near |= turned(1, (rank + 12) % 13) | turned(1, (rank + 11) % 13)
    shift = 13 * (code // 13)
    suit, twice = cards >> shift & near, second >> shift & near
    return bool(popcount(suit) + popcount(twice) >= 2)


@compiled
def joiners(ints: Ints, cards: Int, second: Int) -> Int:
    """Cards that may be in a meld with cards of a hand: none that can is left out."""
    wilds = wilds_held(ints, cards, second)
    if ints[LOOSE] or wilds > 1:
        return np.int64(FULL)
    found = ranks_often(cards & FULL, second, 1 if wilds else 2) * COLUMN
    for suit in range(4):
        held = cards >> 13 * suit & SUIT
        below, above = turned(held, 1), turned(held, 12)
        far_below, far_above = turned(held, 2), turned(held, 11)
        if wilds:
            near = below | above | far_below | far_above
        else:
            near = (below & far_below) | (below & above) | (above & far_above)
        found |= near << 13 * suit
    return found | (ints[WILDS] & FULL)


@compiled
def joins(ints: Ints, cards: Int, second: Int, code: Int) -> bool:
    """Whether some meld of a hand and a card holds that card."""
    if code >= JOKERS or ints[WILDS] >> code & 1:
        return may_join(ints, cards, second, code)
    facts = facts_of(ints)
    units = min(wilds_held(ints, cards, second), np.int64(facts[LIMIT]))
    spent = (2 << units) - 1
    bit = 1 << code % 13
    others = (cards >> 13 * (code // 13) & SUIT) & ~bit
    more = others
    while True:
        if facts[RUNS + (more | bit)] & spent:
            return True
        if more == 0:
            break
        more = (more - 1) & others
    once = (((cards | 1 << code) >> code % 13 & COLUMN) * GATHER) >> 39 & 15
    both = second | (cards & 1 << code)
    twice = ((both >> code % 13 & COLUMN) * GATHER) >> 39 & 15
    own = code // 13
    for vector in range(1, 81):
        left, fits = vector, True
        for suit in range(4):
            count = left % 3
            left //= 3
            if count > (once >> suit & 1) + (twice >> suit & 1) or (suit == own and count == 0):
                fits = False
        if fits and facts[SETS + vector] & spent:
            return True
    return False
