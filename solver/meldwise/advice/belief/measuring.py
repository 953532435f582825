"""Deadwood of many hands given as counts, for one rule set at one table."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from meldwise.batch import best_discard_batch, deadwood_batch
from meldwise.position import Terms
from meldwise.rules.ruleset import RuleSet

Counts = NDArray[np.uint8]
"""Copies of each card, the last axis by code; all jokers count as code 52."""

KINDS = 53

_BITS = np.uint64(1) << np.arange(52, dtype=np.uint64)


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
        # One pack without wilds: a hand is a word of 52 bits, which is read much faster.
        self._plain = terms.packs == 1 and not self.wild[:52].any() and terms.jokers == 0
        self._throwing = _joker_may_go(terms.rules)

    def held(self, hands: Counts) -> NDArray[np.int64]:
        """What all cards of each hand count, shape (n,)."""
        return hands @ self.values

    def deadwood(self, hands: Counts) -> NDArray[np.int64]:
        """The least deadwood of each hand, shape (n,)."""
        found = deadwood_batch(
            self._form(hands), self.rules, players=self.players, threads=1
        ).deadwood
        return found.astype(np.int64)

    def throw(self, hands: Counts) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """After the best discard of each hand its deadwood, and the code thrown.

        Wilds may be thrown here whatever the rules say of that.
        """
        found = best_discard_batch(
            self._form(hands), self._throwing, players=self.players, threads=1
        )
        return found.deadwood.astype(np.int64), found.discard.astype(np.int64)

    def _form(self, hands: Counts) -> NDArray[np.uint64] | NDArray[np.int8]:
        if self._plain:
            words: NDArray[np.uint64] = hands[:, :52].astype(np.uint64) @ _BITS
            return words
        return hands.astype(np.int8)


@lru_cache(maxsize=64)
def _joker_may_go(rules: RuleSet) -> RuleSet:
    """The rules without limits on throwing jokers, which a batch can only keep one by one."""
    if rules.turn.joker_discard == "free":
        return rules
    return rules.replace({"turn.joker_discard": "free"})
