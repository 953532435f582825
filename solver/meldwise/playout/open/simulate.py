"""Playouts of games with melds on the table."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from meldwise.errors import RequestError
from meldwise.partition.kernel.compiling import compilation_announced
from meldwise.play.actions import ActionLike, Discard, Knock, action_of
from meldwise.playout.open import layout as at
from meldwise.playout.open.batch import play_starts
from meldwise.playout.open.desk import Desk
from meldwise.playout.open.ground import table_of
from meldwise.playout.open.stating import common_state
from meldwise.playout.policies import ROW, Policy
from meldwise.playout.results import Playouts
from meldwise.playout.starts import Starts
from meldwise.playout.values.functions import KINDS, WEIGHTS
from meldwise.playout.values.lessons import LESSON, Lessons
from meldwise.settle.ending import Ending

_KINDS = {"void": at.VOID, "knock": at.KNOCKED, "out": at.OUT, "stock-out": at.STOCK_OUT}


def open_playouts(
    starts: Starts,
    policies: Sequence[Policy],
    seed: int = 0,
    *,
    first: int = 0,
    ending: Ending | None = None,
    desk: Desk | None = None,
) -> Playouts:
    """Play all starts to the end.

    Args:
        starts: The states.
        policies: One for each seat.
        seed: Sample ``i`` has its own random numbers, made from the seed and ``first + i``.
        first: Number of the first sample.
        ending: How the hand has ended already, in all starts; they are then only settled.
        desk: Room to work in; with a trail the actions of the last start are left in it.

    Raises:
        RequestError: a rule set that is not played here, or a wrong number of policies.

    >>> from meldwise.playout.open.players import heuristic
    >>> from meldwise.playout import deal_starts
    >>> starts = deal_starts("tonk", 3, n=50, seed=1)
    >>> float(open_playouts(starts, [heuristic("tonk", 3)] * 3).scores.sum())
    0.0
    """
    return taught_playouts(starts, policies, seed, first=first, ending=ending, desk=desk)[0]


def taught_playouts(
    starts: Starts,
    policies: Sequence[Policy],
    seed: int = 0,
    *,
    first: int = 0,
    ending: Ending | None = None,
    desk: Desk | None = None,
    lessons: int = 0,
) -> tuple[Playouts, Lessons]:
    """As `open_playouts`, with the lessons of players that explore.

    Args:
        starts: As of `open_playouts`; so are the next five.
        policies: See there.
        seed: See there.
        first: See there.
        ending: See there.
        desk: See there.
        lessons: Room for so many.

    Raises:
        RequestError: as `open_playouts`.
    """
    table = table_of(starts.rules, starts.players)
    if len(policies) != starts.players:
        raise RequestError(
            "bad-policies",
            f"{len(policies)} policies for {starts.players} seats",
            {"field": "policies", "value": len(policies)},
        )
    count, players = len(starts), starts.players
    found = Playouts(
        scores=np.zeros((count, players)),
        ending=np.zeros(count, np.int8),
        ender=np.zeros(count, np.int8),
        deadwood=np.zeros((count, players), np.int32),
        turns=np.zeros(count, np.int32),
    )
    numbers = numbers_of(policies, lessons)
    # Rows are added to the kernel's tables on the way.
    with table.tables.lock, compilation_announced():
        room = Desk(table) if desk is None else desk
        play_starts(
            table.rules,
            room.state,
            room.words,
            numbers,
            _begun(starts, ending, room),
            starts.hands,
            starts.stock,
            starts.discards,
            seed,
            first,
            _as_dealt(starts),
            found.scores,
            found.ending,
            found.ender,
            found.deadwood,
            found.turns,
        )
    begin = int(numbers[at.LESSONS_AT])
    taught = numbers[begin : begin + LESSON * int(numbers[at.TAUGHT])]
    return found, taught.reshape(-1, LESSON).astype(np.float32)


def played_after(
    starts: Starts,
    actions: Sequence[ActionLike],
    policies: Sequence[Policy],
    seed: int = 0,
    *,
    first: int = 0,
) -> Playouts:
    """Play some actions in all starts, a whole turn for instance, and then on to the end.

    Args:
        starts: The states.
        actions: Actions of the seat to move, legal in all of them, in order.
        policies: One for each seat.
        seed: As of `open_playouts`.
        first: As of `open_playouts`.

    Raises:
        ActionError: an action that is not legal.
        RequestError: as `open_playouts`.
    """
    table_of(starts.rules, starts.players)
    ending: Ending | None = None
    for step in map(action_of, actions):
        seat = starts.seat
        cards = int(starts.hands[0, seat].sum()) if len(starts) else 0
        once = starts.turn.placed and starts.put_down[seat] is None
        after = starts.after(step)
        if isinstance(step, Knock):
            ending = Ending("knock", seat)
        elif isinstance(step, Discard) and cards == 1:
            ending = Ending("out", seat, discarded=True, at_once=once)
        elif after.seat == seat and len(after) and not after.hands[0, seat].any():
            once = starts.put_down[seat] is None
            ending = Ending("out", seat, discarded=False, at_once=once)
        starts = after
    return open_playouts(starts, policies, seed, first=first, ending=ending)


def numbers_of(policies: Sequence[Policy], lessons: int = 0) -> NDArray[np.float64]:
    """The ``numbers`` of `layout`: the policies with their value functions, room for lessons."""
    known = {id(policy.values): policy.values for policy in policies if policy.values is not None}
    weights = [values.weights[0].ravel() for values in known.values()]
    size = sum(map(len, weights))
    numbers = np.zeros(at.WEIGHTS_AT + size + LESSON * lessons)
    numbers[at.WEIGHTS_AT : at.WEIGHTS_AT + size] = np.concatenate([*weights, np.zeros(0)])
    begins = {name: at.WEIGHTS_AT + KINDS * WEIGHTS * i for i, name in enumerate(known)}
    for seat, policy in enumerate(policies):
        numbers[at.POLICIES + ROW * seat : at.POLICIES + ROW * (seat + 1)] = policy.row()
        numbers[at.WEIGHTS_OF + seat] = begins.get(id(policy.values), 0)
        numbers[at.EXPLORES_AT + seat] = -1.0
    numbers[at.LESSONS_AT], numbers[at.LESSONS_ROOM] = at.WEIGHTS_AT + size, lessons
    return numbers


def _as_dealt(starts: Starts) -> bool:
    """Whether nothing has been done yet, so that hands may be declared."""
    return starts.phase == "draw" and sum(starts.turns) == 0


def _begun(starts: Starts, ending: Ending | None, room: Desk) -> NDArray[np.int64]:
    """What all starts have in common."""
    state = common_state(starts)
    state[at.TRAIL] = 0 if room.words[at.TRAIL_ROWS] else -1
    if ending is not None:
        state[at.ENDING] = _KINDS[ending.kind]
        state[at.ENDER] = -1 if ending.player is None else ending.player
        state[at.DISCARDED], state[at.AT_ONCE] = bool(ending.discarded), ending.at_once
    return state
