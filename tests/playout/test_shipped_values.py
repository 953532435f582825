"""The value functions that come with the package: whole, told how they came about, and stronger."""

from __future__ import annotations

from importlib.resources import files

import pytest

from meldwise.playout import greedy, heuristic, learned, threshold
from meldwise.playout.policies import simple
from meldwise.playout.running import play_games
from meldwise.playout.values.functions import KINDS, WEIGHTS, load_values
from meldwise.playout.values.opponents import gin_only
from meldwise.rules import rules

SHIPPED = sorted(
    file.name.removesuffix(".npy")
    for file in (files("meldwise.playout.values") / "data").iterdir()
    if file.name.endswith(".npy")
)


@pytest.mark.parametrize("name", SHIPPED)
def test_each_file_is_whole_small_and_has_its_recipe(name: str) -> None:
    game, _, players = name.rpartition("-")
    values = load_values(name)
    assert values is not None
    assert values.weights.shape[1:] == (KINDS, WEIGHTS)
    told = f"meldwise train --rules {game} --players {players} "
    assert values.recipe["command"].startswith(told)
    assert values.recipe["panel_on_fresh_deals"]
    whole = (files("meldwise.playout.values") / "data" / f"{name}.npy").read_bytes()
    # Three sets of three networks, of 3,200 bytes each.
    assert len(whole) < 30_000


def test_the_learned_player_of_gin_is_ahead_of_both_baselines() -> None:
    policy = learned("gin-rummy")
    assert policy is not None
    for other, least in ((simple(), 0.72), (gin_only(), 0.76)):
        assert play_games("gin-rummy", [policy, other], 120, 8, target=100).won().mean > least


def test_the_learned_player_of_knock_rummy_is_ahead_of_thresholds() -> None:
    policy = learned("knock-rummy", 2)
    assert policy is not None
    for most, least in ((10, 0.78), (20, 0.68)):
        policies = [policy, threshold(most)]
        assert play_games("knock-rummy", policies, 200, 8, target=100).won().mean > least


def test_other_options_have_no_learned_player() -> None:
    assert learned(rules("gin-rummy").replace({"knock.limit": 5})) is None
    assert heuristic(rules("gin-rummy").replace({"knock.limit": 5})).values is None


@pytest.mark.parametrize(
    ("game", "players", "deals", "least"),
    [
        ("wildcard-rummy", 2, 600, 1.2),
        ("ramino-knock", 2, 600, 1.0),
        ("cincinnati-rummy", 2, 400, 8.0),
    ],
)
def test_learned_players_of_single_hands_are_ahead_of_greedy_ones(
    game: str, players: int, deals: int, least: float
) -> None:
    policy = learned(game, players)
    assert policy is not None
    found = play_games(game, [policy, *[greedy()] * (players - 1)], deals, 8)
    assert found.ahead().mean > least


@pytest.mark.parametrize("players", [3, 4, 5])
def test_learned_players_of_knock_rummy_win_more_than_their_share(players: int) -> None:
    policy = learned("knock-rummy", players)
    assert policy is not None
    policies = [policy, *[threshold(10)] * (players - 1)]
    found = play_games("knock-rummy", policies, 100, 8, target=100)
    assert found.won().mean > 1.5 / players
