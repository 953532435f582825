"""All candidate melds of a hand, identical cards merged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from meldwise.cards import Card
from meldwise.melds.meldrules import MeldRules
from meldwise.melds.memory import Memory
from meldwise.melds.packed import Suits, count_at, emptied, lowest_place, pack
from meldwise.melds.shapes import Capacity, Shape, Step, run_shapes, set_shapes, wild_shapes

# Candidates remembered of suits, and as many of ranks.
MOST_CANDIDATES = 50_000


@dataclass(frozen=True, slots=True)
class Holding:
    """A hand as the engines see it: naturals by suit and rank, wilds by class.

    ``naturals[suit][rank − 1]`` counts the cards that may stand for themselves (a card of a wild
    rank too, where it may); ``capacity`` counts the wild cards of each class, and every use of a
    card of a class, as a wild or as a natural, takes one of them.
    """

    naturals: tuple[tuple[int, ...], ...]
    capacity: Capacity

    @classmethod
    def of(cls, rules: MeldRules, cards: Sequence[Card]) -> Holding:
        """The holding of a hand whose cards were checked against the packs."""
        naturals = [[0] * 13 for _ in range(4)]
        capacity = [0] * len(rules.classes)
        for card in cards:
            code = card.code
            index = rules.class_of[code]
            if index >= 0:
                capacity[index] += 1
            if index < 0 or (rules.natural_use and code < 52):
                naturals[code // 13][code % 13] += 1
        return cls(tuple(map(tuple, naturals)), tuple(capacity))

    def packed_suits(self) -> Suits:
        """The naturals of each suit as one integer."""
        spades, hearts, diamonds, clubs = map(pack, self.naturals)
        return spades, hearts, diamonds, clubs

    def of_rank(self, rank: int) -> Suits:
        """How many naturals of a rank there are in each suit; of rank 0 there are none."""
        if rank == 0:
            return 0, 0, 0, 0
        spades, hearts, diamonds, clubs = (ranks[rank - 1] for ranks in self.naturals)
        return spades, hearts, diamonds, clubs

    def kinds(self, rules: MeldRules) -> list[tuple[int, int]]:
        """Codes and counts of what the hand holds; a wild class stands under its first card."""
        plain = [
            (13 * suit + rank, count)
            for suit, ranks in enumerate(self.naturals)
            for rank, count in enumerate(ranks)
            if count and rules.class_of[13 * suit + rank] < 0
        ]
        wild = [
            (known.codes[0], count)
            for known, count in zip(rules.classes, self.capacity, strict=True)
            if count
        ]
        return plain + wild

    def without(self, rules: MeldRules, code: int) -> Holding:
        """The holding when one card of a kind is thrown."""
        index = rules.class_of[code]
        if index >= 0:
            capacity = tuple(n - (i == index) for i, n in enumerate(self.capacity))
            return Holding(self.naturals, capacity)
        naturals = [list(ranks) for ranks in self.naturals]
        naturals[code // 13][code % 13] -= 1
        return Holding(tuple(map(tuple, naturals)), self.capacity)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A shape in its place: the suit of a run (−1 else), the rank of a set (0 else)."""

    shape: Shape
    suit: int
    rank: int

    def naturals(self) -> list[tuple[int, int]]:
        """Its natural cards as pairs of code and count."""
        found, cards = [], self.shape.cards
        while cards:
            index = lowest_place(cards)
            suit, rank = (self.suit, index + 1) if self.suit >= 0 else (index, self.rank)
            found.append((13 * suit + rank - 1, count_at(cards, index)))
            cards = emptied(cards, index)
        return found


def suit_group(rules: MeldRules, suit: int) -> int:
    """The suit under which shapes of runs are kept: one for all where suits are alike."""
    return 0 if rules.suits_alike else suit


_in_suits: Memory[tuple[MeldRules, int, int, int, Capacity], tuple[Candidate, ...]] = Memory(
    MOST_CANDIDATES
)
_in_ranks: Memory[tuple[MeldRules, int, Suits, Capacity], tuple[Candidate, ...]] = Memory(
    MOST_CANDIDATES
)


def hand_candidates(
    rules: MeldRules, holding: Holding, step: Step = lambda: None
) -> list[Candidate]:
    """Every legal meld of a holding: runs by suit, sets by rank, then melds of wilds alone."""
    found: list[Candidate] = []
    capacity = holding.capacity
    for suit, ranks in enumerate(holding.naturals):
        if any(ranks):
            found += _runs_in(rules, suit, ranks, capacity, step)
    # With fewer naturals of a rank the wilds do not suffice for a set.
    least = max(1, rules.set_min - sum(capacity))
    for rank, held in enumerate(zip(*holding.naturals, strict=True), 1):
        if sum(held) >= least:
            spades, hearts, diamonds, clubs = held
            found += _sets_in(rules, rank, (spades, hearts, diamonds, clubs), capacity, step)
    found += [Candidate(shape, -1, 0) for shape in wild_shapes(rules, capacity)]
    return found


def _runs_in(
    rules: MeldRules, suit: int, ranks: tuple[int, ...], capacity: Capacity, step: Step
) -> tuple[Candidate, ...]:
    mask = sum([1 << index for index, count in enumerate(ranks) if count])
    doubled = sum([1 << i for i, n in enumerate(ranks) if n > 1]) if rules.both_aces else 0
    key = (rules, suit, mask, doubled, capacity)
    known = _in_suits.get(key)
    if known is None:
        shapes = run_shapes(rules, suit_group(rules, suit), mask, doubled, capacity, step)
        known = tuple([Candidate(shape, suit, 0) for shape in shapes])
        _in_suits.keep(key, known, len(known) + 1)
    return known


def _sets_in(
    rules: MeldRules, rank: int, held: Suits, capacity: Capacity, step: Step
) -> tuple[Candidate, ...]:
    key = (rules, rank, held, capacity)
    known = _in_ranks.get(key)
    if known is None:
        shapes = set_shapes(rules, rank, held, capacity, step)
        known = tuple([Candidate(shape, -1, rank) for shape in shapes])
        _in_ranks.keep(key, known, len(known) + 1)
    return known
