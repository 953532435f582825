"""Whole games in compiled code: fair to all seats, repeatable, and the better player wins."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from meldwise.playout.policies import (
    greedy,
    heuristic,
    learned,
    patient,
    simple,
    threshold,
)
from meldwise.playout.running import play_games
from meldwise.playout.values.functions import ENDING_NOW, GOING_ON
from meldwise.playout.values.lessons import (
    BEST,
    EXPECTED,
    FIRST_INPUT,
    HAND_OF,
    KIND,
    RESULT,
)


@pytest.mark.parametrize(
    ("game", "players", "target"), [("gin-rummy", 2, 100), ("knock-rummy", 3, 100)]
)
def test_the_same_players_share_the_games(game: str, players: int, target: int) -> None:
    played = play_games(game, [greedy()] * players, 20, 3, target=target)
    assert np.allclose(played.wins, 1 / players)
    assert np.allclose(played.advantage, 0)


def test_games_are_told_apart_by_their_number_alone() -> None:
    policies = [simple(), greedy()]
    whole = play_games("gin-rummy", policies, 12, 9, target=100)
    later = play_games("gin-rummy", policies, 5, 9, target=100, first=7)
    assert np.array_equal(whole.wins[7:], later.wins)


@pytest.mark.parametrize(
    ("game", "players"),
    [("wildcard-rummy", 2), ("ramino-knock", 2), ("cincinnati-rummy", 2), ("ramino-knock", 4)],
)
def test_the_heuristic_is_ahead_of_plain_play(game: str, players: int) -> None:
    clever = heuristic(game, players)
    for plain in (greedy(), patient()):
        found = play_games(game, [clever, *[plain] * (players - 1)], 400, 6)
        assert found.ahead().mean > found.ahead().se


def test_the_heuristic_wins_most_games_of_gin_and_knock_rummy() -> None:
    gin = play_games("gin-rummy", [heuristic("gin-rummy"), simple()], 150, 6, target=100)
    assert gin.won().mean > 0.7
    knock = play_games("knock-rummy", [heuristic("knock-rummy"), threshold(20)], 300, 6, target=100)
    assert knock.won().mean > 0.7


def test_lessons_tell_what_the_hands_gave() -> None:
    exploring = replace(heuristic("gin-rummy"), explores=0.7)
    played = play_games("gin-rummy", [exploring, simple()], 10, 1, target=100, lessons=9_000)
    lessons = played.lessons
    assert 500 < len(lessons) < 9_000
    assert np.isfinite(lessons[:, FIRST_INPUT:]).all()
    assert np.isnan(lessons[:, EXPECTED]).all()
    # Nobody gains more in a hand than a gin against everything, and no result is left open.
    assert np.abs(lessons[:, RESULT]).max() < 150
    knocks = lessons[lessons[:, KIND] == ENDING_NOW]
    assert (knocks[:, FIRST_INPUT] <= 1.0).all()
    assert (knocks[:, FIRST_INPUT] > 0.0).all()
    assert (lessons[:, KIND] == GOING_ON).any()


def test_lessons_of_learned_players_tell_what_was_expected() -> None:
    policy = learned("gin-rummy")
    assert policy is not None
    exploring = replace(policy, explores=1.0)
    lessons = play_games(
        "gin-rummy", [exploring, simple()], 10, 1, target=100, lessons=9_000
    ).lessons
    assert np.isfinite(lessons[:, EXPECTED]).all()
    assert np.corrcoef(lessons[:, EXPECTED], lessons[:, RESULT])[0, 1] > 0.2
    # Who explores does so once in a hand, and goes on.
    explored = lessons[np.isfinite(lessons[:, BEST])]
    assert len(explored) > 10
    assert (explored[:, KIND] == GOING_ON).all()
    assert len(np.unique(explored[:, HAND_OF])) == len(explored)
