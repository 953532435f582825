"""How a request's body is read: JSON in the strict sense, or a problem that says why not."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, Final

from fastapi import Request, Response
from fastapi.routing import APIRoute

from meldwise.errors import shown
from meldwise.rules.documents import JsonError, parse_json
from meldwise_api.pointers import pointer
from meldwise_api.problems import ProblemError
from meldwise_api.settings import MOST_HANDS

# What a body may hold, by the sign that each of them has; those in texts do no harm, as no text
# needs many. A whole rule set and a full table together name not half as many fields, and each
# wrong one is a fault that is put into words: a hundred thousand of them would take seconds.
MOST: Final = {"fields": (b":", 2000), "objects": (b"{", 2000), "lists": (b"[", 2 * MOST_HANDS)}


class StrictRequest(Request):
    """A request whose JSON is UTF-8, names nothing twice and holds no NaN and no half letters."""

    async def body(self) -> bytes:
        """The body, where its type is JSON."""
        data = await super().body()
        if data:
            _check_extent(data)
            _check_coding(self.headers.get("content-encoding", ""))
            _check_type(self.headers.get("content-type", ""))
        return data

    async def json(self) -> Any:
        """The JSON value of the body."""
        value = parse(await super().body())
        self.state.body = value
        return value


class StrictRoute(APIRoute):
    """A route that reads its body so."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """The usual handler, given a `StrictRequest`."""
        handler = super().get_route_handler()

        async def strict(request: Request) -> Response:
            return await handler(StrictRequest(request.scope, request.receive))

        return strict


def parse(data: bytes) -> Any:
    r"""The JSON value of some bytes.

    Raises:
        ProblemError: 400, with the line or the field.

    >>> parse(b'{"hand": "7H"}')
    {'hand': '7H'}
    """
    try:
        text = data.decode("utf-8-sig")
        value = parse_json(text)
        if "\\u" in text:
            _letters(value)
    except JsonError as fault:
        place = pointer(fault.path) if fault.path else None
        raise ProblemError(
            400, fault.code, f"the body: {fault.message}", pointer=place, where=fault.where
        ) from None
    except UnicodeError:
        raise ProblemError(400, "not-text", "the body is not UTF-8 text") from None
    return value


def _letters(value: Any) -> None:
    """Raise a `UnicodeError` for half a surrogate pair, which no answer could carry."""
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            item.encode()
        elif isinstance(item, dict):
            waiting += [*item, *item.values()]
        elif isinstance(item, list):
            waiting += item


def _check_extent(data: bytes) -> None:
    for name, (sign, most) in MOST.items():
        if data.count(sign) > most:
            sentence = f"the body has more than {most} {name} (signs {sign.decode()})"
            raise ProblemError(413, f"too-many-{name}", sentence)


def _check_coding(coding: str) -> None:
    if coding.strip().lower() not in ("", "identity"):
        raise ProblemError(
            415,
            "wrong-content-encoding",
            f"content-encoding: {shown(coding, 60)} is not read here: send the JSON as it is",
            headers={"Accept-Encoding": "identity"},
        )


def _check_type(content_type: str) -> None:
    kind = content_type.partition(";")[0].strip().lower()
    if kind != "application/json" and not (
        kind.startswith("application/") and kind.endswith("+json")
    ):
        found = f"{shown(kind, 60)} is" if kind else "no type is given: that is"
        raise ProblemError(
            415, "wrong-content-type", f"content-type: {found} not JSON: send application/json"
        )
