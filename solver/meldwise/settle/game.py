"""The game that hands add up to: who is out, who may buy in, whether it is over and who won."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from meldwise.errors import RequestError
from meldwise.position.running import scores_fault
from meldwise.rules.ruleset import RuleSet


@dataclass(frozen=True, slots=True)
class Standing:
    """The state of a game after a hand, for the players of that hand.

    ``totals`` are the running scores, ``out`` the players who have reached the limit of penalty
    points, ``may_buy_in`` those of them who may come back, at the score ``buy_in_at``. ``over``
    says whether the game has ended, and ``winners`` who won it. While somebody may buy in the
    game is not over; `bought_in` says what comes of it.
    """

    totals: tuple[int, ...]
    out: tuple[int, ...] = ()
    may_buy_in: tuple[int, ...] = ()
    buy_in_at: int | None = None
    over: bool = False
    winners: tuple[int, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """The state of the game as JSON."""
        return {
            "totals": list(self.totals),
            "out": list(self.out),
            "may_buy_in": list(self.may_buy_in),
            "buy_in_at": self.buy_in_at,
            "over": self.over,
            "winners": list(self.winners),
        }


def after_hand(
    rules: RuleSet,
    before: Sequence[int],
    scores: Sequence[int],
    buy_ins: Sequence[int] | None = None,
) -> Standing:
    """The state of a game when a hand has been settled.

    Args:
        rules: The rule set.
        before: Running scores of the hand's players before it.
        scores: What the hand changed them by (`Settlement.scores`).
        buy_ins: How often each of them has bought in (None: never).

    Returns:
        A `Standing`. A player is out at ``game.out_at`` penalty points; one who may still buy
        in then stands level with the highest score still in. When all that are left reach the
        limit in the same hand, ``tie.game_end`` decides. With ``game.target`` the highest score
        wins once somebody has reached it; equal ones share the win.

    Raises:
        RequestError: scores of a game that was over before, or more buying in than allowed.

    >>> from meldwise.rules import rules
    >>> after_hand(rules("ramino-knock"), [95, 40, 90], [6, 0, 10]).out
    (0,)
    >>> after_hand(rules("loba"), [95, 40, 90], [6, 0, 9]).buy_in_at
    99
    """
    check_before(rules, before, buy_ins)
    totals = tuple(old + new for old, new in zip(before, scores, strict=True))
    if rules.game.target is not None:
        return _race(totals, rules.game.target)
    limit = rules.game.out_at
    if limit is None:
        return Standing(totals)
    out = tuple(player for player, total in enumerate(totals) if total >= limit)
    left = [player for player in range(len(totals)) if player not in out]
    used = buy_ins or [0] * len(totals)
    rule = rules.game.buy_in
    buyers = tuple(
        player for player in out if len(left) >= rule.min_left and used[player] < rule.max
    )
    if buyers:
        return Standing(totals, out, buyers, max(totals[player] for player in left))
    return _decided(rules, Standing(totals, out))


def check_before(
    rules: RuleSet, scores: Sequence[int] | None, buy_ins: Sequence[int] | None
) -> None:
    """Whether a hand can be played at these scores, after so much buying in.

    Raises:
        RequestError: the game was over, a player was out, or bought in too often.
    """
    fault = None if scores is None else scores_fault(rules, scores)
    if fault is not None:
        raise RequestError(
            "game-over", f"scores: {fault[1]}", {"field": "scores", "player": fault[0]}
        )
    most = rules.game.buy_in.max
    for player, times in enumerate(buy_ins or ()):
        if times > most:
            raise RequestError(
                "bad-buy_ins",
                f"buy_ins: player {player} cannot have bought in {times} times: {rules.name} "
                + (f"allows {most}" if most else "has no buying in")
                + " (option game.buy_in.max)",
                {"field": "buy_ins", "player": player, "value": times},
            )


def bought_in(rules: RuleSet, standing: Standing, buyers: Iterable[int]) -> Standing:
    """The state of a game when these players have bought in and the others have not.

    Args:
        rules: The rule set.
        standing: The state after the hand.
        buyers: Players of ``standing.may_buy_in``.

    Raises:
        RequestError: a player who may not buy in.

    >>> from meldwise.rules import rules
    >>> loba = rules("loba")
    >>> bought_in(loba, after_hand(loba, [95, 40, 90], [6, 0, 9]), [0]).totals
    (99, 40, 99)
    """
    back = set(buyers)
    for player in back - set(standing.may_buy_in):
        raise RequestError(
            "may-not-buy-in",
            f"player {player} may not buy in: "
            + (f"only {list(standing.may_buy_in)} may" if standing.may_buy_in else "nobody may"),
            {"field": "buyers", "value": player},
        )
    level = standing.buy_in_at
    totals = tuple(
        level if player in back and level is not None else total
        for player, total in enumerate(standing.totals)
    )
    out = tuple(player for player in standing.out if player not in back)
    return _decided(rules, replace(standing, totals=totals, out=out, may_buy_in=(), buy_in_at=None))


def _decided(rules: RuleSet, standing: Standing) -> Standing:
    """The state when nobody (more) buys in: over once at most one player is left."""
    left = [player for player in range(len(standing.totals)) if player not in standing.out]
    if len(left) > 1:
        return standing
    winners = left or list(standing.out)
    if not left and rules.tie.game_end == "lowest_total":
        lowest = min(standing.totals)
        winners = [player for player in winners if standing.totals[player] == lowest]
    return replace(standing, over=True, winners=tuple(winners))


def _race(totals: tuple[int, ...], target: int) -> Standing:
    best = max(totals)
    if best < target:
        return Standing(totals)
    winners = tuple(player for player, total in enumerate(totals) if total == best)
    return Standing(totals, over=True, winners=winners)
