"""Options are changed by dotted names, nested tables, or KEY=VALUE text."""

from __future__ import annotations

from typing import Any

import pytest

from meldwise.errors import RulesError
from meldwise.rules import rules
from meldwise.rules.dotted import parse_setting


def test_a_change_leaves_the_original_alone() -> None:
    loba = rules("loba")
    house = loba.replace({"meld.run.min": 3})
    assert (loba.meld.run.min, house.meld.run.min) == (4, 3)
    assert house.meld.run.max == loba.meld.run.max


def test_no_change_gives_the_same_rule_set() -> None:
    assert rules("loba").replace({}) is rules("loba")


def test_dotted_and_nested_names_may_be_mixed() -> None:
    changes = {"meld.run.min": 3, "meld": {"run": {"aces": "low"}, "set.max": 4}, "id": "house"}
    house = rules("loba", changes)
    assert (house.id, house.meld.run.min, house.meld.run.aces) == ("house", 3, "low")
    assert house.meld.set.max == 4


def test_a_table_of_numbers_is_replaced_as_a_whole() -> None:
    house = rules("knock-rummy", {"deal.cards": {"2-3": 10, "4-5": 7}})
    assert [house.cards_dealt(players) for players in (2, 3, 4, 5)] == [10, 10, 7, 7]
    assert rules("knock-rummy", {"deal": {"cards": 6}}).cards_dealt(2) == 6


@pytest.mark.parametrize(
    "changes",
    [
        {"meld.run.min": 3, "meld": {"run": {"min": 3}}},
        {"meld": {"run": {"min": 3}}, "meld.run.min": 4},
        {"meld": {"run.min": 3, "run": {"min": 3}}},
    ],
)
def test_an_option_given_twice_is_an_error(changes: dict[str, Any]) -> None:
    with pytest.raises(RulesError, match=r"option meld\.run\.min is given twice") as error:
        rules("loba", changes)
    assert error.value.code == "given-twice"


def test_a_value_in_place_of_a_section_is_an_error() -> None:
    with pytest.raises(RulesError, match="option meld is given twice"):
        rules("loba", {"meld": 3, "meld.run.min": 3})
    with pytest.raises(RulesError, match='option meld: "3" is not allowed: a section'):
        rules("loba", {"meld": 3})


def test_the_text_null_means_none() -> None:
    assert rules("gin-rummy", {"knock.limit": "null"}).knock.limit is None
    assert rules("gin-rummy", {"knock": {"limit": None}}).knock.limit is None


def test_both_spellings_of_what_is_counted_agree() -> None:
    assert rules("gin-rummy", {"count.hand": "all_held"}).count.hand == "held"


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"meld.run.mn": 3}, r'unknown option "meld\.run\.mn" \(did you mean meld\.run\.min\?\)'),
        ({"meld..min": 3}, r'unknown option "meld\.'),
        ({"": 3}, "unknown option"),
        ({"meld.run.min": 99}, r'option meld\.run\.min: "99" is not allowed: 14 or less'),
        ({"meld.run.min": "4"}, "a whole number"),
        ({"meld.run.min": 4.5}, "a whole number"),
        ({"meld.run.min": True}, 'option meld.run.min: "true" is not allowed: a whole number'),
        ({"meld.run.min": None}, 'option meld.run.min: "null" is not allowed: a whole number'),
        (
            {"meld.set.max": "none"},
            'meld.set.max: "none" is not allowed: a whole number; or null for',
        ),
        ({"knock.limit": "none"}, "a whole number; or one of upcard; or null for none"),
        ({"meld.run.aces": "hihg"}, '"hihg" is not allowed: one of low, high, high_or_low, corner'),
        ({"meld.set.suits": "two"}, "one of distinct, any; or a whole number"),
        ({"meld.set.suits": True}, '"true" is not allowed: one of distinct, any'),
        ({"layoff.in_play": "yes"}, 'option layoff.in_play: "yes" is not allowed: true or false'),
        ({"deck.jokers": "2/packs"}, 'so many per pack, such as "2/pack"'),
        ({"deck.packs": {"2-5": 0}}, 'option deck.packs, "2-5": "0" is not allowed: 1 or more'),
        ({"deck.packs": {"two": 1}}, 'a number of players or a range as the key, such as "2-4"'),
        ({"deal.cards_by_packs": {"9": 5}}, "a number of packs, 1 to 7, as the key"),
        ({"deck.wild_ranks": "2"}, 'option deck.wild_ranks: "2" is not allowed: a list'),
        ({"deck.wild_ranks": ["10"]}, '"10" is not allowed: one of A, 2, 3'),
        ({"values.hand.ranks": {"X": 1}}, '"X" is not allowed: a rank as the key'),
        ({"id": "My Rules"}, "lower-case letters, digits and hyphens"),
        ({"extends": "loba"}, 'unknown option "extends"'),
    ],
)
def test_a_wrong_change_names_the_option_the_value_and_what_is_allowed(
    changes: dict[str, Any], message: str
) -> None:
    with pytest.raises(RulesError, match=message):
        rules("loba", changes)


@pytest.mark.parametrize(
    ("setting", "expected"),
    [
        ("meld.run.min=4", ("meld.run.min", 4)),
        (" meld.run.min = 4 ", ("meld.run.min", 4)),
        ("meld.run.aces=corner", ("meld.run.aces", "corner")),
        ('meld.run.aces="corner"', ("meld.run.aces", "corner")),
        ("layoff.in_play=true", ("layoff.in_play", True)),
        ("knock.limit=null", ("knock.limit", "null")),
        ("deck.jokers=2/pack", ("deck.jokers", "2/pack")),
        ('deck.wild_ranks=["2", "J"]', ("deck.wild_ranks", ["2", "J"])),
        ('deck.packs={"2-5" = 1, 6 = 2}', ("deck.packs", {"2-5": 1, "6": 2})),
        ("name=Grandma = best", ("name", "Grandma = best")),
        ("name=", ("name", "")),
        ("name=1\nid = 2", ("name", "1\nid = 2")),
        ("id=" + "9" * 5000, ("id", "9" * 5000)),
        ("id=" + "[" * 5000, ("id", "[" * 5000)),
    ],
)
def test_a_setting_is_a_key_and_a_value_as_in_toml(
    setting: str, expected: tuple[str, object]
) -> None:
    assert parse_setting(setting) == expected


@pytest.mark.parametrize("setting", ["", "=", "=4", "meld.run.min", "  =4"])
def test_a_setting_without_key_or_equals_sign_is_an_error(setting: str) -> None:
    with pytest.raises(RulesError, match="write KEY=VALUE, such as meld"):
        parse_setting(setting)


def test_extends_takes_all_but_the_id_and_what_is_given() -> None:
    house = rules({"extends": "romme", "open": {"min_points": 30}, "meld.run.aces": "high_or_low"})
    changed = rules("german-rummy", {"open.min_points": 30, "meld.run.aces": "high_or_low"})
    assert house.id == "custom"
    assert house.replace({"id": "german-rummy"}) == changed


@pytest.mark.parametrize("parent", ["lobba", "", 3, ["loba"], {"id": "loba"}])
def test_extends_names_a_known_rule_set(parent: object) -> None:
    with pytest.raises(RulesError, match=r"^extends: ") as error:
        rules({"extends": parent})
    assert error.value.where["key"] == "extends"


def test_without_extends_options_stand_on_the_defaults() -> None:
    assert rules({"id": "plain", "deal.cards": 10}).cards_dealt() == 10
