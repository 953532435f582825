"""The settlement of a hand that the referee has seen to its end."""

from __future__ import annotations

from meldwise.errors import ActionError
from meldwise.play.state import State
from meldwise.settle import settle
from meldwise.settle.outcome import Outcome
from meldwise.settle.settlement import Settlement


def outcome_of(state: State) -> Outcome:
    """How a hand ended, as it is settled.

    Raises:
        ActionError: the hand is not over.
    """
    if state.ending is None:
        raise ActionError("hand-not-over", "the hand is not over: there is nothing to settle")
    return Outcome(
        rules=state.rules,
        ending=state.ending,
        hands=state.hands,
        table=state.table,
        upcard=state.upcard,
    )


def score(state: State) -> Settlement:
    """What each seat's running score changes by.

    Raises:
        ActionError: the hand is not over.
    """
    return settle(outcome_of(state))
