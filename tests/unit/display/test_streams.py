import io
import re

import pytest

from meldwise.display import has_glyphs, printable, wants_colour, write_lines
from meldwise.display.look import Line, Span
from meldwise.display.terminal import Colour

LINES: list[Line] = [
    (Span("run ", "label"), Span("7♥", "red"), Span(" "), Span("JK→8♥", "wild")),
    (),
]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def encoded(encoding: str) -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(), encoding=encoding)


def written(stream: io.TextIOWrapper) -> str:
    stream.seek(0)
    return stream.read()


@pytest.mark.parametrize(
    ("choice", "terminal", "environment", "expected"),
    [
        ("auto", True, {}, True),
        ("auto", False, {}, False),
        ("auto", True, {"NO_COLOR": "1"}, False),
        ("auto", True, {"NO_COLOR": ""}, True),
        ("auto", True, {"TERM": "dumb"}, False),
        ("always", False, {"NO_COLOR": "1", "TERM": "dumb"}, True),
        ("never", True, {}, False),
    ],
)
def test_colours_are_for_terminals_and_can_be_asked_for_or_refused(
    choice: Colour, terminal: bool, environment: dict[str, str], expected: bool
) -> None:
    stream = Terminal() if terminal else io.StringIO()
    assert wants_colour(stream, choice, environment) is expected


def test_plain_lines_have_no_escape_codes() -> None:
    stream = Terminal()
    write_lines(LINES, stream)
    assert stream.getvalue() == "run 7♥ JK→8♥\n\n"


def test_coloured_lines_have_the_same_text_and_colours_around_it() -> None:
    stream = io.StringIO()
    write_lines(LINES, stream, colour=True)
    text = stream.getvalue()
    assert re.sub(r"\x1b\[[\d;]*m", "", text) == "run 7♥ JK→8♥\n\n"
    assert "\x1b[31m7♥\x1b[0m" in text
    assert "\x1b[1;35mJK→8♥\x1b[0m" in text


def test_coloured_lines_are_not_folded_however_long_they_are() -> None:
    stream = io.StringIO()
    write_lines([tuple(Span("10♥ ", "red") for _ in range(100))], stream, colour=True)
    assert stream.getvalue().count("\n") == 1


@pytest.mark.parametrize("colour", [True, False])
def test_a_stream_gets_only_what_its_encoding_can_print(colour: bool) -> None:
    stream = encoded("ascii")
    write_lines([(Span("Rommé 7♥", "red"),)], stream, colour=colour)
    assert "Romme 7?" in written(stream)


@pytest.mark.parametrize(
    ("encoding", "expected"),
    [("utf-8", True), ("utf-16", True), ("ascii", False), ("cp1252", False)],
)
def test_glyphs_need_an_encoding_that_has_them(encoding: str, expected: bool) -> None:
    assert has_glyphs(encoded(encoding)) is expected


def test_text_that_an_encoding_can_print_is_left_alone() -> None:
    assert printable("Rommé", encoded("latin-1")) == "Rommé"
    assert printable("Rommé ♠", io.StringIO()) == "Rommé ♠"
