"""Rules files in TOML and JSON; their faults are told with file, line and option."""

from __future__ import annotations

from pathlib import Path

import pytest

from meldwise.errors import RulesError
from meldwise.rules import rules
from meldwise.rules.files import LARGEST_FILE, load_rules

HOUSE = """\
# Grandmother's Loba
extends = "loba"
id = "grandmothers-loba"
description = '''
meld.run.min = 99 is not what we play.
'''
game.out_at = 200

[meld.run]
min = 3
aces = "low"

[deck]
packs = 2
jokers = "2/pack"

[values.hand]
ranks = { Q = 50, "2" = 20 }
"""

# The text, its code, the line of the fault (None: it cannot be told) and part of the sentence.
TOML_FAULTS = [
    ('extends = "loba"\n[meld.run]\nmn = 3', "unknown-option", 3, "did you mean meld.run.min?"),
    ('extends = "loba"\n\nmelt.run.min = 3', "unknown-option", 3, '"melt" (did you mean meld?)'),
    ("[meld]\nrun = { min = 3, max = 2 }", "contradiction", 2, "meld.run.min = 3 is more than"),
    ("[meld]\nrun = { min = 99 }", "bad-value", 2, 'option meld.run.min: "99" is not allowed'),
    ("[meld]\nrun.aces = 1", "bad-value", 2, "one of low, high, high_or_low, corner"),
    ('[ "meld" . run ]\n"min" = 99', "bad-value", 2, "option meld.run.min"),
    ('extends = "loba"\nmeld.run.max = 3', "contradiction", 2, "meld.run.min = 4 is more than"),
    ("name = 'x'\n[[meld]]\nrun.min = 3", "bad-value", 2, "option meld: "),
    ("name = 'x'\n[meld.run]\nmin = [\n 3,\n]", "bad-value", 3, "a whole number"),
    ("[deck]\npacks = { '2-3' = 0, '4' = 1 }", "bad-value", 2, 'option deck.packs, "2-3"'),
    ("[deck]\njokers = 2024-01-01", "bad-value", 2, '"2024-01-01" is not allowed'),
    ('\n\nextends = "lobba"', "unknown-rules", 3, "did you mean loba?"),
    ("extends = 3", "bad-value", 1, 'extends: "3" is not the id of a rule set'),
    ("[meld.run]\nmin = 3\nmin = 4", "not-toml", 3, "not TOML: cannot overwrite a value"),
    ("name = 'x'\nmin = ", "not-toml", 2, "not TOML"),
    ("name = 'x", "not-toml", 1, "not TOML"),
    ("just words", "not-toml", 1, "not TOML"),
    ("\0\1\2", "not-toml", 1, "not TOML"),
    ("id = " + "[" * 50_000, "too-deep", None, "nested too deeply"),
    ("id." + ".".join("x" * 50) + " = 1", "too-deep", None, "nested too deeply"),
    ("meld.run.min = " + "9" * 5000, "bad-value", None, "too many digits"),
    ("", "empty-file", None, "no options"),
    ("# extends = 'loba'\n", "empty-file", None, "no options"),
]

JSON_FAULTS = [
    ('{"extends": "loba",\n "meld": {"run":\n {"mn": 3}}}', "unknown-option", 3, "meld.run.min?"),
    ('{"extends": "loba",\n "meld.run.min": 99}', "bad-value", 2, "14 or less"),
    ('{"meld": {"run": {"min": NaN}}}', "not-json", 1, "NaN is not a number"),
    ('{"name": "NaN",\n "meld": {"run": {"min": -Infinity}}}', "not-json", 2, "-Infinity is not"),
    ('{"meld": {"run": {"min": 3.5}}}', "bad-value", 1, "a whole number"),
    (
        '{"values": {"hand": {"joker": 5}},\n "hand": {"requires":\n {"all": 1}}}',
        "bad-value",
        3,
        'option hand.requires.all: "1" is not allowed: true or false',
    ),
    ('{"name": "a\\"{",\n "id": "A"}', "bad-value", 2, "lower-case letters"),
    ('{"meld": [{"a": 1},\n {"a": 1}],\n "id": 3}', "bad-value", 3, "option id"),
    ('{"id": "a",\n "id": "b"}', "given-twice", 2, "id is given twice"),
    ('{"meld.run.min": 3,\n "meld": {"run": {"min": 3}}}', "given-twice", 1, "meld.run.min"),
    ('{"meld": {"run": {"min": 3,\n "min": 3}}}', "given-twice", 2, "meld.run.min is given twice"),
    ('{"meld": 3,\n "meld.run.min": 3}', "given-twice", 1, "option meld is given twice"),
    ('{"extends": "loba",\n', "not-json", 2, "not JSON"),
    ("extends = 'loba'", "not-json", 1, "not JSON"),
    ("[" * 100_000, "too-deep", None, "nested too deeply"),
    ('{"a":' * 100 + "1" + "}" * 100, "too-deep", None, "nested too deeply"),
    ('{"id": ' + "9" * 5000 + "}", "bad-value", None, "too many digits"),
    ('["loba"]', "not-a-table", None, "holds one table of options"),
    ('"loba"', "not-a-table", None, "holds one table of options"),
    ("null", "not-a-table", None, "holds one table of options"),
    ("{}", "empty-file", None, "no options"),
]


def test_a_file_extends_a_preset_in_every_spelling(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text(HOUSE, "utf-8")
    house = load_rules(file)
    assert house.id == "grandmothers-loba"
    assert (house.meld.run.min, house.meld.run.max, house.meld.run.aces) == (3, 13, "low")
    assert (house.jokers_total(), house.game.out_at) == (4, 200)
    assert house.values.hand.ranks == {"Q": 50, "2": 20}
    assert house.meld.set == rules("loba").meld.set


@pytest.mark.parametrize("name", ["house.toml", "house.rules", "house"])
def test_a_file_of_another_suffix_is_toml(tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    file.write_text('extends = "tonk"\ndeal_win.min = 49', "utf-8")
    assert load_rules(file).deal_win.min == 49
    assert rules(file) == load_rules(str(file))


@pytest.mark.parametrize("name", ["house.json", "HOUSE.JSON"])
def test_a_json_file_may_use_dotted_and_nested_names(tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    file.write_text('{"extends": "gin", "knock.limit": null, "end": {"big_gin": true}}', "utf-8")
    house = load_rules(file)
    assert (house.knock.limit, house.end.big_gin) == (None, True)


def test_a_file_from_windows_loads(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_bytes(b'\xef\xbb\xbfextends = "loba"\r\nmeld.run.min = 3\r\n')
    assert load_rules(file).meld.run.min == 3


@pytest.mark.parametrize(("text", "code", "line", "part"), TOML_FAULTS)
def test_a_fault_of_a_toml_file_is_told_with_its_line(
    tmp_path: Path, text: str, code: str, line: int | None, part: str
) -> None:
    assert_told(tmp_path / "house.toml", text, code, line, part)


@pytest.mark.parametrize(("text", "code", "line", "part"), JSON_FAULTS)
def test_a_fault_of_a_json_file_is_told_with_its_line(
    tmp_path: Path, text: str, code: str, line: int | None, part: str
) -> None:
    assert_told(tmp_path / "house.json", text, code, line, part)


def assert_told(file: Path, text: str, code: str, line: int | None, part: str) -> None:
    file.write_text(text, "utf-8")
    with pytest.raises(RulesError) as error:
        load_rules(file)
    place = f"{file}, line {line}: " if line else f"{file}: "
    assert str(error.value).startswith(place)
    assert part in str(error.value)
    assert error.value.code == code
    assert error.value.where.get("line") == line
    assert error.value.where["file"] == str(file)


def test_bytes_that_are_no_text_are_told_with_their_line(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_bytes(b'extends = "loba"\n\x89PNG\r\n\x1a\n\xff')
    with pytest.raises(RulesError, match="line 2: not UTF-8 text") as error:
        load_rules(file)
    assert error.value.code == "not-text"


@pytest.mark.parametrize("size", [LARGEST_FILE + 1, 4 * LARGEST_FILE])
def test_a_file_that_is_too_large_is_not_read(tmp_path: Path, size: int) -> None:
    file = tmp_path / "house.toml"
    file.write_bytes(b" " * size)
    with pytest.raises(RulesError, match="may have 256 KiB at most") as error:
        load_rules(file)
    assert error.value.code == "file-too-large"


def test_a_missing_file_or_a_directory_cannot_be_read(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none.toml", tmp_path / "a\0b"):
        with pytest.raises(RulesError, match="cannot be read") as error:
            load_rules(path)
        assert error.value.code == "unreadable-file"
