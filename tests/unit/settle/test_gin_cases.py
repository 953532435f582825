"""Published situations of gin rummy, settled card by card."""

from __future__ import annotations

from typing import Any

import pytest

from tests.golden.records import cases
from tests.unit.settle.outcomes import KNOCK, OUT, scores, settled

CASES = {case.id: case for case in cases()}


def hand_of(case: str) -> str:
    return CASES[case].hand.replace("10", "T")


def expected(case: str) -> dict[str, Any]:
    return CASES[case].expected


def test_a_ten_goes_where_the_nine_can_follow_it() -> None:
    knocker = "AS AH AD TC TD TH JS QS KS 2H"
    found = settled("gin-rummy", KNOCK, hands=[knocker, hand_of("B04")])
    assert found.counts == (2, expected("B04")["defender_deadwood"])
    assert found.scores[0] - found.scores[1] == expected("B04")["score_for_knocker"]
    assert found.hands is not None
    assert [str(laid.meld) for laid in found.hands[1].laid_off] == ["9S TS JS QS KS"]


def test_nothing_is_laid_off_on_gin() -> None:
    # Two hearts are left, the eight and the ten.
    hands = [hand_of("B05"), "8H TH AC AD AS AH TC JC QC KC"]
    found = settled("gin-rummy", KNOCK, hands=hands)
    assert found.scores[0] == expected("B05")["score_for_knocker"]
    against = {"layoff.against_gin": True}
    assert settled("gin-rummy", KNOCK, hands=hands, options=against).scores[0] == 33


def test_cards_follow_each_other_on_a_meld_that_has_grown() -> None:
    knocker = "AH 2H 3H 7S 7D 7C 9S 9D 9C 8C"
    found = settled("gin-rummy", KNOCK, hands=[knocker, hand_of("B18")])
    assert found.counts == (8, expected("B18")["deadwood"])


def test_a_tie_is_an_undercut_or_nothing_as_the_rules_say() -> None:
    undercut = scores("gin-rummy", KNOCK, [5, 5])
    nothing = scores("gin-rummy", KNOCK, [5, 5], tie__lowest="nobody")
    assert undercut[0] - undercut[1] == expected("B17")["tie_is_undercut"]
    assert nothing[0] - nothing[1] == expected("B17")["tie_is_nothing"]


@pytest.mark.parametrize(
    ("held", "kind"),
    [(card, "run") for card in expected("B03")["sets_take"]]
    + [(card, "set") for card in expected("B03")["runs_take"]],
)
def test_a_knocker_chooses_the_spread_that_takes_less_of_the_other_hand(
    held: str, kind: str
) -> None:
    rest = "5S 6H 7C 9D TC JH QS QH 8C"
    found = settled("gin-rummy", KNOCK, hands=[hand_of("B03"), f"{held} {rest}"])
    assert found.counts[0] == 10
    assert found.hands is not None
    assert {meld.kind for meld in found.hands[0].melds} == {kind}
    assert found.hands[1].laid_off == ()
    assert any("chose these melds" in line for line in found.explain)


def test_the_worked_examples_of_gin_come_out() -> None:
    assert scores("gin-rummy", KNOCK, [6, 6]) == [0, 25]
    assert scores("gin-rummy", KNOCK, [8, 11]) == [3, 0]


def test_a_defender_breaks_a_meld_to_lay_off_more() -> None:
    # The queens would be a meld, but two of them and both tens go on the knocker's runs.
    hands = ["7S 8S 9S 7H 8H 9H 3C 3D 3S 2D", "TS TH TD JS JH 3H 4C 5D 6C KC"]
    found = settled("gin-rummy", KNOCK, hands=hands)
    assert found.counts == (2, 10 + 4 + 5 + 6 + 10)


def test_gin_is_the_same_whether_it_is_called_a_knock_or_going_out() -> None:
    knock = scores("gin-rummy", KNOCK, [0, 18])
    assert knock == scores("gin-rummy", OUT, [0, 18]) == [43, 0]


def test_gin_beats_a_hand_that_is_melded_too() -> None:
    assert scores("gin-rummy", KNOCK, [0, 0]) == [25, 0]


def test_big_gin_needs_eleven_cards_and_the_option() -> None:
    hands = ["2S 3S 4S 5S 6S 7S 8S JH QH KH TH", "8H 9D AC AD AS 4C 4D 4H 6D 6C"]
    big = {**OUT, "discarded": False}
    found = settled("gin-rummy", big, hands=hands, options={"end.big_gin": True})
    assert found.counts == (0, 29)
    assert found.scores == (29 + 31, 0)
