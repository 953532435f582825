"""Best runs of a suit and best sets of a rank, worked out once and remembered.

A hand splits along its sets: once they are chosen, each suit is on its own, and the best runs of
what is left of it are looked up. That is what makes the search short.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import prod
from operator import gt

from meldwise.melds.meldrules import MeldRules
from meldwise.melds.memory import Memory
from meldwise.melds.packed import (
    FIELD,
    FIELD_MASK,
    GUARD,
    Suits,
    count_at,
    emptied,
    lowest_place,
)
from meldwise.melds.shapes import Capacity, Shape, run_shapes, set_shapes, wild_shapes
from meldwise.partition.clock import Clock, OutOfTimeError
from meldwise.partition.scoring import Goal, Scoring
from meldwise.partition.units import Row, Units, units_of, upper

# What one set of tables remembers: rows (and as many with a discard), runs, and choices of sets.
MOST_ROWS = 50_000
MOST_RUNS = 50_000
MOST_CHOICES = 50_000

# As many sets of tables as a rule set needs for three goals and up to six jokers, and some more.
MOST_TABLES = 32

# Ways to spend wilds, the length of a row. Only hands of many wilds of many kinds have more, and
# for those even the arithmetic of one row takes too long.
MOST_AMOUNTS = 256


@dataclass(frozen=True, slots=True, eq=False)
class Run:
    """A run ready for the search: what it takes, spends and scores."""

    cards: int
    spent: int
    score: int
    shape: Shape


@dataclass(frozen=True, slots=True, eq=False)
class SetChoice:
    """One or more sets of a rank laid together; ``taken`` is what they take of each suit."""

    taken: Suits
    spent: int
    score: int
    rank: int
    shapes: tuple[Shape, ...]


RunList = list[list[Run]]
"""Runs by their lowest rank (from 0), best first."""


class Tables:
    """What the search looks up, for one set of rules, goal and capacity of wilds."""

    def __init__(self, rules: MeldRules, goal: Goal, capacity: Capacity) -> None:
        self.rules = rules
        self.scoring = Scoring(rules, goal)
        self.units: Units = units_of(capacity)
        self._rows: Memory[tuple[int, int], Row] = Memory(MOST_ROWS)
        self._discard_rows: Memory[tuple[int, int], Row] = Memory(MOST_ROWS)
        self._runs: Memory[tuple[int, int, int], RunList] = Memory(MOST_RUNS)
        self._runs_of_cards: Memory[tuple[int, int], RunList] = Memory(MOST_RUNS)
        self._sets: Memory[tuple[int, tuple[int, ...]], list[SetChoice]] = Memory(MOST_CHOICES)

    def runs(self, suit: int, held: int, clock: Clock) -> RunList:
        """The runs that these cards of a suit can make, listed by their lowest rank."""
        known = self._runs_of_cards.get((suit, held))
        if known is None:
            known = self._runs_of_cards.keep((suit, held), self._runs_of_ranks(suit, held, clock))
        return known

    def _runs_of_ranks(self, suit: int, held: int, clock: Clock) -> RunList:
        mask = doubled = 0
        rest, bit = held, 1
        while rest:
            count = rest & FIELD_MASK
            if count:
                mask |= bit
                if count > 1:
                    doubled |= bit
            rest >>= FIELD
            bit <<= 1
        key = (suit, mask, doubled if self.rules.both_aces else 0)
        found = self._runs.get(key)
        if found is None:
            found = [[] for _ in range(13)]
            index = self.units.index
            for shape in run_shapes(self.rules, *key, self.units.capacity, clock.step):
                found[lowest_place(shape.cards)].append(
                    Run(shape.cards, index[shape.units], self.scoring.shape(shape), shape)
                )
            for runs in found:
                runs.sort(key=lambda run: -run.score)
            self._runs.keep(key, found, sum(map(len, found)) + 1)
        return found

    def row(self, suit: int, held: int, runs: RunList, clock: Clock) -> Row:
        """The best score of runs among these cards of a suit, for each number of wilds spent.

        Args:
            suit: The suit's group.
            held: The cards.
            runs: The runs of these cards or of any that include them.
            clock: The limit; `OutOfTimeError` when it is reached.
        """
        if not held:
            return self.units.nothing
        known = self._rows.get((suit, held))
        if known is not None:
            return known
        clock.step()
        lowest = lowest_place(held)
        # Either the lowest card is in no run, or it is in one of those that begin with it.
        best = list(self.row(suit, emptied(held, lowest), runs, clock))
        # `minus`, written out: a call would cost more than the rest of the loop.
        guarded = held | GUARD
        for run in runs[lowest]:
            left = guarded - run.cards
            if left & GUARD != GUARD:
                continue
            rest, score = self.row(suit, left ^ GUARD, runs, clock), run.score
            for before, after in self.units.shifts[run.spent]:
                value = rest[before] + score
                if value > best[after]:  # noqa: PLR1730 - half the time of max() in this loop
                    best[after] = value
        return self._rows.keep((suit, held), tuple(best))

    def discard_row(self, suit: int, held: int, runs: RunList, clock: Clock) -> Row | None:
        """As `row`, but one of these cards is thrown; None if there is none to throw."""
        known = self._discard_rows.get((suit, held))
        if known is not None:
            return known
        rows = [
            self.units.shifted(
                self.row(suit, held - (1 << (FIELD * rank)), runs, clock),
                0,
                self.scoring.thrown(13 * suit + rank),
            )
            for rank in self.throwable(suit, held)
        ]
        if not rows:
            return None
        return self._discard_rows.keep((suit, held), upper(rows))

    def throwable(self, suit: int, held: int) -> list[int]:
        """Ranks (from 0) held in a suit whose cards belong to no wild class."""
        return [
            rank
            for rank in range(13)
            if count_at(held, rank) and self.rules.class_of[13 * suit + rank] < 0
        ]

    def set_shapes(self, rank: int, held: tuple[int, ...], clock: Clock) -> tuple[Shape, ...]:
        """The sets of a rank; of rank 0 the melds of wilds alone."""
        if rank == 0:
            return wild_shapes(self.rules, self.units.capacity)
        return set_shapes(self.rules, rank, held, self.units.capacity, clock.step)

    def sets(self, rank: int, held: tuple[int, ...], clock: Clock) -> list[SetChoice]:
        """Every way to lay sets of a rank, best first; ways that take the same cards are merged.

        Args:
            rank: 1 to 13, or 0 for melds of wilds alone.
            held: Cards of the rank in the suits S H D C.
            clock: The limit.
        """
        known = self._sets.get((rank, held))
        if known is not None:
            return known
        shapes = self.set_shapes(rank, held, clock)
        nothing = ((0, 0, 0, 0), 0)
        ways: dict[tuple[Suits, int], SetChoice] = {nothing: SetChoice(*nothing, 0, rank, ())}
        for shape in shapes:
            self._add_set(ways, shape, rank, held, clock)
        del ways[nothing]
        choices = sorted(ways.values(), key=lambda choice: -choice.score)
        return self._sets.keep((rank, held), choices, len(choices) + 1)

    def _add_set(
        self,
        ways: dict[tuple[Suits, int], SetChoice],
        shape: Shape,
        rank: int,
        held: tuple[int, ...],
        clock: Clock,
    ) -> None:
        """Lay the set beside every way known so far, as often as the cards allow."""
        score, spent = self.scoring.shape(shape), self.units.index[shape.units]
        spades, hearts, diamonds, clubs = set_cards(shape, rank)
        most = [count << (FIELD * max(0, rank - 1)) for count in held]
        after = dict(self.units.shifts[spent])
        queue = list(ways.values())
        while queue:
            clock.step()
            way = queue.pop()
            total = after.get(way.spent)
            if total is None:
                continue
            a, b, c, d = way.taken
            cards = (a + spades, b + hearts, c + diamonds, d + clubs)
            if any(map(gt, cards, most)):
                continue
            known = ways.get((cards, total))
            if known is None or known.score < way.score + score:
                better = SetChoice(cards, total, way.score + score, rank, (*way.shapes, shape))
                ways[cards, total] = better
                queue.append(better)


def set_cards(shape: Shape, rank: int) -> Suits:
    """What a set takes of each suit; melds of wilds alone (rank 0) take nothing."""
    spades, hearts, diamonds, clubs = (
        count_at(shape.cards, suit) << (FIELD * max(0, rank - 1)) for suit in range(4)
    )
    return spades, hearts, diamonds, clubs


@lru_cache(maxsize=MOST_TABLES)
def tables(rules: MeldRules, goal: Goal, capacity: Capacity) -> Tables:
    """The tables of one set of rules, goal and capacity of wilds.

    Raises:
        OutOfTimeError: so many kinds of wilds that no search would end.
    """
    if prod(count + 1 for count in capacity) > MOST_AMOUNTS:
        raise OutOfTimeError
    return Tables(rules, goal, capacity)
