"""Every option of scores, ties, stakes and counts changes what some hand is settled at."""

from __future__ import annotations

from typing import Any

import pytest

from meldwise.rules.ruleset import option_names
from tests.unit.settle.outcomes import KNOCK, OUT, STOCK_OUT, settled

AT_ONCE = {**OUT, "at_once": True}

# Option, other value, rule set, ending, fields, scores before and after the change.
Row = tuple[str, Any, str, dict[str, Any], dict[str, Any], list[int], list[int]]

TWO_HANDS = ["3S 4S 5S 2D 6H", "9S 9H 9D 9C AD"]

ROWS: list[Row] = [
    ("count.hand", "unmelded", "tonk", KNOCK, {"hands": TWO_HANDS}, [1, -1], [-3, 3]),
    (
        "count.all_without_pure_run",
        True,
        "knock-rummy",
        KNOCK,
        {"hands": ["2S 3S 4S 5S 6S 7S 9D", "9S 9H 9C KS QH 2H AD", "KD QD JC 8H 8C 8S 6D"]},
        [23 + 36 - 9, 0, 0],
        [50 + 60 - 9, 0, 0],
    ),
    ("score.stake", 5, "tonk", KNOCK, {"counts": [9, 10, 14]}, [2, -1, -1], [10, -5, -5]),
    (
        "score.difference",
        "per_opponent",
        "knock-rummy",
        KNOCK,
        {"counts": [8, 15, 22]},
        [29, 0, 0],
        [21, 0, 0],
    ),
    ("score.rummy_bonus", 7, "knock-rummy", OUT, {"counts": [0, 15]}, [40, 0], [22, 0]),
    (
        "score.rummy_bonus_per",
        "per_opponent",
        "knock-rummy",
        OUT,
        {"counts": [0, 15, 22]},
        [62, 0, 0],
        [87, 0, 0],
    ),
    ("score.knocker_lost_bonus", 0, "knock-rummy", KNOCK, {"counts": [9, 4]}, [0, 15], [0, 5]),
    ("score.gin_bonus", 20, "gin-rummy", KNOCK, {"counts": [0, 18]}, [43, 0], [38, 0]),
    (
        "score.big_gin_bonus",
        50,
        "gin-rummy",
        {**OUT, "discarded": False},
        {"counts": [0, 18], "options": {"end.big_gin": True}},
        [49, 0],
        [68, 0],
    ),
    ("score.undercut_bonus", 10, "gin-rummy", KNOCK, {"counts": [9, 4]}, [0, 30], [0, 15]),
    (
        "score.spade_upcard_factor",
        2,
        "gin-rummy",
        KNOCK,
        {"counts": [4, 9], "upcard": "7S"},
        [5, 0],
        [10, 0],
    ),
    ("score.go_out_at_once_bonus", 0, "loba", AT_ONCE, {"counts": [0, 30]}, [-10, 30], [0, 30]),
    (
        "score.go_out_at_once_floor",
        0,
        "loba",
        AT_ONCE,
        {"counts": [0, 30], "scores": [4, 0]},
        [-10, 30],
        [-4, 30],
    ),
    (
        "score.go_out_at_once_factor",
        2,
        "german-rummy",
        AT_ONCE,
        {"counts": [0, 30, 45]},
        [0, 30, 45],
        [0, 60, 90],
    ),
    ("score.cap", 40, "german-rummy", OUT, {"counts": [0, 30, 45]}, [0, 30, 45], [0, 30, 40]),
    ("tie.lowest", "nobody", "gin-rummy", KNOCK, {"counts": [5, 5]}, [0, 25], [0, 0]),
    ("tie.lowest", "nobody", "tonk", KNOCK, {"counts": [5, 5, 8]}, [-3, 4, -1], [0, 0, 0]),
    ("tie.lowest", "nobody", "knock-rummy", KNOCK, {"counts": [25, 25]}, [0, 10], [0, 0]),
    ("tie.stock_out", "none", "tonk", STOCK_OUT, {"counts": [4, 4, 9]}, [1, 1, -2], [0, 0, 0]),
    (
        "tie.stock_out",
        "split",
        "tonk",
        STOCK_OUT,
        {"counts": [4, 4, 9, 9]},
        [2, 2, -2, -2],
        [1, 1, -1, -1],
    ),
    ("tie.rummy_immune", False, "knock-rummy", OUT, {"counts": [0, 0]}, [25, 0], [0, 0]),
    (
        "tie.several_non_knockers",
        "each",
        "knock-rummy",
        KNOCK,
        {"counts": [8, 5, 5]},
        [0, 0, 0],
        [0, 18, 18],
    ),
    (
        "tie.several_non_knockers",
        "split",
        "knock-rummy",
        KNOCK,
        {"counts": [8, 5, 5]},
        [0, 0, 0],
        [0, 9, 9],
    ),
    (
        "tie.several_non_knockers",
        "none",
        "tonk",
        KNOCK,
        {"counts": [8, 5, 5, 9]},
        [-6, 4, 4, -2],
        [-4, 2, 2, 0],
    ),
    (
        "tie.several_non_knockers",
        "split",
        "tonk",
        KNOCK,
        {"counts": [8, 5, 5, 9]},
        [-6, 4, 4, -2],
        [-5, 3, 3, -1],
    ),
    (
        "tonk.out_factor",
        3,
        "tonk",
        {**OUT, "discarded": False},
        {"counts": [0, 9]},
        [2, -2],
        [3, -3],
    ),
    ("tonk.caught_factor", 1, "tonk", KNOCK, {"counts": [9, 4]}, [-3, 3], [-2, 2]),
    (
        "tonk.knocker_pays_winner_too",
        False,
        "tonk",
        KNOCK,
        {"counts": [9, 4, 12]},
        [-3, 4, -1],
        [-2, 3, -1],
    ),
    ("deal_win.factor", 3, "tonk", {"kind": "deal-win"}, {"counts": [50, 9]}, [2, -2], [3, -3]),
    (
        "deal_win.mandatory",
        True,
        "tonk",
        {"kind": "deal-win", "declared": [0]},
        {"counts": [50, 50]},
        [2, -2],
        [0, 0],
    ),
    (
        "layoff.at_showdown",
        True,
        "knock-rummy",
        KNOCK,
        {"hands": ["5S 6S 7S 9C 9D 9H AD", "8S 4S KH QD JD 2C 3C", "KS KD KC QS QC TH 9S"]},
        [47 + 39 - 1, 0, 0],
        # The nine goes on the run only because the eight was laid off before.
        [35 + 30 - 1, 0, 0],
    ),
    (
        "layoff.at_showdown",
        True,
        "wildcard-rummy",
        OUT,
        {"hands": ["5S 6S 7S 9C 9D 9H JK", "8S 4S KH QD JD 3C 3D"]},
        [48, 0],
        # The joker as the eight leaves only the four to be laid off.
        [44, 0],
    ),
    (
        "layoff.against_gin",
        True,
        "gin-rummy",
        KNOCK,
        {"hands": ["2S 3S 4S 5S 6S 7S 8S JH QH KH", "8H TH AC AD AS AH TC JC QC KC"]},
        [43, 0],
        [33, 0],
    ),
]


MODELS = {
    "own_penalty": [4, 0, 9],
    "own_penalty_all": [4, 3, 9],
    "stakes": [-3, 4, -1],
    "others_minus_own": [0, 10, 0],
    "others_deadwood": [0, 13, 0],
    "difference": [0, 7, 0],
    "own_melds": [4, 0, 0],
    "melds_minus_hand": [6, -3, -4],
    "sum_of_others": [-4, 13, -9],
}


@pytest.mark.parametrize("row", ROWS, ids=[f"{row[0]}={row[1]}-{row[2]}" for row in ROWS])
def test_an_option_changes_the_scores(row: Row) -> None:
    option, value, rules, ending, fields, before, after = row
    options = fields.get("options", {})
    assert list(settled(rules, ending, **fields).scores) == before
    changed = settled(rules, ending, **{**fields, "options": {**options, option: value}})
    assert list(changed.scores) == after


@pytest.mark.parametrize("model", MODELS)
def test_each_model_scores_the_same_hand_in_its_own_way(model: str) -> None:
    options = {
        "score.model": model,
        "knock.limit": None,
        "game.target": None,
        "players": {"min": 2, "max": 4},
        "deal.cards": 7,
        "score.undercut_bonus": 0,
    }
    found = settled("gin-rummy", KNOCK, counts=[4, 3, 9], melded=[10, 0, 5], options=options)
    assert list(found.scores) == MODELS[model]


def test_only_melds_of_the_kinds_that_the_rules_name_are_laid_off_on() -> None:
    hands = ["2S 3S 4S 5S 6S 9C 9D 9H JH AD", "7S 9S KD KC QH JD TC 4H 3C 8H"]
    left = {
        targets: settled(
            "gin-rummy", KNOCK, hands=hands, options={"layoff.targets": targets, "knock.limit": 11}
        ).counts[1]
        for targets in ("all", "runs", "sets", "own")
    }
    assert left == {"all": 65, "runs": 74, "sets": 72, "own": 81}


def test_the_end_of_the_game_is_an_option() -> None:
    both_out = {"counts": [6, 3], "scores": [100, 99]}
    lowest = settled("ramino-knock", KNOCK, **both_out).game
    shared = settled("ramino-knock", KNOCK, **both_out, options={"tie.game_end": "shared"}).game
    assert lowest is not None
    assert shared is not None
    assert (lowest.winners, shared.winners) == ((1,), (0, 1))


def test_no_option_of_the_settlement_is_left_untried() -> None:
    tried = {row[0] for row in ROWS} | {"score.model", "tie.game_end"}
    sections = ("score.", "tie.", "tonk.", "count.")
    assert {name for name in option_names() if name.startswith(sections)} <= tried
