"""Means of samples with their standard error and 95 % interval."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Any, Final

# The 97.5th percentile of the normal distribution.
_NORMAL: Final = 1.959964


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean, its standard error, and from how many independent samples.

    >>> Estimate(0.66, 0.0075, 4000).percent()
    '66.0 ±1.5 %'
    >>> Estimate(17.5, 0.0, 1).plain()
    '+17.50 ±?'
    """

    mean: float
    se: float
    samples: int

    @property
    def half_width(self) -> float:
        """Half the width of the 95 % interval."""
        return _NORMAL * self.se

    def to_dict(self) -> dict[str, Any]:
        """The estimate as JSON; ``ci95`` is the interval."""
        low, high = self.mean - self.half_width, self.mean + self.half_width
        return {"mean": self.mean, "se": self.se, "ci95": [low, high], "samples": self.samples}

    def percent(self) -> str:
        """The mean as a share in per cent, with half the width of its interval."""
        return f"{100 * self.mean:.1f} ±{self._error(100, 1)} %"

    def plain(self) -> str:
        """The mean with half the width of its interval."""
        return f"{self.mean:+.2f} ±{self._error(1, 2)}"

    def _error(self, scale: int, places: int) -> str:
        # A single sample tells nothing of its error.
        return "?" if self.samples < 2 else f"{scale * self.half_width:.{places}f}"


class Sums:
    """Adds up samples one by one (Welford's method)."""

    def __init__(self) -> None:
        self._count = 0
        self._mean = 0.0
        self._squares = 0.0

    def add(self, value: float) -> None:
        """Add a sample."""
        self._count += 1
        change = value - self._mean
        self._mean += change / self._count
        self._squares += change * (value - self._mean)

    def estimate(self) -> Estimate:
        """The mean so far; with a single sample nothing is known of its error."""
        spread = self._squares / (self._count - 1) if self._count > 1 else 0.0
        return Estimate(self._mean, sqrt(spread / max(self._count, 1)), self._count)
