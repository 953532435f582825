"""Advice under uncertainty: what to do, whether to end the hand, what a mistake cost, and why.

* `hint` ranks the actions of a position, `improving_hints` gives better and better answers.
* `knock` compares ending the hand now with playing on.
* `tutor` tells what an action cost against the best.

``belief`` has what opponents may hold, ``reasons`` why an action is good. A value comes from an
enumeration (``exact``), from samples (``sampled``), from a value function (``learned``) or from a
rule of thumb (``heuristic``), and says so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from meldwise.advice.answer import Hint, KnockAdvice, Ranked, Tutoring
    from meldwise.advice.hinting import hint, improving_hints
    from meldwise.advice.knocking import knock
    from meldwise.advice.limit import Limit
    from meldwise.advice.tutoring import tutor
    from meldwise.advice.values import Value
    from meldwise.advice.wholeturn import WholeTurn

_HOMES = {
    "Hint": "answer",
    "KnockAdvice": "answer",
    "Limit": "limit",
    "Ranked": "answer",
    "Tutoring": "answer",
    "Value": "values",
    "WholeTurn": "wholeturn",
    "hint": "hinting",
    "improving_hints": "hinting",
    "knock": "knocking",
    "tutor": "tutoring",
}

__all__ = [
    "Hint",
    "KnockAdvice",
    "Limit",
    "Ranked",
    "Tutoring",
    "Value",
    "WholeTurn",
    "hint",
    "improving_hints",
    "knock",
    "tutor",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(f"meldwise.advice.{_HOMES[name]}"), name)
    globals()[name] = value
    return value
