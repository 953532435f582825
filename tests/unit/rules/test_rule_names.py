"""Rule sets are found by id or alias, however it is spelled."""

from __future__ import annotations

from pathlib import Path

import pytest

from meldwise.errors import RulesError
from meldwise.rules import rules
from meldwise.rules.catalog import ALIASES, PRESETS, RulesLike, find_rules


@pytest.mark.parametrize(
    ("alias", "name"),
    [
        ("romme", "german-rummy"),
        ("rommé", "german-rummy"),
        ("klop-rummy", "knock-rummy"),
        ("poker-rummy", "knock-rummy"),
        ("rami", "loba"),
        ("remigio", "ramino-drift"),
        ("gin", "gin-rummy"),
    ],
)
def test_an_alias_is_the_same_rule_set(alias: str, name: str) -> None:
    assert rules(alias) is rules(name)


def test_every_alias_leads_to_a_preset_and_is_none_itself() -> None:
    assert set(ALIASES.values()) <= set(PRESETS)
    assert not set(ALIASES) & set(PRESETS)


@pytest.mark.parametrize("spelling", ["GIN-RUMMY", " gin rummy ", "Gin_Rummy", "gin  rummy"])
def test_capitals_blanks_and_underscores_do_not_matter(spelling: str) -> None:
    assert rules(spelling).id == "gin-rummy"


def test_an_accent_may_be_a_character_of_its_own() -> None:
    assert rules("romme\N{COMBINING ACUTE ACCENT}").id == "german-rummy"


@pytest.mark.parametrize(
    ("wrong", "meant"),
    [
        ("lobba", "loba"),
        ("german", "german-rummy"),
        ("klop", "klop-rummy"),
        ("rome", "romme"),
        ("cincinati-rumy", "cincinnati-rummy"),
    ],
)
def test_an_unknown_name_suggests_the_nearest(wrong: str, meant: str) -> None:
    with pytest.raises(RulesError, match=rf"did you mean {meant}\?") as error:
        rules(wrong)
    assert error.value.code == "unknown-rules"
    assert error.value.where == {"field": "rules", "value": wrong}


@pytest.mark.parametrize("name", ["", "  ", "bridge whist", "x" * 100_000, "\ud800", "a\0b"])
def test_a_name_like_nothing_lists_what_there_is(name: str) -> None:
    with pytest.raises(RulesError, match="known are german-rummy, tonk"):
        rules(name)


def test_a_name_never_opens_a_file(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text('extends = "loba"')
    with pytest.raises(RulesError, match="unknown rule set"):
        rules(str(file))
    assert rules(file) == rules({"extends": "loba"})


def test_a_rule_set_stands_for_itself() -> None:
    house = rules("tonk", {"deal_win.min": 49})
    assert find_rules(house) is house


@pytest.mark.parametrize("wrong", [None, 3, ["loba"], b"loba"])
def test_something_else_is_no_rule_set(wrong: RulesLike) -> None:
    with pytest.raises(RulesError, match="rules are an id, a RuleSet, options or a file's path"):
        rules(wrong)
