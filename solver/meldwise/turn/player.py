"""The planner: a player that puts on the table what `plan_turn` says."""

from __future__ import annotations

from meldwise.cards import Card
from meldwise.play.actions import Action, Discard, Draw, Knock
from meldwise.play.discarding import discard_fault
from meldwise.play.greedy import GreedyPlayer, best_throw
from meldwise.play.legal import why_not
from meldwise.position import Position
from meldwise.turn.plan import Goal, TurnPlan
from meldwise.turn.planning import plan_turn


class PlannerPlayer:
    """Plans each turn in which melds are laid: goes out if it can, else keeps the least.

    It takes the upcard where the plan with it is the better one, or where the greedy player would
    for the sake of the hand; what it throws is what leaves the least unmelded, as that player
    does. Where nothing is laid before the hand ends it plays as greedy.

    Args:
        seed: Not used: nothing is left to chance.
        goal: The goal of its plans.
    """

    def __init__(self, seed: int | str = 0, *, goal: Goal = "out") -> None:
        del seed
        self._goal = goal
        self._greedy = GreedyPlayer()
        self._steps: list[Action] = []
        self._turn = -1

    def choose(self, position: Position, /) -> Action:
        """The next step of the plan, which is made anew when it no longer fits."""
        if position.rules.meld.time != "play" or position.phase == "deal":
            return self._greedy.choose(position)
        if position.phase == "draw":
            return self._draw(position)
        if not self._steps or self._turn != position.turn.number or self._stale(position):
            self._steps = list(self._plan(position).actions)
            self._turn = position.turn.number
        step = self._steps.pop(0)
        return self._throw(position, step) if isinstance(step, Discard) else step

    def _plan(self, position: Position) -> TurnPlan:
        return plan_turn(position, goal=self._goal)

    def _stale(self, position: Position) -> bool:
        return why_not(position, self._steps[0]) is not None

    def _draw(self, position: Position) -> Action:
        self._steps = []
        usual = self._greedy.choose(position)
        upcard = Draw("discard")
        if isinstance(usual, Knock) or usual == upcard or why_not(position, upcard) is not None:
            return usual
        first = self._plan(position).actions[0]
        return first if isinstance(first, Draw) else usual

    def _throw(self, position: Position, planned: Discard) -> Action:
        """The discard: as planned to go out, else the card that leaves the least unmelded."""
        if len(position.hand) == 1:
            return planned
        found = best_throw(position)
        card: Card = planned.card if found is None else found[0]
        return planned if discard_fault(position, card) is not None else Discard(card)
