"""Whatever an engine claims is read again by the definition before it leaves."""

from __future__ import annotations

from dataclasses import replace

import pytest

from meldwise.cards import Hand
from meldwise.errors import EngineError, InputError
from meldwise.melds.candidates import Candidate, Holding, hand_candidates
from meldwise.melds.meldrules import meld_rules
from meldwise.partition.arrangement import Arrangement
from meldwise.partition.physical import layouts
from meldwise.rules import rules

RULES = meld_rules(rules("german-rummy"))
HAND = Hand.parse("7H 8H 9H 7S 7D JK")


def candidate(cards: str) -> Candidate:
    """The meld of these natural cards."""
    hand = Hand.parse(cards)
    (found,) = [
        meld
        for meld in hand_candidates(RULES, Holding.of(RULES, hand.cards))
        if meld.shape.size == len(hand)
    ]
    return found


def test_a_legal_claim_becomes_cards() -> None:
    (layout,) = layouts(RULES, HAND, Arrangement(0, (candidate("7H 8H 9H"),)))
    assert [str(meld) for meld in layout.melds] == ["7H 8H 9H"]
    assert " ".join(map(str, layout.deadwood)) == "7S 7D JK"


def test_a_card_claimed_twice_is_an_engine_error() -> None:
    claimed = Arrangement(0, (candidate("7H 8H 9H"), candidate("7H 7S 7D")))
    with pytest.raises(EngineError, match="used a card twice"):
        list(layouts(RULES, HAND, claimed))


def test_points_that_no_reading_has_are_an_engine_error() -> None:
    run = candidate("7H 8H 9H")
    claimed = Candidate(replace(run.shape, points=25), run.suit, run.rank)
    with pytest.raises(EngineError, match="claimed 25 points for 7H 8H 9H"):
        list(layouts(RULES, HAND, Arrangement(0, (claimed,))))


def test_an_engine_error_is_not_the_fault_of_the_user() -> None:
    assert not issubclass(EngineError, InputError)
    assert not issubclass(EngineError, ValueError)
