"""A position completed with hidden cards: a state that the referee plays on."""

from __future__ import annotations

import numpy as np

from meldwise.cards import Card
from meldwise.cards.card import CARDS
from meldwise.play.state import State
from meldwise.playout.starts import NO_CARD, Starts
from meldwise.position import Opponent, Position


def state_at(position: Position, starts: Starts, row: int) -> State:
    """The referee's state for one of the starts made from a position.

    Args:
        position: The position.
        starts: Complete states of it, before any further action.
        row: Which of them.

    >>> from meldwise.advice.belief import Belief
    >>> line = "gin-rummy 2:0:1 draw AS2S3S5H6H7H9C9DTDKH - TC 31 0,0 - -- -- 1:10 -"
    >>> position = Position.parse(line)
    >>> state_at(position, Belief.of(position).starts(1, seed=3), 0).position() == position
    True
    """
    hands = tuple(
        position.hand if seat == position.seat else _cards(starts.hands[row, seat])
        for seat in range(position.players)
    )
    stock = starts.stock[row]
    known = {opponent.seat: opponent for opponent in position.opponents}
    return State(
        rules=position.rules,
        players=position.players,
        dealer=position.dealer,
        seed=f"{row}",
        phase=position.phase,
        seat=position.to_move,
        hands=hands,
        stock=tuple(CARDS[code] for code in stock[stock != NO_CARD][::-1].tolist()),
        discards=position.discards,
        table=position.table,
        opened=position.opened,
        placed=position.placed,
        public=tuple(
            known.get(seat, Opponent(seat, len(hands[seat]))) for seat in range(position.players)
        ),
        taken=position.taken,
        turn=position.turn,
        upcard=position.upcard,
        scores=position.scores,
        asked=_to_be_asked(position, hands),
    )


def _cards(counts: np.ndarray) -> tuple[Card, ...]:
    return tuple(CARDS[code] for code in np.repeat(np.arange(len(counts)), counts).tolist())


def _to_be_asked(position: Position, hands: tuple[tuple[Card, ...], ...]) -> tuple[int, ...]:
    """Where dealt hands are declared, the seats after this one that have such a hand."""
    least = position.rules.deal_win.min
    if position.phase != "deal" or least is None:
        return ()
    rules = position.rules
    first = position.dealer if rules.deal.first_player == "dealer" else position.dealer + 1
    order = [(first + step) % position.players for step in range(position.players)]
    after = order[order.index(position.to_move) + 1 :]
    values = position.terms.values
    return tuple(seat for seat in after if sum(values[c.code] for c in hands[seat]) >= least)
