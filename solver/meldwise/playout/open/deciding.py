"""What a policy does in a position: the code that decides in playouts, for one player's turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

import numpy as np
from numpy.typing import NDArray

from meldwise.cards.card import JOKER_CODE
from meldwise.partition.kernel.compiling import compilation_announced
from meldwise.play.actions import Action, Discard, Draw, Knock, Pass
from meldwise.play.goingon import Placement, place
from meldwise.play.refusal import Refusal
from meldwise.playout.open import layout as at
from meldwise.playout.open.batch import call_once
from meldwise.playout.open.desk import Desk
from meldwise.playout.open.ground import Table, table_of
from meldwise.playout.open.simulate import numbers_of
from meldwise.playout.open.stating import state_of
from meldwise.playout.open.trail import actions_of
from meldwise.playout.policies import Policy
from meldwise.playout.values.functions import DRAWING, ENDING_NOW
from meldwise.position import Position

# A turn lays a hand of cards, one by one at most.
_LONGEST = 64

# More than any hand brings: stands for what cannot be done, and for going out.
_UNHEARD_OF = 1e8


def decide(position: Position, policy: Policy) -> tuple[Action, ...]:
    """What a policy does: before the draw how it draws, after it the whole rest of the turn.

    Args:
        position: A position of the seat to move, in the phase ``draw`` or ``play``.
        policy: Whose decision is asked.

    Returns:
        The actions in order; none where the initial meld is half laid, which a policy never
        leaves so.

    Raises:
        RequestError: a rule set that is not played here.

    >>> from meldwise.play.notation import action_text
    >>> from meldwise.playout.open.players import heuristic
    >>> hand = {"rules": "ramino-drift", "hand": "5S 6S 7S KD 9H 2C 3D 8H", "phase": "play"}
    >>> near = {"opponents": [{"seat": 1, "cards": 2}]}
    >>> turn = decide(Position.from_dict(hand | near), heuristic("ramino-drift", 2))
    >>> ", ".join(map(action_text, turn))
    'meld 5S 6S 7S, discard KD'
    """
    if position.phase == "play" and position.opening:
        return ()
    table = table_of(position.rules, position.players)
    with table.tables.lock, compilation_announced():
        desk = Desk(table, _LONGEST)
        state = state_of(position)
        state[at.TRAIL] = 0
        desk.state[:] = state
        part = at.DRAW_PHASE if position.phase == "draw" else at.PLAY_PHASE
        numbers = numbers_of([policy] * position.players)
        call_once(table.rules, desk.state, desk.words, numbers, part, 0, 0)
    actions = tuple(actions_of(desk.trail))
    return actions if position.phase == "play" else actions[:1]


def values_of(
    position: Position, turns: Sequence[Sequence[Action]], policy: Policy
) -> tuple[float | None, ...]:
    """What the value functions of a policy make of actions, each with the rest of its turn.

    Args:
        position: A position of the seat to move, in the phase ``draw`` or ``play``.
        turns: Legal actions: one before the draw; after it a turn to its end.
        policy: A policy with value functions.

    Returns:
        Points of advantage, of a turn that is not at its end with the best rest of it; infinite
        for what surely goes out, None for what they say nothing of: a joker thrown without need, an
        upcard that leads nowhere.

    Raises:
        RequestError: a rule set that is not played here.
    """
    table = table_of(position.rules, position.players)
    numbers = numbers_of([policy] * position.players)
    with table.tables.lock, compilation_announced():
        asked = _Asked(table, Desk(table), numbers)
        return tuple(_value(asked, position, turn) for turn in turns)


@dataclass(frozen=True, slots=True)
class _Asked:
    """What the compiled code works with."""

    table: Table
    desk: Desk
    numbers: NDArray[np.float64]

    def call(self, position: Position, part: int, argument: int = 0) -> float:
        """Call a part for the seat to move; the value that it leaves."""
        rules, state, words = self.table.rules, self.desk.state, self.desk.words
        state[:] = state_of(position)
        call_once(rules, state, words, self.numbers, part, position.seat, argument)
        return float(self.numbers[at.VALUE])

    def rest(self, position: Position) -> float:
        """What the best rest of a turn is worth."""
        self.call(position, at.PLACE_BY_VALUES)
        rules, state, words = self.table.rules, self.desk.state, self.desk.words
        size = int(state[at.SEATS + at.SEAT_SIZE * position.seat + at.SIZE])
        card = call_once(rules, state, words, self.numbers, at.WEIGH, position.seat, 0)
        if size == 0 or (size == 1 and card >= 0):
            return inf
        return float(self.numbers[at.VALUE]) if card >= 0 else -inf


def _value(asked: _Asked, position: Position, turn: Sequence[Action]) -> float | None:
    """The value of one action, or of a turn."""
    for step in turn:
        if isinstance(step, Placement):
            after = place(position, step)
            assert not isinstance(after, Refusal)
            position = after
    match turn[-1]:
        case Draw("stock") | Pass():
            return asked.call(position, at.VALUE_NOW, DRAWING)
        case Draw():
            found = asked.call(position, at.VALUE_OF_TAKING)
        case Knock():
            return asked.call(position, at.VALUE_NOW, ENDING_NOW)
        case Discard(card) if len(position.hand) > 1:
            asked.call(position, at.WEIGH, 1)
            found = float(asked.numbers[at.WORTHS + min(card.code, JOKER_CODE)])
        case step if isinstance(step, Placement) and position.hand:
            found = asked.rest(position)
        case _:
            return inf
    if abs(found) < _UNHEARD_OF:
        return found
    return inf if found > 0 else None
