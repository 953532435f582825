"""Many full states of one hand at the same point of play: only the hidden cards differ."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from meldwise.errors import ActionError
from meldwise.play.actions import (
    Action,
    ActionLike,
    Declare,
    Discard,
    Draw,
    GoOut,
    Knock,
    LayMeld,
    LayOff,
    Pass,
    ShiftJoker,
    SwapJoker,
    action_of,
)
from meldwise.play.state import State
from meldwise.playout.turnorder import first_seat, own_turns
from meldwise.position import Source, TableMeld, Turn
from meldwise.rules.ruleset import RuleSet

JOKER: Final = 52
KINDS: Final = 53
NO_CARD: Final = 255
STYLES: Final = 4

_NOTHING_YET: Final = Turn()

Counts = NDArray[np.uint8]
"""Copies of each card, the last axis by code; all jokers count as code 52."""
Codes = NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class Starts:
    """n full states of one hand.

    Args:
        rules: The rule set.
        players: How many play, P.
        dealer: The seat that dealt.
        seat: The seat to move.
        phase: ``draw`` or ``play`` (after the draw).
        hands: uint8 (n, P, 53): copies of each card code that a seat holds; all jokers count
            as code 52.
        stock: uint8 (n, most): codes in the order in which they will be drawn; 255 after the
            last. All n stocks have the same number of cards.
        discards: uint8 (n, most): codes of the discard pile, oldest first; 255 after the last.
            All n piles have the same number of cards.
        taken: The code of the upcard taken in this turn; None otherwise.
        taken_from: Where this turn's card came from; None before the draw.
        turns: Turns that each seat has finished.
        passes: Where the first upcard is on offer: how many players have passed it; as many as
            play: all have, and this draw is from the stock. None: it is not on offer (any more).
        holds: uint8 (P, 53): cards seen to go to each seat and not seen to leave it.
        threw: uint8 (P, 53): cards that each seat discarded.
        passed: uint8 (P, 53): upcards that each seat did not take.
        last_thrown: The last discards of each seat, oldest first; two are looked at.
        upcard: The code of the card turned up after the deal, where the rules depend on it. None:
            it is the oldest card of each discard pile.
        scores: Running scores before the hand.
        style: What was seen of each seat in this game so far, four numbers each; see
            `meldwise.playout.views.View`.
        table: Melds on the table, the same in all states.
        opened: For each seat, whether its initial meld is complete.
        put_down: For each seat the number of its own turn (from 0) in which it first put
            something on the table; None: it has not.
        turn: What has happened in this turn, as far as melds on the table depend on it.

    >>> from meldwise.playout import deal_starts
    >>> starts = deal_starts("gin-rummy", n=3, seed=1)
    >>> starts.hands.shape, starts.hands.sum(axis=2).tolist()[0], starts.stock_size
    ((3, 2, 53), [10, 10], 31)
    """

    rules: RuleSet
    players: int
    dealer: int
    seat: int
    phase: Literal["draw", "play"]
    hands: Counts
    stock: Codes
    discards: Codes
    taken: int | None = None
    taken_from: Source | None = None
    turns: tuple[int, ...] = ()
    passes: int | None = None
    holds: Counts = field(default_factory=lambda: np.zeros((0, KINDS), np.uint8))
    threw: Counts = field(default_factory=lambda: np.zeros((0, KINDS), np.uint8))
    passed: Counts = field(default_factory=lambda: np.zeros((0, KINDS), np.uint8))
    last_thrown: tuple[tuple[int, ...], ...] = ()
    upcard: int | None = None
    scores: tuple[int, ...] = ()
    style: tuple[tuple[float, ...], ...] = ()
    table: tuple[TableMeld, ...] = ()
    opened: tuple[bool, ...] = ()
    put_down: tuple[int | None, ...] = ()
    turn: Turn = _NOTHING_YET

    def __post_init__(self) -> None:
        count = self.players
        for name, empty in (
            ("turns", (0,) * count),
            ("last_thrown", ((),) * count),
            ("scores", (0,) * count),
            ("style", ((0.0,) * STYLES,) * count),
            ("opened", (False,) * count),
            ("put_down", (None,) * count),
        ):
            if not getattr(self, name):
                object.__setattr__(self, name, empty)
        for name in ("holds", "threw", "passed"):
            if len(getattr(self, name)) == 0:
                object.__setattr__(self, name, np.zeros((count, KINDS), np.uint8))

    def __len__(self) -> int:
        return len(self.hands)

    @property
    def stock_size(self) -> int:
        """Cards in the stock."""
        return int((self.stock[0] != NO_CARD).sum()) if len(self) else 0

    @property
    def pile_size(self) -> int:
        """Cards in the discard pile."""
        return int((self.discards[0] != NO_CARD).sum()) if len(self) else 0

    @classmethod
    def of(cls, states: Sequence[State] | State) -> Starts:
        """Starts from one or more states of the referee at the same point of the same hand.

        Public knowledge is taken from the first state.
        """
        known = [states] if isinstance(states, State) else list(states)
        first = known[0]
        players = first.players
        opponents = [first.public[seat] for seat in range(players)]
        taken = first.taken
        upcard_taken = taken is not None and taken.source == "discard"
        turn = first.turn
        threw = {seen.seat: len(seen.threw) for seen in first.public}
        passes = None
        if turn.offered:
            passes = (first.seat - first_seat(first.rules, first.dealer, players)) % players
        elif turn.stock_only:
            passes = players
        return cls(
            rules=first.rules,
            players=players,
            dealer=first.dealer,
            seat=first.seat,
            phase="play" if first.phase == "play" else "draw",
            hands=np.array(
                [[_counts([c.code for c in hand]) for hand in state.hands] for state in known]
            ),
            stock=_padded([[card.code for card in state.stock[::-1]] for state in known]),
            discards=_padded([[card.code for card in state.discards] for state in known]),
            taken=min(taken.cards[-1].code, JOKER) if taken and upcard_taken else None,
            taken_from=None if taken is None else taken.source,
            turns=own_turns(first.rules, first.dealer, players, turn.number, threw),
            passes=passes,
            holds=np.array([_counts([c.code for c in seat.holds]) for seat in opponents]),
            threw=np.array([_counts([c.code for c in seat.threw]) for seat in opponents]),
            passed=np.array([_counts([c.code for c in seat.passed]) for seat in opponents]),
            last_thrown=tuple(
                tuple(min(c.code, JOKER) for c in seat.threw[-2:]) for seat in opponents
            ),
            upcard=_common_upcard(known),
            scores=first.scores,
            table=first.table,
            opened=first.opened,
            put_down=tuple(0 if placed else None for placed in first.placed),
            turn=turn,
        )

    def take(self, rows: slice | NDArray[np.int64]) -> Starts:
        """Some of the states."""
        return replace(
            self, hands=self.hands[rows], stock=self.stock[rows], discards=self.discards[rows]
        )

    def repeat(self, times: int) -> Starts:
        """Each state so many times, one after the other."""
        return replace(
            self,
            hands=np.repeat(self.hands, times, axis=0),
            stock=np.repeat(self.stock, times, axis=0),
            discards=np.repeat(self.discards, times, axis=0),
        )

    def after(self, action: ActionLike) -> Starts:
        """All states after one action of the seat to move, which must be legal in all of them.

        A knock and going out leave the state as it is then settled: the discard is thrown, it is
        still the same seat's turn, and the phase is ``play``.

        Raises:
            ActionError: a declaration; something laid that is not legal, or not in every hand.

        >>> from meldwise.playout import deal_starts
        >>> starts = deal_starts("knock-rummy", n=2, seed=1).after(
        ...     {"type": "draw", "from": "stock"}
        ... )
        >>> starts.hands.sum(axis=2).tolist(), starts.phase
        ([[11, 10], [11, 10]], 'play')
        """
        known: Action = action_of(action)
        match known:
            case Draw():
                return self._drawn(known)
            case Discard(card):
                return self._thrown(min(card.code, JOKER))._next()
            case Knock(card) | GoOut(card):
                return self if card is None else self._thrown(min(card.code, JOKER))
            case Pass():
                return self._passing()
            case LayMeld() | LayOff() | SwapJoker() | ShiftJoker():
                from meldwise.playout.open.placing import placed

                return placed(self, known)
            case Declare():
                raise ActionError(
                    "not-in-batch",
                    "a dealt hand is declared before play: there are no states after it",
                    {"field": "type"},
                )

    def _drawn(self, action: Draw) -> Starts:
        hands, rows = self.hands.copy(), np.arange(len(self))
        public = {name: getattr(self, name).copy() for name in ("holds", "passed")}
        top = self.discards[:, self.pile_size - 1] if self.pile_size else None
        if action.source == "discard":
            assert top is not None
            hands[rows, self.seat, top] += 1
            discards = self.discards.copy()
            discards[:, self.pile_size - 1] = NO_CARD
            public["holds"][self.seat, top[0]] += 1
            return replace(
                self,
                phase="play",
                hands=hands,
                discards=discards,
                taken=int(top[0]),
                taken_from="discard",
                passes=None,
                holds=public["holds"],
            )
        ready = self if self.stock_size else self._turned()
        hands[rows, self.seat, ready.stock[:, 0]] += 1
        if top is not None and self.passes is None:
            public["passed"][self.seat, top[0]] += 1
        return replace(
            ready,
            phase="play",
            hands=hands,
            stock=ready.stock[:, 1:],
            taken=None,
            taken_from="stock",
            passes=None,
            passed=public["passed"],
        )

    def _turned(self) -> Starts:
        """The discards but for the top one as the new stock, in the order in which they lie."""
        last = self.pile_size - 1
        stock = np.full((len(self), last + 1), NO_CARD, np.uint8)
        stock[:, :last] = self.discards[:, :last]
        discards = np.full_like(self.discards, NO_CARD)
        discards[:, 0] = self.discards[:, last]
        return replace(self, stock=stock, discards=discards)

    def _thrown(self, code: int) -> Starts:
        hands, size = self.hands.copy(), self.pile_size
        hands[:, self.seat, code] -= 1
        discards = np.full((len(self), max(size + 1, self.discards.shape[1])), NO_CARD, np.uint8)
        discards[:, : self.discards.shape[1]] = self.discards
        discards[:, size] = code
        holds, threw = self.holds.copy(), self.threw.copy()
        if holds[self.seat, code] > hands[0, self.seat, code]:
            holds[self.seat, code] -= 1
        threw[self.seat, code] += 1
        last = tuple(
            (*cards, code)[-2:] if seat == self.seat else cards
            for seat, cards in enumerate(self.last_thrown)
        )
        return replace(
            self, hands=hands, discards=discards, holds=holds, threw=threw, last_thrown=last
        )

    def _next(self) -> Starts:
        turns = tuple(n + (seat == self.seat) for seat, n in enumerate(self.turns))
        following = (self.seat + 1) % self.players
        return replace(
            self,
            seat=following,
            phase="draw",
            taken=None,
            taken_from=None,
            turns=turns,
            put_down=tuple(
                first if first is not None or seat != self.seat or not self.turn.placed else done
                for seat, (first, done) in enumerate(zip(self.put_down, self.turns, strict=True))
            ),
            turn=Turn(self.turn.number + 1),
        )

    def _passing(self) -> Starts:
        if self.passes is None:
            return self._next()
        passed = self.passed.copy()
        passed[self.seat, self.discards[0, self.pile_size - 1]] += 1
        following = (self.seat + 1) % self.players
        return replace(self, seat=following, passes=self.passes + 1, passed=passed)


def _common_upcard(states: Sequence[State]) -> int | None:
    """The first upcard where it is not the oldest discard of each state."""
    if all(state.discards[:1] == (state.upcard,) for state in states):
        return None
    upcard = states[0].upcard
    return None if upcard is None else min(upcard.code, JOKER)


def _counts(codes: Sequence[int]) -> Counts:
    counts = np.zeros(KINDS, np.uint8)
    for code in codes:
        counts[min(code, JOKER)] += 1
    return counts


def _padded(rows: Sequence[Sequence[int]]) -> Codes:
    """Codes as one array with a column of 255 at least at its end."""
    found = np.full((len(rows), 1 + max(map(len, rows))), NO_CARD, np.uint8)
    for row, codes in enumerate(rows):
        found[row, : len(codes)] = [min(code, JOKER) for code in codes]
    return found
