"""Every snippet of the README does what it shows."""

from __future__ import annotations

import doctest
import re
import shlex
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from meldwise.cli import main
from meldwise.rules import rules
from meldwise.rules.catalog import ALIASES, PRESETS
from meldwise_api import Settings
from tests.api.server import running

README = Path(__file__).parents[2] / "README.md"
TEXT = README.read_text("utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", TEXT, re.DOTALL)


def test_the_python_session_prints_what_it_shows() -> None:
    results = doctest.testfile(str(README), module_relative=False, encoding="utf-8")
    assert results.attempted >= 6
    assert results.failed == 0


COMMANDS = [
    (line.removeprefix("$ "), output.rstrip("\n"))
    for block in blocks("console")
    for line, output in re.findall(r"^(\$ .*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)
]


OF_MELDWISE = [known for known in COMMANDS if known[0].startswith("meldwise ")]
OF_CURL = [known for known in COMMANDS if known[0].startswith("curl ")]


@pytest.mark.parametrize(("command", "output"), OF_MELDWISE)
def test_a_command_prints_what_it_shows(
    command: str, output: str, capsys: pytest.CaptureFixture[str]
) -> None:
    _, *arguments = shlex.split(command)
    assert main(arguments) in (0, 1)
    assert capsys.readouterr().out.rstrip("\n") == output


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed")
def test_curl_prints_what_it_shows() -> None:
    with running() as server:
        for command, output in OF_CURL:
            words = shlex.split(command.replace("http://127.0.0.1:8000", server.url))
            done = subprocess.run(words, capture_output=True, encoding="utf-8", check=True)
            assert done.stdout.rstrip("\n") == output


def test_every_setting_that_is_named_exists() -> None:
    named = re.findall(r"`MELDWISE_([A-Z_]+)`", TEXT)
    assert {name.lower() for name in named} <= set(Settings.model_fields)
    assert len(named) >= 5


def test_there_are_commands_to_run() -> None:
    assert len(OF_MELDWISE) >= 4
    assert len(OF_CURL) >= 1
    assert len(COMMANDS) == len(OF_MELDWISE) + len(OF_CURL)


def test_the_rules_file_is_one() -> None:
    (example,) = blocks("toml")
    house = rules(tomllib.loads(example))
    assert (house.meld.run.min, house.meld.run.aces, house.values.hand.joker) == (3, "corner", 25)


def test_the_table_lists_every_rule_set_with_its_aliases() -> None:
    rows = re.findall(r"^\| `([a-z-]+)` \| (.*?) \|", TEXT, re.MULTILINE)
    assert [name for name, _ in rows] == list(PRESETS)
    for name, aliases in rows:
        named = re.findall(r"`(.*?)`", aliases)
        assert set(named) <= {alias for alias, preset in ALIASES.items() if preset == name}


def test_every_make_target_that_is_named_exists() -> None:
    targets = set(
        re.findall(r"^([a-z-]+):", (README.parent / "Makefile").read_text(), re.MULTILINE)
    )
    assert set(re.findall(r"`make ([a-z-]+)", TEXT)) <= targets
