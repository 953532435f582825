"""The settlement of a hand, as value, text and JSON."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from meldwise.cards import Card
from meldwise.melds.meld import Meld
from meldwise.settle.game import Standing


@dataclass(frozen=True, slots=True)
class LaidOff:
    """Cards that a player laid off at the end, and the meld as it lies then."""

    cards: tuple[Card, ...]
    meld: Meld

    def to_dict(self) -> dict[str, Any]:
        """The lay-off as JSON."""
        return {"cards": [str(card) for card in self.cards], "meld": self.meld.to_dict()}


@dataclass(frozen=True, slots=True)
class ShownHand:
    """A hand as its player shows it: melds, lay-offs, what is left, the last discard."""

    melds: tuple[Meld, ...]
    laid_off: tuple[LaidOff, ...]
    left: tuple[Card, ...]
    discard: Card | None = None

    def to_dict(self) -> dict[str, Any]:
        """The hand as JSON; lay-offs and the discard only where there are any."""
        shown: dict[str, Any] = {
            "melds": [meld.to_dict() for meld in self.melds],
            "left": [str(card) for card in self.left],
        }
        if self.laid_off:
            shown["laid_off"] = [added.to_dict() for added in self.laid_off]
        if self.discard is not None:
            shown["discard"] = str(self.discard)
        return shown


@dataclass(frozen=True, slots=True)
class Settlement:
    """What a hand changes the running scores by, in the rule set's own unit.

    ``scores`` are stakes, points won or penalty points; ``winners`` those who won the hand;
    ``counts`` what the rules count for each player, after lay-offs; ``explain`` sentences.
    ``hands`` are shown when the outcome had cards, ``melded`` are the points of melds where
    every player scores them, and ``game`` is the state of the game when the outcome had running
    scores. ``exact`` is false when a search for the best lay-offs was cut short.
    """

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    counts: tuple[int, ...]
    explain: tuple[str, ...]
    hands: tuple[ShownHand, ...] | None = None
    melded: tuple[int, ...] | None = None
    game: Standing | None = None
    exact: bool = True

    def to_dict(self) -> dict[str, Any]:
        """The settlement as JSON; what says nothing is left out."""
        settled: dict[str, Any] = {
            "scores": list(self.scores),
            "winners": list(self.winners),
            "counts": list(self.counts),
            "explain": list(self.explain),
        }
        if self.hands is not None:
            settled["hands"] = [hand.to_dict() for hand in self.hands]
        if self.melded is not None:
            settled["melded"] = list(self.melded)
        if self.game is not None:
            settled["game"] = self.game.to_dict()
        if not self.exact:
            settled["exact"] = False
        return settled

    def __str__(self) -> str:
        rows = [("player", "count", "score")]
        rows += [
            (f"{player}{' *' if player in self.winners else ''}", str(count), f"{score:+d}")
            for player, (count, score) in enumerate(zip(self.counts, self.scores, strict=True))
        ]
        table = [f"{player:<8}{count:>7}{score:>8}" for player, count, score in rows]
        return "\n".join([*table, "", *self.explain])
