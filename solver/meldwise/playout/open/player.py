"""A player of games with melds on the table who plays as a policy does."""

from __future__ import annotations

from collections.abc import Callable

from meldwise.play.actions import Action, Declare, Pass
from meldwise.play.ending import declare_fault
from meldwise.play.greedy import GreedyPlayer
from meldwise.play.legal import legal_actions, why_not
from meldwise.playout.open.deciding import decide
from meldwise.playout.open.support import unsupported
from meldwise.playout.policies import Policy
from meldwise.position import Position
from meldwise.rules.ruleset import RuleSet


class TablePlayer:
    """Plays whole turns as `decide` says; where that does not know the rules, as greedy.

    Args:
        policy: The policy for a rule set and so many players.
    """

    def __init__(self, policy: Callable[[RuleSet, int], Policy]) -> None:
        self._policy = policy
        self._greedy = GreedyPlayer()
        self._steps: list[Action] = []
        self._turn = -1

    def choose(self, position: Position, /) -> Action:
        """The next step of the turn."""
        if position.phase == "deal":
            return Declare() if declare_fault(position) is None else Pass()
        if unsupported(position.rules, position.players) is not None:
            return self._greedy.choose(position)
        if position.phase == "draw":
            self._steps = []
        if self._turn != position.turn.number or not self._fits(position):
            policy = self._policy(position.rules, position.players)
            self._steps = list(decide(position, policy))
            self._turn = position.turn.number
        if self._fits(position):
            return self._steps.pop(0)
        # A turn that somebody else has begun: an initial meld half laid, or a joker shifted.
        left = self._greedy.choose(position)
        return left if why_not(position, left) is None else legal_actions(position)[0]

    def _fits(self, position: Position) -> bool:
        return bool(self._steps) and why_not(position, self._steps[0]) is None
