"""What an action leaves: the hand after it, and whether it ends the hand."""

from __future__ import annotations

from meldwise.advice.wholeturn import Advised, steps_of
from meldwise.cards import Card
from meldwise.play.actions import Declare, Discard, Draw, GoOut, Knock, Pass
from meldwise.play.drawing import taken_cards
from meldwise.play.goingon import Placement, place
from meldwise.play.refusal import Refusal, without
from meldwise.position import Position


def hand_after(position: Position, action: Advised) -> tuple[Card, ...] | None:
    """The cards in hand after a legal action or turn; None where a hidden card comes to it.

    >>> line = "gin-rummy 2:0:1 draw AS2S3S5H6H7H9C9DTDKH - TC 31 0,0 - -- -- 1:10 -"
    >>> len(hand_after(Position.parse(line), Draw("discard")))
    11
    """
    if isinstance(action, Discard):
        left = without(position.hand, (action.card,))
        assert not isinstance(left, Card)
        return left
    found = position
    for step in steps_of(action):
        after = _after(found, step)
        if after is None:
            return None
        found = after
    return found.hand


def _after(position: Position, step: object) -> Position | None:
    match step:
        case Draw(source="stock"):
            return None
        case Draw(card=card):
            taken = taken_cards(position, card)
            assert not isinstance(taken, Refusal)
            return position.evolve(hand=position.hand + taken)
        case Discard(card) | Knock(card) | GoOut(card) if card is not None:
            left = without(position.hand, (card,))
            assert not isinstance(left, Card)
            return position.evolve(hand=left)
        case _ if isinstance(step, Placement):
            placed = place(position, step)
            assert not isinstance(placed, Refusal)
            return placed
        case _:
            return position


def ends_hand(position: Position, action: Advised) -> bool:
    """Whether an action ends the hand, whatever is hidden.

    >>> from meldwise.cards import Card
    >>> line = "gin-rummy 2:0:1 draw AS2S3S5H6H7H9C9DTDKH - TC 31 0,0 - -- -- 1:10 -"
    >>> ends_hand(Position.parse(line), Draw("stock"))
    False
    """
    last = steps_of(action)[-1]
    if isinstance(last, Knock | GoOut | Declare):
        return True
    if isinstance(action, Discard):
        return len(position.hand) == 1
    return not isinstance(last, Draw | Pass) and hand_after(position, action) == ()
