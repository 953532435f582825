"""Turns of drift games: melds in play, lay-offs, exchanges and shifts on a table that stays."""

from __future__ import annotations

from meldwise.errors import PositionError, RequestError
from meldwise.position import Position
from meldwise.turn.measures import Level, levels, main_level, ranked
from meldwise.turn.outcome import left_of, placed_of, table_of
from meldwise.turn.plan import Goal, Then, TurnPlan
from meldwise.turn.reasons import reasons
from meldwise.turn.solving import Found, Solved, actions_of, solve
from meldwise.turn.starting import starts


def drift_plan(
    position: Position, goal: Goal, then: Then | None, limit: int, deadline: float
) -> TurnPlan:
    """The best turn of a game in which melds on the table are not rearranged.

    Args:
        position: The position, validated.
        goal: What makes a turn better.
        then: The second level.
        limit: How many plans, the alternatives included.
        deadline: When the time is up, as of `time.monotonic`.

    Raises:
        PositionError: no legal actions bring this turn to an end.
        RequestError: no turn was found in the time given.
    """
    order = levels(goal, then)
    solved = solve(starts(position), order, limit, deadline)
    different: dict[object, Found] = {}
    for turn in (turn for known in solved for turn in known.turns):
        different.setdefault(turn.key, turn)
    turns = list(different.values())
    # Of equal turns the one whose start comes first: a card drawn unknown may be better still.
    turns.sort(key=lambda turn: ranked(turn.measure, order), reverse=True)
    exact = all(known.exact for known in solved)
    if not turns:
        raise _no_turn(exact=exact)
    best, *others = [_plan(position, found, goal, then, exact=exact) for found in turns[:limit]]
    return TurnPlan(
        goal=goal,
        exact=exact,
        out=best.out,
        placed=best.placed,
        left=best.left,
        discard=best.discard,
        actions=best.actions,
        table=best.table,
        alternatives=tuple(others),
        why=best.why,
        bound=None if exact else _bound(position, solved, turns[0], goal, order),
        then=then,
    )


def _plan(
    position: Position, found: Found, goal: Goal, then: Then | None, *, exact: bool
) -> TurnPlan:
    before = position if found.start.after is None else found.start.after
    table = table_of(before, found.course.after)
    return TurnPlan(
        goal=goal,
        exact=exact,
        out=bool(found.measure.out),
        placed=placed_of(before, found.course.after, table),
        left=left_of(position, found.left),
        discard=None if found.start.thrown is not None else found.course.thrown,
        actions=actions_of(found),
        table=table,
        why=reasons(found),
        then=then,
    )


def _bound(
    position: Position,
    solved: list[Solved],
    best: Found,
    goal: Goal,
    order: tuple[Level, ...],
) -> int | None:
    """What the goal's own measure could still reach when the time was up."""
    level = main_level(goal)
    at = order.index(level)
    reached: list[int] = [getattr(best.measure, level)]
    for known in solved:
        if known.exact:
            continue
        if known.bound is None:
            return _most(position, level)
        # Going out, if that is not ruled out, leaves nothing.
        out = goal == "out" and known.bound[0] > 0
        reached.append(0 if out else known.bound[at])
    return abs(max(reached))


def _most(position: Position, level: Level) -> int | None:
    """What no turn can surpass, whatever is found; None where there is no such number."""
    if level in ("left", "cards"):
        return 0
    if level != "wilds":
        return None
    is_wild = position.terms.melds.is_wild
    cards = [*position.hand, *position.discards]
    cards += [card for known in position.table for card in known.meld.physical]
    return sum(is_wild(card.code) for card in cards)


def _no_turn(*, exact: bool) -> PositionError | RequestError:
    if exact:
        return PositionError(
            "no-turn",
            "hand: no legal actions bring this turn to an end: what must be laid cannot be, or "
            "no card may be thrown",
            {"field": "hand"},
        )
    return RequestError(
        "out-of-time",
        "seconds: no turn was found in the time given: give more",
        {"field": "seconds"},
    )
