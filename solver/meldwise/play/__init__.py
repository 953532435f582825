"""Playing: legal actions, a referee, players, records of games, an arena.

Everything is loaded when it is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from meldwise.play.actions import (
        Action,
        Declare,
        Discard,
        Draw,
        GoOut,
        Knock,
        LayMeld,
        LayOff,
        Pass,
        ShiftJoker,
        SwapJoker,
    )
    from meldwise.play.dealing import deal
    from meldwise.play.game import GameResult, play_game
    from meldwise.play.hand import play_hand
    from meldwise.play.legal import Choice, choices, legal_actions, why_not
    from meldwise.play.mirrored import ArenaResult, arena
    from meldwise.play.notation import action_text, parse_action
    from meldwise.play.players import HandOver, Player, Remembering, player
    from meldwise.play.record import record_game
    from meldwise.play.referee import apply
    from meldwise.play.replaying import replay
    from meldwise.play.scoring import score
    from meldwise.play.state import State

_HOMES = {
    "Action": "actions",
    "ArenaResult": "mirrored",
    "Choice": "legal",
    "Declare": "actions",
    "Discard": "actions",
    "Draw": "actions",
    "GameResult": "game",
    "GoOut": "actions",
    "HandOver": "players",
    "Knock": "actions",
    "LayMeld": "actions",
    "LayOff": "actions",
    "Pass": "actions",
    "Player": "players",
    "Remembering": "players",
    "ShiftJoker": "actions",
    "State": "state",
    "SwapJoker": "actions",
    "action_text": "notation",
    "apply": "referee",
    "arena": "mirrored",
    "choices": "legal",
    "deal": "dealing",
    "legal_actions": "legal",
    "parse_action": "notation",
    "play_game": "game",
    "play_hand": "hand",
    "player": "players",
    "record_game": "record",
    "replay": "replaying",
    "score": "scoring",
    "why_not": "legal",
}

__all__ = [
    "Action",
    "ArenaResult",
    "Choice",
    "Declare",
    "Discard",
    "Draw",
    "GameResult",
    "GoOut",
    "HandOver",
    "Knock",
    "LayMeld",
    "LayOff",
    "Pass",
    "Player",
    "Remembering",
    "ShiftJoker",
    "State",
    "SwapJoker",
    "action_text",
    "apply",
    "arena",
    "choices",
    "deal",
    "legal_actions",
    "parse_action",
    "play_game",
    "play_hand",
    "player",
    "record_game",
    "replay",
    "score",
    "why_not",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(f"meldwise.play.{_HOMES[name]}"), name)
    globals()[name] = value
    return value
