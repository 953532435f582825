"""Playing on from complete states: the one place that chooses who plays the playouts.

They are compiled wherever the compiled code holds the rule set. What it does not hold, and a
dealt hand that may be declared, is played by the referee: slower by far, and just as right.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from meldwise.advice.deciding import heuristic_policy
from meldwise.advice.outcomes import Outcomes
from meldwise.advice.plainplay import played_plainly
from meldwise.advice.wholeturn import Advised, steps_of
from meldwise.play.actions import Discard, GoOut, Knock
from meldwise.play.state import TURNS_EACH
from meldwise.playout import playouts, showdown_batch
from meldwise.playout.policies import Policy
from meldwise.playout.results import KNOCK, OUT
from meldwise.playout.starts import Starts
from meldwise.position import Position

# In playouts fewer discards are weighed than at a turn of one's own: that takes a third less time,
# and the heuristic wins as many games by it (78.9 % of 1,200 against `simple`).
_LOOKS: Final = 5.0


def played(
    position: Position,
    starts: Starts,
    action: Advised,
    seed: int,
    policies: Sequence[Policy] | None = None,
    first: int = 0,
) -> Outcomes:
    """Play an action in complete states of a position and then on to the end of the hand.

    Args:
        position: The position.
        starts: Complete states of it.
        action: A legal action of it.
        seed: For what the players leave to chance.
        policies: How each seat plays on; None: all by the heuristic.
        first: The number of the first state, from which its random numbers follow.
    """
    policy = heuristic_policy(position.rules, position.players)
    if position.phase == "deal" or policy is None:
        return played_plainly(position, starts, action)
    seats = [replace(policy, looks=_LOOKS)] * position.players if policies is None else policies
    steps = steps_of(action)
    if position.terms.in_play:
        from meldwise.playout.open.simulate import played_after

        found = played_after(starts, steps, seats, seed, first=first)
    elif isinstance(steps[-1], Knock | GoOut):
        return _ended(position, starts, steps[-1])
    elif isinstance(steps[-1], Discard) and _void_next(position):
        return Outcomes(np.zeros(len(starts)), np.zeros(len(starts)))
    else:
        found = playouts(starts.after(steps[-1]), seats, seed, first=first)
    return Outcomes.of(position.rules, position.seat, found.scores, found.ending, found.ender)


def style_of_play(position: Position) -> str:
    """How all players play on in playouts, in words."""
    policy = heuristic_policy(position.rules, position.players)
    if position.phase == "deal" or policy is None:
        return "by greedy players"
    return f"by {policy.name} players"


def _void_next(position: Position) -> bool:
    """Whether the hand counts for nothing once this turn is over."""
    rules, number = position.rules, position.turn.number + 1
    return (
        (rules.stock.wall == "void" and position.stock <= rules.stock.wall_at)
        or (rules.stock.on_empty == "void" and position.stock == 0)
        or number >= (rules.end.turn_limit or TURNS_EACH * position.players)
    )


def _ended(position: Position, starts: Starts, last: Knock | GoOut) -> Outcomes:
    """Hands that a knock or going out ends, settled."""
    ending = OUT if isinstance(last, GoOut) else KNOCK
    after = starts.after(last)
    scores = showdown_batch(after, ending, starts.seat, discarded=last.discard is not None)
    return Outcomes.of(
        position.rules,
        position.seat,
        scores,
        np.full(len(starts), ending, np.int8),
        np.full(len(starts), starts.seat, np.int8),
    )
