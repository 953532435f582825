"""Every arrangement above a score: the next best, all optimal ones, those that meet demands.

The tables of the search give an exact bound for whatever is still open, so no branch is entered
that does not lead to an arrangement above the floor.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from meldwise.melds.candidates import Candidate, Holding
from meldwise.melds.meldrules import MeldRules
from meldwise.melds.packed import Suits, count_at, emptied, lowest_place, minus
from meldwise.melds.shapes import Shape
from meldwise.partition.arrangement import Arrangement
from meldwise.partition.clock import Clock
from meldwise.partition.handtables import HandTables
from meldwise.partition.scoring import IMPOSSIBLE, Goal
from meldwise.partition.tables import set_cards, tables
from meldwise.partition.units import Row


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
    hand = HandTables(tables(rules, goal, holding.capacity), holding, clock)
    yield from _Enumeration(hand, holding, floor).run()


@dataclass(frozen=True, slots=True, eq=False)
class _Set:
    """One set in the enumeration: what it takes of each suit, spends and scores."""

    taken: Suits
    spent: int
    score: int
    meld: Candidate


class _Enumeration:
    def __init__(self, hand: HandTables, holding: Holding, floor: Floor) -> None:
        self._hand = hand
        self._units = hand.units
        self._floor = floor
        self._clock = hand.clock
        self._sets = self._all_sets(holding)
        self._gains = hand.gains([hand.sets(sets[0].meld.rank) for sets in self._sets])
        self._melds: list[Candidate] = []

    def _all_sets(self, holding: Holding) -> list[list[_Set]]:
        """The sets of each rank (and the melds of wilds alone), best first."""
        found = []
        for rank in range(14):
            shapes = self._hand.tables.set_shapes(rank, holding.of_rank(rank), self._clock)
            if shapes:
                sets = [self._set(shape, rank) for shape in shapes]
                found.append(sorted(sets, key=lambda known: -known.score))
        return found

    def _set(self, shape: Shape, rank: int) -> _Set:
        return _Set(
            set_cards(shape, rank),
            self._units.index[shape.units],
            self._hand.tables.scoring.shape(shape),
            Candidate(shape, -1, rank),
        )

    def run(self) -> Iterator[Arrangement]:
        yield from self._choose_sets(0, 0, list(self._hand.suits), 0, 0)

    def _choose_sets(
        self, rank: int, first: int, suits: list[int], spent: int, score: int
    ) -> Iterator[Arrangement]:
        """All choices of sets from this one of this rank on; equal sets only in falling order."""
        self._clock.step()
        rows = [self._hand.row(suit, held) for suit, held in enumerate(suits)]
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
                left = list(map(minus, suits, chosen.taken))
                if min(left) < 0:
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
        if (
            self._bound(self._hand.row(suit, held), rests[suit + 1], spent, score)
            < self._floor.score
        ):
            return
        lowest = lowest_place(held)
        runs = self._hand.runs[suit][lowest]
        for number in range(first, len(runs)):
            run = runs[number]
            left = minus(held, run.cards)
            total = self._units.plus[spent][run.spent]
            if total < 0 or left < 0:
                continue
            # A run may be laid twice, but equal runs only in falling order.
            following = number if count_at(left, lowest) else 0
            self._melds.append(Candidate(run.shape, suit, 0))
            yield from self._choose_runs(
                suit, following, left, suits, rests, total, score + run.score
            )
            self._melds.pop()
        without = emptied(held, lowest)
        yield from self._choose_runs(suit, 0, without, suits, rests, spent, score)
