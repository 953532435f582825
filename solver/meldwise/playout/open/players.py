"""Policies for games with melds on the table."""

from __future__ import annotations

from meldwise.playout.open import habits
from meldwise.playout.policies import EXTRA, MOST_EXTRA, Policy


def table_policy(name: str, *, knock_most: tuple[float, ...] = (0.0,), **numbers: float) -> Policy:
    """A policy by the names of `habits`, in small letters; what is not given is 0."""
    extra = [0.0] * MOST_EXTRA
    for key, value in numbers.items():
        extra[getattr(habits, key.upper()) - EXTRA] = value
    return Policy(name, knock_most=knock_most, extra=tuple(extra))


def plain() -> Policy:
    """Least deadwood, everything laid at once, and a knock with ten points or fewer."""
    return table_policy("plain", knock_most=(10.0,))


def heuristic(rules: str, players: int) -> Policy:  # noqa: ARG001
    """The heuristic."""
    return table_policy("heuristic", knock_most=(10.0,), outs=110.0, partners=1.0, outs_early=20.0)
