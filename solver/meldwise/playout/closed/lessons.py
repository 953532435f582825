"""Compiled: what value functions learn from a hand.

A lesson is the inputs at a decision with what came of it: of going on and of drawing, the player's
advantage when the hand was over; of ending the hand now, what that would have given at once.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from meldwise.partition.kernel.compiling import Int, compiled
from meldwise.playout.closed.danger import danger
from meldwise.playout.closed.deciding import DISCARDS
from meldwise.playout.closed.features import describe, situation
from meldwise.playout.closed.hands import best_throw, least
from meldwise.playout.closed.memory import (
    INPUT,
    STRIDE,
    Float,
    Ints,
    Reals,
)
from meldwise.playout.closed.record import KNOCK
from meldwise.playout.closed.scoring import ahead
from meldwise.playout.closed.settling import settle
from meldwise.playout.closed.table import DEAD, HAND, LIMIT_NOW, TAUGHT, look
from meldwise.playout.closed.words import without_card
from meldwise.playout.results import KNOCK as BY_KNOCK
from meldwise.playout.values import functions
from meldwise.playout.values.functions import INPUTS

# Columns of a lesson: which value function, whose, the result, and the inputs.
KIND = 0
SEAT = 1
RESULT = 2
FIRST_INPUT = 3
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
    for column in range(INPUTS):
        lessons[at, FIRST_INPUT + column] = reals[INPUT + column]
    ints[TAUGHT] = at + 1


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
        if lessons[at, RESULT] == _LATER:
            lessons[at, RESULT] = ahead(ints, reals, np.int64(lessons[at, SEAT]))
