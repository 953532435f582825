"""The worked examples of exchanges, shifts and lay-offs that have no data."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from meldwise.play import SwapJoker, legal_actions, why_not
from meldwise.play.actions import LayOff
from tests.unit.play.table import opened, position

_DATA = Path(__file__).parents[2] / "data"
CASES: dict[str, dict[str, Any]] = {
    case["id"]: case for case in json.loads((_DATA / "cases.json").read_text())
}


def test_g10_low_cards_may_be_laid_off_and_the_king_only_round_the_corner() -> None:
    for aces, king in (("corner", True), ("high_or_low", False)):
        known = opened(
            "german-rummy",
            "AH 5H KH 9C",
            ["2H 3H 4H", "TS JS QS KS"],
            options={"meld.run.aces": aces},
        )
        ace, five = ({"type": "lay-off", "card": card, "meld": 0} for card in ("AH", "5H"))
        assert why_not(known, ace) is None
        assert why_not(known, five) is None
        longer = opened(
            "german-rummy", "KH 9C", ["AH 2H 3H 4H", "TS JS QS KS"], options={"meld.run.aces": aces}
        )
        assert (why_not(longer, {"type": "lay-off", "card": "KH", "meld": 0}) is None) is king


def test_g11_no_exchange_before_the_own_initial_meld() -> None:
    known = position("german-rummy", "6C TH TD 2C 3D", ["6S 6H JK"])
    refusal = why_not(known, {"type": "swap-joker", "card": "6C", "meld": 0})
    assert refusal is not None
    assert refusal.code == "not-opened"


def test_g11_no_exchange_without_a_new_meld_for_the_joker() -> None:
    known = opened("german-rummy", "6C 9H 2D KC 4S", ["TS JS QS KS AS", "6S 6H JK"])
    refusal = why_not(known, {"type": "swap-joker", "card": "6C", "meld": 1})
    assert refusal is not None
    assert refusal.code == "no-use"


def test_l6_the_upcard_is_taken_only_into_a_new_meld_from_the_hand() -> None:
    draw = {"type": "draw", "from": "discard"}
    meld = position("loba", "4D 5D 7D 9S", discards="6D", phase="draw")
    assert why_not(meld, draw) is None
    layoff = position("loba", "9S KH", ["2D 3D 4D 5D"], discards="6D", phase="draw")
    refusal = why_not(layoff, draw)
    assert refusal is not None
    assert refusal.code == "no-use"


def test_l9_a_joker_is_thrown_only_as_the_last_card() -> None:
    two = position("loba", "JK 5C", ["7H 7C 7S"])
    assert [action.to_dict() for action in legal_actions(two)] == [
        {"type": "discard", "card": "5C"}
    ]
    one = position("loba", "JK", ["7H 7C 7S"])
    assert why_not(one, {"type": "discard", "card": "JK"}) is None


def test_rd2_a_swapped_joker_must_be_used_at_once() -> None:
    swap = {"type": "swap-joker", "card": "9D", "meld": 0}
    assert why_not(position("ramino-drift", "9D KS KH 2C", ["8D JK TD"]), swap) is None
    refusal = why_not(position("ramino-drift", "9D KS 4H 2C", ["8D JK TD"]), swap)
    assert refusal is not None
    assert refusal.code == "no-use"


def test_rd3_in_a_set_the_joker_is_any_missing_suit() -> None:
    for card, can in (("QD", True), ("QC", True), ("KD", False)):
        known = position("ramino-drift", f"{card} 7S 7H 2C", ["QH QS JK"])
        swap = {"type": "swap-joker", "card": card, "meld": 0}
        assert (why_not(known, swap) is None) is can


def test_rd4_laying_off_needs_an_own_meld_first() -> None:
    layoff = {"type": "lay-off", "card": "7H", "meld": 0}
    closed = position("ramino-drift", "7H 2C", ["4H 5H 6H"])
    refusal = why_not(closed, layoff)
    assert refusal is not None
    assert refusal.code == "not-opened"
    opened_now = {"placed": True, "opened": True}
    same_turn = opened("ramino-drift", "7H 2C", ["4H 5H 6H", "9S 9H 9D"], turn=opened_now)
    assert why_not(same_turn, layoff) is None


def test_rd10_the_last_meld_goes_out_without_a_discard() -> None:
    known = opened("ramino-drift", "4C 5C 6C", ["9S 9H 9D"])
    assert why_not(known, {"type": "meld", "cards": "4C 5C 6C"}) is None
    required = opened(
        "ramino-drift", "4C 5C 6C", ["9S 9H 9D"], options={"end.go_out_discard": "required"}
    )
    refusal = why_not(required, {"type": "meld", "cards": "4C 5C 6C"})
    assert refusal is not None
    assert refusal.code == "last-card"


def test_c14_the_ace_follows_the_joker_that_stands_for_the_king() -> None:
    expected = CASES["C14"]["expected"]
    known = opened("german-rummy", "AH 9C", ["JH QH JK=KH", "TS JS QS KS"])
    (layoff,) = [action for action in legal_actions(known) if isinstance(action, LayOff)]
    assert (str(layoff.card), layoff.meld) == ("AH", 0)
    assert expected == {"end_legal": True, "front_legal": False}


def test_f11_both_cards_fit_the_run_one_after_the_other() -> None:
    table = ["JS QS KS", "TD TC TH"]
    known = opened("german-rummy", "TS 9S 2H", table)
    targets = {
        (str(action.card), action.meld)
        for action in legal_actions(known)
        if isinstance(action, LayOff)
    }
    assert targets == {("TS", 0), ("TS", 1)}
    longer = opened("german-rummy", "9S 2H", ["TS JS QS KS", "TD TC TH"])
    assert why_not(longer, {"type": "lay-off", "card": "9S", "meld": 0}) is None


def test_f19_the_joker_of_a_set_of_four_is_taken_for_the_missing_suit() -> None:
    known = opened("german-rummy", "7C 8C TC 2H", ["7H 7D 7S JK", "TS JS QS KS"])
    swap = {"type": "swap-joker", "card": "7C", "meld": 0}
    assert (why_not(known, swap) is None) is CASES["F19"]["expected"]["swap_legal"]


def test_f20_strict_rules_want_both_missing_cards() -> None:
    expected = CASES["F20"]["expected"]
    table = ["4H 4D JK", "TS JS QS KS"]
    swap = {"type": "swap-joker", "card": "4C", "meld": 0}
    free = opened("german-rummy", "4C 8H 8D 2C", table)
    assert (why_not(free, swap) is None) is expected["rule_a"]
    strict = {"joker_swap.strict": True}
    refusal = why_not(opened("german-rummy", "4C 8H 8D 2C", table, options=strict), swap)
    assert (refusal is None) is expected["rule_c"]
    both = opened("german-rummy", "4C 4S 8H 8D 2C", table, options=strict)
    assert why_not(both, swap | {"with": ["4S"]}) is None


def test_f21_only_the_card_of_the_same_suit_frees_the_joker_of_a_run() -> None:
    known = position("ramino-drift", "5H 5D 9S 9C 2C", ["3H 4H JK 6H"])
    freeing = [str(action.card) for action in legal_actions(known) if isinstance(action, SwapJoker)]
    assert freeing == CASES["F21"]["expected"]["frees"]


def test_f22_the_freed_joker_makes_a_set() -> None:
    expected = CASES["F22"]["expected"]
    known = position("ramino-drift", "6H 9C 9D 2S 3C", ["5H JK 7H 8H"])
    melds = [action for action in legal_actions(known) if action.type == "meld"]
    assert bool(melds) is expected["without"]
    swap = {"type": "swap-joker", "card": "6H", "meld": 0}
    assert (why_not(known, swap) is None) is expected["with_swap"]


def test_b20_a_card_that_fits_two_melds_may_go_to_either() -> None:
    known = opened("ramino-drift", "7H 2C", ["4H 5H 6H", "7S 7C 7D"])
    for index in (0, 1):
        assert why_not(known, {"type": "lay-off", "card": "7H", "meld": index}) is None
