"""The heuristic is ahead of plain play wherever melds are laid, on the same deals."""

from __future__ import annotations

import pytest

from meldwise.play.intervals import Estimate
from meldwise.playout import heuristic
from meldwise.playout.open.players import careful, plain
from meldwise.playout.policies import Policy
from meldwise.playout.running import play_games
from meldwise.rules.catalog import RulesLike
from tests.bench.strength_open import TABLES

pytestmark = pytest.mark.xdist_group("open-playouts")


def lead_over(name: RulesLike, players: int, other: Policy, deals: int, seed: int) -> Estimate:
    """The heuristic's lead over a policy that all others play by, on mirrored deals."""
    policies = [heuristic(name, players), *[other] * (players - 1)]
    return play_games(name, policies, deals, seed).ahead()


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_heuristic_is_ahead_of_plain_play(name: str, players: int) -> None:
    lead = lead_over(name, players, plain(), deals=400, seed=5)
    assert lead.mean - lead.half_width > 0


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_it_is_ahead_of_careful_play(name: str, players: int) -> None:
    lead = lead_over(name, players, careful(), deals=800, seed=6)
    assert lead.mean - lead.half_width > 0


@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_is_ahead_of_players_who_never_knock(players: int) -> None:
    lead = lead_over("tonk", players, plain(0.0), deals=400, seed=5)
    assert lead.mean - lead.half_width > 0.5


def test_so_it_is_with_a_rule_set_of_ones_own() -> None:
    house = {"id": "house", "extends": "loba", "meld.run.min": 3, "deal.cards": 8}
    lead = lead_over(house, 3, plain(), deals=400, seed=5)
    assert lead.mean - lead.half_width > 0


def test_the_same_players_come_out_even_whoever_sits_where() -> None:
    played = play_games("ramino-drift", [careful()] * 3, 30, 2)
    assert abs(played.advantage).max() < 1e-9
    assert abs(played.wins - 1 / 3).max() < 1e-9


def test_deals_are_told_apart_by_seed_and_number() -> None:
    policies = [plain(), heuristic("tonk")]
    one, two = (play_games("tonk", policies, 30, 2, first=first) for first in (0, 30))
    again = play_games("tonk", policies, 30, 2, first=30)
    assert (two.advantage == again.advantage).all()
    assert (one.advantage != two.advantage).any()
