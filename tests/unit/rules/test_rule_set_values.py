"""A rule set is a value: equal, hashable, copied, pickled and written as JSON without loss."""

from __future__ import annotations

import copy
import json
import pickle
from pathlib import Path

import pytest

from meldwise.errors import RulesError
from meldwise.rules import rules
from meldwise.rules.catalog import PRESETS
from meldwise.rules.dotted import flat
from meldwise.rules.ruleset import TEXTS, RuleSet, build, option_names
from tests.unit.rules.toml_text import toml_text


@pytest.mark.parametrize("name", PRESETS)
def test_a_rule_set_survives_the_way_through_json(name: str) -> None:
    assert build(json.loads(json.dumps(rules(name).to_dict()))) == rules(name)


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("suffix", ["toml", "json"])
def test_a_file_with_all_options_loads_back_equal(tmp_path: Path, name: str, suffix: str) -> None:
    values = rules(name).to_dict()
    file = tmp_path / f"all.{suffix}"
    file.write_text(toml_text(values) if suffix == "toml" else json.dumps(values), "utf-8")
    assert rules(file) == rules(name)


@pytest.mark.parametrize("name", PRESETS)
def test_a_file_with_all_options_by_dotted_name_loads_back_equal(tmp_path: Path, name: str) -> None:
    file = tmp_path / "all.json"
    file.write_text(json.dumps(flat(rules(name).to_dict())), "utf-8")
    assert rules(file) == rules(name)


@pytest.mark.parametrize("name", PRESETS)
def test_to_dict_holds_every_option(name: str) -> None:
    assert set(flat(rules(name).to_dict())) == set(option_names())


@pytest.mark.parametrize("name", PRESETS)
def test_equal_rule_sets_have_equal_hashes(name: str) -> None:
    again = build(rules(name).to_dict())
    assert again == rules(name)
    assert hash(again) == hash(rules(name))
    assert len({again, rules(name)}) == 1


def test_the_order_in_which_a_table_is_written_does_not_matter() -> None:
    one = rules("wildcard-rummy", {"deck.packs": {"2-6": 1, "7": 2}})
    other = rules("wildcard-rummy", {"deck.packs": {"7": 2, "2-6": 1}})
    assert (one, hash(one)) == (other, hash(other))


def test_rule_sets_that_differ_in_one_option_differ() -> None:
    assert rules("loba") != rules("loba", {"meld.run.min": 3})
    assert rules("loba") != rules("loba", {"name": "Loba"})


def test_reading_options_does_not_change_equality() -> None:
    read, fresh = build({}), build({})
    assert read.options["meld.run.min"] == 3
    hash(read)
    assert read == fresh


@pytest.mark.parametrize("name", PRESETS)
def test_a_rule_set_can_be_sent_to_another_process(name: str) -> None:
    used = rules(name)
    hash(used)
    assert used.options
    sent = pickle.loads(pickle.dumps(used))
    assert sent == used
    assert "_hash" not in vars(sent)


def test_a_copy_is_the_rule_set_itself() -> None:
    loba = rules("loba")
    assert copy.copy(loba) is loba
    assert copy.deepcopy({"rules": loba})["rules"] is loba


def test_options_are_read_by_name_and_by_attribute() -> None:
    loba = rules("loba")
    assert loba["meld.run.min"] == loba.meld.run.min == 4
    assert loba["joker_shift.from"] == loba.joker_shift.from_ == "any"
    assert list(loba.options) == [name for name in option_names() if name not in TEXTS]


def test_reading_an_unknown_option_suggests_the_nearest() -> None:
    with pytest.raises(RulesError, match=r"did you mean meld\.run\.aces\?"):
        rules("loba")["meld.run.ace"]


@pytest.mark.parametrize("option", ["meld", "players", "id"])
def test_a_rule_set_is_frozen(option: str) -> None:
    with pytest.raises(ValueError, match="frozen"):
        setattr(RuleSet(), option, None)
