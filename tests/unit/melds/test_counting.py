"""Melds are counted as selections of cards, whatever they can be read as."""

from __future__ import annotations

from typing import Any

import pytest

from meldwise import count_melds, rules
from meldwise.cards import RANKS

ALL_SPADES = " ".join(rank + "S" for rank in RANKS)

# What it shows, rule set, options that differ, cards, count.
COUNTED: list[tuple[str, str, dict[str, Any], str, int]] = [
    ("a set and a run of the same cards are one", "romme", {"wild.min_naturals": 1}, "4D X X", 1),
    ("equal cards make no difference", "romme", {}, "7H 7H 8H 8H 9H 9H", 1),
    ("jokers make no difference", "romme", {}, "7H 8H X X X", 3),
    # Two kings with one or two of three wilds, one king with two or three, and the twos.
    ("wilds are told apart", "wildcard-rummy", {}, "KS KH 2S 2H X", 3 + 3 + 2 * (3 + 1) + 1),
    ("a natural two is not counted again as a wild one", "wildcard-rummy", {}, "AS 2S 3S", 1),
    ("any two may take its place", "wildcard-rummy", {}, "AS 3S 2S 2H", 2 + 2 + 1),
    ("all ranks are one run, high or low", "loba", {"meld.run.min": 13}, ALL_SPADES, 1),
    ("no cards, no melds", "gin", {}, "", 0),
    ("two cards are too few", "gin", {}, "7H 8H", 0),
]


@pytest.mark.parametrize(
    ("name", "changes", "cards", "wanted"),
    [pytest.param(*counted, id=shows) for shows, *counted in COUNTED],
)
def test_selections_are_counted(
    name: str, changes: dict[str, Any], cards: str, wanted: int
) -> None:
    assert count_melds(cards, rules(name, changes)) == wanted
