"""What is shown: the little that a display looks at in melds, partitions and answers.

The layers above make these values; described here by their shape, they can be printed without this
layer knowing where they come from.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from meldwise.cards import Card, Hand, PlacedCard


class MeldView(Protocol):
    """One meld, its cards in slot order."""

    @property
    def kind(self) -> str:
        """Run or set."""
        ...

    @property
    def cards(self) -> Sequence[PlacedCard]:
        """Its cards."""
        ...

    @property
    def points(self) -> int:
        """Its points."""
        ...


class DeadwoodView(Protocol):
    """The cards in no meld."""

    @property
    def cards(self) -> Sequence[Card]:
        """The cards."""
        ...

    @property
    def points(self) -> int:
        """Their points."""
        ...


class PartitionView(Protocol):
    """One arrangement of a hand."""

    @property
    def melds(self) -> Sequence[MeldView]:
        """Its melds."""
        ...

    @property
    def meld_points(self) -> int:
        """The points of all melds."""
        ...

    @property
    def deadwood(self) -> DeadwoodView:
        """What is left."""
        ...

    @property
    def discard(self) -> Card | None:
        """The card to throw, if any."""
        ...

    @property
    def out(self) -> bool:
        """Whether it goes out."""
        ...


class AnswerView(Protocol):
    """The best arrangement, further ones, and what is known about them."""

    @property
    def rules(self) -> str:
        """The id of the rule set."""
        ...

    @property
    def goal(self) -> str:
        """What was asked for: deadwood, points or out."""
        ...

    @property
    def exact(self) -> bool:
        """Whether nothing better can exist."""
        ...

    @property
    def hand(self) -> Hand:
        """The hand."""
        ...

    @property
    def best(self) -> PartitionView:
        """The best arrangement."""
        ...

    @property
    def alternatives(self) -> Sequence[PartitionView]:
        """Further ones, best first."""
        ...

    @property
    def bound(self) -> int | None:
        """What the goal's measure could still reach, when the answer is not exact."""
        ...

    @property
    def met(self) -> bool | None:
        """Whether what was required can be met, if anything was."""
        ...

    @property
    def truncated(self) -> bool:
        """Whether not all that were asked for are listed."""
        ...


class VerdictView(Protocol):
    """Whether some cards are a meld."""

    @property
    def readings(self) -> Sequence[MeldView]:
        """All readings, dearest first."""
        ...

    @property
    def reason(self) -> str | None:
        """Why there is none."""
        ...

    @property
    def truncated(self) -> bool:
        """Whether there are more readings than listed."""
        ...
