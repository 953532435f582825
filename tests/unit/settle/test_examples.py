"""The worked examples of settlements that have no data, and more that the data can tell."""

from __future__ import annotations

from typing import Any

import pytest

from meldwise.errors import HandError, RequestError
from tests.golden.records import Example, examples
from tests.unit.settle.outcomes import KNOCK, OUT, scores, settled


def of(*checks: str) -> list[Any]:
    found = [example for example in examples() if example.check in checks]
    return [pytest.param(known, id=f"{known.id}-{known.input}") for known in found]


@pytest.mark.parametrize("example", of("deal_tonk", "deal_tonk_49"))
def test_only_a_player_with_the_points_wins_as_dealt(example: Example) -> None:
    least = 49 if example.check == "deal_tonk_49" else 50
    for player, points in enumerate(example.input):
        named = {"kind": "deal-win", "player": player}
        if points >= least:
            assert scores("tonk", named, example.input, deal_win__min=least) == example.expect
        else:
            with pytest.raises(RequestError, match=f"dealt hand of {points}: {least}") as caught:
                scores("tonk", named, example.input, deal_win__min=least)
            assert caught.value.code == "no-deal-win"


@pytest.mark.parametrize("example", of("go_out_meld_total"))
def test_the_own_melds_of_the_hand_that_went_out_score_as_published(example: Example) -> None:
    hands = [example.input, "4H 4S 6D 8C JH QS 2D"]
    changes = {"deck.packs": example.deck["deck.packs"]}
    if example.expect is None:
        with pytest.raises(HandError, match="leave KD when QD is discarded") as caught:
            settled("cincinnati-rummy", OUT, hands=hands, options=changes)
        assert caught.value.code == "not-out"
    else:
        found = settled("cincinnati-rummy", OUT, hands=hands, options=changes)
        assert found.scores == (example.expect, 0)
        assert found.winners == (0,)


# The worked examples of the rules that have no data.


def test_going_out_in_tonk_without_a_discard_wins_double() -> None:
    hands = ["4H 4D 4C 9S TS JS", "2H 2D 3C 7S 8D", "KH KD", "5H"]
    found = settled("tonk", OUT, hands=hands)
    assert found.scores == (6, -2, -2, -2)
    assert scores("tonk", {**OUT, "discarded": True}, [0, 22, 20, 5]) == [3, -1, -1, -1]


def test_a_knock_in_tonk_counts_all_cards_held() -> None:
    hands = ["3S 4S 5S 2D KH", "9S 9H 9D 9C AD"]
    assert settled("tonk", KNOCK, hands=hands).counts == (24, 37)
    unmelded = {"count.hand": "unmelded"}
    assert settled("tonk", KNOCK, hands=hands, options=unmelded).counts == (12, 1)


def test_the_winner_of_wildcard_rummy_scores_what_the_others_cannot_meld() -> None:
    hands = ["5D 6D 7D JK QC QH QS", "2H 7S 7D AC KD 4H JK", "TS JS 2D 5H 5C 8D AS"]
    found = settled("wildcard-rummy", OUT, hands=hands, options={"deck.packs": 2, "deal": DEAL})
    assert found.counts == (0, 25, 29)
    assert found.scores == (54, 0, 0)


DEAL = {"cards": 7, "cards_by_packs": {"2": 7}}


def test_going_out_at_once_in_loba_takes_ten_off() -> None:
    ending = {**OUT, "at_once": True}
    found = settled("loba", ending, hands=["", "AS KD 9C JK"], scores=[34, 0])
    assert found.scores == (-10, 39)
    assert found.game is not None
    assert found.game.totals == (24, 39)
    assert scores("loba", {**OUT, "at_once": False}, [0, 39]) == [0, 39]


def test_every_player_of_ramino_scores_his_own_deadwood() -> None:
    hands = [
        "3D 4D 5D 6C 9S 9H 9C",
        "AC 2C 3C 7C 7D 7S 7H",
        "TS JS QS 2D 5H 4C 6C",
        "JK KS 5D 8C AH QD 3C",
    ]
    found = settled("ramino-knock", KNOCK, hands=hands)
    assert found.scores == found.counts == (6, 0, 17, 57)


def test_a_knocker_of_ramino_may_be_out_of_the_game() -> None:
    found = settled("ramino-knock", KNOCK, counts=[6, 0, 10], scores=[95, 40, 90])
    assert found.game is not None
    assert found.game.totals == (101, 40, 100)
    assert found.game.out == (0,)
    assert not found.game.over


def test_the_drift_form_of_ramino_leaves_the_winner_at_his_score() -> None:
    found = settled("ramino-drift", OUT, counts=[0, 36, 37], scores=[20, 67, 27])
    assert found.scores == (0, 36, 37)
    assert found.game is not None
    assert (found.game.totals, found.game.out) == ((20, 103, 64), (1,))


def test_losers_of_german_rummy_count_melds_still_in_hand() -> None:
    found = settled("german-rummy", OUT, hands=["", "AS 2S 3S"])
    assert found.scores == (0, 16)


def test_a_player_of_german_rummy_may_lay_the_whole_hand_at_once() -> None:
    hand = "4S 5S 6S 7S 7H 7D 7C QD KD JK 2H 2S 2C 9C"
    ending = {**OUT, "at_once": True}
    hands = [hand, "KH KC 3D"]
    assert settled("german-rummy", ending, hands=hands).scores == (0, 23)
    double = {"score.go_out_at_once_factor": 2}
    assert settled("german-rummy", ending, hands=hands, options=double).scores == (0, 46)
