"""What a policy does in a position, for all games by the code that decides in playouts."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from meldwise.advice.wholeturn import Advised, WholeTurn
from meldwise.cards.card import CARDS
from meldwise.play.actions import Action, Declare, Discard, Draw, GoOut, Knock, Pass
from meldwise.play.legal import why_not
from meldwise.playout.policies import Policy
from meldwise.position import Position
from meldwise.rules.ruleset import RuleSet

if TYPE_CHECKING:
    from meldwise.playout.evaluating import Evaluation
    from meldwise.playout.styles import Style


@lru_cache(maxsize=64)
def heuristic_policy(rules: RuleSet, players: int) -> Policy | None:
    """The heuristic of a rule set; None where the compiled code does not hold it.

    >>> from meldwise.rules import rules
    >>> heuristic_policy(rules("gin-rummy"), 2).name
    'heuristic'
    """
    from meldwise.playout.policies import heuristic

    reason: str | None
    if rules.meld.time == "play":
        from meldwise.playout.open.support import unsupported

        reason = unsupported(rules, players)
    else:
        from meldwise.playout.closed.record import why_not_closed

        reason = why_not_closed(rules, players)
    return None if reason else heuristic(rules, players)


@lru_cache(maxsize=64)
def learned_policy(rules: RuleSet, players: int) -> Policy | None:
    """The player that trained value functions make; None where there are none."""
    if heuristic_policy(rules, players) is None:
        return None
    from meldwise.playout.policies import learned

    return learned(rules, players)


def decision(position: Position, policy: Policy, style: Style | None = None) -> Advised | None:
    """What a policy does in a position; None where it does not say, or what is not legal.

    Before the draw that is one action, after it the rest of the turn.

    Args:
        position: The position.
        policy: The policy.
        style: What earlier hands of the game told of each seat; None: nothing.
    """
    if position.phase == "deal":
        declares = why_not(position, Declare()) is None
        return Declare() if declares else Pass()
    if position.terms.in_play:
        from meldwise.playout.open.deciding import decide

        steps = decide(position, policy)
        if not steps or why_not(position, steps[0]) is not None:
            return None
        return steps[0] if len(steps) == 1 else WholeTurn(steps)
    from meldwise.playout.evaluating import evaluate
    from meldwise.playout.views import View

    return action_of(position, evaluate(View.of(position, style), policy))


def action_of(position: Position, found: Evaluation) -> Action | None:
    """The action that an evaluation amounts to; None where it is not legal."""
    if position.phase == "draw":
        wanted: tuple[Action, ...] = (Draw("stock"), Pass())
        if found.takes:
            wanted = (Draw("discard"), *wanted)
        return next((action for action in wanted if why_not(position, action) is None), None)
    card = None if found.card is None else CARDS[found.card]
    action: Action
    match found.way:
        case "knock":
            action = Knock(card)
        case "out":
            action = GoOut(card)
        case "discard" if card is not None:
            action = Discard(card)
        case _:
            return None
    return action if why_not(position, action) is None else None
