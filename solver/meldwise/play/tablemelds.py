"""What a meld on the table becomes when a card is added, exchanged or shifted.

Cards on the table keep their place and what they stand for; whether the outcome is a meld is
asked of `meldwise.melds`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise

from meldwise.cards import Card, PlacedCard
from meldwise.melds.meld import Meld
from meldwise.melds.meldrules import MeldRules
from meldwise.melds.readings import read_meld
from meldwise.melds.sentences import explain_fault, nearest_fault
from meldwise.play.refusal import Refusal

_REMEMBERED = 1 << 15


@lru_cache(maxsize=_REMEMBERED)
def extensions(rules: MeldRules, meld: Meld, card: PlacedCard) -> tuple[Meld, ...] | Refusal:
    """Every meld that a table meld can become by adding a card, dearest first, or why none.

    >>> from meldwise.melds import check
    >>> from meldwise.melds.meldrules import meld_rules
    >>> from meldwise.rules import rules
    >>> run = check("JH QH JK=KH", "german-rummy").readings[0]
    >>> ace = PlacedCard.natural(Card.parse("AH"))
    >>> [str(found) for found in extensions(meld_rules(rules("german-rummy")), run, ace)]
    ['JH QH JK=KH AH']
    """
    found = read_meld(rules, (*meld.cards, card))
    kept = tuple(
        longer for longer in found.melds if longer.kind == meld.kind and _keeps(meld, longer)
    )
    if kept:
        return kept
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


def _keeps(meld: Meld, longer: Meld) -> bool:
    """Whether all cards of a meld lie in a longer one as they did."""
    if meld.kind == "run":
        return meld.cards in (longer.cards[1:], longer.cards[:-1])
    left = list(longer.cards)
    for card in meld.cards:
        if card not in left:
            return False
        left.remove(card)
    return True


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
        before, after = beside(rules, meld)
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


Ranks = frozenset[int]


def beside(rules: MeldRules, run: Meld) -> tuple[Ranks, Ranks]:
    """The ranks that can lie before the first card of a run and after its last one."""
    before, after = _neighbours(rules)
    return before[run.cards[0].rank], after[run.cards[-1].rank]


@lru_cache(maxsize=64)
def _neighbours(rules: MeldRules) -> tuple[list[Ranks], list[Ranks]]:
    """For each rank the ranks that come directly before and after it in some run."""
    pairs = {pair for window in rules.windows for pair in pairwise(window.ranks)}
    ranks = range(14)
    before = [frozenset(low for low, high in pairs if high == rank) for rank in ranks]
    return before, [frozenset(high for low, high in pairs if low == rank) for rank in ranks]


def may_extend(rules: MeldRules, meld: Meld, cards: Iterable[Card]) -> list[Card]:
    """Those of some cards that have the rank and suit to be added to a meld, and all wilds.

    What `extensions` refuses for other reasons is among them.
    """
    if meld.kind == "set":
        rank = meld.cards[0].rank
        return [card for card in cards if card.rank == rank or rules.is_wild(card.code)]
    before, after = beside(rules, meld)
    suit, ranks = meld.cards[0].suit, before | after
    return [
        card
        for card in cards
        if (card.suit == suit and card.rank in ranks) or rules.is_wild(card.code)
    ]


def may_replace(meld: Meld, cards: Iterable[Card]) -> list[Card]:
    """Those of some cards for which a wild of a meld stands, or could stand."""
    stood_for = [(card.rank, card.suit) for card in meld.cards if card.wild]
    if not stood_for:
        return []
    if meld.kind == "run":
        return [card for card in cards if (card.rank, card.suit) in stood_for]
    return [card for card in cards if card.rank == stood_for[0][0]]
