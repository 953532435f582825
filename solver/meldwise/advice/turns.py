"""Whole turns worth comparing: laying down as much as is good, less, or nothing yet."""

from __future__ import annotations

from typing import Final

from meldwise.advice.wholeturn import Advised, WholeTurn
from meldwise.errors import ActionError
from meldwise.play.actions import Action, Discard
from meldwise.play.goingon import Placement, place
from meldwise.play.greedy import GreedyPlayer
from meldwise.play.legal import legal_actions
from meldwise.play.refusal import Refusal
from meldwise.position import Position

_MOST_STEPS: Final = 60

# Of the discards that hold everything back, so many.
_HOLDING_BACK: Final = 6


def whole_turns(position: Position) -> tuple[Advised, ...]:
    """Turns from a position after the draw to their end, where melds are laid during play.

    The greedy turn lays all it can; the others lay nothing, and throw each card that may go.
    """
    found: dict[Advised, None] = {}
    greedy = _greedy_turn(position)
    if greedy is not None:
        found[_one(greedy)] = None
    legal = legal_actions(position)
    endings = [action for action in legal if not isinstance(action, Placement)]
    values = position.terms.values
    endings.sort(key=lambda a: -values[a.card.code] if isinstance(a, Discard) else 0)
    found |= dict.fromkeys(endings[:_HOLDING_BACK])
    return tuple(found)


def _one(steps: tuple[Action, ...]) -> Advised:
    return steps[0] if len(steps) == 1 else WholeTurn(steps)


def _greedy_turn(position: Position) -> tuple[Action, ...] | None:
    """The greedy player's turn; None if it has no end."""
    player, known, steps = GreedyPlayer(), position, list[Action]()
    while len(steps) < _MOST_STEPS:
        if not known.hand:
            return tuple(steps)
        try:
            step = player.choose(known)
        except (ActionError, IndexError):
            return None
        steps.append(step)
        if not isinstance(step, Placement):
            return tuple(steps)
        after = place(known, step)
        if isinstance(after, Refusal):
            return None
        known = after
    return None
