"""``/v1/check``: whether some cards are one meld."""

from __future__ import annotations

from functools import partial
from time import perf_counter
from typing import Annotated, Any, Final

from fastapi import APIRouter, Body, Request, Response
from pydantic import BaseModel, Field

import meldwise as mw
from meldwise.cards import parse_cards
from meldwise_api.fields import Cards, Locale, Meld, Options, Players, Question, Rules
from meldwise_api.route import StrictRoute
from meldwise_api.service import json_answer, service_of

router = APIRouter(route_class=StrictRoute, tags=["questions"])

# So many cards have so few readings that telling them takes a fraction of a millisecond.
_FEW_CARDS: Final = 8


class CheckQuestion(Question):
    """Some cards: the fields of ``meldwise check``."""

    cards: Cards
    rules: Rules
    options: Options = None
    players: Players = None
    ordered: bool = Field(
        False, description="Whether the cards lie in this order; by default they may be in any."
    )
    locale: Locale = "en"


class CheckAnswer(BaseModel):
    """Whether the cards are one meld: the document of ``meldwise check --json``."""

    legal: bool = Field(description="Whether they are.")
    readings: list[Meld] = Field(description="All readings as one meld, dearest first.")
    code: str | None = Field(description="Why not, for programs: stable.")
    reason: str | None = Field(description="Why not, as a sentence.")
    truncated: bool = Field(False, description="Whether there are more readings than are listed.")


_EXAMPLES: Final[dict[str, Any]] = {
    "wild": {
        "summary": "What a joker may stand for",
        "value": {"cards": "QS KS JK", "rules": "german-rummy"},
    },
    "illegal": {
        "summary": "Why some cards are no meld",
        "value": {"cards": "7H 7C 7S 7D", "rules": "loba"},
    },
}


@router.post("/v1/check", operation_id="checkMeld", response_model=CheckAnswer)
async def check_meld(
    request: Request, question: Annotated[CheckQuestion, Body(openapi_examples=_EXAMPLES)]
) -> Response:
    """Whether some cards are one meld: all readings with what each wild stands for, or why not."""
    service = service_of(request)
    service.check(question.players, question.locale)
    cards = parse_cards(question.cards, question.locale)
    service.check_cards("cards", len(cards))
    rules, known = service.rules.find(question.rules, question.options)
    ask = partial(mw.check, cards, rules, ordered=question.ordered, players=question.players)
    if known and len(cards) <= _FEW_CARDS:
        started = perf_counter()
        verdict = ask()
        service.answered("check", perf_counter() - started, verdict)
        return json_answer(verdict)
    return await service.search(request, "check", service.settings.max_seconds, ask)
