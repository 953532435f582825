"""Turns of games in which the whole hand is laid in one go: out, or a card thrown."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from meldwise.cards import Card
from meldwise.melds.meld import Meld
from meldwise.partition import best_melds
from meldwise.play.actions import Action, Discard, GoOut, Pass
from meldwise.play.deadwood import deadwood
from meldwise.play.discarding import discard_fault
from meldwise.play.ending import out_fault
from meldwise.play.legal import why_not
from meldwise.play.refusal import without
from meldwise.position import Position
from meldwise.turn.measures import Measure, levels, ranked
from meldwise.turn.outcome import left_of
from meldwise.turn.plan import Goal, Origin, Placed, TableChange, Then, TurnPlan
from meldwise.turn.starting import Start, starts

# What one question about a hand may take, even when the time is up: a plan is always given.
_LEAST_SECONDS: Final = 0.05


def at_once_plan(
    position: Position, goal: Goal, then: Then | None, limit: int, deadline: float
) -> TurnPlan:
    """The best turn of a game in which melds are laid only to go out, all at once.

    What stays in hand counts as the rules have it: where only unmelded cards count, a card is
    thrown that leaves the least of those.

    Args:
        position: The position, validated.
        goal: What makes a turn better.
        then: The second level.
        limit: How many plans, the alternatives included.
        deadline: When the time is up, as of `time.monotonic`.
    """
    order = levels(goal, then)
    turns: list[tuple[Measure, TurnPlan]] = []
    for start in starts(position):
        if start.after is None:
            plan = _plan(position, start, goal, None, position.hand)
            turns.append((_measure(position, plan), plan))
            continue
        for ending, thrown in _endings(start, start.after):
            plan = _turn(start, start.after, goal, ending, deadline)
            if plan.out or start.used is None or _melded(start.after, plan.left.cards, start.used):
                turns.append((_measure(position, plan, thrown), plan))
    turns.sort(key=lambda turn: ranked(turn[0], order), reverse=True)
    exact = all(plan.exact for _, plan in turns)
    best, *others = [replace(plan, exact=exact, then=then) for _, plan in turns[:limit]]
    return replace(best, alternatives=tuple(others))


def _measure(position: Position, plan: TurnPlan, thrown: Card | None = None) -> Measure:
    return Measure(
        out=int(plan.out),
        left=-plan.left.points,
        cards=-len(plan.left.cards),
        discard=-int(thrown is not None),
        points=plan.placed.points,
        wilds=sum(position.terms.melds.is_wild(card.code) for card in plan.left.cards),
    )


def _turn(start: Start, after: Position, goal: Goal, ending: Action, deadline: float) -> TurnPlan:
    thrown = ending.discard if isinstance(ending, GoOut) else None
    if isinstance(ending, Discard):
        thrown = ending.card
    cards = after.hand if thrown is None else without(after.hand, (thrown,))
    assert not isinstance(cards, Card)
    if not isinstance(ending, GoOut):
        return _plan(after, start, goal, ending, cards)
    best = best_melds(
        cards,
        after.rules,
        goal="out",
        discard="none",
        players=after.players,
        seconds=max(deadline - time.monotonic(), _LEAST_SECONDS),
    )
    return replace(
        _plan(after, start, goal, ending, ()),
        exact=best.exact,
        out=True,
        placed=Placed(cards, best.meld_points),
        table=tuple(
            TableChange(after.seat, meld.cards, "new", _by_hand(meld)) for meld in best.melds
        ),
    )


def _by_hand(meld: Meld) -> tuple[Origin, ...]:
    hand: Origin = "hand"
    return (hand,) * meld.size


def _plan(
    position: Position, start: Start, goal: Goal, ending: Action | None, left: tuple[Card, ...]
) -> TurnPlan:
    """A turn that lays nothing; the discard of a card still to be drawn is not told."""
    told = ending if start.thrown is None else None
    thrown = told.card if isinstance(told, Discard) else None
    if isinstance(told, GoOut):
        thrown = told.discard
    return TurnPlan(
        goal=goal,
        exact=True,
        out=False,
        placed=Placed((), 0),
        left=left_of(position, left),
        discard=thrown,
        actions=start.actions if told is None else (*start.actions, told),
        table=(),
        why=_why(position, start, out=isinstance(ending, GoOut)),
    )


def _endings(start: Start, after: Position) -> Iterator[tuple[Action, Card | None]]:
    """Every way to end the turn that the rules of play accept."""
    if start.thrown is None and out_fault(after, GoOut()) is None:
        yield GoOut(), None
    cards = dict.fromkeys(after.hand) if start.thrown is None else (start.thrown,)
    some = False
    for card in cards:
        if out_fault(after, GoOut(card)) is None:
            yield GoOut(card), card
            some = True
        if discard_fault(after, card) is None:
            yield Discard(card), card
            some = True
    if not some and why_not(after, Pass()) is None:
        yield Pass(), None


def _melded(position: Position, cards: tuple[Card, ...], card: Card) -> bool:
    """Whether a card is in a meld of the best arrangement of a hand."""
    rest = without(cards, (card,))
    if isinstance(rest, Card):
        return False
    value = position.terms.values[card.code]
    alone = deadwood(position.terms, rest) if rest else 0
    return deadwood(position.terms, cards) < alone + value


def _why(position: Position, start: Start, *, out: bool) -> tuple[str, ...]:
    if start.thrown is not None:
        return (
            "The card drawn is not known: what is planned works with any, and that one is thrown",
        )
    if out:
        return ()
    return (f"In {position.rules.name} melds are laid only to go out, all in one go",)
