"""Penalty points: players score what they are left with."""

from __future__ import annotations

from meldwise.errors import RequestError
from meldwise.rules.sentences.wording import times
from meldwise.settle.tally import Score, Tally
from meldwise.settle.wording import capital, named


def penalties(tally: Tally) -> Score:
    """Each player's own count as penalty points, the winner's only where all score theirs.

    Who goes out wins; otherwise the lowest count does, and players who tie for it all win.
    """
    winners = _winners(tally)
    scores = [_penalty(tally, player, winners) for player in tally.players]
    explain = [f"{capital(named(winners))} {'win' if len(winners) > 1 else 'wins'} the hand."]
    if tally.loser_factor > 1:
        explain.append(
            f"Going out in one turn makes the others' cards count {times(tally.loser_factor)}."
        )
    if tally.factor > 1:
        explain.append(f"The upcard is a spade: everything counts {times(tally.factor)}.")
    for player, points in enumerate(scores):
        if points:
            explain.append(f"Player {player} gets {points} penalty points.")
    if tally.at_once and tally.player is not None and tally.rules.score.go_out_at_once_bonus:
        scores[tally.player] += _deduction(tally, tally.player)
        explain.append(
            f"Player {tally.player} went out in one turn and deducts {-scores[tally.player]}."
        )
    return Score(tuple(scores), winners, tuple(explain))


def _winners(tally: Tally) -> tuple[int, ...]:
    if tally.kind == "out" and tally.player is not None:
        return (tally.player,)
    lowest = min(tally.counts)
    return tuple(player for player in tally.players if tally.counts[player] == lowest)


def _penalty(tally: Tally, player: int, winners: tuple[int, ...]) -> int:
    score = tally.rules.score
    if player in winners and score.model == "own_penalty":
        return 0
    points = tally.counts[player] * tally.factor
    if player not in winners:
        points *= tally.loser_factor
    return points if score.cap is None else min(points, score.cap)


def _deduction(tally: Tally, player: int) -> int:
    """What going out in one turn changes the running score by; never below the floor."""
    score = tally.rules.score
    change = -score.go_out_at_once_bonus * tally.factor
    floor = score.go_out_at_once_floor
    if floor is None:
        return change
    if tally.before is None:
        raise RequestError(
            "no-scores",
            f"scores: the deduction for going out in one turn stops at {floor} (option "
            "score.go_out_at_once_floor): give the running scores before this hand",
            {"field": "scores"},
        )
    before = tally.before[player]
    return max(before + change, min(before, floor)) - before
