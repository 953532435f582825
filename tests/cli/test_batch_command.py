"""``meldwise batch``: files in, files out, an exit status that says whether all rows were fine."""

from __future__ import annotations

import io
import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from meldwise.cli import main
from tests.cli.running import Runner

HANDS = "id,hand\n1,7S 7H 7D 2C\n2,7H 8H 9H KD\n"


@pytest.fixture
def hands(tmp_path: Path) -> Path:
    path = tmp_path / "hands.csv"
    path.write_text(HANDS)
    return path


def batch(source: Path, target: Path, *words: str, rules: str = "gin") -> tuple[str, ...]:
    return ("batch", str(source), str(target), "--rules", rules, *words)


def test_every_hand_gets_its_answer(meldwise: Runner, hands: Path, tmp_path: Path) -> None:
    done = meldwise(*batch(hands, tmp_path / "out.csv"))
    assert done.status == 0
    assert done.out == f"{tmp_path / 'out.csv'}: 2 rows, 0 with errors\n"
    assert (tmp_path / "out.csv").read_text() == (
        "id,hand,deadwood,error\n1,7S 7H 7D 2C,2,\n2,7H 8H 9H KD,10,\n"
    )


def test_json_sums_up_the_run(meldwise: Runner, hands: Path, tmp_path: Path) -> None:
    target = tmp_path / "out.jsonl"
    done = meldwise(*batch(hands, target, "--what", "melds", "--json", "--workers", "1"))
    found = done.json
    assert found.pop("elapsed_ms") > 0
    assert found == {
        "source": str(hands),
        "target": str(target),
        "rules": "gin-rummy",
        "what": "melds",
        "rows": 2,
        "errors": 0,
        "resumed": 0,
        "workers": 1,
    }


def test_rows_with_errors_are_told_and_the_status_is_1(
    hands: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hands.write_text(HANDS + "3,7X\n")
    target = tmp_path / "out.csv"
    assert main(batch(hands, target)) == 1
    assert capsys.readouterr().err == (
        f'meldwise: 1 of 3 rows have errors: see the column "error" of {target}\n'
    )
    assert target.read_text().splitlines()[3].startswith("3,7X,,")


def test_rules_may_be_changed_and_columns_named(
    meldwise: Runner, hands: Path, tmp_path: Path
) -> None:
    hands.write_text("cards,hand\n7S 7H 7D 2C,KD\n")
    target = tmp_path / "out.csv"
    words = ("--set", "meld.set.min=4", "--column", "cards", "--players", "2", "--chunk", "1")
    assert meldwise(*batch(hands, target, *words, rules="romme")).status == 0
    assert target.read_text().splitlines()[1] == "7S 7H 7D 2C,KD,23,"


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (("--what", "meld"), 'what: "meld" is not known (did you mean melds?)'),
        (("--workers", "0"), 'workers: "0" is not a number from 1 to 256'),
        (("--chunk", "0"), 'chunk: "0" is not a number of rows from 1 to 1000000'),
        (("--column", "cards"), 'no column "cards"'),
        (("--players", "9"), "Gin Rummy is for 2 players, not 9"),
        (("--set", "meld.run.mim=3"), "unknown option"),
        (("--goal", "out"), "unknown option"),
    ],
)
def test_wrong_words_are_refused(
    meldwise: Runner, hands: Path, tmp_path: Path, words: tuple[str, ...], error: str
) -> None:
    assert error in meldwise.refused(*batch(hands, tmp_path / "out.csv", *words))
    assert list(tmp_path.iterdir()) == [hands]


@pytest.mark.parametrize(
    ("source", "target", "error"),
    [
        ("none.csv", "out.csv", "none.csv does not exist"),
        (".", "out.csv", "files end in .csv, .jsonl, .parquet"),
        ("hands.csv", "out.xlsx", 'files end in .csv, .jsonl, .parquet, not in ".xlsx"'),
        ("hands.csv", "hands.csv", "would replace the hands themselves"),
        ("hands.csv", "./here/../hands.csv", "would replace the hands themselves"),
        ("hands.csv", "none/out.csv", "would be in a folder that does not exist"),
        ("hands.csv", "here.csv", "is a folder"),
        ("hands.csv", "there.csv", "exists: another name, or --force to replace it"),
    ],
)
def test_wrong_files_are_refused(
    meldwise: Runner, hands: Path, tmp_path: Path, source: str, target: str, error: str
) -> None:
    (tmp_path / "here").mkdir()
    (tmp_path / "here.csv").mkdir()
    (tmp_path / "there.csv").write_text("mine")
    before = sorted(tmp_path.iterdir())
    assert error in meldwise.refused(*batch(tmp_path / source, tmp_path / target))
    assert sorted(tmp_path.iterdir()) == before
    assert hands.read_text() == HANDS


def test_force_replaces_what_is_there(meldwise: Runner, hands: Path, tmp_path: Path) -> None:
    (tmp_path / "out.csv").write_text("mine")
    assert meldwise(*batch(hands, tmp_path / "out.csv", "--force")).status == 0
    assert (tmp_path / "out.csv").read_text().startswith("id,hand,deadwood,error\n")


class Terminal(io.StringIO):
    """Standard error as a terminal."""

    def isatty(self) -> bool:
        return True


def test_progress_is_shown_on_a_terminal_only(
    hands: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    assert main(batch(hands, tmp_path / "out.csv", "--chunk", "1")) == 0
    assert "2 rows" in terminal.getvalue()
    pipe = io.StringIO()
    monkeypatch.setattr(sys, "stderr", pipe)
    assert main(batch(hands, tmp_path / "other.csv")) == 0
    assert pipe.getvalue() == ""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal")
def test_a_program_that_was_killed_goes_on_when_started_again(tmp_path: Path) -> None:
    source, target = tmp_path / "in.csv", tmp_path / "out.csv"
    source.write_text("hand\n" + "7S 7H 7D 2C\nKD 7X\n" * 10_000)
    words = [sys.executable, "-m", "meldwise", *batch(source, target, "--json")]
    with subprocess.Popen([*words, "--chunk", "5"], stdout=subprocess.DEVNULL) as process:
        _wait_for_rows(tmp_path / "out.csv.part.json", 100, process)
        process.send_signal(signal.SIGKILL)
    assert process.returncode == -signal.SIGKILL
    assert not target.exists()
    done = subprocess.run(words, check=False, capture_output=True, text=True)
    found = json.loads(done.stdout)
    assert done.returncode == 1
    assert done.stderr.startswith("meldwise: 10000 of 20000 rows have errors")
    assert 100 <= found["resumed"] < found["rows"] == 20_000
    lines = target.read_text().splitlines()
    assert lines[1:3] * 10_000 == lines[1:]
    assert sorted(tmp_path.iterdir()) == [source, target]


def _wait_for_rows(journal: Path, rows: int, process: subprocess.Popen[bytes]) -> None:
    limit = time.monotonic() + 120
    while not journal.exists() or json.loads(journal.read_text())["rows"] < rows:
        assert process.poll() is None, "it ended before it could be killed"
        assert time.monotonic() < limit
        time.sleep(0.002)
