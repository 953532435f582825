from pathlib import Path

import pytest

import meldwise as mw
from meldwise.rules.catalog import PRESETS
from meldwise.rules.explain import explain
from meldwise.rules.overview import overview
from meldwise.rules.schema import rules_schema
from tests.cli.running import Runner


def test_every_preset_has_a_line_in_a_pipe(meldwise: Runner) -> None:
    lines = meldwise("rules").lines
    assert [line.split()[0] for line in lines[2:]] == list(PRESETS)
    assert "german-rummy (romme, rommé)" in lines[2]


def test_the_list_as_json_is_the_overview(meldwise: Runner) -> None:
    assert meldwise("rules", "--json").json == [row.to_dict() for row in overview()]


def test_a_rule_set_is_explained_in_sentences(meldwise: Runner) -> None:
    done = meldwise("rules", "rami")
    assert done.lines[0] == "Loba (Rami): loba (rami)"
    sentences = [line.removeprefix("- ") for line in done.lines if line.startswith("- ")]
    assert sentences == explain(mw.rules("loba"))


def test_the_number_of_players_is_explained(meldwise: Runner) -> None:
    told = meldwise("rules", "wildcard-rummy", "--players", "6").out
    assert "- Each player is dealt six cards." in told


def test_changed_rules_are_explained_and_the_changes_listed(meldwise: Runner) -> None:
    lines = meldwise("rules", "loba", "--set", "meld.run.min=3").lines
    assert "- A run is 3 to 13 cards of one suit in sequence." in lines
    assert lines[-2:] == ["Changed:", "- meld.run.min: 3 (was 4)"]
    # What is said of Loba as it comes, with runs of four, is not said of this.
    assert mw.rules("loba").description not in lines
    assert mw.rules("loba").description in meldwise("rules", "loba").lines


def test_a_rule_set_as_json_is_its_options(meldwise: Runner) -> None:
    done = meldwise("rules", "loba", "--set", "meld.run.min=3", "--json")
    assert done.json == mw.rules("loba", {"meld.run.min": 3}).to_dict()


def test_a_file_is_explained(meldwise: Runner, tmp_path: Path) -> None:
    house = tmp_path / "house.json"
    house.write_text('{"extends": "loba", "name": "House\\n\\u001b[31mloba"}')
    assert meldwise("rules", str(house)).lines[0] == "House\ufffd\ufffd[31mloba: custom"


def test_the_schema_is_printed(meldwise: Runner) -> None:
    assert meldwise("rules", "--schema").json == rules_schema()


def valid_file(folder: Path) -> str:
    file = folder / "house.toml"
    file.write_text('extends = "loba"\nname = "House Loba"\nmeld.run.min = 3\n')
    return str(file)


def faulty_file(folder: Path) -> str:
    file = folder / "house.toml"
    file.write_text('extends = "loba"\n\n[meld.run]\naces = "corners"\n')
    return str(file)


def test_a_valid_file_has_a_line_that_says_what_it_extends_and_changes(
    meldwise: Runner, tmp_path: Path
) -> None:
    file = valid_file(tmp_path)
    done = meldwise("rules", "--check", file)
    assert done.status == 0
    assert done.lines == [
        f"{file}: valid: House Loba (custom), extends loba, changes meld.run.min: 3 (was 4)"
    ]


def test_a_complete_file_is_valid_without_extending_anything(
    meldwise: Runner, tmp_path: Path
) -> None:
    file = tmp_path / "own.json"
    file.write_text('{"id": "own", "name": "Our own", "deal": {"cards": 10}}')
    assert meldwise("rules", "--check", str(file)).lines == [f"{file}: valid: Our own (own)"]


def test_a_file_may_extend_without_changing_anything(meldwise: Runner, tmp_path: Path) -> None:
    file = tmp_path / "same.toml"
    file.write_text('extends = "gin"')
    assert meldwise("rules", "--check", str(file)).out.endswith("extends gin, changes nothing\n")


def test_a_faulty_file_has_a_line_with_place_option_value_and_what_is_allowed(
    meldwise: Runner, tmp_path: Path
) -> None:
    file = faulty_file(tmp_path)
    done = meldwise("rules", "--check", file)
    assert done.status == 1
    assert done.lines == [
        f'{file}, line 4: option meld.run.aces: "corners" is not allowed: '
        "one of low, high, high_or_low, corner"
    ]


def test_the_check_as_json(meldwise: Runner, tmp_path: Path) -> None:
    done = meldwise("rules", "--check", valid_file(tmp_path), "--json")
    assert done.status == 0
    assert done.json == {"valid": True, "id": "custom", "name": "House Loba", "extends": "loba"}
    file = faulty_file(tmp_path)
    done = meldwise("rules", "--check", file, "--json")
    assert done.status == 1
    assert done.json["valid"] is False
    assert done.json["code"] == "bad-value"
    assert done.json["where"] == {
        "key": "meld.run.aces",
        "value": "corners",
        "file": file,
        "line": 4,
    }


@pytest.mark.parametrize("name", ["missing.toml", "."])
def test_a_file_that_cannot_be_read_is_neither_valid_nor_faulty(
    meldwise: Runner, tmp_path: Path, name: str
) -> None:
    assert "cannot be read" in meldwise.refused("rules", "--check", str(tmp_path / name))


@pytest.mark.parametrize(
    "argv",
    [
        ("--schema", "--check", "x.toml"),
        ("loba", "--schema"),
        ("loba", "--check", "x.toml"),
        ("--check", "x.toml", "--set", "meld.run.min=3"),
        ("--set", "meld.run.min=3"),
        ("--players", "3"),
    ],
)
def test_options_that_make_no_sense_together_are_refused(
    meldwise: Runner, argv: tuple[str, ...]
) -> None:
    meldwise.refused("rules", *argv)


def test_too_many_players_are_refused(meldwise: Runner) -> None:
    assert "2 to 5 players, not 9" in meldwise.refused("rules", "loba", "--players", "9")
