"""Standard output: one JSON document, or lines as the stream can show them."""

from __future__ import annotations

import errno
import json
import os
import shutil
import sys
from argparse import Namespace
from typing import TYPE_CHECKING, Any, Protocol, TextIO

from meldwise.display import Look, has_glyphs, printable, wants_colour, write_lines

if TYPE_CHECKING:
    from meldwise.display.look import Line
    from meldwise.rules.ruleset import RuleSet


def standard_output() -> TextIO:
    """The stream, or an error where the caller has closed it."""
    # In a process without a standard output Python sets None, whatever the types say.
    stream: TextIO | None = sys.stdout
    if stream is None:
        raise OSError(errno.EBADF, "standard output is closed")
    return stream


def write_json(value: Any, *, indent: int | None = None) -> None:
    """Print one JSON document; with escapes where the stream cannot print other letters."""
    stream = standard_output()
    text = json.dumps(value, ensure_ascii=False, indent=indent)
    if printable(text, stream) != text:
        text = json.dumps(value, indent=indent)
    stream.write(text + "\n")


def write_text(text: str) -> None:
    """Print plain text."""
    stream = standard_output()
    stream.write(printable(text + "\n", stream))


class Answer(Protocol):
    """What prints as text and converts to JSON values."""

    def to_dict(self) -> dict[str, Any]:
        """JSON values."""
        ...


def write_answer(answer: Answer, arguments: Namespace) -> None:
    """Print an answer as text, or with ``--json`` as one JSON document."""
    if arguments.json:
        write_json(answer.to_dict())
    else:
        write_text(str(answer))


def write_cards(lines: list[Line], arguments: Namespace) -> None:
    """Print lines of cards, coloured where ``--color`` and the stream say so."""
    stream = standard_output()
    write_lines(lines, stream, colour=wants_colour(stream, arguments.color, os.environ))


def terminal_width() -> int | None:
    """Columns of the terminal; None where the output is none and its lines should stay whole."""
    return shutil.get_terminal_size().columns if standard_output().isatty() else None


def look_of(arguments: Namespace, rules: RuleSet) -> Look:
    """How the cards of a game are written on standard output."""
    return Look(
        ascii_only=arguments.ascii or not has_glyphs(standard_output()),
        tiles=rules.deck.notation == "tiles",
    )
