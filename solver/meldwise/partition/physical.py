"""From shapes to cards: which card of the hand lies where, checked against the definition."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement

from meldwise.cards import Card, Hand, PlacedCard
from meldwise.cards.card import CARD_TEXTS, CARDS
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
    left = [0] * len(CARDS)
    for card in hand.cards:
        left[card.code] += 1
    naturals = [
        [code for code, count in meld.naturals() for _ in range(count)] for meld in found.melds
    ]
    for codes in naturals:
        for code in codes:
            left[code] -= 1
    if min(left) < 0:
        raise EngineError(f"an engine used a card twice in {hand}")
    for discard in _thrown(rules, left, found.discard):
        if discard is not None:
            left[discard.code] -= 1
        for wilds in _deal_wilds(rules, left, found.melds):
            melds = tuple(
                [
                    _read(rules, meld, [*codes, *extra])
                    for meld, codes, extra in zip(found.melds, naturals, wilds, strict=True)
                ]
            )
            used = [card for meld in melds for card in meld.physical]
            rest = hand.minus([*used, discard] if discard else used)
            yield Layout(_in_display_order(melds), rest.cards, discard)
        if discard is not None:
            left[discard.code] += 1


def _thrown(rules: MeldRules, left: Sequence[int], code: int) -> list[Card | None]:
    """The cards that may be thrown; of interchangeable wilds each that no meld needs."""
    if code < 0:
        return [None]
    index = rules.class_of[code]
    if index < 0:
        return [CARDS[code]]
    # Jokers first: equal in value to what follows, they come first among the class's cards.
    return [CARDS[wild] for wild in rules.classes[index].codes if left[wild] > 0]


def _deal_wilds(
    rules: MeldRules, left: list[int], melds: Sequence[Candidate]
) -> Iterator[list[list[int]]]:
    """Every distinct way to deal the wilds that are left to the melds that want some, as codes."""
    wanted = [
        (index, known, count)
        for index, meld in enumerate(melds)
        for known, count in enumerate(meld.shape.wilds)
        if count
    ]
    dealt: list[list[int]] = [[] for _ in melds]

    def deal(position: int) -> Iterator[list[list[int]]]:
        if position == len(wanted):
            yield [list(codes) for codes in dealt]
            return
        index, known, count = wanted[position]
        held = [code for code in rules.classes[known].codes if left[code] > 0]
        # Prefer cards that do not become naturals where they lie.
        held.sort(key=lambda code: (_at_home(melds[index], CARDS[code]), code < 52, code))
        for choice in combinations_with_replacement(held, count):
            if any(left[code] < choice.count(code) for code in choice):
                continue
            for code in choice:
                left[code] -= 1
            dealt[index].extend(choice)
            yield from deal(position + 1)
            del dealt[index][len(dealt[index]) - count :]
            for code in choice:
                left[code] += 1

    return deal(0)


def _at_home(meld: Candidate, card: Card) -> bool:
    return card.suit == meld.suit or card.rank == meld.rank


def _read(rules: MeldRules, meld: Candidate, codes: list[int]) -> Meld:
    """The dearest reading of a meld's cards, of its own kind where that counts no less."""
    codes.sort()
    for every_order in (False, True):
        readings = _readings(rules, tuple(codes), every_order)
        dear = [reading for reading in readings if reading.points >= meld.shape.points]
        if dear:
            break
    else:
        texts = " ".join(CARD_TEXTS[code] for code in codes)
        raise EngineError(f"an engine claimed {meld.shape.points} points for {texts}")
    # The very reading that was claimed, if it is there: a requirement may rest on its kind or
    # on its having no wild; else the dearest.
    alike = [reading for reading in dear if reading.kind == meld.shape.kind]
    claimed = (r for r in alike if r.wild_count <= meld.shape.wild_count)
    return next(claimed, (alike or dear)[0])


@lru_cache(maxsize=READINGS_KEPT)
def _readings(rules: MeldRules, codes: tuple[int, ...], every_order: bool) -> tuple[Meld, ...]:
    """What the definition says of these cards; the same melds come up in hand after hand."""
    placed = [PlacedCard.natural(CARDS[code]) for code in codes]
    return read_meld(rules, placed, every_order=every_order).melds


def _code(card: Card) -> int:
    return card.code


def _codes(meld: Meld) -> list[int]:
    return sorted([placed.card.code for placed in meld.cards])


def _in_display_order(melds: tuple[Meld, ...]) -> tuple[Meld, ...]:
    """Dearest first; equal ones by kind and cards, so that the order never varies."""
    return tuple(sorted(melds, key=lambda meld: (-meld.points, meld.kind, _codes(meld))))
