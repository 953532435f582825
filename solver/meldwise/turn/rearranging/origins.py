"""Where every card of the new table comes from, and what became of the old melds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from meldwise.cards import Card
from meldwise.melds.meld import Meld
from meldwise.turn.plan import Origin
from meldwise.turn.rearranging.situation import TableSet

Survivors = dict[int, int]
"""The old meld (by its index) that goes on in a new one, for the new ones that continue one."""


def survivors(
    old: Sequence[TableSet], new: Sequence[Meld], keeps: Sequence[TableSet | None]
) -> Survivors:
    """For as many old melds as possible the new one in which all its cards lie together.

    Each new meld continues one old meld at most.

    Args:
        old: The melds of the table as they were.
        new: The melds afterwards.
        keeps: Which one each new meld continues, as far as that was decided.
    """
    kept: Survivors = {}
    left = list(range(len(old)))
    for n, known in enumerate(keeps):
        if known is not None:
            index = next(index for index in left if old[index] == known)
            left.remove(index)
            kept[n] = index
    if not left:
        return kept
    # Most pairs are told apart by their bits, without counting cards.
    held = [TableSet.of(meld) for meld in new]
    fits = {
        index: [
            n
            for n, cards in enumerate(held)
            if known.mask & ~cards.mask == 0 and not Counter(known.cards) - Counter(cards.cards)
        ]
        for index, known in enumerate(old)
    }
    for index in left:
        _augment(index, fits, kept, set())
    return kept


def _augment(index: int, fits: dict[int, list[int]], kept: Survivors, seen: set[int]) -> bool:
    """Find a place for one more old meld, moving others where needed."""
    for n in fits[index]:
        if n not in seen:
            seen.add(n)
            if n not in kept or _augment(kept[n], fits, kept, seen):
                kept[n] = index
                return True
    return False


def origins(
    old: Sequence[TableSet],
    new: Sequence[Meld],
    kept: Survivors,
    starts: Mapping[int, int],
    placed: Counter[Card],
) -> list[tuple[Origin, ...]]:
    """For each new meld where its cards come from, slot by slot.

    Args:
        old: The melds of the table as they were.
        new: The melds afterwards.
        kept: What `survivors` found.
        starts: For the same new melds the slot from which on the old one lies as it did; −1: none.
        placed: The cards that come from the hand.
    """
    rows: list[list[Origin | None]] = [[None] * meld.size for meld in new]
    for n, index in kept.items():
        own, start, cards = Counter(old[index].cards), starts[n], new[n].physical
        as_lain = range(start, start + old[index].size) if start >= 0 else ()
        for slot in (*as_lain, *range(len(cards))):
            card = cards[slot]
            if rows[n][slot] is None and own[card]:
                own[card] -= 1
                rows[n][slot] = index
    sources = _Sources(old, kept, placed)
    for row, meld in zip(rows, new, strict=True):
        for slot, placed_card in enumerate(meld.cards):
            if row[slot] is None:
                row[slot] = sources.take(placed_card.card, [o for o in row if o is not None])
    return [tuple(origin for origin in row if origin is not None) for row in rows]


class _Sources:
    """The cards that new melds take from old ones that do not go on, and from the hand."""

    def __init__(self, old: Sequence[TableSet], kept: Survivors, placed: Counter[Card]) -> None:
        self._of: dict[Card, list[Origin]] = {}
        gone = set(range(len(old))) - set(kept.values())
        for index in sorted(gone):
            for card in old[index].cards:
                self._of.setdefault(card, []).append(index)
        for card, count in placed.items():
            self._of.setdefault(card, []).extend(["hand"] * count)

    def take(self, card: Card, neighbours: Sequence[Origin]) -> Origin:
        """One such card, from where its neighbours in the meld come if that can be."""
        available = self._of[card]
        for origin in neighbours:
            if origin in available:
                available.remove(origin)
                return origin
        return available.pop()
