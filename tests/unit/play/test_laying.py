"""Laying melds: what is a meld, the initial meld and its threshold, no way into a dead end."""

from __future__ import annotations

from typing import Any

import pytest

from meldwise.play import LayMeld, action_text, apply, deal, legal_actions
from meldwise.play.state import State
from meldwise.position import Position
from tests.unit.play.refused import code
from tests.unit.play.table import opened, position


def melds(known: Position) -> list[str]:
    return [action_text(action) for action in legal_actions(known) if isinstance(action, LayMeld)]


def test_every_meld_of_the_hand_is_listed_once_with_its_dearest_reading() -> None:
    known = position("ramino-drift", "QS KS JK 7H 7D 7C 2D")
    assert "meld JK=JS QS KS" in melds(known)
    assert "meld 7H 7D 7C" in melds(known)
    assert len(set(melds(known))) == len(melds(known))


def test_another_reading_is_legal_when_it_is_given() -> None:
    known = position("german-rummy", "QS KS JK KD KH 2D", options={"open.min_points": 0})
    assert "meld QS KS JK=AS" in melds(known)
    assert "meld JK=JS QS KS" not in melds(known)
    assert code(known, "meld JK=JS QS KS") is None


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("meld 7H 7D", "too-short"),
        ("meld 7H 7D 7H", "not-in-hand"),
        ("meld 7H 7D 2D", "not-one-rank-or-suit"),
        ("meld QS KS JK=9S", "stands-for-another"),
    ],
)
def test_what_is_no_meld_is_refused_with_the_fault(words: str, expected: str) -> None:
    known = position("ramino-drift", "QS KS JK 7H 7D 7C 2D")
    assert code(known, words) == expected


def test_melds_are_laid_in_play_only() -> None:
    known = Position.from_dict(
        {"rules": "gin-rummy", "hand": "7H 7D 7C AS 2S 3S 9C 9D TD KH KC", "phase": "play"}
    )
    assert code(known, "meld 7H 7D 7C") == "not-in-play"


@pytest.mark.parametrize(
    ("hand", "first", "can"),
    [
        # The worked examples of the threshold: 39 is refused, 40 accepted.
        ("9C JK JC QC 2H 4D", "meld 9C JK=TC JC QC", False),
        ("TC JK QC KC 2H 4D", "meld TC JK=JC QC KC", True),
        ("9S TS JS AD 2D 3D 4D KH", "meld 9S TS JS", False),
        ("TS JS QS AD 2D 3D 4D KH", "meld TS JS QS", True),
        ("TS JS QS AD 2D 3D 4D KH", "meld AD 2D 3D 4D", True),
        ("TS JS QS AD 2D 3D 4D KH", "meld AD 2D 3D", False),
    ],
)
def test_a_first_meld_is_legal_if_the_hand_can_reach_the_threshold(
    hand: str, first: str, can: bool
) -> None:
    known = position("german-rummy", hand)
    assert code(known, first) == (None if can else "opening-too-low")


def started() -> Position:
    """An initial meld of 30 points so far, and ten more in hand."""
    return Position.from_dict(
        {
            "rules": "german-rummy",
            "hand": "AD 2D 3D 4D KH 9H",
            "phase": "play",
            "table": [
                {"owner": 1, "cards": "TH JH QH"},
                {"owner": 0, "cards": "TS JS QS"},
            ],
            "opened": [False, True],
            "turn": {"placed": True},
        }
    )


def test_while_the_initial_meld_is_incomplete_nothing_else_is_done() -> None:
    known = started()
    assert [action_text(action) for action in legal_actions(known)] == ["meld AD 2D 3D 4D"]
    assert code(known, "discard KH") == "opening-incomplete"
    assert code(known, "lay off KH on 0") == "not-opened"


def test_no_card_is_laid_off_in_the_turn_of_the_initial_meld() -> None:
    values: dict[str, Any] = started().to_dict()
    values["hand"] = ["KH", "9H"]
    values["table"] = [*values["table"], {"owner": 0, "cards": "AD 2D 3D 4D"}]
    values["opened"] = [True, True]
    values["turn"] = {"placed": True, "opened": True}
    values["stock"] = None
    known = Position.from_dict(values)
    assert code(known, "lay off KH on 0") == "opened-this-turn"
    assert code(known, "discard KH") is None
    same_turn = Position.from_dict(values | {"options": {"open.layoff_same_turn": True}})
    assert code(same_turn, "lay off KH on 0") is None


def test_an_initial_meld_may_have_to_hold_a_pure_run() -> None:
    options = {"open.pure_run": True}
    impure = position("german-rummy", "TC JK QC KC 2H 4D", options=options)
    assert melds(impure) == []
    pure = position("german-rummy", "TC JC QC KC 2H 4D", options=options)
    assert melds(pure)[:1] == ["meld TC JC QC KC"]


def test_who_goes_out_at_once_may_be_exempt_from_the_threshold() -> None:
    hand = "2S 3S 4S 5D 6D 7D 9H"
    assert melds(position("german-rummy", hand)) == []
    exempt = position("german-rummy", hand, options={"open.exempt_if_going_out": True})
    assert set(melds(exempt)) == {"meld 2S 3S 4S", "meld 5D 6D 7D"}
    two_over = position("german-rummy", f"{hand} KC", options={"open.exempt_if_going_out": True})
    assert melds(two_over) == []


def test_the_last_card_is_kept_where_it_must_be_discarded() -> None:
    options = {"end.go_out_discard": "required"}
    known = opened("ramino-drift", "4C 5C 6C", ["9S 9H 9D"], options=options)
    assert melds(known) == []
    assert code(known, "meld 4C 5C 6C") == "last-card"


def test_a_placement_may_not_leave_only_the_upcard_just_taken() -> None:
    known = opened(
        "ramino-drift",
        "4C KD",
        ["5C 6C 7C"],
        taken={"card": "KD", "from": "discard"},
    )
    assert code(known, "lay off 4C on 0") == "no-discard-left"
    assert [action_text(action) for action in legal_actions(known)] == ["discard 4C"]


def test_an_opening_in_two_melds_is_played_by_the_referee() -> None:
    state: State = deal("german-rummy", seed=1)
    hand = Position.from_dict({"rules": "german-rummy", "hand": "TS JS QS AD 2D 3D 4D KH"}).hand
    state = state.evolve(phase="play", hands=(hand, hand), seat=0, opened=(False, False))
    for words in ("meld TS JS QS", "meld AD 2D 3D 4D"):
        assert not state.opened[0]
        state = apply(state, {"type": "meld", "cards": words.removeprefix("meld ")})
    assert state.opened == (True, False)
    assert state.turn.opened
