"""Starts and positions as states of the compiled simulator."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from meldwise.cards import Card
from meldwise.cards.card import JOKER_CODE
from meldwise.playout.open import layout as at
from meldwise.playout.starts import KINDS, Starts
from meldwise.playout.turnorder import own_turns
from meldwise.position import Position, Source, TableMeld, Turn

State = NDArray[np.int64]

RUN, SET = 1, 0
_SOURCES: dict[Source | None, int] = {
    None: at.NOWHERE,
    "stock": at.FROM_STOCK,
    "discard": at.FROM_PILE,
}


class _Common(Protocol):
    """What starts and positions have in common."""

    @property
    def players(self) -> int: ...
    @property
    def seat(self) -> int: ...
    @property
    def phase(self) -> str: ...
    @property
    def table(self) -> tuple[TableMeld, ...]: ...
    @property
    def opened(self) -> tuple[bool, ...]: ...
    @property
    def turn(self) -> Turn: ...


def common_state(starts: Starts) -> State:
    """What all starts have in common, as a state of `layout` without cards in hands and piles."""
    placed = [
        first is not None and first < done
        for first, done in zip(starts.put_down, starts.turns, strict=True)
    ]
    state = _state(starts, starts.turns, placed)
    state[at.TAKEN] = -1 if starts.taken is None else starts.taken
    state[at.SOURCE] = _SOURCES[starts.taken_from]
    for seat in range(starts.players):
        _add(state, _seat(seat) + at.KNOWN, starts.holds[seat])
    return state


def state_of(position: Position) -> State:
    """What a seat sees whose turn it is, as a state: nobody else has cards but those known."""
    turns = own_turns(position.rules, position.dealer, position.players, position.turn.number)
    state = _state(position, turns, position.placed)
    taken = position.taken
    state[at.TAKEN] = -1 if taken is None else min(taken.cards[-1].code, JOKER_CODE)
    state[at.SOURCE] = _SOURCES[None if taken is None else taken.source]
    own = _seat(position.seat)
    _add(state, own + at.CARDS, counts_of(position.hand))
    state[own + at.SIZE] = len(position.hand)
    for other in position.opponents:
        state[_seat(other.seat) + at.SIZE] = other.cards
        _add(state, _seat(other.seat) + at.KNOWN, counts_of(other.holds))
    state[at.STOCK], state[at.PILE] = position.stock, len(position.discards)
    for place, card in enumerate(position.discards):
        state[at.PILE_CARDS + place] = min(card.code, JOKER_CODE)
    _add(state, at.PUBLIC, counts_of(position.discards))
    return state


def _state(known: _Common, turns: Sequence[int], placed: Sequence[bool]) -> State:
    state = np.zeros(at.STATE, np.int64)
    state[at.PLAYERS], state[at.SEAT] = known.players, known.seat
    state[at.PHASE] = at.PLAYING if known.phase == "play" else at.DRAWING
    state[at.TURN] = sum(turns)
    state[at.ENDING], state[at.ENDER], state[at.TRAIL] = at.RUNNING, -1, -1
    for seat in range(known.players):
        state[_seat(seat) + at.OPENED] = known.opened[seat]
        state[_seat(seat) + at.PLACED] = placed[seat]
        state[_seat(seat) + at.TURNS] = turns[seat]
    turn = known.turn
    state[at.PLACED_NOW], state[at.OPENED_NOW] = turn.placed, turn.opened
    state[at.USED], state[at.FREED] = turn.used, len(turn.freed)
    for meld in known.table:
        _lay_on(state, meld)
    return state


def _lay_on(state: State, known: TableMeld) -> None:
    """Lay a meld on the table of a state."""
    meld = known.meld
    where = at.TABLE + at.MELD_SIZE * int(state[at.MELDS])
    state[at.MELDS] += 1
    state[where + at.OWNER], state[where + at.LENGTH] = known.owner, meld.size
    _add(state, at.PUBLIC, counts_of(meld.physical))
    first = meld.cards[0]
    if meld.kind == "run":
        state[where + at.KIND] = RUN
        state[where + at.LINE] = next(card.suit for card in meld.cards if not card.wild)
        state[where + at.START] = first.rank - 1
        state[where + at.WILDS] = sum(card.wild << slot for slot, card in enumerate(meld.cards))
    else:
        state[where + at.KIND] = SET
        state[where + at.LINE] = first.rank - 1
        state[where + at.START] = sum(3**card.suit for card in meld.cards if not card.wild)
        state[where + at.WILDS] = meld.wild_count


def _seat(seat: int) -> int:
    return at.SEATS + at.SEAT_SIZE * seat


def counts_of(cards: Sequence[Card]) -> NDArray[np.int64]:
    """Cards as counts by code, all jokers as one."""
    counts = np.zeros(KINDS, np.int64)
    for card in cards:
        counts[min(card.code, JOKER_CODE)] += 1
    return counts


def _add(state: State, where: int, counts: NDArray[np.integer]) -> None:
    """Add counts by code to the two words of a state."""
    state[where] += int(counts[JOKER_CODE]) << JOKER_CODE
    for code in np.flatnonzero(counts[:JOKER_CODE]).tolist():
        bit = 1 << code
        for _ in range(int(counts[code])):
            if state[where] & bit:
                state[where + 1] |= bit
            else:
                state[where] |= bit
