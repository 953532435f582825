"""What could be put on the table: candidates for legal placements, each once.

Melds are complete up to identical cards and to readings: of several readings of the same cards
the dearest is listed, of several wilds of one kind the first. Other ways to say the same are
accepted when they are given.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final

from meldwise.cards import Card, PlacedCard
from meldwise.melds.candidates import Candidate, Holding, hand_candidates
from meldwise.melds.extending import extensions, may_extend
from meldwise.melds.meld import Meld
from meldwise.melds.meldrules import MeldRules
from meldwise.melds.readings import read_meld
from meldwise.play.actions import LayMeld, LayOff, ShiftJoker, SwapJoker
from meldwise.play.addingto import shifts
from meldwise.play.tablemelds import exchanged, may_replace
from meldwise.position import Position

# Melds of hands: the same come in turn after turn.
_REMEMBERED: Final = 1 << 15


def meld_actions(position: Position, containing: Sequence[Card] = ()) -> list[LayMeld]:
    """Every meld of the hand, dearest first; only those with one of some cards, if given."""
    rules, hand = position.terms.melds, position.hand
    wanted = set(containing)
    found: dict[tuple[PlacedCard, ...], int] = {}
    for candidate in hand_candidates(rules, Holding.of(rules, hand)):
        for cards in _filled(rules, hand, candidate):
            if wanted and wanted.isdisjoint(cards):
                continue
            meld = _dearest(rules, cards)
            # Cards of a wild rank may have a second reading that is another candidate's.
            if meld is not None:
                found[meld.cards] = meld.points
    ranked = sorted(found.items(), key=lambda item: -item[1])
    return [LayMeld(cards) for cards, _ in ranked]


@lru_cache(maxsize=_REMEMBERED)
def _dearest(rules: MeldRules, cards: tuple[Card, ...]) -> Meld | None:
    """The dearest reading of some cards as a meld."""
    melds = read_meld(rules, [PlacedCard.natural(card) for card in cards]).melds
    return melds[0] if melds else None


def melds_of(
    rules: MeldRules, hand: tuple[Card, ...], melds: Sequence[Candidate]
) -> list[tuple[Card, ...]]:
    """Cards of a hand for disjoint candidates: naturals first, then wilds from what is left."""
    left = Counter(hand)
    found = []
    for candidate in melds:
        naturals = [Card(code) for code, count in candidate.naturals() for _ in range(count)]
        left.subtract(naturals)
        found.append(naturals)
    for candidate, cards in zip(melds, found, strict=True):
        for index, count in enumerate(candidate.shape.wilds):
            for _ in range(count):
                wild = next(
                    card for card, n in left.items() if n > 0 and rules.class_of[card.code] == index
                )
                left[wild] -= 1
                cards.append(wild)
    return [tuple(cards) for cards in found]


@lru_cache(maxsize=_REMEMBERED)
def _naturals(candidate: Candidate) -> tuple[Card, ...]:
    return tuple([Card(code) for code, count in candidate.naturals() for _ in range(count)])


def _filled(
    rules: MeldRules, hand: tuple[Card, ...], candidate: Candidate
) -> Iterator[tuple[Card, ...]]:
    """Cards of the hand for a candidate: its naturals, and each different choice of wilds."""
    naturals = _naturals(candidate)
    if not any(candidate.shape.wilds):
        return iter((naturals,))
    ways = [naturals]
    for index, count in enumerate(candidate.shape.wilds):
        if count:
            wilds = [card for card in hand if rules.class_of[card.code] == index]
            for card in naturals:
                if card in wilds:
                    wilds.remove(card)
            wilds = [card for kind in dict.fromkeys(wilds) for card in wilds if card == kind]
            choices = dict.fromkeys(tuple(sorted(c)) for c in combinations(wilds, count))
            ways = [cards + choice for cards in ways for choice in choices]
    return iter(ways)


def layoff_actions(position: Position, cards: Sequence[Card]) -> Iterator[LayOff]:
    """Every card that fits a meld on the table, with what a wild then stands for."""
    if not position.rules.layoff.in_play:
        return
    rules, different = position.terms.melds, tuple(dict.fromkeys(cards))
    for index, known in enumerate(position.table):
        for card in may_extend(rules, known.meld, different):
            longer = extensions(rules, known.meld, PlacedCard.natural(card))
            if not longer:
                continue
            if not rules.is_wild(card.code):
                yield LayOff(PlacedCard.natural(card), index)
                continue
            faces = {
                added: None
                for meld in longer
                for added in (Counter(meld.cards) - Counter(known.meld.cards))
            }
            for face in faces:
                yield LayOff(face, index)


def swap_actions(position: Position) -> Iterator[SwapJoker]:
    """Every card that a joker on the table stands for; in sets also with the others missing."""
    if not position.rules.joker_swap.allowed:
        return
    rules = position.terms.melds
    strict = position.rules.joker_swap.strict
    held = tuple(dict.fromkeys(position.hand))
    for index, known in enumerate(position.table):
        for card in may_replace(known.meld, held):
            if exchanged(rules, known.meld, card) is None:
                continue
            yield SwapJoker(card, index)
            if strict and known.meld.kind == "set":
                same = [other for other in held if other.rank == card.rank and other != card]
                for count in range(1, len(same) + 1):
                    for others in combinations(same, count):
                        yield SwapJoker(card, index, others)


def shift_actions(position: Position) -> Iterator[ShiftJoker]:
    """Every shift of a joker for a card of the hand."""
    if not position.rules.joker_shift.allowed:
        return
    held = tuple(dict.fromkeys(position.hand))
    for index, known in enumerate(position.table):
        for card in may_replace(known.meld, held):
            for _, to in shifts(position, known.meld, card):
                yield ShiftJoker(card, index, to)
