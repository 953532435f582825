"""The planner as a player."""

from __future__ import annotations

from typing import Any

import pytest

from meldwise import arena
from meldwise.play import action_text, player
from meldwise.position import Position


def choices(values: dict[str, Any]) -> str:
    return action_text(player("planner").choose(Position.from_dict(values)))


def test_the_upcard_is_taken_for_a_turn_that_is_better_with_it() -> None:
    known = {"rules": "loba", "hand": "4D 5D 7D 9C KS", "discards": "6D"}
    assert choices(known) == "draw discard"
    assert choices(known | {"discards": "6C"}) == "draw stock"


def test_a_chain_that_a_greedy_player_spoils_is_played() -> None:
    known = {
        "rules": "tonk",
        "hand": "TS 9S KH",
        "phase": "play",
        "table": [{"owner": 1, "cards": "TD TC TH"}, {"owner": 0, "cards": "JS QS KS"}],
    }
    assert choices(known) == "lay off TS on 1"


@pytest.mark.parametrize("name", ["german-rummy", "loba", "ramino-drift", "tonk"])
def test_planners_play_whole_hands_without_an_illegal_step(name: str) -> None:
    result = arena(name, ["planner", "greedy"], hands=8, seed=5)
    assert [known.name for known in result.players] == ["planner", "greedy"]
    again = arena(name, ["planner", "greedy"], hands=8, seed=5)
    assert result.to_dict() == again.to_dict()


def test_where_nothing_is_laid_in_play_it_plays_as_greedy() -> None:
    result = arena("gin-rummy", ["planner", "greedy"], hands=6, seed=2)
    assert [known.advantage.mean for known in result.players] == [0, 0]
