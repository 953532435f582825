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


class Turns:
    """Middleware that lets questions begin until the round has had its time; others wait a round.

    Those that wait come before those that arrive meanwhile, in their order.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._began: float | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, a question when it is its turn."""
        if scope["type"] == "http" and scope["path"].startswith(GUARDED):
            while self._is_over():
                await asyncio.sleep(0)
        await self._app(scope, receive, send)

    def _is_over(self) -> bool:
        if self._began is None:
            self._began = perf_counter()
            # Runs first in the next round, before those who wait.
            asyncio.get_running_loop().call_soon(self._next)
            return False
        return perf_counter() - self._began > ROUND_SECONDS

    def _next(self) -> None:
        self._began = None
