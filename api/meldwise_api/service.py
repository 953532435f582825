"""What all routes share: the settings, the searches, the meters, and the limits of a request."""

from __future__ import annotations

from argparse import ArgumentTypeError
from collections.abc import Callable
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any, Final

from fastapi import Request, Response
from pydantic_core import to_json

from meldwise.cards.locales import rank_letters
from meldwise.cli.arguments import seconds as parse_seconds
from meldwise_api.meters import Meters
from meldwise_api.problems import ProblemError
from meldwise_api.rulesets import RuleSets
from meldwise_api.settings import Settings
from meldwise_api.warming import Readiness
from meldwise_api.work import Work

# Compiling takes a minute or two; see `warming`.
_RETRY_AFTER: Final = "10"


@dataclass(slots=True)
class Service:
    """One application's own state; no request leaves anything in it but counts and caches."""

    settings: Settings
    meters: Meters
    work: Work
    rules: RuleSets = field(default_factory=RuleSets)
    ready: Readiness = field(default_factory=Readiness)

    def seconds(self, time: str | float | None) -> float:
        """The time limit that a request asks for, in seconds.

        Raises:
            ProblemError: not a time, or more than is allowed.
        """
        if time is None:
            return min(self.settings.default_seconds, self.settings.max_seconds)
        try:
            seconds = parse_seconds(time) if isinstance(time, str) else float(time)
        except ArgumentTypeError as error:
            raise _over("time", str(error)) from None
        if not 0 < seconds <= self.settings.max_seconds:
            raise _over(
                "time", f"a time is above 0 and up to {self.settings.max_seconds:g} seconds here"
            )
        return seconds

    def check(self, players: int | None, locale: str) -> None:
        """Refuse more players than are allowed, and letters of nowhere."""
        rank_letters(locale)
        if players is not None and players > self.settings.max_players:
            raise _over("players", f"at most {self.settings.max_players} here")

    def check_cards(self, name: str, cards: int) -> None:
        """Refuse a hand of more cards than are allowed."""
        if cards > self.settings.max_cards:
            sentence = f"{name}: {cards} cards, at most {self.settings.max_cards} here"
            raise ProblemError(422, "too-many-cards", sentence, pointer=f"/{name}")

    async def search(
        self, request: Request, question: str, seconds: float, job: Callable[[], Any]
    ) -> Response:
        """The answer of a job off the event loop; see `Work.run`."""

        def told() -> Response:
            started = perf_counter()
            answer = job()
            self.answered(question, perf_counter() - started, answer)
            # Here and not in the loop: the reasons of a hint are worked out as they are written.
            return json_answer(answer)

        try:
            return await self.work.run(request, seconds, told)
        except ProblemError as problem:
            if problem.code != "no-answer-in-time" or self.ready.ready:
                raise
            # It waits for code that is being compiled, not for the search.
            sentence = f"not ready to answer this yet: {self.ready.reason}"
            headers = {"Retry-After": _RETRY_AFTER}
            raise ProblemError(503, "not-ready", sentence, headers=headers) from None

    def answered(self, question: str, seconds: float, answer: Any) -> None:
        """Count an answer of the library's."""
        engine = getattr(answer, "engine", "-")
        self.meters.answered(question, seconds, engine, exact=getattr(answer, "exact", True))


def service_of(request: Request) -> Service:
    """The service that a request came to."""
    found: Service = request.app.state.service
    return found


def json_answer(answer: Any) -> Response:
    """An answer of the library's, or its JSON value, written as it is.

    The response models describe these answers, and tests hold them to it; checking each again
    would cost more than many a search.
    """
    value = answer if isinstance(answer, dict) else answer.to_dict()
    return Response(to_json(value), media_type="application/json")


def _over(name: str, sentence: str) -> ProblemError:
    return ProblemError(422, f"bad-{name}", f"{name}: {sentence}", pointer=f"/{name}")
