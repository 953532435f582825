"""Deadwood of many hands given as counts, for one rule set at one table."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from meldwise.advice.belief.keeping import plain_kept, words_of
from meldwise.batch import best_discard_batch, deadwood_batch
from meldwise.partition.kernel.compiling import compilation_announced
from meldwise.partition.kernel.legal import why_not
from meldwise.partition.kernel.plain import plain_deadwood, plain_discard
from meldwise.partition.kernel.rows import Facts, Rows
from meldwise.partition.kernel.tables import tables_of
from meldwise.playout.starts import KINDS, Counts
from meldwise.position import Terms
from meldwise.rules.ruleset import RuleSet

# More than any card is worth.
_DEAREST: Final = 1 << 10


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
            words = np.empty(len(hands), np.int64)
            with compilation_announced():
                words_of(hands, words)
                plain_deadwood(*self._kernel, words, left)
            return left.astype(np.int64)
        counts = hands.astype(np.int8)
        found = deadwood_batch(counts, self.rules, players=self.players, threads=1).deadwood
        return found.astype(np.int64)

    def kept(self, hands: Counts, known: Counts, more: int) -> Counts:
        """What is kept when so many cards are thrown from each hand, shape (n, 53).

        Thrown is what leaves the least deadwood, the dearest of equals, but no wilds and nothing
        that is known to be held: as often as there are other cards.

        Args:
            hands: Copies of each card.
            known: Copies of each card that are not thrown, shape (53,).
            more: How many cards are thrown; so many of each hand are not known at least.
        """
        if self._plain:
            found = hands.copy()
            with compilation_announced():
                plain_kept(*self._kernel, self.values, found, known, more)
            return found
        for _ in range(more):
            hands = self._thrown(hands, known)
        return hands

    def _thrown(self, hands: Counts, known: Counts) -> Counts:
        rows = np.arange(len(hands))
        codes = self.throw(hands)[1]
        held = hands[rows, codes].astype(np.int64)
        barred = (held <= known[codes]) | self.wild[codes]
        if barred.any():
            codes = codes.copy()
            codes[barred] = self._other_throw(hands[barred], known)
        after = hands.copy()
        after[rows, codes] -= 1
        return after

    def _other_throw(self, hands: Counts, known: Counts) -> NDArray[np.int64]:
        """As the best discard, of the cards that may be thrown; a wild if there is nothing else."""
        able = hands > known
        natural = able & ~self.wild
        able = np.where(natural.any(axis=1, keepdims=True), natural, able)
        rows, codes = np.nonzero(able)
        fewer = hands[rows]
        fewer[np.arange(len(rows)), codes] -= 1
        # The least deadwood, then the dearest card, then the lowest code.
        key = (self.deadwood(fewer) * _DEAREST - self.values[codes]) * KINDS + codes
        firsts = np.flatnonzero(np.diff(rows, prepend=-1))
        found: NDArray[np.int64] = np.minimum.reduceat(key, firsts) % KINDS
        return found

    def throw(self, hands: Counts) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """After the best discard of each hand its deadwood, and the code thrown.

        Wilds may be thrown here whatever the rules say of that.
        """
        if self._plain:
            left, thrown = np.empty(len(hands), np.int32), np.empty(len(hands), np.int16)
            words = np.empty(len(hands), np.int64)
            with compilation_announced():
                words_of(hands, words)
                plain_discard(*self._kernel, words, left, thrown)
            return left.astype(np.int64), thrown.astype(np.int64)
        counts = hands.astype(np.int8)
        found = best_discard_batch(counts, self._throwing, players=self.players, threads=1)
        return found.deadwood.astype(np.int64), found.discard.astype(np.int64)

    @cached_property
    def _kernel(self) -> tuple[Rows, Facts]:
        """The kernel's tables for hands without wilds."""
        tables = tables_of(self._melds, 0)
        return tables.rows, tables.facts


@lru_cache(maxsize=64)
def _joker_may_go(rules: RuleSet) -> RuleSet:
    """The rules without limits on throwing jokers, which a batch can only keep one by one."""
    if rules.turn.joker_discard == "free":
        return rules
    return rules.replace({"turn.joker_discard": "free"})
