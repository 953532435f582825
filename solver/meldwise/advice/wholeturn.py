"""A whole turn as one action: what advice ranks where a turn has several steps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from meldwise.errors import ActionError
from meldwise.play.actions import (
    Action,
    ActionLike,
    LayMeld,
    LayOff,
    ShiftJoker,
    SwapJoker,
    action_of,
)
from meldwise.play.notation import action_text

_LONGEST = 60


@dataclass(frozen=True, slots=True, eq=False)
class WholeTurn:
    """Actions that make one turn from where it stands to its end, in an order that is legal.

    Turns with the same steps in another order are equal, for they come to the same.

    >>> from meldwise.play.actions import Discard
    >>> from meldwise.cards import Card
    >>> WholeTurn((Discard(Card.parse("KH")),)).to_dict()
    {'type': 'turn', 'actions': [{'type': 'discard', 'card': 'KH'}]}
    """

    actions: tuple[Action, ...]
    type: ClassVar[str] = "turn"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, WholeTurn) and self._steps == other._steps

    def __hash__(self) -> int:
        return hash(self._steps)

    @property
    def _steps(self) -> tuple[frozenset[tuple[Action, int]], tuple[Action, ...]]:
        """The steps without their order; that of new melds counts where steps tell melds by it."""
        melds = tuple(step for step in self.actions if isinstance(step, LayMeld))
        on_melds = any(isinstance(step, LayOff | SwapJoker | ShiftJoker) for step in self.actions)
        return frozenset(Counter(self.actions).items()), melds if on_melds else ()

    def to_dict(self) -> dict[str, Any]:
        """The turn as JSON."""
        return {"type": self.type, "actions": [action.to_dict() for action in self.actions]}


Advised = Action | WholeTurn
"""What advice is given about: one action, or a whole turn."""

AdvisedLike = WholeTurn | ActionLike
"""What is taken for one: the value or its JSON form."""


def advised_of(action: AdvisedLike) -> Advised:
    """An action or a whole turn, from itself or from its JSON form.

    Raises:
        ActionError, NotationError: what cannot be read.

    >>> advised_of({"type": "turn", "actions": [{"type": "discard", "card": "KH"}]})
    WholeTurn(actions=(Discard(card=Card('KH')),))
    """
    if isinstance(action, WholeTurn):
        return action
    if not isinstance(action, Mapping) or action.get("type") != "turn":
        return action_of(action)
    steps = action.get("actions")
    if (
        not isinstance(steps, list | tuple)
        or not 1 <= len(steps) <= _LONGEST
        or set(action) - {"type", "actions"}
    ):
        raise ActionError(
            "bad-action",
            f"turn: actions must be a list of 1 to {_LONGEST} actions, and nothing else is known",
            {"field": "actions"},
        )
    return WholeTurn(tuple(action_of(step) for step in steps))


def steps_of(action: Advised) -> tuple[Action, ...]:
    """The single actions of a turn; of one action itself."""
    return action.actions if isinstance(action, WholeTurn) else (action,)


def advised_text(action: Advised) -> str:
    """An action as words; the steps of a turn with commas between them.

    >>> from meldwise.play.actions import Draw
    >>> advised_text(Draw("stock"))
    'draw stock'
    """
    return ", ".join(map(action_text, steps_of(action)))
