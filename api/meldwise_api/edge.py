"""The outer layers: a request id, security headers, one line of log; and no traceback.

Plain ASGI and not Starlette's ``BaseHTTPMiddleware``, which starts a task for each request.
"""

from __future__ import annotations

import logging
import re
from secrets import token_hex
from time import perf_counter
from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from meldwise_api.meters import Meters
from meldwise_api.problems import ProblemError, response
from meldwise_api.work import ClientLeftError

_access: Final = logging.getLogger("meldwise_api.access")
_errors: Final = logging.getLogger("meldwise_api.errors")

_ID: Final = re.compile(rb"[A-Za-z0-9._-]{1,64}")

_HEADERS: Final = [
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
]
# Any other word is counted as one: a client could make a series of each.
_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"})

_POLICY: Final = (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'")

# What watchers ask every few seconds is logged only where somebody looks for it.
_QUIET: Final = ("/healthz", "/readyz", "/metrics")


class Edge:
    """Middleware around everything else."""

    def __init__(self, app: ASGIApp, meters: Meters) -> None:
        self._app = app
        self._meters = meters

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started = perf_counter()
        request_id = _request_id(scope)
        state = scope.setdefault("state", {})
        state["request_id"] = request_id
        extra = [*_HEADERS, (b"x-request-id", request_id.encode())]
        status = 0
        method = scope["method"]
        if method == "HEAD":
            # As GET, and the answer's body is left out.
            scope = {**scope, "method": "GET"}

        async def outward(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = message["headers"]
                policy = any(name == b"content-security-policy" for name, _ in headers)
                message["headers"] = [*headers, *extra, *(() if policy else (_POLICY,))]
            elif method == "HEAD":
                message["body"] = b""
            await send(message)

        try:
            await self._app(scope, receive, outward)
        finally:
            # Nothing was sent where the client left first.
            self._tell(scope, method, status or 499, perf_counter() - started)

    def _tell(self, scope: Scope, method: str, status: int, seconds: float) -> None:
        """One line of log, and the latency."""
        method = method if method in _METHODS else "other"
        route = getattr(scope.get("route"), "path", None)
        self._meters.requested(method, route or "none", status, seconds)
        level = _level(scope["path"])
        if not _access.isEnabledFor(level):
            return
        client = scope.get("client")
        fields = {
            "request_id": scope["state"]["request_id"],
            "method": method,
            "route": route,
            "status": status,
            "code": scope["state"].get("code"),
            "elapsed_ms": round(seconds * 1000, 2),
            "client": client[0] if client else None,
        }
        text = f"{method} {route or '-'} {status}"
        # Made here: `Logger.log` would look up the frame that calls it, for nothing.
        record = _access.makeRecord(_access.name, level, "", 0, text, (), None, extra=fields)
        _access.handle(record)


class Faults:
    """Middleware that answers what the application's own handlers do not: a problem, always.

    It stands inside of what lets other sites read answers: they may read these too.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request_id = scope["state"]["request_id"]
        begun = False

        async def outward(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self._app(scope, receive, outward)
        except ProblemError as error:
            # From middleware, which stands outside the application's own handlers.
            await _refuse(error, scope, receive, send)
        except ClientLeftError:
            pass
        except Exception:
            _errors.exception("request %s failed", request_id, extra={"request_id": request_id})
            if begun:
                raise
            problem = ProblemError(
                500, "internal-error", "the service has a fault: please report the request id"
            )
            await _refuse(problem, scope, receive, send)


async def _refuse(problem: ProblemError, scope: Scope, receive: Receive, send: Send) -> None:
    scope["state"]["code"] = problem.code
    await response(problem, scope["state"]["request_id"])(scope, receive, send)


def _request_id(scope: Scope) -> str:
    for name, value in scope["headers"]:
        if name == b"x-request-id" and _ID.fullmatch(value):
            found: bytes = value
            return found.decode()
    return token_hex(8)


def _level(path: str) -> int:
    return logging.DEBUG if path in _QUIET else logging.INFO
