"""A policy sees in a position what it sees in a playout: it decides the same."""

from __future__ import annotations

import numpy as np
import pytest

from meldwise.cards import Card
from meldwise.play.actions import Action, Discard, Draw, GoOut, Knock, Pass
from meldwise.play.dealing import deal
from meldwise.playout import View, deal_starts, evaluate, playouts, showdown_batch
from meldwise.playout.policies import Policy, by_values, greedy, heuristic
from meldwise.playout.results import KNOCK, advantage
from meldwise.playout.starts import Starts
from meldwise.playout.values.functions import KINDS, WEIGHTS, ValueFunctions
from meldwise.position import Position
from meldwise.settle import settle
from tests.playout.replays import check_hands


class Deciding:
    """Decides by a policy, from what a position shows."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy

    def choose(self, position: Position, /) -> Action:
        """The policy's action."""
        found = evaluate(View.of(position), self._policy)
        if position.phase == "draw":
            if found.takes:
                return Draw("discard")
            return Pass() if position.turn.offered else Draw("stock")
        card = None if found.card is None else Card(found.card)
        if found.way == "out":
            return GoOut(card)
        assert card is not None
        return Knock(card) if found.way == "knock" else Discard(card)


def some_values(rules: str, players: int) -> ValueFunctions:
    """Value functions of random weights: they look at every input."""
    weights = np.random.default_rng(4).normal(size=(1, KINDS, WEIGHTS)).astype(np.float32)
    return ValueFunctions(weights, f"{rules}-{players}", blend=0.3, take="values")


@pytest.mark.parametrize(
    ("game", "players"), [("gin-rummy", 2), ("knock-rummy", 3), ("ramino-knock", 2)]
)
def test_the_heuristic_decides_in_a_position_as_in_a_playout(game: str, players: int) -> None:
    policy = heuristic(game, players)
    check_hands(game, players, 4, [policy] * players, [Deciding(policy)] * players)


@pytest.mark.parametrize(("game", "players"), [("gin-rummy", 2), ("knock-rummy", 4)])
def test_value_functions_decide_in_a_position_as_in_a_playout(game: str, players: int) -> None:
    policy = by_values(some_values(game, players), game, players)
    check_hands(game, players, 3, [policy] * players, [Deciding(policy)] * players)


def test_a_view_is_the_same_from_a_position_and_from_starts() -> None:
    state = deal("gin-rummy", seed=3)
    one, other = View.of(state.position()), View.at(Starts.of(state))
    for name in View.__slots__:
        if name != "upcard":
            assert np.array_equal(getattr(one, name), getattr(other, name)), name


@pytest.mark.parametrize(("game", "players"), [("knock-rummy", 4), ("ramino-knock", 3)])
def test_knocks_in_all_states_are_settled_as_one_by_one(game: str, players: int) -> None:
    starts = deal_starts(game, players, n=25, seed=8)
    if game == "ramino-knock":
        # Nobody knocks with what is dealt there; only hands that may be shown are compared.
        starts = deal_starts(starts.rules.replace({"knock.limit": 200}), players, n=25, seed=8)
    scores = showdown_batch(starts, KNOCK, 1)
    for row in range(len(starts)):
        hands = [
            " ".join(str(Card(code)) for code in range(53) for _ in range(held[code]))
            for held in starts.hands[row]
        ]
        outcome = {
            "rules": starts.rules.to_dict(),
            "ending": {"kind": "knock", "player": 1},
            "hands": hands,
        }
        assert tuple(scores[row].tolist()) == settle(outcome).scores


def test_playouts_are_the_same_on_one_process_and_on_two() -> None:
    starts = deal_starts("knock-rummy", 3, n=31, seed=2)
    one = playouts(starts, [greedy()] * 3, 5)
    two = playouts(starts, [greedy()] * 3, 5, workers=2)
    assert np.array_equal(one.scores, two.scores)
    assert np.array_equal(one.turns, two.turns)


def test_advantage_is_the_lead_over_the_mean_of_the_others() -> None:
    rules = deal_starts("ramino-knock", 3, n=1).rules
    assert advantage(np.array([4.0, 10.0, 20.0]), 0, rules) == 11.0


def test_actions_on_all_states_at_once_leave_what_the_referee_leaves() -> None:
    from meldwise.play.referee import apply

    state = deal("gin-rummy", seed=12)
    starts = Starts.of(state)
    for action in (Pass(), Pass(), Draw("stock")):
        state, starts = apply(state, action), starts.after(action)
    discard = Discard(state.hands[state.seat][0])
    state, starts = apply(state, discard), starts.after(discard)
    state, starts = apply(state, Draw("discard")), starts.after(Draw("discard"))
    known = Starts.of(state)
    for name in ("seat", "phase", "taken", "taken_from", "turns", "passes", "last_thrown"):
        assert getattr(starts, name) == getattr(known, name), name
    for name in ("hands", "holds", "threw", "passed"):
        assert np.array_equal(getattr(starts, name), getattr(known, name)), name
    assert starts.stock_size == known.stock_size
    assert starts.pile_size == known.pile_size
