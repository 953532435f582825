"""The heuristic is ahead of plain play wherever melds are laid, on the same deals."""

from __future__ import annotations

import pytest

from meldwise.playout.open.players import careful, plain
from tests.bench.strength_open import TABLES, in_compiled_code

pytestmark = pytest.mark.xdist_group("open-playouts")


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_heuristic_is_ahead_of_plain_play(name: str, players: int) -> None:
    lead = in_compiled_code(name, players, plain(), deals=400, seed=5)
    assert lead.mean - lead.half_width > 0


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_it_is_ahead_of_careful_play(name: str, players: int) -> None:
    lead = in_compiled_code(name, players, careful(), deals=800, seed=6)
    assert lead.mean - lead.half_width > 0


@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_is_ahead_of_players_who_never_knock(players: int) -> None:
    lead = in_compiled_code("tonk", players, plain(0.0), deals=400, seed=5)
    assert lead.mean - lead.half_width > 0.5


def test_so_it_is_with_a_rule_set_of_ones_own() -> None:
    house = {"id": "house", "extends": "loba", "meld.run.min": 3, "deal.cards": 8}
    lead = in_compiled_code(house, 3, plain(), deals=400, seed=5)
    assert lead.mean - lead.half_width > 0
