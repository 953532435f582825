"""Legal actions of a position: which there are, and why another one is not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from meldwise.cards import Card
from meldwise.errors import ActionError
from meldwise.play.actions import (
    Action,
    ActionLike,
    Declare,
    Discard,
    Draw,
    GoOut,
    Knock,
    Pass,
    action_of,
)
from meldwise.play.discarding import discard_fault, discards, unfinished
from meldwise.play.drawing import at_wall, draw_fault, stock_gives
from meldwise.play.ending import declare_fault, knock_fault, out_fault, ways_to_end
from meldwise.play.goingon import legal_placements, next_placements, place
from meldwise.play.notation import action_text
from meldwise.play.refusal import Refusal
from meldwise.position import Position, PositionLike


@dataclass(frozen=True, slots=True)
class Choice:
    """An action with whether it is legal, and why not if it is not."""

    action: Action
    can: bool
    code: str | None = None
    reason: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """The choice as JSON."""
        why = {} if self.can else {"code": self.code, "reason": self.reason}
        return {"action": self.action.to_dict(), "can": self.can, **why}


def why_not(position: PositionLike, action: ActionLike) -> Refusal | None:
    """Why an action is not legal in a position: a code and a sentence, or None if it is legal.

    Raises:
        InputError: the position or the action cannot be read.

    >>> line = "gin-rummy 2:0:1 draw AS2S3S5H6H7H9C9DTDKH - TC 31 0,0 - -- -- 1:10 -"
    >>> why_not(line, {"type": "knock", "discard": "KH"}).code
    'knock-with-discard'
    """
    known, asked = Position.of(position), action_of(action)
    return _phase_fault(known, asked) or _fault(known, asked)


def require(position: Position, action: Action) -> None:
    """Raise what is wrong with an action.

    Raises:
        ActionError: it is not legal; code and sentence are those of `why_not`.
    """
    if _phase_fault(position, action) or _fault(position, action):
        raise illegal(position, action)


def illegal(position: Position, action: Action) -> ActionError:
    """The error that tells why an action is not legal."""
    refusal = _phase_fault(position, action) or _fault(position, action)
    assert refusal is not None
    words = action_text(action)
    return ActionError(
        refusal.code,
        f"seat {position.seat}, {words}: {refusal.reason}",
        {"seat": position.seat, "action": words},
    )


_PHASE_OF = {
    "declare": "deal",
    "draw": "draw",
    "meld": "play",
    "lay-off": "play",
    "swap-joker": "play",
    "shift-joker": "play",
    "discard": "play",
}
_DOING = {
    "deal": "a dealt hand may be declared: declare or pass",
    "draw": "a card must be drawn first",
    "play": "the card for this turn has been drawn",
}


def _phase_fault(position: Position, action: Action) -> Refusal | None:
    if position.to_move != position.seat:
        return Refusal("wrong-seat", f"it is the turn of seat {position.to_move}")
    phase = _PHASE_OF.get(action.type, position.phase)
    if phase != position.phase or (position.phase == "deal" and action.type in ("knock", "out")):
        return Refusal("wrong-phase", _DOING[position.phase])
    return None


def _fault(position: Position, action: Action) -> Refusal | None:
    match action:
        case Declare():
            return declare_fault(position)
        case Draw():
            return draw_fault(position, action)
        case Discard(card):
            return discard_fault(position, card)
        case Knock():
            return knock_fault(position, action)
        case GoOut():
            return out_fault(position, action)
        case Pass():
            return _pass_fault(position)
        case _:
            after = place(position, action)
            return after if isinstance(after, Refusal) else None


def _pass_fault(position: Position) -> Refusal | None:
    if position.phase == "deal":
        if position.rules.deal_win.mandatory and declare_fault(position) is None:
            return Refusal("must-declare", "this hand must be declared")
        return None
    if position.phase == "draw":
        if position.turn.offered or at_wall(position) or not stock_gives(position):
            return None
        return Refusal("must-draw", "a card must be drawn")
    if position.taken is None and position.rules.stock.on_empty == "pass":
        if any(discards(position)):
            return Refusal("must-discard", "the turn ends with a discard")
        return unfinished(position)
    return Refusal("must-discard", "the turn ends with a discard")


def legal_actions(position: PositionLike) -> tuple[Action, ...]:
    """Every legal action of a position: never none, unless it is another seat's turn.

    Melds and lay-offs are complete up to identical cards and to readings (`meldwise.play.listing`
    says how); an action that says the same otherwise is legal too. A hand that is melded whole is
    listed as going out; a knock with it is accepted and means that.

    Raises:
        InputError: the position cannot be read.

    >>> line = "gin-rummy 2:0:1 draw AS2S3S5H6H7H9C9DTDKH - TC 31 0,0 - -- -- 1:10 offered"
    >>> [action_text(action) for action in legal_actions(line)]
    ['draw discard', 'pass']
    """
    known = Position.of(position)
    if known.to_move != known.seat:
        return ()
    if known.phase != "play":
        return tuple(action for action in _early(known) if _fault(known, action) is None)
    return (*legal_placements(known), *_endings(known))


def choices(position: PositionLike) -> tuple[Choice, ...]:
    """The legal actions, and those that a player might think of with why they are not legal."""
    known = Position.of(position)
    listed: dict[Action, None] = dict.fromkeys(legal_actions(known))
    if known.phase != "play":
        listed |= dict.fromkeys(_early(known))
    else:
        listed |= dict.fromkeys(next_placements(known) if known.terms.in_play else ())
        for card in dict.fromkeys(known.hand):
            listed[Discard(card)] = None
            if known.rules.knock.allowed and known.rules.knock.timing == "with_discard":
                listed[Knock(card)] = None
    found = []
    for action in listed:
        refusal = _phase_fault(known, action) or _fault(known, action)
        why = (None, None) if refusal is None else (refusal.code, refusal.reason)
        found.append(Choice(action, refusal is None, *why))
    return tuple(found)


def _early(position: Position) -> list[Action]:
    """What could be done before the draw, legal or not."""
    if position.phase == "deal":
        return [Declare(), Pass()]
    deep: list[Card | None] = [None]
    if position.rules.draw.discard == "any_depth":
        deep = list(dict.fromkeys(reversed(position.discards)))
    found: list[Action] = [Draw("stock")]
    found += [Draw("discard", card) for card in deep]
    if position.rules.knock.allowed and position.rules.knock.timing == "before_draw":
        found.append(Knock())
    return [*found, Pass()]


def _endings(position: Position) -> Iterator[Action]:
    """Discards, knocks, going out and passing after the draw."""
    yield from map(Discard, discards(position))
    yield from ways_to_end(position)
    if _pass_fault(position) is None:
        yield Pass()
