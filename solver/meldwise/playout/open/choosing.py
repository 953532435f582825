"""Compiled: what a player of a playout decides: knock, draw, hold back, throw.

Only what the seat sees is read: its own cards, the table, the pile, the number of cards of the
others and which of them are known.
"""

# ruff: noqa: ARG001, PLR0913, PLR0917 - all parts have one signature; see `calling`

from __future__ import annotations

import numpy as np

from meldwise.partition.kernel.compiling import Int, compiled, inlined
from meldwise.partition.kernel.general import Words
from meldwise.partition.kernel.layout import COLUMN, FULL, GATHER, JOKERS, SUIT
from meldwise.partition.kernel.rows import Facts
from meldwise.partition.kernel.words import popcount
from meldwise.playout.open.adding import fitting, may_add
from meldwise.playout.open.arranging import left_of
from meldwise.playout.open.calling import Numbers
from meldwise.playout.open.cards import (
    JOKER_BIT,
    points_of,
    seat_at,
    take_out,
)
from meldwise.playout.open.habits import (
    DANGER,
    FED,
    HOLD_CARDS,
    HOLD_TURNS,
    KNOCK_SHORT,
    LATER,
    OUTS,
    OUTS_EARLY,
    PARTNERS,
    PARTNERS_EARLY,
)
from meldwise.playout.open.laying import throwable
from meldwise.playout.open.layout import (
    CARDS,
    CHANCES,
    COSTS,
    DEALT,
    DRAW_TERMS,
    HELD_COUNTS,
    KNOCK_LIMIT,
    KNOCKS,
    KNOWN,
    KNOWN_TWICE,
    LEAST_RUN,
    OPENED_NOW,
    PACKS,
    PAIR,
    PLAYERS,
    POLICIES,
    PUBLIC,
    PUBLIC_TWICE,
    RUN_OUTS,
    SET_OUTS,
    SIZE,
    TURNS,
    TWICE,
    USE_IN_NEW,
    VALUES,
    WINDOWS,
)
from meldwise.playout.policies import KNOCK_LEAST, KNOCK_MOST, ROW
from meldwise.playout.policies import TURNS as TURNS_TOLD

# What a card costs that may not be thrown.
NEVER = 1e18


@inlined
def fewest_of_others(state: Words, seat: Int) -> Int:
    """The number of cards of the shortest other hand."""
    fewest = np.int64(99)
    for other in range(state[PLAYERS]):
        if other != seat:
            fewest = min(fewest, state[seat_at(other) + SIZE])
    return fewest


@inlined
def count_in_hand(rules: Facts, state: Words, desk: Words, numbers: Numbers, seat: Int) -> Int:
    """What the cards of a seat count at the end of the hand."""
    at = seat_at(seat)
    cards, twice = state[at + CARDS], state[at + TWICE]
    if rules[HELD_COUNTS]:
        return points_of(rules, VALUES, cards, twice)
    return left_of(rules, state, desk, numbers, cards, twice)


@compiled
def may_knock(rules: Facts, state: Words, desk: Words, numbers: Numbers, seat: Int) -> Int:
    """Whether a seat may knock before its draw."""
    if not rules[KNOCKS]:
        return False
    if rules[KNOCK_LIMIT] < 0:
        return True
    return count_in_hand(rules, state, desk, numbers, seat) <= rules[KNOCK_LIMIT]


@compiled
def wants_knock(
    rules: Facts, state: Words, desk: Words, numbers: Numbers, seat: Int, unused: Int
) -> Int:
    """Whether a seat knocks before its draw."""
    own = POLICIES + ROW * seat
    if not may_knock(rules, state, desk, numbers, seat):
        return 0
    count = count_in_hand(rules, state, desk, numbers, seat)
    turn = min(state[seat_at(seat) + TURNS], TURNS_TOLD - 1)
    short = max(0, rules[DEALT] - fewest_of_others(state, seat))
    most = numbers[own + KNOCK_MOST + turn] - numbers[own + KNOCK_SHORT] * short
    return int(numbers[own + KNOCK_LEAST + turn] <= count <= most)


@inlined
def pace_of(rules: Facts, state: Words, seat: Int) -> float:
    """The size of the shortest other hand as a share of the cards dealt."""
    share: float = fewest_of_others(state, seat) / rules[DEALT]
    return share


@inlined
def holds_back(state: Words, numbers: Numbers, seat: Int) -> Int:
    """Whether a seat keeps its melds in hand in this turn, unless it can go out."""
    own = POLICIES + ROW * seat
    if state[seat_at(seat) + TURNS] >= numbers[own + HOLD_TURNS]:
        return False
    return fewest_of_others(state, seat) > numbers[own + HOLD_CARDS]


@compiled
def outs_of(rules: Facts, cards: Int) -> Int:
    """Natural cards that would be in a meld with natural cards of a hand, bit by code."""
    outs = np.int64(0)
    for suit in range(4):
        held = cards >> 13 * suit & SUIT
        outs |= np.int64(rules[RUN_OUTS + held]) << 13 * suit
    for rank in range(13):
        held = ((cards >> rank & COLUMN) * GATHER) >> 39 & 15
        suits = rules[SET_OUTS + held]
        for suit in range(4):
            outs |= (suits >> suit & 1) << (13 * suit + rank)
    return outs


@inlined
def partnered(cards: Int) -> Int:
    """The cards of a hand that have another of their rank, or one near in their suit."""
    found = np.int64(0)
    for suit in range(4):
        held = cards >> 13 * suit & SUIT
        near = held << 1 | held >> 1 | held << 2 | held >> 2
        found |= (held & near & SUIT) << 13 * suit
        for other in range(4):
            if other != suit:
                found |= (held & cards >> 13 * other & SUIT) << 13 * suit
    return found


@compiled
def unseen_by(rules: Facts, state: Words, seat: Int, desk: Words) -> Int:
    """The natural cards that a seat has not seen, as two words into ``PAIR``; how many."""
    at = seat_at(seat)
    once, twice = state[at + CARDS] & FULL, state[at + TWICE]
    for index in range(state[PLAYERS] + 1):
        if index == state[PLAYERS]:
            more, more_twice = state[PUBLIC] & FULL, state[PUBLIC_TWICE]
        elif index == seat:
            continue
        else:
            other = seat_at(index)
            more, more_twice = state[other + KNOWN] & FULL, state[other + KNOWN_TWICE]
        twice |= more_twice | (once & more)
        once |= more
    if rules[PACKS] == 1:
        desk[PAIR], desk[PAIR + 1] = FULL & ~once, 0
    else:
        desk[PAIR], desk[PAIR + 1] = FULL & ~twice, FULL & ~once
    return popcount(desk[PAIR]) + popcount(desk[PAIR + 1])


@compiled
def find_chances(rules: Facts, state: Words, desk: Words, numbers: Numbers, seat: Int) -> None:
    """How likely the next player holds each natural card: ``CHANCES``."""
    total = unseen_by(rules, state, seat, desk)
    following = seat_at((seat + 1) % state[PLAYERS])
    hidden = state[following + SIZE] - popcount(state[following + KNOWN] & FULL)
    share = max(0, hidden) / max(total, 1)
    for code in range(JOKERS):
        bit = np.int64(1) << code
        if state[following + KNOWN] & bit:
            numbers[CHANCES + code] = 1.0
        elif desk[PAIR + 1] & bit:
            numbers[CHANCES + code] = min(1.0, 2 * share)
        else:
            numbers[CHANCES + code] = share if desk[PAIR] & bit else 0.0


@compiled
def danger_of(rules: Facts, numbers: Numbers, code: Int) -> float:
    """About how likely the next player melds a card with cards of the hand."""
    rank, suit = code % 13, code // 13
    danger = 0.0
    for one in range(4):
        for two in range(one + 1, 4):
            if suit not in (one, two):
                danger += numbers[CHANCES + 13 * one + rank] * numbers[CHANCES + 13 * two + rank]
    length = rules[LEAST_RUN]
    for before in range(length):
        start = (rank + 13 - before) % 13
        if not rules[WINDOWS + 16 * start + length]:
            continue
        product = 1.0
        for slot in range(length):
            if slot != before:
                product *= numbers[CHANCES + 13 * suit + (start + slot) % 13]
        danger += product
    return min(1.0, danger)


@compiled
def cost_of(
    rules: Facts,
    state: Words,
    desk: Words,
    numbers: Numbers,
    seat: Int,
    cards: Int,
    twice: Int,
    unseen: Int,
    unseen_twice: Int,
    total: Int,
    pace: float,
) -> float:
    """What a hand kept costs: its deadwood, less what its outs and partners promise."""
    own = POLICIES + ROW * seat
    cost = np.float64(left_of(rules, state, desk, numbers, cards, twice))
    of_outs = numbers[own + OUTS] + numbers[own + OUTS_EARLY] * pace
    if of_outs != 0.0:
        outs = outs_of(rules, cards & FULL)
        count = popcount(outs & unseen) + popcount(outs & unseen_twice)
        cost -= of_outs * count / max(total, 1)
    of_partners = numbers[own + PARTNERS] + numbers[own + PARTNERS_EARLY] * pace
    if of_partners != 0.0:
        cost -= of_partners * popcount(partnered(cards & FULL))
    return cost


@inlined
def next_may_add(rules: Facts, state: Words, seat: Int) -> Int:
    """Whether the next player may take a discard to lay it off."""
    opened_now = state[OPENED_NOW]
    state[OPENED_NOW] = 0
    may = rules[DRAW_TERMS] != USE_IN_NEW and may_add(rules, state, (seat + 1) % state[PLAYERS])
    state[OPENED_NOW] = opened_now
    return may


@compiled
def throw_of(
    rules: Facts, state: Words, desk: Words, numbers: Numbers, seat: Int, unused: Int
) -> Int:
    """The card that a seat throws: the cheapest by what is left, outs, partners and danger.

    What each costs is left in ``COSTS``; cards that may not be thrown cost `NEVER`.
    """
    own = POLICIES + ROW * seat
    at = seat_at(seat)
    cards, twice = state[at + CARDS], state[at + TWICE]
    legal = throwable(rules, state, seat)
    for code in range(JOKERS + 1):
        numbers[COSTS + code] = NEVER
    if legal == JOKER_BIT:
        numbers[COSTS + JOKERS] = 0.0
        return JOKERS
    fears = numbers[own + DANGER] != 0.0 or numbers[own + FED] != 0.0
    fed = np.int64(0)
    if fears:
        find_chances(rules, state, desk, numbers, seat)
        if next_may_add(rules, state, seat):
            fed = fitting(rules, state, (seat + 1) % state[PLAYERS])
    later = fitting(rules, state, seat) if numbers[own + LATER] != 0.0 else np.int64(0)
    total = unseen_by(rules, state, seat, desk)
    unseen, unseen_twice = desk[PAIR], desk[PAIR + 1]
    pace = pace_of(rules, state, seat)
    best, least = np.int64(-1), NEVER
    left = legal & FULL
    while left:
        low = left & -left
        left ^= low
        code = popcount(low - 1)
        desk[PAIR], desk[PAIR + 1] = cards, twice
        take_out(desk, PAIR, code)
        kept, kept_twice = desk[PAIR], desk[PAIR + 1]
        cost = cost_of(
            rules, state, desk, numbers, seat, kept, kept_twice, unseen, unseen_twice, total, pace
        )
        if fears:
            if fed >> code & 1:
                cost += numbers[own + FED]
            else:
                cost += numbers[own + DANGER] * danger_of(rules, numbers, code)
        if later >> code & 1:
            cost += numbers[own + LATER]
        # Of equal ones the dearest.
        cost -= 1e-6 * rules[VALUES + code]
        numbers[COSTS + code] = cost
        if cost < least:
            best, least = code, cost
    return best


__all__ = [
    "NEVER",
    "cost_of",
    "count_in_hand",
    "danger_of",
    "fewest_of_others",
    "find_chances",
    "holds_back",
    "may_knock",
    "next_may_add",
    "outs_of",
    "pace_of",
    "partnered",
    "throw_of",
    "unseen_by",
    "wants_knock",
]
