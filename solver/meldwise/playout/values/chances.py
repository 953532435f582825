"""Results of hands by what they do for a game to a target.

Points are not worth the same everywhere: a player who is the stronger one loses more of the chance
to win the game by 25 points lost than by 25 points that were not won.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from meldwise.playout.closed.features import BEST_SCORE, OWN_SCORE, SCORES_TOLD_IN
from meldwise.playout.values.functions import ENDING_NOW
from meldwise.playout.values.lessons import FIRST_INPUT, HAND_OF, KIND, RESULT, Lessons

# Columns of the scores.
_OWN, _OTHER = FIRST_INPUT + OWN_SCORE, FIRST_INPUT + BEST_SCORE
# What points are worth at a score is measured by the chances after a usual hand, won and lost.
_USUAL: Final = 25
# With fewer hands, or none won or none lost, points are left as they are.
_FEW: Final = 500


def chances_to_win(results: NDArray[np.int64], target: int) -> NDArray[np.float64]:
    """The chance to win a game from each score, float64 (target + 1, target + 1).

    The row is the own score, the column the other's. Who reaches the target first wins; hands are
    taken to be alike whatever the score.

    Args:
        results: Of hands, by how much they were won (negative: lost).
        target: The points of a game.

    >>> even = chances_to_win(np.array([25, -25]), 100)
    >>> float(even[0, 0]), float(even[75, 50])
    (0.5, 0.75)
    """
    points, counts = np.unique(results[results != 0], return_counts=True)
    shares = counts / counts.sum()
    gains, losses = np.maximum(points, 0), np.maximum(-points, 0)
    chances = np.zeros((target + 1, target + 1))
    chances[target] = 1.0
    for own in range(target - 1, -1, -1):
        for other in range(target - 1, -1, -1):
            after = np.minimum(own + gains, target), np.minimum(other + losses, target)
            chances[own, other] = shares @ chances[after]
    return chances


def game_results(lessons: Lessons, target: int) -> NDArray[np.float32]:
    """The results of lessons by how they change the chance to win the game, float32 (n,).

    They are told as points: on the scale at each score on which a usual hand counts what it
    counts, and all together such that they tell of points as well as they can.

    Args:
        lessons: Of games between two players in which who wins a hand scores.
        target: The points of a game.
    """
    points = np.rint(lessons[:, RESULT]).astype(np.int64)
    going_on = np.flatnonzero(lessons[:, KIND] != ENDING_NOW)
    hands = going_on[np.diff(lessons[going_on, HAND_OF], prepend=-1.0) != 0]
    gained = points[hands]
    if len(hands) < _FEW or not (gained > 0).any() or not (gained < 0).any():
        return lessons[:, RESULT]
    chances = chances_to_win(points[hands], target)
    own, other = (
        np.clip(np.rint(SCORES_TOLD_IN * lessons[:, column]).astype(np.int64), 0, target - 1)
        for column in (_OWN, _OTHER)
    )
    gains, losses = np.maximum(points, 0), np.maximum(-points, 0)
    after = chances[np.minimum(own + gains, target), np.minimum(other + losses, target)]
    won = chances[np.minimum(own + _USUAL, target), other]
    lost = chances[own, np.minimum(other + _USUAL, target)]
    worth = (after - chances[own, other]) * (2 * _USUAL) / (won - lost)
    slope, level = np.polyfit(worth[hands], points[hands], 1)
    told: NDArray[np.float32] = (level + slope * worth).astype(np.float32)
    return told
