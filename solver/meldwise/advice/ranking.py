"""Which action is best, what cannot be told apart from it, and in which order the others come.

Samples alone choose badly: a hand's result spreads far more than actions differ, so the best of
several sampled means is often not the best action. The action that the static evaluation prefers
stays the best unless another beats it by more than two standard errors of their difference, which
common random numbers make small.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from meldwise.advice.certainty import Stake, lead_of, sampled
from meldwise.advice.outcomes import Outcomes
from meldwise.advice.static import Static
from meldwise.advice.values import Value
from meldwise.advice.wholeturn import Advised

_GATE: Final = 2.0

# Once an action is so many standard errors behind, time is better spent on the others.
_HOPELESS: Final = 3.0

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
    static: Static, samples: dict[Advised, Outcomes], exact: dict[Advised, Value], stake: Stake
) -> tuple[Rank, ...]:
    """The actions, the best first.

    Args:
        static: The static evaluation of all of them.
        samples: Outcomes of the same hidden cards for each action that was sampled.
        exact: Exact values, which go before all others.
        stake: What is at stake.
    """
    if exact or samples:
        known = [
            _Known.of(action, value, samples.get(action), exact.get(action), stake)
            for action, value in static.values.items()
        ]
    else:
        known = [_Known(action, value, None) for action, value in static.values.items()]
    preferred = next(one for one in known if one.action == static.preferred)
    if exact and not samples:
        # Exact values decide at once, also against values that are not.
        preferred = max(known, key=lambda one: (one.worth.value, one is preferred))
    best = _best(known, preferred, stake) if exact or samples else preferred
    others = [
        Rank(one.action, one.worth, *_difference(best, one, stake))
        for one in known
        if one is not best
    ]
    others.sort(key=lambda rank: rank.behind)
    return (Rank(best.action, best.worth, 0.0, None), *others)


@dataclass(frozen=True, slots=True, eq=False)
class _Known:
    """An action with what it is worth, and its samples."""

    action: Advised
    worth: Value
    outcomes: Outcomes | None

    @classmethod
    def of(
        cls,
        action: Advised,
        static: Value,
        outcomes: Outcomes | None,
        exact: Value | None,
        stake: Stake,
    ) -> _Known:
        worth = static if outcomes is None else sampled(outcomes, stake)
        return cls(action, worth if exact is None else exact, outcomes)


def _best(known: list[_Known], preferred: _Known, stake: Stake) -> _Known:
    best, lead = preferred, 0.0
    for one in known:
        if one is preferred:
            continue
        behind, se = _difference(one, preferred, stake)
        count = 0 if one.outcomes is None else len(one.outcomes)
        sure = one.worth.exact and preferred.worth.exact
        gate = 0.0 if sure else _GATE * (se or 0.0)
        if not sure and (se is None or count < _LEAST_SAMPLES):
            continue
        if behind > gate and behind > lead:
            best, lead = one, behind
    return best


def _difference(better: _Known, worse: _Known, stake: Stake) -> tuple[float, float | None]:
    """By how much one action is ahead of another, and the standard error of that."""
    if better.outcomes is not None and worse.outcomes is not None:
        return lead_of(better.outcomes, worse.outcomes, stake)
    one, two = better.worth, worse.worth
    if one.exact and two.exact:
        return one.value - two.value, None
    errors = [value.se for value in (one, two) if not value.exact]
    known = [se for se in errors if se is not None]
    if len(known) < len(errors):
        return one.value - two.value, None
    return one.value - two.value, sum(se**2 for se in known) ** 0.5
