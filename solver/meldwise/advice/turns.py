"""Whole turns worth comparing: laying down as much as is good, less of it, or nothing yet."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from meldwise.advice.wholeturn import Advised, WholeTurn
from meldwise.errors import RequestError
from meldwise.play.actions import Action, Discard
from meldwise.play.goingon import Placement
from meldwise.play.legal import legal_actions
from meldwise.position import Position
from meldwise.turn import plan_turn
from meldwise.turn.plan import Goal, TurnPlan

# For each goal so many turns: what it puts down matters most, then what it keeps.
_GOALS: Final[tuple[tuple[Goal, int], ...]] = (("out", 5), ("most-cards", 2), ("keep-wilds", 2))

# Of the discards that hold everything back, so many, the dearest first.
_HOLDING_BACK: Final = 6

_SECONDS: Final = 0.25
_REMEMBERED: Final = 256


@lru_cache(maxsize=_REMEMBERED)
def whole_turns(position: Position) -> dict[Advised, tuple[str, ...]]:
    """Turns from a position after the draw to their end, and what the planner says of each.

    There are the planner's best turns, going out where that is possible, turns that keep wilds in
    hand, and turns that lay nothing.

    >>> line = "ramino-drift 2:0:1 play 3H4H5H9S9D9CKC2D - 7C 38 0,0 - -- -- 1:7 -"
    >>> [len(getattr(turn, "actions", ())) for turn in whole_turns(Position.parse(line))][:2]
    [3, 3]
    """
    found: dict[Advised, tuple[str, ...]] = {}
    legal = legal_actions(position)
    endings = [action for action in legal if not isinstance(action, Placement)]
    if len(endings) < len(legal):
        for goal, limit in _GOALS:
            for plan in _plans(position, goal, limit):
                found.setdefault(_one(plan.actions), plan.why)
    values = position.terms.values
    discards = [action for action in endings if isinstance(action, Discard)]
    discards.sort(key=lambda one: (-values[one.card.code], one.card.code))
    others = [action for action in endings if not isinstance(action, Discard)]
    for action in (*(discards[:_HOLDING_BACK] if found else discards), *others):
        found.setdefault(action, ())
    return found


def _plans(position: Position, goal: Goal, limit: int) -> tuple[TurnPlan, ...]:
    """The planner's best turns; none where it has found none in its time."""
    try:
        best = plan_turn(position, goal=goal, limit=limit, seconds=_SECONDS)
    except RequestError as error:
        if error.code != "out-of-time":
            raise
        return ()
    return (best, *best.alternatives)


def _one(steps: tuple[Action, ...]) -> Advised:
    return steps[0] if len(steps) == 1 else WholeTurn(steps)
