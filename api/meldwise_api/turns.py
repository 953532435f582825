"""Questions take turns in the event loop, so that a crowd of them keeps nobody else waiting.

The loop deals with all that is ready before it looks at its sockets again: two hundred questions at
once, a millisecond each, would make whoever asks for `/healthz` wait until the last is answered.
"""

from __future__ import annotations

import asyncio
from time import perf_counter
from typing import Final

from starlette.types import ASGIApp, Receive, Scope, Send

from meldwise_api.admission import GUARDED

# Questions are begun for so long in each round of the loop; the last may take longer.
ROUND_SECONDS: Final = 0.005


class Round:
    """One round of the running loop, and whether questions have had their time in it.

    Who waits for the next one and asks again then comes before those that arrive meanwhile.
    """

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._began = 0.0

    def is_over(self) -> bool:
        """Whether questions are to wait; the first that asks in a round need not."""
        loop = asyncio.get_running_loop()
        if self._loop is not loop:
            self._loop, self._began = loop, perf_counter()
            # Runs first in the next round, before those who wait.
            loop.call_soon(self._next)
            return False
        return perf_counter() - self._began > ROUND_SECONDS

    def _next(self) -> None:
        self._loop = None


ROUND: Final = Round()


class Turns:
    """Middleware that lets questions begin while the round lasts; others wait a round."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, a question when it is its turn."""
        if scope["type"] == "http" and scope["path"].startswith(GUARDED):
            while ROUND.is_over():
                await asyncio.sleep(0)
        await self._app(scope, receive, send)
