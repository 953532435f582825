"""Documents from outside: the bytes of a file or of standard input, their text, and their JSON.

Everything that Meldwise reads whole it reads here, so a file that cannot be read, is too large or
is no text is told in the same words everywhere. JSON is read strictly: a name that is given twice
in one object is a fault, where the standard library would keep the last value and say nothing.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NoReturn

from meldwise.errors import InputError, RequestError, shown

STANDARD_INPUT: Final = "-"

_TOKEN: Final = re.compile(r'"(?:[^"\\\n]|\\.)*"|[{}\[\],:]|NaN|-?Infinity')


class JsonError(ValueError):
    """What is wrong with a JSON text: a stable ``code``, a sentence, and what is known of where.

    ``line`` and ``column`` count from 1. ``path`` are the names and the numbers of list items that
    lead to the value; ``field`` is the same with dots between them.
    """

    def __init__(
        self,
        code: str,
        message: str,
        *,
        line: int | None = None,
        column: int | None = None,
        path: Sequence[str | int] = (),
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.line = line
        self.column = column
        self.path = tuple(path)
        self.field = ".".join(map(str, path))[:80] if path else None

    @property
    def where(self) -> dict[str, str | int]:
        """What is known of the place, as errors carry it."""
        known = {"line": self.line, "column": self.column, "field": self.field}
        return {name: value for name, value in known.items() if value is not None}


def read_text(path: str, largest: int, fails: type[InputError] = RequestError) -> str:
    """The text of a whole file; ``-`` is standard input.

    Args:
        path: The file.
        largest: The most bytes that it may have.
        fails: The kind of error.

    Raises:
        InputError: of that kind: the file cannot be read, is larger, or is not UTF-8 text.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder, "hand.txt")
    ...     _ = file.write_bytes("\N{ZERO WIDTH NO-BREAK SPACE}7♥ 8♥".encode())
    ...     read_text(str(file), 1000)
    '7♥ 8♥'
    """
    name = name_of(path)
    where: dict[str, str | int] = {"file": name}
    try:
        data = _bytes(path, largest + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise fails("unreadable-file", f"{name}: cannot be read: {reason}", where) from None
    if len(data) > largest:
        most = f"{largest // 1024} KiB" if largest >= 1024 else f"{largest} bytes"
        raise fails("file-too-large", f"{name}: it may have {most} at most", where)
    try:
        # Editors on Windows begin a UTF-8 file with a byte order mark.
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise fails(
            "not-text",
            f"{name}, line {line}: not UTF-8 text (byte {error.start + 1})",
            {**where, "line": line, "offset": error.start},
        ) from None


def name_of(path: str) -> str:
    """A file's name in a sentence.

    >>> name_of("-"), name_of("house.toml")
    ('standard input', 'house.toml')
    """
    return "standard input" if path == STANDARD_INPUT else path


def _bytes(path: str, most: int) -> bytes:
    if path == STANDARD_INPUT:
        if sys.stdin is None:
            raise OSError("it is closed")
        return sys.stdin.buffer.read(most)
    with Path(path).open("rb") as handle:
        return handle.read(most)


def parse_json(text: str) -> Any:
    """The value of a JSON text.

    Raises:
        JsonError: no JSON, a number that JSON does not have, or a name given twice.

    >>> parse_json('{"counts": [5, 9]}')
    {'counts': [5, 9]}
    >>> parse_json('{"ending": {"player": 0, "player": 1}}')
    Traceback (most recent call last):
    meldwise.rules.documents.JsonError: ending.player is given twice
    """
    try:
        return _DECODE(text)
    except _GivenTwiceError:
        path, line = next(_given_twice(text))
        field = ".".join(map(str, path))
        raise JsonError(
            "given-twice", f"{shown(field)} is given twice", line=line, path=path
        ) from None
    except _ConstantError as error:
        raise JsonError(
            "not-json", f"not JSON: {error} is not a number", line=_line_of(text, str(error))
        ) from None
    except json.JSONDecodeError as error:
        raise JsonError(
            "not-json", f"not JSON: {error.msg}", line=error.lineno, column=error.colno
        ) from None
    except RecursionError:
        raise JsonError("too-deep", "nested too deeply") from None
    except ValueError:
        # Python refuses to read a number of more than 4,300 digits.
        raise JsonError("bad-value", "a number has too many digits") from None


class _GivenTwiceError(ValueError):
    """Some object has a name twice; the decoder does not know where it is."""


class _ConstantError(ValueError):
    """NaN or Infinity."""


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise _GivenTwiceError
    return found


def _no_constant(text: str) -> NoReturn:
    raise _ConstantError(text)


# Made once: a call of json.loads with options makes its own decoder anew.
_DECODE: Final = json.JSONDecoder(object_pairs_hook=_once, parse_constant=_no_constant).decode


class _Open:
    """An object or a list that is not closed yet: where in it the text is, and its names so far."""

    __slots__ = ("at", "names")

    def __init__(self, *, is_list: bool) -> None:
        self.at: str | int = 0 if is_list else ""
        self.names: set[str] = set()


def _given_twice(text: str) -> Iterator[tuple[list[str | int], int]]:
    """The names that are given twice in a JSON text: the path and the line of each."""
    path: list[_Open] = []
    last = ""
    for token in _TOKEN.finditer(text):
        match token.group():
            case "{" | "[" as bracket:
                path.append(_Open(is_list=bracket == "["))
            case "}" | "]":
                path.pop()
            case ",":
                inner = path[-1]
                inner.at = inner.at + 1 if isinstance(inner.at, int) else ""
            case ":":
                inner = path[-1]
                inner.at = last
                if last in inner.names:
                    line = text.count("\n", 0, token.start()) + 1
                    yield [known.at for known in path], line
                inner.names.add(last)
            case name:
                last = json.loads(name) if name.startswith('"') else name


def _line_of(text: str, constant: str) -> int:
    tokens = (token for token in _TOKEN.finditer(text) if token.group() == constant)
    return text.count("\n", 0, next(tokens).start()) + 1
