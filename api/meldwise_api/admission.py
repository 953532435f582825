"""Who may ask, and how often: API keys and rate limits, both only where they are set."""

from __future__ import annotations

import logging
from hmac import compare_digest
from math import ceil
from time import time
from typing import Final

from limits import RateLimitItem, parse_many
from limits.aio.strategies import MovingWindowRateLimiter
from starlette.types import ASGIApp, Receive, Scope, Send

from meldwise_api.problems import ProblemError
from meldwise_api.settings import Settings, rate_store

_log: Final = logging.getLogger("meldwise_api.errors")

GUARDED: Final = "/v1/"
HEADER: Final = "X-API-Key"


class Admission:
    """Middleware in front of the questions.

    It stands before the body is read, so that what is refused costs next to nothing. When the
    store of a rate limit cannot be reached, requests pass: a limit is no reason not to answer.
    """

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._keys = [key.get_secret_value().encode() for key in settings.api_keys]
        self._rates: list[RateLimitItem] = (
            parse_many(settings.rate_limit) if settings.rate_limit else []
        )
        self._limiter = MovingWindowRateLimiter(rate_store(settings.rate_limit_storage))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it with 401 or 429."""
        # A browser asks with OPTIONS whether it may call, and sends no key with it.
        if (
            scope["type"] == "http"
            and scope["path"].startswith(GUARDED)
            and scope["method"] != "OPTIONS"
        ):
            given = _given(scope)
            number = self._number(given)
            if number is None:
                # Who tries keys may not try any number of them.
                client = scope.get("client")
                await self._count(f"address {client[0] if client else 'unknown'}")
                if self._keys:
                    raise _no_entry(given)
            else:
                await self._count(f"key {number}")
        await self._app(scope, receive, send)

    def _number(self, given: bytes) -> int | None:
        """Which of the keys it is."""
        # All are compared, so that the time tells nothing about them.
        matches = [compare_digest(given, key) for key in self._keys]
        return matches.index(True) if any(matches) else None

    async def _count(self, caller: str) -> None:
        for rate in self._rates:
            try:
                if await self._limiter.hit(rate, caller):
                    continue
                window = await self._limiter.get_window_stats(rate, caller)
            except Exception:
                _log.exception("the store of the rate limit cannot be reached")
                return
            seconds = max(1, ceil(window.reset_time - time()))
            raise ProblemError(
                429,
                "too-many-requests",
                f"more than {rate}: try again in {seconds} seconds",
                headers={"Retry-After": str(seconds)},
            )


def _given(scope: Scope) -> bytes:
    """The key that a request brings, empty where it brings none."""
    return next((value for name, value in scope["headers"] if name == b"x-api-key"), b"")


def _no_entry(given: bytes) -> ProblemError:
    return ProblemError(
        401,
        "bad-key" if given else "no-key",
        f"a valid key is needed in the header {HEADER}",
        headers={"WWW-Authenticate": f'ApiKey header="{HEADER}"'},
    )
