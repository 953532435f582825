"""The plan of a turn that may rearrange the table."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import replace

from meldwise.cards import JOKER, Card
from meldwise.errors import PositionError
from meldwise.position import Position
from meldwise.turn.outcome import left_of
from meldwise.turn.plan import Goal, Placed, TableChange, Then, TurnPlan
from meldwise.turn.rearranging.changes import Change, changes_of
from meldwise.turn.rearranging.reasons import reasons
from meldwise.turn.rearranging.situation import Situation
from meldwise.turn.rearranging.steps import steps_of
from meldwise.turn.rearranging.tables import NewTable, new_tables


def rearranged_plan(
    position: Position, goal: Goal, then: Then | None, limit: int, deadline: float
) -> TurnPlan:
    """The best turn where the melds on the table may be rearranged.

    ``actions`` are the steps that can be said as melds and lay-offs, in an order in which each is
    legal. They are the whole turn unless a card that lay on the table, a joker too, lies elsewhere
    in ``table``; then ``table`` alone says all.

    Args:
        position: The position, validated.
        goal: What makes a turn better; ``points`` are those of the cards placed, where they lie.
        then: The second level; fewest changes to the table are always the last one.
        limit: How many plans, the alternatives included.
        deadline: When the time is up, as of `time.monotonic`.

    Raises:
        RulesError: an option that turns of this kind do not know.
        PositionError: the turn is over.
    """
    if position.taken is not None and position.rules.turn.draw == "if_nothing_placed":
        raise PositionError(
            "turn-over",
            "taken: who draws puts nothing on the table, so this turn is over",
            {"field": "taken"},
        )
    situation = Situation.of(position)
    # Loading OR-Tools takes half a second once; the limit is for the search itself.
    started = time.monotonic()
    import ortools.sat.python.cp_model  # noqa: F401

    deadline += time.monotonic() - started
    found = new_tables(situation, goal, then, limit, deadline)
    if not found.tables:
        return _nothing(position, situation, goal, then, found.bound)
    plans = [_plan(position, situation, table, goal, then) for table in found.tables]
    return replace(plans[0], alternatives=tuple(plans[1:]))


def _plan(
    position: Position, situation: Situation, table: NewTable, goal: Goal, then: Then | None
) -> TurnPlan:
    placed = Counter({Card(code): count for code, count in table.found.placed.items()})
    placed[JOKER] += table.found.placed_wilds
    placed = +placed
    as_read = "most-points" in (goal, then)
    changes = changes_of(position, situation, table, placed, as_read=as_read)
    exact = table.optimal or (then is None and table.found.level == table.bound)
    cards, left = _split(position.hand, placed)
    plan = TurnPlan(
        goal=goal,
        exact=exact,
        out=not left,
        placed=Placed(cards, _points(position, situation, changes, cards)),
        left=left_of(position, left),
        discard=None,
        actions=steps_of(position, table, changes),
        table=tuple(change.shown for change in changes),
        bound=None if exact else _measured(position, situation, goal, table.bound),
        then=then,
        notation=position.rules.deck.notation,
    )
    return replace(plan, why=reasons(position, situation, table, plan))


def _nothing(
    position: Position, situation: Situation, goal: Goal, then: Then | None, bound: int
) -> TurnPlan:
    """The table as it is, when the time was up before anything was found."""
    return TurnPlan(
        goal=goal,
        exact=False,
        out=False,
        placed=Placed((), 0),
        left=left_of(position, position.hand),
        discard=None,
        actions=(),
        table=tuple(
            TableChange(known.owner, known.meld.cards, "unchanged", (index,) * known.meld.size)
            for index, known in enumerate(position.table)
        ),
        why=("No other table was found in the time given.",),
        bound=_measured(position, situation, goal, bound),
        then=then,
        notation=position.rules.deck.notation,
    )


def _split(
    hand: tuple[Card, ...], placed: Counter[Card]
) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """The cards placed and those left, both in the order of the hand."""
    todo = Counter(placed)
    down: list[Card] = []
    left: list[Card] = []
    for card in hand:
        todo[card] -= 1
        (down if todo[card] >= 0 else left).append(card)
    return tuple(down), tuple(left)


def _points(
    position: Position, situation: Situation, changes: list[Change], placed: tuple[Card, ...]
) -> int:
    """What the cards placed count where they lie.

    Jokers cannot be told apart: those placed are the ones that count most. Where what a card
    counts depends on its meld, or rules limit the jokers of a meld, it is the growth of the table.
    """
    values = situation.slot_values
    if values is None or not situation.jokers_free:
        before = sum(known.meld.points for known in position.table)
        return sum(change.meld.points for change in changes) - before
    jokers = sum(card.is_joker for card in placed)
    ranks = situation.melds.set_values
    slots = [ranks[card.rank] for change in changes for card in change.meld.cards if card.wild]
    dearest = sorted(slots, reverse=True)[:jokers]
    return sum(dearest) + sum(values[card.code] for card in placed if not card.is_joker)


def _measured(position: Position, situation: Situation, goal: Goal, level: int) -> int:
    """What a bound on the first measure means in the goal's own terms."""
    match goal:
        case "out" | "least-left":
            return sum(situation.melds.hand_values[card.code] for card in position.hand) - level
        case "keep-wilds":
            return situation.rack_wilds + level
        case _:
            return level
