"""The same question has the same answer in Python, on the command line and over HTTP."""

from __future__ import annotations

import contextlib
import io
import json
import tempfile
from pathlib import Path
from typing import Any

from fastapi.testclient import TestClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import meldwise as mw
from meldwise.cli import main
from meldwise.rules.catalog import PRESETS
from tests.api.asking import client_of, timeless
from tests.strategies import games, near_melds, questions

CLIENT: TestClient = client_of(max_seconds=600, default_seconds=600)

few = settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])


def by_command(*argv: str) -> dict[str, Any]:
    """The document that a command prints."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = main([*argv, "--json"])
    assert status in (0, 1), err.getvalue()
    found: dict[str, Any] = json.loads(out.getvalue())
    return found


def over_http(path: str, body: dict[str, Any]) -> dict[str, Any]:
    response = CLIENT.post(path, json=body)
    assert response.status_code == 200, response.text
    found: dict[str, Any] = response.json()
    return found


@contextlib.contextmanager
def named(rules: mw.RuleSet) -> Any:
    """What the command line calls a rule set."""
    if rules.id in PRESETS and rules == mw.rules(rules.id):
        yield rules.id
        return
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "rules.json")
        file.write_text(json.dumps(rules.to_dict()), "utf-8")
        yield str(file)


def options(asked: dict[str, Any]) -> list[str]:
    """A question as the options of the command."""
    words = []
    for name, value in asked.items():
        if name == "require":
            pairs = value.items() if isinstance(value, dict) else [value.split("=", 1)]
            for key, item in pairs:
                words += ["--require", f"{key}={item}".lower()]
        elif value is not None:
            words += [f"--{name}", str(value)]
    return words


@few
@given(games(), questions())
def test_best_melds(game: tuple[mw.RuleSet, mw.Hand], asked: dict[str, Any]) -> None:
    rules, hand = game
    cards = str(hand)
    body = dict(asked)
    if isinstance(body.get("require"), str):
        body["require"] = [body["require"]]
    expected = timeless(mw.best_melds(cards, rules, seconds=600, **body).to_dict())
    request = {name: value for name, value in body.items() if value is not None}
    assert expected == timeless(
        over_http("/v1/melds", {"hand": cards, "rules": rules.to_dict(), **request})
    )
    with named(rules) as name:
        printed = by_command("melds", cards, "--rules", name, "--time", "600", *options(asked))
    assert expected == timeless(printed)


@few
@given(near_melds(), st.booleans())
def test_verdicts(game: tuple[mw.RuleSet, mw.Hand], ordered: bool) -> None:
    rules, cards = game[0], str(game[1])
    expected = mw.check(cards, rules, ordered=ordered).to_dict()
    body = {"cards": cards, "rules": rules.to_dict(), "ordered": ordered}
    assert expected == over_http("/v1/check", body)
    with named(rules) as name:
        flag = ["--ordered"] if ordered else []
        assert expected == by_command("check", cards, "--rules", name, *flag)


@few
@given(games(wilds=2))
def test_batches_leave_what_single_hands_leave(game: tuple[mw.RuleSet, mw.Hand]) -> None:
    rules, hand = game
    body = {"hands": [str(hand)], "rules": rules.to_dict()}
    (item,) = over_http("/v1/batch/melds", body)["items"]
    best = mw.best_melds(hand, rules, seconds=600)
    assert item["deadwood"]["points"] == best.deadwood.points


def settled(outcome: dict[str, Any]) -> dict[str, Any] | mw.errors.InputError:
    """The settlement, or why there is none."""
    try:
        return mw.settle(outcome).to_dict()
    except mw.errors.InputError as error:
        return error


@few
@given(st.data())
def test_settlements(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(PRESETS))
    rules = mw.rules(name)
    players = data.draw(st.integers(rules.players.min, min(rules.players.max, 4)))
    outcome = {
        "rules": name,
        "players": players,
        "ending": data.draw(
            st.sampled_from(
                [
                    {"kind": "knock", "player": 0},
                    {"kind": "out", "player": 0},
                    {"kind": "out", "player": 0, "discarded": True, "at_once": True},
                    {"kind": "deal-win"},
                    {"kind": "stock-out"},
                    {"kind": "void"},
                ]
            )
        ),
        "counts": [
            data.draw(st.integers(0, 60)) if player else data.draw(st.integers(0, 10))
            for player in range(players)
        ],
    }
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "outcome.json")
        file.write_text(json.dumps(outcome), "utf-8")
        expected = settled(outcome)
        if isinstance(expected, mw.errors.InputError):
            refused = CLIENT.post("/v1/settle", json=outcome)
            assert refused.status_code == 422
            told = refused.json()
            assert (told["code"], told["detail"]) == (expected.code, expected.message)
        else:
            assert expected == over_http("/v1/settle", outcome)
            assert expected == by_command("settle", str(file))
