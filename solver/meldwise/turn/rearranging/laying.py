"""From the programme's answer to melds: where the jokers lie, read again from the definition."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations

from meldwise.cards import JOKER, PlacedCard
from meldwise.cards.card import CARDS
from meldwise.errors import EngineError
from meldwise.melds.meld import Meld
from meldwise.melds.meldrules import MeldRules
from meldwise.melds.readings import read_meld
from meldwise.turn.rearranging.model import Chosen

READINGS_KEPT = 8_192


def laid(rules: MeldRules, chosen: Sequence[Chosen], wilds: Counter[int]) -> list[Meld] | None:
    """The melds, each checked; None if no place of the jokers makes all of them legal.

    Args:
        rules: The rules of melds.
        chosen: The melds by their columns.
        wilds: How many jokers stand for each card, where columns do not count them.

    Raises:
        EngineError: a column is no legal meld.
    """
    places = _wild_cells(rules, chosen, wilds)
    if places is None:
        return None
    return [
        _meld(rules, known.column.kind, _cards(known, cells))
        for known, cells in zip(chosen, places, strict=True)
    ]


def _wild_cells(
    rules: MeldRules, chosen: Sequence[Chosen], wilds: Counter[int]
) -> list[Counter[int]] | None:
    """For each meld the cards for which its jokers stand, so that no meld lacks a natural card."""
    fixed = [Counter(known.column.fixed) for known in chosen]
    left = Counter(wilds)
    for cells in fixed:
        left.subtract(cells)
    todo = sorted(+left)
    open_cells = []
    for known, own in zip(chosen, fixed, strict=True):
        cells = Counter(known.column.cells)
        cells.subtract(own)
        cells.subtract(known.keeps.codes if known.keeps is not None else ())
        open_cells.append(cells)

    def fill(index: int) -> Iterator[None]:
        if index == len(todo):
            yield None
            return
        code = todo[index]
        slots = [n for n, cells in enumerate(open_cells) for _ in range(cells[code])]
        for places in dict.fromkeys(combinations(slots, left[code])):
            for place in places:
                fixed[place][code] += 1
            yield from fill(index + 1)
            for place in places:
                fixed[place][code] -= 1

    for _ in fill(0):
        naturals = [
            len(known.column.cells) - cells.total()
            for known, cells in zip(chosen, fixed, strict=True)
        ]
        if all(
            count >= rules.min_naturals or not cells
            for count, cells in zip(naturals, fixed, strict=True)
        ):
            return [+cells for cells in fixed]
    return None


def _cards(known: Chosen, wild: Counter[int]) -> tuple[PlacedCard, ...]:
    column, left = known.column, Counter(wild)
    cards = []
    for code in column.cells:
        card = CARDS[code]
        if left[code] > 0:
            left[code] -= 1
            suit = card.suit if column.kind == "run" else -1
            cards.append(PlacedCard(JOKER, card.rank, suit, wild=True))
        else:
            cards.append(PlacedCard.natural(card))
    return (*cards, *[PlacedCard.natural(JOKER)] * (column.wilds or 0))


@lru_cache(maxsize=READINGS_KEPT)
def _meld(rules: MeldRules, kind: str, cards: tuple[PlacedCard, ...]) -> Meld:
    for meld in read_meld(rules, cards, every_order=False).melds:
        if meld.kind == kind:
            return meld
    raise EngineError(f"the model laid {' '.join(map(str, cards))}, which is no {kind}")
