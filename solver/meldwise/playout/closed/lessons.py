"""Compiled: what value functions learn from a hand.

A lesson is the inputs at a decision with what came of it: of going on and of drawing, the player's
advantage when the hand was over; of ending the hand now, what that would have given at once. What
the value functions of that time expected stands beside it, for `returns`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from meldwise.partition.kernel.compiling import Int, compiled
from meldwise.partition.kernel.layout import JOKERS
from meldwise.playout.closed.danger import danger
from meldwise.playout.closed.deciding import DISCARDS, set_of, style_of_others
from meldwise.playout.closed.features import describe, situation
from meldwise.playout.closed.hands import best_throw, least
from meldwise.playout.closed.memory import (
    COLUMNS,
    ENDING_NOW,
    GOING_ON,
    INPUT,
    MOST_PLAYERS,
    STRIDE,
    WEIGHED,
    WORKED_OUT,
    Float,
    Ints,
    Reals,
)
from meldwise.playout.closed.network import network
from meldwise.playout.closed.record import KNOCK
from meldwise.playout.closed.scoring import ahead
from meldwise.playout.closed.settling import settle
from meldwise.playout.closed.table import (
    DEAD,
    EXPLORES_AT,
    HAND,
    LIMIT_NOW,
    SETS_OF,
    TAUGHT,
    TURNS,
    look,
)
from meldwise.playout.closed.words import without_card
from meldwise.playout.results import KNOCK as BY_KNOCK
from meldwise.playout.values import functions
from meldwise.playout.values.functions import INPUTS

# Columns of a lesson: which value function, whose, the result; the style of the others; what the
# value function expected; where a player explored, the value of what it thought best, so that the
# turns before need not pay for it (both not a number where there are none); the number of the
# hand's first lesson; and the inputs.
KIND = 0
SEAT = 1
RESULT = 2
OTHERS = 3
EXPECTED = 4
BEST = 5
HAND_OF = 6
FIRST_INPUT = 7
LESSON = FIRST_INPUT + INPUTS

_LATER = -1e6

Lessons = NDArray[np.float32]


@compiled
def teach(ints: Ints, reals: Reals, lessons: Lessons, kind: Int, seat: Int, result: Float) -> None:
    """Keep the inputs as a lesson; a result of `_LATER` is filled in when the hand is over."""
    at = ints[TAUGHT]
    if at >= len(lessons):
        return
    lessons[at, KIND], lessons[at, SEAT], lessons[at, RESULT] = kind, seat, result
    lessons[at, OTHERS] = style_of_others(ints, reals, seat)
    lessons[at, EXPECTED] = lessons[at, BEST] = np.nan
    if ints[SETS_OF + seat]:
        lessons[at, EXPECTED] = network(reals, set_of(ints, reals, seat), kind)
    for column in range(INPUTS):
        lessons[at, FIRST_INPUT + column] = reals[INPUT + column]
    ints[TAUGHT] = at + 1


@compiled
def best_value(reals: Reals) -> Float:
    """The value of the best of the discards that were weighed last, going on or ending now."""
    best = -1e9
    for code in range(JOKERS + 1):
        if reals[WEIGHED + COLUMNS * code + WORKED_OUT]:
            best = max(best, reals[WEIGHED + COLUMNS * code + GOING_ON])
            best = max(best, reals[WEIGHED + COLUMNS * code + ENDING_NOW])
    return best


@compiled
def teach_end(
    ints: Ints,
    reals: Reals,
    lessons: Lessons,
    seat: Int,
    barred: Int,
    how: Int,
    code: Int,
) -> None:
    """Lessons of the end of a turn: what ending the hand now gives, and going on."""
    own = STRIDE * seat
    cards, second = ints[own + HAND], ints[own + HAND + 1]
    look(ints, reals, seat)
    situation(ints, reals, seat)
    for ends in range(2):
        if ends:
            left, chosen = best_throw(ints, reals, cards, second, barred)
            if not ints[KNOCK] or left == 0 or left > ints[LIMIT_NOW]:
                continue
        elif how != DISCARDS:
            continue
        else:
            chosen = code
        risk = danger(ints, reals, chosen)
        kept, twice = without_card(cards, second, chosen)
        left = least(ints, reals, kept, twice)
        describe(ints, reals, kept, twice, left, risk)
        if ends:
            ints[own + HAND], ints[own + HAND + 1] = kept, twice
            settle(ints, reals, BY_KNOCK, seat, True)
            ints[own + HAND], ints[own + HAND + 1] = cards, second
            result = ahead(ints, reals, seat)
            teach(ints, reals, lessons, functions.ENDING_NOW, seat, result)
        else:
            teach(ints, reals, lessons, functions.GOING_ON, seat, _LATER)
            explores = ints[own + EXPLORES_AT] == ints[own + TURNS]
            if explores and ints[SETS_OF + seat] and ints[TAUGHT] < len(lessons):
                lessons[ints[TAUGHT] - 1, BEST] = best_value(reals)


@compiled
def teach_draw(
    ints: Ints,
    reals: Reals,
    lessons: Lessons,
    seat: Int,
) -> None:
    """A lesson of drawing from the stock."""
    own = STRIDE * seat
    look(ints, reals, seat)
    situation(ints, reals, seat)
    cards, second, dead = ints[own + HAND], ints[own + HAND + 1], ints[own + DEAD]
    describe(ints, reals, cards, second, dead, 0.0)
    teach(ints, reals, lessons, functions.DRAWING, seat, _LATER)


@compiled
def learn(ints: Ints, reals: Reals, lessons: Lessons, first: Int) -> None:
    """Fill in the results of a hand's lessons, from the first of them on."""
    for at in range(first, ints[TAUGHT]):
        lessons[at, HAND_OF] = first
        if lessons[at, RESULT] == _LATER:
            lessons[at, RESULT] = ahead(ints, reals, np.int64(lessons[at, SEAT]))


@compiled
def returns(lessons: Lessons, trust: Float) -> NDArray[np.float32]:
    """What each lesson teaches: results mixed with what was expected at later decisions.

    The result of a hand is mostly luck. The expectation at the player's next decision has less of
    it, and errs where the value functions do. This is TD(λ) of Sutton, Learning to Predict by the
    Methods of Temporal Differences (1988), with λ = 1 − ``trust``.

    Args:
        lessons: In the order in which they were taught.
        trust: Weight of each next expectation, 0 to 1; 0: results alone count.
    """
    taught = np.empty(len(lessons), np.float32)
    hand = np.full(MOST_PLAYERS, -1.0)
    expected = np.zeros(MOST_PLAYERS)
    for at in range(len(lessons) - 1, -1, -1):
        if lessons[at, KIND] == functions.ENDING_NOW:
            taught[at] = lessons[at, RESULT]
            continue
        seat = np.int64(lessons[at, SEAT])
        later = lessons[at, RESULT] if lessons[at, HAND_OF] != hand[seat] else expected[seat]
        taught[at] = later
        if not np.isnan(lessons[at, BEST]):
            later = lessons[at, BEST]
        elif not np.isnan(lessons[at, EXPECTED]):
            later += trust * (lessons[at, EXPECTED] - later)
        hand[seat], expected[seat] = lessons[at, HAND_OF], later
    return taught
