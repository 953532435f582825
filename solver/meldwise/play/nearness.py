"""How far a hand is from its end: a bound that spares the referee most searches for deadwood.

Whether a hand can be shown is asked in every turn, and the answer is mostly no, by far. A card in
a meld without wilds has its neighbours or its equals in the hand; all others need a meld with a
wild, of which there are no more than wilds. What those melds cannot take is left, but for the card
that is thrown.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from meldwise.cards import Card
from meldwise.cards.card import CODES
from meldwise.melds.meldrules import MeldRules
from meldwise.melds.memory import Memory

_SUIT: Final = (1 << 13) - 1

# Suits of hands remembered.
_REMEMBERED: Final = 50_000


class _Suit(NamedTuple):
    """What is known of the cards of a suit that are in no meld without wilds.

    ``lone`` are these cards, bit rank − 1 for each, ``points`` what they count, ``dearest`` what
    the dearest one counts, and ``covered`` the most points of them that one run can take with one
    wild, with two and so on.
    """

    lone: int
    points: int
    dearest: int
    covered: tuple[int, ...]


class Nearness:
    """The bound for one set of rules; made by `nearness`."""

    def __init__(self, rules: MeldRules) -> None:
        self._rules = rules
        self._place = [0 if rules.is_wild(code) else 1 << code for code in range(CODES)]
        self._shortest = [window.mask for window in rules.windows_of.get(rules.run_min, ())]
        self._suits: Memory[tuple[int, int, int, int], _Suit] = Memory(_REMEMBERED)
        # Where two cards make a set nearly every card may be in one.
        self._useful = rules.set_min > 2

    def least_left(self, hand: tuple[Card, ...]) -> int:
        """Points that are surely left unmelded when one card of a hand is thrown or none."""
        if not self._useful:
            return 0
        place, mask, twice, wilds = self._place, 0, 0, 0
        for card in hand:
            bit = place[card.code]
            if bit:
                twice |= mask & bit
                mask |= bit
            else:
                wilds += 1
        suits = (mask & _SUIT, mask >> 13 & _SUIT, mask >> 26 & _SUIT, mask >> 39)
        low, high = suits[0] & suits[1], suits[2] & suits[3]
        either, other = suits[0] | suits[1], suits[2] | suits[3]
        in_sets = low & other | high & either
        if twice:
            in_sets |= twice & _SUIT | twice >> 13 & _SUIT | twice >> 26 & _SUIT | twice >> 39
        known = [
            self._suits.get((suit, held, held & ~in_sets, wilds))
            or self._examined(suit, held, held & ~in_sets, wilds)
            for suit, held in enumerate(suits)
            if held
        ]
        if not known:
            return 0
        points = sum([suit.points for suit in known])
        dearest = max([suit.dearest for suit in known])
        if wilds:
            equal = low | high | either & other
            points -= self._most_covered(known, equal, dearest, wilds)
        return max(0, points - dearest)

    def _most_covered(self, suits: list[_Suit], equal: int, dearest: int, wilds: int) -> int:
        """The most points of lone cards that melds with so many wilds in all can take.

        ``equal`` are the ranks held in two suits or more.
        """
        one = [max(covered) for covered in zip(*[suit.covered for suit in suits], strict=True)]
        # A set takes two cards of a rank with one wild, and a single card with two.
        while equal:
            bit = equal & -equal
            equal ^= bit
            alone = sum([1 for suit in suits if suit.lone & bit])
            one[0] = max(one[0], alone * self._rules.hand_values[bit.bit_length() - 1])
        if wilds > 1:
            one[1] = max(one[1], dearest)
        most = [0]
        for spent in range(1, wilds + 1):
            most.append(max([one[used - 1] + most[spent - used] for used in range(1, spent + 1)]))
        return most[wilds]

    def _examined(self, suit: int, held: int, outside_sets: int, wilds: int) -> _Suit:
        in_runs = 0
        for window in self._shortest:
            if window & held == window:
                in_runs |= window
        lone = outside_sets & ~in_runs
        covered = [0] * wilds
        for known in self._rules.windows:
            missing = max(1, (known.mask & ~held).bit_count())
            if missing <= wilds:
                points = self._points(suit, known.mask & lone)
                covered[missing - 1 :] = [max(most, points) for most in covered[missing - 1 :]]
        dearest = max((self._points(suit, 1 << r) for r in range(13) if lone >> r & 1), default=0)
        found = _Suit(lone, self._points(suit, lone), dearest, tuple(covered))
        return self._suits.keep((suit, held, outside_sets, wilds), found)

    def _points(self, suit: int, mask: int) -> int:
        values = self._rules.hand_values
        return sum(values[13 * suit + rank] for rank in range(13) if mask >> rank & 1)


@lru_cache(maxsize=64)
def nearness(rules: MeldRules) -> Nearness:
    """The bound for rules of melds.

    >>> from meldwise.cards import Hand
    >>> from meldwise.melds.meldrules import meld_rules
    >>> from meldwise.rules import rules
    >>> gin = nearness(meld_rules(rules("gin-rummy")))
    >>> gin.least_left(Hand.parse("7S 8S 9S 2H 5D 9D QC KC").cards)
    26
    """
    return Nearness(rules)


def may_join(rules: MeldRules, hand: tuple[Card, ...], card: Card) -> bool:
    """Whether a card could be in a meld with cards of a hand; false only if it surely is not."""
    code = card.code
    short_pack = rules.ranks_mask != _SUIT
    if rules.is_wild(code) or rules.set_min < 3 or rules.run_min < 3 or short_pack:
        return True
    rank, suit = code % 13, code // 13
    same = near = 0
    for other in hand:
        known = other.code
        if rules.class_of[known] >= 0:
            return True
        if known % 13 == rank:
            same += 1
        if known // 13 == suit and (known % 13 - rank) % 13 in (1, 2, 11, 12):
            near += 1
    return same >= 2 or near >= 2
