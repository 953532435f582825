"""The reasons for each action, put together."""

from __future__ import annotations

import numpy as np

from meldwise.advice.belief import Belief
from meldwise.advice.belief.evidence import counts_of
from meldwise.advice.oneply import OnePly, one_ply
from meldwise.advice.reasons.outs import outs_sentences
from meldwise.advice.reasons.throwing import Throw
from meldwise.advice.stepping import ends_hand, hand_after
from meldwise.advice.text import share
from meldwise.advice.turns import whole_turns
from meldwise.advice.values import NORMAL, Value
from meldwise.advice.wholeturn import Advised, WholeTurn, advised_text, steps_of
from meldwise.cards import Card
from meldwise.play.actions import Declare, Discard, Draw, Knock, LayMeld, Pass
from meldwise.play.goingon import Placement


class Reasoner:
    """Knows the hand after each action of a position, one card ahead of it, and says why.

    Args:
        belief: What may lie hidden in the position.
        actions: The actions that will be asked about.
    """

    def __init__(self, belief: Belief, actions: tuple[Advised, ...]) -> None:
        self._belief = belief
        self._position = belief.position
        self._measure = belief.development.measure
        self._hands = {action: hand_after(self._position, action) for action in actions}
        self._ends = {action for action in actions if ends_hand(self._position, action)}
        self._ahead = self._one_card_ahead(actions)
        self._left = {action: self._left_by(action) for action in actions}
        # A hand that lays nothing yet is compared with the other discards alone.
        single = [self._left[a] for a in actions if isinstance(a, Discard)]
        self._least = min((left for left in single if left is not None), default=None)

    def deadwood(self, action: Advised) -> int | None:
        """What the hand leaves unmelded after an action, or counts where all cards do."""
        return self._left[action]

    def ahead(self, action: Advised) -> OnePly | None:
        """One card ahead of the hand after an action, where the hand goes on."""
        return self._ahead.get(action)

    def why(self, action: Advised, worth: Value, feeds: float | None = None) -> tuple[str, ...]:
        """The reasons for and against an action.

        Args:
            action: One of the actions.
            worth: What it is worth.
            feeds: The chance that the next player can use the card thrown.
        """
        found = [*self._what(action), *self._outs(action)]
        thrown = _thrown(action)
        if thrown is not None and action not in self._ends:
            found += Throw(self._position, thrown).gives_away()
            if feeds is not None:
                found.append(f"the next player can use {thrown} in {share(feeds)} of likely hands")
        if action in self._ends and worth.win is not None and worth.win < 1:
            found.append(f"wins in {share(worth.win)} of likely hands")
        return tuple(found)

    def _what(self, action: Advised) -> list[str]:
        """What the action does to the hand."""
        position = self._position
        match action:
            case Declare():
                points = self._held(position.hand)
                return [f"the dealt hand is worth {points}: {position.rules.deal_win.min} win"]
            case Draw("discard"):
                return self._taking()
            case Draw("stock") | Pass():
                return []
            case WholeTurn():
                return self._laying(action)
            case Discard(card):
                return [*self._leaves(action), *Throw(position, card).gives_up()]
            case _:
                return self._leaves(action)

    def _leaves(self, action: Advised) -> list[str]:
        left = self._left[action]
        if left is None:
            return []
        what = "points in hand" if self._counts_held() else "points of deadwood"
        if action in self._ends:
            return [f"ends the hand with {left} {what}" if left else "ends the hand, all melded"]
        least = self._least
        if least is None or left == least:
            return [f"leaves {left} {what}, the least there can be"]
        return [f"leaves {left} {what}; {least} is the least"]

    def _taking(self) -> list[str]:
        position, hand = self._position, self._hands[Draw("discard")]
        if hand is None:
            return []
        upcard = position.discards[-1]
        before = int(self._measure.deadwood(counts_of(position.hand)[None])[0])
        after = self.after_throwing(hand)
        if after < before:
            return [f"{upcard} brings the deadwood from {before} down to {after}"]
        return [f"{upcard} does not lower the deadwood of {before}"]

    def after_throwing(self, hand: tuple[Card, ...]) -> int:
        """The least deadwood of a hand once a card of it is thrown."""
        return int(self._measure.throw(counts_of(hand)[None])[0][0])

    def _laying(self, action: WholeTurn) -> list[str]:
        hand = self._hands[action]
        placements = [step for step in action.actions if isinstance(step, Placement)]
        melds = sum(isinstance(step, LayMeld) for step in placements)
        thrown = _thrown(action)
        position = self._position
        cards = len(position.hand) - len(hand or ()) - (thrown is not None)
        found = []
        if placements:
            down = "card goes down" if cards == 1 else "cards go down"
            found.append(f"{cards} {down}, {melds} new meld{'s' * (melds != 1)}")
        if not hand:
            return [*found, "the hand ends: no card is left"]
        found += whole_turns(position).get(action, ())
        return [*found, f"keeps {len(hand)} cards that count {self._held(hand)}"]

    def _outs(self, action: Advised) -> list[str]:
        ahead = self._ahead.get(action)
        return [] if ahead is None else outs_sentences(self._position, ahead)

    def _held(self, hand: tuple[Card, ...]) -> int:
        return int(self._measure.held(counts_of(hand)[None])[0])

    def _counts_held(self) -> bool:
        return self._position.rules.count.hand == "held"

    def _left_by(self, action: Advised) -> int | None:
        hand = self._hands[action]
        if hand is None or len(hand) > len(self._position.hand):
            return None
        if self._counts_held():
            return self._held(hand)
        ahead = self._ahead.get(action)
        if ahead is not None:
            return ahead.now
        return int(self._measure.deadwood(counts_of(hand)[None])[0])

    def _one_card_ahead(self, actions: tuple[Advised, ...]) -> dict[Advised, OnePly]:
        """For all actions after which the hand goes on and the next card is a hidden one."""
        asked: list[Advised] = []
        hands = []
        size = len(self._position.hand)
        for action in actions:
            hand = self._hands[action]
            if isinstance(action, Draw | Pass):
                # What is drawn now is the card ahead, but for a card that is in sight.
                hand = None if action == Draw("discard") else self._position.hand
            if hand and action not in self._ends and len(hand) <= size:
                asked.append(action)
                hands.append(counts_of(hand))
        if not asked:
            return {}
        found = one_ply(self._measure, np.array(hands), self._belief.unseen)
        return dict(zip(asked, found, strict=True))


def runner_up(other: Advised, behind: float, se: float | None) -> str:
    """How close another action comes to the best.

    >>> runner_up(Draw("discard"), 3.1, 0.5)
    'draw discard is 3.1 ±1.0 behind'
    """
    error = f" ±{NORMAL * se:.1f}" if se else ""
    text = advised_text(other)
    if se is not None and abs(behind) < NORMAL * se:
        return f"{text} cannot be told apart from it ({-behind:+.1f}{error})"
    return f"{text} is {behind:.1f}{error} behind"


def _thrown(action: Advised) -> Card | None:
    """The card that an action throws, if any."""
    last = steps_of(action)[-1]
    match last:
        case Discard(card):
            return card
        case Knock(discard) if discard is not None:
            return discard
        case _:
            return None
