"""Compiled: the lessons that a hand teaches; see `meldwise.playout.values.lessons`."""

from __future__ import annotations

import numpy as np

from meldwise.partition.kernel.compiling import Int, compiled
from meldwise.partition.kernel.general import Words
from meldwise.partition.kernel.rows import Facts
from meldwise.playout.network import Float
from meldwise.playout.open.calling import Numbers
from meldwise.playout.open.cards import seat_at
from meldwise.playout.open.choosing import NEVER, may_knock
from meldwise.playout.open.layout import BEST as BEST_THERE
from meldwise.playout.open.layout import (
    ENDER,
    ENDING,
    EXPLORES_AT,
    FORGONE,
    INPUT,
    KNOCKED,
    LESSONS_AT,
    LESSONS_ROOM,
    MODEL,
    PAIR,
    PLAYERS,
    POLICIES,
    RUNNING,
    STAKES,
    TAUGHT,
    TURNS,
    WEIGHTS_OF,
)
from meldwise.playout.open.settling import Scores, settle_hand
from meldwise.playout.open.valuing import look_around, situation, tell_discard, tell_now, worth
from meldwise.playout.policies import EXPLORES, MOST_PLAYERS, ROW
from meldwise.playout.values.functions import DRAWING, ENDING_NOW, GOING_ON, INPUTS
from meldwise.playout.values.lessons import (
    BEST,
    EXPECTED,
    FIRST_INPUT,
    HAND_OF,
    KIND,
    LATER,
    LESSON,
    RESULT,
    SEAT,
)


@compiled
def teaches(numbers: Numbers, seat: Int) -> bool:
    """Whether there is room for a lesson, and the seat gives any."""
    room = numbers[TAUGHT] < numbers[LESSONS_ROOM]
    return bool(room and numbers[POLICIES + ROW * seat + EXPLORES] > 0.0)


@compiled
def explores_now(state: Words, numbers: Numbers, seat: Int) -> bool:
    """Whether a seat tries something else in this turn."""
    return bool(numbers[EXPLORES_AT + seat] == state[seat_at(seat) + TURNS])


@compiled
def teach(numbers: Numbers, kind: Int, seat: Int, result: float) -> None:
    """Keep the inputs as a lesson; a result of `LATER` is filled in when the hand is over."""
    at = np.int64(numbers[LESSONS_AT]) + LESSON * np.int64(numbers[TAUGHT])
    numbers[at : at + LESSON] = 0.0
    numbers[at + KIND], numbers[at + SEAT], numbers[at + RESULT] = kind, seat, result
    numbers[at + EXPECTED] = numbers[at + BEST] = np.nan
    if numbers[WEIGHTS_OF + seat] > 0.0:
        numbers[at + EXPECTED] = worth(numbers, seat, kind)
    for column in range(INPUTS):
        numbers[at + FIRST_INPUT + column] = numbers[INPUT + column]
    numbers[TAUGHT] += 1.0


@compiled
def lead_of(rules: Facts, state: Words, scores: Scores, seat: Int) -> Float:
    """A seat's advantage; see `meldwise.playout.results.advantage`."""
    total = 0.0
    for other in range(state[PLAYERS]):
        if other != seat:
            total += scores[other]
    lead = scores[seat] - total / (state[PLAYERS] - 1)
    return lead if rules[MODEL] == STAKES else -lead


@compiled
def teach_knock(rules: Facts, state: Words, desk: Words, numbers: Numbers, seat: Int) -> None:
    """A lesson of knocking now, where that is allowed."""
    if not may_knock(rules, state, desk, numbers, seat):
        return
    counts, scores = np.zeros(MOST_PLAYERS, np.int32), np.zeros(MOST_PLAYERS)
    state[ENDING], state[ENDER] = KNOCKED, seat
    settle_hand(rules, state, desk, numbers, counts, scores)
    state[ENDING], state[ENDER] = RUNNING, -1
    tell_now(rules, state, desk, numbers, seat)
    teach(numbers, ENDING_NOW, seat, lead_of(rules, state, scores, seat))


@compiled
def teach_draw(rules: Facts, state: Words, desk: Words, numbers: Numbers, seat: Int) -> None:
    """A lesson of drawing from the stock, or of not being able to."""
    tell_now(rules, state, desk, numbers, seat)
    teach(numbers, DRAWING, seat, LATER)
    could_have_had(numbers, numbers[FORGONE])
    numbers[FORGONE] = -NEVER


@compiled
def could_have_had(numbers: Numbers, best: Float) -> None:
    """Keep with the last lesson that a player who explored could have had so much, if anything."""
    if best > -NEVER:
        at = np.int64(numbers[LESSONS_AT]) + LESSON * np.int64(numbers[TAUGHT] - 1.0)
        numbers[at + BEST] = best


@compiled
def teach_throw(
    rules: Facts, state: Words, desk: Words, numbers: Numbers, seat: Int, code: Int
) -> None:
    """A lesson of throwing a card and going on."""
    situation(rules, state, desk, numbers, seat)
    fits, fed = look_around(rules, state, desk, numbers, seat)
    unseen, unseen_twice = desk[PAIR], desk[PAIR + 1]
    tell_discard(rules, state, desk, numbers, seat, code, fits, fed, unseen, unseen_twice)
    teach(numbers, GOING_ON, seat, LATER)
    if numbers[WEIGHTS_OF + seat] > 0.0 and explores_now(state, numbers, seat):
        could_have_had(numbers, max(numbers[BEST_THERE], numbers[FORGONE]))


@compiled
def learn(rules: Facts, state: Words, numbers: Numbers, scores: Scores, first: Int) -> None:
    """Fill in the results of a hand's lessons, from the first of them on."""
    for number in range(first, np.int64(numbers[TAUGHT])):
        at = np.int64(numbers[LESSONS_AT]) + LESSON * number
        numbers[at + HAND_OF] = first
        if numbers[at + RESULT] == LATER:
            numbers[at + RESULT] = lead_of(rules, state, scores, np.int64(numbers[at + SEAT]))


__all__ = ["explores_now", "learn", "teach_draw", "teach_knock", "teach_throw", "teaches"]
