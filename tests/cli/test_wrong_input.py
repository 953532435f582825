"""Exit status 2, one line on standard error, nothing on standard output: `Runner` checks it."""

import io
import sys
from pathlib import Path

import pytest

from meldwise.cli import main
from meldwise.cli.program import COMMANDS
from meldwise.errors import EngineError
from tests.cli.running import Runner

RULES = ("--rules", "gin-rummy")


@pytest.mark.parametrize(
    ("argv", "sentence"),
    [
        ((), f"which command? commands are {', '.join(COMMANDS)} (see meldwise --help)"),
        (
            ("meld", "7H"),
            'unknown command "meld" (did you mean melds?): commands are ' + ", ".join(COMMANDS),
        ),
        (("--verson",), 'unknown option "--verson" (did you mean --version?); see meldwise --help'),
        (
            ("melds", "7H", *RULES, "--gaol=out"),
            'unknown option "--gaol" (did you mean --goal?); see meldwise melds --help',
        ),
        (
            ("melds", "7H", *RULES, "8H"),
            'unexpected "8H": write all cards together, options before or after; '
            "see meldwise melds --help",
        ),
        (
            ("melds", "7H"),
            "the following arguments are required: --rules (see meldwise melds --help)",
        ),
        (
            ("melds", "7H", "--rules"),
            "argument --rules: expected one argument (see meldwise melds --help)",
        ),
        (
            ("melds", "7H", *RULES, "--goal", "deadwod"),
            'unknown goal "deadwod" (did you mean deadwood?): it is one of deadwood, points, out',
        ),
        (
            ("melds", "7H", *RULES, "--time", "soon"),
            'argument --time: "soon" is not a time: write 200ms, 2s or 1.5 '
            "(see meldwise melds --help)",
        ),
        (
            ("melds", "7H", *RULES, "--players", "two"),
            'argument --players: "two" is not a whole number (see meldwise melds --help)',
        ),
        (
            ("check", "7H", *RULES, "--color", "alway"),
            'argument --color: unknown choice "alway" (did you mean always?): '
            "it is one of auto, always, never (see meldwise check --help)",
        ),
        (
            ("melds", "7H 7X", *RULES),
            'card 2 of the hand: "7X" is not a card: suits are S H D C (or ♠♥♦♣)',
        ),
        (
            ("melds", "7H 7H", *RULES),
            "7H is held 2 times: Gin Rummy is played with one pack, so there is one "
            "(option deck.packs)",
        ),
    ],
)
def test_the_line_says_what_is_wrong_and_what_would_be_right(
    meldwise: Runner, argv: tuple[str, ...], sentence: str
) -> None:
    assert meldwise.refused(*argv) == sentence


@pytest.mark.parametrize(
    ("argv", "part"),
    [
        (("melds", "7H", "--rules", "ginn"), "did you mean gin?"),
        (("melds", "7H", *RULES, "--discard", "maybe"), "none, optional, required"),
        (("melds", "7H", *RULES, "--limit", "0"), "from 1 to"),
        (("melds", "7H", *RULES, "--limit", "all"), "optimal"),
        (("melds", "7H", *RULES, "--engine", "seach"), "did you mean search?"),
        (("melds", "7H", *RULES, "--time", "0"), "above 0"),
        (("melds", "7H", *RULES, "--players", "9"), "not 9"),
        (("melds", "7H", *RULES, "--locale", "xx"), "unknown locale"),
        (("melds", "7H", *RULES, "--set", "meld.run.min"), "KEY=VALUE"),
        (("melds", "7H", *RULES, "--set", "meld.run.mn=3"), "did you mean meld.run.min?"),
        (("melds", "7H", *RULES, "--set", "meld.run.min=one"), "meld.run.min"),
        (("melds", "7H", *RULES, "--require", "point=40"), "did you mean points?"),
        (("melds", "7H", *RULES, "--pin", "8H"), "does not hold it"),
        (("rules", "lobba"), "did you mean loba?"),
    ],
)
def test_values_are_refused_with_what_is_allowed(
    meldwise: Runner, argv: tuple[str, ...], part: str
) -> None:
    assert part in meldwise.refused(*argv)


def test_options_are_not_abbreviated_so_that_new_ones_break_no_script(meldwise: Runner) -> None:
    assert "unknown option" in meldwise.refused("melds", "7H", *RULES, "--js")


@pytest.mark.parametrize(
    "hand",
    [
        "\x00",
        "7H\x00",
        "\udcff7H",
        "7H\n7X\r\n",
        "\u200b7H",
        "7" * 5000,
        "\x1b[31m7H",
        "٣H",
        "=",
        "-x",
    ],
)
def test_odd_text_is_refused_on_one_printable_line(meldwise: Runner, hand: str) -> None:
    assert meldwise.refused("melds", hand, *RULES).isprintable()


def test_a_hand_larger_than_the_packs_is_refused(meldwise: Runner) -> None:
    assert "200 cards" in meldwise.refused("melds", "7H 8H 9H TD " * 50, *RULES)


@pytest.mark.parametrize("data", [b"\xff\xfe\x00garbage", bytes(range(256)) * 200])
def test_binary_standard_input_is_refused(
    meldwise: Runner, monkeypatch: pytest.MonkeyPatch, data: bytes
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    assert "not UTF-8 text (byte " in meldwise.refused("melds", "-", *RULES)


def test_closed_standard_input_is_refused(
    meldwise: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert "closed" in meldwise.refused("melds", "-", *RULES)


@pytest.mark.parametrize("name", ["/", "missing.toml", "nul\x00.toml", "a\nb.toml", "\udcff.toml"])
def test_a_rules_file_that_cannot_be_read_is_refused(meldwise: Runner, name: str) -> None:
    assert "cannot be read" in meldwise.refused("melds", "7H", "--rules", name)


def test_a_faulty_rules_file_is_refused_with_its_line(meldwise: Runner, tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('extends = "loba"\nmeld.run.min = "three"')
    message = meldwise.refused("melds", "7H", "--rules", str(house))
    assert message.startswith(f'{house}, line 2: option meld.run.min: "three" is not allowed')


def test_json_leaves_errors_to_standard_error(meldwise: Runner) -> None:
    meldwise.refused("melds", "7X", *RULES, "--json")
    meldwise.refused("rules", "lobba", "--json")


def test_an_interrupt_ends_the_program_without_a_word(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("meldwise.partition.best_melds", interrupt)
    assert main(["melds", "7H", *RULES]) == 130
    assert capsys.readouterr() == ("", "")


def test_a_fault_of_an_engine_is_not_taken_for_an_answer(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise EngineError("a meld is not legal")

    monkeypatch.setattr("meldwise.partition.best_melds", fail)
    assert main(["melds", "7H", *RULES]) == 70
    assert capsys.readouterr().err == (
        "meldwise: internal error, please report the command: a meld is not legal\n"
    )


@pytest.mark.parametrize("command", ["melds", "check", "rules"])
def test_every_command_has_help_with_examples(meldwise: Runner, command: str) -> None:
    done = meldwise(command, "--help")
    assert done.status == 0
    assert f"examples:\n  meldwise {command}" in done.out
    assert done.out.isascii()


def test_the_program_has_help_and_a_version(meldwise: Runner) -> None:
    assert "examples:\n  meldwise melds" in meldwise("--help").out
    assert meldwise("--version").out.startswith("meldwise ")
