"""Deadwood as a number: the same as the whole answer's, for every hand and rule set."""

from __future__ import annotations

import random

import pytest

from meldwise import best_melds, deadwood
from meldwise.cards import Hand, pack
from meldwise.errors import HandError, NotationError, RulesError
from meldwise.rules import rules
from meldwise.rules.ruleset import RuleSet
from tests.differential.mixes import all_rules, random_hand


@pytest.mark.parametrize("known", all_rules(seed=4, mixes=15), ids=lambda known: known.id)
def test_it_is_the_deadwood_of_the_best_melds(known: RuleSet) -> None:
    rng = random.Random(21)
    for number in range(40):
        hand = random_hand(rng, known, most=12, wilds=number % 3)
        assert deadwood(hand, known) == best_melds(hand, known).deadwood.points, str(hand)


def test_whole_packs_and_empty_hands_have_an_answer() -> None:
    assert deadwood("") == 0
    assert deadwood(pack()) == 0
    assert deadwood("KC") == 10


@pytest.mark.parametrize(
    ("hand", "error", "sentence"),
    [
        ("7S 7S", HandError, "7S is held 2 times"),
        ("JK 7S 8S", HandError, "played without jokers"),
        ("7S 7X", NotationError, '"7X" is not a card'),
    ],
)
def test_wrong_hands_are_told_as_by_best_melds(
    hand: str, error: type[Exception], sentence: str
) -> None:
    with pytest.raises(error, match=sentence):
        deadwood(hand)


def test_ranks_that_the_pack_lacks_are_refused() -> None:
    with pytest.raises(HandError, match="not in the pack"):
        deadwood("8S 7S", rules({"deck.ranks": "A234567JQK"}))
    with pytest.raises(RulesError, match="did you mean"):
        deadwood(Hand(), "lobba")


SETS_OF_TWO = [
    {"meld.set.min": 2, "meld.set.max": 2},
    {"meld.set.min": 2, "meld.set.max": 3},
    {"meld.set.min": 2, "meld.set.suits": 2},
]


@pytest.mark.parametrize("changes", SETS_OF_TWO, ids=str)
def test_two_sets_of_one_rank_are_laid_where_the_rules_have_sets_of_two(
    changes: dict[str, int],
) -> None:
    known = rules("gin-rummy", changes)
    assert deadwood("KS KH KD KC 9S", known) == 9
    rng = random.Random(str(changes))
    cards = [card for card in pack().cards if card.rank <= 5]
    for _ in range(60):
        hand = Hand(rng.sample(cards, 9))
        assert deadwood(hand, known) == best_melds(hand, known).deadwood.points
