"""Discarding: what may end the turn, and what must be done before it may end."""

from __future__ import annotations

from collections.abc import Iterator

from meldwise.cards import Card
from meldwise.play.laying import use_first
from meldwise.play.refusal import Refusal, not_in_hand
from meldwise.position import Position


def discard_fault(position: Position, card: Card) -> Refusal | None:
    """Why a card may not be discarded to end the turn; None if it may."""
    if card not in position.hand:
        return not_in_hand(card)
    return _turn_fault(position) or thrown_fault(position, card) or _last_fault(position)


def discards(position: Position) -> Iterator[Card]:
    """The different cards of the hand that may be discarded to end the turn."""
    if _turn_fault(position) is None and _last_fault(position) is None:
        yield from throwable(position)


def throwable(position: Position) -> list[Card]:
    """The different cards of the hand against which `thrown_fault` says nothing."""
    different, taken = dict.fromkeys(position.hand), position.taken
    jokers_go = position.rules.turn.joker_discard in ("free", "not_takeable")
    if jokers_go and (taken is None or taken.source == "stock"):
        return list(different)
    return [card for card in different if thrown_fault(position, card) is None]


def _turn_fault(position: Position) -> Refusal | None:
    """Why the turn may not be ended by a discard, whatever the card."""
    fault = unfinished(position)
    if fault is None and must_knock(position):
        return Refusal("must-knock", "the wall is reached: this upcard is taken only to knock")
    return fault


def _last_fault(position: Position) -> Refusal | None:
    """Why the last card may not be discarded to go out, if it is the last one."""
    if len(position.hand) > 1 or not position.terms.in_play:
        return None
    if position.rules.end.go_out_discard == "none":
        return Refusal("no-last-discard", "the last card must be laid, not discarded")
    return incomplete(position)


def thrown_fault(position: Position, card: Card) -> Refusal | None:
    """Why this very card may not be thrown, whatever the throw is for."""
    rules, taken = position.rules.turn, position.taken
    if (
        taken is not None
        and taken.source == "discard"
        # Of several cards taken it is the upcard that may not come back.
        and card == taken.cards[-1]
        and not rules.discard_taken_upcard
        and not (position.turn.used and len(taken.cards) == 1)
        # Of two equal cards the one that was in hand before may go.
        and position.hand.count(card) == 1
    ):
        return Refusal(
            "taken-upcard", f"{card} was just taken from the discard pile and may not be thrown"
        )
    if rules.joker_discard in ("only_to_go_out", "never") and card.is_joker:
        last = len(position.hand) == 1 and rules.joker_discard == "only_to_go_out"
        if not last and not _only_jokers_drawn(position):
            only = " except as the last card" if rules.joker_discard == "only_to_go_out" else ""
            return Refusal("joker-discard", f"a joker may not be discarded{only}")
    return None


def _only_jokers_drawn(position: Position) -> bool:
    """Whether the stock has given a player nothing but jokers: then one of them must go."""
    taken, placed = position.taken, position.turn.placed
    if placed or (taken is not None and taken.source == "discard"):
        return False
    return all(card.is_joker for card in position.hand)


def unfinished(position: Position) -> Refusal | None:
    """What must be done before the turn may end, if anything."""
    if position.pending:
        return use_first(position)
    if position.opening:
        points = sum(meld.points for meld in position.opening)
        rules = position.rules.open
        pure = " with a run without wilds" if rules.pure_run else ""
        return Refusal(
            "opening-incomplete",
            f"the initial meld is {points} points so far: it must reach {rules.min_points}{pure} "
            "in this turn",
        )
    return None


def must_knock(position: Position) -> bool:
    """Whether the upcard was taken at the wall, where it may be taken only to knock."""
    rules, taken = position.rules.stock, position.taken
    return (
        rules.wall == "knock_only"
        and taken is not None
        and taken.source == "discard"
        and position.stock <= rules.wall_at
    )


def incomplete(position: Position) -> Refusal | None:
    """Why a player whose cards are gone is not out: melds that the rules ask for are missing."""
    wanted = position.rules.hand.requires
    if not (wanted.sets or wanted.runs or wanted.pure_runs):
        return None
    own = [known.meld for known in position.table if known.owner == position.seat]
    runs = [meld for meld in own if meld.kind == "run"]
    if (
        len(own) - len(runs) >= wanted.sets
        and len(runs) >= wanted.runs
        and sum(meld.pure for meld in runs) >= wanted.pure_runs
    ):
        return None
    return Refusal(
        "hand-incomplete",
        f"to go out {wanted.sets} sets and {max(wanted.runs, wanted.pure_runs)} runs are needed, "
        f"{wanted.pure_runs} of them without wilds",
    )
