"""Players who decide at once: by the heuristic, or by value functions where there are any."""

from __future__ import annotations

from collections.abc import Callable

from meldwise.advice.deciding import decision, heuristic_policy, learned_policy
from meldwise.advice.wholeturn import steps_of
from meldwise.play.actions import Action
from meldwise.play.greedy import GreedyPlayer
from meldwise.play.legal import legal_actions, why_not
from meldwise.play.players import HandOver, Seed
from meldwise.playout.policies import Policy
from meldwise.playout.styles import Style, style_after
from meldwise.position import Position
from meldwise.rules.ruleset import RuleSet


def best_policy(rules: RuleSet, players: int) -> Policy | None:
    """The learned player where value functions were trained, else the heuristic."""
    return learned_policy(rules, players) or heuristic_policy(rules, players)


class PolicyPlayer:
    """Plays as a policy does; rule sets that the compiled code does not hold it plays greedily.

    In a game it keeps in mind how the others play.

    Args:
        policy: The policy for a rule set and so many players.
    """

    def __init__(self, policy: Callable[[RuleSet, int], Policy | None]) -> None:
        self._policy = policy
        self._greedy = GreedyPlayer()
        self._steps: list[Action] = []
        # From the own seat on, which may be another one in each hand.
        self._style: Style | None = None

    def hand_over(self, over: HandOver, seat: int, /) -> None:
        """Keep what a finished hand tells of the others' style."""
        players = len(over.hands)
        if self._style is not None and len(self._style) != players:
            self._style = None
        known = _turned(self._style, -seat)
        self._style = _turned(style_after(known, over), seat)

    def choose(self, position: Position, /) -> Action:
        """The next step of the turn."""
        if position.phase == "play" and self._steps and why_not(position, self._steps[0]) is None:
            return self._steps.pop(0)
        policy = self._policy(position.rules, position.players)
        found = None if policy is None else decision(position, policy, self.style_at(position))
        if found is not None:
            first, *self._steps = steps_of(found)
            return first
        self._steps = []
        other = self._greedy.choose(position)
        return other if why_not(position, other) is None else legal_actions(position)[0]

    def style_at(self, position: Position) -> Style | None:
        """What earlier hands of the game told of each seat; None: nothing."""
        if self._style is None or len(self._style) != position.players:
            return None
        return _turned(self._style, -position.seat)


def _turned(style: Style | None, seat: int) -> Style | None:
    """A style that begins with that seat's."""
    return None if style is None else style[seat % len(style) :] + style[: seat % len(style)]


class HeuristicPlayer(PolicyPlayer):
    """The explained heuristic: expected deadwood, outs and danger; when to lay, when to knock.

    >>> line = "gin-rummy 2:0:1 play 2S3S4S7H8H9HTDTSTCTHKH KH@stock 9D 30 0,0 - -- -- 1:10 n2"
    >>> HeuristicPlayer().choose(Position.parse(line)).type
    'out'
    """

    def __init__(self, _seed: Seed = 0) -> None:
        super().__init__(heuristic_policy)


class LearnedPlayer(PolicyPlayer):
    """Plays by value functions; by the heuristic where none were trained."""

    def __init__(self, _seed: Seed = 0) -> None:
        super().__init__(best_policy)
