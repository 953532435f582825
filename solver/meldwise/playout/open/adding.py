"""Compiled: what fits the melds on the table: cards laid off, jokers exchanged."""

from __future__ import annotations

import numpy as np

from meldwise.partition.kernel.compiling import Int, compiled, inlined
from meldwise.partition.kernel.general import Words
from meldwise.partition.kernel.layout import JOKERS, SINGLE
from meldwise.partition.kernel.rows import Facts
from meldwise.partition.kernel.trace import RUN
from meldwise.playout.open.cards import seat_at
from meldwise.playout.open.layout import (
    ADDS,
    ADDS_OPENED,
    KIND,
    LENGTH,
    LINE,
    MELD_SIZE,
    MELDS,
    OPEN_ADDS,
    OPENED,
    OPENED_NOW,
    OWN_ONLY,
    OWNER,
    RUN_OK,
    RUN_POINTS,
    RUNS_ONLY,
    SET_OK,
    SETS_ONLY,
    SHIFT_HIGH,
    SHIFT_LOW,
    SHIFTS,
    SHIFTS_ENDS,
    START,
    STRICT,
    TABLE,
    TARGETS,
    WILDS,
    WINDOWS,
)

# Where a card is added to a meld.
NO_PLACE, IN_FRONT, BEHIND, IN_SET = 0, 1, 2, 3


@inlined
def may_add(rules: Facts, state: Words, seat: Int) -> Int:
    """Whether a seat may lay off at all as things are."""
    if not rules[ADDS]:
        return False
    if rules[ADDS_OPENED] and not state[seat_at(seat) + OPENED]:
        return False
    return rules[OPEN_ADDS] == 1 or not state[OPENED_NOW]


@inlined
def is_target(rules: Facts, state: Words, meld: Int, seat: Int) -> Int:
    """Whether a seat may lay off on a meld."""
    targets = rules[TARGETS]
    if targets == OWN_ONLY:
        return state[meld + OWNER] == seat
    if targets == RUNS_ONLY:
        return state[meld + KIND] == RUN
    return targets != SETS_ONLY or state[meld + KIND] != RUN


@inlined
def window_there(rules: Facts, start: Int, length: Int) -> Int:
    """Whether a run of this length may begin at this rank."""
    return length <= 13 and rules[WINDOWS + 16 * start + length] == 1


@compiled
def fits_at(rules: Facts, state: Words, meld: Int, code: Int) -> Int:
    """Where a card can be added to a meld; a joker where it counts most."""
    line = state[meld + LINE]
    if state[meld + KIND] != RUN:
        vector, wilds = state[meld + START], state[meld + WILDS]
        if code == JOKERS:
            return IN_SET if wilds < 7 and rules[SET_OK + 8 * vector + wilds + 1] else 0
        if code % 13 != line:
            return NO_PLACE
        step = 3 ** (code // 13)
        if vector // step % 3 == 2 or not rules[SET_OK + 8 * (vector + step) + wilds]:
            return NO_PLACE
        return IN_SET
    if code < JOKERS and code // 13 != line:
        return NO_PLACE
    start, length, slots = state[meld + START], state[meld + LENGTH], state[meld + WILDS]
    before = (start + 12) % 13
    front = window_there(rules, before, length + 1)
    behind = window_there(rules, start, length + 1)
    if code < JOKERS:
        front = front and code % 13 == before
        behind = behind and code % 13 == (start + length) % 13
    else:
        at = RUN_OK + SINGLE * (length + 1)
        front = front and rules[at + (slots << 1 | 1)] == 1
        behind = behind and rules[at + (slots | 1 << length)] == 1
    if front and behind:
        # Of two places the dearer one, else the run that begins lower.
        in_front = rules[RUN_POINTS + 16 * before + length + 1]
        at_end = rules[RUN_POINTS + 16 * start + length + 1]
        if in_front != at_end:
            return IN_FRONT if in_front > at_end else BEHIND
        return IN_FRONT if before < start else BEHIND
    if front:
        return IN_FRONT
    return BEHIND if behind else NO_PLACE


@inlined
def add_to(state: Words, meld: Int, code: Int, place: Int) -> None:
    """Add a card to a meld on the table at a place where it fits."""
    state[meld + LENGTH] += 1
    if place == IN_SET:
        if code == JOKERS:
            state[meld + WILDS] += 1
        else:
            state[meld + START] += 3 ** (code // 13)
        return
    wild = 1 if code == JOKERS else 0
    if place == IN_FRONT:
        state[meld + START] = (state[meld + START] + 12) % 13
        state[meld + WILDS] = state[meld + WILDS] << 1 | wild
    else:
        state[meld + WILDS] |= wild << (state[meld + LENGTH] - 1)


@compiled
def fitting(rules: Facts, state: Words, seat: Int) -> Int:
    """The natural cards that a seat could lay off, bit by code; not whether it may do so now."""
    found = np.int64(0)
    for number in range(state[MELDS]):
        meld = TABLE + MELD_SIZE * number
        line = state[meld + LINE]
        if rules[SHIFTS] and state[meld + KIND] == RUN and state[meld + WILDS]:
            for slot in range(state[meld + LENGTH]):
                code = 13 * line + (state[meld + START] + slot) % 13
                if state[meld + WILDS] >> slot & 1 and shift_at(rules, state, meld, code):
                    found |= np.int64(1) << code
        if not is_target(rules, state, meld, seat):
            continue
        if state[meld + KIND] != RUN:
            vector, wilds = state[meld + START], state[meld + WILDS]
            step = 1
            for suit in range(4):
                if vector // step % 3 < 2 and rules[SET_OK + 8 * (vector + step) + wilds]:
                    found |= np.int64(1) << (13 * suit + line)
                step *= 3
            continue
        start, length = state[meld + START], state[meld + LENGTH]
        before = (start + 12) % 13
        if window_there(rules, before, length + 1):
            found |= np.int64(1) << (13 * line + before)
        if window_there(rules, start, length + 1):
            found |= np.int64(1) << (13 * line + (start + length) % 13)
    return found


@compiled
def shift_at(rules: Facts, state: Words, meld: Int, code: Int) -> Int:
    """Where a joker goes whose place in a run a card can take; `NO_PLACE` if there is none."""
    wilds, start, length = state[meld + WILDS], state[meld + START], state[meld + LENGTH]
    if (
        state[meld + KIND] != RUN
        or wilds == 0
        or code >= JOKERS
        or code // 13 != state[meld + LINE]
    ):
        return NO_PLACE
    slot = (code % 13 + 13 - start) % 13
    if slot >= length or not wilds >> slot & 1:
        return NO_PLACE
    if rules[SHIFTS_ENDS] and slot not in (0, length - 1):
        return NO_PLACE
    rest, legal = wilds ^ np.int64(1) << slot, RUN_OK + SINGLE * (length + 1)
    # An ace behind the king is the high one, above it.
    last = (start + length) % 13
    height = 13 if last == 0 else last
    within = rules[SHIFT_LOW] <= height <= rules[SHIFT_HIGH]
    if within and window_there(rules, start, length + 1) and rules[legal + (rest | 1 << length)]:
        return BEHIND
    before = (start + 12) % 13
    within = rules[SHIFT_LOW] <= before <= rules[SHIFT_HIGH]
    if within and window_there(rules, before, length + 1) and rules[legal + (rest << 1 | 1)]:
        return IN_FRONT
    return NO_PLACE


@inlined
def shift_joker(state: Words, meld: Int, code: Int, place: Int) -> None:
    """Put a card in the place of a joker of a run, and the joker at an end of it."""
    slot = (code % 13 + 13 - state[meld + START]) % 13
    state[meld + WILDS] ^= np.int64(1) << slot
    add_to(state, meld, JOKERS, place)


@compiled
def target_of(rules: Facts, state: Words, seat: Int, code: Int) -> Int:
    """The number of a meld that a seat could lay a card off on; −1 if there is none."""
    for number in range(state[MELDS]):
        meld = TABLE + MELD_SIZE * number
        if is_target(rules, state, meld, seat) and fits_at(rules, state, meld, code):
            return number
    return -1


@compiled
def slot_for(rules: Facts, state: Words, meld: Int, code: Int) -> Int:
    """The slot of a joker whose place a card can take; −1 if there is none (0 in a set)."""
    wilds, line = state[meld + WILDS], state[meld + LINE]
    if wilds == 0 or code >= JOKERS:
        return -1
    if state[meld + KIND] != RUN:
        if code % 13 != line:
            return -1
        vector, step = state[meld + START], 3 ** (code // 13)
        if vector // step % 3 == 2:
            return -1
        after = vector + step
        if not rules[SET_OK + 8 * after + wilds - 1]:
            return -1
        if rules[STRICT] and not (wilds == 1 and whole_set(after)):
            return -1
        return 0
    if code // 13 != line:
        return -1
    slot = (code % 13 + 13 - state[meld + START]) % 13
    if slot >= state[meld + LENGTH] or not wilds >> slot & 1:
        return -1
    at = RUN_OK + SINGLE * state[meld + LENGTH]
    return slot if rules[at + (wilds ^ 1 << slot)] else -1


@inlined
def whole_set(vector: Int) -> Int:
    """Whether all four suits are in a vector."""
    return vector % 3 > 0 and vector // 3 % 3 > 0 and vector // 9 % 3 > 0 and vector // 27 > 0


@inlined
def take_joker(state: Words, meld: Int, code: Int, slot: Int) -> None:
    """Put a card in the place of a joker of a meld."""
    if state[meld + KIND] != RUN:
        state[meld + START] += 3 ** (code // 13)
        state[meld + WILDS] -= 1
    else:
        state[meld + WILDS] ^= np.int64(1) << slot


__all__ = [
    "BEHIND",
    "IN_FRONT",
    "IN_SET",
    "NO_PLACE",
    "add_to",
    "fits_at",
    "fitting",
    "may_add",
    "shift_at",
    "shift_joker",
    "slot_for",
    "take_joker",
    "target_of",
]
