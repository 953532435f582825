"""A JSON document from a file or from standard input."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, Final, NoReturn

from meldwise.errors import RequestError, excerpt

# Far more than the longest outcome or position.
LARGEST_DOCUMENT: Final = 1024 * 1024


def read_json(path: str) -> dict[str, Any]:
    """The object in a JSON file; ``-`` reads standard input.

    Raises:
        RequestError: the file cannot be read or holds no JSON object; it says where.
    """
    name = "standard input" if path == "-" else path
    data = _standard_input() if path == "-" else _file(path)
    if len(data) > LARGEST_DOCUMENT:
        raise RequestError(
            "document-too-large", f"{name}: more than {LARGEST_DOCUMENT // 1024} KiB", _at(name)
        )
    try:
        found = json.loads(data.decode("utf-8-sig"), parse_constant=_no_constant)
    except UnicodeDecodeError as error:
        raise RequestError(
            "not-text", f"{name}: not UTF-8 text (byte {error.start + 1})", _at(name)
        ) from None
    except json.JSONDecodeError as error:
        raise RequestError(
            "not-json",
            f"{name}, line {error.lineno}, column {error.colno}: not JSON: {error.msg}",
            {"file": name, "line": error.lineno},
        ) from None
    except RecursionError:
        raise RequestError("not-json", f"{name}: nested too deeply", _at(name)) from None
    except ValueError as error:
        # A number of thousands of digits, or one that JSON does not have.
        raise RequestError("not-json", f"{name}: not JSON: {error}", _at(name)) from None
    if not isinstance(found, dict):
        raise RequestError(
            "not-an-object",
            f'{name}: an object such as {{"rules": "tonk", …}} is wanted, not {excerpt(found)}',
            _at(name),
        )
    return found


def _at(name: str) -> dict[str, str | int]:
    return {"file": name}


def _standard_input() -> bytes:
    return b"" if sys.stdin is None else sys.stdin.buffer.read(LARGEST_DOCUMENT + 1)


def _file(path: str) -> bytes:
    try:
        with Path(path).open("rb") as handle:
            return handle.read(LARGEST_DOCUMENT + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise RequestError(
            "unreadable-file", f"{path}: cannot be read: {reason}", _at(path)
        ) from None


def _no_constant(text: str) -> NoReturn:
    raise ValueError(f"{text} is not a number in JSON")
