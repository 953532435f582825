"""What hands tell of styles: from what players see as from what the compiled code keeps."""

from __future__ import annotations

import numpy as np
import pytest

from meldwise.advice.policyplayers import LearnedPlayer
from meldwise.play import HandOver, Remembering, deal, play_game, player
from meldwise.play.actions import Action
from meldwise.playout.closed import running
from meldwise.playout.closed.games import see_style
from meldwise.playout.closed.hands import tables_at
from meldwise.playout.policies import Policy, heuristic, patient, simple
from meldwise.playout.starts import STYLES, Starts
from meldwise.playout.styles import Style, style_after
from meldwise.position import Position
from meldwise.rules import rules
from meldwise.settle.ending import Ending
from tests.playout.replays import MOST_ACTIONS, replayed


@pytest.mark.parametrize(
    "policies",
    [
        [simple(), simple()],
        [patient(), simple(0.0)],
        [heuristic("gin-rummy"), heuristic("gin-rummy")],
    ],
)
def test_styles_seen_by_players_are_those_of_the_compiled_games(
    policies: list[Policy], monkeypatch: pytest.MonkeyPatch
) -> None:
    gin = rules("gin-rummy")
    tables = tables_at(gin, 2)
    monkeypatch.setattr(running, "tables_at", lambda *_: tables)
    compiled, seen = np.zeros(64), None
    for number in range(40):
        state = deal(gin, 2, seed=f"style {number}", dealer=number % 2)
        played, notes = running.closed_playouts(Starts.of(state), policies, 1, MOST_ACTIONS)
        see_style(tables.ints, compiled, played.ending[0], played.ender[0])
        seen = style_after(seen, HandOver.of(replayed(state, notes[0], None)))
        assert seen == tuple(map(tuple, compiled[: 2 * STYLES].reshape(2, STYLES).tolist()))
    assert seen is not None
    assert sum(map(sum, seen)) > 60


def test_players_of_a_game_are_told_of_each_of_its_hands() -> None:
    class Told(LearnedPlayer):
        def __init__(self) -> None:
            super().__init__()
            self.seats: list[int] = []
            self.styles: list[Style | None] = []

        def hand_over(self, over: HandOver, seat: int, /) -> None:
            super().hand_over(over, seat)
            self.seats.append(seat)

        def choose(self, position: Position, /) -> Action:
            self.styles.append(self.style_at(position))
            return super().choose(position)

    told = Told()
    assert isinstance(told, Remembering)
    assert not isinstance(player("greedy"), Remembering)
    game = play_game("gin-rummy", [player("simple", 1), told], seed=3)
    assert told.seats == [1] * len(game.hands)
    assert told.styles[0] is None
    wanted = None
    for hand in game.hands[:-1]:
        wanted = style_after(wanted, HandOver.of(hand.state))
    assert told.styles[-1] == wanted


def test_a_style_stays_with_its_player_when_the_seats_change() -> None:
    gin = rules("gin-rummy")
    told = LearnedPlayer()
    cards = tuple(deal(gin, 2, seed="any").hands)
    # Whoever sits opposite knocks late with deadwood: first on seat 0, then on seat 1.
    told.hand_over(HandOver(gin, 1, cards, Ending("knock", 0), turns=(7, 6)), 1)
    told.hand_over(HandOver(gin, 1, cards, Ending("knock", 1), turns=(7, 7)), 0)
    position = deal(gin, 2, seed="next").position()
    assert position.seat == 0
    assert told.style_at(position) == ((0.0, 0.0, 2.0, 0.0), (2.0, 0.0, 2.0, 0.0))
