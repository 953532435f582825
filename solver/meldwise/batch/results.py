"""What a batch returns: arrays, and how they were made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import DTypeLike, NDArray

from meldwise.cards import Card
from meldwise.melds.meld import Kind

KINDS: tuple[Kind, Kind] = ("set", "run")

# The deadwood after a card that is not unseen.
NOT_UNSEEN: Final = -1


@dataclass(frozen=True, slots=True)
class BatchMeta:
    """How a batch was answered.

    ``engine`` is ``kernel``, ``search`` or ``kernel+search``; ``slow_rows`` counts the hands that
    went the slower road and ``slow_reason`` says why; ``exact`` is true when every answer is
    proven.
    """

    engine: str
    rules: str
    hands: int
    slow_rows: int
    slow_reason: str | None
    threads: int
    exact: bool
    elapsed_ms: float

    def to_dict(self) -> dict[str, Any]:
        """The same as JSON."""
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True, slots=True, eq=False)
class DeadwoodBatch:
    """Least deadwood of many hands; NumPy takes it for its array.

    ``deadwood`` is int32 of shape (n,), in the rule set's points.
    """

    deadwood: NDArray[np.int32]
    meta: BatchMeta

    def __len__(self) -> int:
        return len(self.deadwood)

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray[Any]:
        return np.array(self.deadwood, dtype=dtype, copy=copy)


@dataclass(frozen=True, slots=True, eq=False)
class DiscardBatch:
    """The best discard of many hands.

    ``deadwood`` is int32 of shape (n,): the least deadwood once a card is thrown. ``discard`` is
    int16 of shape (n,): the code of the card, −1 for an empty hand. Of several cards that leave
    as little it is the dearest in hand, and of those the one with the lowest code.
    """

    deadwood: NDArray[np.int32]
    discard: NDArray[np.int16]
    meta: BatchMeta

    def __len__(self) -> int:
        return len(self.deadwood)


@dataclass(frozen=True, slots=True, eq=False)
class MeldsBatch:
    """A partition with the least deadwood for each of many hands.

    ``cards`` is int8 of shape (n, k): the codes as they were given, −1 is no card (hands given as
    counts or masks: ascending). ``meld`` is int8 of the same shape: the number of the card's meld,
    −1 for deadwood. ``kind`` is int8 of shape (n, m): 0 for a set and 1 for a run, by meld, −1
    where there is no further meld. ``deadwood`` is int32 of shape (n,).
    """

    deadwood: NDArray[np.int32]
    cards: NDArray[np.int8]
    meld: NDArray[np.int8]
    kind: NDArray[np.int8]
    meta: BatchMeta

    def __len__(self) -> int:
        return len(self.deadwood)

    def melds(self, row: int) -> list[tuple[Kind, tuple[Card, ...]]]:
        """The melds of one hand: kind and cards.

        >>> from meldwise import melds_batch
        >>> [
        ...     (kind, " ".join(map(str, cards)))
        ...     for kind, cards in melds_batch(["7S7H7D2C"]).melds(0)
        ... ]
        [('set', '7S 7H 7D')]
        """
        return [
            (KINDS[kind], tuple(Card(int(c)) for c in self.cards[row][self.meld[row] == number]))
            for number, kind in enumerate(self.kind[row])
            if kind >= 0
        ]


@dataclass(frozen=True, slots=True, eq=False)
class OnePlyBatch:
    """What the next card does for many hands.

    ``deadwood`` is int32 of shape (n,): what the hands leave now. ``after`` is int32 of shape
    (n, 53): the least deadwood once each card has come and a card is thrown, −1 where no such card
    is unseen; ``helps`` is bool of that shape: whether the card improves the melds, not just the
    count. ``unseen`` is int16 of that shape: copies of each card that may come.
    """

    deadwood: NDArray[np.int32]
    after: NDArray[np.int32]
    helps: NDArray[np.bool_]
    unseen: NDArray[np.int16]
    meta: BatchMeta

    def __len__(self) -> int:
        return len(self.deadwood)

    @property
    def outs(self) -> NDArray[np.int32]:
        """How many unseen cards improve the melds, int32 of shape (n,)."""
        found: NDArray[np.int32] = np.where(self.helps, self.unseen, 0).sum(axis=1, dtype=np.int32)
        return found

    @property
    def expected(self) -> NDArray[np.float64]:
        """The mean deadwood after the next card, float64 (n,); that of now if none is unseen."""
        cards = self.unseen.sum(axis=1, dtype=np.int64)
        total = np.where(self.unseen > 0, self.after * self.unseen.astype(np.int64), 0).sum(axis=1)
        return np.where(cards > 0, total / np.maximum(cards, 1), self.deadwood)

    def within(self, most: int) -> NDArray[np.float64]:
        """The chance that the next card brings the deadwood down to so much, float64 (n,).

        With 0 that is going out, with the limit of a knock being able to knock.
        """
        cards = self.unseen.sum(axis=1, dtype=np.int64)
        low = (self.after <= most) & (self.unseen > 0)
        found: NDArray[np.float64] = np.where(low, self.unseen, 0).sum(axis=1) / np.maximum(
            cards, 1
        )
        return found
