"""Why an action is not legal, as a value: searches ask often, and mostly hear no."""

from __future__ import annotations

from typing import NamedTuple

from meldwise.cards import Card


class Refusal(NamedTuple):
    """A stable code and a sentence."""

    code: str
    reason: str


def without(hand: tuple[Card, ...], cards: tuple[Card, ...]) -> tuple[Card, ...] | Card:
    """The hand without these cards, or the first of them that it lacks.

    >>> from meldwise.cards import Hand
    >>> without(Hand.parse("7H 8H 7H").cards, Hand.parse("7H").cards)
    (Card('8H'), Card('7H'))
    """
    left = list(hand)
    for card in cards:
        if card not in left:
            return card
        left.remove(card)
    return tuple(left)


def not_in_hand(card: Card) -> Refusal:
    """The hand lacks a card."""
    return Refusal("not-in-hand", f"{card} is not in the hand")
