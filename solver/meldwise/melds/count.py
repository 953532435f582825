"""How many legal melds some cards hold: selections of cards, not readings."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import product

from meldwise.cards import CardsLike, Hand
from meldwise.melds.candidates import Candidate, Holding, hand_candidates
from meldwise.melds.holdings import checked_cards
from meldwise.melds.meldrules import MeldRules, meld_rules
from meldwise.melds.shapes import Capacity
from meldwise.rules import rules as find_rules
from meldwise.rules.catalog import RulesLike

Bag = tuple[tuple[int, int], ...]
"""Codes of cards, each with how many of it."""


def count_melds(
    hand: CardsLike,
    rules: RulesLike = "gin-rummy",
    *,
    players: int | None = None,
    locale: str = "en",
) -> int:
    """How many different selections of a hand's cards are legal melds.

    Identical cards make no difference, and the same cards count once however they can be read:
    ``4D JK JK`` is one meld, be it a set or a run.

    Args:
        hand: The cards, up to whole packs.
        rules: Id, alias, `RuleSet`, options or file.
        players: Number of players, where the packs depend on it.
        locale: Whose letters the court cards have.

    Raises:
        NotationError, HandError, RulesError: wrong input.

    >>> count_melds("4S 4C 4D 4H 5S 5C 5D 5H 6S 6C 6D")
    14
    """
    rule_set = find_rules(rules)
    cards = checked_cards(Hand.parse(hand, locale).cards, rule_set, players)
    compiled = meld_rules(rule_set, rule_set.packs(players))
    wilds = _Wilds(compiled, Counter(card.code for card in cards))
    by_naturals: defaultdict[Bag, set[tuple[Bag, Capacity]]] = defaultdict(set)
    for candidate in hand_candidates(compiled, Holding.of(compiled, cards)):
        plain, at_home = _split(compiled, candidate)
        by_naturals[plain].add((at_home, candidate.shape.wilds))
    return sum(wilds.selections(ways) for ways in by_naturals.values())


def _split(rules: MeldRules, candidate: Candidate) -> tuple[Bag, Bag]:
    """The naturals of a candidate: those that are never wild, and those of a wild rank."""
    naturals = candidate.naturals()
    return (
        tuple((code, count) for code, count in naturals if not rules.is_wild(code)),
        tuple((code, count) for code, count in naturals if rules.is_wild(code)),
    )


class _Wilds:
    """Selections of a hand's wild cards, numbered, so that a set of them is the bits of a number.

    A selection's number has a digit for each kind of wild card, in a base one above the number
    held; adding cards to a selection adds their numbers.
    """

    def __init__(self, rules: MeldRules, held: Counter[int]) -> None:
        self._held = held
        self._classes = [
            tuple(code for code in known.codes if held[code]) for known in rules.classes
        ]
        self._place: dict[int, int] = {}
        place = 1
        for codes in self._classes:
            for code in codes:
                self._place[code] = place
                place *= held[code] + 1
        self._of = cache(self._uncached)

    def selections(self, ways: set[tuple[Bag, Capacity]]) -> int:
        """How many selections there are in any of these ways: at home, and wild of each class."""
        union = 0
        for at_home, wilds in ways:
            union |= self._of(at_home, wilds)
        return union.bit_count()

    def _uncached(self, at_home: Bag, wilds: Capacity) -> int:
        used = Counter(dict(at_home))
        own = sum(self._place[code] * count for code, count in at_home)
        choices = [
            list(self._choices(codes, used, count))
            for codes, count in zip(self._classes, wilds, strict=True)
        ]
        found = 0
        for chosen in product(*choices):
            found |= 1 << (own + sum(chosen))
        return found

    def _choices(self, codes: tuple[int, ...], used: Counter[int], count: int) -> Iterator[int]:
        """The numbers of all selections of so many cards of a class beside those used."""
        left = [range(min(count, self._held[code] - used[code]) + 1) for code in codes]
        for numbers in product(*left):
            if sum(numbers) == count:
                yield sum(
                    self._place[code] * number for code, number in zip(codes, numbers, strict=True)
                )
