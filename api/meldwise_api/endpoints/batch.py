"""``/v1/batch/melds``: many hands in one request."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any, Final

from fastapi import APIRouter, Body, Request, Response
from pydantic import BaseModel, Field

from meldwise_api.batching import batch_melds
from meldwise_api.fields import (
    Cards,
    Deadwood,
    Locale,
    Meld,
    Options,
    Players,
    Question,
    Rules,
    Time,
)
from meldwise_api.problems import ProblemError
from meldwise_api.route import StrictRoute
from meldwise_api.service import service_of
from meldwise_api.settings import MOST_HANDS

router = APIRouter(route_class=StrictRoute, tags=["questions"])


class BatchQuestion(Question):
    """Hands under one rule set."""

    hands: Annotated[list[Cards], Field(max_length=MOST_HANDS, fail_fast=True)] = Field(
        description="The hands, up to 1,000 of them."
    )
    rules: Rules
    options: Options = None
    players: Players = None
    time: Time = None
    locale: Locale = "en"


class BatchFault(BaseModel):
    """Why a hand has no answer."""

    code: str = Field(description="Stable, for programs.")
    detail: str = Field(description="A sentence.")
    pointer: str = Field(description="JSON pointer to the hand or the card in the request.")
    where: dict[str, str | int] = Field({}, description="What else is known of the place.")


class BatchItem(BaseModel):
    """The answer for one hand: melds, or an error."""

    hand: list[str] | None = Field(None, description="The hand.")
    melds: list[Meld] | None = Field(None, description="The melds, dearest first.")
    meld_points: int | None = Field(None, description="The points of all melds.")
    deadwood: Deadwood | None = Field(None, description="What is in no meld.")
    exact: bool | None = Field(None, description="Whether no less deadwood can be left.")
    error: BatchFault | None = Field(None, description="Why there is no answer.")


class BatchAnswer(BaseModel):
    """The answers, in the order of the hands."""

    rules: str = Field(description="The rule set.")
    items: list[BatchItem] = Field(description="One for each hand.")
    errors: int = Field(description="How many hands have errors.")
    exact: bool = Field(description="Whether all that have an answer have an exact one.")
    elapsed_ms: float = Field(description="How long it took.")


_EXAMPLES: Final[dict[str, Any]] = {
    "two": {
        "summary": "Two hands and a fault",
        "value": {"hands": ["7S 7H 7D 2C", "TS JS QS KD", "7X"], "rules": "gin-rummy"},
    }
}


@router.post("/v1/batch/melds", operation_id="batchMelds", response_model=BatchAnswer)
async def batch(
    request: Request, question: Annotated[BatchQuestion, Body(openapi_examples=_EXAMPLES)]
) -> Response:
    """For each hand melds that leave the least deadwood.

    Of several such arrangements any one is told, always the same; for the one with most points ask
    `/v1/melds`. A hand that cannot be read gets an error in its place and harms no other.
    """
    service = service_of(request)
    service.check(question.players, question.locale)
    seconds = service.seconds(question.time)
    most = service.settings.max_hands
    if len(question.hands) > most:
        raise ProblemError(
            422,
            "too-many-hands",
            f"hands: {len(question.hands)} of them, at most {most} here",
            pointer="/hands",
        )
    rules, _ = service.rules.find(question.rules, question.options)
    rules.packs(question.players)
    job = partial(
        batch_melds,
        question.hands,
        rules,
        players=question.players,
        locale=question.locale,
        most_cards=service.settings.max_cards,
        seconds=seconds,
    )
    return await service.search(request, "batch", seconds, job)
