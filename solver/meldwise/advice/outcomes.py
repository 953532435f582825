"""What samples ended in, as one player sees it: the advantage, and the share of the win."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from meldwise.playout.results import advantage
from meldwise.rules.ruleset import RuleSet
from meldwise.settle.scoring import PENALTIES

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False, slots=True)
class Outcomes:
    """Results of n samples for one seat.

    ``advantages`` float64 (n,) are changes of the advantage in the rule set's own unit; ``wins``
    float64 (n,) the share of the win, 0 to 1.
    """

    advantages: Floats
    wins: Floats

    @classmethod
    def of(cls, rules: RuleSet, seat: int, scores: Floats, void: NDArray[np.bool_]) -> Outcomes:
        """From settled scores.

        Args:
            rules: The rule set.
            seat: Whose results these are.
            scores: Changes of the running scores, shape (n, players).
            void: Where nobody won, shape (n,).

        >>> from meldwise.rules import rules
        >>> scores, void = np.array([[12.0, 0.0], [0.0, 0.0]]), np.array([False, True])
        >>> Outcomes.of(rules("gin-rummy"), 0, scores, void).wins.tolist()
        [1.0, 0.0]
        """
        good = -scores if rules.score.model in PENALTIES else scores
        best = good == good.max(axis=1, keepdims=True)
        wins = best[:, seat] / best.sum(axis=1)
        return cls(advantage(scores, seat, rules), np.where(void, 0.0, wins))

    def joined(self, more: Outcomes) -> Outcomes:
        """These and further samples."""
        return Outcomes(
            np.concatenate([self.advantages, more.advantages]),
            np.concatenate([self.wins, more.wins]),
        )

    def __len__(self) -> int:
        return len(self.advantages)
