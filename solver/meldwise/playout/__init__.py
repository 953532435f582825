"""Playouts: hands played to their end in compiled code, thousands at a time.

* `Starts` are many full states of one hand that differ in hidden cards alone; `Starts.after`
  plays an action on all of them.
* `Policy` says how a player of a playout draws, throws, knocks and lays down, as plain numbers.
* `playouts` plays all starts to the end; `showdown_batch` settles them where they stand.
* `danger_batch` tells how likely the next player can meld each card.
* `View` is what one seat sees, as small arrays; `evaluate` tells what a policy makes of it, by the
  very code that decides in playouts.

``closed`` holds the games whose melds stay in hand until the end, ``open`` those with melds on the
table, ``values`` the learned value functions. Everything is loaded when it is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from meldwise.playout.dangers import danger_batch
    from meldwise.playout.dealing import deal_starts
    from meldwise.playout.evaluating import Evaluation, evaluate
    from meldwise.playout.policies import (
        Policy,
        by_values,
        greedy,
        heuristic,
        learned,
        patient,
        simple,
        threshold,
    )
    from meldwise.playout.results import Playouts, advantage
    from meldwise.playout.running import playouts, showdown_batch
    from meldwise.playout.starts import Starts
    from meldwise.playout.views import View

_HOMES = {
    "Evaluation": "evaluating",
    "by_values": "policies",
    "danger_batch": "dangers",
    "evaluate": "evaluating",
    "heuristic": "policies",
    "learned": "policies",
    "Playouts": "results",
    "Policy": "policies",
    "Starts": "starts",
    "View": "views",
    "advantage": "results",
    "deal_starts": "dealing",
    "greedy": "policies",
    "patient": "policies",
    "playouts": "running",
    "showdown_batch": "running",
    "simple": "policies",
    "threshold": "policies",
}

__all__ = [
    "Evaluation",
    "Playouts",
    "Policy",
    "Starts",
    "View",
    "advantage",
    "by_values",
    "danger_batch",
    "deal_starts",
    "evaluate",
    "greedy",
    "heuristic",
    "learned",
    "patient",
    "playouts",
    "showdown_batch",
    "simple",
    "threshold",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(f"meldwise.playout.{_HOMES[name]}"), name)
    globals()[name] = value
    return value
