"""What was played in compiled code, as actions of `meldwise.play`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from meldwise.cards import Card, PlacedCard
from meldwise.cards.card import JOKER_CODE
from meldwise.play.actions import (
    Action,
    Declare,
    Discard,
    Draw,
    Knock,
    LayMeld,
    LayOff,
    Pass,
    ShiftJoker,
    SwapJoker,
)
from meldwise.playout.open import layout as at

_JOKER = Card(JOKER_CODE)
# As in `adding`, which is not imported for this: it loads the compiler.
IN_SET = 3

Row = Iterable[int]


def actions_of(trail: Iterable[Row]) -> Iterator[Action]:
    """The actions of a trail, in order; shuffling the pile is none.

    >>> from meldwise.play.notation import action_text
    >>> rows = [[at.DRAW_STOCK, 3, 0, 0, 0], [at.LAY_RUN, 1, 10, 3, 4], [at.THROW, 3, 0, 0, 0]]
    >>> [action_text(action) for action in actions_of(rows)]
    ['draw stock', 'meld JH QH JK=KH', 'discard 4S']
    """
    for row in trail:
        what, a, b, c, d = (int(number) for number in row)
        match what:
            case at.DRAW_STOCK:
                yield Draw("stock")
            case at.DRAW_PILE:
                yield Draw("discard")
            case at.LAY_RUN:
                yield LayMeld(_run(a, b, c, d))
            case at.LAY_SET:
                yield LayMeld(_set(a, b, c))
            case at.ADD:
                yield LayOff(_added(a, c, d), b)
            case at.SWAP:
                yield SwapJoker(Card(a), b)
            case at.SHIFT:
                yield ShiftJoker(Card(a), b, Card(c))
            case at.THROW:
                yield Discard(Card(a))
            case at.KNOCK_NOW:
                yield Knock()
            case at.PASS:
                yield Pass()
            case at.DECLARE:
                yield Declare()


def _run(suit: int, start: int, length: int, wilds: int) -> tuple[PlacedCard, ...]:
    ranks = [(start + slot) % 13 for slot in range(length)]
    return tuple(
        PlacedCard(_JOKER, rank + 1, suit, wild=True)
        if wilds >> slot & 1
        else PlacedCard.natural(Card(13 * suit + rank))
        for slot, rank in enumerate(ranks)
    )


def _set(rank: int, vector: int, wilds: int) -> tuple[PlacedCard, ...]:
    naturals = [
        PlacedCard.natural(Card(13 * suit + rank))
        for suit in range(4)
        for _ in range(vector // 3**suit % 3)
    ]
    return (*naturals, *(PlacedCard(_JOKER, rank + 1, -1, wild=True) for _ in range(wilds)))


def _added(code: int, place: int, stands: int) -> PlacedCard:
    if code < JOKER_CODE:
        return PlacedCard.natural(Card(code))
    if place == IN_SET:
        return PlacedCard(_JOKER, stands + 1, -1, wild=True)
    return PlacedCard(_JOKER, stands % 13 + 1, stands // 13, wild=True)
