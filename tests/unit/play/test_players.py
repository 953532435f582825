"""The players keep to what is said of them."""

from __future__ import annotations

from typing import Any

import pytest

from meldwise import best_melds
from meldwise.cards import Hand
from meldwise.errors import RequestError
from meldwise.play import Draw, Knock, action_text, deal, play_hand, player, why_not
from meldwise.play.deadwood import best_discard, deadwood
from meldwise.play.players import PLAYERS
from meldwise.position import Position, terms_of
from meldwise.rules import rules
from tests.presets import PLAYED


def choice(name: str, values: dict[str, Any], seed: int = 0) -> str:
    return action_text(player(name, seed).choose(Position.from_dict(values)))


KNOCKABLE = {
    "rules": "gin-rummy",
    "hand": "3H 4H 5H 9S 9C 9D AS 2D 3S 4D KC",
    "taken": {"card": "KC", "from": "stock"},
}


def test_greedy_knocks_when_it_may_and_patient_only_with_nothing_left() -> None:
    assert choice("greedy", KNOCKABLE) == "knock KC"
    assert choice("patient", KNOCKABLE) == "discard KC"
    assert choice("simple", KNOCKABLE) == "knock KC"
    gin = KNOCKABLE | {
        "hand": "2S 3S 4S 5S 2C 3C 4C 3D 4D 5D 5H",
        "taken": {"card": "5H", "from": "stock"},
    }
    assert {choice(name, gin) for name in ("greedy", "patient", "simple")} == {"out 5H"}


@pytest.mark.parametrize(("upcard", "expected"), [("6H", "draw discard"), ("2C", "draw stock")])
def test_the_upcard_is_taken_only_for_a_meld(upcard: str, expected: str) -> None:
    values = {"rules": "gin-rummy", "hand": "3H 4H 5H 9S 9C 7D AS 2D 8S KC", "discards": upcard}
    for name in ("greedy", "simple"):
        assert choice(name, values) == expected


def test_the_simple_player_throws_any_of_the_dearest() -> None:
    values = KNOCKABLE | {
        "hand": "3H 4H 5H KS QC JD 2D 8S 7C AS TD",
        "taken": {"card": "TD", "from": "discard"},
    }
    thrown = {choice("simple", values, seed) for seed in range(40)}
    # The ten was just taken from the pile.
    assert thrown == {"discard KS", "discard QC", "discard JD"}


def test_greedy_lays_what_it_can_and_keeps_to_the_threshold() -> None:
    values = {"rules": "german-rummy", "phase": "play"}
    assert choice("greedy", values | {"hand": "TS JS QS 2D KH"}) == "discard KH"
    assert choice("greedy", values | {"hand": "TS JS QS KS 2D KH"}) == "meld TS JS QS KS"


def test_greedy_without_a_limit_knocks_like_gin() -> None:
    values = {"rules": "tonk", "discards": "QC"}
    assert choice("greedy", values | {"hand": "AS 2H 3D AC AD"}) == "knock"
    assert choice("greedy", values | {"hand": "AS 2H 3D 9C TD"}) == "draw stock"


@pytest.mark.parametrize("name", PLAYED)
# With more samples a hint takes longer, and plays no other actions than legal ones either.
@pytest.mark.parametrize("kind", sorted({*PLAYERS} - {"hint"} | {"hint:1"}))
def test_every_player_plays_every_preset_legally(name: str, kind: str) -> None:
    known = rules(name, {"end.turn_limit": 40})
    for seed in range(2):
        seats = [player(kind, seed), player(kind, seed + 1)]
        assert play_hand(deal(known, 2, seed=seed), seats).over


def test_an_unknown_player_is_told_with_the_nearest_name() -> None:
    with pytest.raises(RequestError, match=r"did you mean greedy\?"):
        player("gredy")


@pytest.mark.parametrize("name", ["gin-rummy", "wildcard-rummy", "ramino-knock", "german-rummy"])
def test_the_best_discard_is_that_of_the_best_melds(name: str) -> None:
    terms = terms_of(rules(name), rules(name).players.min)
    for seed in range(30):
        hand = (*deal(name, seed=seed).hands[0], deal(name, seed=seed).stock[-1])
        best = best_melds(Hand(hand), name, discard="required")
        card, left = best_discard(terms, hand)
        assert left == best.deadwood.points
        assert deadwood(terms, tuple(Hand(hand).minus([card]))) == left


def test_players_are_never_asked_for_what_is_not_legal() -> None:
    known = Position.from_dict(
        {"rules": "gin-rummy", "hand": "3H 4H 5H 9S 9C 9D AS 2D 3S 4D", "discards": "QH"}
    )
    assert why_not(known, Draw("stock")) is None
    assert why_not(known, Knock()) is not None
