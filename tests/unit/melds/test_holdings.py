"""Cards that the packs cannot hold are refused by every question, with card and packs named."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from meldwise import best_melds, check, count_melds, rules
from meldwise.errors import HandError, RequestError

QUESTIONS: list[Callable[..., Any]] = [check, best_melds, count_melds]

# Cards, rule set, options that differ, code, what the sentence says, where.
REFUSED: list[tuple[str, str, dict[str, Any], str, str, dict[str, Any]]] = [
    (
        "AS 7H 7H",
        "gin-rummy",
        {},
        "card-too-often",
        "7H is held 2 times: Gin Rummy is played with one pack, so there is one",
        {"card": 2, "text": "7H", "count": 2},
    ),
    (
        "7H 7H 7H",
        "german-rummy",
        {},
        "card-too-often",
        "7H is held 3 times: .* with 2 packs, so there are 2",
        {"card": 1, "text": "7H", "count": 3},
    ),
    (
        "7H JK",
        "gin-rummy",
        {},
        "no-jokers",
        "Gin Rummy is played without jokers",
        {"card": 2, "text": "JK"},
    ),
    (
        "JK JK JK",
        "ramino-drift",
        {},
        "too-many-jokers",
        r"3 joker\(s\): .* is played with 2 in all",
        {"card": 1, "text": "JK"},
    ),
    (
        "7S 8S",
        "tonk",
        {"deck.ranks": "A234567JQK"},
        "rank-not-in-pack",
        "card 2 of the hand: 8S is not in the pack: its ranks are A 2 3 4 5 6 7 J Q K",
        {"card": 2, "text": "8S"},
    ),
    (
        " ".join(["7H"] * 200),
        "german-rummy",
        {},
        "too-many-cards",
        "200 cards: .* is played with 110 cards in all",
        {"cards": 200},
    ),
    (
        "KS KS",
        "wildcard-rummy",
        {},
        "card-too-often",
        "with one pack",
        {"card": 1, "text": "KS", "count": 2},
    ),
]


@pytest.mark.parametrize("ask", QUESTIONS, ids=lambda ask: ask.__name__)
@pytest.mark.parametrize(("cards", "name", "changes", "code", "sentence", "where"), REFUSED)
def test_cards_that_the_packs_do_not_hold_are_refused(
    ask: Callable[..., Any],
    cards: str,
    name: str,
    changes: dict[str, Any],
    code: str,
    sentence: str,
    where: dict[str, Any],
) -> None:
    with pytest.raises(HandError, match=sentence) as error:
        ask(cards, rules(name, changes))
    assert (error.value.code, error.value.where) == (code, where)


@pytest.mark.parametrize("ask", QUESTIONS, ids=lambda ask: ask.__name__)
def test_the_packs_may_depend_on_the_number_of_players(ask: Callable[..., Any]) -> None:
    with pytest.raises(HandError):
        ask("KS KS KH", "wildcard-rummy", players=3)
    assert ask("KS KS KH", "wildcard-rummy", players=7)


@pytest.mark.parametrize("players", [0, 1, 7, -1, 10**30, "2", 2.0, True, [], float("nan")])
@pytest.mark.parametrize("ask", QUESTIONS, ids=lambda ask: ask.__name__)
def test_a_number_of_players_that_the_game_has_not_is_refused(
    ask: Callable[..., Any], players: Any
) -> None:
    with pytest.raises(RequestError, match="is for 2 to 6 players") as error:
        ask("7H 8H 9H", "german-rummy", players=players)
    assert (error.value.code, error.value.where["field"]) == ("bad-players", "players")


def test_jokers_lose_their_colour_where_it_means_nothing() -> None:
    plain = check("JS QS JKr", "german-rummy")
    assert [str(meld) for meld in plain.readings] == ["JK=TS JS QS", "JS QS JK=KS"]
    assert str(best_melds("JS QS JKr JKb 7H", "german-rummy").hand) == "JS QS JK JK 7H"


def test_jokers_keep_their_colour_where_it_counts() -> None:
    coloured = rules("german-rummy", {"wild.joker_colours": True})
    assert [str(meld) for meld in check("JS QS JKb", coloured).readings] == [
        "JKb=TS JS QS",
        "JS QS JKb=KS",
    ]
    assert not check("JS QS JKr", coloured)


@pytest.mark.parametrize(
    ("cards", "jokers", "code", "words"),
    [
        ("JS QS JK", 6, "joker-without-colour", "card 3 of the hand: JK: .* JKr or JKb"),
        ("JKb JKb JKb JKb 7H", 6, "too-many-jokers", "JKb is held 4 times: .* 3 of that colour"),
        ("7H JKb", 1, "too-many-jokers", "JKb is held 1 times: .* 0 of that colour"),
        ("JKr JKr JKb", 2, "too-many-jokers", "2 in all"),
    ],
)
@pytest.mark.parametrize("ask", [check, best_melds])
def test_there_are_as_many_jokers_of_each_colour(
    ask: Callable[..., Any], cards: str, jokers: int, code: str, words: str
) -> None:
    coloured = rules("german-rummy", {"wild.joker_colours": True, "deck.jokers": jokers})
    with pytest.raises(HandError, match=words) as caught:
        ask(cards, coloured)
    assert caught.value.code == code
    assert best_melds("JKr JKr JKr JKb JKb JKb" if jokers == 6 else "JKr", coloured).hand
