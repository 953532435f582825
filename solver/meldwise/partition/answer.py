"""The answer to "what are my best melds?", as value, text and JSON."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from meldwise.cards import Card, Hand
from meldwise.melds.meld import Meld
from meldwise.partition.scoring import Goal


@dataclass(frozen=True, slots=True)
class Deadwood:
    """The cards that are in no meld, and their points."""

    cards: tuple[Card, ...]
    points: int

    def to_dict(self) -> dict[str, Any]:
        """The deadwood as JSON."""
        return {"cards": [str(card) for card in self.cards], "points": self.points}


@dataclass(frozen=True, slots=True)
class Partition:
    """One arrangement of a hand: melds, deadwood, discard.

    ``out`` says that every card but the discard is melded, with all that the rule set asks of a
    hand that goes out.
    """

    melds: tuple[Meld, ...]
    meld_points: int
    deadwood: Deadwood
    discard: Card | None
    out: bool

    def to_dict(self) -> dict[str, Any]:
        """The partition as JSON."""
        return {
            "melds": [meld.to_dict() for meld in self.melds],
            "meld_points": self.meld_points,
            "deadwood": self.deadwood.to_dict(),
            "discard": None if self.discard is None else str(self.discard),
            "out": self.out,
        }


@dataclass(frozen=True, slots=True)
class BestMelds:
    """The best melds of a hand, and what is known about them.

    ``exact`` is true only when nothing better can exist. When it is false (the time was up),
    ``bound`` is what the goal's own measure could still reach: the least deadwood, the most
    points or the most melded cards (for ``out`` without a way to go out, again the least
    deadwood). ``met`` says, where there were requirements or pins, whether they can be met; if
    not, nothing is melded. ``alternatives`` are further partitions, best first; ``truncated``
    says that not all that were asked for are listed; ``notation`` is how the cards are printed.
    """

    rules: str
    goal: Goal
    exact: bool
    hand: Hand
    best: Partition
    alternatives: tuple[Partition, ...]
    engine: str
    elapsed_ms: float = field(compare=False)
    bound: int | None = None
    met: bool | None = None
    notation: Literal["cards", "tiles"] = "cards"
    truncated: bool = False

    @property
    def melds(self) -> tuple[Meld, ...]:
        """The melds, dearest first."""
        return self.best.melds

    @property
    def meld_points(self) -> int:
        """The points of all melds."""
        return self.best.meld_points

    @property
    def deadwood(self) -> Deadwood:
        """The cards in no meld, and their points."""
        return self.best.deadwood

    @property
    def discard(self) -> Card | None:
        """The card to throw, where one was asked for."""
        return self.best.discard

    @property
    def out(self) -> bool:
        """Whether every card but the discard is melded."""
        return self.best.out

    def to_dict(self) -> dict[str, Any]:
        """The answer as JSON, the same as on the command line."""
        answer = {
            "rules": self.rules,
            "goal": self.goal,
            "exact": self.exact,
            "hand": [str(card) for card in self.hand],
            **self.best.to_dict(),
            "alternatives": [partition.to_dict() for partition in self.alternatives],
            "engine": self.engine,
            "elapsed_ms": self.elapsed_ms,
        }
        # Told only where they say something, so that the usual answer stays short.
        if self.bound is not None:
            answer["bound"] = self.bound
        if self.met is not None:
            answer["met"] = self.met
        if self.truncated:
            answer["truncated"] = True
        return answer

    def __str__(self) -> str:
        from meldwise.display import Look, answer_text

        return answer_text(self, Look(tiles=self.notation == "tiles"))

    def _repr_html_(self) -> str:
        from meldwise.display import Look, answer_html

        return answer_html(self, Look(tiles=self.notation == "tiles"))
