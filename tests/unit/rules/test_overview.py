"""The presets at a glance."""

from __future__ import annotations

import json

import pytest

from meldwise.rules import rules
from meldwise.rules.catalog import ALIASES, PRESETS
from meldwise.rules.overview import RulesRow, aliases_of, overview, rules_row


def test_there_is_a_row_for_each_preset_in_order() -> None:
    assert tuple(row.id for row in overview()) == PRESETS


def test_the_rows_of_three_known_games() -> None:
    rows = {row.id: row for row in overview()}
    assert rows["german-rummy"] == RulesRow(
        id="german-rummy",
        aliases=("romme", "rommé"),
        name="German Rummy (Rommé)",
        players="2-6",
        deck="2 packs, 6 jokers",
        cards="13",
        melds="sets 3-4 distinct, runs 3+ (round the corner)",
        wilds="jokers",
        ends="going out",
    )
    assert rows["wildcard-rummy"] == RulesRow(
        id="wildcard-rummy",
        aliases=(),
        name="Wildcard Rummy",
        players="2-7",
        deck="1 pack, 2 jokers (7 players: 2 packs, 4 jokers)",
        cards="7 (6 players: 6; 7 players: 10)",
        melds="sets 3-8 any suits, runs 3+ (ace high or low)",
        wilds="jokers and twos",
        ends="going out",
    )
    assert rows["gin-rummy"] == RulesRow(
        id="gin-rummy",
        aliases=("gin",),
        name="Gin Rummy",
        players="2",
        deck="1 pack",
        cards="10",
        melds="sets 3-4 distinct, runs 3+ (ace low)",
        wilds="",
        ends="going out or knocking with 10 or less",
    )


@pytest.mark.parametrize(
    ("name", "field", "text"),
    [
        ("tonk", "ends", "going out, knocking or 50 or more as dealt"),
        ("tonk", "wilds", ""),
        ("knock-rummy", "cards", "10 (3-5 players: 7)"),
        ("loba", "melds", "sets 3-6 of exactly 3 suits, runs 4+ (ace high or low)"),
        ("loba", "wilds", "jokers (runs only)"),
        ("ramino-knock", "melds", "sets 3-4 any suits, runs 3-4 (ace low)"),
        ("ramino-drift", "deck", "1 pack, 2 jokers"),
        ("cincinnati-rummy", "ends", "going out in one go"),
    ],
)
def test_a_row_tells_what_is_special(name: str, field: str, text: str) -> None:
    assert getattr(rules_row(rules(name)), field) == text


def test_a_house_rule_set_has_a_row_too() -> None:
    house = rules(
        {
            "extends": "loba",
            "deck": {"ranks": "A234567JQK", "wild_drawn": True, "jokers": 0},
            "meld.run.allowed": False,
            "hand.requires.runs": 0,
        }
    )
    row = rules_row(house)
    assert (row.id, row.aliases, row.deck) == ("custom", (), "2 packs of 40")
    assert row.melds == "sets 3-6 of exactly 3 suits"
    assert row.wilds == "a rank turned up (runs only)"


def test_every_alias_is_listed_with_its_preset() -> None:
    assert {alias for name in PRESETS for alias in aliases_of(name)} == set(ALIASES)
    assert aliases_of("no-such-game") == ()


def test_a_row_is_written_as_json() -> None:
    row = overview()[0]
    assert json.loads(json.dumps(row.to_dict()))["aliases"] == ["romme", "rommé"]
