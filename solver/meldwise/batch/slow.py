"""The exact slower road: one hand after the other through the search."""

from __future__ import annotations

from meldwise.cards import Card, Hand
from meldwise.melds.candidates import Holding
from meldwise.melds.meldrules import MeldRules
from meldwise.partition.arrangement import Arrangement
from meldwise.partition.clock import Clock
from meldwise.partition.physical import Layout, layouts
from meldwise.partition.question import Discard
from meldwise.partition.search import search_best

# A hand takes milliseconds; a limit would only make an answer inexact.
NO_LIMIT = 1e9


def least_deadwood(rules: MeldRules, hand: Hand) -> int:
    """The least deadwood of a hand."""
    return _deadwood(rules, hand, _best(rules, hand, "none"))


def least_after_discard(rules: MeldRules, hand: Hand) -> tuple[int, int]:
    """The least deadwood after a discard, and its code; see `DiscardBatch` for ties."""
    if not hand.cards:
        return 0, -1
    best = _best(rules, hand, "required")
    least = _deadwood(rules, hand, best) - rules.hand_values[best.discard]
    values = rules.hand_values
    for card in sorted(set(hand.cards), key=lambda card: (-values[card.code], card.code)):
        rest = hand.minus([card])
        if _deadwood(rules, rest, _best(rules, rest, "none")) == least:
            return least, card.code
    raise AssertionError("one of the cards leaves the least deadwood")


def best_layout(rules: MeldRules, hand: Hand) -> Layout:
    """A partition with the least deadwood, its melds checked."""
    return next(layouts(rules, hand, _best(rules, hand, "none")))


def card_marks(hand: list[Card], layout: Layout) -> list[int]:
    """For each card of a hand the number of its meld, −1 for deadwood."""
    marks = [-1] * len(hand)
    for number, meld in enumerate(layout.melds):
        for card in meld.physical:
            place = next(i for i, held in enumerate(hand) if held == card and marks[i] < 0)
            marks[place] = number
    return marks


def _best(rules: MeldRules, hand: Hand, discard: Discard) -> Arrangement:
    holding = Holding.of(rules, hand.cards)
    found = search_best(rules, holding, "deadwood", discard, Clock(NO_LIMIT))
    return found.arrangements[0]


def _deadwood(rules: MeldRules, hand: Hand, arrangement: Arrangement) -> int:
    held = sum(rules.hand_values[card.code] for card in hand)
    return held - sum(meld.shape.saved for meld in arrangement.melds)
