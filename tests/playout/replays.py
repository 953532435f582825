"""Hands of the compiled code played again by the referee, which knows all rules."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from meldwise.cards import Card
from meldwise.play.actions import Action, Discard, Draw, GoOut, Knock, Pass
from meldwise.play.dealing import deal
from meldwise.play.players import Player
from meldwise.play.referee import apply
from meldwise.play.scoring import score
from meldwise.play.state import State
from meldwise.playout.closed.playing import (
    NOTED_END,
    NOTED_KNOCK,
    NOTED_OUT,
    NOTED_OUT_WHOLE,
    NOTED_PASS,
    NOTED_STOCK,
    NOTED_UPCARD,
)
from meldwise.playout.closed.running import closed_playouts
from meldwise.playout.policies import Policy
from meldwise.playout.results import ENDINGS
from meldwise.playout.starts import Starts
from meldwise.rules.catalog import RulesLike

MOST_ACTIONS = 1_500


def action_of(noted: int) -> Action:
    """The action that the compiled code noted so."""
    special: dict[int, Action] = {
        NOTED_STOCK: Draw("stock"),
        NOTED_UPCARD: Draw("discard"),
        NOTED_PASS: Pass(),
        NOTED_OUT_WHOLE: GoOut(),
    }
    if noted in special:
        return special[noted]
    if noted >= NOTED_OUT:
        return GoOut(Card(noted - NOTED_OUT))
    if noted >= NOTED_KNOCK:
        return Knock(Card(noted - NOTED_KNOCK))
    return Discard(Card(noted))


def replayed(state: State, notes: NDArray[np.uint8], players: Sequence[Player] | None) -> State:
    """The hand after the noted actions, each of them what the seat's player would have done."""
    for step, noted in enumerate(notes[notes != NOTED_END].tolist()):
        action = action_of(noted)
        if players is not None:
            wanted = players[state.seat].choose(state.position())
            assert wanted == action, f"step {step}: {wanted} and not {action} in {state}"
        state = apply(state, action)
    return state


def check_hands(
    rules: RulesLike,
    count: int,
    hands: int,
    policies: Sequence[Policy],
    players: Sequence[Player] | None,
    seed: str = "",
) -> int:
    """Play hands in compiled code and again by the referee; the number of actions.

    Raises:
        AssertionError: an action, an ending or a score that is not the referee's.
    """
    states = [deal(rules, count, seed=f"{seed}{number}") for number in range(hands)]
    played, notes = closed_playouts(Starts.of(states), policies, 1, MOST_ACTIONS)
    actions = 0
    for row, state in enumerate(states):
        over = replayed(state, notes[row], players)
        actions += int((notes[row] != NOTED_END).sum())
        assert over.ending is not None
        assert ENDINGS[played.ending[row]] == over.ending.kind
        if over.ending.player is not None:
            assert played.ender[row] == over.ending.player
        assert tuple(played.scores[row].tolist()) == score(over).scores
    return actions
