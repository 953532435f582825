"""Lines of a text file with their places, whatever is wrong with them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO, Final, NamedTuple

BOM: Final = b"\xef\xbb\xbf"

# No row of hands is as long; a file without line ends must not be read into memory whole.
LONGEST_LINE: Final = 1024 * 1024
_SHOWN: Final = 1_000


class Line(NamedTuple):
    """A line without its end; ``fault`` says what is wrong, ``end`` where the next one begins."""

    text: str
    fault: str | None
    end: int


def lines(handle: BinaryIO, place: int) -> Iterator[Line]:
    r"""The lines from a place on; blank ones at the end of the file are left out.

    A line that is not UTF-8 comes with its bad bytes replaced; of one that is too long only the
    beginning comes.

    >>> import io
    >>> [line.text for line in lines(io.BytesIO(b"7H\n\n8H\r\n\n\n"), 0)]
    ['7H', '', '8H']
    """
    handle.seek(place)
    something_before = place
    while raw := handle.readline(LONGEST_LINE):
        place += len(raw)
        if len(raw) == LONGEST_LINE and not raw.endswith(b"\n"):
            place += _skip_line(handle)
            text = raw[:_SHOWN].decode("utf-8", "replace")
            yield Line(text, f"the line is longer than {LONGEST_LINE // 1024} KiB", place)
            continue
        if place > something_before and raw.isspace():
            something_before = _end_of_next(handle, place)
            if something_before == place:
                return
            handle.seek(place)
        yield _line(raw, place)


def _line(raw: bytes, end: int) -> Line:
    raw = raw.removesuffix(b"\n").removesuffix(b"\r")
    try:
        return Line(raw.decode("utf-8"), None, end)
    except UnicodeDecodeError as error:
        fault = f"not UTF-8 text (byte {error.start + 1} of the line)"
        return Line(raw.decode("utf-8", "replace"), fault, end)


def _skip_line(handle: BinaryIO) -> int:
    skipped = 0
    while raw := handle.readline(LONGEST_LINE):
        skipped += len(raw)
        if raw.endswith(b"\n"):
            break
    return skipped


def _end_of_next(handle: BinaryIO, place: int) -> int:
    """Where the next part that is not blank ends; the place itself where none follows."""
    end = place
    while raw := handle.readline(LONGEST_LINE):
        end += len(raw)
        if not raw.isspace():
            return end
    return place
