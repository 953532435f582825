"""Numbers, ranks and lists as words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from meldwise.cards import RANKS

_NUMBERS: Final = (
    *("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve"),
)
_SPOT_CARDS: Final = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_RANK_NAMES: Final = dict(zip(RANKS, ("ace", *_SPOT_CARDS, "jack", "queen", "king"), strict=True))


def number(value: int) -> str:
    """A number as a sentence writes it: words up to twelve.

    >>> number(7), number(13)
    ('seven', '13')
    """
    return _NUMBERS[value] if 0 <= value < len(_NUMBERS) else str(value)


def counted(value: int, noun: str) -> str:
    """So many of something.

    >>> counted(1, "joker"), counted(6, "joker")
    ('one joker', 'six jokers')
    """
    return f"{number(value)} {noun if value == 1 else noun + 's'}"


def span(low: int, high: int) -> str:
    """From so many to so many.

    >>> span(3, 4), span(3, 6), span(3, 13), span(3, 3)
    ('three or four', 'three to six', '3 to 13', 'exactly three')
    """
    if low == high:
        return f"exactly {number(low)}"
    if high >= len(_NUMBERS):
        return f"{low} to {high}"
    return f"{number(low)} {'or' if high == low + 1 else 'to'} {number(high)}"


def listed(items: Iterable[str], last: str = "and") -> str:
    """One thing, or several with commas between them and a word before the last.

    >>> listed(["jokers", "twos", "threes"]), listed(["one", "two"], "or")
    ('jokers, twos and threes', 'one or two')
    """
    *before, end = items
    return f"{', '.join(before)} {last} {end}" if before else end


def rank_sign(rank: str) -> str:
    """A rank as it stands on the card.

    >>> rank_sign("T")
    '10'
    """
    return "10" if rank == "T" else rank


def rank_name(rank: str) -> str:
    """A rank as a word.

    >>> rank_name("T")
    'ten'
    """
    return _RANK_NAMES[rank]


def one_rank(rank: str) -> str:
    """A card of a rank as a word with its article.

    >>> one_rank("8"), one_rank("Q")
    ('an eight', 'a queen')
    """
    return f"{'an' if rank in 'A8' else 'a'} {rank_name(rank)}"


def rank_plural(rank: str) -> str:
    """Several cards of a rank as a word.

    >>> rank_plural("2"), rank_plural("6")
    ('twos', 'sixes')
    """
    name = _RANK_NAMES[rank]
    return name + ("es" if name.endswith("x") else "s")


def times(factor: int) -> str:
    """How much something counts that is multiplied.

    >>> times(2), times(5)
    ('double', '5 times')
    """
    return {1: "once", 2: "double", 3: "three times"}.get(factor, f"{factor} times")


_AS_TILES: Final = {"card": "tile", "suit": "colour", "rank": "number", "ace": "1", "king": "13"}


def in_tiles(text: str) -> str:
    """A sentence about cards as one about tiles.

    >>> in_tiles("A set is three cards of one rank, of different suits.")
    'A set is three tiles of one number, of different colours.'
    """
    for card, tile in _AS_TILES.items():
        text = re.sub(rf"\b{card}(s?)\b", rf"{tile}\1", text)
    return text


def sentence(text: str) -> str:
    """The text as a sentence: a capital letter and a full stop.

    >>> sentence("two players play")
    'Two players play.'
    """
    return f"{text[0].upper()}{text[1:]}."
