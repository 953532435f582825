"""Compiled hands of games with melds on the table are hands that the referee accepts."""

from __future__ import annotations

from random import Random

import pytest

from meldwise.rules import rules
from tests.playout.openreplay import open_mix, policies_for, replayed

pytestmark = pytest.mark.xdist_group("open-playouts")

TABLES = [
    *(("german-rummy", players) for players in range(2, 7)),
    *(("tonk", players) for players in range(2, 7)),
    *(("loba", players) for players in range(2, 6)),
    *(("ramino-drift", players) for players in range(2, 5)),
]


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_referee_plays_a_compiled_hand_again_with_the_same_scores(
    name: str, players: int
) -> None:
    for seed in range(12):
        replayed(rules(name), policies_for(players, Random(seed)), seed)


def test_so_it_does_under_mixed_options() -> None:
    for seed in range(60):
        random = Random(seed)
        known, players = open_mix(random)
        replayed(known, policies_for(players, random), seed)
