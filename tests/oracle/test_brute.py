"""The brute force against published positions, worked examples, and itself."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any, get_args

import pytest

from meldwise.rules import rules

from .brute import (
    Arrangement,
    Best,
    Discard,
    Goal,
    Options,
    arrangements,
    best,
    best_with,
    count_optimal,
    hand_value,
    readings,
)

DATA = Path(__file__).parents[1] / "data"
EXAMPLES = json.loads((DATA / "examples.json").read_text("utf-8"))
CASES = json.loads((DATA / "cases.json").read_text("utf-8"))

RANK_NUMBERS = "A23456789TJQK"
OPTION_NAMES = {
    "aces": "meld.run.aces",
    "set_suits": "meld.set.suits",
    "run_min": "meld.run.min",
    "max_wild": "wild.max_per_meld",
    "wild_natural": "wild.natural_use",
}
HAND_VALUES = {"A": "values.hand.ace", "C": "values.hand.court", "X": "values.hand.joker"}
CHECKS = {
    "legal_meld",
    "meld_value_max",
    "meld_values_all",
    "run_readings",
    "min_deadwood",
    "min_deadwood_then_max_value",
    "min_deadwood_after_discard",
    "go_out_meld_total",
    "points_all_cards_held",
}


def cards(text: str) -> list[str]:
    """Cards from the notation of the data: ``10H`` and ``X`` as well as ``TH`` and ``JK``."""
    return text.replace("10", "T").replace("X", "JK").split()


def preset(name: str, **changes: Any) -> Options:
    """A preset with options changed, dots in their names written as ``__``."""
    return rules(name, {key.replace("__", "."): value for key, value in changes.items()}).to_dict()


def rank_numbers(slots: tuple[str, ...]) -> list[int]:
    """The ranks of a run as numbers, an ace after the king as 14."""
    ranks = [slot.split("=")[-1][0] for slot in slots]
    return [
        14 if rank == "A" and at else RANK_NUMBERS.index(rank) + 1 for at, rank in enumerate(ranks)
    ]


def answer(check: str, hand: list[str], options: Options, packs: int, discard: Discard) -> Any:
    """What the brute force says to one check of the worked examples."""
    match check:
        case "legal_meld":
            return bool(readings(hand, options, packs))
        case "meld_value_max":
            return max(way.points for way in readings(hand, options, packs))
        case "meld_values_all":
            return sorted({way.points for way in readings(hand, options, packs)})
        case "run_readings":
            runs = [way for way in readings(hand, options, packs) if way.kind == "run"]
            return sorted(rank_numbers(run.slots) for run in runs)
        case "min_deadwood":
            return best(hand, options, packs, "deadwood", "none").deadwood
        case "min_deadwood_then_max_value":
            return [*best(hand, options, packs, "deadwood", "none")[:2]]
        case "min_deadwood_after_discard":
            return best(hand, options, packs, "deadwood", "required").deadwood
        case "go_out_meld_total":
            out = best(hand, options, packs, "out", discard)
            return out.meld_points if out.out else None
        case "points_all_cards_held":
            return sum(hand_value(card, options) for card in hand)
    raise AssertionError(check)


@pytest.mark.parametrize(
    "example",
    [example for example in EXAMPLES if example["check"] in CHECKS],
    ids=lambda example: f"{example['id']} {example['check']} {example['input']}",
)
def test_agrees_with_the_worked_example(example: dict[str, Any]) -> None:
    changes: dict[str, Any] = {}
    for name, value in example["options"].items():
        if name == "hand":
            changes |= {HAND_VALUES[card]: points for card, points in value.items()}
        elif name != "discard":
            changes[OPTION_NAMES[name]] = value
    rule_set = rules(example["rules"], changes)
    discard = example["options"].get("discard", "none")
    packs = example["deck"].get("deck.packs", rule_set.packs())
    found = answer(example["check"], cards(example["input"]), rule_set.to_dict(), packs, discard)
    assert found == example["expect"]


def test_every_check_is_among_the_worked_examples() -> None:
    assert {example["check"] for example in EXAMPLES} >= CHECKS


@pytest.mark.parametrize(
    "case",
    [case for case in CASES if case["id"][0] == "A" and "min_deadwood" in case["expected"]],
    ids=lambda case: case["id"],
)
def test_agrees_with_the_published_gin_hand(case: dict[str, Any]) -> None:
    hand, options, expected = cards(case["hand"]), preset("gin-rummy"), case["expected"]
    found = best(hand, options, 1, "deadwood", "none")
    assert found.deadwood == expected["min_deadwood"]
    assert found.out == expected.get("gin", expected["min_deadwood"] == 0)
    if "optimal_partitions" in expected:
        assert count_optimal(hand, options, 1) == expected["optimal_partitions"]
    if "melds" in expected:
        wanted = sorted(sorted(cards(meld)) for meld in expected["melds"])
        laid = [
            sorted(sorted(meld.cards) for meld in arrangement.melds)
            for arrangement in arrangements(hand, options, 1)
            if sorted(arrangement.deadwood) == sorted(cards(expected["rest"]))
        ]
        assert wanted in laid


def test_finds_all_melds_of_a_block_of_cards() -> None:
    block = cards("4S 4C 4D 4H 5S 5C 5D 5H 6S 6C 6D")
    found = arrangements(block, preset("gin-rummy"), 1)
    assert sum(len(arrangement.melds) == 1 for arrangement in found) == 14


@pytest.mark.parametrize(
    ("text", "slots"),
    [
        ("QS KS X", [("JK=JS", "QS", "KS"), ("QS", "KS", "JK=AS")]),
        ("2H 3H 2D", [("2D=AH", "2H", "3H"), ("2H", "3H", "2D=4H")]),
        ("AH 2D 3H", [("AH", "2D=2H", "3H")]),
        ("9S 9C 2S", [("9S", "9C", "2S=9")]),
        ("2S 2H X", [("2S", "2H", "JK=2")]),
        ("2H X 4H", [("2H", "JK=3H", "4H"), ("JK=2H", "2H=3H", "4H"), ("4H", "2H=4", "JK=4")]),
    ],
)
def test_gives_each_reading_slot_by_slot(text: str, slots: list[tuple[str, ...]]) -> None:
    found = readings(cards(text), preset("wildcard-rummy"), 1)
    assert set(slots) <= {reading.slots for reading in found}
    assert len({reading.slots for reading in found}) == len(found)


def test_calls_a_run_pure_when_its_wild_rank_card_lies_at_home() -> None:
    found = readings(cards("AS 2S 3S"), preset("wildcard-rummy"), 1)
    assert [(reading.slots, reading.wilds, reading.pure) for reading in found] == [
        (("AS", "2S", "3S"), 0, True)
    ]


def test_a_wild_rank_that_is_never_natural_stays_wild_at_home() -> None:
    options = preset("wildcard-rummy", wild__natural_use=False)
    found = readings(cards("AS 2S 3S"), options, 1)
    assert ("AS", "2S=2S", "3S") in {reading.slots for reading in found}
    assert {reading.wilds for reading in found} == {1}


CANASTA = {
    "deck__wild_ranks": ["2"],
    "meld__run__allowed": False,
    "meld__set__suits": "any",
    "meld__set__max": None,
    "wild__min_naturals": 2,
    "wild__max_per_meld": 3,
    "wild__not_more_than_naturals": True,
    "wild__natural_use": False,
}
COLOURED = {"wild__joker_colours": True, "wild__min_naturals": 1}
SPANISH = {"deck__ranks": "A234567JQK"}
BOTH_ACES = {"meld__run__max": 14, "meld__run__aces": "high_or_low"}
TWO_SUITS = {"deck__packs": 2, "meld__set__suits": 2, "meld__set__max": None}
LINE = "AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH "


@pytest.mark.parametrize(
    ("changes", "text", "packs", "legal"),
    [
        (CANASTA, "9S 9H 9D 2S 2H X", 2, True),
        (CANASTA, "5S 2H 2D", 2, False),
        (CANASTA, "9S 9H 9C 9D 2S 2H 2D X", 2, False),
        (COLOURED, "TD TC JKr", 2, True),
        (COLOURED, "TD TH JKr", 2, False),
        (COLOURED, "TS TC JKr JKr", 2, True),
        (COLOURED, "TS TH JKr JKr", 2, False),
        (COLOURED, "JS QS JKr", 2, False),
        (COLOURED, "JS QS JKb", 2, True),
        (SPANISH, "6S 7S JS", 1, True),
        (SPANISH, "5S 7S JS", 1, False),
        ({"wild__at_run_ends": False}, "4S 5S X", 1, False),
        ({"wild__at_run_ends": False}, "4S X 6S", 1, True),
        ({"wild__max_in_run": 1}, "4S X 6S X", 1, False),
        ({"wild__max_in_run": 1}, "4S 4H X X", 1, True),
        ({"wild__max_in_set": 1}, "4S 4H X X", 1, False),
        ({"wild__allowed_in": "none"}, "4S 4H X", 1, False),
        (TWO_SUITS, "4S 4S 4H", 2, True),
        (TWO_SUITS, "4S 4H 4D", 2, False),
        (TWO_SUITS, "4S 4S X X", 2, True),
        (TWO_SUITS, "4S 4S 4H X X", 2, False),
        ({"wild__min_naturals": 0}, "X X X X", 1, True),
        ({"meld__set__suits": "any"}, "4S 4S 4H", 1, False),
        ({"meld__run__aces": "high"}, "AH 2H 3H", 1, False),
        ({"meld__run__aces": "high"}, "QH KH AH", 1, True),
        (BOTH_ACES, LINE + "AH", 2, True),
        (BOTH_ACES, LINE + "X", 1, True),
        ({"meld__run__max": 13, "meld__run__aces": "corner"}, LINE + "AH", 2, False),
        ({"meld__run__max": 14, "meld__run__aces": "corner"}, LINE + "5H", 2, True),
        ({"meld__run__max": 14, "meld__run__aces": "high_or_low"}, LINE + "5H", 2, False),
    ],
)
def test_options_decide_what_is_a_meld(
    changes: dict[str, Any], text: str, packs: int, legal: bool
) -> None:
    assert bool(readings(cards(text), preset("gin-rummy", **changes), packs)) is legal


def test_values_follow_the_slot_and_the_rank_table() -> None:
    table = {"values__meld__ranks": {"K": 25, "A": 3}, "values__meld__ace_low": 5}
    plain = preset("gin-rummy", values__meld__ace_low=5, values__meld__ace_set=15)
    assert readings(cards("AS 2S 3S"), plain, 1)[0].points == 10
    assert readings(cards("AS AH AD"), plain, 1)[0].points == 45
    assert readings(cards("AS 2S 3S"), preset("gin-rummy", **table), 1)[0].points == 8
    assert readings(cards("KS KH X"), preset("gin-rummy", **table), 1)[0].points == 75
    fixed = preset("wildcard-rummy", values__meld__wild=7, values__meld__joker=15)
    assert readings(cards("KS KH 2S X"), fixed, 1)[0].points == 42


def test_merges_twins_and_readings_when_it_counts_partitions() -> None:
    options = preset("gin-rummy", deck__packs=2)
    assert count_optimal(cards("7S 7S 7H 7D"), options, 2) == 1
    assert count_optimal(cards("7S 7S 7H 7H 7D 7D"), options, 2) == 1
    assert count_optimal(cards("QS KS X"), preset("german-rummy"), 2) == 1
    twos_wild = preset("gin-rummy", deck__wild_ranks=["2"], values__hand__wild=20)
    assert count_optimal(cards("AS 2S 3S 2H 9C 9D KD"), twos_wild, 1) == 2


def test_six_jokers_are_no_trouble() -> None:
    hand = cards("2H 5S 9D KC 7H JD 3S TC X X X X X X")
    options = preset("german-rummy", meld__run__aces="high_or_low")
    assert best(hand, options, 2, "deadwood", "none").deadwood == 9


def test_goals_differ_in_what_they_prefer() -> None:
    options = preset("gin-rummy", values__meld__ace_set=60)
    hand = cards("AS AH AD 2S 3S")
    assert best(hand, options, 1, "deadwood", "none") == Best(2, 6, 0, False)
    assert best(hand, options, 1, "points", "none") == Best(5, 180, 0, False)
    assert best(hand, options, 1, "out", "none") == Best(2, 6, 0, False)


def test_discards_one_card_and_may_be_out() -> None:
    options = preset("gin-rummy")
    assert best([], options, 1, "deadwood", "required") == Best(0, 0, 0, True)
    assert best(["KS"], options, 1, "out", "required") == Best(0, 0, 0, True)
    assert best(cards("3H 4H 5H 6H"), options, 1, "out", "none") == Best(0, 18, 0, True)
    assert best(cards("3H 4H 5H 6H"), options, 1, "out", "required") == Best(0, 15, 0, True)
    assert best(cards("3H 4H 5H 6H"), options, 1, "out", "optional") == Best(0, 18, 0, True)
    assert best(cards("3H 4H KH QS"), options, 1, "out", "optional") == Best(17, 0, 0, False)


def random_hands(seed: int, size: int, packs: int, jokers: int) -> list[list[str]]:
    """Hands from a pack of few ranks, so that melds are many."""
    rng = random.Random(seed)
    pack = [rank + suit for rank in "A23QK" for suit in "SHD"] * packs + ["JK"] * jokers
    return [rng.sample(pack, size) for _ in range(12)]


TIGHT = [
    ("german-rummy", {"wild__min_naturals": 1}, 2),
    ("wildcard-rummy", {}, 1),
    ("wildcard-rummy", {"values__hand__joker": 0, "wild__natural_use": False}, 2),
    ("loba", {"meld__run__min": 3}, 2),
    ("cincinnati-rummy", {}, 2),
]


@pytest.mark.parametrize(("name", "changes", "packs"), TIGHT)
def test_the_best_of_all_arrangements_is_the_best(
    name: str, changes: dict[str, Any], packs: int
) -> None:
    options = preset(name, **changes)
    for hand in random_hands(seed=7, size=7, packs=packs, jokers=2):
        for goal in get_args(Goal):
            for discard in get_args(Discard):
                found = best(hand, options, packs, goal, discard)
                assert best_with(hand, options, packs, goal, discard, lambda _: True) == found


@pytest.mark.parametrize(("name", "changes", "packs"), TIGHT)
def test_arrangements_are_distinct_partitions_and_counted_right(
    name: str, changes: dict[str, Any], packs: int
) -> None:
    options = preset(name, **changes)
    for hand in random_hands(seed=8, size=8, packs=packs, jokers=2):
        found = list(arrangements(hand, options, packs))
        for melds, deadwood in found:
            laid = Counter(card for meld in melds for card in meld.cards)
            assert laid + Counter(deadwood) == Counter(hand)
            assert all(
                list(meld.readings) == readings(meld.cards, options, packs) for meld in melds
            )
        assert len({tuple(sorted(meld.cards for meld in a.melds)) for a in found}) == len(found)
        counts = [sum(hand_value(card, options) for card in a.deadwood) for a in found]
        assert count_optimal(hand, options, packs) == counts.count(min(counts))


def two_sets_and_a_pure_run_for_forty(arrangement: Arrangement) -> bool:
    """A requirement of the kind that contracts and initial melds make."""
    chosen = [meld.readings[0] for meld in arrangement.melds]
    return (
        sum(reading.kind == "set" for reading in chosen) >= 2
        and any(reading.pure for reading in chosen)
        and sum(reading.points for reading in chosen) >= 40
    )


def test_requirements_choose_the_arrangement_and_the_readings() -> None:
    options = preset("german-rummy", wild__min_naturals=1)
    hand = cards("TS JS QS X 9H 9D 9C 2S 2H 2D")
    free = best(hand, options, 2, "deadwood", "none")
    bound = best_with(hand, options, 2, "deadwood", "none", two_sets_and_a_pure_run_for_forty)
    assert free == Best(0, 73, 1, True)
    assert bound == Best(0, 72, 1, True)
    poor = cards("2S 3S 4S 5H 5D X X 6H 6C")
    assert best_with(poor, options, 2, "out", "none", lambda a: len(a.melds) > 3) is None
    as_set = best_with(
        cards("4D X X"),
        options,
        2,
        "points",
        "none",
        lambda a: any(meld.readings[0].kind == "set" for meld in a.melds),
    )
    assert best(cards("4D X X"), options, 2, "points", "none") == Best(0, 15, 2, True)
    assert as_set == Best(0, 12, 2, True)


def test_a_pinned_meld_stays() -> None:
    options = preset("gin-rummy")
    hand = cards("7S 7H 7D 8S 9S TS")
    sevens = ("7S", "7H", "7D")
    pinned = best_with(
        hand,
        options,
        1,
        "deadwood",
        "none",
        lambda a: sevens in [meld.cards for meld in a.melds],
    )
    assert best(hand, options, 1, "deadwood", "none") == Best(0, 48, 0, True)
    assert pinned == Best(0, 48, 0, True)
    assert best_with(hand, options, 1, "deadwood", "none", lambda a: "7S" in a.deadwood) == Best(
        21, 27, 0, False
    )
