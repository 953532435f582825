"""Errors as RFC 9457 problem documents: stable code, one sentence, pointer to the fault.

Whatever goes wrong ends here, so that a client sees one form of error and never a traceback.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any, Final, get_args

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field
from pydantic.fields import FieldInfo
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
        None,
        description="JSON pointer (RFC 6901) to the faulty value in the request's body or query.",
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


_log: Final = logging.getLogger("meldwise_api.errors")

# Faults of how the service was set up, not of what was asked.
_OURS: Final = frozenset(("bad-values", "no-folder"))


def of_input(error: InputError, body: Any) -> ProblemError:
    """An error of the library's, with the place in the request's body or query."""
    if error.code in _OURS:
        # Where the service keeps its files is nobody else's business.
        _log.error("%s", error.message)
        return ProblemError(503, error.code, "the service's value functions cannot be read")
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
    return _answer(request, of_input(error, _given(request)))


_HTTP_SENTENCES: Final = {
    404: ("not-found", "there is nothing at this path"),
    405: ("method-not-allowed", "this path does not take this method"),
}


async def _on_http(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    if isinstance(error, ProblemError):
        return _answer(request, error)
    code, sentence = _HTTP_SENTENCES.get(error.status_code, ("bad-request", str(error.detail)))
    headers = dict(error.headers or {})
    if error.status_code == 404 and request.app.openapi_url is not None:
        sentence += ": /docs lists what there is"
    if error.status_code == 405:
        headers["Allow"] = ", ".join(_methods(request))
    return _answer(request, ProblemError(error.status_code, code, sentence, headers=headers))


def _methods(request: Request) -> list[str]:
    """The methods that a path takes: each has a route of its own, which knows only one."""
    scope = dict(request.scope)
    found = [
        method
        for method in ("GET", "POST")
        if any(
            route.matches(scope | {"method": method})[0] is Match.FULL
            for route in request.app.router.routes
        )
    ]
    # `Edge` answers HEAD wherever GET is answered.
    return [*found, "HEAD"] if "GET" in found else found


async def _on_validation(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    faults = error.errors()
    if faults[0]["loc"][0] == "path":
        name = str(faults[0]["loc"][1])
        return _answer(request, ProblemError(422, f"bad-{name}", f"{name}: {_told(faults[0])}"))
    given = _given(request)
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
        known = list(_fields_of(request, names[:-1]))
        sentence = f"unknown field {excerpt(name)}{nearest(names[-1], known)}"
        if known:
            sentence += f": known are {', '.join(known)}"
        return _answer(request, ProblemError(422, "unknown-field", sentence, pointer=pointer))
    if kind == "missing":
        return _answer(
            request, ProblemError(422, f"no-{names[-1]}", f"{name} is missing", pointer=pointer)
        )
    kinds = [_told(other) for other in same if len(other["loc"]) == len(fault["loc"])]
    sentence = "; or ".join(dict.fromkeys(kinds[:4]))
    code = f"bad-{names[0]}" if names and names[0] in _fields_of(request) else "bad-body"
    return _answer(request, ProblemError(422, code, f"{name}: {sentence}", pointer=pointer))


def _given(request: Request) -> Any:
    """What a request asks: its body, or its query where it has none."""
    body = getattr(request.state, "body", None)
    return dict(request.query_params) if body is None else body


# In the words of JSON, not of Python.
_NEEDED: Final = {
    "model_attributes_type": "a JSON object is needed",
    "model_type": "a JSON object is needed",
    "dict_type": "a JSON object is needed",
    "list_type": "a list is needed",
    "string_type": "text is needed",
    "int_type": "a whole number is needed",
    "float_type": "a number is needed",
    "bool_type": "true or false is needed",
    "too_long": "at most {max_length} items are allowed",
    "string_too_long": "at most {max_length} characters are allowed",
}


def _told(fault: Mapping[str, Any]) -> str:
    """What pydantic found, as the rest of a sentence."""
    known = _NEEDED.get(fault["type"])
    text = str(fault["msg"])
    return text[:1].lower() + text[1:] if known is None else known.format(**fault.get("ctx", {}))


def _fields_of(request: Request, place: Sequence[str] = ()) -> dict[str, FieldInfo]:
    """The fields that the body or the query of a route takes, or an object at a place in it."""
    route = request.scope.get("route")
    asked = getattr(route, "body_field", None)
    if asked is None:
        asked = next(iter(getattr(getattr(route, "dependant", None), "query_params", [])), None)
    model = _model_in(getattr(getattr(asked, "field_info", None), "annotation", None))
    for name in place:
        if model is not None and not name.isdecimal():
            field = model.model_fields.get(name)
            model = None if field is None else _model_in(field.annotation)
    return {} if model is None else model.model_fields


def _model_in(kind: Any) -> type[BaseModel] | None:
    """The model in a type such as ``list[LaidMeld] | None``."""
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return kind
    return next(filter(None, map(_model_in, get_args(kind))), None)
