"""How fast hands are played: the referee, the players and the settlement together."""

from __future__ import annotations

from typing import Any

import pytest

from meldwise.play import deal, play_hand, player, score

# Hands of one round; the time of a round divided by this is the time of a hand.
HANDS = 20


@pytest.mark.parametrize(
    ("rules", "name"),
    [
        ("gin-rummy", "greedy"),
        ("gin-rummy", "simple"),
        ("gin-rummy", "random"),
        ("ramino-knock", "greedy"),
        ("german-rummy", "greedy"),
        ("loba", "greedy"),
    ],
)
def test_hands_of_two_players(benchmark: Any, rules: str, name: str) -> None:
    def play() -> None:
        for seed in range(HANDS):
            seats = [player(name, f"{seed} {seat}") for seat in range(2)]
            score(play_hand(deal(rules, seed=seed), seats))

    benchmark(play)
    benchmark.extra_info["hands"] = HANDS
