"""What holds for every hand: no card is lost, there is always a legal action, replays agree."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meldwise.play import Player, play_game, player, record_game, replay, score
from meldwise.rules import rules
from tests.presets import PLAYED
from tests.property.playmixes import play_mix
from tests.property.randomplay import play_checked, replay_checked, tables

# Aimless hands of these take hundreds of turns; a limit keeps the hands of one test short.
SHORT = {"end.turn_limit": 60}

HANDS = 3


@pytest.mark.parametrize(("name", "players"), tables())
def test_random_hands_lose_no_card_and_come_to_an_end(name: str, players: int) -> None:
    known = rules(name, SHORT)
    for seed in range(HANDS):
        state, settlement = play_checked(known, players, seed, look_every=9 if seed == 0 else 0)
        assert state.ending is not None
        assert state.ending.kind != "void" or not any(settlement.scores)
        if seed == 0:
            replay_checked(known, players, seed, (state, settlement))


@settings(max_examples=6)
@given(st.integers(0, 10_000))
def test_random_hands_under_random_options_come_to_an_end(seed: int) -> None:
    known = play_mix(Random(seed)).replace(SHORT)
    replay_checked(known, 2, seed, play_checked(known, 2, seed, look_every=10))


@pytest.mark.parametrize("name", PLAYED)
def test_a_record_of_mixed_players_replays_to_the_same_end(name: str) -> None:
    known = rules(name, SHORT)
    count = min(known.players.max, 3)
    names = ["greedy", "random", "patient"][:count]

    def players() -> list[Player]:
        return [player(kind, f"seat {seat}") for seat, kind in enumerate(names)]

    text = record_game(known, players(), seed=5, hands=2)
    played = replay(text)
    again = play_game(known, players(), seed=5, hands=2)
    assert played.totals == again.totals
    assert played.winners == again.winners
    assert [hand.state.hands for hand in played.hands] == [hand.state.hands for hand in again.hands]


def test_the_same_seed_gives_the_same_hand() -> None:
    one, _ = play_checked(rules("gin-rummy"), 2, 3, look_every=100)
    two, _ = play_checked(rules("gin-rummy"), 2, 3, look_every=100)
    assert one == two
    assert score(one) == score(two)
