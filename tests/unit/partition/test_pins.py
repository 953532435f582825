"""Pinned cards stay together in one meld, wilds and cards of wild ranks among them."""

from __future__ import annotations

from typing import Any

import pytest

from meldwise import best_melds
from meldwise.cards import JOKER, Card, Hand
from meldwise.errors import NotationError, RequestError
from meldwise.partition.question import Engine

SEVENS = "7H 7D 7S 8S 9S KC"
TWOS = "AS 2S 3S 2H KD KC"

# Hand, rule set, pins, least deadwood with them (None: they cannot be met).
PINNED: list[tuple[str, str, list[str], int | None]] = [
    (SEVENS, "gin-rummy", ["7S 8S"], 24),
    (SEVENS, "gin-rummy", ["7S 7H"], 27),
    (SEVENS, "gin-rummy", ["7S KC"], None),
    (SEVENS, "gin-rummy", ["KC"], None),
    (SEVENS, "gin-rummy", ["8S 9S", "7S"], 24),
    (SEVENS, "gin-rummy", ["8S 9S", "7D"], None),
    ("7H 7D 7S 8S 9S TS", "gin-rummy", ["7S 8S", "9S TS"], 14),
    ("7H 7D JK 8S 9S", "german-rummy", ["JK 8S"], 14),
    ("7H 7D JK 8S 9S", "german-rummy", ["JK 7D"], 17),
    ("7H 7D JK JK 8S 9S", "german-rummy", ["JK 8S", "JK 7H"], 0),
    ("7H 7D JK 8S 9S", "german-rummy", ["JK 8S 7H"], None),
    (TWOS, "wildcard-rummy", ["2S KD"], 0),
    (TWOS, "wildcard-rummy", ["2H AS"], 0),
    (TWOS, "wildcard-rummy", ["2S AS", "2H KC"], 0),
    (TWOS, "wildcard-rummy", ["2S 2H"], 14),
    ("7H 7H 7D 7S 8H 9H", "german-rummy", ["7H 8H", "7H 7D"], 0),
]


@pytest.mark.parametrize("engine", ["search", "cp"])
@pytest.mark.parametrize(("hand", "name", "pins", "deadwood"), PINNED)
def test_pinned_cards_lie_in_one_meld(
    hand: str, name: str, pins: list[str], deadwood: int | None, engine: Engine
) -> None:
    best = best_melds(hand, name, pins=pins, engine=engine)
    assert best.exact
    assert best.met is (deadwood is not None)
    if deadwood is None:
        assert best.melds == ()
        return
    assert best.deadwood.points == deadwood
    melds = [Hand(meld.physical).counts() for meld in best.melds]
    for pin in pins:
        assert any(Hand.parse(pin).counts() <= meld for meld in melds)


def test_pins_are_texts_cards_or_lists_of_them() -> None:
    seven, eight = Card.parse("7S"), Card.parse("8S")
    for pin in ("7s 8s", "7♠8♠", [seven, eight], Hand([seven, eight]), (seven, "8S")):
        assert best_melds(SEVENS, pins=[pin]).deadwood.points == 24
    assert best_melds("7H 7D JK", "german-rummy", pins=[JOKER]).met
    assert best_melds("7H 7D JK", "german-rummy", pins=["JKr"]).met


def test_nothing_pinned_is_no_demand() -> None:
    assert best_melds(SEVENS, pins=[]).met is None
    assert best_melds(SEVENS, pins=[""]).met is None


@pytest.mark.parametrize("pins", [["8H"], ["7S", "7S"], ["7S 7S"], ["JK"], [JOKER], ["KC", "2D"]])
def test_a_pinned_card_must_be_in_the_hand_so_often(pins: Any) -> None:
    with pytest.raises(RequestError, match="is pinned, but the hand does not hold it") as error:
        best_melds(SEVENS, pins=pins)
    assert error.value.code == "pin-not-in-hand"
    assert error.value.where["field"] == "pins"


@pytest.mark.parametrize("pins", ["7S 8S", Card.parse("7S"), 5, {"7S": 1}, {"7S 8S"}])
def test_pins_that_are_no_list_are_refused(pins: Any) -> None:
    with pytest.raises(RequestError, match="a list of groups of cards") as error:
        best_melds(SEVENS, pins=pins)
    assert error.value.code == "bad-pins"


@pytest.mark.parametrize("pins", [["7X"], [None], [5], ["7S=8S"]])
def test_a_pin_that_is_no_card_is_refused(pins: Any) -> None:
    with pytest.raises(NotationError):
        best_melds(SEVENS, pins=pins)


def test_a_pinned_card_is_not_thrown() -> None:
    best = best_melds("7H 7D 7S 8S 9S", discard="required", pins=["8S"])
    assert str(best.discard) in ("7H", "7D")
    assert best.deadwood.points == 7
