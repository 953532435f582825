"""Which unseen cards help a hand, in words."""

from __future__ import annotations

from typing import Final

from meldwise.advice.oneply import OnePly
from meldwise.advice.text import share
from meldwise.cards.card import CARD_TEXTS
from meldwise.position import Position

_LISTED: Final = 4


def outs_sentences(position: Position, ahead: OnePly) -> list[str]:
    """How many cards help, which do most, and how many end the hand.

    >>> import numpy as np
    >>> unseen = np.zeros(53, np.uint8)
    >>> unseen[[8, 21, 34]] = 1
    >>> after = np.full(53, 12)
    >>> after[8] = 3
    >>> line = "gin-rummy 2:0:1 draw AS2S3S5H6H7H9C9DTDKH - TC 31 0,0 - -- -- 1:10 -"
    >>> outs_sentences(Position.parse(line), OnePly(12, after, after < 12, unseen))
    ['1 of 3 unseen cards improves the melds (33 %): 9S leaves 3', '1 would allow a knock (33 %)']
    """
    if not ahead.cards:
        return []
    if ahead.now == 0:
        return ["every card is melded"]
    helping = ahead.helping
    if not helping:
        return [f"none of the {ahead.cards} unseen cards improves the melds"]
    best = ahead.outs[:_LISTED].tolist()
    listed = ", ".join(f"{CARD_TEXTS[code]} leaves {ahead.after[code]}" for code in best)
    more = ", …" if len(ahead.outs) > _LISTED else ""
    verb = "improves" if helping == 1 else "improve"
    found = [
        f"{helping} of {ahead.cards} unseen cards {verb} the melds "
        f"({share(helping / ahead.cards)}): {listed}{more}"
    ]
    return found + _ending_cards(position, ahead)


def _ending_cards(position: Position, ahead: OnePly) -> list[str]:
    """How many cards would end the hand, those too that merely count little."""
    found = []
    out = round(ahead.chance(0) * ahead.cards)
    if out:
        found.append(f"{out} would go out ({share(ahead.chance(0))})")
    knock = position.rules.knock
    if knock.allowed and isinstance(knock.limit, int) and ahead.now > knock.limit:
        able = round(ahead.chance(knock.limit) * ahead.cards)
        if able > out:
            found.append(f"{able} would allow a knock ({share(ahead.chance(knock.limit))})")
    return found
