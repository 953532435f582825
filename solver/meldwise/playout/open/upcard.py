"""Compiled: whether a seat takes the upcard, and taking it."""

# ruff: noqa: ARG001 - all parts have one signature; see `calling`

from __future__ import annotations

import numpy as np

from meldwise.partition.kernel.compiling import Int, compiled
from meldwise.partition.kernel.general import Words
from meldwise.partition.kernel.layout import FULL, JOKERS
from meldwise.partition.kernel.rows import Facts
from meldwise.partition.kernel.words import popcount
from meldwise.playout.open.adding import fitting, may_add
from meldwise.playout.open.arranging import left_of
from meldwise.playout.open.calling import Numbers, call_part
from meldwise.playout.open.cards import (
    gain_card,
    points_of,
    put_in,
    seat_at,
    take_out,
    top_of_pile,
)
from meldwise.playout.open.choosing import cost_of, holds_back, pace_of, unseen_by
from meldwise.playout.open.habits import TAKE_MARGIN, TAKE_TO_LAY
from meldwise.playout.open.laying import keep, lay_off_card, note, restore, throwable
from meldwise.playout.open.layout import (
    CALLS,
    CARDS,
    DRAW_PILE,
    DRAW_TERMS,
    FIRST,
    FREE,
    FROM_PILE,
    HOLD,
    JOKER_THROW,
    KNOWN,
    LAY_MELDS,
    NO_DRAW,
    NOT_TAKEABLE,
    OPEN_POINTS,
    OPENED,
    PAIR,
    PHASE,
    PILE,
    PLACE_ALL,
    PLAYING,
    POLICIES,
    PUBLIC,
    SIZE,
    SOURCE,
    TAKEN,
    TWICE,
    USE_IN_NEW,
    USE_NOW,
    USED,
    VALUES,
)
from meldwise.playout.open.ordering import NOTHING, left_at_end
from meldwise.playout.open.swapping import swappable
from meldwise.playout.policies import ROW

# More than any hand counts.
UNUSED = 1 << 30


@compiled
def left_with(
    rules: Facts, state: Words, desk: Words, numbers: Numbers, seat: Int, card: Int
) -> Int:
    """What a turn with the upcard leaves in hand; without one (−1), if the card drawn is thrown."""
    keep(state, desk, HOLD)
    at = seat_at(seat)
    if card >= 0:
        state[PILE] -= 1
        take_out(state, PUBLIC, card)
        gain_card(state, seat, card)
        state[TAKEN], state[SOURCE], state[USED] = card, FROM_PILE, 0
    call_part(desk[CALLS + PLACE_ALL], rules, state, desk, numbers, seat, 0)
    if card >= 0:
        # Taken for nothing else than to be laid.
        left = left_at_end(rules, state, seat) if state[USED] else np.int64(UNUSED)
    elif state[at + SIZE]:
        left = points_of(rules, VALUES, state[at + CARDS], state[at + TWICE])
    else:
        left = np.int64(NOTHING)
    restore(state, desk, HOLD)
    return left


@compiled
def may_take(rules: Facts, state: Words) -> Int:
    """Whether the upcard may be taken at all, if it can be used."""
    card = top_of_pile(state)
    if card < 0 or rules[DRAW_TERMS] == NO_DRAW:
        return False
    return card < JOKERS or rules[JOKER_THROW] != NOT_TAKEABLE


@compiled
def wants_upcard(
    rules: Facts, state: Words, desk: Words, numbers: Numbers, seat: Int, unused: Int
) -> Int:
    """Whether a seat would take the upcard: to lay it off, or because the hand gets better."""
    own = POLICIES + ROW * seat
    if not may_take(rules, state):
        return 0
    at, card = seat_at(seat), top_of_pile(state)
    cards, twice = state[at + CARDS], state[at + TWICE]
    if (
        rules[DRAW_TERMS] != USE_IN_NEW
        and card < JOKERS
        and may_add(rules, state, seat)
        and fitting(rules, state, seat) >> card & 1
    ):
        return 1
    if card == JOKERS and rules[DRAW_TERMS] == FREE:
        return 1
    desk[PAIR], desk[PAIR + 1] = cards, twice
    put_in(desk, PAIR, card)
    more, more_twice = desk[PAIR], desk[PAIR + 1]
    before = left_of(rules, state, desk, numbers, cards, twice) + rules[VALUES + card]
    gain = before - left_of(rules, state, desk, numbers, more, more_twice)
    if gain > 0:
        return 1
    least = numbers[own + TAKE_TO_LAY]
    if least != 0.0 and rules[DRAW_TERMS] == FREE and not holds_back(state, numbers, seat):
        opening = rules[OPEN_POINTS] > 0 and not state[at + OPENED]
        if opening or swappable(rules, state, seat, np.int64(1) << card):
            without = left_with(rules, state, desk, numbers, seat, -1)
            if without - left_with(rules, state, desk, numbers, seat, card) >= least:
                return 1
    margin = numbers[own + TAKE_MARGIN]
    if rules[DRAW_TERMS] != FREE or margin == 0.0 or card == JOKERS:
        return 0
    # For what it may become: the best hand with it against the hand as it is.
    total = unseen_by(rules, state, seat, desk)
    unseen, unseen_twice = desk[PAIR], desk[PAIR + 1]
    pace = pace_of(rules, state, seat)
    limit = -margin + cost_of(
        rules, state, desk, numbers, seat, cards, twice, unseen, unseen_twice, total, pace
    )
    left = cards & FULL & ~(np.int64(1) << card)
    while left:
        low = left & -left
        left ^= low
        desk[PAIR], desk[PAIR + 1] = more, more_twice
        take_out(desk, PAIR, popcount(low - 1))
        kept, kept_twice = desk[PAIR], desk[PAIR + 1]
        cost = cost_of(
            rules, state, desk, numbers, seat, kept, kept_twice, unseen, unseen_twice, total, pace
        )
        if cost < limit:
            return 1
    return 0


@compiled
def take_upcard(rules: Facts, state: Words, desk: Words, numbers: Numbers, seat: Int) -> Int:
    """Take the upcard, and use it at once where that is asked for; false if it cannot be taken."""
    at, card = seat_at(seat), top_of_pile(state)
    keep(state, desk, FIRST)
    state[PILE] -= 1
    take_out(state, PUBLIC, card)
    gain_card(state, seat, card)
    put_in(state, at + KNOWN, card)
    state[TAKEN], state[SOURCE], state[PHASE] = card, FROM_PILE, PLAYING
    note(state, desk, DRAW_PILE, card, 0, 0, 0)
    if rules[DRAW_TERMS] == FREE:
        if throwable(rules, state, seat):
            return True
    elif call_part(desk[CALLS + LAY_MELDS], rules, state, desk, numbers, seat, card) or (
        rules[DRAW_TERMS] == USE_NOW
        and may_add(rules, state, seat)
        and lay_off_card(rules, state, desk, numbers, seat, card)
    ):
        return True
    restore(state, desk, FIRST)
    return False
