"""What the hands of a game tell of its players' styles: when they knock, and with what."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from meldwise.play.deadwood import deadwood
from meldwise.play.players import HandOver
from meldwise.playout.starts import STYLES
from meldwise.position import terms_of

# A knock counts as late after so many own turns, and one with more than this has deadwood; a hand
# is low with so much.
LATE: Final = 5
NEXT_TO_NOTHING: Final = 2
LOW: Final = 10

Style = tuple[tuple[float, ...], ...]
"""For each seat four numbers; see `meldwise.playout.views.View`."""


def style_after(style: Sequence[Sequence[float]] | None, over: HandOver) -> Style:
    """What is known of each seat's style after one hand more.

    Args:
        style: What was known before, seat by seat; None: nothing.
        over: The hand.

    >>> from meldwise.cards import Hand
    >>> from meldwise.rules import rules
    >>> from meldwise.settle.ending import Ending
    >>> hands = tuple(Hand.parse(t).cards for t in ("2S3S4S7H8H9HTDTSTC5D", "2H3H4H8S8D8C9D9C9SAC"))
    >>> over = HandOver(rules("gin-rummy"), 1, hands, Ending("knock", 0), turns=(7, 6))
    >>> style_after(None, over)
    ((1.0, 0.0, 1.0, 0.0), (0.0, 1.0, 1.0, 0.0))
    """
    players = len(over.hands)
    found = [[0.0] * STYLES for _ in range(players)] if style is None else [*map(list, style)]
    terms = terms_of(over.rules, players)
    for seat, seen in enumerate(found):
        if over.ending.kind == "void":
            seen[3] += 1
            continue
        left = deadwood(terms, over.hands[seat])
        seen[2] += 1
        if seat != over.ending.player:
            seen[1] += left <= LOW
        elif over.turns[seat] > LATE:
            seen[3] += left == 0
            seen[0] += over.ending.kind == "knock" and left > NEXT_TO_NOTHING
    return tuple(map(tuple, found))
