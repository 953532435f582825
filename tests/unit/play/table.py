"""Positions for tests: only what matters is given, the rest is filled in so that it adds up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from meldwise.position import Position


def position(
    rules: str,
    hand: str,
    table: Sequence[str] = (),
    *,
    options: dict[str, Any] | None = None,
    owner: int = 1,
    **values: Any,
) -> Position:
    """A position after the draw, melds on the table being another player's."""
    given: dict[str, Any] = {
        "rules": rules,
        "options": options or {},
        "hand": hand,
        "phase": "play",
        "table": [{"owner": owner, "cards": cards} for cards in table],
    }
    return Position.from_dict(given | values)


def opened(rules: str, hand: str, table: Sequence[str] = (), **values: Any) -> Position:
    """A position in which the player has opened: all melds on the table are the player's."""
    return position(rules, hand, table, owner=0, **values)
