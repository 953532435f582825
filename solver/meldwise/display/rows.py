"""An arrangement row by row: its melds, the deadwood, the discard."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from meldwise.display.look import Look, Span
from meldwise.display.views import MeldView, PartitionView


@dataclass(frozen=True, slots=True)
class Row:
    """A label, cards and points; ``differs`` marks what another arrangement does not have."""

    label: str
    cards: tuple[Span, ...]
    points: int | None = None
    differs: bool = False


def meld_row(meld: MeldView, look: Look, *, differs: bool = False) -> Row:
    """One meld."""
    return Row(meld.kind, tuple(map(look.placed, meld.cards)), meld.points, differs)


def partition_rows(
    partition: PartitionView, look: Look, other: PartitionView | None = None
) -> tuple[Row, ...]:
    """The rows of an arrangement.

    Args:
        partition: The arrangement.
        look: How cards are written.
        other: The arrangement against which differences are marked.
    """
    return tuple(_rows(partition, look, other))


def _rows(partition: PartitionView, look: Look, other: PartitionView | None) -> Iterator[Row]:
    theirs = None if other is None else list(other.melds)
    for meld in partition.melds:
        # Two packs may hold the same meld twice, so each of the other's accounts for one of these.
        known = theirs is None or meld in theirs
        if theirs is not None and known:
            theirs.remove(meld)
        yield meld_row(meld, look, differs=not known)
    deadwood = partition.deadwood
    if deadwood.cards:
        differs = other is not None and sorted(deadwood.cards) != sorted(other.deadwood.cards)
        yield Row("deadwood", tuple(map(look.card, deadwood.cards)), deadwood.points, differs)
    if partition.discard is not None:
        differs = other is not None and partition.discard != other.discard
        yield Row("discard", (look.card(partition.discard),), None, differs)
