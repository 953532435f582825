"""Deadwood of hands: the value, the best discard, and the best arrangement where it is needed.

Players and referee ask about the same hands again and again, so answers are remembered.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from meldwise.cards import Card, Hand
from meldwise.melds.candidates import Candidate, Holding
from meldwise.melds.meldrules import MeldRules
from meldwise.partition import best_melds
from meldwise.partition.clock import Clock
from meldwise.partition.deadwood import deadwood as least_deadwood
from meldwise.partition.question import Discard
from meldwise.partition.scoring import Goal
from meldwise.partition.search import search_best
from meldwise.position import Terms

# Far beyond what one hand takes; a referee must not answer "perhaps".
_SECONDS = 60.0

_REMEMBERED = 1 << 16


class Best:
    """A best arrangement: its melds, the card thrown (−1: none) and what they are worth."""

    __slots__ = ("cards", "melds", "points", "saved", "thrown")

    def __init__(self, melds: tuple[Candidate, ...], thrown: int) -> None:
        self.melds = melds
        self.thrown = thrown
        self.saved = sum([meld.shape.saved for meld in melds])
        self.points = sum([meld.shape.points for meld in melds])
        self.cards = sum([meld.shape.size for meld in melds])


@lru_cache(maxsize=_REMEMBERED)
def _best(rules: MeldRules, goal: Goal, discard: Discard, hand: tuple[Card, ...]) -> Best:
    found = search_best(rules, Holding.of(rules, hand), goal, discard, Clock(_SECONDS))
    assert found.exact
    if not found.arrangements:
        return Best((), -1)
    return Best(found.arrangements[0].melds, found.arrangements[0].discard)


def best(
    rules: MeldRules, hand: tuple[Card, ...], goal: Goal = "deadwood", discard: Discard = "none"
) -> Best:
    """The best arrangement of a hand; see `meldwise.partition.search.search_best`."""
    return _best(rules, goal, discard, tuple(sorted(hand, key=_code)))


def _code(card: Card) -> int:
    return card.code


def deadwood(terms: Terms, hand: tuple[Card, ...]) -> int:
    """The least points that a hand leaves unmelded.

    >>> from meldwise.position import terms_of
    >>> from meldwise.rules import rules
    >>> deadwood(terms_of(rules("gin-rummy"), 2), Hand.parse("7H 8H 9H KC 2D").cards)
    12
    """
    class_of = terms.melds.class_of
    for card in hand:
        if class_of[card.code] >= 0:
            # With wilds the search takes so long that remembering its answers pays.
            return held(terms.melds, hand) - best(terms.melds, hand).saved
    return least_deadwood(Hand(hand), terms.rules, players=terms.players)


def best_discard(
    terms: Terms, hand: tuple[Card, ...], cards: Sequence[Card] | None = None
) -> tuple[Card, int]:
    """The card after whose discard the least deadwood is left, and that deadwood.

    Args:
        terms: The rules at the table.
        hand: The hand, the card drawn included.
        cards: The cards that may be thrown, one or more; None: all.

    >>> from meldwise.position import terms_of
    >>> from meldwise.rules import rules
    >>> hand = Hand.parse("8S 9S TS KS 8C 9C TC 8D TD KD KH").cards
    >>> best_discard(terms_of(rules("gin-rummy"), 2), hand)[1]
    8
    """
    values = terms.values
    whole = deadwood(terms, hand)
    thrown, least = hand[0], 1 << 30
    # The dearest first: a card saves no more than its own value.
    kinds = sorted(set(hand if cards is None else cards), key=lambda c: (-values[c.code], c.code))
    for card in kinds:
        if whole - values[card.code] >= least:
            break
        count = deadwood_without(terms, hand, card)
        if count < least:
            thrown, least = card, count
    return thrown, least


def deadwood_without(terms: Terms, hand: tuple[Card, ...], card: Card) -> int:
    """The least points unmelded when this card of the hand is thrown."""
    at = hand.index(card)
    return deadwood(terms, hand[:at] + hand[at + 1 :])


def held(rules: MeldRules, hand: tuple[Card, ...]) -> int:
    """The points of all cards of a hand."""
    values = rules.hand_values
    return sum([values[card.code] for card in hand])


def melds_whole(terms: Terms, hand: tuple[Card, ...]) -> bool:
    """Whether all cards of a hand are melded, with all that is asked of a hand that goes out."""
    wanted = terms.rules.hand.requires
    if wanted.sets or wanted.runs or wanted.pure_runs:
        found = best_melds(
            hand, terms.rules, goal="out", discard="none", players=terms.players, seconds=_SECONDS
        )
        return found.out
    if deadwood(terms, hand) > 0:
        return False
    return best(terms.melds, hand, "out").cards == len(hand)
