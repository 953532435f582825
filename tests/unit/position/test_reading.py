"""Positions from JSON: what is left out has its usual value, what is given comes back."""

from __future__ import annotations

import json
from typing import Any

import pytest

from meldwise.cards import Card
from meldwise.errors import PositionError
from meldwise.position import Position

GIN = "AS 2S 3S 5H 6H 7H 9C 9D TD KH"


def test_a_hand_and_the_rules_are_enough() -> None:
    known = Position.from_dict({"rules": "gin", "hand": GIN, "discards": "TC"})
    assert (known.players, known.seat, known.dealer, known.phase) == (2, 0, 1, "draw")
    assert known.stock == 52 - 10 - 10 - 1
    assert known.opponents[0].cards == 10
    assert known.scores == (0, 0)


def test_everything_given_comes_back_as_json() -> None:
    values: dict[str, Any] = {
        "rules": "german-rummy",
        "options": {"open.min_points": 30},
        "players": 3,
        "seat": 1,
        "dealer": 0,
        "phase": "play",
        "hand": ["4S", "5S", "JK", "KH"],
        "taken": {"card": "KH", "from": "discard"},
        "discards": ["3D", "TC"],
        "stock": 81,
        "scores": [10, 0, 25],
        "table": [
            {"owner": 1, "cards": ["2H", "3H", "JK=4H"]},
            {"owner": 2, "cards": ["9S", "9H", "JK=9"]},
        ],
        "opened": [False, True, True],
        "placed": [False, True, False],
        "opponents": [
            {"seat": 0, "cards": 12, "holds": ["7H"], "threw": ["3D"], "passed": ["TC"]},
            {"seat": 2, "cards": 5},
        ],
        "turn": {"number": 7, "placed": True},
        "upcard": "5D",
    }
    known = Position.from_dict(values)
    assert known.to_dict() == values
    assert json.loads(json.dumps(known.to_dict())) == values
    assert Position.of(values) == Position.of(known) == Position.of(known.to_text()) == known


def test_the_phase_follows_from_the_card_taken() -> None:
    taken = {"card": "KH", "from": "stock"}
    known = Position.from_dict({"hand": f"{GIN} 4D", "discards": "TC", "taken": taken})
    assert known.phase == "play"
    assert known.taken is not None
    assert known.taken.card == Card.parse("KH")


def test_a_run_on_the_table_is_read_in_the_order_in_which_it_lies() -> None:
    table = [{"owner": 1, "cards": "QS KS JK"}, {"owner": 1, "cards": "JK 5D 6D"}]
    known = Position.from_dict(
        {"rules": "german-rummy", "hand": "4S", "phase": "draw", "table": table}
    )
    assert [str(laid.meld) for laid in known.table] == ["QS KS JK=AS", "JK=4D 5D 6D"]


def test_a_joker_on_the_table_that_could_be_two_cards_must_say_which() -> None:
    table = [{"owner": 1, "cards": "KS JK QS"}]
    with pytest.raises(PositionError, match="say what the wild stands for"):
        Position.from_dict({"rules": "german-rummy", "hand": "4S", "table": table})


def test_colours_of_jokers_are_dropped_where_the_rules_ignore_them() -> None:
    known = Position.from_dict({"rules": "loba", "hand": "JKr 4S", "phase": "draw"})
    assert [str(card) for card in known.hand] == ["JK", "4S"]


@pytest.mark.parametrize(
    ("change", "code", "field"),
    [
        ({"hands": "4S"}, "unknown-field", "hands"),
        ({"seat": 2}, "bad-number", "seat"),
        ({"players": 3}, "bad-number", "players"),
        ({"dealer": True}, "bad-number", "dealer"),
        ({"phase": "meld"}, "bad-phase", "phase"),
        ({"hand": 7}, "not-cards", "hand"),
        ({"hand": "AS 2S 3S 5H 6H 7H 9C 9D TD KX"}, "not-a-card", "hand"),
        ({"hand": "AS 2S 3S 5H 6H 7H 9C 9D TD JK=9H"}, "stands-for-in-hand", "hand"),
        ({"taken": {"from": "stock"}}, "bad-taken", "taken.card"),
        ({"taken": {"card": "AS", "from": "box"}}, "bad-source", "taken.from"),
        ({"taken": "AS"}, "not-an-object", "taken"),
        ({"scores": [1]}, "bad-scores", "scores"),
        ({"opened": [1, 0]}, "bad-opened", "opened"),
        ({"table": "7H 7S 7C"}, "bad-table", "table"),
        ({"table": [{"cards": "7H 7S 7C"}]}, "no-owner", "table.0"),
        ({"table": [{"owner": 1, "cards": "7H 7S"}]}, "too-short", "table.0"),
        ({"opponents": {}}, "bad-opponents", "opponents"),
        ({"opponents": [{"seat": 0}]}, "bad-seat", "opponents.0.seat"),
        ({"opponents": [{"seat": 1, "card": 3}]}, "unknown-field", "opponents.0.card"),
        ({"turn": {"placed": 1}}, "bad-turn", "turn.placed"),
        ({"turn": {"number": -1}}, "bad-number", "turn.number"),
        ({"stock": 99}, "bad-number", "stock"),
    ],
)
def test_wrong_values_are_told_with_their_field(
    change: dict[str, Any], code: str, field: str
) -> None:
    with pytest.raises(PositionError) as caught:
        Position.from_dict({"rules": "gin-rummy", "hand": GIN, "discards": "TC"} | change)
    assert caught.value.code == code
    assert caught.value.where["field"] == field
