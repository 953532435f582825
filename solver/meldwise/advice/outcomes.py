"""What samples ended in, as one player sees it: the advantage, and the share of the win."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from meldwise.playout.results import OUT, VOID, advantage
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
    def of(
        cls,
        rules: RuleSet,
        seat: int,
        scores: Floats,
        ending: NDArray[np.int8],
        ender: NDArray[np.int8],
    ) -> Outcomes:
        """From settled scores.

        Args:
            rules: The rule set.
            seat: Whose results these are.
            scores: Changes of the running scores, shape (n, players).
            ending: How each hand ended, as of `meldwise.playout.Playouts`.
            ender: Who ended it.

        >>> from meldwise.rules import rules
        >>> scores = np.array([[12.0, 0.0], [0.0, 0.0], [0.0, 0.0]])
        >>> ending, ender = np.array([1, 0, 2], np.int8), np.array([0, -1, 0], np.int8)
        >>> Outcomes.of(rules("gin-rummy"), 0, scores, ending, ender).wins.tolist()
        [1.0, 0.0, 1.0]
        """
        good = -scores if rules.score.model in PENALTIES else scores
        best = good == good.max(axis=1, keepdims=True)
        wins = best[:, seat] / best.sum(axis=1)
        # Who goes out wins even where the others have nothing to pay; a knock that scores
        # nobody anything is won by nobody.
        nothing = (scores == 0).all(axis=1) & (rules.score.model not in PENALTIES)
        wins = np.where(nothing, 0.0, wins)
        wins = np.where(ending == OUT, (ender == seat).astype(np.float64), wins)
        return cls(advantage(scores, seat, rules), np.where(ending == VOID, 0.0, wins))

    @classmethod
    def joined(cls, parts: Sequence[Outcomes]) -> Outcomes:
        """All samples of some parts, in their order."""
        if len(parts) == 1:
            return parts[0]
        return cls(
            np.concatenate([part.advantages for part in parts]),
            np.concatenate([part.wins for part in parts]),
        )

    def __len__(self) -> int:
        return len(self.advantages)
