"""Compiled: the settlement of a hand: penalties and stakes, as `meldwise.settle` counts them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from meldwise.partition.kernel.compiling import Int, compiled, inlined
from meldwise.partition.kernel.general import Words
from meldwise.partition.kernel.rows import Facts
from meldwise.playout.open.calling import Numbers
from meldwise.playout.open.cards import points_of, seat_at
from meldwise.playout.open.choosing import count_in_hand
from meldwise.playout.open.layout import (
    AT_ONCE,
    CAP,
    CARDS,
    CAUGHT_FACTOR,
    DEAL_FACTOR,
    DEAL_WIN,
    DEAL_WON,
    DISCARDED,
    ENDER,
    ENDING,
    HAND_ENDS,
    HELD_COUNTS,
    IMMUNE,
    KNOCKED,
    MODEL,
    NO_ONE,
    NOBODY,
    ON_EMPTY,
    ONCE_BONUS,
    ONCE_FACTOR,
    OUT,
    OUT_FACTOR,
    OWN_PENALTY,
    PAYS_WINNER,
    PLAYERS,
    SPLIT,
    STAKE,
    STAKES,
    STOCK_OUT,
    TIE_LOWEST,
    TIE_SEVERAL,
    TIE_STOCK_OUT,
    TWICE,
    VALUES,
    VOID,
)

Scores = NDArray[np.float64]
Counts = NDArray[np.int32]


@compiled
def settle_hand(
    rules: Facts, state: Words, desk: Words, numbers: Numbers, counts: Counts, scores: Scores
) -> None:
    """What each seat's running score changes by; ``counts`` is filled too."""
    players = state[PLAYERS]
    for seat in range(players):
        counts[seat] = count_in_hand(rules, state, desk, numbers, seat)
        scores[seat] = 0.0
    kind = state[ENDING]
    if kind == VOID or (kind == STOCK_OUT and rules[ON_EMPTY] != HAND_ENDS):
        return
    if kind == DEAL_WON:
        settle_deal(rules, state, counts, scores)
    elif rules[MODEL] == STAKES:
        settle_stakes(rules, state, counts, scores)
    else:
        settle_penalties(rules, state, counts, scores)


@compiled
def settle_deal(rules: Facts, state: Words, counts: Counts, scores: Scores) -> None:
    """A hand that wins as dealt: paid if there is one, nothing if there are more."""
    players = state[PLAYERS]
    winner, many = -1, 0
    for seat in range(players):
        at = seat_at(seat)
        counts[seat] = points_of(rules, VALUES, state[at + CARDS], state[at + TWICE])
        if counts[seat] >= rules[DEAL_WIN]:
            winner = seat
            many += 1
    if many == 1:
        pay_all(scores, players, winner, rules[DEAL_FACTOR] * rules[STAKE])


@inlined
def pay_all(scores: Scores, players: Int, winner: Int, amount: Int) -> None:
    """All others pay a seat."""
    for seat in range(players):
        if seat != winner:
            scores[seat] -= amount
            scores[winner] += amount


@compiled
def settle_penalties(rules: Facts, state: Words, counts: Counts, scores: Scores) -> None:
    """What each seat is left with; who is out, or counts least, has nothing to pay."""
    players, ender = state[PLAYERS], state[ENDER]
    out = state[ENDING] == OUT
    lowest = np.int64(counts[0])
    for seat in range(1, players):
        lowest = min(lowest, np.int64(counts[seat]))
    for seat in range(players):
        wins = seat == ender if out else counts[seat] == lowest
        if wins and rules[MODEL] == OWN_PENALTY:
            continue
        points = np.int64(counts[seat])
        if not wins and state[AT_ONCE]:
            points *= rules[ONCE_FACTOR]
        if rules[CAP] >= 0:
            points = min(points, rules[CAP])
        scores[seat] = points
    if out and state[AT_ONCE]:
        scores[ender] -= rules[ONCE_BONUS]


@inlined
def lowest_of(counts: Counts, players: Int, without: Int) -> Int:
    """The seats that count least, one seat left out, as bits."""
    found, lowest = np.int64(0), np.int64(1) << 40
    for seat in range(players):
        if seat == without:
            continue
        if counts[seat] < lowest:
            lowest = np.int64(counts[seat])
            found = np.int64(0)
        if counts[seat] == lowest:
            found |= np.int64(1) << seat
    return found


@compiled
def settle_stakes(rules: Facts, state: Words, counts: Counts, scores: Scores) -> None:
    """What the players pay each other."""
    players, ender = state[PLAYERS], state[ENDER]
    kind, stake = state[ENDING], rules[STAKE]
    if kind == STOCK_OUT:
        pay_lowest(rules, state, scores, lowest_of(counts, players, -1), rules[TIE_STOCK_OUT], -1)
        return
    others = lowest_of(counts, players, ender)
    least = np.int64(0)
    for seat in range(players):
        if others >> seat & 1:
            least = np.int64(counts[seat])
    clean = kind == OUT or (not rules[HELD_COUNTS] and counts[ender] == 0)
    if counts[ender] < least or (clean and rules[IMMUNE]):
        factor = 1 if kind == KNOCKED or state[DISCARDED] else rules[OUT_FACTOR]
        pay_all(scores, players, ender, factor * stake)
        return
    if counts[ender] == least and rules[TIE_LOWEST] == NOBODY:
        return
    free: Int = -1
    if kind == KNOCKED:
        for seat in range(players):
            if seat != ender and counts[seat] <= counts[ender]:
                scores[ender] -= rules[CAUGHT_FACTOR] * stake
                scores[seat] += rules[CAUGHT_FACTOR] * stake
        if not rules[PAYS_WINNER]:
            free = ender
    pay_lowest(rules, state, scores, others, rules[TIE_SEVERAL], free)


@compiled
def pay_lowest(
    rules: Facts, state: Words, scores: Scores, winners: Int, tie: Int, free: Int
) -> None:
    """One stake from everyone to each winner, or shared; one seat may be free of it."""
    players, stake, ender = state[PLAYERS], rules[STAKE], state[ENDER]
    many: Int = 0
    payers: Int = 0
    for seat in range(players):
        if winners >> seat & 1:
            many += 1
        elif seat != free:
            payers += 1
    if many > 1 and tie == NO_ONE:
        return
    if many > 1 and tie == SPLIT:
        part, odd = payers * stake // many, payers * stake % many
        start = 0 if ender < 0 else ender + 1
        for step in range(players):
            seat = (start + step) % players
            if winners >> seat & 1:
                scores[seat] += part + (1 if odd > 0 else 0)
                odd -= 1
            elif seat != free:
                scores[seat] -= stake
        return
    for winner in range(players):
        if not winners >> winner & 1:
            continue
        for seat in range(players):
            if not winners >> seat & 1 and seat != free:
                scores[seat] -= stake
                scores[winner] += stake
