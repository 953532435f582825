"""Discards and the ways to end a hand: bans, knocks, going out, declarations."""

from __future__ import annotations

from typing import Any

import pytest

from meldwise.play import action_text, choices, legal_actions
from meldwise.position import Position
from tests.unit.play.refused import code
from tests.unit.play.table import opened, position


def drawn(rules: str, hand: str, source: str = "stock", **values: Any) -> Position:
    """A position after a draw; the last card of the hand is the one drawn."""
    taken = {"card": hand.rsplit(maxsplit=1)[-1], "from": source}
    return Position.from_dict({"rules": rules, "hand": hand, "taken": taken} | values)


def words(known: Position, kind: str) -> list[str]:
    return [action_text(a) for a in legal_actions(known) if a.type == kind]


def test_the_upcard_just_taken_is_not_thrown_but_its_twin_is() -> None:
    hand = "4S 5H 6C 8D 9H JC KD QS"
    one = drawn("ramino-knock", hand, "discard")
    assert code(one, "discard QS") == "taken-upcard"
    assert code(one, "discard KD") is None
    twin = drawn("ramino-knock", "4S 5H 6C 8D 9H JC QS QS", "discard")
    assert code(twin, "discard QS") is None
    free = drawn("ramino-knock", hand, "discard", options={"turn.discard_taken_upcard": True})
    assert code(free, "discard QS") is None


def test_jokers_alone_from_the_stock_may_be_thrown_for_nothing_else_can() -> None:
    taken = {"card": "JK", "from": "stock"}
    known = position("loba", "JK JK", taken=taken)
    assert [action_text(action) for action in legal_actions(known)] == ["discard JK"]


def test_a_joker_is_never_thrown_where_the_rules_say_so() -> None:
    options = {"turn.joker_discard": "never"}
    last = position("loba", "JK", ["7H 7C 7S"], options=options, turn={"placed": True})
    assert code(last, "discard JK") == "joker-discard"


def test_the_last_card_is_not_discarded_where_players_float() -> None:
    options = {"end.go_out_discard": "none"}
    known = opened("ramino-drift", "7S", ["4H 5H 6H"], options=options, turn={"placed": True})
    assert code(known, "discard 7S") == "no-last-discard"


ACES = ["AC", "AD", "AH", "AS"]


# B09 and B11 of the collected cases.
@pytest.mark.parametrize(
    ("hand", "knocks"),
    [
        ("JS JH JD 8C 7S 7H 7D 4S 3D 2S AC", ["8C"]),
        (
            "7H 6H 5H 4S 4H 3H 2S AS AH AD AC",
            ["2S", "3H", "4H", "4S", "7H", *ACES],
        ),
    ],
)
def test_the_discards_with_which_a_player_may_knock(hand: str, knocks: list[str]) -> None:
    known = drawn("gin-rummy", hand)
    assert sorted(line.removeprefix("knock ") for line in words(known, "knock")) == knocks


def test_b13_the_limit_is_inclusive() -> None:
    hand = "3H 4H 5H 9S 9C 9D AS 2D 3S 4D KC"
    assert code(drawn("gin-rummy", hand), "knock KC") is None
    assert code(drawn("gin-rummy", hand, options={"knock.limit": 9}), "knock KC") == (
        "too-much-deadwood"
    )


def test_b06_the_limit_may_be_the_value_of_the_upcard() -> None:
    hand = "AS 2S 3S 4S 5S 6S 7S 8S AC 2H KH"
    options = {"knock.limit": "upcard"}
    for upcard, can in (("AD", False), ("TD", True)):
        known = drawn("gin-rummy", hand, options=options, upcard=upcard)
        assert (code(known, "knock KH") is None) is can


def test_a_hand_melded_whole_goes_out_and_a_knock_with_it_means_that() -> None:
    hand = "2S 3S 4S 5S 2C 3C 4C 3D 4D 5D 5H"
    known = drawn("gin-rummy", hand)
    assert words(known, "out") == ["out 5H"]
    assert code(known, "knock 5H") is None
    assert code(known, "out 2S") == "not-melded"
    assert code(known, "out") == "discard-required"


def test_b21_big_gin_where_the_rules_know_it() -> None:
    hand = "AS 2S 3S 4S 5S 6S 7S 8S JH QH KH"
    assert sorted(words(drawn("gin-rummy", hand), "out")) == [
        "out 4S",
        "out 5S",
        "out 8S",
        "out AS",
    ]
    assert code(drawn("gin-rummy", hand, options={"end.big_gin": True}), "out") is None


def test_c2_and_c3_cincinnati_goes_out_whole_or_not_at_all() -> None:
    whole = drawn("cincinnati-rummy", "AC 2C 3C 9D 9H 9S 9C JK")
    assert code(whole, "out") is None
    over = drawn("cincinnati-rummy", "AC 2C 3C 9D 9H 9S KD QD")
    assert words(over, "out") == []


def test_hands_may_need_certain_melds_to_go_out() -> None:
    sets = "3S 3H 3D 5C 5H 5S 5D KC"
    options = {"hand.requires.runs": 1}
    assert words(drawn("wildcard-rummy", sets), "out") == ["out KC"]
    assert words(drawn("wildcard-rummy", sets, options=options), "out") == []


def test_tonk_is_knocked_before_drawing() -> None:
    values = {"rules": "tonk", "hand": "3S 4S 5S 2D KH", "discards": "QC"}
    known = Position.from_dict(values | {"phase": "draw"})
    assert code(known, "knock") is None
    assert code(known, "knock KH") == "knock-before-draw"
    limited = Position.from_dict(values | {"phase": "draw", "options": {"knock.limit": 20}})
    # T12: all cards held count 24, the unmelded ones 12.
    assert code(limited, "knock") == "too-much-deadwood"
    unmelded = {"knock.limit": 20, "count.hand": "unmelded"}
    assert (
        code(Position.from_dict(values | {"phase": "draw", "options": unmelded}), "knock") is None
    )


@pytest.mark.parametrize(
    ("hand", "options", "can"),
    [
        ("KS QH JD TC TD", {}, True),
        ("TC TD KS QH 9S", {}, False),
        ("TC TD KS QH 9S", {"deal_win.min": 49}, True),
        ("AS KS QH JD TC", {}, False),
    ],
)
def test_t1_a_dealt_hand_of_fifty_is_declared(
    hand: str, options: dict[str, Any], can: bool
) -> None:
    known = Position.from_dict({"rules": "tonk", "hand": hand, "phase": "deal", "options": options})
    assert (code(known, "declare") is None) is can
    assert code(known, "pass") is None
    assert code(known, "knock") == "wrong-phase"


def test_a_declaration_may_be_a_duty() -> None:
    values = {"rules": "tonk", "phase": "deal", "options": {"deal_win.mandatory": True}}
    known = Position.from_dict(values | {"hand": "KS QH JD TC TD"})
    assert [action_text(action) for action in legal_actions(known)] == ["declare"]
    assert code(known, "pass") == "must-declare"


def test_players_of_table_games_go_out_by_laying() -> None:
    known = opened("ramino-drift", "4C 5C 6C", ["9S 9H 9D"])
    assert code(known, "out") == "out-by-laying"
    assert code(known, "knock 4C") == "no-knock"


def test_choices_tell_what_is_legal_and_why_the_rest_is_not() -> None:
    known = drawn("gin-rummy", "4S 5H 6C 8D 9H JC KD QS 2C 3D AH", "discard", discards="TD")
    listed = {action_text(choice.action): choice for choice in choices(known)}
    assert listed["discard KD"].can
    assert listed["discard AH"].code == "taken-upcard"
    assert listed["knock KD"].code == "too-much-deadwood"
    assert listed["discard AH"].to_dict() == {
        "action": {"type": "discard", "card": "AH"},
        "can": False,
        "code": "taken-upcard",
        "reason": "AH was just taken from the discard pile and may not be thrown",
    }
    before = Position.from_dict({"hand": "4S 5H 6C 8D 9H JC KD QS 2C 3D", "discards": "TD"})
    assert {action_text(c.action): c.can for c in choices(before)} == {
        "draw stock": True,
        "draw discard": True,
        "pass": False,
    }


def test_of_a_pile_taken_whole_only_its_top_card_is_barred() -> None:
    known = position(
        "ramino-drift",
        "7S 4D KH",
        taken={"card": "4D", "with": ["KH"], "from": "discard"},
        options={"draw.discard": "whole_pile"},
    )
    assert code(known, "discard KH") == "taken-upcard"
    assert code(known, "discard 4D") is None
