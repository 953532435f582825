"""Compiled: many starts played to their end, one after the other."""

# ruff: noqa: PLR0913, PLR0917 - all parts have one signature; see `calling`

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from meldwise.partition.kernel.compiling import Int, compiled
from meldwise.partition.kernel.general import Words
from meldwise.partition.kernel.layout import JOKERS
from meldwise.partition.kernel.rows import Facts
from meldwise.playout.open.calling import Numbers, call_part
from meldwise.playout.open.cards import points_of, put_in, seat_at
from meldwise.playout.open.choosing import NEVER
from meldwise.playout.open.hand import play_on
from meldwise.playout.open.laying import note
from meldwise.playout.open.layout import (
    CALLS,
    CARDS,
    DEAL_WIN,
    DEAL_WON,
    DEALT,
    DECLARE,
    ENDER,
    ENDING,
    EXPLORES_AT,
    FORGONE,
    PILE,
    PILE_CARDS,
    PLAYERS,
    POLICIES,
    PUBLIC,
    RUNNING,
    SIZE,
    STOCK,
    STOCK_CARDS,
    STREAM,
    TAUGHT,
    TURN,
    TWICE,
    VALUES,
)
from meldwise.playout.open.lessons import learn
from meldwise.playout.open.settling import settle_hand
from meldwise.playout.policies import EXPLORES, ROW
from meldwise.playout.randomness import Stream, begin_stream, below, unit

Codes = NDArray[np.uint8]


@compiled
def set_cards(state: Words, common: Words, hands: Codes, stock: Codes, discards: Codes) -> None:
    """One full state: what is common to all starts, and its own cards."""
    state[:] = common
    for seat in range(state[PLAYERS]):
        at = seat_at(seat)
        for code in range(JOKERS + 1):
            for _ in range(hands[seat, code]):
                put_in(state, at + CARDS, code)
                state[at + SIZE] += 1
    size: Int = 0
    while size < len(stock) and stock[size] <= JOKERS:
        size += 1
    for index in range(size):
        state[STOCK_CARDS + size - 1 - index] = stock[index]
    state[STOCK] = size
    size = 0
    while size < len(discards) and discards[size] <= JOKERS:
        state[PILE_CARDS + size] = discards[size]
        put_in(state, PUBLIC, np.int64(discards[size]))
        size += 1
    state[PILE] = size


@compiled
def declare(rules: Facts, state: Words, desk: Words) -> None:
    """End the hand if somebody holds a hand that wins as dealt: all such hands are declared."""
    least = rules[DEAL_WIN]
    if least < 0:
        return
    for seat in range(state[PLAYERS]):
        at = seat_at(seat)
        if points_of(rules, VALUES, state[at + CARDS], state[at + TWICE]) >= least:
            state[ENDING], state[ENDER] = DEAL_WON, -1
            note(state, desk, DECLARE, seat, 0, 0, 0)


@compiled
def begin_exploring(rules: Facts, stream: Stream, numbers: Numbers, players: Int) -> None:
    """Draw for each seat that explores the own turn in which it does so.

    Hands of few cards are soon over.
    """
    numbers[FORGONE] = -NEVER
    for seat in range(players):
        numbers[EXPLORES_AT + seat] = -1.0
        chance = numbers[POLICIES + ROW * seat + EXPLORES]
        if chance > 0.0 and unit(stream) < chance:
            numbers[EXPLORES_AT + seat] = below(stream, np.int64(rules[DEALT]))


@compiled
def play_starts(
    rules: Facts,
    state: Words,
    desk: Words,
    numbers: Numbers,
    common: Words,
    hands: Codes,
    stock: Codes,
    discards: Codes,
    seed: Int,
    first: Int,
    dealt: bool,
    scores: NDArray[np.float64],
    ending: NDArray[np.int8],
    ender: NDArray[np.int8],
    counts: NDArray[np.int32],
    turns: NDArray[np.int32],
) -> None:
    """Play all starts; sample i has the random stream of (seed, first + i).

    Args:
        rules: See `layout`.
        state: Room for a state; the last one stays in it.
        desk: Room; a `Desk`.
        numbers: Room for chances, and the policies.
        common: What all starts have in common, as a state without cards of their own.
        hands: As of `Starts`.
        stock: As of `Starts`.
        discards: As of `Starts`.
        seed: The seed.
        first: Number of the first sample.
        dealt: Whether hands are as dealt, so that they may be declared.
        scores: Filled, as of `Playouts`; so are the next four.
        ending: Filled.
        ender: Filled.
        counts: Filled.
        turns: Filled.
    """
    stream = desk[STREAM : STREAM + 1].view(np.uint64)
    for row in range(len(hands)):
        begin_stream(stream, seed, first + row)
        begin_exploring(rules, stream, numbers, common[PLAYERS])
        taught = np.int64(numbers[TAUGHT])
        set_cards(state, common, hands[row], stock[row], discards[row])
        if dealt:
            declare(rules, state, desk)
        if state[ENDING] == RUNNING:
            play_on(rules, state, desk, numbers)
        settle_hand(rules, state, desk, numbers, counts[row], scores[row])
        learn(rules, state, numbers, scores[row], taught)
        ending[row], ender[row], turns[row] = state[ENDING], state[ENDER], state[TURN]


@compiled
def call_once(
    rules: Facts, state: Words, desk: Words, numbers: Numbers, part: Int, one: Int, two: Int
) -> Int:
    """Call one part; what it returns."""
    return call_part(desk[CALLS + part], rules, state, desk, numbers, one, two)
