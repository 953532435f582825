"""The greedy player: least deadwood now, and the end of the hand as soon as possible."""

from __future__ import annotations

from collections.abc import Iterator

from meldwise.cards import Card, PlacedCard
from meldwise.melds.candidates import Holding, hand_candidates
from meldwise.melds.meldrules import MeldRules
from meldwise.play.actions import (
    Action,
    Declare,
    Discard,
    Draw,
    GoOut,
    Knock,
    LayMeld,
    Pass,
)
from meldwise.play.deadwood import best, best_discard, deadwood, held
from meldwise.play.discarding import discard_fault, discards, throwable
from meldwise.play.drawing import draw_fault
from meldwise.play.ending import declare_fault, knock_fault, knock_limit, out_fault
from meldwise.play.goingon import Placement, next_placements, place
from meldwise.play.legal import legal_actions
from meldwise.play.listing import layoff_actions, melds_of, shift_actions, swap_actions
from meldwise.play.nearness import may_join
from meldwise.play.refusal import Refusal
from meldwise.position import Position

# Where the rules let a player knock with anything, knocking at once would be the whole game:
# there the usual limit of gin is kept.
KNOCK_WITHOUT_LIMIT = 10


class GreedyPlayer:
    """Keeps the least deadwood, lays down what it can, ends the hand as soon as it may.

    Args:
        most_deadwood: The most deadwood with which it knocks; None: as the rules allow.
    """

    def __init__(self, most_deadwood: int | None = None) -> None:
        self._most = most_deadwood

    def choose(self, position: Position, /) -> Action:
        """The greedy action."""
        if position.phase == "deal":
            return Declare() if declare_fault(position) is None else Pass()
        if position.phase == "draw":
            return self._before_drawing(position)
        if position.terms.in_play:
            placement = _placement(position)
            if placement is not None:
                return placement
        return self._end_of_turn(position)

    def _before_drawing(self, position: Position) -> Action:
        knock = Knock()
        if (
            position.rules.knock.allowed
            and position.rules.knock.timing == "before_draw"
            and held(position.terms.melds, position.hand) <= self._knocks_with(position)
            and knock_fault(position, knock) is None
        ):
            return knock
        upcard, stock = Draw("discard"), Draw("stock")
        if wants_upcard(position) and draw_fault(position, upcard) is None:
            return upcard
        return stock if draw_fault(position, stock) is None else Pass()

    def _knocks_with(self, position: Position) -> int:
        limit = knock_limit(position)
        allowed = KNOCK_WITHOUT_LIMIT if limit is None else limit
        return allowed if self._most is None else min(self._most, allowed)

    def _end_of_turn(self, position: Position) -> Action:
        found = best_throw(position)
        if found is None:
            return legal_actions(position)[0]
        card, left = found
        if position.terms.in_play:
            if discard_fault(position, card) is None:
                return Discard(card)
            legal = list(discards(position))
            values = position.terms.values
            if legal:
                return Discard(max(legal, key=lambda c: values[c.code]))
            return legal_actions(position)[0]
        if may_go_out(position, None):
            return GoOut()
        if left == 0 and may_go_out(position, card):
            return GoOut(card)
        knock = Knock(card)
        if (
            position.rules.knock.allowed
            and left <= self._knocks_with(position)
            and knock_fault(position, knock) is None
        ):
            return knock
        if discard_fault(position, card) is None:
            return Discard(card)
        return legal_actions(position)[0]


def may_go_out(position: Position, card: Card | None) -> bool:
    """Whether a player may go out with this discard, or without one."""
    end = position.rules.end
    if card is None and end.go_out_discard == "required" and not end.big_gin:
        return False
    return out_fault(position, GoOut(card)) is None


def wants_upcard(position: Position) -> bool:
    """Whether the upcard lowers the deadwood as part of a meld, or can be laid off."""
    if not position.discards:
        return False
    card, hand, rules = position.discards[-1], position.hand, position.terms.melds
    opened = position.terms.in_play and position.opened[position.seat]
    if opened and any(True for _ in layoff_actions(position, (card,))):
        return True
    if not may_join(rules, hand, card):
        return False
    terms = position.terms
    return best_discard(terms, (*hand, card), hand)[1] < deadwood(terms, hand)


def joins_meld(rules: MeldRules, hand: tuple[Card, ...], card: Card) -> bool:
    """Whether some meld of a hand and a card holds that card."""
    if not may_join(rules, hand, card):
        return False
    if rules.is_wild(card.code):
        return True
    candidates = hand_candidates(rules, Holding.of(rules, (*hand, card)))
    return any(code == card.code for meld in candidates for code, _ in meld.naturals())


def best_throw(position: Position) -> tuple[Card, int] | None:
    """The card that is best thrown, of those that may be, and the deadwood it leaves."""
    legal = throwable(position)
    return best_discard(position.terms, position.hand, legal) if legal else None


def _placement(position: Position) -> Placement | None:
    """The next thing to put on the table, if there is one."""
    for action in _placements(position):
        if not isinstance(place(position, action), Refusal):
            return action
    return None


def _placements(position: Position) -> Iterator[Placement]:
    if position.pending:
        yield from next_placements(position)
        return
    rules, hand = position.terms.melds, position.hand
    demands = position.rules.open
    opening = not position.opened[position.seat] and (demands.min_points or demands.pure_run)
    arrangement = best(rules, hand, "points" if opening else "deadwood")
    if not opening or arrangement.points + _so_far(position) >= demands.min_points:
        for cards in melds_of(rules, hand, arrangement.melds):
            yield LayMeld(tuple(map(PlacedCard.natural, cards)))
    if not position.opening:
        yield from layoff_actions(position, hand)
        yield from swap_actions(position)
        yield from shift_actions(position)


def _so_far(position: Position) -> int:
    return sum(meld.points for meld in position.opening)
