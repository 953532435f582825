"""The Rummikub preset: its options, and packs of other numbers, colours and repeats."""

from __future__ import annotations

import re
from typing import Any

import pytest

from meldwise import best_melds, check, errors
from meldwise.rules import rules
from meldwise.rules.explain import explain

PUBLISHED: dict[str, Any] = {
    "players.min": 2,
    "players.max": 4,
    "deck.packs": 2,
    "deck.jokers": 2,
    "deck.ranks": "A23456789TJQK",
    "deck.suits": "SHDC",
    "deck.notation": "tiles",
    "deal.cards": 14,
    "draw.discard": "none",
    "meld.time": "play",
    "meld.set.min": 3,
    "meld.set.max": 4,
    "meld.set.suits": "distinct",
    "meld.run.min": 3,
    "meld.run.max": 13,
    "meld.run.aces": "low",
    "wild.allowed_in": "both",
    "wild.min_naturals": 1,
    "open.min_points": 30,
    "open.layoff_same_turn": True,
    "layoff.in_play": True,
    "layoff.targets": "all",
    "joker_swap.allowed": True,
    "joker_swap.reuse": "any",
    "table_rearrange": True,
    "end.go_out_discard": "none",
    "stock.on_empty": "pass",
    "values.meld.ace": 1,
    "values.meld.court": "pip",
    "values.meld.joker": "represented",
    "values.hand.joker": 30,
    "values.hand.court": "pip",
    "count.hand": "held",
    "score.model": "sum_of_others",
}


@pytest.mark.parametrize(("option", "value"), PUBLISHED.items(), ids=PUBLISHED)
def test_an_option_has_its_published_value(option: str, value: object) -> None:
    assert rules("rummikub")[option] == value


def test_there_are_106_tiles() -> None:
    assert rules("rummikub").cards_in_all() == 106


def test_numbers_colours_and_repeats_are_options() -> None:
    small = rules(
        "rummikub",
        {"deck.ranks": "A23456789T", "deck.suits": "SHD", "deck.packs": 3, "deck.jokers": 4},
    )
    assert small.cards_in_all() == 3 * 10 * 3 + 4
    with pytest.raises(errors.HandError, match="its suits are S H D"):
        check("b7 b8 b9", small)
    with pytest.raises(errors.HandError, match="not in the pack"):
        check("r9 r10 r11", small)


def test_a_set_has_no_more_tiles_than_there_are_colours() -> None:
    three = rules("rummikub", {"deck.suits": "SHD", "deck.jokers": 4})
    assert check("k7 r7 o7", three).legal
    assert check("k7 r7 JK", three).legal
    assert check("k7 r7 o7 JK", three).code == "set-too-large"
    assert best_melds("k7 r7 o7 JK", three).deadwood.points == 7


@pytest.mark.parametrize("suits", ["", "HS", "SS", "SHDCX"])
def test_colours_are_told_apart_and_in_order(suits: str) -> None:
    with pytest.raises(errors.RulesError, match=r"deck\.suits"):
        rules("rummikub", {"deck.suits": suits})


def test_a_set_cannot_ask_for_more_suits_than_there_are() -> None:
    with pytest.raises(errors.RulesError, match=r"meld\.set\.suits = 4 different suits"):
        rules("rummikub", {"deck.suits": "SHD", "meld.set.suits": 4})


@pytest.mark.parametrize(
    ("option", "value"),
    [("meld.time", "end"), ("draw.discard", "free"), ("end.go_out_discard", "optional")],
)
def test_a_game_without_discards_has_no_discard_pile(option: str, value: str) -> None:
    changes = {option: value, "table_rearrange": False, "open.min_points": 0}
    changes |= {"layoff.in_play": False, "joker_swap.allowed": False}
    with pytest.raises(errors.RulesError, match="nobody discards"):
        rules("rummikub", changes)


def test_the_game_is_explained_with_tiles_colours_and_numbers() -> None:
    text = " ".join(explain(rules("rummikub")))
    for said in (
        "It is played with two of each of 52 tiles and two jokers.",
        "Each player is dealt 14 tiles.",
        "A player who puts nothing on the table draws a tile instead.",
        "Nobody discards.",
        "A set is three or four tiles of one number, of different colours.",
        "A run is 3 to 13 tiles of one colour in sequence.",
        "1-2-3 is a run, 12-13-1 is not.",
        "must together be worth 30 points or more.",
        "You may rearrange the melds on the table",
        "In hand every tile counts its number and a joker 30.",
    ):
        assert said in text, said
    words = set(re.findall(r"[a-z]+", text.lower()))
    assert words & {"card", "cards", "suit", "suits", "rank", "ranks", "ace", "king"} == set()
