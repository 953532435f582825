"""What is said of actions that are not legal."""

from __future__ import annotations

from meldwise.play import parse_action, why_not
from meldwise.position import Position


def code(known: Position, words: str) -> str | None:
    """The code of the refusal of an action in words; None if it is legal."""
    refusal = why_not(known, parse_action(words))
    return None if refusal is None else refusal.code
