"""Everything that may lie hidden, with its probability: for positions with few unseen cards.

The probabilities are exactly those with which `sampling` draws.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from math import comb, factorial
from typing import Final

import numpy as np
from numpy.typing import NDArray

from meldwise.advice.belief.evidence import Suspect
from meldwise.advice.belief.sampling import ROUNDS, Belief
from meldwise.playout.starts import KINDS, NO_CARD, Codes, Counts, Starts

# More drawn sets, or more deals, than this are not enumerated.
MOST_CASES: Final = 20_000


def enumerated_hands(
    belief: Belief, most: int = MOST_CASES
) -> tuple[Counts, NDArray[np.float64]] | None:
    """All deals of the hidden hands and their probabilities; None if they are too many.

    Args:
        belief: What may lie hidden.
        most: Most sets of cards that are looked at.

    Returns:
        Hands of all seats, shape (m, players, 53), and probabilities that sum to 1.

    >>> from meldwise.position import Position
    >>> line = "gin-rummy 2:0:1 draw AS2S3S5H6H7H9C9DTDKH - TC 31 0,0 - -- -- 1:10 -"
    >>> enumerated_hands(Belief.of(Position.parse(line))) is None
    True
    """
    if _at_most(belief) > most:
        return None
    own = np.zeros((1, belief.position.players, KINDS), np.uint8)
    own[:, belief.position.seat] = belief.own
    deals = [(own[0], belief.unseen, 1.0)]
    for suspect in belief.suspects:
        following = []
        for hands, left, chance in deals:
            for found, probability in _hands_of(belief, suspect, left):
                filled = hands.copy()
                filled[suspect.seat] = found
                following.append((filled, left - (found - suspect.known), chance * probability))
        deals = following
        if len(deals) > most:
            return None
    return np.array([hands for hands, _, _ in deals]), np.array([chance for _, _, chance in deals])


def enumerated_starts(
    belief: Belief, draws: int | None = None, most: int = MOST_CASES
) -> tuple[Starts, NDArray[np.float64]] | None:
    """All complete states and their probabilities; None if they are too many.

    Args:
        belief: What may lie hidden.
        draws: How many stock cards can matter, if not all of them.
        most: Most states.
    """
    size = belief.position.stock
    drawn = size if draws is None else min(draws, size)
    orders = factorial(size) // factorial(size - drawn)
    if _at_most(belief) * orders > 8 * most or orders > most:
        return None
    found = enumerated_hands(belief, most)
    if found is None or len(found[0]) * orders > 8 * most:
        return None
    hands, chances = found
    rows: list[int] = []
    stocks: list[tuple[int, ...]] = []
    weights: list[float] = []
    for row, left in enumerate(belief.left_by(hands)):
        codes = np.repeat(np.arange(KINDS), left).tolist()
        ways = _orders(codes, drawn)
        for stock, times in ways.items():
            rows.append(row)
            stocks.append(stock)
            weights.append(chances[row] * times / orders)
        if len(rows) > most:
            return None
    stock_codes: Codes = np.full((len(rows), size + 1), NO_CARD, np.uint8)
    stock_codes[:, :size] = stocks
    return belief.starts_of(hands[rows], stock_codes), np.array(weights)


def _orders(codes: list[int], drawn: int) -> dict[tuple[int, ...], int]:
    """Each different order of the cards drawn, then the others as they are, and how often."""
    found: dict[tuple[int, ...], int] = {}
    for order in permutations(range(len(codes)), drawn):
        chosen = set(order)
        rest = [code for at, code in enumerate(codes) if at not in chosen]
        stock = tuple([codes[at] for at in order] + rest)
        found[stock] = found.get(stock, 0) + 1
    return found


def _at_most(belief: Belief) -> int:
    """A bound on the sets that opponents may have drawn."""
    total, left = 1, int(belief.unseen.sum())
    for suspect in belief.suspects:
        total *= comb(left, suspect.size + suspect.more)
        left -= suspect.size
    return total


def _hands_of(belief: Belief, suspect: Suspect, left: Counts) -> Iterator[tuple[Counts, float]]:
    """All hands of one opponent and how likely each is, given what is left for him."""
    drawn, weights = _drawn_sets(left, suspect.weights, suspect.size + suspect.more)
    hands = belief.development.kept(suspect, drawn)
    distinct, place = np.unique(hands, axis=0, return_inverse=True)
    chances: NDArray[np.float64] = np.bincount(
        place.ravel(), weights / weights.sum(), len(distinct)
    ).astype(np.float64)
    believed = belief.development.belief(suspect, distinct)
    # A hand that is not believed is drawn anew, ROUNDS times; the last draw stands.
    again = 1.0 - float(chances @ believed)
    rounds = float(sum(again**attempt for attempt in range(ROUNDS)))
    chances = chances * (believed * rounds + again**ROUNDS)
    yield from zip(distinct, chances.tolist(), strict=True)


def _drawn_sets(
    left: Counts, weights: NDArray[np.float64], size: int
) -> tuple[Counts, NDArray[np.float64]]:
    """All sets of so many cards, and how likely each is up to a factor."""
    sets: list[tuple[list[int], int, float]] = [([], 0, 1.0)]
    rest = int(left.sum())
    for code in range(KINDS):
        copies = int(left[code])
        rest -= copies
        sets = [
            ([*chosen, taken], count + taken, chance * comb(copies, taken) * weights[code] ** taken)
            for chosen, count, chance in sets
            for taken in range(max(0, size - count - rest), min(copies, size - count) + 1)
        ]
    return (
        np.array([chosen for chosen, _, _ in sets], np.uint8),
        np.array([chance for _, _, chance in sets]),
    )
