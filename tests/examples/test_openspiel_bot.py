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
from meldwise.play import Draw, legal_actions, player
from meldwise.play.actions import Action
from meldwise.position import Position

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
    results = [hand_number(example, ["greedy", "patient"], seed)[1] for seed in range(20)]
    assert all(sum(points) == 0 for points in results)
    assert any(points[0] > 0 for points in results)
    assert any(abs(points[0]) > 25 for points in results)


def test_it_plays_against_the_simple_bot(example: ModuleType) -> None:
    def heuristic(seat: int) -> Any:
        return example.MeldwiseBot(seat, HeuristicPlayer())

    points = list(example.hands_against(heuristic, example.simple_bot, 40, seed=1))
    assert len(points) == 40
    assert {*map(type, points)} == {float}
    again = list(example.hands_against(heuristic, example.simple_bot, 5, seed=1))
    assert again == points[:5]


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
