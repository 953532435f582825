"""The actions among which advice is given: all of a phase, or whole turns."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from meldwise.advice.deciding import decision, heuristic_policy, learned_policy
from meldwise.advice.turns import whole_turns
from meldwise.advice.wholeturn import Advised, WholeTurn
from meldwise.errors import ActionError, PositionError
from meldwise.play.goingon import Placement, place
from meldwise.play.legal import legal_actions, require
from meldwise.play.refusal import Refusal
from meldwise.position import Position


def candidates(position: Position) -> tuple[Advised, ...]:
    """What may be done in a position: legal actions, and whole turns where turns have steps.

    Raises:
        PositionError: it is another seat's turn, or nothing at all is legal.

    >>> line = "gin-rummy 2:0:1 draw AS2S3S5H6H7H9C9DTDKH - TC 31 0,0 - -- -- 1:10 -"
    >>> [action.type for action in candidates(Position.parse(line))]
    ['draw', 'draw']
    """
    if position.to_move != position.seat:
        raise PositionError(
            "wrong-seat",
            f"to_move: it is the turn of seat {position.to_move}, so seat {position.seat} has "
            "nothing to decide",
            {"field": "to_move"},
        )
    if position.phase == "play" and position.terms.in_play:
        found: tuple[Advised, ...] = tuple(whole_turns(position))
        found = tuple(dict.fromkeys([*found, *_usual_turns(position)]))
        if not found:
            # The planner had no time to get beyond the first steps.
            found = legal_actions(position)
    else:
        found = legal_actions(position)
    if not found:
        raise PositionError(
            "no-legal-action",
            f"phase: no action is legal for seat {position.seat} here, so the position cannot "
            "have arisen",
            {"field": "phase"},
        )
    return found


def _usual_turns(position: Position) -> Iterator[Advised]:
    """What the players do that decide at once."""
    for policy_of in (heuristic_policy, learned_policy):
        policy = policy_of(position.rules, position.players)
        turn = None if policy is None else decision(position, policy)
        if turn is None:
            continue
        with suppress(ActionError):
            check_legal(position, turn)
            yield turn


def check_legal(position: Position, action: Advised) -> None:
    """Raise what is wrong with an action or with a step of a turn.

    Raises:
        ActionError: it is not legal; of a turn ``where`` has the step, counted from 0.
    """
    if not isinstance(action, WholeTurn):
        require(position, action)
        return
    known = position
    for number, step in enumerate(action.actions):
        if number and not isinstance(action.actions[number - 1], Placement):
            raise ActionError(
                "turn-goes-on",
                f"turn, step {number}: the turn has ended before this step",
                {"step": number},
            )
        try:
            require(known, step)
        except ActionError as error:
            raise ActionError(
                error.code, f"turn, step {number}: {error.message}", error.where | {"step": number}
            ) from None
        if isinstance(step, Placement):
            after = place(known, step)
            assert not isinstance(after, Refusal)
            known = after
