"""The JSON Schema accepts what the loader accepts, and refuses what it refuses."""

from __future__ import annotations

import json
import tomllib
from functools import partial
from importlib.resources import files
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from meldwise.errors import RulesError
from meldwise.rules import rules
from meldwise.rules.catalog import ALIASES, PRESETS
from meldwise.rules.dotted import flat
from meldwise.rules.ruleset import RuleSet, option_names
from meldwise.rules.schema import rules_schema
from tests.unit.rules.alternatives import alternatives
from tests.unit.rules.outcome import outcome

SCHEMA = rules_schema()
VALIDATOR = Draft202012Validator(SCHEMA)

GOOD = [
    {"extends": "loba"},
    {"extends": "romme", "meld.run.aces": "high_or_low", "open": {"min_points": 51}},
    {"extends": "gin", "knock.limit": None},
    {"extends": "gin", "knock": {"limit": "null"}},
    {"extends": "gin", "knock.limit": "upcard", "score": {"spade_upcard_factor": 2}},
    {"extends": "tonk", "count.hand": "all_held", "meld": {"set.max": 4, "run": {"min": 3}}},
    {"extends": "loba", "meld.run": {"min": 3}, "game.buy_in": {"max": 1}},
    {"extends": "knock-rummy", "deal.cards": {"2": 10, "3-5": 7}, "deal.cards_by_packs": {"2": 9}},
    {"extends": "loba", "deck": {"packs": {"2-3": 1, "4-5": 2}, "jokers": "2/pack"}},
    {"extends": "loba", "values.hand": {"ranks": {"Q": 50}}, "joker_shift.from": "ends_only"},
    {"id": "house", "deck.wild_ranks": ["2", "J"], "meld.set.suits": 3, "meld.set.max": None},
]

BAD: list[Any] = [
    {"extends": "lobba"},
    {"extends": 3},
    {"extends": "loba", "meld.run.mn": 3},
    {"meld": {"run": {"mn": 3}}},
    {"meld": 3},
    {"meld.run.min": 99},
    {"meld.run.min": "3"},
    {"meld.run.min": True},
    {"meld.run.aces": "hihg"},
    {"meld.set.suits": 5},
    {"deck.jokers": "2/packs"},
    {"deck.packs": {"two": 1}},
    {"deck.packs": {"2-6": 0}},
    {"deal.cards_by_packs": {"9": 5}},
    {"deck.wild_ranks": ["10"]},
    {"values.hand.ranks": {"X": 1}},
    {"knock.limit": "null and void"},
    {"meld.run.min": "null"},
    {"id": "My Rules"},
    {"count": {"hand": "all"}},
    ["loba"],
]


def test_the_schema_is_a_valid_draft_2020_12_schema() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert SCHEMA["$id"] == "meldwise:rules"
    assert json.loads(json.dumps(SCHEMA)) == SCHEMA


def test_nothing_is_required() -> None:
    for definition in (SCHEMA, *SCHEMA["$defs"].values()):
        assert "required" not in definition
        assert definition["additionalProperties"] is False


def test_every_option_may_be_written_with_its_dotted_name() -> None:
    assert set(option_names()) <= set(SCHEMA["properties"])
    assert set(SCHEMA["properties"]["extends"]["enum"]) == {*PRESETS, *ALIASES}


@pytest.mark.parametrize("name", PRESETS)
def test_the_file_of_a_preset_is_valid(name: str) -> None:
    text = (files("meldwise.rules") / "presets" / f"{name}.toml").read_text("utf-8")
    VALIDATOR.validate(tomllib.loads(text))


@pytest.mark.parametrize("name", PRESETS)
def test_all_the_options_of_a_preset_are_valid_nested_and_dotted(name: str) -> None:
    values = rules(name).to_dict()
    VALIDATOR.validate(values)
    VALIDATOR.validate(flat(values))


@pytest.mark.parametrize("options", GOOD)
def test_what_the_loader_accepts_is_valid(options: dict[str, Any]) -> None:
    assert isinstance(rules(options), RuleSet)
    VALIDATOR.validate(options)


@pytest.mark.parametrize("options", BAD)
def test_what_the_loader_refuses_is_not_valid(options: Any) -> None:
    with pytest.raises(RulesError):
        rules(options)
    assert not VALIDATOR.is_valid(options)


@pytest.mark.parametrize("option", option_names())
def test_every_value_of_the_schema_is_known_to_the_loader(option: str) -> None:
    for value in alternatives(option):
        options = {option: value}
        VALIDATOR.validate(options)
        result = outcome(partial(rules, options))
        assert not isinstance(result, RulesError) or result.code == "contradiction"
