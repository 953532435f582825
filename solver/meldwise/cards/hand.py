"""A hand: cards in the player's own order, compared as a multiset."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import overload

from meldwise.cards.card import JOKER_CODE, RANKS, SUITS, Card
from meldwise.cards.notation import CardsLike, parse_cards
from meldwise.errors import NotationError, excerpt


class Hand(Sequence[Card]):
    """Cards that stand for themselves; two packs may hold two equal cards.

    A hand keeps the order in which it was given, for display, but two hands with the same cards
    are equal whatever their order.

    >>> Hand.parse("7h 8h 7h") == Hand.parse("7H7H8H")
    True
    >>> str(Hand.parse("10♦ x"))
    'TD JK'
    """

    __slots__ = ("cards",)

    def __init__(self, cards: CardsLike = ()) -> None:
        # The engines make thousands of hands of cards that need no reading.
        if isinstance(cards, list | tuple) and all(type(card) is Card for card in cards):
            self.cards: tuple[Card, ...] = tuple(cards)
        else:
            self.cards = _read(cards, "en")

    @classmethod
    def parse(cls, cards: CardsLike, locale: str = "en") -> Hand:
        """Read a hand; see `parse_cards`. A wild that says what it stands for is an error here."""
        return cards if isinstance(cards, Hand) else cls(_read(cards, locale))

    def counts(self) -> Counter[Card]:
        """How often the hand holds each card."""
        return Counter(self.cards)

    def minus(self, cards: Iterable[Card]) -> Hand:
        """The hand without these cards, its order kept; cards that it lacks are ignored."""
        gone = [card.code for card in cards]
        kept = []
        for card in self.cards:
            if card.code in gone:
                gone.remove(card.code)
            else:
                kept.append(card)
        return Hand(kept)

    def sorted(self) -> Hand:
        """The hand by suit and rank, jokers last."""
        return Hand(sorted(self.cards))

    def display(self, *, ascii_only: bool = False) -> str:
        """The cards as people read them, in the hand's order."""
        return " ".join(card.display(ascii_only=ascii_only) for card in self.cards)

    @overload
    def __getitem__(self, index: int) -> Card: ...
    @overload
    def __getitem__(self, index: slice) -> Hand: ...
    def __getitem__(self, index: int | slice) -> Card | Hand:
        return Hand(self.cards[index]) if isinstance(index, slice) else self.cards[index]

    def __len__(self) -> int:
        return len(self.cards)

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hand) and sorted(self.cards) == sorted(other.cards)

    def __hash__(self) -> int:
        return hash(tuple(sorted(self.cards)))

    def __str__(self) -> str:
        return " ".join(map(str, self.cards))

    def __repr__(self) -> str:
        return f"Hand({str(self)!r})"


def _read(cards: CardsLike, locale: str) -> tuple[Card, ...]:
    placed = parse_cards(cards, locale)
    for number, card in enumerate(placed, 1):
        if card.wild:
            raise NotationError(
                "stands-for-in-hand",
                f"card {number} of the hand: {excerpt(card)} says what a wild stands for; "
                f"that is fixed only in a meld: write {card.card}",
                {"card": number, "text": str(card)},
            )
    return tuple(card.card for card in placed)


def pack(packs: int = 1, jokers: int = 0, ranks: str = RANKS, suits: str = SUITS) -> Hand:
    """All the cards of a game: ``packs`` packs of these ranks and suits, ``jokers`` jokers in all.

    >>> len(pack(2, 6)), len(pack(1, 0, "A234567JQK"))
    (110, 40)
    """
    one = [
        Card.of(RANKS.index(rank) + 1, suit) for suit in map(SUITS.index, suits) for rank in ranks
    ]
    return Hand(sorted(one * packs) + [Card(JOKER_CODE)] * jokers)
