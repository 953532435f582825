"""What a discard gives up, and what it gives away, in words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from meldwise.cards import Card
from meldwise.cards.card import CARDS, CODES
from meldwise.melds.candidates import Holding, hand_candidates
from meldwise.melds.meldrules import MeldRules
from meldwise.partition import best_melds
from meldwise.position import Opponent, Position


@lru_cache(maxsize=64)
def _sharing(rules: MeldRules) -> NDArray[np.bool_]:
    """For each two card codes whether some meld of the least size holds both."""
    codes = [code for code in range(52) if not rules.is_wild(code)]
    cards = [CARDS[code] for code in codes if rules.ranks_mask >> (code % 13) & 1]
    least = max(rules.set_min, rules.run_min)
    found = np.zeros((CODES, CODES), np.bool_)
    for candidate in hand_candidates(rules, Holding.of(rules, cards)):
        if candidate.shape.size <= least:
            held = [code for code, _ in candidate.naturals()]
            found[np.ix_(held, held)] = True
    return found


def goes_with(rules: MeldRules, card: Card, other: Card) -> bool:
    """Whether two cards could share a meld without wilds.

    >>> from meldwise.melds.meldrules import meld_rules
    >>> from meldwise.rules import rules
    >>> gin = meld_rules(rules("gin-rummy"))
    >>> [goes_with(gin, Card.parse("8H"), Card.parse(text)) for text in ("8S", "TH", "JH")]
    [True, True, False]
    """
    return card != other and bool(_sharing(rules)[card.code, other.code])


class Throw:
    """The reasons for and against throwing one card of a hand."""

    def __init__(self, position: Position, card: Card) -> None:
        self._position = position
        self._rules = position.terms.melds
        self._card = card

    def gives_up(self) -> list[str]:
        """Which meld or which partners in the hand it leaves."""
        hand, card = self._position.hand, self._card
        if hand.count(card) == 1:
            best = best_melds(hand, self._position.rules, players=self._position.players)
            broken = [meld for meld in best.melds if card in meld.physical]
            if broken:
                return [f"takes {card} out of {broken[0]}"]
        at = hand.index(card)
        rest = hand[:at] + hand[at + 1 :]
        partners = [other for other in rest if goes_with(self._rules, card, other)]
        if not partners:
            return [f"nothing in the hand goes with {card}"]
        return [f"gives up {card} with {_cards(partners)}"]

    def gives_away(self) -> list[str]:
        """What the next player is known to hold, or not to want, near it."""
        position = self._position
        following = (position.seat + 1) % position.players
        found = []
        for opponent in position.opponents:
            if opponent.seat == following:
                found += self._for(opponent)
        return found

    def _for(self, opponent: Opponent) -> list[str]:
        card = self._card
        took = [other for other in opponent.holds if goes_with(self._rules, card, other)]
        if took:
            return [f"seat {opponent.seat} took {_cards(took)}, which {card} goes with"]
        refused = [*opponent.threw, *opponent.passed]
        same = [other for other in refused if other == card]
        if same:
            return [f"seat {opponent.seat} did not keep {card} before"]
        near = [other for other in refused if goes_with(self._rules, card, other)]
        if near:
            return [f"seat {opponent.seat} had no use for {_cards(near)}, which {card} goes with"]
        return []


def _cards(cards: Sequence[Card]) -> str:
    return " ".join(map(str, dict.fromkeys(cards)))
