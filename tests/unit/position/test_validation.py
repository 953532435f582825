"""Positions that cannot arise are refused, with what is wrong and what would be right."""

from __future__ import annotations

from typing import Any

import pytest

from meldwise.errors import PositionError
from meldwise.position import Position

GIN = {"rules": "gin-rummy", "hand": "AS 2S 3S 5H 6H 7H 9C 9D TD KH", "discards": "TC"}
LOBA = {"rules": "loba", "hand": "4S 5S 6S JK", "phase": "play"}


@pytest.mark.parametrize(
    ("base", "change", "code", "sentence"),
    [
        (GIN, {"discards": "AS"}, "card-too-often", "AS is held 2 times"),
        (GIN, {"opponents": [{"seat": 1, "holds": "KH"}]}, "card-too-often", "KH is held 2 times"),
        (GIN, {"hand": "AS 2S 3S"}, "hand-size", "it holds 10 before the draw and 11 after it"),
        (GIN, {"phase": "play"}, "hand-size", "the phase is play"),
        (GIN, {"opponents": [{"seat": 1, "cards": 9}]}, "hand-size", "each holds 10"),
        (GIN, {"stock": 30}, "cards-missing", "so the stock would be 31"),
        (GIN, {"table": [{"owner": 1, "cards": "4H 4S 4C"}]}, "no-table", "no melds on the table"),
        (GIN, {"phase": "deal"}, "no-deal-phase", "no hands that win as dealt"),
        (GIN, {"taken": {"card": "KH", "from": "stock"}, "phase": "draw"}, "taken-too-early", ""),
        (GIN, {"turn": {"placed": True}}, "turn-too-early", "before the draw"),
        (GIN, {"scores": [0, 100]}, "game-over", "the game was over at 100"),
        (LOBA, {"scores": [100, 0]}, "game-over", "a player is out at 100"),
        (GIN, {"discards": "", "turn": {"offered": True}}, "no-offer", "no first upcard"),
        (LOBA, {"hand": "JK JK JK JK JK"}, "too-many-jokers", "4 in all"),
        (LOBA, {"hand": ""}, "hand-size", "0 cards, so the hand is over: it holds 1 to 10"),
        (LOBA, {"hand": "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS"}, "hand-size", "it holds 1 to 10"),
        (LOBA, {"opponents": [{"seat": 1, "cards": 0}]}, "hand-size", "each holds 1 to 9"),
        (LOBA, {"opponents": [{"seat": 1, "cards": 1, "holds": "2H 3H"}]}, "holds-too-many", ""),
        (LOBA, {"opened": [True, False]}, "opened-without-meld", "seat 0 has no meld"),
        (
            LOBA,
            {"table": [{"owner": 1, "cards": "7H 7S 7C"}], "opened": [False, False]},
            "meld-without-opening",
            "seat 1 has a meld",
        ),
        (LOBA, {"taken": {"card": "KD", "from": "stock"}}, "not-in-hand", "does not hold KD"),
        (LOBA, {"turn": {"freed": "JK JK"}}, "not-in-hand", "does not hold JK"),
        (LOBA, {"turn": {"used": True}}, "nothing-to-use", "nothing was taken"),
        (LOBA, {"turn": {"opened": True}}, "not-opened", ""),
    ],
)
def test_impossible_positions_are_refused(
    base: dict[str, Any], change: dict[str, Any], code: str, sentence: str
) -> None:
    with pytest.raises(PositionError) as caught:
        Position.from_dict(base | change)
    assert caught.value.code == code
    assert sentence in caught.value.message
    assert caught.value.where["field"]


def test_an_initial_meld_under_way_is_possible_for_the_player_to_move_only() -> None:
    values = {
        "rules": "german-rummy",
        "hand": "TD JD QD 4S",
        "phase": "play",
        "table": [{"owner": 0, "cards": "4H 5H 6H"}],
        "opened": [False, False],
    }
    assert [meld.points for meld in Position.from_dict(values).opening] == [15]
    with pytest.raises(PositionError, match="seat 0 has a meld"):
        Position.from_dict(values | {"phase": "draw"})


def test_hands_grow_where_the_pile_may_be_taken() -> None:
    values = {
        "rules": {"id": "house", "meld.time": "play", "draw.discard": "any_depth"},
        "hand": "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS",
        "phase": "draw",
    }
    assert len(Position.from_dict(values).hand) == 11
