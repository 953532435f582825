"""The best whole turn: melds, lay-offs, jokers and the discard, found together.

`plan_turn` (`planning`) reads the question and hands it on: to `at_once` where a hand is laid in
one go, to `rearranging` where the table may be taken apart, else to `drifting`. There a turn is

* started: with each draw that is open (`starting`);
* gathered: candidates for new melds, and every form that a meld of the table can take, found by
  the actions that the rules of play allow on it (`question`, `forms`);
* decided: by a list of all choices where they are few (`listing`), else by a constraint model
  (`model`); what each choice is worth stands in `worth`, what is compared in `measures`;
* put in order: step by step as the referee accepts it (`ordering`); what has no order is passed
  over, and the next best is asked for (`solving`);
* told: what was placed, what is left, where each card came from (`outcome`), and why (`reasons`).

So nothing here decides what is legal, and no plan leaves that the rules of play would refuse.
"""

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
