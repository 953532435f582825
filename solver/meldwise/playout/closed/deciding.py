"""Compiled: what a policy draws, throws and ends the hand with."""

# ruff: noqa: PLR0912 - compiled loops keep their arrays and numbers one by one

from __future__ import annotations

import numpy as np

from meldwise.partition.kernel.compiling import Int, compiled
from meldwise.partition.kernel.layout import JOKERS, LARGE, ORDER
from meldwise.playout.closed.calling import facts_of
from meldwise.playout.closed.danger import danger
from meldwise.playout.closed.features import USUAL_LIMIT, describe, situation
from meldwise.playout.closed.hands import best_throw, joins, least, least_thrown, may_join, value
from meldwise.playout.closed.memory import (
    COLUMNS,
    COST,
    DANGER,
    ENDING_NOW,
    FOUND,
    FOUND_LENGTH,
    GOING_ON,
    LEFT,
    ONE_PLY,
    POLICY,
    STRIDE,
    STYLE,
    WEIGHED,
    WORKED_OUT,
    Ints,
)
from meldwise.playout.closed.network import network
from meldwise.playout.closed.oneply import EXPECTED, OUT, one_ply
from meldwise.playout.closed.record import (
    BIG_GIN,
    DISCARD_NONE,
    DISCARD_REQUIRED,
    KNOCK,
    MELD_VALUE,
    MODEL,
    OUT_DISCARD,
    OWN_MELDS,
    PLAYERS,
    THROW_TAKEN,
)
from meldwise.playout.closed.table import (
    DEAD,
    EXPLORES_AT,
    FIRST_SET,
    HAND,
    LIMIT_NOW,
    SETS_OF,
    TURNS,
    look,
)
from meldwise.playout.closed.words import copies, with_card, without_card
from meldwise.playout.network import Float, Reals
from meldwise.playout.policies import (
    BLEND,
    CHEAP_OUT,
    DANGER_WEIGHT,
    GIN_WEIGHT,
    KNOCK_BY_VALUES,
    KNOCK_LEAST,
    KNOCK_MOST,
    LOOKS,
    ROW,
    TAKE,
    TAKE_IMPROVES,
    TAKE_JOINS,
    THROW,
    THROW_ANY_DEAREST,
    THROW_BY_VALUES,
    THROW_SAFEST,
)
from meldwise.playout.policies import TURNS as TURNS_TOLD
from meldwise.playout.randomness import Stream, below
from meldwise.playout.values import functions

# What ends a turn.
DISCARDS, KNOCKS, GOES_OUT = 0, 1, 2

# One that explores throws a card that leaves at most so much more than the least.
_WORTH_EXPLORING = 7


@compiled
def set_of(ints: Ints, reals: Reals, seat: Int) -> Int:
    """The value functions that a seat follows: the set for the others' style, or the only one."""
    first = ints[FIRST_SET + seat]
    if ints[SETS_OF + seat] != functions.SETS:
        return first
    return first + style_of_others(ints, reals, seat)


@compiled
def style_of_others(ints: Ints, reals: Reals, seat: Int) -> Int:
    """Whether the others knock or wait until nothing is left, by what was seen in this game.

    To knock late with deadwood, and to be low without having knocked, are proof. To end with
    nothing late, or that nobody ends the hand, is a sign: half of the hands of those who wait end
    so, and three in a hundred of those who knock as soon as they may.
    """
    late = waited = 0.0
    for other in range(ints[PLAYERS]):
        if other != seat:
            style = STYLE + 4 * other
            late = max(late, reals[style])
            waited = max(waited, reals[style + 1] + 0.5 * reals[style + 3])
    if waited > 2.0 * late:
        return np.int64(functions.STYLE_WAITS)
    return np.int64(functions.STYLE_KNOCKS if late > 0.0 else functions.STYLE_UNKNOWN)


@compiled
def weigh(
    ints: Ints,
    reals: Reals,
    seat: Int,
    barred: Int,
    by_values: bool,
) -> None:
    """Fill ``weighed``: what each discard of a hand leaves, and is worth.

    `look` has been called.

    Args:
        ints: See `memory`.
        reals: See `memory`.
        seat: Whose hand, which holds the card drawn.
        barred: The card that may not be thrown, −1: none.
        by_values: Whether the value functions are asked, or the heuristic.
    """
    policy = POLICY + ROW * seat
    cards, second = ints[STRIDE * seat + HAND], ints[STRIDE * seat + HAND + 1]
    lowest = np.int64(LARGE)
    for code in range(JOKERS + 1):
        number = copies(cards, second, code)
        reals[WEIGHED + COLUMNS * code + LEFT] = -1.0
        reals[WEIGHED + COLUMNS * code + WORKED_OUT] = 0.0
        if number and not (code == barred and number == 1):
            kept, twice = without_card(cards, second, code)
            left = least(ints, reals, kept, twice)
            reals[WEIGHED + COLUMNS * code + LEFT] = left
            lowest = min(lowest, left)
    if by_values:
        situation(ints, reals, seat)
        chosen = set_of(ints, reals, seat)
    else:
        chosen = np.int64(0)
    for code in range(JOKERS + 1):
        left = np.int64(reals[WEIGHED + COLUMNS * code + LEFT])
        if left < 0 or left > lowest + reals[policy + LOOKS]:
            continue
        kept, twice = without_card(cards, second, code)
        risk = danger(ints, reals, code)
        reals[WEIGHED + COLUMNS * code + WORKED_OUT] = 1.0
        reals[WEIGHED + COLUMNS * code + DANGER] = risk
        if by_values:
            describe(ints, reals, kept, twice, left, risk)
            reals[WEIGHED + COLUMNS * code + GOING_ON] = network(reals, chosen, functions.GOING_ON)
            reals[WEIGHED + COLUMNS * code + ENDING_NOW] = -1e9
            if ints[KNOCK] and left <= ints[LIMIT_NOW]:
                reals[WEIGHED + COLUMNS * code + ENDING_NOW] = network(
                    reals, chosen, functions.ENDING_NOW
                )
        else:
            one_ply(
                ints,
                reals,
                kept,
                twice,
                left,
                min(ints[LIMIT_NOW], USUAL_LIMIT),
                np.int64(0),
            )
        for column in range(FOUND_LENGTH):
            reals[WEIGHED + COLUMNS * code + ONE_PLY + column] = reals[FOUND + column]
        reals[WEIGHED + COLUMNS * code + COST] = (
            reals[EXPECTED]
            - reals[policy + GIN_WEIGHT] * reals[OUT]
            + reals[policy + DANGER_WEIGHT] * risk
        )


@compiled
def choose_end(
    ints: Ints,
    reals: Reals,
    stream: Stream,
    seat: Int,
    barred: Int,
) -> tuple[Int, Int, Int]:
    """What a seat ends its turn with after the draw: how, the card (−1: none), deadwood left."""
    policy = POLICY + ROW * seat
    own = STRIDE * seat
    cards, second = ints[own + HAND], ints[own + HAND + 1]
    rule = np.int64(reals[policy + THROW])
    if ints[THROW_TAKEN]:
        barred = np.int64(-1)
    if (
        rule != THROW_ANY_DEAREST
        and (ints[OUT_DISCARD] != DISCARD_REQUIRED or ints[BIG_GIN])
        and least(ints, reals, cards, second) == 0
    ):
        return GOES_OUT, np.int64(-1), np.int64(0)
    left, code = best_throw(ints, reals, cards, second, barred)
    if rule == THROW_ANY_DEAREST:
        code = any_dearest(ints, reals, stream, cards, second, barred, left)
    may_out = ints[OUT_DISCARD] != DISCARD_NONE
    if left == 0 and may_out:
        if reals[policy + CHEAP_OUT] and ints[MODEL] == OWN_MELDS:
            code = cheapest_out(ints, reals, cards, second, barred)
        return GOES_OUT, code, left
    may_knock = ints[KNOCK] and left <= ints[LIMIT_NOW]
    turn = min(ints[own + TURNS], TURNS_TOLD - 1)
    explores = ints[own + EXPLORES_AT] == ints[own + TURNS]
    if (
        may_knock
        and not explores
        and not reals[policy + KNOCK_BY_VALUES]
        and reals[policy + KNOCK_LEAST + turn] <= left <= reals[policy + KNOCK_MOST + turn]
    ):
        return KNOCKS, code, left
    if rule in (THROW_SAFEST, THROW_BY_VALUES) or explores or reals[policy + KNOCK_BY_VALUES]:
        look(ints, reals, seat)
        weigh(
            ints,
            reals,
            seat,
            barred,
            rule == THROW_BY_VALUES or reals[policy + KNOCK_BY_VALUES] > 0,
        )
        return best_weighed(ints, reals, stream, seat, code, explores)
    return DISCARDS, code, left


@compiled
def best_weighed(
    ints: Ints,
    reals: Reals,
    stream: Stream,
    seat: Int,
    plain: Int,
    explores: bool,
) -> tuple[Int, Int, Int]:
    """Of what was weighed the best way to end the turn; or, to explore, any good one."""
    policy = POLICY + ROW * seat
    rule = np.int64(reals[policy + THROW])
    lowest = reals[WEIGHED + COLUMNS * plain + LEFT]
    facts = facts_of(ints)
    best, how, number = -1e18, DISCARDS, 0
    code = plain
    if explores:
        for card in range(JOKERS + 1):
            if (
                reals[WEIGHED + COLUMNS * card + WORKED_OUT]
                and reals[WEIGHED + COLUMNS * card + LEFT] <= lowest + _WORTH_EXPLORING
            ):
                number += 1
                if below(stream, number) == 0:
                    code = np.int64(card)
        return DISCARDS, code, np.int64(reals[WEIGHED + COLUMNS * code + LEFT])
    # The set for players who wait is exact enough by itself.
    waits = set_of(ints, reals, seat) == ints[FIRST_SET + seat] + functions.STYLE_WAITS
    blend = 0.0 if rule == THROW_BY_VALUES and waits else reals[policy + BLEND]
    for index in range(JOKERS + 1):
        known = np.int64(facts[ORDER + index])
        if not reals[WEIGHED + COLUMNS * known + WORKED_OUT]:
            continue
        if rule == THROW_BY_VALUES:
            worth = (
                reals[WEIGHED + COLUMNS * known + GOING_ON]
                - blend * reals[WEIGHED + COLUMNS * known + COST]
            )
        elif rule == THROW_SAFEST:
            worth = -reals[WEIGHED + COLUMNS * known + COST]
        else:
            worth = 0.0 if known == plain else -1e9
        if worth > best:
            best, code, how = worth, known, DISCARDS
    if reals[policy + KNOCK_BY_VALUES]:
        best = reals[WEIGHED + COLUMNS * code + GOING_ON]
        for card in range(JOKERS + 1):
            if (
                reals[WEIGHED + COLUMNS * card + WORKED_OUT]
                and reals[WEIGHED + COLUMNS * card + ENDING_NOW] > best
            ):
                best = reals[WEIGHED + COLUMNS * card + ENDING_NOW]
                code, how = np.int64(card), KNOCKS
    return how, code, np.int64(reals[WEIGHED + COLUMNS * code + LEFT])


@compiled
def any_dearest(
    ints: Ints,
    reals: Reals,
    stream: Stream,
    cards: Int,
    second: Int,
    barred: Int,
    least_left: Int,
) -> Int:
    """A random one of the discards that leave least deadwood."""
    number, chosen = 0, np.int64(-1)
    worth = least(ints, reals, cards, second) - least_left
    for code in range(JOKERS + 1):
        there = copies(cards, second, code)
        if there == 0 or (code == barred and there == 1) or value(ints, code) < worth:
            continue
        kept, twice = without_card(cards, second, code)
        if least(ints, reals, kept, twice) == least_left:
            number += 1
            if below(stream, number) == 0:
                chosen = np.int64(code)
    return chosen


@compiled
def cheapest_out(
    ints: Ints,
    reals: Reals,
    cards: Int,
    second: Int,
    barred: Int,
) -> Int:
    """Of the discards after which all is melded the one that is worth least in a meld."""
    best, chosen = np.int64(LARGE), np.int64(-1)
    for code in range(JOKERS + 1):
        there = copies(cards, second, code)
        if there == 0 or (code == barred and there == 1):
            continue
        kept, twice = without_card(cards, second, code)
        if least(ints, reals, kept, twice) == 0 and ints[MELD_VALUE + code] < best:
            best, chosen = ints[MELD_VALUE + code], np.int64(code)
    return chosen


@compiled
def wants_upcard(
    ints: Ints,
    reals: Reals,
    seat: Int,
    code: Int,
) -> bool:
    """Whether a seat takes the upcard."""
    rule = np.int64(reals[POLICY + ROW * seat + TAKE])
    own = STRIDE * seat
    cards, second = ints[own + HAND], ints[own + HAND + 1]
    if rule == TAKE_JOINS:
        return joins(ints, cards, second, code)
    if rule == TAKE_IMPROVES and not may_join(ints, cards, second, code):
        return False
    more, twice = with_card(cards, second, code)
    left = least_thrown(ints, reals, more, twice)
    if rule == TAKE_IMPROVES or left >= ints[own + DEAD]:
        return bool(left < ints[own + DEAD])
    if left == 0:
        return True
    taking = value_of_taking(ints, reals, seat, code)
    return bool(taking > value_of_drawing(ints, reals, seat))


@compiled
def value_of_drawing(ints: Ints, reals: Reals, seat: Int) -> Float:
    """What the value functions expect of drawing from the stock."""
    own = STRIDE * seat
    look(ints, reals, seat)
    situation(ints, reals, seat)
    describe(
        ints,
        reals,
        ints[own + HAND],
        ints[own + HAND + 1],
        ints[own + DEAD],
        0.0,
    )
    return network(reals, set_of(ints, reals, seat), functions.DRAWING)


@compiled
def value_of_taking(
    ints: Ints,
    reals: Reals,
    seat: Int,
    code: Int,
) -> Float:
    """What the value functions expect of taking the upcard."""
    own = STRIDE * seat
    cards, second = ints[own + HAND], ints[own + HAND + 1]
    ints[own + HAND], ints[own + HAND + 1] = with_card(cards, second, code)
    look(ints, reals, seat)
    weigh(
        ints,
        reals,
        seat,
        np.int64(-1) if ints[THROW_TAKEN] else code,
        True,
    )
    ints[own + HAND], ints[own + HAND + 1] = cards, second
    best = -1e18
    for known in range(JOKERS + 1):
        if reals[WEIGHED + COLUMNS * known + WORKED_OUT]:
            best = max(best, reals[WEIGHED + COLUMNS * known + GOING_ON])
            if reals[POLICY + ROW * seat + KNOCK_BY_VALUES]:
                best = max(best, reals[WEIGHED + COLUMNS * known + ENDING_NOW])
    return best
