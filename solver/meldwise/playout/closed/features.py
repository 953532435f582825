"""Compiled: what the value functions are told about a hand and its situation."""

from __future__ import annotations

import numpy as np

from meldwise.partition.kernel.compiling import Int, compiled
from meldwise.partition.kernel.layout import COLUMN, FULL, JOKERS, SUIT
from meldwise.partition.kernel.words import popcount
from meldwise.playout.closed.hands import held_value, least, value, wilds_held
from meldwise.playout.closed.memory import INPUT, STRIDE, STYLE, UNSEEN, Ints
from meldwise.playout.closed.oneply import (
    EXPECTED,
    EXTENDING,
    IMPROVING,
    LEAST_IN_REACH,
    OUT,
    WITHIN_HALF,
    WITHIN_LIMIT,
    one_ply,
)
from meldwise.playout.closed.record import PLAYERS
from meldwise.playout.closed.table import (
    BEFORE,
    HOLDS,
    LAST,
    LIMIT_NOW,
    REFUSED,
    SCORE,
    STOCK_AT,
    STOCK_END,
    TURNS,
)
from meldwise.playout.closed.words import how_many, without_card
from meldwise.playout.network import Float, Reals

# Where a knock has no limit, outs are counted to so much deadwood.
USUAL_LIMIT = 10

NAMES = (
    "deadwood",
    "expected deadwood",
    "outs: nothing left",
    "outs: within the limit",
    "outs: within half the limit",
    "outs: improving",
    "outs: a dear card goes",
    "least deadwood within reach",
    "unmelded cards",
    "isolated cards",
    "points of isolated cards",
    "dearest unmelded card",
    "second dearest unmelded card",
    "own turn",
    "stock",
    "known cards of the next player",
    "last discard of the next player",
    "the discard before that",
    "danger of the discard",
    "points of known cards of the next player",
    "cheap cards refused by the next player",
    "plays before the next player",
    "own score",
    "best other score",
    "style: late knocks with deadwood",
    "style: low without having knocked",
    "style: hands seen",
    "mean of unseen cards",
    "known cards of the others",
    "cards refused by the next player",
    "wilds",
    "known cards of the others that are dead",
)

# Where the scores stand among the inputs, and in what they are told.
OWN_SCORE, BEST_SCORE = 22, 23
SCORES_TOLD_IN = 100.0


@compiled
def unmelded(
    ints: Ints,
    reals: Reals,
    cards: Int,
    second: Int,
    dead: Int,
) -> None:
    """Into the inputs: how many cards are in no meld, how many of them stand alone, the dearest."""
    number = alone = points = np.int64(0)
    dearest = second_dearest = np.int64(0)
    left = cards & FULL
    jokers = cards >> JOKERS
    while left or jokers:
        if left:
            low = left & -left
            left ^= low
            code = popcount(low - 1)
            times = 1 + np.int64((second & low) != 0)
        else:
            code, times, jokers = np.int64(JOKERS), jokers, np.int64(0)
        kept, twice = without_card(cards, second, code)
        worth = value(ints, code)
        if least(ints, reals, kept, twice) != dead - worth:
            continue
        number += times
        if worth > dearest:
            dearest, second_dearest = worth, dearest if times == 1 else worth
        else:
            second_dearest = max(second_dearest, worth)
        if code < JOKERS:
            rank = code % 13
            suit = (kept >> 13 * (code // 13)) & SUIT
            near = ((1 << rank) >> 2) | ((1 << rank) >> 1) | (1 << rank + 1) | (1 << rank + 2)
            if not suit & near and not kept & (COLUMN << rank):
                alone += 1
                points += worth
    reals[INPUT + 8], reals[INPUT + 9], reals[INPUT + 10] = number * 0.2, alone * 0.2, points * 0.05
    reals[INPUT + 11], reals[INPUT + 12] = dearest * 0.1, second_dearest * 0.1


@compiled
def situation(ints: Ints, reals: Reals, seat: Int) -> None:
    """Into the inputs: all that does not depend on the discard. `look` has been called."""
    players = ints[PLAYERS]
    own, following = STRIDE * seat, STRIDE * ((seat + 1) % players)
    reals[INPUT + 13] = ints[own + TURNS] * 0.1
    reals[INPUT + 14] = (ints[STOCK_END] - ints[STOCK_AT]) * 0.05
    known, known_twice = ints[following + HOLDS], ints[following + HOLDS + 1]
    reals[INPUT + 15] = how_many(known, known_twice) * 0.5
    for place in range(2):
        code = ints[following + (LAST if place == 0 else BEFORE)]
        reals[INPUT + 16 + place] = value(ints, code) * 0.1 if code >= 0 else 0.0
    reals[INPUT + 19] = held_value(ints, known, known_twice) * 0.05
    refused, cheap = ints[following + REFUSED], np.int64(0)
    left = refused
    while left:
        low = left & -left
        left ^= low
        if 2 * value(ints, popcount(low - 1)) <= USUAL_LIMIT:
            cheap += 1
    reals[INPUT + 20], reals[INPUT + 29] = cheap * 0.2, popcount(refused) * 0.1
    reals[INPUT + 21] = 1.0 if ints[own + TURNS] == ints[following + TURNS] else 0.0
    best, style = np.int64(-1_000_000), -1
    taken, dead = np.int64(0), np.int64(0)
    for other in range(players):
        if other == seat:
            continue
        best = max(best, ints[STRIDE * other + SCORE])
        held, held_twice = ints[STRIDE * other + HOLDS], ints[STRIDE * other + HOLDS + 1]
        taken += how_many(held, held_twice)
        dead += least(ints, reals, held, held_twice)
        if style < 0 or reals[STYLE + 4 * other + 2] > reals[STYLE + 4 * style + 2]:
            style = other
    reals[INPUT + OWN_SCORE] = ints[own + SCORE] / SCORES_TOLD_IN
    reals[INPUT + BEST_SCORE] = best / SCORES_TOLD_IN
    hands = reals[STYLE + 4 * style + 2]
    reals[INPUT + 24] = reals[STYLE + 4 * style + 0] / (hands + 2.0)
    reals[INPUT + 25] = reals[STYLE + 4 * style + 1] / (hands + 2.0)
    reals[INPUT + 26] = min(hands, 10.0) * 0.1
    number = how_many(ints[UNSEEN], ints[UNSEEN + 1])
    points = held_value(ints, ints[UNSEEN], ints[UNSEEN + 1])
    reals[INPUT + 27] = 0.1 * points / max(1, number)
    reals[INPUT + 28] = taken * 0.5 / (players - 1)
    reals[INPUT + 31] = dead * 0.05 / (players - 1)


@compiled
def describe(
    ints: Ints,
    reals: Reals,
    cards: Int,
    second: Int,
    dead: Int,
    risk: Float,
) -> None:
    """Into the inputs and from `FOUND`: what depends on the hand that is kept.

    `look` and `situation` have been called.

    Args:
        ints: See `memory`.
        reals: See `memory`.
        cards: The hand kept, first word.
        second: Second word.
        dead: Its deadwood.
        risk: The danger of the discard; 0 before the draw.
    """
    unmelded(ints, reals, cards, second, dead)
    limit = ints[LIMIT_NOW]
    if limit > 40:
        limit = USUAL_LIMIT
    dearest = np.int64(round(reals[INPUT + 11] * 10.0))
    one_ply(ints, reals, cards, second, dead, limit, dearest)
    reals[INPUT + 0], reals[INPUT + 1] = dead * 0.1, reals[EXPECTED] * 0.1
    reals[INPUT + 2], reals[INPUT + 3], reals[INPUT + 4] = (
        reals[OUT],
        reals[WITHIN_LIMIT],
        reals[WITHIN_HALF],
    )
    reals[INPUT + 5], reals[INPUT + 6] = reals[IMPROVING], reals[EXTENDING]
    reals[INPUT + 7] = reals[LEAST_IN_REACH] * 0.1
    reals[INPUT + 18] = risk
    reals[INPUT + 30] = wilds_held(ints, cards, second) * 0.3
