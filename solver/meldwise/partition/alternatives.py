"""Every arrangement above a score: the next best, all optimal ones, those that meet demands.

The tables of the search give an exact bound for whatever is still open, so no branch is entered
that does not lead to an arrangement above the floor.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from meldwise.melds.candidates import Candidate, Holding
from meldwise.melds.meldrules import MeldRules
from meldwise.melds.shapes import FIELD, FIELD_MASK, Shape, pack, set_shapes, wild_shapes
from meldwise.partition.arrangement import Arrangement
from meldwise.partition.clock import Clock
from meldwise.partition.scoring import IMPOSSIBLE, Goal
from meldwise.partition.tables import GUARD, RunList, Tables, tables
from meldwise.partition.units import Row, Units


@dataclass(slots=True)
class Floor:
    """The score below which arrangements are of no interest; it may rise during the search."""

    score: int = IMPOSSIBLE


def arrangements_above(
    rules: MeldRules, holding: Holding, goal: Goal, floor: Floor, clock: Clock
) -> Iterator[Arrangement]:
    """Every arrangement of a hand that scores ``floor.score`` or more, each once, in no order.

    Args:
        rules: The rules of melds.
        holding: The hand, without a card that is thrown.
        goal: What is counted.
        floor: The least score of interest; the caller may raise it while it takes results.
        clock: The limit.

    Raises:
        OutOfTimeError: when the limit is reached.
    """
    search = _Enumeration(tables(rules, goal, holding.capacity), holding, floor, clock)
    yield from search.run()


@dataclass(frozen=True, slots=True, eq=False)
class _Set:
    """One set in the enumeration: what it takes of each suit, spends and scores."""

    taken: tuple[int, ...]
    spent: int
    score: int
    meld: Candidate


class _Enumeration:
    def __init__(self, known: Tables, holding: Holding, floor: Floor, clock: Clock) -> None:
        self._tables = known
        self._units: Units = known.units
        self._floor = floor
        self._clock = clock
        self._suits = [pack(counts) for counts in holding.naturals]
        alike = known.rules.suits_alike
        self._groups = [0, 0, 0, 0] if alike else [0, 1, 2, 3]
        self._runs: list[RunList] = [
            known.runs(group, held, clock)
            for group, held in zip(self._groups, self._suits, strict=True)
        ]
        self._sets = self._all_sets(holding)
        self._gains = self._possible_gains(holding)
        self._melds: list[Candidate] = []

    def _all_sets(self, holding: Holding) -> list[list[_Set]]:
        """The sets of each rank (and the melds of wilds alone), best first."""
        found = []
        for rank in range(14):
            held = tuple(counts[rank - 1] for counts in holding.naturals) if rank else ()
            shapes = (
                set_shapes(self._tables.rules, rank, held, self._units.capacity, self._clock.step)
                if rank
                else wild_shapes(self._tables.rules, self._units.capacity)
            )
            if shapes:
                sets = [self._set(shape, rank) for shape in shapes]
                found.append(sorted(sets, key=lambda known: -known.score))
        return found

    def _set(self, shape: Shape, rank: int) -> _Set:
        taken = tuple(
            (shape.cards >> (FIELD * suit) & FIELD_MASK) << (FIELD * (rank - 1)) if rank else 0
            for suit in range(4)
        )
        return _Set(
            taken,
            self._units.index[shape.units],
            self._tables.scoring.shape(shape),
            Candidate(shape, -1, rank),
        )

    def _possible_gains(self, holding: Holding) -> list[Row]:
        gains = [self._units.nothing]
        for sets in reversed(self._sets):
            rank = sets[0].meld.rank
            held = tuple(counts[rank - 1] for counts in holding.naturals) if rank else (0,) * 4
            row = list(self._units.nothing)
            for choice in self._tables.sets(rank, held, self._clock):
                row[choice.spent] = max(row[choice.spent], choice.score)
            gains.append(self._units.convolve(tuple(row), gains[-1]))
        return gains[::-1]

    def run(self) -> Iterator[Arrangement]:
        yield from self._choose_sets(0, 0, self._suits, 0, 0)

    def _row(self, suit: int, held: int) -> Row:
        return self._tables.row(self._groups[suit], held, self._runs[suit], self._clock)

    def _choose_sets(
        self, rank: int, first: int, suits: list[int], spent: int, score: int
    ) -> Iterator[Arrangement]:
        """All choices of sets from this one of this rank on; equal sets only in falling order."""
        self._clock.step()
        rows = [self._row(suit, held) for suit, held in enumerate(suits)]
        # What the runs of the suits from each on can add at most.
        rests = [self._units.nothing]
        for row in reversed(rows):
            rests.append(self._units.convolve(row, rests[-1]))
        rests.reverse()
        for index in range(rank, len(self._sets)):
            if self._bound(rests[0], self._gains[index], spent, score) < self._floor.score:
                break
            for number in range(first if index == rank else 0, len(self._sets[index])):
                chosen = self._sets[index][number]
                total = self._units.plus[spent][chosen.spent]
                if total < 0:
                    continue
                left = [held - taken for held, taken in zip(suits, chosen.taken, strict=True)]
                if any(
                    (held | GUARD) - taken & GUARD != GUARD
                    for held, taken in zip(suits, chosen.taken, strict=True)
                ):
                    continue
                self._melds.append(chosen.meld)
                yield from self._choose_sets(index, number, left, total, score + chosen.score)
                self._melds.pop()
        yield from self._choose_runs(0, 0, suits[0], suits, rests, spent, score)

    def _bound(self, row: Row, gain: Row, spent: int, score: int) -> int:
        """The most that is still possible when so much is spent and scored already."""
        both = self._units.convolve(row, gain)
        return score + max((both[more] for more, _ in self._units.shifts[spent]), default=0)

    def _choose_runs(
        self,
        suit: int,
        first: int,
        held: int,
        suits: list[int],
        rests: list[Row],
        spent: int,
        score: int,
    ) -> Iterator[Arrangement]:
        """All choices of runs from the lowest card of this suit on, then of the next suits."""
        self._clock.step()
        while not held:
            suit, first = suit + 1, 0
            if suit == 4:
                if score >= self._floor.score:
                    yield Arrangement(score, tuple(self._melds))
                return
            held = suits[suit]
        if self._bound(self._row(suit, held), rests[suit + 1], spent, score) < self._floor.score:
            return
        lowest = ((held & -held).bit_length() - 1) // FIELD
        runs = self._runs[suit][lowest]
        for number in range(first, len(runs)):
            run = runs[number]
            left = (held | GUARD) - run.cards
            total = self._units.plus[spent][run.spent]
            if total < 0 or left & GUARD != GUARD:
                continue
            left ^= GUARD
            same = left >> (FIELD * lowest) & FIELD_MASK
            self._melds.append(Candidate(run.shape, suit, 0))
            yield from self._choose_runs(
                suit, number if same else 0, left, suits, rests, total, score + run.score
            )
            self._melds.pop()
        dead = held & ~(FIELD_MASK << (FIELD * lowest))
        yield from self._choose_runs(suit, 0, dead, suits, rests, spent, score)
