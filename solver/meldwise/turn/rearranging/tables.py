"""The best new tables of a situation, one after the other, each made of checked melds."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from meldwise.cards import JOKER
from meldwise.cards.card import CARDS
from meldwise.errors import EngineError
from meldwise.melds.meld import Meld
from meldwise.partition.clock import Clock, OutOfTimeError
from meldwise.turn.plan import Goal, Then
from meldwise.turn.rearranging.laying import laid
from meldwise.turn.rearranging.measures import Measure, measures
from meldwise.turn.rearranging.model import Found, TableModel
from meldwise.turn.rearranging.programme import Solved
from meldwise.turn.rearranging.situation import Situation


@dataclass(frozen=True, slots=True)
class NewTable:
    """A table that a turn can leave.

    ``opening`` are the melds that open, where the player has to; ``level`` is what the goal's own
    measure comes to and ``bound`` the most that it could; ``optimal`` that no table is better.
    """

    found: Found
    melds: tuple[Meld, ...]
    opening: tuple[Meld, ...]
    optimal: bool
    bound: int


@dataclass(frozen=True, slots=True)
class Tables:
    """New tables, the best first; ``bound`` is what is known where there is none."""

    tables: tuple[NewTable, ...]
    bound: int


def new_tables(
    situation: Situation, goal: Goal, then: Then | None, limit: int, deadline: float
) -> Tables:
    """The best new tables that a turn can leave.

    Args:
        situation: The cards and what may be done with them.
        goal: What makes a turn better.
        then: The second level.
        limit: How many tables at most, different in their melds or in what stays on the rack.
        deadline: When the time is up, as of `time.monotonic`.
    """
    wanted = measures(situation, goal, then)
    clock = Clock(deadline - time.monotonic())
    try:
        found = _Search(situation, wanted, limit, clock, strict=False)
        tables = tuple(found.run())
        if found.stuck:
            # Rare and slower: no place of the jokers gave each meld a natural card.
            found = _Search(situation, wanted, limit, clock, strict=True)
            tables = tuple(found.run())
    except OutOfTimeError:
        return Tables((), _most(situation, wanted[0]))
    return Tables(tables, found.bound)


def _most(situation: Situation, measure: Measure) -> int:
    """The most that the first measure can come to, whatever is on the table."""
    cards = len(situation.rack)
    match measure:
        case "most-cards":
            return cards
        case "keep-wilds":
            return 0
        case "most-points":
            return max(situation.melds.set_values) * (cards + situation.table_wilds)
        case _:
            return sum(situation.hand_value(card.code) for card in situation.rack)


class _Search:
    """Asks one model for one table after the other."""

    def __init__(
        self,
        situation: Situation,
        wanted: list[Measure],
        limit: int,
        clock: Clock,
        *,
        strict: bool,
    ) -> None:
        self._situation = situation
        self._limit = limit
        self._clock = clock
        self._model = TableModel(situation, wanted, clock, several=limit > 1, strict=strict)
        self._strict = strict
        self.bound = _most(situation, wanted[0])
        self.stuck = False

    def run(self) -> Iterator[NewTable]:
        """The tables, each new."""
        seen: set[object] = set()
        while len(seen) < self._limit:
            if self._clock.seconds_left == 0:
                return
            found, solved = self._model.next_best()
            if not seen:
                self.bound = solved.bound
            if found is None:
                return
            table = self._table(found, solved)
            if table is None:
                if self._strict:
                    raise EngineError("the model laid a meld without a natural card")
                self.stuck = True
                return
            key = (
                tuple(sorted(tuple(sorted(meld.physical)) for meld in table.melds)),
                tuple(sorted(found.placed.items())),
                found.placed_wilds,
            )
            if key not in seen:
                seen.add(key)
                yield table

    def _table(self, found: Found, solved: Solved) -> NewTable | None:
        rules = self._situation.melds
        melds = laid(rules, found.melds, found.wilds)
        opening = laid(rules, found.opening, found.opening_wilds)
        if melds is None or opening is None:
            return None
        if opening:
            opening = self._lasting(found, melds) or opening
        optimal = solved.optimal and self._model.complete
        return NewTable(found, tuple(melds), tuple(opening), optimal, solved.bound)

    def _lasting(self, found: Found, melds: list[Meld]) -> list[Meld]:
        """Melds of the rack that open and lie so at the end too; none if they are not enough."""
        left = Counter({CARDS[code]: count for code, count in found.placed.items()})
        left[JOKER] += found.placed_wilds
        lasting = []
        for chosen, meld in zip(found.melds, melds, strict=True):
            cards = Counter(meld.physical)
            if chosen.keeps is None and not cards - left:
                left -= cards
                lasting.append(meld)
        enough = sum(meld.points for meld in lasting) >= (self._situation.opening or 0)
        return lasting if enough else []
