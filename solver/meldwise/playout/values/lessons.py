"""What value functions learn from a hand: a lesson is the inputs at a decision and what came of it.

Of going on and of drawing that is the player's advantage when the hand was over; of ending the hand
now, what that would have given at once. What the value functions of that time expected stands
beside it, for `returns`.
"""

from __future__ import annotations

from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from meldwise.partition.kernel.compiling import compiled
from meldwise.playout.network import Float
from meldwise.playout.policies import MOST_PLAYERS
from meldwise.playout.values.functions import ENDING_NOW, INPUTS

# Columns of a lesson: which value function, whose, the result; the style of the others; what the
# value function expected; where a player explored, the value of what it thought best, so that the
# turns before need not pay for it (both not a number where there are none); the number of the
# hand's first lesson; and the inputs.
KIND: Final = 0
SEAT: Final = 1
RESULT: Final = 2
OTHERS: Final = 3
EXPECTED: Final = 4
BEST: Final = 5
HAND_OF: Final = 6
FIRST_INPUT: Final = 7
LESSON: Final = FIRST_INPUT + INPUTS

# Stands for a result until the hand is over.
LATER: Final = -1e6

Lessons: TypeAlias = NDArray[np.float32]


@compiled
def returns(lessons: Lessons, trust: Float) -> NDArray[np.float32]:
    """What each lesson teaches: results mixed with what was expected at later decisions.

    The result of a hand is mostly luck. The expectation at the player's next decision has less of
    it, and errs where the value functions do. This is TD(λ) of Sutton, Learning to Predict by the
    Methods of Temporal Differences (1988), with λ = 1 − ``trust``.

    Args:
        lessons: In the order in which they were taught.
        trust: Weight of each next expectation, 0 to 1; 0: results alone count.
    """
    taught = np.empty(len(lessons), np.float32)
    hand = np.full(MOST_PLAYERS, -1.0)
    expected = np.zeros(MOST_PLAYERS)
    for at in range(len(lessons) - 1, -1, -1):
        if lessons[at, KIND] == ENDING_NOW:
            taught[at] = lessons[at, RESULT]
            continue
        seat = np.int64(lessons[at, SEAT])
        later = lessons[at, RESULT] if lessons[at, HAND_OF] != hand[seat] else expected[seat]
        taught[at] = later
        if not np.isnan(lessons[at, BEST]):
            later = lessons[at, BEST]
        elif not np.isnan(lessons[at, EXPECTED]):
            later += trust * (lessons[at, EXPECTED] - later)
        hand[seat], expected[seat] = lessons[at, HAND_OF], later
    return taught
