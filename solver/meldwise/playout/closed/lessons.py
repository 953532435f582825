"""Compiled: the lessons that a hand teaches; see `meldwise.playout.values.lessons`."""

from __future__ import annotations

import numpy as np

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
    STRIDE,
    WEIGHED,
    WORKED_OUT,
    Ints,
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
from meldwise.playout.network import Float, Reals
from meldwise.playout.results import KNOCK as BY_KNOCK
from meldwise.playout.values import functions
from meldwise.playout.values.functions import INPUTS
from meldwise.playout.values.lessons import (
    BEST,
    EXPECTED,
    FIRST_INPUT,
    HAND_OF,
    KIND,
    LATER,
    OTHERS,
    RESULT,
    SEAT,
    Lessons,
)


@compiled
def teach(ints: Ints, reals: Reals, lessons: Lessons, kind: Int, seat: Int, result: Float) -> None:
    """Keep the inputs as a lesson; a result of `LATER` is filled in when the hand is over."""
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
            teach(ints, reals, lessons, functions.GOING_ON, seat, LATER)
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
    teach(ints, reals, lessons, functions.DRAWING, seat, LATER)


@compiled
def learn(ints: Ints, reals: Reals, lessons: Lessons, first: Int) -> None:
    """Fill in the results of a hand's lessons, from the first of them on."""
    for at in range(first, ints[TAUGHT]):
        lessons[at, HAND_OF] = first
        if lessons[at, RESULT] == LATER:
            lessons[at, RESULT] = ahead(ints, reals, np.int64(lessons[at, SEAT]))
