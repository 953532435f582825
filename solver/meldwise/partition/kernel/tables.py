"""All that the compiled functions look up for one set of rules, as three arrays."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from meldwise.cards.card import JOKER_CODE
from meldwise.melds.meldrules import MeldRules
from meldwise.partition.kernel import layout as at
from meldwise.partition.kernel.layout import LANES, SINGLE, VECTORS
from meldwise.partition.kernel.legal import (
    both,
    cover_bits,
    run_bits,
    set_bits,
    unit_ranks,
    vector_counts,
    vector_index,
    wild_only,
)
from meldwise.partition.kernel.rows import fill_single

MOST_UNITS = 6
MOST_TABLES = 12


@dataclass(frozen=True, slots=True, eq=False)
class Tables:
    """The arrays of `layout`, with the lock under which rows are added."""

    rows: NDArray[np.int16]
    closed: NDArray[np.uint8]
    facts: NDArray[np.int32]
    lock: Lock = field(default_factory=Lock)

    @property
    def limit(self) -> int:
        """Most wild cards of a hand."""
        return int(self.facts[at.LIMIT])


_kept: OrderedDict[tuple[MeldRules, int], Tables] = OrderedDict()
_kept_lock = Lock()


def tables_of(rules: MeldRules, jokers: int) -> Tables:
    """The tables for some rules, built once and kept while used.

    Args:
        rules: Rules of which `legal.why_not` has nothing to say.
        jokers: Printed jokers in play.
    """
    wild_cards = jokers + 4 * rules.packs * len(rules.wild_ranks)
    key = rules, min(MOST_UNITS, wild_cards)
    with _kept_lock:
        found = _kept.get(key)
        if found is None:
            found = _kept[key] = _build(*key)
        _kept.move_to_end(key)
        while len(_kept) > MOST_TABLES:
            _kept.popitem(last=False)
    return found


def _build(rules: MeldRules, limit: int) -> Tables:
    facts, count = _facts(rules, limit)
    # Pages that are never touched take no memory, so all rows are reserved at once.
    rows = np.zeros(at.ROWS + count * at.ROW, np.int16)
    tables = Tables(rows, np.zeros(count, np.uint8), facts)
    fill_single(tables.rows, tables.closed, tables.facts)
    return tables


def _facts(rules: MeldRules, limit: int) -> tuple[NDArray[np.int32], int]:
    """The facts, and the number of rows to reserve."""
    runs = run_bits(rules, limit)
    sets = set_bits(rules, limit, runs)
    cover = cover_bits(sets, limit)
    options, first, most, least = _options(cover, limit, rules.packs)
    plain_options, plain_first = _plain_options(options, first[0])
    lone_sets, lone_runs = wild_only(rules, limit)
    facts = np.zeros(at.OPTIONS + len(options), np.int32)

    def put(start: int, values: object) -> None:
        block = np.asarray(values, np.int32).ravel()
        facts[start : start + len(block)] = block

    units = unit_ranks(rules)
    wild_ranks = sum(1 << (rank - 1) for rank in rules.wild_ranks)
    put(at.LIMIT, [limit, units, 0 if rules.natural_use else wild_ranks, wild_ranks])
    put(at.LONE_SETS, [lone_sets, lone_runs])
    classes = _classes(rules)
    put(at.CLASSES, [len(classes), *(number for known in classes for number in known)])
    put(at.LEAST, least)
    put(at.LONE, _lone(lone_sets | lone_runs, limit))
    put(at.VALUES, [0 if units >> r & 1 else rules.hand_values[r] for r in range(13)])
    codes = range(JOKER_CODE + 1)
    put(at.ORDER, sorted(codes, key=lambda code: (-rules.hand_values[code], code)))
    put(at.TOP, [max(0, bits.bit_length() - 1) for bits in range(128)])
    put(at.RUNS, runs)
    put(at.SETS, sets)
    put(at.COVER, cover)
    put(at.MOST, most)
    put(at.FIRST, first)
    put(at.PLAIN_FIRST, plain_first)
    put(at.PLAIN_OPTIONS, plain_options)
    put(at.OPTIONS, options)
    if rules.packs == 1:
        return facts, SINGLE
    doubled = np.arange(SINGLE, dtype=np.int64)
    sizes = 1 << (13 - np.bitwise_count(doubled).astype(np.int64))
    put(at.GROUP, np.cumsum(sizes) - sizes)
    return facts, int(sizes.sum())


def _classes(rules: MeldRules) -> list[tuple[int, int]]:
    """Wild cards of one value together, dearest first: ranks as bits (13: jokers), and value."""
    ranks: dict[int, int] = {}
    for known in rules.classes:
        for code in known.codes:
            bit = 1 << (13 if code >= JOKER_CODE else code % 13)
            ranks[known.hand_value] = ranks.get(known.hand_value, 0) | bit
    return [(ranks[value], value) for value in sorted(ranks, reverse=True)]


def _lone(sizes: int, limit: int) -> list[int]:
    reached = 1
    for _ in range(limit):
        reached |= both(reached, sizes)
    return [max(n for n in range(idle + 1) if reached >> n & 1) for idle in range(LANES)]


def _options(
    cover: NDArray[np.uint8], limit: int, packs: int
) -> tuple[list[int], NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]:
    """``OPTIONS``, ``FIRST``, ``MOST`` and ``LEAST`` of the layout."""
    counts = [vector_counts(index) for index in range(VECTORS)]
    options: list[int] = []
    first = np.zeros((2, VECTORS + 1), np.int32)
    most = np.zeros((2, VECTORS, LANES), np.int32)
    least = np.full(LANES, 99, np.int32)
    for kind in range(2):
        for index in range(VECTORS):
            first[kind, index] = len(options)
            if max(counts[index]) > packs:
                continue
            ways = []
            for taken in _within(counts[index]):
                cards = sum(counts[taken])
                # A natural of a unit rank is a unit too.
                bits = int(cover[taken]) << (cards if kind else 0) & ((2 << limit) - 1)
                if taken and bits:
                    ways.append((cards, taken, bits))
                    fewest = (bits & -bits).bit_length() - 1
                    most[kind, index, fewest:] = np.maximum(most[kind, index, fewest:], cards)
                    if kind == 0:
                        least[fewest:] = np.minimum(least[fewest:], cards)
            for cards, taken, bits in sorted(ways, key=lambda way: -way[0]):
                once = sum(1 << s for s, n in enumerate(counts[taken]) if n)
                twice = sum(1 << s for s, n in enumerate(counts[taken]) if n > 1)
                options.append(once | twice << 4 | cards << 8 | bits << 16)
        first[kind, VECTORS] = len(options)
    return options, first, most, least


def _plain_options(options: list[int], first: NDArray[np.int32]) -> tuple[list[int], list[int]]:
    """``PLAIN_OPTIONS`` and ``PLAIN_FIRST`` of the layout."""
    found: list[int] = []
    begins = []
    for held in range(16):
        begins.append(len(found))
        index = vector_index([held >> suit & 1 for suit in range(4)])
        found += [way for way in options[first[index] : first[index + 1]] if way >> 16 & 1]
    return found, [*begins, len(found)]


def _within(counts: list[int]) -> list[int]:
    """The vectors that are part of one."""
    found = [0]
    for suit, count in enumerate(counts):
        found = [index + n * 3**suit for index in found for n in range(count + 1)]
    return found
