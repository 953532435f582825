"""Whole turns: the examples of the rules, and the published cases that are about one."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import pytest

from meldwise import plan_turn
from meldwise.play import action_text
from meldwise.turn import TurnPlan
from tests.golden.records import DATA, Case, cases
from tests.golden.turns import at_table

TURNS: Final[list[dict[str, Any]]] = json.loads(Path(DATA / "turns.json").read_text("utf-8"))
POSITION: Final = ("rules", "options", "hand", "taken", "discards")

COMES_TO: Final[dict[str, Callable[[TurnPlan], Any]]] = {
    "actions": lambda plan: [action_text(action) for action in plan.actions],
    "placed": lambda plan: plan.placed.count,
    "points": lambda plan: plan.placed.points,
    "left": lambda plan: plan.left.points,
    "out": lambda plan: plan.out,
    "discard": lambda plan: None if plan.discard is None else str(plan.discard),
}


@pytest.mark.parametrize(
    "turn", TURNS, ids=[f"{number} {turn['id']}" for number, turn in enumerate(TURNS)]
)
def test_an_example_of_the_rules_has_its_turn(turn: dict[str, Any]) -> None:
    position = {name: turn[name] for name in POSITION if name in turn}
    table = [{"owner": int(text[0]), "cards": text[2:]} for text in turn.get("table", ())]
    phase = "draw" if "discards" in turn else "play"
    plan = plan_turn(position | {"table": table, "phase": phase}, goal=turn.get("goal", "out"))
    assert plan.exact
    assert {name: COMES_TO[name](plan) for name in turn["expect"]} == turn["expect"], turn["text"]


CASES: Final = {case.id: case for case in cases()}


def planned(
    id_: str, table: Sequence[str], hand: str | None = None, goal: str = "most-cards", **play: Any
) -> TurnPlan:
    """The plan for the hand of a case, or for another one, at a table."""
    case: Case = CASES[id_]
    state = at_table(case.rules[0], case.hand if hand is None else hand, table, **play)
    plan = plan_turn(state.position(), goal=goal)  # type: ignore[arg-type] # one of the goals
    assert plan.exact
    return plan


def expected(id_: str) -> Mapping[str, Any]:
    return CASES[id_].expected


def swapped(plan: TurnPlan) -> list[str]:
    return [str(a.to_dict()["card"]) for a in plan.actions if a.type == "swap-joker"]


def test_f10_a_joker_of_one_colour_makes_room_for_a_nine() -> None:
    assert planned("F10", ["JS QS KS"]).left.points == expected("F10")["deadwood"]


def test_f11_the_ten_goes_where_the_nine_can_follow() -> None:
    plan = planned("F11", ["JS QS KS", "TD TC TH"])
    assert plan.left.points == expected("F11")["deadwood"]
    assert [meld.change for meld in plan.table] == ["extended", "unchanged"]


@pytest.mark.parametrize(
    ("allowed", "name"), [(True, "own_first_then_table"), (False, "table_forbidden")]
)
def test_f14_a_first_meld_and_what_may_follow(*, allowed: bool, name: str) -> None:
    plan = planned(
        "F14",
        ["4D 5D 6D"],
        open__min_points=30,
        open__layoff_same_turn=allowed,
        layoff__requires_open=True,
    )
    assert plan.placed.count == expected("F14")[name]


def test_f18_one_card_is_kept_for_the_discard() -> None:
    table = ["5C 6C 7C", "9D TD JD", "2S 3S 4S"]
    plan = planned("F18", table, goal="out", end__go_out_discard="required")
    assert plan.left.points == expected("F18")["min_deadwood"]
    assert plan.out
    assert (plan.discard is not None) is expected("F18")["keep_one_to_discard"]


def test_f19_a_swap_melds_the_rest() -> None:
    plan = planned("F19", ["7H 7D 7S JK"])
    assert (swapped(plan) == ["7C"]) is expected("F19")["swap_legal"]
    assert plan.left.points == expected("F19")["after_swap"]
    plan = planned("F19", ["7H 7D 7S JK"], joker_swap__allowed=False, layoff__in_play=False)
    assert plan.placed.count == 0


@pytest.mark.parametrize(("strict", "rule"), [(False, "rule_a"), (True, "rule_b")])
def test_f20_a_joker_of_a_set_of_three(*, strict: bool, rule: str) -> None:
    hand = f"{CASES['F20'].hand} 8H 8D 2C"
    plan = planned("F20", ["4H 4D JK"], hand, joker_swap__strict=strict)
    assert (swapped(plan) == [CASES["F20"].hand]) is expected("F20")[rule]


def test_f21_the_card_of_the_same_suit_frees_the_joker() -> None:
    plan = planned("F21", ["3H 4H JK 6H"], f"{CASES['F21'].hand} 9S 9C 2C")
    assert swapped(plan) == expected("F21")["frees"]


@pytest.mark.parametrize(("allowed", "name"), [(False, "without"), (True, "with_swap")])
def test_f22_a_swap_gives_the_set(*, allowed: bool, name: str) -> None:
    plan = planned("F22", ["5H JK 7H 8H"], joker_swap__allowed=allowed)
    assert any(meld.change == "new" for meld in plan.table) is expected("F22")[name]


@pytest.mark.parametrize(
    ("id_", "table"),
    [("F28", ["5C 6C 7C"]), ("F29", ["5S 6S 7S", "8H 8C 8D"])],
)
def test_a_tile_finds_its_only_home(id_: str, table: list[str]) -> None:
    assert planned(id_, table).placed.count == expected(id_)["placed"]


def test_g26_laying_off_and_throwing_the_king_goes_out() -> None:
    plan = planned("G26", ["4H 5H 6H"], goal="out")
    assert plan.out
    assert str(plan.discard) == "KS"
    # Before the initial meld the king is still thrown, and the seven counts.
    plan = planned("G26", ["4H 5H 6H"], layoff__requires_open=True, open__min_points=1)
    assert plan.placed.count == 0
    assert plan.left.points == expected("G26")["kept_after_KS"]
