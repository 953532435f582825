"""How a hand ended: typed, and checked against what the rule set allows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from meldwise.cards import Card
from meldwise.position.position import TableMeld
from meldwise.rules.ruleset import RuleSet
from meldwise.settle.ending import Ending, check_ending
from meldwise.settle.game import check_before
from meldwise.settle.numbers import check_counts, check_melded, checked_numbers
from meldwise.settle.possible import check_players, check_upcard, checked_hands

__all__ = ["Ending", "Outcome", "TableMeld"]

# More than any hand or game can reach; keeps nonsense out of the sums.
MOST_POINTS: Final = 1_000_000
MOST_SCORE: Final = 1_000_000_000
MOST_BUY_INS: Final = 1_000


@dataclass(frozen=True, slots=True)
class Outcome:
    """A finished hand, ready to be settled; an impossible one is an error when it is made.

    Give either ``counts`` (what the rules count for each player) or ``hands`` (the cards that
    each player holds: after a last discard, without it). Where the player who goes out scores
    his own melds and nothing else counts (Cincinnati Rummy), his count is what they are worth.

    Args:
        rules: The rule set.
        ending: What ended the hand.
        counts: One number for each player.
        hands: The cards of each player.
        table: Melds on the table, where melds are laid in play. They matter where they score,
            where a run without a wild is asked for and where players lay off at the end.
        melded: The points that each player has melded and laid off in play, where melds
            score; None: the points of each player's melds on the table.
        upcard: The first upcard, where the rules score by it.
        scores: The players' running scores before this hand, for the state of the game.
        buy_ins: How often each player has bought in.

    Raises:
        RequestError: an ending, a number or a length that is impossible.
        HandError: cards that are impossible.

    >>> from meldwise.cards import Hand
    >>> from meldwise.rules import rules
    >>> hands = [Hand.parse("3S 4S 5S 2D KH"), Hand.parse("9S 9H 9D 9C AD")]
    >>> Outcome(rules("tonk"), Ending("knock", 0), hands=tuple(h.cards for h in hands)).players
    2
    """

    rules: RuleSet
    ending: Ending
    counts: tuple[int, ...] | None = None
    hands: tuple[tuple[Card, ...], ...] | None = None
    table: tuple[TableMeld, ...] = ()
    melded: tuple[int, ...] | None = None
    upcard: Card | None = None
    scores: tuple[int, ...] | None = None
    buy_ins: tuple[int, ...] | None = None

    @property
    def players(self) -> int:
        """How many players the hand had."""
        return len(self.counts or self.hands or ())

    def __post_init__(self) -> None:
        check_players(self)
        check_ending(self.rules, self.ending, self.players)
        for field, least, most in (
            ("counts", 0, MOST_POINTS),
            ("melded", 0, MOST_POINTS),
            ("scores", -MOST_SCORE, MOST_SCORE),
            ("buy_ins", 0, MOST_BUY_INS),
        ):
            numbers = checked_numbers(field, getattr(self, field), self.players, least, most)
            object.__setattr__(self, field, numbers)
        check_counts(self)
        check_melded(self)
        check_before(self.rules, self.scores, self.buy_ins)
        object.__setattr__(self, "hands", checked_hands(self))
        check_upcard(self)
