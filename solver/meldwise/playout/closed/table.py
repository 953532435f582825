"""Compiled: the hand under way, and what a seat sees of it.

Each seat has `STRIDE` integers, at the offsets below; then comes what is common. Cards are two
words.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from meldwise.partition.kernel.compiling import Int, compiled, inlined
from meldwise.partition.kernel.layout import JOKERS
from meldwise.playout.closed.danger import holding_chances
from meldwise.playout.closed.memory import (
    PILE_CODES,
    POLICY,
    STATE,
    STOCK_CODES,
    STRIDE,
    STYLE,
    UNSEEN,
    WEIGHTS_AT,
    Ints,
)
from meldwise.playout.closed.record import ALL_CARDS, ALL_TWICE, DEALT, PLAYERS
from meldwise.playout.closed.words import copies, how_many, less, with_card, without_card
from meldwise.playout.network import Reals
from meldwise.playout.policies import MOST_PLAYERS
from meldwise.playout.randomness import Stream, below

# Of a seat: its cards, cards seen to go there, cards it threw or did not take; the deadwood of its
# hand before the draw; turns it has finished; its last discard and the one before, −1 for none;
# its score in the game; the turn in which it explores, −1 for none.
HAND: Final = STATE
HOLDS: Final = STATE + 2
REFUSED: Final = STATE + 4
DEAD: Final = STATE + 5
TURNS: Final = STATE + 6
LAST: Final = STATE + 7
BEFORE: Final = STATE + 8
SCORE: Final = STATE + 9
EXPLORES_AT: Final = STATE + 10

# Common: the discard pile's cards, how many, the stock's place and end, turns of all, the factor
# of the score, the most with which a player knocks; then `UNSEEN`; lessons
# kept; for each seat the number of its first set of value functions, and how many it has.
PILE: Final = STATE + STRIDE * MOST_PLAYERS
PILE_SIZE: Final = PILE + 2
STOCK_AT: Final = PILE + 3
STOCK_END: Final = PILE + 4
NUMBER: Final = PILE + 5
FACTOR: Final = PILE + 6
LIMIT_NOW: Final = PILE + 7
TAUGHT: Final = PILE + 10
FIRST_SET: Final = PILE + 11
SETS_OF: Final = FIRST_SET + MOST_PLAYERS


def new_reals(
    policies: NDArray[np.float64], style: NDArray[np.float64], weights: NDArray[np.float32]
) -> Reals:
    """The floats of a table: policies, styles seen, and the weights of value functions.

    Args:
        policies: float64 (players, `ROW`).
        style: float64 (players, `STYLES`).
        weights: float32 (players, sets, functions, weights).
    """
    reals = np.zeros(WEIGHTS_AT + weights.size)
    reals[POLICY : POLICY + policies.size] = policies.ravel()
    reals[STYLE : STYLE + style.size] = style.ravel()
    reals[WEIGHTS_AT:] = weights.ravel()
    return reals


@inlined
def add_to(ints: Ints, place: Int, code: Int) -> None:
    """Add a card to the two words at a place."""
    ints[place], ints[place + 1] = with_card(ints[place], ints[place + 1], code)


@inlined
def take_from(ints: Ints, place: Int, code: Int) -> None:
    """Take a card from the two words at a place."""
    ints[place], ints[place + 1] = without_card(ints[place], ints[place + 1], code)


@compiled
def look(ints: Ints, reals: Reals, seat: Int) -> None:
    """Work out what a seat has not seen, and what the next player may hold of it."""
    players = ints[PLAYERS]
    cards, second = less(ints[ALL_CARDS], ints[ALL_TWICE], ints[PILE], ints[PILE + 1])
    for other in range(players):
        place = STRIDE * other + (HAND if other == seat else HOLDS)
        cards, second = less(cards, second, ints[place], ints[place + 1])
    ints[UNSEEN], ints[UNSEEN + 1] = cards, second
    following = STRIDE * ((seat + 1) % players)
    known, known_twice = ints[following + HOLDS], ints[following + HOLDS + 1]
    holding_chances(
        reals,
        cards,
        second,
        known,
        known_twice,
        ints[following + REFUSED],
        ints[DEALT] - how_many(known, known_twice),
    )


@compiled
def throw(ints: Ints, seat: Int, code: Int) -> None:
    """A seat throws a card."""
    own = STRIDE * seat
    take_from(ints, own + HAND, code)
    if copies(ints[own + HOLDS], ints[own + HOLDS + 1], code) > copies(
        ints[own + HAND], ints[own + HAND + 1], code
    ):
        take_from(ints, own + HOLDS, code)
    if code < JOKERS:
        ints[own + REFUSED] |= np.int64(1) << code
    ints[own + BEFORE], ints[own + LAST] = ints[own + LAST], code
    ints[PILE_CODES + ints[PILE_SIZE]] = code
    ints[PILE_SIZE] += 1
    add_to(ints, PILE, code)


@compiled
def take_upcard(ints: Ints, seat: Int) -> Int:
    """A seat takes the upcard; its code."""
    ints[PILE_SIZE] -= 1
    code = np.int64(ints[PILE_CODES + ints[PILE_SIZE]])
    take_from(ints, PILE, code)
    add_to(ints, STRIDE * seat + HAND, code)
    add_to(ints, STRIDE * seat + HOLDS, code)
    return code


@compiled
def refuse_upcard(ints: Ints, seat: Int) -> None:
    """It is seen that a seat did not take the upcard."""
    if ints[PILE_SIZE]:
        code = np.int64(ints[PILE_CODES + ints[PILE_SIZE] - 1])
        if code < JOKERS:
            ints[STRIDE * seat + REFUSED] |= np.int64(1) << code


@compiled
def turn_pile(ints: Ints, stream: Stream, shuffle: bool) -> None:
    """The discards but for the top one become the stock."""
    last = ints[PILE_SIZE] - 1
    for place in range(last):
        ints[STOCK_CODES + place] = ints[PILE_CODES + place]
    if shuffle:
        shuffle_codes(ints, STOCK_CODES, last, stream)
    ints[PILE_CODES + 0] = ints[PILE_CODES + last]
    ints[PILE_SIZE], ints[STOCK_AT], ints[STOCK_END] = 1, 0, last
    ints[PILE], ints[PILE + 1] = 0, 0
    add_to(ints, PILE, np.int64(ints[PILE_CODES + 0]))


@compiled
def shuffle_codes(ints: Ints, first: Int, count: Int, stream: Stream) -> None:
    """Put so many numbers in random order."""
    for place in range(count - 1, 0, -1):
        other = below(stream, place + 1)
        ints[first + place], ints[first + other] = ints[first + other], ints[first + place]


@compiled
def draw_stock(ints: Ints, seat: Int) -> None:
    """A seat draws from the stock, which is not empty."""
    code = np.int64(ints[STOCK_CODES + ints[STOCK_AT]])
    ints[STOCK_AT] += 1
    add_to(ints, STRIDE * seat + HAND, code)
