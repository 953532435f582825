"""What a meld on the table becomes when a card is added, exchanged or shifted.

Cards on the table keep their place and what they stand for; whether the outcome is a meld is
asked of `meldwise.melds`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from meldwise.cards import Card, PlacedCard
from meldwise.melds import extending
from meldwise.melds.meld import Meld
from meldwise.melds.meldrules import MeldRules
from meldwise.melds.readings import read_meld
from meldwise.melds.sentences import explain_fault, nearest_fault
from meldwise.play.refusal import Refusal

_REMEMBERED = 1 << 15


def extensions(rules: MeldRules, meld: Meld, card: PlacedCard) -> tuple[Meld, ...] | Refusal:
    """Every meld that a table meld can become by adding a card, dearest first, or why none.

    >>> from meldwise.melds import check
    >>> from meldwise.melds.meldrules import meld_rules
    >>> from meldwise.rules import rules
    >>> run = check("JH QH JK=KH", "german-rummy").readings[0]
    >>> five = PlacedCard.natural(Card.parse("5H"))
    >>> extensions(meld_rules(rules("german-rummy")), run, five).code
    'not-consecutive'
    """
    kept = extending.extensions(rules, meld, card)
    if kept:
        return kept
    found = read_meld(rules, (*meld.cards, card))
    if found.melds:
        return Refusal(
            "not-consecutive", f"{card} does not follow either end of {meld}: its cards stay put"
        )
    faults = [fault for fault in found.faults if fault[0] == meld.kind] or list(found.faults)
    placed = (*meld.cards, card)
    naturals = sum(not rules.is_wild(known.card.code) for known in placed)
    kind, code = nearest_fault(faults, naturals)
    reason = explain_fault(rules, kind, code, placed)
    return Refusal(code, f"{card} cannot be added to {meld}: {reason}")


@lru_cache(maxsize=_REMEMBERED)
def exchanged(rules: MeldRules, meld: Meld, card: Card) -> tuple[Meld, Card] | None:
    """The meld with a card in the place of a joker that it can stand for, and the joker."""
    if not rules.may_be_natural(card.code):
        return None
    for slot, known in enumerate(meld.cards):
        if not (known.wild and known.card.is_joker) or known.rank != card.rank:
            continue
        if meld.kind == "run" and known.suit != card.suit:
            continue
        placed = PlacedCard.natural(card)
        cards = (*meld.cards[:slot], placed, *meld.cards[slot + 1 :])
        for reading in read_meld(rules, cards, ordered=meld.kind == "run").melds:
            if reading.kind == meld.kind and sorted(map(str, reading.cards)) == sorted(
                map(str, cards)
            ):
                return reading, known.card
    return None


@lru_cache(maxsize=_REMEMBERED)
def shifted(rules: MeldRules, meld: Meld, card: Card) -> tuple[tuple[Meld, Card, int], ...]:
    """Every way to put a card into a run for its joker and move the joker to an end.

    Returns:
        For each way the run, what the joker then stands for, and the slot that it left.
    """
    if meld.kind != "run" or not rules.may_be_natural(card.code):
        return ()
    found = []
    for slot, known in enumerate(meld.cards):
        if not (known.wild and known.card.is_joker):
            continue
        if (known.rank, known.suit) != (card.rank, card.suit):
            continue
        filled = (*meld.cards[:slot], PlacedCard.natural(card), *meld.cards[slot + 1 :])
        before, after = extending.beside(rules, meld)
        for rank in range(1, 14):
            joker = PlacedCard(known.card, rank, card.suit, wild=True)
            ways = [(joker, *filled)] if rank in before else []
            ways += [(*filled, joker)] if rank in after else []
            for cards in ways:
                reading = read_meld(rules, cards, ordered=True)
                found += [
                    (run, Card.of(rank, card.suit), slot)
                    for run in reading.melds
                    if run.kind == "run" and run.cards == cards
                ]
    return tuple(found)


def may_replace(meld: Meld, cards: Iterable[Card]) -> list[Card]:
    """Those of some cards for which a wild of a meld stands, or could stand."""
    stood_for = [(card.rank, card.suit) for card in meld.cards if card.wild]
    if not stood_for:
        return []
    if meld.kind == "run":
        return [card for card in cards if (card.rank, card.suit) in stood_for]
    return [card for card in cards if card.rank == stood_for[0][0]]
