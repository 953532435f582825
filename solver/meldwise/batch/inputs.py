"""Hands as they are given to a batch, checked and cut into chunks.

This is the batch's one edge: whatever the form, what leaves it is card codes or the two words of
a hand that the kernel reads (`partition.kernel.layout`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from meldwise.cards import Card, CardsLike, Hand
from meldwise.cards.card import CODES, JOKER_CODE
from meldwise.errors import HandError, InputError, NotationError, RequestError

HandsLike: TypeAlias = "Sequence[CardsLike] | Iterable[CardsLike] | NDArray[Any]"
"""What a batch takes: texts or hands, an int array of codes or counts, or uint64 masks."""

# In C order, aligned, writable: one layout, so that one compiled version serves all.
_LAID_OUT: Final = ("C", "A", "W")

Form = Literal["codes", "counts", "masks"]
COUNT_COLUMNS = JOKER_CODE + 1
ALL_CARDS = (1 << 52) - 1


@dataclass(frozen=True, slots=True, eq=False)
class Hands:
    """Many hands in one array.

    ``array`` has one row a hand: codes (n, k) with −1 for no card, counts (n, 53), or masks (n,)
    with bit ``code`` for each card.
    """

    form: Form
    array: NDArray[Any]

    def __len__(self) -> int:
        return len(self.array)

    def with_jokers(self) -> NDArray[np.bool_]:
        """Which rows hold a joker."""
        if self.form == "masks":
            return np.zeros(len(self), np.bool_)
        if self.form == "counts":
            return np.asarray(np.any(self.array[:, JOKER_CODE:] > 0, axis=1))
        return np.asarray(np.any(self.array >= JOKER_CODE, axis=1))

    def native(self, start: int, stop: int) -> NDArray[Any]:
        """Some rows as the compiled functions take them: int8 or int64, masks as int64."""
        rows = self.array[start:stop]
        if self.form == "masks":
            return np.require(rows, np.uint64, _LAID_OUT).view(np.int64)
        if rows.dtype == np.uint64:
            # Beyond int64 a wrong number must not become a right one.
            rows = np.minimum(rows, 127)
        kind = np.int8 if rows.dtype == np.int8 else np.int64
        return np.require(rows, kind, _LAID_OUT)

    def codes(self, start: int, stop: int, width: int) -> NDArray[np.int8]:
        """Some checked rows as codes, int8 of shape (rows, width)."""
        if self.form == "codes":
            return np.require(self.array[start:stop], np.int8, _LAID_OUT)
        counts = self.array[start:stop]
        if self.form == "masks":
            counts = _bits(counts)
        counts = counts.astype(np.int64)
        sizes = counts.sum(axis=1)
        total = int(sizes.sum())
        row = np.repeat(np.arange(len(sizes)), sizes)
        column = np.arange(total) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        found = np.full((len(sizes), width), -1, np.int8)
        kinds = np.tile(np.arange(counts.shape[1]), len(counts))
        found[row, column] = np.repeat(kinds, counts.ravel())
        return found

    def width(self, most: int) -> int:
        """The columns that all hands need as codes, if none has more than ``most`` cards."""
        if self.form == "codes":
            return int(self.array.shape[1])
        if len(self) == 0:
            return 0
        if self.form == "masks":
            return int(np.bitwise_count(self.array).max())
        return max(0, min(most, int(self.array.sum(axis=1, dtype=np.int64).max())))

    def cards(self, row: int) -> list[Card]:
        """One hand's cards; `NotationError` for a code that is none.

        Raises:
            NotationError: a code that is no card's.
            HandError: a negative count.
        """
        values = self.array[row]
        if self.form == "masks":
            mask = int(values)
            codes = [code for code in range(64) if mask >> code & 1]
        elif self.form == "counts":
            if int(values.min()) < 0:
                column = int(values.argmin())
                raise HandError(
                    "negative-count",
                    f"{Card(column)} is held {int(values[column])} times: a count is 0 or more",
                    {"text": str(Card(column)), "count": int(values[column])},
                )
            # A hand is refused long before its counts become a list of that length.
            codes = [c for c in range(COUNT_COLUMNS) for _ in range(min(int(values[c]), 1_000))]
        else:
            codes = [int(code) for code in values if code != -1]
        for number, code in enumerate(codes, 1):
            if not 0 <= code < CODES or (self.form == "masks" and code >= JOKER_CODE):
                raise NotationError(
                    "not-a-card",
                    f"card {number} of the hand: {code} is not a card code: 0 to 51, a joker 52"
                    " (−1 is no card)",
                    {"card": number, "code": code},
                )
        return [Card(code) for code in codes]


def _bits(masks: NDArray[Any]) -> NDArray[np.int64]:
    return (masks.astype(np.uint64)[:, None] >> np.arange(52, dtype=np.uint64) & 1).astype(np.int64)


def in_row(error: InputError, row: int) -> InputError:
    """The same error, saying in which row of the batch it is."""
    return type(error)(error.code, f"row {row}: {error.message}", {"row": row, **error.where})


def read_hands(hands: HandsLike) -> Hands:
    """The hands of a batch, whatever their form; the cards themselves are not checked yet.

    Raises:
        RequestError: an array of the wrong shape or dtype, or no batch at all.
        NotationError: a text that is no hand; ``where`` has the row.
    """
    if isinstance(hands, str | bytes | Card | Hand):
        raise _bad("a batch is a list of hands or an array; for one hand use best_melds")
    if not isinstance(hands, np.ndarray) and hasattr(hands, "__array__"):
        hands = np.asarray(hands)
    if isinstance(hands, np.ndarray):
        if hands.dtype.kind in "OUT":
            return _from_texts(hands.tolist())
        return _from_array(hands)
    if not isinstance(hands, Iterable):
        raise _bad(f"hands are a list or an array, not {type(hands).__name__}")
    items = list(hands)
    if items and _is_numbers(items[0]):
        try:
            return _from_array(np.array(items))
        except ValueError as error:
            if isinstance(error, InputError):
                raise
            raise _bad("hands of numbers must all have the same length; pad them with −1") from None
    return _from_texts(items)


def _is_numbers(item: object) -> bool:
    if isinstance(item, Sequence) and not isinstance(item, str) and len(item):
        item = item[0]
    return isinstance(item, int | float | np.number | np.ndarray)


def _from_array(array: NDArray[Any]) -> Hands:
    if array.ndim == 2 and array.shape[1] == COUNT_COLUMNS and array.dtype.kind in "iub":
        return Hands("counts", array.astype(np.int8) if array.dtype.kind == "b" else array)
    if array.ndim == 2 and array.dtype.kind in "iu":
        return Hands("codes", array)
    if array.ndim == 1 and array.dtype.kind == "u" and array.dtype.itemsize == 8:
        return Hands("masks", array)
    if array.size == 0 and array.ndim == 1:
        return Hands("codes", np.zeros((0, 0), np.int8))
    raise _bad(
        f"an array of shape {array.shape} and dtype {array.dtype} holds no hands: give card codes "
        f"(n, k) or counts (n, {COUNT_COLUMNS}) as integers, or masks (n,) as uint64"
    )


def _from_texts(items: Sequence[Any]) -> Hands:
    codes = []
    for row, item in enumerate(items):
        try:
            codes.append([card.code for card in Hand.parse(item)])
        except InputError as error:
            raise in_row(error, row) from None
    array = np.full((len(codes), max(map(len, codes), default=0)), -1, np.int8)
    for row, hand in enumerate(codes):
        array[row, : len(hand)] = hand
    # 53 columns would be read as counts, but the form is known here.
    return Hands("codes", array)


def _bad(message: str) -> RequestError:
    return RequestError("bad-hands", message, {"field": "hands"})
