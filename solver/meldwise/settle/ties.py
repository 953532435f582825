"""Who wins a hand that the lowest count wins, and how a tie is broken or shared."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from meldwise.settle.tally import Tally
from meldwise.settle.wording import capital, named

Tied = Literal["none", "split", "each"]


@dataclass(frozen=True, slots=True)
class Won:
    """The winners; ``shared`` if they share what one would have; ``why`` is a sentence."""

    winners: tuple[int, ...]
    shared: bool
    why: str


def lowest_wins(tally: Tally) -> Won:
    """The winner of a hand by the lowest count, with the rule set's rules for ties.

    A player who ended the hand and has the lowest count alone wins; so does one with everything
    melded, unless ``tie.rummy_immune`` is false. Otherwise the lowest of the others win, but
    nobody does where ``tie.lowest = nobody`` and the player who ended the hand has that count
    too (the other values of that option agree that this player has lost).
    """
    counts, player = tally.counts, tally.player
    if player is None or tally.kind == "stock-out":
        return _among(tally, list(tally.players), tally.rules.tie.stock_out, "")
    others = tally.others(player)
    lowest = min(counts[other] for other in others)
    if counts[player] < lowest:
        return Won((player,), False, f"Player {player} has the lowest count and wins.")
    if tally.clean and tally.rules.tie.rummy_immune:
        return Won((player,), False, f"Player {player} has melded everything and wins.")
    if counts[player] > lowest:
        return _among(tally, others, tally.rules.tie.several_non_knockers, "")
    tied = named(other for other in others if counts[other] == lowest)
    if tally.rules.tie.lowest == "nobody":
        return Won((), False, f"{capital(tied)} tied with player {player}: nobody scores.")
    return _among(
        tally,
        others,
        tally.rules.tie.several_non_knockers,
        f"A tie is lost by the player who ended the hand, player {player}. ",
    )


def _among(tally: Tally, players: list[int], rule: Tied, before: str) -> Won:
    lowest = min(tally.counts[player] for player in players)
    best = tuple(player for player in players if tally.counts[player] == lowest)
    if len(best) == 1:
        return Won(best, False, f"{before}Player {best[0]} has the lowest count and wins.")
    who = f"{before}{capital(named(best))} share the lowest count"
    if rule == "none":
        return Won((), False, f"{who}: nobody wins.")
    return Won(best, rule == "split", f"{who} and {'share the win' if rule == 'split' else 'win'}.")


def shares(total: int, winners: tuple[int, ...], tally: Tally) -> dict[int, int]:
    """A whole number shared in whole parts.

    What cannot be shared goes one by one to the winners in the order of play after the player
    who ended the hand, as odd chips do in a split pot.
    """
    start = 0 if tally.player is None else tally.player + 1
    order = sorted(winners, key=lambda player: (player - start) % len(tally.counts))
    part, odd = divmod(total, len(winners))
    return {player: part + (place < odd) for place, player in enumerate(order)}
