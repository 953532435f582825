"""What a policy does in a position, for all games by the code that decides in playouts."""

from __future__ import annotations

from functools import lru_cache

from meldwise.advice.wholeturn import Advised, WholeTurn
from meldwise.cards.card import CARDS
from meldwise.play.actions import Action, Declare, Discard, Draw, GoOut, Knock, Pass
from meldwise.play.legal import why_not
from meldwise.playout.policies import Policy
from meldwise.position import Position
from meldwise.rules.ruleset import RuleSet


@lru_cache(maxsize=64)
def heuristic_policy(rules: RuleSet, players: int) -> Policy | None:
    """The heuristic of a rule set; None where the compiled code does not hold it.

    >>> from meldwise.rules import rules
    >>> heuristic_policy(rules("gin-rummy"), 2).name
    'heuristic'
    """
    if rules.meld.time == "play":
        from meldwise.playout.open.players import heuristic as at_the_table
        from meldwise.playout.open.support import unsupported

        return None if unsupported(rules, players) else at_the_table(rules, players)
    from meldwise.playout.closed.record import why_not_closed
    from meldwise.playout.policies import heuristic

    return None if why_not_closed(rules, players) else heuristic(rules, players)


@lru_cache(maxsize=64)
def learned_policy(rules: RuleSet, players: int) -> Policy | None:
    """The player that trained value functions make; None where there are none."""
    if rules.meld.time == "play" or heuristic_policy(rules, players) is None:
        return None
    from meldwise.playout.policies import learned

    return learned(rules, players)


def decision(position: Position, policy: Policy) -> Advised | None:
    """What a policy does in a position; None where it does not say, or what is not legal.

    Before the draw that is one action, after it the rest of the turn.
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
    found = _before_drawing(position, policy) if position.phase == "draw" else None
    found = found or _end_of_turn(position, policy)
    return found if found is not None and why_not(position, found) is None else None


def _before_drawing(position: Position, policy: Policy) -> Action:
    from meldwise.playout.evaluating import evaluate
    from meldwise.playout.views import View

    upcard, stock = Draw("discard"), Draw("stock")
    may_take = why_not(position, upcard) is None
    if may_take and evaluate(View.of(position), policy).takes:
        return upcard
    return stock if why_not(position, stock) is None else Pass()


def _end_of_turn(position: Position, policy: Policy) -> Action | None:
    from meldwise.playout.evaluating import evaluate
    from meldwise.playout.views import View

    found = evaluate(View.of(position), policy)
    card = None if found.card is None else CARDS[found.card]
    match found.way:
        case "discard" if card is not None:
            return Discard(card)
        case "knock":
            return Knock(card)
        case "out":
            return GoOut(card)
        case _:
            return None
