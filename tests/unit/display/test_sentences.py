from dataclasses import replace
from typing import Any

import pytest

import meldwise as mw
from meldwise.partition import Deadwood, Partition

HAND = "7H 8H 9H 2S KC"


def last_line(**changes: Any) -> str:
    """The sentence of an answer of 24 points and deadwood 12 of which something else is known."""
    return str(replace(mw.best_melds(HAND, "gin-rummy"), **changes)).split("\n")[-1]


def test_the_best_found_in_time_is_told_with_its_bound() -> None:
    assert (
        last_line(exact=False, bound=8)
        == "Least deadwood found in the time given: 12 (at least 8)."
    )


def test_the_most_points_found_in_time_are_told_with_their_bound() -> None:
    assert (
        last_line(goal="points", exact=False, bound=90)
        == "Most points found in the time given: 24 (at most 90)."
    )


def test_the_best_found_in_time_is_told_without_a_bound_if_none_is_known() -> None:
    assert last_line(exact=False) == "Least deadwood found in the time given: 12."


def test_an_answer_that_reaches_its_bound_leaves_only_ties_open() -> None:
    assert last_line(exact=False, bound=12) == (
        "Deadwood 12: 24 points in 1 meld; the time given did not suffice to compare all ties."
    )


def test_going_out_with_unproven_points_says_so() -> None:
    out = mw.best_melds("7H 8H 9H KC", "gin-rummy", goal="out")
    assert str(replace(out, exact=False, bound=4)).split("\n")[-1] == (
        "Out: throw K♣ (24 points in 1 meld), the most points found in the time given."
    )


def test_no_way_out_is_certain_only_when_it_was_proven() -> None:
    assert last_line(goal="out") == "No way to go out. Deadwood 12: 24 points in 1 meld."
    assert last_line(goal="out", exact=False) == (
        "No way to go out was found in the time given. Deadwood 12: 24 points in 1 meld."
    )


def test_requirements_that_were_not_met_in_time_may_still_be_met() -> None:
    assert last_line(met=False, exact=False) == (
        "Nothing that meets what is required or pinned was found in the time given."
    )


def test_further_arrangements_that_are_not_listed_are_mentioned_last() -> None:
    assert last_line(truncated=True) == "There are more arrangements than are listed here."


def test_all_cards_melded_may_not_be_enough_to_go_out() -> None:
    rules = mw.rules("gin-rummy", {"hand.requires.sets": 1})
    assert str(mw.best_melds("7H 8H 9H", rules)).split("\n")[-1] == (
        "Deadwood 0: 24 points in 1 meld, but not the melds that going out requires."
    )


@pytest.mark.parametrize(("points", "words"), [(0, "0 points"), (1, "1 point"), (2, "2 points")])
def test_one_point_is_singular(points: int, words: str) -> None:
    best = mw.best_melds(HAND, "gin-rummy")
    partition = Partition(best.melds, points, Deadwood((), 0), None, out=True)
    assert f"({words} in 1 meld)" in last_line(best=partition)
