"""Drawing: the terms of the discard pile, the offer of the first upcard, empty stocks."""

from __future__ import annotations

from typing import Any

import pytest

from meldwise.play import Draw, action_text, legal_actions
from meldwise.position import Position
from tests.unit.play.refused import code
from tests.unit.play.table import opened, position

GIN = "AS 2S 3S 5H 6H 7H 9C 9D TD KH"


def words(known: Position) -> list[str]:
    return [action_text(action) for action in legal_actions(known)]


def gin(**values: Any) -> Position:
    return Position.from_dict({"rules": "gin-rummy", "hand": GIN, "discards": "TC"} | values)


def test_stock_and_upcard_are_free_in_gin() -> None:
    assert words(gin()) == ["draw stock", "draw discard"]
    assert code(gin(), "pass") == "must-draw"
    assert code(gin(), "discard KH") == "wrong-phase"


def test_the_first_upcard_is_taken_or_passed() -> None:
    offered = gin(turn={"offered": True})
    assert words(offered) == ["draw discard", "pass"]
    assert code(offered, "draw stock") == "upcard-offered"


def test_an_upcard_that_all_have_passed_is_not_taken() -> None:
    passed = gin(turn={"stock_only": True})
    assert words(passed) == ["draw stock"]
    assert code(passed, "draw discard") == "upcard-passed"


def test_nothing_is_done_in_another_seats_turn() -> None:
    other = gin(to_move=1)
    assert legal_actions(other) == ()
    assert code(other, "draw stock") == "wrong-seat"


@pytest.mark.parametrize(
    ("hand", "table", "can"),
    [
        ("9S TS JS QS 2D", [], True),
        ("9S TS 2D 3D", [], False),
        ("9H 9D 2C 3C", [], False),
        ("2H 3H 4C 5C", [], False),
    ],
)
def test_use_now_before_opening_means_in_the_initial_meld(
    hand: str, table: list[str], can: bool
) -> None:
    options = {"draw.discard": "use_now"}
    known = position("german-rummy", hand, table, options=options, discards="8S", phase="draw")
    assert (code(known, "draw discard") is None) is can


def test_use_now_once_open_means_a_meld_or_a_lay_off() -> None:
    options = {"draw.discard": "use_now"}
    known = opened(
        "german-rummy", "2H 3D KC", ["9S TS JS QS"], options=options, discards="8S", phase="draw"
    )
    assert code(known, "draw discard") is None
    taken = opened(
        "german-rummy",
        "2H 3D KC 8S",
        ["9S TS JS QS"],
        options=options,
        taken={"card": "8S", "from": "discard"},
    )
    assert words(taken) == ["lay off 8S on 0"]
    assert code(taken, "discard KC") == "use-first"


def test_a_taken_card_that_was_used_binds_no_more() -> None:
    known = opened(
        "loba",
        "2H 3D",
        ["8S 8H 8C"],
        taken={"card": "8S", "from": "discard"},
        turn={"placed": True, "opened": True, "used": True},
    )
    assert words(known)[:2] == ["discard 2H", "discard 3D"]


def test_deep_cards_of_the_pile_come_with_all_above_and_must_be_used() -> None:
    options = {"draw.discard": "any_depth", "joker_swap.allowed": False}
    known = position(
        "ramino-drift", "7H 7D 2C 5S", options=options, discards="KS 7S 3D 9C", phase="draw"
    )
    deep = [action for action in legal_actions(known) if action.type == "draw"]
    assert [str(action.card) for action in deep if isinstance(action, Draw) and action.card] == [
        "7S"
    ]
    assert code(known, "draw discard to KS") == "no-use"
    assert code(known, "draw discard to 4S") == "not-in-pile"


def test_the_whole_pile_is_taken_at_once() -> None:
    options = {"draw.discard": "whole_pile"}
    known = position("ramino-drift", "7H 2C", options=options, discards="KS 7S", phase="draw")
    assert code(known, "draw discard") is None
    assert code(known, "draw discard to 7S") == "not-the-upcard"


def test_a_joker_may_be_barred_from_being_taken() -> None:
    options = {"turn.joker_discard": "not_takeable"}
    known = position("loba", "7H 2C", options=options, discards="JK", phase="draw")
    assert code(known, "draw discard") == "joker-not-takeable"


def test_nobody_takes_discards_where_the_rules_say_so() -> None:
    known = position(
        "ramino-drift", "7H 2C", options={"draw.discard": "none"}, discards="KS", phase="draw"
    )
    assert words(known) == ["draw stock"]
    assert code(known, "draw discard") == "no-discard-draw"
    assert code(known, "draw stock to KS") is not None


def small(on_empty: str, hand: str, pile: str) -> Position:
    """Twelve cards, none in the stock: three on the table, five in the other hand."""
    rules = {
        "id": "house",
        "deck.ranks": "JQK",
        "deal.cards": 5,
        "meld.time": "play",
        "stock.on_empty": on_empty,
    }
    return Position.from_dict(
        {
            "rules": rules,
            "hand": hand,
            "discards": pile,
            "stock": 0,
            "table": [{"owner": 0, "cards": "JS QS KS"}],
        }
    )


@pytest.mark.parametrize(
    ("on_empty", "hand", "pile", "expected"),
    [
        ("turn", "JH QD", "KH JC", ["draw stock", "draw discard"]),
        ("reshuffle", "JH QD", "KH JC", ["draw stock", "draw discard"]),
        ("turn", "JH QD JC", "KH", ["draw discard", "pass"]),
        ("hand_ends", "JH QD", "KH JC", ["draw discard", "pass"]),
        ("pass", "JH QD", "KH JC", ["draw discard", "pass"]),
    ],
)
def test_an_empty_stock_is_renewed_or_leaves_a_pass(
    on_empty: str, hand: str, pile: str, expected: list[str]
) -> None:
    known = small(on_empty, hand, pile)
    assert words(known) == expected
    assert (code(known, "draw stock") == "stock-empty") is ("draw stock" not in expected)


@pytest.mark.parametrize(
    ("hand", "can"),
    [("AS 2S 3S 5H 6H 7H 9C 9D TD KH", True), ("AS 2S 4S 6H 8H TH QC KC JD KH", False)],
)
def test_at_the_wall_the_upcard_is_taken_only_to_knock(hand: str, can: bool) -> None:
    seen = set(hand.split())
    others = [r + s for s in "SHDC" for r in "A23456789TJQK" if r + s not in seen]
    pile = [*[card for card in others if card != "9S"][: 52 - 10 - 10 - 2 - 1], "9S"]
    known = Position.from_dict(
        {
            "rules": "gin-rummy",
            "options": {"stock.wall": "knock_only"},
            "hand": hand,
            "discards": pile,
        }
    )
    assert known.stock == 2
    assert words(known) == (["draw discard", "pass"] if can else ["pass"])
    if can:
        after = known.to_dict() | {
            "hand": [*hand.split(), "9S"],
            "discards": pile[:-1],
            "phase": "play",
            "taken": {"card": "9S", "from": "discard"},
        }
        assert {line.split()[0] for line in words(Position.from_dict(after))} == {"knock"}
