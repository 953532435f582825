"""What is compared when new tables are compared, and in which order."""

from __future__ import annotations

from typing import Final

from meldwise.turn.plan import Goal, Then
from meldwise.turn.rearranging.situation import Situation

Measure = Goal | Then

# What decides where the goal and what was asked for after it do not.
_USUAL: Final[dict[Goal, tuple[Measure, ...]]] = {
    "out": ("least-left", "most-cards"),
    "least-left": ("least-left",),
    "most-points": ("most-points",),
    "most-cards": ("most-cards",),
    "keep-wilds": ("keep-wilds", "least-left"),
}
_LAST: Final[tuple[Measure, ...]] = ("keep-wilds", "fewest-changes")


def measures(situation: Situation, goal: Goal, then: Then | None) -> list[Measure]:
    """What is compared, in this order."""
    first, *rest = _USUAL[goal]
    wanted = [first, *([] if then is None else [then]), *rest, *_LAST]
    found = list(dict.fromkeys(wanted))
    if not situation.rack_wilds and goal != "keep-wilds":
        found.remove("keep-wilds")
    if not situation.movable:
        found = [name for name in found if name != "fewest-changes"]
    return found
