"""One card: its code, its text, and what it shows people."""

from __future__ import annotations

import pytest

from meldwise.cards import JOKER, RANKS, SUITS, Card, PlacedCard
from meldwise.errors import NotationError


def test_codes_run_through_the_suits_and_their_ranks() -> None:
    texts = [rank + suit for suit in SUITS for rank in RANKS]
    assert [str(Card(code)) for code in range(52)] == texts
    assert [Card.parse(text).code for text in texts] == list(range(52))
    assert (Card.parse("AS").code, Card.parse("TD").code, Card.parse("KC").code) == (0, 35, 51)


def test_jokers_come_after_the_cards_and_have_neither_rank_nor_suit() -> None:
    assert [str(Card(code)) for code in (52, 53, 54)] == ["JK", "JKr", "JKb"]
    assert JOKER.code == 52
    for code in (52, 53, 54):
        joker = Card(code)
        assert (joker.is_joker, joker.rank, joker.suit) == (True, 0, -1)


@pytest.mark.parametrize("code", [-1, 55, 1_000_000])
def test_a_number_that_is_no_code_is_refused(code: int) -> None:
    with pytest.raises(NotationError, match="is not a card code: 0 to 54") as error:
        Card(code)
    assert (error.value.code, error.value.where) == ("not-a-card", {"code": code})


@pytest.mark.parametrize(("rank", "suit"), [(0, 0), (14, 0), (1, 4), (1, -1), (-3, 2)])
def test_a_rank_or_suit_that_does_not_exist_is_refused(rank: int, suit: int) -> None:
    with pytest.raises(NotationError, match="ranks are 1 to 13, suits 0 to 3"):
        Card.of(rank, suit)


def test_people_read_ten_as_a_number_and_suits_as_glyphs() -> None:
    assert [Card.parse(text).display() for text in ("TD", "AS", "JK")] == ["10♦", "A♠", "JK"]
    assert Card.parse("TD").display(ascii_only=True) == "10D"


def test_cards_are_ordered_by_suit_and_rank_with_jokers_last() -> None:
    cards = [Card.parse(text) for text in ("JK", "KC", "AD", "2S", "AS")]
    assert " ".join(map(str, sorted(cards))) == "AS 2S AD KC JK"


def test_a_wild_says_what_it_stands_for() -> None:
    assert PlacedCard(JOKER, 9, 1, wild=True).stands_for == "9H"
    assert PlacedCard(JOKER, 7, -1, wild=True).stands_for == "7"
    assert str(PlacedCard(Card.parse("2D"), 12, 1, wild=True)) == "2D=QH"


def test_a_natural_card_stands_for_nothing_else() -> None:
    natural = PlacedCard.natural(Card.parse("TD"))
    assert (str(natural), natural.stands_for, natural.rank, natural.suit) == ("TD", None, 10, 2)
