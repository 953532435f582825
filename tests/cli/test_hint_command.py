"""``meldwise hint`` and ``meldwise knock``: files, standard input, JSON, wrong input."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from meldwise.position import Position
from tests.cli.running import Runner
from tests.unit.advice.situations import DRAWING, KNOCKING

HAND = "2S 3S 4S 7H 8H 9H TD TS TC 5D KH"


class Input:
    def __init__(self, text: str) -> None:
        self.buffer = io.BytesIO(text.encode())


def values(line: str) -> dict[str, Any]:
    return Position.parse(line).to_dict()


@pytest.fixture
def position_file(tmp_path: Path) -> str:
    path = tmp_path / "position.json"
    path.write_text(json.dumps(values(KNOCKING)), "utf-8")
    return str(path)


def test_a_hint_is_a_table_with_reasons(meldwise: Runner, position_file: str) -> None:
    done = meldwise("hint", position_file, "--samples", "32", "--seed", "1")
    assert done.status == 0
    assert done.lines[0].split() == ["action", "value", "win", "caught", "deadwood", "source"]
    assert done.lines[1].startswith("1")
    assert any(line.startswith("Why ") for line in done.lines)


def test_a_hint_as_json_is_that_of_python(meldwise: Runner, position_file: str) -> None:
    from meldwise import hint

    done = meldwise("hint", position_file, "--samples", "32", "--seed", "1", "--json")
    found = done.json
    expected = hint(KNOCKING, samples=32, seed=1).to_dict()
    assert found.pop("elapsed_ms") > 0
    del expected["elapsed_ms"]
    assert found == expected


def test_a_position_comes_from_standard_input(
    meldwise: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", Input(json.dumps(values(DRAWING))))
    found = meldwise("hint", "-", "--time", "0ms", "--json").json
    assert found["samples"] == 0
    assert {told["action"]["type"] for told in found["actions"]} == {"draw"}


def test_knock_takes_a_hand(meldwise: Runner) -> None:
    done = meldwise("knock", HAND, "--rules", "gin", "--samples", "64", "--turn", "2", "--json")
    found = done.json
    assert (found["deadwood"], found["discard"], found["samples"]) == (5, "KH", 64)
    assert found["advice"] in ("knock", "wait")
    text = meldwise("knock", *HAND.split(), "--rules", "gin", "--samples", "16").out
    assert "end it" in text
    assert "wait" in text


def test_knock_before_the_draw_takes_the_cards_dealt(meldwise: Runner) -> None:
    arguments = ("--rules", "tonk", "--players", "3", "--samples", "16", "--json")
    found = meldwise("knock", "AS 2D 3H 4C 2H", *arguments).json
    assert found["action"] == {"type": "knock"}
    assert found["discard"] is None


def test_knock_takes_a_position(
    meldwise: Runner, position_file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from_file = meldwise("knock", position_file, "--samples", "16", "--json").json
    monkeypatch.setattr("sys.stdin", Input(json.dumps(values(KNOCKING))))
    from_input = meldwise("knock", "-", "--samples", "16", "--json").json
    for found in (from_file, from_input):
        del found["elapsed_ms"]
    assert from_file == from_input


def test_the_rules_of_a_hand_can_be_changed(meldwise: Runner) -> None:
    arguments = ("--rules", "gin", "--set", "knock.limit=3", "--samples", "8", "--json")
    assert meldwise("knock", HAND, *arguments).json["advice"] == "not-legal"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("knock", HAND), "--rules"),
        (("knock", "2S 3S", "--rules", "gin"), "11"),
        (("knock", HAND, "--rules", "gin", "--turn", "0"), "turn"),
        (("hint", "nowhere.json"), "cannot be read"),
        (("hint", "-", "--time", "soon"), "not a time"),
        (("hint", "-", "--se", "small"), "not a number"),
        (("hint", "-", "--samples", "many"), "not a whole number"),
    ],
)
def test_wrong_input_is_one_line(meldwise: Runner, arguments: tuple[str, ...], words: str) -> None:
    assert words in meldwise.refused(*arguments)


def test_what_goes_with_a_hand_does_not_go_with_a_position(
    meldwise: Runner, position_file: str
) -> None:
    assert "--turn goes with a hand" in meldwise.refused("knock", position_file, "--turn", "3")
    assert "--rules goes with a hand" in meldwise.refused("knock", position_file, "--rules", "gin")


def test_an_impossible_position_is_told(meldwise: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = values(DRAWING) | {"stock": 3}
    monkeypatch.setattr("sys.stdin", Input(json.dumps(wrong)))
    assert "stock" in meldwise.refused("hint", "-")
