"""The OpenAPI document: problems as problems, keys as keys."""

from __future__ import annotations

from typing import Any, Final

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from meldwise_api.admission import GUARDED, HEADER
from meldwise_api.problems import MEDIA_TYPE, Problem

SUMMARY: Final = "Exact melds, knock advice and turn hints for every rummy-type card game."

DESCRIPTION: Final = """\
Every answer is the document that the command line prints with `--json`, and every error a problem
document (RFC 9457) with a stable `code`, a sentence and a JSON pointer to the fault. No state is
kept between requests. `exact` is true only where nothing better can exist; every search has a time
limit and says when it hit it.
"""

_PROBLEM: Final = {"$ref": "#/components/schemas/Problem"}

_READING: Final = {
    "400": "The body is not JSON, or names something twice.",
    "408": "The body did not arrive in time.",
    "413": "The body is too large, or holds too many values.",
    "415": "The body is not declared as JSON.",
}
_ASKING: Final = {
    "401": "A key is needed.",
    "422": "The question is wrong: `code`, `detail` and `pointer` say what and where.",
    "429": "Too many requests; Retry-After says when to come back.",
    "503": "Too many searches wait; Retry-After says when to come back.",
}
_ALWAYS: Final = {"500": "A fault of the service."}


def add_openapi(app: FastAPI, *, keys: bool) -> None:
    """Serve the document, with what FastAPI cannot say itself."""

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = _document(app, keys=keys)
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign] # as FastAPI's documentation tells to


def _document(app: FastAPI, *, keys: bool) -> dict[str, Any]:
    document: dict[str, Any] = get_openapi(
        title=app.title,
        version=app.version,
        summary=app.summary,
        description=app.description,
        routes=app.routes,
        license_info=app.license_info,
    )
    schemas = document["components"]["schemas"]
    for unused in ("HTTPValidationError", "ValidationError"):
        schemas.pop(unused, None)
    schemas["Problem"] = Problem.model_json_schema()
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            _add_problems(operation, path, method)
            if keys and path.startswith(GUARDED):
                operation["security"] = [{"key": []}]
    if keys:
        document["components"]["securitySchemes"] = {
            "key": {"type": "apiKey", "in": "header", "name": HEADER}
        }
    return document


def _add_problems(operation: dict[str, Any], path: str, method: str) -> None:
    told = dict(_ALWAYS)
    if path.startswith(GUARDED):
        told |= _ASKING
    if path == "/v1/rules/{id}":
        told["404"] = "There is no rule set of that name."
    if path == "/readyz":
        told["503"] = "Not ready yet, or the self-check has failed."
    if method == "post":
        told |= _READING
    for status, description in sorted(told.items()):
        operation["responses"][status] = {
            "description": description,
            "content": {MEDIA_TYPE: {"schema": _PROBLEM}},
        }
