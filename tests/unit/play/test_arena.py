"""The arena: mirrored deals, intervals, the same result whatever the number of workers."""

from __future__ import annotations

from math import sqrt
from random import Random
from statistics import mean, stdev

import pytest
from joblib import parallel_config

from meldwise.errors import RequestError
from meldwise.play import arena
from meldwise.play.greedy import GreedyPlayer
from meldwise.play.intervals import Sums
from meldwise.play.players import Player, Seed


def test_equal_players_without_chance_come_out_exactly_even() -> None:
    result = arena("gin-rummy", ["greedy", "greedy"], hands=30, seed=3)
    assert [known.advantage.mean for known in result.players] == [0, 0]
    assert [known.won.mean for known in result.players] == [0.5, 0.5]
    assert [known.advantage.se for known in result.players] == [0, 0]


def test_the_better_player_is_seen_to_be_better() -> None:
    result = arena("gin-rummy", ["greedy", "random"], hands=40, seed=3)
    better, worse = result.players
    assert better.advantage.mean - better.advantage.half_width > 0
    assert worse.advantage.mean == pytest.approx(-better.advantage.mean)


def test_penalties_count_against_a_player() -> None:
    better, worse = arena("ramino-drift", ["greedy", "random"], hands=20, seed=3).players
    assert better.score.mean < worse.score.mean
    assert better.advantage.mean > 0


def test_the_number_of_workers_changes_nothing() -> None:
    def run(workers: int | None) -> dict[str, object]:
        players = ["greedy", "simple"]
        return arena("gin-rummy", players, hands=90, seed=5, workers=workers).to_dict()

    alone = run(None)
    assert run(1) == run(2) == alone
    with parallel_config("threading", n_jobs=3):
        assert run(None) == alone


def test_whole_games_are_played_and_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    result = arena(
        "ramino-drift",
        ["greedy", "greedy", "patient"],
        games=4,
        seed=1,
        progress=lambda done, total: told.append((done, total)),
    )
    assert (result.unit, result.deals, result.seats) == ("game", 2, 3)
    assert told == [(2, 2)]
    assert sum(known.won.mean for known in result.players) == pytest.approx(1)
    assert "6 games, 2 deals mirrored" in str(result)


def maker(_seed: Seed) -> Player:
    return GreedyPlayer()


def test_players_of_ones_own_take_part() -> None:
    result = arena("knock-rummy", [maker, "greedy"], hands=4, seed=1, workers=2)
    assert [known.name for known in result.players] == ["maker", "greedy"]
    assert result.players[0].advantage.mean == 0


@pytest.mark.parametrize(
    "values",
    [
        {"players": ["greedy"], "hands": 2},
        {"players": ["greedy"] * 3, "hands": 2},
        {"players": ["greedy", "hasty"], "hands": 2},
        {"players": ["greedy"] * 2},
        {"players": ["greedy"] * 2, "hands": 2, "games": 2},
        {"players": ["greedy"] * 2, "hands": 0},
        {"players": ["greedy"] * 2, "hands": 2, "workers": 0},
        {"players": ["greedy"] * 2, "hands": 2, "workers": 257},
    ],
)
def test_impossible_contests_are_refused(values: dict[str, object]) -> None:
    with pytest.raises(RequestError):
        arena("gin-rummy", **values)  # type: ignore[arg-type]


def test_sums_have_the_mean_and_the_standard_error_of_their_samples() -> None:
    random, sums = Random(1), Sums()
    values = [random.gauss(3, 2) for _ in range(200)]
    for value in values:
        sums.add(value)
    found = sums.estimate()
    assert found.mean == pytest.approx(mean(values))
    assert found.se == pytest.approx(stdev(values) / sqrt(len(values)))
    low, high = found.to_dict()["ci95"]
    assert high - low == pytest.approx(2 * 1.96 * found.se, rel=1e-4)
