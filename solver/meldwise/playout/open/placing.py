"""Melds, lay-offs and exchanges played on many starts at once.

They change the table and the mover's hand in the same way in all starts, so the referee is asked
once.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np

from meldwise.cards import Card
from meldwise.cards.card import CARDS, JOKER_CODE
from meldwise.errors import ActionError
from meldwise.play.goingon import Placement, place
from meldwise.play.legal import illegal
from meldwise.play.refusal import Refusal
from meldwise.playout.starts import KINDS, Starts
from meldwise.position import Opponent, Position, Taken


def placed(starts: Starts, action: Placement) -> Starts:
    """All starts after something was put on the table.

    Args:
        starts: The states; after the draw.
        action: What is laid.

    Raises:
        ActionError: it is not legal, or some start lacks the cards.
    """
    position = position_of(starts)
    after = place(position, action)
    if isinstance(after, Refusal):
        raise illegal(position, action)
    change = _counts(after.hand) - _counts(position.hand)
    hands = starts.hands.astype(np.int64)
    hands[:, starts.seat] += change
    if hands.min() < 0:
        raise ActionError(
            "not-in-hand", f"{action.type}: not every hand holds these cards", {"field": "card"}
        )
    known = np.minimum(starts.holds[starts.seat] + np.maximum(change, 0), hands[0, starts.seat])
    holds = starts.holds.copy()
    holds[starts.seat] = known
    return replace(
        starts,
        hands=hands.astype(np.uint8),
        holds=holds,
        table=after.table,
        opened=after.opened,
        turn=after.turn,
    )


def position_of(starts: Starts) -> Position:
    """What the seat to move sees in the first of some starts."""
    seat = starts.seat
    taken = None
    if starts.taken_from == "discard" and starts.taken is not None:
        taken = Taken((CARDS[starts.taken],), "discard")
    sizes = starts.hands[0].sum(axis=1).tolist()
    return Position(
        rules=starts.rules,
        players=starts.players,
        seat=seat,
        dealer=starts.dealer,
        to_move=seat,
        phase=starts.phase,
        hand=_cards(starts.hands[0, seat]),
        stock=starts.stock_size,
        discards=tuple(CARDS[code] for code in starts.discards[0, : starts.pile_size].tolist()),
        scores=starts.scores,
        taken=taken,
        table=starts.table,
        opened=starts.opened,
        placed=tuple(
            first is not None and first < done
            for first, done in zip(starts.put_down, starts.turns, strict=True)
        ),
        opponents=tuple(Opponent(other, size) for other, size in enumerate(sizes) if other != seat),
        turn=starts.turn,
        upcard=None if starts.upcard is None else CARDS[starts.upcard],
    )


def _cards(counts: np.ndarray) -> tuple[Card, ...]:
    return tuple(CARDS[code] for code in np.repeat(np.arange(KINDS), counts).tolist())


def _counts(cards: tuple[Card, ...]) -> np.ndarray:
    counts = np.zeros(KINDS, np.int64)
    for code, count in Counter(min(card.code, JOKER_CODE) for card in cards).items():
        counts[code] = count
    return counts
