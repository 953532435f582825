"""The same advice in Python, on the command line and over HTTP, for positions of real play."""

from __future__ import annotations

import contextlib
import io
import json
import sys
from collections.abc import Callable
from typing import Any

import pytest
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import meldwise as mw
from meldwise.advice.handalone import position_of_hand
from meldwise.cli import main
from meldwise.errors import InputError
from tests.api.asking import client_of, timeless
from tests.presets import PLAYED
from tests.unit.advice.situations import states

CLIENT: TestClient = client_of(max_seconds=600)

Told = dict[str, Any] | str

few = settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow], deadline=None)


def by_library(ask: Callable[[], Any]) -> Told:
    """The document of an answer, or the sentence that says why there is none."""
    try:
        found: dict[str, Any] = json.loads(timeless(ask().to_dict()))
    except InputError as error:
        return error.message
    return found


def over_http(path: str, body: dict[str, Any]) -> Told:
    response = CLIENT.post(path, json=body)
    found: dict[str, Any] = response.json()
    if response.status_code == 422:
        sentence: str = found["detail"]
        return sentence
    assert response.status_code == 200, response.text
    document: dict[str, Any] = json.loads(timeless(found))
    return document


def by_command(*argv: str, given: dict[str, Any] | None = None) -> Told:
    out, err = io.StringIO(), io.StringIO()
    usual = sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(json.dumps(given).encode()), "utf-8")
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status = main([*argv, "--json"])
    finally:
        sys.stdin = usual
    if status == 2:
        return err.getvalue().removeprefix("meldwise: ").strip()
    assert status == 0, err.getvalue()
    found: dict[str, Any] = json.loads(timeless(json.loads(out.getvalue())))
    return found


@st.composite
def positions(draw: st.DrawFn) -> mw.Position:
    """What a player sees who has something to decide, in any game that is played."""
    name = draw(st.sampled_from(PLAYED))
    seats = mw.rules(name).players
    players = draw(st.integers(seats.min, min(seats.max, 3)))
    return draw(st.sampled_from(states(name, players, 2))).position()


samplings = st.fixed_dictionaries({"samples": st.sampled_from([0, 3]), "seed": st.integers(0, 9)})


def flags(limits: dict[str, int]) -> list[str]:
    return [word for name, value in limits.items() for word in (f"--{name}", str(value))]


@few
@given(positions(), samplings)
def test_hints(position: mw.Position, limits: dict[str, int]) -> None:
    asked = position.to_dict()
    expected = by_library(lambda: mw.hint(asked, **limits))
    assert isinstance(expected, str) or expected["actions"]
    assert over_http("/v1/hint", {"position": asked, **limits}) == expected
    assert by_command("hint", "-", *flags(limits), given=asked) == expected


@few
@given(positions(), samplings)
def test_knocks(position: mw.Position, limits: dict[str, int]) -> None:
    asked = position.to_dict()
    expected = by_library(lambda: mw.knock(asked, **limits))
    assert over_http("/v1/knock", {"position": asked, **limits}) == expected
    assert by_command("knock", "-", *flags(limits), given=asked) == expected


@few
@given(positions(), st.integers(1, 6), samplings, st.sampled_from([{}, {"meld.run.min": 4}]))
def test_knocks_of_a_hand_alone(
    position: mw.Position, turn: int, limits: dict[str, int], changes: dict[str, int]
) -> None:
    rules, players, hand = position.rules.id, position.players, str(position.hand)
    made = mw.rules(rules, changes)
    expected = by_library(
        lambda: mw.knock(position_of_hand(hand, made, players=players, turn=turn), **limits)
    )
    body = {"hand": hand, "rules": rules, "options": changes, "players": players, "turn": turn}
    assert over_http("/v1/knock", {**body, **limits}) == expected
    words = ["--rules", rules, "--players", str(players), "--turn", str(turn)]
    sets = [word for name, value in changes.items() for word in ("--set", f"{name}={value}")]
    assert by_command("knock", hand, *words, *sets, *flags(limits)) == expected


@pytest.mark.parametrize("question", ["hint", "knock"])
def test_a_game_that_is_not_played_is_refused_in_the_same_words(question: str) -> None:
    asked = {"rules": "rummikub", "phase": "play", "hand": "r4 k7 b9"}
    expected = by_library(lambda: getattr(mw, question)(asked))
    assert isinstance(expected, str)
    assert "not dealt and played" in expected
    assert over_http(f"/v1/{question}", {"position": asked}) == expected
    assert by_command(question, "-", given=asked) == expected
