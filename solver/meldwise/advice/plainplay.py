"""Playouts by the referee and plain players: slow, and right for every rule set.

The compiled playouts do not hold every option; where they do not, these serve.
"""

from __future__ import annotations

import numpy as np

from meldwise.advice.outcomes import Outcomes
from meldwise.advice.states import state_at
from meldwise.advice.wholeturn import Advised, steps_of
from meldwise.play.greedy import GreedyPlayer
from meldwise.play.hand import play_hand
from meldwise.play.referee import apply
from meldwise.play.scoring import score
from meldwise.playout.results import advantage
from meldwise.playout.starts import Starts
from meldwise.position import Position


def played_plainly(position: Position, starts: Starts, action: Advised) -> Outcomes:
    """Play an action in complete states of a position, and then on to the end.

    All players then play greedily: they keep the least deadwood and end the hand as soon as they
    may.

    Args:
        position: The position.
        starts: Complete states of it.
        action: A legal action of it.
    """
    players = [GreedyPlayer() for _ in range(position.players)]
    scores = np.empty((len(starts), position.players))
    wins = np.zeros(len(starts))
    for row in range(len(starts)):
        state = state_at(position, starts, row)
        for step in steps_of(action):
            state = apply(state, step)
        over = play_hand(state, players)
        settlement = score(over)
        scores[row] = settlement.scores
        if position.seat in settlement.winners:
            wins[row] = 1 / len(settlement.winners)
    return Outcomes(advantage(scores, position.seat, position.rules), wins)
