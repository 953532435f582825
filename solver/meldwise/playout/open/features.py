"""What can be shown of a hand without playing on: outs, expected points, danger of a discard."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from meldwise.partition.kernel.compiling import compilation_announced
from meldwise.play.dealing import whole_pack
from meldwise.playout.open import layout as at
from meldwise.playout.open.desk import Desk
from meldwise.playout.open.ground import table_of
from meldwise.playout.open.oneply import draw_each, fear_each
from meldwise.playout.open.players import plain
from meldwise.playout.open.simulate import numbers_of
from meldwise.playout.open.stating import counts_of, state_of
from meldwise.playout.starts import KINDS
from meldwise.position import Position


@dataclass(frozen=True, eq=False, slots=True)
class Features:
    """One card ahead, for n hands that a seat could be left with.

    ``unseen`` int64 (53,): copies of each card that may be drawn. ``left`` int32 (n, 53): the
    points held when this card is drawn, all is put down that can be, and the dearest card that may
    be is thrown; −1 for a card that cannot be drawn. ``placed`` int8 (n, 53): the cards then put
    down. ``now`` int64 (n,): the points held now, ``size`` int64 (n,): the cards.
    """

    unseen: NDArray[np.int64]
    left: NDArray[np.int32]
    placed: NDArray[np.int8]
    now: NDArray[np.int64]
    size: NDArray[np.int64]

    @property
    def useful(self) -> NDArray[np.int64]:
        """How many unseen cards would let the hand put something down, shape (n,)."""
        found: NDArray[np.int64] = (self.unseen * (self.placed > 0)).sum(axis=1)
        return found

    @property
    def outs(self) -> NDArray[np.int64]:
        """With how many unseen cards the hand would be out, shape (n,)."""
        gone = (self.left >= 0) & (self.placed >= self.size[:, None])
        found: NDArray[np.int64] = (self.unseen * gone).sum(axis=1)
        return found

    @property
    def expected(self) -> NDArray[np.float64]:
        """The mean of the points held after the next turn's draw from the stock, shape (n,)."""
        total = max(int(self.unseen.sum()), 1)
        found: NDArray[np.float64] = (self.unseen * np.maximum(self.left, 0)).sum(axis=1) / total
        return found


def features(position: Position, hands: NDArray[np.uint8]) -> Features:
    """Features of hands that the seat to move could be left with after its discard.

    The table is that of the position, so what is to be laid first must have been laid.

    Args:
        position: The position.
        hands: uint8 (n, 53): hands by counts of each code, all jokers as code 52; cards of the
            position's hand.

    Raises:
        RequestError: a rule set that is not played in compiled code.

    >>> at_turn = {
    ...     "rules": "ramino-drift",
    ...     "hand": "5S 6S KD 9H 9C",
    ...     "phase": "play",
    ...     "table": [{"owner": 0, "cards": "2H 3H 4H"}],
    ...     "opened": [True, False],
    ... }
    >>> position = Position.from_dict(at_turn)
    >>> kept = counts_of(position.hand)
    >>> kept[38] -= 1  # the king of diamonds
    >>> found = features(position, kept[None].astype(np.uint8))
    >>> int(found.useful[0]), int(found.unseen.sum())
    (8, 46)
    """
    table = table_of(position.rules, position.players)
    count = len(hands)
    base = _next_turn(position)
    unseen = _unseen(position)
    left, placed = np.empty((count, KINDS), np.int32), np.empty((count, KINDS), np.int8)
    with table.tables.lock, compilation_announced():
        desk = Desk(table)
        policies = numbers_of([plain()] * position.players)
        draw_each(table.rules, desk.state, desk.words, policies, base, hands, unseen, left, placed)
    values = np.array(table.terms.values[:KINDS])
    return Features(
        unseen, left, placed, (hands * values).sum(axis=1), hands.sum(axis=1, dtype=np.int64)
    )


def danger(position: Position) -> NDArray[np.float64]:
    """How likely the next player can use each card if it is thrown, float64 (53,) by code.

    1 where he can lay it off, or meld it with cards that he is known to hold; otherwise from the
    cards that are unseen and the number that he holds.

    Raises:
        RequestError: a rule set that is not played in compiled code.
    """
    table = table_of(position.rules, position.players)
    found = np.zeros(KINDS)
    with table.tables.lock, compilation_announced():
        desk = Desk(table)
        state = state_of(position)
        state[at.OPENED_NOW] = 0
        policies = numbers_of([plain()] * position.players)
        fear_each(table.rules, state, desk.words, policies, found)
    return found


def _next_turn(position: Position) -> NDArray[np.int64]:
    """The state at the seat's next turn, after a draw from the stock, without its own cards."""
    state = state_of(position)
    own = at.SEATS + at.SEAT_SIZE * position.seat
    state[[own + at.CARDS, own + at.TWICE, own + at.SIZE]] = 0
    state[at.PHASE], state[at.SOURCE], state[at.TAKEN] = at.PLAYING, at.FROM_STOCK, -1
    state[[at.USED, at.PLACED_NOW, at.OPENED_NOW, at.FREED]] = 0
    return state


def _unseen(position: Position) -> NDArray[np.int64]:
    """Copies of each card that the seat has not seen anywhere."""
    unseen = counts_of(whole_pack(position.terms))
    unseen -= counts_of(position.hand) + counts_of(position.discards)
    for known in position.table:
        unseen -= counts_of(known.meld.physical)
    for other in position.opponents:
        unseen -= counts_of(other.holds)
    return unseen
