"""The tables as they serve one hand: rows of what is left of its suits, its sets, what they add."""

from __future__ import annotations

from collections.abc import Sequence

from meldwise.melds.candidates import Holding, suit_group
from meldwise.melds.packed import Suits
from meldwise.partition.clock import Clock
from meldwise.partition.tables import RunList, SetChoice, Tables
from meldwise.partition.units import Row


class HandTables:
    """Looks things up for the cards of one hand.

    Args:
        tables: The tables for the rules, the goal and the hand's wilds.
        holding: The hand.
        clock: The limit; whoever needs more time puts another one in its place.
    """

    def __init__(self, tables: Tables, holding: Holding, clock: Clock) -> None:
        self.tables = tables
        self.units = tables.units
        self.suits: Suits = holding.packed_suits()
        self.clock = clock
        self._naturals = holding.naturals
        # Fewer naturals of a rank are in no set, whatever the wilds stand for.
        self._least_of_rank = tables.rules.set_min - sum(holding.capacity)
        self._groups = [suit_group(tables.rules, suit) for suit in range(4)]
        self.runs: list[RunList] = [
            tables.runs(group, held, clock)
            for group, held in zip(self._groups, self.suits, strict=True)
        ]

    def row(self, suit: int, held: int) -> Row:
        """The best score of runs among these cards of a suit, for each number of wilds spent."""
        return self.tables.row(self._groups[suit], held, self.runs[suit], self.clock)

    def discard_row(self, suit: int, held: int) -> Row | None:
        """As `row`, but one of these cards is thrown; None if there is none to throw."""
        return self.tables.discard_row(self._groups[suit], held, self.runs[suit], self.clock)

    def sets(self, rank: int) -> list[SetChoice]:
        """Every way to lay sets of a rank, best first; of rank 0 melds of wilds alone."""
        if rank == 0:
            return self.tables.sets(0, (0, 0, 0, 0), self.clock)
        spades, hearts, diamonds, clubs = self._naturals
        held = (spades[rank - 1], hearts[rank - 1], diamonds[rank - 1], clubs[rank - 1])
        if sum(held) < self._least_of_rank:
            return []
        return self.tables.sets(rank, held, self.clock)

    def all_sets(self) -> list[list[SetChoice]]:
        """As `sets`, rank by rank from the highest down; ranks without a set are left out."""
        least, tables, clock = self._least_of_rank, self.tables, self.clock
        found = [
            tables.sets(rank, held, clock)
            for rank, held in enumerate(zip(*self._naturals, strict=True), 1)
            if sum(held) >= least
        ]
        found.reverse()
        found.append(tables.sets(0, (0, 0, 0, 0), clock))
        return [choices for choices in found if choices]

    def gains(self, choices: Sequence[Sequence[SetChoice]]) -> list[Row]:
        """For each place in a list of ranks' sets, the most that the sets from there on can add.

        Returns:
            One row for each rank, for each number of wilds spent, and a last one of nothing.
        """
        gains = [self.units.nothing]
        for sets in reversed(choices):
            row = list(self.units.nothing)
            for choice in sets:
                row[choice.spent] = max(row[choice.spent], choice.score)
            gains.append(self.units.convolve(tuple(row), gains[-1]))
        return gains[::-1]
