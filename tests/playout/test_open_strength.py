"""The heuristic is ahead of plain play wherever melds are laid, on the same deals."""

from __future__ import annotations

import numpy as np
import pytest

from meldwise.play.intervals import Estimate
from meldwise.playout import advantage, heuristic
from meldwise.playout.dealing import numbered_starts
from meldwise.playout.open.players import careful, plain
from meldwise.playout.open.simulate import open_playouts
from meldwise.playout.policies import Policy
from meldwise.playout.running import play_games
from meldwise.rules import rules
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


def test_each_policy_sits_on_each_seat_once() -> None:
    known = rules("ramino-drift")
    policies = [plain(), careful(), heuristic(known, 3)]
    played = play_games(known, policies, 12, 2)
    starts = numbered_starts(known, 3, 2, 0, 12)
    lead = np.zeros((12, 3))
    for order in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):
        scores = open_playouts(starts, [policies[number] for number in order], 2).scores
        for seat, number in enumerate(order):
            lead[:, number] += advantage(scores, seat, known) / 3
    assert np.allclose(played.advantage, lead)
    assert np.allclose(played.wins.sum(axis=1), 1.0)


def test_deals_are_told_apart_by_seed_and_number() -> None:
    policies = [plain(), heuristic("tonk")]
    whole = play_games("tonk", policies, 60, 2)
    tail = play_games("tonk", policies, 30, 2, first=30)
    assert np.array_equal(whole.advantage[30:], tail.advantage)
    assert np.array_equal(whole.wins[30:], tail.wins)
    assert not np.array_equal(whole.advantage[:30], tail.advantage)
