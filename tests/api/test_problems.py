"""Every error is a problem document with a stable code, a sentence and a pointer to the fault."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi.testclient import TestClient

import meldwise as mw
from meldwise.errors import EngineError
from tests.api.asking import client_of, post_raw, problem

GIN = {"hand": "7H 8H 9H", "rules": "gin"}
POSTS = ("/v1/melds", "/v1/check", "/v1/settle", "/v1/batch/melds")


@pytest.mark.parametrize(
    ("changed", "code", "pointer"),
    [
        ({"hand": "7H 7X"}, "not-a-card", "/hand"),
        ({"hand": ["7H", "8H", "7X"]}, "not-a-card", "/hand/2"),
        ({"hand": ["7H 8H", "7X"]}, "not-a-card", "/hand"),
        ({"hand": "7H 7H"}, "card-too-often", "/hand"),
        ({"hand": ["7H", "JK"]}, "no-jokers", "/hand/1"),
        ({"hand": "7H " * 60}, "too-many-cards", "/hand"),
        ({"hand": "x" * 5000}, "bad-hand", "/hand"),
        ({"hand": 7}, "bad-hand", "/hand"),
        ({"hand": None}, "bad-hand", "/hand"),
        ({"hand": ["7H", 8]}, "bad-hand", "/hand/1"),
        ({"hand": ["7H", None]}, "bad-hand", "/hand/1"),
        ({"hand": ["7H"] * 200}, "too-many-cards", "/hand"),
        ({"rules": "ginn"}, "unknown-rules", "/rules"),
        ({"rules": 3}, "bad-rules", "/rules"),
        (
            {"rules": {"extends": "gin", "meld": {"run": {"min": "x"}}}},
            "bad-value",
            "/rules/meld/run/min",
        ),
        ({"rules": {"extends": "ginn"}}, "unknown-rules", "/rules/extends"),
        ({"options": {"meld.run.mn": 3}}, "unknown-option", "/options/meld.run.mn"),
        ({"options": {"meld": {"run.min": 0}}}, "bad-value", "/options/meld/run.min"),
        (
            {"options": {"meld.run.min": 9, "meld.run.max": 3}},
            "contradiction",
            "/options/meld.run.min",
        ),
        ({"options": {"meld.run.min": True}}, "bad-value", "/options/meld.run.min"),
        ({"options": 3}, "bad-options", "/options"),
        ({"players": 9}, "bad-players", "/players"),
        ({"players": 3}, "bad-players", "/players"),
        ({"players": "2"}, "bad-players", "/players"),
        ({"goal": "deadwod"}, "bad-goal", "/goal"),
        ({"discard": "maybe"}, "bad-discard", "/discard"),
        ({"limit": 0}, "bad-limit", "/limit"),
        ({"limit": 101}, "bad-limit", "/limit"),
        ({"limit": "all"}, "bad-limit", "/limit"),
        ({"limit": 1.5}, "bad-limit", "/limit"),
        ({"require": {"point": 40}}, "unknown-requirement", "/require"),
        ({"require": ["points"]}, "bad-requirement", "/require"),
        ({"pins": ["KS"]}, "pin-not-in-hand", "/pins"),
        ({"pins": ["7H", "7X"]}, "not-a-card", "/pins/1"),
        ({"pins": ["7H", ["8H", "7X"]]}, "not-a-card", "/pins/1/1"),
        ({"engine": "seach"}, "bad-engine", "/engine"),
        ({"time": "soon"}, "bad-time", "/time"),
        ({"time": 0}, "bad-time", "/time"),
        ({"time": "11s"}, "bad-time", "/time"),
        ({"locale": "xx"}, "unknown-locale", "/locale"),
        ({"golas": 1}, "unknown-field", "/golas"),
        ({"a/b~c": 1}, "unknown-field", "/a~1b~0c"),
    ],
)
def test_a_wrong_question_is_told_with_the_place_of_the_fault(
    client: TestClient, changed: dict[str, Any], code: str, pointer: str
) -> None:
    problem(client.post("/v1/melds", json=GIN | changed), 422, code, pointer)


def test_the_sentence_is_that_of_the_library(client: TestClient) -> None:
    sentence = problem(
        client.post("/v1/melds", json=GIN | {"hand": "7H 7X"}), 422, "not-a-card", "/hand"
    )
    with pytest.raises(mw.errors.InputError) as error:
        mw.best_melds("7H 7X", "gin")
    assert sentence == error.value.message


def test_the_place_of_a_card_is_told(client: TestClient) -> None:
    response = client.post("/v1/melds", json=GIN | {"hand": "7H 8H 7X"})
    assert response.json()["where"] == {"card": 3, "offset": 6, "text": "7X"}


@pytest.mark.parametrize(
    ("outcome", "code", "pointer"),
    [
        ({"ending": {"kind": "knok", "player": 0}}, "unknown-ending", "/ending/kind"),
        ({"ending": {"kind": "knock", "player": 7}}, "bad-player", "/ending/player"),
        ({"ending": {"kind": "knock", "playr": 7}}, "unknown-field", "/ending/playr"),
        ({"ending": {}}, "no-kind", "/ending/kind"),
        ({"counts": [1, "x"]}, "bad-counts", "/counts/1"),
        ({"counts": [1, -2]}, "bad-counts", "/counts/1"),
        ({"counts": None, "hands": ["7H", "7X"]}, "not-a-card", "/hands/1"),
        ({"counts": [1]}, "bad-players", "/counts"),
        ({"counts": []}, "bad-players", "/counts"),
        ({"counts": [1] * 7}, "bad-players", "/counts"),
        ({"counts": [1] * 9}, "bad-players", "/counts"),
        ({"counts": None, "hands": ["7H"]}, "bad-players", "/hands"),
        ({"players": 9}, "bad-players", "/players"),
        (
            {"ending": {"kind": "deal-win", "declared": [0, 9]}},
            "bad-player",
            "/ending/declared/1",
        ),
        ({"table": [{"owner": 9, "cards": "2H 3H 4H"}]}, "bad-owner", "/table/0/owner"),
        ({"table": [{"owner": 0, "cards": "2H 3H"}]}, "too-short", "/table/0"),
        ({"table": [{"owner": 0, "cards": ["2H", "3H", "4X"]}]}, "not-a-card", "/table/0/cards/2"),
        ({"table": [{"owner": 0, "cards": "2H 3H 4X"}]}, "not-a-card", "/table/0/cards"),
        ({"table": [{"owner": 0, "cards": "2H 3H JK=9S"}]}, "stands-for-another", "/table/0"),
        ({"table": [{"owner": 0, "cards": 7}]}, "bad-table", "/table/0/cards"),
        ({"upcard": "7X"}, "not-a-card", "/upcard"),
    ],
)
def test_a_wrong_outcome_is_told_with_the_place_of_the_fault(
    client: TestClient, outcome: dict[str, Any], code: str, pointer: str
) -> None:
    right = {"rules": "tonk", "ending": {"kind": "knock", "player": 0}, "counts": [5, 9]}
    problem(client.post("/v1/settle", json=right | outcome), 422, code, pointer)


def test_a_missing_field_is_named(client: TestClient) -> None:
    assert problem(client.post("/v1/melds", json={"rules": "gin"}), 422, "no-hand", "/hand") == (
        "hand is missing"
    )
    problem(client.get("/v1/melds?rules=gin"), 422, "no-hand", "/hand")


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ([], "the body: a JSON object is needed"),
        (GIN | {"hand": 7}, "hand: text is needed; or a list is needed"),
        (GIN | {"options": []}, "options: a JSON object is needed"),
        (GIN | {"players": 2.5}, "players: a whole number is needed"),
        (GIN | {"limit": 101}, 'limit: a number from 1 to 100 here, or "optimal"'),
        (GIN | {"limit": 0}, 'limit: a number from 1 to 100 here, or "optimal"'),
        (GIN | {"rules": "x" * 201}, "rules: at most 200 characters are allowed"),
    ],
)
def test_what_is_needed_is_told_in_the_words_of_json(
    client: TestClient, body: Any, sentence: str
) -> None:
    assert client.post("/v1/melds", json=body).json()["detail"].startswith(sentence)


def test_of_an_unknown_field_inside_the_known_ones_there_are_told(client: TestClient) -> None:
    body = {"rules": "tonk", "ending": {"kind": "knock", "playr": 0}, "counts": [5, 9]}
    sentence = problem(client.post("/v1/settle", json=body), 422, "unknown-field", "/ending/playr")
    assert sentence == (
        'unknown field "ending.playr" (did you mean player?): '
        "known are kind, player, discarded, at_once, declared"
    )
    body = {"rules": "tonk", "ending": {}, "table": [{"owner": 0, "cards": "", "card": ""}]}
    sentence = problem(client.post("/v1/settle", json=body), 422, "no-kind", "/ending/kind")
    body["ending"] = {"kind": "stock-out"}
    sentence = problem(client.post("/v1/settle", json=body), 422, "unknown-field", "/table/0/card")
    assert sentence.endswith("known are owner, cards")


def test_a_wrong_query_is_told(client: TestClient) -> None:
    assert "7X" in problem(client.get("/v1/melds?hand=7X&rules=gin"), 422, "not-a-card", "/hand")
    problem(client.get("/v1/melds?hand=7H&rules=ginn"), 422, "unknown-rules", "/rules")
    problem(client.get("/v1/melds?hand=7H&hand=8H&rules=gin"), 422, "given-twice", "/hand")
    sentence = problem(
        client.get("/v1/melds?hand=7H&rules=gin&gaol=out"), 422, "unknown-field", "/gaol"
    )
    assert sentence == (
        'unknown field "gaol" (did you mean goal?): known are hand, rules, goal, discard'
    )
    problem(client.get(f"/v1/melds?hand={'7' * 5000}&rules=gin"), 422, "bad-hand", "/hand")


@pytest.mark.parametrize(
    ("body", "status", "code", "pointer"),
    [
        (b"", 422, "no-body", None),
        (b"{", 400, "not-json", None),
        (b"hand=7H", 400, "not-json", None),
        (b'{"hand": NaN}', 400, "not-json", None),
        (b'{"hand": -Infinity}', 400, "not-json", None),
        (b'{"hand": "7H", "hand": "8H"}', 400, "given-twice", "/hand"),
        (b'{"options": {"meld": {"a": 1, "a": 1}}}', 400, "given-twice", "/options/meld/a"),
        (b'{"options": {"a.b/c": 1, "a.b/c": 1}}', 400, "given-twice", "/options/a.b~1c"),
        (b"[" * 20_000, 400, "too-deep", None),
        (b'{"a":' * 2_000, 400, "too-deep", None),
        (b"[" * 200_000, 413, "too-many-lists", None),
        (b"[" + b"{}," * 2_000 + b"{}]", 413, "too-many-objects", None),
        (b'{"a":1' + b',"a":1' * 2_000 + b"}", 413, "too-many-fields", None),
        (b"[" * 500 + b"]" * 500, 422, "bad-body", ""),
        (b"9" * 10_000, 400, "bad-value", None),
        (b"\xff\xfe{}", 400, "not-text", None),
        (b'{"hand": "\\ud800"}', 400, "not-text", None),
        (b"[]", 422, "bad-body", ""),
        (b"null", 422, "bad-body", ""),
        (b'"7H"', 422, "bad-body", ""),
    ],
)
@pytest.mark.parametrize("path", POSTS)
def test_a_body_that_is_no_json_object_is_refused(
    client: TestClient, path: str, body: bytes, status: int, code: str, pointer: str | None
) -> None:
    problem(post_raw(client, path, body), status, code, pointer)


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "", "json"]
)
def test_a_body_of_another_type_is_refused(client: TestClient, kind: str) -> None:
    response = post_raw(client, "/v1/melds", b'{"hand": "7H", "rules": "gin"}', kind)
    problem(response, 415, "wrong-content-type")


@pytest.mark.parametrize("coding", ["gzip", "br", "deflate, gzip"])
def test_a_compressed_body_is_refused(client: TestClient, coding: str) -> None:
    headers = {"content-type": "application/json", "content-encoding": coding}
    response = client.post("/v1/melds", content=b'{"hand":"7H","rules":"gin"}', headers=headers)
    problem(response, 415, "wrong-content-encoding")
    assert response.headers["accept-encoding"] == "identity"


@pytest.mark.parametrize("kind", ["application/json; charset=utf-8", "application/vnd.x+json"])
def test_json_may_be_declared_in_other_words(client: TestClient, kind: str) -> None:
    response = post_raw(client, "/v1/melds", b'\xef\xbb\xbf{"hand":"7H","rules":"gin"}', kind)
    assert response.status_code == 200


def test_deep_options_are_refused(client: TestClient) -> None:
    body = b'{"hand":"7H","rules":"gin","options":' + b'{"a":' * 300 + b"1" + b"}" * 301
    problem(post_raw(client, "/v1/melds", body), 422, "too-deep")


def test_unknown_paths_and_methods_are_told(client: TestClient) -> None:
    assert "/docs" in problem(client.get("/v2/melds"), 404, "not-found")
    problem(client.get("/v1/melds/"), 404, "not-found")
    problem(client.get("/static/../app.py"), 404, "not-found")
    problem(client.get("/v1/rules/lobba"), 404, "unknown-rules")
    assert problem(client.get(f"/v1/rules/{'x' * 300}"), 422, "bad-id") == (
        "id: at most 200 characters are allowed"
    )
    response = client.put("/v1/check", json={})
    problem(response, 405, "method-not-allowed")
    assert response.headers["allow"] == "POST"
    assert client.patch("/v1/melds").headers["allow"] == "GET, POST, HEAD"
    problem(client.request("BREW", "/v1/melds"), 405, "method-not-allowed")


def test_head_is_answered_as_get_without_a_body(client: TestClient) -> None:
    for path in ("/", "/healthz", "/metrics", "/v1/rules", "/v1/melds?hand=7H&rules=gin"):
        got, head = client.get(path), client.head(path)
        assert (head.status_code, head.content) == (got.status_code, b"") == (200, b"")
        assert head.headers["content-type"] == got.headers["content-type"]
    assert client.head("/nope").status_code == 404
    assert client.head("/v1/check").status_code == 405


def test_a_body_may_not_be_too_large(client: TestClient) -> None:
    large = b'{"hand":"' + b"x" * 1_100_000 + b'"}'
    assert "1048576 bytes" in problem(post_raw(client, "/v1/melds", large), 413, "body-too-large")


def test_a_body_that_does_not_say_its_size_may_not_be_too_large(client: TestClient) -> None:
    response = client.post(
        "/v1/melds",
        content=(b" " * 100_000 for _ in range(20)),
        headers={"content-type": "application/json"},
    )
    problem(response, 413, "body-too-large")


def test_what_is_quoted_is_short(client: TestClient) -> None:
    for changed in ({"goal": "x" * 40}, {"rules": "y" * 200}, {"z" * 100_000: 1}):
        assert len(client.post("/v1/melds", json=GIN | changed).content) < 2_000


@pytest.mark.parametrize("fault", [RuntimeError("secret"), EngineError("secret"), MemoryError()])
def test_a_fault_of_the_service_tells_nothing_of_its_inside(
    monkeypatch: pytest.MonkeyPatch, fault: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise fault

    monkeypatch.setattr("meldwise.check", fail)
    with client_of() as client:
        response = client.post("/v1/check", json={"cards": "7H", "rules": "gin"})
    problem(response, 500, "internal-error")
    assert "secret" not in response.text
    assert response.headers["x-request-id"] in caplog.text


def test_a_request_keeps_the_id_that_it_brings(client: TestClient) -> None:
    response = client.post("/v1/melds", json=GIN, headers={"X-Request-ID": "abc-1.2"})
    assert response.headers["x-request-id"] == "abc-1.2"
    other = client.post("/v1/melds", json=GIN, headers={"X-Request-ID": 'a"\n' * 3})
    assert other.headers["x-request-id"].isalnum()
