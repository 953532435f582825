"""Which action is best, what cannot be told apart from it, and in which order the others come.

Samples alone choose badly: a hand's result spreads far more than actions differ, so the best of
several sampled means is often not the best action. The action that the static evaluation prefers
stays the best unless another beats it by more than two standard errors of their difference, which
common random numbers make small.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from meldwise.advice.outcomes import Outcomes
from meldwise.advice.static import Static
from meldwise.advice.values import Value, sampled, standard_error
from meldwise.advice.wholeturn import Advised

_GATE: Final = 2.0

# Once an action is so many standard errors behind, time is better spent on the others.
_HOPELESS: Final = 4.0

# With fewer samples a standard error is itself too unsure to overrule anything.
_LEAST_SAMPLES: Final = 16


@dataclass(frozen=True, slots=True)
class Rank:
    """An action's place: its value, and its difference to the best action."""

    action: Advised
    worth: Value
    behind: float
    behind_se: float | None

    @property
    def tied(self) -> bool:
        """Whether the difference could be chance."""
        return self.behind_se is not None and self.behind <= _GATE * self.behind_se

    @property
    def hopeless(self) -> bool:
        """Whether no further samples are needed to see that the action is not the best."""
        return self.behind_se is not None and self.behind > _HOPELESS * self.behind_se


def ranked(
    static: Static, samples: dict[Advised, Outcomes], exact: dict[Advised, Value]
) -> tuple[Rank, ...]:
    """The actions, the best first.

    Args:
        static: The static evaluation of all of them.
        samples: Outcomes of the same hidden cards for each action that was sampled.
        exact: Exact values, which go before all others.
    """
    actions = tuple(static.values)
    worth = {}
    for action, value in static.values.items():
        outcomes = samples.get(action)
        found = value if outcomes is None else sampled(outcomes.advantages, outcomes.wins)
        worth[action] = exact.get(action, found)
    preferred = static.preferred
    if exact and not samples:
        # Exact values decide at once, also against values that are not.
        preferred = max(actions, key=lambda action: (worth[action].value, action == preferred))
    best = _best(actions, preferred, worth, samples)
    found_ranks = [
        Rank(action, worth[action], *_difference(best, action, worth, samples))
        for action in actions
        if action != best
    ]
    found_ranks.sort(key=lambda rank: rank.behind)
    return (Rank(best, worth[best], 0.0, None), *found_ranks)


def _best(
    actions: tuple[Advised, ...],
    preferred: Advised,
    worth: dict[Advised, Value],
    samples: dict[Advised, Outcomes],
) -> Advised:
    best, lead = preferred, 0.0
    for action in actions:
        if action == preferred:
            continue
        behind, se = _difference(action, preferred, worth, samples)
        count = len(samples[action]) if action in samples else 0
        sure = worth[action].exact and worth[preferred].exact
        gate = 0.0 if sure else _GATE * (se or 0.0)
        if not sure and (se is None or count < _LEAST_SAMPLES):
            continue
        if behind > gate and behind > lead:
            best, lead = action, behind
    return best


def _difference(
    better: Advised,
    worse: Advised,
    worth: dict[Advised, Value],
    samples: dict[Advised, Outcomes],
) -> tuple[float, float | None]:
    """By how much one action is ahead of another, and the standard error of that."""
    one, two = worth[better], worth[worse]
    if better in samples and worse in samples:
        # Of actions that fell far behind there are fewer samples: the first ones, of both alike.
        first, second = samples[better].advantages, samples[worse].advantages
        both = min(len(first), len(second))
        lead = first[:both] - second[:both]
        return float(lead.mean()), standard_error(lead)
    if one.exact and two.exact:
        return one.value - two.value, None
    errors = [value.se for value in (one, two) if not value.exact]
    known = [se for se in errors if se is not None]
    if len(known) < len(errors):
        return one.value - two.value, None
    return one.value - two.value, sum(se**2 for se in known) ** 0.5
