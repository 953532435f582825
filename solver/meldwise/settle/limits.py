"""What a knocker, or a player who is out, may be left with; and whether the upcard doubles."""

from __future__ import annotations

from meldwise.cards import SUITS
from meldwise.errors import RequestError
from meldwise.melds.meldrules import meld_rules
from meldwise.settle.outcome import Outcome


def knock_limit(outcome: Outcome) -> int | None:
    """The most that a knocker may be left with; None: any number, or the upcard is not known."""
    limit = outcome.rules.knock.limit
    if limit != "upcard":
        return limit
    if outcome.upcard is None:
        return None
    compiled = meld_rules(outcome.rules, outcome.rules.packs(outcome.players))
    return compiled.hand_values[outcome.upcard.code]


def check_left(outcome: Outcome, count: int) -> None:
    """Whether the player who ended the hand could end it so with this count.

    Raises:
        RequestError: a knock above the limit, or something left with a player who is out.
    """
    ending = outcome.ending
    where: dict[str, str | int] = {"field": "counts", "player": ending.player or 0, "value": count}
    limit = knock_limit(outcome)
    if ending.kind == "knock" and limit is not None and count > limit:
        raise RequestError(
            "knock-above-limit",
            f"player {ending.player} knocks with {count}: {limit} is the most in "
            f"{outcome.rules.name} (option knock.limit)",
            where,
        )
    if ending.kind == "out" and count > 0:
        raise RequestError(
            "out-with-points",
            f"player {ending.player} is out and counts {count}: a player who is out has nothing "
            "left",
            where,
        )


def factor(outcome: Outcome) -> int:
    """How many times the hand counts: more when the upcard is a spade, where the rules say so.

    Raises:
        RequestError: the rules ask for the upcard, and it is not given.
    """
    by_spades = outcome.rules.score.spade_upcard_factor
    if by_spades == 1:
        return 1
    if outcome.upcard is None:
        raise RequestError(
            "no-upcard",
            f"upcard: in {outcome.rules.name} everything counts {by_spades} times when the first "
            "upcard is a spade (option score.spade_upcard_factor): say which it was",
            {"field": "upcard"},
        )
    return by_spades if outcome.upcard.suit == SUITS.index("S") else 1
