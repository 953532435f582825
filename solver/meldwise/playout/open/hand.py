"""Compiled: a hand played to its end, turn by turn, each seat by its policy."""

# ruff: noqa: ARG001 - all parts have one signature; see `calling`

from __future__ import annotations

import numpy as np

from meldwise.partition.kernel.compiling import Int, compiled, inlined
from meldwise.partition.kernel.general import Words
from meldwise.partition.kernel.layout import JOKERS
from meldwise.partition.kernel.rows import Facts
from meldwise.playout.open.adding import may_add
from meldwise.playout.open.arranging import left_of
from meldwise.playout.open.byvalues import KNOCKS_NOW, TAKES, choose_draw, other_throw, put_all_down
from meldwise.playout.open.calling import Numbers, call_part
from meldwise.playout.open.cards import (
    copies,
    gain_card,
    lose_card,
    seat_at,
    take_out,
    throw_on_pile,
)
from meldwise.playout.open.choosing import NEVER, holds_back
from meldwise.playout.open.laying import (
    keep,
    lay_off_card,
    note,
    restore,
)
from meldwise.playout.open.layout import (
    ANYWHERE,
    AT_ONCE,
    BEST,
    CALLS,
    CARDS,
    DEAREST,
    DISCARDED,
    DRAW_PHASE,
    DRAW_STOCK,
    DRAW_TERMS,
    DRAWING,
    ENDER,
    ENDING,
    FORGONE,
    FREED,
    FROM_PILE,
    FROM_STOCK,
    HAND_ENDS,
    HOLD,
    IS_VOID,
    KNOCK_NOW,
    KNOCKED,
    LAY_MELDS,
    MELDS,
    NOWHERE,
    ON_EMPTY,
    OPENED_NOW,
    OUT,
    PASS,
    PHASE,
    PILE,
    PILE_CARDS,
    PLACE_ALL,
    PLACE_BY_VALUES,
    PLACED,
    PLACED_NOW,
    PLAY_PHASE,
    PLAYERS,
    PLAYING,
    POLICIES,
    PUBLIC,
    PUBLIC_TWICE,
    REUSE,
    RUNNING,
    SEAT,
    SHUFFLED,
    SHUFFLES,
    SHUFFLES_TURNED,
    SIZE,
    SOURCE,
    STOCK,
    STOCK_CARDS,
    STOCK_OUT,
    STREAM,
    SWAPS,
    SWAPS_OPENED,
    TAKEN,
    THROW,
    THROW_OF,
    TURN,
    TURN_LIMIT,
    TURNS,
    TWICE,
    USE_NOW,
    USED,
    VALUES,
    VOID,
    WEIGH,
)
from meldwise.playout.open.lessons import (
    explores_now,
    teach_draw,
    teach_knock,
    teach_throw,
    teaches,
)
from meldwise.playout.open.upcard import take_upcard
from meldwise.playout.policies import ROW, THROW_BY_VALUES
from meldwise.playout.policies import THROW as THROW_RULE
from meldwise.playout.randomness import below


@compiled
def play_on(rules: Facts, state: Words, desk: Words, numbers: Numbers) -> None:
    """Play a hand to its end."""
    while state[ENDING] == RUNNING:
        if state[PHASE] == DRAWING:
            call_part(desk[CALLS + DRAW_PHASE], rules, state, desk, numbers, 0, 0)
        if state[ENDING] == RUNNING:
            call_part(desk[CALLS + PLAY_PHASE], rules, state, desk, numbers, 0, 0)


@inlined
def end_hand(state: Words, kind: Int, seat: Int) -> None:
    """The hand is over."""
    state[ENDING], state[ENDER] = kind, seat


@compiled
def draw_phase(
    rules: Facts, state: Words, desk: Words, numbers: Numbers, one: Int, two: Int
) -> Int:
    """Knock, take the upcard, draw from the stock, or end the hand where nothing can be drawn."""
    seat = state[SEAT]
    numbers[FORGONE] = -NEVER
    if teaches(numbers, seat):
        teach_knock(rules, state, desk, numbers, seat)
    chosen = choose_draw(rules, state, desk, numbers, seat)
    if chosen == KNOCKS_NOW:
        note(state, desk, KNOCK_NOW, 0, 0, 0, 0)
        end_hand(state, KNOCKED, seat)
        return 0
    if chosen == TAKES and take_upcard(rules, state, desk, numbers, seat):
        return 0
    if teaches(numbers, seat):
        teach_draw(rules, state, desk, numbers, seat)
    if state[STOCK] == 0:
        if rules[ON_EMPTY] >= HAND_ENDS or state[PILE] < 2:
            note(state, desk, PASS, 0, 0, 0, 0)
            if rules[ON_EMPTY] == HAND_ENDS:
                end_hand(state, STOCK_OUT, -1)
            else:
                end_hand(state, VOID, -1)
            return 0
        renew_stock(rules, state, desk)
    state[STOCK] -= 1
    card = state[STOCK_CARDS + state[STOCK]]
    gain_card(state, seat, card)
    state[TAKEN], state[SOURCE], state[PHASE] = card, FROM_STOCK, PLAYING
    note(state, desk, DRAW_STOCK, card, 0, 0, 0)
    return 0


@compiled
def renew_stock(rules: Facts, state: Words, desk: Words) -> None:
    """The pile but for its top card becomes the stock."""
    size = state[PILE] - 1
    for index in range(size):
        card = state[PILE_CARDS + index]
        # What lay lowest is now on top, unless all are shuffled.
        state[STOCK_CARDS + size - 1 - index] = card
        left = copies(state[PUBLIC], state[PUBLIC_TWICE], card)
        if left:
            take_out(state, PUBLIC, card)
    if rules[SHUFFLES_TURNED]:
        stream = desk[STREAM : STREAM + 1].view(np.uint64)
        for index in range(size - 1, 0, -1):
            other = below(stream, index + 1)
            kept = state[STOCK_CARDS + index]
            state[STOCK_CARDS + index] = state[STOCK_CARDS + other]
            state[STOCK_CARDS + other] = kept
    state[PILE_CARDS] = state[PILE_CARDS + size]
    state[STOCK], state[PILE] = size, 1
    state[SHUFFLES] += 1
    note(state, desk, SHUFFLED, size, 0, 0, 0)


@compiled
def use_pending(rules: Facts, state: Words, desk: Words, numbers: Numbers, seat: Int) -> None:
    """Lay what must be laid before all else, where a turn is taken up in its middle."""
    first = np.int64(-1)
    anywhere = False
    if state[FREED]:
        first, anywhere = np.int64(JOKERS), rules[REUSE] == ANYWHERE
    elif state[SOURCE] == FROM_PILE and rules[DRAW_TERMS] >= USE_NOW and not state[USED]:
        first, anywhere = state[TAKEN], rules[DRAW_TERMS] == USE_NOW
    if first < 0:
        return
    laid = call_part(desk[CALLS + LAY_MELDS], rules, state, desk, numbers, seat, first)
    if not laid and anywhere and may_add(rules, state, seat):
        lay_off_card(rules, state, desk, numbers, seat, first)


@inlined
def too_much_left(rules: Facts, state: Words, desk: Words, numbers: Numbers, seat: Int) -> Int:
    """Whether a hand surely cannot be got rid of in this turn but for a last card."""
    at = seat_at(seat)
    swaps = rules[SWAPS] and not rules[SWAPS_OPENED] and state[MELDS]
    if swaps or may_add(rules, state, seat):
        return False
    cards = state[at + CARDS]
    left = left_of(rules, state, desk, numbers, cards, state[at + TWICE])
    return left > (rules[VALUES + JOKERS] if cards >> JOKERS else rules[DEAREST])


@inlined
def place_by_policy(rules: Facts, state: Words, desk: Words, numbers: Numbers, seat: Int) -> None:
    """Put down all that can be put down; if melds are held back, only to go out."""
    at = seat_at(seat)
    if not holds_back(state, numbers, seat):
        put_all_down(rules, state, desk, numbers, seat)
        return
    if not too_much_left(rules, state, desk, numbers, seat):
        keep(state, desk, HOLD)
        call_part(desk[CALLS + PLACE_ALL], rules, state, desk, numbers, seat, 0)
        if state[at + SIZE] > 1:
            restore(state, desk, HOLD)


@compiled
def play_phase(
    rules: Facts, state: Words, desk: Words, numbers: Numbers, one: Int, two: Int
) -> Int:
    """Put down what the policy puts down, then throw, which ends the turn or the hand."""
    seat = state[SEAT]
    at = seat_at(seat)
    use_pending(rules, state, desk, numbers, seat)
    numbers[BEST] = -NEVER
    explores = explores_now(state, numbers, seat)
    by_values = numbers[POLICIES + ROW * seat + THROW_RULE] == THROW_BY_VALUES
    if state[at + SIZE] and (by_values or explores):
        part = desk[CALLS + PLACE_BY_VALUES]
        call_part(part, rules, state, desk, numbers, seat, int(explores))
    elif state[at + SIZE]:
        place_by_policy(rules, state, desk, numbers, seat)
    discarded: Int = 0
    if state[at + SIZE]:
        card = call_part(
            desk[CALLS + (WEIGH if by_values else THROW_OF)], rules, state, desk, numbers, seat, 0
        )
        if card < 0:
            # No legal end: a position that the rules do not let arise.
            end_hand(state, VOID, -1)
            return 0
        if explores and state[at + SIZE] > 1:
            card = other_throw(desk, numbers, card)
        if teaches(numbers, seat) and state[at + SIZE] > 1:
            teach_throw(rules, state, desk, numbers, seat, card)
        throw_card(state, seat, card)
        note(state, desk, THROW, card, 0, 0, 0)
        discarded = 1
    if state[at + SIZE] == 0:
        end_hand(state, OUT, seat)
        state[DISCARDED] = discarded
        state[AT_ONCE] = 1 if state[PLACED_NOW] and not state[at + PLACED] else 0
        return 0
    next_turn(rules, state)
    return 0


@inlined
def throw_card(state: Words, seat: Int, card: Int) -> None:
    """Put a card of a hand on the pile."""
    lose_card(state, seat, card)
    throw_on_pile(state, card)


@compiled
def next_turn(rules: Facts, state: Words) -> None:
    """The turn passes to the next seat, unless a limit ends the hand."""
    at = seat_at(state[SEAT])
    if state[PLACED_NOW]:
        state[at + PLACED] = 1
    state[at + TURNS] += 1
    state[TURN] += 1
    state[SEAT] = (state[SEAT] + 1) % state[PLAYERS]
    state[PHASE], state[TAKEN], state[SOURCE], state[USED] = DRAWING, -1, NOWHERE, 0
    state[PLACED_NOW], state[OPENED_NOW] = 0, 0
    if state[TURN] >= rules[TURN_LIMIT] or (rules[ON_EMPTY] == IS_VOID and state[STOCK] == 0):
        end_hand(state, VOID, -1)


__all__ = ["draw_phase", "play_on", "play_phase"]
