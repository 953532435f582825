"""What a turn does, without an order, and what is known of it."""

from __future__ import annotations

from dataclasses import dataclass

from meldwise.cards import Card
from meldwise.melds.candidates import Candidate
from meldwise.turn.forms import Form


@dataclass(frozen=True, slots=True)
class Solution:
    """What a turn does, without an order: melds laid, forms of the table, the card thrown."""

    melds: tuple[Candidate, ...]
    forms: tuple[Form, ...]
    thrown: Card | None


@dataclass(frozen=True, slots=True)
class Answer:
    """A solution, whether it is proven the best of those not yet given, and a bound.

    ``solution`` is None when there is no other, or when none was found in time. ``value`` is
    what it comes to and ``bound`` what could still be reached, level by level in their order.
    """

    solution: Solution | None
    proven: bool
    value: tuple[int, ...] = ()
    bound: tuple[int, ...] = ()
