"""The numbers of an outcome: whole, in range, and such as some hand or game can have."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from meldwise.errors import RequestError, excerpt, shown
from meldwise.settle.ending import is_whole
from meldwise.settle.possible import sizes_held
from meldwise.settle.sums import hand_sums, has_sum, largest_sum, meld_sums

if TYPE_CHECKING:
    from meldwise.settle.outcome import Outcome


def checked_numbers(
    field: str, numbers: object, players: int, least: int, most: int
) -> tuple[int, ...] | None:
    """One whole number for each player, each in its range; None stays None."""
    if numbers is None:
        return None
    if isinstance(numbers, str) or not isinstance(numbers, Sequence):
        raise RequestError(
            f"bad-{field}",
            f"{field}: {excerpt(numbers)} is not a list of numbers",
            {"field": field},
        )
    if len(numbers) != players:
        raise RequestError(
            f"bad-{field}",
            f"{field} has {len(numbers)} numbers for {players} players: give one for each",
            {"field": field, "value": len(numbers)},
        )
    for player, number in enumerate(numbers):
        if not is_whole(number) or not least <= number <= most:
            raise RequestError(
                f"bad-{field}",
                f"{field}: {excerpt(number)} of player {player} is not a whole number from "
                f"{least} to {most}",
                {"field": field, "player": player, "value": shown(number)},
            )
    return tuple(numbers)


def check_counts(outcome: Outcome) -> None:
    """Counts that hands of the sizes that players may have can count.

    Raises:
        RequestError: one that no such hand has.
    """
    if outcome.counts is None:
        return
    rules, players = outcome.rules, outcome.players
    for player, count in enumerate(outcome.counts):
        own_melds = rules.score.model == "own_melds"
        sizes = _melded_sizes(outcome, player) if own_melds else _counted_sizes(outcome, player)
        all_sums = meld_sums if own_melds else hand_sums
        sums = all_sums(rules, players, max(sizes))
        if has_sum(sums, sizes, count):
            continue
        verb = " in melds cannot be worth" if own_melds else " cannot count"
        most = largest_sum(sums, sizes)
        limit = f", {most} at most" if count > most else ""
        raise RequestError(
            "impossible-count",
            f"counts: {count} of player {player} cannot be in {rules.name}: "
            f"{_span(sizes)}{verb} {count}{limit}"
            + (
                "; the count of a player who is out is what the melds are worth"
                if own_melds and player == outcome.ending.player
                else ""
            ),
            {"field": "counts", "player": player, "value": count},
        )


def _span(sizes: Sequence[int]) -> str:
    low, high = min(sizes), max(sizes)
    if high == 1:
        return "one card"
    return f"{high} cards" if low == high else f"{low} to {high} cards"


def _counted_sizes(outcome: Outcome, player: int) -> list[int]:
    """How many cards of a player may count."""
    rules, held = outcome.rules, sizes_held(outcome, player)
    ender = player == outcome.ending.player
    if outcome.ending.kind == "out" and ender:
        # Whatever else it says is told by the check of what such a player may be left with.
        return list(range(held[-1] + 1))
    if rules.count.hand == "held" or outcome.ending.kind == "deal-win":
        return list(held)
    # Of the cards of a hand none is melded, or at least a meld; any number may be laid off.
    lays_off = rules.layoff.at_showdown and not ender
    shortest = 1 if lays_off else min(_shortest_melds(outcome))
    return sorted({size - melded for size in held for melded in (0, *range(shortest, size + 1))})


def _shortest_melds(outcome: Outcome) -> list[int]:
    sets, runs = outcome.rules.meld.set, outcome.rules.meld.run
    return [kind.min for kind in (sets, runs) if kind.allowed]


def _melded_sizes(outcome: Outcome, player: int) -> list[int]:
    """How many cards a player may have melded."""
    rules = outcome.rules
    if rules.meld.time == "play":
        return list(range(rules.cards_in_all(outcome.players) + 1))
    held = sizes_held(outcome, player)
    if outcome.ending.kind != "out" or player != outcome.ending.player:
        return list(range(held[-1] + 1))
    thrown = outcome.ending.discarded
    least = held[0] + (rules.end.go_out_discard == "none" and thrown is None)
    most = held[-1] - (thrown is True or rules.end.go_out_discard == "required")
    return list(range(least, most + 1))


def check_melded(outcome: Outcome) -> None:
    """Points melded that the cards of the packs can be worth."""
    if outcome.melded is None:
        return
    rules, players = outcome.rules, outcome.players
    cards = rules.cards_in_all(players)
    most = largest_sum(meld_sums(rules, players, cards), [cards])
    together = sum(outcome.melded)
    if together > most:
        raise RequestError(
            "impossible-melded",
            f"melded: {together} points together cannot be in {rules.name}: all cards of the packs "
            f"are worth {most} at most",
            {"field": "melded", "value": together},
        )
