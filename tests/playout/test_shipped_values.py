"""The value functions that come with the package: whole, told how they came about, and stronger."""

from __future__ import annotations

from importlib.resources import files

import pytest

from meldwise.playout import greedy, heuristic, learned, threshold
from meldwise.playout.open.players import plain
from meldwise.playout.policies import simple
from meldwise.playout.running import play_games
from meldwise.playout.values.functions import KINDS, WEIGHTS, load_values, name_of
from meldwise.playout.values.opponents import gin_only
from meldwise.rules import rules
from meldwise.rules.catalog import PRESETS

SHIPPED = sorted(
    file.name.removesuffix(".npy")
    for file in (files("meldwise.playout.values") / "data").iterdir()
    if file.name.endswith(".npy")
)


@pytest.mark.parametrize("name", SHIPPED)
def test_each_file_is_whole_small_and_has_its_recipe(name: str) -> None:
    game, _, players = name.rpartition("-")
    values = load_values(rules(game), int(players))
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


def test_every_game_has_value_functions_for_any_number_of_players() -> None:
    wanted = {
        name_of(rules(game), players)
        for game in PRESETS
        for players in range(rules(game).players.min, rules(game).players.max + 1)
        if game != "rummikub"
    }
    assert set(SHIPPED) == wanted


@pytest.mark.parametrize(
    ("game", "players", "deals"),
    [
        ("wildcard-rummy", 2, 600),
        ("wildcard-rummy", 4, 300),
        ("ramino-knock", 2, 600),
        ("ramino-knock", 4, 300),
        ("cincinnati-rummy", 2, 400),
        ("cincinnati-rummy", 3, 200),
        ("tonk", 2, 600),
        ("tonk", 4, 300),
        ("german-rummy", 2, 600),
        ("german-rummy", 3, 300),
        ("loba", 2, 900),
        ("loba", 3, 600),
        ("ramino-drift", 2, 900),
        ("ramino-drift", 3, 600),
    ],
)
def test_learned_players_of_single_hands_are_ahead_of_greedy_ones(
    game: str, players: int, deals: int
) -> None:
    policy = learned(game, players)
    assert policy is not None
    other = plain() if rules(game).meld.time == "play" else greedy()
    found = play_games(game, [policy, *[other] * (players - 1)], deals, 8).ahead()
    assert found.mean - found.half_width > 0


@pytest.mark.parametrize("players", [3, 4, 5])
def test_learned_players_of_knock_rummy_win_more_than_their_share(players: int) -> None:
    policy = learned("knock-rummy", players)
    assert policy is not None
    policies = [policy, *[threshold(10)] * (players - 1)]
    found = play_games("knock-rummy", policies, 100, 8, target=100)
    assert found.won().mean > 1.5 / players
