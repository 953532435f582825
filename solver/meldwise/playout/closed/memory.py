"""Where everything stands in the two flat arrays that compiled code works in.

Handing over dozens of arrays, or tuples of them, takes longer than a turn of a hand does; so there
is one array of integers, ``ints``, and one of floats, ``reals``. Each thread has its own.

``ints`` (int64), from these places on:
    0: the kernel's room for searches.
    `RULES`: the rule set; see `record`.
    `ROWS_AT`: where the kernel's tables are.
    `ROOM`: room for settling.
    `STATE`: the hand under way; see `table`.
    `PILE_CODES`, `STOCK_CODES`: the discard pile, oldest first, and the stock in drawing order.
    `COUNTS`, `AT_END`: of a hand that is over, what each player's cards count, and their deadwood.

``reals`` (float64):
    `STYLE`: four numbers for each seat.
    `POLICY`: a row for each seat, as `Policy.row` gives it.
    `CHANCES`: for each card, that the next player holds it.
    `FOUND`: what `oneply` found last.
    `WEIGHED`: a row of `COLUMNS` for each card that may be thrown.
    `INPUT`, `HIDDEN`: what the value functions are told, and room for them.
    `SCORES`: of a hand that is over, what each score changes by.
    `WEIGHTS_AT`: the weights of all value functions, set by set.
"""

from __future__ import annotations

from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from meldwise.partition.kernel.general import WORK as GENERAL_WORK
from meldwise.partition.kernel.plain import WORK as PLAIN_WORK
from meldwise.playout.policies import MOST_PLAYERS, ROW
from meldwise.playout.starts import STYLES
from meldwise.playout.values.functions import FIRST, INPUTS, SECOND

Rows: TypeAlias = NDArray[np.int16]
Closed: TypeAlias = NDArray[np.uint8]
Facts: TypeAlias = NDArray[np.int32]
Lanes: TypeAlias = NDArray[np.int16]
Ints: TypeAlias = NDArray[np.int64]

MOST_CARDS: Final = 128
KINDS_OF_CARDS: Final = 53

RULES: Final = max(PLAIN_WORK, GENERAL_WORK)
RULES_LENGTH: Final = 160
# Addresses of the kernel's arrays, each with its length, and of the parts.
ROWS_AT: Final = RULES + RULES_LENGTH
CLOSED_AT: Final = ROWS_AT + 2
FACTS_AT: Final = CLOSED_AT + 2
FACTS_SIZE: Final = FACTS_AT + 1
LANES_AT: Final = FACTS_AT + 2
DEADWOOD_CALL: Final = LANES_AT + 2
ONE_PLY_CALL: Final = DEADWOOD_CALL + 1
ROOM: Final = ONE_PLY_CALL + 1
ROOM_LENGTH: Final = 640
STATE: Final = ROOM + ROOM_LENGTH
STRIDE: Final = 11
STATE_LENGTH: Final = STRIDE * MOST_PLAYERS + 11 + 2 * MOST_PLAYERS
# The cards unseen by the seat to move.
UNSEEN: Final = STATE + STRIDE * MOST_PLAYERS + 8
PILE_CODES: Final = STATE + STATE_LENGTH
STOCK_CODES: Final = PILE_CODES + MOST_CARDS
COUNTS: Final = STOCK_CODES + MOST_CARDS
AT_END: Final = COUNTS + MOST_PLAYERS
INTS: Final = AT_END + MOST_PLAYERS

# Columns of what is weighed for each card that may be thrown: the deadwood left (−1: the card may
# not be thrown), what `oneply` finds, the danger, the heuristic's cost, the values of going on and
# of ending now, and whether all this was worked out.
FOUND_LENGTH: Final = 7
LEFT: Final = 0
ONE_PLY: Final = 1
DANGER: Final = ONE_PLY + FOUND_LENGTH
COST: Final = DANGER + 1
GOING_ON: Final = COST + 1
ENDING_NOW: Final = GOING_ON + 1
WORKED_OUT: Final = ENDING_NOW + 1
COLUMNS: Final = WORKED_OUT + 1

STYLE: Final = 0
POLICY: Final = STYLE + STYLES * MOST_PLAYERS
CHANCES: Final = POLICY + ROW * MOST_PLAYERS
FOUND: Final = CHANCES + KINDS_OF_CARDS
WEIGHED: Final = FOUND + FOUND_LENGTH
INPUT: Final = WEIGHED + COLUMNS * KINDS_OF_CARDS
HIDDEN: Final = INPUT + INPUTS
SCORES: Final = HIDDEN + FIRST + SECOND
WEIGHTS_AT: Final = SCORES + MOST_PLAYERS
