"""Who begins a hand, and how many turns each seat has had."""

from __future__ import annotations

from collections.abc import Mapping

from meldwise.rules.ruleset import RuleSet


def own_turns(
    rules: RuleSet,
    dealer: int,
    players: int,
    number: int,
    threw: Mapping[int, int] | None = None,
) -> tuple[int, ...]:
    """Turns that each seat has finished after so many turns of a hand.

    Args:
        rules: The rule set.
        dealer: The seat that dealt.
        players: How many play.
        number: The turns.
        threw: How many cards some seats have thrown: where the first upcard is offered round the
            table, that tells who took it and began.

    >>> from meldwise.rules import rules
    >>> own_turns(rules("gin-rummy"), 1, 2, 5)
    (3, 2)
    >>> own_turns(rules("gin-rummy"), 1, 2, 5, threw={1: 3})
    (2, 3)
    """
    first = first_seat(rules, dealer, players)
    usual = _turns_from(first, players, number)
    if threw and rules.draw.first_upcard == "offered":
        for step in range(players):
            found = _turns_from((first + step) % players, players, number)
            if all(found[seat] == count for seat, count in threw.items()):
                return found
    return usual


def _turns_from(first: int, players: int, number: int) -> tuple[int, ...]:
    return tuple(
        (number - (seat - first) % players + players - 1) // players for seat in range(players)
    )


def first_seat(rules: RuleSet, dealer: int, players: int) -> int:
    """The seat that begins a hand."""
    return dealer if rules.deal.first_player == "dealer" else (dealer + 1) % players
