"""Impossible outcomes are refused with a code, a place and what would be right."""

from __future__ import annotations

import json
from typing import Any

import pytest

from meldwise import settle
from meldwise.errors import HandError, InputError, RequestError
from tests.unit.settle.outcomes import KNOCK, OUT, STOCK_OUT

GIN: dict[str, Any] = {"rules": "gin-rummy", "ending": KNOCK, "counts": [5, 9]}
TONK: dict[str, Any] = {"rules": "tonk", "ending": KNOCK, "counts": [5, 9, 20]}
COURTS = {"deck.ranks": "TJQK", "deck.packs": 2}
HANDS = ["2S 3S 4S 5S 6S 7S 8S JH QH KH", "8H TH AC AD AS AH TC JC QC KC"]


def without(outcome: dict[str, Any], *names: str, **more: Any) -> dict[str, Any]:
    return {name: value for name, value in outcome.items() if name not in names} | more


WRONG: list[tuple[dict[str, Any], str, str]] = [
    ({**GIN, "ending": {"kind": "nock", "player": 0}}, "unknown-ending", "did you mean knock"),
    ({**GIN, "ending": {"kind": ["knock"], "player": 0}}, "unknown-ending", "is one of"),
    ({**GIN, "ending": {"kind": "knock"}}, "no-player", "0 to 1"),
    ({**GIN, "ending": {"kind": "knock", "player": 2}}, "bad-player", "numbered 0 to 1"),
    ({**GIN, "ending": {"kind": "knock", "player": -1}}, "bad-player", "numbered 0 to 1"),
    ({**GIN, "ending": {"kind": "knock", "player": True}}, "bad-player", "is not a player"),
    ({**GIN, "ending": {"kind": "knock", "player": 0.0}}, "bad-player", "is not a player"),
    ({**GIN, "ending": {"kind": "knock", "plyer": 0}}, "unknown-field", "did you mean player"),
    ({**GIN, "ending": {}}, "no-ending", "how the hand ended"),
    ({**GIN, "ending": "knock"}, "bad-ending", "is not an object"),
    (without(GIN, "ending"), "no-ending", "how the hand ended"),
    (without(GIN, "rules"), "no-rules", "which rule set"),
    ({**GIN, "rules": "gni-rummy"}, "unknown-rules", "did you mean gin-rummy"),
    ({**GIN, "options": {"knock.limt": 3}}, "unknown-option", "knock.limit"),
    ({**GIN, "options": 3}, "bad-options", "is not an object"),
    ({**GIN, "count": [1, 2]}, "unknown-field", "did you mean counts"),
    ({**GIN, "hands": HANDS}, "counts-or-hands", "both are given"),
    (without(GIN, "counts"), "counts-or-hands", "neither is given"),
    ({**GIN, "counts": [5, 9, 3]}, "bad-players", "Gin Rummy is for 2 players, not 3"),
    ({**TONK, "players": 4}, "bad-counts", "3 entries for 4 players"),
    ({**TONK, "players": "3"}, "bad-players", "is not a whole number"),
    ({**TONK, "scores": [1, 2]}, "bad-scores", "2 numbers for 3 players"),
    ({**GIN, "counts": 7}, "bad-counts", "is not a list"),
    ({**GIN, "counts": "59"}, "bad-counts", "is not a list"),
    ({**GIN, "counts": []}, "bad-players", "not 0"),
    ({**GIN, "counts": [5, -9]}, "bad-counts", "-9.*player 1"),
    ({**GIN, "counts": [True, 9]}, "bad-counts", "True.*player 0"),
    ({**GIN, "counts": [5, float("nan")]}, "bad-counts", "nan.*player 1"),
    ({**GIN, "counts": [5, float("inf")]}, "bad-counts", "inf.*player 1"),
    ({**GIN, "counts": [5, 10**30]}, "bad-counts", "whole number from 0 to"),
    ({**GIN, "counts": [5, 9.0]}, "bad-counts", "9.0"),
    ({**GIN, "counts": [5, None]}, "bad-counts", "None"),
    ({**GIN, "scores": [10**30, 0]}, "bad-scores", "whole number from"),
    ({**GIN, "buy_ins": [0, -1]}, "bad-buy_ins", "-1"),
    (
        {**GIN, "upcard": "3H", "options": {"knock.limit": "upcard"}},
        "knock-above-limit",
        "knocks with 5: 3 is the most",
    ),
    ({**GIN, "counts": [11, 9]}, "knock-above-limit", "knocks with 11: 10 is the most"),
    ({**GIN, "ending": OUT}, "out-with-points", "counts 5"),
    ({**GIN, "ending": STOCK_OUT, "rules": "loba"}, "ending-not-in-rules", "stock.on_empty"),
    ({**GIN, "rules": "loba"}, "ending-not-in-rules", "knock.allowed"),
    ({**GIN, "ending": {"kind": "deal-win"}}, "ending-not-in-rules", "deal_win.min"),
    (
        {**GIN, "ending": {"kind": "deal-win"}, "options": {"deal_win.min": 5}},
        "ending-not-in-rules",
        "stakes",
    ),
    ({**GIN, "ending": {**KNOCK, "at_once": True}}, "bad-at_once", "ending out"),
    ({**GIN, "ending": {**KNOCK, "discarded": True}}, "bad-discarded", "ending out"),
    ({**GIN, "ending": {**OUT, "discarded": "yes"}}, "bad-discarded", "true or false"),
    ({**GIN, "ending": {**OUT, "at_once": 1}}, "bad-at_once", "true or false"),
    ({**GIN, "ending": {**OUT, "discarded": False}}, "bad-discarded", "must be discarded"),
    (
        {**GIN, "ending": {**OUT, "discarded": True}, "options": {"end.go_out_discard": "none"}},
        "bad-discarded",
        "without a discard",
    ),
    ({**GIN, "ending": {**KNOCK, "declared": [0]}}, "bad-declared", "deal-win"),
    (
        {**TONK, "ending": {"kind": "deal-win", "declared": [1]}, "counts": [50, 9, 20]},
        "no-deal-win",
        "declared: player 1 has a dealt hand of 9: 50",
    ),
    (
        {**TONK, "ending": {"kind": "deal-win", "player": 1}, "counts": [50, 49, 20]},
        "no-deal-win",
        "player: player 1 has a dealt hand of 49: 50",
    ),
    (
        {
            **TONK,
            "ending": {"kind": "deal-win", "player": 1, "declared": [0]},
            "counts": [50, 49, 20],
        },
        "bad-player",
        "declared does not name that player",
    ),
    (
        {**TONK, "counts": [5, 51, 20]},
        "impossible-count",
        "51 of player 1.*1 to 5 cards.*50 at most",
    ),
    ({**TONK, "counts": [5, 0, 20]}, "impossible-count", "0 of player 1"),
    ({**TONK, "ending": {"kind": "deal-win"}, "counts": [50, 5, 9]}, "impossible-count", "5 cards"),
    (
        {**GIN, "options": COURTS, "counts": [0, 33]},
        "impossible-count",
        "cannot count 33",
    ),
    (
        {
            **GIN,
            "options": {
                **COURTS,
                "meld.set.min": 4,
                "meld.run.min": 4,
                "layoff.at_showdown": False,
            },
            "counts": [0, 80],
        },
        "impossible-count",
        "80 of player 1",
    ),
    (
        {**GIN, "rules": "cincinnati-rummy", "ending": OUT, "counts": [0, 40]},
        "impossible-count",
        "0 of player 0 .*what the melds are worth",
    ),
    (
        {**GIN, "rules": "cincinnati-rummy", "ending": OUT, "counts": [200, 0]},
        "impossible-count",
        "7 to 8 cards in melds cannot be worth 200, ",
    ),
    (
        {
            **GIN,
            "counts": [0, 9],
            "melded": [2000, 0],
            "ending": OUT,
            "options": {"score.model": "melds_minus_hand"},
        },
        "impossible-melded",
        "2000 points together",
    ),
    ({**GIN, "scores": [0, 100]}, "game-over", "player 1 has 100 points: .* over at 100"),
    (
        {**GIN, "rules": "loba", "ending": OUT, "counts": [0, 9], "scores": [0, 100]},
        "game-over",
        "player 1 has 100 penalty points: .*buying in",
    ),
    (
        {**GIN, "rules": "loba", "ending": OUT, "counts": [0, 9], "buy_ins": [3, 0]},
        "bad-buy_ins",
        "player 0 cannot have bought in 3 times: .* allows 2",
    ),
    ({**GIN, "buy_ins": [0, 1]}, "bad-buy_ins", "has no buying in"),
    ({**TONK, "ending": {"kind": "deal-win", "declared": [1, 1]}}, "bad-player", "twice"),
    ({**TONK, "ending": {"kind": "deal-win", "declared": 1}}, "bad-declared", "is not a list"),
    ({**TONK, "ending": OUT, "counts": [0, 9]}, "no-discarded", "wins two stakes"),
    (
        {**GIN, "options": {"score.spade_upcard_factor": 2}},
        "no-upcard",
        "say which it was",
    ),
    (
        {
            **GIN,
            "rules": "loba",
            "ending": {**OUT, "at_once": True},
            "counts": [0, 9],
            "options": {"score.go_out_at_once_floor": 0},
        },
        "no-scores",
        "running scores",
    ),
    (
        {**GIN, "options": {"score.model": "melds_minus_hand"}},
        "no-melded",
        "points that each player",
    ),
    ({**GIN, "table": [{"owner": 0, "cards": "2H 3H 4H"}]}, "no-table", "meld.time"),
    ({**TONK, "table": [{"owner": 3, "cards": "2H 3H 4H"}]}, "bad-owner", "0 to 2"),
    ({**TONK, "table": [{"cards": "2H 3H 4H"}]}, "bad-owner", "say which player"),
    (
        {**TONK, "table": [{"owner": 0, "cards": "2H 3H 5H"}]},
        "not-consecutive",
        "meld 0 of the table: 2H 3H 5H",
    ),
    ({**TONK, "table": 5}, "bad-table", "is not a list"),
    ({**GIN, "upcard": "JK"}, "no-jokers", "upcard: .*without jokers"),
    ({**GIN, "upcard": 7}, "bad-upcard", "is not text"),
    ({**GIN, "upcard": "7X"}, "not-a-card", "upcard: "),
    ({**GIN, "locale": 7}, "bad-locale", "is not text"),
]

WRONG_HANDS: list[tuple[dict[str, Any], str, str]] = [
    ({"hands": [HANDS[0], HANDS[1] + " 3D"]}, "bad-hand-size", "11 cards: .* holds 10"),
    ({"hands": [HANDS[0] + " 3D", HANDS[1]]}, "bad-hand-size", "player 0 .* holds 10"),
    ({"hands": [HANDS[0], ""]}, "bad-hand-size", "0 cards"),
    ({"hands": [HANDS[0], HANDS[1].replace("8H", "KH")]}, "card-too-often", "KH is seen 2 times"),
    ({"hands": [HANDS[0], HANDS[1].replace("8H", "JK")]}, "no-jokers", "player 1: .*joker"),
    ({"hands": [HANDS[0], HANDS[1].replace("8H", "AH")]}, "card-too-often", "player 1: AH"),
    ({"hands": [HANDS[0], "8H 7X"]}, "not-a-card", "hands 1: card 2"),
    ({"hands": ["8B", "9B"], "locale": "xx"}, "unknown-locale", "xx"),
    ({"hands": 3}, "bad-hands", "is not a list"),
    ({"hands": "8H"}, "bad-hands", "is not a list"),
    ({"hands": [HANDS[0], 8]}, "not-cards", "hands 1"),
    ({"hands": [HANDS[1], HANDS[0]], "ending": OUT}, "not-out", "leave 8H TH"),
    (
        {"hands": ["8H TH AC AD AS 2D 4C 5C 7C KC", HANDS[0]]},
        "knock-above-limit",
        "10 is the most",
    ),
    (
        {"rules": "tonk", "hands": ["3S 4S", "", "9H"]},
        "bad-hand-size",
        "player 1 has 0 cards: .* holds 1 to 5",
    ),
    (
        {
            "rules": "tonk",
            "hands": ["3S 4S", "9D", "9H"],
            "table": [{"owner": 0, "cards": "9C 9H 9S"}],
        },
        "card-too-often",
        "9H is seen 2 times .player 2, the table.",
    ),
]


@pytest.mark.parametrize(
    ("outcome", "code", "words"),
    WRONG + [({**without(GIN, "counts"), **changes}, *rest) for changes, *rest in WRONG_HANDS],
)
def test_an_impossible_outcome_is_refused(outcome: dict[str, Any], code: str, words: str) -> None:
    with pytest.raises(InputError, match=words) as caught:
        settle(outcome)
    assert caught.value.code == code
    assert json.dumps(caught.value.where)


def test_an_outcome_that_is_no_object_is_refused() -> None:
    with pytest.raises(RequestError, match="is not an object"):
        settle([1, 2])  # type: ignore[arg-type]


def test_an_error_says_whose_hand_and_which_card_it_is() -> None:
    with pytest.raises(HandError) as caught:
        settle({**without(GIN, "counts"), "hands": [HANDS[0], HANDS[1].replace("8H", "AH")]})
    assert caught.value.where["player"] == 1
    assert caught.value.where["text"] == "AH"


def test_more_players_than_the_rules_have_are_refused() -> None:
    with pytest.raises(RequestError, match="2 to 6 players, not 7"):
        settle({**TONK, "counts": [5] * 7})
