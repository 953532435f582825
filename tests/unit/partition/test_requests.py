"""A question that makes no sense is refused with the field, the value and what is allowed."""

from __future__ import annotations

import math
from typing import Any

import pytest

from meldwise import best_melds
from meldwise.errors import InputError, RequestError, RulesError

HAND = "7H 8H 9H KC"

WRONG: dict[str, tuple[str, list[Any]]] = {
    "goal": ("it is one of deadwood, points, out", ["", "x", None, 5, math.nan, True, [], {}]),
    "discard": ("it is one of none, optional, required", ["", "x", 5, math.nan, True, [], {}]),
    "engine": ("it is one of auto, search, cp", ["", "x", None, 5, math.nan, True, [], {}]),
    "limit": (
        'not a number from 1 to 1000 or "optimal"',
        [0, -1, 1001, 10**30, 10**5000, 1.5, math.nan, True, None, "3", "all", []],
    ),
    "seconds": (
        "not a time above 0 and up to 3600",
        [0, -1, 3601, 10**400, 10**5000, math.nan, math.inf, -math.inf, True, None, "1", []],
    ),
}


@pytest.mark.parametrize(
    ("field", "allowed", "value"),
    [(field, allowed, value) for field, (allowed, values) in WRONG.items() for value in values],
    ids=lambda value: f"{value:.20}" if isinstance(value, str) else type(value).__name__,
)
def test_a_value_that_is_not_allowed_is_refused(field: str, allowed: str, value: Any) -> None:
    asked: dict[str, Any] = {field: value}
    with pytest.raises(RequestError, match=allowed) as error:
        best_melds(HAND, **asked)
    assert error.value.code == f"bad-{field}"
    assert error.value.where["field"] == field
    assert len(str(error.value)) < 200


@pytest.mark.parametrize(
    ("field", "value", "meant"),
    [("goal", "deadwod", "deadwood"), ("engine", "Search", "search"), ("discard", "non", "none")],
)
def test_the_nearest_value_is_offered(field: str, value: str, meant: str) -> None:
    asked: dict[str, Any] = {field: value}
    with pytest.raises(RequestError, match=rf"did you mean {meant}\?"):
        best_melds(HAND, **asked)


def test_the_nearest_rule_set_is_offered() -> None:
    with pytest.raises(RulesError, match=r"did you mean loba\?") as error:
        best_melds(HAND, "lobba")
    assert error.value.code == "unknown-rules"


@pytest.mark.parametrize(
    ("changes", "code", "sentence"),
    [
        ({"meld.run.mn": 3}, "unknown-option", r"did you mean meld\.run\.min\?"),
        ({"meld.run.min": 5, "meld.run.max": 4}, "contradiction", r"is more than meld\.run\.max"),
        ({"wild.max_adjacent": 0}, "bad-value", r"option wild\.max_adjacent"),
    ],
)
def test_wrong_options_are_refused_before_anything_is_solved(
    changes: dict[str, Any], code: str, sentence: str
) -> None:
    with pytest.raises(RulesError, match=sentence) as error:
        best_melds(HAND, {"extends": "gin-rummy"} | changes)
    assert error.value.code == code


@pytest.mark.parametrize("rules", [None, 5, [], b"loba", math.nan])
def test_what_is_no_rule_set_is_refused(rules: Any) -> None:
    with pytest.raises(RulesError, match=type(rules).__name__):
        best_melds(HAND, rules)


def test_every_refusal_is_an_input_error_and_a_value_error() -> None:
    assert issubclass(RequestError, InputError)
    assert issubclass(RequestError, ValueError)
