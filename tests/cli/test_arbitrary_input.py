"""Whatever is typed, the program answers or refuses in one line, and never ends in a traceback."""

import contextlib
import io
import json
import sys
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meldwise.cli import main

CARDS = st.sampled_from(["7H", "8H", "9H", "TD", "10♦", "QS", "KS", "AS", "2C", "JK", "X", "JK=9H"])
HANDS = st.lists(CARDS, max_size=14).map(" ".join)
WORDS = st.text(st.characters(codec=None), max_size=12)
RULES = st.sampled_from(["gin-rummy", "romme", "loba", "wildcard-rummy", "tonk"])
OPTIONS = st.one_of(
    st.tuples(st.sampled_from(["--goal", "--discard", "--engine", "--locale"]), WORDS),
    st.tuples(st.just("--goal"), st.sampled_from(["deadwood", "points", "out"])),
    st.tuples(st.just("--limit"), st.sampled_from(["1", "3", "optimal", "0", "-1"])),
    st.tuples(st.just("--players"), st.sampled_from(["2", "7", "99"])),
    st.tuples(st.sampled_from(["--set", "--require", "--time", "--color"]), WORDS),
    st.tuples(st.just("--pin"), HANDS),
    st.tuples(st.sampled_from(["--json", "--ascii", "--ordered"])),
)


def run(argv: Sequence[str], typed: bytes = b"") -> tuple[int, str]:
    """The status and the output; the error is checked here."""
    out, err = io.StringIO(), io.StringIO()
    with (
        pytest.MonkeyPatch.context() as patch,
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed)))
        status = main(argv)
    assert status in (0, 1, 2)
    if status == 2:
        assert out.getvalue() == ""
        assert err.getvalue().startswith("meldwise: ")
        assert len(err.getvalue().splitlines()) == 1
    else:
        assert err.getvalue() == ""
    return status, out.getvalue()


@given(st.lists(WORDS, max_size=6))
def test_any_words(words: list[str]) -> None:
    run(words)


@given(st.sampled_from(["melds", "check"]), HANDS | WORDS, RULES | WORDS, st.lists(OPTIONS))
def test_any_hand_with_any_options(
    command: str, hand: str, rules: str, options: list[tuple[str, ...]]
) -> None:
    argv = [command, hand, "--rules", rules, *(word for option in options for word in option)]
    status, out = run(argv)
    if status != 2 and "--json" in argv and not {"-h", "--help"} & set(argv):
        json.loads(out)


@given(st.binary(max_size=200))
def test_any_bytes_on_standard_input(typed: bytes) -> None:
    run(["melds", "-", "--rules", "romme"], typed)


@given(st.lists(WORDS, max_size=3))
def test_any_question_about_rules(words: list[str]) -> None:
    run(["rules", *words])
