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
from meldwise.partition.throwing import may_throw
from meldwise.rules.ruleset import RuleSet

# A hand takes milliseconds; a limit would only make an answer inexact.
NO_LIMIT = 1e9


def least_deadwood(rules: MeldRules, hand: Hand) -> int:
    """The least deadwood of a hand."""
    return _deadwood(rules, hand, _best(rules, hand, "none"))


def least_after_discard(rule_set: RuleSet, rules: MeldRules, hand: Hand) -> tuple[int, int]:
    """The least deadwood after a discard, and its code; see `DiscardBatch` for ties."""
    options = []
    for card in sorted(set(hand.cards)):
        rest = hand.minus([card])
        best = _best(rules, rest, "none")
        melded = sum(meld.shape.size for meld in best.melds)
        if may_throw(rule_set, hand, card, out=melded == len(rest)):
            left = _deadwood(rules, rest, best)
            options.append((left, -rules.hand_values[card.code], card.code))
    least, _, code = min(options, default=(0, 0, -1))
    return least, code


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
