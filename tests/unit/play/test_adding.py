"""Lay-offs, exchanges and shifts: what is asked of them beyond the worked examples."""

from __future__ import annotations

from typing import Any

import pytest

from meldwise.play import action_text, apply, deal, legal_actions
from meldwise.play.state import State
from meldwise.position import Position
from tests.unit.play.refused import code
from tests.unit.play.table import opened, position


def words(known: Position, kind: str) -> list[str]:
    return [action_text(a) for a in legal_actions(known) if a.type == kind]


@pytest.mark.parametrize(
    ("targets", "owner", "expected"),
    [
        ("all", 1, {"lay off 7S on 0", "lay off 7S on 1"}),
        ("runs", 1, {"lay off 7S on 0"}),
        ("sets", 1, {"lay off 7S on 1"}),
        ("own", 1, set()),
        ("own", 0, {"lay off 7S on 0", "lay off 7S on 1"}),
    ],
)
def test_the_rules_say_on_which_melds_cards_are_laid_off(
    targets: str, owner: int, expected: set[str]
) -> None:
    options = {"layoff.targets": targets, "layoff.requires_open": False}
    known = position(
        "ramino-drift", "7S 2C KD", ["4S 5S 6S", "7H 7D 7C"], options=options, owner=owner
    )
    assert set(words(known, "lay-off")) == expected


def test_a_wild_says_what_it_stands_for_where_it_could_be_two_cards() -> None:
    known = position("loba", "JK 2C", ["4S 5S 6S 7S"])
    assert words(known, "lay-off") == ["lay off JK=8S on 0", "lay off JK=3S on 0"]
    assert code(known, "lay off JK on 0") == "ambiguous-lay-off"


def test_limits_of_melds_hold_for_lay_offs() -> None:
    known = position("loba", "JK 7D 2C", ["4S JK=5S JK=6S 7S", "7H 7C 7S"])
    assert code(known, "lay off JK=8S on 0") == "too-many-wilds"
    assert code(known, "lay off 7D on 1") == "needs-three-suits"
    assert code(known, "lay off 2C on 0") is not None
    assert code(known, "lay off 2C on 7") == "no-such-meld"


def test_cards_on_the_table_keep_their_place() -> None:
    # As a joker it could be the eight; on the table it lies as the four.
    known = position("loba", "9S 2C", ["JK=4S 5S 6S 7S"])
    assert code(known, "lay off 9S on 0") is not None


def test_no_lay_off_during_play_where_the_rules_have_none() -> None:
    options = {"layoff.in_play": False}
    known = position("ramino-drift", "7S 2C", ["4S 5S 6S"], options=options)
    assert code(known, "lay off 7S on 0") == "no-layoff"


def swapped(reuse: str, **options: Any) -> State:
    """A joker just taken for the nine, with two kings and a card that the joker could follow."""
    given = {"joker_swap.reuse": reuse, "layoff.requires_open": False} | options
    known = position("ramino-drift", "9D KS KH 2C", ["8D JK TD"], options=given)
    state = deal(known.rules, seed=1).evolve(
        phase="play",
        seat=0,
        hands=(known.hand, known.hand),
        table=known.table,
        opened=known.opened,
    )
    return apply(state, {"type": "swap-joker", "card": "9D", "meld": 0})


@pytest.mark.parametrize(
    ("reuse", "kinds"),
    [
        ("new_meld", {"meld"}),
        ("any", {"meld", "lay-off"}),
        ("keep", {"meld", "lay-off", "discard"}),
    ],
)
def test_after_an_exchange_the_joker_goes_where_the_rules_say(reuse: str, kinds: set[str]) -> None:
    state = swapped(reuse)
    assert [str(m.meld) for m in state.table] == ["8D 9D TD"]
    assert {action.type for action in legal_actions(state.position())} == kinds
    assert "JK" in [str(card) for card in state.public[0].holds]


def test_nothing_but_its_use_follows_an_exchange() -> None:
    known = swapped("any").position()
    assert code(known, "discard 2C") == "use-first"
    assert code(known, "swap 2C for the joker of 0") == "use-first"


def test_after_its_use_the_turn_goes_on() -> None:
    state = apply(swapped("any"), {"type": "meld", "cards": "KS KH JK"})
    assert {action.type for action in legal_actions(state.position())} == {"discard"}


def test_loba_never_exchanges_and_german_rummy_never_shifts() -> None:
    run = ["2S 3S JK=4S 5S"]
    assert code(position("loba", "4S 9D", run), "swap 4S for the joker of 0") == "no-joker-swap"
    german = opened("german-rummy", "4S 9D", run)
    assert code(german, "shift 4S into 0, joker to 6S") == "no-joker-shift"


def test_a_shift_to_where_the_joker_cannot_go_names_where_it_can() -> None:
    known = position("loba", "4S 9D 2H", ["3S JK=4S 5S 6S"])
    assert words(known, "shift-joker") == [
        "shift 4S into 0, joker to 2S",
        "shift 4S into 0, joker to 7S",
    ]
    assert code(known, "shift 4S into 0, joker to 9S") == "no-such-shift"


def test_two_jokers_of_a_strict_set_are_taken_with_both_cards() -> None:
    options = {"joker_swap.strict": True}
    known = opened(
        "german-rummy", "6C 6D TH TD 9H 9S 2C", ["TS JS QS KS AS", "6S 6H JK JK"], options=options
    )
    assert words(known, "swap-joker") == [
        "swap 6C with 6D for the joker of 1",
        "swap 6D with 6C for the joker of 1",
    ]
    assert code(known, "swap 6C for the joker of 1") == "set-not-complete"


def test_one_card_at_a_time_where_the_exchange_is_not_strict() -> None:
    known = opened("german-rummy", "6C 6D TH TD 2C", ["TS JS QS KS AS", "6S 6H JK"])
    assert code(known, "swap 6C with 6D for the joker of 1") == "one-at-a-time"
    assert code(known, "swap TH for the joker of 1") == "no-such-joker"
