"""``/v1/melds``: the best melds of a hand."""

from __future__ import annotations

from functools import partial
from time import perf_counter
from typing import Annotated, Any, Final, Literal, get_args

from fastapi import APIRouter, Body, Query, Request, Response
from pydantic import BaseModel, ConfigDict, Field

import meldwise as mw
from meldwise.cards import RANKS
from meldwise.cards.card import JOKER_CODE
from meldwise.partition.question import Discard, Engine
from meldwise.partition.scoring import Goal
from meldwise_api.fields import (
    LONGEST_CARDS,
    Arrangement,
    Cards,
    CardText,
    Locale,
    Options,
    Players,
    Question,
    Rules,
    Time,
    one_of,
)
from meldwise_api.problems import ProblemError
from meldwise_api.route import StrictRoute
from meldwise_api.service import json_answer, service_of

GOALS: Final = get_args(Goal)
DISCARDS: Final = get_args(Discard)
ENGINES: Final = get_args(Engine)

router = APIRouter(route_class=StrictRoute, tags=["questions"])

# Measured: the search takes 1 ms for such a hand, 10 ms at worst. Should it not end in so long,
# the hand goes to a thread like all others.
_SHORT_HAND: Final = 14
_FEW_WILDS: Final = 2
_SHORT_SECONDS: Final = 0.01


class MeldsQuestion(Question):
    """A hand, and what is asked of it: the fields of ``meldwise melds``."""

    hand: Cards
    rules: Rules
    options: Options = None
    players: Players = None
    goal: str = Field(
        "deadwood",
        max_length=40,
        description="deadwood: least deadwood, then most meld points; points: most meld points, "
        "then least deadwood; out: going out.",
        json_schema_extra=one_of(*GOALS),
    )
    discard: Annotated[str, Field(max_length=40, json_schema_extra=one_of(*DISCARDS))] | None = (
        Field(
            None,
            description="Whether one card is thrown; left out: none, and for going out as "
            "the rules say.",
        )
    )
    limit: int | Annotated[str, Field(max_length=40)] = Field(
        1,
        description="How many arrangements, or optimal for all that are best.",
        examples=[1, "optimal"],
    )
    require: (
        dict[str, int | bool | Annotated[str, Field(max_length=400)]]
        | Annotated[list[Annotated[str, Field(max_length=400)]], Field(max_length=20)]
        | None
    ) = Field(
        None,
        description="What the melds must have together: points, sets, runs, pure_runs, contract, "
        "only_contract; as an object or as a list of texts such as points=40.",
        examples=[{"points": 40}],
    )
    pins: Annotated[
        list[CardText | Annotated[list[CardText], Field(max_length=100, fail_fast=True)]],
        Field(max_length=100, fail_fast=True),
    ] = Field(
        [], description="Groups of cards that must stay together in one meld.", examples=[["7S 6S"]]
    )
    engine: str = Field(
        "auto",
        max_length=40,
        description="What finds them: cp is the constraint model.",
        json_schema_extra=one_of(*ENGINES),
    )
    time: Time = None
    locale: Locale = "en"


class MeldsAnswer(Arrangement):
    """The best melds of a hand: the document of ``meldwise melds --json``."""

    rules: str = Field(description="The rule set.")
    goal: Literal["deadwood", "points", "out"] = Field(description="What was asked for.")
    exact: bool = Field(description="Whether nothing better can exist.")
    hand: list[str] = Field(description="The hand.")
    alternatives: list[Arrangement] = Field(description="Further arrangements, best first.")
    engine: str = Field(description="What found it.")
    elapsed_ms: float = Field(description="How long it took.")
    bound: int | None = Field(
        None, description="Where `exact` is false: what could still be reached."
    )
    met: bool | None = Field(None, description="Whether requirements and pins can be met.")
    truncated: bool = Field(
        False, description="Whether arrangements that were asked for are missing."
    )


_SAMPLE: Final = "4S 5S 6S 7S 7H 7D 7C QD QS JK 2H 9C KD"
_EXAMPLES: Final[dict[str, Any]] = {
    "best": {
        "summary": "The best melds",
        "value": {"hand": _SAMPLE, "rules": "german-rummy"},
    },
    "discard": {
        "summary": "Gin: which card to throw",
        "value": {
            "hand": "2S 3S 4S 5S 2C 3C 4C 3D 4D 5D 5H",
            "rules": "gin-rummy",
            "discard": "required",
        },
    },
    "opening": {
        "summary": "An initial meld of 40 points, all ways that are best",
        "value": {
            "hand": "KS KH KD 5C 6C JK",
            "rules": "romme",
            "require": {"points": 40},
            "limit": "optimal",
        },
    },
    "house": {
        "summary": "House rules in the request",
        "value": {
            "hand": ["5D", "6D", "7D", "QS", "JK"],
            "rules": {"extends": "loba", "meld": {"run": {"min": 3}}},
            "options": {"wild.max_per_meld": 1},
        },
    },
}


@router.post("/v1/melds", operation_id="bestMelds", response_model=MeldsAnswer)
async def best_melds(
    request: Request, question: Annotated[MeldsQuestion, Body(openapi_examples=_EXAMPLES)]
) -> Response:
    """The best partition of a hand into melds: exact, or `exact` is false."""
    return await _answer(request, question)


class HandQuery(BaseModel):
    """A hand as a query: what most ask of it."""

    model_config = ConfigDict(extra="forbid")

    hand: Annotated[str, Field(max_length=LONGEST_CARDS)] = Field(
        description="The cards, such as 7H8H9HJK.", examples=["4S5S6S7S7H7D7CQDQSJK2H9CKD"]
    )
    rules: Annotated[str, Field(max_length=200)] = Field(
        description="Id or alias of a rule set.", examples=["romme"]
    )
    goal: str = Field(
        "deadwood",
        max_length=40,
        description="What is best, as in the other form.",
        json_schema_extra=one_of(*GOALS),
    )
    discard: Annotated[str, Field(max_length=40, json_schema_extra=one_of(*DISCARDS))] | None = (
        Field(None, description="Whether one card is thrown.")
    )


@router.get("/v1/melds", operation_id="bestMeldsOfHand", response_model=MeldsAnswer)
async def best_melds_of_hand(request: Request, query: Annotated[HandQuery, Query()]) -> Response:
    """The same as a one-liner, for a hand under a rule set as it is."""
    given = [name for name, _ in request.query_params.multi_items()]
    twice = next((name for name in given if given.count(name) > 1), None)
    if twice is not None:
        raise ProblemError(422, "given-twice", f"{twice} is given twice", pointer=f"/{twice}")
    return await _answer(request, MeldsQuestion(**query.model_dump()))


_ASKED: Final = ("goal", "discard", "limit", "require", "pins", "players", "locale")


async def _answer(request: Request, question: MeldsQuestion) -> Response:
    service = service_of(request)
    service.check(question.players, question.locale)
    seconds = service.seconds(question.time)
    most = service.settings.max_alternatives
    if isinstance(question.limit, int) and not 1 <= question.limit <= most:
        sentence = f'limit: a number from 1 to {most} here, or "optimal"'
        raise ProblemError(422, "bad-limit", sentence, pointer="/limit")
    hand = mw.Hand.parse(question.hand, question.locale)
    service.check_cards("hand", len(hand))
    rules, known = service.rules.find(question.rules, question.options)
    # Words are checked by the library, which suggests the right one.
    asked: dict[str, Any] = {name: getattr(question, name) for name in _ASKED}
    ask = partial(mw.best_melds, hand, rules, **asked)
    if known and _is_short(question, hand, rules):
        started = perf_counter()
        best = ask(engine="search", seconds=min(seconds, _SHORT_SECONDS))
        if best.exact:
            service.answered("melds", perf_counter() - started, best)
            return json_answer(best)
    return await service.search(
        request, "melds", seconds, partial(ask, engine=question.engine, seconds=seconds)
    )


def _is_short(question: MeldsQuestion, hand: mw.Hand, rules: mw.RuleSet) -> bool:
    """Whether the search is sure to be short."""
    if len(hand) > _SHORT_HAND or question.engine not in ("auto", "search"):
        return False
    if question.limit != 1 or question.require or question.pins:
        return False
    wild = [RANKS.index(rank) for rank in rules.deck.wild_ranks]
    codes = [card.code for card in hand.cards]
    wilds = sum([code >= JOKER_CODE or code % 13 in wild for code in codes])
    return wilds <= _FEW_WILDS
