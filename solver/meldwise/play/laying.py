"""Laying melds from the hand, and when the initial meld is complete.

The initial meld may consist of several melds of one turn. While it is not complete nothing else
may be done, and a first part is legal only if the rest of the hand can complete it: see `goingon`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from meldwise.cards import Card, PlacedCard
from meldwise.melds.meld import Meld
from meldwise.melds.meldrules import MeldRules
from meldwise.melds.readings import Reading, read_meld
from meldwise.melds.sentences import explain_fault, nearest_fault
from meldwise.play.actions import LayMeld
from meldwise.play.refusal import Refusal, not_in_hand, without
from meldwise.position import Position, TableMeld, Turn, Use

# Readings of melds laid: the same are tried in turn after turn.
_REMEMBERED: Final = 1 << 15


def lay_meld(position: Position, action: LayMeld) -> Position | Refusal:
    """The position after laying a meld, or why it cannot be laid.

    What must still follow in the turn is not looked at here.
    """
    cards = tuple(placed.card for placed in action.cards)
    left = without(position.hand, cards)
    if isinstance(left, Card):
        return not_in_hand(left)
    fault = pending_fault(position, cards, "new_meld")
    if fault is not None:
        return fault
    meld = _reading(position, action.cards)
    if isinstance(meld, Refusal):
        return meld
    table = (*position.table, TableMeld(position.seat, meld))
    turn = after_use(position, cards)
    if position.opened[position.seat]:
        return position.evolve(hand=left, table=table, turn=turn)
    if not opens(position, (*position.opening, meld), left):
        return position.evolve(hand=left, table=table, turn=turn)
    opened = tuple(flag or seat == position.seat for seat, flag in enumerate(position.opened))
    return position.evolve(hand=left, table=table, turn=turn.evolve(opened=True), opened=opened)


def opens(position: Position, melds: tuple[Meld, ...], left: tuple[Card, ...]) -> bool:
    """Whether melds complete the initial meld when these cards are left in hand."""
    demands = position.rules.open
    # With one card left there is nothing but to throw it and be out.
    last = 0 if position.rules.end.go_out_discard == "none" else 1
    if demands.exempt_if_going_out and len(left) <= last:
        return True
    if sum(meld.points for meld in melds) < demands.min_points:
        return False
    return not demands.pure_run or any(meld.kind == "run" and meld.pure for meld in melds)


def _reading(position: Position, cards: tuple[PlacedCard, ...]) -> Meld | Refusal:
    rules = position.terms.melds
    found = _read(rules, cards)
    if found.melds:
        return found.melds[0]
    naturals = sum(not rules.is_wild(card.card.code) for card in cards)
    kind, code = nearest_fault(found.faults, naturals)
    reason = explain_fault(rules, kind, code, cards)
    return Refusal(code, f"{' '.join(map(str, cards))} is no meld: {reason}")


@lru_cache(maxsize=_REMEMBERED)
def _read(rules: MeldRules, cards: tuple[PlacedCard, ...]) -> Reading:
    return read_meld(rules, cards, every_order=False)


def pending_fault(position: Position, cards: tuple[Card, ...], use: Use) -> Refusal | None:
    """Why these cards may not be laid now: others must be laid first, or in another way."""
    pending = position.pending
    if not pending:
        return None
    if any(card in cards and (use == "new_meld" or where == "any") for card, where in pending):
        return None
    return use_first(position)


def use_first(position: Position) -> Refusal:
    """What must be laid before anything else."""
    card, where = position.pending[0]
    how = "in a new meld" if where == "new_meld" else "in a meld or on one"
    return Refusal("use-first", f"the {card} just taken must be laid first, {how}")


def after_use(position: Position, cards: tuple[Card, ...]) -> Turn:
    """The turn when these cards have been put on the table."""
    turn, taken = position.turn, position.taken
    left = list(cards)
    freed = []
    for card in turn.freed:
        if card in left:
            left.remove(card)
        else:
            freed.append(card)
    # Of two equal cards the one from the pile is laid first: the other one may then be thrown.
    used = taken is not None and taken.source == "discard" and taken.card in left
    return turn.evolve(placed=True, used=turn.used or used, freed=tuple(freed))
