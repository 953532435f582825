"""Whole games: the deal goes round, players leave and buy in, targets end it."""

from __future__ import annotations

import pytest

from meldwise.errors import RequestError
from meldwise.play import Action, legal_actions, play_game, player
from meldwise.play.game import GameResult
from meldwise.position import Position
from meldwise.rules import rules


def greedy_game(name: str, players: int, **values: object) -> GameResult:
    seats = [player("greedy", seat) for seat in range(players)]
    return play_game(name, seats, **values)  # type: ignore[arg-type]


def test_gin_is_played_to_a_hundred() -> None:
    result = greedy_game("gin-rummy", 2, seed=2)
    assert result.over
    assert max(result.totals) >= 100
    assert result.winners == (result.totals.index(max(result.totals)),)
    assert max(result.hands[-2].standing.totals) < 100


def test_the_deal_passes_on_and_hands_have_seeds_of_their_own() -> None:
    result = greedy_game("knock-rummy", 3, seed=2, hands=4)
    assert [hand.state.dealer for hand in result.hands] == [2, 0, 1, 2]
    assert [hand.state.seed for hand in result.hands] == ["2/1", "2/2", "2/3", "2/4"]
    assert not result.over


def test_players_at_the_limit_leave_and_the_last_one_wins() -> None:
    result = greedy_game("ramino-drift", 4, seed=3)
    sizes = [len(hand.seats) for hand in result.hands]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] == 4
    assert sizes[-1] < 4
    assert result.over
    (winner,) = result.winners
    assert result.totals[winner] < 101
    assert all(total >= 101 for seat, total in enumerate(result.totals) if seat != winner)


def test_fewer_players_are_dealt_as_the_rules_say_for_fewer() -> None:
    result = greedy_game("ramino-drift", 4, seed=3)
    for hand in result.hands:
        assert hand.state.players == len(hand.seats)
        assert hand.state.dealer < len(hand.seats)


def test_players_who_buy_in_stand_level_with_the_highest_left() -> None:
    result = greedy_game("loba", 3, seed=4)
    hand = next(hand for hand in result.hands if hand.bought_in)
    (buyer,) = hand.bought_in
    at = hand.seats.index(buyer)
    others = [total for seat, total in enumerate(hand.standing.totals) if seat != at]
    assert hand.standing.totals[at] == max(others)
    later = result.hands[hand.number]
    assert buyer in later.seats
    refused = greedy_game("loba", 3, seed=4, buys_in=lambda _seat, _standing: False)
    assert not any(hand.bought_in for hand in refused.hands)


def test_nobody_buys_in_more_often_than_the_rules_allow() -> None:
    for seed in range(4):
        bought = [
            seat for hand in greedy_game("loba", 3, seed=seed).hands for seat in hand.bought_in
        ]
        assert all(bought.count(seat) <= 2 for seat in range(3))


def test_a_game_ends_when_too_few_are_left() -> None:
    known = rules("ramino-drift", {"players.min": 3})
    result = greedy_game(known, 4, seed=3)  # type: ignore[arg-type]
    assert result.over
    assert all(len(hand.seats) >= 3 for hand in result.hands)


def test_single_hands_are_the_game_where_the_rules_know_no_other_end() -> None:
    result = greedy_game("tonk", 3, seed=1)
    assert len(result.hands) == 1
    assert sum(result.totals) == 0


@pytest.mark.parametrize("values", [{"hands": 0}, {"dealer": 5}])
def test_impossible_games_are_refused(values: dict[str, int]) -> None:
    with pytest.raises(RequestError):
        greedy_game("gin-rummy", 2, **values)


class Scripted:
    """A player written by somebody else: takes the last legal action."""

    def choose(self, position: Position, /) -> Action:
        return legal_actions(position)[-1]


def test_anything_that_chooses_actions_is_a_player() -> None:
    result = play_game("knock-rummy", [Scripted(), player("greedy")], seed=1)
    assert len(result.hands) == 1
