"""What something is worth: a value, how sure it is, and where it comes from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Source = Literal["exact", "sampled", "learned", "heuristic"]
"""Where a value comes from: everything enumerated, samples, a value function, a rule of thumb."""

# The 97.5th percentile of the normal distribution.
NORMAL: Final = 1.959964

_DIGITS: Final = 6


@dataclass(frozen=True, slots=True)
class Value:
    """The expected change of my advantage, in the rule set's own unit.

    The advantage is my score minus the mean of the others', penalties counted negative.

    Args:
        value: The expectation.
        se: Its standard error, for which `meldwise.advice.certainty` answers: 1.96 of it to either
            side are the 95 % interval. None where there is none to tell: nothing was sampled, or
            one sample, which says nothing of its error. An exact value has 0.
        win: The chance to win the hand, 0 to 1, where it is known.
        source: Where the value comes from.
    """

    value: float
    se: float | None
    win: float | None
    source: Source

    @property
    def exact(self) -> bool:
        """Whether nothing was left to chance or estimate."""
        return self.source == "exact"

    def to_dict(self) -> dict[str, Any]:
        """The value as JSON."""
        return {
            "value": rounded(self.value),
            "se": rounded(self.se),
            "win": rounded(self.win),
            "source": self.source,
        }

    def __str__(self) -> str:
        return with_error(self.value, self.se)


def rounded(number: float | None) -> float | None:
    """A number for JSON: without digits that mean nothing."""
    return None if number is None else round(float(number), _DIGITS) + 0.0


def with_error(value: float, se: float | None) -> str:
    """A value with half the width of its 95 % interval, where that is known.

    >>> with_error(21.4, 0.5), with_error(-3.0, None)
    ('+21.4 ±1.0', '-3.0')
    """
    return f"{value:+.1f}" + ("" if se is None or se == 0 else f" ±{NORMAL * se:.1f}")


def weighted(
    advantages: NDArray[np.float64],
    wins: NDArray[np.float64] | None,
    weights: NDArray[np.float64],
) -> Value:
    """The exact value: everything that can be, with its probability.

    Args:
        advantages: One for each case.
        wins: The share of the win in each case.
        weights: The probability of each; they sum to 1.
    """
    return Value(
        float(advantages @ weights), 0.0, None if wins is None else float(wins @ weights), "exact"
    )
