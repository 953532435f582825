"""The answer to "what do I do this turn?", as value, text and JSON."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Literal

from meldwise.cards import Card, PlacedCard
from meldwise.play.actions import Action

Goal = Literal["out", "least-left", "most-points", "most-cards", "keep-wilds"]
"""What makes one turn better than another.

* ``out``: going out; where that cannot be done, as ``least-left``.
* ``least-left``: the least value left in hand when the turn is over.
* ``most-points``: the most points by which the melds on the table grow; where the table may be
  rearranged, the most points that the cards placed count there.
* ``most-cards``: the most cards of the hand put on the table.
* ``keep-wilds``: the most jokers and other wild cards left in hand.
"""

Then = Literal["fewest-changes", "least-left", "most-points", "most-cards", "keep-wilds"]
"""What decides among the turns that are best by the goal.

``fewest-changes`` is the fewest melds of the table that are not left as they were; where the table
may be rearranged, that do not stay together, alone or with further cards. The others are as in
`Goal`.
"""

Change = Literal["new", "extended", "rearranged", "unchanged"]
"""What the turn does to a meld.

``new``: it holds cards of the hand and perhaps freed jokers, and is no meld of the table made
longer; ``extended``: all cards of one meld of the table and further ones; ``rearranged``: anything
else that differs from what lay there, an exchanged or shifted joker too.
"""

Origin = int | Literal["hand"]
"""Where a card on the table comes from: the index of a meld of the table as it was, or the hand."""


@dataclass(frozen=True, slots=True)
class Placed:
    """The cards of the hand that the turn puts on the table.

    ``points`` is by how much the melds on the table grow in value; where the table may be
    rearranged, what these cards count there.
    """

    cards: tuple[Card, ...]
    points: int

    @property
    def count(self) -> int:
        """How many cards there are."""
        return len(self.cards)

    def to_dict(self) -> dict[str, Any]:
        """The cards as JSON."""
        return {"cards": _texts(self.cards), "count": self.count, "points": self.points}


@dataclass(frozen=True, slots=True)
class Left:
    """The cards that stay in hand when the turn is over, and what they count there."""

    cards: tuple[Card, ...]
    points: int

    def to_dict(self) -> dict[str, Any]:
        """The cards as JSON."""
        return {"cards": _texts(self.cards), "points": self.points}


@dataclass(frozen=True, slots=True)
class TableChange:
    """A meld as it lies when the turn is over; ``origins`` go with its cards."""

    owner: int
    cards: tuple[PlacedCard, ...]
    change: Change
    origins: tuple[Origin, ...]

    def to_dict(self) -> dict[str, Any]:
        """The meld as JSON."""
        return {
            "owner": self.owner,
            "cards": _texts(self.cards),
            "change": self.change,
            "from": list(self.origins),
        }


@dataclass(frozen=True, slots=True)
class TurnPlan:
    """The best turn for a goal, as actions that the referee accepts one after the other.

    Args:
        goal: What was asked for.
        exact: Whether nothing better can exist.
        out: Whether the turn goes out.
        placed: What it puts on the table.
        left: What stays in hand; a card that is thrown is not counted.
        discard: The card thrown, if any.
        actions: The turn, step by step; where the table may be rearranged, the steps that are melds
            and lay-offs, for the rest of such a turn is said by ``table`` alone.
        table: All melds on the table after the turn.
        alternatives: Further turns, the best first, that leave another table or hand.
        why: Reasons in words.
        elapsed_ms: The time it took.
        bound: Where the plan is not exact, what the goal's own measure could still reach.
        then: The second level, if one was asked for.
        notation: How the cards are printed.
    """

    goal: Goal
    exact: bool
    out: bool
    placed: Placed
    left: Left
    discard: Card | None
    actions: tuple[Action, ...]
    table: tuple[TableChange, ...]
    alternatives: tuple[TurnPlan, ...] = ()
    why: tuple[str, ...] = ()
    elapsed_ms: float = field(default=0.0, compare=False)
    bound: int | None = None
    then: Then | None = None
    notation: Literal["cards", "tiles"] = "cards"

    def to_dict(self) -> dict[str, Any]:
        """The plan as JSON, the same as on the command line.

        Alternatives hold what differs from plan to plan: not the goal nor the time.
        """
        answer = {
            "goal": self.goal,
            "exact": self.exact,
            **self._turn_dict(),
            "alternatives": [other._turn_dict() | _why(other) for other in self.alternatives],
            **_why(self),
            "elapsed_ms": self.elapsed_ms,
        }
        # Told only where they say something, so that the usual answer stays short.
        if self.bound is not None:
            answer["bound"] = self.bound
        if self.then is not None:
            answer["then"] = self.then
        return answer

    def _turn_dict(self) -> dict[str, Any]:
        return {
            "out": self.out,
            "placed": self.placed.to_dict(),
            "left": self.left.to_dict(),
            "discard": None if self.discard is None else str(self.discard),
            "actions": [action.to_dict() for action in self.actions],
            "table": [meld.to_dict() for meld in self.table],
        }

    def __str__(self) -> str:
        from meldwise.display import Look
        from meldwise.turn.text import plan_text

        return plan_text(self, Look(tiles=self.notation == "tiles"))

    def _repr_html_(self) -> str:
        from meldwise.display import Look
        from meldwise.turn.text import plan_html

        return plan_html(self, Look(tiles=self.notation == "tiles"))


def _why(plan: TurnPlan) -> dict[str, Any]:
    return {"why": list(plan.why)}


def _texts(cards: Iterable[Card | PlacedCard]) -> list[str]:
    return [str(card) for card in cards]
