"""Every reason why cards are no meld: its code, and a sentence with the right numbers."""

from __future__ import annotations

from typing import Any

import pytest

from meldwise import check, rules
from meldwise.melds import sentences

JOKERS = {"deck.jokers": 3}
COLOURED = {"deck.jokers": 2, "wild.joker_colours": True}
TWO_PACKS = {"deck.packs": 2}

# Code, rule set, options that differ, cards, and a part of the sentence.
FAULTS: list[tuple[str, str, dict[str, Any], str, str]] = [
    ("stands-for-another", "german-rummy", {}, "QS KS JK=5H", "cannot stand for"),
    ("stands-for-another", "german-rummy", {}, "QS QH JK=5", "cannot stand for"),
    ("stands-for-another", "gin-rummy", {}, "7H=8H 8H 9H", "cannot stand for"),
    ("joker-colour", "gin-rummy", COLOURED, "JS QS JKr", "its own colour"),
    ("joker-colour", "gin-rummy", COLOURED, "TD TH JKr", "its own colour"),
    ("adjacent-wilds", "german-rummy", {}, "3S JK JK JK 7S", "more than two wild cards"),
    (
        "adjacent-wilds",
        "gin-rummy",
        JOKERS | {"wild.max_adjacent": 1},
        "5D JK JK 8D",
        "more than one wild card ",
    ),
    ("wild-at-run-end", "gin-rummy", JOKERS | {"wild.at_run_ends": False}, "3S 4S JK", "first or"),
    ("too-many-wilds", "loba", {}, "5D JK JK JK 9D", "a run may hold two wild cards"),
    (
        "too-many-wilds",
        "gin-rummy",
        JOKERS | {"wild.max_in_set": 1},
        "5D 5H JK JK",
        "a set may hold one wild card ",
    ),
    (
        "more-wilds-than-naturals",
        "gin-rummy",
        JOKERS | {"wild.not_more_than_naturals": True},
        "7H JK JK",
        "more wild cards than natural",
    ),
    ("too-few-naturals", "german-rummy", {}, "7H JK JK", "needs two natural cards"),
    ("too-few-naturals", "wildcard-rummy", TWO_PACKS, "JK JK JK", "needs one natural card "),
    ("wild-not-allowed-in-set", "loba", {}, "7H 7C JK", "not stand in a set"),
    (
        "wild-not-allowed-in-run",
        "gin-rummy",
        JOKERS | {"wild.allowed_in": "sets"},
        "5D 6D JK",
        "not stand in a run",
    ),
    ("set-too-large", "german-rummy", {}, "KH KD KC KS JK", "4 cards at most, not 5"),
    ("set-too-large", "gin-rummy", {"meld.set.max": 3}, "KH KD KC KS", "3 cards at most, not 4"),
    ("run-too-long", "ramino-knock", {}, "4H 5H 6H 7H 8H", "4 cards at most, not 5"),
    ("suit-twice", "german-rummy", {}, "KH KH KC", "each suit only once"),
    (
        "needs-one-suit",
        "gin-rummy",
        {"deck.packs": 3, "meld.set.suits": 1, "meld.set.max": None},
        "KH KH KC",
        "exactly one suit",
    ),
    ("needs-two-suits", "gin-rummy", TWO_PACKS | {"meld.set.suits": 2}, "KH KD KC", "exactly two"),
    ("needs-three-suits", "loba", {}, "KH KD KC KS", "exactly three different suits"),
    ("needs-three-suits", "loba", {}, "KH KH KD", "exactly three different suits"),
    ("needs-four-suits", "gin-rummy", {"meld.set.suits": 4}, "KH KD KC", "exactly four"),
    ("ace-not-high", "gin-rummy", {}, "QC KC AC", "no run goes on after the king"),
    ("ace-not-high", "ramino-drift", {}, "KC AC JK", "no run goes on after the king"),
    ("ace-not-low", "gin-rummy", {"meld.run.aces": "high"}, "AC 2C 3C", "no run begins with it"),
    ("round-the-corner", "gin-rummy", {"meld.run.aces": "high_or_low"}, "KC AC 2C", "the corner"),
    ("round-the-corner", "loba", {}, "KD AD JK 3D", "round the corner"),
    ("too-short", "gin-rummy", {}, "KH KD", "a set has 3 cards or more, not 2"),
    ("too-short", "loba", {}, "5D 6D 7D", "a run has 4 cards or more, not 3"),
    ("too-short", "gin-rummy", {}, "", "3 cards or more, not 0"),
    ("rank-twice", "german-rummy", {}, "4H 4H 5H", "each rank only once"),
    ("not-consecutive", "gin-rummy", {}, "3H 5H 6H", "not consecutive"),
    ("not-consecutive", "gin-rummy", {}, "AH 5H 6H", "not consecutive"),
    ("not-consecutive", "german-rummy", {}, "3S 4S 9S JK", "not consecutive"),
    ("sets-not-allowed", "gin-rummy", {"meld.set.allowed": False}, "7H 7D 7S", "sets are no"),
    ("runs-not-allowed", "gin-rummy", {"meld.run.allowed": False}, "7H 8H 9H", "runs are no"),
    ("not-one-rank-or-suit", "gin-rummy", {}, "7H 8D 9H", "neither a rank nor a suit"),
    ("not-one-rank-or-suit", "german-rummy", {}, "7H 8C JK", "neither a rank nor a suit"),
]
ORDERED = [
    ("gin-rummy", "3S 5S 4S"),
    ("gin-rummy", "5S 4S 3S"),
    ("german-rummy", "JK 3S 5S"),
]


@pytest.mark.parametrize(("code", "name", "changes", "cards", "sentence"), FAULTS)
def test_a_fault_has_its_code_and_its_numbers(
    code: str, name: str, changes: dict[str, Any], cards: str, sentence: str
) -> None:
    verdict = check(cards, rules(name, changes))
    assert (verdict.legal, verdict.code, verdict.readings) == (False, code, ())
    assert verdict.reason is not None
    assert sentence in verdict.reason


@pytest.mark.parametrize(("name", "cards"), ORDERED)
def test_a_meld_in_another_order_is_told_apart(name: str, cards: str) -> None:
    assert check(cards, name).legal
    verdict = check(cards, name, ordered=True)
    assert (verdict.code, verdict.readings) == ("not-in-order", ())
    assert "not in the order" in str(verdict.reason)


def test_every_code_is_produced_by_some_cards() -> None:
    produced = {fault[0] for fault in FAULTS} | {"not-in-order"}
    assert produced == set(sentences._NEAREST_FIRST)


def test_a_legal_meld_has_no_code_and_no_reason() -> None:
    verdict = check("3S 4S 5S")
    assert (verdict.legal, verdict.code, verdict.reason) == (True, None, None)


@pytest.mark.parametrize(
    ("name", "cards", "wanted"),
    [
        # Too large as well: but without the second king of hearts it would be a set.
        ("german-rummy", "KH KH KD KC KS", "suit-twice"),
        # Too short for a run as well: but three cards would do for a set.
        ("loba", "5D JK JK", "wild-not-allowed-in-set"),
        # Neither consecutive as they stand nor with the ace low or high.
        ("loba", "KD AD JK 3D", "round-the-corner"),
    ],
)
def test_of_several_faults_the_nearest_is_told(name: str, cards: str, wanted: str) -> None:
    assert check(cards, name).code == wanted


@pytest.mark.parametrize(
    ("cards", "name", "legal"),
    [
        ("7S 7H JK=7S", "german-rummy", False),
        ("7S 7H JK=7D JK=7D", "german-rummy", False),
        ("7S 7H JK=7D JK=7C", "german-rummy", True),
        ("7S 7H JK=7", "german-rummy", True),
        ("KS KH JK=KS", "ramino-drift", False),
        ("KS KH JK=KS", "ramino-knock", True),
    ],
)
def test_a_wild_in_a_set_stands_for_a_suit_that_is_still_missing(
    cards: str, name: str, legal: bool
) -> None:
    verdict = check(cards, name)
    assert verdict.legal == legal
    assert verdict.code == (None if legal else "stands-for-another")
