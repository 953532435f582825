"""How often the 95 % interval of a sampled value, or of a lead, holds the true one."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from meldwise.advice.belief import Belief
from meldwise.advice.certainty import lead_of, sampled, stake_of
from meldwise.advice.outcomes import Outcomes
from meldwise.advice.playing import played
from meldwise.advice.wholeturn import Advised
from meldwise.position import Position

NORMAL = 1.96
_PART = 2_000


def outcomes(position: Position, action: Advised, count: int, seed: int = 0) -> Outcomes:
    """So many samples of an action, the same hidden cards for all actions."""
    belief = Belief.of(position)
    parts = []
    for first in range(0, count, _PART):
        starts = belief.starts(min(_PART, count - first), seed, first)
        parts.append(played(position, starts, action, seed, first=first))
    return Outcomes.joined(parts)


def covered(position: Position, known: Outcomes, samples: int, other: Outcomes | None) -> float:
    """The share of lots of so many samples whose interval holds the mean of all of them.

    Args:
        position: The position.
        known: Very many samples of an action.
        samples: How many make a lot.
        other: Those of another action, the lead over which is looked at; None: the value is.
    """
    stake = stake_of(Belief.of(position), seed=0)
    every = known.advantages if other is None else known.advantages - other.advantages
    error = float(every.std()) / len(every) ** 0.5
    inside = []
    for begin in range(0, len(every) - samples + 1, samples):
        lot = _rows(known, begin, samples)
        if other is None:
            value = sampled(lot, stake)
            found, se = value.value, value.se
        else:
            found, se = lead_of(lot, _rows(other, begin, samples), stake)
        assert se is not None
        inside.append(abs(found - float(every.mean())) <= NORMAL * float(np.hypot(se, error)))
    return float(np.mean(inside))


def told(shares: Sequence[float]) -> str:
    """Shares of several positions in words: the mean, the least, the most."""
    return f"{100 * np.mean(shares):.1f} ({100 * min(shares):.1f} to {100 * max(shares):.1f})"


def _rows(known: Outcomes, begin: int, count: int) -> Outcomes:
    rows = slice(begin, begin + count)
    return Outcomes(known.advantages[rows], known.wins[rows])
