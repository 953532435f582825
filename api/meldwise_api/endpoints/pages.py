"""``/`` and ``/docs``: pages for people, with all they load served from here."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Final

from fastapi import APIRouter, Request, Response

from meldwise_api.problems import ProblemError

router = APIRouter(include_in_schema=False)

_STATIC: Final = "meldwise_api.static"
_SWAGGER: Final = "fastapi_swagger.resources"

_FILES: Final = {
    "icon.svg": (_STATIC, "image/svg+xml"),
    "page.css": (_STATIC, "text/css"),
    "page.js": (_STATIC, "text/javascript"),
    "docs.js": (_STATIC, "text/javascript"),
    "swagger-ui.css": (_SWAGGER, "text/css"),
    "swagger-ui-bundle.js": (_SWAGGER, "text/javascript"),
}

_BASE: Final = "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
# Swagger UI writes styles into its elements and has its pictures in its style sheet.
_DOCS: Final = f"{_BASE}; style-src 'self' 'unsafe-inline'; img-src 'self' data:"


@router.get("/")
async def page() -> Response:
    """What this is, and a hand to try."""
    return _html("page.html", _BASE)


@router.get("/docs")
async def docs(request: Request) -> Response:
    """The OpenAPI document to read and to try."""
    if request.app.openapi_url is None:
        raise ProblemError(404, "not-found", "the documentation is not served here")
    return _html("docs.html", _DOCS)


@router.get("/favicon.ico")
async def icon() -> Response:
    """What browsers ask for beside a page that names no icon, such as an answer in JSON."""
    return await static("icon.svg")


@router.get("/static/{name}")
async def static(name: str) -> Response:
    """A file that a page loads."""
    if name not in _FILES:
        raise ProblemError(404, "not-found", "there is no such file")
    package, kind = _FILES[name]
    headers = {"Cache-Control": "public, max-age=3600"}
    return Response(_read(package, name), media_type=kind, headers=headers)


def _html(name: str, policy: str) -> Response:
    headers = {"Content-Security-Policy": policy, "Cache-Control": "no-cache"}
    return Response(_read(_STATIC, name), media_type="text/html", headers=headers)


@cache
def _read(package: str, name: str) -> bytes:
    return (files(package) / name).read_bytes()
