"""Turns on a table that may be rearranged: what they do, what they say, what is refused."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

from meldwise import errors, plan_turn
from meldwise.cards import format_tile
from meldwise.turn import TurnPlan


def position(hand: str, *table: str, opened: bool = True, **options: Any) -> dict[str, Any]:
    """A position of a player with this rack; of options the dots are written as two bars."""
    return {
        "rules": "rummikub",
        "options": {name.replace("__", "."): value for name, value in options.items()},
        "hand": hand,
        "table": [{"cards": cards} for cards in table],
        "opened": [opened and bool(table), False],
        "opponents": [{"seat": 1, "cards": 1}],
    }


def most(hand: str, *table: str, opened: bool = True, **options: Any) -> TurnPlan:
    """The plan for most tiles."""
    values = position(hand, *table, opened=opened, **options)
    return plan_turn(values, goal="most-cards", seconds=60)


def tiles(plan: TurnPlan) -> list[str]:
    """The melds after a turn, as tiles; jokers by what they stand for."""
    return [
        " ".join(
            format_tile(card.card) if not card.wild else f"JK={card.stands_for}"
            for card in meld.cards
        )
        for meld in plan.table
    ]


def steps(plan: TurnPlan) -> list[dict[str, Any]]:
    return [action.to_dict() for action in plan.actions]


def test_additions_from_the_rack_are_lay_offs_one_by_one() -> None:
    plan = most("r1 r5 r6", "r2 r3 r4", "k9 b9 o9")
    assert steps(plan) == [
        {"type": "lay-off", "card": "5H", "meld": 0},
        {"type": "lay-off", "card": "6H", "meld": 0},
        {"type": "lay-off", "card": "AH", "meld": 0},
    ]
    assert [meld.origins for meld in plan.table] == [
        ("hand", 0, 0, 0, "hand", "hand"),
        (1, 1, 1),
    ]


def test_new_melds_of_the_rack_are_melds_after_the_lay_offs() -> None:
    plan = most("k7 b7 o7 r5", "r2 r3 r4")
    assert [step["type"] for step in steps(plan)] == ["lay-off", "meld"]
    assert [meld.change for meld in plan.table] == ["extended", "new"]


def test_what_is_rearranged_is_said_by_the_table_alone() -> None:
    plan = most("r3", "r1 r2 r3 r4 r5")
    assert plan.actions == ()
    assert tiles(plan) == ["r1 r2 r3", "r3 r4 r5"]
    assert [meld.change for meld in plan.table] == ["rearranged", "rearranged"]
    assert sorted(str(o) for meld in plan.table for o in meld.origins) == [*"00000", "hand"]


def test_a_joker_that_is_freed_stays_on_the_table_and_may_open_a_new_meld() -> None:
    plan = most("r5 k9 b9", "r4 JK r6")
    assert plan.out
    assert tiles(plan) == ["r4 r5 r6", "k9 b9 JK=9"]
    assert [meld.change for meld in plan.table] == ["rearranged", "new"]
    assert plan.table[1].origins == ("hand", "hand", 0)


def test_a_joker_is_not_taken_back_to_the_rack() -> None:
    plan = most("r5", "r4 JK r6")
    assert plan.placed.count == 1
    assert sum(card.card.is_joker for meld in plan.table for card in meld.cards) == 1


def test_melds_that_open_come_first_and_then_the_table() -> None:
    plan = most("k10 b10 o10 r10 o7 o3", "o4 o5 o6", "r7 r8 r9", opened=False)
    assert plan.out
    first, *rest = steps(plan)
    assert first["type"] == "meld"
    assert {step["type"] for step in rest} == {"lay-off"}
    assert plan.why[0] == "The first meld from the rack is worth 30 points; 30 are needed."


def test_what_opens_may_be_rearranged_in_the_same_turn() -> None:
    # The nines and tens open; then a ten is wanted by the run of the table.
    plan = most("k10 b10 o10 r10 r11", "r7 r8 r9", opened=False)
    assert plan.out
    assert plan.placed.points == 51


def test_no_turn_is_forced_on_a_rack_that_cannot_open() -> None:
    plan = most("k9 b9 o9 r4", "r1 r2 r3", opened=False)
    assert (plan.placed.count, plan.actions, plan.exact) == (0, (), True)
    assert [meld.change for meld in plan.table] == ["unchanged"]
    assert plan.why == (
        "The rack cannot open: its melds are worth at most 27 points, and 30 are needed.",
    )


def test_going_out_at_once_may_be_exempt_from_the_points() -> None:
    rack, table = "k9 b9 o9 r4", "r1 r2 r3"
    assert most(rack, table, opened=False, open__exempt_if_going_out=True).out
    assert not most("k9 b9 o9 r13", table, opened=False, open__exempt_if_going_out=True).actions


def test_changes_are_few_only_as_the_second_level() -> None:
    table = ("r1 r2 r3", "k1 k2 k3", "o1 o2 o3")
    plan = plan_turn(
        position("b1 b2 b3", *table), goal="most-cards", then="fewest-changes", seconds=60
    )
    assert [meld.change for meld in plan.table] == [*["unchanged"] * 3, "new"]
    assert plan.why == ("Every meld of the table stays together.",)
    plan = plan_turn(
        position("b1 b3", *table), goal="most-cards", then="fewest-changes", seconds=60
    )
    assert plan.out
    assert plan.why[-1].startswith("Three of the three melds on the table are taken apart")
    assert plan.why[-1].endswith("no table as good changes fewer.")


def test_alternatives_leave_another_table_or_another_rack() -> None:
    plan = plan_turn(
        position("r4 k4", "r1 r2 r3", "b4 o4 JK"), goal="most-cards", limit=6, seconds=60
    )
    plans = [plan, *plan.alternatives]
    keys = {
        (tuple(sorted(tiles(each))), tuple(sorted(map(str, each.left.cards)))) for each in plans
    }
    assert len(plans) == len(keys) == 6
    counts = [each.placed.count for each in plans]
    assert counts == sorted(counts, reverse=True)


def test_melds_of_jokers_alone_are_none_where_a_natural_tile_is_asked_for() -> None:
    many: dict[str, Any] = {"deck__jokers": 4}
    plan = most("JK JK JK", "r1 r2 r3", **many)
    assert plan.exact
    assert tiles(plan) == ["r1 r2 r3 JK=4H JK=5H JK=6H"]
    alone = most("JK JK JK", "r1 r2 r3", wild__min_naturals=0, **many)
    assert alone.placed.count == 3


def test_limits_on_jokers_in_melds_hold_on_the_new_table() -> None:
    plan = most("JK JK", "r1 r2 r3", "k5 b5 o5", wild__max_per_meld=1)
    assert plan.placed.count == 2
    assert all(sum(card.wild for card in meld.cards) <= 1 for meld in plan.table)
    assert most("JK JK", "r1 r2 r3", wild__max_per_meld=1).placed.count == 1


def test_other_numbers_colours_and_repeats() -> None:
    small: dict[str, Any] = {"deck__ranks": "A23456", "deck__suits": "SHD", "deal__cards": 6}
    assert most("r6 o5 k5", "r2 r3 r4 r5", **small).placed.count == 2
    assert most("k5 JK", "r5 o5 k5", **small).placed.count == 0
    three = most("r3", "r1 r2 r3", "r1 r2 r3", "k3 o3 b3", deck__packs=3)
    assert three.out


@pytest.mark.parametrize(
    ("goal", "best"),
    [
        ("out", {"left": 5}),
        ("least-left", {"left": 5}),
        ("most-points", {"points": 17}),
        ("most-cards", {"count": 2}),
        ("keep-wilds", {"left": 5}),
    ],
)
def test_each_goal_finds_its_best(goal: Any, best: dict[str, int]) -> None:
    plan = plan_turn(position("r13 r4 r5", "r10 r11 r12", "k4 b4 o4"), goal=goal, seconds=60)
    told = {"left": plan.left.points, "points": plan.placed.points, "count": plan.placed.count}
    assert {name: told[name] for name in best} == best


def test_the_json_is_that_of_the_contract() -> None:
    plan = plan_turn(
        position("r4 o7 JK b1", "r1 r2 r3", "o4 o5 o6"), goal="most-cards", then="fewest-changes"
    )
    values = plan.to_dict()
    assert json.loads(json.dumps(values)) == values
    assert {"goal", "exact", "out", "placed", "left", "discard", "actions", "table"} <= set(values)
    assert values["then"] == "fewest-changes"
    assert values["discard"] is None
    for meld in values["table"]:
        assert set(meld) == {"owner", "cards", "change", "from"}
        assert len(meld["cards"]) == len(meld["from"])


def test_the_printed_plan_says_where_tiles_come_from() -> None:
    lines = str(most("r4 o7 JK b1", "r1 r2 r3", "o4 o5 o6")).splitlines()
    assert "1  lay off  o7 on meld 1" in lines
    assert "meld 0   o4 o5 o6 o7  extended: o7 from the rack" in lines
    assert "Out: no tile is left (4 tiles placed for 13 points)." in lines


@pytest.mark.parametrize(
    ("values", "code"),
    [
        (position("r9", "r1 r2 r4"), "not-consecutive"),
        (position("r9", "r1 r1 k1"), "suit-twice"),
        (position("r9", "r1 r2"), "too-short"),
        (position("r1", "r1 r2 r3", "r1 r2 r3"), "card-too-often"),
        (position("JK", "r1 JK r3", "k1 JK k3"), "too-many-jokers"),
        (position("", "r1 r2 r3"), "hand-size"),
        (position("r1 r2 r3") | {"opened": [True, False]}, "opened-without-meld"),
        (position("r9", "r1 r2 r3", wild__joker_colours=True), "not-with-rearranging"),
        (position("r9", "r1 r2 r3", deck__wild_ranks=["2"]), "not-with-rearranging"),
        (position("r9", "r1 r2 r3", open__pure_run=True), "not-with-rearranging"),
        (
            position(
                "r9",
                "r1 r2 r3",
                turn__draw="first",
                draw__discard="free",
                end__go_out_discard="optional",
            )
            | {"phase": "play"},
            "not-with-rearranging",
        ),
        (position("r9", "r1 r2 r3") | {"scores": [1]}, "bad-scores"),
        (
            position("r9", "r1 r2 r3")
            | {"phase": "play", "taken": {"card": "r9", "from": "stock"}},
            "turn-over",
        ),
    ],
)
def test_what_cannot_be_planned_is_a_clear_error(values: dict[str, Any], code: str) -> None:
    with pytest.raises(errors.InputError) as caught:
        plan_turn(values, goal="most-cards")
    assert caught.value.code == code


HUGE_TABLE = [
    *(f"{colour}{low} {colour}{low + 1} {colour}{low + 2} {colour}{low + 3}"
      for colour in "krob" for low in (1, 5, 9)),
    *(f"k{number} r{number} o{number} b{number}" for number in range(1, 13)),
    "r13 o13 b13 JK", "k13 JK o13", "k13 r13 b13",
]  # fmt: skip
HUGE_RACK = " ".join(f"{c}{n}" for n in range(1, 8) for c in "krob") + " JK JK"


def huge(seconds: float) -> TurnPlan:
    return plan_turn(
        position(HUGE_RACK, *HUGE_TABLE, deck__packs=3, deck__jokers=4),
        goal="most-cards",
        then="fewest-changes",
        seconds=seconds,
    )


def test_a_table_of_106_tiles_and_a_rack_of_30_with_four_jokers_are_answered() -> None:
    assert sum(len(meld.split()) for meld in HUGE_TABLE) == 106
    assert len(HUGE_RACK.split()) == 30
    started = time.monotonic()
    plan = huge(seconds=20)
    assert time.monotonic() - started < 60
    assert plan.exact or plan.bound is not None
    assert plan.placed.count == 30


def test_without_time_the_table_stays_and_the_bound_is_told() -> None:
    huge(seconds=20)
    plan = huge(seconds=1e-4)
    assert not plan.exact
    assert plan.bound == 30
    assert plan.placed.count <= 30
    assert sum(len(meld.cards) for meld in plan.table) == 106 + plan.placed.count


@pytest.mark.parametrize(
    ("hand", "lay", "step", "after", "origins"),
    [
        ("r6", "JK=3H JK=4H 5H", "6H", "JK=3H JK=4H 5H 6H", (0, 0, 0, "hand")),
        ("r8", "JK=4H 5H 6H 7H", "8H", "JK=4H 5H 6H 7H 8H", (0, 0, 0, 0, "hand")),
        ("JK", "JK=4H 5H 6H 7H", "JK=8H", "JK=4H 5H 6H 7H JK=8H", (0, 0, 0, 0, "hand")),
        ("JK", "TH JH QH JK=KH", "JK=9H", "JK=9H TH JH QH JK=KH", ("hand", 0, 0, 0, 0)),
    ],
)
def test_jokers_of_a_meld_that_goes_on_stay_where_they_lie(
    hand: str, lay: str, step: str, after: str, origins: tuple[int | str, ...]
) -> None:
    plan = most(hand, lay)
    assert steps(plan) == [{"type": "lay-off", "card": step, "meld": 0}]
    assert plan.table[0].to_dict()["cards"] == after.split()
    assert plan.table[0].origins == origins


def test_a_joker_whose_place_is_taken_moves_on_in_its_run() -> None:
    plan = most("r3", "r1 r2 JK")
    assert plan.actions == ()
    assert plan.table[0].to_dict()["cards"] == ["AH", "2H", "3H", "JK=4H"]
    assert plan.table[0].origins == (0, 0, "hand", 0)


def test_what_stays_on_the_rack_is_said_with_what_can_be_placed() -> None:
    assert most("r4 k7 b9", "r1 r2 r3", "k4 k5 k6").why == (
        "b9 stays on the rack: no more than two tiles can be placed in this turn.",
        "Every meld of the table stays together.",
    )


def test_a_joker_kept_on_purpose_is_not_said_to_gain_nothing() -> None:
    values = position("JK r4 r9", "r1 r2 r3")
    plan = plan_turn(values, goal="keep-wilds", then="most-cards", seconds=60)
    assert plan.why == (
        "r9 stays on the rack.",
        "One joker is kept.",
        "Every meld of the table stays together.",
    )
