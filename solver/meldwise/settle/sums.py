"""What so many cards of the pack can count together: every sum, as a set of bits.

Numbers that no hand can have are refused by it. Where a card may have several values (an ace, a
joker that stands for another card) there are as many cards of each value as of all: so a sum that
some hand has is never missing, while a few may be there that none has.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Final

from meldwise.cards import RANKS
from meldwise.cards.card import ACE, JOKER_CODE
from meldwise.melds.meldrules import MeldRules, meld_rules
from meldwise.rules.ruleset import RuleSet

# As many cards as are dealt, and one. Hands that are larger, for they take whole piles, are not
# told apart by their number: that would cost seconds and refuse next to nothing more.
_MOST_BY_NUMBER: Final = 61

ValuesOf = Callable[[int], set[int]]
"""The values that the card of a code may have."""


@lru_cache(maxsize=64)
def hand_sums(rules: RuleSet, players: int, most: int) -> tuple[int, ...]:
    """What 0, 1, … ``most`` cards can count in hand: for each number the bits of its sums.

    >>> from meldwise.rules import rules
    >>> sums = hand_sums(rules("tonk"), 3, 5)
    >>> [count for count in range(60) if sums[5] >> count & 1][:3], sums[5].bit_length() - 1
    ([6, 7, 8], 50)
    """
    compiled = meld_rules(rules, rules.packs(players))
    drawn = rules.values.hand.wild if rules.deck.wild_drawn else None

    def values(code: int) -> set[int]:
        # A rank that is drawn in each hand may be any.
        found = {compiled.hand_values[code]}
        return found if drawn is None or code >= JOKER_CODE else found | {drawn}

    return _sums(_by_value(rules, players, values), most)


@lru_cache(maxsize=64)
def meld_sums(rules: RuleSet, players: int, most: int) -> tuple[int, ...]:
    """What 0, 1, … ``most`` cards can be worth in melds, as `hand_sums`.

    >>> from meldwise.rules import rules
    >>> meld_sums(rules("cincinnati-rummy"), 2, 3)[3].bit_length() - 1
    41
    """
    compiled = meld_rules(rules, rules.packs(players))
    ranks = [RANKS.index(rank) + 1 for rank in rules.deck.ranks]
    of_rank = {rank: _rank_values(rules, compiled, rank) for rank in ranks}
    any_rank = set().union(*of_rank.values())
    wild = any_rank if rules.deck.wild_drawn else set()

    def values(code: int) -> set[int]:
        own = set() if code >= JOKER_CODE else of_rank[code % 13 + 1] | wild
        if not compiled.is_wild(code):
            return own
        fixed = compiled.classes[compiled.class_of[code]].meld_value
        return own | (any_rank if fixed is None else {fixed})

    return _sums(_by_value(rules, players, values), most)


def has_sum(sums: tuple[int, ...], sizes: Iterable[int], total: int) -> bool:
    """Whether cards of one of these numbers can have a sum."""
    return any(sums[size] >> total & 1 for size in sizes)


def largest_sum(sums: tuple[int, ...], sizes: Iterable[int]) -> int:
    """The largest sum that cards of one of these numbers can have."""
    return max(sums[size].bit_length() - 1 for size in sizes)


def _rank_values(rules: RuleSet, compiled: MeldRules, rank: int) -> set[int]:
    """What a natural card of a rank may be worth in a meld."""
    options = rules.values.meld
    found = {compiled.set_values[rank]}
    if rank == ACE and "A" not in options.ranks:
        found |= {options.ace, options.ace_low}
    return found


def _by_value(rules: RuleSet, players: int, values: ValuesOf) -> tuple[tuple[int, int], ...]:
    """Each value that cards of the packs may have, and how many cards may have it."""
    found: Counter[int] = Counter()
    jokers, ranks = rules.jokers_total(players), rules.deck.ranks
    # Values do not depend on the suit.
    of_each_rank = (rules.cards_in_all(players) - jokers) // len(ranks)
    copies_of = {RANKS.index(rank): of_each_rank for rank in ranks}
    for code, copies in (copies_of | {JOKER_CODE: jokers}).items():
        for value in values(code):
            found[value] += copies
    return tuple(sorted(found.items()))


def _sums(groups: tuple[tuple[int, int], ...], most: int) -> tuple[int, ...]:
    if most > _MOST_BY_NUMBER:
        return (1, *[_sums_of_some(groups)] * most)
    sums = [1] + [0] * most
    for value, count in groups:
        for cards in _parts(min(count, most)):
            for size in range(most, cards - 1, -1):
                sums[size] |= sums[size - cards] << (cards * value)
    return tuple(sums)


def _sums_of_some(groups: tuple[tuple[int, int], ...]) -> int:
    """What one card or more can have, however many they are."""
    sums = 1
    for value, count in groups:
        for cards in _parts(count):
            sums |= sums << (cards * value)
    return sums if any(value == 0 for value, _ in groups) else sums & ~1


def _parts(count: int) -> Iterator[int]:
    """Numbers, few of them, of which some add up to each number from 0 to ``count``.

    >>> list(_parts(10))
    [1, 2, 4, 3]
    """
    part = 1
    while count:
        yield min(part, count)
        count -= min(part, count)
        part *= 2
