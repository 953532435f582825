"""Compiled: random numbers, one stream for each sample, so that no order of work changes them.

Source: G. Steele, D. Lea, C. Flood, *Fast splittable pseudorandom number generators* (2014).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from meldwise.partition.kernel.compiling import Int, inlined

Stream = NDArray[np.uint64]
"""One number, the state of a stream; what draws from it changes it."""


@inlined
def mixed(word: np.uint64) -> np.uint64:
    """A word with its bits mixed."""
    z = np.uint64(word)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@inlined
def begin_stream(stream: Stream, seed: Int, index: Int) -> None:
    """Set a stream to the one that belongs to a seed and the number of a sample."""
    stream[0] = mixed(mixed(np.uint64(seed)) + np.uint64(index) * np.uint64(0xD1342543DE82EF95))


@inlined
def next_word(stream: Stream) -> np.uint64:
    """64 random bits."""
    stream[0] = stream[0] + np.uint64(0x9E3779B97F4A7C15)
    return mixed(stream[0])


@inlined
def below(stream: Stream, bound: Int) -> Int:
    """A random number from 0 to ``bound`` − 1; bounds are small, so the bias is below 2⁻⁵⁰."""
    return np.int64((next_word(stream) >> np.uint64(11)) % np.uint64(bound))


@inlined
def unit(stream: Stream) -> np.float64:
    """A random number in [0, 1)."""
    return np.float64(next_word(stream) >> np.uint64(11)) * (1.0 / 9007199254740992.0)
