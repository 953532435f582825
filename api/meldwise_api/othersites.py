"""Pages of other sites may call where they are named."""

from __future__ import annotations

from collections.abc import Sequence

from starlette.datastructures import Headers
from starlette.middleware.cors import CORSMiddleware
from starlette.responses import Response
from starlette.types import ASGIApp

from meldwise_api.admission import HEADER
from meldwise_api.problems import ProblemError


class OtherSites(CORSMiddleware):
    """Starlette's, which tells in plain text why it refuses; here it is a problem like all others.

    Args:
        app: What is inside.
        origins: The sites, such as ``https://example.org``; ``*`` is all.
    """

    def __init__(self, app: ASGIApp, origins: Sequence[str]) -> None:
        super().__init__(
            app,
            allow_origins=origins,
            allow_methods=["GET", "POST"],
            allow_headers=["Content-Type", HEADER, "X-Request-ID"],
            expose_headers=["X-Request-ID", "Retry-After"],
        )

    def preflight_response(self, request_headers: Headers) -> Response:
        """Whether a page may call, asked by its browser.

        Raises:
            ProblemError: it may not.
        """
        told = super().preflight_response(request_headers)
        if told.status_code == 200:
            return told
        sentence = f"{bytes(told.body).decode()}: the setting cors_origins names who may call"
        known = ("access-control-", "vary")
        headers = {name: text for name, text in told.headers.items() if name.startswith(known)}
        raise ProblemError(400, "not-allowed-here", sentence, headers=headers)
