"""What a policy does in a position: the code that decides in playouts, for one player's turn."""

from __future__ import annotations

from meldwise.partition.kernel.compiling import compilation_announced
from meldwise.play.actions import Action
from meldwise.playout.open import layout as at
from meldwise.playout.open.batch import take_turn
from meldwise.playout.open.desk import Desk
from meldwise.playout.open.ground import table_of
from meldwise.playout.open.simulate import numbers_of
from meldwise.playout.open.stating import state_of
from meldwise.playout.open.trail import actions_of
from meldwise.playout.policies import Policy
from meldwise.position import Position

# A turn lays a hand of cards, one by one at most.
_LONGEST = 64


def decide(position: Position, policy: Policy) -> tuple[Action, ...]:
    """What a policy does: before the draw how it draws, after it the whole rest of the turn.

    Args:
        position: A position of the seat to move, in the phase ``draw`` or ``play``.
        policy: Whose decision is asked.

    Returns:
        The actions in order; none where the initial meld is half laid, which a policy never
        leaves so.

    Raises:
        RequestError: a rule set that is not played here.

    >>> from meldwise.play.notation import action_text
    >>> from meldwise.playout.open.players import heuristic
    >>> hand = {"rules": "ramino-drift", "hand": "5S 6S 7S KD 9H 2C 3D 8H", "phase": "play"}
    >>> near = {"opponents": [{"seat": 1, "cards": 2}]}
    >>> turn = decide(Position.from_dict(hand | near), heuristic("ramino-drift", 2))
    >>> ", ".join(map(action_text, turn))
    'meld 5S 6S 7S, discard KD'
    """
    if position.phase == "play" and position.opening:
        return ()
    table = table_of(position.rules, position.players)
    with table.tables.lock, compilation_announced():
        desk = Desk(table, _LONGEST)
        state = state_of(position)
        state[at.TRAIL] = 0
        desk.state[:] = state
        take_turn(table.rules, desk.state, desk.words, numbers_of([policy] * position.players))
    actions = tuple(actions_of(desk.trail))
    return actions if position.phase == "play" else actions[:1]
