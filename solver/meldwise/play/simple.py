"""The simple player of gin, the baseline of the gin rummy challenge of 2021.

Source: T. Neller's *Gin Rummy EAAI Undergraduate Research Challenge*, its simple player, in words:
it takes the upcard only if that card joins a meld at once, throws a random one of the cards that
leave the least deadwood, never the upcard just taken, and knocks as soon as it may.
"""

from __future__ import annotations

from random import Random

from meldwise.cards import Card
from meldwise.play.actions import Action, Declare, Discard, Draw, GoOut, Knock, Pass
from meldwise.play.deadwood import best_discard, deadwood, deadwood_without
from meldwise.play.discarding import discards
from meldwise.play.drawing import draw_fault
from meldwise.play.ending import declare_fault, knock_fault
from meldwise.play.greedy import joins_meld, may_go_out
from meldwise.play.legal import legal_actions
from meldwise.play.players import Seed
from meldwise.position import Position


class SimplePlayer:
    """Plays gin and other games in which melds are shown at the end.

    Args:
        seed: For the choice among equal discards.
        most_deadwood: The most deadwood with which it knocks; None: as the rules allow.
    """

    def __init__(self, seed: Seed = 0, *, most_deadwood: int | None = None) -> None:
        self._random = Random(f"{seed}")
        self._most = most_deadwood

    def choose(self, position: Position, /) -> Action:
        """The simple player's action."""
        if position.phase == "deal":
            return Declare() if declare_fault(position) is None else Pass()
        if position.phase == "draw":
            return self._draw(position)
        throws = self._least_deadwood(position)
        if not throws:
            return legal_actions(position)[0]
        card = self._random.choice(throws)
        if not position.terms.in_play and may_go_out(position, card):
            return GoOut(card)
        if self._would_knock(position, card) and knock_fault(position, Knock(card)) is None:
            return Knock(card)
        return Discard(card)

    def _would_knock(self, position: Position, card: Card) -> bool:
        if not position.rules.knock.allowed:
            return False
        if self._most is None:
            return True
        return deadwood_without(position.terms, position.hand, card) <= self._most

    def _draw(self, position: Position) -> Action:
        upcard, stock = Draw("discard"), Draw("stock")
        if (
            position.discards
            and joins_meld(position.terms.melds, position.hand, position.discards[-1])
            and draw_fault(position, upcard) is None
        ):
            return upcard
        return stock if draw_fault(position, stock) is None else Pass()

    def _least_deadwood(self, position: Position) -> list[Card]:
        """The cards that may be thrown and then leave the least deadwood."""
        terms, hand = position.terms, position.hand
        legal = list(discards(position))
        if not legal:
            return []
        _, least = best_discard(terms, hand, legal)
        # A card of less value than this cannot leave so little.
        worth = deadwood(terms, hand) - least
        dear = [card for card in legal if terms.values[card.code] >= worth]
        return [card for card in dear if deadwood_without(terms, hand, card) == least]
