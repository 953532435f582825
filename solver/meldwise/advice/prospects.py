"""The hand after each action of a position, what it counts, and one card ahead of it."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from meldwise.advice.belief import Belief
from meldwise.advice.belief.evidence import counts_of
from meldwise.advice.oneply import OnePly, one_ply
from meldwise.advice.stepping import ends_hand, hand_after
from meldwise.advice.wholeturn import Advised
from meldwise.cards import Card
from meldwise.cards.card import JOKER_CODE
from meldwise.play.actions import Discard, Draw, GoOut, Knock, Pass
from meldwise.playout.starts import Counts


class Prospects:
    """What the hand becomes by each action; worked out when it is asked for, for all at once.

    Args:
        belief: What may lie hidden in the position.
        actions: The actions that will be asked about.
        whole: What all actions of the position lead to, where these are some of them.
    """

    def __init__(
        self, belief: Belief, actions: tuple[Advised, ...], whole: Prospects | None = None
    ) -> None:
        self.belief = belief
        self.position = belief.position
        self.measure = belief.development.measure
        self.actions = actions
        self.whole = whole or self
        self.counts_held = self.position.rules.count.hand == "held"

    @cached_property
    def hands(self) -> dict[Advised, tuple[Card, ...] | None]:
        """The hand after each action; None where a hidden card comes to it."""
        return {action: hand_after(self.position, action) for action in self.actions}

    @cached_property
    def ending(self) -> frozenset[Advised]:
        """The actions that end the hand."""
        return frozenset(a for a in self.actions if ends_hand(self.position, a))

    @cached_property
    def left(self) -> dict[Advised, int | None]:
        """What each action leaves unmelded, or held where all cards count; None: not known yet."""
        places, counts = [], []
        for place, action in enumerate(self.actions):
            after = self._counts_after(action)
            if after is not None:
                places.append(place)
                counts.append(after)
        left: list[int | None] = [None] * len(self.actions)
        if counts:
            count = self.measure.held if self.counts_held else self.measure.deadwood
            for place, points in zip(places, count(np.array(counts)).tolist(), strict=True):
                left[place] = points
        return dict(zip(self.actions, left, strict=True))

    def _counts_after(self, action: Advised) -> Counts | None:
        """The hand after an action as counts; None where a card comes to it."""
        card = None
        if isinstance(action, Discard):
            card = action.card
        elif isinstance(action, Knock | GoOut):
            card = action.discard
        if card is not None:
            counts = self.belief.own.copy()
            counts[min(card.code, JOKER_CODE)] -= 1
            return counts
        hand = self.hands[action]
        if hand is None or len(hand) > len(self.position.hand):
            return None
        return counts_of(hand)

    @cached_property
    def ahead(self) -> dict[Advised, OnePly]:
        """One card ahead of each hand that a hidden card may come to next."""
        asked: list[Advised] = []
        hands = []
        size = len(self.position.hand)
        for action in self.actions:
            hand = self.hands[action]
            if isinstance(action, Draw | Pass):
                # What is drawn now is the card ahead, but for a card that is in sight.
                hand = None if action == Draw("discard") else self.position.hand
            if hand and action not in self.ending and len(hand) <= size:
                asked.append(action)
                hands.append(counts_of(hand))
        if not asked:
            return {}
        found = one_ply(self.measure, np.array(hands), self.belief.unseen)
        return dict(zip(asked, found, strict=True))

    def held(self, hand: tuple[Card, ...]) -> int:
        """What all cards of a hand count."""
        return int(self.measure.held(counts_of(hand)[None])[0])

    def deadwood(self, hand: tuple[Card, ...]) -> int:
        """The least deadwood of a hand."""
        return int(self.measure.deadwood(counts_of(hand)[None])[0])

    def after_throwing(self, hand: tuple[Card, ...]) -> int:
        """The least deadwood of a hand once a card of it is thrown."""
        return int(self.measure.throw(counts_of(hand)[None])[0][0])
