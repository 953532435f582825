"""What is read as which card, and what is said of text that is none."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from meldwise.cards import JOKER, Card, Hand, parse_card, parse_cards
from meldwise.errors import NotationError

RANK_ADVICE = "ranks are A 2 3 4 5 6 7 8 9 T J Q K"
SUIT_ADVICE = "suits are S H D C"

READ = [
    ("7h8h9h", "7H 8H 9H"),
    ("7H, 8H; 9H", "7H 8H 9H"),
    ("  7H\n8H\t9H  ", "7H 8H 9H"),
    ("10D td T♦ ♦10 10♢", "TD TD TD TD TD"),
    ("♥7♥8", "7H 8H"),
    ("7♥\ufe0f8♥\ufe0e", "7H 8H"),
    ("X x * jk JK 🃏", "JK JK JK JK JK JK"),
    ("X7H*8H🃏", "JK 7H JK 8H JK"),
    ("JKr JKb JKR", "JKr JKb JKr"),
    ("r7 b10 k1 o13", "7H TC AS KD"),
    ("r7b10k1o13JK", "7H TC AS KD JK"),
    ("JK=9H 2D=QH JK=7", "JK=9H 2D=QH JK=7"),
    ("JK=10♥JK=T", "JK=TH JK=T"),
    ("r1 JK=r2 JK=K13,JK=7", "AH JK=2H JK=KS JK=7"),
    ("JK=K7H JK=K 7H", "JK=K 7H JK=K 7H"),
    ("", ""),
    (" ,; ", ""),
]

# Text, number of the card, offset, text found there, advice.
TILE_ADVICE = (
    r"a tile is the letter of its colour, k r o b \(black, red, orange, blue\), and a number"
)

UNREADABLE = [
    ("7X", 1, 0, "7X", SUIT_ADVICE),
    ("7", 1, 0, "7", SUIT_ADVICE),
    ("10", 1, 0, "10", SUIT_ADVICE),
    ("7 H", 1, 0, "7", SUIT_ADVICE),
    ("AS 7H 0H", 3, 6, "0H", RANK_ADVICE),
    ("1H", 1, 0, "1H", "for the ace write A, for the ten T or 10"),
    ("14H", 1, 0, "14H", "for the ace write A, for the ten T or 10"),
    ("AS BH", 2, 3, "BH", r"for the jack write J \(B is the jack with locale de, nl\)"),
    ("r14", 1, 0, "r14", TILE_ADVICE),
    ("AS g3", 2, 3, "g3", TILE_ADVICE),
    ("o0", 1, 0, "o0", TILE_ADVICE),
    ("r7 7X", 2, 3, "7X", TILE_ADVICE),
    ("r7 k", 2, 3, "k", TILE_ADVICE),
    ("RH", 1, 0, "RH", "for the king write K"),
    ("S7", 1, 0, "S7", "for the jack write J"),
    ("V9", 1, 0, "V9", "for the queen write Q"),
    ("12", 1, 0, "12", "for the ace write A"),
    ("10", 1, 0, "10", "; a tile is written r7"),
    ("AS ZZ", 2, 3, "ZZ", RANK_ADVICE),
    ("AS=", 1, 0, "AS=", RANK_ADVICE),
    ("=7H", 1, 0, "=7H", RANK_ADVICE),
    ("AS 😀", 2, 3, "😀", RANK_ADVICE),
    ("AS\0", 2, 2, "\0", RANK_ADVICE),
    ("\u200f7H", 1, 0, "\u200f7H", RANK_ADVICE),
    ("\uff17H", 1, 0, "\uff17H", RANK_ADVICE),
    # The invisible marks before the fault count, for the offset is one into the text as given.
    ("7♥\ufe0f 8♥\ufe0f 9Z", 3, 8, "9Z", SUIT_ADVICE),
]

NOT_CARDS: list[Any] = [None, 7, 7.5, True, object(), b"7H", bytearray(b"7H"), {"7H": 2}]


@pytest.mark.parametrize(("text", "wanted"), READ)
def test_cards_are_read_however_they_are_written(text: str, wanted: str) -> None:
    assert " ".join(map(str, parse_cards(text))) == wanted


@pytest.mark.parametrize(("text", "number", "offset", "found", "advice"), UNREADABLE)
def test_text_that_is_no_card_is_located_and_told_what_would_be_right(
    text: str, number: int, offset: int, found: str, advice: str
) -> None:
    with pytest.raises(NotationError, match=advice) as error:
        parse_cards(text)
    assert str(error.value).startswith(f"card {number} of the hand: ")
    assert error.value.code == "not-a-card"
    assert error.value.where == {"card": number, "offset": offset, "text": found}
    assert str(error.value).isprintable()


@pytest.mark.parametrize("value", NOT_CARDS, ids=lambda value: type(value).__name__)
def test_what_holds_no_cards_is_refused(value: Any) -> None:
    with pytest.raises(NotationError, match=f"not {type(value).__name__}") as error:
        Hand.parse(value)
    assert error.value.code == "not-cards"


def test_a_table_of_counts_is_refused_rather_than_read_as_one_card_of_each() -> None:
    with pytest.raises(NotationError, match="not Counter"):
        Hand.parse(Counter(["7H", "7H"]))
    assert Hand.parse(Counter(["7H", "7H"]).elements()) == Hand.parse("7H 7H")


@pytest.mark.parametrize(
    ("items", "number", "kind"),
    [([7], 1, "int"), (["7H 8H", None], 3, "NoneType"), ([JOKER, ["7H"]], 2, "list")],
)
def test_an_item_that_is_no_card_is_numbered(items: list[Any], number: int, kind: str) -> None:
    with pytest.raises(NotationError, match=f"card {number} is of type {kind}") as error:
        Hand.parse(items)
    assert error.value.where == {"card": number}


def test_texts_and_cards_may_be_mixed_in_any_iterable() -> None:
    wanted = Hand.parse("4S 7H 8H JK")
    assert Hand.parse([Card.parse("4S"), "7h8h", JOKER]).cards == wanted.cards
    assert Hand.parse(iter(["4S", "7H 8H", "X"])).cards == wanted.cards
    assert Hand.parse(wanted) is wanted


def test_the_fault_in_a_list_is_numbered_through_the_whole_list() -> None:
    with pytest.raises(NotationError) as error:
        Hand.parse(["7H 8H", "9H 9X"])
    assert error.value.where == {"card": 4, "offset": 3, "text": "9X"}


@pytest.mark.parametrize("text", ["JK=9H", "2D=QH", "JK=7"])
def test_a_hand_does_not_say_what_a_wild_stands_for(text: str) -> None:
    with pytest.raises(NotationError, match="that is fixed only in a meld: write") as error:
        Hand.parse(f"7H {text}")
    assert error.value.code == "stands-for-in-hand"
    assert error.value.where == {"card": 2, "text": text}


@pytest.mark.parametrize("text", ["", "7H 8H", "JK=7H"])
def test_one_card_is_one_card(text: str) -> None:
    with pytest.raises(NotationError, match="is not one card") as error:
        parse_card(text)
    assert error.value.code == "not-one-card"


def test_a_text_longer_than_any_hand_is_refused() -> None:
    with pytest.raises(NotationError, match="the text has 4002 characters") as error:
        parse_cards("7h" * 2_001)
    assert error.value.code == "text-too-long"
    assert len(parse_cards("7h" * 2_000)) == 2_000
