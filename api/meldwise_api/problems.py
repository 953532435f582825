"""Errors as RFC 9457 problem documents: stable code, one sentence, pointer to the fault.

Whatever goes wrong ends here, so that a client sees one form of error and never a traceback.
"""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException
from starlette.routing import Match

from meldwise.errors import InputError, excerpt, nearest, one_line
from meldwise_api.pointers import pointer_in, pointer_of

MEDIA_TYPE: Final = "application/problem+json"

# No sentence of the library is nearly as long; what quotes the request stays bounded.
_LONGEST: Final = 600


class Problem(BaseModel):
    """What went wrong, as RFC 9457 has it."""

    type: str = Field(description="Always about:blank: `code` tells problems apart.")
    title: str = Field(description="The status in words.")
    status: int = Field(description="The HTTP status.")
    detail: str = Field(description="A sentence: what was found, and what would be right.")
    code: str = Field(description="Stable, for programs.")
    pointer: str | None = Field(
        None, description="JSON pointer (RFC 6901) to the faulty value in the request's body."
    )
    where: dict[str, str | int] | None = Field(
        None, description="What else is known of the place: card number, offset, option."
    )
    request_id: str | None = Field(None, description="The request's id, as in X-Request-ID.")


class ProblemError(HTTPException):
    """A problem to be answered; it passes through FastAPI's own handling as it is."""

    def __init__(
        self,
        status: int,
        code: str,
        detail: str,
        *,
        pointer: str | None = None,
        where: Mapping[str, str | int] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(status, detail, dict(headers or {}))
        self.code = code
        self.pointer = pointer
        self.where = where


def busy(sentence: str, seconds: int = 1) -> ProblemError:
    """The 503 of a service that has too much to do now."""
    return ProblemError(503, "busy", sentence, headers={"Retry-After": str(seconds)})


def document(error: ProblemError, request_id: str | None) -> dict[str, Any]:
    """The problem document of an error."""
    found: dict[str, Any] = {
        "type": "about:blank",
        "title": HTTPStatus(error.status_code).phrase,
        "status": error.status_code,
        "detail": one_line(error.detail[:_LONGEST]),
        "code": error.code,
    }
    if error.pointer is not None:
        found["pointer"] = error.pointer
    if error.where:
        found["where"] = dict(error.where)
    if request_id is not None:
        found["request_id"] = request_id
    return found


def response(error: ProblemError, request_id: str | None) -> JSONResponse:
    """The answer that tells of an error."""
    return JSONResponse(
        document(error, request_id), error.status_code, error.headers, media_type=MEDIA_TYPE
    )


def of_input(error: InputError, body: Any) -> ProblemError:
    """An error of the library's, with the place in the request's body."""
    pointer = pointer_of(error.where, body) if body is not None else None
    return ProblemError(422, error.code, error.message, pointer=pointer, where=error.where)


def add_handlers(app: FastAPI) -> None:
    """Answer every error with a problem document."""
    app.add_exception_handler(InputError, _on_input)
    app.add_exception_handler(HTTPException, _on_http)
    app.add_exception_handler(RequestValidationError, _on_validation)


def _answer(request: Request, error: ProblemError) -> JSONResponse:
    request.state.code = error.code
    return response(error, getattr(request.state, "request_id", None))


async def _on_input(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, InputError)
    return _answer(request, of_input(error, getattr(request.state, "body", None)))


_HTTP_SENTENCES: Final = {
    404: ("not-found", "there is nothing at this path: /docs lists what there is"),
    405: ("method-not-allowed", "this path does not take this method"),
}


async def _on_http(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    if isinstance(error, ProblemError):
        return _answer(request, error)
    code, sentence = _HTTP_SENTENCES.get(error.status_code, ("bad-request", str(error.detail)))
    headers = dict(error.headers or {})
    if error.status_code == 405:
        headers["Allow"] = ", ".join(_methods(request))
    return _answer(request, ProblemError(error.status_code, code, sentence, headers=headers))


def _methods(request: Request) -> list[str]:
    """The methods that a path takes: each has a route of its own, which knows only one."""
    scope = dict(request.scope)
    return [
        method
        for method in ("GET", "POST")
        if any(
            route.matches(scope | {"method": method})[0] is Match.FULL
            for route in request.app.router.routes
        )
    ]


async def _on_validation(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    faults = error.errors()
    source = faults[0]["loc"][0]
    given = getattr(request.state, "body", None) if source == "body" else dict(request.query_params)
    # Of a value that may be of several kinds there is a fault per kind: the deepest was meant.
    same = [other for other in faults if other["loc"][:2] == faults[0]["loc"][:2]]
    fault = max(same, key=lambda other: len(pointer_in(other["loc"][1:], given, missing=False)[1]))
    kind, place = str(fault["type"]), fault["loc"][1:]
    if kind == "missing" and not place:
        return _answer(
            request, ProblemError(422, "no-body", "the request has no body: send a JSON object")
        )
    pointer, names = pointer_in(place, given, missing=kind == "missing")
    name = ".".join(names)[:200] or "the body"
    if kind == "extra_forbidden":
        known = _fields_of(request)
        sentence = f"unknown field {excerpt(name)}{nearest(name, known)}"
        if known:
            sentence += f": known are {', '.join(known)}"
        return _answer(request, ProblemError(422, "unknown-field", sentence, pointer=pointer))
    if kind == "missing":
        return _answer(
            request, ProblemError(422, f"no-{names[-1]}", f"{name} is missing", pointer=pointer)
        )
    kinds = [str(other["msg"]) for other in same if len(other["loc"]) == len(fault["loc"])]
    sentence = "; or ".join(dict.fromkeys(text[:1].lower() + text[1:] for text in kinds[:4]))
    code = f"bad-{names[0]}" if names and names[0] in _fields_of(request) else "bad-body"
    return _answer(request, ProblemError(422, code, f"{name}: {sentence}", pointer=pointer))


def _fields_of(request: Request) -> list[str]:
    """The fields of the body or the query that the route of a request takes."""
    route = request.scope.get("route")
    body = getattr(route, "body_field", None)
    model = getattr(getattr(body, "field_info", None), "annotation", None)
    if isinstance(model, type) and issubclass(model, BaseModel):
        return list(model.model_fields)
    dependant = getattr(route, "dependant", None)
    return [field.alias for field in getattr(dependant, "query_params", [])]
