"""Text to cards and back: letters, glyphs, jokers, what a wild stands for, and tiles.

This is the one edge where text becomes cards. A card is a rank and a suit (``TD``, ``10♦``), or a
suit glyph and a rank (``♦10``); a joker is ``JK``, ``X``, ``*`` or 🃏; a tile is a colour letter
and a number (``r7``). Blanks, commas and semicolons between cards are optional.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, TypeAlias

from meldwise.cards.card import (
    BLACK_JOKER_CODE,
    CARD_TEXTS,
    CARDS,
    JOKER,
    NATURALS,
    RED_JOKER_CODE,
    Card,
    PlacedCard,
)
from meldwise.cards.locales import elsewhere, rank_letters
from meldwise.errors import NotationError, excerpt

CardsLike: TypeAlias = "str | Card | PlacedCard | Iterable[str | Card | PlacedCard]"
"""What every function takes for cards: text, a card, or any iterable of either."""

# More than any hand, table or file row; keeps a hostile text from costing time.
LONGEST_TEXT: Final = 4_000
MOST_CARDS: Final = 1_000

_SUITS: Final = {
    glyph: suit for suit, glyphs in enumerate(("S♠♤", "H♥♡", "D♦♢", "C♣♧")) for glyph in glyphs
}
_GLYPHS: Final = {glyph: suit for glyph, suit in _SUITS.items() if not glyph.isascii()}
_PLAIN: Final = {text: CARDS[code] for code, text in enumerate(CARD_TEXTS[:52])}

# Rummikub colours stand on the suits: black S, red H, orange D, blue C.
TILE_COLOURS: Final = "krob"

# Canonical text, card by card, is looked up: most hands are written so.
_CANONICAL: Final = {text: NATURALS[code] for code, text in enumerate(CARD_TEXTS)}

_JOKER: Final = re.compile(r"JK(?:([rb])(?![0-9A-Z♠-♧]))?|X|\*|🃏", re.IGNORECASE)
_TILE: Final = re.compile(r"([krob])(1[0-3]|[1-9])(?!\d)", re.IGNORECASE)
# After "=" a tile ends there: "JK=K7H" is a joker for a king, and the seven of hearts.
_TILE_STOOD_FOR: Final = re.compile(_TILE.pattern + r"(?![A-Z♠-♧])", re.IGNORECASE)
_MEANT_AS_TILE: Final = re.compile(r"([a-z])\d", re.IGNORECASE)
_TILE_ADVICE: Final = (
    "a tile is the letter of its colour, k r o b (black, red, orange, blue), and a number from 1 "
    "to 13, such as r7"
)
_RANK: Final = re.compile(r"10|[2-9A-Z]", re.IGNORECASE)
_CHUNK: Final = re.compile(r"[^\s,;]+")


def parse_cards(cards: CardsLike, locale: str = "en") -> tuple[PlacedCard, ...]:
    """Read cards, in order; a wild may say what it stands for (``JK=9H``).

    Args:
        cards: Text, a card, or an iterable of texts and cards.
        locale: Whose letters the court cards have: en, de, nl, fr, it, es or ko.

    Returns:
        The cards in the order given.

    Raises:
        NotationError: with the number of the card, its offset in the text, the text found there
            and what would be right.

    >>> [str(card) for card in parse_cards("7h8h, 10♥ JK=JH")]
    ['7H', '8H', 'TH', 'JK=JH']
    """
    if isinstance(cards, str):
        plain = [_CANONICAL.get(token) for token in cards.split()]
        if None not in plain and locale == "en":
            return tuple(card for card in plain if card)
        return tuple(_Scanner(cards, locale, 0).cards())
    if isinstance(cards, Card):
        return (PlacedCard.natural(cards),)
    if isinstance(cards, PlacedCard):
        return (cards,)
    found: list[PlacedCard] = []
    for item in _listed(cards):
        if len(found) > MOST_CARDS:
            raise NotationError(
                "too-many-cards", f"more than {MOST_CARDS} cards are no hand of any game"
            )
        if isinstance(item, str | Card | PlacedCard):
            if isinstance(item, str):
                found.extend(_Scanner(item, locale, len(found)).cards())
            else:
                found.extend(parse_cards(item))
        else:
            raise NotationError(
                "not-cards",
                f"card {len(found) + 1} is of type {type(item).__name__}: give text or a Card",
                {"card": len(found) + 1},
            )
    return tuple(found)


def _listed(cards: object) -> Iterable[object]:
    """The items of a list of cards; anything else is an error."""
    # A table of counts would be read as one card of each, and bytes as numbers.
    if not isinstance(cards, Iterable) or isinstance(cards, Mapping | bytes | bytearray):
        raise NotationError(
            "not-cards", f"cards are text, a Card or a list of them, not {type(cards).__name__}"
        )
    return cards


def parse_card(text: str, locale: str = "en") -> Card:
    """Read exactly one card that stands for itself."""
    found = parse_cards(text, locale)
    if len(found) != 1 or found[0].wild:
        raise NotationError(
            "not-one-card", f"{excerpt(text)} is not one card: write a rank and a suit, such as TD"
        )
    return found[0].card


def format_tile(card: Card) -> str:
    """A card as a Rummikub tile: ``r7``, ``k13``, ``JK``."""
    return str(card) if card.is_joker else f"{TILE_COLOURS[card.suit]}{card.rank}"


class _Scanner:
    """Reads the cards of one text; ``before`` counts the cards already read, for errors."""

    def __init__(self, text: str, locale: str, before: int) -> None:
        if len(text) > LONGEST_TEXT:
            raise NotationError(
                "text-too-long",
                f"the text has {len(text)} characters; cards may take {LONGEST_TEXT}",
            )
        # Pasted glyphs often carry an invisible "show as text or picture" mark.
        self._places = [at for at, letter in enumerate(text) if letter not in "\ufe0f\ufe0e"]
        self._text = "".join([text[at] for at in self._places])
        self._ranks = rank_letters(locale)
        self._number = before
        self._at = 0
        self._in_tiles = False

    def cards(self) -> Iterator[PlacedCard]:
        self._skip_separators()
        while self._at < len(self._text):
            self._number += 1
            start = self._at
            card = self._joker() or self._card(start)
            yield self._placed(card, start)
            self._skip_separators()

    def _skip_separators(self) -> None:
        while self._at < len(self._text) and (
            self._text[self._at].isspace() or self._text[self._at] in ",;"
        ):
            self._at += 1

    def _joker(self) -> Card | None:
        match = _JOKER.match(self._text, self._at)
        if match is None:
            return None
        self._at = match.end()
        colour = (match.group(1) or "").lower()
        return CARDS[{"r": RED_JOKER_CODE, "b": BLACK_JOKER_CODE}.get(colour, JOKER.code)]

    def _card(self, start: int) -> Card:
        plain = _PLAIN.get(self._text[self._at : self._at + 2].upper())
        if plain is not None:
            self._at += 2
            return plain
        if tile := _TILE.match(self._text, self._at):
            self._at = tile.end()
            self._in_tiles = True
            return Card.of(int(tile.group(2)), TILE_COLOURS.index(tile.group(1).lower()))
        suit_first = _GLYPHS.get(self._text[self._at])
        if suit_first is not None:
            self._at += 1
        rank = self._rank(start)
        suit = self._suit() if suit_first is None else suit_first
        if suit is None:
            raise self._error(start, self._suit_advice(start))
        return Card.of(rank, suit)

    def _rank(self, start: int) -> int:
        match = _RANK.match(self._text, self._at)
        rank = self._ranks.get(match.group().upper()) if match else None
        if match is None or rank is None:
            raise self._error(start, self._rank_advice())
        self._at = match.end()
        return rank

    def _suit(self) -> int | None:
        suit = _SUITS.get(self._text[self._at : self._at + 1].upper())
        if suit is not None:
            self._at += 1
        return suit

    def _placed(self, card: Card, start: int) -> PlacedCard:
        """The card just read, with what a wild stands for if ``=`` follows."""
        if self._text[self._at : self._at + 1] != "=":
            return PlacedCard.natural(card)
        self._at += 1
        if _TILE_STOOD_FOR.match(self._text, self._at):
            tile = self._card(start)
            return PlacedCard(card, tile.rank, tile.suit, wild=True)
        rank = self._rank(start)
        suit = self._suit()
        return PlacedCard(card, rank, -1 if suit is None else suit, wild=True)

    def _rank_advice(self) -> str:
        meant = _MEANT_AS_TILE.match(self._text, self._at)
        if self._in_tiles or (meant and self._may_be_colour(meant.group(1))):
            return _TILE_ADVICE
        letter = self._text[self._at : self._at + 1].upper()
        if letter == "1":
            return "for the ace write A, for the ten T or 10"
        return elsewhere(letter) or "ranks are A 2 3 4 5 6 7 8 9 T J Q K"

    @staticmethod
    def _may_be_colour(letter: str) -> bool:
        """Whether a letter before a number means a tile's colour rather than a suit or a rank."""
        colour, suit = letter.lower() in TILE_COLOURS, letter.upper() in _SUITS
        return colour or not (suit or elsewhere(letter.upper()))

    def _suit_advice(self, start: int) -> str:
        if self._in_tiles:
            return _TILE_ADVICE
        chunk = _CHUNK.match(self._text, start)
        number = chunk is not None and chunk.group().isdecimal()
        return "suits are S H D C (or ♠♥♦♣)" + ("; a tile is written r7" if number else "")

    def _error(self, start: int, advice: str) -> NotationError:
        chunk = _CHUNK.match(self._text, start)
        found = chunk.group() if chunk else ""
        return NotationError(
            "not-a-card",
            f"card {self._number} of the hand: {excerpt(found, 20)} is not a card: {advice}",
            {"card": self._number, "offset": self._places[start], "text": found[:20]},
        )
