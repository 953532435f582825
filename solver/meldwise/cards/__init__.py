"""Cards, hands and their notation: the edge where text becomes typed values."""

from meldwise.cards.card import JOKER, RANKS, SUITS, Card, PlacedCard
from meldwise.cards.hand import Hand, pack
from meldwise.cards.locales import LOCALES
from meldwise.cards.notation import CardsLike, format_tile, parse_card, parse_cards

__all__ = [
    "JOKER",
    "LOCALES",
    "RANKS",
    "SUITS",
    "Card",
    "CardsLike",
    "Hand",
    "PlacedCard",
    "format_tile",
    "pack",
    "parse_card",
    "parse_cards",
]
