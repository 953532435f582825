"""What a policy makes of what a seat sees, by the very code that decides in playouts.

For games whose melds stay in hand; `meldwise.playout.open.deciding` is for the others.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from meldwise.playout.policies import Policy
from meldwise.playout.views import View

Way = Literal["discard", "knock", "out"]

_WAYS: Final[tuple[Way, ...]] = ("discard", "knock", "out")


@dataclass(frozen=True, eq=False, slots=True)
class Discards:
    """What each discard leaves and is worth, arrays of shape (53,) by card code.

    ``left`` is the deadwood left, −1 where the card may not be thrown. The rest is NaN for
    discards that leave so much that they are not looked at closer: ``expected`` is the mean
    deadwood after the next card from the stock, ``out``, ``within_limit``, ``within_half`` and
    ``improving`` are the shares of unseen cards after which nothing is left, a knock is possible,
    half of that is left, less is left than now; ``danger`` is the chance that the next player can
    meld the discard, ``cost`` the heuristic's sum of these in points. ``going_on`` and
    ``ending_now`` are the learned values in points of advantage, NaN without value functions or
    where the hand may not be ended so.
    """

    left: NDArray[np.float64]
    expected: NDArray[np.float64]
    out: NDArray[np.float64]
    within_limit: NDArray[np.float64]
    within_half: NDArray[np.float64]
    improving: NDArray[np.float64]
    danger: NDArray[np.float64]
    cost: NDArray[np.float64]
    going_on: NDArray[np.float64]
    ending_now: NDArray[np.float64]


@dataclass(frozen=True, eq=False, slots=True)
class Evaluation:
    """What a policy does, and what it rests on.

    Before the draw: ``takes`` says whether the upcard is taken; ``taking`` and ``drawing`` are the
    learned values of doing that and of drawing from the stock, NaN without value functions or
    where the upcard is no use. After it: ``way`` is how the turn ends, ``card`` the code of the
    card thrown (None: none), ``discards`` what is to choose from.
    """

    takes: bool | None = None
    taking: float = float("nan")
    drawing: float = float("nan")
    way: Way | None = None
    card: int | None = None
    discards: Discards | None = None


def evaluate(view: View, policy: Policy, seed: int = 0) -> Evaluation:
    """What a policy makes of what a seat sees.

    Args:
        view: What the seat to move sees.
        policy: How it decides.
        seed: For what the policy leaves to chance.

    Raises:
        RequestError: a rule set that the compiled code does not play; it says why.

    >>> from meldwise.play import apply, deal
    >>> from meldwise.playout import heuristic
    >>> state = apply(deal("knock-rummy", seed=1), {"type": "draw", "from": "stock"})
    >>> found = evaluate(View.of(state.position()), heuristic("knock-rummy"))
    >>> found.way, found.card is not None
    ('discard', True)
    """
    from meldwise.playout.closed.deciding import (
        choose_end,
        value_of_drawing,
        value_of_taking,
        wants_upcard,
        weigh,
    )
    from meldwise.playout.closed.running import viewed, working
    from meldwise.playout.closed.table import look
    from meldwise.playout.randomness import Stream

    tables, reals = viewed(view, policy)
    ints, seat = tables.ints, view.seat
    stream: Stream = np.array([seed], np.uint64)
    by_values = policy.values is not None
    with working(tables):
        if view.phase == "draw":
            if not view.discards or view.passes == view.players:
                return Evaluation(takes=False)
            upcard = view.discards[-1]
            takes = bool(wants_upcard(ints, reals, seat, upcard))
            if not by_values:
                return Evaluation(takes=takes)
            taking = float(value_of_taking(ints, reals, seat, upcard))
            drawing = float(value_of_drawing(ints, reals, seat))
            return Evaluation(takes=takes, taking=taking, drawing=drawing)
        barred = -1 if view.taken is None else view.taken
        how, code, _ = choose_end(ints, reals, stream, seat, barred)
        if view.rules.turn.discard_taken_upcard:
            barred = -1
        look(ints, reals, seat)
        weigh(ints, reals, seat, barred, by_values)
    return Evaluation(
        way=_WAYS[how], card=None if code < 0 else int(code), discards=_discards(reals, by_values)
    )


def _discards(reals: NDArray[np.float64], by_values: bool) -> Discards:
    from meldwise.playout.closed import memory as at

    size = at.COLUMNS * at.KINDS_OF_CARDS
    rows = reals[at.WEIGHED : at.WEIGHED + size].reshape(-1, at.COLUMNS)
    known = (rows[:, at.WORKED_OUT] > 0) & (rows[:, at.LEFT] >= 0)

    def column(place: int, valid: NDArray[np.bool_] = known) -> NDArray[np.float64]:
        return np.where(valid, rows[:, place], np.nan)

    nothing = np.full(len(rows), np.nan)
    endings = known & (rows[:, at.ENDING_NOW] > -1e8)
    return Discards(
        left=rows[:, at.LEFT].copy(),
        expected=column(at.ONE_PLY),
        out=column(at.ONE_PLY + 1),
        within_limit=column(at.ONE_PLY + 2),
        within_half=column(at.ONE_PLY + 3),
        improving=column(at.ONE_PLY + 4),
        danger=column(at.DANGER),
        cost=column(at.COST),
        going_on=column(at.GOING_ON) if by_values else nothing,
        ending_now=column(at.ENDING_NOW, endings) if by_values else nothing,
    )
