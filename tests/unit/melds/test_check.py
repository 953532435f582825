"""Readings of one meld: what each wild stands for, points, order, texts and JSON."""

from __future__ import annotations

from typing import Any

import pytest

from meldwise import check, rules
from meldwise.melds.readings import MOST_READINGS

# Rule set, options that differ, cards, readings with points.
READINGS: list[tuple[str, dict[str, Any], str, list[tuple[str, int]]]] = [
    ("german-rummy", {}, "QS KS JK", [("QS KS JK=AS", 31), ("JK=JS QS KS", 30)]),
    ("german-rummy", {}, "JK 7H 7S", [("7S 7H JK=7", 21)]),
    ("german-rummy", {}, "JK=JS QS KS", [("JK=JS QS KS", 30)]),
    ("german-rummy", {}, "KH AH JK", [("JK=QH KH AH", 31), ("KH AH JK=2H", 23)]),
    ("cincinnati-rummy", {}, "QS KS JK", [("JK=JS QS KS", 35), ("QS KS JK=AS", 35)]),
    ("wildcard-rummy", {}, "AS 2S 3S", [("AS 2S 3S", 16)]),
    (
        "wildcard-rummy",
        {"wild.natural_use": False},
        "AS 2S 3S",
        [("AS 2S=2S 3S", 16)],
    ),
    # As itself the two has no place; wild it is one of two cards.
    ("wildcard-rummy", {}, "5D 2S 7D", [("5D 2S=6D 7D", 18)]),
]


@pytest.mark.parametrize(("name", "changes", "cards", "wanted"), READINGS)
def test_every_reading_is_listed_dearest_first(
    name: str, changes: dict[str, Any], cards: str, wanted: list[tuple[str, int]]
) -> None:
    verdict = check(cards, rules(name, changes))
    found = [(str(meld), meld.points) for meld in verdict.readings]
    assert found == wanted


def test_one_natural_and_two_jokers_are_a_set_and_three_runs() -> None:
    verdict = check("4D JK JK", rules("german-rummy", {"wild.min_naturals": 1}))
    assert [(meld.kind, str(meld), meld.points) for meld in verdict.readings] == [
        ("run", "4D JK=5D JK=6D", 15),
        ("set", "4D JK=4 JK=4", 12),
        ("run", "JK=3D 4D JK=5D", 12),
        ("run", "JK=2D JK=3D 4D", 9),
    ]


def test_a_verdict_is_true_when_the_cards_are_a_meld() -> None:
    assert check("7H 8H 9H")
    assert not check("7H 8H TH")


def test_the_order_binds_only_when_asked_for() -> None:
    assert [m.points for m in check("JK JK 5H 6H", "romme", ordered=True).readings] == [18]
    assert [m.points for m in check("JK JK 5H 6H", "romme").readings] == [26, 22, 18]


def test_a_set_may_lie_in_any_order() -> None:
    assert check("7S 7C 7H", ordered=True).legal


def test_json_has_kind_cards_and_points_of_each_reading() -> None:
    assert check("QC KC AC JK", "ramino-drift").to_dict() == {
        "legal": False,
        "readings": [],
        "code": "ace-not-high",
        "reason": "the ace is low: no run goes on after the king",
    }
    assert check("7H 8H 9H").to_dict() == {
        "legal": True,
        "readings": [{"kind": "run", "cards": ["7H", "8H", "9H"], "points": 24}],
        "code": None,
        "reason": None,
    }


def test_what_a_meld_holds() -> None:
    (meld,) = check("JK 7H 7S", "romme").readings
    assert (meld.kind, meld.size, meld.wild_count, meld.pure) == ("set", 3, 1, False)
    assert [str(card) for card in meld.physical] == ["7S", "7H", "JK"]


def test_more_readings_than_anyone_reads_are_cut_off_and_said_so() -> None:
    many = rules("wildcard-rummy", {"deck.packs": 2, "deck.wild_ranks": ["2", "3", "4", "5"]})
    verdict = check("2S 3H 4C 5D 2H 3C JK 9S", many)
    assert len(verdict.readings) == MOST_READINGS
    assert verdict.truncated
    assert verdict.to_dict()["truncated"] is True
    points = [meld.points for meld in verdict.readings]
    assert points == sorted(points, reverse=True)
