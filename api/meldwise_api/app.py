"""The application factory."""

from __future__ import annotations

import asyncio
import gc
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import PackageNotFoundError, version
from typing import Final

from fastapi import FastAPI

from meldwise.playout.values.functions import FOLDER_VARIABLE
from meldwise_api.admission import Admission
from meldwise_api.bodies import BodyLimits
from meldwise_api.edge import Edge, Faults
from meldwise_api.endpoints import batch, check, hints, melds, operation, pages, rules, settle
from meldwise_api.meters import Meters, forget_dead_processes
from meldwise_api.openapi import DESCRIPTION, SUMMARY, add_openapi
from meldwise_api.othersites import OtherSites
from meldwise_api.problems import add_handlers
from meldwise_api.service import Service
from meldwise_api.settings import Settings
from meldwise_api.turns import Turns
from meldwise_api.work import Work

# The tables that searches keep are many lists: a collection of the oldest generation, which looks
# through all of them, takes a twentieth of a second and more, in which nobody is answered. It comes
# five times as seldom as usual.
COLLECTIONS: Final = (700, 10, 50)


def create_app(settings: Settings | None = None) -> FastAPI:
    """The application; ``uvicorn --factory meldwise_api:create_app`` serves it.

    Args:
        settings: By default those of the environment and the file.

    >>> create_app(Settings()).title
    'Meldwise'
    """
    known = Settings() if settings is None else settings
    if known.values:
        # The library looks for it there, whoever asks.
        os.environ[FOLDER_VARIABLE] = known.values
    meters = Meters()
    work = Work(known.concurrency, known.queue, known.queue_seconds, meters)
    app = FastAPI(
        title="Meldwise",
        summary=SUMMARY,
        description=DESCRIPTION,
        version=_version(),
        license_info={"name": "MIT", "identifier": "MIT"},
        openapi_url="/openapi.json" if known.docs else None,
        docs_url=None,
        redoc_url=None,
        root_path=known.root_path,
        redirect_slashes=False,
        lifespan=_lifespan,
    )
    app.state.service = Service(known, meters, work)
    for endpoint in (melds, check, settle, batch, hints, rules, operation, pages):
        # Taken over one by one: a router that is included looks for the route a second time, in
        # each request.
        app.router.routes.extend(endpoint.router.routes)
    add_handlers(app)
    add_openapi(app, keys=bool(known.api_keys))
    # Each new middleware stands around those before it.
    app.add_middleware(Turns)
    app.add_middleware(BodyLimits, most=known.max_body, seconds=known.body_seconds)
    if known.api_keys or known.rate_limit:
        app.add_middleware(Admission, settings=known)
    app.add_middleware(Faults)
    if known.cors_origins:
        app.add_middleware(OtherSites, origins=known.cors_origins)
        # It refuses by itself too.
        app.add_middleware(Faults)
    app.add_middleware(Edge, meters=meters)
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    service: Service = app.state.service
    forget_dead_processes()
    usual = gc.get_threshold()
    gc.set_threshold(*COLLECTIONS)
    # Health is answered while the engines are loaded; readiness waits for them.
    warming = asyncio.create_task(asyncio.to_thread(_warm, service))
    try:
        yield
    finally:
        warming.cancel()
        service.work.close()
        gc.set_threshold(*usual)


def _warm(service: Service) -> None:
    service.ready.warm()
    # The libraries, tables and models that are loaded now stay: without this a collection looks
    # through all of them again and again, a tenth of a second each time.
    gc.collect()
    gc.freeze()


def _version() -> str:
    try:
        return version("meldwise")
    except PackageNotFoundError:
        return "0"
