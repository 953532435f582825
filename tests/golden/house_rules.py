"""The house rules of the published cases, as options: differences from a plain game.

The cases say only what differs from one plain game, whose values are stated here: one cannot be
read off a preset, because the cases come from many games. Packs and jokers are plenty, so that
no case fails for a card that its game has more often.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from meldwise import rules
from meldwise.cards import RANKS
from meldwise.rules.ruleset import RuleSet

PLAIN: dict[str, Any] = {
    "id": "plain",
    "deck.packs": 6,
    "deck.jokers": 8,
    "deal.cards": 10,
    "meld.set.min": 3,
    "meld.set.suits": "distinct",
    "meld.run.min": 3,
    "meld.run.max": 13,
    "meld.run.aces": "low",
    "wild.min_naturals": 1,
    "wild.natural_use": True,
    "values.meld.ace": 11,
    "values.meld.ace_low": 1,
    "values.meld.court": 10,
    "values.hand.ace": 1,
    "values.hand.court": 10,
    "values.hand.joker": 20,
}

ACES = {"low": "low", "high": "high", "both": "high_or_low", "corner": "corner"}


def _same(value: Any) -> Any:
    return value


def _rank_texts(numbers: list[int]) -> list[str]:
    return [RANKS[number - 1] for number in numbers]


def _ranks_without(numbers: list[int]) -> str:
    return "".join(rank for number, rank in enumerate(RANKS, 1) if number not in numbers)


def _pip(value: bool) -> str | int:
    return "pip" if value else 10


DIFFERENCES: Mapping[str, tuple[str, Callable[[Any], Any]]] = {
    "ace": ("meld.run.aces", ACES.__getitem__),
    "absent": ("deck.ranks", _ranks_without),
    "wild_ranks": ("deck.wild_ranks", _rank_texts),
    "set_distinct": ("meld.set.suits", lambda distinct: "distinct" if distinct else "any"),
    "set_exact_suits": ("meld.set.suits", _same),
    "max_set": ("meld.set.max", _same),
    "min_run": ("meld.run.min", _same),
    "max_run": ("meld.run.max", _same),
    "runs": ("meld.run.allowed", _same),
    "adjacent_wild": ("wild.max_adjacent", lambda allowed: None if allowed else 1),
    "joker_set": ("wild.allowed_in", lambda allowed: "both" if allowed else "runs"),
    "max_wild": ("wild.max_per_meld", _same),
    "max_wild_run": ("wild.max_in_run", _same),
    "min_nat": ("wild.min_naturals", _same),
    "wild_natural": ("wild.natural_use", _same),
    "wild_le_nat": ("wild.not_more_than_naturals", _same),
    "joker_colours": ("wild.joker_colours", _same),
    "lay_ace_high": ("values.meld.ace", _same),
    "lay_ace_set": ("values.meld.ace_set", _same),
    "lay_ace_low": ("values.meld.ace_low", _same),
    "lay_pip": ("values.meld.court", _pip),
    "lay_cap": ("values.meld.court", _same),
    "dw_pip": ("values.hand.court", _pip),
    "dw_ace": ("values.hand.ace", _same),
    "dw_joker": ("values.hand.joker", _same),
    "dw_wild": ("values.hand.wild", _same),
}
"""Each difference: the option that says it, and how its value is said there."""


def house_rules(differences: Mapping[str, Any], play: Mapping[str, Any] | None = None) -> RuleSet:
    """The rule set of a case; a later difference goes before an earlier one.

    ``play`` are options of play, of which the cases tell only in words.
    """
    changes = PLAIN | dict(play or {})
    for key, value in differences.items():
        if key != "name":
            option, said = DIFFERENCES[key]
            changes[option] = said(value)
    return rules(changes)
