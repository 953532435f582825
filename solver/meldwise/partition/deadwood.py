"""Least deadwood of one hand as a number, as fast as plain Python allows.

Bots ask for nothing else, thousands of times a second. Hands without wilds and without a card
held twice, the usual ones, are four looked-up numbers and a choice of sets; the rest goes the way
of `best_melds`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from operator import and_, attrgetter

from meldwise.cards import Card, CardsLike, Hand
from meldwise.cards.card import CODES
from meldwise.errors import RequestError
from meldwise.melds.candidates import Holding, suit_group
from meldwise.melds.holdings import checked_cards
from meldwise.melds.meldrules import MeldRules, meld_rules
from meldwise.melds.packed import count_at
from meldwise.melds.shapes import Shape, run_shapes, set_shapes
from meldwise.partition.clock import Clock
from meldwise.partition.scoring import first_level
from meldwise.partition.search import search_best
from meldwise.rules.catalog import RulesLike, find_rules
from meldwise.rules.ruleset import RuleSet

SUIT_MASK = (1 << 13) - 1
MOST_SECONDS = 10.0

# More cards can be laid in sets in so many ways that the search, with its bound, is faster.
MOST_PLAIN = 14

_code = attrgetter("code")

Taken = tuple[int, int, int, int]
"""The bit of a rank in each suit of which a set takes the card."""


def deadwood(hand: CardsLike, rules: RulesLike = "gin-rummy", *, players: int | None = None) -> int:
    """The least deadwood of a hand in points: `best_melds` without the melds, much faster.

    Args:
        hand: The cards; a `Hand` is fastest.
        rules: Id, alias, `RuleSet`, options or file; a `RuleSet` is fastest.
        players: Number of players, where the packs depend on it.

    Raises:
        NotationError, HandError, RulesError: wrong input.
        RequestError: a hand of dozens of cards whose least deadwood takes too long to prove.

    >>> deadwood("6D 7D 7C 7H 8D 8C 9C TH")
    17
    """
    rule_set = rules if isinstance(rules, RuleSet) else find_rules(rules)
    tables = _tables(rule_set, rule_set.packs(players) if players is not None else None)
    cards = hand.cards if isinstance(hand, Hand) else Hand.parse(hand).cards
    mask = tables.mask_of(cards)
    if mask is None:
        return _searched(tables.rules, checked_cards(cards, rule_set, players))
    return tables.least(mask)


@lru_cache(maxsize=64)
def _tables(rules: RuleSet, packs: int | None) -> PlainTables:
    return plain_tables(meld_rules(rules, packs))


@lru_cache(maxsize=64)
def plain_tables(rules: MeldRules) -> PlainTables:
    """The tables of plain hands under rules of melds."""
    return PlainTables(rules)


def _searched(rules: MeldRules, cards: tuple[Card, ...]) -> int:
    held = sum(rules.hand_values[card.code] for card in cards)
    clock = Clock(MOST_SECONDS)
    found = search_best(rules, Holding.of(rules, cards), "deadwood", "none", clock)
    if not found.exact:
        raise RequestError(
            "not-proven",
            f"the least deadwood of {len(cards)} cards was not proven in {MOST_SECONDS:.0f} "
            "seconds: best_melds gives the best found and a bound",
            {"cards": len(cards)},
        )
    return held - first_level(found.arrangements[0].score)


class PlainTables:
    """Deadwood of plain hands: no wilds, no card twice, not too many cards.

    Keeps the deadwood of one-suit hands by bit mask, and the sets of a rank; both are filled as
    they are asked for. Made by `plain_tables`.
    """

    def __init__(self, rules: MeldRules) -> None:
        self.rules = rules
        self.bit_of = [1 << code for code in range(CODES)].__getitem__
        self.not_plain = sum(
            1 << code
            for code in range(CODES)
            if rules.is_wild(code) or not rules.ranks_mask >> (code % 13) & 1
        )
        self._nothing = (0,) * len(rules.classes)
        self._dead = [{0: 0} for _ in range(4)]
        if rules.suits_alike:
            self._dead = [self._dead[0]] * 4
        self._sets: dict[tuple[int, int], list[Taken]] = {}

    def mask_of(self, cards: Sequence[Card]) -> int | None:
        """The cards as a mask, bit code set for each; None if the hand is not plain."""
        # A card held twice carries into the next bit, so that there are fewer bits than cards.
        mask = sum(map(self.bit_of, map(_code, cards)))
        if mask.bit_count() == len(cards) <= MOST_PLAIN and not mask & self.not_plain:
            return mask
        return None

    def least(self, mask: int) -> int:
        """The least deadwood of these cards, bit code set for each."""
        spades, hearts = mask & SUIT_MASK, mask >> 13 & SUIT_MASK
        diamonds, clubs = mask >> 26 & SUIT_MASK, mask >> 39
        low, high = spades & hearts, diamonds & clubs
        either, other = spades | hearts, diamonds | clubs
        # Ranks held in enough suits for a set.
        pairs = low | high | either & other
        ranks = low & other | high & either if self.rules.set_min > 2 else pairs
        best = self._dead_in(spades, hearts, diamonds, clubs)
        if not ranks:
            return best
        choices = []
        while ranks:
            bit = ranks & -ranks
            ranks ^= bit
            held = (spades & bit and 1) | (hearts & bit and 2)
            held |= (diamonds & bit and 4) | (clubs & bit and 8)
            choices.append(self._sets_of(bit, held))
        return self._least_with(choices, 0, (spades, hearts, diamonds, clubs), best)

    def _least_with(
        self,
        choices: list[list[Taken]],
        first: int,
        suits: tuple[int, int, int, int],
        best: int,
    ) -> int:
        """The least deadwood with sets of the ranks from ``first`` on."""
        spades, hearts, diamonds, clubs = suits
        for index in range(first, len(choices)):
            for a, b, c, d in choices[index]:
                left = (spades ^ a, hearts ^ b, diamonds ^ c, clubs ^ d)
                points = self._dead_in(*left)
                best = min(best, points)
                if points and index + 1 < len(choices):
                    best = self._least_with(choices, index + 1, left, best)
                if not best:
                    return 0
        return best

    def _dead_in(self, spades: int, hearts: int, diamonds: int, clubs: int) -> int:
        """The least deadwood when only runs are laid."""
        dead = self._dead
        try:
            return dead[0][spades] + dead[1][hearts] + dead[2][diamonds] + dead[3][clubs]
        except KeyError:
            suits = (spades, hearts, diamonds, clubs)
            return sum([self._dead_of(suit, mask) for suit, mask in enumerate(suits)])

    def _dead_of(self, suit: int, mask: int) -> int:
        """The least deadwood of cards of one suit when only runs are laid."""
        known = self._dead[suit].get(mask)
        if known is not None:
            return known
        lowest = mask & -mask
        code = 13 * suit + lowest.bit_length() - 1
        least = self.rules.hand_values[code] + self._dead_of(suit, mask ^ lowest)
        for run in run_shapes(self.rules, suit_group(self.rules, suit), mask, 0, self._nothing):
            taken = sum(1 << rank for rank in range(13) if count_at(run.cards, rank))
            if taken & lowest:
                least = min(least, self._dead_of(suit, mask ^ taken))
        self._dead[suit][mask] = least
        return least

    def _sets_of(self, bit: int, held: int) -> list[Taken]:
        """The sets of a rank as what they take of each suit, best first."""
        known = self._sets.get((bit, held))
        if known is None:
            counts = tuple(held >> suit & 1 for suit in range(4))
            shapes = set_shapes(self.rules, bit.bit_length(), counts, self._nothing)
            ways = [(_suits_of(shape, bit), shape.saved) for shape in shapes]
            # Of four cards two sets can be laid, where the rules have sets of two.
            ways += [
                (_merged(one, other), saved + more)
                for (one, saved), (other, more) in combinations(ways, 2)
                if not any(map(and_, one, other))
            ]
            ways.sort(key=lambda way: -way[1])
            known = self._sets[bit, held] = list(dict.fromkeys(taken for taken, _ in ways))
        return known


def _suits_of(shape: Shape, bit: int) -> Taken:
    a, b, c, d = (bit if count_at(shape.cards, suit) else 0 for suit in range(4))
    return a, b, c, d


def _merged(one: Taken, other: Taken) -> Taken:
    """What two sets take together."""
    return one[0] | other[0], one[1] | other[1], one[2] | other[2], one[3] | other[3]
