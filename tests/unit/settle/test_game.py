"""Elimination, buying in, targets, and who wins the game."""

from __future__ import annotations

from typing import Any

import pytest

from meldwise import rules
from meldwise.errors import RequestError
from meldwise.settle.game import after_hand, bought_in
from tests.unit.settle.outcomes import KNOCK, OUT, settled

LOBA = rules("loba")


def test_a_player_of_loba_is_out_at_a_hundred_and_not_at_ninety_nine() -> None:
    assert after_hand(LOBA, [60, 50, 0], [40, 49, 0]).out == (0,)


def test_a_player_who_buys_in_stands_level_with_the_highest_score_still_in() -> None:
    standing = after_hand(LOBA, [90, 70, 20], [15, 12, 0])
    assert (standing.may_buy_in, standing.buy_in_at) == ((0,), 82)
    assert not standing.over
    back = bought_in(LOBA, standing, [0])
    assert (back.totals, back.out, back.over) == ((82, 82, 20), (), False)


def test_a_player_who_does_not_buy_in_stays_out() -> None:
    gone = bought_in(LOBA, after_hand(LOBA, [90, 70, 20], [15, 12, 0]), [])
    assert (gone.totals, gone.out, gone.may_buy_in) == ((105, 82, 20), (0,), ())
    assert not gone.over


def test_nobody_buys_in_a_third_time() -> None:
    assert after_hand(LOBA, [90, 70, 20], [15, 12, 0], [1, 0, 0]).may_buy_in == (0,)
    assert after_hand(LOBA, [90, 70, 20], [15, 12, 0], [2, 0, 0]).may_buy_in == ()


def test_nobody_buys_in_against_a_single_player_and_the_game_is_over() -> None:
    standing = after_hand(LOBA, [90, 20], [15, 0])
    assert standing.may_buy_in == ()
    assert (standing.over, standing.winners) == (True, (1,))


def test_where_one_player_left_is_enough_the_game_waits_for_the_buy_in() -> None:
    known = LOBA.replace({"game.buy_in.min_left": 1})
    standing = after_hand(known, [90, 20], [15, 0])
    assert (standing.may_buy_in, standing.over) == ((0,), False)
    assert bought_in(known, standing, []).winners == (1,)
    assert not bought_in(known, standing, [0]).over


def test_only_players_who_may_buy_in() -> None:
    standing = after_hand(LOBA, [90, 70, 20], [15, 12, 0])
    with pytest.raises(RequestError, match=r"player 1 may not buy in: only \[0\] may"):
        bought_in(LOBA, standing, [1])
    with pytest.raises(RequestError, match="nobody may"):
        bought_in(LOBA, bought_in(LOBA, standing, []), [0])


@pytest.mark.parametrize(("option", "winners"), [("lowest_total", (1, 2)), ("shared", (0, 1, 2))])
def test_all_that_are_left_may_go_out_in_one_hand(option: str, winners: tuple[int, ...]) -> None:
    known = rules("ramino-knock", {"tie.game_end": option})
    standing = after_hand(known, [100, 99, 98], [3, 3, 4])
    assert (standing.out, standing.over, standing.winners) == ((0, 1, 2), True, winners)


def test_the_first_to_reach_the_target_wins() -> None:
    found = settled("gin-rummy", KNOCK, counts=[3, 20], scores=[90, 99])
    assert found.game is not None
    assert (found.game.totals, found.game.over, found.game.winners) == ((107, 99), True, (0,))
    assert "Player 0 wins the game." in found.explain
    short = settled("gin-rummy", KNOCK, counts=[3, 12], scores=[90, 99])
    assert short.game is not None
    assert not short.game.over


def test_of_several_above_the_target_the_highest_wins() -> None:
    known = rules("knock-rummy", {"game.target": 100})
    assert after_hand(known, [95, 95, 90], [15, 15, 12]).winners == (0, 1)


def test_no_hand_is_played_after_the_end_of_a_game_or_by_a_player_who_is_out() -> None:
    with pytest.raises(RequestError, match="player 0 has 100 points: the game was over at 100"):
        after_hand(rules("gin-rummy"), [100, 0], [3, 0])
    with pytest.raises(RequestError, match="player 1 has 101 penalty points: a player is out"):
        after_hand(rules("ramino-knock"), [0, 101], [3, 0])
    with pytest.raises(RequestError, match=r"cannot have bought in 3 times: Loba .* allows 2"):
        after_hand(LOBA, [0, 0], [3, 0], [0, 3])


def test_single_hands_have_no_end() -> None:
    standing = after_hand(rules("tonk"), [5, -5], [3, -3])
    assert (standing.totals, standing.over) == ((8, -8), False)


def test_a_settlement_tells_the_state_of_the_game() -> None:
    fields: dict[str, Any] = {"counts": [0, 12, 15], "scores": [20, 70, 90]}
    found = settled("loba", OUT, **fields, buy_ins=[0, 0, 1])
    assert found.to_dict()["game"] == {
        "totals": [20, 82, 105],
        "out": [2],
        "may_buy_in": [2],
        "buy_in_at": 82,
        "over": False,
        "winners": [],
    }
    assert found.explain[-2:] == (
        "Player 2 is out of the game.",
        "Player 2 may buy in at 82.",
    )
    assert settled("loba", OUT, **fields, buy_ins=[0, 0, 2]).game != found.game
