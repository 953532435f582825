"""``/healthz``, ``/readyz`` and ``/metrics``: for whatever watches over the process."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST
from pydantic import BaseModel, Field

from meldwise_api.problems import ProblemError
from meldwise_api.service import service_of

router = APIRouter(tags=["operation"])


class Health(BaseModel):
    """The process answers."""

    status: Literal["ok"] = Field("ok", description="Always ok.")


class Ready(BaseModel):
    """The engines are loaded and have passed their self-check."""

    status: Literal["ready"] = Field("ready", description="Always ready.")


@router.get("/healthz", operation_id="health")
async def health() -> Health:
    """Whether the process answers at all."""
    return Health()


@router.get("/readyz", operation_id="ready")
async def ready(request: Request) -> Ready:
    """Whether requests should be sent here; 503 until the engines are warm and checked."""
    state = service_of(request).ready
    if not state.ready:
        raise ProblemError(503, "not-ready", state.reason, headers={"Retry-After": "1"})
    return Ready()


@router.get("/metrics", include_in_schema=False)
async def metrics(request: Request) -> Response:
    """What is counted, in the text form of Prometheus."""
    service = service_of(request)
    if not service.settings.metrics:
        raise ProblemError(404, "not-found", "metrics are not served here")
    return Response(service.meters.told(), headers={"Content-Type": CONTENT_TYPE_LATEST})
