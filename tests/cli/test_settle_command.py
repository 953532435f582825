"""``meldwise settle``: outcomes from files and from standard input."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import Runner

TONK = {"rules": "tonk", "ending": {"kind": "knock", "player": 0}, "counts": [12, 12, 20, 31]}


@pytest.fixture
def outcome_file(tmp_path: Path) -> Path:
    file = tmp_path / "outcome.json"
    file.write_text(json.dumps(TONK))
    return file


def test_the_scores_of_a_file_are_printed_with_their_reasons(
    meldwise: Runner, outcome_file: Path
) -> None:
    done = meldwise("settle", str(outcome_file))
    assert done.status == 0
    assert done.lines[0].split() == ["player", "count", "score"]
    assert done.lines[2].split() == ["1", "*", "12", "+5"]
    assert done.lines[-1].startswith("Player 0, player 2 and player 3 each pay player 1 1")


def test_json_is_one_document_with_the_fields_of_the_contract(
    meldwise: Runner, outcome_file: Path
) -> None:
    done = meldwise("settle", str(outcome_file), "--json")
    assert done.json["scores"] == [-3, 5, -1, -1]
    assert set(done.json) == {"scores", "winners", "counts", "explain"}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "line 1, column 2: not JSON"),
        ("[1]", "an object such as"),
        ('{"rules": NaN}', "NaN is not a number"),
        ('{"counts": [' + "9" * 5000 + "]}", "too many digits"),
        ("[" * 100_000, "nested too deeply"),
        ('{"ending": {"player": 0,\n"player": 1}}', "line 2: ending.player is given twice"),
        ('{"counts": [1, 2], "counts": [3, 4]}', "line 1: counts is given twice"),
        (
            '{"table": [{}, {"a,:{": [{"\\u0061": "a", "a": 2}]}]}',
            "table.1.a,:{.0.a is given twice",
        ),
        (json.dumps({**TONK, "counts": [1]}), "Tonk is for 2 to 6 players, not 1"),
        (json.dumps({**TONK, "ending": {"kind": "nock"}}), "did you mean knock"),
        (" " * 1_100_000, "may have 1024 KiB at most"),
    ],
)
def test_a_wrong_document_is_one_line_of_error(
    meldwise: Runner, tmp_path: Path, text: str, words: str
) -> None:
    file = tmp_path / "outcome.json"
    file.write_text(text)
    done: Any = meldwise("settle", str(file))
    assert done.status == 2
    assert words in done.err


def test_a_file_that_is_no_text_or_is_not_there_is_one_line_of_error(
    meldwise: Runner, tmp_path: Path
) -> None:
    file = tmp_path / "outcome.json"
    file.write_bytes(b"\xff\xfe")
    assert "not UTF-8" in meldwise("settle", str(file)).err
    assert "cannot be read" in meldwise("settle", str(tmp_path / "none.json")).err
