"""Discards under rules that keep jokers in hand, and what counts as another alternative."""

from __future__ import annotations

import random

import pytest

from meldwise import best_discard_batch, best_melds, discard_effects, rules
from meldwise.partition.question import Engine
from tests.differential.mixes import random_hand
from tests.oracle import brute

LOBA = rules("loba")


@pytest.mark.parametrize("engine", ["search", "cp", "auto"])
def test_a_joker_is_not_thrown_while_other_cards_are_left(engine: Engine) -> None:
    for discard in ("required", "optional"):
        best = best_melds("JK 5C", "loba", discard=discard, engine=engine)
        assert (str(best.discard), best.deadwood.points) == ("5C", 10)
    assert [str(effect.card) for effect in discard_effects("JK 5C", "loba")] == ["5C"]


def test_a_joker_may_be_the_last_card_of_all() -> None:
    best = best_melds("7H 7C 7S JK", "loba", discard="required")
    assert (str(best.discard), best.out) == ("JK", True)
    assert str(best_melds("JK", "loba", discard="required").discard) == "JK"
    never = LOBA.replace({"turn.joker_discard": "never"})
    kept = best_melds("7H 7C 7S 7S JK", never, discard="required")
    assert (str(kept.discard), kept.deadwood.points) == ("7S", 10)


def test_a_hand_of_jokers_alone_has_to_throw_one() -> None:
    best = best_melds("JK JK", "loba", discard="required")
    assert (str(best.discard), best.deadwood.points) == ("JK", 10)


def test_the_best_allowed_discard_is_found() -> None:
    rng = random.Random(6)
    for _ in range(25):
        hand = random_hand(rng, LOBA, most=10, wilds=2)
        options = []
        for card in set(hand):
            rest = hand.minus([card])
            texts = [str(held) for held in rest]
            found = brute.best(texts, LOBA.to_dict(), 2, "deadwood", "none")
            allowed = not card.is_joker or found.out or all(held.is_joker for held in hand)
            if allowed:
                options.append(found.deadwood)
        best = best_melds(hand, LOBA, discard="required")
        assert (best.exact, best.deadwood.points) == (True, min(options)), str(hand)
        assert discard_effects(hand, LOBA)[0].deadwood == min(options)
        assert best_discard_batch([hand], LOBA).deadwood.tolist() == [min(options)]


def test_alternatives_are_other_melds_not_other_discards() -> None:
    best = best_melds("7S 7H 7D 2C 3D", "gin-rummy", discard="optional", limit=5)
    melds = [str(part.melds) for part in (best.best, *best.alternatives)]
    assert len(set(melds)) == len(melds) == 2
    assert str(best.discard) == "3D"
