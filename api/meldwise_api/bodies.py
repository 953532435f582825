"""How large a request's body may be, and how long it may take to arrive.

FastAPI's own ``max_body_size`` answers in plain text where a length is declared; here it is a
problem document like all others.
"""

from __future__ import annotations

import asyncio
from time import monotonic

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from meldwise_api.problems import ProblemError


class BodyLimits:
    """Middleware that refuses what is too large or too slow.

    Args:
        app: What is inside.
        most: Bytes.
        seconds: Time for the whole body.
    """

    def __init__(self, app: ASGIApp, most: int, seconds: float) -> None:
        self._app = app
        self._most = most
        self._seconds = seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, its body watched."""
        if scope["type"] != "http" or not _has_body(scope):
            await self._app(scope, receive, send)
            return
        if _declared(scope) > self._most:
            raise self._too_large()
        deadline = monotonic() + self._seconds
        seen = 0
        arriving = True

        async def watched() -> Message:
            nonlocal seen, arriving
            if not arriving:
                return await receive()
            try:
                async with asyncio.timeout(max(0.0, deadline - monotonic())):
                    message = await receive()
            except TimeoutError:
                raise ProblemError(
                    408,
                    "too-slow",
                    f"the body did not arrive within {self._seconds:g} seconds",
                    headers={"Connection": "close"},
                ) from None
            if message["type"] == "http.request":
                seen += len(message.get("body", b""))
                arriving = message.get("more_body", False)
                if seen > self._most:
                    raise self._too_large()
            return message

        await self._app(scope, watched, send)

    def _too_large(self) -> ProblemError:
        # What is still to come is not read: the connection ends with the answer.
        return ProblemError(
            413,
            "body-too-large",
            f"the body is larger than {self._most} bytes",
            headers={"Connection": "close"},
        )


def _has_body(scope: Scope) -> bool:
    return any(name in (b"content-length", b"transfer-encoding") for name, _ in scope["headers"])


def _declared(scope: Scope) -> int:
    for name, value in scope["headers"]:
        if name == b"content-length" and value.isdigit():
            return int(value[:20])
    return 0
