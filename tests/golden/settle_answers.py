"""Answers about finished hands: lay-offs on the melds of the player who ended the hand, scores.

What the question tells in words about the other player is written here as cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from meldwise import settle
from meldwise.cards import Hand
from meldwise.settle.outcome import Ending, Outcome, TableMeld
from meldwise.settle.settlement import Settlement
from tests.golden.expectations import Answers
from tests.golden.house_rules import house_rules
from tests.golden.records import Case
from tests.golden.turns import TABLE, laid

ANSWERS = Answers()
answers = ANSWERS.to

# A hand of 5 on which nothing of B17's can be laid off, nor the other way round.
FIVE_LEFT = "JH JD JC QS QD QC KS KD KC 5D"


def settled(knocker: str, other: str, **options: Any) -> Settlement:
    """A hand of gin that the first player knocks."""
    return settle(
        {
            "rules": "gin-rummy",
            "ending": {"kind": "knock", "player": 0},
            "hands": [knocker, other],
            "options": {name.replace("__", "."): value for name, value in options.items()},
        }
    )


def knockers_lead(found: Settlement) -> int:
    return found.scores[0] - found.scores[1]


def lay_off_best(case: Case, table: Sequence[str]) -> int:
    """What is left of the case's hand when all that pays has been laid off on these melds."""
    known = house_rules(case.rules[0], TABLE | {"layoff.at_showdown": True})
    found = settle(
        Outcome(
            known,
            Ending("out", 0, discarded=True),
            hands=((), Hand.parse(case.hand).cards),
            table=tuple(TableMeld(0, laid(known, cards)) for cards in table),
        )
    )
    assert found.exact
    return found.counts[1]


B04 = "AS AH AD TC TD TH JS QS KS 2H"


@answers("defender_deadwood")
def deadwood_of_the_defender(case: Case) -> int:
    return settled(B04, case.hand).counts[1]


@answers("B04.score_for_knocker")
def score_of_a_knocker_who_is_undercut(case: Case) -> int:
    return knockers_lead(settled(B04, case.hand))


@answers("B05.score_for_knocker")
def score_of_gin(case: Case) -> int:
    return knockers_lead(settled(case.hand, "8H TH AC AD AS AH TC JC QC KC"))


@answers("tie_is_undercut")
def score_of_a_tie(case: Case) -> int:
    return knockers_lead(settled(case.hand, FIVE_LEFT))


@answers("tie_is_nothing")
def score_of_a_tie_that_nobody_wins(case: Case) -> int:
    return knockers_lead(settled(case.hand, FIVE_LEFT, tie__lowest="nobody"))


@answers("B18.deadwood")
def deadwood_after_a_chain_of_lay_offs(case: Case) -> int:
    return settled("AH 2H 3H 7S 7D 7C 9S 9D 9C 8C", case.hand).counts[1]


@answers("F10.deadwood")
def deadwood_with_a_joker_laid_off(case: Case) -> int:
    return lay_off_best(case, ["JS QS KS"])


@answers("F11.deadwood")
def deadwood_where_two_melds_take_a_ten(case: Case) -> int:
    return lay_off_best(case, ["JS QS KS", "TD TC TH"])


@answers("F18.min_deadwood")
def deadwood_where_all_cards_fit(case: Case) -> int:
    return lay_off_best(case, ["5C 6C 7C", "9D TD JD", "2S 3S 4S"])


@answers("layoff_allowed")
def left_after_laying_off(case: Case) -> int:
    return lay_off_best(case, ["4H 5H 6H"])
