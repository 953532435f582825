"""Ending the hand by a declaration, a knock or a hand that is melded whole."""

from __future__ import annotations

from meldwise.cards import Card
from meldwise.play.actions import GoOut, Knock
from meldwise.play.deadwood import deadwood, held, leaves_more, melds_whole
from meldwise.play.discarding import throwable, thrown_fault, unfinished
from meldwise.play.refusal import Refusal, not_in_hand, without
from meldwise.position import Position


def declare_fault(position: Position) -> Refusal | None:
    """Why a hand may not be declared as dealt."""
    least = position.rules.deal_win.min
    points = held(position.terms.melds, position.hand)
    if least is None or points < least:
        return Refusal(
            "deal-too-low", f"the hand is worth {points} points: it takes {least} to declare it"
        )
    return None


def knock_limit(position: Position) -> int | None:
    """The most that a knocker may count; None if there is no limit."""
    limit = position.rules.knock.limit
    if limit != "upcard":
        return limit
    if position.upcard is None:
        return 0
    return position.terms.values[position.upcard.code]


def knock_fault(position: Position, action: Knock) -> Refusal | None:
    """Why a player may not knock; None if he may."""
    rules = position.rules.knock
    if not rules.allowed:
        return Refusal("no-knock", "nobody knocks in this game")
    if rules.timing == "before_draw":
        return _early_knock_fault(position, action)
    if position.phase != "play":
        return Refusal("knock-with-discard", "a player knocks with the discard, after drawing")
    if action.discard is None:
        return Refusal("knock-with-discard", "a player knocks with a discard: say which")
    left = _left(position, action.discard)
    if isinstance(left, Refusal):
        return left
    if not left:
        return Refusal("last-card", "the last card is discarded to go out, not to knock")
    return _limit_fault(position, left)


def _early_knock_fault(position: Position, action: Knock) -> Refusal | None:
    if position.phase != "draw":
        return Refusal("knock-before-draw", "a player knocks before drawing")
    if action.discard is not None:
        return Refusal("knock-before-draw", "a player knocks before drawing, without a discard")
    if position.turn.offered:
        return Refusal("upcard-offered", "the first upcard is on offer: take it or pass")
    return _limit_fault(position, position.hand)


def _limit_fault(position: Position, left: tuple[Card, ...]) -> Refusal | None:
    """Why these cards are too many points for a knock."""
    limit = knock_limit(position)
    if limit is None:
        return None
    if position.rules.count.hand == "held":
        count = held(position.terms.melds, left)
    else:
        count = deadwood(position.terms, left)
    if count <= limit:
        return None
    return Refusal("too-much-deadwood", f"{count} points: a knocker may have {limit} at most")


def out_fault(position: Position, action: GoOut) -> Refusal | None:
    """Why a player may not show a hand that is melded whole; None if he may."""
    rules = position.rules
    if position.terms.in_play:
        return Refusal(
            "out-by-laying", "a player goes out by laying or discarding the last card, not so"
        )
    if position.phase != "play":
        return Refusal("draw-first", "a player goes out after drawing")
    if action.discard is None:
        if rules.end.go_out_discard == "required" and not rules.end.big_gin:
            return Refusal("discard-required", "a player goes out with a discard: say which")
        left = position.hand
    else:
        if rules.end.go_out_discard == "none":
            return Refusal("no-last-discard", "a player goes out without a discard")
        rest = _left(position, action.discard)
        if isinstance(rest, Refusal):
            return rest
        left = rest
    if not melds_whole(position.terms, left):
        return Refusal("not-melded", "the cards do not all form the melds that are needed")
    return None


def ways_to_end(position: Position) -> tuple[Knock | GoOut, ...]:
    """The knocks after the draw and the ways to show a hand that is melded whole.

    A hand that is whole after a discard is shown, not knocked with.
    """
    terms, hand, rules = position.terms, position.hand, position.rules.knock
    knocking = rules.allowed and rules.timing == "with_discard"
    if terms.in_play and not knocking:
        return ()
    limit = knock_limit(position) if knocking else 0
    if limit is not None and leaves_more(terms, hand, limit):
        return ()
    cards = [] if unfinished(position) else throwable(position)
    whole: list[GoOut] = []
    if not terms.in_play and not leaves_more(terms, hand, 0):
        ways = [*map(GoOut, cards), GoOut()]
        whole = [way for way in ways if out_fault(position, way) is None]
    shown = {way.discard for way in whole}
    knocks = [
        Knock(card)
        for card in (cards if knocking and len(hand) > 1 else ())
        if card not in shown
        and (limit is None or _limit_fault(position, _kept(hand, card)) is None)
    ]
    return (*knocks, *whole)


def _kept(hand: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    at = hand.index(card)
    return hand[:at] + hand[at + 1 :]


def _left(position: Position, card: Card) -> tuple[Card, ...] | Refusal:
    """The hand after a discard that ends the hand."""
    left = without(position.hand, (card,))
    if isinstance(left, Card):
        return not_in_hand(card)
    return unfinished(position) or thrown_fault(position, card) or left
