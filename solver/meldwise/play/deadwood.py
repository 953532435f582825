"""Deadwood of hands: the value, the best discard, and the best arrangement where it is needed.

Hands without wilds and without a card held twice are looked up; answers for other hands, which
take a search, are remembered, for players and referee ask about the same hands again and again.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from operator import attrgetter

from meldwise.cards import Card
from meldwise.cards.card import CARDS
from meldwise.melds.candidates import Candidate, Holding
from meldwise.melds.meldrules import MeldRules
from meldwise.partition import best_melds
from meldwise.partition.clock import Clock
from meldwise.partition.deadwood import plain_tables
from meldwise.partition.question import Discard
from meldwise.partition.scoring import Goal, first_level
from meldwise.partition.search import search_best, search_score
from meldwise.play.nearness import nearness
from meldwise.position import Terms

# Far beyond what one hand takes; a referee must not answer "perhaps".
_SECONDS = 60.0

_REMEMBERED = 1 << 16

_code = attrgetter("code")


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
def _best(rules: MeldRules, goal: Goal, discard: Discard, hand: bytes) -> Best:
    holding = Holding.of(rules, [CARDS[code] for code in hand])
    found = search_best(rules, holding, goal, discard, Clock(_SECONDS))
    assert found.exact
    if not found.arrangements:
        return Best((), -1)
    return Best(found.arrangements[0].melds, found.arrangements[0].discard)


def best(
    rules: MeldRules, hand: tuple[Card, ...], goal: Goal = "deadwood", discard: Discard = "none"
) -> Best:
    """The best arrangement of a hand; see `meldwise.partition.search.search_best`."""
    return _best(rules, goal, discard, bytes(sorted(map(_code, hand))))


@lru_cache(maxsize=_REMEMBERED)
def _most(rules: MeldRules, goal: Goal, discard: Discard, hand: bytes) -> int:
    holding = Holding.of(rules, [CARDS[code] for code in hand])
    return first_level(search_score(rules, holding, goal, discard, Clock(_SECONDS)))


def most(
    rules: MeldRules, hand: tuple[Card, ...], goal: Goal = "deadwood", discard: Discard = "none"
) -> int:
    """What the best arrangement of a hand reaches of its goal.

    For ``deadwood`` the points in hand that are melded or thrown, for ``points`` those of the
    melds, for ``out`` the number of cards melded or thrown.
    """
    return _most(rules, goal, discard, bytes(sorted(map(_code, hand))))


def deadwood(terms: Terms, hand: tuple[Card, ...]) -> int:
    """The least points that a hand leaves unmelded.

    >>> from meldwise.cards import Hand
    >>> from meldwise.position import terms_of
    >>> from meldwise.rules import rules
    >>> deadwood(terms_of(rules("gin-rummy"), 2), Hand.parse("7H 8H 9H KC 2D").cards)
    12
    """
    tables = plain_tables(terms.melds)
    mask = tables.mask_of(hand)
    if mask is None:
        return held(terms.melds, hand) - most(terms.melds, hand)
    return tables.least(mask)


def best_discard(
    terms: Terms, hand: tuple[Card, ...], cards: Sequence[Card] | None = None
) -> tuple[Card, int]:
    """The card after whose discard the least deadwood is left, and that deadwood.

    Args:
        terms: The rules at the table.
        hand: The hand, the card drawn included.
        cards: The cards that may be thrown, one or more; None: all.

    >>> from meldwise.cards import Hand
    >>> from meldwise.position import terms_of
    >>> from meldwise.rules import rules
    >>> hand = Hand.parse("8S 9S TS KS 8C 9C TC 8D TD KD KH").cards
    >>> best_discard(terms_of(rules("gin-rummy"), 2), hand)[1]
    8
    """
    values = terms.values
    tables = plain_tables(terms.melds)
    mask = tables.mask_of(hand)
    whole = deadwood(terms, hand) if mask is None else tables.least(mask)
    thrown, least = hand[0], 1 << 30
    # The dearest first: a card saves no more than its own value.
    kinds = {card.code for card in (hand if cards is None else cards)}
    for value, code in sorted([(-values[code], code) for code in kinds]):
        if whole + value >= least:
            break
        if mask is None:
            count = deadwood_without(terms, hand, CARDS[code])
        else:
            count = tables.least(mask ^ 1 << code)
        if count < least:
            thrown, least = CARDS[code], count
    return thrown, least


def leaves_more(terms: Terms, hand: tuple[Card, ...], limit: int) -> bool:
    """Whether a hand leaves more points than that, however it is melded and whatever is thrown.

    One card may be thrown, but need not be.

    >>> from meldwise.cards import Hand
    >>> from meldwise.position import terms_of
    >>> from meldwise.rules import rules
    >>> hand = Hand.parse("7S 7H JK 2D 3D 4D 9C KC").cards
    >>> [leaves_more(terms_of(rules("ramino-knock"), 2), hand, limit) for limit in (8, 9)]
    [True, False]
    """
    if nearness(terms.melds).least_left(hand) > limit:
        return True
    tables = plain_tables(terms.melds)
    mask = tables.mask_of(hand)
    if mask is not None:
        return tables.least(mask) > limit and best_discard(terms, hand)[1] > limit
    # One search that chooses the discard too, instead of one for each card.
    return held(terms.melds, hand) - most(terms.melds, hand, discard="optional") > limit


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
    return most(terms.melds, hand, "out") == len(hand)
