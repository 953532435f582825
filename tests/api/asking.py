"""Short ways to ask and to look at what comes back."""

from __future__ import annotations

import json
from typing import Any

from fastapi import FastAPI
from fastapi.testclient import TestClient
from httpx2 import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from meldwise_api import Settings, create_app
from meldwise_api.problems import Problem
from meldwise_api.service import Service

SAMPLE = "4S 5S 6S 7S 7H 7D 7C QD QS JK 2H 9C KD"


def client_of(**settings: Any) -> TestClient:
    """A client of an application with these settings."""
    return TestClient(create_app(Settings(**settings)))


def state_of(client: TestClient) -> Service:
    """What the application of a client keeps."""
    assert isinstance(client.app, FastAPI)
    found: Service = client.app.state.service
    return found


def without_start(app: FastAPI) -> ASGIApp:
    """An application that does not load all engines when it starts."""

    async def inner(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan":
            await app(scope, receive, send)
            return
        for word in ("startup", "shutdown"):
            await receive()
            await send({"type": f"lifespan.{word}.complete"})

    return inner


def answer(response: Response) -> Any:
    """The JSON of an answer that is one."""
    assert response.status_code == 200, response.text
    assert response.headers["content-type"] == "application/json"
    return response.json()


def problem(response: Response, status: int, code: str, pointer: str | None = None) -> str:
    """The sentence of a problem that is this one."""
    assert response.headers["content-type"] == "application/problem+json", response.text
    found = Problem.model_validate(response.json())
    assert (response.status_code, found.status) == (status, status), found
    assert (found.code, found.pointer) == (code, pointer), found
    assert found.request_id == response.headers["x-request-id"]
    assert found.detail.isprintable()
    assert "Traceback" not in response.text
    return found.detail


def post_raw(
    client: TestClient, path: str, body: bytes, kind: str = "application/json"
) -> Response:
    """A body as it is, whatever it is."""
    return client.post(path, content=body, headers={"content-type": kind})


def timeless(found: dict[str, Any]) -> str:
    """An answer without how long it took, as text to compare."""
    return json.dumps({name: value for name, value in found.items() if name != "elapsed_ms"})
