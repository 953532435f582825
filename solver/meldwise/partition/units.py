"""Wild cards spent, as one index: arithmetic on the numbers spent of each class.

A row is a tuple of scores, one for each way to spend wilds; with two jokers it has three
entries. Adding what two parts of a hand spend is a (max, +) convolution of their rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import product
from operator import sub

from meldwise.melds.shapes import Capacity
from meldwise.partition.scoring import IMPOSSIBLE

Row = tuple[int, ...]


class Units:
    """Index arithmetic for one capacity of wilds; made by `units_of`."""

    def __init__(self, capacity: Capacity) -> None:
        self.capacity = capacity
        self.vectors = list(product(*(range(count + 1) for count in reversed(capacity))))
        self.vectors = [tuple(reversed(vector)) for vector in self.vectors]
        self.index = {vector: index for index, vector in enumerate(self.vectors)}
        self.size = len(self.vectors)
        self.nothing: Row = (0,) + (IMPOSSIBLE,) * (self.size - 1)
        # For each amount, the entries to which it can be added and where they then stand. The
        # vectors count like the digits of a number, so indices add as long as no digit overflows.
        self.shifts = [
            [(before, before + index) for before in self._up_to(map(sub, capacity, amount))]
            for index, amount in enumerate(self.vectors)
        ]
        # What two amounts spend together; −1 where the wilds do not suffice.
        self.plus = [[-1] * self.size for _ in range(self.size)]
        for more, shift in enumerate(self.shifts):
            for before, total in shift:
                self.plus[before][more] = total
        self._room = [[before for before, _ in shift] for shift in self.shifts]
        self._triples = [
            (left, right, total) for right, shift in enumerate(self.shifts) for left, total in shift
        ]
        self._pairs = [(left, right) for left, right, _ in self._triples]

    def _up_to(self, most: Iterable[int]) -> list[int]:
        """The indices of all amounts with no more than so many wilds of each class, rising."""
        found, place = [0], 1
        for count, limit in zip(self.capacity, most, strict=True):
            found = [number * place + index for number in range(limit + 1) for index in found]
            place *= count + 1
        return found

    def convolve(self, left: Row, right: Row) -> Row:
        """The best sums for each total spent."""
        if self.size == 1:
            return (left[0] + right[0],)
        if self.size == 2:
            # One wild goes to one side or to the other: most hands with wilds have no more.
            none, one = left
            return (none + right[0], max(one + right[0], none + right[1], IMPOSSIBLE))
        best = [IMPOSSIBLE] * self.size
        for i, j, total in self._triples:
            value = left[i] + right[j]
            if value > best[total]:  # noqa: PLR1730 - half the time of max() in this loop
                best[total] = value
        return tuple(best)

    def best_sum(self, left: Row, right: Row) -> int:
        """The best sum of two rows over everything that can be spent together."""
        if self.size == 1:
            return left[0] + right[0]
        return max([left[i] + right[j] for i, j in self._pairs])

    def limits(self, left: Row, right: Row) -> list[int]:
        """The best sum of two rows when so much more is still to be spent, for each amount."""
        both = self.convolve(left, right)
        return [max([both[total] for total in room]) for room in self._room]

    def split(self, left: Row, right: Row, total: int) -> tuple[int, int]:
        """How the best sum for a total is spent: the index of each side."""
        _, i, j = max((left[i] + right[j], i, j) for i, j, t in self._triples if t == total)
        return i, j

    def shifted(self, row: Row, amount: int, score: int) -> Row:
        """The row after something that spends ``amount`` and scores ``score``."""
        if amount == 0:
            return tuple([value + score for value in row])
        moved = [IMPOSSIBLE] * self.size
        for before, after in self.shifts[amount]:
            moved[after] = row[before] + score
        return tuple(moved)


@lru_cache(maxsize=64)
def units_of(capacity: Capacity) -> Units:
    """The index arithmetic of a capacity."""
    return Units(capacity)


def upper(rows: Sequence[Row]) -> Row:
    """The best of several rows, entry by entry."""
    return tuple(map(max, *rows)) if len(rows) > 1 else rows[0]
