"""Compiled: weighted draws of cards, and stocks in random order; each sample has its own stream."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from meldwise.partition.kernel.compiling import Int, compiled, inlined
from meldwise.playout.randomness import begin_stream, below, unit
from meldwise.playout.starts import Counts

Weights = NDArray[np.float64]


@inlined
def list_cards(available: Counts, row: Int, cards: NDArray[np.int64]) -> Int:
    """The cards of a row one by one; how many there are."""
    count = 0
    for code in range(53):
        for _ in range(available[row, code]):
            cards[count] = code
            count += 1
    return count


@inlined
def reach_of(
    reach: Weights, cards: NDArray[np.int64], weights: Weights, count: Int, size: Int
) -> None:
    """For all sets of m cards from the j-th on the sum of their products of weights, m to size."""
    for number in range(size + 1):
        reach[count, number] = 0.0
    reach[count, 0] = 1.0
    for at in range(count - 1, -1, -1):
        weight = weights[cards[at]]
        reach[at, 0] = 1.0
        for number in range(1, size + 1):
            reach[at, number] = reach[at + 1, number] + weight * reach[at + 1, number - 1]


@compiled
def draw_weighted(
    available: Counts, weights: Weights, size: Int, seed: Int, rows: NDArray[np.int64], out: Counts
) -> None:
    """Draw so many cards from what is available: a set of cards as likely as its weights multiply.

    Source: the conditional Bernoulli design, drawn card by card; S. Chen and J. Liu, *Statistical
    applications of the Poisson-binomial and conditional Bernoulli distributions* (1997).

    Args:
        available: Copies by code that may be drawn, shape (n, 53).
        weights: The weight of a card by code, above 0, shape (53,).
        size: How many cards are drawn; no more than are available.
        seed: What the streams follow from.
        rows: The number of each sample's stream, shape (n,).
        out: Filled: copies drawn, shape (n, 53).
    """
    most = np.int64(0)
    for row in range(len(available)):
        total = np.int64(0)
        for code in range(53):
            total += np.int64(available[row, code])
        most = max(most, total)
    reach = np.zeros((most + 1, size + 1))
    cards = np.zeros(most, np.int64)
    stream = np.zeros(1, np.uint64)
    count = 0
    for row in range(len(available)):
        # Of one opponent's hands all are drawn from the same cards.
        if row == 0 or np.any(available[row] != available[row - 1]):
            count = list_cards(available, row, cards)
            reach_of(reach, cards, weights, count, size)
        begin_stream(stream, seed, rows[row])
        out[row, :] = 0
        left = size
        for at in range(count):
            if left == 0:
                break
            taken = weights[cards[at]] * reach[at + 1, left - 1]
            if unit(stream) * reach[at, left] < taken:
                out[row, cards[at]] += 1
                left -= 1


@compiled
def shuffled(available: Counts, seed: Int, rows: NDArray[np.int64], out: Counts) -> None:
    """The cards of each row in a random order.

    Args:
        available: Copies by code, shape (n, 53).
        seed: What the streams follow from.
        rows: The number of each sample's stream, shape (n,).
        out: Filled: codes, 255 after the last, shape (n, most).
    """
    stream = np.zeros(1, np.uint64)
    cards = np.zeros(out.shape[1], np.int64)
    for row in range(len(available)):
        count = list_cards(available, row, cards)
        out[row, :] = 255
        begin_stream(stream, seed, rows[row])
        for at in range(count - 1, -1, -1):
            other = below(stream, at + 1)
            out[row, at] = cards[other]
            cards[other] = cards[at]


@compiled
def units(seed: Int, rows: NDArray[np.int64], out: Weights) -> None:
    """One random number in [0, 1) for each row's stream."""
    stream = np.zeros(1, np.uint64)
    for row in range(len(rows)):
        begin_stream(stream, seed, rows[row])
        out[row] = unit(stream)
