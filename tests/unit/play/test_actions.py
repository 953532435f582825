"""Actions as JSON and as words: both round-trip, both say what is wrong."""

from __future__ import annotations

from typing import Any

import pytest

from meldwise.errors import ActionError, InputError
from meldwise.play import Draw, action_text, parse_action
from meldwise.play.actions import action_of

BOTH: list[tuple[str, dict[str, Any]]] = [
    ("declare", {"type": "declare"}),
    ("pass", {"type": "pass"}),
    ("draw stock", {"type": "draw", "from": "stock"}),
    ("draw discard", {"type": "draw", "from": "discard"}),
    ("draw discard to 7S", {"type": "draw", "from": "discard", "card": "7S"}),
    ("meld QS KS JK=AS", {"type": "meld", "cards": ["QS", "KS", "JK=AS"]}),
    ("lay off JK=9H on 2", {"type": "lay-off", "card": "JK=9H", "meld": 2}),
    ("swap 6C for the joker of 0", {"type": "swap-joker", "card": "6C", "meld": 0}),
    (
        "swap 6C with 6D for the joker of 0",
        {"type": "swap-joker", "card": "6C", "meld": 0, "with": ["6D"]},
    ),
    (
        "shift 4S into 1, joker to 7S",
        {"type": "shift-joker", "card": "4S", "meld": 1, "to": "7S"},
    ),
    ("discard KH", {"type": "discard", "card": "KH"}),
    ("knock", {"type": "knock"}),
    ("knock KH", {"type": "knock", "discard": "KH"}),
    ("out", {"type": "out"}),
    ("out 5H", {"type": "out", "discard": "5H"}),
]


@pytest.mark.parametrize(("words", "values"), BOTH)
def test_words_and_json_are_the_same_action(words: str, values: dict[str, Any]) -> None:
    action = parse_action(words)
    assert action == action_of(values)
    assert action.to_dict() == values
    assert action_text(action) == words
    assert action_of(action) is action


def test_words_are_read_whatever_the_blanks_and_the_way_a_card_is_written() -> None:
    assert parse_action("  discard   10♦ ").to_dict() == {"type": "discard", "card": "TD"}


@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({}, "unknown-action"),
        ({"type": "discrad"}, "unknown-action"),
        ({"type": "draw", "from": "box"}, "bad-action"),
        ({"type": "draw"}, "bad-action"),
        ({"type": "pass", "card": "KH"}, "unknown-field"),
        ({"type": "discard"}, "bad-action"),
        ({"type": "discard", "card": "KH QH"}, "bad-action"),
        ({"type": "discard", "card": "JK=9H"}, "bad-action"),
        ({"type": "lay-off", "card": "KH QH", "meld": 0}, "bad-action"),
        ({"type": "lay-off", "card": "KH", "meld": -1}, "bad-action"),
        ({"type": "lay-off", "card": "KH", "meld": True}, "bad-action"),
        ({"type": "meld", "cards": 7}, "bad-action"),
        ({"type": "knock", "discard": "XX"}, "bad-action"),
    ],
)
def test_wrong_json_is_told(values: dict[str, Any], code: str) -> None:
    with pytest.raises(InputError) as caught:
        action_of(values)
    assert caught.value.code == code


@pytest.mark.parametrize("words", ["", "throw KH", "draw", "lay off KH", "meld", "x" * 10_000])
def test_words_that_are_no_action_are_told(words: str) -> None:
    with pytest.raises(ActionError, match="is not an action"):
        parse_action(words)


def test_actions_are_values() -> None:
    assert len({Draw("stock"), Draw("stock"), Draw("discard")}) == 2
