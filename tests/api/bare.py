"""A FastAPI route that does nothing: what the framework costs by itself."""

from __future__ import annotations

import json
from typing import Any

from fastapi import FastAPI
from pydantic import BaseModel

import meldwise as mw

ANSWER: dict[str, Any] = json.loads(
    json.dumps(mw.best_melds("2S 3S 4S 5S 2C 3C 4C 3D 4D 5D", "gin-rummy").to_dict())
)


class Question(BaseModel):
    """The same fields as a request for melds has."""

    hand: str
    rules: str


app = FastAPI()


@app.post("/v1/melds")
async def melds(question: Question) -> dict[str, Any]:
    """The same answer to every question."""
    del question
    return ANSWER


@app.get("/healthz")
async def health() -> dict[str, str]:
    """For whoever waits."""
    return {"status": "ok"}
