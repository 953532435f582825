"""The best courses of one turn: the model's solutions in an order that the rules of play accept."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from meldwise.cards import Card
from meldwise.errors import EngineError
from meldwise.partition.clock import Clock, OutOfTimeError
from meldwise.play.actions import Action, Discard, Pass
from meldwise.play.discarding import discard_fault
from meldwise.play.legal import why_not
from meldwise.position import Position
from meldwise.turn.listing import Listing, listing
from meldwise.turn.measures import Level, Measure, ranked
from meldwise.turn.model import Model
from meldwise.turn.ordering import Course, course_of
from meldwise.turn.outcome import growth, measure_of
from meldwise.turn.question import Offer, offer_of
from meldwise.turn.solution import Answer
from meldwise.turn.starting import Start


@dataclass(frozen=True, slots=True)
class Found:
    """A turn that can be done: how it starts, its course, and what it comes to."""

    start: Start
    course: Course
    measure: Measure

    @property
    def left(self) -> tuple[Card, ...]:
        """The cards left in hand."""
        return self.course.left

    @property
    def key(self) -> object:
        """What tells it from other turns: the draw, the table, the hand and the discard."""
        course = self.course
        table = Counter((known.owner, known.meld) for known in course.after.table)
        return (
            self.start.actions,
            frozenset(table.items()),
            tuple(sorted(course.left)),
            course.thrown,
        )


@dataclass(frozen=True, slots=True)
class Solved:
    """The best turns from one start, best first.

    ``exact``: the first is proven the best, or it is proven that there is none. ``bound`` is
    what the levels could reach where it is not, None if nothing is known.
    """

    turns: tuple[Found, ...]
    exact: bool
    bound: tuple[int, ...] | None = None


def solve(
    starts: Sequence[Start], order: Sequence[Level], limit: int, deadline: float
) -> list[Solved]:
    """The best turns from each start.

    Args:
        starts: How the turn can start.
        order: The levels in the order in which they decide.
        limit: How many turns from each.
        deadline: When the time is up, as of `time.monotonic`.
    """
    clock = Clock(max(deadline - time.monotonic(), 0.0))
    offers = [_offer(start, clock) for start in starts]
    lists = [None if offer is None else listing(offer, order) for offer in offers]
    if any(offer is not None and known is None for offer, known in zip(offers, lists, strict=True)):
        # Loading OR-Tools takes half a second once; the limit is for the search itself.
        left = clock.seconds_left
        import ortools.sat.python.cp_model  # noqa: F401

        clock = Clock(left)
    return [
        _solved(start, offer, known, order, limit, clock)
        for start, offer, known in zip(starts, offers, lists, strict=True)
    ]


def _offer(start: Start, clock: Clock) -> Offer | None:
    """What a turn offers; None if the time was up before that was known."""
    if start.position is None:
        return None
    try:
        return _offered(start, start.position, clock)
    except OutOfTimeError:
        return None


def _offered(start: Start, position: Position, clock: Clock, *, merging: bool = True) -> Offer:
    assert start.after is not None
    old = len(start.after.table)
    return offer_of(position, start.thrown, start.used, old, clock.step, merging=merging)


def _solved(
    start: Start,
    offer: Offer | None,
    known: Listing | None,
    order: Sequence[Level],
    limit: int,
    clock: Clock,
) -> Solved:
    if start.after is None:
        course = Course((), start.before, None)
        return Solved((Found(start, course, measure_of(start.before, course)),), exact=True)
    if offer is not None:
        try:
            engine = Model(offer, order, clock) if known is None else known
            return _collected(start, offer, engine, order, limit, clock)
        except OutOfTimeError:
            pass
    return Solved(_without_placing(start, order, limit), exact=False)


def _collected(
    start: Start,
    offer: Offer,
    engine: Model | Listing,
    order: Sequence[Level],
    limit: int,
    clock: Clock,
) -> Solved:
    position = offer.position
    found: list[Found] = []
    known: set[object] = set()
    exact, bound = offer.complete, None
    while len(found) < limit:
        answer = engine.next_best()
        if answer.solution is None:
            exact = exact and (answer.proven or bool(found))
            break
        try:
            course = course_of(position, answer.solution, clock)
        except OutOfTimeError:
            exact = exact and bool(found)
            break
        if course is None:
            if offer.merged:
                every = _offered(start, position, clock, merging=False)
                return _solved(start, every, listing(every, order), order, limit, clock)
            continue
        found_turn = _found(start, course)
        measure = found_turn.measure
        if ranked(measure, order) < answer.value:
            raise EngineError(
                f"a turn was promised {answer.value} and comes to {ranked(measure, order)}: "
                f"{position.to_text()}"
            )
        if not found:
            exact = exact and answer.proven
            bound = _bound(answer, start, order) if offer.complete else None
        if found_turn.key not in known:
            known.add(found_turn.key)
            found.append(found_turn)
    if not found and not exact:
        return Solved(_without_placing(start, order, limit), exact=False)
    return Solved(tuple(found), exact, None if exact else bound)


def _found(start: Start, course: Course) -> Found:
    """A turn from what was done first and the course of the rest."""
    assert start.after is not None
    if start.laid is not None:
        course = replace(course, actions=(start.laid, *course.actions))
    return Found(start, course, measure_of(start.after, course))


def _bound(answer: Answer, start: Start, order: Sequence[Level]) -> tuple[int, ...]:
    """The bound of an answer, with the points of what was laid first."""
    if start.at is None or start.after is None:
        return answer.bound
    points = growth(start.after, start.at)
    return tuple(
        value + (points if level == "points" else 0)
        for level, value in zip(order, answer.bound, strict=True)
    )


def _without_placing(start: Start, order: Sequence[Level], limit: int) -> tuple[Found, ...]:
    """The turns that put nothing more on the table: each card that may be thrown, best first."""
    position = start.position
    assert position is not None
    if start.used is not None:
        return ()
    turns = [_found(start, course) for course in _throws(start, position)]
    turns.sort(key=lambda turn: ranked(turn.measure, order), reverse=True)
    return tuple(turns[:limit])


def _throws(start: Start, position: Position) -> Iterator[Course]:
    if start.thrown is not None:
        cards: tuple[Card, ...] = (start.thrown,)
    else:
        cards = tuple(dict.fromkeys(position.hand))
    legal = [card for card in cards if discard_fault(position, card) is None]
    for card in legal:
        yield Course((Discard(card),), position, card)
    if not legal and why_not(position, Pass()) is None:
        yield Course((Pass(),), position, None)


def actions_of(found: Found) -> tuple[Action, ...]:
    """All steps of a turn that are known now: not the discard of a card still to be drawn."""
    steps = found.course.actions
    if found.start.thrown is not None:
        steps = steps[:-1] if steps and isinstance(steps[-1], Discard) else steps
    return (*found.start.actions, *steps)
