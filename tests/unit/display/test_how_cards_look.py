import pytest

from meldwise.cards import Card, PlacedCard, parse_cards
from meldwise.display import Look
from meldwise.display.look import Tone

GLYPHS = Look()
LETTERS = Look(ascii_only=True)
TILES = Look(tiles=True)


def wild(text: str) -> PlacedCard:
    (placed,) = parse_cards(text)
    return placed


@pytest.mark.parametrize(
    ("card", "glyphs", "letters", "tile"),
    [
        ("AS", "A♠", "AS", "k1"),
        ("TD", "10♦", "10D", "o10"),
        ("QH", "Q♥", "QH", "r12"),
        ("KC", "K♣", "KC", "b13"),
        ("JK", "JK", "JK", "JK"),
    ],
)
def test_a_card_is_written_with_glyphs_letters_or_as_a_tile(
    card: str, glyphs: str, letters: str, tile: str
) -> None:
    parsed = Card.parse(card)
    assert GLYPHS.card(parsed).text == glyphs
    assert LETTERS.card(parsed).text == letters
    assert TILES.card(parsed).text == tile


@pytest.mark.parametrize(
    ("placed", "glyphs", "letters"),
    [
        ("JK=AD", "JK→A♦", "JK=AD"),
        ("JK=TS", "JK→10♠", "JK=10S"),
        ("JK=T", "JK→10", "JK=10"),
        ("2D=QH", "2♦→Q♥", "2D=QH"),
        ("JKr=9H", "JKr→9♥", "JKr=9H"),
    ],
)
def test_a_wild_says_what_it_stands_for(placed: str, glyphs: str, letters: str) -> None:
    assert GLYPHS.placed(wild(placed)).text == glyphs
    assert LETTERS.placed(wild(placed)).text == letters


def test_a_joker_among_tiles_stands_for_a_tile() -> None:
    assert TILES.placed(wild("JK=JH")).text == "JK→r11"
    assert TILES.placed(wild("JK=A")).text == "JK→1"


@pytest.mark.parametrize("text", ["JK=AD", "JK=TS", "JK=7", "2D=QH", "JKb=9S"])
def test_what_is_printed_in_letters_can_be_typed_in_again(text: str) -> None:
    assert wild(LETTERS.placed(wild(text)).text) == wild(text)


@pytest.mark.parametrize(
    ("card", "of_cards", "of_tiles"),
    [
        ("9S", "black", "black"),
        ("9H", "red", "red"),
        ("9D", "blue", "orange"),
        ("9C", "green", "blue"),
        ("JK", "wild", "wild"),
    ],
)
def test_every_suit_has_a_colour_of_its_own(card: str, of_cards: Tone, of_tiles: Tone) -> None:
    assert GLYPHS.card(Card.parse(card)).tone == of_cards
    assert TILES.card(Card.parse(card)).tone == of_tiles


def test_a_wild_has_the_colour_of_wilds_and_the_same_card_as_itself_that_of_its_suit() -> None:
    assert GLYPHS.placed(wild("2D=QH")).tone == "wild"
    assert GLYPHS.placed(PlacedCard.natural(Card.parse("2D"))).tone == "blue"
