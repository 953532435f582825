import io
import sys
from pathlib import Path

import pytest

import meldwise as mw
from tests.cli.running import Runner

SAMPLE = "4S 5S 6S 7S 7H 7D 7C QD QS JK 2H 9C KD"


def test_the_melds_are_printed_as_the_library_prints_them(meldwise: Runner) -> None:
    done = meldwise("melds", SAMPLE, "--rules", "german-rummy")
    assert done.status == 0
    assert done.out == f"{mw.best_melds(SAMPLE, 'german-rummy')}\n"
    assert done.lines[-1] == "Deadwood 21: 74 points in 3 melds."


def test_json_is_one_document_with_what_to_dict_says(meldwise: Runner) -> None:
    done = meldwise("melds", SAMPLE, "--rules", "german-rummy", "--json")
    expected = mw.best_melds(SAMPLE, "german-rummy").to_dict()
    assert done.json | {"elapsed_ms": 0} == expected | {"elapsed_ms": 0}


def test_the_hand_may_come_as_several_arguments(meldwise: Runner) -> None:
    apart = meldwise("melds", "7H", "8H", "9H 2S", "--rules", "gin")
    assert apart.out == meldwise("melds", "7H8H9H2S", "--rules", "gin").out


def test_options_may_stand_before_the_hand(meldwise: Runner) -> None:
    assert meldwise("melds", "--rules", "gin", "7H", "8H", "9H").status == 0


def test_a_dash_reads_the_hand_from_standard_input(
    meldwise: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed = io.TextIOWrapper(io.BytesIO("\ufeff7♥ 8♥\n9♥\n".encode()))
    monkeypatch.setattr(sys, "stdin", typed)
    done = meldwise("melds", "-", "--rules", "gin", "--ascii")
    assert done.lines[0] == "run  7H 8H 9H  24"


@pytest.mark.parametrize("name", ["german-rummy", "romme", "Rommé", "German_Rummy"])
def test_rules_go_by_id_or_alias(meldwise: Runner, name: str) -> None:
    assert meldwise("melds", "7H", "--rules", name, "--json").json["rules"] == "german-rummy"


def test_rules_may_be_a_file(meldwise: Runner, tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('extends = "gin-rummy"\nid = "house"\nmeld.run.min = 4')
    done = meldwise("melds", "7H 8H 9H", "--rules", str(house), "--json")
    assert done.json["rules"] == "house"
    assert done.json["melds"] == []


def test_a_name_with_a_separator_is_a_file(
    meldwise: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "house").write_text('extends = "gin-rummy"\nid = "house"')
    monkeypatch.chdir(tmp_path)
    assert meldwise("melds", "7H", "--rules", "./house", "--json").json["rules"] == "house"


def test_set_changes_an_option_and_may_be_repeated(meldwise: Runner) -> None:
    hand = ("melds", "QH KH AH", "--rules", "gin-rummy", "--json")
    changes = ("--set", "meld.run.aces=high", "--set", "values.meld.ace=11")
    assert meldwise(*hand).json["melds"] == []
    assert meldwise(*hand, *changes).json["melds"][0]["points"] == 31


def test_the_goal_decides_what_is_best(meldwise: Runner) -> None:
    # The ace counts 11 in hand, but 1 as the low card of a run: the run saves 16 and is worth 6,
    # the set saves 9 and is worth 9.
    hand = ("melds", "AS 2S 3S 3H 3D", "--rules", "german-rummy", "--json")
    assert meldwise(*hand).json["melds"][0]["kind"] == "run"
    assert meldwise(*hand, "--goal", "points").json["melds"][0]["kind"] == "set"
    assert meldwise(*hand, "--goal", "out").json["out"] is False


def test_a_card_is_thrown_only_on_demand_or_to_go_out(meldwise: Runner) -> None:
    hand = ("melds", "7H 8H 9H KC", "--rules", "gin-rummy", "--json")
    assert meldwise(*hand).json["discard"] is None
    assert meldwise(*hand, "--discard", "required").json["discard"] == "KC"
    assert meldwise(*hand, "--goal", "out").json["discard"] == "KC"


def test_limit_asks_for_alternatives(meldwise: Runner) -> None:
    hand = ("melds", "7S 8S 9S 9H 9D", "--rules", "gin-rummy", "--json")
    assert len(meldwise(*hand, "--limit", "2").json["alternatives"]) == 1
    assert meldwise(*hand, "--limit", "optimal").json["alternatives"] == []


def test_require_and_pin_demand_something_of_the_melds(meldwise: Runner) -> None:
    hand = ("melds", "7S 8S 9S 9H 9D", "--rules", "gin-rummy", "--json")
    assert meldwise(*hand, "--require", "runs=1").json["melds"][0]["kind"] == "run"
    assert meldwise(*hand, "--pin", "7S 9S").json["melds"][0]["kind"] == "run"
    assert meldwise(*hand, "--require", "runs=1", "--require", "sets=1").json["met"] is False


@pytest.mark.parametrize("engine", ["search", "cp"])
def test_engines_can_be_chosen(meldwise: Runner, engine: str) -> None:
    done = meldwise("melds", SAMPLE, "--rules", "german-rummy", "--engine", engine, "--json")
    assert done.json["engine"] == engine
    assert done.json["deadwood"]["points"] == 21


@pytest.mark.parametrize("time", ["200ms", "2s", "1.5", "1.5s", "60"])
def test_time_is_written_in_seconds_or_milliseconds(meldwise: Runner, time: str) -> None:
    assert meldwise("melds", SAMPLE, "--rules", "romme", "--time", time).status == 0


def test_players_decide_how_many_packs_there_are(meldwise: Runner) -> None:
    twice = ("melds", "7H 7H 8H", "--rules", "wildcard-rummy")
    assert meldwise(*twice, "--players", "7").status == 0
    assert "one pack" in meldwise.refused(*twice)


def test_a_locale_reads_its_own_letters(meldwise: Runner) -> None:
    done = meldwise("melds", "B♥ D♥ K♥", "--rules", "romme", "--locale", "de", "--json")
    assert done.json["hand"] == ["JH", "QH", "KH"]


def test_ascii_prints_no_glyph(meldwise: Runner) -> None:
    done = meldwise("melds", SAMPLE, "--rules", "romme", "--ascii")
    assert done.out.isascii()
    assert "JK=AD" in done.out


def test_colours_are_printed_when_they_are_asked_for(meldwise: Runner) -> None:
    hand = ("melds", SAMPLE, "--rules", "romme")
    assert "\x1b[1;35mJK→A♦" in meldwise(*hand, "--color", "always").out
    assert "\x1b" not in meldwise(*hand, "--color", "never").out
    assert "\x1b" not in meldwise(*hand).out


def test_tiles_are_printed_as_tiles(meldwise: Runner) -> None:
    done = meldwise("melds", "r7 r8 r9 k1", "--rules", "gin", "--set", "deck.notation=tiles")
    assert done.lines[:2] == ["run       r7 r8 r9  24", "deadwood  k1         1"]


def test_an_empty_hand_is_a_hand(meldwise: Runner) -> None:
    assert meldwise("melds", "", "--rules", "gin").out == "No cards, no melds.\n"
