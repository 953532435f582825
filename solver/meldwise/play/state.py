"""A whole hand of a game at one moment: all cards, known to the referee alone."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, Self

from meldwise.cards import Card
from meldwise.errors import ActionError
from meldwise.position import (
    Opponent,
    Position,
    TableMeld,
    Taken,
    Terms,
    Turn,
    terms_of,
)
from meldwise.position.position import Evolving
from meldwise.rules.ruleset import RuleSet
from meldwise.settle.ending import Ending

StatePhase = Literal["deal", "draw", "play", "over"]

# Turns for each player after which a hand is void where the rules give no limit
# (end.turn_limit). Hands that are played to end them take a dozen; only aimless play gets here.
TURNS_EACH = 100


@dataclass(frozen=True)
class State(Evolving):
    """Everything about one hand; `meldwise.play.referee` makes one and plays actions on it.

    Args:
        rules: The rule set.
        players: How many play this hand.
        dealer: The seat that dealt.
        seed: What the cards were shuffled with; later shuffles follow from it too.
        phase: As of a position, or ``over``.
        seat: Whose turn it is.
        hands: The cards of each seat.
        stock: The stock, its top card last.
        discards: The discard pile, its top card last.
        table: Melds on the table, oldest first.
        opened: For each seat, whether its initial meld is complete.
        placed: For each seat, whether it put cards on the table in an earlier turn.
        public: What everybody has seen of each seat.
        taken: What was drawn in this turn.
        turn: What has happened in this turn.
        upcard: The card turned up after the deal.
        scores: Running scores before this hand.
        asked: Seats that may declare their dealt hand and have not been asked yet.
        declared: Seats that have declared it.
        shuffles: How often the discards became the stock.
        ending: How the hand ended, when it is over.
        why: Why it ended so: ``wall``, ``turn-limit``, ``no-cards``, ``stock-empty`` or nothing.
    """

    rules: RuleSet
    players: int
    dealer: int
    seed: str
    phase: StatePhase
    seat: int
    hands: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]
    discards: tuple[Card, ...]
    table: tuple[TableMeld, ...]
    opened: tuple[bool, ...]
    placed: tuple[bool, ...]
    public: tuple[Opponent, ...]
    taken: Taken | None
    turn: Turn
    upcard: Card | None
    scores: tuple[int, ...]
    asked: tuple[int, ...] = ()
    declared: tuple[int, ...] = ()
    shuffles: int = 0
    ending: Ending | None = None
    why: str = ""

    @property
    def terms(self) -> Terms:
        """The rules at this table."""
        return terms_of(self.rules, self.players)

    @property
    def over(self) -> bool:
        """Whether the hand has ended."""
        return self.phase == "over"

    def position(self, seat: int | None = None) -> Position:
        """What a seat sees; by default the seat whose turn it is.

        Raises:
            ActionError: the hand is over, or there is no such seat.
        """
        if seat is None or seat == self.seat:
            return self._to_move
        if not 0 <= seat < self.players:
            raise ActionError(
                "no-such-seat",
                f"seat {seat} does not exist: seats are 0 to {self.players - 1}",
                {"seat": seat},
            )
        return self._seen_from(seat)

    @cached_property
    def _to_move(self) -> Position:
        """What the seat to move sees: the player asks for it, and then the referee."""
        return self._seen_from(self.seat)

    def evolve(self, **changes: Any) -> Self:
        """A copy with some fields changed."""
        copy = super().evolve(**changes)
        copy.__dict__.pop("_to_move", None)
        return copy

    def _seen_from(self, view: int) -> Position:
        if self.phase == "over":
            raise ActionError("hand-over", "the hand is over: there is no position to play from")
        return Position(
            rules=self.rules,
            players=self.players,
            seat=view,
            dealer=self.dealer,
            to_move=self.seat,
            phase=self.phase,
            hand=self.hands[view],
            stock=len(self.stock),
            discards=self.discards,
            scores=self.scores,
            taken=self.taken if view == self.seat or _seen(self.taken) else None,
            table=self.table,
            opened=self.opened,
            placed=self.placed,
            opponents=self.public[:view] + self.public[view + 1 :],
            turn=self.turn,
            upcard=self.upcard,
        )


def _seen(taken: Taken | None) -> bool:
    """Whether everybody saw what was drawn."""
    return taken is not None and taken.source == "discard"
