"""From a counted hand to scores: the one place that knows which model is scored how."""

from __future__ import annotations

from meldwise.settle.own_melds import melds_minus_hand, own_melds
from meldwise.settle.penalties import penalties
from meldwise.settle.points import points_won, sum_of_others
from meldwise.settle.stakes import stakes
from meldwise.settle.tally import Score, Tally

_MODELS = {
    "own_penalty": penalties,
    "own_penalty_all": penalties,
    "stakes": stakes,
    "others_minus_own": points_won,
    "others_deadwood": points_won,
    "difference": points_won,
    "sum_of_others": sum_of_others,
    "own_melds": own_melds,
    "melds_minus_hand": melds_minus_hand,
}

PENALTIES = ("own_penalty", "own_penalty_all")


def score(tally: Tally) -> Score:
    """The scores of a counted hand under its rule set.

    >>> from meldwise.rules import rules
    >>> score(Tally(rules("knock-rummy"), "knock", 0, (8, 5, 22))).scores
    (0, 35, 0)
    """
    return _MODELS[tally.rules.score.model](tally)


def advantage(tally: Tally, player: int) -> int:
    """How much better one player does than the others together; penalties count against him."""
    scores = score(tally).scores
    mine = 2 * scores[player] - sum(scores)
    return -mine if tally.rules.score.model in PENALTIES else mine
