"""Answers about what a player may do at a table with melds on it, and what a turn can come to."""

from __future__ import annotations

from meldwise import check
from meldwise.cards import Hand, pack
from meldwise.play import apply
from meldwise.play.state import State
from tests.golden.expectations import Answers
from tests.golden.house_rules import house_rules
from tests.golden.records import Case
from tests.golden.turns import (
    PLACING,
    actions,
    at_table,
    finished,
    least_held,
    most_placed,
    reached,
    swaps,
)

ANSWERS = Answers()
answers = ANSWERS.to


def targets(case: Case) -> dict[str, int]:
    """For each kind of meld on the table of B20: on how many of them the card fits."""
    state = at_table({}, f"{case.hand} 2C", ["4H 5H 6H", "7S 7C 7D"])
    kinds = [
        state.table[action.to_dict()["meld"]].meld.kind for action in actions(state, "lay-off")
    ]
    return {kind: kinds.count(kind) for kind in kinds}


@answers("B20.run")
def fits_the_run(case: Case) -> bool:
    return targets(case).get("run", 0) == 1


@answers("B20.set")
def fits_the_set(case: Case) -> bool:
    return targets(case).get("set", 0) == 1


def first_meld(case: Case, *, table_allowed: bool) -> int:
    state = at_table(
        case.rules[0],
        case.hand,
        ["4D 5D 6D"],
        open__min_points=30,
        open__layoff_same_turn=table_allowed,
        layoff__requires_open=True,
    )
    return most_placed(state)


@answers("own_first_then_table")
def tiles_of_a_first_meld_and_what_may_follow(case: Case) -> int:
    return first_meld(case, table_allowed=True)


@answers("table_forbidden")
def tiles_of_a_first_meld_alone(case: Case) -> int:
    return first_meld(case, table_allowed=False)


@answers("keep_one_to_discard")
def goes_out_with_a_discard(case: Case) -> bool:
    state = at_table(
        case.rules[0],
        case.hand,
        ["5C 6C 7C", "9D TD JD", "2S 3S 4S"],
        end__go_out_discard="required",
    )
    ends = [after.ending for after in reached(state, *PLACING, "discard") if after.over]
    return bool(ends) and all(end is not None and end.discarded for end in ends)


def with_set_of_sevens(case: Case) -> State:
    return at_table(case.rules[0], case.hand, ["7H 7D 7S JK"])


@answers("swap_legal")
def may_swap(case: Case) -> bool:
    return swaps(with_set_of_sevens(case)) == ["7C"]


@answers("after_swap")
def held_with_a_swap(case: Case) -> int:
    return least_held(with_set_of_sevens(case), *PLACING)


@answers("without_swap")
def held_without_a_swap(case: Case) -> int:
    return least_held(with_set_of_sevens(case), "meld", "lay-off")


def with_set_of_fours(case: Case, card: str, *, strict: bool) -> State:
    # Two eights, so that the joker has a use.
    hand = f"{card} 8H 8D 2C"
    return at_table(case.rules[0], hand, ["4H 4D JK"], joker_swap__strict=strict)


@answers("joker_may_be")
def cards_for_which_the_joker_may_stand(case: Case) -> list[str]:
    cards = [str(card) for card in pack()]
    return sorted(c for c in cards if c in swaps(with_set_of_fours(case, c, strict=False)))


@answers("rule_a")
def any_represented_card_takes_it(case: Case) -> bool:
    return case.hand in swaps(with_set_of_fours(case, case.hand, strict=False))


@answers("rule_b", "rule_c")
def a_set_of_three_keeps_it(case: Case) -> bool:
    # The strict exchange wants four naturals in the end: of this set both other rules say as much
    # to a player who holds one of the two missing cards.
    return case.hand in swaps(with_set_of_fours(case, case.hand, strict=True))


@answers("frees")
def cards_that_free_the_joker_of_a_run(case: Case) -> list[str]:
    return swaps(at_table(case.rules[0], f"{case.hand} 9S 9C 2C", ["3H 4H JK 6H"]))


def sets_laid(case: Case, *types: str) -> bool:
    state = at_table(case.rules[0], case.hand, ["5H JK 7H 8H"])
    return any(
        known.owner == 0 and known.meld.kind == "set"
        for after in reached(state, *types)
        if finished(after)
        for known in after.table
    )


@answers("without")
def a_set_without_the_swap(case: Case) -> bool:
    return sets_laid(case, "meld", "lay-off")


@answers("with_swap")
def a_set_with_the_swap(case: Case) -> bool:
    return sets_laid(case, *PLACING)


@answers("F26.placed")
def placed_on_a_meld_that_may_be_read_anew(case: Case) -> int:
    # On the table of this game nobody says what a joker stands for.
    readings = check("JK 5H JK", house_rules(case.rules[0])).readings
    held = f"{case.hand} AS"
    return max(most_placed(at_table(case.rules[0], held, [str(reading)])) for reading in readings)


@answers("F28.placed")
def placed_on_one_meld(case: Case) -> int:
    return most_placed(at_table(case.rules[0], case.hand, ["5C 6C 7C"]))


@answers("F29.placed")
def placed_on_two_melds(case: Case) -> int:
    return most_placed(at_table(case.rules[0], case.hand, ["5S 6S 7S", "8H 8C 8D"]))


def kept_after(case: Case, card: str) -> int:
    """What the other card counts when this one is thrown by a player who has not opened."""
    state = at_table(
        case.rules[0], case.hand, ["4H 5H 6H"], layoff__requires_open=True, open__min_points=1
    )
    assert actions(state, "lay-off") == []
    thrown = apply(state, {"type": "discard", "card": card})
    values = thrown.terms.values
    return sum(values[held.code] for held in thrown.hands[0])


@answers("kept_after_KS")
def kept_without_the_king(case: Case) -> int:
    return kept_after(case, "KS")


@answers("kept_after_7H")
def kept_without_the_seven(case: Case) -> int:
    assert len(Hand.parse(case.hand)) == 2
    return kept_after(case, "7H")
