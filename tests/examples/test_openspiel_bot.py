"""The OpenSpiel bot plays whole hands of OpenSpiel's own game, and sees what may be seen."""

from __future__ import annotations

import doctest
import importlib.util
import sys
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest

from meldwise.advice.policyplayers import HeuristicPlayer
from meldwise.play import Draw, HandOver, Knock, Pass, apply, deal, legal_actions, player
from meldwise.play.actions import Action
from meldwise.position import Position
from meldwise.settle import settle
from meldwise.settle.outcome import Outcome

pyspiel = pytest.importorskip("pyspiel", reason="open-spiel has no wheel for this machine")

FILE = Path(__file__).parents[2] / "examples" / "openspiel_bot.py"


@pytest.fixture(scope="module")
def example() -> ModuleType:
    spec = importlib.util.spec_from_file_location("openspiel_bot", FILE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["openspiel_bot"] = module
    spec.loader.exec_module(module)
    return module


class Watched:
    """A player whose positions are kept."""

    def __init__(self, name: str, seed: int) -> None:
        self._player = player(name, seed)
        self.positions: list[Position] = []

    def choose(self, position: Position, /) -> Action:
        self.positions.append(position)
        return self._player.choose(position)


def hand_number(example: ModuleType, names: list[str], seed: int) -> tuple[list[Watched], Any]:
    watched = [Watched(name, seed) for name in names]
    bots = [example.MeldwiseBot(seat, chooser) for seat, chooser in enumerate(watched)]
    return watched, example.play_hand(bots, Random(seed))


def test_positions_are_possible_and_offer_what_openspiel_offers(example: ModuleType) -> None:
    phases = set()
    for seed in range(25):
        watched, _ = hand_number(example, ["patient", "random"], seed)
        for seat, known in enumerate(watched):
            for position in known.positions:
                # Reading it back validates it: every card of the pack has its place.
                assert Position.from_dict(position.to_dict()) == position
                assert position.seat == seat
                assert legal_actions(position)
                phases.add((position.phase, position.turn.offered, position.stock <= 2))
    assert len(phases) >= 4


def test_points_of_openspiel_are_points_of_the_rule_set(example: ModuleType) -> None:
    played = [hand_number(example, ["greedy", "patient"], seed)[1] for seed in range(20)]
    results = [hand.points for hand in played]
    assert all(sum(points) == 0 for points in results)
    assert any(points[0] > 0 for points in results)
    assert any(abs(points[0]) > 25 for points in results)
    for hand in played:
        ended = hand.over.ending
        # The referee's own settlement of what was shown is what OpenSpiel counted.
        outcome = Outcome(hand.over.rules, ended, hands=hand.over.hands)
        assert [float(score) for score in settle(outcome).scores] == [
            max(0.0, points) for points in hand.points
        ]


def test_it_plays_against_the_simple_bot(example: ModuleType) -> None:
    names = ("heuristic", "simple-bot")
    points = list(example.hands_against(names, 40, seed=1))
    assert len(points) == 40
    assert {*map(type, points)} == {float}
    assert list(example.hands_against(names, 5, seed=1)) == points[:5]


def test_a_game_goes_to_100_and_its_players_remember_its_hands(
    example: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[tuple[Any, int]] = []
    asked: list[Position] = []

    class Remembers(HeuristicPlayer):
        def hand_over(self, over: HandOver, seat: int, /) -> None:
            told.append((over, seat))

        def choose(self, position: Position, /) -> Action:
            asked.append(position)
            return super().choose(position)

    monkeypatch.setattr(example, "chooser", lambda _name: Remembers())
    points = example.play_game(("ours", "simple-bot"), 1_000, "7")
    assert max(sum(p for p in points if p > 0), -sum(p for p in points if p < 0)) >= 100
    assert [seat for _, seat in told] == [number % 2 for number in range(len(points))]
    assert all(len(hand) == 10 for over, _ in told for hand in over.hands)
    ours = sum(p for p in points[:-1] if p > 0)
    last = asked[-1]
    assert last.scores[last.seat] == ours


def test_the_upcard_taken_at_the_wall_is_taken_to_knock(example: ModuleType) -> None:
    for seed in range(60):
        watched, _ = hand_number(example, ["patient", "patient"], seed)
        for known in watched:
            for position in known.positions:
                if position.stock <= 2 and position.phase == "draw":
                    others = [a for a in legal_actions(position) if isinstance(a, Draw)]
                    assert all(action.source == "discard" for action in others)
                    return
    pytest.fail("no hand reached the wall")


def test_its_examples_are_right(example: ModuleType) -> None:
    results = doctest.testmod(example)
    assert (results.failed, results.attempted) == (0, 2)


def test_the_learned_player_decides_by_its_value_functions(example: ModuleType) -> None:
    known, plain = example.chooser("learned"), HeuristicPlayer()
    differ = 0
    for seed in range(60):
        state = apply(deal(example.RULES, 2, seed=seed), {"type": "draw", "from": "discard"})
        position = state.position()
        differ += known.choose(position) != plain.choose(position)
    assert differ > 5


def test_where_openspiel_has_no_knock_the_card_is_thrown(example: ModuleType) -> None:
    class Knocks:
        """Wants to knock in every turn."""

        def choose(self, position: Position, /) -> Action:
            if position.phase == "draw":
                return Pass() if position.turn.offered else Draw("stock")
            return Knock(position.hand[-1])

    turns: list[int] = []
    for seed in range(5):
        bots = [example.MeldwiseBot(seat, Knocks()) for seat in range(2)]
        played = example.play_hand(bots, Random(seed))
        assert sum(played.points) == 0
        turns.append(sum(played.over.turns))
    assert max(turns) > 10
