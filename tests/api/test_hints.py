"""Hints and knock advice, in one answer or as a stream of better ones."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient

import meldwise as mw
from meldwise_api import Settings, create_app
from tests.api.asking import answer, client_of, problem, timeless, without_start
from tests.api.server import Server, running, until

GIN = {
    "rules": "gin-rummy",
    "phase": "play",
    "hand": "2S 3S 4S 7H 8H 9H TD TS TC 5D KH",
    "taken": {"card": "KH", "from": "stock"},
    "discards": ["9D"],
}
LINE = "gin-rummy 2:0:1 play 2S3S4S7H8H9HTDTSTC5DKH KH@stock 9D 30 0,0 - -- -- 1:10 n2"
HAND = "2S 3S 4S 7H 8H 9H TD TS TC 5D KH"
FEW = {"samples": 8, "seed": 1}


@pytest.fixture(scope="module")
def patient() -> Iterator[TestClient]:
    """A client of a service where samples decide, not the time."""
    with TestClient(without_start(create_app(Settings(max_seconds=600)))) as found:
        yield found


def events(text: str) -> list[tuple[str, dict[str, Any]]]:
    """The server-sent events of a text."""
    found = []
    for block in text.strip().split("\n\n"):
        fields = dict(line.split(": ", 1) for line in block.splitlines())
        found.append((fields["event"], json.loads(fields["data"])))
    return found


@pytest.mark.parametrize("position", [GIN, LINE], ids=["object", "line"])
def test_a_hint_is_that_of_the_library(patient: TestClient, position: Any) -> None:
    found = answer(patient.post("/v1/hint", json={"position": position, **FEW}))
    assert found["samples"] == 8
    assert timeless(found) == timeless(mw.hint(position, samples=8, seed=1).to_dict())


def test_knock_advice_is_that_of_the_library(patient: TestClient) -> None:
    found = answer(patient.post("/v1/knock", json={"position": GIN, **FEW}))
    assert timeless(found) == timeless(mw.knock(GIN, samples=8, seed=1).to_dict())


def test_a_hand_alone_is_asked_about(patient: TestClient) -> None:
    asked = {"hand": HAND, "rules": "gin", "players": 2, "turn": 3, **FEW}
    found = answer(patient.post("/v1/knock", json=asked))
    assert found["advice"] in ("knock", "wait")
    house = answer(patient.post("/v1/knock", json=asked | {"options": {"knock.limit": 2}}))
    assert house["advice"] == "not-legal"


def test_a_stream_ends_with_the_answer_that_the_other_form_gives(patient: TestClient) -> None:
    asked = {"position": GIN, "samples": 20, "seed": 1}
    response = patient.post("/v1/hint/stream", json=asked)
    assert response.headers["content-type"].startswith("text/event-stream")
    names, found = zip(*events(response.text), strict=True)
    assert names == ("hint",) * (len(names) - 1) + ("final",)
    assert len(names) >= 2
    samples = [each["samples"] for each in found]
    assert samples == sorted(set(samples))
    assert timeless(found[-1]) == timeless(answer(patient.post("/v1/hint", json=asked)))


@pytest.mark.parametrize("path", ["/v1/hint", "/v1/hint/stream", "/v1/knock"])
@pytest.mark.parametrize(
    ("changed", "code", "pointer"),
    [
        ({"position": GIN | {"hand": "7X"}}, "not-a-card", "/position/hand"),
        ({"position": GIN | {"rules": "ginn"}}, "unknown-rules", "/position/rules"),
        ({"position": GIN | {"hnad": "7H"}}, "unknown-field", "/position/hnad"),
        ({"position": GIN | {"phase": "end"}}, "bad-phase", "/position/phase"),
        ({"position": GIN | {"table": [{}] * 61}}, "bad-table", "/position/table"),
        ({"position": 7}, "bad-position", "/position"),
        ({"position": {}}, "hand-size", "/position/hand"),
        ({"position": ""}, "bad-text", "/position"),
        (
            {"position": "tonk 2:0:1 deal TCTDKSQHTX - 9C 41 0,0 - -- -- 1:5 -"},
            "not-a-card",
            "/position",
        ),
        ({"position": GIN | {"taken": "KH"}}, "not-an-object", "/position/taken"),
        ({"position": GIN | {"table": [7]}}, "not-an-object", "/position/table/0"),
        (
            {"position": GIN | {"table": [{"owner": 1, "cards": ["2C", "3C", "4X"]}]}},
            "not-a-card",
            "/position/table/0/cards/2",
        ),
        (
            {"position": GIN | {"options": {"meld.run.min": 9, "meld.run.max": 3}}},
            "contradiction",
            "/position/options/meld.run.min",
        ),
        (
            {"position": {"rules": "rummikub", "phase": "play", "hand": "r4 k7 b9"}},
            "not-played",
            "/position/rules",
        ),
        ({"samples": 100_001}, "bad-samples", "/samples"),
        ({"samples": -1}, "bad-samples", "/samples"),
        ({"time": "1h"}, "bad-time", "/time"),
        ({"seed": -1}, "bad-seed", "/seed"),
        ({"se": -1.0}, "bad-se", "/se"),
    ],
)
def test_a_wrong_question_is_told_before_any_answer(
    client: TestClient, path: str, changed: dict[str, Any], code: str, pointer: str
) -> None:
    problem(client.post(path, json={"position": GIN} | changed), 422, code, pointer)


@pytest.mark.parametrize(
    ("asked", "code", "pointer"),
    [
        ({}, "no-hand", "/hand"),
        ({"hand": HAND}, "no-rules", "/rules"),
        ({"hand": HAND, "rules": "gin", "position": GIN}, "bad-hand", "/hand"),
        ({"position": GIN, "locale": "de"}, "bad-locale", "/locale"),
        ({"hand": "r1 r2 r3", "rules": "rummikub"}, "not-played", "/rules"),
        ({"hand": "7H 7X", "rules": "gin"}, "not-a-card", "/hand"),
        ({"hand": HAND, "rules": "gin", "players": 9}, "bad-players", "/players"),
        ({"hand": HAND, "rules": "gin", "turn": 0}, "bad-turn", "/turn"),
    ],
)
def test_a_knock_needs_a_position_or_a_hand(
    client: TestClient, asked: dict[str, Any], code: str, pointer: str
) -> None:
    problem(client.post("/v1/knock", json=asked), 422, code, pointer)


def test_more_players_than_are_allowed_are_refused() -> None:
    asked = {"position": GIN, "samples": 0}
    response = client_of(max_players=1).post("/v1/hint", json=asked)
    problem(response, 422, "bad-players", "/position/players")


def test_time_is_a_limit(client: TestClient) -> None:
    found = answer(client.post("/v1/hint", json={"position": GIN, "time": "50ms"}))
    assert found["actions"]


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with running(concurrency=1, queue=0, max_seconds=100, max_samples=1_000_000) as found:
        yield found


def test_a_stream_whose_client_leaves_runs_no_further(server: Server) -> None:
    asked = {"position": GIN, "samples": 1_000_000, "time": "100s"}
    with server.client() as client:
        with client.stream("POST", "/v1/hint/stream", json=asked) as response:
            assert response.status_code == 200
            # Kept: the connection is closed with it.
            lines = response.iter_lines()
            assert next(lines) == "event: hint"
            assert server.metric("meldwise_searches_running") == 1
            # Nobody may wait here, so it is told at once, as a problem and not as an event.
            busy = client.post("/v1/hint/stream", json=asked)
            assert (busy.status_code, busy.json()["code"]) == (503, "busy")
        until(lambda: server.metric("meldwise_searches_running") == 0, "the search stops")
        found = client.post("/v1/hint", json={"position": GIN, "samples": 0})
        assert found.status_code == 200
