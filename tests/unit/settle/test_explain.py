"""The sentences that say who pays whom and why."""

from __future__ import annotations

from tests.unit.settle.outcomes import KNOCK, OUT, settled


def test_a_caught_knock_is_explained_payment_by_payment() -> None:
    assert settled("tonk", KNOCK, counts=[12, 12, 20, 31]).explain == (
        "Player 0 knocks with 12; player 1 counts 12, player 2 counts 20 and player 3 counts 31.",
        "A tie is lost by the player who ended the hand, player 0. Player 1 has the lowest count "
        "and wins.",
        "Player 0 pays player 1 2 (two stakes): the knock is caught, 12 against 12.",
        "Player 0, player 2 and player 3 each pay player 1 1 (one stake): the lowest count.",
    )


def test_points_are_explained_as_a_sum() -> None:
    assert settled("knock-rummy", KNOCK, counts=[8, 5, 22]).explain == (
        "Player 0 knocks with 8; player 1 counts 5 and player 2 counts 22.",
        "Player 1 has the lowest count and wins.",
        "Player 1 scores 8 + 22 − 5 + 10 = 35 (10 because the knocker lost).",
    )


def test_penalties_are_explained_player_by_player() -> None:
    ending = {**OUT, "at_once": True}
    assert settled("loba", ending, counts=[0, 39], scores=[34, 70]).explain == (
        "Player 0 is out in one turn; player 1 counts 39.",
        "Player 0 wins the hand.",
        "Player 1 gets 39 penalty points.",
        "Player 0 went out in one turn and deducts 10.",
        "Player 1 is out of the game.",
        "Player 0 wins the game.",
    )


def test_own_melds_are_explained_without_the_others() -> None:
    hands = ["AC 2C 3C 9D 9H 9S 9C JK", "4H 4S 6D 8C JH QS 2D"]
    assert settled("cincinnati-rummy", OUT, hands=hands).explain == (
        "Player 0 melds 9S 9H 9D 9C and AC 2C 3C JK=4C.",
        "Player 0 is out without a discard.",
        "Player 0 scores 67: 67 for the melds. The others score nothing.",
    )


def test_shared_and_lost_ties_are_explained() -> None:
    split = {"tie.several_non_knockers": "split"}
    assert settled("knock-rummy", KNOCK, counts=[8, 5, 5], options=split).explain[1:] == (
        "Player 1 and player 2 share the lowest count and share the win.",
        "Player 1 and player 2 share 8 + 5 − 5 + 10 = 18 (10 because the knocker lost).",
    )
    assert settled("knock-rummy", KNOCK, counts=[8, 5, 5]).explain[1:] == (
        "Player 1 and player 2 share the lowest count: nobody wins.",
    )


def test_multiplied_hands_say_so() -> None:
    options = {"score.spade_upcard_factor": 2}
    found = settled("gin-rummy", KNOCK, counts=[4, 9], upcard="AS", options=options)
    assert found.explain[-1] == "Player 0 scores 9 − 4 = 5, counted double."
