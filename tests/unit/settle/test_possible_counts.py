"""Counts that no hand can have are refused, and every count that some hand has is accepted."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from meldwise import check, rules, settle
from meldwise.errors import RequestError
from meldwise.melds.meldrules import meld_rules
from meldwise.rules.explain import explain
from meldwise.settle.sums import hand_sums, has_sum, meld_sums
from tests.golden.example_answers import known_rules
from tests.golden.records import Example, examples
from tests.unit.settle.outcomes import KNOCK, OUT, settled

SMALL: dict[str, Any] = {
    "extends": "gin-rummy",
    "deck": {"ranks": "A5TJ", "jokers": 2},
    "deal.cards": 3,
    "values.hand": {"joker": 50, "ace": 11},
}


COURTS = {"deck__ranks": "TJQK", "deck__packs": 2}


def bits(number: int) -> set[int]:
    return {place for place in range(number.bit_length()) if number >> place & 1}


def test_the_sums_of_so_many_cards_are_those_of_all_choices_of_cards() -> None:
    known = rules(SMALL)
    values = meld_rules(known).hand_values
    codes = [13 * suit + rank for suit in range(4) for rank in (0, 4, 9, 10)] + [52, 52]
    sums = hand_sums(known, 2, 4)
    for size in range(5):
        hands = combinations(codes, size)
        assert bits(sums[size]) == {sum(values[code] for code in hand) for hand in hands}


def test_every_hand_that_is_settled_has_a_count_that_is_accepted() -> None:
    hands = ["AH 2H 3H 7S 7D 7C 9S 9D 9C 8C", "TS JS QS KC KD KH 4H 5H AD 2C"]
    found = settled("gin-rummy", KNOCK, hands=hands)
    assert settled("gin-rummy", KNOCK, counts=list(found.counts)).scores == found.scores


def asked(rule_set: str, ending: dict[str, Any], count: int, options: dict[str, Any]) -> None:
    """Settle a hand in which the player after the one who ended it counts so much."""
    changes = {name.replace("__", "."): value for name, value in options.items()}
    settle({"rules": rule_set, "ending": ending, "counts": [0, count], "options": changes})


@pytest.mark.parametrize(
    ("rule_set", "ending", "options", "possible", "impossible"),
    [
        # All cards count where cards held do: one card at least.
        ("ramino-drift", OUT, {}, (1, 80, 90), (0, 91)),
        ("ramino-drift", OUT, {"deck__jokers": 0}, (70,), (71, 90)),
        # A rack that grows with each draw may hold all tiles: 8 times 91, and two jokers of 30.
        ("rummikub", OUT, {}, (1, 300, 788), (0, 789)),
        # None, or those that are not melded: a meld has three cards or more.
        ("wildcard-rummy", OUT, {}, (0, 3, 25, 40, 59, 161), (1, 2, 162, 200)),
        # With a lay-off any number of cards may be left.
        ("gin-rummy", KNOCK, COURTS, (0, 80, 90, 100), (5, 110)),
        (
            "gin-rummy",
            KNOCK,
            COURTS | {"layoff__at_showdown": False},
            (0, 70, 100),
            (80, 90),
        ),
    ],
)
def test_only_counts_that_some_hand_has_are_accepted(
    rule_set: str,
    ending: dict[str, Any],
    options: dict[str, Any],
    possible: tuple[int, ...],
    impossible: tuple[int, ...],
) -> None:
    for count in possible:
        asked(rule_set, ending, count, options)
    for count in impossible:
        with pytest.raises(RequestError) as caught:
            asked(rule_set, ending, count, options)
        assert caught.value.code == "impossible-count"
        assert caught.value.where == {"field": "counts", "player": 1, "value": count}


def test_a_drawn_rank_may_be_any() -> None:
    drawn = {"deck__wild_drawn": True, "values__hand__wild": 0}
    asked("ramino-drift", OUT, 0, drawn)


def test_a_count_of_own_melds_is_what_they_are_worth() -> None:
    assert settled("cincinnati-rummy", OUT, counts=[58, 0]).scores == (58, 0)
    # Seven or eight cards: two aces of eleven and a pack of ten-cards are not enough for 100.
    with pytest.raises(RequestError, match="the count of a player who is out is what the melds"):
        settled("cincinnati-rummy", OUT, counts=[0, 31])
    with pytest.raises(RequestError, match="8 cards in melds cannot be worth 19"):
        settled("cincinnati-rummy", {**OUT, "discarded": False}, counts=[19, 0])
    seven = {**OUT, "discarded": True}
    assert settled("cincinnati-rummy", seven, counts=[75, 0]).scores == (75, 0)
    with pytest.raises(RequestError, match="7 cards in melds cannot be worth 99, 84 at most"):
        settled("cincinnati-rummy", seven, counts=[99, 0])


LEGAL = [known for known in examples() if known.check == "legal_meld" and known.expect]


@pytest.mark.parametrize("example", LEGAL, ids=lambda known: f"{known.rules}-{known.input}")
def test_the_worth_of_melds_covers_each_reading_of_their_cards(example: Example) -> None:
    known = known_rules(example)
    players = known.players.min
    sums = meld_sums(known, players, 14)
    readings = check(example.input, known).readings
    assert readings
    for meld in readings:
        assert has_sum(sums, [meld.size], meld.points), meld


def test_the_explanation_of_a_knock_says_which_cards_count() -> None:
    known = rules("ramino-knock", {"count.hand": "held"})
    (line,) = (line for line in explain(known) if "you may knock" in line)
    assert "if the cards you hold count 6 or less" in line
    hand = ["AC AD AH AS 2C 2D 2H", "9C 9D 9H KC QD 2S 3S"]
    with pytest.raises(RequestError, match="knocks with 10: 6 is the most"):
        settled("ramino-knock", KNOCK, hands=hand, options={"count.hand": "held"})
