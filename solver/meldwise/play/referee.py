"""The referee: plays legal actions on a state, and refuses all others.

What the rules leave open is decided here: an empty stock that cannot be made anew ends the hand
without a score, and so does a limit of turns.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any, Final

from meldwise.cards import Card
from meldwise.errors import ActionError
from meldwise.play.actions import (
    ActionLike,
    Declare,
    Discard,
    Draw,
    GoOut,
    Knock,
    Pass,
    action_of,
)
from meldwise.play.deadwood import melds_whole
from meldwise.play.drawing import at_wall, taken_cards
from meldwise.play.goingon import Placement, place
from meldwise.play.legal import illegal, require
from meldwise.play.refusal import Refusal, without
from meldwise.play.state import TURNS_EACH, State
from meldwise.position import Opponent, Position, Taken, Turn
from meldwise.settle.ending import Ending

_NOTHING_YET: Final = Turn()


def apply(state: State, action: ActionLike, *, seat: int | None = None) -> State:
    """The state after an action of the seat whose turn it is.

    Args:
        state: The hand; it is not changed.
        action: The action, or its JSON form.
        seat: Who acts, if that is to be checked.

    Raises:
        ActionError: the hand is over, another seat's turn, or an action that is not legal.

    >>> from meldwise.play.dealing import deal
    >>> state = apply(deal("gin-rummy", seed=7), {"type": "pass"})
    >>> state.seat, state.turn.offered
    (1, True)
    """
    asked = action_of(action)
    if state.phase == "over":
        raise ActionError("hand-over", "the hand is over: no action is legal")
    if seat is not None and seat != state.seat:
        raise ActionError(
            "wrong-seat", f"it is the turn of seat {state.seat}, not {seat}", {"seat": seat}
        )
    position = state.position()
    match asked:
        case Declare() | Pass():
            require(position, asked)
            return _declare_or_pass(state, position, declared=isinstance(asked, Declare))
        case Draw():
            require(position, asked)
            return _drawn(state, position, asked)
        case Discard(card):
            require(position, asked)
            return _discarded(state, card)
        case Knock(card):
            require(position, asked)
            return _knocked(state, position, card)
        case GoOut(card):
            require(position, asked)
            return _shown(state, card)
        case _:
            return _placed(state, position, asked)


def _declare_or_pass(state: State, position: Position, *, declared: bool) -> State:
    if state.phase == "deal":
        return _asked(state, declared=declared)
    if state.phase == "play":
        return _next_turn(state)
    if state.turn.offered:
        return _upcard_passed(state)
    if at_wall(position):
        return _void(state, "wall")
    match state.rules.stock.on_empty:
        case "pass":
            return state.evolve(phase="play", taken=None)
        case "hand_ends":
            return _over(state, Ending("stock-out"), why="stock-empty")
        case _:
            return _void(state, "no-cards")


def _asked(state: State, *, declared: bool) -> State:
    known = (*state.declared, state.seat) if declared else state.declared
    if state.asked:
        return state.evolve(declared=known, seat=state.asked[0], asked=state.asked[1:])
    if known:
        return _over(state, Ending("deal-win", declared=known), declared=known)
    return state.evolve(phase="draw", seat=_first_seat(state))


def _first_seat(state: State) -> int:
    dealer_first = state.rules.deal.first_player == "dealer"
    return state.dealer if dealer_first else (state.dealer + 1) % state.players


def _upcard_passed(state: State) -> State:
    following, first = (state.seat + 1) % state.players, _first_seat(state)
    turn = _NOTHING_YET.evolve(offered=following != first, stock_only=following == first)
    known = state.public[state.seat]
    return state.evolve(
        seat=following,
        turn=turn,
        public=_seen(state, passed=(*known.passed, *state.discards[-1:])),
    )


def _seen(
    state: State,
    cards: int | None = None,
    holds: tuple[Card, ...] | None = None,
    threw: tuple[Card, ...] | None = None,
    passed: tuple[Card, ...] | None = None,
) -> tuple[Opponent, ...]:
    """What everybody has seen of each seat, with something new of the seat to move."""
    public, seat = state.public, state.seat
    known = public[seat]
    new = Opponent(
        seat,
        known.cards if cards is None else cards,
        known.holds if holds is None else holds,
        known.threw if threw is None else threw,
        known.passed if passed is None else passed,
    )
    return (*public[:seat], new, *public[seat + 1 :])


def _drawn(state: State, position: Position, action: Draw) -> State:
    turn = state.turn
    if turn.offered or turn.stock_only:
        turn = Turn(turn.number)
    known = state.public[state.seat]
    if action.source == "discard":
        cards = taken_cards(position, action.card)
        assert not isinstance(cards, Refusal)
        return state.evolve(
            phase="play",
            hands=_with_hand(state, state.hands[state.seat] + cards),
            discards=state.discards[: -len(cards)],
            taken=Taken(cards, "discard"),
            turn=turn,
            public=_seen(state, cards=known.cards + len(cards), holds=known.holds + cards),
        )
    ready = state if state.stock else _stock_renewed(state)
    card = ready.stock[-1]
    refused = state.discards[-1:] if state.rules.draw.discard != "none" else ()
    passed = known.passed if turn is not state.turn else known.passed + refused
    return ready.evolve(
        phase="play",
        hands=_with_hand(state, (*state.hands[state.seat], card)),
        stock=ready.stock[:-1],
        taken=Taken((card,), "stock"),
        turn=turn,
        public=_seen(state, cards=known.cards + 1, passed=passed),
    )


def _with_hand(state: State, hand: tuple[Card, ...]) -> tuple[tuple[Card, ...], ...]:
    return (*state.hands[: state.seat], hand, *state.hands[state.seat + 1 :])


def _stock_renewed(state: State) -> State:
    """The discards, but for the top card, turned over to be the stock, shuffled if so ruled."""
    rules = state.rules.stock
    pile = list(state.discards[:-1])[::-1]
    if rules.on_empty == "reshuffle" or rules.shuffle:
        Random(f"{state.seed}/{state.shuffles + 1}").shuffle(pile)
    return state.evolve(
        stock=tuple(pile), discards=state.discards[-1:], shuffles=state.shuffles + 1
    )


def _placed(state: State, position: Position, action: Placement) -> State:
    after = None if state.phase != "play" else place(position, action)
    if after is None or isinstance(after, Refusal):
        raise illegal(position, action)
    known = state.public[state.seat]
    still = _without_laid(known.holds, position.hand, after.hand)
    freed = tuple((Counter(after.hand) - Counter(position.hand)).elements())
    changed = state.evolve(
        hands=_with_hand(state, after.hand),
        table=after.table,
        opened=after.opened,
        turn=after.turn,
        public=_seen(state, cards=len(after.hand), holds=still + freed),
    )
    return changed if after.hand else _out(changed, discarded=False)


def _without_laid(
    holds: tuple[Card, ...], before: tuple[Card, ...], after: tuple[Card, ...]
) -> tuple[Card, ...]:
    """Cards known to be in a hand, less those that have left it."""
    if not holds:
        return holds
    gone = list(before)
    for card in after:
        if card in gone:
            gone.remove(card)
    left = list(holds)
    for card in gone:
        if card in left:
            left.remove(card)
    return tuple(left)


def _out(state: State, *, discarded: bool) -> State:
    """The hand ends: the player to move has no card left."""
    at_once = state.turn.placed and not state.placed[state.seat]
    return _over(state, Ending("out", state.seat, discarded=discarded, at_once=at_once))


def _discarded(state: State, card: Card) -> State:
    left = without(state.hands[state.seat], (card,))
    assert not isinstance(left, Card)
    known = state.public[state.seat]
    holds = without(known.holds, (card,)) if card in known.holds else known.holds
    assert not isinstance(holds, Card)
    changes = {
        "hands": _with_hand(state, left),
        "discards": (*state.discards, card),
        "public": _seen(state, cards=len(left), holds=holds, threw=(*known.threw, card)),
    }
    if not left:
        return _out(state.evolve(**changes), discarded=True)
    return _next_turn(state, **changes)


def _next_turn(state: State, **changes: Any) -> State:
    """The state at the beginning of the next turn, with what the last action changed."""
    rules, number = state.rules, state.turn.number + 1
    placed = state.placed
    if state.turn.placed and not placed[state.seat]:
        placed = tuple(flag or seat == state.seat for seat, flag in enumerate(placed))
    after = state.evolve(
        phase="draw",
        seat=(state.seat + 1) % state.players,
        placed=placed,
        taken=None,
        turn=Turn(number),
        **changes,
    )
    if number >= (rules.end.turn_limit or TURNS_EACH * state.players):
        return _void(after, "turn-limit")
    if rules.stock.wall == "void" and len(state.stock) <= rules.stock.wall_at:
        return _void(after, "wall")
    if rules.stock.on_empty == "void" and not state.stock:
        return _void(after, "stock-empty")
    return after


def _knocked(state: State, position: Position, card: Card | None) -> State:
    if card is None:
        return _over(state, Ending("knock", state.seat))
    left = without(position.hand, (card,))
    assert not isinstance(left, Card)
    if melds_whole(position.terms, left) and not position.terms.in_play:
        return _shown(state, card)
    return _over(_last_discard(state, card, left), Ending("knock", state.seat))


def _shown(state: State, card: Card | None) -> State:
    ending = Ending("out", state.seat, discarded=card is not None)
    if card is None:
        return _over(state, ending)
    left = without(state.hands[state.seat], (card,))
    assert not isinstance(left, Card)
    return _over(_last_discard(state, card, left), ending)


def _last_discard(state: State, card: Card, left: tuple[Card, ...]) -> State:
    return state.evolve(hands=_with_hand(state, left), discards=(*state.discards, card))


def _void(state: State, why: str) -> State:
    return _over(state, Ending("void"), why=why)


def _over(state: State, ending: Ending, why: str = "", declared: tuple[int, ...] = ()) -> State:
    return state.evolve(phase="over", ending=ending, why=why, declared=declared, asked=())
