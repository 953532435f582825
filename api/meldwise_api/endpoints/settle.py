"""``/v1/settle``: the scores of a finished hand."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any, Final, get_args

from fastapi import APIRouter, Body, Request, Response
from pydantic import BaseModel, Field

import meldwise as mw
from meldwise.settle.ending import Kind
from meldwise_api.fields import (
    Cards,
    CardText,
    Locale,
    Meld,
    Options,
    Players,
    Question,
    Rules,
    one_of,
)
from meldwise_api.problems import ProblemError
from meldwise_api.route import StrictRoute
from meldwise_api.service import service_of

router = APIRouter(route_class=StrictRoute, tags=["questions"])

Numbers = Annotated[list[int], Field(max_length=100)]


class Ending(Question):
    """What ended the hand."""

    kind: str = Field(
        max_length=40,
        description="What it was; void: the hand counts for nothing.",
        json_schema_extra=one_of(*get_args(Kind)),
    )
    player: int | None = Field(None, description="Who ended it; players count from 0.")
    discarded: bool | None = Field(
        None, description="Whether a player who is out threw a last card."
    )
    at_once: bool | None = Field(None, description="Whether all went down in one turn.")
    declared: Numbers | None = Field(None, description="Who declared a dealt hand.")


class LaidMeld(Question):
    """A meld on the table."""

    owner: int = Field(description="Whose it is.")
    cards: Cards


class SettleQuestion(Question):
    """How a hand ended: the document that ``meldwise settle`` reads."""

    rules: Rules
    options: Options = None
    players: Players = None
    ending: Ending
    counts: Numbers | None = Field(
        None, description="What the rules count for each player; or give `hands`."
    )
    hands: Annotated[list[Cards], Field(max_length=100)] | None = Field(
        None, description="The cards that each player holds; they are melded and counted."
    )
    table: Annotated[list[LaidMeld], Field(max_length=60)] | None = Field(
        None, description="Melds on the table, where melds are laid in play."
    )
    melded: Numbers | None = Field(None, description="Points melded by each player.")
    upcard: CardText | None = Field(None, description="The first upcard, where rules score by it.")
    scores: Numbers | None = Field(None, description="Running scores before the hand.")
    buy_ins: Numbers | None = Field(None, description="How often each player has bought in.")
    locale: Locale = "en"


class LaidOff(BaseModel):
    """Cards laid off at the end."""

    cards: list[str] = Field(description="The cards.")
    meld: Meld = Field(description="The meld as it lies then.")


class ShownHand(BaseModel):
    """A hand as its player shows it."""

    melds: list[Meld] = Field(description="The melds.")
    left: list[str] = Field(description="What is left.")
    laid_off: list[LaidOff] = Field([], description="What was laid off.")
    discard: str | None = Field(None, description="The last discard.")


class Standing(BaseModel):
    """The state of a game after the hand."""

    totals: list[int] = Field(description="The running scores.")
    out: list[int] = Field(description="Who has reached the limit.")
    may_buy_in: list[int] = Field(description="Who of them may come back.")
    buy_in_at: int | None = Field(description="At which score.")
    over: bool = Field(description="Whether the game has ended.")
    winners: list[int] = Field(description="Who won it.")


class Settlement(BaseModel):
    """The scores of a finished hand: the document of ``meldwise settle --json``."""

    scores: list[int] = Field(
        description="What each running score changes by, in the rule set's own unit."
    )
    winners: list[int] = Field(description="Who won the hand.")
    counts: list[int] = Field(description="What the rules count for each player.")
    explain: list[str] = Field(description="Why, in sentences.")
    hands: list[ShownHand] | None = Field(None, description="The hands, where cards were given.")
    melded: list[int] | None = Field(None, description="The points of melds, where all score them.")
    game: Standing | None = Field(
        None, description="The state of the game, where running scores were given."
    )
    exact: bool = Field(True, description="False when the search for lay-offs was cut short.")


_EXAMPLES: Final[dict[str, Any]] = {
    "counts": {
        "summary": "Tonk: a knock, from counts",
        "value": {
            "rules": "tonk",
            "ending": {"kind": "knock", "player": 0},
            "counts": [12, 12, 20, 31],
        },
    },
    "hands": {
        "summary": "Gin: a knock, from the hands",
        "value": {
            "rules": "gin-rummy",
            "ending": {"kind": "knock", "player": 0},
            "hands": ["AH 2H 3H 7S 7D 7C TS TD TH 5C", "TC JS QS KC KD KH 4H 5H AD 2C"],
        },
    },
}


@router.post("/v1/settle", operation_id="settleHand", response_model=Settlement)
async def settle_hand(
    request: Request, question: Annotated[SettleQuestion, Body(openapi_examples=_EXAMPLES)]
) -> Response:
    """What each player's running score changes by at the end of a hand, and why."""
    service = service_of(request)
    given = question.hands if question.counts is None else question.counts
    service.check(question.players, question.locale)
    if len(given or ()) > service.settings.max_players:
        name = "hands" if question.counts is None else "counts"
        sentence = f"{name}: at most {service.settings.max_players} players here"
        raise ProblemError(422, "bad-players", sentence, pointer=f"/{name}")
    if len(question.table or ()) > service.settings.max_table:
        most = service.settings.max_table
        raise ProblemError(422, "bad-table", f"table: at most {most} melds here", pointer="/table")
    outcome = question.model_dump(exclude_none=True, exclude={"rules", "options"})
    rules, _ = service.rules.find(question.rules, question.options)
    seconds = service.settings.max_seconds
    job = partial(mw.settle, {**outcome, "rules": rules})
    return await service.search(request, "settle", seconds, job)
