"""``/v1/hint``, ``/v1/hint/stream`` and ``/v1/knock``: what to do, and whether to end the hand."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator
from time import perf_counter
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Body, Request, Response
from fastapi.responses import StreamingResponse
from fastapi.sse import format_sse_event
from pydantic import BaseModel, ConfigDict, Field
from pydantic_core import to_json

import meldwise as mw
from meldwise.advice import Hint, KnockAdvice
from meldwise.advice.handalone import USUAL_TURN, position_of_hand
from meldwise.advice.limit import USUAL_SECONDS
from meldwise_api.fields import Cards, Locale, Options, Players, Question, Rules, Time
from meldwise_api.problems import ProblemError
from meldwise_api.route import StrictRoute
from meldwise_api.service import Service, service_of

router = APIRouter(route_class=StrictRoute, tags=["advice"])

GivenPosition = Annotated[
    dict[str, Any] | Annotated[str, Field(max_length=4000)],
    Field(description="What one player sees, as an object or as the one line of its text form."),
]


class _Sampling(Question):
    """How long an answer may take; without any limit a second and 1,000 samples."""

    time: Time = None
    samples: int | None = Field(None, description="Most samples for each action.", examples=[200])
    se: float | None = Field(
        None, description="Stop when the best value has a standard error of so much."
    )
    seed: int = Field(
        0, description="What the samples follow from: same seed and samples, same answer."
    )


class HintQuestion(_Sampling):
    """A position: the fields of ``meldwise hint``."""

    position: GivenPosition


class KnockQuestion(_Sampling):
    """A position, or a hand and its rules: the fields of ``meldwise knock``."""

    position: GivenPosition | None = None
    hand: Cards | None = None
    rules: Rules | None = None
    options: Options = None
    players: Players = None
    turn: int | None = Field(
        None, description="Which of the player's turns it is, for a hand without a position."
    )
    locale: Locale = "en"


class Action(BaseModel):
    """An action; its other fields depend on its type."""

    model_config = ConfigDict(extra="allow")

    type: str = Field(
        description="declare, draw, meld, lay-off, swap-joker, shift-joker, discard, knock, out, "
        "pass, or turn, which has `actions` in order."
    )


class Value(BaseModel):
    """What something is worth."""

    value: float = Field(
        description="The expected change of my advantage, in the rule set's own unit."
    )
    se: float | None = Field(description="Its standard error, where it was sampled.")
    win: float | None = Field(description="The chance to win the hand.")
    source: Literal["exact", "sampled", "learned", "heuristic"] = Field(
        description="Where the value comes from."
    )


class RankedAction(Value):
    """An action and what is known of it."""

    action: Action = Field(description="The action.")
    deadwood: int | None = Field(description="What the hand then leaves unmelded.")
    behind: float = Field(description="By how much the best action is ahead.")
    behind_se: float | None = Field(description="The standard error of that.")
    tied: bool = Field(description="Whether it cannot be told apart from the best.")
    why: list[str] = Field(description="Reasons.")
    caught: float | None = Field(None, description="The chance that ending the hand now loses it.")


class HintAnswer(BaseModel):
    """The actions of a position, ranked: the document of ``meldwise hint --json``."""

    best: Action = Field(description="The best action.")
    value: float = Field(description="What it is worth.")
    exact: bool = Field(description="Whether nothing can be better.")
    samples: int = Field(description="How many were played out for each action.")
    seed: int = Field(description="What they follow from.")
    elapsed_ms: float = Field(description="How long it took.")
    actions: list[RankedAction] = Field(description="All actions, the best first.")
    notes: list[str] = Field(description="What holds for the whole answer.")
    final: bool = Field(True, description="Whether no better answer follows.")


class KnockAnswer(BaseModel):
    """Whether to end the hand: the document of ``meldwise knock --json``."""

    advice: Literal["knock", "wait", "not-legal"] = Field(description="What to do.")
    action: Action | None = Field(description="What ends the hand.")
    discard: str | None = Field(description="The card to throw when the advice is followed.")
    deadwood: int | None = Field(description="What is then left.")
    knock: Value | None = Field(description="What ending it is worth.")
    wait: Value | None = Field(description="What playing on is worth.")
    ahead: float | None = Field(
        description="By how much the better one is ahead on the samples in which both were played."
    )
    ahead_se: float | None = Field(description="The standard error of that.")
    sure: float | None = Field(description="The chance that the better one is better.")
    caught: float | None = Field(description="The chance that ending the hand now loses it.")
    exact: bool = Field(description="Whether both values are exact.")
    samples: int = Field(description="How many hidden deals were looked at.")
    seed: int = Field(description="What they follow from.")
    why: list[str] = Field(description="Reasons.")
    elapsed_ms: float = Field(description="How long it took.")


_GIN: Final = {
    "rules": "gin-rummy",
    "phase": "play",
    "hand": "2S 3S 4S 7H 8H 9H TD TS TC 5D KH",
    "taken": {"card": "KH", "from": "stock"},
    "discards": ["9D"],
}
_HINTS: Final[dict[str, Any]] = {
    "gin": {
        "summary": "Gin, after the draw",
        "value": {"position": _GIN, "samples": 50, "time": "2s", "seed": 1},
    },
    "quick": {
        "summary": "At once, without samples",
        "value": {"position": _GIN, "samples": 0},
    },
}
_KNOCKS: Final[dict[str, Any]] = {
    "hand": {
        "summary": "A hand alone",
        "value": {
            "hand": "2S 3S 4S 7H 8H 9H TD TS TC 5D KH",
            "rules": "gin-rummy",
            "samples": 50,
            "seed": 1,
        },
    },
    "position": {"summary": "A position", "value": {"position": _GIN, "samples": 50, "seed": 1}},
}


_EVENT: Final[dict[str, Any]] = {
    "type": "object",
    "description": "One event.",
    "required": ["event", "id", "data"],
    "properties": {
        "event": {"enum": ["hint", "final"]},
        "id": {"type": "string"},
        "data": {
            "type": "string",
            "contentMediaType": "application/json",
            "contentSchema": {"$ref": "#/components/schemas/HintAnswer"},
        },
    },
}


@router.post("/v1/hint", operation_id="hint", response_model=HintAnswer)
async def hint(
    request: Request, question: Annotated[HintQuestion, Body(openapi_examples=_HINTS)]
) -> Response:
    """All actions of a position, ranked by what they are worth, with reasons."""
    service = service_of(request)
    seconds, job = _asked(service, question)

    def last() -> Hint:
        *_, found = job()
        return found

    return await service.search(request, "hint", seconds, last)


@router.post(
    "/v1/hint/stream",
    operation_id="hintStream",
    response_class=Response,
    responses={
        200: {
            "description": "Server-sent events: `hint` for each better answer, `final` for the "
            "last; the data of each is a HintAnswer.",
            "content": {"text/event-stream": {"schema": _EVENT}},
        }
    },
)
async def hint_stream(
    request: Request, question: Annotated[HintQuestion, Body(openapi_examples=_HINTS)]
) -> Response:
    """The same as server-sent events: an answer at once, then better ones, the last as `final`.

    When the client leaves, nothing runs on.
    """
    service = service_of(request)
    _, job = _asked(service, question)

    def events() -> Iterator[bytes]:
        started = perf_counter()
        for number, found in enumerate(job(), 1):
            if found.final:
                service.answered("hint", perf_counter() - started, found)
            # Written in the thread: the reasons are worked out as they are written.
            yield _event(found, number)

    answers = service.work.stream(request, events)
    # What is wrong with the question, and a full queue, must be told before the answer begins.
    first = await anext(answers)
    return StreamingResponse(
        _all(first, answers),
        media_type="text/event-stream",
        headers={"Cache-Control": "no-cache", "X-Accel-Buffering": "no"},
    )


@router.post("/v1/knock", operation_id="knock", response_model=KnockAnswer)
async def knock(
    request: Request, question: Annotated[KnockQuestion, Body(openapi_examples=_KNOCKS)]
) -> Response:
    """Whether to end the hand now or to play on, and by how much that is better."""
    service = service_of(request)
    service.check(question.players, question.locale)
    seconds, limits = _limits(service, question)

    def job() -> KnockAdvice:
        return mw.knock(_position_to_knock(service, question), **limits)

    return await service.search(request, "knock", seconds, job)


async def _all(first: bytes, further: AsyncGenerator[bytes]) -> AsyncIterator[bytes]:
    try:
        yield first
        async for event in further:
            yield event
    finally:
        await further.aclose()


def _event(found: Hint, number: int) -> bytes:
    return format_sse_event(
        data_str=to_json(found.to_dict()).decode(),
        event="final" if found.final else "hint",
        id=str(number),
    )


def _limits(service: Service, question: _Sampling) -> tuple[float, dict[str, Any]]:
    """The longest that the answer may take, and the limits as the library takes them."""
    most = service.settings.max_samples
    if question.samples is not None and not 0 <= question.samples <= most:
        sentence = f"samples: a number from 0 to {most} here"
        raise ProblemError(422, "bad-samples", sentence, pointer="/samples")
    seconds: float | None = None
    if question.time is not None:
        seconds = service.seconds(question.time)
    elif question.samples is not None or question.se is not None:
        seconds = service.settings.max_seconds
    limits = {
        "seconds": seconds,
        "samples": question.samples,
        "se": question.se,
        "seed": question.seed,
        # As many searches run at once as there are processors.
        "threads": 1,
    }
    return USUAL_SECONDS if seconds is None else seconds, limits


def _asked(service: Service, question: HintQuestion) -> tuple[float, Callable[[], Iterator[Hint]]]:
    seconds, limits = _limits(service, question)

    def job() -> Iterator[Hint]:
        yield from mw.improving_hints(_position(service, question.position), **limits)

    return seconds, job


def _position(service: Service, given: dict[str, Any] | str) -> mw.Position:
    table = given.get("table") if isinstance(given, dict) else None
    if isinstance(table, list) and len(table) > service.settings.max_table:
        most = service.settings.max_table
        raise ProblemError(
            422, "bad-table", f"table: at most {most} melds here", pointer="/position/table"
        )
    position = mw.Position.of(given)
    if position.players > service.settings.max_players:
        most = service.settings.max_players
        raise ProblemError(
            422, "bad-players", f"players: at most {most} here", pointer="/position/players"
        )
    return position


def _position_to_knock(service: Service, question: KnockQuestion) -> mw.Position:
    if question.position is not None:
        given = question.model_dump(exclude_unset=True, exclude_none=True)
        alone = given.keys() & {"hand", "rules", "options", "players", "turn", "locale"}
        if alone:
            name = min(alone)
            sentence = f"{name} goes with a hand: a position has its own"
            raise ProblemError(422, f"bad-{name}", sentence, pointer=f"/{name}")
        return _position(service, question.position)
    if question.hand is None or question.rules is None:
        name = "rules" if question.hand is not None else "hand"
        sentence = "give a position, or a hand and its rules"
        raise ProblemError(422, f"no-{name}", sentence, pointer=f"/{name}")
    rules, _ = service.rules.find(question.rules, question.options)
    return position_of_hand(
        question.hand,
        rules,
        players=question.players,
        turn=USUAL_TURN if question.turn is None else question.turn,
        locale=question.locale,
    )
