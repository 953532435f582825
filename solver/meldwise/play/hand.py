"""One hand played from the deal to its settlement."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from meldwise.errors import RequestError
from meldwise.play.actions import Action
from meldwise.play.players import Player
from meldwise.play.referee import apply
from meldwise.play.state import State

Watch = Callable[[State, Action], None]


def play_hand(state: State, players: Sequence[Player], watch: Watch | None = None) -> State:
    """Let players play a hand to its end.

    Args:
        state: The hand, as dealt or under way.
        players: One for each seat.
        watch: Called with each state and the action chosen in it.

    Returns:
        The state in which the hand is over; `meldwise.play.scoring.score` settles it.

    Raises:
        RequestError: the number of players is not that of the seats.
        ActionError: a player chose an action that is not legal.

    >>> from meldwise.play.dealing import deal
    >>> from meldwise.play.players import player
    >>> over = play_hand(deal("gin-rummy", seed=1), [player("greedy"), player("greedy")])
    >>> over.ending.kind in ("knock", "out", "void")
    True
    """
    if len(players) != state.players:
        raise RequestError(
            "bad-players",
            f"{len(players)} players for {state.players} seats",
            {"field": "players", "value": len(players)},
        )
    while state.phase != "over":
        action = players[state.seat].choose(state.position())
        if watch is not None:
            watch(state, action)
        state = apply(state, action)
    return state
