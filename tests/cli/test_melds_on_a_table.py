"""``meldwise melds --table``: the best turn on a table."""

from __future__ import annotations

import json

import pytest

from tests.cli.running import Runner


def test_the_turn_is_told_with_the_table_afterwards_and_reasons(meldwise: Runner) -> None:
    done = meldwise(
        *("melds", "r4", "o7", "JK", "b1", "--table", "r1 r2 r3 | o4 o5 o6"),
        *("--rules", "rummikub", "--ascii"),
    )
    assert done.status == 0
    assert done.lines == [
        "1  lay off  o7 on meld 1",
        "",
        "meld 0   o4 o5 o6 o7  extended: o7 from the rack",
        "meld 1   r2 r3 r4     rearranged: r2 r3 from old meld 0, r4 from the rack",
        "meld 2   r1 b1 JK=1   rearranged: r1 from old meld 0, b1 JK from the rack",
        "",
        "Out: no tile is left (4 tiles placed for 13 points).",
        "",
        "- One of the two melds on the table is taken apart, and three tiles of the table lie in "
        "other melds; no table as good changes fewer.",
    ]


def test_json_is_the_plan(meldwise: Runner) -> None:
    done = meldwise(
        *("melds", "k10 b10 o10 o7", "--table", "o4 o5 o6", "--opening"),
        *("--rules", "rummikub", "--json"),
    )
    plan = json.loads(done.out)
    assert (plan["out"], plan["placed"]["count"], plan["exact"]) == (True, 4, True)
    assert [action["type"] for action in plan["actions"]] == ["meld", "lay-off"]
    assert [meld["change"] for meld in plan["table"]] == ["extended", "new"]


def test_the_first_melds_may_be_asked_for_without_a_table(meldwise: Runner) -> None:
    done = meldwise("melds", "k10 b10 o10", "--opening", "--rules", "rummikub", "--ascii")
    assert done.lines[0] == "1  meld  k10 o10 b10"
    done = meldwise("melds", "k9 b9 o9", "--opening", "--rules", "rummikub", "--ascii")
    assert done.lines[0] == "Nothing is placed, 3 tiles left with 27."
    # Nobody has opened on an empty table.
    done = meldwise("melds", "k9 b8 o9", "--opening", "--rules", "rummikub", "--ascii")
    assert done.lines[-1] == "- The rack cannot open: it has no meld, and 30 points are needed."
    done = meldwise("melds", "k9 b9 o9", "--table", "", "--rules", "rummikub", "--ascii")
    assert done.lines[0] == "Nothing is placed, 3 tiles left with 27."


def test_a_goal_a_second_level_and_alternatives(meldwise: Runner) -> None:
    done = meldwise(
        *("melds", "r13 r4 r5", "--table", "r10 r11 r12 | k4 b4 o4", "--rules", "rummikub"),
        *("--goal", "most-points", "--then", "fewest-changes", "--limit", "2", "--json"),
    )
    plan = json.loads(done.out)
    assert (plan["goal"], plan["then"], plan["placed"]["points"]) == (
        "most-points",
        "fewest-changes",
        17,
    )
    assert len(plan["alternatives"]) == 1


def test_games_without_rearranging_are_planned_too(meldwise: Runner) -> None:
    done = meldwise(
        *("melds", "KS KH 4S 9D", "--table", "4H 4D 4C | 6D 7D 8D", "--rules", "german-rummy"),
        *("--json",),
    )
    assert json.loads(done.out)["placed"]["count"] == 2
    done = meldwise(
        *("melds", "AC 2C 3C 9D 9H 9S JK 5D", "--opening", "--rules", "cincinnati-rummy"),
        "--json",
    )
    plan = json.loads(done.out)
    assert (plan["out"], plan["discard"], plan["placed"]["points"]) == (True, "5D", 58)


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (("--table", "r1 r2 r4"), "table.0: r1 r2 r4 is no meld: the cards are not consecutive"),
        (("--table", "r1 r2 r3 |"), "--table, meld 2: it has no cards"),
        (("--table", "r1 q2 r3"), "--table, meld 1: card 2: "),
        (("--table", "r9 r10 r11 | r9 k9 b9 | r9 k9 o9"), "r9 is held 3 times"),
        (("--table", "r1 r2 r3", "--discard", "required"), "--discard is for the melds of a hand"),
        (("--table", "r1 r2 r3", "--pin", "r9"), "--pin is for the melds of a hand"),
        (("--table", "r1 r2 r3", "--goal", "deadwood"), "unknown goal"),
        (("--table", "r1 r2 r3", "--then", "fewest"), "did you mean fewest-changes?"),
        (("--then", "fewest-changes"), "--then decides among turns on a table"),
        (("--table", "r1 r2 r3", "--players", "9"), "9"),
    ],
)
def test_wrong_input_is_one_line(meldwise: Runner, argv: tuple[str, ...], said: str) -> None:
    done = meldwise("melds", "r9", "--rules", "rummikub", *argv)
    assert done.status == 2
    assert said in done.err
