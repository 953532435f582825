"""Compiled: a hand from any point to its end."""

# ruff: noqa: PLR0912, PLR0913, PLR0915, PLR0917 - compiled loops keep their arrays and numbers one by one

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from meldwise.partition.kernel.compiling import Int, compiled
from meldwise.playout.closed.deciding import DISCARDS, GOES_OUT, choose_end, wants_upcard
from meldwise.playout.closed.hands import best_throw
from meldwise.playout.closed.lessons import learn, teach_draw, teach_end
from meldwise.playout.closed.memory import PILE_CODES, POLICY, STRIDE, Ints
from meldwise.playout.closed.record import (
    EMPTY_ENDS,
    EMPTY_VOID,
    KNOCK,
    ON_EMPTY,
    PILE_DRAW,
    PLAYERS,
    SHUFFLE,
    TURN_LIMIT,
    WALL,
    WALL_AT,
    WALL_KNOCK,
    WALL_VOID,
)
from meldwise.playout.closed.settling import settle
from meldwise.playout.closed.table import (
    DEAD,
    HAND,
    LIMIT_NOW,
    NUMBER,
    PILE_SIZE,
    STOCK_AT,
    STOCK_END,
    TAUGHT,
    TURNS,
    draw_stock,
    refuse_upcard,
    take_upcard,
    throw,
    turn_pile,
)
from meldwise.playout.closed.words import with_card
from meldwise.playout.network import Reals
from meldwise.playout.policies import EXPLORES, ROW
from meldwise.playout.randomness import Stream
from meldwise.playout.results import KNOCK as BY_KNOCK
from meldwise.playout.results import OUT, STOCK_OUT, VOID
from meldwise.playout.values.lessons import Lessons

# Noted actions: a discard is its code; to the code are added these for a knock and for going out.
NOTED_STOCK = 60
NOTED_UPCARD = 61
NOTED_PASS = 62
NOTED_KNOCK = 64
NOTED_OUT = 128
NOTED_OUT_WHOLE = 190
NOTED_END = 255

Notes = NDArray[np.uint8]

# Nothing has ended the hand yet.
_GOES_ON = -1


@compiled
def note(notes: Notes, at: Int, action: Int) -> Int:
    """Write an action down, if notes are kept; the place of the next."""
    if at < len(notes):
        notes[at] = action
    return at + 1


@compiled
def upcard_to_knock(ints: Ints, reals: Reals, seat: Int) -> bool:
    """Whether the upcard would let a seat knock or go out, where it may be taken only for that."""
    code = ints[PILE_CODES + ints[PILE_SIZE] - 1]
    own = STRIDE * seat
    cards, second = with_card(ints[own + HAND], ints[own + HAND + 1], code)
    left, _ = best_throw(ints, reals, cards, second, code)
    return bool(left == 0 or (ints[KNOCK] > 0 and left <= ints[LIMIT_NOW]))


@compiled
def play_hand(
    ints: Ints,
    reals: Reals,
    stream: Stream,
    notes: Notes,
    lessons: Lessons,
    seat: Int,
    drawn: bool,
    barred: Int,
    passes: Int,
) -> tuple[Int, Int]:
    """Play a hand to its end and settle it; how it ended, and who ended it (−1: nobody).

    `begin_hand` has been called.

    Args:
        ints: See `memory`.
        reals: See `memory`.
        stream: The random numbers of this hand.
        notes: Filled with the actions, as far as there is room.
        lessons: Filled with lessons of the players that explore, as far as there is room.
        seat: The seat to move.
        drawn: Whether it has drawn in this turn.
        barred: The upcard that it took, −1: none.
        passes: How many have passed the first upcard; −1: it is not on offer.
    """
    players, written, first = ints[PLAYERS], 0, ints[TAUGHT]
    ending, ender, thrown = _GOES_ON, np.int64(-1), False
    while ending == _GOES_ON:
        own = STRIDE * seat
        teaches = len(lessons) > 0 and reals[POLICY + ROW * seat + EXPLORES] > 0.0
        if not drawn:
            barred = np.int64(-1)
            stock = ints[STOCK_END] - ints[STOCK_AT]
            at_wall = ints[WALL] == WALL_KNOCK and stock <= ints[WALL_AT]
            takes = False
            if ints[PILE_DRAW] and ints[PILE_SIZE] > 0 and passes != players:
                if at_wall:
                    takes = upcard_to_knock(ints, reals, seat)
                else:
                    upcard = ints[PILE_CODES + ints[PILE_SIZE] - 1]
                    takes = wants_upcard(ints, reals, seat, upcard)
            if takes:
                barred = take_upcard(ints, seat)
                written = note(notes, written, NOTED_UPCARD)
            elif 0 <= passes < players:
                refuse_upcard(ints, seat)
                written = note(notes, written, NOTED_PASS)
                passes += 1
                seat = (seat + 1) % players
                continue
            elif at_wall:
                written = note(notes, written, NOTED_PASS)
                ending = VOID
                break
            else:
                if stock == 0:
                    if ints[ON_EMPTY] >= EMPTY_ENDS or ints[PILE_SIZE] < 2:
                        written = note(notes, written, NOTED_PASS)
                        ending = STOCK_OUT if ints[ON_EMPTY] == EMPTY_ENDS else VOID
                        break
                    turn_pile(ints, stream, ints[SHUFFLE] > 0)
                if teaches:
                    teach_draw(ints, reals, lessons, seat)
                if passes < 0 and ints[PILE_DRAW]:
                    refuse_upcard(ints, seat)
                draw_stock(ints, seat)
                written = note(notes, written, NOTED_STOCK)
            passes = np.int64(-1)
        drawn = False
        how, code, left = choose_end(ints, reals, stream, seat, barred)
        if teaches:
            teach_end(ints, reals, lessons, seat, barred, how, code)
        if code >= 0:
            throw(ints, seat, code)
        ints[own + TURNS] += 1
        ints[NUMBER] += 1
        if how != DISCARDS:
            ending, ender, thrown = (OUT if how == GOES_OUT else BY_KNOCK), seat, code >= 0
            mark = (NOTED_OUT if how == GOES_OUT else NOTED_KNOCK) + code
            written = note(notes, written, mark if code >= 0 else np.int64(NOTED_OUT_WHOLE))
            break
        written = note(notes, written, code)
        ints[own + DEAD] = left
        seat = (seat + 1) % players
        stock = ints[STOCK_END] - ints[STOCK_AT]
        if (
            ints[NUMBER] >= ints[TURN_LIMIT]
            or (ints[WALL] == WALL_VOID and stock <= ints[WALL_AT])
            or (ints[ON_EMPTY] == EMPTY_VOID and stock == 0)
        ):
            ending = VOID
    settle(ints, reals, ending, ender, thrown)
    learn(ints, reals, lessons, first)
    return ending, ender
