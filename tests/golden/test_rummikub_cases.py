"""Rummikub positions with their answers, as data: published cases and what the rules decide."""

from __future__ import annotations

import json
from typing import Any

import pytest

from meldwise import Card, plan_turn
from meldwise.cards import Hand, format_tile
from meldwise.turn import TurnPlan
from tests.golden.records import DATA

CASES: list[dict[str, Any]] = json.loads((DATA / "rummikub.json").read_text("utf-8"))


def planned(case: dict[str, Any]) -> TurnPlan:
    """The plan of a case, by default for most tiles."""
    return plan_turn(
        {
            "rules": "rummikub",
            "options": case.get("options", {}),
            "hand": case["hand"],
            "table": [{"cards": cards} for cards in case["table"]],
            "opened": [case.get("opened", True) and bool(case["table"]), False],
        },
        goal=case.get("goal", "most-cards"),
        then=case.get("then"),
        seconds=60,
    )


def told(plan: TurnPlan, name: str) -> Any:
    """What a plan says of one expectation."""
    return {
        "count": plan.placed.count,
        "points": plan.placed.points,
        "out": plan.out,
        "left": [format_tile(card) for card in plan.left.cards],
        "changes": [meld.change for meld in plan.table],
    }[name]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_a_rack_is_planned_as_the_rules_decide(case: dict[str, Any]) -> None:
    plan = planned(case)
    assert plan.exact
    assert {name: told(plan, name) for name in case["expect"]} == case["expect"], case["why"]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_every_tile_of_the_table_stays_there_and_says_where_it_was(case: dict[str, Any]) -> None:
    plan = planned(case)
    table = [list(Hand.parse(cards)) for cards in case["table"]]
    came: dict[int | str, list[Card]] = {}
    for meld in plan.table:
        assert len(meld.cards) == len(meld.origins)
        for card, origin in zip(meld.cards, meld.origins, strict=True):
            came.setdefault(origin, []).append(card.card)
    assert sorted(came.pop("hand", [])) == sorted(plan.placed.cards)
    assert {index: sorted(cards) for index, cards in came.items()} == {
        index: sorted(cards) for index, cards in enumerate(table)
    }
    assert Hand([*plan.placed.cards, *plan.left.cards]) == Hand.parse(case["hand"])
