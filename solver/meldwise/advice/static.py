"""Values in no time: by value functions where there are any, else by a rule of thumb."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf, isfinite

import numpy as np
from numpy.typing import NDArray

from meldwise.advice.deciding import action_of, decision, heuristic_policy, learned_policy
from meldwise.advice.prospects import Prospects
from meldwise.advice.rule_of_thumb import going_out_now, rules_of_thumb
from meldwise.advice.values import Value
from meldwise.advice.wholeturn import Advised, steps_of
from meldwise.play.actions import Discard, Draw, GoOut, Knock
from meldwise.playout.policies import Policy

# What a discard loses, for each point of deadwood, that is not even worth a closer look.
_TOO_MUCH = 1.0


@dataclass(frozen=True, slots=True)
class Static:
    """The static evaluation: a value for each action, and the action that it prefers.

    None is worth more than the preferred one: a player chooses better than values one by one
    tell, and what they put above his choice is level with it.
    """

    values: dict[Advised, Value]
    preferred: Advised

    @classmethod
    def levelled(cls, values: dict[Advised, Value], preferred: Advised) -> Static:
        """Values from one source, the choice from another."""
        most = values[preferred].value
        if all(value.value <= most for value in values.values()):
            return cls(values, preferred)
        level = {a: v if v.value <= most else replace(v, value=most) for a, v in values.items()}
        return cls(level, preferred)

    def of(self, actions: tuple[Advised, ...]) -> Static:
        """The part of it for some actions; of these it prefers the one it did, or the best."""
        values = {action: self.values[action] for action in actions}
        if self.preferred in values:
            return Static(values, self.preferred)
        return Static(values, max(actions, key=lambda action: values[action].value))


def static_evaluation(prospects: Prospects) -> Static:
    """What the best player that decides at once makes of the actions of a position."""
    position = prospects.position
    policy = learned_policy(position.rules, position.players)
    if policy is not None and position.phase != "deal":
        found = _learned(prospects, policy)
        if found is not None:
            return found
    return _by_rules_of_thumb(prospects)


def preferred_action(prospects: Prospects) -> Advised | None:
    """What the heuristic does, if it is among the actions."""
    position = prospects.position
    policy = heuristic_policy(position.rules, position.players)
    found = None if policy is None else decision(position, policy)
    return found if found in prospects.actions else None


def _by_rules_of_thumb(prospects: Prospects) -> Static:
    values = dict(zip(prospects.actions, rules_of_thumb(prospects), strict=True))
    preferred = preferred_action(prospects)
    if preferred is None:
        return Static(values, max(values, key=lambda action: values[action].value))
    return Static.levelled(values, preferred)


def _learned(prospects: Prospects, policy: Policy) -> Static | None:
    """By value functions; None where they say nothing of this position."""
    if prospects.position.terms.in_play:
        return _learned_at_the_table(prospects, policy)
    from meldwise.playout.evaluating import evaluate
    from meldwise.playout.views import View

    position = prospects.position
    found = evaluate(View.of(position), policy)
    preferred = action_of(position, found)
    if preferred not in prospects.actions:
        return None
    known: dict[Advised, float] = {}
    if position.phase == "draw":
        known = {Draw("discard"): found.taking, Draw("stock"): found.drawing}
    elif found.discards is not None:
        going_on = _all_known(found.discards.going_on, found.discards.left)
        for action in prospects.actions:
            match action:
                case Discard(card):
                    known[action] = float(going_on[min(card.code, 52)])
                case Knock(discard) | GoOut(discard) if discard is not None:
                    known[action] = float(found.discards.ending_now[min(discard.code, 52)])
    values = {a: Value(known[a], None, None, "learned") for a in known if known[a] == known[a]}
    if preferred is None or preferred not in values:
        return None
    # Of the rest the value functions say nothing: they are no better than the worst known.
    least = min(value.value for value in values.values())
    rest = Value(least, None, None, "heuristic")
    return Static.levelled({a: values.get(a, rest) for a in prospects.actions}, preferred)


def _learned_at_the_table(prospects: Prospects, policy: Policy) -> Static | None:
    """By value functions, turn by turn; going out is valued by what it would bring now."""
    from meldwise.playout.open.deciding import values_of

    position, actions = prospects.position, prospects.actions
    known = dict(
        zip(actions, values_of(position, list(map(steps_of, actions)), policy), strict=True)
    )
    values = {
        action: Value(value, None, None, "learned")
        for action, value in known.items()
        if value is not None and isfinite(value)
    }
    estimates = [value.value for value in values.values()]
    out = [action for action, value in known.items() if value == inf]
    values |= dict(zip(out, going_out_now(prospects, out), strict=True))
    if not values:
        return None
    # Of the rest the value functions say nothing: they are no better than the worst known.
    worst = min(estimates or [value.value for value in values.values()])
    rest = Value(worst, None, None, "heuristic")
    preferred = decision(position, policy)
    if preferred not in actions or preferred is None:
        # In the middle of an initial meld, for instance, which the player never leaves half laid.
        preferred = max(values, key=lambda action: values[action].value)
    # What surely goes out is settled, and no estimate stands against it.
    settled = [one for one in out if one in prospects.ending or isinstance(one, Draw)]
    if settled and preferred not in settled:
        preferred = max(settled, key=lambda action: values[action].value)
    return Static.levelled({action: values.get(action, rest) for action in actions}, preferred)


def _all_known(going_on: NDArray[np.float64], left: NDArray[np.float64]) -> NDArray[np.float64]:
    """Values of all discards: those not looked at closer lose what they leave."""
    known = ~np.isnan(going_on)
    if not known.any():
        return going_on
    worst = np.nanmin(going_on)
    more = left - left[known].max()
    return np.where(known | (left < 0), going_on, worst - _TOO_MUCH * np.maximum(more, 0))
