"""The slots that a run can fill: every stretch of ranks that the rules of the ace allow."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from meldwise.cards.card import ACE


@dataclass(frozen=True, slots=True)
class Window:
    """One stretch of ranks: the slots of a run in order.

    ``ranks`` and ``values`` (points of a card in the slot) go together; ``mask`` has bit
    rank − 1 set for each rank; ``twice`` is the rank that stands at both ends (0: none), ``total``
    the points of all slots, ``length`` their number.
    """

    ranks: tuple[int, ...]
    values: tuple[int, ...]
    mask: int
    twice: int
    total: int
    length: int


def run_windows(
    ranks: tuple[int, ...],
    aces: str,
    shortest: int,
    longest: int,
    values: tuple[tuple[int, ...], int],
) -> tuple[Window, ...]:
    """All windows of the pack's ranks, shortest first.

    Args:
        ranks: Ranks in the pack in order, the ace first.
        aces: ``low``, ``high``, ``high_or_low`` or ``corner`` (round from the king to the two).
        shortest: Fewest cards of a run.
        longest: Most cards of a run; 14 lets an ace stand at both ends.
        values: Points of each rank in a run (the ace high), and of the low ace.
    """
    found = []
    for length in range(shortest, min(longest, len(ranks) + 1) + 1):
        for slots in _stretches(ranks, aces, length, both_ends=longest == 14):
            # An ace is low as the first card of a run that goes on with the next rank up.
            low = aces != "high" and slots[0] == ACE
            points = [values[0][rank] for rank in slots]
            if low:
                points[0] = values[1]
            mask = sum(1 << (rank - 1) for rank in set(slots))
            twice = slots[0] if slots[0] == slots[-1] else 0
            found.append(Window(slots, tuple(points), mask, twice, sum(points), length))
    return tuple(found)


def _stretches(
    ranks: tuple[int, ...], aces: str, length: int, *, both_ends: bool
) -> Iterator[tuple[int, ...]]:
    count = len(ranks)
    if length > count and not both_ends:
        return
    if aces == "corner":
        for start in range(count):
            yield tuple(ranks[(start + step) % count] for step in range(length))
        return
    has_ace = ranks[0] == ACE
    line = ranks
    if has_ace and aces == "high":
        line = (*ranks[1:], ACE)
    elif has_ace and aces == "high_or_low":
        line = (*ranks, ACE)
    for start in range(len(line) - length + 1):
        stretch = line[start : start + length]
        if both_ends or len(set(stretch)) == length:
            yield stretch
