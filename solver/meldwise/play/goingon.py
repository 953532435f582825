"""Whether a turn can still be brought to an end: no legal action leads to a dead end.

A placement is legal only if a legal end of the turn can follow it: a first part of the initial
meld only if the rest of the hand completes it, an exchange only if the joker can be used, a
lay-off only if a card that may be thrown is left. The question is answered exactly, by looking
for such an end; a bound on points cuts most of the search short.
"""

from __future__ import annotations

from collections.abc import Iterator

from meldwise.partition import best_melds
from meldwise.play.actions import LayMeld, LayOff, ShiftJoker, SwapJoker
from meldwise.play.addingto import adding_fault, lay_off, shift_joker, swap_joker
from meldwise.play.deadwood import best, most
from meldwise.play.discarding import discards, incomplete, must_knock, unfinished
from meldwise.play.laying import lay_meld
from meldwise.play.listing import layoff_actions, meld_actions, shift_actions, swap_actions
from meldwise.play.refusal import Refusal
from meldwise.position import Position

Placement = LayMeld | LayOff | SwapJoker | ShiftJoker


def place(position: Position, action: Placement) -> Position | Refusal:
    """The position after a placement, or why it is not legal."""
    after = _effect(position, action)
    if isinstance(after, Refusal):
        return after
    return _dead_end(position, after) or after


def _effect(position: Position, action: Placement) -> Position | Refusal:
    if not position.terms.in_play:
        time = position.rules.meld.time
        when = "when the hand ends" if time == "end" else "all in one go, to go out"
        return Refusal("not-in-play", f"melds are laid only {when}")
    match action:
        case LayMeld():
            return lay_meld(position, action)
        case LayOff():
            return lay_off(position, action)
        case SwapJoker():
            return swap_joker(position, action)
        case ShiftJoker():
            return shift_joker(position, action)


def _dead_end(before: Position, after: Position) -> Refusal | None:
    """Why the turn could not be ended after a placement."""
    if not after.hand:
        if after.rules.end.go_out_discard == "required":
            return Refusal("last-card", "the last card must be kept for the discard")
        return unfinished(after) or incomplete(after)
    if can_go_on(after):
        return None
    if after.pending:
        card = after.pending[0][0]
        return Refusal("no-use", f"the {card} could not be laid at once, as it must be")
    if after.opening:
        points = sum(meld.points for meld in after.opening)
        return Refusal(
            "opening-too-low",
            f"the initial meld must be worth {before.rules.open.min_points} points: this makes "
            f"{points}, and the rest of the hand cannot bring it there",
        )
    return Refusal("no-discard-left", "no card would be left that may end the turn")


def can_go_on(position: Position) -> bool:
    """Whether the turn can be brought to an end from here.

    The position is one after the draw, with cards in hand.
    """
    if unfinished(position) is None:
        if any(discards(position)):
            return True
    elif _dearest_melds_open(position):
        return True
    elif not _opening_in_reach(position):
        return False
    return any(
        not isinstance(place(position, action), Refusal) for action in next_placements(position)
    )


def _one_of_two_goes(position: Position) -> bool:
    """Whether of any two cards that are left of this hand one may be thrown to end the turn."""
    # Only jokers are kept from the discard for good; the upcard just taken is one card.
    jokers_go = position.rules.turn.joker_discard in ("free", "not_takeable")
    return jokers_go and not position.pending and not must_knock(position)


def _dearest_melds_open(position: Position) -> bool:
    """Whether the hand's dearest melds complete the initial meld and leave two cards or more.

    A short cut: if not, other melds may still do it.
    """
    demands, hand = position.rules.open, position.hand
    if demands.pure_run or not position.opening or not _one_of_two_goes(position):
        return False
    found = best(position.terms.melds, hand, "points")
    points = sum(meld.points for meld in position.opening) + found.points
    return points >= demands.min_points and found.cards <= len(hand) - 2


def _opening_in_reach(position: Position) -> bool:
    """Whether melds of the hand can complete the initial meld, if one is needed."""
    if position.opened[position.seat]:
        return True
    needs_meld = position.opening or any(use == "new_meld" for _, use in position.pending)
    return not (needs_meld or position.rules.layoff.requires_open) or _can_open(position)


def _can_open(position: Position) -> bool:
    """Whether melds of the hand, with those laid already, can make an initial meld."""
    demands, melds = position.rules.open, position.terms.melds
    if demands.exempt_if_going_out:
        last = 0 if position.rules.end.go_out_discard == "none" else 1
        if most(melds, position.hand, "out") >= len(position.hand) - last:
            return True
    missing = demands.min_points - sum(meld.points for meld in position.opening)
    pure = any(meld.kind == "run" and meld.pure for meld in position.opening)
    if not demands.pure_run or pure:
        return missing <= 0 or most(melds, position.hand, "points") >= missing
    found = best_melds(
        position.hand,
        position.rules,
        goal="points",
        require={"points": max(missing, 0), "pure_runs": 1},
        players=position.players,
    )
    return bool(found.met)


def legal_placements(position: Position) -> Iterator[Placement]:
    """The placements of `next_placements` that are legal."""
    if not position.terms.in_play:
        return
    # A hand that cannot make an initial meld cannot begin one.
    no_melds = not position.opened[position.seat] and not _can_open(position)
    plain = position.opened[position.seat] and _one_of_two_goes(position)
    for action in next_placements(position, melds=not no_melds):
        sure = plain and _leaves_two(position, action)
        if sure or not isinstance(place(position, action), Refusal):
            yield action


def _leaves_two(position: Position, action: Placement) -> bool:
    """Whether a meld or lay-off that is listed leaves two cards or more, and nothing bars it."""
    match action:
        case LayMeld(cards):
            return len(cards) <= len(position.hand) - 2
        case LayOff(_, meld):
            return len(position.hand) > 2 and adding_fault(position, meld) is None
        case _:
            return False


def next_placements(position: Position, *, melds: bool = True) -> Iterator[Placement]:
    """Placements that could come next, legal or not; only those of cards that must go first.

    Args:
        position: A position after the draw.
        melds: Whether new melds are among them.
    """
    pending = tuple(card for card, _ in position.pending)
    if melds:
        yield from meld_actions(position, containing=pending)
    if pending:
        if any(where == "any" for _, where in position.pending):
            yield from layoff_actions(position, pending)
            yield from (known for known in shift_actions(position) if known.card in pending)
    elif not position.opening:
        yield from layoff_actions(position, position.hand)
        yield from swap_actions(position)
        yield from shift_actions(position)
