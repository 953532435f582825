"""What is asked of a hand, checked and typed, as the engines take it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from meldwise.partition.pins import Pins
from meldwise.partition.requirements import Requirements
from meldwise.partition.scoring import Goal

Discard = Literal["none", "optional", "required"]
Engine = Literal["auto", "search", "cp"]
Limit = int | Literal["optimal"]


@dataclass(frozen=True, slots=True)
class Question:
    """Goal, discard, demands, how many partitions, and which engine may answer."""

    goal: Goal
    discard: Discard
    requirements: Requirements
    pins: Pins
    limit: Limit
    engine: Engine

    @property
    def demanding(self) -> bool:
        """Whether something is asked of the arrangement beside being best."""
        return not self.requirements.empty or bool(self.pins.groups)

    @property
    def plain(self) -> bool:
        """Whether only the best partition is wanted, whatever it contains."""
        return self.limit == 1 and not self.demanding

    def instead(self, goal: Goal, requirements: Requirements) -> Question:
        """The same question for another goal."""
        return replace(self, goal=goal, requirements=requirements)
