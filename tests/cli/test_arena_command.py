"""``meldwise arena``: results as text and JSON, the same for the same seed, one line of error."""

from __future__ import annotations

import json

import pytest

from meldwise.cli import arena
from meldwise.cli.arguments import Parser
from meldwise.errors import InputError


def run(*words: str) -> int:
    program = Parser(prog="meldwise")
    arena.add_parser(program.add_subparsers())
    arguments = program.parse_args(["arena", *words])
    status: int = arguments.run(arguments)
    return status


GIN = ("--rules", "gin", "--players", "greedy,simple", "--hands", "10", "--seed", "3")


def test_the_result_is_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(*GIN) == 0
    title, columns, *rows = capsys.readouterr().out.splitlines()
    assert title == "gin-rummy: 10 hands, 5 deals mirrored, seed 3"
    assert columns.split() == ["player", "won", "advantage", "score"]
    assert [row.split()[0] for row in rows] == ["greedy", "simple", "hands"]


def test_json_is_one_document_and_follows_from_the_seed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(*GIN, "--json") == run(*GIN, "--json", "--workers", "2") == 0
    one, two = map(json.loads, capsys.readouterr().out.splitlines())
    assert one == two
    assert one["hands"] == 10
    assert {"name", "score", "advantage", "won"} == set(one["players"][0])


def test_options_of_the_rules_are_changed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(*GIN, "--set", "end.turn_limit=1") == 0
    assert "hands ended: turn-limit 10" in capsys.readouterr().out


@pytest.mark.parametrize(
    "words",
    [
        ("--rules", "gin", "--players", "greedy,simple"),
        ("--rules", "gin", "--players", "greedy,clever", "--hands", "2"),
        ("--rules", "gin", "--players", "greedy", "--hands", "2"),
        ("--rules", "gin", "--players", "greedy,simple", "--hands", "two"),
        ("--rules", "jin", "--players", "greedy,simple", "--hands", "2"),
    ],
)
def test_wrong_input_is_an_error(words: tuple[str, ...]) -> None:
    with pytest.raises(InputError):
        run(*words)


def test_it_says_where_the_learned_player_has_nothing_to_go_by(
    capsys: pytest.CaptureFixture[str],
) -> None:
    told: list[str] = []
    for changed in ([], ["--set", "knock.limit=5"]):
        words = ["--rules", "gin-rummy", *changed, "--players", "learned,greedy", "--hands", "2"]
        assert run(*words) == 0
        told.append(capsys.readouterr().err)
    assert told[0] == ""
    assert "no value functions for these rules and 2 players" in told[1]
