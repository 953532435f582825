"""Hands between policies, each deal in every seating: the panel of strength."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from meldwise.playout.dealing import numbered_starts
from meldwise.playout.open.simulate import taught_playouts
from meldwise.playout.policies import Policy
from meldwise.playout.results import Games, advantage
from meldwise.playout.values.lessons import HAND_OF
from meldwise.rules.ruleset import RuleSet


def open_games(
    rules: RuleSet,
    policies: Sequence[Policy],
    games: int,
    seed: int = 0,
    *,
    lessons: int = 0,
    first: int = 0,
) -> Games:
    """Play single hands between policies, each in every seating.

    Args:
        rules: The rule set.
        policies: One for each player.
        games: How many deals; each is played as many times as there are players.
        seed: The deals' seed.
        lessons: Room for so many lessons of players that explore.
        first: The number of the first deal.

    Raises:
        RequestError: a rule set that is not played here.
    """
    players = len(policies)
    starts = numbered_starts(rules, players, seed, first, games)
    wins, lead, taught = np.zeros((games, players)), np.zeros((games, players)), []
    learnt = 0
    for turned in range(players):
        seated = [policies[(seat - turned) % players] for seat in range(players)]
        found, known = taught_playouts(
            starts, seated, seed, first=first, lessons=lessons // players
        )
        # Each playing numbers its lessons anew.
        known[:, HAND_OF] += learnt
        learnt += len(known)
        taught.append(known)
        ahead = np.stack(
            [advantage(found.scores, (p + turned) % players, rules) for p in range(players)], axis=1
        )
        lead += ahead / players
        best = ahead >= ahead.max(axis=1, keepdims=True) - 1e-9
        wins += best / best.sum(axis=1, keepdims=True) / players
    return Games(wins, lead, games * players, np.concatenate(taught))
