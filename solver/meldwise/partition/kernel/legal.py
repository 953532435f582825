"""What is a run and what is a set, as bit sets over the wilds spent; asked of `meldwise.melds`.

Ranks and suits are alike but for their values, so one table serves all suits and one (two where
a wild rank may be natural) all ranks. "Units" are wild cards spent: a natural of a wild rank
spends one too, because it is then no longer there as a wild.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from meldwise.melds.legality import run_fault
from meldwise.melds.meldrules import ANY_SUIT, MeldRules
from meldwise.melds.shapes import FIELD, FIELD_MASK, set_shapes, wild_shapes
from meldwise.partition.kernel.layout import SINGLE, VECTORS


def why_not(rules: MeldRules) -> str | None:
    """Why the kernel cannot hold a set of rules; None if it can."""
    if rules.packs > 2:
        return "more than two packs"
    if len(rules.suits) < 4:
        return "fewer than four suits"
    if any(known.suits != ANY_SUIT for known in rules.classes):
        return "jokers of a colour"
    if rules.packs == 2 and any(window.twice for window in rules.windows):
        return "runs with an ace at both ends in two packs"
    if rules.wild_ranks and rules.natural_use:
        if not _plain_ranks(rules):
            return "every rank wild"
        if len({known.hand_value for known in rules.classes}) > 1:
            return "natural cards of a wild rank that count otherwise than jokers"
        if rules.packs == 2 and (rules.suit_copies == 1 or rules.exact_suits):
            return "natural cards of a wild rank whose suits matter in two packs"
    return None


def _plain_ranks(rules: MeldRules) -> list[int]:
    in_pack = [rank for rank in range(1, 14) if rules.ranks_mask >> (rank - 1) & 1]
    return [rank for rank in in_pack if rank not in rules.wild_ranks]


def unit_ranks(rules: MeldRules) -> int:
    """Bit rank − 1 for each wild rank whose cards may be natural."""
    return sum(1 << (rank - 1) for rank in rules.wild_ranks) if rules.natural_use else 0


def run_bits(rules: MeldRules, most: int) -> NDArray[np.uint8]:
    """For each set of ranks of a suit: bit u when with u units it is one legal run.

    Args:
        rules: The rules of melds.
        most: Most units.

    Returns:
        uint8, shape (8192,), indexed by bits rank − 1.
    """
    bits = np.zeros(SINGLE, np.uint8)
    units_in = unit_ranks(rules)
    for length, windows in rules.windows_of.items():
        if not windows:
            continue
        slots, wilds = _natural_patterns(rules, length, most)
        for window in windows:
            cards = np.zeros(len(slots), np.int64)
            units = wilds.copy()
            for slot, rank in enumerate(window.ranks):
                held = slots >> slot & 1
                cards |= held << (rank - 1)
                if units_in >> (rank - 1) & 1:
                    units += held
            fits = units <= most
            if window.twice:
                fits &= (slots & slots >> (length - 1) & 1) == 0
            np.bitwise_or.at(bits, cards[fits], np.left_shift(1, units[fits]).astype(np.uint8))
    return bits


def _natural_patterns(
    rules: MeldRules, length: int, most: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The legal patterns of natural slots of a run, as bits, and how many wilds each has."""
    full = (1 << length) - 1
    found = [
        (full - sum(1 << slot for slot in wild_slots), wilds)
        for wilds in range(min(most, rules.wilds_in_runs, length - 1) + 1)
        for wild_slots in combinations(range(length), wilds)
        if run_fault(rules, length, wild_slots) is None
    ]
    slots, wilds_of = zip(*found, strict=True) if found else ((), ())
    return np.array(slots, np.int64), np.array(wilds_of, np.int64)


def set_bits(rules: MeldRules, most: int, runs: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """For each suit vector of a rank: bit w when with w wilds it is one legal set.

    A set with one natural is left out where for every rank a run with that natural and as many
    wilds is as good.

    Args:
        rules: The rules of melds.
        most: Most wilds.
        runs: What `run_bits` returned.

    Returns:
        uint8, shape (81,), indexed by the counts of S H D C as a number of base three.
    """
    bits = np.zeros(VECTORS, np.uint8)
    plain = _plain_ranks(rules)
    if not plain:
        return bits
    capacity = (most,) + (0,) * (len(rules.classes) - 1)
    natural = plain + (sorted(rules.wild_ranks) if rules.natural_use else [])
    in_units = unit_ranks(rules)
    as_run = [
        all(runs[1 << (r - 1)] >> (wilds + (in_units >> (r - 1) & 1)) & 1 for r in natural)
        for wilds in range(most + 1)
    ]
    for shape in set_shapes(rules, plain[0], (rules.packs,) * 4, capacity):
        counts = [shape.cards >> (FIELD * suit) & FIELD_MASK for suit in range(4)]
        wilds = shape.wild_count
        if wilds <= most and not (sum(counts) == 1 and as_run[wilds]):
            bits[vector_index(counts)] |= 1 << wilds
    return bits


def vector_index(counts: list[int]) -> int:
    """Counts of S H D C as a number of base three, spades lowest."""
    return counts[0] + 3 * counts[1] + 9 * counts[2] + 27 * counts[3]


def vector_counts(index: int) -> list[int]:
    """The counts of S H D C of an index."""
    return [index // 3**suit % 3 for suit in range(4)]


def cover_bits(sets: NDArray[np.uint8], most: int) -> NDArray[np.uint8]:
    """For each suit vector: bit w when sets and w wilds take all of it; what `set_bits` gave."""
    single = {index: int(bits) for index, bits in enumerate(sets) if bits}
    cover = [1] + [0] * (VECTORS - 1)
    counts = [vector_counts(index) for index in range(VECTORS)]
    for index in range(1, VECTORS):
        for taken, bits in single.items():
            fits = all(a <= b for a, b in zip(counts[taken], counts[index], strict=True))
            if fits and cover[index - taken]:
                cover[index] |= both(cover[index - taken], bits)
        cover[index] &= (2 << most) - 1
    return np.array(cover, np.uint8)


def both(left: int, right: int) -> int:
    """The bit set of all sums of a number of each bit set."""
    union = 0
    for shift in range(right.bit_length()):
        if right >> shift & 1:
            union |= left << shift
    return union


def wild_only(rules: MeldRules, most: int) -> tuple[int, int]:
    """The sizes of sets and of runs of wilds alone, as bits."""
    capacity = (most,) + (0,) * (len(rules.classes) - 1)
    sizes = {"set": 0, "run": 0}
    for shape in wild_shapes(rules, capacity):
        sizes[shape.kind] |= 1 << shape.size
    return sizes["set"], sizes["run"]
