"""A JSON document from a file or from standard input."""

from __future__ import annotations

from typing import Any, Final

from meldwise.errors import RequestError, excerpt

# Far more than the longest outcome or position.
LARGEST_DOCUMENT: Final = 1024 * 1024


def read_json(path: str) -> dict[str, Any]:
    """The object in a JSON file; ``-`` reads standard input.

    Raises:
        RequestError: the file cannot be read or holds no JSON object; it says where.
    """
    from meldwise.rules.documents import name_of, read_text

    return json_object(read_text(path, LARGEST_DOCUMENT), name_of(path))


def json_object(text: str, name: str) -> dict[str, Any]:
    """The object that a text is.

    Args:
        text: The document.
        name: Where it comes from, for errors.

    Raises:
        RequestError: it is no JSON object; it says where.
    """
    from meldwise.rules.documents import JsonError, parse_json

    where: dict[str, str | int] = {"file": name}
    try:
        found = parse_json(text)
    except JsonError as fault:
        place = f", line {fault.line}" if fault.line else ""
        place += f", column {fault.column}" if fault.column else ""
        raise RequestError(
            fault.code, f"{name}{place}: {fault.message}", {**where, **fault.where}
        ) from None
    if not isinstance(found, dict):
        raise RequestError(
            "not-an-object",
            f'{name}: an object such as {{"rules": "tonk", …}} is wanted, not {excerpt(found)}',
            where,
        )
    return found
