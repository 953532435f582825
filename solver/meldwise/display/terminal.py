"""Lines on a stream: coloured on a terminal, plain elsewhere, and never more than it can print."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, TextIO
from unicodedata import combining, normalize

from meldwise.display.look import Line, Tone, plain

Colour = Literal["auto", "always", "never"]

_GLYPHS: Final = "♠♥♦♣→"
# The terminal's own colours, which its user has chosen to be legible; black is its usual one.
_STYLES: Final[dict[Tone | None, str]] = {
    None: "",
    "black": "",
    "red": "red",
    "blue": "bright_blue",
    "green": "green",
    "orange": "yellow",
    "wild": "bold magenta",
    "label": "dim",
    "strong": "bold",
}


def has_glyphs(stream: TextIO) -> bool:
    """Whether the stream's encoding can print suit glyphs."""
    return _encodable(_GLYPHS, _encoding(stream))


def wants_colour(stream: TextIO, choice: Colour, environment: Mapping[str, str]) -> bool:
    """Whether to colour what is written to a stream.

    Args:
        stream: Where it goes.
        choice: ``auto`` colours on a terminal only, and not where ``NO_COLOR`` is set
            (https://no-color.org) or the terminal is a dumb one.
        environment: The environment variables.

    >>> from io import StringIO
    >>> wants_colour(StringIO(), "auto", {}), wants_colour(StringIO(), "always", {"NO_COLOR": "1"})
    (False, True)
    """
    if choice != "auto":
        return choice == "always"
    if environment.get("NO_COLOR") or environment.get("TERM") == "dumb":
        return False
    return stream.isatty()


def write_lines(lines: list[Line], stream: TextIO, *, colour: bool = False) -> None:
    """Write lines; rich is loaded only for colours.

    Letters that the stream's encoding cannot print are written without their accents, or as
    question marks.
    """
    if colour:
        _write_coloured(lines, stream)
    else:
        stream.write(printable(plain(lines) + "\n", stream))


def printable(text: str, stream: TextIO) -> str:
    """The text as far as the stream's encoding can write it.

    >>> import io
    >>> stream = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    >>> printable("Rommé ♠", stream)
    'Romme ?'
    """
    encoding = _encoding(stream)
    if _encodable(text, encoding):
        return text
    bare = "".join(c for c in normalize("NFKD", text) if not combining(c))
    return bare.encode(encoding, "replace").decode(encoding)


def _write_coloured(lines: list[Line], stream: TextIO) -> None:
    from rich.console import Console
    from rich.text import Text

    console = Console(
        file=stream, force_terminal=True, color_system="standard", no_color=False, highlight=False
    )
    for line in lines:
        pieces = [(printable(span.text, stream), _STYLES[span.tone]) for span in line]
        console.print(Text.assemble(*pieces), soft_wrap=True)


def _encoding(stream: TextIO) -> str:
    # A stream of text in memory has none and takes everything.
    return stream.encoding or "utf-8"


def _encodable(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True
