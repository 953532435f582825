"""Every way in which the player who ended the hand may lay it out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from meldwise.cards import Card, Hand, PlacedCard
from meldwise.melds.candidates import Holding
from meldwise.melds.meld import Meld
from meldwise.melds.meldrules import MeldRules
from meldwise.melds.readings import read_meld
from meldwise.partition.alternatives import Floor, arrangements_above
from meldwise.partition.clock import Clock
from meldwise.partition.physical import layouts
from meldwise.partition.scoring import least_score
from meldwise.settle.layoffs import face

# What a layout and a reading of its melds take, in steps of a search.
_LAYOUT_STEPS = 10
_READING_STEPS = 10


@dataclass(frozen=True, slots=True)
class Spread:
    """Melds as their owner reads them, the cards left, their value, and the card thrown.

    ``exact`` is false where a better one could not be ruled out.
    """

    melds: tuple[Meld, ...]
    left: tuple[Card, ...]
    points: int
    discard: Card | None = None
    exact: bool = True

    @property
    def meld_points(self) -> int:
        """What the melds are worth."""
        return sum(meld.points for meld in self.melds)


def spreads(
    rules: MeldRules,
    cards: Sequence[Card],
    most: int,
    discards: Sequence[Card | None],
    clock: Clock,
) -> Iterator[Spread]:
    """Every spread of a hand that leaves at most so many points, each reading of its wilds too.

    Args:
        rules: The rules of melds.
        cards: The hand.
        most: The most that the cards in no meld may count.
        discards: The cards that may be thrown first; None: none.
        clock: The limit.

    Raises:
        OutOfTimeError: when the limit is reached.
    """
    for discard in discards:
        hand = Hand(sorted(cards)).minus([] if discard is None else [discard])
        held = sum(rules.hand_values[card.code] for card in hand)
        floor = Floor(least_score(held - most))
        holding = Holding.of(rules, hand.cards)
        seen: set[tuple[object, ...]] = set()
        for arrangement in arrangements_above(rules, holding, "deadwood", floor, clock):
            for layout in layouts(rules, hand, arrangement):
                clock.spend(_LAYOUT_STEPS)
                points = sum(rules.hand_values[card.code] for card in layout.deadwood)
                if points > most:
                    continue
                for melds in product(*(_readings(rules, meld) for meld in layout.melds)):
                    clock.spend(_READING_STEPS)
                    # Which of several interchangeable wilds lies where makes no difference.
                    faces = tuple(face(rules, meld) for meld in melds)
                    if faces not in seen:
                        seen.add(faces)
                        yield Spread(melds, layout.deadwood, points, discard)


def _readings(rules: MeldRules, meld: Meld) -> tuple[Meld, ...]:
    """A meld in each reading: where its wilds stand decides what can be laid off on it."""
    # A natural card of a wild class may stand for another one as well.
    if all(rules.class_of[card.code] < 0 for card in meld.physical):
        return (meld,)
    cards = [PlacedCard.natural(card) for card in meld.physical]
    return read_meld(rules, cards, every_order=False).melds
