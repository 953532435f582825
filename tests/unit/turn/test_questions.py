"""Questions about turns: what is wrong is told, what takes too long ends in time."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from meldwise import plan_turn
from meldwise.errors import ActionError, InputError
from meldwise.play import apply, deal, legal_actions
from meldwise.position import Position

TURN: dict[str, Any] = {"rules": "tonk", "hand": "4H 4D 4C KS", "phase": "play"}


@pytest.mark.parametrize(
    ("changes", "asked", "code"),
    [
        ({}, {"goal": "most"}, "bad-goal"),
        ({}, {"goal": 3}, "bad-goal"),
        ({}, {"then": "out"}, "bad-then"),
        ({}, {"limit": 0}, "bad-limit"),
        ({}, {"limit": 51}, "bad-limit"),
        ({}, {"limit": "optimal"}, "bad-limit"),
        ({}, {"seconds": 0}, "bad-seconds"),
        ({}, {"seconds": float("nan")}, "bad-seconds"),
        ({"phase": "deal", "hand": "4H 4D 4C KS KD"}, {}, "wrong-phase"),
        ({"to_move": 1}, {}, "wrong-seat"),
        ({"phase": "over"}, {}, "bad-phase"),
        ({"hand": ""}, {}, "hand-size"),
        ({"hand": "4H 4H 4C KS"}, {}, "card-too-often"),
        ({"table": [{"owner": 1, "cards": "4H 5H 6H"}]}, {}, "card-too-often"),
        ({"table": [{"owner": 1, "cards": "7H 8H TH"}]}, {}, "not-consecutive"),
        ({"table": [{"owner": 1, "cards": "7H 8H"}]}, {}, "too-short"),
        ({"opponents": [{"seat": 1, "cards": 0}]}, {}, "hand-size"),
        ({"rules": "gin-rummy", "hand": "4H 4D 4C KS 2D 3D 5S 6S 7S 8S"}, {}, "not-in-play"),
    ],
)
def test_a_wrong_question_is_told(
    changes: dict[str, Any], asked: dict[str, Any], code: str
) -> None:
    phase = {"phase": "draw"} if changes.get("rules") == "gin-rummy" else {}
    with pytest.raises(InputError) as raised:
        plan_turn(TURN | changes | phase, **asked)
    assert raised.value.code == code
    assert str(raised.value)


def test_after_the_end_there_is_no_turn() -> None:
    over = apply(deal("tonk", seed=3).evolve(phase="draw", asked=()), {"type": "knock"})
    with pytest.raises(ActionError, match="the hand is over"):
        over.position()
    position = Position.from_dict(TURN)
    with pytest.raises(InputError, match="the hand is over"):
        plan_turn(position.evolve(hand=()))


def test_at_the_wall_there_is_only_the_knock() -> None:
    wall = {"stock.wall": "knock_only", "stock.wall_at": 20, "knock.timing": "with_discard"}
    taken = {"card": "KS", "from": "discard"}
    position = Position.from_dict(TURN | {"options": wall, "taken": taken})
    with pytest.raises(InputError, match="only to knock"):
        plan_turn(position.evolve(stock=20))


def test_a_turn_that_cannot_be_ended_is_told() -> None:
    # Only jokers, and one of them from the discards: nobody may throw one.
    position = Position.from_dict(
        {"rules": "loba", "hand": "JK JK", "taken": {"card": "JK", "from": "stock"}}
    )
    barred = position.evolve(turn=position.turn.evolve(placed=True))
    assert legal_actions(barred) == ()
    with pytest.raises(InputError, match="no legal actions bring this turn to an end"):
        plan_turn(barred)
    assert plan_turn(position).discard is not None


def test_a_position_is_taken_in_each_of_its_forms() -> None:
    position = Position.from_dict(TURN)
    plans = [plan_turn(form) for form in (TURN, position, position.to_text())]
    assert plans[0] == plans[1] == plans[2]
    assert json.dumps(plans[0].to_dict())


CROWDED: dict[str, Any] = {
    "rules": "german-rummy",
    "hand": "JK JK JK 2S 3S 4S 5H 6H 7H 9D TD JD QC KC",
    "phase": "play",
    "taken": {"card": "KC", "from": "stock"},
    "table": [
        {"owner": 0, "cards": "5S 6S 7S"},
        {"owner": 1, "cards": "8H 9H TH"},
        {"owner": 1, "cards": "QD KD JK=AD"},
        {"owner": 0, "cards": "9C TC JC"},
        {"owner": 0, "cards": "8S 8H 8D"},
        {"owner": 1, "cards": "3H 3D JK=3"},
    ],
}


def test_when_the_time_is_up_the_best_so_far_is_told_with_a_bound() -> None:
    plan = plan_turn(CROWDED, goal="least-left", seconds=1e-6)
    assert not plan.exact
    assert plan.bound == 0
    assert plan.actions
    assert "not proven to be the best: to leave 0 was not ruled out" in str(plan)
    assert plan.to_dict()["bound"] == 0
    unproven = plan_turn(CROWDED, goal="out", seconds=1e-6)
    assert "No way to go out was found in the time given" in str(unproven)


def test_a_crowded_table_is_answered_exactly() -> None:
    plan = plan_turn(CROWDED, goal="out", seconds=20)
    assert plan.exact
    assert plan.bound is None
    assert plan.out


def test_few_ways_are_answered_without_loading_the_solver() -> None:
    code = (
        "import sys, meldwise\n"
        f"plan = meldwise.plan_turn({TURN!r})\n"
        "assert plan.placed.count == 3\n"
        "print([name for name in ('ortools', 'numba', 'networkx') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
