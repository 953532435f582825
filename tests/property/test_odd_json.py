"""Whatever an outcome, a position or an action holds: an answer, or an error that says where."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meldwise import settle
from meldwise.errors import ActionError, InputError
from meldwise.play import legal_actions, why_not
from meldwise.play.actions import action_of
from meldwise.position import Position

Document = dict[str, Any]
Path = tuple[str | int, ...]

OUTCOMES: list[Document] = [
    {
        "rules": "gin-rummy",
        "options": {"knock.limit": 10},
        "players": 2,
        "ending": {"kind": "knock", "player": 0},
        "hands": ["AS AH AD TC TD TH JS QS KS 2H", "4S 5S 4C 5C 4D 5D 4H 5H 9S TS"],
        "upcard": "3H",
        "scores": [0, 3],
        "buy_ins": [0, 0],
        "locale": "en",
    },
    {
        "rules": "loba",
        "ending": {"kind": "out", "player": 1, "discarded": True, "at_once": False},
        "hands": ["AS KD 9C JK", ""],
        "table": [
            {"owner": 0, "cards": "7H 7C 7S"},
            {"owner": 1, "cards": ["5D", "JK=6D", "7D 8D"]},
        ],
        "scores": [1, 2],
        "buy_ins": [1, 0],
    },
    {
        "rules": "tonk",
        "ending": {"kind": "deal-win", "declared": [0], "player": 0},
        "counts": [50, 12, 20, 31],
        "melded": [1, 2, 3, 4],
    },
]
POSITIONS: list[Document] = [
    {
        "rules": "gin-rummy",
        "options": {},
        "players": 2,
        "seat": 0,
        "dealer": 1,
        "phase": "play",
        "hand": "AS 2S 3S 5H 6H 7H 9C 9D TD KH QC",
        "taken": {"card": "KH", "from": "stock"},
        "discards": ["3D", "TC"],
        "stock": 29,
        "scores": [0, 0],
        "opponents": [{"seat": 1, "cards": 10, "holds": ["7C"], "threw": ["3D"], "passed": ["TC"]}],
        "turn": {"number": 3},
        "upcard": "3D",
    },
    {
        "rules": "loba",
        "players": 3,
        "seat": 1,
        "dealer": 0,
        "to_move": 1,
        "phase": "play",
        "hand": "4S 5S 6S 7S JK",
        "taken": {"card": "7S", "from": "discard", "with": []},
        "table": [{"owner": 1, "cards": ["2H", "3H", "JK=4H", "5H"]}],
        "opened": [False, True, False],
        "placed": [False, True, False],
        "opponents": [{"seat": 0, "cards": 9}, {"seat": 2, "cards": 5}],
        "turn": {"number": 9, "placed": True, "opened": False, "used": False, "freed": []},
    },
    {"rules": "tonk", "phase": "deal", "hand": "KS QH JD TC TD"},
]
ACTIONS: list[Document] = [
    {"type": "declare"},
    {"type": "draw", "from": "discard", "card": "TC"},
    {"type": "meld", "cards": "4S 5S 6S 7S"},
    {"type": "lay-off", "card": "6H", "meld": 0},
    {"type": "swap-joker", "card": "4H", "meld": 0, "with": ["4S"]},
    {"type": "shift-joker", "card": "4H", "meld": 0, "to": "6H"},
    {"type": "discard", "card": "KH"},
    {"type": "knock", "discard": "KH"},
    {"type": "out", "discard": "KH"},
    {"type": "pass"},
]


def nested(value: Any, depth: int, wrap: Callable[[Any], Any]) -> Any:
    for _ in range(depth):
        value = wrap(value)
    return value


# Some are not JSON at all: a program may give them too.
ODD: list[Any] = [
    *(None, True, False, 0, 1, -1, 2, 7, 10**6, 10**9, 10**30, -(10**30), 10**5000, 1.5, 3.0),
    *(float("nan"), float("inf"), -float("inf")),
    *("", "x", "3", "null", "7H", "7H 8H 9H", "JK", "JK=9H", "JKr", "\ud800", "\0", "7" * 5000),
    *("stock", "discard", "gin-rummy", "rummikub", "knock", "play"),
    *([], [[]], [None], [1], [True], ["7H"], ["7H", ["8H"]], [{}], [0] * 1000, ["7H"] * 2000),
    *({}, {"a": 1}, {"card": "7H"}, {"extends": "loba"}, {"extends": 3}, {"meld.run.min": "x"}),
    nested([], 500, lambda value: [value]),
    nested([], 50_000, lambda value: [value]),
    nested({}, 500, lambda value: {"a": value}),
    *(b"7H", bytearray(b"x"), (1, 2), {1: 2}, {None: 1}, {10**5000: 1}, set(), object(), range(3)),
]


def paths(value: Any, before: Path = ()) -> Iterator[Path]:
    """The way to every value in a document."""
    yield before
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from paths(inner, (*before, key))


def changed(document: Document, path: Path, value: Any) -> Any:
    """The document with another value in one place."""
    if not path:
        return value
    result = copy.deepcopy(document)
    at: Any = result
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = value
    return result


@st.composite
def spoilt(draw: st.DrawFn, documents: list[Document]) -> Any:
    """A document with an odd value in a field, or in one that is not known."""
    known = draw(st.sampled_from(documents))
    value = ODD[draw(st.integers(0, len(ODD) - 1))]
    if draw(st.integers(0, 9)) == 0:
        return known | {draw(st.sampled_from(["x", "Rules", ""])): value}
    return changed(known, draw(st.sampled_from(list(paths(known)))), value)


def answered(ask: Callable[[Any], object], document: Any) -> None:
    """Ask; a refusal has a code, a sentence for one line and a place, all fit for JSON."""
    try:
        ask(document)
    except InputError as error:
        told(error)


def told(error: InputError) -> None:
    assert error.code
    assert error.code == error.code.lower()
    assert 10 < len(error.message) < 1000
    assert "\n" not in error.message
    assert error.where
    assert json.loads(json.dumps(error.where, allow_nan=False)) == error.where
    error.message.encode()


@given(spoilt(OUTCOMES))
def test_an_odd_outcome_is_settled_or_refused_with_code_and_place(document: Any) -> None:
    answered(settle, document)


@given(spoilt(POSITIONS))
def test_an_odd_position_is_read_or_refused_with_code_and_place(document: Any) -> None:
    answered(lambda values: legal_actions(Position.from_dict(values)), document)


@given(spoilt(ACTIONS), st.sampled_from(POSITIONS))
def test_an_odd_action_is_judged_or_refused_with_code_and_place(
    action: Any, position: Mapping[str, Any]
) -> None:
    answered(lambda asked: why_not(position, asked), action)


@pytest.mark.parametrize("document", [*OUTCOMES, *POSITIONS], ids=lambda known: known["rules"])
def test_documents_that_are_not_spoilt_are_accepted(document: Document) -> None:
    if "ending" in document:
        assert settle(document).scores
    else:
        assert legal_actions(document)


@pytest.mark.parametrize("action", ACTIONS, ids=lambda known: known["type"])
def test_actions_that_are_not_spoilt_are_read(action: Document) -> None:
    assert action_of(action).to_dict() == action | (
        {"cards": ["4S", "5S", "6S", "7S"]} if action["type"] == "meld" else {}
    )


@pytest.mark.parametrize("action", [None, 3, "pass", [], b"x", object()])
def test_what_is_no_action_is_refused_as_such(action: Any) -> None:
    with pytest.raises(ActionError, match="an action is an object") as caught:
        why_not(POSITIONS[0], action)
    assert caught.value.code == "bad-action"
