"""Compiled: putting cards on the table: melds of the hand, lay-offs, exchanged jokers.

Every step is taken only if the turn can still be ended after it, as the referee asks; a step that
leads nowhere is taken back.
"""

# ruff: noqa: ARG001, PLR0912 - all parts have one signature; see `calling`

from __future__ import annotations

import numpy as np

from meldwise.partition.kernel.compiling import Int, compiled, inlined
from meldwise.partition.kernel.general import Words
from meldwise.partition.kernel.layout import FULL, JOKERS
from meldwise.partition.kernel.rows import Facts
from meldwise.partition.kernel.trace import RUN
from meldwise.partition.kernel.words import popcount
from meldwise.playout.open.adding import (
    BEHIND,
    IN_FRONT,
    NO_PLACE,
    add_to,
    fits_at,
    fitting,
    may_add,
    shift_at,
    shift_joker,
    target_of,
)
from meldwise.playout.open.arranging import POINTS
from meldwise.playout.open.calling import Numbers, call_part
from meldwise.playout.open.cards import (
    JOKER_BIT,
    copies,
    lose_card,
    put_in,
    seat_at,
)
from meldwise.playout.open.layout import (
    ADD,
    ARRANGE,
    CALLS,
    CARDS,
    FOUND,
    FROM_PILE,
    JOKER_THROW,
    KIND,
    LAST,
    LAY_RUN,
    LAY_SET,
    LENGTH,
    LINE,
    MELD_SIZE,
    MELDS,
    MOST_MELDS,
    NOT_TAKEABLE,
    OPEN_EXEMPT,
    OPEN_POINTS,
    OPENED,
    OPENED_NOW,
    OTHER,
    OWNER,
    PAIR,
    PLACED_NOW,
    PUBLIC,
    REQUIRED,
    RETHROW,
    SHIFT,
    SHIFTS,
    SIZE,
    SOURCE,
    START,
    STOCK_CARDS,
    TABLE,
    TAKEN,
    THROW_FREELY,
    THROW_TO_GO_OUT,
    TRAIL,
    TRAIL_CARDS,
    TRAIL_ROWS,
    TRAIL_WIDTH,
    TWICE,
    USED,
    WILDS,
)


@compiled
def note(state: Words, desk: Words, what: Int, a: Int, b: Int, c: Int, d: Int) -> None:
    """Record an action, if anything is recorded."""
    row = state[TRAIL]
    if row < 0 or row >= desk[TRAIL_ROWS]:
        return
    at = TRAIL_CARDS + TRAIL_WIDTH * row
    desk[at], desk[at + 1], desk[at + 2], desk[at + 3], desk[at + 4] = what, a, b, c, d
    state[TRAIL] = row + 1


@inlined
def keep(state: Words, desk: Words, where: Int) -> None:
    """Keep all of a state that placements change."""
    for index in range(STOCK_CARDS):
        desk[where + index] = state[index]


@inlined
def restore(state: Words, desk: Words, where: Int) -> None:
    """Go back to a state that was kept."""
    for index in range(STOCK_CARDS):
        state[index] = desk[where + index]


@compiled
def throwable(rules: Facts, state: Words, seat: Int) -> Int:
    """The cards that a seat may throw to end its turn: bits by code, bit 52 for a joker."""
    at = seat_at(seat)
    cards, twice, size = state[at + CARDS], state[at + TWICE], state[at + SIZE]
    found = cards & FULL
    jokers = cards >> JOKERS
    if jokers:
        rule = rules[JOKER_THROW]
        drawn = jokers == size and not state[PLACED_NOW] and state[SOURCE] != FROM_PILE
        last = rule == THROW_TO_GO_OUT and size == 1
        if rule in (THROW_FREELY, NOT_TAKEABLE) or last or drawn:
            found |= np.int64(JOKER_BIT)
    taken = state[TAKEN]
    if (
        state[SOURCE] == FROM_PILE
        and not rules[RETHROW]
        and not state[USED]
        and copies(cards, twice, taken) == 1
    ):
        found &= ~(np.int64(1) << taken)
    return found


@inlined
def may_end(rules: Facts, state: Words, seat: Int) -> Int:
    """Whether a seat may end its turn as things are: by a discard, or without cards."""
    if state[seat_at(seat) + SIZE] == 0:
        return rules[LAST] != REQUIRED
    return throwable(rules, state, seat) != 0


@inlined
def put_down(state: Words, seat: Int, code: Int) -> None:
    """A card goes from a hand to the table."""
    lose_card(state, seat, code)
    put_in(state, PUBLIC, code)
    state[PLACED_NOW] = 1
    if code == state[TAKEN] and state[SOURCE] == FROM_PILE:
        state[USED] = 1


@inlined
def holds_card(found: Words, meld: Int, code: Int) -> Int:
    """Whether a meld has a card; for a joker whether it has one."""
    if code >= JOKERS:
        return found[meld + WILDS] != 0
    if found[meld + KIND] != RUN:
        in_set = found[meld + START] // 3 ** (code // 13) % 3 > 0
        return code % 13 == found[meld + LINE] and in_set
    slot = (code % 13 + 13 - found[meld + START]) % 13
    inside = slot < found[meld + LENGTH] and not found[meld + WILDS] >> slot & 1
    return code // 13 == found[meld + LINE] and inside


@compiled
def lay_found(state: Words, desk: Words, seat: Int, number: Int) -> None:
    """Lay a meld that was found in the hand."""
    found, meld = desk, FOUND + MELD_SIZE * number
    table = TABLE + MELD_SIZE * state[MELDS]
    for field in range(MELD_SIZE):
        state[table + field] = found[meld + field]
    state[table + OWNER] = seat
    state[MELDS] += 1
    line, start, wilds = found[meld + LINE], found[meld + START], found[meld + WILDS]
    if found[meld + KIND] == RUN:
        note(state, desk, LAY_RUN, line, start, found[meld + LENGTH], wilds)
        for slot in range(found[meld + LENGTH]):
            joker = wilds >> slot & 1
            put_down(state, seat, JOKERS if joker else 13 * line + (start + slot) % 13)
        return
    note(state, desk, LAY_SET, line, start, wilds, 0)
    for suit in range(4):
        for _ in range(start // 3**suit % 3):
            put_down(state, seat, 13 * suit + line)
    for _ in range(wilds):
        put_down(state, seat, JOKERS)


@compiled
def lay_melds(
    rules: Facts, state: Words, desk: Words, numbers: Numbers, seat: Int, first: Int
) -> Int:
    """Lay the best melds of a hand, if they may be laid; whether any was.

    ``first`` is a card that must be laid before all others, or −1.
    """
    at = seat_at(seat)
    if state[MELDS] + 8 > MOST_MELDS:
        return 0
    threshold = rules[OPEN_POINTS]
    opening = not state[at + OPENED] and threshold > 0
    desk[PAIR], desk[PAIR + 1] = state[at + CARDS], state[at + TWICE]
    as_points = 1 if opening else 0
    count = call_part(desk[CALLS + ARRANGE], rules, state, desk, numbers, as_points, 0)
    if count == 0:
        return 0
    begin = -1
    if first >= 0:
        for number in range(count):
            if holds_card(desk, FOUND + MELD_SIZE * number, first):
                begin = number
        if begin < 0:
            return 0
    if opening:
        points, laid = np.int64(0), np.int64(0)
        for number in range(count):
            points += desk[FOUND + MELD_SIZE * number + POINTS]
            laid += desk[FOUND + MELD_SIZE * number + LENGTH]
        if points < threshold and not (rules[OPEN_EXEMPT] and state[at + SIZE] - laid <= 1):
            return 0
        keep(state, desk, OTHER)
    changed = False
    for step in range(-1, count):
        number = begin if step < 0 else step
        if number < 0 or (step >= 0 and number == begin):
            continue
        if not opening:
            keep(state, desk, OTHER)
        lay_found(state, desk, seat, number)
        if not state[at + OPENED]:
            state[at + OPENED] = 1
            state[OPENED_NOW] = 1
        if opening or may_end(rules, state, seat):
            changed = True
            continue
        restore(state, desk, OTHER)
        if number == begin:
            return 0
    if opening and not may_end(rules, state, seat):
        restore(state, desk, OTHER)
        return 0
    return int(changed)


@compiled
def shift_for(rules: Facts, state: Words, desk: Words, seat: Int, code: Int) -> Int:
    """Put a card in the place of a joker that moves to an end of its run; whether it was."""
    for number in range(state[MELDS]):
        meld = TABLE + MELD_SIZE * number
        place = shift_at(rules, state, meld, code)
        if place == NO_PLACE:
            continue
        keep(state, desk, OTHER)
        put_down(state, seat, code)
        shift_joker(state, meld, code, place)
        rank = state[meld + START]
        if place == BEHIND:
            rank = (rank + state[meld + LENGTH] - 1) % 13
        note(state, desk, SHIFT, code, number, 13 * state[meld + LINE] + rank, 0)
        if may_end(rules, state, seat):
            return True
        restore(state, desk, OTHER)
    return False


@compiled
def lay_off_card(
    rules: Facts, state: Words, desk: Words, numbers: Numbers, seat: Int, code: Int
) -> Int:
    """Lay a card off on the first meld that it fits, if the turn can then end; whether it was."""
    number = target_of(rules, state, seat, code)
    if number < 0:
        return shift_for(rules, state, desk, seat, code) if rules[SHIFTS] else False
    meld = TABLE + MELD_SIZE * number
    keep(state, desk, OTHER)
    place = fits_at(rules, state, meld, code)
    put_down(state, seat, code)
    add_to(state, meld, code, place)
    stands: Int = -1
    if code == JOKERS and place == IN_FRONT:
        stands = 13 * state[meld + LINE] + state[meld + START]
    elif code == JOKERS and place == BEHIND:
        last = (state[meld + START] + state[meld + LENGTH] - 1) % 13
        stands = 13 * state[meld + LINE] + last
    elif code == JOKERS:
        stands = state[meld + LINE]
    note(state, desk, ADD, code, number, place, stands)
    if may_end(rules, state, seat):
        return True
    restore(state, desk, OTHER)
    return False


@compiled
def lay_off_all(
    rules: Facts, state: Words, desk: Words, numbers: Numbers, seat: Int, unused: Int
) -> Int:
    """Lay off every natural card that fits somewhere; whether any was."""
    if not may_add(rules, state, seat):
        return 0
    at, changed, tried = seat_at(seat), False, np.int64(0)
    while True:
        left = fitting(rules, state, seat) & state[at + CARDS] & FULL & ~tried
        if left == 0:
            return int(changed)
        code = popcount((left & -left) - 1)
        if lay_off_card(rules, state, desk, numbers, seat, code):
            changed = True
        else:
            tried |= left & -left


@compiled
def lay_off_jokers(
    rules: Facts, state: Words, desk: Words, numbers: Numbers, seat: Int, unused: Int
) -> Int:
    """Lay off the jokers of a hand; whether any was."""
    if not may_add(rules, state, seat):
        return 0
    changed = False
    while state[seat_at(seat) + CARDS] >> JOKERS:
        if not lay_off_card(rules, state, desk, numbers, seat, JOKERS):
            break
        changed = True
    return int(changed)


__all__ = [
    "keep",
    "lay_melds",
    "lay_off_all",
    "lay_off_card",
    "lay_off_jokers",
    "note",
    "put_down",
    "restore",
    "throwable",
]
