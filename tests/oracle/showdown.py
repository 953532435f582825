"""A showdown of two players by brute force: every spread, every reading, every order of lay-offs.

The player who ended the hand lays out melds, the other one lays off on them card by card and melds
the rest; each does what is best for himself. Shares no code with the settlement.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from itertools import product

from tests.oracle.brute import Cards, Options, Reading, arrangements, hand_value, readings

Payoff = Callable[[int, int, bool], int]
"""What the first player makes of his own count, the other's count, and of having nothing left."""


def best_showdown(
    ender: Sequence[str],
    other: Sequence[str],
    options: Options,
    packs: int,
    most: int,
    payoff: Payoff,
) -> int | None:
    """The payoff when both players do their best; None if no spread leaves as little as ``most``.

    Args:
        ender: The hand that ended it.
        other: The hand that lays off.
        options: The options of a rule set, nested.
        packs: Packs in play.
        most: The most that the first hand may be left with.
        payoff: What the first player wins or, negative, loses.
    """
    spreads = [
        (melds, sum(hand_value(card, options) for card in spread.deadwood), not spread.deadwood)
        for spread in arrangements(ender, options, packs)
        for melds in product(*(meld.readings for meld in spread.melds))
    ]
    gin_is_safe = not options["layoff"]["against_gin"]
    outcomes = [
        payoff(count, _least(other, () if clean and gin_is_safe else melds, options, packs), clean)
        for melds, count, clean in spreads
        if count <= most
    ]
    return max(outcomes, default=None)


def _least(other: Sequence[str], melds: Sequence[Reading], options: Options, packs: int) -> int:
    """The least that the other hand is left with, whichever of its melds it shows."""

    @cache
    def lay_off(table: tuple[Reading, ...], left: Cards) -> int:
        counts = [sum(hand_value(card, options) for card in left)]
        for index, meld in enumerate(table):
            for card in dict.fromkeys(left):
                rest = list(left)
                rest.remove(card)
                for longer in _with(meld, card, options, packs):
                    after = (*table[:index], longer, *table[index + 1 :])
                    counts.append(lay_off(after, tuple(rest)))
        return min(counts)

    return min(
        lay_off(tuple(melds), spread.deadwood) for spread in arrangements(other, options, packs)
    )


def _with(meld: Reading, card: str, options: Options, packs: int) -> list[Reading]:
    """The meld with one more card, where all others stay in their slots."""
    cards = [slot.split("=")[0] for slot in meld.slots]
    found = []
    for longer in readings([*cards, card], options, packs):
        if longer.kind != meld.kind:
            continue
        if meld.kind == "run":
            stays = meld.slots in (longer.slots[1:], longer.slots[:-1])
        else:
            stays = not Counter(meld.slots) - Counter(longer.slots)
        if stays:
            found.append(longer)
    return found
