"""Compiled: decisions by value functions: knock, take the upcard, put down or hold back."""

# ruff: noqa: ARG001 - all parts have one signature; see `calling`

from __future__ import annotations

import numpy as np

from meldwise.partition.kernel.compiling import Int, compiled, inlined
from meldwise.partition.kernel.general import Words
from meldwise.partition.kernel.layout import JOKERS
from meldwise.partition.kernel.rows import Facts
from meldwise.playout.open.calling import Numbers, call_part
from meldwise.playout.open.cards import seat_at
from meldwise.playout.open.choosing import NEVER, fewest_of_others, may_knock, wants_knock
from meldwise.playout.open.habits import JOKER_RISK
from meldwise.playout.open.laying import keep, restore, throwable
from meldwise.playout.open.layout import (
    CALLS,
    CARDS,
    COSTS,
    DRAW_TERMS,
    FORGONE,
    FREE,
    HOLD,
    LAY_OFF_JOKERS,
    PLACE_ALL,
    PLACE_BY_VALUES,
    PLACED_NOW,
    POLICIES,
    SIZE,
    STREAM,
    TRIED,
    TWICE,
    VALUE,
    VALUE_NOW,
    VALUE_OF_TAKING,
    WANTS_UPCARD,
    WEIGH,
)
from meldwise.playout.open.lessons import explores_now
from meldwise.playout.open.upcard import may_take, take_upcard
from meldwise.playout.policies import KNOCK_BY_VALUES, ROW, TAKE, TAKE_BY_VALUES
from meldwise.playout.randomness import below
from meldwise.playout.values.functions import DRAWING, ENDING_NOW

# What is done before the draw.
DRAWS, TAKES, KNOCKS_NOW = 0, 1, 2

# Going out is worth more than anything else.
_OUT = 1e9

# One that explores throws a card that costs at most so much more than the cheapest.
_WORTH_EXPLORING = 7.0


@inlined
def goes_out(rules: Facts, state: Words, seat: Int) -> Int:
    """Whether a seat is out now or by throwing its last card."""
    size = state[seat_at(seat) + SIZE]
    return size == 0 or (size == 1 and throwable(rules, state, seat) != 0)


@compiled
def put_all_down(rules: Facts, state: Words, desk: Words, numbers: Numbers, seat: Int) -> None:
    """Put down all that can be; jokers too once another player is near going out."""
    call_part(desk[CALLS + PLACE_ALL], rules, state, desk, numbers, seat, 0)
    if fewest_of_others(state, seat) <= numbers[POLICIES + ROW * seat + JOKER_RISK]:
        call_part(desk[CALLS + LAY_OFF_JOKERS], rules, state, desk, numbers, seat, 0)


@compiled
def place_by_values(
    rules: Facts, state: Words, desk: Words, numbers: Numbers, seat: Int, explores: Int
) -> Int:
    """Put down all that can be, or nothing yet, whichever is worth more; to explore, either."""
    at = seat_at(seat)
    keep(state, desk, HOLD)
    put_all_down(rules, state, desk, numbers, seat)
    same = (
        state[PLACED_NOW] == desk[HOLD + PLACED_NOW]
        and state[at + CARDS] == desk[HOLD + at + CARDS]
        and state[at + TWICE] == desk[HOLD + at + TWICE]
    )
    if same or goes_out(rules, state, seat):
        return 0
    if call_part(desk[CALLS + WEIGH], rules, state, desk, numbers, seat, 0) < 0:
        return 0
    laid = numbers[VALUE]
    restore(state, desk, HOLD)
    holds = False
    if call_part(desk[CALLS + WEIGH], rules, state, desk, numbers, seat, 0) >= 0:
        holds = numbers[VALUE] > laid
        if explores:
            stream = desk[STREAM : STREAM + 1].view(np.uint64)
            holds = below(stream, 2) == 1
    if not holds:
        # Put down again rather than kept, so that the trail is that of this turn.
        put_all_down(rules, state, desk, numbers, seat)
    return 0


@compiled
def value_of_taking(
    rules: Facts, state: Words, desk: Words, numbers: Numbers, seat: Int, unused: Int
) -> Int:
    """Into ``VALUE``: what taking the upcard is worth; least of all if it cannot be taken."""
    keep(state, desk, TRIED)
    value = -NEVER
    if take_upcard(rules, state, desk, numbers, seat):
        call_part(desk[CALLS + PLACE_BY_VALUES], rules, state, desk, numbers, seat, 0)
        if goes_out(rules, state, seat):
            value = _OUT
        elif call_part(desk[CALLS + WEIGH], rules, state, desk, numbers, seat, 0) >= 0:
            value = numbers[VALUE]
    restore(state, desk, TRIED)
    numbers[VALUE] = value
    return 0


@compiled
def choose_draw(rules: Facts, state: Words, desk: Words, numbers: Numbers, seat: Int) -> Int:
    """Whether a seat knocks, takes the upcard or draws from the stock."""
    own = POLICIES + ROW * seat
    explores = explores_now(state, numbers, seat)
    knocks_by_values = numbers[own + KNOCK_BY_VALUES] != 0.0
    takes_by_values = numbers[own + TAKE] == TAKE_BY_VALUES
    if not knocks_by_values and not explores and wants_knock(rules, state, desk, numbers, seat, 0):
        return KNOCKS_NOW
    takes = False
    if not (takes_by_values and rules[DRAW_TERMS] == FREE):
        takes = call_part(desk[CALLS + WANTS_UPCARD], rules, state, desk, numbers, seat, 0) != 0
    if not (knocks_by_values or takes_by_values):
        return TAKES if takes else DRAWS
    call_part(desk[CALLS + VALUE_NOW], rules, state, desk, numbers, seat, DRAWING)
    value = numbers[VALUE]
    if takes or (takes_by_values and rules[DRAW_TERMS] == FREE and may_take(rules, state)):
        call_part(desk[CALLS + VALUE_OF_TAKING], rules, state, desk, numbers, seat, 0)
        takes = not takes_by_values or numbers[VALUE] > value
        if takes:
            value = numbers[VALUE]
    if knocks_by_values and may_knock(rules, state, desk, numbers, seat):
        call_part(desk[CALLS + VALUE_NOW], rules, state, desk, numbers, seat, ENDING_NOW)
        if numbers[VALUE] > value:
            if not explores:
                return KNOCKS_NOW
            numbers[FORGONE] = numbers[VALUE]
    return TAKES if takes else DRAWS


@compiled
def other_throw(desk: Words, numbers: Numbers, plain: Int) -> Int:
    """To explore, a random one of the good discards."""
    stream = desk[STREAM : STREAM + 1].view(np.uint64)
    least = NEVER
    for code in range(JOKERS + 1):
        least = min(least, numbers[COSTS + code])
    number, chosen = 0, plain
    for code in range(JOKERS + 1):
        if numbers[COSTS + code] <= least + _WORTH_EXPLORING:
            number += 1
            if below(stream, number) == 0:
                chosen = np.int64(code)
    return chosen


__all__ = [
    "KNOCKS_NOW",
    "TAKES",
    "choose_draw",
    "other_throw",
    "place_by_values",
    "put_all_down",
    "value_of_taking",
]
