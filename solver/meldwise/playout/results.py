"""What playouts give: scores, endings, deadwood; and a player's advantage over the others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from meldwise.play.intervals import Estimate
from meldwise.rules.ruleset import RuleSet
from meldwise.settle.scoring import PENALTIES

VOID: Final = 0
KNOCK: Final = 1
OUT: Final = 2
STOCK_OUT: Final = 3
DEAL_WIN: Final = 4

ENDINGS: Final = ("void", "knock", "out", "stock-out", "deal-win")


@dataclass(frozen=True, eq=False, slots=True)
class Playouts:
    """How hands ended.

    ``scores`` float64 (n, players) is the change of each running score in the rule set's own unit,
    as `meldwise.settle` gives it; ``ending`` int8 (n,) an index of `ENDINGS`; ``ender`` int8 (n,)
    the seat that ended the hand, −1 for none; ``deadwood`` int32 (n, players) what each seat's
    cards count at the end, before lay-offs; ``turns`` int32 (n,) the turns played.
    """

    scores: NDArray[np.float64]
    ending: NDArray[np.int8]
    ender: NDArray[np.int8]
    deadwood: NDArray[np.int32]
    turns: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.scores)

    def to_dict(self) -> dict[str, Any]:
        """The arrays as lists."""
        return {name: getattr(self, name).tolist() for name in self.__slots__}


@dataclass(frozen=True, slots=True)
class Games:
    """What came of some games: for each player shares of games won, and advantage a hand.

    ``wins`` and ``advantage`` are float64 (games, players), the means over all seatings of a deal;
    ``hands`` is how many hands were played, ``lessons`` what value functions can learn from them.
    """

    wins: NDArray[np.float64]
    advantage: NDArray[np.float64]
    hands: int
    lessons: NDArray[np.float32]

    def won(self, player: int = 0) -> Estimate:
        """The share of games that a player won, with its standard error."""
        return _estimate(self.wins[:, player])

    def ahead(self, player: int = 0) -> Estimate:
        """The advantage a hand of a player, with its standard error."""
        return _estimate(self.advantage[:, player])


def _estimate(values: NDArray[np.float64]) -> Estimate:
    error = float(values.std(ddof=1)) / len(values) ** 0.5 if len(values) > 1 else 0.0
    return Estimate(float(values.mean()), error, len(values))


def advantage(scores: NDArray[np.float64], seat: int, rules: RuleSet) -> NDArray[np.float64]:
    """How much better a seat does than the mean of the others: positive is good for it.

    Args:
        scores: Changes of running scores, shape (…, players).
        seat: The seat.
        rules: The rule set: where scores are penalties they count negative.

    Returns:
        Shape (…).

    >>> from meldwise.rules import rules
    >>> advantage(np.array([[12.0, 0.0], [0.0, 30.0]]), 0, rules("gin-rummy")).tolist()
    [12.0, -30.0]
    """
    others = (scores.sum(axis=-1) - scores[..., seat]) / (scores.shape[-1] - 1)
    lead = scores[..., seat] - others
    found: NDArray[np.float64] = -lead if rules.score.model in PENALTIES else lead
    return found
