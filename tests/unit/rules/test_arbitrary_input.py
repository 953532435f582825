"""Whatever is given as options or as a file, the answer is a rule set or a clear error."""

from __future__ import annotations

import json
import pickle
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meldwise.errors import RulesError
from meldwise.rules import rules
from meldwise.rules.catalog import PRESETS
from meldwise.rules.explain import explain
from meldwise.rules.overview import rules_row
from meldwise.rules.ruleset import RuleSet, build, option_names
from tests.unit.rules.alternatives import alternatives
from tests.unit.rules.outcome import outcome

scalars = (
    st.none()
    | st.booleans()
    | st.integers(-3, 100)
    | st.sampled_from([2**63, -(2**70)])
    | st.floats()
    | st.text(st.characters(), max_size=12)
    | st.sampled_from(["null", "any", "2/pack", "99/pack", "represented", "pip", "upcard", "A2K"])
)
table_keys = st.sampled_from(["2", "2-3", "3-2", "0", "2-99", "4-7", "1-9", "", "A", "2.3", "x"])
json_values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(table_keys, inner, max_size=4),
    max_leaves=8,
)
option_keys = st.sampled_from(option_names()) | st.text(max_size=8) | st.just("meld.run.min.x")
sections = st.sampled_from(["meld", "meld.run", "deck", "values.hand", "game.buy_in", "wild"])


def assert_usable_or_told(result: RuleSet | RulesError) -> None:
    if isinstance(result, RulesError):
        assert result.code
        assert str(result)
    else:
        assert_usable(result)


def assert_usable(game: RuleSet) -> None:
    assert build(game.to_dict()) == game
    assert pickle.loads(pickle.dumps(game)) == game
    for players in range(game.players.min, game.players.max + 1):
        if game.serves(players):
            assert 0 < players * game.cards_dealt(players) < game.cards_in_all(players)
    assert len(explain(game)) > 9
    assert rules_row(game).melds


@given(st.sampled_from(PRESETS), st.dictionaries(option_keys | sections, json_values, max_size=3))
def test_any_change_gives_a_rule_set_or_a_rules_error(name: str, changes: dict[str, Any]) -> None:
    assert_usable_or_told(outcome(lambda: rules(name).replace(changes)))


@given(st.data(), st.sampled_from(PRESETS), st.sets(st.sampled_from(option_names()), max_size=6))
def test_any_allowed_values_give_a_usable_rule_set_or_a_contradiction(
    data: st.DataObject, name: str, options: set[str]
) -> None:
    changes = {option: data.draw(st.sampled_from(alternatives(option))) for option in options}
    result = outcome(lambda: rules(name).replace(changes))
    assert_usable_or_told(result)
    assert not isinstance(result, RulesError) or result.code == "contradiction"


@given(st.dictionaries(st.text(max_size=5), json_values, max_size=3))
def test_any_complete_options_give_a_rule_set_or_a_rules_error(options: dict[str, Any]) -> None:
    assert_usable_or_told(outcome(lambda: rules(options)))


@pytest.mark.parametrize("depth", [12, 900, 100_000])
@pytest.mark.parametrize("key", ["meld", "deck.packs", "name"])
def test_tables_nested_without_end_are_refused(depth: int, key: str) -> None:
    table: Mapping[str, Any] = {}
    for _ in range(depth):
        table = {"a": table}
    with pytest.raises(RulesError, match="nested too deeply"):
        rules("loba", {key: table})


def test_a_list_nested_without_end_is_refused() -> None:
    value: list[Any] = []
    for _ in range(100_000):
        value = [value]
    with pytest.raises(RulesError, match="a value too large to show"):
        rules("loba", {"meld.run.min": value})


@pytest.mark.parametrize("option", option_names())
def test_a_number_too_long_to_write_is_refused(option: str) -> None:
    with pytest.raises(RulesError):
        rules("loba", {option: 10**5000})
    with pytest.raises(RulesError):
        rules("loba", {option: {"2-5": [10**5000]}})


def test_a_name_that_is_not_text_is_refused() -> None:
    options: Any = {3: 4}
    with pytest.raises(RulesError, match="an option's name is text, not int"):
        rules("loba", {"meld": options})


@given(data=st.binary(max_size=200), suffix=st.sampled_from([".toml", ".json", ""]))
def test_any_bytes_as_a_file_give_a_rule_set_or_a_rules_error(
    tmp_path_factory: pytest.TempPathFactory, data: bytes, suffix: str
) -> None:
    file = tmp_path_factory.getbasetemp() / f"any{suffix}"
    file.write_bytes(data)
    loads_or_tells(file)


@given(options=st.dictionaries(option_keys, json_values, max_size=4))
def test_any_json_document_gives_a_rule_set_or_a_rules_error(
    tmp_path_factory: pytest.TempPathFactory, options: dict[str, Any]
) -> None:
    file = tmp_path_factory.getbasetemp() / "any.json"
    file.write_text(json.dumps({"extends": "loba"} | options), "utf-8")
    loads_or_tells(file)


def loads_or_tells(file: Path) -> None:
    result = outcome(lambda: rules(file))
    assert_usable_or_told(result)
    if isinstance(result, RulesError):
        assert str(file) in str(result)
        assert result.where["file"] == str(file)
