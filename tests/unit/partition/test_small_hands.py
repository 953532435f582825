"""Hands of no card, one card and two get an answer like any other."""

from __future__ import annotations

from itertools import product
from typing import get_args

import pytest

from meldwise import best_melds
from meldwise.partition.question import Discard, Engine
from meldwise.partition.scoring import Goal
from meldwise.rules.catalog import PRESETS

QUESTIONS = list(product(get_args(Goal), get_args(Discard), get_args(Engine)))


@pytest.mark.parametrize(("goal", "discard", "engine"), QUESTIONS)
def test_an_empty_hand_has_no_deadwood_and_nothing_to_throw(
    goal: Goal, discard: Discard, engine: Engine
) -> None:
    best = best_melds("", "german-rummy", goal=goal, discard=discard, engine=engine)
    assert (best.deadwood.points, best.deadwood.cards, best.melds) == (0, (), ())
    assert (best.discard, best.exact, best.out, best.alternatives) == (None, True, True, ())


@pytest.mark.parametrize(("goal", "discard", "engine"), QUESTIONS)
def test_one_card_is_deadwood_unless_it_is_thrown(
    goal: Goal, discard: Discard, engine: Engine
) -> None:
    best = best_melds("KH", goal=goal, discard=discard, engine=engine)
    thrown = discard != "none"
    assert best.deadwood.points == (0 if thrown else 10)
    assert str(best.discard) == ("KH" if thrown else "None")
    assert (best.out, best.exact, best.melds) == (thrown, True, ())


@pytest.mark.parametrize("name", PRESETS)
def test_every_rule_set_answers_for_a_pair(name: str) -> None:
    best = best_melds("7H 7D", name, limit="optimal")
    assert (best.deadwood.points, best.melds, best.alternatives) == (14, (), ())


def test_the_last_card_may_not_be_thrown_where_all_must_be_melded() -> None:
    none = {"extends": "gin-rummy", "end.go_out_discard": "none"}
    assert not best_melds("7H 8H 9H KC", none, goal="out").out
    assert best_melds("7H 8H 9H KC", "gin-rummy", goal="out").out
    # Where a card must be thrown, melding all four is not going out; three and a discard are.
    best = best_melds("7H 8H 9H TH", "gin-rummy", goal="out")
    assert (best.out, str(best.discard), best.meld_points) == (True, "7H", 27)
