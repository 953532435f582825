"""What a meld that lies on the table becomes when a card is added to it.

Cards on the table keep their place and what they stand for: a run grows at its ends only.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise

from meldwise.cards import Card, PlacedCard
from meldwise.melds.meld import Meld
from meldwise.melds.meldrules import MeldRules
from meldwise.melds.readings import read_meld

_REMEMBERED = 1 << 15

Ranks = frozenset[int]


@lru_cache(maxsize=_REMEMBERED)
def extensions(rules: MeldRules, meld: Meld, card: PlacedCard) -> tuple[Meld, ...]:
    """Every meld that a table meld can become by adding a card, dearest first.

    >>> from meldwise.melds import check
    >>> from meldwise.melds.meldrules import meld_rules
    >>> from meldwise.rules import rules
    >>> run = check("JH QH JK=KH", "german-rummy").readings[0]
    >>> ace = PlacedCard.natural(Card.parse("AH"))
    >>> [str(found) for found in extensions(meld_rules(rules("german-rummy")), run, ace)]
    ['JH QH JK=KH AH']
    """
    readings = read_meld(rules, (*meld.cards, card)).melds
    return tuple(longer for longer in readings if longer.kind == meld.kind and _keeps(meld, longer))


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


def may_extend(rules: MeldRules, meld: Meld, cards: Iterable[Card]) -> list[Card]:
    """Those of some cards that have the rank and suit to be added to a meld, and all wilds.

    A quick look that spares most readings: `extensions` may still find nothing for them.
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
