"""What one seat sees, as small arrays: the same for a position, a playout and self-play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from meldwise.playout.starts import JOKER, KINDS, STYLES, Counts, Starts
from meldwise.playout.turnorder import own_turns
from meldwise.position import Position, PositionLike, Source
from meldwise.rules.ruleset import RuleSet


@dataclass(frozen=True, eq=False, slots=True)
class View:
    """What the seat to move sees.

    Args:
        rules: The rule set.
        players: How many play, P.
        seat: Whose view this is.
        dealer: The seat that dealt.
        phase: ``draw`` or ``play``.
        counts: uint8 (53,): own cards by code; all jokers count as code 52.
        holds: uint8 (P, 53): cards seen to go to each seat and not seen to leave it.
        threw: uint8 (P, 53): cards that each seat discarded.
        passed: uint8 (P, 53): upcards that each seat did not take.
        sizes: How many cards each seat has in hand.
        discards: Codes of the discard pile, oldest first.
        stock: Cards left in the stock.
        taken: The code of the upcard taken in this turn; None otherwise.
        taken_from: Where this turn's card came from.
        turns: Turns that each seat has finished.
        passes: As in `Starts`.
        last_thrown: The last two discards of each seat, oldest first.
        upcard: The code of the first upcard, where the rules depend on it.
        scores: Running scores.
        style: Of each seat, from earlier hands of this game: how often it knocked with deadwood
            above 2 after its own turn 5; how often it had 10 or less at the end without having
            knocked; hands seen; how often it ended a hand with nothing after its own turn 5, or
            nobody ended it.
    """

    rules: RuleSet
    players: int
    seat: int
    dealer: int
    phase: Literal["draw", "play"]
    counts: Counts
    holds: Counts
    threw: Counts
    passed: Counts
    sizes: tuple[int, ...]
    discards: tuple[int, ...]
    stock: int
    taken: int | None
    taken_from: Source | None
    turns: tuple[int, ...]
    passes: int | None
    last_thrown: tuple[tuple[int, ...], ...]
    upcard: int | None
    scores: tuple[int, ...]
    style: tuple[tuple[float, ...], ...]

    @classmethod
    def of(cls, position: PositionLike, style: Sequence[Sequence[float]] | None = None) -> View:
        """The view of a position whose own turn it is, after any declaration.

        Args:
            position: The position.
            style: What was seen of each seat in this game; None: nothing.

        Raises:
            InputError: the position cannot be read.

        >>> line = "gin-rummy 2:0:1 draw AS2S3S5H6H7H9C9DTDKH - TC 31 0,0 - -- -- 1:10 offered"
        >>> view = View.of(line)
        >>> int(view.counts.sum()), view.passes, view.stock
        (10, 0, 31)
        """
        known = Position.of(position)
        players, taken, turn = known.players, known.taken, known.turn
        others = {opponent.seat: opponent for opponent in known.opponents}
        public = {
            name: np.array(
                [
                    _counts([c.code for c in getattr(others[seat], name)] if seat in others else [])
                    for seat in range(players)
                ]
            )
            for name in ("holds", "threw", "passed")
        }
        first = known.dealer
        if known.rules.deal.first_player != "dealer":
            first = (known.dealer + 1) % players
        passes = None
        if turn.offered:
            passes = (known.to_move - first) % players
        elif turn.stock_only:
            passes = players
        from_pile = taken is not None and taken.source == "discard"
        return cls(
            rules=known.rules,
            players=players,
            seat=known.seat,
            dealer=known.dealer,
            phase="play" if known.phase == "play" else "draw",
            counts=_counts([card.code for card in known.hand]),
            **public,
            sizes=tuple(
                others[seat].cards if seat in others else len(known.hand) for seat in range(players)
            ),
            discards=tuple(min(card.code, JOKER) for card in known.discards),
            stock=known.stock,
            taken=min(taken.cards[-1].code, JOKER) if taken and from_pile else None,
            taken_from=None if taken is None else taken.source,
            turns=own_turns(
                known.rules,
                known.dealer,
                players,
                turn.number,
                {seat: len(opponent.threw) for seat, opponent in others.items()},
            ),
            passes=passes,
            last_thrown=tuple(
                tuple(min(c.code, JOKER) for c in others[seat].threw[-2:]) if seat in others else ()
                for seat in range(players)
            ),
            upcard=None if known.upcard is None else min(known.upcard.code, JOKER),
            scores=known.scores,
            style=_styles(style, players),
        )

    @classmethod
    def at(cls, starts: Starts) -> View:
        """What the seat to move sees in the first of some starts."""
        seat = starts.seat
        return cls(
            rules=starts.rules,
            players=starts.players,
            seat=seat,
            dealer=starts.dealer,
            phase=starts.phase,
            counts=starts.hands[0, seat],
            holds=starts.holds,
            threw=starts.threw,
            passed=starts.passed,
            sizes=tuple(starts.hands[0].sum(axis=1).tolist()),
            discards=tuple(starts.discards[0, : starts.pile_size].tolist()),
            stock=starts.stock_size,
            taken=starts.taken,
            taken_from=starts.taken_from,
            turns=starts.turns,
            passes=starts.passes,
            last_thrown=starts.last_thrown,
            upcard=starts.upcard,
            scores=starts.scores,
            style=starts.style,
        )


def _styles(style: Sequence[Sequence[float]] | None, players: int) -> tuple[tuple[float, ...], ...]:
    if style is None:
        return ((0.0,) * STYLES,) * players
    return tuple(tuple(map(float, seen)) for seen in style)


def _counts(codes: Sequence[int]) -> Counts:
    counts = bytearray(KINDS)
    for code in codes:
        counts[min(code, JOKER)] += 1
    return np.frombuffer(counts, np.uint8)
