"""Compiled: what the value functions are told about a hand, and what they make of it.

Only what the seat sees is read; see `choosing`.
"""

# ruff: noqa: PLR0913, PLR0917 - all parts have one signature; see `calling`

from __future__ import annotations

import numpy as np

from meldwise.partition.kernel.compiling import Int, compiled, inlined
from meldwise.partition.kernel.general import Words
from meldwise.partition.kernel.layout import FULL, JOKERS
from meldwise.partition.kernel.rows import Facts
from meldwise.partition.kernel.trace import RUN
from meldwise.partition.kernel.words import popcount
from meldwise.playout.network import forward
from meldwise.playout.open.adding import fitting
from meldwise.playout.open.arranging import left_of
from meldwise.playout.open.calling import Numbers, call_part
from meldwise.playout.open.cards import count_of, points_of, seat_at, take_out
from meldwise.playout.open.choosing import (
    NEVER,
    danger_of,
    fewest_of_others,
    find_chances,
    next_may_add,
    outs_of,
    partnered,
    unseen_by,
)
from meldwise.playout.open.inputs import (
    ALONE,
    ALONE_POINTS,
    CARDS_AHEAD,
    CARDS_HELD,
    DANGER,
    DEADWOOD,
    DEAREST_HELD,
    FED,
    FITTING,
    HAS_OPENED,
    HAS_PLACED,
    HELD,
    JOKERS_HELD,
    JOKERS_LAID,
    MEAN_SIZE,
    MELDED,
    MELDS_LAID,
    NEXT_KNOWN,
    NEXT_OPENED,
    NEXT_SIZE,
    OTHERS_OPENED,
    OTHERS_PLACED,
    OUTS,
    OWN_TURN,
    PAIRED,
    PILE_LEFT,
    POINTS_AHEAD,
    SECOND_DEAREST,
    SHORTEST,
    STOCK_LEFT,
    UNSEEN_FITTING,
    UNSEEN_MEAN,
)
from meldwise.playout.open.laying import keep, restore
from meldwise.playout.open.layout import (
    ADDS,
    BEST,
    CALLS,
    CARDS,
    COSTS,
    DRAW_TERMS,
    HIDDEN,
    INPUT,
    KIND,
    KNOWN,
    KNOWN_TWICE,
    MELD_SIZE,
    MELDS,
    OPEN_POINTS,
    OPENED,
    PAIR,
    PILE,
    PLACE_ALL,
    PLACED,
    PLACED_NOW,
    PLAYERS,
    POLICIES,
    SIZE,
    STOCK,
    TABLE,
    THOUGHT,
    THROW_OF,
    TURNS,
    TWICE,
    USE_IN_NEW,
    VALUE,
    VALUES,
    WEIGHTS_OF,
    WILDS,
    WORTHS,
)
from meldwise.playout.policies import BLEND, ROW
from meldwise.playout.values.functions import GOING_ON, WEIGHTS

# A discard that costs so much more than the cheapest by the heuristic is not weighed.
WORTH_WEIGHING = 12.0

# Points of melds that say how far a hand has got, where less or nothing is asked of the first ones.
_LEAST_GOAL = 30


@compiled
def jokers_laid(state: Words) -> Int:
    """Jokers in the melds on the table."""
    found = np.int64(0)
    for number in range(state[MELDS]):
        meld = TABLE + MELD_SIZE * number
        wilds = state[meld + WILDS]
        found += popcount(wilds) if state[meld + KIND] == RUN else wilds
    return found


@compiled
def situation(rules: Facts, state: Words, desk: Words, numbers: Numbers, seat: Int) -> None:
    """Into the inputs: all that does not depend on the hand that is kept."""
    players = state[PLAYERS]
    own, following = seat_at(seat), seat_at((seat + 1) % players)
    opened = placed = cards = np.int64(0)
    for index in range(players):
        if index != seat:
            other = seat_at(index)
            opened += state[other + OPENED]
            placed += state[other + PLACED]
            cards += state[other + SIZE]
    others = players - 1
    numbers[HAS_OPENED] = state[own + OPENED]
    numbers[HAS_PLACED] = 1.0 if state[own + PLACED] or state[PLACED_NOW] else 0.0
    numbers[OWN_TURN] = state[own + TURNS] * 0.1
    numbers[STOCK_LEFT] = state[STOCK] * 0.02
    numbers[PILE_LEFT] = state[PILE] * 0.02
    numbers[SHORTEST] = fewest_of_others(state, seat) * 0.1
    numbers[MEAN_SIZE] = cards * 0.1 / others
    numbers[NEXT_SIZE] = state[following + SIZE] * 0.1
    numbers[OTHERS_OPENED] = opened / others
    numbers[NEXT_OPENED] = state[following + OPENED]
    known = count_of(state[following + KNOWN], state[following + KNOWN_TWICE])
    numbers[NEXT_KNOWN] = known * 0.5
    numbers[MELDS_LAID] = state[MELDS] * 0.2
    numbers[OTHERS_PLACED] = placed / others
    numbers[JOKERS_LAID] = jokers_laid(state) * 0.5
    # How near the hand is to its end, if it has been held back.
    keep(state, desk, THOUGHT)
    call_part(desk[CALLS + PLACE_ALL], rules, state, desk, numbers, seat, 0)
    left, twice_left = state[own + CARDS], state[own + TWICE]
    numbers[CARDS_AHEAD] = state[own + SIZE] * 0.2
    numbers[POINTS_AHEAD] = points_of(rules, VALUES, left, twice_left) * 0.05
    restore(state, desk, THOUGHT)


@compiled
def describe(
    rules: Facts,
    state: Words,
    desk: Words,
    numbers: Numbers,
    cards: Int,
    twice: Int,
    fits: Int,
    unseen: Int,
    unseen_twice: Int,
) -> None:
    """Into the inputs: what depends on the hand that is kept; `situation` has been called.

    Args:
        rules: See `layout`.
        state: See `layout`.
        desk: See `layout`.
        numbers: See `layout`.
        cards: The hand kept, first word.
        twice: Second word.
        fits: Natural cards that fit the table.
        unseen: Natural cards not seen, first word.
        unseen_twice: Second word.
    """
    natural = cards & FULL
    dead = left_of(rules, state, desk, numbers, cards, twice)
    held = points_of(rules, VALUES, cards, twice)
    total = popcount(unseen) + popcount(unseen_twice)
    share = 1.0 / max(total, 1)
    outs = outs_of(rules, natural)
    paired = partnered(natural) | twice
    alone = natural & ~paired
    dearest = second = np.int64(0)
    left = natural
    while left:
        low = left & -left
        left ^= low
        value = np.int64(rules[VALUES + popcount(low - 1)])
        if value > dearest:
            dearest, second = value, dearest
        else:
            second = max(second, value)
    goal = max(rules[OPEN_POINTS], _LEAST_GOAL)
    numbers[DEADWOOD], numbers[HELD] = dead * 0.05, held * 0.05
    numbers[CARDS_HELD] = count_of(cards, twice) * 0.2
    numbers[OUTS] = (popcount(outs & unseen) + popcount(outs & unseen_twice)) * share * 3.0
    numbers[PAIRED] = popcount(paired) * 0.2
    numbers[ALONE] = popcount(alone) * 0.2
    numbers[ALONE_POINTS] = points_of(rules, VALUES, alone, np.int64(0)) * 0.05
    numbers[DEAREST_HELD], numbers[SECOND_DEAREST] = (
        dearest * 0.1,
        second * 0.1,
    )
    numbers[JOKERS_HELD] = (cards >> JOKERS) * 0.5
    numbers[FITTING] = (popcount(fits & natural) + popcount(fits & twice)) * 0.5
    numbers[UNSEEN_FITTING] = (
        (popcount(fits & unseen) + popcount(fits & unseen_twice)) * share * 3.0
    )
    numbers[MELDED] = min(2.0, (held - dead) / goal)
    numbers[UNSEEN_MEAN] = (
        points_of(rules, VALUES, unseen, np.int64(0))
        + points_of(rules, VALUES, unseen_twice, np.int64(0))
    ) * (0.1 * share)
    numbers[DANGER] = numbers[FED] = 0.0


@inlined
def tell_now(rules: Facts, state: Words, desk: Words, numbers: Numbers, seat: Int) -> None:
    """Into the inputs: the hand as it is."""
    at = seat_at(seat)
    situation(rules, state, desk, numbers, seat)
    unseen_by(rules, state, seat, desk)
    unseen, unseen_twice = desk[PAIR], desk[PAIR + 1]
    fits = fitting(rules, state, seat)
    cards, twice = state[at + CARDS], state[at + TWICE]
    describe(rules, state, desk, numbers, cards, twice, fits, unseen, unseen_twice)


@inlined
def look_around(
    rules: Facts, state: Words, desk: Words, numbers: Numbers, seat: Int
) -> tuple[Int, Int]:
    """What discards are told apart by: the cards that fit the table for the seat and for the next.

    The chances of the next player's cards and, in ``PAIR``, the unseen cards are found too.
    """
    find_chances(rules, state, desk, numbers, seat)
    fed = np.int64(0)
    if rules[DRAW_TERMS] != USE_IN_NEW and rules[ADDS]:
        fed = fitting(rules, state, (seat + 1) % state[PLAYERS])
    fits = fitting(rules, state, seat)
    unseen_by(rules, state, seat, desk)
    return fits, fed


@inlined
def tell_discard(
    rules: Facts,
    state: Words,
    desk: Words,
    numbers: Numbers,
    seat: Int,
    code: Int,
    fits: Int,
    fed: Int,
    unseen: Int,
    unseen_twice: Int,
) -> None:
    """Into the inputs: the hand without a card; `situation` and `look_around` have been called."""
    at = seat_at(seat)
    desk[PAIR], desk[PAIR + 1] = state[at + CARDS], state[at + TWICE]
    take_out(desk, PAIR, code)
    cards, twice = desk[PAIR], desk[PAIR + 1]
    describe(rules, state, desk, numbers, cards, twice, fits, unseen, unseen_twice)
    if code == JOKERS:
        return
    numbers[DANGER] = danger_of(rules, numbers, code)
    if fed >> code & 1:
        numbers[FED] = 1.0 if next_may_add(rules, state, seat) else 0.5


@inlined
def worth(numbers: Numbers, seat: Int, kind: Int) -> float:
    """What a value function of a seat makes of the inputs; 0 where it has none."""
    weights = np.int64(numbers[WEIGHTS_OF + seat])
    if weights == 0:
        return 0.0
    found: float = forward(numbers, weights + WEIGHTS * kind, INPUT, HIDDEN)
    return found


@compiled
def value_now(
    rules: Facts, state: Words, desk: Words, numbers: Numbers, seat: Int, kind: Int
) -> Int:
    """Into ``VALUE``: what a value function makes of the hand as it is."""
    tell_now(rules, state, desk, numbers, seat)
    numbers[VALUE] = worth(numbers, seat, kind)
    return 0


@compiled
def weigh(rules: Facts, state: Words, desk: Words, numbers: Numbers, seat: Int, every: Int) -> Int:
    """The card that a seat throws by its value functions; −1: none may be thrown.

    What each is worth is left in ``WORTHS``, with `NEVER` for one that may not be thrown or costs
    so much more than others that it is not weighed, unless ``every`` one is; what the one chosen is
    worth in ``VALUE``.
    """
    for code in range(JOKERS + 1):
        numbers[WORTHS + code] = -NEVER
    plain = call_part(desk[CALLS + THROW_OF], rules, state, desk, numbers, seat, 0)
    if plain < 0:
        return plain
    situation(rules, state, desk, numbers, seat)
    fits, fed = look_around(rules, state, desk, numbers, seat)
    unseen, unseen_twice = desk[PAIR], desk[PAIR + 1]
    blend = numbers[POLICIES + ROW * seat + BLEND]
    best, most = plain, -NEVER
    limit = numbers[COSTS + plain] + (NEVER / 2 if every else WORTH_WEIGHING)
    for code in range(JOKERS + 1):
        if numbers[COSTS + code] > limit:
            continue
        tell_discard(rules, state, desk, numbers, seat, code, fits, fed, unseen, unseen_twice)
        value = worth(numbers, seat, GOING_ON)
        numbers[WORTHS + code] = value
        if value - blend * numbers[COSTS + code] > most:
            best, most = np.int64(code), value - blend * numbers[COSTS + code]
    numbers[VALUE] = numbers[WORTHS + best]
    numbers[BEST] = max(numbers[BEST], numbers[VALUE])
    return best


__all__ = [
    "look_around",
    "situation",
    "tell_discard",
    "tell_now",
    "value_now",
    "weigh",
    "worth",
]
