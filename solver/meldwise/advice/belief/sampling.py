"""Hidden cards sampled: hands as players would hold them by now, and the stock behind them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from meldwise.advice.belief.development import Development
from meldwise.advice.belief.drawing import draw_weighted, shuffled, units
from meldwise.advice.belief.evidence import (
    Suspect,
    counts_of,
    suspects,
    turns_done,
    unseen_cards,
)
from meldwise.advice.belief.measuring import Measure
from meldwise.cards.card import JOKER_CODE
from meldwise.errors import RequestError
from meldwise.partition.kernel.compiling import compilation_announced
from meldwise.play.dealing import playable
from meldwise.playout.starts import KINDS, NO_CARD, Codes, Counts, Starts
from meldwise.playout.views import View
from meldwise.position import Position

# How often a hand that is hard to believe is drawn anew.
ROUNDS: Final = 6

# Seeds of the streams that a sample uses, apart from each other.
_SALT: Final = 0x9E3779B97F4A7C15
_STOCK: Final = 1 << 20
_SEEDS: Final = 1 << 64


@dataclass(frozen=True, eq=False)
class Belief:
    """What may lie hidden in a position.

    Made by `of`. Sample ``i`` of a seed is always the same, however many are asked for and in
    whatever parts.

    >>> line = "gin-rummy 2:0:1 draw AS2S3S5H6H7H9C9DTDKH - TC 31 0,0 - -- -- 1:10 -"
    >>> belief = Belief.of(Position.parse(line))
    >>> starts = belief.starts(4, seed=1)
    >>> starts.hands.sum(axis=2).tolist()
    [[10, 10], [10, 10], [10, 10], [10, 10]]
    """

    position: Position
    unseen: Counts
    suspects: tuple[Suspect, ...]
    development: Development

    @classmethod
    def of(cls, position: Position) -> Belief:
        """What may lie hidden in a validated position.

        Raises:
            RequestError: rules whose hands are not played here.
        """
        playable(position.rules)
        if position.rules.wild.joker_colours:
            raise RequestError(
                "not-played",
                "wild.joker_colours = true: hands with this option are not advised on",
                {"field": "wild.joker_colours"},
            )
        unseen = unseen_cards(position)
        measure = Measure(position.terms)
        return cls(position, unseen, suspects(position, unseen), Development(measure, position))

    def hands(self, n: int, seed: int, first: int = 0) -> Counts:
        """Hands of all seats, shape (n, players, 53).

        Args:
            n: How many samples.
            seed: What they follow from.
            first: The number of the first one.
        """
        hands = np.zeros((n, self.position.players, KINDS), np.uint8)
        hands[:, self.position.seat] = self.own
        left = np.tile(self.unseen, (n, 1))
        rows = np.arange(first, first + n, dtype=np.int64)
        with compilation_announced():
            for suspect in self.suspects:
                found = self._hands_of(suspect, left, seed, rows)
                hands[:, suspect.seat] = found
                left -= found - suspect.known
        return hands

    def starts(self, n: int, seed: int, first: int = 0) -> Starts:
        """Complete states, as `hands`, with the stock in a random order."""
        hands = self.hands(n, seed, first)
        rows = np.arange(first, first + n, dtype=np.int64)
        stock = np.empty((n, self.position.stock + 1), np.uint8)
        shuffled(self.left_by(hands), _seed(seed, _STOCK, 0), rows, stock)
        return self.starts_of(hands, stock)

    def starts_of(self, hands: Counts, stock: Codes) -> Starts:
        """Complete states from the hidden cards: hands of all seats and stocks."""
        position, view = self.position, self._view
        pile = [min(card.code, JOKER_CODE) for card in position.discards]
        discards = np.full((len(hands), len(pile) + 1), NO_CARD, np.uint8)
        discards[:, : len(pile)] = pile
        return Starts(
            rules=position.rules,
            players=position.players,
            dealer=position.dealer,
            seat=position.to_move,
            phase=view.phase,
            hands=hands,
            stock=stock,
            discards=discards,
            taken=view.taken,
            taken_from=view.taken_from,
            turns=self.turns,
            passes=view.passes,
            holds=view.holds,
            threw=view.threw,
            passed=view.passed,
            last_thrown=view.last_thrown,
            upcard=view.upcard,
            scores=view.scores,
            style=view.style,
            table=position.table,
            opened=position.opened,
            turn=position.turn,
            put_down=tuple(0 if placed else None for placed in position.placed),
        )

    def left_by(self, hands: Counts) -> Counts:
        """What is left for the stock when the others hold these hands, shape (n, 53)."""
        left = np.tile(self.unseen, (len(hands), 1))
        for suspect in self.suspects:
            left -= hands[:, suspect.seat] - suspect.known
        return left

    @cached_property
    def own(self) -> Counts:
        """Copies by code of the cards of the seat that looks."""
        return counts_of(self.position.hand)

    @cached_property
    def _view(self) -> View:
        """What the seat sees."""
        return View.of(self.position)

    @cached_property
    def turns(self) -> tuple[int, ...]:
        """Turns that each seat has finished."""
        return turns_done(self.position)

    def _hands_of(
        self, suspect: Suspect, available: Counts, seed: int, rows: NDArray[np.int64]
    ) -> Counts:
        """A hand of one opponent for each sample; hard to believe ones are drawn anew."""
        found = np.empty_like(available)
        pending = np.arange(len(available))
        for attempt in range(ROUNDS + 1):
            drawn = np.empty((len(pending), KINDS), np.uint8)
            salt = 1 + attempt + suspect.seat * (ROUNDS + 2)
            draw_weighted(
                np.ascontiguousarray(available[pending]),
                suspect.weights,
                suspect.size + suspect.more,
                _seed(seed, salt, 0),
                rows[pending],
                drawn,
            )
            hands = self.development.kept(suspect, drawn)
            found[pending] = hands
            believed = self.development.belief(suspect, hands)
            if attempt == ROUNDS or (believed == 1).all():
                break
            chances = np.empty(len(pending))
            units(_seed(seed, salt, 1), rows[pending], chances)
            pending = pending[chances >= believed]
            if not len(pending):
                break
        return found


def _seed(seed: int, salt: int, part: int) -> np.uint64:
    """A seed of its own for one use of the random streams."""
    return np.uint64((seed + _SALT * (2 * salt + part + 1)) % _SEEDS)
