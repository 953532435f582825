"""Drawing: from the stock, from the discard pile on the rules' terms, or not at all."""

from __future__ import annotations

from meldwise.cards import Card
from meldwise.play.actions import Draw, GoOut, Knock
from meldwise.play.ending import knock_fault, out_fault
from meldwise.play.goingon import can_go_on
from meldwise.play.nearness import may_join
from meldwise.play.refusal import Refusal
from meldwise.position import Position, Taken


def draw_fault(position: Position, action: Draw) -> Refusal | None:
    """Why a card may not be drawn from there; None if it may."""
    if action.source == "stock":
        if action.card is not None:
            return Refusal(
                "stock-is-hidden", "a card of the stock is not chosen: draw its top card"
            )
        return _stock_fault(position)
    return _discard_fault(position, action.card)


def stock_gives(position: Position) -> bool:
    """Whether a card can be drawn from the stock, the discards turned over if need be."""
    if position.stock:
        return True
    return position.rules.stock.on_empty in ("reshuffle", "turn") and len(position.discards) > 1


def at_wall(position: Position) -> bool:
    """Whether so few stock cards are left that only a knock can follow."""
    rules = position.rules.stock
    return rules.wall == "knock_only" and position.stock <= rules.wall_at


def _stock_fault(position: Position) -> Refusal | None:
    if position.turn.offered:
        return Refusal("upcard-offered", "the first upcard is on offer: take it or pass")
    if at_wall(position):
        return Refusal("wall", "the wall is reached: take the upcard to knock, or pass")
    if not stock_gives(position):
        return Refusal("stock-empty", "the stock is empty and there are no discards to turn over")
    return None


def _discard_fault(position: Position, card: Card | None) -> Refusal | None:
    terms = position.rules.draw.discard
    if terms == "none":
        return Refusal("no-discard-draw", "nobody takes cards from the discard pile")
    if not position.discards:
        return Refusal("no-discards", "the discard pile is empty")
    if position.turn.stock_only:
        return Refusal("upcard-passed", "everybody has passed the upcard: draw from the stock")
    cards = taken_cards(position, card)
    if isinstance(cards, Refusal):
        return cards
    if position.rules.turn.joker_discard == "not_takeable" and cards[-1].is_joker:
        return Refusal("joker-not-takeable", "a discarded joker may not be taken")
    return _use_fault(position, cards)


def taken_cards(position: Position, card: Card | None) -> tuple[Card, ...] | Refusal:
    """The cards that come with a draw from the discard pile, the deepest first."""
    pile = position.discards
    match position.rules.draw.discard:
        case "whole_pile":
            deepest = 0
        case "any_depth" if card is not None:
            if card not in pile:
                return Refusal("not-in-pile", f"{card} is not in the discard pile")
            deepest = len(pile) - 1 - pile[::-1].index(card)
        case _:
            deepest = len(pile) - 1
    if card is not None and pile[deepest] != card:
        return Refusal(
            "not-the-upcard", f"{card} does not go with this draw: the rules give {pile[deepest]}"
        )
    return pile[deepest:]


def _use_fault(position: Position, cards: tuple[Card, ...]) -> Refusal | None:
    rules = position.rules
    barred = rules.turn.joker_discard in ("only_to_go_out", "never")
    no_discard = barred or rules.end.go_out_discard == "none"
    if rules.draw.discard in ("free", "whole_pile") and not no_discard and not at_wall(position):
        return None
    after = position.evolve(
        phase="play",
        hand=position.hand + cards,
        taken=Taken(cards, "discard"),
        discards=position.discards[: -len(cards)],
        turn=position.turn.evolve(offered=False, stock_only=False),
    )
    if at_wall(position):
        return _knock_fault(after)
    if after.pending:
        card, where = after.pending[0]
        hopeless = where == "new_meld" and not may_join(after.terms.melds, position.hand, card)
        if hopeless or not can_go_on(after):
            how = "in a new meld" if where == "new_meld" else "in a meld or on one"
            return Refusal("no-use", f"{cards[0]} may be taken only to be laid at once, {how}")
        return None
    if no_discard and not can_go_on(after):
        return Refusal("no-discard-left", "no card would be left that may end the turn")
    return None


def _knock_fault(after: Position) -> Refusal | None:
    """Why the upcard may not be taken at the wall: no knock would follow."""
    for card in dict.fromkeys(after.hand):
        if knock_fault(after, Knock(card)) is None or out_fault(after, GoOut(card)) is None:
            return None
    if out_fault(after, GoOut()) is None:
        return None
    return Refusal("wall", "the wall is reached: the upcard may be taken only to knock")
