"""How a card looks: glyphs, plain letters or tiles, and the colour of its suit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from meldwise.cards import SUITS, Card, PlacedCard, format_tile
from meldwise.cards.card import SUIT_GLYPHS, rank_display
from meldwise.cards.notation import TILE_COLOURS

Tone = Literal["black", "red", "blue", "green", "orange", "wild", "label", "strong"]
"""What a piece of text is; the terminal and the notebook each have their own colours for it."""

# Four colours, as on four-colour packs: a heart is not taken for a diamond.
_CARD_TONES: Final[tuple[Tone, ...]] = ("black", "red", "blue", "green")
_TILE_TONES: Final[tuple[Tone, ...]] = ("black", "red", "orange", "blue")


class Span(NamedTuple):
    """A piece of text and what it is, if that matters."""

    text: str
    tone: Tone | None = None


Line = tuple[Span, ...]
"""One line of text, piece by piece."""


@dataclass(frozen=True, slots=True)
class Look:
    """How cards are written: with suit glyphs, or in letters only, or as tiles.

    >>> Look().card(Card.parse("TD")).text, Look(ascii_only=True).card(Card.parse("TD")).text
    ('10♦', '10D')
    """

    ascii_only: bool = False
    tiles: bool = False

    def card(self, card: Card) -> Span:
        """A card that stands for itself, or a joker that stands for nothing yet."""
        if card.is_joker:
            return Span(str(card), "wild")
        tone = (_TILE_TONES if self.tiles else _CARD_TONES)[card.suit]
        return Span(self._name(card), tone)

    def placed(self, placed: PlacedCard) -> Span:
        """A card in its slot; a wild with what it stands for, in a set only the rank.

        >>> Look().placed(PlacedCard(Card.parse("JK"), rank=1, suit=2, wild=True)).text
        'JK→A♦'
        """
        if not placed.wild:
            return self.card(placed.card)
        # An equals sign rather than "->": what is printed in letters can be typed in again.
        arrow = "=" if self.ascii_only else "→"
        return Span(self._name(placed.card) + arrow + self._stands_for(placed), "wild")

    def _name(self, card: Card) -> str:
        return format_tile(card) if self.tiles else card.display(ascii_only=self.ascii_only)

    def _stands_for(self, placed: PlacedCard) -> str:
        if self.tiles:
            colour = TILE_COLOURS[placed.suit] if placed.suit >= 0 else ""
            return f"{colour}{placed.rank}"
        suits = SUITS if self.ascii_only else SUIT_GLYPHS
        return rank_display(placed.rank) + (suits[placed.suit] if placed.suit >= 0 else "")


GLYPHS: Final = Look()
"""Suit glyphs, as nearly everybody can print them."""


def plain(lines: list[Line]) -> str:
    r"""The text of some lines, without colours.

    >>> plain([(Span("run "), Span("7♥", "red")), ()])
    'run 7♥\n'
    """
    return "\n".join("".join(span.text for span in line) for line in lines)
