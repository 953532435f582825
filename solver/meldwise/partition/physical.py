"""From shapes to cards: which card of the hand lies where, checked against the definition."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement

from meldwise.cards import Card, Hand, PlacedCard
from meldwise.cards.card import CARDS
from meldwise.errors import EngineError
from meldwise.melds.candidates import Candidate
from meldwise.melds.meld import Meld
from meldwise.melds.meldrules import MeldRules
from meldwise.melds.readings import read_meld
from meldwise.partition.arrangement import Arrangement

READINGS_KEPT = 8_192


@dataclass(frozen=True, slots=True)
class Layout:
    """An arrangement of real cards: melds, what is left, and the card thrown."""

    melds: tuple[Meld, ...]
    deadwood: tuple[Card, ...]
    discard: Card | None

    @property
    def key(self) -> tuple[object, ...]:
        """Equal for layouts with the same sets of cards as melds, whatever is thrown."""
        return tuple(sorted([tuple(sorted(meld.physical, key=_code)) for meld in self.melds]))


def layouts(rules: MeldRules, hand: Hand, found: Arrangement) -> Iterator[Layout]:
    """Every distinct way to fill an arrangement with the hand's cards.

    There is more than one only where cards of a wild rank stand for others: which of them lies
    where. Each meld is read again from the definition.

    Raises:
        EngineError: an engine claimed a meld that is none.
    """
    left = Counter(hand.cards)
    naturals = [
        [card for code, count in meld.naturals() for card in [CARDS[code]] * count]
        for meld in found.melds
    ]
    for cards in naturals:
        left.subtract(cards)
    if min(left.values(), default=0) < 0:
        raise EngineError(f"an engine used a card twice in {hand}")
    for discard in _thrown(rules, left, found.discard):
        left.subtract([discard] if discard else [])
        for wilds in _deal_wilds(rules, left, found.melds):
            melds = tuple(
                _read(rules, meld, cards + extra)
                for meld, cards, extra in zip(found.melds, naturals, wilds, strict=True)
            )
            used = [card for meld in melds for card in meld.physical]
            rest = hand.minus([*used, discard] if discard else used)
            yield Layout(_in_display_order(melds), rest.cards, discard)
        left.update([discard] if discard else [])


def _thrown(rules: MeldRules, left: Counter[Card], code: int) -> list[Card | None]:
    """The cards that may be thrown; of interchangeable wilds each that no meld needs."""
    if code < 0:
        return [None]
    index = rules.class_of[code]
    if index < 0:
        return [CARDS[code]]
    # Jokers first: equal in value to what follows, they come first among the class's cards.
    return [card for card in map(CARDS.__getitem__, rules.classes[index].codes) if left[card] > 0]


def _deal_wilds(
    rules: MeldRules, left: Counter[Card], melds: Sequence[Candidate]
) -> Iterator[list[list[Card]]]:
    """Every distinct way to deal the wilds that are left to the melds that want some."""
    wanted = [
        (index, known, count)
        for index, meld in enumerate(melds)
        for known, count in enumerate(meld.shape.wilds)
        if count
    ]
    dealt: list[list[Card]] = [[] for _ in melds]

    def deal(position: int) -> Iterator[list[list[Card]]]:
        if position == len(wanted):
            yield [list(cards) for cards in dealt]
            return
        index, known, count = wanted[position]
        held = [card for card in map(Card, rules.classes[known].codes) if left[card] > 0]
        # Prefer cards that do not become naturals where they lie.
        held.sort(key=lambda card: (_at_home(melds[index], card), card.code < 52, card))
        for choice in combinations_with_replacement(held, count):
            counts = Counter(choice)
            if any(left[card] < number for card, number in counts.items()):
                continue
            left.subtract(counts)
            dealt[index].extend(choice)
            yield from deal(position + 1)
            del dealt[index][len(dealt[index]) - count :]
            left.update(counts)

    return deal(0)


def _at_home(meld: Candidate, card: Card) -> bool:
    return card.suit == meld.suit or card.rank == meld.rank


def _read(rules: MeldRules, meld: Candidate, cards: Sequence[Card]) -> Meld:
    """The dearest reading of a meld's cards, of its own kind where that counts no less."""
    for every_order in (False, True):
        readings = _readings(rules, tuple(sorted(cards, key=_code)), every_order)
        dear = [reading for reading in readings if reading.points >= meld.shape.points]
        if dear:
            break
    else:
        raise EngineError(
            f"an engine claimed {meld.shape.points} points for {' '.join(map(str, cards))}"
        )
    # The very reading that was claimed, if it is there: a requirement may rest on its kind or
    # on its having no wild; else the dearest.
    alike = [reading for reading in dear if reading.kind == meld.shape.kind]
    claimed = (r for r in alike if r.wild_count <= meld.shape.wild_count)
    return next(claimed, (alike or dear)[0])


@lru_cache(maxsize=READINGS_KEPT)
def _readings(rules: MeldRules, cards: tuple[Card, ...], every_order: bool) -> tuple[Meld, ...]:
    """What the definition says of these cards; the same melds come up in hand after hand."""
    placed = [PlacedCard.natural(card) for card in cards]
    return read_meld(rules, placed, every_order=every_order).melds


def _code(card: Card) -> int:
    return card.code


def _codes(meld: Meld) -> list[int]:
    return sorted([placed.card.code for placed in meld.cards])


def _in_display_order(melds: tuple[Meld, ...]) -> tuple[Meld, ...]:
    """Dearest first; equal ones by kind and cards, so that the order never varies."""
    return tuple(sorted(melds, key=lambda meld: (-meld.points, meld.kind, _codes(meld))))
