"""A meld as it lies on the table, and the answer to "is this a meld?"."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from meldwise.cards import Card, PlacedCard

Kind = Literal["run", "set"]


@dataclass(frozen=True, slots=True)
class Meld:
    """One reading of some cards as a meld, its cards in slot order.

    >>> from meldwise.melds import check
    >>> print(check("QS KS JK", "german-rummy").readings[0])
    QS KS JK=AS
    """

    kind: Kind
    cards: tuple[PlacedCard, ...]
    points: int

    @property
    def size(self) -> int:
        """How many cards it has."""
        return len(self.cards)

    @property
    def wild_count(self) -> int:
        """How many of its cards stand for another card."""
        return sum([card.wild for card in self.cards])

    @property
    def pure(self) -> bool:
        """Whether no card stands for another one."""
        return self.wild_count == 0

    @property
    def physical(self) -> tuple[Card, ...]:
        """The cards themselves, whatever they stand for, in slot order."""
        return tuple(card.card for card in self.cards)

    def to_dict(self) -> dict[str, Any]:
        """The meld as JSON: kind, cards and points."""
        return {"kind": self.kind, "cards": [str(c) for c in self.cards], "points": self.points}

    def __str__(self) -> str:
        return " ".join(map(str, self.cards))


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether some cards are one meld: all readings, dearest first, or why not.

    ``code`` is stable and ``reason`` a sentence when there is no reading; ``truncated`` says
    that there are more readings than were listed. ``notation`` is how the cards of the game are
    written for people.
    """

    readings: tuple[Meld, ...]
    code: str | None = None
    reason: str | None = None
    truncated: bool = False
    notation: Literal["cards", "tiles"] = "cards"

    @property
    def legal(self) -> bool:
        """Whether the cards are a meld."""
        return bool(self.readings)

    def __bool__(self) -> bool:
        return self.legal

    def to_dict(self) -> dict[str, Any]:
        """The verdict as JSON: legal, readings, code and reason."""
        found = {
            "legal": self.legal,
            "readings": [reading.to_dict() for reading in self.readings],
            "code": self.code,
            "reason": self.reason,
        }
        return found | ({"truncated": True} if self.truncated else {})

    def __str__(self) -> str:
        from meldwise.display import Look, verdict_text

        return verdict_text(self, Look(tiles=self.notation == "tiles"))

    def _repr_html_(self) -> str:
        from meldwise.display import Look, verdict_html

        return verdict_html(self, Look(tiles=self.notation == "tiles"))
