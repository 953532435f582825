"""Batches cut into chunks, the chunks shared among threads, the hard hands sent the slow road."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from meldwise.batch.inputs import ALL_CARDS, Hands, in_row
from meldwise.batch.results import BatchMeta
from meldwise.cards import RANKS, Card
from meldwise.errors import InputError, RequestError, excerpt
from meldwise.melds.holdings import checked_cards
from meldwise.melds.meldrules import MeldRules, meld_rules
from meldwise.partition.kernel.compiling import compilation_announced
from meldwise.partition.kernel.layout import COLUMN, MOST_VALUE, TOO_MUCH
from meldwise.partition.kernel.legal import why_not
from meldwise.partition.kernel.rows import fill_missing, missing_rows
from meldwise.partition.kernel.tables import Tables, tables_of
from meldwise.partition.kernel.words import pack_codes, pack_counts
from meldwise.rules.ruleset import RuleSet

# Hands of a chunk: its arrays stay in the processor's cache.
CHUNK = 16_384
SMALL_CHUNK = 2_048
MOST_THREADS = 256

# Longer hands of two packs could need millions of rows.
LONGEST_HAND = 20
LONGEST_PLAIN_HAND = 52

Words = NDArray[np.int64]


class Kernel(Protocol):
    """Answers the rows ``start`` to ``stop``; those it does not hold get the deadwood −1."""

    def __call__(
        self, tables: Tables, cards: Words, second: Words, start: int, stop: int, /
    ) -> None:
        """Write the answers of one chunk where they belong."""
        ...


class SlowRoad(Protocol):
    """Answers one row by the search."""

    def __call__(self, rules: MeldRules, cards: list[Card], row: int, /) -> None:
        """Write the answer of one row where it belongs."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class Job:
    """A batch with its rules."""

    hands: Hands
    rules: RuleSet
    players: int | None
    threads: int

    @property
    def compiled(self) -> MeldRules:
        """The rules of melds."""
        return meld_rules(self.rules, self.rules.packs(self.players))

    @property
    def in_packs(self) -> int:
        """How many cards there are in all."""
        return self.rules.cards_in_all(self.players)

    def run(
        self,
        deadwood: NDArray[np.int32],
        kernel: Kernel,
        slow: SlowRoad,
        slow_rows: NDArray[np.bool_] | None = None,
    ) -> BatchMeta:
        """Answer all rows.

        Args:
            deadwood: Written by both roads, shape (n,).
            kernel: Answers chunks; it is called from several threads.
            slow: Answers what the kernel left.
            slow_rows: Rows that the kernel may not answer, for the rules of discarding.

        Raises:
            InputError: names the first wrong row and what is wrong there.
        """
        started = time.perf_counter()
        reason = why_not(self.compiled)
        used = 1
        if reason is None:
            used = self._run_kernel(kernel)
            left = np.flatnonzero(deadwood < 0)
            if len(left):
                reason = "more wilds, or more cards, than the kernel's tables hold"
            if slow_rows is not None and slow_rows.any():
                left = np.flatnonzero((deadwood < 0) | slow_rows)
                reason = "jokers that may be thrown only to go out"
        else:
            left = np.arange(len(self.hands))
        for row in left.tolist():
            slow(self.compiled, self._checked(row), row)
        engine = "search" if 0 < len(left) == len(self.hands) else "kernel+search"
        return BatchMeta(
            engine=engine if len(left) else "kernel",
            rules=self.rules.id,
            hands=len(self.hands),
            slow_rows=len(left),
            slow_reason=reason if len(left) else None,
            threads=used,
            exact=True,
            elapsed_ms=round((time.perf_counter() - started) * 1000, 3),
        )

    def _checked(self, row: int) -> list[Card]:
        """The cards of a row, or an error that names the row and the card."""
        try:
            return list(checked_cards(self.hands.cards(row), self.rules, self.players))
        except InputError as error:
            raise in_row(error, row) from None

    def _run_kernel(self, kernel: Kernel) -> int:
        """All chunks; how many threads took part."""
        count = len(self.hands)
        if count == 0:
            return 1
        with compilation_announced():
            tables = tables_of(self.compiled, self.rules.jokers_total(self.players))
            limits = self._limits(tables)
            size = min(CHUNK, max(SMALL_CHUNK, -(-count // self.threads)))
            starts = range(0, count, size)

            def chunk(start: int) -> None:
                stop = min(start + size, count)
                cards, second = self._words(limits, start, stop)
                fill(tables, cards, second)
                kernel(tables, cards, second, start, stop)

            # The first chunk alone: one thread compiles, and fills the rows most hands share.
            chunk(0)
            used = min(self.threads, max(1, len(starts) - 1))
            if used == 1:
                for start in starts[1:]:
                    chunk(start)
            else:
                with ThreadPoolExecutor(used) as pool:
                    for _ in pool.map(chunk, starts[1:]):
                        pass
        return used

    def _limits(self, tables: Tables) -> Words:
        """What `pack_codes` checks hands against."""
        rules, compiled = self.rules, self.compiled
        ranks = sum(1 << RANKS.index(rank) for rank in rules.deck.ranks)
        allowed = sum(ranks << (13 * suit) for suit in compiled.suits)
        wilds = sum(1 << (rank - 1) for rank in compiled.wild_ranks) * COLUMN
        longest = LONGEST_HAND if compiled.packs > 1 or tables.limit else LONGEST_PLAIN_HAND
        dearest = max(1, *compiled.hand_values)
        return np.array(
            [
                allowed,
                compiled.packs,
                rules.jokers_total(self.players),
                tables.limit,
                min(longest, MOST_VALUE // dearest),
                wilds,
            ],
            np.int64,
        )

    def _words(self, limits: Words, start: int, stop: int) -> tuple[Words, Words]:
        """The two words of each hand of a chunk."""
        hands = self.hands.native(start, stop)
        if self.hands.form == "masks":
            return self._mask_words(hands, limits, start)
        cards, second = np.empty(len(hands), np.int64), np.empty(len(hands), np.int64)
        pack = pack_codes if self.hands.form == "codes" else pack_counts
        wrong = pack(hands, limits, cards, second)
        if wrong >= 0:
            self._checked(start + wrong)
            raise AssertionError("a row that was refused has a fault")
        return cards, second

    def _mask_words(self, masks: Words, limits: Words, start: int) -> tuple[Words, Words]:
        allowed, _, _, most_wilds, most_cards, wilds = limits
        wrong = masks & ~allowed
        if wrong.any():
            self._checked(start + int(np.flatnonzero(wrong)[0]))
        second = np.zeros(len(masks), np.int64)
        if most_cards < LONGEST_PLAIN_HAND:
            second[np.bitwise_count(masks) > most_cards] = TOO_MUCH
        if wilds:
            second[np.bitwise_count(masks & wilds) > most_wilds] = TOO_MUCH
        return masks, second


def fill(tables: Tables, cards: Words, second: Words) -> None:
    """Add the rows that these hands need and that are not there yet."""
    if len(tables.closed) == len(tables.closed[: 1 << 13]):
        return
    missing = np.empty(4 * len(cards), np.int64)
    count = missing_rows(tables.closed, tables.facts, cards, second, missing)
    # Taken even where nothing is missing: another thread may just be writing what was seen.
    with tables.lock:
        if count:
            fill_missing(tables.rows, tables.closed, tables.facts, missing, count)


def thread_count(threads: object) -> int:
    """The number of threads asked for; None: one for each processor that may be used.

    Raises:
        RequestError: it is no number from 1 to 256.
    """
    if threads is None:
        affinity: Callable[[int], set[int]] | None = getattr(os, "sched_getaffinity", None)
        return min(MOST_THREADS, len(affinity(0)) if affinity else os.cpu_count() or 1)
    if (
        isinstance(threads, bool)
        or not isinstance(threads, int)
        or not 1 <= threads <= MOST_THREADS
    ):
        raise RequestError(
            "bad-threads",
            f"threads: {excerpt(threads)} is not a number from 1 to {MOST_THREADS}",
            {"field": "threads", "value": str(threads)[:80]},
        )
    return threads


def masks_fit(hands: Hands, rules: RuleSet, players: int | None) -> None:
    """Masks say each card once, so they are for one pack.

    Raises:
        RequestError: the rules are played with more.
    """
    if hands.form == "masks" and rules.packs(players) > 1:
        raise RequestError(
            "masks-need-one-pack",
            f"masks are for one pack, and {rules.name} is played with "
            f"{rules.packs(players)} packs: give codes (n, k) or counts (n, 53)",
            {"field": "hands"},
        )


__all__ = ["ALL_CARDS", "Job", "fill", "masks_fit", "thread_count"]
