"""Answers about a table that may be rearranged."""

from __future__ import annotations

from meldwise import best_melds, check, plan_turn
from tests.golden.expectations import Answers
from tests.golden.records import Case

ANSWERS = Answers()
answers = ANSWERS.to

RUNS = ("AH 2H 3H 4H", "AD 2D 3D 4D", "AS 2S 3S 4S", "AC 2C 3C JK")
FOURS = "4H 4D 4S"


@answers("joins_fours")
def the_joker_joins_the_fours(_case: Case) -> bool:
    return check(f"{FOURS} JK", "rummikub").legal


@answers("all_arranged")
def all_tiles_can_be_arranged_in_sets(_case: Case) -> bool:
    """As sets alone, and still when each tile of the rack needs a set of its own."""
    ones_to_threes = [f"{rank}H {rank}D {rank}S {rank}C" for rank in "A23"]
    sets = [*ones_to_threes, f"{FOURS} JK"]
    table = [{"cards": cards} for cards in RUNS]
    plan = plan_turn(
        {"rules": "rummikub", "hand": "4C", "table": table, "opened": [True, False]},
        goal="most-cards",
        seconds=60,
    )
    return (
        all(check(cards, "rummikub").legal for cards in sets)
        and best_melds(" ".join(RUNS), "rummikub", goal="out", seconds=60).out
        and plan.out
    )
