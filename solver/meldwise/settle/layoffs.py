"""What a hand can lay off on melds, and the best way to do it.

Cards are laid off one by one, and each leaves a legal meld in which the cards that lie there
stay where they are. `meldwise.melds` says what is legal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from meldwise.cards import Card, Hand, PlacedCard
from meldwise.melds.extending import extensions, may_extend
from meldwise.melds.meld import Meld
from meldwise.melds.meldrules import MeldRules
from meldwise.partition.clock import Clock, OutOfTimeError

# What a choice of cards to lay off takes, in steps of a search; on a meld each card of a wild class
# multiplies it, for it may stand for many.
_STEPS = 10
_STEPS_BY_WILD = 3


@dataclass(frozen=True, slots=True)
class Offer:
    """Cards that can be laid off on one meld, and the meld with them."""

    cards: tuple[Card, ...]
    meld: Meld


@dataclass(frozen=True, slots=True)
class Response:
    """What a player lays off, meld by meld (None: nothing), and what the rest counts."""

    laid: tuple[Offer | None, ...]
    left: Hand
    count: int


Counting = Callable[[tuple[Card, ...]], int]
"""What some cards, sorted, count at their owner's best."""


class LayOffs:
    """The lay-offs of one hand; what is found for a meld is kept for other spreads.

    When the limit is reached, what was found so far can be laid off, and ``exact`` is false.

    Args:
        rules: The rules of melds.
        hand: The cards of the player who lays off.
        count: What cards that are kept count.
        clock: The limit.
    """

    def __init__(
        self, rules: MeldRules, hand: Sequence[Card], count: Counting, clock: Clock
    ) -> None:
        self.exact = True
        self._rules = rules
        self._hand = Hand(sorted(hand))
        self._count = count
        self._clock = clock
        self._counts: dict[tuple[Card, ...], int] = {}
        self._taken: dict[object, frozenset[tuple[Card, ...]]] = {}
        self._offers: dict[Meld, tuple[Offer, ...]] = {}

    @property
    def whole_count(self) -> int:
        """What the hand counts when nothing is laid off."""
        return self._counted(self._hand.cards)

    def takes(self, meld: Meld) -> frozenset[tuple[Card, ...]]:
        """Every choice of the hand's cards, sorted, that can be laid off on this meld."""
        key = face(self._rules, meld)
        known = self._taken.get(key)
        if known is None:
            known = self._taken[key] = frozenset([offer.cards for offer in self._offered(meld)])
        return known

    def best(self, melds: Sequence[Meld]) -> Response:
        """The lay-offs after which the rest counts least; of equal ones those of fewest cards."""
        nothing: tuple[Offer | None, ...] = (None,) * len(melds)
        best = Response(nothing, self._hand, self.whole_count)
        if best.count == 0:
            return best
        for left, laid in self._choices([self._offered(meld) for meld in melds]).items():
            if not self._in_time():
                break
            count = self._counted(left)
            if (count, -len(left)) < (best.count, -len(best.left)):
                best = Response(laid, Hand(left), count)
        return best

    def _counted(self, cards: tuple[Card, ...]) -> int:
        known = self._counts.get(cards)
        if known is None:
            known = self._counts[cards] = self._count(cards)
        return known

    def _choices(
        self, offers: Sequence[Sequence[Offer]]
    ) -> dict[tuple[Card, ...], tuple[Offer | None, ...]]:
        """Every hand that may be left when something is laid off on each meld or on none."""
        found: dict[tuple[Card, ...], tuple[Offer | None, ...]] = {self._hand.cards: ()}
        for choices in offers:
            grown = {left: (*laid, None) for left, laid in found.items()}
            for left, laid in found.items():
                for offer in choices if self._in_time() else ():
                    rest = _without(left, offer.cards)
                    if rest is not None:
                        grown.setdefault(rest, (*laid, offer))
            found = grown
        return found

    def _offered(self, meld: Meld) -> tuple[Offer, ...]:
        known = self._offers.get(meld)
        if known is None:
            known = self._offers[meld] = tuple(self._all_offers(meld))
        return known

    def _all_offers(self, meld: Meld) -> Iterator[Offer]:
        """Every choice of cards that can be laid off on a meld, each once."""
        seen: set[tuple[tuple[Card, ...], object]] = set()
        open_ = [Offer((), meld)]
        told: set[tuple[Card, ...]] = {()}
        while open_:
            last = open_.pop()
            left = self._hand.minus(last.cards) if last.cards else self._hand
            wilds = sum([self._rules.class_of[card.code] >= 0 for card in last.meld.physical])
            steps = _STEPS * _STEPS_BY_WILD**wilds
            for card in may_extend(self._rules, last.meld, dict.fromkeys(left)):
                if not self._in_time(steps):
                    return
                for longer in extensions(self._rules, last.meld, PlacedCard.natural(card)):
                    cards = tuple(sorted([*last.cards, card]))
                    state = cards, face(self._rules, longer)
                    if state in seen:
                        continue
                    seen.add(state)
                    open_.append(Offer(cards, longer))
                    if cards not in told:
                        told.add(cards)
                        yield open_[-1]

    def _in_time(self, steps: int = _STEPS) -> bool:
        try:
            self._clock.spend(steps)
        except OutOfTimeError:
            self.exact = False
        return self.exact


def _without(cards: tuple[Card, ...], gone: tuple[Card, ...]) -> tuple[Card, ...] | None:
    """Sorted cards without some of them; None if they are not all there."""
    left = list(cards)
    for card in gone:
        if card not in left:
            return None
        left.remove(card)
    return tuple(left)


def face(rules: MeldRules, meld: Meld) -> tuple[object, ...]:
    """Equal for melds on which the same cards can be laid off.

    Of wilds that are interchangeable it makes no difference which of them lies where.
    """
    slots = tuple(
        (card.rank, card.suit, rules.class_of[card.card.code] if card.wild else -1)
        for card in meld.cards
    )
    return meld.kind, slots
