"""Points for one's own melds: those of the hand that went out, or everyone's, less the hand."""

from __future__ import annotations

from meldwise.errors import RequestError
from meldwise.settle.points import bonuses, multiplied
from meldwise.settle.tally import Score, Tally


def own_melds(tally: Tally) -> Score:
    """The player who ended the hand scores the melds, which are that player's count."""
    scores = [0] * len(tally.counts)
    player = tally.player
    if player is None or tally.kind == "stock-out":
        return Score(tuple(scores), (), ("Nobody went out: nobody scores.",))
    extra = bonuses(tally, player)
    scores[player] = (tally.counts[player] + sum(amount for amount, _ in extra)) * tally.factor
    notes = "".join(f", {amount} {why}" for amount, why in extra)
    return Score(
        tuple(scores),
        (player,),
        (
            f"Player {player} scores {scores[player]}: {tally.counts[player]} for the melds"
            f"{notes}{multiplied(tally)}. The others score nothing.",
        ),
    )


def melds_minus_hand(tally: Tally) -> Score:
    """Every player scores the cards melded, less what the cards left count.

    Who goes out wins the hand; otherwise the highest score does, and equal ones all do.
    """
    if tally.melded is None:
        raise RequestError(
            "no-melded",
            "melded: give the points that each player has melded, or the melds on the table",
            {"field": "melded"},
        )
    cap = tally.rules.score.cap
    scores, explain = [], []
    for player, (melded, count) in enumerate(zip(tally.melded, tally.counts, strict=True)):
        left = count * (1 if player == tally.player else tally.loser_factor)
        points = (melded - left) * tally.factor
        scores.append(points if cap is None else max(points, -cap))
        explain.append(
            f"Player {player} scores {melded} − {left}{multiplied(tally)} = {scores[-1]}."
        )
    best = max(scores)
    winners = tuple(player for player, points in enumerate(scores) if points == best)
    if tally.kind == "out" and tally.player is not None:
        winners = (tally.player,)
        for amount, why in bonuses(tally, tally.player):
            scores[tally.player] += amount * tally.factor
            explain.append(f"Player {tally.player} scores {amount * tally.factor} {why}.")
    return Score(tuple(scores), winners, tuple(explain))
