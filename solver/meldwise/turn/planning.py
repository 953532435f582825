"""The entry: reads the question, finds who answers it."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import get_args

from meldwise.errors import PositionError, RequestError, excerpt, nearest, shown, whole
from meldwise.partition.clock import time_limit
from meldwise.play.discarding import must_knock
from meldwise.position import Position, PositionLike
from meldwise.rules.ruleset import RuleSet
from meldwise.turn.at_once import at_once_plan
from meldwise.turn.drifting import drift_plan
from meldwise.turn.plan import Goal, Then, TurnPlan

MOST_PLANS = 50


def plan_turn(
    position: PositionLike,
    *,
    goal: Goal = "out",
    then: Then | None = None,
    limit: int = 1,
    seconds: float = 2.0,
) -> TurnPlan:
    """The best whole turn: what to lay, lay off, exchange and throw, in an order that works.

    Args:
        position: A `Position`, its JSON values or its text form, of the player whose turn it is.
            After the draw the rest of the turn is planned. Before the draw the plan begins with
            the draw: with the upcard where taking it is allowed and better than what the hand
            can do without it; else from the stock, and then it is what can be done whatever
            card comes, which is the one thrown.
        goal: What makes a turn better; see `Goal`.
        then: What decides among the best; see `Then`.
        limit: How many plans: the best and ``limit`` − 1 alternatives, which leave another table
            or another hand.
        seconds: The time limit; when it is reached, the best found is returned with ``exact``
            false and a bound.

    Returns:
        The plan; every step of it was accepted by the rules of play.

    Raises:
        InputError: the position cannot be read or cannot arise; or the goal, the second level,
            the limit or the time is wrong; or there is no turn to plan in this position.

    >>> plan = plan_turn({"rules": "tonk", "hand": "4H 4D 4C KS 2D", "phase": "play"})
    >>> [action.type for action in plan.actions], plan.out, plan.left.points
    (['meld', 'discard'], False, 2)
    """
    started = time.perf_counter()
    known = Position.of(position)
    _one_of("goal", goal, get_args(Goal))
    if then is not None:
        _one_of("then", then, get_args(Then))
    count, longest = _limit(limit), time_limit(seconds)
    _in_turn(known)
    deadline = time.monotonic() + longest
    plan = _planner(known.rules)(known, goal, then, count, deadline)
    return replace(plan, elapsed_ms=round((time.perf_counter() - started) * 1000, 3))


Planner = Callable[[Position, Goal, Then | None, int, float], TurnPlan]
"""What answers: a validated position, the goal, the second level, how many plans, and the moment
(of `time.monotonic`) at which the time is up."""


def _planner(rules: RuleSet) -> Planner:
    if rules.table_rearrange:
        from meldwise.turn.rearranging import rearranged_plan

        return rearranged_plan
    return at_once_plan if rules.meld.time == "once" else drift_plan


def _in_turn(position: Position) -> None:
    """Refuse positions in which there is no turn to plan."""
    rules = position.rules
    if position.to_move != position.seat:
        raise PositionError(
            "wrong-seat",
            f"it is the turn of seat {position.to_move}, not of seat {position.seat}, whose "
            "position this is",
            {"field": "to_move"},
        )
    if not position.hand:
        raise PositionError(
            "hand-over",
            "hand: no card is left, so the hand is over and there is no turn to plan",
            {"field": "hand"},
        )
    if position.phase == "deal":
        raise PositionError(
            "wrong-phase",
            "in the phase deal there is nothing but to declare the hand or to pass",
            {"field": "phase"},
        )
    if position.phase == "play" and must_knock(position):
        raise PositionError(
            "must-knock",
            "taken: at the wall this upcard is taken only to knock, so nothing is laid",
            {"field": "taken"},
        )
    if rules.meld.time == "end":
        raise PositionError(
            "not-in-play",
            f"in {rules.name} melds are shown only when the hand ends, so a turn has nothing to "
            'lay: ask best_melds with discard="required" for the discard',
            {"field": "rules"},
        )


def _one_of(field: str, value: object, allowed: tuple[str, ...]) -> None:
    if not isinstance(value, str) or value not in allowed:
        raise RequestError(
            f"bad-{field}",
            f"unknown {field} {excerpt(value)}{nearest(value, allowed)}: "
            f"it is one of {', '.join(allowed)}",
            {"field": field, "value": shown(value)},
        )


def _limit(limit: object) -> int:
    number = whole(limit)
    if number is None or not 1 <= number <= MOST_PLANS:
        raise RequestError(
            "bad-limit",
            f"limit: {excerpt(limit)} is not a number from 1 to {MOST_PLANS}",
            {"field": "limit", "value": shown(limit)},
        )
    return number
