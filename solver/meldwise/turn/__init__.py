"""The best whole turn: melds, lay-offs, jokers and the discard, found together."""

from meldwise.turn.plan import (
    Change,
    Goal,
    Left,
    Origin,
    Placed,
    TableChange,
    Then,
    TurnPlan,
)
from meldwise.turn.planning import plan_turn

__all__ = [
    "Change",
    "Goal",
    "Left",
    "Origin",
    "Placed",
    "TableChange",
    "Then",
    "TurnPlan",
    "plan_turn",
]
