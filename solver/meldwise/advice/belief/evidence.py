"""What is known of the hidden cards: what is unseen, and how likely each opponent holds it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from meldwise.cards import Card
from meldwise.cards.card import JOKER_CODE, NATURALS
from meldwise.play.dealing import whole_pack
from meldwise.play.refusal import Refusal
from meldwise.play.tablemelds import extensions
from meldwise.playout.starts import KINDS, Counts
from meldwise.playout.turnorder import own_turns
from meldwise.position import Opponent, Position, Terms

# How much likelier a card is held for each card seen go: thrown, refused, taken. The first
# factor is for the same rank, the second for a neighbour of the same suit.
_THREW: Final = (0.65, 0.75)
_PASSED: Final = (0.85, 0.90)
_TOOK: Final = (1.60, 1.40)

# Dear cards go first: the factor by own turn for cards worth so much, and how far it goes.
_DEAR: Final = 8
_DEAR_BY_TURN: Final = 0.95
_MOST_TURNS: Final = 12

# A card that fits a meld on the table would have been laid off by who may.
_FITS_TABLE: Final = 0.15

# A player chooses among his own cards and so many more: the scale and the power of his turns. At
# most half the stock: what he would have chosen of all of it has not come to him.
_MORE: Final = (1.3, 0.6)


@dataclass(frozen=True, eq=False, slots=True)
class Suspect:
    """An opponent's hidden cards, as a player would have come to hold them.

    Args:
        seat: The opponent.
        size: How many of his cards are hidden.
        more: How many cards more he has chosen from.
        known: uint8 (53,): cards that he is known to hold.
        weights: float64 (53,): how likely he holds a card, against others.
        opened: Whether his initial meld is complete.
        turns: Turns that he has finished.
    """

    seat: int
    size: int
    more: int
    known: Counts
    weights: NDArray[np.float64]
    opened: bool
    turns: int


def unseen_cards(position: Position) -> Counts:
    """Copies by code of the cards that are nowhere in sight: in hidden hands or in the stock.

    >>> line = "gin-rummy 2:0:1 draw AS2S3S5H6H7H9C9DTDKH - TC 31 0,0 - -- -- 1:10 -"
    >>> int(unseen_cards(Position.parse(line)).sum())
    41
    """
    left = _pack_counts(position.terms) - counts_of(position.hand)
    left -= counts_of(position.discards)
    for known in position.table:
        left -= counts_of(known.meld.physical)
    for opponent in position.opponents:
        left -= counts_of(opponent.holds)
    return left.astype(np.uint8)


def suspects(position: Position, unseen: Counts) -> tuple[Suspect, ...]:
    """What is known of each opponent, in the order of play after the seat that looks."""
    turns = turns_done(position)
    order = [(position.seat + step) % position.players for step in range(1, position.players)]
    by_seat = {opponent.seat: opponent for opponent in position.opponents}
    spare = int(unseen.sum()) - sum(o.cards - len(o.holds) for o in position.opponents)
    found = []
    for seat in order:
        opponent = by_seat[seat]
        done = turns[seat]
        more = min(spare // 2, round(_MORE[0] * min(done, _MOST_TURNS) ** _MORE[1]))
        found.append(
            Suspect(
                seat=seat,
                size=opponent.cards - len(opponent.holds),
                more=more,
                known=counts_of(opponent.holds),
                weights=_weights(position, opponent, done),
                opened=position.opened[seat],
                turns=done,
            )
        )
    return tuple(found)


def turns_done(position: Position) -> tuple[int, ...]:
    """Turns that each seat has finished: as the position says, or as its cards show.

    >>> line = "gin-rummy 2:0:1 draw AS2S3S5H6H7H9C9DTDKH - TC 25 0,0 - -- -- 1:10 n6"
    >>> turns_done(Position.parse(line.replace("25", "31")))
    (3, 3)
    """
    terms, rules = position.terms, position.rules
    dealt = terms.dealt * position.players + (rules.deal.upcard or 0)
    drawn = terms.cards - dealt - position.stock
    drawn -= position.taken is not None and position.taken.source == "stock"
    number = max(position.turn.number, drawn)
    threw = {opponent.seat: len(opponent.threw) for opponent in position.opponents}
    known = own_turns(rules, position.dealer, position.players, number, threw)
    return tuple(max(done, threw.get(seat, 0)) for seat, done in enumerate(known))


def counts_of(cards: Sequence[Card]) -> Counts:
    """Copies by code; all jokers count as one kind."""
    counts = bytearray(KINDS)
    for card in cards:
        counts[min(card.code, JOKER_CODE)] += 1
    return np.frombuffer(counts, np.uint8)


@lru_cache(maxsize=64)
def _pack_counts(terms: Terms) -> NDArray[np.int64]:
    return counts_of(whole_pack(terms)).astype(np.int64)


@lru_cache(maxsize=64)
def _dear_and_wild(terms: Terms) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """For each code whether it is wild, and whether it counts much and is not."""
    wild = np.array([terms.melds.class_of[code] >= 0 for code in range(KINDS)])
    return (np.array(terms.values[:KINDS]) >= _DEAR) & ~wild, wild


def _weights(position: Position, opponent: Opponent, turns: int) -> NDArray[np.float64]:
    weights = np.ones(KINDS)
    if turns == 0 and not opponent.passed:
        return weights
    dear, wild = _dear_and_wild(position.terms)
    weights[dear] *= _DEAR_BY_TURN ** min(turns, _MOST_TURNS)
    for cards, factors in (
        (opponent.threw, _THREW),
        (opponent.passed, _PASSED),
        (opponent.holds, _TOOK),
    ):
        for card in cards:
            if not card.is_joker and not wild[card.code]:
                _spread(weights, card, factors)
    weights[wild] = 1.0
    if position.table and (
        position.opened[opponent.seat] or not position.rules.layoff.requires_open
    ):
        for code in range(KINDS):
            if _fits_table(position, code):
                weights[code] *= _FITS_TABLE
    return weights


def _spread(weights: NDArray[np.float64], card: Card, factors: tuple[float, float]) -> None:
    """What one card seen says of its rank and its neighbours."""
    rank, suit = card.code % 13, card.code // 13
    for other in range(4):
        weights[13 * other + rank] *= factors[0]
    for near in (rank - 1, rank + 1):
        if 0 <= near < 13:
            weights[13 * suit + near] *= factors[1]


def _fits_table(position: Position, code: int) -> bool:
    if not position.rules.layoff.in_play:
        return False
    return any(
        not isinstance(extensions(position.terms.melds, known.meld, NATURALS[code]), Refusal)
        for known in position.table
    )
