"""From the programme's answer to melds: where the jokers lie, read again from the definition."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

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
    wild = [Counter(known.column.fixed) for known in chosen]
    left = Counter(wilds)
    for cells in wild:
        left.subtract(cells)
    open_cells = [
        Counter(known.column.cells) - cells - Counter(_own(known))
        for known, cells in zip(chosen, wild, strict=True)
    ]
    spared: dict[int, list[int]] = {}
    if rules.min_naturals and +left:
        naturals = sum(open_cells, Counter[int]()) - left
        dealt = _one_natural_each(chosen, open_cells, naturals)
        if dealt is None:
            return None
        spared = dealt
    for code, count in (+left).items():
        todo = count
        for n, cells in enumerate(open_cells):
            taken = min(todo, cells[code] - (n in spared.get(code, ())))
            wild[n][code] += taken
            todo -= taken
    return [+cells for cells in wild]


def _own(known: Chosen) -> tuple[int, ...]:
    return () if known.keeps is None else known.keeps.codes


def _one_natural_each(
    chosen: Sequence[Chosen], open_cells: Sequence[Counter[int]], naturals: Counter[int]
) -> dict[int, list[int]] | None:
    """For each card the melds that are dealt one of it, so that each meld has one; None: cannot be.

    A matching of melds and natural cards, by augmenting paths.
    """
    dealt: dict[int, list[int]] = {}

    def deal(n: int, seen: set[int]) -> bool:
        for code in open_cells[n]:
            if code in seen or not naturals[code]:
                continue
            seen.add(code)
            holders = dealt.setdefault(code, [])
            if len(holders) < naturals[code]:
                holders.append(n)
                return True
            for place, other in enumerate(holders):
                if deal(other, seen):
                    holders[place] = n
                    return True
        return False

    for n, known in enumerate(chosen):
        free = known.column.wilds is None and not _own(known)
        if free and not deal(n, set()):
            return None
    return dealt


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
