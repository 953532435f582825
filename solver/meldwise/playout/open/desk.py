"""Room for the compiled functions to work in, and the addresses of what they look up."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from meldwise.partition.kernel.general import _ONE as ONE
from meldwise.partition.kernel.general import LANES_OF_WORK
from meldwise.partition.kernel.layout import LANES
from meldwise.partition.kernel.trace import SUMS
from meldwise.partition.kernel.vectors import BEYOND
from meldwise.playout.open import layout as at
from meldwise.playout.open.calling import address_of
from meldwise.playout.open.ground import Table


class Desk:
    """Room for one hand at a time; with so many rows for actions."""

    def __init__(self, table: Table, trail: int = 0) -> None:
        tables = table.tables
        lanes = np.zeros(LANES_OF_WORK, np.int16)
        lanes[ONE : ONE + LANES] = BEYOND
        lanes[ONE + 1] = 0
        arrays: dict[int, NDArray[Any]] = {
            at.ROWS_AT: tables.rows,
            at.CLOSED_AT: tables.closed,
            at.FACTS_AT: tables.facts,
            at.POINTS_AT: table.points,
            at.LANES_AT: lanes,
            at.SUMS_AT: np.zeros(SUMS, np.int16),
            at.MARKS_AT: np.zeros(2 * at.MOST_HELD + at.MOST_FOUND, np.int8),
        }
        self.words: NDArray[np.int64] = np.zeros(at.DESK + at.TRAIL_WIDTH * trail, np.int64)
        self.state: NDArray[np.int64] = np.zeros(at.STATE, np.int64)
        # Kept, because only their addresses are handed over.
        self._kept = tuple(arrays.values())
        for place, array in arrays.items():
            self.words[place] = array.ctypes.data
        self.words[at.ROWS_SIZE] = len(tables.rows)
        self.words[at.CLOSED_SIZE] = len(tables.closed)
        self.words[at.FACTS_SIZE] = len(tables.facts)
        self.words[at.TRAIL_ROWS] = trail
        for place, address in enumerate(_addresses()):
            self.words[at.CALLS + place] = address

    @property
    def trail(self) -> NDArray[np.int64]:
        """The actions recorded, shape (n, 5)."""
        rows = int(self.state[at.TRAIL])
        found = self.words[at.TRAIL_CARDS : at.TRAIL_CARDS + at.TRAIL_WIDTH * max(rows, 0)]
        return found.reshape(-1, at.TRAIL_WIDTH)


@cache
def _addresses() -> tuple[int, ...]:
    """The addresses of the parts, in the order of `layout`."""
    from meldwise.playout.open.arranging import arrange, least_left
    from meldwise.playout.open.byvalues import place_by_values, value_of_taking
    from meldwise.playout.open.choosing import throw_of
    from meldwise.playout.open.hand import draw_phase, play_phase
    from meldwise.playout.open.laying import (
        lay_melds,
        lay_off_all,
        lay_off_jokers,
    )
    from meldwise.playout.open.ordering import place_all, place_in_order
    from meldwise.playout.open.swapping import swap_one
    from meldwise.playout.open.upcard import wants_upcard
    from meldwise.playout.open.valuing import value_now, weigh

    parts = (
        *(least_left, arrange, lay_melds, place_all, wants_upcard, throw_of),
        *(lay_off_all, lay_off_jokers, swap_one, place_in_order, draw_phase, play_phase),
        *(weigh, value_now, place_by_values, value_of_taking),
    )
    return tuple(map(address_of, parts))
