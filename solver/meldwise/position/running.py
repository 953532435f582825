"""Running scores of a game that still goes on."""

from __future__ import annotations

from collections.abc import Sequence

from meldwise.rules.ruleset import RuleSet


def scores_fault(rules: RuleSet, scores: Sequence[int]) -> tuple[int, str] | None:
    """The player whose score cannot be that of a hand still played, and why; None if all can.

    >>> from meldwise.rules import rules
    >>> scores_fault(rules("gin-rummy"), [40, 104])
    (1, 'player 1 has 104 points: the game was over at 100 (option game.target)')
    >>> scores_fault(rules("loba"), [99, 0])
    """
    target, limit = rules.game.target, rules.game.out_at
    for player, points in enumerate(scores):
        if target is not None and points >= target:
            return player, (
                f"player {player} has {points} points: the game was over at {target} (option "
                "game.target)"
            )
        if limit is not None and points >= limit:
            back = ", or give the score after buying in" if rules.game.buy_in.max else ""
            return player, (
                f"player {player} has {points} penalty points: a player is out at {limit} (option "
                f"game.out_at): leave out who does not play{back}"
            )
    return None
