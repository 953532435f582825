"""What is planned in single positions, rule by rule."""

from __future__ import annotations

from typing import Any

import pytest

from meldwise import plan_turn
from meldwise.play import action_text
from meldwise.turn import TurnPlan

STOCK = {"card": "9C", "from": "stock"}


def position(rules: str, hand: str, *table: str, **more: Any) -> dict[str, Any]:
    """A position after the draw; of each meld the first letter is the owner's seat."""
    melds = [{"owner": int(text[0]), "cards": text[2:]} for text in table]
    return {"rules": rules, "hand": hand, "phase": "play", "table": melds} | more


def steps(plan: TurnPlan) -> list[str]:
    return [action_text(action) for action in plan.actions]


def test_a_chain_of_lay_offs_goes_where_all_of_it_fits() -> None:
    plan = plan_turn(position("german-rummy", "TS 9S KH", "0 JS QS KS", "1 TD TC TH"))
    assert steps(plan) == ["lay off TS on 0", "lay off 9S on 0", "discard KH"]
    assert plan.out
    assert plan.exact
    assert plan.why == (
        "9♠ can follow only if 10♠ is laid on the run J♠ Q♠ K♠, not on the set 10♥ 10♦ 10♣",
    )


def test_the_answer_as_json_is_that_of_the_contract() -> None:
    table = ("1 JS QS KS",)
    plan = plan_turn(
        position("german-rummy", "9S TS KH", *table, opened=[True, True], placed=[True, True])
        | {"table": [{"owner": 0, "cards": "2C 3C 4C"}, {"owner": 1, "cards": "JS QS KS"}]},
        goal="most-cards",
    )
    found = plan.to_dict()
    assert found.pop("elapsed_ms") >= 0
    assert found.pop("why")
    assert found == {
        "goal": "most-cards",
        "exact": True,
        "out": True,
        "placed": {"cards": ["9S", "TS"], "count": 2, "points": 19},
        "left": {"cards": [], "points": 0},
        "discard": "KH",
        "actions": [
            {"type": "lay-off", "card": "TS", "meld": 1},
            {"type": "lay-off", "card": "9S", "meld": 1},
            {"type": "discard", "card": "KH"},
        ],
        "table": [
            {
                "owner": 0,
                "cards": ["2C", "3C", "4C"],
                "change": "unchanged",
                "from": [0, 0, 0],
            },
            {
                "owner": 1,
                "cards": ["9S", "TS", "JS", "QS", "KS"],
                "change": "extended",
                "from": ["hand", "hand", 1, 1, 1],
            },
        ],
        "alternatives": [],
    }


@pytest.mark.parametrize(
    ("hand", "table", "strict", "swapped"),
    [
        ("6C KS KH 2D", "1 6S 6H JK", False, ["swap 6C for the joker of 1"]),
        ("6C KS KH 2D", "1 6S 6H JK", True, []),
        ("6C 6D KS KH 2D", "1 6S 6H JK", True, ["swap 6C with 6D for the joker of 1"]),
        ("6C KS KH 2D", "1 6S 6H 6D JK", True, ["swap 6C for the joker of 1"]),
        ("6S KS KH 2D", "1 6S 6H JK", False, []),
        # The joker must go into a new meld at once, and here there is none for it.
        ("6C KS 9H 2D", "1 6S 6H JK", False, []),
    ],
)
def test_an_exchanged_joker_goes_into_a_new_meld_at_once(
    hand: str, table: str, *, strict: bool, swapped: list[str]
) -> None:
    plan = plan_turn(
        position(
            "german-rummy",
            hand,
            "0 9C TC JC",
            table,
            options={"joker_swap.strict": strict},
        ),
        goal="most-cards",
    )
    found = [text for text in steps(plan) if text.startswith("swap")]
    assert found == swapped
    if swapped:
        assert steps(plan)[1] == "meld KS KH JK=K"
        assert plan.table[-1].origins == ("hand", "hand", 1)


def test_no_joker_is_exchanged_before_the_initial_meld() -> None:
    plan = plan_turn(position("german-rummy", "6C KS KH 2D", "1 6S 6H JK"))
    assert plan.placed.count == 0
    assert any("Cards are laid off only by" in reason for reason in plan.why)


def test_an_initial_meld_of_forty_may_take_several_melds_and_no_lay_off() -> None:
    plan = plan_turn(position("german-rummy", "TC JK QC KC 5H 5S 5D 9S 2H", "1 TS JS QS KS"))
    assert plan.placed.points == 55
    assert not plan.out
    assert "lay-off" not in [action.type for action in plan.actions]
    assert "The initial meld counts 55 points: 40 are needed" in plan.why
    later = position("german-rummy", "TC JK QC KC 5H 5S 5D 9S 2H", "1 TS JS QS KS")
    assert plan_turn(later | {"options": {"open.layoff_same_turn": True}}).out


def test_an_initial_meld_of_thirty_nine_stays_in_hand() -> None:
    plan = plan_turn(position("german-rummy", "9C JK JC QC 4H 6S"))
    assert plan.placed.count == 0
    assert "The melds of the hand count 39 points: the initial meld needs 40" in plan.why


def test_a_hand_without_a_meld_is_said_to_have_none() -> None:
    plan = plan_turn(position("german-rummy", "9C 2D JC KH 4H 6S"))
    assert plan.why == ("The hand has no meld: the initial meld needs 40 points",)


def test_a_joker_that_is_exchanged_does_not_count_for_the_initial_meld() -> None:
    # 5C frees the joker, but only when 40 points lie there without it.
    table = "1 5S 5H JK"
    enough = position("german-rummy", "TC JC QC KC 5C 8H 9H 2D", table)
    plan = plan_turn(enough)
    assert "swap 5C for the joker of 0" in steps(plan)
    assert "The initial meld counts 40 points: 40 are needed" in plan.why
    short = position("german-rummy", "TC JC QC 5C 8H 9H 2D", table)
    assert plan_turn(short).placed.count == 0
    # Where it may be exchanged before, it counts.
    early = position("german-rummy", "6C KS KD TC JC QC 2H", "1 6S 6H JK")
    plan = plan_turn(early | {"options": {"joker_swap.requires_open": False}})
    assert plan.out
    assert "The initial meld counts 60 points: 40 are needed" in plan.why


def test_who_goes_out_may_be_exempt_from_the_points_of_the_initial_meld() -> None:
    hand = position("german-rummy", "3C 4C 5C 9D")
    plan = plan_turn(hand | {"options": {"open.exempt_if_going_out": True}})
    assert plan.out
    assert plan.why == ("The initial meld counts 12 points: who goes out needs no more",)


def test_the_upcard_is_taken_where_it_is_used_at_once() -> None:
    plan = plan_turn({"rules": "loba", "hand": "4D 5D 7D 9C KS", "discards": "6D"})
    assert steps(plan) == ["draw discard", "meld 4D 5D 6D 7D", "discard KS"]
    known = {"rules": "loba", "hand": "5D 9C KS", "discards": "6D"}
    table = [{"owner": 1, "cards": "2D 3D 4D 5D"}]
    plan = plan_turn(known | {"table": table})
    assert steps(plan) == ["draw stock"]
    assert any("may be taken only to be laid at once, in a new meld" in w for w in plan.why)


def test_before_the_draw_the_plan_works_with_any_card() -> None:
    plan = plan_turn({"rules": "tonk", "hand": "4H 4D 4C KS", "discards": "9D"})
    assert steps(plan) == ["draw stock", "meld 4H 4D 4C"]
    assert plan.discard is None
    assert plan.left.points == 10
    plan = plan_turn({"rules": "tonk", "hand": "4H 4D 4C", "discards": "9D"})
    assert plan.out


def test_a_useless_upcard_is_not_taken_to_be_kept() -> None:
    plan = plan_turn({"rules": "tonk", "hand": "7H 9C KS", "discards": "AD"}, goal="least-left")
    assert steps(plan) == ["draw stock"]


@pytest.mark.parametrize(
    ("hand", "table", "placed"),
    [
        ("4S 9C KD", "1 3S JK=4S 5S 6S", ["shift 4S into 0, joker to 7S"]),
        ("QS 9C KD", "1 TS JS JK=QS KS", ["shift QS into 0, joker to 9S"]),
        ("3S 9C KD", "1 AS 2S JK=3S 4S", ["shift 3S into 0, joker to 5S"]),
    ],
)
def test_a_joker_is_shifted_as_far_as_the_rules_let_it(
    hand: str, table: str, placed: list[str]
) -> None:
    plan = plan_turn(position("loba", hand, table, taken=STOCK), goal="most-points")
    assert steps(plan)[:-1] == placed
    assert plan.table[0].change == "rearranged"


def test_a_joker_is_thrown_only_to_go_out() -> None:
    taken = {"card": "5C", "from": "stock"}
    plan = plan_turn(position("loba", "JK 5C", taken=taken), goal="least-left")
    assert steps(plan) == ["discard 5C"]
    assert plan.why == ("A joker may not be discarded except as the last card",)
    plan = plan_turn(position("loba", "JK", taken={"card": "JK", "from": "stock"}))
    assert steps(plan) == ["discard JK"]
    assert plan.out


def test_a_pierna_keeps_its_three_suits() -> None:
    plan = plan_turn(position("loba", "7D 7H 9C KS", "1 7H 7C 7S"), goal="most-cards")
    assert [str(card) for card in plan.placed.cards] == ["7H"]


def test_remigio_exchanges_a_joker_before_the_first_meld_too() -> None:
    plan = plan_turn(position("ramino-drift", "9D KS KH 4C", "1 8D JK=9D TD"))
    assert steps(plan) == ["swap 9D for the joker of 0", "meld KS KH JK=K", "discard 4C"]
    plan = plan_turn(position("ramino-drift", "9D KS 4C", "1 8D JK=9D TD"))
    assert plan.placed.count == 0


def test_remigio_lays_off_only_after_an_own_meld_of_the_same_turn_at_least() -> None:
    table = "1 4H 5H 6H"
    assert plan_turn(position("ramino-drift", "7H 9C KD", table)).placed.count == 0
    plan = plan_turn(position("ramino-drift", "7H 9S 9D 9C KD", table))
    assert steps(plan) == ["meld 9S 9D 9C", "lay off 7H on 0", "discard KD"]


def test_tonk_goes_out_without_a_discard_where_it_can() -> None:
    taken = {"card": "JS", "from": "stock"}
    plan = plan_turn(position("tonk", "4H 4D 4C 9S TS JS", taken=taken))
    assert plan.discard is None
    assert plan.why == ("Going out without a discard pays 2 stakes",)
    plan = plan_turn(position("tonk", "4H 4D 4C TS JD", "1 7S 8S 9S"))
    assert plan.discard is not None
    assert "Going out without a discard pays 2 stakes" not in plan.why


def test_where_the_last_card_is_thrown_one_is_kept() -> None:
    options = {"end.go_out_discard": "required"}
    plan = plan_turn(position("tonk", "4H 4D 4C 4S", options=options))
    assert plan.out
    assert plan.placed.count == 3
    assert any("is kept for the discard" in reason for reason in plan.why)
    options = {"end.go_out_discard": "none"}
    assert not plan_turn(position("tonk", "4H 4D 4C 9S", options=options)).out


def test_the_card_just_taken_is_not_thrown() -> None:
    taken = {"card": "KD", "from": "discard"}
    plan = plan_turn(position("tonk", "4H KD 7C", taken=taken))
    assert plan.discard is not None
    assert str(plan.discard) == "7C"
    assert any("just taken" in reason for reason in plan.why)


def test_cincinnati_lays_all_at_once_or_nothing() -> None:
    taken = {"card": "5D", "from": "stock"}
    plan = plan_turn(position("cincinnati-rummy", "AC 2C 3C 9D 9H 9S JK 5D", taken=taken))
    assert steps(plan) == ["out 5D"]
    assert plan.placed.points == 58
    taken = {"card": "JK", "from": "stock"}
    plan = plan_turn(position("cincinnati-rummy", "AC 2C 3C 9D 9H 9S 9C JK", taken=taken))
    assert steps(plan) == ["out"]
    assert plan.placed.points == 67
    taken = {"card": "QD", "from": "stock"}
    plan = plan_turn(position("cincinnati-rummy", "AC 2C 3C 9D 9H 9S KD QD", taken=taken))
    assert not plan.out
    assert plan.placed.count == 0
    plan = plan_turn(
        {"rules": "cincinnati-rummy", "hand": "AC 2C 3C 9D 9H 9S JK", "discards": "9C"}
    )
    assert steps(plan) == ["draw discard", "out"]


def test_the_second_level_decides_among_the_best() -> None:
    known = position("tonk", "7H 2D", "1 4H 5H 6H", "1 7S 7D 7C")
    few = position("tonk", "7H 8H 2D 7S", "1 4H 5H 6H", "1 8S 8D 8C")
    assert plan_turn(known, goal="most-cards").placed.count == 1
    plan = plan_turn(few, goal="most-cards", then="fewest-changes")
    assert [meld.change for meld in plan.table] == ["extended", "unchanged"]


def test_wilds_are_kept_where_that_is_the_goal() -> None:
    known = position("ramino-drift", "KS KH JK 4C 9D")
    assert keeps_a_joker(plan_turn(known, goal="keep-wilds"))
    assert not keeps_a_joker(plan_turn(known, goal="least-left"))


def keeps_a_joker(plan: TurnPlan) -> bool:
    return any(card.is_joker for card in plan.left.cards)


def test_alternatives_leave_another_table_or_another_hand() -> None:
    known = position("tonk", "7H 9C KD", "1 4H 5H 6H", "1 7S 7D 7C")
    plan = plan_turn(known, limit=5)
    ways = [(p.table, p.left.cards, p.discard) for p in (plan, *plan.alternatives)]
    assert len(ways) == 5
    assert len(set(ways)) == 5
    points = [p.left.points for p in (plan, *plan.alternatives)]
    assert points == sorted(points)


def test_a_run_round_the_corner_is_told() -> None:
    plan = plan_turn(position("german-rummy", "AH 5H KH 9S", "0 2H 3H 4H"))
    assert plan.out
    assert "K♥ A♥ 2♥ 3♥ 4♥ 5♥ goes round the corner, which not every table plays" in plan.why
    strict = position("german-rummy", "AH 5H KH 9S", "0 2H 3H 4H")
    assert not plan_turn(strict | {"options": {"meld.run.aces": "high_or_low"}}).out
