"""Exact melds, knock advice and turn hints for every rummy-type game.

>>> import meldwise as mw
>>> best = mw.best_melds("4S 5S 6S 7S 7H 7D 7C QD QS JK 2H 9C KD", rules="german-rummy")
>>> best.deadwood.points
21
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from meldwise import errors
from meldwise.cards import JOKER, Card, Hand, PlacedCard
from meldwise.rules import rules
from meldwise.settle import settle

if TYPE_CHECKING:
    from meldwise.advice import hint, improving_hints, knock, tutor
    from meldwise.batch import best_discard_batch, deadwood_batch, melds_batch, one_ply_batch
    from meldwise.melds import Meld, Verdict, check
    from meldwise.melds.count import count_melds
    from meldwise.partition import BestMelds, best_melds
    from meldwise.partition.deadwood import deadwood
    from meldwise.partition.graph import discard_effects, hand_graph, independent_groups
    from meldwise.play.dealing import deal
    from meldwise.play.game import play_game
    from meldwise.play.legal import legal_actions, why_not
    from meldwise.play.mirrored import arena
    from meldwise.play.state import State
    from meldwise.playout import danger_batch
    from meldwise.position import Position
    from meldwise.rules.ruleset import RuleSet
    from meldwise.turn import plan_turn

__all__ = [
    "JOKER",
    "BestMelds",
    "Card",
    "Hand",
    "Meld",
    "PlacedCard",
    "Position",
    "RuleSet",
    "State",
    "Verdict",
    "arena",
    "best_discard_batch",
    "best_melds",
    "check",
    "count_melds",
    "danger_batch",
    "deadwood",
    "deadwood_batch",
    "deal",
    "discard_effects",
    "errors",
    "hand_graph",
    "hint",
    "improving_hints",
    "independent_groups",
    "knock",
    "legal_actions",
    "melds_batch",
    "one_ply_batch",
    "plan_turn",
    "play_game",
    "rules",
    "settle",
    "tutor",
    "why_not",
]

# Loaded when first used, so that importing the package costs next to nothing.
_HOMES = {
    "BestMelds": "meldwise.partition",
    "Meld": "meldwise.melds",
    "Position": "meldwise.position",
    "RuleSet": "meldwise.rules.ruleset",
    "State": "meldwise.play.state",
    "Verdict": "meldwise.melds",
    "arena": "meldwise.play.mirrored",
    "best_discard_batch": "meldwise.batch",
    "best_melds": "meldwise.partition",
    "check": "meldwise.melds",
    "count_melds": "meldwise.melds.count",
    "danger_batch": "meldwise.playout",
    "deadwood": "meldwise.partition.deadwood",
    "deadwood_batch": "meldwise.batch",
    "deal": "meldwise.play.dealing",
    "discard_effects": "meldwise.partition.graph",
    "hand_graph": "meldwise.partition.graph",
    "hint": "meldwise.advice",
    "improving_hints": "meldwise.advice",
    "independent_groups": "meldwise.partition.graph",
    "knock": "meldwise.advice",
    "legal_actions": "meldwise.play.legal",
    "melds_batch": "meldwise.batch",
    "one_ply_batch": "meldwise.batch",
    "plan_turn": "meldwise.turn",
    "play_game": "meldwise.play.game",
    "tutor": "meldwise.advice",
    "why_not": "meldwise.play.legal",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
