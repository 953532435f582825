"""Deadwood of many hands given as counts, for one rule set at one table."""

from __future__ import annotations

from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from meldwise.batch import best_discard_batch, deadwood_batch
from meldwise.partition.kernel.compiling import compilation_announced
from meldwise.partition.kernel.legal import why_not
from meldwise.partition.kernel.plain import plain_deadwood, plain_discard
from meldwise.partition.kernel.rows import Facts, Rows
from meldwise.partition.kernel.tables import tables_of
from meldwise.position import Terms
from meldwise.rules.ruleset import RuleSet

Counts = NDArray[np.uint8]
"""Copies of each card, the last axis by code; all jokers count as code 52."""

KINDS = 53

_BITS = np.int64(1) << np.arange(52, dtype=np.int64)


class Measure:
    """What hands are worth under the rules at a table.

    >>> from meldwise.position import terms_of
    >>> from meldwise.rules import rules
    >>> hand = np.zeros((1, 53), np.uint8)
    >>> hand[0, [6, 19, 32, 12]] = 1
    >>> Measure(terms_of(rules("gin-rummy"), 2)).deadwood(hand).tolist()
    [10]
    """

    def __init__(self, terms: Terms) -> None:
        self.rules = terms.rules
        self.players = terms.players
        self.values = np.array(terms.values[:KINDS], np.int64)
        self.wild = np.array([terms.melds.class_of[code] >= 0 for code in range(KINDS)])
        # One pack without wilds: a hand is a word of 52 bits, and the kernel is asked at once: for
        # the few hands that are often asked about, to go through a batch takes longest.
        plain = terms.packs == 1 and not self.wild[:52].any() and terms.jokers == 0
        self._plain = plain and why_not(terms.melds) is None
        self._melds = terms.melds
        self._throwing = _joker_may_go(terms.rules)

    def held(self, hands: Counts) -> NDArray[np.int64]:
        """What all cards of each hand count, shape (n,)."""
        return hands @ self.values

    def deadwood(self, hands: Counts) -> NDArray[np.int64]:
        """The least deadwood of each hand, shape (n,)."""
        if self._plain:
            left = np.empty(len(hands), np.int32)
            with compilation_announced():
                plain_deadwood(*self._kernel, _words(hands), left)
            return left.astype(np.int64)
        counts = hands.astype(np.int8)
        found = deadwood_batch(counts, self.rules, players=self.players, threads=1).deadwood
        return found.astype(np.int64)

    def throw(self, hands: Counts) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """After the best discard of each hand its deadwood, and the code thrown.

        Wilds may be thrown here whatever the rules say of that.
        """
        if self._plain:
            left, thrown = np.empty(len(hands), np.int32), np.empty(len(hands), np.int16)
            with compilation_announced():
                plain_discard(*self._kernel, _words(hands), left, thrown)
            return left.astype(np.int64), thrown.astype(np.int64)
        counts = hands.astype(np.int8)
        found = best_discard_batch(counts, self._throwing, players=self.players, threads=1)
        return found.deadwood.astype(np.int64), found.discard.astype(np.int64)

    @cached_property
    def _kernel(self) -> tuple[Rows, Facts]:
        """The kernel's tables for hands without wilds."""
        tables = tables_of(self._melds, 0)
        return tables.rows, tables.facts


def _words(hands: Counts) -> NDArray[np.int64]:
    """Hands of one pack as words, bit by code."""
    found: NDArray[np.int64] = hands[:, :52].astype(np.int64) @ _BITS
    return found


@lru_cache(maxsize=64)
def _joker_may_go(rules: RuleSet) -> RuleSet:
    """The rules without limits on throwing jokers, which a batch can only keep one by one."""
    if rules.turn.joker_discard == "free":
        return rules
    return rules.replace({"turn.joker_discard": "free"})
