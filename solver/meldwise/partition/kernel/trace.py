"""Compiled: the melds of a best arrangement, traced back through the tables."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from meldwise.partition.kernel.compiling import Int, compiled, inlined
from meldwise.partition.kernel.general import (
    BEST_CARDS,
    BEST_DEPTH,
    BEST_PATH,
    BEST_RANK,
    BEST_SECOND,
    IDLE,
    UNITS,
    WORK,
    Lanes,
    Words,
    new_lanes,
    search,
    suit_row,
)
from meldwise.partition.kernel.layout import (
    CLASS,
    CLASSES,
    COVER,
    JOKERS,
    LARGE,
    LONE,
    LONE_RUNS,
    LONE_SETS,
    OPTIONS,
    ROW,
    ROWS,
    RUNS,
    SETS,
    SUIT,
    TOO_MUCH,
    TOP,
    UNIT_RANKS,
    VALUES,
    VECTORS,
)
from meldwise.partition.kernel.rows import Facts, Rows, row_of, row_without
from meldwise.partition.kernel.vectors import least_sums
from meldwise.partition.kernel.words import popcount

Marks = NDArray[np.int8]

SET, RUN = 0, 1

# Sums of the suits' rows, two by two and all together, int16.
_LOW, _HIGH, _ALL, SUMS = 0, 8, 16, 24
# What tracing writes on, int64: numbers of units after each step of the path, as bits; and of what
# is being laid: number of melds, by code how often it was laid and in which melds, by meld the
# wilds that it wants.
_REACHED, _MELDS = 0, 20
_USED, _OWNER, _WANTED = 48, 112, 224
TRACE = 256


@inlined
def lay_natural(room: Words, code: Int) -> None:
    """Lay a card in the meld that is being laid."""
    room[_OWNER + 2 * code + room[_USED + code]] = room[_MELDS]
    room[_USED + code] += 1


@inlined
def end_meld(room: Words, kinds: Marks, kind: Int, wilds: Int) -> None:
    """The meld that is being laid also wants so many wilds; go on to the next."""
    number = room[_MELDS]
    kinds[number] = kind
    room[_WANTED + number] = wilds
    room[_MELDS] = number + 1


@inlined
def lay_sets(facts: Facts, room: Words, kinds: Marks, way: Int, rank: Int, wilds: Int) -> None:
    """Lay the sets that take all of an option's cards and so many wilds."""
    vector = np.int64(0)
    for suit in range(3, -1, -1):
        vector = 3 * vector + (way >> suit & 1) + (way >> (4 + suit) & 1)
    while vector:
        for part in range(1, VECTORS):
            bits = np.int64(facts[SETS + part])
            misses: Int = 0
            left, taken = vector, part
            for _ in range(4):
                misses += taken % 3 > left % 3
                left //= 3
                taken //= 3
            if not bits or misses:
                continue
            own = np.int64(0)
            while own <= wilds and not (
                bits >> own & 1 and np.int64(facts[COVER + vector - part]) >> (wilds - own) & 1
            ):
                own += 1
            if own <= wilds:
                taken = part
                for suit in range(4):
                    for _ in range(taken % 3):
                        lay_natural(room, 13 * suit + rank)
                    taken //= 3
                end_meld(room, kinds, SET, own)
                vector -= part
                wilds -= own
                break


@inlined
def lay_runs(
    rows: Rows,
    facts: Facts,
    room: Words,
    kinds: Marks,
    suit: Int,
    held: Int,
    twice: Int,
    units: Int,
) -> None:
    """Lay the runs of a suit's cards that spend so many units and leave least."""
    unit_ranks = np.int64(facts[UNIT_RANKS])
    while held:
        dead = rows[ROWS + ROW * row_of(facts, held, twice) + units]
        low = held & -held
        rank = popcount(low - 1)
        without = ROWS + ROW * row_without(facts, held, twice, low)
        if rows[without + units] + facts[VALUES + rank] == dead:
            if twice & low:
                twice ^= low
            else:
                held ^= low
            continue
        more = others = held ^ low
        found = False
        while not found:
            run = more | low
            bits = np.int64(facts[RUNS + run])
            after_held, after_twice = held & ~(run & ~twice), twice & ~run
            if bits:
                after = ROWS + ROW * row_of(facts, after_held, after_twice)
                for own in range(units + 1):
                    if bits >> own & 1 and rows[after + units - own] == dead:
                        for slot in range(13):
                            if run >> slot & 1:
                                lay_natural(room, 13 * suit + slot)
                        end_meld(room, kinds, RUN, own - popcount(run & unit_ranks))
                        units -= own
                        found = True
                        break
            if more == 0:
                break
            more = (more - 1) & others
        held, twice = after_held, after_twice


@inlined
def lay_lone(facts: Facts, room: Words, kinds: Marks, wilds: Int) -> None:
    """Lay melds of wilds alone that take so many."""
    sizes = np.int64(facts[LONE_SETS] | facts[LONE_RUNS])
    while wilds:
        for size in range(wilds, 0, -1):
            rest = wilds - size
            if sizes >> size & 1 and facts[LONE + rest] == rest:
                kind = SET if facts[LONE_SETS] >> size & 1 else RUN
                end_meld(room, kinds, kind, size)
                wilds = rest
                break


@inlined
def split(left: Rows, at: Int, right: Rows, also: Int, total: Int, wanted: Int) -> Int:
    """How many units the left row spends where two rows reach a sum."""
    for one in range(total + 1):
        if np.int64(left[at + one]) + right[also + total - one] == wanted:
            return one
    return 0


@inlined
def lay_all(
    rows: Rows,
    facts: Facts,
    work: Words,
    lanes: Lanes,
    sums: Lanes,
    room: Words,
    kinds: Marks,
    least: Int,
) -> None:
    """Lay the melds of the best node that `search` found."""
    units = work[UNITS]
    cards, second, depth = work[BEST_CARDS], work[BEST_SECOND], work[BEST_DEPTH]
    s, h = suit_row(facts, cards, second, 0), suit_row(facts, cards, second, 1)
    d, c = suit_row(facts, cards, second, 2), suit_row(facts, cards, second, 3)
    least_sums(sums, _LOW, rows, s, rows, h)
    least_sums(sums, _HIGH, rows, d, rows, c)
    least_sums(sums, _ALL, sums, _LOW, sums, _HIGH)
    room[_REACHED] = 1
    for step in range(1, depth + 1):
        bits = np.int64(facts[OPTIONS + work[BEST_PATH + step]]) >> 16
        after = np.int64(0)
        for spent in range(units + 1):
            if bits >> spent & 1:
                after |= room[_REACHED + step - 1] << spent
        room[_REACHED + step] = after & ((2 << units) - 1)
    in_runs: Int = 0
    in_sets: Int = 0
    for spent in range(units + 1):
        inside = room[_REACHED + depth] & ((2 << (units - spent)) - 1)
        if inside:
            top = np.int64(facts[TOP + inside])
            if sums[_ALL + spent] + lanes[IDLE + spent + top] == least:
                in_runs, in_sets = spent, top
                break
    lone = np.int64(facts[LONE + units - in_runs - in_sets])
    for step in range(depth, 0, -1):
        way, rank = np.int64(facts[OPTIONS + work[BEST_PATH + step]]), work[BEST_RANK + step]
        own: Int = 0
        while not (
            way >> 16 >> own & 1
            and own <= in_sets
            and room[_REACHED + step - 1] >> (in_sets - own) & 1
        ):
            own += 1
        in_sets -= own
        natural_units = (way >> 8 & 255) if np.int64(facts[UNIT_RANKS]) >> rank & 1 else 0
        lay_sets(facts, room, kinds, way, rank, own - natural_units)
    low = split(sums, _LOW, sums, _HIGH, in_runs, sums[_ALL + in_runs])
    high = in_runs - low
    spades = split(rows, s, rows, h, low, sums[_LOW + low])
    diamonds = split(rows, d, rows, c, high, sums[_HIGH + high])
    for suit in range(4):
        spent = low - spades
        if suit == 0:
            spent = spades
        elif suit == 2:
            spent = diamonds
        elif suit == 3:
            spent = high - diamonds
        held, twice = cards >> 13 * suit & SUIT, second >> 13 * suit & SUIT
        lay_runs(rows, facts, room, kinds, suit, held, twice, spent)
    lay_lone(facts, room, kinds, lone)


@inlined
def mark_cards(facts: Facts, room: Words, codes: Marks, melds: Marks) -> None:
    """Say of each card in which meld it lies: naturals as laid, then the dearest wilds first."""
    for column in range(len(codes)):
        code = np.int64(codes[column])
        if code >= JOKERS or code < 0:
            continue
        if room[_USED + code] > 0:
            room[_USED + code] -= 1
            melds[column] = room[_OWNER + 2 * code + room[_USED + code]]
    wanting = 0
    for index in range(facts[CLASSES]):
        ranks = facts[CLASS + 2 * index]
        for column in range(len(codes)):
            while wanting < room[_MELDS] and room[_WANTED + wanting] == 0:
                wanting += 1
            if wanting == room[_MELDS]:
                return
            code = np.int64(codes[column])
            rank = 13 if code >= JOKERS else code % 13
            if code >= 0 and melds[column] < 0 and ranks >> rank & 1:
                melds[column] = wanting
                room[_WANTED + wanting] -= 1


@compiled
def general_melds(
    rows: Rows,
    facts: Facts,
    cards: Words,
    second: Words,
    codes: Marks,
    out: NDArray[np.int32],
    melds: Marks,
    kinds: Marks,
) -> None:
    """A partition of each hand with the least deadwood.

    Args:
        rows: See `layout`; all rows that these hands need are filled.
        facts: See `layout`.
        cards: First words of the hands, shape (n,).
        second: Second words.
        codes: The same hands as codes, shape (n, k), −1 is no card.
        out: Filled with the deadwood; −1 where the second word is `TOO_MUCH`.
        melds: Filled with the number of each card's meld, −1 for deadwood, shape (n, k).
        kinds: Filled with the kind of each meld, −1 where there is none, shape (n, m).
    """
    work, lanes, sums = np.zeros(WORK, np.int64), new_lanes(), np.zeros(SUMS, np.int16)
    room = np.zeros(TRACE, np.int64)
    for row in range(len(cards)):
        melds[row] = -1
        kinds[row] = -1
        if second[row] >= TOO_MUCH:
            out[row] = -1
            continue
        least = search(rows, facts, work, lanes, cards[row], second[row], False, LARGE, 0)
        out[row] = least
        room[_MELDS] = 0
        room[_USED : _USED + JOKERS] = 0
        lay_all(rows, facts, work, lanes, sums, room, kinds[row], least)
        mark_cards(facts, room, codes[row], melds[row])
