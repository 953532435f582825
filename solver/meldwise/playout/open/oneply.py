"""Compiled: what each card that may be drawn next would let a hand put down."""
# ruff: noqa: PLR0913, PLR0917 - arrays one by one, as compiled code takes them

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from meldwise.partition.kernel.compiling import Int, compiled
from meldwise.partition.kernel.general import Words
from meldwise.partition.kernel.layout import FULL, JOKERS
from meldwise.partition.kernel.rows import Facts
from meldwise.partition.kernel.words import popcount
from meldwise.playout.open.adding import fitting, may_add
from meldwise.playout.open.calling import Numbers, call_part
from meldwise.playout.open.cards import gain_card, points_of, put_in, seat_at
from meldwise.playout.open.choosing import danger_of, find_chances
from meldwise.playout.open.laying import throwable
from meldwise.playout.open.layout import (
    CALLS,
    CARDS,
    DRAW_TERMS,
    PLACE_ALL,
    PLAYERS,
    SEAT,
    SIZE,
    TWICE,
    USE_IN_NEW,
    VALUES,
)


@compiled
def draw_each(
    rules: Facts,
    state: Words,
    desk: Words,
    numbers: Numbers,
    base: Words,
    hands: NDArray[np.uint8],
    unseen: NDArray[np.int64],
    left: NDArray[np.int32],
    placed: NDArray[np.int8],
) -> None:
    """For each hand and each unseen card: the points held after the turn, the cards put down.

    Args:
        rules: See `layout`.
        state: Room for a state.
        desk: Room.
        numbers: Room for chances, and the policies.
        base: The state at the seat's next turn, without its cards.
        hands: uint8 (n, 53).
        unseen: int64 (53,): copies of each card that may be drawn.
        left: Filled, int32 (n, 53); −1 where no copy is left.
        placed: Filled, int8 (n, 53).
    """
    seat = base[SEAT]
    at = seat_at(seat)
    for row in range(len(hands)):
        for card in range(JOKERS + 1):
            left[row, card] = -1
            placed[row, card] = 0
            if unseen[card] <= 0:
                continue
            state[:] = base
            for code in range(JOKERS + 1):
                for _ in range(hands[row, code]):
                    put_in(state, at + CARDS, code)
                    state[at + SIZE] += 1
            gain_card(state, seat, card)
            before = state[at + SIZE]
            call_part(desk[CALLS + PLACE_ALL], rules, state, desk, numbers, seat, 0)
            placed[row, card] = before - state[at + SIZE]
            points = points_of(rules, VALUES, state[at + CARDS], state[at + TWICE])
            dearest: Int = 0
            if state[at + SIZE]:
                may = throwable(rules, state, seat)
                if may >> JOKERS & 1:
                    dearest = np.int64(rules[VALUES + JOKERS])
                may &= FULL
                while may:
                    low = may & -may
                    may ^= low
                    dearest = max(dearest, np.int64(rules[VALUES + popcount(low - 1)]))
            left[row, card] = points - dearest


@compiled
def fear_each(
    rules: Facts, state: Words, desk: Words, numbers: Numbers, danger: NDArray[np.float64]
) -> None:
    """How likely the next player can use each card: 1 where it can be laid off, or is known."""
    seat = state[SEAT]
    following = (seat + 1) % state[PLAYERS]
    fed = np.int64(0)
    if rules[DRAW_TERMS] != USE_IN_NEW and may_add(rules, state, following):
        fed = fitting(rules, state, following)
    find_chances(rules, state, desk, numbers, seat)
    for code in range(JOKERS):
        danger[code] = 1.0 if fed >> code & 1 else danger_of(rules, numbers, code)
    # A joker is used by everybody who may take it.
    danger[JOKERS] = 1.0
