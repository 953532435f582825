"""Pinned cards: groups that must lie together in one meld."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from meldwise.cards import JOKER, Card, CardsLike, Hand
from meldwise.cards.card import JOKER_CODE, RED_JOKER_CODE
from meldwise.errors import InputError, RequestError
from meldwise.melds.meldrules import MeldRules

Bag = Counter[Card]


@dataclass(frozen=True, slots=True)
class Pins:
    """Groups of cards of the hand, each to lie in one meld; groups may share a meld."""

    groups: tuple[tuple[Card, ...], ...] = ()

    @classmethod
    def parse(
        cls, pins: Sequence[CardsLike], hand: Hand, rules: MeldRules, locale: str = "en"
    ) -> Pins:
        """Read pins and check that the hand holds all their cards together.

        Raises:
            RequestError: a pinned card that the hand does not hold, or not so often.
        """
        if not pins:
            return cls()
        plain_joker = rules.class_of[JOKER_CODE] == rules.class_of[RED_JOKER_CODE]
        if isinstance(pins, str | Card) or not isinstance(pins, Sequence):
            raise RequestError(
                "bad-pins",
                'pins are a list of groups of cards, such as ["7S 6S"]',
                {"field": "pins"},
            )
        groups = []
        for number, pin in enumerate(pins):
            try:
                cards = Hand.parse(pin, locale).cards
            except InputError as error:
                where = {**error.where, "field": "pins", "pin": number}
                raise type(error)(error.code, f"pins {number}: {error.message}", where) from None
            groups.append(tuple(JOKER if card.is_joker and plain_joker else card for card in cards))
        missing = Counter(card for group in groups for card in group) - hand.counts()
        if missing:
            card = next(iter(missing))
            raise RequestError(
                "pin-not-in-hand",
                f"{card} is pinned, but the hand does not hold it (so often)",
                {"field": "pins", "text": str(card)},
            )
        return cls(tuple(group for group in groups if group))

    def met_by(self, melds: Sequence[Sequence[Card]]) -> bool:
        """Whether each group lies in a meld."""
        return self._place(0, [Counter(cards) for cards in melds])

    def _place(self, index: int, free: list[Bag]) -> bool:
        if index == len(self.groups):
            return True
        wanted = Counter(self.groups[index])
        for cards in free:
            if wanted <= cards:
                cards.subtract(wanted)
                if self._place(index + 1, free):
                    return True
                cards.update(wanted)
        return False
