"""Packs, jokers and cards dealt may depend on the number of players."""

from __future__ import annotations

import pytest

from meldwise.errors import RequestError
from meldwise.rules import rules

# Players, packs, jokers, cards each; after the rules of Wildcard and Cincinnati Rummy.
WILDCARD = [(2, 1, 2, 7), (3, 1, 2, 7), (4, 1, 2, 7), (5, 1, 2, 7), (6, 1, 2, 6), (7, 2, 4, 10)]


@pytest.mark.parametrize("name", ["wildcard-rummy", "cincinnati-rummy"])
@pytest.mark.parametrize(("players", "packs", "jokers", "cards"), WILDCARD)
def test_wildcard_and_cincinnati_deal_by_the_number_of_players(
    name: str, players: int, packs: int, jokers: int, cards: int
) -> None:
    game = rules(name)
    assert game.packs(players) == packs
    assert game.jokers_total(players) == jokers
    assert game.cards_dealt(players) == cards


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6, 7])
def test_with_two_packs_everybody_gets_ten_cards(players: int) -> None:
    game = rules("wildcard-rummy", {"deck.packs": 2})
    assert (game.jokers_total(players), game.cards_dealt(players)) == (4, 10)


def test_three_players_may_agree_on_ten_cards_from_one_pack() -> None:
    game = rules("cincinnati-rummy", {"deal.cards": {"2": 7, "3": 10, "4-5": 7, "6": 6, "7": 10}})
    assert [game.cards_dealt(players) for players in (2, 3, 4)] == [7, 10, 7]


def test_knock_rummy_deals_ten_to_two_players_and_seven_to_more() -> None:
    game = rules("knock-rummy")
    assert [game.cards_dealt(players) for players in (2, 3, 4, 5)] == [10, 7, 7, 7]


@pytest.mark.parametrize(
    ("name", "packs", "jokers", "cards"),
    [
        ("german-rummy", 2, 6, 13),
        ("tonk", 1, 0, 5),
        ("loba", 2, 4, 9),
        ("ramino-knock", 2, 4, 7),
        ("ramino-drift", 1, 2, 7),
        ("gin-rummy", 1, 0, 10),
    ],
)
def test_other_games_deal_alike_for_every_number_of_players(
    name: str, packs: int, jokers: int, cards: int
) -> None:
    game = rules(name)
    for players in range(game.players.min, game.players.max + 1):
        dealt = (game.packs(players), game.jokers_total(players), game.cards_dealt(players))
        assert dealt == (packs, jokers, cards)


def test_an_unknown_number_of_players_means_the_fewest() -> None:
    assert rules("knock-rummy").cards_dealt() == 10


@pytest.mark.parametrize("players", [-1, 0, 1, 8, 10**6])
def test_more_or_fewer_players_than_allowed_are_an_error(players: int) -> None:
    with pytest.raises(RequestError, match=f"is for 2 to 7 players, not {players}") as error:
        rules("wildcard-rummy").packs(players)
    assert error.value.where == {"field": "players", "value": players}


def test_more_players_than_the_packs_serve_are_refused_at_the_deal() -> None:
    game = rules("wildcard-rummy", {"deck.packs": 1})
    assert game.cards_dealt(5) == 7
    with pytest.raises(RequestError, match="7 players with 10 cards each leave no stock"):
        game.cards_dealt(7)
